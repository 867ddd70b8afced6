//! What a solver may spend, and why it stops.

use senet_game::LimitKind;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use thiserror::Error;

/// Limits on one solve: positions and memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SolveLimits {
    /// Positions looked at.
    pub positions: u64,
    /// Bytes for what is known of positions, roughly.
    pub memory: u64,
}

impl Default for SolveLimits {
    /// A hundred million positions, in a gibibyte.
    fn default() -> SolveLimits {
        SolveLimits { positions: 100_000_000, memory: 1 << 30 }
    }
}

/// Why there is no answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SolveError {
    /// The limit of positions was reached.
    #[error("the limit of positions was reached")]
    Positions,
    /// What is known of the positions does not fit into the memory.
    #[error("the memory for positions ran out")]
    Memory,
    /// The caller cancelled it.
    #[error("it was cancelled")]
    Cancelled,
    /// Play goes on for too long.
    #[error("play goes on for too long")]
    TooDeep,
    /// Chance has a say: see [`ExpectedValues`](crate::ExpectedValues).
    #[error("chance has a say")]
    Chance,
    /// More than two seats play.
    #[error("only games for one or two can be solved")]
    Seats,
    /// Not every seat sees everything, and the game is not tiny: see
    /// [`equilibrium`](crate::equilibrium).
    #[error("with hidden information, only tiny games of two can be solved")]
    Hidden,
    /// Positions look the same to a seat although it has other moves in them.
    #[error("a seat has different moves in positions that look the same to it")]
    Observations,
    /// The weights of a decision of chance do not add up in 128 bits.
    #[error("the weights of a decision of chance are too large to add up")]
    Weights,
    /// No player has to decide in this position.
    #[error("no player has to decide in this position")]
    NoDecision,
    /// Between two moves, the program reached a limit.
    #[error("{} between two moves", .0.reached())]
    Stopped(LimitKind),
}

/// Called now and then with the number of positions looked at so far; `false` cancels.
pub type SolveWatch<'a> = &'a mut dyn FnMut(u64) -> bool;

/// Work between two calls of the watcher, in steps of loops over numbers. A move of a slow game takes
/// some 100 µs, so that a caller who keeps the time hears from the solver at least every 10 ms.
const WATCH_EVERY: u64 = 64 * MOVE_WORK;
/// As much work as it is to make a move, or to look at a node.
const MOVE_WORK: u64 = 256;
/// All side queries together may use this many times the nodes of the others, plus `ASIDE_MORE`.
const ASIDE_FACTOR: u64 = 2;
const ASIDE_MORE: u64 = 200_000;

/// What threads that look for one answer together tell each other.
#[derive(Default)]
pub(crate) struct Team {
    /// Nodes that all of them have looked at.
    nodes: AtomicU64,
    /// Whether one of them is done, so that the others can stop.
    done: AtomicBool,
}

impl Team {
    /// One of them is done; whether it is the first.
    pub(crate) fn finish(&self) -> bool {
        !self.done.swap(true, Ordering::Relaxed)
    }
}

/// A thread's part in a team.
struct Membership {
    team: Arc<Team>,
    /// What this thread had counted before, and what it has told of.
    before: u64,
    told: u64,
    /// The nodes of the others, as far as is known.
    others: u64,
}

impl Membership {
    /// Tells how many nodes this thread has counted, and hears of others.
    fn exchange(&mut self, nodes: u64) {
        let more = nodes - self.told;
        self.told = nodes;
        let all = self.team.nodes.fetch_add(more, Ordering::Relaxed) + more;
        self.others = all - (nodes - self.before);
    }
}

/// Counts nodes against a limit.
pub(crate) struct NodeCounter<'w> {
    pub(crate) nodes: u64,
    limit: u64,
    /// While several threads look at nodes: those of the others count, too.
    membership: Option<Membership>,
    watch: SolveWatch<'w>,
    /// Work since the watcher was called last.
    work: u64,
    /// Whether the caller has cancelled it.
    pub(crate) is_cancelled: bool,
    asides: bool,
    /// Nodes that were spent on questions on the side.
    aside_nodes: u64,
}

