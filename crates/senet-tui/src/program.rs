//! A program that is one game: its command line, and playing it.

use crate::plain::{Left, play};
use crate::seats::sit;
use crate::terminal::Terminal;
use clap::{Arg, ArgAction, ArgMatches, Command};
use senet_game::{About, Listed};
use senet_match::{Match, Record, Setting, Table};
use std::ffi::OsString;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

/// What is asked for on the command line of a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Asked {
    options: Vec<(String, String)>,
    players: Option<usize>,
    seats: Vec<String>,
    swap: bool,
    clock: Option<String>,
    seed: Option<u64>,
}

/// Reads the arguments of this process, and plays a game in the terminal.
pub fn main_of<G: Listed>() -> ExitCode {
    let asked = Asked::read(&G::about(), std::env::args_os()).unwrap_or_else(|e| e.exit());
    match begin::<G>(&asked) {
        Ok(table) => match play(table, &mut Terminal::new(Box::new(again::<G>))).1 {
            Left::Over | Left::Early => ExitCode::SUCCESS,
            Left::Stopped(_) => ExitCode::from(1),
        },
        Err(why) => {
            let _ =
                std::io::Write::write_all(&mut anstream::stderr(), format!("{why}\n").as_bytes());
            ExitCode::from(2)
        }
    }
}

fn begin<G: Listed>(asked: &Asked) -> Result<Box<dyn Table>, String> {
    let about = G::about();
    let chosen = about.choose(&asked.options, asked.players).map_err(|e| e.to_string())?;
    let game = G::with(&chosen).map_err(|e| e.to_string())?;
    let clock = asked.clock.as_deref().map(str::parse).transpose();
    let clock = clock.map_err(|e: senet_match::BadClock| e.to_string())?;
    let setting = Setting {
        game: about.name,
        title: about.title,
        options: chosen.pairs().map(|(n, v)| (n.to_owned(), v.to_owned())).collect(),
        swap: asked.swap,
        clock,
        seed: asked.seed.unwrap_or_else(some_seed),
        ..Setting::default()
    };
    let table = Match::new(Arc::new(game), setting).map_err(|e| e.to_string())?;
    let mut table: Box<dyn Table> = Box::new(table);
    sit(&mut *table, &asked.seats)?;
    Ok(table)
}

/// A record of this game, played again with the options it was played with.
fn again<G: Listed>(record: &Record) -> Result<Box<dyn Table>, String> {
    let about = G::about();
    let setting = &record.setting;
    if setting.game != about.name {
        return Err(format!("it is a game of {}, not of {}", setting.game, about.name));
    }
    let players = Some(setting.sitters.len()).filter(|n| *n > 0);
    let chosen = about.choose(&setting.options, players).map_err(|e| e.to_string())?;
    let game = G::with(&chosen).map_err(|e| e.to_string())?;
    Ok(Box::new(Match::replay(Arc::new(game), record).map_err(|e| e.to_string())?))
}

/// A seed that nobody knows.
fn some_seed() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    now.map_or(0, |d| d.as_nanos() as u64)
}

impl Asked {
    /// Reads arguments, the name of the program first. An error, or help that was asked for, is to be
    /// shown.
    pub fn read(
        about: &About,
        words: impl IntoIterator<Item = OsString>,
    ) -> Result<Asked, clap::Error> {
        let matches = command(about).try_get_matches_from(words)?;
        let text = |name: &str| matches.get_one::<String>(name).cloned();
        let option = |name: &String| Some((name.clone(), text(name)?));
        let names = about.options.iter().map(|o| &o.name).filter(|name| !is_ours(name));
        Ok(Asked {
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

fn command(about: &About) -> Command {
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
        Arg::new("seed")
            .long("seed")
            .value_name("N")
            .value_parser(number)
            .help("The seed of all chances"),
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
    use super::Asked;
    use senet_game::{About, OptionSpec};

    fn read(words: &[&str]) -> Result<Asked, String> {
        let about = About {
            name: "hex".to_owned(),
            title: "Hex".to_owned(),
            rules: "Join two sides.".to_owned(),
            players: (2, 2),
            options: vec![OptionSpec::number("size", "cells along each side", 1, 19, 11)],
            tags: Vec::new(),
            origin: String::new(),
        };
        let words = ["hex"].iter().chain(words).map(Into::into);
        Asked::read(&about, words).map_err(|e| e.to_string())
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
