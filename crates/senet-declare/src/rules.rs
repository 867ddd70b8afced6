//! What the sections of a game become.

use crate::choice::{Choice, Seated};
use crate::next::Next;
use crate::show::{PlacedPiece, Showing};
use senet_board::Cell as BoardCell;
use senet_game::{Rng, Seat, Verdict};
use std::fmt::Debug;
use std::hash::Hash;
use std::ops::Deref;

/// The sections of a declared game, as functions over its state.
pub trait DeclaredRules: Send + Sync {
    /// Who plays.
    type Player: Seated;
    /// What changes in play.
    type State: Clone + Eq + Hash + Send + Sync;
    /// What players do.
    type Move: Clone + Eq + Ord + Hash + Debug + Send + Sync;
    /// What happens by chance.
    type Chance: Choice;

    /// What it means that a player whose turn it is cannot move.
    const STUCK: Stuck;

    /// Whether what happens by chance has weights of its own, so that their sum has to be looked at.
    const WEIGHTED: bool = false;

    /// The first state.
    fn begin() -> Self::State;

    /// Whose turn it is, or would be if chance had nothing to decide.
    fn turn(state: &Self::State) -> Self::Player;

    /// Makes it a player's turn.
    fn set_turn(state: &mut Self::State, player: Self::Player);

    /// The moves of the player whose turn it is, in order.
    fn moves(state: &Self::State) -> impl Iterator<Item = Self::Move>;

    /// A move at random by guessing, each as likely as any other; nothing if no guess was right.
    fn guess(_: &Self::State, _: &mut Rng) -> Option<Self::Move> {
        None
    }

    /// Makes a move.
    fn make(state: &mut Self::State, mv: Self::Move) -> Next<Self::Player>;

    /// Whether chance decides.
    fn is_chance(_: &Self::State) -> bool {
        false
    }

    /// Whether something can happen by chance.
    fn may_happen(_: &Self::State, _: Self::Chance) -> bool {
        true
    }

    /// How likely it is, beside the other things that can happen.
    fn weight(_: &Self::State, _: Self::Chance) -> u128 {
        1
    }

    /// Lets something happen by chance.
    fn happen(state: &mut Self::State, what: Self::Chance) -> Next<Self::Player>;

    /// The name of a move.
    fn name(state: &Self::State, mv: &Self::Move) -> String;

    /// Where to click for a move, in order.
    fn clicks(state: &Self::State, mv: &Self::Move, out: &mut Vec<BoardCell>);

    /// The only player who sees what is done or what happens, unless all do.
    fn seen_by(_: &Self::State, _: &Act<Self::Move, Self::Chance>) -> Option<Self::Player> {
        None
    }

    /// The score of a player at the end, or so far, if the game keeps scores.
    fn score(_: &Self::State, _: Self::Player) -> Option<i64> {
        None
    }

    /// Why a play that is over has ended, in a sentence, if the game says so.
    fn reason(_: &Self::State) -> Option<String> {
        None
    }

    /// What lies on the board.
    fn tokens(state: &Self::State) -> Vec<PlacedPiece>;

    /// What is seen beside the board.
    fn show(state: &Self::State, showing: &mut Showing<'_>);

    /// Replaces what a player cannot see by what else it could be.
    fn determinize(_: &mut Self::State, _: Self::Player, _: &mut Rng) {}
}

/// What it means that a player whose turn it is cannot move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stuck {
    /// The game ends and does not say how.
    Ends,
    /// The turn passes on; the game is a tie if nobody can move.
    Passes,
    /// The player loses, and all others win.
    Loses,
    /// The player wins.
    Wins,
    /// Nobody wins.
    Ties,
}

/// A move of a declared game: of a player, or of chance.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Act<M, C> {
    /// A player's move.
    Move(M),
    /// Something that happens.
    Chance(C),
}

/// A position of a declared game: the author's state, and what is to be done in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct DeclaredPosition<S> {
    pub(super) state: S,
    pub(super) phase: Phase,
}

/// What is to be done in a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Phase {
    /// A player moves.
    Turn(Seat),
    /// Chance decides.
    Chance,
    /// Nothing.
    Over(Verdict),
    /// Nothing: the chances are weights over a sum that is too large to be stored.
    Stopped,
}

impl<S> Deref for DeclaredPosition<S> {
    type Target = S;

    fn deref(&self) -> &S {
        &self.state
    }
}
