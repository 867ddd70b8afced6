//! A game as those see it who search it: moves are numbers, and positions a way to go.
//!
//! Searches are written once, for any [`Walk`], and not again for each type of game. What makes most
//! of their moves, random play to the end, is part of the walk.

use crate::effort::Watch;
use crate::playout::longest;
use rustc_hash::{FxHashMap, FxHasher};
use senet_game::{Game, Outcome, Rng, Seat, Turn};
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// Positions from one on, and a number for each move that was listed.
pub(crate) trait Walk: Send {
    fn seats(&self) -> usize;

    /// Back to where it began, wherever it was.
    fn home(&mut self);

    /// From here on one can come back here.
    fn deeper(&mut self);

    /// Back to where the last [`Walk::deeper`] was.
    fn back(&mut self);

    fn turn(&self) -> Turn;

    /// The moves of whoever's turn it is, in canonical order.
    fn moves(&mut self, out: &mut Vec<u32>);

    /// The weight of a move of chance.
    fn weight(&self, mv: u32) -> u128;

    /// Makes a move.
    fn go(&mut self, mv: u32);

    /// A move at random.
    fn pick(&mut self, rng: &mut Rng) -> u32;

    /// Plays on at random; `later` hears which moves were made that have a number. Once it is late,
    /// the end is a draw.
    fn play_out(&mut self, rng: &mut Rng, watch: &Watch<'_>, later: Option<&mut Later>) -> Outcome;

    /// The points of all seats so far, if they are told.
    fn scores(&self) -> Option<Arc<[i64]>>;

    /// A number for the position, by which it is known again.
    fn key(&self) -> u64;
}

/// Moves by number.
pub(crate) struct Moves<M> {
    all: Vec<M>,
    numbers: FxHashMap<M, u32>,
}

impl<M> Default for Moves<M> {
    fn default() -> Moves<M> {
        Moves { all: Vec::new(), numbers: FxHashMap::default() }
    }
}

impl<M: Clone + Eq + Hash> Moves<M> {
    pub(crate) fn len(&self) -> usize {
        self.all.len()
    }

    /// The move of a number.
    pub(crate) fn of(&self, number: u32) -> &M {
        &self.all[number as usize]
    }

    /// The number of a move, if it has one.
    pub(crate) fn find(&self, mv: &M) -> Option<u32> {
        self.numbers.get(mv).copied()
    }

    /// The number of a move, which it gets if it has none.
    fn number(&mut self, mv: &M) -> u32 {
        if let Some(number) = self.find(mv) {
            return number;
        }
        let number = u32::try_from(self.all.len()).expect("there is not room for so many moves");
        self.all.push(mv.clone());
        self.numbers.insert(mv.clone(), number);
        number
    }
}

/// A walk in a game.
pub(crate) struct On<'a, G: Game> {
    game: &'a G,
    /// Where it began, and the positions to come back to; the last one in use is where it is.
    way: Vec<G::State>,
    at: usize,
    moves: Moves<G::Move>,
    listed: Vec<G::Move>,
    longest: u64,
}

impl<'a, G: Game> On<'a, G> {
    /// Begins at a position, with numbers that moves may have already.
    pub(crate) fn from(game: &'a G, state: &G::State, moves: Moves<G::Move>) -> On<'a, G> {
        let way = vec![state.clone(), state.clone()];
        On { game, way, at: 1, moves, listed: Vec::new(), longest: longest(game) }
    }

    /// Where it is.
    pub(crate) fn here(&self) -> &G::State {
        &self.way[self.at]
    }

    /// The move of a number.
    pub(crate) fn mv(&self, number: u32) -> &G::Move {
        self.moves.of(number)
    }

    /// The numbers that moves have by now.
    pub(crate) fn into_moves(self) -> Moves<G::Move> {
        self.moves
    }

    /// Where it would come back to gets a copy of where it is.
    fn copy(&mut self, from: usize, to: usize) {
        if to == self.way.len() {
            self.way.push(self.way[from].clone());
        } else {
            let (before, after) = self.way.split_at_mut(to);
            after[0].clone_from(&before[from]);
        }
    }
}

impl<G: Game> Walk for On<'_, G> {
    fn seats(&self) -> usize {
        self.game.seats()
    }

    fn home(&mut self) {
        self.at = 1;
        self.copy(0, 1);
    }

    fn deeper(&mut self) {
        self.copy(self.at, self.at + 1);
        self.at += 1;
    }

    fn back(&mut self) {
        self.at -= 1;
    }

    fn turn(&self) -> Turn {
        self.game.turn(self.here())
    }

    fn moves(&mut self, out: &mut Vec<u32>) {
        self.game.moves(&self.way[self.at], &mut self.listed);
        out.clear();
        out.extend(self.listed.iter().map(|mv| self.moves.number(mv)));
    }

    fn weight(&self, mv: u32) -> u128 {
        self.game.weight(self.here(), self.mv(mv))
    }

    fn go(&mut self, mv: u32) {
        self.game.apply(&mut self.way[self.at], self.moves.of(mv), &mut ());
    }

    fn pick(&mut self, rng: &mut Rng) -> u32 {
        let mv = self.game.pick(&self.way[self.at], rng, &mut self.listed);
        self.moves.number(&mv)
    }

    fn play_out(
        &mut self,
        rng: &mut Rng,
        watch: &Watch<'_>,
        mut later: Option<&mut Later>,
    ) -> Outcome {
        let On { game, way, at, moves, listed, longest } = self;
        let state = &mut way[*at];
        for _ in 0..*longest {
            if watch.late() {
                return Outcome::draw();
            }
            let turn = game.turn(state);
            if let Turn::Over(outcome) = turn {
                return outcome;
            }
            if let Turn::Stopped(_) = turn {
                return Outcome::draw();
            }
            let mv = game.pick(state, rng, listed);
            game.apply(state, &mv, &mut ());
            if let (Some(later), Turn::Player(seat)) = (&mut later, turn)
                && let Some(number) = moves.find(&mv)
            {
                later.hear(seat, number);
            }
        }
        match game.turn(state) {
            Turn::Over(outcome) => outcome,
            _ => Outcome::draw(),
        }
    }

    fn scores(&self) -> Option<Arc<[i64]>> {
        self.game.scores(self.here())
    }

    fn key(&self) -> u64 {
        let mut hasher = FxHasher::default();
        self.here().hash(&mut hasher);
        hasher.finish()
    }
}

/// Which moves were made, and by whom, since it was last told to forget.
pub(crate) struct Later {
    /// For each seat and move 1 if it was made, and 0 if not: a number to count with, because about
    /// half of the moves were made, and branches would be guessed wrong as often.
    heard: Vec<Vec<f32>>,
}

impl Later {
    pub(crate) fn new(seats: usize) -> Later {
        Later { heard: vec![Vec::new(); seats] }
    }

    pub(crate) fn forget(&mut self) {
        self.heard.iter_mut().for_each(|heard| heard.fill(0.0));
    }

    pub(crate) fn hear(&mut self, seat: Seat, mv: u32) {
        let heard = &mut self.heard[usize::from(seat.0)];
        let at = mv as usize;
        if at >= heard.len() {
            heard.resize(at + 64, 0.0);
        }
        heard[at] = 1.0;
    }

    /// How often a seat made a move, by its number: once or never.
    pub(crate) fn by(&self, seat: Seat) -> impl Fn(u32) -> f32 {
        let heard = &self.heard[usize::from(seat.0)];
        move |mv| heard.get(mv as usize).copied().unwrap_or(0.0)
    }
}
