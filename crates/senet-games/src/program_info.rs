//! Games from text: what a program says about itself as a game.

use senet_game::{GameInfo, OptionSpec};
use senet_program::{GameOption, ProgramHeader, UncheckedProgram};

/// What a program says about itself as a game; `text` is read for its first comment, if it has one.
pub fn program_info(name: &str, text: Option<&str>, header: ProgramHeader) -> GameInfo {
    let option = |o: &GameOption| {
        OptionSpec::number(&o.name, &o.name.replace('-', " "), o.low, o.high, o.default)
    };
    let mut options: Vec<OptionSpec> = header.options.iter().map(option).collect();
    let starts = header.starts as u64;
    if starts > 1 && options.iter().all(|o| o.name != "start") {
        options.push(OptionSpec::number("start", "which start, or level", 1, starts, 1));
    }
    let mut tags = header.tags;
    tags.push("text".to_owned());
    if header.hides && !tags.iter().any(|t| t == "hidden") {
        tags.push("hidden".to_owned());
    }
    GameInfo {
        name: name.to_owned(),
        title: header.title.unwrap_or_else(|| name.to_owned()),
        rules: header.about.unwrap_or_else(|| text.map_or(String::new(), comment)),
        players: header.players,
        options,
        tags,
        origin: header.origin.unwrap_or_default(),
        implementation: None,
    }
}

/// What a text says about itself as a game, without opening it.
pub fn text_info(name: &str, text: &str) -> GameInfo {
    program_info(name, Some(text), UncheckedProgram::parse(text, None).header())
}

/// The first comment of a text, for games that say nothing else about themselves.
fn comment(text: &str) -> String {
    let lines = text.lines().skip_while(|l| !l.starts_with('%'));
    let lines = lines.map_while(|l| l.strip_prefix('%').map(str::trim));
    let words: Vec<&str> = lines.take_while(|l| !l.is_empty()).collect();
    words.join(" ")
}
