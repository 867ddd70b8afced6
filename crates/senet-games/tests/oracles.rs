//! Numbers that are known from elsewhere, from the games as they are shipped: positions, plays,
//! chances and the averages of random play.
//!
//! What takes longer than a breath is left out with `SENET_QUICK=1`, and what takes longer still is
//! ignored; `cargo test --release -p senet-games --test oracles -- --ignored` runs it.

#![allow(clippy::disallowed_methods, reason = "SENET_QUICK asks for less")]

use senet_game::{Eye, Game, Referee, Rng, Seat, Turn, Verdict};
use senet_games::{Source, Visit, Wanted, visit};
use std::collections::{HashMap, HashSet};
use std::path::Path;
use std::sync::Arc;
use testkit::contract::perft;
use testkit::walk::{Walk, walk};

/// A game of the catalogue with options such as `size 3 start 2`, handed to a visitor.
fn with<V: Visit>(name: &str, options: &str, visitor: V) -> V::Out {
    let words: Vec<&str> = options.split_whitespace().collect();
    let options = words.chunks(2).map(|o| (o[0].to_owned(), o[1].to_owned())).collect();
    let wanted = Wanted { options, ..Wanted::default() };
    visit(Source::Catalogue(name), &wanted, visitor).unwrap_or_else(|e| panic!("{name}: {e}"))
}

fn first_won(verdict: &Verdict) -> bool {
    matches!(verdict, Verdict::Won(seats) if seats.contains(Seat(0)))
}

fn quick() -> bool {
    std::env::var_os("SENET_QUICK").is_some()
}

/// Walks through all positions, if there are at most so many.
struct All(usize);

impl Visit for All {
    type Out = Walk;

    fn visit<G: Game + 'static>(self, game: Arc<G>) -> Walk {
        walk(&*game, self.0)
    }
}

/// Counts plays of one ply, two plies and so on.
struct Plays(usize);

impl Visit for Plays {
    type Out = Vec<u64>;

    fn visit<G: Game + 'static>(self, game: Arc<G>) -> Vec<u64> {
        (1..=self.0).map(|depth| perft(&*game, &game.start(), depth)).collect()
    }
}

/// Counts plays by whole turns: a turn lasts while the same seat decides.
struct Turns(usize);

impl Visit for Turns {
    type Out = Vec<u64>;

    fn visit<G: Game + 'static>(self, game: Arc<G>) -> Vec<u64> {
        (1..=self.0).map(|depth| turns(&*game, &game.start(), depth)).collect()
    }
}

fn turns<G: Game>(game: &G, state: &G::State, depth: usize) -> u64 {
    let now = game.turn(state);
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    if depth == 0 || moves.is_empty() {
        return 1;
    }
    let after = |mv: &G::Move| {
        let mut next = state.clone();
        game.apply(&mut next, mv, &mut ());
        let over = game.turn(&next) != now;
        turns(game, &next, depth - usize::from(over))
    };
    moves.iter().map(after).sum()
}

#[test]
fn three_in_a_row_has_5478_positions_from_options_too() {
    let found = with("mnk-rules", "width 3 height 3 k 3", All(6_000));
    assert_eq!((found.positions, found.edges, found.ends), (5_478, 16_167, [626, 316, 16]));
}

/// How many positions there are after no ply, one ply and so on.
struct ByPly(usize);

impl Visit for ByPly {
    type Out = Vec<usize>;

    fn visit<G: Game + 'static>(self, game: Arc<G>) -> Vec<usize> {
        let mut layer = vec![game.start()];
        let mut counts = vec![1];
        let mut moves = Vec::new();
        for _ in 0..self.0 {
            let mut next = HashSet::new();
            for state in &layer {
                game.moves(state, &mut moves);
                for mv in &moves {
                    let mut after = state.clone();
                    game.apply(&mut after, mv, &mut ());
                    next.insert(after);
                }
            }
            layer = next.into_iter().collect();
            counts.push(layer.len());
        }
        counts
    }
}

#[test]
fn connect_four_has_the_positions_that_are_known() {
    assert_eq!(with("connect-four-rules", "", ByPly(5)), [1, 7, 49, 238, 1_120, 4_263]);
}

#[test]
fn connect_four_by_four_has_161029_positions() {
    if quick() {
        return;
    }
    assert_eq!(with("connect-four-rules", "width 4 height 4", All(170_000)).positions, 161_029);
}

