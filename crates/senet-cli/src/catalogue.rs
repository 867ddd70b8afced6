//! The games that are built in: every file in `games/`, by its name.

use senet_syntax::suggest;

/// Names and texts, sorted by name. `build.rs` writes the list.
pub(crate) const GAMES: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/games.rs"));

/// The text of a game.
pub(crate) fn text(name: &str) -> Option<&'static str> {
    let found = GAMES.iter().find(|(n, _)| *n == name);
    found.map(|(_, text)| *text)
}

/// The game that is called nearly so.
pub(crate) fn nearest(name: &str) -> Option<&'static str> {
    suggest::nearest(name, GAMES.iter().map(|(n, _)| *n))
}
