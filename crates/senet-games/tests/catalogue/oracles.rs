//! Numbers that are known from elsewhere, from the games as they are shipped: positions, plays,
//! chances and the averages of random play.
//!
//! What takes longer than a breath is left out with `SENET_QUICK=1`, and what takes longer still is
//! ignored; `cargo test --release -p senet-games oracles -- --ignored` runs it.

#![allow(clippy::disallowed_methods, reason = "reads the shipped games")]

use crate::support::{game, moves, plain, plays, text_game, turns};
use senet_game::{Cursor, DynGame, Observer, Playout, Position, Seat, Turn, Verdict};
use std::collections::{HashMap, HashSet};
use std::ops::ControlFlow;
use std::path::Path;
use testkit::quick::leaves_out;
use testkit::walk::{Walk, walk};

fn first_won(verdict: &Verdict) -> bool {
    matches!(verdict, Verdict::Won(seats) if seats.contains(Seat(0)))
}

/// Walks through all positions, if there are at most so many.
fn all(name: &str, options: &str, most: usize) -> Walk {
    walk(&*game(name, options), most)
}

#[test]
fn three_in_a_row_has_5478_positions_from_options_too() {
    let found = all("mnk/rules", "width 3 height 3 k 3", 6_000);
    assert_eq!((found.positions, found.edges, found.ends), (5_478, 16_167, [626, 316, 16]));
}

/// How many positions there are after no ply, one ply and so on.
fn by_ply(game: &dyn DynGame, plies: usize) -> Vec<usize> {
    let mut cursor = plain(game);
    let mut layer = vec![game.start()];
    let mut counts = vec![1];
    for _ in 0..plies {
        let mut next = HashSet::new();
        for position in &layer {
            cursor.load(position);
            for mv in moves(&mut *cursor) {
                cursor.push();
                cursor.apply(mv);
                next.insert(cursor.save());
                cursor.pop();
            }
        }
        layer = next.into_iter().collect();
        counts.push(layer.len());
    }
    counts
}

#[test]
fn connect_four_has_the_positions_that_are_known() {
    assert_eq!(by_ply(&*game("connect-four/rules", ""), 5), [1, 7, 49, 238, 1_120, 4_263]);
}

#[test]
fn connect_four_by_four_has_161029_positions() {
    if leaves_out("all of it") {
        return;
    }
    assert_eq!(all("connect-four/rules", "width 4 height 4", 170_000).positions, 161_029);
}

#[test]
fn draughts_have_the_turns_that_are_known() {
    let known = [7, 49, 302, 1_469, 7_361];
    let depth = if leaves_out("depths 4 and 5") { 3 } else { 5 };
    let mut cursor = plain(&*game("draughts", ""));
    let found: Vec<u64> = (1..=depth).map(|depth| turns(&mut *cursor, depth)).collect();
    assert_eq!(found, known[..depth]);
}

#[test]
fn chess_has_the_plays_that_are_known() {
    let known = [20, 400, 8_902];
    let depth = if leaves_out("depth 3") { 2 } else { 3 };
    assert_eq!(plays(&*game("chess", ""), depth), known[..depth]);
}

/// The text of chess with another start: rows from the top as in a diagram's notation, and the
/// kings and rooks that may still castle.
fn chess_from(rows: &str, fresh: &[&str]) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games/chess.cep");
    let text = std::fs::read_to_string(path).expect("chess is there");
    let (rules, rest) = text.split_once("#trace _").expect("it has a start");
    let (_, rest) = rest.split_once("}.").expect("the start ends");
    let sign = |c: char| match c.to_digit(10) {
        Some(free) => ".".repeat(free as usize),
        None => c.to_string(),
    };
    let row = |row: &str| format!("{:?}", row.chars().map(sign).collect::<String>());
    let rows: Vec<String> = rows.split('/').map(row).collect();
    let fresh: String = fresh.iter().map(|cell| format!("fresh {cell}, ")).collect();
    format!("{rules}#trace _ play {{ turn white, {fresh}rows cell {} }}.{rest}", rows.join(" "))
}

