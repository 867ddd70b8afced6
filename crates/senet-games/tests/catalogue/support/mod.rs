//! What several tests of the catalogue share: opening games, counting plays.

#![allow(dead_code, reason = "not every test uses everything")]

use senet_game::{Cursor, DynGame, MoveId, Referee, Turn};
use senet_games::{Implementation, OpenOptions, Source, open};
use std::sync::Arc;

/// A game of the catalogue with options such as `size 3 start 2`; `name/rules` asks for one of its
/// implementations.
pub(crate) fn game(name: &str, options: &str) -> Arc<dyn DynGame> {
    let words: Vec<&str> = options.split_whitespace().collect();
    let options = words.chunks(2).map(|o| (o[0].to_owned(), o[1].to_owned())).collect();
    let (name, implementation) = match name.split_once('/') {
        Some((name, word)) => (name, Some(word.parse::<Implementation>().expect("a word"))),
        None => (name, None),
    };
    let options = OpenOptions { options, implementation, ..OpenOptions::default() };
    open(Source::Catalogue(name), &options).unwrap_or_else(|e| panic!("{name}: {e}"))
}

/// A game from its text.
pub(crate) fn text_game(text: &str) -> Arc<dyn DynGame> {
    let source = Source::Text { name: "text", text, loader: None };
    open(source, &OpenOptions::default()).expect("it is a program")
}

/// A cursor at the start, without draw rules.
pub(crate) fn plain(game: &dyn DynGame) -> Box<dyn Cursor> {
    let mut cursor = game.cursor();
    cursor.set_referee(Referee::none());
    cursor
}

pub(crate) fn moves(cursor: &mut dyn Cursor) -> Vec<MoveId> {
    let mut moves = Vec::new();
    cursor.moves(&mut moves);
    moves
}

/// Plays of so many plies; one that ends earlier counts once.
pub(crate) fn perft(cursor: &mut dyn Cursor, depth: usize) -> u64 {
    let all = moves(cursor);
    if depth == 0 || all.is_empty() {
        return 1;
    }
    let mut sum = 0;
    for mv in all {
        cursor.push();
        cursor.apply(mv);
        sum += perft(cursor, depth - 1);
        cursor.pop();
    }
    sum
}

/// Plays of one ply, two plies and so on.
pub(crate) fn plays(game: &dyn DynGame, depth: usize) -> Vec<u64> {
    let mut cursor = plain(game);
    (1..=depth).map(|depth| perft(&mut *cursor, depth)).collect()
}

/// Plays by whole turns: a turn lasts while the same seat decides.
pub(crate) fn turns(cursor: &mut dyn Cursor, depth: usize) -> u64 {
    let now: Turn = cursor.turn();
    let all = moves(cursor);
    if depth == 0 || all.is_empty() {
        return 1;
    }
    let mut sum = 0;
    for mv in all {
        cursor.push();
        cursor.apply(mv);
        let over = cursor.turn() != now;
        sum += turns(cursor, depth - usize::from(over));
        cursor.pop();
    }
    sum
}

/// Games on the term engine that are too large to be solved; finding that out takes minutes.
pub(crate) const LARGE: [&str; 3] = ["chess", "minichess", "voting"];
