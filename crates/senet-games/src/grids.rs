//! Grid games built in Rust. Each becomes a text like those in `games/`.

mod lines;
mod othello;
mod others;
#[cfg(test)]
mod tests;

use senet_grid::Grid;

/// Builds a game.
pub(crate) type Build = fn() -> Grid;

/// Their names, and how each is built.
pub(crate) const GRIDS: &[(&str, Build)] = &[
    ("connect-four", || lines::connect_four(7, 6)),
    ("knights-tour", || others::knights_tour(5)),
    ("max-points", others::max_points),
    ("nim", others::nim),
    ("othello", othello::othello),
    ("rock-paper-scissors", others::rock_paper_scissors),
    ("tic-tac-toe", lines::tic_tac_toe),
    ("wandering-rook", || others::wandering_rook(8)),
];