#[test]
fn chess_knows_castling_promotion_and_capture_in_passing() {
    // Positions by which writers of chess programs find their mistakes.
    let both = ["a1", "e1", "h1", "a8", "e8", "h8"];
    let known: [(&str, &[&str], [u64; 2]); 4] = [
        ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R", &both, [48, 2_039]),
        ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8", &[], [14, 191]),
        ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1", &both[3..], [6, 264]),
        ("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R", &both[..3], [44, 1_486]),
    ];
    let depth = if leaves_out("depth 2") { 1 } else { 2 };
    for (rows, fresh, known) in known {
        let text = chess_from(rows, fresh);
        assert_eq!(plays(&*text_game(&text), depth), known[..depth], "{rows}");
    }
}

/// Plays on without taking anything or moving a pawn, and never into a position for the third time,
/// except that the ply with the number `exception` is irreversible: how many moves are made until it
/// is over, and how.
fn quietly(game: &dyn DynGame, exception: usize) -> (usize, Verdict) {
    let mut cursor = game.cursor();
    let mut seen = HashMap::from([(cursor.save(), 1)]);
    for ply in 0.. {
        if let Turn::Over(outcome) = cursor.turn() {
            return (ply, outcome.verdict);
        }
        let after = |cursor: &mut dyn Cursor, mv| -> (Position, Turn) {
            let mut fork = cursor.fork();
            let name = cursor.move_name(mv);
            let same = fork.parse_move(&name).expect("the same move");
            fork.set_referee(senet_game::Referee::none());
            fork.apply(same);
            (fork.save(), fork.turn())
        };
        let all = moves(&mut *cursor);
        let fits = |mv: &senet_game::MoveId| {
            if cursor.is_irreversible(*mv) != (ply == exception) {
                return false;
            }
            let (next, turn) = after(&mut *cursor, *mv);
            matches!(turn, Turn::Player(_)) && seen.get(&next) != Some(&2)
        };
        let mv = all.into_iter().find(fits).expect("there is such a move");
        cursor.apply(mv);
        *seen.entry(cursor.save()).or_insert(0) += 1;
    }
    unreachable!("a referee ends it")
}

#[test]
fn chess_is_drawn_after_fifty_moves_in_which_nothing_happens() {
    let text = chess_from("r3k3/7p/8/8/8/8/7P/R3K3", &[]);
    let game = text_game(&text);
    let play = |exception| quietly(&*game, exception);
    assert_eq!(play(1_000), (100, Verdict::Draw));
    assert_eq!(play(9), (110, Verdict::Draw), "counted anew after a pawn's move");
}

#[test]
fn chess_is_drawn_when_too_little_is_left_to_mate_with() {
    let ends = |rows: &str| {
        let text = chess_from(rows, &[]);
        let found = ends_at_once(&*text_game(&text));
        (found.iter().filter(|end| **end == Some(Verdict::Draw)).count(), found.len())
    };
    // The king has three moves, of which one takes the pawn.
    assert_eq!(ends("k7/8/8/8/8/8/6p1/7K"), (1, 3));
    assert_eq!(ends("k6b/8/8/8/8/8/6p1/7K"), (1, 3), "a bishop is not enough");
    assert_eq!(ends("k5nb/8/8/8/8/8/6p1/7K"), (0, 3), "a bishop and a knight are");
}

/// How it ends right after each move from the start, if it does.
fn ends_at_once(game: &dyn DynGame) -> Vec<Option<Verdict>> {
    let mut cursor = plain(game);
    let all = moves(&mut *cursor);
    let end = |mv| {
        cursor.push();
        cursor.apply(mv);
        let turn = cursor.turn();
        cursor.pop();
        match turn {
            Turn::Over(outcome) => Some(outcome.verdict),
            _ => None,
        }
    };
    all.into_iter().map(end).collect()
}

#[test]
#[ignore = "takes six seconds of the processor if optimised, else half a minute"]
fn chess_has_197281_plays_of_four_plies() {
    assert_eq!(plays(&*game("chess", ""), 4)[3], 197_281);
}

#[test]
fn othello_has_the_plays_that_are_known() {
    let known = [4, 12, 56, 244, 1_396, 8_200, 55_092, 390_216, 3_005_288];
    let depth = if leaves_out("depths 8 and 9") { 7 } else { 9 };
    assert_eq!(plays(&*game("othello", ""), depth), known[..depth]);
}

