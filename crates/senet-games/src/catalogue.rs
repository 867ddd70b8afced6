//! The catalogue: one entry per game, with every implementation that ships.
//!
//! A text is read only when its game is asked for: a command about one file does not wait for the
//! whole catalogue.

use crate::program_info::program_info;
use crate::{grids, rust_games};
use senet_game::{DynGame, GameInfo, OptionError, OptionValues};
use senet_program::UncheckedProgram;
use senet_syntax::suggest;
use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;
use std::sync::{Arc, OnceLock};

/// Names and texts of the games in `games/`, sorted by name. `build.rs` writes the list.
const TEXTS: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/games.rs"));

/// How a game is written. Where a game ships in several ways, [`open`](crate::open) takes the best
/// one unless told otherwise.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Implementation {
    /// A positional game in Rust.
    Rust,
    /// A declaration with `game!`.
    Declared,
    /// A text in `games/`.
    Rules,
    /// A grid in Rust that becomes a program.
    Grid,
}

impl Implementation {
    /// All of them, the fastest first.
    pub const ALL: [Implementation; 4] = [
        Implementation::Rust,
        Implementation::Declared,
        Implementation::Rules,
        Implementation::Grid,
    ];

    /// The word for it on a command line.
    pub fn word(self) -> &'static str {
        match self {
            Implementation::Rust => "rust",
            Implementation::Declared => "declared",
            Implementation::Rules => "rules",
            Implementation::Grid => "grid",
        }
    }
}

impl fmt::Display for Implementation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// A word that names no [`Implementation`].
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not an implementation: there are rust, declared, rules and grid")]
pub struct ImplementationError(pub String);

impl FromStr for Implementation {
    type Err = ImplementationError;

    fn from_str(text: &str) -> Result<Implementation, ImplementationError> {
        let found = Implementation::ALL.into_iter().find(|one| one.word() == text);
        found.ok_or_else(|| ImplementationError(text.to_owned()))
    }
}

/// A game written in Rust, ready to be made.
pub(crate) type Make = fn(GameInfo, &OptionValues) -> Result<Arc<dyn DynGame>, OptionError>;

/// One implementation of a game.
pub(crate) enum Code {
    /// A text in `games/`.
    Text(&'static str),
    /// A program that is built in Rust, and its text once it is asked for.
    Grid(grids::Build, OnceLock<String>),
    /// Rust.
    Rust(Make),
}

/// One way in which a game ships.
pub(crate) struct Shipped {
    pub(crate) implementation: Implementation,
    pub(crate) code: Code,
    info: OnceLock<GameInfo>,
}

/// A game of the catalogue: its implementations, the best one first.
pub(crate) struct Entry {
    pub(crate) name: String,
    pub(crate) shipped: Vec<Shipped>,
}

/// Games of which another implementation than the first of [`Implementation::ALL`] is the best:
/// tic-tac-toe is the example of the language.
const BEST: &[(&str, Implementation)] = &[("tic-tac-toe", Implementation::Rules)];

impl Shipped {
    fn new(implementation: Implementation, code: Code) -> Shipped {
        Shipped { implementation, code, info: OnceLock::new() }
    }

    /// The program, read and not yet checked, of a game that is one.
    pub(crate) fn unchecked(&self) -> Option<UncheckedProgram> {
        match &self.code {
            Code::Text(text) => Some(UncheckedProgram::parse(text, None)),
            Code::Grid(grid, _) => {
                Some(grid().unchecked().expect("a test checks every grid of the catalogue"))
            }
            Code::Rust(_) => None,
        }
    }

    /// The text of a game that is a program.
    pub(crate) fn text(&self) -> Option<&str> {
        match &self.code {
            Code::Text(text) => Some(text),
            Code::Grid(grid, text) => Some(text.get_or_init(|| grid().text())),
            Code::Rust(_) => None,
        }
    }
}

impl Entry {
    /// An implementation, or the best one.
    pub(crate) fn get(&self, wanted: Option<Implementation>) -> Option<&Shipped> {
        match wanted {
            Some(wanted) => self.shipped.iter().find(|one| one.implementation == wanted),
            None => self.shipped.first(),
        }
    }

