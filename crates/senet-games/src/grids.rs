//! Grid games built in Rust. Each becomes a text like those in `games/`.

mod lines;
mod othello;
mod others;
#[cfg(test)]
mod tests;

use senet_grid::Grid;
use std::sync::OnceLock;

/// Their names and texts.
pub(crate) fn texts() -> &'static [(&'static str, String)] {
    static ALL: OnceLock<Vec<(&str, String)>> = OnceLock::new();
    ALL.get_or_init(|| all().into_iter().map(|(name, grid)| (name, grid.text())).collect())
}

fn all() -> Vec<(&'static str, Grid)> {
    vec![
        ("connect-four-grid", lines::connect_four(7, 6)),
        ("knights-tour", others::knights_tour(5)),
        ("max-points", others::max_points()),
        ("nim-21", others::nim()),
        ("othello-grid", othello::othello()),
        ("rock-paper-scissors-grid", others::rock_paper_scissors()),
        ("tic-tac-toe-grid", lines::tic_tac_toe()),
        ("wandering-rook", others::wandering_rook(8)),
    ]
}
