//! What every game has to keep, whatever it is about: the contract of [`Game`], as a test.

use senet_game::board::{Place, Spot};
use senet_game::{Event, Eye, Game, Piece, Referee, Rng, Seat, Turn, Verdict, View};
use std::collections::{HashMap, HashSet};
use std::fmt::Debug;
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher, Hash};

/// How much to try.
#[derive(Debug, Clone, Copy)]
pub struct Effort {
    /// How many games are played to their end.
    pub games: u64,
    /// How many plies of each are looked at closely; the rest is only played.
    pub plies: usize,
    /// Within how many plies every game has to end.
    pub bound: usize,
}

/// Plays a game at random and panics where it breaks the contract. `what` says which game it is.
pub fn hold<G: Game>(what: &str, game: &G, effort: Effort) {
    assert!((1..=64).contains(&game.seats()), "{what}: {} seats", game.seats());
    let seats = (0..game.seats()).map(|s| game.seat_name(Seat(s as u8)));
    let names: HashSet<String> = seats.collect();
    assert_eq!(names.len(), game.seats(), "{what}: two seats have one name");
    assert!(game.start() == game.start(), "{what}: it does not always start in the same position");
    for i in 0..effort.games {
        playout(what, game, effort, i);
    }
}

fn playout<G: Game>(what: &str, game: &G, effort: Effort, number: u64) {
    let mut rng = Rng::nth(1, number);
    let mut state = game.start();
    let mut turn = game.turn(&state);
    let mut referee = Referee::new(game.rules_of_play(), &state);
    let mut moves = Vec::new();
    for ply in 0..effort.bound {
        let whom = format!("{what}, playout {number}, ply {ply}");
        let close = ply < effort.plies;
        if close {
            look(&whom, game, &state);
            imagine(&whom, game, &state, &mut rng);
        }
        match &turn {
            Turn::Player(seat) => {
                assert!(usize::from(seat.0) < game.seats(), "{whom}: {seat:?} is not at the table");
            }
            Turn::Chance => {}
            Turn::Over(outcome) => {
                if let Verdict::Won(seats) = outcome.verdict {
                    let known = seats.iter().all(|s| usize::from(s.0) < game.seats());
                    assert!(known, "{whom}: {seats:?} won and are not at the table");
                }
                let scores = outcome.scores.as_ref();
                let scored = scores.is_none_or(|s| s.len() == game.seats());
                assert!(scored, "{whom}: not every seat has a score");
                return;
            }
            Turn::Stopped(budget) => panic!("{whom}: the budget of {} ran out", budget.what()),
        }
        let mv = game.pick(&state, &mut rng, &mut moves);
        if close {
            choose(&whom, game, &state, &mv);
        }
        game.apply(&mut state, &mv, &mut ());
        turn = referee.watch(&turn, game.stirs(&mv), &state, game.turn(&state));
    }
    panic!("{what}, playout {number}: it has not ended after {} plies", effort.bound);
}

/// What holds in every position.
fn look<G: Game>(whom: &str, game: &G, state: &G::State) {
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    let somebodys = matches!(game.turn(state), Turn::Player(_) | Turn::Chance);
    assert_eq!(somebodys, !moves.is_empty(), "{whom}: a turn and no move, or a move and no turn");
    let mut again = moves.clone();
    game.moves(state, &mut again);
    assert_eq!(moves, again, "{whom}: the moves have no fixed order, or old ones are left in");
    let mut names: HashMap<String, &G::Move> = HashMap::new();
    for mv in &moves {
        let name = game.name(state, mv);
        let plain = name.trim() == name && !name.is_empty() && !name.contains(['\n', '\t', '\r']);
        assert!(plain, "{whom}: {name:?} cannot stand in a record");
        assert_eq!(game.read(state, &name).as_ref(), Some(mv), "{whom}: {name} is another move");
        let other = names.insert(name.clone(), mv);
        assert!(other.is_none(), "{whom}: two moves are called {name}");
        assert!(game.weight(state, mv) > 0, "{whom}: {name} cannot happen");
    }
    let all = game.view(state, Eye::All);
    let seats = (0..game.seats()).map(|s| Eye::Seat(Seat(s as u8)));
    for eye in seats.chain([Eye::Public]) {
        let view = game.view(state, eye);
        assert!(game.hides() || view == all, "{whom}: it hides nothing, and {eye:?} sees less");
        sees_no_more(whom, eye, &view, &all);
        for mv in &moves {
            let shown = game.show(state, mv, eye);
            assert!(!shown.text.is_empty(), "{whom}: a move without words");
            for place in shown.places {
                assert!(exists(&view, place), "{whom}: {place:?} is on no board");
            }
        }
    }
}

