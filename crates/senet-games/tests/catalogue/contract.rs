//! Every implementation of every game of the catalogue keeps the contract, and plays as it did when its playthrough in
//! `tests/playthroughs` was written down.
//!
//! A new game has no playthrough: the test writes one and fails, so that somebody looks at it before
//! it is committed. `SENET_UPDATE=1` writes all of them anew. `SENET_GAMES="quarto chess"` looks at
//! these games alone.

#![allow(clippy::disallowed_methods, reason = "a test: it reads and writes its expectations")]

use crate::support::plays;
use senet_game::{DynGame, GameInfo, Observer, OptionError, Verdict};
use senet_games::{Implementation, OpenError, OpenOptions, Source, implementations, infos, open};
use senet_match::{Bot, Match, MatchConfig, MatchStatus, Participant, Record};
use std::collections::{BTreeSet, HashSet};
use std::path::PathBuf;
use std::sync::Arc;
use testkit::contract::{ContractLimits, check_contract};

#[test]
fn names_are_unique_and_everything_is_said() {
    let (mut names, mut titles) = (HashSet::new(), HashSet::new());
    for info in infos() {
        let GameInfo { name, title, rules, players, tags, origin, .. } = info;
        assert!(names.insert(name), "two games are called {name}");
        assert!(titles.insert(title), "two games have the title {title}");
        let plain = name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-');
        assert!(plain, "{name} is hard to type");
        assert!(!title.is_empty() && rules.len() > 30, "{name} says too little about itself");
        // These words are read on the page and in the terminal alike.
        assert!(!rules.contains("--"), "{name} speaks of a command line in its rules");
        assert!(players.0 >= 1 && players.0 <= players.1, "{name} is for {players:?}");
        assert!(!tags.is_empty(), "{name} has no tags");
        assert!(!origin.is_empty(), "{name} does not say where it comes from");
    }
}

/// The games to look at: all, or those that `SENET_GAMES` names, with spaces between them.
fn wanted() -> impl Iterator<Item = &'static GameInfo> {
    let names = std::env::var("SENET_GAMES").ok();
    let named = move |info: &&GameInfo| {
        names.as_ref().is_none_or(|names| names.split_whitespace().any(|n| n == info.name))
    };
    infos().filter(named)
}

/// Every implementation of the games to look at.
fn shipped() -> impl Iterator<Item = (&'static GameInfo, Implementation)> {
    wanted().flat_map(|info| implementations(&info.name).into_iter().map(move |how| (info, how)))
}

fn opened(name: &str, how: Implementation) -> Arc<dyn DynGame> {
    let options = OpenOptions { implementation: Some(how), ..OpenOptions::default() };
    open(Source::Catalogue(name), &options).unwrap_or_else(|e| panic!("{name} as {how}: {e}"))
}

#[test]
fn every_game_keeps_the_contract() {
    let limits = ContractLimits { games: 4, plies: 30, bound: 20_000 };
    for (info, how) in shipped() {
        // An implementation may be for fewer players than the best one.
        let (least, most) = opened(&info.name, how).info().players;
        for players in BTreeSet::from([least, most]) {
            let options = OpenOptions {
                players: Some(players),
                implementation: Some(how),
                ..OpenOptions::default()
            };
            let game = open(Source::Catalogue(&info.name), &options);
            let what = format!("{} as {how} for {players}", info.name);
            check_contract(&what, &*game.unwrap_or_else(|e| panic!("{what}: {e}")), limits);
        }
    }
}

/// Values at the ends of options that do not fit the usual values of other options.
const NO_FIT: &[&str] =
    &["arithmetic-progression n 1", "arithmetic-progression k 1000", "mnk k 64"];

#[test]
fn every_value_at_the_ends_of_an_option_makes_a_game() {
    use senet_game::Values;
    let limits = ContractLimits { games: 1, plies: 2, bound: 100_000 };
    let mut no_fit = Vec::new();
    for info in wanted() {
        for option in &info.options {
            let values = match &option.values {
                Values::Number { least, most, .. } => vec![least.to_string(), most.to_string()],
                Values::Word(words) => words.clone(),
                Values::Text { default } => vec![default.clone()],
            };
            for value in values {
                let what = format!("{} {} {value}", info.name, option.name);
                let options = vec![(option.name.clone(), value)];
                let options = OpenOptions { options, ..OpenOptions::default() };
                match open(Source::Catalogue(&info.name), &options) {
                    Ok(game) => check_contract(&what, &*game, limits),
                    Err(OpenError::Option { error: OptionError::Conflict { message, help } }) => {
                        assert!(message.len() > 10 && !help.is_empty(), "{what}: {message}");
                        no_fit.push(what);
                    }
                    Err(why) => panic!("{what}: {why}"),
                }
            }
        }
    }
    if std::env::var_os("SENET_GAMES").is_none() {
        assert_eq!(no_fit, NO_FIT);
    }
}

