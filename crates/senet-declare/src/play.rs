//! The contract, kept for any [`DeclaredRules`]: each function here is a method of the expanded
//! `impl Game`, or part of one.

use crate::choice::{Choice, Seated};
use crate::next::Next;
use crate::rules::{Act, DeclaredPosition, DeclaredRules, Phase, Stuck};
use crate::show::{PlacedPiece, Showing};
use senet_board::{Board, Cell as BoardCell, Place};
use senet_game::{
    Event, LimitKind, Log, Observer, Outcome, Rng, Scene, Seat, SeatSet, Turn, Verdict, View,
    ViewMove, at_weight, hash128,
};
use std::sync::Arc;

/// A position of the game with these rules.
pub type At<R> = DeclaredPosition<<R as DeclaredRules>::State>;

/// A move of the game with these rules.
pub type ActOf<R> = Act<<R as DeclaredRules>::Move, <R as DeclaredRules>::Chance>;

/// How often a move is guessed before all moves are listed.
const GUESSES: usize = 12;

/// The first position.
pub fn start<R: DeclaredRules>() -> At<R> {
    let mut state = R::begin();
    let turn = R::turn(&state);
    let phase = settle::<R>(&mut state, turn);
    DeclaredPosition { state, phase }
}

/// Whose turn it is.
pub fn turn<R: DeclaredRules>(at: &At<R>) -> Turn {
    match at.phase {
        Phase::Turn(seat) => Turn::Player(seat),
        Phase::Chance => Turn::Chance,
        Phase::Over(verdict) => Turn::Over(Outcome { verdict, scores: scores::<R>(at) }),
        Phase::Stopped => Turn::Stopped(LimitKind::Numbers),
    }
}

/// The points of all players, if the game keeps them.
pub fn scores<R: DeclaredRules>(at: &At<R>) -> Option<Arc<[i64]>> {
    R::Player::all().map(|player| R::score(&at.state, player)).collect()
}

/// The moves in a position.
pub fn moves<R: DeclaredRules>(at: &At<R>, out: &mut Vec<ActOf<R>>) {
    out.clear();
    match at.phase {
        Phase::Turn(_) => out.extend(R::moves(&at.state).map(Act::Move)),
        Phase::Chance => out.extend(chances::<R>(&at.state).map(Act::Chance)),
        Phase::Over(_) | Phase::Stopped => {}
    }
}

fn chances<R: DeclaredRules>(state: &R::State) -> impl Iterator<Item = R::Chance> {
    R::Chance::all().filter(|what| R::may_happen(state, *what) && R::weight(state, *what) > 0)
}

/// A move at random, by weight.
///
/// # Panics
///
/// If the game is over.
pub fn pick<R: DeclaredRules>(at: &At<R>, rng: &mut Rng, buffer: &mut Vec<ActOf<R>>) -> ActOf<R> {
    if let Phase::Chance = at.phase {
        return Act::Chance(pick_chance::<R>(&at.state, rng));
    }
    if let Some(mv) = R::guess(&at.state, rng) {
        return Act::Move(mv);
    }
    moves::<R>(at, buffer);
    buffer.swap_remove(rng.index(buffer.len() as u64) as usize)
}

fn pick_chance<R: DeclaredRules>(state: &R::State, rng: &mut Rng) -> R::Chance {
    let weights = || chances::<R>(state).map(|what| R::weight(state, what));
    let at = at_weight(weights(), rng.below(weights().sum())).map_or(0, |(i, _)| i);
    let chosen = chances::<R>(state).nth(at);
    chosen.expect("chance has something to decide, or it would not be its turn")
}

/// One of all moves at random that is valid, if a few guesses find one.
pub fn guess<M: Copy>(
    rng: &mut Rng,
    count: usize,
    nth: impl Fn(usize) -> M,
    valid: impl Fn(M) -> bool,
) -> Option<M> {
    let any = || nth(rng.index(count as u64) as usize);
    std::iter::repeat_with(any).take(GUESSES).find(|mv| valid(*mv))
}

/// Makes a move.
pub fn apply<R: DeclaredRules, L: Log>(
    at: &mut At<R>,
    act: &ActOf<R>,
    board: Option<&Arc<Board>>,
    log: &mut L,
) {
    let before = L::LISTENS.then(|| at.state.clone());
    let next = match act {
        Act::Move(mv) => R::make(&mut at.state, mv.clone()),
        Act::Chance(what) => R::happen(&mut at.state, *what),
    };
    if let Some(before) = before {
        let mut event = Event { name: name::<R>(&before, act), ..Event::default() };
        changes::<R>([&before, &at.state], board, &mut event);
        if let Next::Won(victory) = &next {
            event.deciding = victory.cells.iter().map(|&cell| Place::from(cell)).collect();
        }
        log.event(event);
    }
    at.phase = match next {
        Next::Turn(player) => settle::<R>(&mut at.state, player),
        Next::Won(victory) => Phase::Over(Verdict::Won(victory.seats)),
        Next::Tie => Phase::Over(Verdict::Draw),
    };
    if L::LISTENS
        && let Phase::Over(_) = at.phase
        && let Some(reason) = R::reason(&at.state)
    {
        log.event(Event::end(reason));
    }
}

