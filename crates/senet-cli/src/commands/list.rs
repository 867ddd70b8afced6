//! `senet list`: the games that are built in.

use crate::catalogue::GAMES;
use crate::cli::{ListArgs, ReportFormat};
use crate::failure::Outcome;
use crate::output;
use senet_program::{Options, Program};
use serde::Serialize;

#[derive(Serialize)]
struct Entry {
    name: &'static str,
    title: String,
    /// How few and how many may play.
    players: (usize, usize),
    about: String,
}

pub(crate) fn run(args: &ListArgs) -> Outcome {
    let wanted = args.filter.as_deref().unwrap_or("").to_lowercase();
    let entries = GAMES.iter().map(|(name, text)| entry(name, text));
    let fits = |e: &Entry| {
        let all = format!("{} {} {}", e.name, e.title, e.about);
        all.to_lowercase().contains(&wanted)
    };
    let entries: Vec<Entry> = entries.filter(fits).collect();
    if entries.is_empty() {
        output::message(&format!("no game has `{wanted}` in its name, title or description"));
    }
    match args.format {
        ReportFormat::Json => {
            let json = serde_json::to_string_pretty(&entries).expect("entries are plain data");
            output::data(&format!("{json}\n"));
        }
        ReportFormat::Text => output::data(&table(&entries)),
    }
    Ok(0)
}

fn entry(name: &'static str, text: &str) -> Entry {
    let program = senet_program::check(text, &Options::default()).program;
    let game = program.as_ref().map(Program::game);
    let about = game.and_then(|g| g.about.clone());
    let players = game.and_then(|g| g.players.as_ref());
    Entry {
        name,
        title: game.and_then(|g| g.title.clone()).unwrap_or_default(),
        players: players.map_or((1, 1), |p| p.range),
        about: about.unwrap_or_else(|| comment(text)),
    }
}

/// The first comment of a text, for games that say nothing else about themselves.
fn comment(text: &str) -> String {
    let lines = text.lines().skip_while(|l| !l.starts_with('%'));
    let lines = lines.map_while(|l| l.strip_prefix('%').map(str::trim));
    let words: Vec<&str> = lines.take_while(|l| !l.is_empty()).collect();
    words.join(" ")
}

/// Up to the first full stop.
fn sentence(text: &str) -> &str {
    text.find(". ").map_or(text, |at| &text[..=at])
}

fn table(entries: &[Entry]) -> String {
    let wide = |f: fn(&Entry) -> &str| entries.iter().map(|e| f(e).chars().count()).max();
    let name = wide(|e| e.name).unwrap_or(0);
    let title = wide(|e| &e.title).unwrap_or(0);
    let each = entries.iter().map(|e| {
        let players = match e.players {
            (least, most) if least == most => least.to_string(),
            (least, most) => format!("{least}-{most}"),
        };
        let line =
            format!("{:name$}  {:title$}  {players:>3}  {}", e.name, e.title, sentence(&e.about));
        line.trim_end().to_owned() + "\n"
    });
    each.collect()
}
