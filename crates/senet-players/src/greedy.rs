//! Looks one move ahead: takes a win, and else the move after which random play does best.

use crate::clock::{Deadline, SearchClock};
use crate::config::SearchLimit;
use crate::environment::Environment;
use crate::player::{Knowledge, Player, PlayerError, SearchResult};
use senet_game::{Cursor, DynGame, MoveIndex, Rng, Seat, Turn};
use std::sync::Arc;

/// Playouts for each move.
const PLAYOUTS: u32 = 8;

/// Flat Monte Carlo: the same few playouts for every move.
#[derive(Debug)]
pub(crate) struct Greedy {
    limit: Option<SearchLimit>,
}

impl Greedy {
    pub(crate) fn new(limit: Option<SearchLimit>) -> Greedy {
        Greedy { limit }
    }
}

impl Player for Greedy {
    fn choose(
        &mut self,
        _: &Arc<dyn DynGame>,
        knowledge: Knowledge<'_>,
        rng: &mut Rng,
        environment: &dyn Environment,
    ) -> Result<SearchResult, PlayerError> {
        let clock = Deadline::new(self.limit, environment).clock(environment);
        let seat = knowledge.seat()?;
        Ok(match knowledge {
            Knowledge::Open(cursor) => search(cursor, seat, rng, &clock),
            Knowledge::Hidden(known) => {
                known.search_sample(rng, &clock, |cursor, rng| search(cursor, seat, rng, &clock))
            }
        })
    }
}

fn search(
    cursor: &mut dyn Cursor,
    seat: Seat,
    rng: &mut Rng,
    clock: &SearchClock<'_>,
) -> SearchResult {
    let mut moves = Vec::new();
    cursor.moves(&mut moves);
    let mut best: Option<SearchResult> = None;
    let mut nodes = 0;
    // Uniform allocation, without UCB: with eight playouts for each move, the standard error of
    // a mean is up to 0.35 for values from -1 to 1.
    for (index, mv) in moves.into_iter().enumerate() {
        cursor.push();
        cursor.apply(mv);
        let (value, proven) = match cursor.turn() {
            Turn::Over(outcome) => (outcome.utility(seat), !cursor.referee().is_draw()),
            _ => {
                nodes += u64::from(PLAYOUTS);
                (playouts(cursor, seat, rng, clock), false)
            }
        };
        cursor.pop();
        // Playouts that were broken off say nothing; they are better than no move at all.
        if clock.is_over_now() && !proven && best.is_some() {
            break;
        }
        // A proven value is preferred to an estimate that is as good.
        let better = |b: &SearchResult| (b.value, b.proven) < (Some(value), proven);
        if best.as_ref().is_none_or(better) {
            let found = SearchResult::of(MoveIndex(index as u32));
            best = Some(SearchResult { value: Some(value), proven, ..found });
        }
        if clock.is_spent(nodes) || (proven && value >= 1.0) {
            break;
        }
    }
    let best = best.expect("a position with a turn has a move");
    SearchResult { nodes, ..best }
}

/// The mean utility of a few playouts.
fn playouts(cursor: &mut dyn Cursor, seat: Seat, rng: &mut Rng, clock: &SearchClock<'_>) -> f64 {
    let mut sum = 0.0;
    for _ in 0..PLAYOUTS {
        cursor.push();
        sum += cursor.playout(rng, &mut || clock.is_over(), None).utility(seat);
        cursor.pop();
    }
    sum / f64::from(PLAYOUTS)
}