#[test]
fn sliding_tiles_reach_half_of_all_orders() {
    let found = all("sliding-tiles", "width 3 height 2 start 2", 400);
    assert_eq!((found.positions, found.ends), (360, [1, 0, 0]));
    let shuffled = all("sliding-tiles", "width 3 height 2 shuffle 1", 400);
    assert_eq!((shuffled.positions, shuffled.chances), (360, 1));
}

#[test]
fn eight_sliding_tiles_have_181440_positions() {
    if leaves_out("all of it") {
        return;
    }
    let found = all("sliding-tiles", "start 2", 190_000);
    // From the sorted tray nobody moves on, so its two moves are missing from 483,840.
    assert_eq!((found.positions, found.edges), (181_440, 483_838));
}

#[test]
fn texts_play_as_their_twins_in_rust() {
    let same = |name: &str, options: &str, depth: usize| {
        let counts = |how: &str| plays(&*game(&format!("{name}/{how}"), options), depth);
        let all = senet_games::implementations(name);
        let first = counts(all[0].word());
        for other in &all[1..] {
            assert_eq!(first, counts(other.word()), "{name} as {other}");
        }
        assert!(all.len() > 1, "{name} has no twin");
    };
    same("kalah", "", 4);
    same("hex", "size 3", 4);
    same("gomoku", "size 7", 2);
    same("mnk", "width 4 height 3 k 3", 5);
    same("tic-tac-toe", "", 6);
    same("connect-four", "", 4);
    same("rock-paper-scissors", "", 2);
}

/// The opening moves with which the first player wins, by looking at everything.
fn winning_openings(game: &dyn DynGame) -> usize {
    let mut known = HashMap::new();
    let mut cursor = plain(game);
    let all = moves(&mut *cursor);
    let wins = |mv: &senet_game::MoveId| {
        cursor.push();
        cursor.apply(*mv);
        let wins = first_wins(&mut *cursor, &mut known);
        cursor.pop();
        wins
    };
    all.iter().copied().filter(wins).count()
}

fn first_wins(cursor: &mut dyn Cursor, known: &mut HashMap<Position, bool>) -> bool {
    let here = cursor.save();
    if let Some(known) = known.get(&here) {
        return *known;
    }
    let turn = cursor.turn();
    let wins = match &turn {
        Turn::Over(outcome) => first_won(&outcome.verdict),
        _ => {
            let all = moves(cursor);
            let mut after = all.into_iter().map(|mv| {
                cursor.push();
                cursor.apply(mv);
                let wins = first_wins(cursor, known);
                cursor.pop();
                wins
            });
            match turn {
                Turn::Player(Seat(0)) => after.any(|wins| wins),
                _ => after.all(|wins| wins),
            }
        }
    };
    known.insert(here, wins);
    wins
}

#[test]
fn hex_three_by_three_has_5514_positions_and_five_winning_openings() {
    assert_eq!(all("hex/rules", "size 3", 6_000).positions, 5_514);
    assert_eq!(winning_openings(&*game("hex/rules", "size 3")), 5);
}

/// The chance that the first seat wins, where all decisions have one move.
fn chance_of_winning(game: &dyn DynGame) -> f64 {
    let mut cursor = plain(game);
    let mut positions = vec![game.start()];
    let mut after: Vec<Vec<(usize, f64)>> = Vec::new();
    let mut at = HashMap::from([(game.start(), 0)]);
    let mut ends = Vec::new();
    while let Some(position) = positions.get(after.len()).cloned() {
        cursor.load(&position);
        cursor.set_referee(senet_game::Referee::none());
        ends.push(match cursor.turn() {
            Turn::Over(outcome) => f64::from(first_won(&outcome.verdict)),
            _ => 0.0,
        });
        let all = moves(&mut *cursor);
        let weights: Vec<f64> = all.iter().map(|mv| cursor.weight(*mv) as f64).collect();
        let sum: f64 = weights.iter().sum();
        let mut ways = Vec::new();
        for (mv, weight) in all.into_iter().zip(weights) {
            cursor.push();
            cursor.apply(mv);
            let next = cursor.save();
            cursor.pop();
            let to = *at.entry(next.clone()).or_insert_with(|| {
                positions.push(next);
                positions.len() - 1
            });
            ways.push((to, weight / sum));
        }
        after.push(ways);
    }
    let mut value = ends;
    for _ in 0..1_000 {
        for (i, ways) in after.iter().enumerate().filter(|(_, ways)| !ways.is_empty()) {
            value[i] = ways.iter().map(|(to, chance)| chance * value[*to]).sum();
        }
    }
    value[0]
}

