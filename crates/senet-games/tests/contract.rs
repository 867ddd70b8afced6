//! Every game of the catalogue keeps the contract, and plays as it did when its playthrough in
//! `tests/playthroughs` was written down.
//!
//! A new game has no playthrough: the test writes one and fails, so that somebody looks at it before
//! it is committed. `SENET_UPDATE=1` writes all of them anew. `SENET_GAMES="quarto chess"` looks at
//! these games alone.

#![allow(clippy::disallowed_methods, reason = "a test: it reads and writes its expectations")]

use senet_game::{About, Eye, Game, Limits, Verdict};
use senet_games::{Source, Visit, Wanted, abouts, replay, table, visit};
use senet_match::{Bot, Now, Record, Setting, Sitter, Table, Who};
use std::collections::{BTreeSet, HashSet};
use std::path::PathBuf;
use std::sync::Arc;
use testkit::contract::{Effort, hold, perft};

#[test]
fn names_are_unique_and_everything_is_said() {
    let mut names = HashSet::new();
    for about in abouts() {
        let About { name, title, rules, players, tags, origin, .. } = about;
        assert!(names.insert(name), "two games are called {name}");
        let plain = name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-');
        assert!(plain, "{name} is hard to type");
        assert!(!title.is_empty() && rules.len() > 30, "{name} says too little about itself");
        assert!(players.0 >= 1 && players.0 <= players.1, "{name} is for {players:?}");
        assert!(!tags.is_empty(), "{name} has no tags");
        assert!(!origin.is_empty(), "{name} does not say where it comes from");
    }
}

/// The games to look at: all, or those that `SENET_GAMES` names, with spaces between them.
fn wanted() -> impl Iterator<Item = &'static About> {
    let names = std::env::var("SENET_GAMES").ok();
    let named = move |about: &&About| {
        names.as_ref().is_none_or(|names| names.split_whitespace().any(|n| n == about.name))
    };
    abouts().filter(named)
}

struct Hold<'a>(&'a str, Effort);

impl Visit for Hold<'_> {
    type Out = ();

    fn visit<G: Game + 'static>(self, game: Arc<G>) {
        hold(self.0, &*game, self.1);
    }
}

#[test]
fn every_game_keeps_the_contract() {
    let effort = Effort { games: 4, plies: 30, bound: 20_000 };
    for about in wanted() {
        let (least, most) = about.players;
        for players in BTreeSet::from([least, most]) {
            let wanted = Wanted { players: Some(players), ..Wanted::default() };
            let what = format!("{} for {players}", about.name);
            visit(Source::Catalogue(&about.name), &wanted, Hold(&what, effort))
                .expect("it is there");
        }
    }
}

#[test]
fn every_value_at_the_ends_of_an_option_makes_a_game() {
    use senet_game::Values;
    let effort = Effort { games: 1, plies: 2, bound: 100_000 };
    for about in wanted() {
        for option in &about.options {
            let values = match &option.values {
                Values::Number { least, most, .. } => vec![least.to_string(), most.to_string()],
                Values::Word(words) => words.clone(),
                Values::Text { default } => vec![default.clone()],
            };
            for value in values {
                let what = format!("{} --{} {value}", about.name, option.name);
                let options = vec![(option.name.clone(), value)];
                let wanted = Wanted { options, ..Wanted::default() };
                let visited = visit(Source::Catalogue(&about.name), &wanted, Hold(&what, effort));
                // Some values do not fit the usual values of other options; that is said.
                if let Err(why) = visited {
                    assert!(why.to_string().len() > 10, "{what}: {why}");
                }
            }
        }
    }
}

/// The match of bots that stands in a playthrough.
fn playthrough(about: &About) -> Box<dyn Table> {
    let sitters = vec![Sitter { name: None, who: Who::Bot(Bot::Random) }; about.players.0];
    let setting = Setting { sitters, seed: 7, ..Setting::default() };
    let source = Source::Catalogue(&about.name);
    let mut table = table(source, &Wanted::default(), setting).expect("it is there");
    while table.go_on(&()) {}
    table
}

