//! The options of games on the command line: `--size 11`, for a game that has a size.
//!
//! Which options there are depends on the game, so the words of the command line are looked through
//! for a game before they are understood.

use super::{Cli, Command};
use crate::failure::Failure;
use crate::output;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, ArgMatches, CommandFactory, FromArgMatches};
use senet_game::{GameInfo, OptionSpec};
use std::ffi::OsString;
use std::path::Path;

/// The commands that take games.
const OF_A_GAME: [&str; 19] = [
    "play",
    "tournament",
    "match",
    "ugi",
    "bot",
    "run",
    "repl",
    "trace",
    "why",
    "explore",
    "solve",
    "prove",
    "stats",
    "sweep",
    "report",
    "bench",
    "expand",
    "build",
    "export",
];

/// Reads the command line. Help and most mistakes end the program here; what has to do with a game
/// is told by us.
pub(crate) fn parse() -> Result<Cli, Failure> {
    let words: Vec<OsString> = std::env::args_os().collect();
    let first = words.get(1).and_then(|w| w.to_str());
    let of_a_game = first.filter(|w| OF_A_GAME.contains(w));
    let about = of_a_game.and_then(|_| about(words.get(2..).unwrap_or_default()));
    let options = about.as_ref().map_or(&[][..], |a| &a.options);
    let mut command = Cli::command();
    if let (Some(name), Some(about)) = (of_a_game, &about) {
        // A hidden alias such as `match` stands for the command that it names.
        let known = command.find_subcommand(name).map(|c| c.get_name().to_owned());
        command =
            command.mut_subcommand(known.as_deref().unwrap_or(name), |c| with_options(c, about));
    }
    let matches = match command.try_get_matches_from(&words) {
        Ok(matches) => matches,
        Err(error) => {
            return Err(unknown(&error, &words, about.as_ref()).unwrap_or_else(|| leave(&error)));
        }
    };
    let mut cli = Cli::from_arg_matches(&matches).unwrap_or_else(|e| leave(&e));
    let given = matches.subcommand().map_or(Vec::new(), |(_, m)| given(m, options));
    if let Some(options) = options_of(&mut cli.command) {
        *options = given;
    }
    Ok(cli)
}

/// Prints help, the version, or what is wrong with the command line. Unlike clap's own `exit`, it
/// notices if standard output cannot be written.
fn leave(error: &clap::Error) -> ! {
    // Mistakes repeat what was typed.
    let hostile = |word: OsString| word.to_string_lossy().chars().any(char::is_control);
    let text = match std::env::args_os().any(hostile) {
        true => output::harmless(&error.render().to_string()),
        false => error.render().ansi().to_string(),
    };
    if error.use_stderr() {
        output::coloured_aside(&text);
    } else {
        output::coloured(&text);
    }
    std::process::exit(error.exit_code())
}

impl Command {
    /// The bound on memory that a command was given, in MiB.
    pub(crate) fn max_memory(&self) -> Option<u64> {
        match self {
            Command::Play(args) => args.game.limits.max_memory,
            Command::Tournament(args) => args.game.limits.max_memory,
            Command::Ugi(args) => args.game.limits.max_memory,
            Command::Run(args) => args.game.limits.max_memory,
            Command::Repl(args) => args.game.limits.max_memory,
            Command::Trace(args) => args.game.limits.max_memory,
            Command::Why(args) => args.game.limits.max_memory,
            Command::Explore(args) => args.game.limits.max_memory,
            Command::Solve(args) => args.game.limits.max_memory,
            Command::Prove(args) => args.limits.max_memory,
            Command::Stats(args) => args.game.limits.max_memory,
            Command::Sweep(args) => args.game.limits.max_memory,
            Command::Report(args) => args.game.limits.max_memory,
            Command::Bench(args) => args.limits.max_memory,
            Command::Export(args) => args.game.limits.max_memory,
            Command::Build(args) => args.game.limits.max_memory,
            _ => None,
        }
    }
}

