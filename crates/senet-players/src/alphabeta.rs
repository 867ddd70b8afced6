//! Alpha-beta search with iterative deepening, a transposition table and root splitting.
//!
//! Chance nodes are averaged (expectimax). With more than two seats all others are taken to play
//! against the one who searches (the paranoid assumption: Sturtevant & Korf 2000), so that bounds still
//! cut. Beyond the horizon positions are evaluated by the points that the game tells while it is
//! played, else by a few playouts.

mod search;

use crate::clock::{Deadline, SearchClock};
use crate::config::SearchConfig;
use crate::environment::Environment;
use crate::goal::{HEADROOM, Utility, lead};
use crate::parallel::in_parallel;
use crate::player::{Knowledge, Player, PlayerError, SearchResult};
use search::{Basis, RootResult, Search};
use senet_game::{Cursor, DynGame, MoveIndex, Rng, Seat, Turn};
use std::sync::Arc;

/// The deepest iteration. Also bounds recursion.
const MAX_DEPTH: u32 = 200;
/// Random plays that show whether points tell something while the game is played.
const PROBES: u32 = 16;
/// Moves of each of them.
const PROBE_MOVES: u32 = 500;

/// The bot `alphabeta`.
#[derive(Debug)]
pub(crate) struct AlphaBeta {
    config: SearchConfig,
}

impl AlphaBeta {
    pub(crate) fn new(config: SearchConfig) -> AlphaBeta {
        AlphaBeta { config }
    }
}

impl Player for AlphaBeta {
    fn choose(
        &mut self,
        _: &Arc<dyn DynGame>,
        knowledge: Knowledge<'_>,
        rng: &mut Rng,
        environment: &dyn Environment,
    ) -> Result<SearchResult, PlayerError> {
        let deadline = Deadline::new(Some(self.config.limit), environment);
        let clock = deadline.clock(environment);
        let seat = knowledge.seat()?;
        let run = |cursor: &mut dyn Cursor, rng: &mut Rng| {
            let utility = Utility::new(self.config.goal, cursor, rng, &clock);
            let points = points_scale(cursor, &clock, rng);
            let seed = rng.bits();
            let search = |_| {
                let clock = deadline.clock(environment);
                Search::new(cursor.fork(), seat, utility, points, clock, seed)
            };
            deepen(&mut (0..self.config.threads.max(1)).map(search).collect::<Vec<_>>())
        };
        Ok(match knowledge {
            Knowledge::Open(cursor) => run(cursor, rng),
            Knowledge::Hidden(known) => known.search_sample(rng, &clock, run),
        })
    }
}

/// Iterative deepening: searches to depth 1, 2, 3, …, each time with the best move so far first, until
/// the limit is reached or looking deeper can show nothing new.
fn deepen(searches: &mut [Search<'_>]) -> SearchResult {
    let mut order: Vec<MoveIndex> = searches[0].root_moves();
    let mut result = SearchResult::of(*order.first().expect("a position with a turn has a move"));
    for depth in 1..=MAX_DEPTH {
        searches.iter_mut().for_each(Search::begin_iteration);
        let expected = result.value.unwrap_or(f64::NEG_INFINITY);
        let Some(found) = search_root(searches, &order, depth, expected) else {
            break;
        };
        let Some((best, value)) = found.best else {
            break;
        };
        let at = order.iter().position(|mv| *mv == best).expect("it is one of them");
        order[..=at].rotate_right(1);
        let proven = found.basis == Basis::Rules || found.is_won;
        let line = searches[owner(best, searches.len())].principal_variation(best, depth);
        result = SearchResult { best, value: Some(value), proven, nodes: 0, line };
        // Where nothing was evaluated at the horizon, all lines have ended.
        if proven || searches.iter().all(|search| search.evaluations() == 0) {
            break;
        }
    }
    result.nodes = searches.iter().map(Search::nodes).sum();
    result
}

/// The thread that searches a move of the root: always the same one, because it remembers in its
/// table what it saw of it.
fn owner(mv: MoveIndex, threads: usize) -> usize {
    mv.0 as usize % threads
}

/// Root splitting: every thread searches some moves of the root. Threads share no table and see
/// of each other only `expected`, the value of the first move at the depth before, so that the result
/// does not depend on which thread is the fastest. `None` if the limit was reached.
fn search_root(
    searches: &mut [Search<'_>],
    order: &[MoveIndex],
    depth: u32,
    expected: f64,
) -> Option<RootResult> {
    let threads = searches.len();
    if threads == 1 {
        return searches[0].root(order, depth, f64::NEG_INFINITY);
    }
    let (first, rest) = order.split_first().expect("there are moves");
    let leader = owner(*first, threads);
    let own = |thread: usize| -> Vec<MoveIndex> {
        rest.iter().copied().filter(|mv| owner(*mv, threads) == thread).collect()
    };
    // The leader searches the first move with an open window, and its others with the value of that
    // as lower bound; the other threads use the expected value instead.
    let mut others = in_parallel(searches.iter_mut().enumerate().collect(), |(thread, search)| {
        if thread != leader {
            return search.root(&own(thread), depth, expected);
        }
        let found = search.root(&[*first], depth, f64::NEG_INFINITY)?;
        match found.best {
            Some((_, value)) if !found.is_won => {
                Some(found.or(search.root(&own(thread), depth, value)?))
            }
            _ => Some(found),
        }
    });
    let mut found = others.remove(leader)?;
    let (Some((_, value)), false) = (found.best, found.is_won) else {
        return Some(found);
    };
    let passes = |other: &Option<RootResult>| other.as_ref().is_some_and(|o| o.beats(expected));
    if value < expected && !others.iter().any(passes) {
        // The first move is worth less than expected, so a move that failed low against the
        // expected value may be better than it: search these again.
        let rest = searches.iter_mut().enumerate().filter(|(thread, _)| *thread != leader);
        others =
            in_parallel(rest.collect(), |(thread, search)| search.root(&own(thread), depth, value));
    }
    // Of equal moves the first in order is taken, as one thread would do.
    let place = |other: &Option<RootResult>| {
        let best = other.as_ref().and_then(|found| found.best);
        order.iter().position(|mv| best.is_some_and(|(best, _)| *mv == best))
    };
    others.sort_by_key(place);
    for other in others {
        found = found.or(other?);
    }
    Some(found)
}

/// The lead that means a sure win, if points tell something before the end; measured by random play.
fn points_scale(cursor: &mut dyn Cursor, clock: &SearchClock<'_>, rng: &mut Rng) -> Option<f64> {
    cursor.scores()?;
    let (mut tell, mut largest) = (false, 1.0_f64);
    for _ in 0..PROBES {
        if clock.is_over_now() {
            break;
        }
        cursor.push();
        for _ in 0..PROBE_MOVES {
            let Some(scores) = cursor.scores() else { break };
            let is_over = !matches!(cursor.turn(), Turn::Player(_) | Turn::Chance);
            tell |= !is_over && scores.iter().any(|points| *points != scores[0]);
            let leads = (0..scores.len()).filter_map(|seat| lead(&scores, Seat(seat as u8)));
            largest = leads.fold(largest, |most, lead| most.max(lead.abs()));
            if is_over || clock.is_over() {
                break;
            }
            let mv = cursor.random_move(rng);
            cursor.apply(mv);
        }
        cursor.pop();
    }
    tell.then_some(HEADROOM * largest)
}