#[test]
fn draughts_have_the_turns_that_are_known() {
    let known = [7, 49, 302, 1_469, 7_361];
    let depth = if quick() { 3 } else { 5 };
    assert_eq!(with("draughts", "", Turns(depth)), known[..depth]);
}

#[test]
fn chess_has_the_plays_that_are_known() {
    let known = [20, 400, 8_902];
    let depth = if quick() { 2 } else { 3 };
    assert_eq!(with("chess", "", Plays(depth)), known[..depth]);
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
    let depth = if quick() { 1 } else { 2 };
    for (rows, fresh, known) in known {
        let text = chess_from(rows, fresh);
        let source = Source::Text { name: "chess", text: &text, loader: None };
        let plays = visit(source, &Wanted::default(), Plays(depth));
        assert_eq!(plays.expect("it is a program"), known[..depth], "{rows}");
    }
}

/// Plays on without taking anything or moving a pawn, and never into a position for the third time,
/// except that the ply of that number stirs something: how many moves are made until it is over, and how.
struct Quietly {
    stir: usize,
}

impl Visit for Quietly {
    type Out = (usize, Verdict);

    fn visit<G: Game + 'static>(self, game: Arc<G>) -> (usize, Verdict) {
        let mut state = game.start();
        let mut turn = game.turn(&state);
        let mut referee = Referee::new(game.rules_of_play(), &state);
        let mut seen = HashMap::from([(state.clone(), 1)]);
        let mut moves = Vec::new();
        for ply in 0.. {
            if let Turn::Over(outcome) = turn {
                return (ply, outcome.verdict);
            }
            moves.clear();
            game.moves(&state, &mut moves);
            let after = |mv: &G::Move| {
                let mut after = state.clone();
                game.apply(&mut after, mv, &mut ());
                after
            };
            let fits = |mv: &&G::Move| {
                let next = after(mv);
                let goes_on = matches!(game.turn(&next), Turn::Player(_));
                goes_on && game.stirs(mv) == (ply == self.stir) && seen.get(&next) != Some(&2)
            };
            let mv = moves.iter().find(fits).expect("there is such a move");
            state = after(mv);
            *seen.entry(state.clone()).or_insert(0) += 1;
            turn = referee.watch(&turn, game.stirs(mv), &state, game.turn(&state));
        }
        unreachable!("a referee ends it")
    }
}

#[test]
fn chess_is_drawn_after_fifty_moves_in_which_nothing_happens() {
    let text = chess_from("r3k3/7p/8/8/8/8/7P/R3K3", &[]);
    let play = |stir| {
        let source = Source::Text { name: "chess", text: &text, loader: None };
        visit(source, &Wanted::default(), Quietly { stir }).expect("it is a program")
    };
    assert_eq!(play(1_000), (100, Verdict::Draw));
    assert_eq!(play(9), (110, Verdict::Draw), "counted anew after a pawn's move");
}

#[test]
fn chess_is_drawn_when_too_little_is_left_to_mate_with() {
    let ends = |rows: &str| {
        let text = chess_from(rows, &[]);
        let source = Source::Text { name: "chess", text: &text, loader: None };
        let found = visit(source, &Wanted::default(), Ends).expect("it is a program");
        (found.iter().filter(|end| **end == Some(Verdict::Draw)).count(), found.len())
    };
    // The king has three moves, of which one takes the pawn.
    assert_eq!(ends("k7/8/8/8/8/8/6p1/7K"), (1, 3));
    assert_eq!(ends("k6b/8/8/8/8/8/6p1/7K"), (1, 3), "a bishop is not enough");
    assert_eq!(ends("k5nb/8/8/8/8/8/6p1/7K"), (0, 3), "a bishop and a knight are");
}

/// How it ends right after each move from the start, if it does.
struct Ends;

impl Visit for Ends {
    type Out = Vec<Option<Verdict>>;

    fn visit<G: Game + 'static>(self, game: Arc<G>) -> Vec<Option<Verdict>> {
        let (state, mut moves) = (game.start(), Vec::new());
        game.moves(&state, &mut moves);
        let end = |mv: &G::Move| {
            let mut after = state.clone();
            game.apply(&mut after, mv, &mut ());
            match game.turn(&after) {
                Turn::Over(outcome) => Some(outcome.verdict),
                _ => None,
            }
        };
        moves.iter().map(end).collect()
    }
}

