//! A program that is one game: its command line, and playing it.

use crate::environment::SystemEnvironment;
use crate::participants::sit;
use crate::plain::{PlayEnd, play};
use crate::terminal::Terminal;
use clap::{Arg, ArgAction, ArgMatches, Command};
use senet_game::{DynGame, GameInfo, OptionError};
use senet_match::{Match, MatchConfig, Record};
use std::ffi::OsString;
use std::io::Write;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

/// What is asked for on the command line of a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GameArguments {
    options: Vec<(String, String)>,
    players: Option<usize>,
    seats: Vec<String>,
    swap: bool,
    clock: Option<String>,
    seed: Option<u64>,
}

/// Makes the game with these options and this number of players.
pub type MakeGame<'a> =
    &'a dyn Fn(&[(String, String)], Option<usize>) -> Result<Arc<dyn DynGame>, OptionError>;

/// Reads the arguments of this process, and plays a game in the terminal. `info` is what the game
/// says about itself; `make` makes it with the options that were asked for.
pub fn main_of(info: &GameInfo, make: MakeGame<'_>) -> ExitCode {
    let asked = GameArguments::read(info, std::env::args_os()).unwrap_or_else(|e| e.exit());
    let again = |record: &Record| replay(info, make, record);
    match begin(make, &asked) {
        Ok(playing) => match play(playing, &mut Terminal::new(Box::new(again))).1 {
            PlayEnd::Over | PlayEnd::Early => ExitCode::SUCCESS,
            PlayEnd::Stopped(_) => ExitCode::from(1),
            PlayEnd::Failed(why) => failed(&why.to_string(), 1),
        },
        Err(why) => failed(&why, 2),
    }
}

/// Says what went wrong; the exit code for it.
pub fn fail(why: &str) -> ExitCode {
    failed(why, 1)
}

/// Says something that is no failure.
pub fn say(text: &str) {
    // What was typed and the names of files are repeated, and a terminal must not obey them. Nothing can be done
    // if standard error is full.
    let _ = writeln!(std::io::stderr(), "{}", senet_draw::harmless(text));
}

fn failed(why: &str, code: u8) -> ExitCode {
    say(why);
    ExitCode::from(code)
}

fn begin(make: MakeGame<'_>, asked: &GameArguments) -> Result<Match, String> {
    let game = make(&asked.options, asked.players).map_err(|e| format!("{e}: {}", e.help()))?;
    let clock = asked.clock.as_deref().map(str::parse).transpose();
    let clock = clock.map_err(|e: senet_match::ClockError| e.to_string())?;
    let config = MatchConfig {
        swap: asked.swap,
        clock,
        seed: asked.seed.unwrap_or_else(some_seed),
        ..MatchConfig::default()
    };
    let mut playing = Match::new(game, config).map_err(|e| e.to_string())?;
    let environment = SystemEnvironment::new(Arc::default());
    sit(&mut playing, &asked.seats, None, &environment).map_err(|e| e.to_string())?;
    Ok(playing)
}

/// A record of this game, played again with the options it was played with.
fn replay(info: &GameInfo, make: MakeGame<'_>, record: &Record) -> Result<Match, String> {
    if record.game != info.name {
        return Err(format!("it is a game of {}, not of {}", record.game, info.name));
    }
    let players = Some(record.config.participants.len()).filter(|n| *n > 0);
    let game = make(&record.options, players).map_err(|e| e.to_string())?;
    Match::replay(game, record).map_err(|e| e.to_string())
}

/// A random seed.
fn some_seed() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    now.map_or(0, |d| d.as_nanos() as u64)
}

impl GameArguments {
    /// Reads arguments, the name of the program first. An error, or help that was asked for, is to be
    /// shown.
    pub fn read(
        about: &GameInfo,
        words: impl IntoIterator<Item = OsString>,
    ) -> Result<GameArguments, clap::Error> {
        let matches = command(about).try_get_matches_from(words)?;
        let text = |name: &str| matches.get_one::<String>(name).cloned();
        let option = |name: &String| Some((name.clone(), text(name)?));
        let names = about.options.iter().map(|o| &o.name).filter(|name| !is_ours(name));
        Ok(GameArguments {
            options: names.filter_map(option).collect(),
            players: number(&matches, "players").map(|n| n as usize),
            seats: matches.get_many("seat").map_or(Vec::new(), |s| s.cloned().collect()),
            swap: matches.get_flag("swap"),
            clock: text("clock"),
            seed: number(&matches, "seed"),
        })
    }
}

fn number(matches: &ArgMatches, name: &str) -> Option<u64> {
    matches.get_one(name).copied()
}

/// Whether every game has an option of this name, so that a game's own is not asked for.
fn is_ours(name: &str) -> bool {
    ["seat", "swap", "clock", "seed", "players", "help"].contains(&name)
}

fn command(about: &GameInfo) -> Command {
    let number = clap::value_parser!(u64);
    let ours = [
        Arg::new("seat")
            .long("seat")
            .value_name("SEAT=WHO")
            .action(ArgAction::Append)
            .help("Who plays a seat: 2=random, 2=mcts:1s, 1=human:Ann"),
        Arg::new("swap")
            .long("swap")
            .action(ArgAction::SetTrue)
            .help("The second player may take the first player's seat after the first move"),
        Arg::new("clock")
            .long("clock")
            .value_name("S+S")
            .help("Seconds for the game, and seconds more for each move"),
        Arg::new("seed").long("seed").value_name("N").value_parser(number).help("Random seed"),
        Arg::new("players")
            .long("players")
            .value_name("N")
            .value_parser(number)
            .help("How many play"),
    ];
    let theirs = about.options.iter().filter(|o| !is_ours(&o.name)).map(|o| {
        let help = format!("{}: {} [default: {}]", o.about, o.range(), o.default());
        Arg::new(o.name.clone()).long(o.name.clone()).value_name("VALUE").help(help)
    });
    let heading = format!("{}. {}", about.title, about.rules);
    Command::new(about.name.clone()).about(heading).args(ours).args(theirs)
}

#[cfg(test)]
mod tests {
    use super::GameArguments;
    use senet_game::{GameInfo, OptionSpec};

    fn read(words: &[&str]) -> Result<GameArguments, String> {
        let about = GameInfo {
            name: "hex".to_owned(),
            title: "Hex".to_owned(),
            rules: "Join two sides.".to_owned(),
            players: (2, 2),
            options: vec![OptionSpec::number("size", "cells along each side", 1, 19, 11)],
            ..GameInfo::default()
        };
        let words = ["hex"].iter().chain(words).map(Into::into);
        GameArguments::read(&about, words).map_err(|e| e.to_string())
    }

    #[test]
    fn options_of_the_game_stand_beside_those_of_all_games() {
        let asked = read(&["--size", "5", "--seat", "2=random", "--seed", "7", "--swap"]).unwrap();
        assert_eq!(asked.options, [("size".to_owned(), "5".to_owned())]);
        assert_eq!(
            (asked.seats.as_slice(), asked.seed, asked.swap),
            (&["2=random".to_owned()][..], Some(7), true)
        );
    }

    #[test]
    fn help_tells_the_rules_and_what_can_be_chosen() {
        let help = read(&["--help"]).unwrap_err();
        for words in [
            "Hex. Join two sides.",
            "--size <VALUE>",
            "cells along each side: 1 to 19 [default: 11]",
        ] {
            assert!(help.contains(words), "{help}");
        }
        assert!(read(&["--siez", "5"]).unwrap_err().contains("--size"));
    }
}
