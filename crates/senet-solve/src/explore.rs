//! Exploration: every reachable position once, breadth first (state-space enumeration).
//!
//! Invariant: a position is in the table from the moment it is first met, and in exactly one layer, that
//! of the least number of moves that leads to it. So counts are exact: the table holds packed positions
//! or whole ones, never hashes. Draw rules count plays, not positions, and are left out.
//!
//! Cost: one application of a move per edge, one look-up per edge. A packed position takes its 8 or 16
//! bytes in the table (10 to 12.5 or 20 to 25, with what a table leaves free), and again while it waits in its layer; layers are expanded in blocks, so that one
//! virtual call makes hundreds of moves and the look-ups that follow overlap in memory. Where the game knows
//! symmetries, one position of each class is kept and expanded, and stands for all of them.

mod keys;
mod packed;
mod whole;

use crate::workers::{OneWorker, Workers};
use senet_game::{DynGame, LimitKind, Seat, Turn, Verdict};
use serde::Serialize;

/// How far to explore.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ExploreLimits {
    /// At most so many positions are kept.
    pub positions: u64,
    /// At most so many moves from the start.
    pub depth: Option<usize>,
    /// At most so many bytes, roughly, for positions.
    pub memory: u64,
}

impl Default for ExploreLimits {
    /// Twenty million positions, in a gibibyte, however deep.
    fn default() -> ExploreLimits {
        ExploreLimits { positions: 20_000_000, depth: None, memory: 1 << 30 }
    }
}

/// What was found. A position is a state in which a player has to decide, or the end; states in
/// which chance decides are counted apart.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
pub struct Explored {
    /// How many different positions were met, the start and the ends included.
    pub positions: u64,
    /// States in which chance decides.
    #[serde(rename = "chances")]
    pub chance_nodes: u64,
    /// Moves, of chance too, from all of them.
    pub edges: u64,
    /// Positions in which the game is over.
    pub ends: EndCounts,
    /// Positions and chance nodes up to symmetry, if the game is known to have symmetries: only these were kept.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub classes: Option<u64>,
    /// Positions by the least number of moves, of chance too, that leads to them.
    pub by_ply: Vec<u64>,
    /// Bytes that the table of positions and the layers took at most, roughly.
    pub memory: u64,
    /// Why there may be more; `None` if this is all.
    #[serde(rename = "halt")]
    pub stopped: Option<ExploreStop>,
}

/// Positions in which the game is over, by outcome.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
pub struct EndCounts {
    /// Won by one seat alone, by seat.
    pub won: Vec<u64>,
    /// Won by several together, or lost by all.
    pub shared: u64,
    /// Draws.
    pub drawn: u64,
    /// Over without a result.
    pub open: u64,
}

/// Why an exploration is not complete.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub enum ExploreStop {
    /// There are more positions than may be kept.
    Positions,
    /// There are more positions than the memory holds.
    Memory,
    /// There are positions beyond the depth.
    Depth,
    /// The caller cancelled it.
    #[serde(rename = "Told")]
    Cancelled,
    /// Between two moves, the program reached a limit.
    Stopped(#[serde(serialize_with = "name_of")] LimitKind),
}

fn name_of<S: serde::Serializer>(kind: &LimitKind, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_str(kind.what())
}

impl Explored {
    /// Bytes for each position and chance node, layers included.
    pub fn bytes_per_position(&self) -> f64 {
        let kept = self.classes.unwrap_or(self.positions + self.chance_nodes);
        self.memory as f64 / kept.max(1) as f64
    }
}

impl EndCounts {
    /// All of them.
    pub fn total(&self) -> u64 {
        self.won.iter().sum::<u64>() + self.shared + self.drawn + self.open
    }

    fn merge(&mut self, more: &EndCounts) {
        self.won.iter_mut().zip(&more.won).for_each(|(won, more)| *won += more);
        self.shared += more.shared;
        self.drawn += more.drawn;
        self.open += more.open;
    }
}

/// What is counted of a state: a turn in two bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Met {
    Player,
    Chance,
    Won(Seat),
    /// Won by several together, or lost by all.
    Shared,
    Drawn,
    /// Over without a result.
    Open,
    Stopped(LimitKind),
}

impl Met {
    fn of(turn: &Turn) -> Met {
        match turn {
            Turn::Player(_) => Met::Player,
            Turn::Chance => Met::Chance,
            Turn::Stopped(kind) => Met::Stopped(*kind),
            Turn::Over(outcome) => match outcome.verdict {
                Verdict::Draw => Met::Drawn,
                Verdict::NoResult => Met::Open,
                Verdict::Won(seats) if seats.len() == 1 => {
                    seats.iter().next().map_or(Met::Shared, Met::Won)
                }
                Verdict::Won(_) => Met::Shared,
            },
        }
    }
}

/// Called now and then with what was found so far; `false` cancels.
type Watch<'a> = &'a mut dyn FnMut(&Explored) -> bool;