/// The match of bots that stands in a playthrough.
fn playthrough(game: &Arc<dyn DynGame>) -> Match {
    let participants = vec![Participant::from(Bot::random()); game.seats()];
    let config = MatchConfig { participants, seed: 7, ..MatchConfig::default() };
    let mut playing = Match::new(Arc::clone(game), config).expect("bots can play");
    while playing.advance(&()).expect("random bots find a move") {}
    playing
}

#[test]
fn records_replay_to_the_same_end() {
    for (info, how) in shipped() {
        let what = format!("{} as {how}", info.name);
        let game = opened(&info.name, how);
        let played = playthrough(&game);
        let text = played.record().to_string();
        let record: Record = text.parse().unwrap_or_else(|e| panic!("{what}: {e}"));
        assert_eq!(record.to_string(), text, "{what}");
        let again = Match::replay(game, &record).unwrap_or_else(|e| panic!("{what}: {e}"));
        let (first, second) = (played.snapshot(Observer::All), again.snapshot(Observer::All));
        assert_eq!(first.view, second.view, "{what}");
        assert_eq!(first.status, second.status, "{what}");
    }
}

/// Counts leaves, as deep as that is quick.
fn counts(game: &dyn DynGame) -> Vec<u64> {
    let mut counts: Vec<u64> = Vec::new();
    for depth in 1..=5 {
        let least = counts.last().map_or(0, |n| n * n / counts.iter().rev().nth(1).unwrap_or(&1));
        if least > 3_000 {
            break;
        }
        counts = plays(game, depth);
    }
    counts
}

#[test]
fn playthroughs_are_as_they_were() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/playthroughs");
    let update = std::env::var_os("SENET_UPDATE").is_some();
    let mut changed = Vec::new();
    for (info, how) in shipped() {
        let game = opened(&info.name, how);
        let counts: Vec<String> = counts(&*game).iter().map(u64::to_string).collect();
        let text = format!("% perft {}\n{}", counts.join(" "), short(&playthrough(&game)));
        // The best implementation has the plain name.
        let best = implementations(&info.name)[0] == how;
        let name = if best { info.name.clone() } else { format!("{}.{how}", info.name) };
        let file = folder.join(format!("{name}.txt"));
        let before = std::fs::read_to_string(&file).unwrap_or_default();
        if before != text {
            if before.is_empty() || update {
                std::fs::write(&file, &text).expect("the folder can be written to");
            }
            changed.push(format!("{name}: expected\n{before}\nbut it is\n{text}"));
        }
    }
    assert!(changed.is_empty(), "{}", changed.join("\n"));
}

/// The record of a match, without the middle of a long one.
fn short(playing: &Match) -> String {
    assert!(matches!(playing.status(), MatchStatus::Over(..)), "a playthrough ends");
    let text = playing.record().to_string();
    let lines: Vec<&str> = text.lines().collect();
    if lines.len() <= 80 {
        return text;
    }
    let left_out = format!("% {} lines are left out here", lines.len() - 70);
    let (first, last) = (&lines[..60], &lines[lines.len() - 10..]);
    [first, &[&left_out], last].concat().iter().map(|l| format!("{l}\n")).collect()
}

#[test]
fn no_seat_wins_everything() {
    // A game that the same seat always wins at random is one whose rules are broken.
    for info in wanted().filter(|info| info.players.0 == 2) {
        let game =
            open(Source::Catalogue(&info.name), &OpenOptions::default()).expect("it is there");
        let mut winners = HashSet::new();
        for seed in 0..40 {
            let builder = Match::builder(Arc::clone(&game)).seat(Bot::random()).seat(Bot::random());
            let mut playing = builder.seed(seed).build().expect("bots can play");
            while playing.advance(&()).expect("random bots find a move") {}
            if let MatchStatus::Over(outcome, _) = playing.status() {
                winners.insert(match outcome.verdict {
                    Verdict::Won(seats) => seats.iter().map(|s| s.0).collect::<Vec<_>>(),
                    _ => Vec::new(),
                });
            }
            if winners.len() > 1 {
                break;
            }
        }
        assert!(winners.len() > 1, "{}: {winners:?}", info.name);
    }
}