#[test]
#[ignore = "takes six seconds of the processor if optimised, else half a minute"]
fn chess_has_197281_plays_of_four_plies() {
    assert_eq!(with("chess", "", Plays(4))[3], 197_281);
}

#[test]
fn othello_has_the_plays_that_are_known() {
    let known = [4, 12, 56, 244, 1_396, 8_200, 55_092, 390_216, 3_005_288];
    let depth = if quick() { 7 } else { 9 };
    assert_eq!(with("othello", "", Plays(depth)), known[..depth]);
}

#[test]
fn sliding_tiles_reach_half_of_all_orders() {
    let found = with("sliding-tiles", "width 3 height 2 start 2", All(400));
    assert_eq!((found.positions, found.ends), (360, [1, 0, 0]));
    let shuffled = with("sliding-tiles", "width 3 height 2 shuffle 1", All(400));
    assert_eq!((shuffled.positions, shuffled.chances), (360, 1));
}

#[test]
fn eight_sliding_tiles_have_181440_positions() {
    if quick() {
        return;
    }
    let found = with("sliding-tiles", "start 2", All(190_000));
    // From the sorted tray nobody moves on, so its two moves are missing from 483,840.
    assert_eq!((found.positions, found.edges), (181_440, 483_838));
}

#[test]
fn texts_play_as_their_twins_in_rust() {
    assert_eq!(with("kalah-rules", "", Plays(4)), with("kalah", "", Plays(4)));
    assert_eq!(with("hex-rules", "size 3", Plays(4)), with("hex", "size 3", Plays(4)));
    assert_eq!(with("gomoku-rules", "size 7", Plays(2)), with("gomoku", "size 7", Plays(2)));
    let sizes = "width 4 height 3 k 3";
    assert_eq!(with("mnk-rules", sizes, Plays(5)), with("mnk", sizes, Plays(5)));
}

/// The opening moves with which the first player wins, by looking at everything.
struct WinningOpenings;

impl Visit for WinningOpenings {
    type Out = usize;

    fn visit<G: Game + 'static>(self, game: Arc<G>) -> usize {
        let mut known = HashMap::new();
        let start = game.start();
        let mut moves = Vec::new();
        game.moves(&start, &mut moves);
        let wins = |mv: &&G::Move| {
            let mut next = start.clone();
            game.apply(&mut next, mv, &mut ());
            first_wins(&*game, &next, &mut known)
        };
        moves.iter().filter(wins).count()
    }
}

fn first_wins<G: Game>(game: &G, state: &G::State, known: &mut HashMap<G::State, bool>) -> bool {
    if let Some(known) = known.get(state) {
        return *known;
    }
    let turn = game.turn(state);
    let wins = match &turn {
        Turn::Over(outcome) => first_won(&outcome.verdict),
        _ => {
            let mut moves = Vec::new();
            game.moves(state, &mut moves);
            let mut after = moves.iter().map(|mv| {
                let mut next = state.clone();
                game.apply(&mut next, mv, &mut ());
                first_wins(game, &next, known)
            });
            match turn {
                Turn::Player(Seat(0)) => after.any(|wins| wins),
                _ => after.all(|wins| wins),
            }
        }
    };
    known.insert(state.clone(), wins);
    wins
}

#[test]
fn hex_three_by_three_has_5514_positions_and_five_winning_openings() {
    assert_eq!(with("hex-rules", "size 3", All(6_000)).positions, 5_514);
    assert_eq!(with("hex-rules", "size 3", WinningOpenings), 5);
}

/// The chance that the first seat wins, where all decisions have one move.
struct Winning;

impl Visit for Winning {
    type Out = f64;

    fn visit<G: Game + 'static>(self, game: Arc<G>) -> f64 {
        let mut states = vec![game.start()];
        let mut after: Vec<Vec<(usize, f64)>> = Vec::new();
        let mut at = HashMap::from([(game.start(), 0)]);
        let mut moves = Vec::new();
        while let Some(state) = states.get(after.len()).cloned() {
            game.moves(&state, &mut moves);
            let weights: Vec<f64> = moves.iter().map(|m| game.weight(&state, m) as f64).collect();
            let all: f64 = weights.iter().sum();
            let mut ways = Vec::new();
            for (mv, weight) in moves.iter().zip(weights) {
                let mut next = state.clone();
                game.apply(&mut next, mv, &mut ());
                let to = *at.entry(next.clone()).or_insert_with(|| {
                    states.push(next);
                    states.len() - 1
                });
                ways.push((to, weight / all));
            }
            after.push(ways);
        }
        let won = |state: &G::State| match game.turn(state) {
            Turn::Over(outcome) => f64::from(first_won(&outcome.verdict)),
            _ => 0.0,
        };
        let ends: Vec<f64> = states.iter().map(won).collect();
        let mut worth = ends.clone();
        for _ in 0..1_000 {
            for (i, ways) in after.iter().enumerate().filter(|(_, ways)| !ways.is_empty()) {
                worth[i] = ways.iter().map(|(to, chance)| chance * worth[*to]).sum();
            }
        }
        worth[0]
    }
}

