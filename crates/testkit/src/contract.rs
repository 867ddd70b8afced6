//! What every game has to keep, whatever it is about: the contract of [`Game`](senet_game::Game) and
//! of the cursors that are made from it, as a test.
//!
//! Games are played at random. The first plies of each play are looked at closely: the position and
//! its keys, the ways to and from its children, and what each observer sees of it.

mod children;
mod observers;
mod positions;
mod symmetries;

use observers::Observations;
use positions::Positions;
use senet_game::{
    Cursor, DynGame, MoveId, Outcome, PLAYOUT_CAP, Playout, PlayoutEnd, Position, Rng, Turn,
    Verdict,
};
use std::collections::HashSet;
use std::ops::ControlFlow;

/// How much to try.
#[derive(Debug, Clone, Copy)]
pub struct ContractLimits {
    /// How many games are played to their end.
    pub games: u64,
    /// How many plies of each are looked at closely; the rest is only played.
    pub plies: usize,
    /// Within how many plies every game has to end.
    pub bound: usize,
}

/// Of long lists of moves so many are looked at closely.
const CLOSE: usize = 12;

/// The seed of all playouts.
const SEED: u64 = 1;

/// Plays a game at random and panics where it breaks the contract. `what` says which game it is.
pub fn check_contract(what: &str, game: &dyn DynGame, limits: ContractLimits) {
    assert!((1..=64).contains(&game.seats()), "{what}: {} seats", game.seats());
    let names: HashSet<String> = game.all_seats().map(|seat| game.seat_name(seat)).collect();
    assert_eq!(names.len(), game.seats(), "{what}: two seats have one name");
    assert!(game.start() == game.start(), "{what}: it does not always start in the same position");
    let mut play = Play {
        what,
        game,
        cursor: game.cursor(),
        limits,
        positions: Positions::default(),
        observations: Observations::default(),
    };
    assert!(play.cursor.is_at(&game.start()), "{what}: a cursor does not begin at the start");
    let played: Vec<Playout> = (0..limits.games).map(|number| play.through(number)).collect();
    playouts(what, game, &played);
}

/// A game that is played again and again, and what was seen of it.
struct Play<'a> {
    what: &'a str,
    game: &'a dyn DynGame,
    cursor: Box<dyn Cursor>,
    limits: ContractLimits,
    positions: Positions,
    observations: Observations,
}

impl Play<'_> {
    /// One play to its end; how it ended.
    fn through(&mut self, number: u64) -> Playout {
        let (what, bound) = (self.what, self.limits.bound);
        let mut rng = Rng::nth(SEED, number);
        self.cursor.reset();
        let mut path = Path::default();
        for ply in 0..bound {
            let whom = format!("{what}, playout {number}, ply {ply}");
            let close = ply < self.limits.plies;
            if close {
                self.look(&whom, &mut path);
            }
            if let Some(outcome) = self.outcome(&whom) {
                let end = match self.cursor.turn() {
                    Turn::Stopped(kind) => PlayoutEnd::Stopped(kind),
                    _ if self.cursor.referee().is_draw() => PlayoutEnd::DrawRule,
                    _ => PlayoutEnd::Rules,
                };
                path.come_back(&whom, &mut *self.cursor);
                return Playout { outcome, plies: ply as u64, end };
            }
            let mv = self.cursor.random_move(&mut rng);
            if close {
                children::choose(&whom, &mut *self.cursor, mv);
                path.leave(self.cursor.is_irreversible(mv));
            }
            self.cursor.apply(mv);
        }
        panic!("{what}, playout {number}: it has not ended after {bound} plies");
    }

    /// What holds in every position. Whatever is tried, the cursor comes back.
    fn look(&mut self, whom: &str, path: &mut Path) {
        let (here, referee) = (self.cursor.save(), self.cursor.referee().clone());
        path.arrive(whom, &mut *self.cursor, &here);
        positions::look(whom, self.game, &mut *self.cursor);
        self.positions.compare(whom, &*self.cursor, &here);
        children::look(whom, self.game, &mut *self.cursor);
        observers::look(whom, self.game, &mut *self.cursor, &mut self.observations);
        assert!(self.cursor.is_at(&here), "{whom}: looking changed the position");
        assert_eq!(*self.cursor.referee(), referee, "{whom}: looking changed the referee");
        assert_eq!(self.cursor.depth(), 0, "{whom}: looking left something on the stack");
    }

    /// How the game ended, if it has.
    fn outcome(&self, whom: &str) -> Option<Outcome> {
        let seats = self.game.seats();
        match self.cursor.turn() {
            Turn::Player(seat) => {
                assert!(usize::from(seat.0) < seats, "{whom}: {seat:?} is not at the table");
                None
            }
            Turn::Chance => None,
            Turn::Over(outcome) => {
                if let Verdict::Won(winners) = outcome.verdict {
                    for seat in winners.iter() {
                        assert!(usize::from(seat.0) < seats, "{whom}: {seat:?} is not a seat");
                        assert!(self.cursor.may_win(seat), "{whom}: {seat:?} won and could not");
                    }
                }
                let scored = outcome.scores.as_ref().is_none_or(|s| s.len() == seats);
                assert!(scored, "{whom}: not every seat has a score");
                Some(outcome)
            }
            Turn::Stopped(kind) => panic!("{whom}: the limit on {} was reached", kind.what()),
        }
    }
}

