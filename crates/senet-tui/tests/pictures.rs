//! What every shipped game looks like, in a terminal and as SVG, at the start and at the end of a random game.
//! `SENET_UPDATE=1 cargo test -p senet-tui --test pictures` writes the pictures anew.

#![allow(clippy::disallowed_methods, reason = "a test that reads and writes files")]

use senet_draw::{Marks, TextStyle, view_svg, view_text};
use senet_game::{Observer, SeatGoal};
use senet_games::{OpenOptions, Source, implementations, infos, open};
use senet_match::{Bot, Ending, Match, MatchConfig, MatchStatus, Participant, Snapshot};
use std::path::Path;

/// Longer games are shown as they are after so many plays.
const LONGEST: u64 = 2_000;

fn marks(playing: &Match, now: &Snapshot) -> Marks {
    let marks = Marks { deciding: now.deciding.clone(), ..Marks::default() };
    marks.with_goals(playing.game().goals())
}

fn svg(playing: &Match) -> String {
    let now = playing.snapshot(Observer::All);
    view_svg(&now.view, &marks(playing, &now), &now.seats)
}

fn picture(playing: &Match) -> String {
    let now = playing.snapshot(Observer::All);
    let marks = marks(playing, &now);
    let drawn = view_text(&now.view, &marks, &now.seats, &TextStyle::default());
    let entries: Vec<String> = now.choices.iter().take(8).map(|c| c.shown.text.clone()).collect();
    let choices = match entries.as_slice() {
        [] => String::new(),
        some => format!("Moves: {}\n", some.join(" / ")),
    };
    format!("{drawn}{}\n{choices}", now.sentence())
}

/// Two pictures side by side; the style of the first serves both.
fn side_by_side(start: &str, end: &str) -> String {
    let number = |svg: &str, name: &str| -> u32 {
        let value =
            svg.split(&format!(" {name}=\"")).nth(1).and_then(|rest| rest.split('"').next());
        value.and_then(|value| value.parse().ok()).expect("a picture has a size")
    };
    let (from, to) = (end.find("<style>"), end.find("</style>\n"));
    let bare = match (from, to) {
        (Some(from), Some(to)) => format!("{}{}", &end[..from], &end[to + "</style>\n".len()..]),
        _ => end.to_owned(),
    };
    let left = number(start, "width");
    let (width, height) =
        (left + number(end, "width"), number(start, "height").max(number(end, "height")));
    let moved = bare.replacen("<svg ", &format!("<svg x=\"{left}\" "), 1);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\">\n{start}{moved}</svg>\n"
    )
}

/// What is said before the first move.
fn beginning(playing: &Match) -> String {
    let game = playing.game();
    let now = playing.snapshot(Observer::All);
    let goal = |goal: &SeatGoal| match goal.seat {
        Some(seat) => format!("Goal of {}: {}", now.seats[usize::from(seat.0)], goal.text),
        None => format!("Goal: {}", goal.text),
    };
    let told = playing.told(Observer::All).after;
    let goals = game.goals().iter().filter(|goal| !goal.text.is_empty()).map(goal);
    let lines = game.intro().iter().cloned().chain(goals).chain(told);
    format!("{}\n{}\n", now.title, lines.map(|line| format!("{line}\n")).collect::<String>())
}

/// What is said of the last play.
fn ending(playing: &Match) -> String {
    let told = playing.told(Observer::All);
    let lines = told.of_the_move.iter().chain(&told.after);
    lines.map(|line| format!("{line}\n")).collect()
}

/// The pictures of a game as text and as SVG.
fn album(name: &str) -> (String, String) {
    let game = open(Source::Catalogue(name), &OpenOptions::default()).expect("it is shipped");
    let participants = vec![Participant::from(Bot::random()); game.seats()];
    let config = MatchConfig { seed: 1, participants, ..MatchConfig::default() };
    let mut playing = Match::new(game, config).expect("a good configuration");
    let mut out = beginning(&playing) + &picture(&playing);
    let start = svg(&playing);
    while playing.plays() < LONGEST && playing.advance(&()).expect("random bots find a move") {}
    let plays = playing.plays();
    out.push_str(&format!("\nAfter {plays} plays\n\n{}{}", ending(&playing), picture(&playing)));
    (out, side_by_side(&start, &svg(&playing)))
}

#[test]
fn every_game_looks_as_it_did() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/pictures");
    let mut changed = Vec::new();
    for info in infos() {
        let (text, svg) = album(&info.name);
        for (ending, now) in [("txt", text), ("svg", svg)] {
            let path = folder.join(format!("{}.{ending}", info.name));
            if std::env::var_os("SENET_UPDATE").is_some() {
                std::fs::create_dir_all(&folder).expect("the folder can be made");
                std::fs::write(&path, &now).expect("the picture can be written");
            } else if std::fs::read_to_string(&path).ok().as_deref() != Some(&now) {
                changed.push(format!("{}.{ending}", info.name));
            }
        }
    }
    assert!(
        changed.is_empty(),
        "these look different, look at them with SENET_UPDATE=1: {changed:?}"
    );
}

/// A player knows from the start what the game is about, and at the end why it is over.
#[test]
fn every_game_says_its_goal_and_why_it_ended() {
    for info in infos() {
        for how in implementations(&info.name) {
            let what = format!("{} as {how}", info.name);
            let options = OpenOptions { implementation: Some(how), ..OpenOptions::default() };
            let game = open(Source::Catalogue(&info.name), &options).expect("it is shipped");
            assert!(game.goals().iter().any(|goal| !goal.text.is_empty()), "{what} has no goal");
            let participants = vec![Participant::from(Bot::random()); game.seats()];
            let config = MatchConfig { seed: 2, participants, ..MatchConfig::default() };
            let mut playing = Match::new(game, config).expect("a good configuration");
            while playing.advance(&()).expect("random bots find a move") {}
            let MatchStatus::Over(outcome, by) = playing.status().clone() else { continue };
            // Draw rules and scores speak for themselves.
            if by == Ending::Rules && outcome.scores.is_none() {
                assert!(!ending(&playing).is_empty(), "{what} does not say why it is over");
            }
        }
    }
}
