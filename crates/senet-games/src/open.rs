//! Opening a game: from the catalogue or from a text, with its options, on the best engine.

use crate::catalogue::{Code, Entry, Implementation, Shipped, entry, nearest};
use crate::program_info::program_info;
use senet_compile::compile;
use senet_game::{DynGame, GameInfo, Limits, OptionError, OptionSpec, OptionValues};
use senet_program::{Loader, Options, Program, UncheckedProgram};
use senet_syntax::Diagnostic;
use std::sync::Arc;

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
        /// Loads included texts; `None` if there can be none.
        loader: Option<&'a Arc<dyn Loader>>,
    },
}

/// How to open a game.
#[derive(Debug, Clone, Default)]
pub struct OpenOptions {
    /// Its options, by name; those that are not here have their usual values.
    pub options: Vec<(String, String)>,
    /// How many play, where the game leaves a choice.
    pub players: Option<usize>,
    /// Which implementation, where a game ships in several; the best one if not said.
    pub implementation: Option<Implementation>,
    /// Limits on automatic steps, positions and searches.
    pub limits: Limits,
}

/// Why a game cannot be opened.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum OpenError {
    /// The catalogue has no such game.
    #[error("there is no game `{name}`{}", did_you_mean(.nearest))]
    Unknown {
        /// The name.
        name: String,
        /// What may have been meant.
        nearest: Option<&'static str>,
    },
    /// The game does not ship in this way.
    #[error("`{name}` does not ship as {wanted}: there is {}", words(.there))]
    Implementation {
        /// The game.
        name: String,
        /// What was asked for.
        wanted: Implementation,
        /// What there is.
        there: Vec<Implementation>,
    },
    /// An invalid option.
    #[error("{error}: {}", .error.help())]
    Option {
        /// Which, and why.
        #[from]
        error: OptionError,
    },
    /// The text has errors.
    #[error("the text has errors{}", first(.0))]
    Text(Vec<Diagnostic>),
    /// The text does not say where to start.
    #[error("the text does not say where to start: `#trace _ stage {{ atoms }}.`")]
    NoStart,
}

fn did_you_mean(nearest: &Option<&str>) -> String {
    nearest.map_or(String::new(), |near| format!("; did you mean `{near}`?"))
}

fn words(there: &[Implementation]) -> String {
    there.iter().map(|one| one.word()).collect::<Vec<_>>().join(", ")
}

fn first(diagnostics: &[Diagnostic]) -> String {
    diagnostics.first().map_or(String::new(), |first| format!(": {}", first.message))
}

/// Opens a game, on the fastest engine that fits it.
///
/// ```
/// use senet_games::{OpenOptions, Source, open};
///
/// let game = open(Source::Catalogue("tic-tac-toe"), &OpenOptions::default())?;
/// assert_eq!(game.cursor().count_moves(), 9);
/// assert!(open(Source::Catalogue("tic-tac"), &OpenOptions::default()).is_err());
/// # Ok::<(), senet_games::OpenError>(())
/// ```
pub fn open(source: Source<'_>, options: &OpenOptions) -> Result<Arc<dyn DynGame>, OpenError> {
    if let Source::Catalogue(name) = source {
        let (entry, shipped) = shipped(name, options.implementation)?;
        if let Code::Rust(make) = shipped.code {
            let info = entry.named_info(shipped);
            let values = info.choose(&options.options, options.players)?;
            return Ok(make(info, &values)?);
        }
    }
    let OpenProgram { program, info, values } = program(source, options)?;
    if program.starts().is_empty() {
        return Err(OpenError::NoStart);
    }
    let start = start(&program, &values);
    let options_shown = unusual(&info, &values);
    Ok(compile(Arc::new(program), options.limits, start).into_game(info, options_shown))
}