/// What a seat imagines looks to it like what is there.
fn imagine<G: Game>(whom: &str, game: &G, state: &G::State, rng: &mut Rng) {
    let Turn::Player(seat) = game.turn(state) else { return };
    let other = game.imagine(state, seat, rng);
    let eye = Eye::Seat(seat);
    assert!(
        game.hides() || other == *state,
        "{whom}: nothing is hidden, and it imagines something"
    );
    assert_eq!(game.view(&other, eye), game.view(state, eye), "{whom}: it sees what it imagines");
    assert_eq!(game.turn(&other), game.turn(state), "{whom}: it imagines another turn");
    let (mut moves, mut others) = (Vec::new(), Vec::new());
    game.moves(state, &mut moves);
    game.moves(&other, &mut others);
    assert_eq!(moves, others, "{whom}: it imagines other moves");
}

/// Nobody sees anything that is not there.
fn sees_no_more(whom: &str, eye: Eye, view: &View, all: &View) {
    part(whom, eye, &view.atoms, &all.atoms);
    assert_eq!(view.boards.len(), all.boards.len(), "{whom}: {eye:?} sees other boards");
    for (mine, whole) in view.boards.iter().zip(&all.boards) {
        part::<Piece>(whom, eye, &mine.pieces, &whole.pieces);
        let board = &mine.board;
        for piece in &mine.pieces {
            let name = board.spot_name(piece.spot);
            assert_eq!(board.spot(&name), Some(piece.spot), "{whom}: {name} is on no board");
        }
    }
}

fn part<T: PartialEq + Debug>(whom: &str, eye: Eye, some: &[T], all: &[T]) {
    for one in some {
        assert!(all.contains(one), "{whom}: {eye:?} sees {one:?}, which is not there");
    }
}

fn exists(view: &View, place: Place) -> bool {
    let Some(scene) = view.boards.get(usize::from(place.board)) else {
        return false;
    };
    let board = &scene.board;
    match place.spot {
        Spot::Cell(cell) => cell.index() < board.len(),
        Spot::Edge(edge) => edge.index() < board.edges().len(),
    }
}

/// What holds for every move.
fn choose<G: Game>(whom: &str, game: &G, state: &G::State, mv: &G::Move) {
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    assert!(moves.contains(mv), "{whom}: picked {mv:?}, which is not allowed");
    let (mut quiet, mut told) = (state.clone(), state.clone());
    let mut events: Vec<Event> = Vec::new();
    game.apply(&mut quiet, mv, &mut ());
    game.apply(&mut told, mv, &mut events);
    assert!(quiet == told, "{whom}: {mv:?} does not always lead to the same position");
    assert_eq!(hash(&quiet), hash(&told), "{whom}: equal positions with different hashes");
    assert!(game.turn(&quiet) == game.turn(&told), "{whom}: equal positions with other turns");
    let mut before = Vec::new();
    game.moves(state, &mut before);
    assert_eq!(before, moves, "{whom}: {mv:?} on a copy changed the position it was copied from");
}

fn hash(of: &impl Hash) -> u64 {
    BuildHasherDefault::<DefaultHasher>::default().hash_one(of)
}

/// How many ways there are to play `depth` plies; a game that ends earlier counts once.
pub fn perft<G: Game>(game: &G, state: &G::State, depth: usize) -> u64 {
    let mut moves = Vec::new();
    if depth == 0 {
        return 1;
    }
    game.moves(state, &mut moves);
    if moves.is_empty() {
        return 1;
    }
    if depth == 1 {
        return moves.len() as u64;
    }
    let after = |mv: &G::Move| {
        let mut next = state.clone();
        game.apply(&mut next, mv, &mut ());
        perft(game, &next, depth - 1)
    };
    moves.iter().map(after).sum()
}