impl<'w> NodeCounter<'w> {
    pub(crate) fn new(limit: u64, watch: SolveWatch<'w>) -> NodeCounter<'w> {
        NodeCounter {
            nodes: 0,
            limit,
            membership: None,
            watch,
            work: 0,
            is_cancelled: false,
            asides: true,
            aside_nodes: 0,
        }
    }

    /// As if every question on the side were too hard.
    #[cfg(test)]
    pub(crate) fn without_asides(self) -> NodeCounter<'w> {
        NodeCounter { asides: false, ..self }
    }

    /// A node is looked at.
    #[inline]
    pub(crate) fn count(&mut self) -> Result<(), SolveError> {
        self.check()?;
        self.nodes += 1;
        self.work_on(MOVE_WORK)
    }

    /// A move was made.
    #[inline]
    pub(crate) fn made(&mut self) -> Result<(), SolveError> {
        self.work_on(MOVE_WORK)
    }

    /// A step of work on nodes that were looked at before.
    #[inline]
    pub(crate) fn step(&mut self) -> Result<(), SolveError> {
        self.work_on(1)
    }

    #[inline]
    fn work_on(&mut self, work: u64) -> Result<(), SolveError> {
        self.work += work;
        if self.work >= WATCH_EVERY { self.ask() } else { Ok(()) }
    }

    /// Asks the caller whether to go on; a caller who has cancelled is not asked again. In a team that is done, nothing
    /// goes on.
    fn ask(&mut self) -> Result<(), SolveError> {
        self.work = 0;
        let mut done = false;
        if let Some(membership) = &mut self.membership {
            membership.exchange(self.nodes);
            done = membership.team.done.load(Ordering::Relaxed);
        }
        let nodes = self.all_nodes();
        self.is_cancelled = self.is_cancelled || !(self.watch)(nodes);
        if self.is_cancelled || done { Err(SolveError::Cancelled) } else { Ok(()) }
    }

    /// The nodes that were looked at, by other members of the team too.
    fn all_nodes(&self) -> u64 {
        self.nodes + self.membership.as_ref().map_or(0, |membership| membership.others)
    }

    /// From now on it counts for a team, together with others.
    pub(crate) fn join(&mut self, team: &Arc<Team>) {
        let (team, nodes) = (Arc::clone(team), self.nodes);
        self.membership = Some(Membership { team, before: nodes, told: nodes, others: 0 });
    }

    /// It counts alone again, and what others have counted for the team is its own.
    pub(crate) fn leave(&mut self) {
        if let Some(mut membership) = self.membership.take() {
            membership.exchange(self.nodes);
            self.nodes += membership.others;
        }
    }

    /// Whether the caller wants to go on.
    pub(crate) fn goes_on(&mut self) -> bool {
        self.ask().is_ok()
    }

    /// Whether one more node may be looked at.
    pub(crate) fn check(&self) -> Result<(), SolveError> {
        if self.all_nodes() >= self.limit { Err(SolveError::Positions) } else { Ok(()) }
    }

    /// How many more nodes may be looked at.
    pub(crate) fn left(&self) -> u64 {
        self.limit.saturating_sub(self.all_nodes())
    }

    /// Asks a question on the side, for which there is a multiple of what the others have cost so far, but not more than
    /// is left; `None` if that does not suffice.
    pub(crate) fn aside<T>(
        &mut self,
        question: impl FnOnce(&mut Self) -> Result<T, SolveError>,
    ) -> Option<T> {
        // What asides spend gives them no right to more: they would grow without end.
        let before = self.nodes;
        let share = ASIDE_FACTOR * (before - self.aside_nodes) + ASIDE_MORE;
        let more = if self.asides { share.saturating_sub(self.aside_nodes) } else { 0 };
        let answer = self.within(more, question).ok();
        self.aside_nodes += self.nodes - before;
        answer
    }

    /// Asks a question that may look at so many more nodes.
    pub(crate) fn within<T, E>(
        &mut self,
        nodes: u64,
        question: impl FnOnce(&mut Self) -> Result<T, E>,
    ) -> Result<T, E> {
        // The limit is lowered for the time of the query and restored afterwards; nested
        // queries can only lower it further.
        let limit = self.limit;
        self.limit = limit.min(self.nodes.saturating_add(nodes));
        let answer = question(self);
        self.limit = limit;
        answer
    }
}