/// What is remembered along one play.
#[derive(Default)]
struct Path {
    /// Positions since the last irreversible move, and those that can never come back.
    recent: Vec<Position>,
    gone: HashSet<Position>,
    /// Some positions with their moves, to which the cursor goes back in the end.
    visited: Vec<(Position, Vec<MoveId>, Vec<String>)>,
}

impl Path {
    fn arrive(&mut self, whom: &str, cursor: &mut dyn Cursor, here: &Position) {
        assert!(!self.gone.contains(here), "{whom}: an irreversible move was taken back");
        self.recent.push(here.clone());
        let mut moves = Vec::new();
        cursor.moves(&mut moves);
        let names = moves.iter().map(|mv| cursor.move_name(*mv)).collect();
        // A play that a draw rule ended goes on where its position is loaded.
        if !cursor.referee().is_draw() {
            self.visited.push((here.clone(), moves, names));
        }
    }

    fn leave(&mut self, irreversible: bool) {
        if irreversible {
            self.gone.extend(self.recent.drain(..));
        }
    }

    /// The numbers of moves still mean the same, wherever the cursor has been.
    fn come_back(self, whom: &str, cursor: &mut dyn Cursor) {
        for (position, moves, names) in self.visited {
            cursor.load(&position);
            assert!(cursor.is_at(&position), "{whom}: a position that was saved is not loaded");
            let mut again = Vec::new();
            cursor.moves(&mut again);
            assert_eq!(moves, again, "{whom}: the numbers of moves have changed");
            let named: Vec<String> = again.iter().map(|mv| cursor.move_name(*mv)).collect();
            assert_eq!(names, named, "{whom}: the names of moves have changed");
        }
    }
}

/// Playouts are plays under the referee, whoever makes them: move by move, one by one, or in bulk.
fn playouts(what: &str, game: &dyn DynGame, played: &[Playout]) {
    let mut cursor = game.cursor();
    let referee = cursor.referee().clone();
    let mut bulk = |n: u64, from: u64| {
        let mut found: Vec<Playout> = Vec::new();
        cursor.playouts(n, SEED, from, &mut |playout: &Playout| {
            found.push(playout.clone());
            ControlFlow::Continue(())
        });
        assert!(cursor.is_at(&game.start()), "{what}: playouts do not come back");
        assert_eq!(*cursor.referee(), referee, "{what}: playouts change the referee");
        found
    };
    let n = played.len() as u64;
    let found = bulk(n, 0);
    for (i, (one, other)) in played.iter().zip(&found).enumerate() {
        let too_long = one.plies > PLAYOUT_CAP;
        let (outcome, end) = (Outcome::draw(), PlayoutEnd::Cap);
        let capped = Playout { outcome, plies: PLAYOUT_CAP, end };
        let one = if too_long { &capped } else { one };
        assert_eq!(one, other, "{what}, playout {i}: move by move, and in bulk");
        cursor_playout(what, game, i as u64, &one.outcome);
    }
    // The other half first: playouts do not depend on those before them.
    let half = n / 2;
    let late = bulk(n - half, half);
    let parts = [bulk(half, 0), late].concat();
    assert_eq!(found, parts, "{what}: playouts depend on how they are shared out");
}

/// The same playout, alone.
fn cursor_playout(what: &str, game: &dyn DynGame, i: u64, outcome: &Outcome) {
    let mut cursor = game.cursor();
    let alone = cursor.playout(&mut Rng::nth(SEED, i), &mut || false, None);
    assert_eq!(alone, *outcome, "{what}, playout {i}: alone, and in bulk");
}

/// How many ways there are to play `depth` plies from where a cursor stands; a game that ends earlier
/// counts once.
pub fn perft(cursor: &mut dyn Cursor, depth: usize) -> u64 {
    let mut moves = Vec::new();
    if depth == 0 {
        return 1;
    }
    if depth == 1 {
        return cursor.count_moves().max(1) as u64;
    }
    cursor.moves(&mut moves);
    if moves.is_empty() {
        return 1;
    }
    let after = |mv: &MoveId| {
        cursor.push();
        cursor.apply(*mv);
        let sum = perft(cursor, depth - 1);
        cursor.pop();
        sum
    };
    moves.iter().map(after).sum()
}
