//! What several tests need: games by their options, exhaustive walks, playouts.

use rustc_hash::{FxHashMap, FxHashSet};
use senet_game::{Game, Listed, Observer, Rng, Seat, Turn, Verdict};

/// A game of the catalogue with these options.
pub(crate) fn game<G: Listed>(options: &[(&str, u64)]) -> G {
    let options: Vec<(String, String)> =
        options.iter().map(|(name, value)| ((*name).to_owned(), value.to_string())).collect();
    let chosen = G::info().choose(&options, None).expect("options that exist");
    G::from_options(&chosen).expect("options that fit together")
}

pub(crate) fn moves<G: Game>(game: &G, state: &G::State) -> Vec<G::Move> {
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    moves
}

pub(crate) fn after<G: Game>(game: &G, state: &G::State, mv: &G::Move) -> G::State {
    let mut next = state.clone();
    game.apply(&mut next, mv, &mut ());
    next
}

/// The move of this name.
pub(crate) fn named<G: Game>(game: &G, state: &G::State, name: &str) -> Option<G::Move> {
    moves(game, state).into_iter().find(|mv| game.move_name(state, mv) == name)
}

/// The position after these moves.
pub(crate) fn play<G: Game>(game: &G, names: &str) -> G::State {
    let mut state = game.start();
    for name in names.split_whitespace() {
        let mv = named(game, &state, name).unwrap_or_else(|| panic!("no move `{name}`"));
        game.apply(&mut state, &mv, &mut ());
    }
    state
}

/// The places that the last of these moves says have decided the game.
pub(crate) fn deciding<G: Game>(game: &G, names: &str) -> String {
    let (before, last) = names.rsplit_once(' ').expect("more than one move");
    let mut state = play(game, before);
    let mv = named(game, &state, last).expect("a move");
    let mut events = Vec::new();
    game.apply(&mut state, &mv, &mut events);
    let board = game.view(&state, Observer::All).boards.remove(0).board;
    let names: Vec<String> = events[0].deciding.iter().map(|p| board.spot_name(p.spot)).collect();
    names.join(" ")
}

pub(crate) fn winner<G: Game>(game: &G, state: &G::State) -> Option<Option<Seat>> {
    match game.turn(state) {
        Turn::Over(outcome) => Some(match outcome.verdict {
            Verdict::Won(seats) => seats.iter().next(),
            Verdict::Draw | Verdict::NoResult => None,
        }),
        _ => None,
    }
}

/// How many positions there are, the start included.
pub(crate) fn positions<G: Game>(game: &G) -> usize {
    let mut seen = FxHashSet::default();
    let mut stack = vec![game.start()];
    while let Some(state) = stack.pop() {
        if !seen.contains(&state) {
            stack.extend(moves(game, &state).iter().map(|mv| after(game, &state, mv)));
            seen.insert(state);
        }
    }
    seen.len()
}

/// How many positions there are after each number of moves.
pub(crate) fn by_ply<G: Game>(game: &G, plies: usize) -> Vec<usize> {
    let mut layer = vec![game.start()];
    let mut counts = vec![1];
    for _ in 0..plies {
        let next = layer
            .iter()
            .flat_map(|state| moves(game, state).into_iter().map(|mv| after(game, state, &mv)));
        layer = next.collect::<FxHashSet<_>>().into_iter().collect();
        counts.push(layer.len());
    }
    counts
}

/// How many sequences of this many moves there are; games that end before count nothing.
pub(crate) fn perft<G: Game>(game: &G, state: &G::State, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    moves(game, state).iter().map(|mv| perft(game, &after(game, state, mv), depth - 1)).sum()
}

/// Perfect play: 1, 0 or -1 for the first seat.
pub(crate) fn value<G: Game>(
    game: &G,
    state: &G::State,
    known: &mut FxHashMap<G::State, i8>,
) -> i8 {
    let mover = match game.turn(state) {
        Turn::Player(seat) => seat,
        Turn::Over(outcome) => return outcome.utility(Seat(0)) as i8,
        other => panic!("no value: {other:?}"),
    };
    if let Some(&value) = known.get(state) {
        return value;
    }
    let sign = if mover == Seat(0) { 1 } else { -1 };
    let mut best = -1;
    for mv in moves(game, state) {
        best = best.max(sign * value(game, &after(game, state, &mv), known));
        if best == 1 {
            break;
        }
    }
    known.insert(state.clone(), sign * best);
    sign * best
}

pub(crate) fn solve<G: Game>(game: &G) -> i8 {
    value(game, &game.start(), &mut FxHashMap::default())
}

/// The opening moves after which the first seat wins.
pub(crate) fn winning_openings<G: Game>(game: &G) -> Vec<String> {
    let start = game.start();
    let mut known = FxHashMap::default();
    let wins = |mv: &G::Move| value(game, &after(game, &start, mv), &mut known) == 1;
    moves(game, &start).into_iter().filter(wins).map(|mv| game.move_name(&start, &mv)).collect()
}

pub(crate) struct Playouts {
    pub(crate) length: f64,
    pub(crate) length_error: f64,
    pub(crate) first: f64,
    pub(crate) count: f64,
}

impl Playouts {
    /// Within four standard errors of a share that others have measured.
    pub(crate) fn first_wins(&self, share: f64) {
        let error = (share * (1.0 - share) / self.count).sqrt();
        assert!((self.first - share).abs() < 4.0 * error + 0.0005, "{} first wins", self.first);
    }

    /// Within four standard errors of a length that others have measured, and rounded.
    pub(crate) fn length(&self, length: f64, rounding: f64) {
        let error = (self.length - length).abs();
        assert!(error < 4.0 * self.length_error + rounding, "{} moves", self.length);
    }
}

/// Random play with a fixed seed.
pub(crate) fn playouts<G: Game>(game: &G, count: u64) -> Playouts {
    let (mut sum, mut squares, mut first) = (0.0, 0.0, 0.0);
    let mut moves = Vec::new();
    for i in 0..count {
        let mut rng = Rng::nth(2025, i);
        let mut state = game.start();
        let mut length = 0.0;
        while let Turn::Player(_) = game.turn(&state) {
            let mv = game.random_move(&state, &mut rng, &mut moves);
            game.apply(&mut state, &mv, &mut ());
            length += 1.0;
        }
        sum += length;
        squares += length * length;
        if winner(game, &state) == Some(Some(Seat(0))) {
            first += 1.0;
        }
    }
    let n = count as f64;
    let mean = sum / n;
    let length_error = ((squares / n - mean * mean) / n).sqrt();
    Playouts { length: mean, length_error, first: first / n, count: n }
}
