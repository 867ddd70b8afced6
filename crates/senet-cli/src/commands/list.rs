//! `senet list`: the games that are built in.

use crate::cli::{ListArgs, ListFormat};
use crate::failure::Outcome;
use crate::output;
use senet_game::GameInfo;
use senet_games::Implementation;
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
    /// How it is written, the best implementation first.
    implementations: Vec<&'static str>,
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
    let mut entries: Vec<Entry> = senet_games::infos().map(entry).filter(fits).collect();
    let exact = entries.iter().position(|e| e.name == wanted);
    if let Some(at) = exact {
        entries = vec![entries.swap_remove(at)];
    }
    if entries.is_empty() {
        output::message(&format!("no game has `{wanted}` in its name, title, rules or tags"));
    }
    let text = match (args.format, exact) {
        (ListFormat::Json, _) => {
            serde_json::to_string_pretty(&entries).expect("entries are plain data") + "\n"
        }
        (ListFormat::Markdown, _) => markdown(&entries),
        (ListFormat::Text, Some(_)) => entries.iter().map(page).collect(),
        (ListFormat::Text, None) => table(&entries),
    };
    output::data(&text);
    Ok(0)
}

fn entry(info: &'static GameInfo) -> Entry {
    let options = info.options.iter().map(|o| Choice {
        name: &o.name,
        about: &o.about,
        values: o.range(),
        default: o.default(),
    });
    Entry {
        name: &info.name,
        title: &info.title,
        players: info.players,
        about: &info.rules,
        options: options.collect(),
        tags: &info.tags,
        origin: &info.origin,
        implementations: senet_games::implementations(&info.name)
            .into_iter()
            .map(Implementation::word)
            .collect(),
    }
}

/// The first sentences, up to one that tells something.
fn sentences(text: &str) -> &str {
    let mut ends = text.match_indices(". ").map(|(at, _)| at + 1);
    ends.find(|end| *end > 45).map_or(text, |end| &text[..end])
}

/// How many may play: `2` or `2-4`.
fn players(entry: &Entry) -> String {
    match entry.players {
        (least, most) if least == most => least.to_string(),
        (least, most) => format!("{least}-{most}"),
    }
}

fn table(entries: &[Entry]) -> String {
    let wide = |f: fn(&Entry) -> &str| entries.iter().map(|e| f(e).chars().count()).max();
    let name = wide(|e| e.name).unwrap_or(0);
    let title = wide(|e| e.title).unwrap_or(0);
    let each = entries.iter().map(|e| {
        let (players, about) = (players(e), sentences(e.about));
        let line = format!("{:name$}  {:title$}  {players:>3}  {about}", e.name, e.title);
        line.trim_end().to_owned() + "\n"
    });
    each.collect()
}

/// All about one game.
fn page(entry: &Entry) -> String {
    let mut out = format!("{}\n\n{}\n\n", entry.title, entry.about);
    out.push_str(&format!("players  {}\n", players(entry)));
    for option in &entry.options {
        let Choice { name, about, values, default } = option;
        out.push_str(&format!("--{name}  {about}: {values} [default: {default}]\n"));
    }
    out.push_str(&format!("tags     {}\n", entry.tags.join(", ")));
    if !entry.origin.is_empty() {
        out.push_str(&format!("origin   {}\n", entry.origin));
    }
    if entry.implementations.len() > 1 {
        out.push_str(&format!("--as     {}\n", entry.implementations.join(", ")));
    }
    out + &format!("\nsenet play {}\n", entry.name)
}

/// The list as a page of the documentation.
fn markdown(entries: &[Entry]) -> String {
    let mut out = String::from(
        "# The games that come with Senet\n\n\
         `senet play NAME` plays one of them, and `senet list NAME` tells more. A test writes this \
         page, from\nwhat the games say about themselves.\n\n\
         | name | game | players | options |\n|---|---|---|---|\n",
    );
    for entry in entries {
        let option = |o: &Choice| format!("`--{}` {}", o.name, o.values);
        let options: Vec<String> = entry.options.iter().map(option).collect();
        let Entry { name, title, about, .. } = entry;
        let (players, options) = (players(entry), options.join(", "));
        let about = about.replace('|', "\\|").replace('\n', " ");
        out.push_str(&format!("| `{name}` | **{title}.** {about} | {players} | {options} |\n"));
    }
    out
}
