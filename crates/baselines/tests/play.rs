//! The games are the right ones: lengths and wins of many random plays are what other programs saw.

use baselines::{BASELINES, BaselineTally, Draw, baseline};

const GAMES: u32 = 40_000;

/// A game, its average length if known, and the shares of both players if known.
type Known = (&'static str, Option<f64>, [Option<f64>; 2]);

/// What others saw.
const KNOWN: [Known; 6] = [
    ("tic-tac-toe", Some(7.626), [Some(0.585), Some(0.288)]),
    ("connect-four", Some(21.31), [Some(0.5557), Some(0.4417)]),
    ("othello", Some(60.41), [Some(0.4539), Some(0.5042)]),
    ("breakthrough", Some(64.1), [None, None]),
    ("gomoku", None, [None, None]),
    ("hex", Some(107.5), [Some(0.523), None]),
];

/// Whether a mean is near what is known, given its standard error and how it was rounded.
fn near(seen: f64, known: f64, error: f64, rounding: f64) -> bool {
    (seen - known).abs() < 4.0 * error + rounding
}

#[test]
fn lengths_and_wins_are_known() {
    let games = f64::from(GAMES);
    for (game, length, shares) in KNOWN {
        let play = baseline(game).expect("a baseline for each of them");
        let BaselineTally { plies, squares, results } = play(&mut Draw::new(1), GAMES);
        let mean = plies as f64 / games;
        let deviation = (squares as f64 / games - mean * mean).sqrt();
        if let Some(length) = length {
            assert!(near(mean, length, deviation / games.sqrt(), 0.05), "{game}: {mean} plies");
        }
        for (seat, share) in shares.into_iter().enumerate() {
            let Some(share) = share else { continue };
            let won = results[seat] as f64 / games;
            let error = (share * (1.0 - share) / games).sqrt();
            assert!(near(won, share, error, 0.0005), "{game}: seat {seat} won {won}");
        }
    }
}

#[test]
fn games_are_found_by_the_names_of_both_their_kinds() {
    for (name, _) in BASELINES {
        assert!(baseline(name).is_some(), "{name}");
    }
    assert!(baseline("hex").is_some() && baseline("chess").is_none());
}
