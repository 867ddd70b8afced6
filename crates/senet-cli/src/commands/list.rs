//! `senet list`: the games that are built in.

use crate::cli::{ListArgs, ReportFormat};
use crate::failure::Outcome;
use crate::output;
use senet_game::About;
use serde::Serialize;

#[derive(Serialize)]
struct Entry {
    name: &'static str,
    title: &'static str,
    /// How few and how many may play.
    players: (usize, usize),
    about: &'static str,
    options: Vec<Choice>,
    tags: &'static [String],
    origin: &'static str,
}

#[derive(Serialize)]
struct Choice {
    name: &'static str,
    about: &'static str,
    values: String,
    default: String,
}

pub(crate) fn run(args: &ListArgs) -> Outcome {
    let wanted = args.filter.as_deref().unwrap_or("").to_lowercase();
    let fits = |e: &Entry| {
        let all = format!("{} {} {} {}", e.name, e.title, e.about, e.tags.join(" "));
        all.to_lowercase().contains(&wanted)
    };
    let entries: Vec<Entry> = senet_games::abouts().iter().map(entry).filter(fits).collect();
    if entries.is_empty() {
        output::message(&format!("no game has `{wanted}` in its name, title, rules or tags"));
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

fn entry(about: &'static About) -> Entry {
    let options = about.options.iter().map(|o| Choice {
        name: &o.name,
        about: &o.about,
        values: o.range(),
        default: o.default(),
    });
    Entry {
        name: &about.name,
        title: &about.title,
        players: about.players,
        about: &about.rules,
        options: options.collect(),
        tags: &about.tags,
        origin: &about.origin,
    }
}

/// Up to the first full stop.
fn sentence(text: &str) -> &str {
    text.find(". ").map_or(text, |at| &text[..=at])
}

fn table(entries: &[Entry]) -> String {
    let wide = |f: fn(&Entry) -> &str| entries.iter().map(|e| f(e).chars().count()).max();
    let name = wide(|e| e.name).unwrap_or(0);
    let title = wide(|e| e.title).unwrap_or(0);
    let each = entries.iter().map(|e| {
        let players = match e.players {
            (least, most) if least == most => least.to_string(),
            (least, most) => format!("{least}-{most}"),
        };
        let line =
            format!("{:name$}  {:title$}  {players:>3}  {}", e.name, e.title, sentence(e.about));
        line.trim_end().to_owned() + "\n"
    });
    each.collect()
}
