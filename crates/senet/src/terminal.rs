//! Whole programs for the terminal.

use senet_game::{DynGame, GameInfo, Listed, OptionError};
use senet_match::{Match, Record};
use senet_tui::{PlayEnd, Terminal};
use std::process::ExitCode;
use std::sync::Arc;

/// Plays a match in the terminal, to its end or until a person leaves.
///
/// ```no_run
/// # fn example(game: std::sync::Arc<dyn senet::DynGame>) -> Result<(), Box<dyn std::error::Error>> {
/// use senet::{Bot, Match, Person, play};
///
/// play(Match::builder(game).seat(Person).seat(Bot::level(5)).build()?);
/// # Ok(())
/// # }
/// ```
pub fn play(playing: Match) -> PlayEnd {
    let game = Arc::clone(playing.game());
    let replay = move |record: &Record| {
        let title = &game.info().name;
        if record.game != *title {
            return Err(format!("it is a game of {}, not of {title}", record.game));
        }
        Match::replay(Arc::clone(&game), record).map_err(|e| e.to_string())
    };
    senet_tui::play(playing, &mut Terminal::new(Box::new(replay))).1
}

/// The program of one game that is a [`Listed`] type; what [`main!`](crate::main!) calls.
///
/// ```no_run
/// # use senet::Listed;
/// # fn example<MyGame: Listed>() -> std::process::ExitCode {
/// senet::run::<MyGame>()
/// # }
/// ```
pub fn run<G: Listed>() -> ExitCode {
    #[cfg(feature = "web")]
    if let Some(words) = crate::web::serve_arguments() {
        let make = |options: &[(String, String)], players| crate::listed::<G>(options, players);
        return crate::web::serve(words, G::info(), Arc::new(make));
    }
    senet_tui::main_of(&G::info(), &crate::listed::<G>)
}

/// The program of one game that has no options; what [`main!`](crate::main!) calls.
///
/// ```no_run
/// # fn example(text: &str) -> Result<std::process::ExitCode, senet::ProgramError> {
/// let game = senet::Program::parse(text)?.compile(Default::default())?;
/// # Ok(
/// senet::run_game(Ok::<_, std::convert::Infallible>(game.game()))
/// # )
/// # }
/// ```
pub fn run_game<E: std::error::Error>(game: Result<Arc<dyn DynGame>, E>) -> ExitCode {
    match game {
        Ok(game) => {
            let info: GameInfo = game.info().clone();
            #[cfg(feature = "web")]
            if let Some(words) = crate::web::serve_arguments() {
                let (own, about) = (Arc::clone(&game), info.clone());
                let make = move |options: &[(String, String)], players| {
                    about.choose(options, players).map(|_| Arc::clone(&own))
                };
                return crate::web::serve(words, info, Arc::new(make));
            }
            let make = |options: &[(String, String)], players| -> Result<_, OptionError> {
                info.choose(options, players).map(|_| Arc::clone(&game))
            };
            senet_tui::main_of(&info, &make)
        }
        Err(why) => senet_tui::fail(&why.to_string()),
    }
}

/// The `main` of a program that is one game: a `game!` or a positional game by its type, a
/// [grid](crate::grid) or [rules as text](crate::Program) by a value.
///
/// ```no_run
/// # mod game {
/// senet::game! {
///     /// Take one, two or three sticks. Whoever takes the last one wins.
///     pub game Sticks;
///
///     player: Ann | Bob;
///     state: { sticks: u8 }
///     move: One | Two | Three;
///     valid: |game, mv| game.sticks > mv as u8;
///     outcome: {
///         win: |game| game.sticks == 0,
///         else: |game, mv| game.sticks -= mv as u8 + 1,
///     }
///     initial: { sticks: 15, turn: Ann }
/// }
/// # }
/// # use game::Sticks;
///
/// senet::main!(Sticks);
/// ```
///
/// ```no_run
/// # const RULES: &str = "";
/// senet::main!(rules RULES);
/// ```
#[macro_export]
macro_rules! main {
    (rules $rules:expr) => {
        fn main() -> ::std::process::ExitCode {
            $crate::run_game($crate::Program::parse($rules).and_then(|program| {
                program
                    .compile(::core::default::Default::default())
                    .map(::core::convert::Into::into)
            }))
        }
    };
    (grid $grid:expr) => {
        fn main() -> ::std::process::ExitCode {
            $crate::run_game($crate::grid::GridGame::game(&$grid).map(::core::convert::Into::into))
        }
    };
    ($game:ty) => {
        fn main() -> ::std::process::ExitCode {
            $crate::run::<$game>()
        }
    };
}
