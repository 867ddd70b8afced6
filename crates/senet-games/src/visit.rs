//! Handing out games, each as its own type or as a match.

use crate::catalogue::{about, nearest, text};
use crate::rust_games;
use crate::text::about_program;
use senet_game::{About, BadOption, Chosen, Game, Limits, OptionSpec, Seat};
use senet_match::{BadRecord, BadSetting, Match, Record, Setting, Table};
use senet_net::{Compiled, compile};
use senet_program::{Loader, Options, Program};
use senet_syntax::Diagnostic;
use std::fmt;
use std::sync::Arc;

/// Somebody who can deal with any game.
pub trait Visit {
    /// What comes of it.
    type Out;

    /// Deals with a game.
    fn visit<G: Game + 'static>(self, game: Arc<G>) -> Self::Out;
}

/// Where a game comes from.
#[derive(Debug, Clone, Copy)]
pub enum Source<'a> {
    /// The catalogue, by name.
    Catalogue(&'a str),
    /// A text of the user's own.
    Text {
        /// What it is called.
        name: &'a str,
        /// The text.
        text: &'a str,
        /// Where the texts are that it includes, if it may include any.
        loader: Option<&'a Arc<dyn Loader>>,
    },
}

/// What is wanted of a game.
#[derive(Debug, Clone, Default)]
pub struct Wanted {
    /// Its options, by name; those that are not here have their usual values.
    pub options: Vec<(String, String)>,
    /// How many play, where the game leaves a choice.
    pub players: Option<usize>,
    /// Budgets.
    pub limits: Limits,
}

/// Why there is no such game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NoGame {
    /// Nothing has this name.
    Unknown {
        /// The name.
        name: String,
        /// What may have been meant.
        nearest: Option<&'static str>,
    },
    /// An option that cannot be.
    Option(BadOption),
    /// The text has errors.
    Text(Vec<Diagnostic>),
    /// The text does not say where to start.
    NoStart,
    /// Who sits where, or by which rules, cannot be.
    Setting(BadSetting),
    /// The record cannot be replayed.
    Record(BadRecord),
}

impl fmt::Display for NoGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NoGame::Unknown { name, nearest: Some(near) } => {
                write!(f, "there is no game `{name}`; did you mean `{near}`?")
            }
            NoGame::Unknown { name, nearest: None } => write!(f, "there is no game `{name}`"),
            NoGame::Option(bad) => write!(f, "{bad}"),
            NoGame::Text(diagnostics) => match diagnostics.first() {
                Some(first) => write!(f, "the text has errors: {}", first.message),
                None => write!(f, "the text has errors"),
            },
            NoGame::NoStart => {
                write!(f, "the text does not say where to start: `#trace _ stage {{ atoms }}.`")
            }
            NoGame::Setting(bad) => write!(f, "{bad}"),
            NoGame::Record(bad) => write!(f, "{bad}"),
        }
    }
}

impl std::error::Error for NoGame {}

/// Hands a game to a visitor.
pub fn visit<V: Visit>(source: Source<'_>, wanted: &Wanted, visitor: V) -> Result<V::Out, NoGame> {
    visit_chosen(source, wanted, |_, _| visitor)
}

/// As [`visit`], for visitors who want to know what the game is, and what was chosen.
fn visit_chosen<V: Visit>(
    source: Source<'_>,
    wanted: &Wanted,
    visitor: impl FnOnce(&About, &Chosen) -> V,
) -> Result<V::Out, NoGame> {
    let source = match source {
        Source::Catalogue(name) => match text(name) {
            Some(text) => Source::Text { name, text, loader: None },
            None => source,
        },
        Source::Text { .. } => source,
    };
    let name = match source {
        Source::Text { .. } => return visit_text(source, wanted, visitor),
        Source::Catalogue(name) => name,
    };
    let unknown = || NoGame::Unknown { name: name.to_owned(), nearest: nearest(name) };
    let about = about(name).ok_or_else(unknown)?;
    let chosen = about.choose(&wanted.options, wanted.players).map_err(NoGame::Option)?;
    let visited = rust_games::visit(name, &chosen, visitor(about, &chosen));
    visited.map_err(|_| unknown())?.map_err(NoGame::Option)
}

fn visit_text<V: Visit>(
    source: Source<'_>,
    wanted: &Wanted,
    visitor: impl FnOnce(&About, &Chosen) -> V,
) -> Result<V::Out, NoGame> {
    let (program, about, chosen) = program(source, wanted)?;
    if program.starts().is_empty() {
        return Err(NoGame::NoStart);
    }
    let own = program.game().options.iter().any(|o| o.name == "start");
    let start = chosen.pairs().find(|(name, _)| *name == "start" && !own);
    let start = start.and_then(|(_, n)| n.parse::<usize>().ok()?.checked_sub(1)).unwrap_or(0);
    let visitor = visitor(&about, &chosen);
    Ok(match compile(Arc::new(program), wanted.limits, start) {
        Compiled::Net(game) => visitor.visit(game),
        Compiled::Term(game, _) => visitor.visit(game),
    })
}

