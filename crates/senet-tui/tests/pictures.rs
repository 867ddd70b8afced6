//! What every shipped game looks like, in a terminal and as SVG, at the start and at the end of a random game.
//! `SENET_UPDATE=1 cargo test -p senet-tui --test pictures` writes the pictures anew.

#![allow(clippy::disallowed_methods, reason = "a test that reads and writes files")]

use senet_draw::{Marks, TextStyle, view_svg, view_text};
use senet_game::{Observer, Rng};
use senet_games::{OpenOptions, Source, infos, open};
use senet_match::{Match, MatchConfig, MatchStatus, Snapshot};
use std::path::Path;
use std::time::Duration;

/// Longer games are shown as they are after so many plays.
const LONGEST: u64 = 120;

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

/// The pictures of a game as text and as SVG.
fn album(name: &str) -> (String, String) {
    let game = open(Source::Catalogue(name), &OpenOptions::default()).expect("it is shipped");
    let config = MatchConfig { seed: 1, ..MatchConfig::default() };
    let mut playing = Match::new(game, config).expect("a good configuration");
    let mut out = format!("{}\n\n{}", playing.snapshot(Observer::All).title, picture(&playing));
    let start = svg(&playing);
    let mut rng = Rng::nth(1, 1);
    while playing.plays() < LONGEST {
        let mv = match playing.status() {
            MatchStatus::Turn(_) => {
                let n = playing.snapshot(Observer::All).choices.len() as u64;
                rng.index(n)
            }
            MatchStatus::Chance => {
                playing.advance(&()).expect("chance always moves");
                continue;
            }
            _ => break,
        };
        let mv = senet_game::MoveIndex(mv as u32);
        playing.play(mv, Duration::ZERO).expect("the move is legal");
    }
    out.push_str(&format!("\nAfter {} plays\n\n{}", playing.plays(), picture(&playing)));
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
