//! The narrow waist: what a game can do.

use crate::log::Log;
use crate::outcome::{Seat, Turn};
use crate::random::Rng;
use crate::referee::RulesOfPlay;
use crate::view::{Eye, View, ViewMove};
use std::fmt::Debug;
use std::hash::Hash;
use std::sync::Arc;

/// A game: immutable rules over states that are positions.
pub trait Game: Send + Sync {
    /// A settled position; knows whose turn it is.
    type State: Clone + Eq + Hash + Send + Sync;
    /// A move; means something only in its position.
    type Move: Clone + Eq + Ord + Hash + Debug + Send + Sync;

    /// How many seats there are: at least one.
    fn seats(&self) -> usize;

    /// The first position.
    fn start(&self) -> Self::State;

    /// Whose turn it is, in constant time.
    fn turn(&self, state: &Self::State) -> Turn;

    /// The moves of whoever's turn it is, chance included, in canonical order, in the place of
    /// whatever was in `out`.
    fn moves(&self, state: &Self::State, out: &mut Vec<Self::Move>);

    /// Makes a move, and runs on to the next turn.
    fn apply(&self, state: &mut Self::State, mv: &Self::Move, log: &mut impl Log);

    /// The name of a move: unique in its position; for records, protocols and menus.
    fn name(&self, state: &Self::State, mv: &Self::Move) -> String;

    /// The move that a text means, if it means one here: its name, or whatever else players of this
    /// game may type.
    fn read(&self, state: &Self::State, text: &str) -> Option<Self::Move>
    where
        Self: Sized,
    {
        named(self, state, text)
    }

    /// What somebody sees of a position.
    fn view(&self, state: &Self::State, eye: Eye) -> View;

    /// What somebody sees of a move, who may not know all that the mover knows.
    fn show(&self, state: &Self::State, mv: &Self::Move, eye: Eye) -> ViewMove {
        let text = self.name(state, mv);
        let places = self.view(state, eye).places_in(&text);
        ViewMove { text, places, direction: None }
    }

    /// Whether somebody may see less than there is, so that not every seat knows the position.
    fn hides(&self) -> bool {
        false
    }

    /// A position that looks to a seat just like this one, with what it cannot see drawn at random.
    /// Where everybody sees everything, that is the position itself.
    fn imagine(&self, state: &Self::State, _seat: Seat, _rng: &mut Rng) -> Self::State {
        state.clone()
    }

    /// How many bytes a position takes, roughly, for those who keep many.
    fn bytes(&self, _state: &Self::State) -> usize {
        size_of::<Self::State>()
    }

    /// How many bits a packed position has; `None` if positions are not packed.
    fn packed_bits(&self) -> Option<u32> {
        None
    }

    /// A position as a number that stands for it and for no other; `None` if it does not fit.
    fn pack(&self, _state: &Self::State) -> Option<u128> {
        None
    }

    /// Makes a state the position that was packed; `false` if positions are not packed.
    fn unpack(&self, _packed: u128, _state: &mut Self::State) -> bool {
        false
    }

    /// A number for a position, for those who look at many: positions of one number are the same, or
    /// each other's mirror images, and are worth the same. (Sums of 128-bit words, of which two
    /// positions in a billion share one with a chance of less than 10⁻²⁰, count as different.)
    /// Nothing, if the position does not fit.
    fn code(&self, _state: &Self::State) -> Option<u128> {
        None
    }

    /// Whether a seat may still win: only ever `false` if the others can keep it from winning.
    fn may_win(&self, _state: &Self::State, _seat: Seat) -> bool {
        true
    }

    /// The points that each seat has so far, where points are kept while it is played.
    fn scores(&self, _state: &Self::State) -> Option<Arc<[i64]>> {
        None
    }

    /// What a seat is called.
    fn seat_name(&self, seat: Seat) -> String {
        format!("player {}", seat.0 + 1)
    }

    /// What ends long play; not part of any position.
    fn rules_of_play(&self) -> RulesOfPlay {
        RulesOfPlay::default()
    }

    /// Whether a move changes something for good, so that quiet moves are counted anew after it.
    fn stirs(&self, _mv: &Self::Move) -> bool {
        false
    }

    /// The weight of a chance move; the chance is the weight over the sum of all weights.
    fn weight(&self, _state: &Self::State, _mv: &Self::Move) -> u128 {
        1
    }

    /// A move at random, by weight. Games override it where listing moves is the cost.
    fn pick(&self, state: &Self::State, rng: &mut Rng, moves: &mut Vec<Self::Move>) -> Self::Move {
        moves.clear();
        self.moves(state, moves);
        let total: u128 = moves.iter().map(|m| self.weight(state, m)).sum();
        let mut at = rng.below(total.max(1));
        for mv in &*moves {
            let weight = self.weight(state, mv);
            if at < weight {
                return mv.clone();
            }
            at -= weight;
        }
        moves.last().expect("a position with a turn has a move").clone()
    }
}

/// The move of this name, if there is one in this position.
pub fn named<G: Game>(game: &G, state: &G::State, name: &str) -> Option<G::Move> {
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    moves.into_iter().find(|mv| game.name(state, mv) == name)
}

/// Games whose moves have numbers that mean the same in every position, for learning.
pub trait Numbered: Game {
    /// How many numbers there are; each move's number is below it.
    fn numbers(&self) -> usize;

    /// The number of a move.
    fn number(&self, state: &Self::State, mv: &Self::Move) -> usize;
}

/// Games whose states can go back: cheaper than a copy where states are large.
pub trait Rewind: Game {
    /// A point to come back to.
    type Mark;

    /// Marks the present.
    fn mark(&self, state: &mut Self::State) -> Self::Mark;

    /// Goes back to a mark. Marks are used last in, first out.
    fn rewind(&self, state: &mut Self::State, mark: Self::Mark);
}
