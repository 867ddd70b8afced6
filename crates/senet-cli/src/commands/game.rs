//! Opening any game, from text or Rust, for a command that can deal with all of them.

use crate::cli::GameArgs;
use crate::failure::{BAD_PROGRAM, Failure};
use crate::include::beside;
use crate::{input, report};
use senet_compile::Compiled;
use senet_game::{DynGame, GameInfo, Limits};
use senet_games::{ImplementationError, OpenError, OpenOptions, OpenProgram, Source};
use senet_match::Record;
use senet_program::Options;
use std::sync::Arc;

/// The result of opening a game.
pub(crate) enum Opened<T> {
    /// The game.
    Ready(T),
    /// The text has errors, which were shown: the exit code.
    HasErrors(u8),
}

/// The text of the user's own file, unless the game is one of the catalogue.
pub(crate) fn read(game: &str) -> Result<Option<input::Source>, Failure> {
    let is_file = |name: &str| std::path::Path::new(name).is_file();
    if senet_games::is_known(game) && !is_file(game) {
        return Ok(None);
    }
    // `manor` is `manor.cep`, if there is nothing else of that name.
    let with_ending = format!("{game}.cep");
    let name = if !is_file(game) && is_file(&with_ending) { &with_ending } else { game };
    input::read_game(name).map(Some)
}

/// What is asked for on the command line.
pub(crate) fn open_options(args: &GameArgs) -> OpenOptions {
    let mut options = args.options.clone();
    options.extend(args.start.map(|n| ("start".to_owned(), n.to_string())));
    OpenOptions {
        options,
        players: args.players,
        implementation: args.implementation,
        limits: args.limits.game_limits(),
    }
}

/// Opens the game that is asked for.
pub(crate) fn open(args: &GameArgs) -> Result<Opened<Arc<dyn DynGame>>, Failure> {
    let own = read(&args.game)?;
    open_with(&args.game, own.as_ref(), &open_options(args))
}

/// Opens a game with some options, from the user's own text or from the catalogue.
pub(crate) fn open_with(
    game: &str,
    own: Option<&input::Source>,
    options: &OpenOptions,
) -> Result<Opened<Arc<dyn DynGame>>, Failure> {
    with(game, own, |source| senet_games::open(source, options))
}

/// How to open the game of a record.
pub(crate) fn recorded_options(record: &Record, limits: Limits) -> Result<OpenOptions, Failure> {
    let implementation = record.implementation.as_deref().map(str::parse).transpose();
    Ok(OpenOptions {
        options: record.options.clone(),
        players: Some(record.config.participants.len()).filter(|n| *n > 0),
        implementation: implementation
            .map_err(|e: ImplementationError| Failure::usage(e.to_string()))?,
        limits,
    })
}

/// A program on its engine, and what it says about itself.
pub(crate) struct ProgramOnEngine {
    pub(crate) compiled: Compiled,
    pub(crate) info: GameInfo,
}

/// Opens a game that is a program.
pub(crate) fn open_program(args: &GameArgs) -> Result<Opened<ProgramOnEngine>, Failure> {
    let own = read(&args.game)?;
    let options = open_options(args);
    let opened = with(&args.game, own.as_ref(), |source| senet_games::program(source, &options))?;
    let OpenProgram { program, info, .. } = match opened {
        Opened::Ready(opened) => opened,
        Opened::HasErrors(code) => return Ok(Opened::HasErrors(code)),
    };
    let (starts, start) = (program.starts().len(), args.start.unwrap_or(1));
    if !(1..=starts).contains(&start) {
        let message = format!("there is no start {start}: the program has {starts}");
        return Err(Failure::usage(message));
    }
    let compiled = senet_compile::compile(Arc::new(program), options.limits, start - 1);
    Ok(Opened::Ready(ProgramOnEngine { compiled, info }))
}

/// Opens a game whose text was read already.
pub(crate) fn open_text(
    game: &str,
    own: &input::Source,
    options: &OpenOptions,
) -> Result<Opened<Arc<dyn DynGame>>, Failure> {
    with(game, Some(own), |source| senet_games::open(source, options))
}

/// Does something with a game, with a clear word for whatever is in the way.
pub(crate) fn with<T>(
    game: &str,
    own: Option<&input::Source>,
    open: impl FnOnce(Source<'_>) -> Result<T, OpenError>,
) -> Result<Opened<T>, Failure> {
    let loader = own.and_then(|own| beside(own, &Options::default()).loader);
    let source = match own {
        Some(own) => Source::Text { name: game, text: &own.text, loader: loader.as_ref() },
        None => Source::Catalogue(game),
    };
    match open(source) {
        Ok(done) => Ok(Opened::Ready(done)),
        Err(OpenError::Text(diagnostics)) => {
            if let Some(own) = own {
                report::show(own, &diagnostics, Some(50));
            }
            Ok(Opened::HasErrors(BAD_PROGRAM))
        }
        Err(OpenError::Option { error }) => {
            Err(Failure::usage(error.to_string()).help(error.help()))
        }
        Err(OpenError::NoStart) => {
            Err(Failure::usage(format!("`{game}` does not say where to start"))
                .help("write `#trace _ stage { atoms }.`"))
        }
        Err(other) => Err(Failure::usage(other.to_string())),
    }
}
