//! Which move did somebody mean?

use crate::snapshot::LegalMove;
use senet_game::View;
use senet_game::board::{Place, Spot};

/// Why a text does not mean a move.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MoveNotFound {
    /// Nothing fits.
    Nothing,
    /// Several moves fit: these.
    Several(Vec<usize>),
}

/// The move that a text means: a move's name or words, its number in the menu (from 1), its places
/// (`c3`, `3,3`, `a1-b2`), its direction, or the beginning of any of them that fits only one.
pub fn find_move(typed: &str, choices: &[LegalMove], view: &View) -> Result<usize, MoveNotFound> {
    let places = places(typed.trim(), view);
    let typed = typed.trim().to_lowercase();
    if typed.is_empty() {
        return Err(MoveNotFound::Nothing);
    }
    let all = || choices.iter().enumerate();
    let texts = |c: &LegalMove| {
        let direction = c.shown.direction.clone();
        let texts = [Some(c.name.clone()), Some(c.shown.text.clone()), direction];
        texts.into_iter().flatten().map(|t| t.to_lowercase()).collect::<Vec<_>>()
    };
    let pick = |fits: &dyn Fn(&LegalMove) -> bool| -> Option<Result<usize, MoveNotFound>> {
        let found: Vec<usize> = all().filter(|(_, c)| fits(c)).map(|(i, _)| i).collect();
        match found.as_slice() {
            [] => None,
            [one] => Some(Ok(*one)),
            _ => Some(Err(MoveNotFound::Several(found))),
        }
    };
    if let Some(Ok(found)) = pick(&|c| texts(c).contains(&typed)) {
        return Ok(found);
    }
    // Where moves are numbers themselves, a number is not one of the menu.
    let numbers = choices.iter().any(|c| texts(c).iter().any(|t| t.parse::<u64>().is_ok()));
    if let Ok(number) = typed.parse::<usize>()
        && (1..=choices.len()).contains(&number)
        && !numbers
    {
        return Ok(number - 1);
    }
    let found = pick(&|c| !places.is_empty() && c.shown.places == places)
        .or_else(|| pick(&|c| !places.is_empty() && c.shown.places.starts_with(&places)))
        .or_else(|| pick(&|c| texts(c).iter().any(|t| t.starts_with(&typed))))
        .or_else(|| pick(&|c| texts(c).iter().any(|t| abbreviates(&typed, t))));
    found.unwrap_or(Err(MoveNotFound::Nothing))
}

/// Whether each word typed begins a word of the text, in the same order.
fn abbreviates(typed: &str, text: &str) -> bool {
    let mut words = text.split_whitespace();
    typed.split_whitespace().all(|t| words.any(|w| w.starts_with(t)))
}

/// The places that a text names, if it names nothing else.
fn places(typed: &str, view: &View) -> Vec<Place> {
    let mut out = Vec::new();
    for word in typed.split([' ', ';']).filter(|w| !w.is_empty()) {
        let found = match numbers(word) {
            Some((column, row)) => at(view, column, row).into_iter().collect(),
            None => match view.places_in(word) {
                none if none.is_empty() => view.places_in(&word.to_lowercase()),
                some => some,
            },
        };
        if found.is_empty() {
            return Vec::new();
        }
        out.extend(found);
    }
    out
}

/// `3,4`: a column and a row, counted from 1.
fn numbers(word: &str) -> Option<(u32, u32)> {
    let (column, row) = word.split_once(',')?;
    Some((column.parse().ok()?, row.parse().ok()?))
}

fn at(view: &View, column: u32, row: u32) -> Option<Place> {
    let board = &view.boards.first()?.board;
    let there = |cell| {
        let (x, y) = (board.column(cell)?, board.row(cell)?);
        (x == column && y == row).then_some(cell)
    };
    let cell = board.cells().find_map(there)?;
    Some(Place { board: 0, spot: Spot::Cell(cell) })
}