/// A checked program from a text, with the options and players that are wanted.
pub fn program(source: Source<'_>, wanted: &Wanted) -> Result<(Program, About, Chosen), NoGame> {
    let (name, text, loader) = match source {
        Source::Text { name, text, loader } => (name, text, loader.cloned()),
        Source::Catalogue(name) => {
            let unknown = || NoGame::Unknown { name: name.to_owned(), nearest: nearest(name) };
            (name, text(name).ok_or_else(unknown)?, None)
        }
    };
    let check = |options: &Options| -> Result<Program, NoGame> {
        let checked = senet_program::check(text, options);
        checked.program.ok_or(NoGame::Text(checked.diagnostics))
    };
    let usual = check(&Options { loader: loader.clone(), ..Options::default() })?;
    let about = about_program(name, text, &usual);
    let chosen = about.choose(&wanted.options, wanted.players).map_err(NoGame::Option)?;
    if wanted.options.is_empty() && chosen.seats == usual.seats() {
        return Ok((usual, about, chosen));
    }
    let declared = |name: &str| usual.game().options.iter().any(|o| o.name == name);
    let number = |(name, value): (&str, &str)| Some((name.to_owned(), value.parse().ok()?));
    let values = chosen.pairs().filter(|(name, _)| declared(name)).filter_map(number).collect();
    let program = check(&Options { seats: Some(chosen.seats), values, loader })?;
    Ok((program, about, chosen))
}

/// A match of a game that begins. The setting's game, title and options are filled in.
pub fn table(
    source: Source<'_>,
    wanted: &Wanted,
    setting: Setting,
) -> Result<Box<dyn Table>, NoGame> {
    let begin = |about: &About, chosen: &Chosen| One(filled(setting, about, chosen));
    visit_chosen(source, wanted, begin)?.map_err(NoGame::Setting)
}

/// A game of which as many matches begin as somebody wants.
pub struct Tables {
    /// What the matches have in common: the game, its title and its options.
    pub setting: Setting,
    /// What the seats are called.
    pub seats: Vec<String>,
    begin: Box<Begin>,
}

type Begin = dyn Fn(Setting, &[String]) -> Result<Box<dyn Table>, String> + Send + Sync;

impl Tables {
    /// A match that begins with these moves of players and chance, by name; an error is a sentence.
    pub fn begin(&self, setting: Setting, moves: &[String]) -> Result<Box<dyn Table>, String> {
        (self.begin)(setting, moves)
    }
}

/// A game of which many matches will be played. The setting's game, title and options are filled in.
pub fn tables(source: Source<'_>, wanted: &Wanted, setting: Setting) -> Result<Tables, NoGame> {
    visit_chosen(source, wanted, |about, chosen| Many(filled(setting, about, chosen)))
}

/// A match from its record, played again by the rules.
pub fn replay(
    source: Source<'_>,
    limits: Limits,
    record: &Record,
) -> Result<Box<dyn Table>, NoGame> {
    let setting = &record.setting;
    let players = Some(setting.sitters.len()).filter(|n| *n > 0);
    let wanted = Wanted { options: setting.options.clone(), players, limits };
    let again = |about: &About, chosen: &Chosen| {
        let setting = filled(setting.clone(), about, chosen);
        Again(Record { setting, ..record.clone() })
    };
    visit_chosen(source, &wanted, again)?.map_err(NoGame::Record)
}

fn filled(setting: Setting, about: &About, chosen: &Chosen) -> Setting {
    let usual = |name: &str| about.options.iter().find(|o| o.name == name).map(OptionSpec::default);
    let unusual = chosen.pairs().filter(|(name, value)| usual(name).as_deref() != Some(value));
    let options = unusual.map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
    Setting { game: about.name.clone(), title: about.title.clone(), options, ..setting }
}

struct One(Setting);

impl Visit for One {
    type Out = Result<Box<dyn Table>, BadSetting>;

    fn visit<G: Game + 'static>(self, game: Arc<G>) -> Self::Out {
        Ok(Box::new(Match::new(game, self.0)?))
    }
}

struct Many(Setting);

impl Visit for Many {
    type Out = Tables;

    fn visit<G: Game + 'static>(self, game: Arc<G>) -> Tables {
        let seats = (0..game.seats()).map(|seat| game.seat_name(Seat(seat as u8))).collect();
        let begin = move |setting: Setting, moves: &[String]| {
            let begun = Match::after(game.clone(), setting, moves)?;
            Ok(Box::new(begun) as Box<dyn Table>)
        };
        Tables { setting: self.0, seats, begin: Box::new(begin) }
    }
}

struct Again(Record);

impl Visit for Again {
    type Out = Result<Box<dyn Table>, BadRecord>;

    fn visit<G: Game + 'static>(self, game: Arc<G>) -> Self::Out {
        Ok(Box::new(Match::replay(game, &self.0)?))
    }
}