/// A checked program, what it says about itself, and the values of its options.
#[derive(Debug)]
pub struct OpenProgram {
    /// The program, with the values of its options.
    pub program: Program,
    /// What it says about itself.
    pub info: GameInfo,
    /// The values of all options.
    pub values: OptionValues,
}

/// Opens a program: a text, or a game of the catalogue that ships as one. It is read once and checked
/// once, with its options.
pub fn program(source: Source<'_>, options: &OpenOptions) -> Result<OpenProgram, OpenError> {
    let (unchecked, info) = match source {
        Source::Text { name, text, loader } => {
            let unchecked = UncheckedProgram::parse(text, loader.map(|loader| &**loader));
            let info = program_info(name, Some(text), unchecked.header());
            (unchecked, info)
        }
        Source::Catalogue(name) => {
            let (entry, shipped) = shipped_program(name, options.implementation)?;
            let unchecked = shipped.unchecked().expect("it ships as a program");
            (unchecked, entry.named_info(shipped))
        }
    };
    let values = info.choose(&options.options, options.players);
    let header = unchecked.header();
    let declared = |name: &str| header.options.iter().any(|o| o.name == name);
    let number = |(name, value): (&str, &str)| Some((name.to_owned(), value.parse().ok()?));
    // What is wrong with the text is said before what is wrong with the options.
    let chosen = values.as_ref().ok();
    let numbers = chosen.map_or(Vec::new(), |values| {
        values.pairs().filter(|(name, _)| declared(name)).filter_map(number).collect()
    });
    let seats = chosen.map(|values| values.seats).filter(|_| header.players.0 < header.players.1);
    let checked = unchecked.check(&Options { seats, values: numbers, loader: None });
    let program = checked.program.ok_or(OpenError::Text(checked.diagnostics))?;
    Ok(OpenProgram { program, info, values: values? })
}

/// The number of the start that was chosen, from 0.
fn start(program: &Program, values: &OptionValues) -> usize {
    let own = program.game().options.iter().any(|o| o.name == "start");
    let start = values.pairs().find(|(name, _)| *name == "start" && !own);
    start.and_then(|(_, n)| n.parse::<usize>().ok()?.checked_sub(1)).unwrap_or(0)
}

fn shipped(
    name: &str,
    wanted: Option<Implementation>,
) -> Result<(&'static Entry, &'static Shipped), OpenError> {
    let unknown = || OpenError::Unknown { name: name.to_owned(), nearest: nearest(name) };
    let entry = entry(name).ok_or_else(unknown)?;
    let found = entry.get(wanted).map(|shipped| (entry, shipped));
    found.ok_or_else(|| OpenError::Implementation {
        name: name.to_owned(),
        wanted: wanted.unwrap_or(Implementation::Rules),
        there: entry.shipped.iter().map(|s| s.implementation).collect(),
    })
}

/// The implementation that was asked for, or the best one that is a program.
fn shipped_program(
    name: &str,
    wanted: Option<Implementation>,
) -> Result<(&'static Entry, &'static Shipped), OpenError> {
    let (entry, best) = shipped(name, wanted)?;
    let is_program = |one: &&Shipped| !matches!(one.code, Code::Rust(_));
    let any = || entry.shipped.iter().filter(|_| wanted.is_none()).find(is_program);
    let found = Some(best).filter(is_program).or_else(any);
    found.map(|shipped| (entry, shipped)).ok_or_else(|| OpenError::Implementation {
        name: name.to_owned(),
        wanted: Implementation::Rules,
        there: entry.shipped.iter().map(|s| s.implementation).collect(),
    })
}

/// The options whose values are not the usual ones, for records.
pub(crate) fn unusual(info: &GameInfo, values: &OptionValues) -> Vec<(String, String)> {
    let usual = |name: &str| info.options.iter().find(|o| o.name == name).map(OptionSpec::default);
    let unusual = values.pairs().filter(|(name, value)| usual(name).as_deref() != Some(value));
    unusual.map(|(name, value)| (name.to_owned(), value.to_owned())).collect()
}
