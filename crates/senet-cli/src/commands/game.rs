//! Opening any game, from text or Rust, for a command that can deal with all of them.

use crate::cli::GameArgs;
use crate::failure::{BAD_PROGRAM, Failure};
use crate::include::beside;
use crate::{input, report};
use senet_games::{NoGame, Source, Visit, Wanted, visit};
use senet_program::Options;

/// What came of it.
pub(crate) enum Opened<T> {
    /// The visitor was there.
    Done(T),
    /// The text is bad, and that was said: the exit code.
    Bad(u8),
}

/// The text of the user's own file, unless the game is one of the catalogue.
pub(crate) fn read(game: &str) -> Result<Option<input::Source>, Failure> {
    let known = senet_games::is_known(game) && !std::path::Path::new(game).is_file();
    if known { Ok(None) } else { input::read_game(game).map(Some) }
}

/// What is asked for on the command line.
pub(crate) fn wanted(args: &GameArgs) -> Wanted {
    let mut options = args.options.clone();
    options.extend(args.start.map(|n| ("start".to_owned(), n.to_string())));
    Wanted { options, players: args.players, limits: args.limits.budgets() }
}

/// Hands the game that is asked for to a visitor.
pub(crate) fn open<V: Visit>(args: &GameArgs, visitor: V) -> Result<Opened<V::Out>, Failure> {
    let own = read(&args.game)?;
    with(&args.game, own.as_ref(), |source| visit(source, &wanted(args), visitor))
}

/// Does something with a game, with a clear word for whatever is in the way.
pub(crate) fn with<T>(
    game: &str,
    own: Option<&input::Source>,
    open: impl FnOnce(Source<'_>) -> Result<T, NoGame>,
) -> Result<Opened<T>, Failure> {
    let loader = own.and_then(|own| beside(own, &Options::default()).loader);
    let source = match own {
        Some(own) => Source::Text { name: game, text: &own.text, loader: loader.as_ref() },
        None => Source::Catalogue(game),
    };
    match open(source) {
        Ok(done) => Ok(Opened::Done(done)),
        Err(NoGame::Text(diagnostics)) => {
            if let Some(own) = own {
                report::show(own, &diagnostics, Some(50));
            }
            Ok(Opened::Bad(BAD_PROGRAM))
        }
        Err(NoGame::Option(bad)) => Err(Failure::usage(bad.message).help(bad.help)),
        Err(NoGame::NoStart) => {
            Err(Failure::usage(format!("`{game}` does not say where to start"))
                .help("write `#trace _ stage { atoms }.`"))
        }
        Err(other) => Err(Failure::usage(other.to_string())),
    }
}
