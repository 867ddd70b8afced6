//! What there is. A text is read only when somebody asks about its game: a command about one file
//! does not wait for the whole catalogue.

use crate::text::about_text;
use crate::{grids, rust_games};
use senet_game::About;
use senet_syntax::suggest;
use std::sync::OnceLock;

/// Names and texts of the games in `games/`, sorted by name. `build.rs` writes the list.
const TEXTS: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/games.rs"));

/// A game of the catalogue.
struct Entry {
    name: String,
    source: Source,
    about: OnceLock<About>,
}

/// Where a game comes from.
enum Source {
    /// A text in `games/`.
    File(&'static str),
    /// A text that is built in Rust.
    Grid(grids::Build, OnceLock<String>),
    /// Rust.
    Rust,
}

impl Entry {
    fn of_text(name: &str, source: Source) -> Entry {
        Entry { name: name.to_owned(), source, about: OnceLock::new() }
    }

    fn of_rust(about: About) -> Entry {
        Entry { name: about.name.clone(), source: Source::Rust, about: about.into() }
    }

    fn text(&'static self) -> Option<&'static str> {
        match &self.source {
            Source::File(text) => Some(text),
            Source::Grid(grid, text) => Some(text.get_or_init(|| grid().text())),
            Source::Rust => None,
        }
    }

    fn about(&'static self) -> &'static About {
        let told = || about_text(&self.name, self.text().unwrap_or_default());
        self.about.get_or_init(told)
    }
}

/// Every game, sorted by name.
fn entries() -> &'static [Entry] {
    static ALL: OnceLock<Vec<Entry>> = OnceLock::new();
    ALL.get_or_init(|| {
        let texts = TEXTS.iter().map(|(name, text)| Entry::of_text(name, Source::File(text)));
        let grids = grids::GRIDS
            .iter()
            .map(|(name, grid)| Entry::of_text(name, Source::Grid(*grid, OnceLock::new())));
        let rust = rust_games::abouts().into_iter().map(Entry::of_rust);
        let mut all: Vec<Entry> = texts.chain(grids).chain(rust).collect();
        all.sort_by(|a, b| a.name.cmp(&b.name));
        all
    })
}

fn entry(name: &str) -> Option<&'static Entry> {
    let at = entries().binary_search_by(|entry| entry.name.as_str().cmp(name)).ok()?;
    entries().get(at)
}

/// What every game says about itself, sorted by name.
pub fn abouts() -> impl Iterator<Item = &'static About> {
    entries().iter().map(Entry::about)
}

/// What one game says about itself.
pub fn about(name: &str) -> Option<&'static About> {
    entry(name).map(Entry::about)
}

/// Whether there is a game of this name.
pub fn is_known(name: &str) -> bool {
    entry(name).is_some()
}

/// The text of a game that has one.
pub fn text(name: &str) -> Option<&'static str> {
    entry(name)?.text()
}

/// The game that is called nearly so.
pub fn nearest(name: &str) -> Option<&'static str> {
    suggest::nearest(name, entries().iter().map(|entry| entry.name.as_str()))
}
