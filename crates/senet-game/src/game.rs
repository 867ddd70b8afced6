//! The contract for those who make games: immutable rules over states that are positions.

use crate::abilities::Abilities;
use crate::log::Log;
use crate::outcome::{Seat, Turn};
use crate::random::{Rng, weighted_index};
use crate::view::{Observer, View};
use std::fmt::Debug;
use std::hash::Hash;

/// A game: immutable rules over states that are positions.
///
/// Seven methods are required; three have good defaults. What only some games offer (packing, keys,
/// hidden information, draw rules, …) is data, returned by [`Game::abilities`]. Code that uses games
/// is not generic over this trait: it works on [`DynGame`](crate::DynGame), which
/// [`erase`](crate::erase) makes from any game.
pub trait Game: Send + Sync + 'static {
    /// A settled position; knows whose turn it is.
    type State: Clone + Eq + Hash + Send + Sync + 'static;
    /// A move; means something only in its position.
    type Move: Clone + Eq + Ord + Hash + Debug + Send + Sync + 'static;

    /// How many seats there are: at least one.
    fn seats(&self) -> usize;

    /// The first position.
    fn start(&self) -> Self::State;

    /// Who has to decide, in constant time.
    fn turn(&self, state: &Self::State) -> Turn;

    /// Replaces the contents of `out` by the legal moves (of chance, if it is chance's turn), in
    /// canonical order.
    fn moves(&self, state: &Self::State, out: &mut Vec<Self::Move>);

    /// Makes a legal move and runs on to the next decision.
    fn apply(&self, state: &mut Self::State, mv: &Self::Move, log: &mut impl Log);

    /// The name of a move, unique in its position; for records, protocols and menus.
    fn move_name(&self, state: &Self::State, mv: &Self::Move) -> String;

    /// What an observer sees of a position.
    fn view(&self, state: &Self::State, observer: Observer) -> View;

    /// The weight of a chance move; its probability is the weight over the sum of all weights.
    fn weight(&self, _state: &Self::State, _mv: &Self::Move) -> u128 {
        1
    }

    /// A random move: by weight if chance decides, otherwise uniform. `moves` is scratch space. Games
    /// override it where listing the moves is the cost.
    fn random_move(
        &self,
        state: &Self::State,
        rng: &mut Rng,
        moves: &mut Vec<Self::Move>,
    ) -> Self::Move {
        self.moves(state, moves);
        let at = weighted_index(rng, moves.len(), |i| self.weight(state, &moves[i]));
        moves[at].clone()
    }

    /// What a seat is called.
    fn seat_name(&self, seat: Seat) -> String {
        format!("player {}", seat.0 + 1)
    }

    /// What this game offers beyond the required methods.
    fn abilities(&self) -> Abilities<Self>
    where
        Self: Sized,
    {
        Abilities::default()
    }
}
