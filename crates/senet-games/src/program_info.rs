//! Games from text: what a program says about itself as a game.

use senet_game::{GameInfo, OptionSpec};
use senet_program::{GameOption, Options, Program};

/// What a text says about itself; texts of the catalogue are known to be fine.
pub(crate) fn text_info(name: &str, text: &str) -> GameInfo {
    let program = senet_program::check(text, &Options::default()).program;
    let program = program.expect("a test checks every text in the catalogue");
    program_info(name, text, &program)
}

/// What a program says about itself as a game.
pub fn program_info(name: &str, text: &str, program: &Program) -> GameInfo {
    let game = program.game();
    let option = |o: &GameOption| {
        OptionSpec::number(&o.name, &o.name.replace('-', " "), o.low, o.high, o.default)
    };
    let mut options: Vec<OptionSpec> = game.options.iter().map(option).collect();
    let starts = program.starts().len() as u64;
    if starts > 1 && options.iter().all(|o| o.name != "start") {
        options.push(OptionSpec::number("start", "which start, or level", 1, starts, 1));
    }
    let mut tags = game.tags.clone();
    tags.push("text".to_owned());
    if !game.hidden.is_empty() && !tags.iter().any(|t| t == "hidden") {
        tags.push("hidden".to_owned());
    }
    GameInfo {
        name: name.to_owned(),
        title: game.title.clone().unwrap_or_else(|| name.to_owned()),
        rules: game.about.clone().unwrap_or_else(|| comment(text)),
        players: game.players.as_ref().map_or((1, 1), |p| p.range),
        options,
        tags,
        origin: game.origin.clone().unwrap_or_default(),
    }
}

/// The first comment of a text, for games that say nothing else about themselves.
fn comment(text: &str) -> String {
    let lines = text.lines().skip_while(|l| !l.starts_with('%'));
    let lines = lines.map_while(|l| l.strip_prefix('%').map(str::trim));
    let words: Vec<&str> = lines.take_while(|l| !l.is_empty()).collect();
    words.join(" ")
}
