//! Rules of play: what ends a game although its position does not.
//!
//! A position knows no history. Whoever plays a game through keeps a [`Referee`] beside it, who
//! counts moves and repetitions; searches and explorations do without.

use crate::outcome::{Outcome, Turn, Verdict};
use std::collections::HashMap;
use std::hash::Hash;

/// What a game says about long play.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct RulesOfPlay {
    /// The same position this many times is a draw.
    pub repeat: Option<u64>,
    /// This many moves are a draw.
    pub limit: Option<u64>,
    /// And so are this many in a row of which none [stirs](crate::Game::stirs) anything.
    pub quiet: Option<u64>,
}

/// Watches one game being played.
#[derive(Debug, Clone)]
pub struct Referee<S> {
    rules: RulesOfPlay,
    moves: u64,
    quiet: u64,
    seen: HashMap<S, u64>,
}

impl<S: Clone + Eq + Hash> Referee<S> {
    /// For a game that begins in this position.
    pub fn new(rules: RulesOfPlay, start: &S) -> Referee<S> {
        let first = rules.repeat.map(|_| (start.clone(), 1));
        Referee { rules, moves: 0, quiet: 0, seen: first.into_iter().collect() }
    }

    /// How many moves players have made.
    pub fn moves(&self) -> u64 {
        self.moves
    }

    /// A move was made: whose turn it was, whether it stirred something, and the position that it
    /// led to with the turn there. Returns the turn that really comes next: over, if a rule of play
    /// says so.
    pub fn watch(&mut self, before: &Turn, stirs: bool, state: &S, after: Turn) -> Turn {
        let moved = u64::from(matches!(before, Turn::Player(_)));
        self.moves += moved;
        self.quiet = if stirs { 0 } else { self.quiet + moved };
        if !matches!(after, Turn::Player(_) | Turn::Chance) {
            return after;
        }
        let long = self.rules.limit.is_some_and(|n| self.moves >= n);
        let quiet = self.rules.quiet.is_some_and(|n| self.quiet >= n);
        let again = self.rules.repeat.is_some_and(|n| {
            let times = self.seen.entry(state.clone()).or_insert(0);
            *times += 1;
            *times >= n
        });
        if long || quiet || again { Turn::Over(Outcome::of(Verdict::Draw)) } else { after }
    }
}

#[cfg(test)]
mod tests {
    use super::{Referee, RulesOfPlay};
    use crate::outcome::{Outcome, Seat, Turn, Verdict};

    #[test]
    fn long_play_and_repetition_are_draws() {
        let turn = Turn::Player(Seat(0));
        let draw = Turn::Over(Outcome::of(Verdict::Draw));
        let rules = RulesOfPlay::default();
        let mut limit = Referee::new(RulesOfPlay { limit: Some(2), ..rules }, &0);
        assert_eq!(limit.watch(&turn, false, &1, turn.clone()), turn);
        let chance = limit.watch(&Turn::Chance, false, &2, turn.clone());
        assert_eq!(chance, turn, "chance makes no moves");
        assert_eq!(limit.watch(&turn, true, &3, turn.clone()), draw);
        let mut repeat = Referee::new(RulesOfPlay { repeat: Some(2), ..rules }, &0);
        assert_eq!(repeat.watch(&turn, false, &1, turn.clone()), turn);
        assert_eq!(repeat.watch(&turn, false, &2, turn.clone()), turn);
        assert_eq!(repeat.watch(&turn, false, &0, turn.clone()), draw, "the start counts");
        let mut quiet = Referee::new(RulesOfPlay { quiet: Some(2), ..rules }, &0);
        assert_eq!(quiet.watch(&turn, false, &1, turn.clone()), turn);
        assert_eq!(quiet.watch(&turn, true, &2, turn.clone()), turn, "the count begins again");
        assert_eq!(quiet.watch(&turn, false, &3, turn.clone()), turn);
        let over = Turn::Over(Outcome::won(Seat(0)));
        assert_eq!(quiet.clone().watch(&turn, false, &4, over.clone()), over, "a win counts more");
        assert_eq!(quiet.watch(&turn, false, &4, turn.clone()), draw);
    }
}
