//! The options of games on the command line: `--size 11`, for a game that has a size.
//!
//! Which options there are depends on the game, so the words of the command line are looked through
//! for a game before they are understood.

use super::{Cli, Command};
use clap::{Arg, ArgMatches, CommandFactory, FromArgMatches};
use senet_game::{About, OptionSpec};
use std::ffi::OsString;

/// Reads the command line; mistakes and help end the program here.
pub(crate) fn parse() -> Cli {
    let words: Vec<OsString> = std::env::args_os().collect();
    let about = words.iter().skip(2).filter_map(|w| w.to_str()).find_map(about);
    let options = about.as_ref().map_or(&[][..], |a| &a.options);
    let mut command = Cli::command();
    for name in ["play", "match", "bot", "run", "trace", "why", "explore", "solve"] {
        command = command.mut_subcommand(name, |c| with_options(c, about.as_ref()));
    }
    let matches = command.get_matches_from(words);
    let mut cli = Cli::from_arg_matches(&matches).unwrap_or_else(|e| e.exit());
    let given = matches.subcommand().map_or(Vec::new(), |(_, m)| given(m, options));
    match &mut cli.command {
        Command::Play(args) => args.game.options = given,
        Command::Match(args) => args.game.options = given,
        Command::Bot(args) => args.game.options = given,
        Command::Run(args) => args.game.options = given,
        Command::Trace(args) => args.game.options = given,
        Command::Why(args) => args.game.options = given,
        Command::Explore(args) => args.game.options = given,
        Command::Solve(args) => args.game.options = given,
        Command::Export(args) => args.game.options = given,
        _ => {}
    }
    cli
}

/// The game that a word of the command line names, if it does and if the game has options.
fn about(word: &str) -> Option<About> {
    if let Some(about) = senet_games::about(word) {
        return Some(about.clone());
    }
    let path = std::path::Path::new(word);
    if path.extension().is_none_or(|e| e != "cep") || !path.is_file() {
        return None;
    }
    // What is wrong with the file is said by the command that reads it in earnest.
    let text = crate::input::read(word).ok()?.text;
    let program =
        text.contains("#option").then(|| senet_program::check(&text, &Default::default()));
    let program = program.and_then(|checked| checked.program)?;
    Some(senet_games::about_program(word, &text, &program))
}

fn with_options(mut command: clap::Command, about: Option<&About>) -> clap::Command {
    let Some(about) = about else {
        return command;
    };
    for option in &about.options {
        let taken = |a: &Arg| a.get_long() == Some(&option.name);
        if option.name == "help" || command.get_arguments().any(taken) {
            continue;
        }
        let help = format!("{}: {} [default: {}]", option.about, option.range(), option.default());
        let arg = Arg::new(id(option))
            .long(option.name.clone())
            .value_name("VALUE")
            .help(help)
            .help_heading(format!("Options of {}", about.title));
        command = command.arg(arg);
    }
    command
}

/// What the option is called among the arguments, where no flag of the command is called so.
fn id(option: &OptionSpec) -> String {
    format!("option {}", option.name)
}

fn given(matches: &ArgMatches, options: &[OptionSpec]) -> Vec<(String, String)> {
    let value = |o: &OptionSpec| match matches.try_get_one::<String>(&id(o)) {
        Ok(Some(value)) => Some((o.name.clone(), value.clone())),
        // An option of the command itself, which has its own way.
        _ => None,
    };
    options.iter().filter_map(value).collect()
}