#[test]
fn the_shooter_wins_244_times_in_495() {
    assert!((chance_of_winning(&*game("craps", "")) - 244.0 / 495.0).abs() < 1e-12);
}

/// What the first player gets when both play Kuhn's best strategies.
fn kuhns_value(cursor: &mut dyn Cursor) -> f64 {
    let seat = match cursor.turn() {
        Turn::Over(outcome) => {
            let scores = outcome.scores.expect("it keeps scores");
            return (scores[0] - scores[1]) as f64 / 2.0;
        }
        Turn::Player(seat) => Some(seat),
        _ => None,
    };
    let all = moves(cursor);
    let names: Vec<String> = all.iter().map(|mv| cursor.move_name(*mv)).collect();
    let facing = names.iter().any(|n| n.starts_with("call"));
    let bold = seat.map(|seat| boldness(cursor, seat, facing));
    let mut sum = 0.0;
    for (mv, name) in all.iter().zip(&names) {
        let likely = match bold {
            None => 1.0 / all.len() as f64,
            Some(bold) => {
                let does = ["bet", "raise", "call"].iter().any(|word| name.starts_with(word));
                if does { bold } else { 1.0 - bold }
            }
        };
        cursor.push();
        cursor.apply(*mv);
        sum += likely * kuhns_value(cursor);
        cursor.pop();
    }
    sum
}

/// How often the best strategies bet or call, as Kuhn found them.
fn boldness(cursor: &dyn Cursor, seat: Seat, facing: bool) -> f64 {
    let view = cursor.view(Observer::Seat(seat));
    let player = ["ann", "bob"][usize::from(seat.0)];
    let hand = view.known_atoms().find(|a| a.predicate == "hand" && a.arguments[0] == player);
    let card = hand.expect("everybody has a card").arguments[1].as_str();
    match (card, facing, seat) {
        ("king", true, _) => 1.0,
        ("queen", true, _) => 1.0 / 3.0,
        (_, true, _) | (_, _, Seat(0)) => 0.0,
        ("king", ..) => 1.0,
        ("jack", ..) => 1.0 / 3.0,
        _ => 0.0,
    }
}

#[test]
fn kuhn_poker_is_worth_what_kuhn_said() {
    assert!((kuhns_value(&mut *plain(&*game("kuhn-poker/rules", ""))) + 1.0 / 18.0).abs() < 1e-9);
}

/// Random play: how long it takes, and how often the first seat wins.
struct Played {
    plies: Vec<f64>,
    wins: Vec<f64>,
}

fn playouts(game: &dyn DynGame, n: u64) -> Played {
    let mut out = Played { plies: Vec::new(), wins: Vec::new() };
    plain(game).playouts(n, 1, 0, &mut |playout: &Playout| {
        out.plies.push(playout.plies as f64);
        out.wins.push(f64::from(first_won(&playout.outcome.verdict)));
        ControlFlow::Continue(())
    });
    out
}

/// Whether the mean of a sample is within four standard errors of what is known.
#[track_caller]
fn near(what: &str, sample: &[f64], known: f64) {
    let n = sample.len() as f64;
    let mean = sample.iter().sum::<f64>() / n;
    let spread = sample.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / (n - 1.0);
    let error = (spread / n).sqrt();
    assert!((mean - known).abs() <= 4.0 * error, "{what}: {mean} ± {error}, known is {known}");
}

#[track_caller]
fn known_averages(name: &str, games: u64, plies: f64, wins: Option<f64>) {
    let games =
        if leaves_out(&format!("nine in ten plays of {name}")) { games / 10 } else { games };
    let played = playouts(&*game(name, ""), games);
    near(&format!("plies of {name}"), &played.plies, plies);
    if let Some(wins) = wins {
        near(&format!("wins of {name}"), &played.wins, wins);
    }
}

#[test]
fn random_play_lasts_as_long_as_is_known() {
    known_averages("tic-tac-toe", 10_000, 7.626, Some(0.585));
    known_averages("connect-four/rules", 2_000, 21.31, Some(0.5557));
    known_averages("breakthrough", 500, 64.1, None);
    known_averages("hex/rules", 300, 107.5, Some(0.523));
    known_averages("othello", 100, 60.41, Some(0.4539));
}