#[test]
fn records_replay_to_the_same_end() {
    for about in wanted() {
        let played = playthrough(about);
        let text = played.record().to_string();
        let record: Record = text.parse().unwrap_or_else(|e| panic!("{}: {e}", about.name));
        assert_eq!(record.to_string(), text, "{}", about.name);
        let again = replay(Source::Catalogue(&about.name), Limits::default(), &record);
        let again = again.unwrap_or_else(|e| panic!("{}: {e}", about.name));
        let (first, second) = (played.snapshot(Eye::All), again.snapshot(Eye::All));
        assert_eq!(first.view, second.view, "{}", about.name);
        assert_eq!(first.now, second.now, "{}", about.name);
    }
}

/// Counts leaves, as deep as that is quick.
struct Counts;

impl Visit for Counts {
    type Out = Vec<u64>;

    fn visit<G: Game + 'static>(self, game: Arc<G>) -> Vec<u64> {
        let mut counts: Vec<u64> = Vec::new();
        for depth in 1..=5 {
            let least =
                counts.last().map_or(0, |n| n * n / counts.iter().rev().nth(1).unwrap_or(&1));
            if least > 3_000 {
                break;
            }
            counts.push(perft(&*game, &game.start(), depth));
        }
        counts
    }
}

#[test]
fn playthroughs_are_as_they_were() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/playthroughs");
    let update = std::env::var_os("SENET_UPDATE").is_some();
    let mut changed = Vec::new();
    for about in wanted() {
        let source = Source::Catalogue(&about.name);
        let counts = visit(source, &Wanted::default(), Counts).expect("it is there");
        let counts: Vec<String> = counts.iter().map(u64::to_string).collect();
        let text = format!("% perft {}\n{}", counts.join(" "), short(&*playthrough(about)));
        let file = folder.join(format!("{}.txt", about.name));
        let before = std::fs::read_to_string(&file).unwrap_or_default();
        if before != text {
            if before.is_empty() || update {
                std::fs::write(&file, &text).expect("the folder can be written to");
            }
            changed.push(format!("{}: expected\n{before}\nbut it is\n{text}", about.name));
        }
    }
    assert!(changed.is_empty(), "{}", changed.join("\n"));
}

/// The record of a match, without the middle of a long one.
fn short(table: &dyn Table) -> String {
    let over = matches!(table.snapshot(Eye::Public).now, Now::Over(..));
    assert!(over, "a playthrough ends");
    let text = table.record().to_string();
    let lines: Vec<&str> = text.lines().collect();
    if lines.len() <= 80 {
        return text;
    }
    let left_out = format!("% {} lines are left out here", lines.len() - 70);
    let (first, last) = (&lines[..60], &lines[lines.len() - 10..]);
    [first, &[&left_out], last].concat().iter().map(|l| format!("{l}\n")).collect()
}

#[test]
fn nobody_wins_everything() {
    // A game that the same seat always wins at random is one whose rules are broken.
    for about in wanted().filter(|a| a.players.0 == 2) {
        let mut winners = HashSet::new();
        for seed in 0..40 {
            let sitters = vec![Sitter { name: None, who: Who::Bot(Bot::Random) }; 2];
            let setting = Setting { sitters, seed, ..Setting::default() };
            let source = Source::Catalogue(&about.name);
            let mut table = table(source, &Wanted::default(), setting).expect("it is there");
            while table.go_on(&()) {}
            if let Now::Over(outcome, _) = table.snapshot(Eye::Public).now {
                winners.insert(match outcome.verdict {
                    Verdict::Won(seats) => seats.iter().map(|s| s.0).collect::<Vec<_>>(),
                    _ => Vec::new(),
                });
            }
            if winners.len() > 1 {
                break;
            }
        }
        assert!(winners.len() > 1, "{}: {winners:?}", about.name);
    }
}