    /// What an implementation says about the game.
    pub(crate) fn info_of<'a>(&self, shipped: &'a Shipped) -> &'a GameInfo {
        shipped.info.get_or_init(|| {
            let program = shipped.unchecked().expect("games in Rust come with their information");
            let text = match shipped.code {
                Code::Text(text) => Some(text),
                _ => None,
            };
            program_info(&self.name, text, program.header())
        })
    }

    /// The same, with the implementation if it is not the best one.
    pub(crate) fn named_info(&self, shipped: &Shipped) -> GameInfo {
        let best = shipped.implementation == self.shipped[0].implementation;
        let word = shipped.implementation.word().to_owned();
        GameInfo { implementation: (!best).then_some(word), ..self.info_of(shipped).clone() }
    }
}

/// Every game, sorted by name.
fn entries() -> &'static [Entry] {
    static ALL: OnceLock<Vec<Entry>> = OnceLock::new();
    ALL.get_or_init(|| {
        let mut all: BTreeMap<String, Vec<Shipped>> = BTreeMap::new();
        for (name, text) in TEXTS {
            let shipped = Shipped::new(Implementation::Rules, Code::Text(text));
            all.entry((*name).to_owned()).or_default().push(shipped);
        }
        for (name, grid) in grids::GRIDS {
            let code = Code::Grid(*grid, OnceLock::new());
            let shipped = Shipped::new(Implementation::Grid, code);
            all.entry((*name).to_owned()).or_default().push(shipped);
        }
        for (implementation, info, make) in rust_games::all() {
            let name = info.name.clone();
            let mut shipped = Shipped::new(implementation, Code::Rust(make));
            shipped.info = info.into();
            all.entry(name).or_default().push(shipped);
        }
        let entry = |(name, mut shipped): (String, Vec<Shipped>)| {
            let best = BEST.iter().find(|(game, _)| *game == name).map(|(_, best)| *best);
            shipped.sort_by_key(|s| (Some(s.implementation) != best, s.implementation));
            Entry { name, shipped }
        };
        all.into_iter().map(entry).collect()
    })
}

/// Other names of games that people know them by.
const OTHER_NAMES: &[(&str, &str)] = &[
    ("bridg-it", "gale"),
    ("checkers", "draughts"),
    ("five-in-a-row", "gomoku"),
    ("four-in-a-row", "connect-four"),
    ("mancala", "kalah"),
    ("mill", "nine-mens-morris"),
    ("naughts-and-crosses", "tic-tac-toe"),
    ("noughts-and-crosses", "tic-tac-toe"),
    ("reversi", "othello"),
];

pub(crate) fn entry(name: &str) -> Option<&'static Entry> {
    let other = OTHER_NAMES.iter().find(|(other, _)| *other == name);
    let name = other.map_or(name, |(_, known)| known);
    let at = entries().binary_search_by(|entry| entry.name.as_str().cmp(name)).ok()?;
    entries().get(at)
}

/// What every game says about itself, sorted by name.
///
/// ```
/// let names: Vec<&str> = senet_games::infos().map(|info| info.name.as_str()).collect();
/// assert!(names.contains(&"hex") && names.is_sorted());
/// ```
pub fn infos() -> impl Iterator<Item = &'static GameInfo> {
    entries().iter().map(|entry| entry.info_of(&entry.shipped[0]))
}

/// What a game says about itself.
///
/// ```
/// let info = senet_games::info("reversi").expect("another name of Othello");
/// assert_eq!(info.players, (2, 2));
/// ```
pub fn info(name: &str) -> Option<&'static GameInfo> {
    entry(name).map(|entry| entry.info_of(&entry.shipped[0]))
}

/// What one implementation of a game says about itself: implementations may have different options.
pub fn implementation_info(
    name: &str,
    implementation: Implementation,
) -> Option<&'static GameInfo> {
    let entry = entry(name)?;
    let shipped = entry.shipped.iter().find(|s| s.implementation == implementation)?;
    Some(entry.info_of(shipped))
}

/// The implementations of a game, the best one first; none if there is no such game.
///
/// ```
/// assert!(senet_games::implementations("tic-tac-toe").len() > 1, "as text and in Rust");
/// assert!(senet_games::implementations("tic-tac").is_empty());
/// ```
pub fn implementations(name: &str) -> Vec<Implementation> {
    entry(name).map_or(Vec::new(), |e| e.shipped.iter().map(|s| s.implementation).collect())
}

/// Whether there is a game of this name.
pub fn is_known(name: &str) -> bool {
    entry(name).is_some()
}

/// The text of a game that ships as a program.
pub fn text(name: &str) -> Option<&'static str> {
    entry(name)?.shipped.iter().find_map(Shipped::text)
}

/// The game whose name is nearest to a word that names none.
pub fn nearest(name: &str) -> Option<&'static str> {
    suggest::nearest(name, entries().iter().map(|entry| entry.name.as_str()))
}
