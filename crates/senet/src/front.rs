//! The front door: the few functions that most programs need.

use senet_engine::TermGame;
use senet_game::{Game, Limits};
use senet_games::NoGame;
use senet_match::{BadSetting, Match, NoSuchBot, Setting, Sitter, Table};
use std::fmt;
use std::sync::Arc;

/// A game from its rules as text. What is wrong with the rules is in the error, as diagnostics.
pub fn text(rules: &str) -> Result<TermGame, NoGame> {
    let checked = senet_program::check(rules, &senet_program::Options::default());
    let program = checked.program.ok_or(NoGame::Text(checked.diagnostics))?;
    if program.starts().is_empty() {
        return Err(NoGame::NoStart);
    }
    Ok(TermGame::new(Arc::new(program), Limits::default(), 0))
}

/// A match that begins: `human`, or the name of a bot, for each seat in turn. Seats for which
/// nobody is named are for people.
pub fn begin<G: Game + 'static>(
    title: &str,
    game: G,
    seats: &[&str],
) -> Result<Box<dyn Table>, BadSeat> {
    seated(title, Arc::new(game), seats)
}

fn seated<G: Game + 'static>(
    title: &str,
    game: Arc<G>,
    seats: &[&str],
) -> Result<Box<dyn Table>, BadSeat> {
    let sitter = |who: &&str| Ok(Sitter { name: None, who: who.parse().map_err(BadSeat::Bot)? });
    let sitters = seats.iter().map(sitter).collect::<Result<_, BadSeat>>()?;
    let setting =
        Setting { game: title.to_owned(), title: title.to_owned(), sitters, ..Setting::default() };
    Ok(Box::new(Match::new(game, setting).map_err(BadSeat::Setting)?))
}

/// Plays a game in the terminal, to its end or until somebody leaves. Who sits where is told as for
/// [`begin`].
#[cfg(feature = "tui")]
pub fn play<G: Game + 'static>(
    title: &str,
    game: G,
    seats: &[&str],
) -> Result<senet_tui::Left, BadSeat> {
    let game = Arc::new(game);
    let table = seated(title, game.clone(), seats)?;
    let title = title.to_owned();
    let replay = move |record: &senet_match::Record| -> Result<Box<dyn Table>, String> {
        if record.setting.game != title {
            return Err(format!("it is a game of {}, not of {title}", record.setting.game));
        }
        let again = Match::replay(game.clone(), record).map_err(|e| e.to_string())?;
        Ok(Box::new(again))
    };
    let mut terminal = senet_tui::Terminal::new(Box::new(replay));
    Ok(senet_tui::play(table, &mut terminal).1)
}

/// A whole program for one game: reads the arguments and plays in the terminal. `--help` tells what
/// can be chosen, and the options of the game are among it. Usually called by [`main!`](crate::main!).
#[cfg(feature = "tui")]
pub fn run<G: senet_game::Listed>() -> std::process::ExitCode {
    senet_tui::main_of::<G>()
}

/// The `main` of a program that is one game.
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
#[cfg(feature = "tui")]
#[macro_export]
macro_rules! main {
    ($game:ty) => {
        fn main() -> ::std::process::ExitCode {
            $crate::run::<$game>()
        }
    };
}

/// Who cannot sit there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BadSeat {
    /// Nobody has this name.
    Bot(NoSuchBot),
    /// The game has not so many seats.
    Setting(BadSetting),
}

impl fmt::Display for BadSeat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BadSeat::Bot(bad) => write!(f, "{bad}"),
            BadSeat::Setting(bad) => write!(f, "{bad}"),
        }
    }
}

impl std::error::Error for BadSeat {}
