//! What a cursor should do, in the plainest way: the whole play is kept, and judged as a whole.

use crate::toy::{Toy, ToyMove, ToyState};
use senet_game::{DrawRules, Game, MoveMade, Outcome, PlayCount, Referee, Turn, hash128};
use std::sync::Arc;

/// A play of the toy.
#[derive(Clone)]
pub(crate) struct Model {
    toy: Arc<Toy>,
    rules: DrawRules,
    pub(crate) state: ToyState,
    /// Where the play began.
    start: ToyState,
    made: Vec<Made>,
}

/// A move of the play.
#[derive(Clone)]
struct Made {
    by_player: bool,
    irreversible: bool,
    /// Where it led.
    state: ToyState,
}

impl Model {
    pub(crate) fn new(toy: &Arc<Toy>, state: ToyState, rules: DrawRules) -> Model {
        let (toy, start) = (Arc::clone(toy), state.clone());
        Model { toy, rules, state, start, made: Vec::new() }
    }

    /// Who has to decide, after the draw rules.
    pub(crate) fn turn(&self) -> Turn {
        if self.is_draw() { Turn::Over(Outcome::draw()) } else { self.toy.turn(&self.state) }
    }

    pub(crate) fn moves(&self) -> Vec<ToyMove> {
        let mut moves = Vec::new();
        if !self.is_draw() {
            self.toy.moves(&self.state, &mut moves);
        }
        moves
    }

    pub(crate) fn weight(&self, at: usize) -> u128 {
        let by_chance = self.toy.turn(&self.state) == Turn::Chance;
        if by_chance { self.toy.weight(&self.state, &self.moves()[at]) } else { 1 }
    }

    pub(crate) fn apply(&mut self, at: usize) {
        let by_player = matches!(self.toy.turn(&self.state), Turn::Player(_));
        let mv = self.moves()[at];
        self.toy.apply(&mut self.state, &mv, &mut ());
        let (irreversible, state) = (mv.is_irreversible(), self.state.clone());
        self.made.push(Made { by_player, irreversible, state });
    }

    /// What is counted; nothing, if no rule counts.
    pub(crate) fn count(&self) -> PlayCount {
        if self.rules.is_empty() { PlayCount::default() } else { count(&self.made) }
    }

    /// A referee that has seen the play from its beginning.
    pub(crate) fn referee(&self) -> Referee {
        if self.rules.is_empty() {
            return Referee::none();
        }
        let mut referee = Referee::new(self.rules, hash128(&self.start));
        for Made { by_player, irreversible, state } in &self.made {
            let made = MoveMade { by_player: *by_player, irreversible: *irreversible };
            referee.watch(made, hash128(state), &self.toy.turn(state));
        }
        referee
    }

    /// Whether a draw rule has ended the play, after any of its moves.
    pub(crate) fn is_draw(&self) -> bool {
        (1..=self.made.len()).any(|n| self.ends(&self.made[..n]))
    }

    /// Whether the last of some moves ends the play by a draw rule.
    fn ends(&self, made: &[Made]) -> bool {
        let last = &made.last().expect("some moves").state;
        let PlayCount { moves, quiet } = count(made);
        let positions = made.iter().map(|made| &made.state).chain([&self.start]);
        let times = positions.filter(|state| *state == last).count() as u64;
        let reached = |count: u64, limit: Option<u64>| limit.is_some_and(|limit| count >= limit);
        !matches!(self.toy.turn(last), Turn::Over(_))
            && (reached(moves, self.rules.limit)
                || reached(quiet, self.rules.quiet)
                || reached(times, self.rules.repeat))
    }
}

fn count(made: &[Made]) -> PlayCount {
    let players = |made: &[Made]| made.iter().filter(|made| made.by_player).count() as u64;
    let quiet = made.iter().rposition(|made| made.irreversible).map_or(made, |at| &made[at + 1..]);
    PlayCount { moves: players(made), quiet: players(quiet) }
}
