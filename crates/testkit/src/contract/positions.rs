//! What holds in every position: moves, names and keys.

use super::symmetries;
use senet_game::{CanonicalKey, Cursor, DynGame, ExactKey, HashedKey, MoveId, Position, Turn};
use std::collections::{HashMap, HashSet};

/// Of the names of moves about so many are read back.
const READ: usize = 100;

/// Every position that was met, by its keys.
#[derive(Default)]
pub(super) struct Positions {
    keys: HashMap<Position, Keys>,
    hashed: HashMap<HashedKey, Position>,
    exact: HashMap<ExactKey, Position>,
}

/// The keys of one position.
type Keys = (HashedKey, Option<CanonicalKey>, Option<ExactKey>);

impl Positions {
    /// Equal positions have equal keys, and other positions have others.
    pub(super) fn compare(&mut self, whom: &str, cursor: &dyn Cursor, here: &Position) {
        let keys = (cursor.hashed_key(), cursor.canonical_key(), cursor.exact_key());
        let before = self.keys.entry(here.clone()).or_insert(keys);
        assert_eq!(*before, keys, "{whom}: equal positions have different keys");
        let other = self.hashed.entry(keys.0).or_insert_with(|| here.clone());
        assert!(other == here, "{whom}: two positions have one hash");
        if let Some(exact) = keys.2 {
            let other = self.exact.entry(exact).or_insert_with(|| here.clone());
            assert!(other == here, "{whom}: two positions have one packed position");
        }
    }
}

pub(super) fn look(whom: &str, game: &dyn DynGame, cursor: &mut dyn Cursor) {
    let moves = moves(whom, cursor);
    let scored = cursor.scores().is_none_or(|scores| scores.len() == game.seats());
    assert!(scored, "{whom}: not every seat has points");
    if cursor.referee().is_draw() {
        return;
    }
    // Another cursor finds the same here, by the position and by its key.
    let here = cursor.save();
    let mut other = game.cursor_at(&here);
    same(whom, cursor, &mut *other, &moves);
    if let Some(key) = cursor.exact_key() {
        let bits = game.packed_bits().expect("who packs says how wide");
        let fits = bits <= 128 && key.0.checked_shr(bits).unwrap_or(0) == 0;
        assert!(fits, "{whom}: a packed position is wider than {bits} bits");
        other.reset();
        other.load_exact(key);
        assert!(other.is_at(&here), "{whom}: a packed position is unpacked to another");
        same(whom, cursor, &mut *other, &moves);
        symmetries::look(whom, game, cursor);
    }
}

/// Two cursors stand in the same position.
fn same(whom: &str, cursor: &mut dyn Cursor, other: &mut dyn Cursor, moves: &[MoveId]) {
    assert_eq!(cursor.turn(), other.turn(), "{whom}: equal positions with different turns");
    assert_eq!(names(cursor, moves), names_here(other), "{whom}: with different moves");
    let keys = |cursor: &dyn Cursor| (cursor.hashed_key(), cursor.canonical_key());
    assert_eq!(keys(cursor), keys(other), "{whom}: equal positions with different keys");
    assert_eq!(cursor.scores(), other.scores(), "{whom}: equal positions with different points");
}

pub(super) fn names(cursor: &dyn Cursor, moves: &[MoveId]) -> Vec<String> {
    moves.iter().map(|mv| cursor.move_name(*mv)).collect()
}

pub(super) fn names_here(cursor: &mut dyn Cursor) -> Vec<String> {
    let mut moves = Vec::new();
    cursor.moves(&mut moves);
    names(cursor, &moves)
}

/// The moves are there if it is a player's turn, in a fixed order; each has a name and a number.
fn moves(whom: &str, cursor: &mut dyn Cursor) -> Vec<MoveId> {
    let mut moves = Vec::new();
    cursor.moves(&mut moves);
    let somebodys = matches!(cursor.turn(), Turn::Player(_) | Turn::Chance);
    assert_eq!(somebodys, !moves.is_empty(), "{whom}: a turn and no move, or a move and no turn");
    let mut again = moves.clone();
    cursor.moves(&mut again);
    assert_eq!(moves, again, "{whom}: the moves have no fixed order, or old ones are left in");
    assert_eq!(cursor.count_moves(), moves.len(), "{whom}: the moves are counted wrongly");
    let (mut numbers, mut known) = (HashSet::new(), HashSet::new());
    // Reading a name may look through all moves. Names are unique, so that of a very long list some
    // from everywhere are enough.
    let every = moves.len().div_ceil(READ);
    for (i, mv) in moves.iter().enumerate() {
        let name = cursor.move_name(*mv);
        let plain = name.trim() == name && !name.is_empty() && !name.contains(['\n', '\t', '\r']);
        assert!(plain, "{whom}: {name:?} cannot stand in a record");
        if i % every == 0 {
            let read = cursor.parse_move(&name);
            assert_eq!(read, Some(*mv), "{whom}: {name} is read as another move");
        }
        assert!(numbers.insert(*mv), "{whom}: two moves have the number {}", mv.0);
        assert!(cursor.weight(*mv) > 0, "{whom}: {name} cannot happen");
        assert!(known.insert(name.clone()), "{whom}: two moves are called {name}");
    }
    moves
}