/// Where a command keeps the options of its game.
fn options_of(command: &mut Command) -> Option<&mut Vec<(String, String)>> {
    Some(match command {
        Command::Play(args) => &mut args.game.options,
        Command::Tournament(args) => &mut args.game.options,
        Command::Ugi(args) => &mut args.game.options,
        Command::Run(args) => &mut args.game.options,
        Command::Repl(args) => &mut args.game.options,
        Command::Trace(args) => &mut args.game.options,
        Command::Why(args) => &mut args.game.options,
        Command::Explore(args) => &mut args.game.options,
        Command::Solve(args) => &mut args.game.options,
        Command::Prove(args) => &mut args.options,
        Command::Stats(args) => &mut args.game.options,
        Command::Sweep(args) => &mut args.game.options,
        Command::Report(args) => &mut args.game.options,
        Command::Bench(args) => &mut args.options,
        Command::Expand(args) => &mut args.options,
        Command::Export(args) => &mut args.game.options,
        Command::Build(args) => &mut args.game.options,
        _ => return None,
    })
}

/// An option that neither the command nor its game has, with those that the game has.
fn unknown(error: &clap::Error, words: &[OsString], about: Option<&GameInfo>) -> Option<Failure> {
    let command = words.get(1)?.to_str().filter(|w| OF_A_GAME.contains(w))?;
    let Some(ContextValue::String(word)) = error.get(ContextKind::InvalidArg) else {
        return None;
    };
    if error.kind() != ErrorKind::UnknownArgument || !word.starts_with("--") {
        return None;
    }
    let mut others = words.iter().skip(2).filter_map(|w| w.to_str());
    let game = others.find(|w| !w.starts_with('-')).filter(|_| about.is_none());
    if let Some(game) = game.filter(|game| !Path::new(game).exists()) {
        let near = senet_games::nearest(game)?;
        let help = format!("did you mean `{near}`? `senet list {near}` tells its options");
        return Some(Failure::usage(format!("there is no game `{game}`")).help(help));
    }
    let name = about.map(|a| a.name.as_str()).or(game)?;
    let message = format!("neither `senet {command}` nor `{name}` has an option `{word}`");
    let similar = match error.get(ContextKind::SuggestedArg) {
        Some(ContextValue::String(similar)) => format!("did you mean `{similar}`? "),
        _ => String::new(),
    };
    let one = |o: &OptionSpec| format!("\n    --{}  {}", o.name, described(o));
    let own: String = about.iter().flat_map(|a| &a.options).map(one).collect();
    let own = match own.as_str() {
        "" => format!("`{name}` has no options of its own"),
        all => format!("`{name}` has{all}"),
    };
    Some(Failure::usage(message).help(similar + &own))
}

/// What an option is about, its values, and its usual one.
fn described(option: &OptionSpec) -> String {
    format!("{}: {} [default: {}]", option.about, option.range(), option.default())
}

/// The game that some word of the command line names, if one does and if the game has options.
fn about(words: &[OsString]) -> Option<GameInfo> {
    let implementation = implementation(words);
    let mut words = words.iter().filter_map(|w| w.to_str()).filter(|w| !w.starts_with('-'));
    let is_file = |word: &&str| word.ends_with(".cep") && Path::new(word).is_file();
    let Some(word) = words.clone().find(is_file) else {
        return words.find_map(|word| {
            let chosen = implementation.and_then(|of| senet_games::implementation_info(word, of));
            chosen.or_else(|| senet_games::info(word)).cloned()
        });
    };
    // What is wrong with the file is said by the command that reads it in earnest.
    let text = crate::input::read(word).ok()?.text;
    let unchecked =
        text.contains("#option").then(|| senet_program::UncheckedProgram::parse(&text, None));
    Some(senet_games::program_info(word, Some(&text), unchecked?.header()))
}

/// What `--as` asks for, whose options may differ from those of the best implementation.
fn implementation(words: &[OsString]) -> Option<senet_games::Implementation> {
    let words: Vec<&str> = words.iter().filter_map(|w| w.to_str()).collect();
    let apart = words.windows(2).find(|pair| pair[0] == "--as").map(|pair| pair[1]);
    let joined = words.iter().find_map(|word| word.strip_prefix("--as="));
    apart.or(joined)?.parse().ok()
}

fn with_options(mut command: clap::Command, about: &GameInfo) -> clap::Command {
    for option in &about.options {
        let taken = |a: &Arg| a.get_long() == Some(&option.name);
        if option.name == "help" || command.get_arguments().any(taken) {
            continue;
        }
        let arg = Arg::new(id(option))
            .long(option.name.clone())
            .value_name("VALUE")
            .help(described(option))
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