/// What is to be done when it becomes a player's turn.
fn settle<R: DeclaredRules>(state: &mut R::State, player: R::Player) -> Phase {
    R::set_turn(state, player);
    let mut player = player;
    // Once around the table: whoever can move is found, or nobody can.
    for _ in 0..R::Player::COUNT {
        if R::is_chance(state) {
            return chance::<R>(state);
        }
        if R::moves(state).next().is_some() {
            return Phase::Turn(player.seat());
        }
        let seats = SeatSet::all(R::Player::COUNT);
        return Phase::Over(match R::STUCK {
            Stuck::Ends => Verdict::NoResult,
            Stuck::Ties => Verdict::Draw,
            Stuck::Wins => Verdict::Won(only(player.seat())),
            Stuck::Loses => Verdict::Won(without(seats, player.seat())),
            Stuck::Passes => {
                player = player.following();
                R::set_turn(state, player);
                continue;
            }
        });
    }
    Phase::Over(Verdict::Draw)
}

/// What is to be done where chance decides. Weights that are given have to fit into one sum; others
/// are 1, and there are not that many of them.
fn chance<R: DeclaredRules>(state: &R::State) -> Phase {
    let mut weights = chances::<R>(state).map(|what| R::weight(state, what));
    let Some(first) = weights.next() else {
        return Phase::Over(Verdict::NoResult);
    };
    match !R::WEIGHTED || weights.try_fold(first, u128::checked_add).is_some() {
        true => Phase::Chance,
        false => Phase::Stopped,
    }
}

fn only(seat: Seat) -> SeatSet {
    let mut seats = SeatSet::default();
    seats.insert(seat);
    seats
}

fn without(mut seats: SeatSet, seat: Seat) -> SeatSet {
    seats.remove(seat);
    seats
}

/// What is so no longer, and what is new.
fn changes<R: DeclaredRules>(
    states: [&R::State; 2],
    board: Option<&Arc<Board>>,
    event: &mut Event,
) {
    let [old, new] = states.map(|state| facts(view_of::<R>(state, Observer::All, board)));
    event.removed = old.iter().filter(|fact| !new.contains(fact)).cloned().collect();
    event.added = new.into_iter().filter(|fact| !old.contains(fact)).collect();
}

/// All that can be seen, in words.
fn facts(view: View) -> Vec<String> {
    let on_boards = view.boards.iter().flat_map(|scene| {
        scene.pieces.iter().map(|piece| {
            let times =
                if piece.copies == 1 { String::new() } else { format!(" ×{}", piece.copies) };
            format!("{} {}{times}", piece.kind, scene.board.spot_name(piece.spot))
        })
    });
    let beside = view.known_atoms().map(|atom| {
        let words = std::iter::once(&atom.predicate).chain(&atom.arguments);
        words.map(String::as_str).collect::<Vec<_>>().join(" ")
    });
    on_boards.chain(beside).collect()
}

/// The name of a move.
pub fn name<R: DeclaredRules>(state: &R::State, act: &ActOf<R>) -> String {
    match act {
        Act::Move(mv) => R::name(state, mv),
        Act::Chance(what) => what.name(),
    }
}

/// The weight of a move.
pub fn weight<R: DeclaredRules>(at: &At<R>, act: &ActOf<R>) -> u128 {
    match act {
        Act::Move(_) => 1,
        Act::Chance(what) => R::weight(&at.state, *what),
    }
}

/// What an observer sees of a position.
pub fn view<R: DeclaredRules>(at: &At<R>, observer: Observer, board: Option<&Arc<Board>>) -> View {
    view_of::<R>(&at.state, observer, board)
}

fn view_of<R: DeclaredRules>(
    state: &R::State,
    observer: Observer,
    board: Option<&Arc<Board>>,
) -> View {
    let mut view = View::default();
    if let Some(board) = board {
        let pieces = R::tokens(state).into_iter().map(PlacedPiece::piece).collect();
        view.boards.push(Scene { board: Arc::clone(board), pieces });
    }
    R::show(state, &mut Showing { observer, view: &mut view });
    view
}

/// What an observer sees of a move.
pub fn describe_move<R: DeclaredRules>(at: &At<R>, act: &ActOf<R>, observer: Observer) -> ViewMove {
    if !may_see::<R>(at, act, observer) {
        return ViewMove { text: "hidden".to_owned(), ..ViewMove::default() };
    }
    let mut cells: Vec<BoardCell> = Vec::new();
    match act {
        Act::Move(mv) => R::clicks(&at.state, mv, &mut cells),
        Act::Chance(what) => what.places(&mut cells),
    }
    let places = cells.into_iter().map(Place::from).collect();
    ViewMove { text: name::<R>(&at.state, act), places, ..ViewMove::default() }
}

/// A key shared exactly by the moves that look the same to an observer.
pub fn observed_move<R: DeclaredRules>(at: &At<R>, act: &ActOf<R>, observer: Observer) -> u128 {
    hash128(&may_see::<R>(at, act, observer).then_some(act))
}

fn may_see<R: DeclaredRules>(at: &At<R>, act: &ActOf<R>, observer: Observer) -> bool {
    match (R::seen_by(&at.state, act), observer) {
        (None, _) | (_, Observer::All) => true,
        (Some(player), Observer::Seat(seat)) => player.seat() == seat,
        (Some(_), Observer::Public) => false,
    }
}

/// A position that looks to a seat just like this one.
pub fn determinize<R: DeclaredRules>(at: &At<R>, seat: Seat, rng: &mut Rng) -> At<R> {
    let mut determinized = at.clone();
    if usize::from(seat.0) < R::Player::COUNT {
        R::determinize(&mut determinized.state, R::Player::nth(seat.0.into()), rng);
    }
    determinized
}