/// Explores a game from its start. `watch` sees now and then what was found so far; `false` cancels.
///
/// ```
/// use senet_game::{GameInfo, erase};
/// use senet_positional::{Positional, games::MnkRules};
/// use senet_solve::{ExploreLimits, explore};
/// use std::sync::Arc;
///
/// let game = erase(Arc::new(Positional::new(MnkRules::new(2, 2, 2)?)?), GameInfo::default());
/// let found = explore(&*game, ExploreLimits::default(), &mut |_| true);
/// assert_eq!(found.positions, 29);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn explore(game: &dyn DynGame, limits: ExploreLimits, watch: Watch<'_>) -> Explored {
    explore_with(game, limits, &OneWorker, watch)
}

/// The same on several workers, where positions are packed. What is found does not depend on how many there are.
pub fn explore_with(
    game: &dyn DynGame,
    limits: ExploreLimits,
    workers: &dyn Workers,
    watch: Watch<'_>,
) -> Explored {
    let counts = || Counts::new(game.seats(), limits);
    // Word-sized keys where they suffice: the table is an open-addressing set of plain
    // integers, without a hash stored beside them.
    let found = match game.packed_bits() {
        Some(bits) if bits <= 64 => packed::explore::<u64>(game, counts(), workers, watch),
        Some(_) => packed::explore::<u128>(game, counts(), workers, watch),
        None => None,
    };
    // A position that does not fit its packing is met late, if ever: begin again with whole positions.
    found.unwrap_or_else(|| whole::explore(game, counts(), watch))
}

/// How many states are met between two calls of the watcher.
const WATCH_EVERY: u64 = 4096;

/// The counts so far, and what the limits say about them.
struct Counts {
    found: Explored,
    limits: ExploreLimits,
    /// Positions of the layer that is being filled.
    layer: u64,
    /// States in the table, and the bytes that the limit counts for them.
    kept: u64,
    bytes: u64,
    /// Bytes of what waits to be expanded or added.
    beside: u64,
    worked: u64,
}

impl Counts {
    fn new(seats: usize, limits: ExploreLimits) -> Counts {
        let mut found = Explored::default();
        found.ends.won = vec![0; seats];
        Counts { found, limits, layer: 0, kept: 0, bytes: 0, beside: 0, worked: 0 }
    }

    /// Which limit keeps one more state of so many bytes from being kept.
    fn full(&self, bytes: u64) -> Option<ExploreStop> {
        if self.kept >= self.limits.positions {
            Some(ExploreStop::Positions)
        } else if self.bytes + bytes > self.limits.memory {
            Some(ExploreStop::Memory)
        } else {
            None
        }
    }

    fn stop(&mut self, why: ExploreStop) {
        self.found.stopped.get_or_insert(why);
    }

    /// Counts that begin at nothing, for a worker; [`Counts::take`] adds them.
    fn part(&self) -> Counts {
        Counts::new(self.found.ends.won.len(), self.limits)
    }

    fn take(&mut self, part: Counts) {
        self.kept += part.kept;
        self.layer += part.layer;
        self.found.chance_nodes += part.found.chance_nodes;
        self.found.ends.merge(&part.found.ends);
        if let Some(why) = part.found.stopped {
            self.stop(why);
        }
    }

    /// Counts a state that was met for the first time, and that stands for so many; whether play goes on from it.
    fn add(&mut self, met: Met, bytes: u64, stands_for: u32) -> bool {
        // With symmetry reduction, one representative of an orbit is kept, and it counts for
        // the size of its orbit.
        let n = u64::from(stands_for);
        self.kept += 1;
        self.bytes += bytes;
        if met == Met::Chance {
            self.found.chance_nodes += n;
            return true;
        }
        self.layer += n;
        let ends = &mut self.found.ends;
        match met {
            Met::Player | Met::Chance => return true,
            Met::Won(seat) => ends.won[usize::from(seat.0)] += n,
            Met::Shared => ends.shared += n,
            Met::Drawn => ends.drawn += n,
            Met::Open => ends.open += n,
            Met::Stopped(kind) => self.stop(ExploreStop::Stopped(kind)),
        }
        false
    }

    /// A layer is complete, from which `waiting` states lead on; whether to expand them.
    fn next_layer(&mut self, waiting: usize) -> bool {
        let ply = self.found.by_ply.len();
        if self.layer > 0 || waiting > 0 {
            self.end_layer();
        }
        if waiting > 0 && self.limits.depth.is_some_and(|depth| ply >= depth) {
            self.stop(ExploreStop::Depth);
            return false;
        }
        waiting > 0
    }

    fn end_layer(&mut self) {
        self.found.positions += self.layer;
        self.found.by_ply.push(std::mem::take(&mut self.layer));
    }

    /// So much was done, counted in states; whether the watcher lets it go on.
    fn work(&mut self, states: u64, watch: Watch<'_>) -> bool {
        let before = self.worked / WATCH_EVERY;
        self.worked += states;
        if self.worked / WATCH_EVERY == before || watch(&self.found) {
            return true;
        }
        self.found.stopped = Some(ExploreStop::Cancelled);
        self.end_layer();
        false
    }

    fn uses(&mut self, bytes: usize) {
        self.found.memory = self.found.memory.max(bytes as u64);
    }
}
