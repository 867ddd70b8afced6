//! What there is.

use crate::text::about_text;
use crate::{grids, rust_games};
use senet_game::About;
use senet_syntax::suggest;
use std::sync::OnceLock;

/// Names and texts of the games in `games/`, sorted by name. `build.rs` writes the list.
const TEXTS: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/games.rs"));

/// What every game says about itself, sorted by name.
pub fn abouts() -> &'static [About] {
    static ALL: OnceLock<Vec<About>> = OnceLock::new();
    ALL.get_or_init(|| {
        let texts = TEXTS.iter().map(|(name, text)| about_text(name, text));
        let grids = grids::texts().iter().map(|(name, text)| about_text(name, text));
        let mut all: Vec<About> = texts.chain(grids).chain(rust_games::abouts()).collect();
        all.sort_by(|a, b| a.name.cmp(&b.name));
        all
    })
}

/// What one game says about itself.
pub fn about(name: &str) -> Option<&'static About> {
    abouts().iter().find(|a| a.name == name)
}

/// The text of a game that has one.
pub fn text(name: &str) -> Option<&'static str> {
    let file = TEXTS.iter().find(|(n, _)| *n == name).map(|(_, text)| *text);
    let grid = || grids::texts().iter().find(|(n, _)| *n == name).map(|(_, text)| text.as_str());
    file.or_else(grid)
}

/// The game that is called nearly so.
pub fn nearest(name: &str) -> Option<&'static str> {
    suggest::nearest(name, abouts().iter().map(|a| a.name.as_str()))
}
