//! Every position of a game, once, breadth first.

use rustc_hash::FxHashSet;
use senet_game::{Budget, Game, Outcome, Turn, Verdict};
use serde::Serialize;

/// How far to go.
#[derive(Debug, Clone, Copy)]
pub struct Bounds {
    /// At most so many positions are kept.
    pub positions: u64,
    /// At most so many moves from the start.
    pub depth: Option<usize>,
    /// At most so many bytes, roughly, for positions.
    pub memory: u64,
}

/// What was found. A position is a state in which somebody has to decide, or the end; states in
/// which chance decides are counted apart.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
pub struct Explored {
    /// Positions.
    pub positions: u64,
    /// States in which chance decides.
    pub chances: u64,
    /// Moves, of chance too, from all of them.
    pub edges: u64,
    /// Positions in which it is over.
    pub ends: Ends,
    /// Positions by the least number of moves, of chance too, that leads to them.
    pub by_ply: Vec<u64>,
    /// Why there may be more; `None` if this is all.
    pub halt: Option<Halt>,
}

/// Positions in which it is over, by outcome.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
pub struct Ends {
    /// Won by one seat alone, by seat.
    pub won: Vec<u64>,
    /// Won by several together, or lost by all.
    pub shared: u64,
    /// Drawn.
    pub drawn: u64,
    /// Over without a result.
    pub open: u64,
}

/// Why it was not gone through to the end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub enum Halt {
    /// There are more positions than may be kept.
    Positions,
    /// There are more positions than the memory holds.
    Memory,
    /// There are positions beyond the depth.
    Depth,
    /// Whoever watches wants no more.
    Told,
    /// Between two moves, the program ran out of a budget.
    Stopped(#[serde(serialize_with = "name_of")] Budget),
}

fn name_of<S: serde::Serializer>(budget: &Budget, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_str(budget.what())
}

impl Ends {
    /// All of them.
    pub fn total(&self) -> u64 {
        self.won.iter().sum::<u64>() + self.shared + self.drawn + self.open
    }

    fn count(&mut self, outcome: &Outcome) {
        match outcome.verdict {
            Verdict::Draw => self.drawn += 1,
            Verdict::NoResult => self.open += 1,
            Verdict::Won(seats) if seats.len() == 1 => {
                for seat in seats.iter() {
                    self.won[usize::from(seat.0)] += 1;
                }
            }
            Verdict::Won(_) => self.shared += 1,
        }
    }
}

/// Bytes that the table of positions takes for each.
const ENTRY: u64 = 16;
/// How many states are looked at between two looks at the watcher.
const BETWEEN: u64 = 4096;

/// Goes through a game. `watch` sees now and then what was found so far, and whether to go on.
pub fn explore<G: Game>(
    game: &G,
    bounds: Bounds,
    watch: &mut dyn FnMut(&Explored) -> bool,
) -> Explored {
    let mut found = Explored::default();
    found.ends.won = vec![0; game.seats()];
    let start = game.start();
    let mut seen: FxHashSet<G::State> = FxHashSet::default();
    seen.insert(start.clone());
    let mut layer = vec![start];
    let mut next = Vec::new();
    let mut moves = Vec::new();
    let mut looked = 0;
    let mut bytes: u64 = 0;
    while !layer.is_empty() {
        let mut here = 0;
        let ply = found.by_ply.len();
        for state in layer.drain(..) {
            looked += 1;
            if looked % BETWEEN == 0 && !watch(&found) {
                found.halt = Some(Halt::Told);
                found.positions += here;
                found.by_ply.push(here);
                return found;
            }
            match game.turn(&state) {
                Turn::Chance => found.chances += 1,
                Turn::Player(_) => here += 1,
                Turn::Over(outcome) => {
                    here += 1;
                    found.ends.count(&outcome);
                }
                Turn::Stopped(budget) => {
                    here += 1;
                    found.halt.get_or_insert(Halt::Stopped(budget));
                }
            }
            game.moves(&state, &mut moves);
            if bounds.depth.is_some_and(|d| ply >= d) {
                if !moves.is_empty() {
                    found.halt.get_or_insert(Halt::Depth);
                }
                continue;
            }
            found.edges += moves.len() as u64;
            for mv in &moves {
                let mut after = state.clone();
                game.apply(&mut after, mv, &mut ());
                if seen.contains(&after) {
                    continue;
                }
                if seen.len() as u64 >= bounds.positions {
                    found.halt.get_or_insert(Halt::Positions);
                    continue;
                }
                // Kept twice while it waits for its turn.
                bytes += 2 * game.bytes(&after) as u64 + ENTRY;
                if bytes > bounds.memory {
                    found.halt.get_or_insert(Halt::Memory);
                    continue;
                }
                seen.insert(after.clone());
                next.push(after);
            }
        }
        found.positions += here;
        found.by_ply.push(here);
        std::mem::swap(&mut layer, &mut next);
    }
    found
}
