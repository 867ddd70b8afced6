//! What the game says and shows.

#![allow(unused_imports, reason = "some games have no boards")]

use crate::game::{Atom, Shown, Source};
use senet_game::RulesOfPlay;
use senet_game::board::{Board, Shape, Spec};
use std::sync::Arc;

/// The name of the game, for commands.
pub const NAME: &str = "tic-tac-toe";
/// The title of the game.
pub const TITLE: &str = "Tic-tac-toe";
pub(crate) const STEPS: u64 = 50000000;
pub(crate) const RULES_OF_PLAY: RulesOfPlay = RulesOfPlay { repeat: None, limit: None };
pub(crate) const SEATS: &[&str] = &["x", "o"];
pub(crate) const STAGES: &[&str] = &["play", "judge", "over"];
pub(crate) const MOVES: &str = include_str!("moves.txt");

pub(crate) fn boards() -> Vec<Arc<Board>> {
    vec![
        Arc::new(Board::new(Spec { shape: Shape::Square { width: 3, height: 3 }, torus: false, eight: false, edges: false, without: vec![], prefix: None }).expect("it was a board before")),
    ]
}

#[rustfmt::skip]
pub(crate) static ATOMS: &[Atom] = &[
    Atom { source: Source::Control(0, 0), said: "turn x", predicate: "turn", arguments: &["x"], lasting: false, shown: Shown::Words },
    Atom { source: Source::Control(0, 1), said: "turn o", predicate: "turn", arguments: &["o"], lasting: false, shown: Shown::Words },
    Atom { source: Source::Control(0, 2), said: "moved x", predicate: "moved", arguments: &["x"], lasting: false, shown: Shown::Words },
    Atom { source: Source::Control(0, 3), said: "moved o", predicate: "moved", arguments: &["o"], lasting: false, shown: Shown::Words },
    Atom { source: Source::Place(0), said: "free a1", predicate: "free", arguments: &[], lasting: false, shown: Shown::Nothing },
    Atom { source: Source::Place(1), said: "free b1", predicate: "free", arguments: &[], lasting: false, shown: Shown::Nothing },
    Atom { source: Source::Place(2), said: "free c1", predicate: "free", arguments: &[], lasting: false, shown: Shown::Nothing },
    Atom { source: Source::Place(3), said: "free a2", predicate: "free", arguments: &[], lasting: false, shown: Shown::Nothing },
    Atom { source: Source::Place(4), said: "free b2", predicate: "free", arguments: &[], lasting: false, shown: Shown::Nothing },
    Atom { source: Source::Place(5), said: "free c2", predicate: "free", arguments: &[], lasting: false, shown: Shown::Nothing },
    Atom { source: Source::Place(6), said: "free a3", predicate: "free", arguments: &[], lasting: false, shown: Shown::Nothing },
    Atom { source: Source::Place(7), said: "free b3", predicate: "free", arguments: &[], lasting: false, shown: Shown::Nothing },
    Atom { source: Source::Place(8), said: "free c3", predicate: "free", arguments: &[], lasting: false, shown: Shown::Nothing },
    Atom { source: Source::Place(9), said: "mark x a1", predicate: "mark", arguments: &[], lasting: false, shown: Shown::Piece { board: 0, cell: true, spot: 0, kind: "mark", glyph: "✕", seat: Some(0) } },
    Atom { source: Source::Place(10), said: "mark x b1", predicate: "mark", arguments: &[], lasting: false, shown: Shown::Piece { board: 0, cell: true, spot: 1, kind: "mark", glyph: "✕", seat: Some(0) } },
    Atom { source: Source::Place(11), said: "mark x c1", predicate: "mark", arguments: &[], lasting: false, shown: Shown::Piece { board: 0, cell: true, spot: 2, kind: "mark", glyph: "✕", seat: Some(0) } },
    Atom { source: Source::Place(12), said: "mark x a2", predicate: "mark", arguments: &[], lasting: false, shown: Shown::Piece { board: 0, cell: true, spot: 3, kind: "mark", glyph: "✕", seat: Some(0) } },
    Atom { source: Source::Place(13), said: "mark x b2", predicate: "mark", arguments: &[], lasting: false, shown: Shown::Piece { board: 0, cell: true, spot: 4, kind: "mark", glyph: "✕", seat: Some(0) } },
    Atom { source: Source::Place(14), said: "mark x c2", predicate: "mark", arguments: &[], lasting: false, shown: Shown::Piece { board: 0, cell: true, spot: 5, kind: "mark", glyph: "✕", seat: Some(0) } },
    Atom { source: Source::Place(15), said: "mark x a3", predicate: "mark", arguments: &[], lasting: false, shown: Shown::Piece { board: 0, cell: true, spot: 6, kind: "mark", glyph: "✕", seat: Some(0) } },
    Atom { source: Source::Place(16), said: "mark x b3", predicate: "mark", arguments: &[], lasting: false, shown: Shown::Piece { board: 0, cell: true, spot: 7, kind: "mark", glyph: "✕", seat: Some(0) } },
    Atom { source: Source::Place(17), said: "mark x c3", predicate: "mark", arguments: &[], lasting: false, shown: Shown::Piece { board: 0, cell: true, spot: 8, kind: "mark", glyph: "✕", seat: Some(0) } },
    Atom { source: Source::Place(18), said: "mark o a1", predicate: "mark", arguments: &[], lasting: false, shown: Shown::Piece { board: 0, cell: true, spot: 0, kind: "mark", glyph: "◯", seat: Some(1) } },
    Atom { source: Source::Place(19), said: "mark o b1", predicate: "mark", arguments: &[], lasting: false, shown: Shown::Piece { board: 0, cell: true, spot: 1, kind: "mark", glyph: "◯", seat: Some(1) } },
    Atom { source: Source::Place(20), said: "mark o c1", predicate: "mark", arguments: &[], lasting: false, shown: Shown::Piece { board: 0, cell: true, spot: 2, kind: "mark", glyph: "◯", seat: Some(1) } },
    Atom { source: Source::Place(21), said: "mark o a2", predicate: "mark", arguments: &[], lasting: false, shown: Shown::Piece { board: 0, cell: true, spot: 3, kind: "mark", glyph: "◯", seat: Some(1) } },
    Atom { source: Source::Place(22), said: "mark o b2", predicate: "mark", arguments: &[], lasting: false, shown: Shown::Piece { board: 0, cell: true, spot: 4, kind: "mark", glyph: "◯", seat: Some(1) } },
    Atom { source: Source::Place(23), said: "mark o c2", predicate: "mark", arguments: &[], lasting: false, shown: Shown::Piece { board: 0, cell: true, spot: 5, kind: "mark", glyph: "◯", seat: Some(1) } },
    Atom { source: Source::Place(24), said: "mark o a3", predicate: "mark", arguments: &[], lasting: false, shown: Shown::Piece { board: 0, cell: true, spot: 6, kind: "mark", glyph: "◯", seat: Some(1) } },
    Atom { source: Source::Place(25), said: "mark o b3", predicate: "mark", arguments: &[], lasting: false, shown: Shown::Piece { board: 0, cell: true, spot: 7, kind: "mark", glyph: "◯", seat: Some(1) } },
    Atom { source: Source::Place(26), said: "mark o c3", predicate: "mark", arguments: &[], lasting: false, shown: Shown::Piece { board: 0, cell: true, spot: 8, kind: "mark", glyph: "◯", seat: Some(1) } },
    Atom { source: Source::Control(0, 4), said: "win x", predicate: "win", arguments: &["x"], lasting: false, shown: Shown::Words },
    Atom { source: Source::Control(0, 5), said: "win o", predicate: "win", arguments: &["o"], lasting: false, shown: Shown::Words },
    Atom { source: Source::Control(0, 6), said: "draw", predicate: "draw", arguments: &[], lasting: false, shown: Shown::Words },
];