#[test]
fn the_shooter_wins_244_times_in_495() {
    assert!((with("craps", "", Winning) - 244.0 / 495.0).abs() < 1e-12);
}

/// What the first player gets when both play Kuhn's best strategies.
struct KuhnsWorth;

impl Visit for KuhnsWorth {
    type Out = f64;

    fn visit<G: Game + 'static>(self, game: Arc<G>) -> f64 {
        kuhns_worth(&*game, &game.start())
    }
}

fn kuhns_worth<G: Game>(game: &G, state: &G::State) -> f64 {
    let seat = match game.turn(state) {
        Turn::Over(outcome) => {
            let scores = outcome.scores.expect("it keeps scores");
            return (scores[0] - scores[1]) as f64 / 2.0;
        }
        Turn::Player(seat) => Some(seat),
        _ => None,
    };
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    let names: Vec<String> = moves.iter().map(|mv| game.name(state, mv)).collect();
    let likely = |name: &str| match seat {
        None => 1.0 / moves.len() as f64,
        Some(seat) => {
            let bold = boldness(game, state, seat, names.iter().any(|n| n.starts_with("call")));
            let does = ["bet", "raise", "call"].iter().any(|word| name.starts_with(word));
            if does { bold } else { 1.0 - bold }
        }
    };
    let after = |(mv, name): (&G::Move, &String)| {
        let mut next = state.clone();
        game.apply(&mut next, mv, &mut ());
        likely(name) * kuhns_worth(game, &next)
    };
    moves.iter().zip(&names).map(after).sum()
}

/// How often the best strategies bet or call, as Kuhn found them.
fn boldness<G: Game>(game: &G, state: &G::State, seat: Seat, facing: bool) -> f64 {
    let view = game.view(state, Eye::Seat(seat));
    let player = ["ann", "bob"][usize::from(seat.0)];
    let hand = view.atoms.iter().find(|a| a.predicate == "hand" && a.arguments[0] == player);
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
    assert!((with("kuhn-poker-rules", "", KuhnsWorth) + 1.0 / 18.0).abs() < 1e-9);
}

/// Random play: how long it takes, and how often the first seat wins.
struct Playouts(u64);

struct Played {
    plies: Vec<f64>,
    wins: Vec<f64>,
}

impl Visit for Playouts {
    type Out = Played;

    fn visit<G: Game + 'static>(self, game: Arc<G>) -> Played {
        let mut out = Played { plies: Vec::new(), wins: Vec::new() };
        let mut moves = Vec::new();
        for seed in 0..self.0 {
            let mut rng = Rng::new(seed);
            let mut state = game.start();
            let mut plies = 0;
            let outcome = loop {
                if let Turn::Over(outcome) = game.turn(&state) {
                    break outcome;
                }
                let mv = game.pick(&state, &mut rng, &mut moves);
                game.apply(&mut state, &mv, &mut ());
                plies += 1;
            };
            out.plies.push(f64::from(plies));
            out.wins.push(f64::from(first_won(&outcome.verdict)));
        }
        out
    }
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
    let games = if quick() { games / 10 } else { games };
    let played = with(name, "", Playouts(games));
    near(&format!("plies of {name}"), &played.plies, plies);
    if let Some(wins) = wins {
        near(&format!("wins of {name}"), &played.wins, wins);
    }
}

#[test]
fn random_play_lasts_as_long_as_is_known() {
    known_averages("tic-tac-toe", 10_000, 7.626, Some(0.585));
    known_averages("connect-four-rules", 2_000, 21.31, Some(0.5557));
    known_averages("breakthrough", 500, 64.1, None);
    known_averages("hex-rules", 300, 107.5, Some(0.523));
    known_averages("othello", 100, 60.41, Some(0.4539));
}
