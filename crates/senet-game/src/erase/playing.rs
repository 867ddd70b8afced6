//! Random playouts of one type of game: the inner loop of everything that samples.

use super::{Inner, watch};
use crate::dyn_game::{PLAYOUT_CAP, Playout, PlayoutEnd, RulesFired, Tally};
use crate::game::Game;
use crate::log::Log;
use crate::outcome::{Outcome, Seat, Turn};
use crate::random::Rng;
use crate::referee::{MoveMade, Referee};
use std::ops::{ControlFlow, Range};

/// Only long playouts ask whether to go on: a question costs more than a short move.
const ASKED: u32 = 64;

/// What playouts of a game need beside a position.
pub(super) struct Playing<'p, G: Game> {
    pub(super) inner: &'p Inner<G>,
    pub(super) referee: &'p mut Referee,
    pub(super) listed: &'p mut Vec<G::Move>,
}

/// What is heard of the rules that fire in a playout: nothing, or how often each fires.
pub(super) trait PlayoutLog: Log {
    /// A playout begins.
    fn begin(&mut self);

    /// A playout is about to be counted.
    fn tell(&self, tally: &mut dyn Tally);
}

impl PlayoutLog for () {
    fn begin(&mut self) {}

    fn tell(&self, _: &mut dyn Tally) {}
}

impl PlayoutLog for RulesFired {
    fn begin(&mut self) {
        self.clear();
    }

    fn tell(&self, tally: &mut dyn Tally) {
        tally.rules(self);
    }
}

impl<G: Game> Playing<'_, G> {
    /// Plays playouts of these numbers from a position. The referee comes back.
    pub(super) fn playouts<const RULED: bool, L: PlayoutLog>(
        &mut self,
        begin: &G::State,
        seed: u64,
        numbers: Range<u64>,
        log: &mut L,
        tally: &mut dyn Tally,
    ) {
        let mut state = begin.clone();
        for number in numbers {
            state.clone_from(begin);
            let mark = RULED.then(|| self.referee.mark());
            let go_on =
                self.told::<RULED, L>(&mut state, Rng::nth(seed, number), log, ASKED, tally);
            if let Some(mark) = mark {
                self.referee.rewind(mark);
            }
            if go_on.is_break() {
                return;
            }
        }
    }

    /// Plays a playout and tells it; `Break` to make no more. The tally is asked whether to stop every so many moves.
    pub(super) fn told<const RULED: bool, L: PlayoutLog>(
        &mut self,
        state: &mut G::State,
        mut rng: Rng,
        log: &mut L,
        asked: u32,
        tally: &mut dyn Tally,
    ) -> ControlFlow<()> {
        let mut moves = 0_u32;
        let mut stop = || {
            moves = moves.wrapping_add(1);
            moves.is_multiple_of(asked) && tally.stop()
        };
        log.begin();
        let playout = self.play::<RULED>(state, &mut rng, &mut stop, |_, _, _| {}, log);
        if playout.end == PlayoutEnd::Cancelled {
            return ControlFlow::Break(());
        }
        log.tell(tally);
        tally.count(&playout)
    }

    /// Plays at random to the end, and leaves the position there: what the playout ended with, and its length.
    ///
    /// The loop is compiled for each type of game with and without draw rules, and once more for each kind of log.
    pub(super) fn play<const RULED: bool>(
        &mut self,
        state: &mut G::State,
        rng: &mut Rng,
        mut stop: impl FnMut() -> bool,
        mut made: impl FnMut(&G::State, &G::Move, Seat),
        log: &mut impl Log,
    ) -> Playout {
        let Playing { inner, referee, listed } = self;
        let game = &*inner.game;
        let mut plies = 0;
        let draw = |plies, end| Playout { outcome: Outcome::draw(), plies, end };
        loop {
            if RULED && referee.is_draw() {
                return draw(plies, PlayoutEnd::DrawRule);
            }
            let turn = game.turn(state);
            let seat = match turn {
                Turn::Over(outcome) => return Playout { outcome, plies, end: PlayoutEnd::Rules },
                Turn::Stopped(kind) => return draw(plies, PlayoutEnd::Stopped(kind)),
                _ if plies >= PLAYOUT_CAP => return draw(plies, PlayoutEnd::Cap),
                _ if stop() => return draw(plies, PlayoutEnd::Cancelled),
                Turn::Player(seat) => Some(seat),
                Turn::Chance => None,
            };
            let mv = game.random_move(state, rng, listed);
            if let Some(seat) = seat {
                made(state, &mv, seat);
            }
            let one_way = RULED && inner.one_way(&mv);
            if RULED && !one_way && referee.lacks_key() {
                referee.give_key(inner.hashed(state));
            }
            game.apply(state, &mv, log);
            plies += 1;
            if RULED {
                let made =
                    MoveMade { by_player: seat.is_some(), irreversible: inner.irreversible(&mv) };
                if one_way {
                    referee.leave(made, &game.turn(state));
                } else {
                    watch(inner, referee, made, state);
                }
            }
        }
    }
}
