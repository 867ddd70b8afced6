//! Every position of a game, once, breadth first.

use rustc_hash::FxHashSet;
use senet_game::{Budget, Game, Outcome, Turn, Verdict};
use serde::Serialize;
use std::hash::Hash;

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
///
/// Positions that can be packed are kept as numbers; others as they are.
pub fn explore<G: Game>(
    game: &G,
    bounds: Bounds,
    watch: &mut dyn FnMut(&Explored) -> bool,
) -> Explored {
    let packed = match game.packed_bits() {
        Some(bits) if bits <= 64 => Walk::new(game, Short, bounds).go(watch),
        Some(_) => Walk::new(game, Long, bounds).go(watch),
        None => None,
    };
    let whole = || Walk::new(game, Whole, bounds).go(watch);
    packed.or_else(whole).expect("whole states are always kept")
}

/// So many positions are looked for at once.
const AT_ONCE: usize = 256;

/// How positions are kept.
trait Shelf<G: Game>: Copy {
    type Key: Clone + Eq + Hash;

    /// What is kept of a position; `None` if it does not fit.
    fn key(self, game: &G, state: &G::State) -> Option<Self::Key>;

    /// The position again.
    fn take(self, game: &G, key: &Self::Key, state: &mut G::State);

    /// How many bytes a position takes.
    fn bytes(self, game: &G, state: &G::State) -> u64;
}

/// Positions of at most 64 bits.
#[derive(Clone, Copy)]
struct Short;
/// Positions of at most 128 bits.
#[derive(Clone, Copy)]
struct Long;
/// Positions as they are.
#[derive(Clone, Copy)]
struct Whole;

impl<G: Game> Shelf<G> for Short {
    type Key = u64;

    fn key(self, game: &G, state: &G::State) -> Option<u64> {
        game.pack(state).map(|code| code as u64)
    }

    fn take(self, game: &G, key: &u64, state: &mut G::State) {
        game.unpack(u128::from(*key), state);
    }

    fn bytes(self, _: &G, _: &G::State) -> u64 {
        8
    }
}

impl<G: Game> Shelf<G> for Long {
    type Key = u128;

    fn key(self, game: &G, state: &G::State) -> Option<u128> {
        game.pack(state)
    }

    fn take(self, game: &G, key: &u128, state: &mut G::State) {
        game.unpack(*key, state);
    }

    fn bytes(self, _: &G, _: &G::State) -> u64 {
        16
    }
}

impl<G: Game> Shelf<G> for Whole {
    type Key = G::State;

    fn key(self, _: &G, state: &G::State) -> Option<G::State> {
        Some(state.clone())
    }

    fn take(self, _: &G, key: &G::State, state: &mut G::State) {
        state.clone_from(key);
    }

    fn bytes(self, game: &G, state: &G::State) -> u64 {
        // Kept twice while it waits for its turn.
        2 * game.bytes(state) as u64 + ENTRY
    }
}

/// A walk through a game, layer by layer.
struct Walk<'g, G: Game, S: Shelf<G>> {
    game: &'g G,
    shelf: S,
    bounds: Bounds,
    found: Explored,
    seen: FxHashSet<S::Key>,
    /// Positions that have come up, but have not been looked for yet. Many at once are looked for
    /// in less time than one after the other, because memory answers several questions at a time.
    met: Vec<(S::Key, u64, Turn)>,
    /// Positions of the next layer from which something leads on.
    next: Vec<S::Key>,
    here: u64,
    bytes: u64,
}

impl<'g, G: Game, S: Shelf<G>> Walk<'g, G, S> {
    fn new(game: &'g G, shelf: S, bounds: Bounds) -> Walk<'g, G, S> {
        let mut found = Explored::default();
        found.ends.won = vec![0; game.seats()];
        let seen = FxHashSet::default();
        let (met, next) = (Vec::new(), Vec::new());
        Walk { game, shelf, bounds, found, seen, met, next, here: 0, bytes: 0 }
    }

    /// Goes to the end; `None` if a position cannot be kept in this way.
    fn go(mut self, watch: &mut dyn FnMut(&Explored) -> bool) -> Option<Explored> {
        let game = self.game;
        let mut state = game.start();
        let mut after = state.clone();
        self.meet(&state)?;
        let mut layer: Vec<S::Key> = Vec::new();
        let mut moves = Vec::new();
        let mut looked = 0;
        loop {
            self.look_up();
            std::mem::swap(&mut layer, &mut self.next);
            let ply = self.found.by_ply.len();
            if self.here > 0 || !layer.is_empty() {
                self.found.positions += self.here;
                self.found.by_ply.push(std::mem::take(&mut self.here));
            }
            if layer.is_empty() {
                return Some(self.found);
            }
            if self.bounds.depth.is_some_and(|d| ply >= d) {
                self.found.halt.get_or_insert(Halt::Depth);
                return Some(self.found);
            }
            for key in layer.drain(..) {
                looked += 1;
                if looked % BETWEEN == 0 && !watch(&self.found) {
                    self.look_up();
                    self.found.halt = Some(Halt::Told);
                    self.found.positions += self.here;
                    self.found.by_ply.push(self.here);
                    return Some(self.found);
                }
                self.shelf.take(game, &key, &mut state);
                game.moves(&state, &mut moves);
                self.found.edges += moves.len() as u64;
                for mv in &moves {
                    after.clone_from(&state);
                    game.apply(&mut after, mv, &mut ());
                    self.meet(&after)?;
                }
            }
        }
    }

    /// A position has come up.
    fn meet(&mut self, state: &G::State) -> Option<()> {
        let key = self.shelf.key(self.game, state)?;
        self.met.push((key, self.shelf.bytes(self.game, state), self.game.turn(state)));
        if self.met.len() >= AT_ONCE {
            self.look_up();
        }
        Some(())
    }

    /// Looks for the positions that have come up among those that are known.
    fn look_up(&mut self) {
        let mut met = std::mem::take(&mut self.met);
        for (key, bytes, turn) in met.drain(..) {
            let full = if self.seen.len() as u64 >= self.bounds.positions {
                Some(Halt::Positions)
            } else if self.bytes + bytes > self.bounds.memory {
                Some(Halt::Memory)
            } else {
                None
            };
            if let Some(halt) = full {
                if !self.seen.contains(&key) {
                    self.found.halt.get_or_insert(halt);
                }
            } else if self.seen.insert(key.clone()) {
                self.bytes += bytes;
                self.is_new(key, &turn);
            }
        }
        self.met = met;
    }

    /// A position has come up for the first time.
    fn is_new(&mut self, key: S::Key, turn: &Turn) {
        match turn {
            Turn::Chance => {
                self.found.chances += 1;
                self.next.push(key);
            }
            Turn::Player(_) => {
                self.here += 1;
                self.next.push(key);
            }
            Turn::Over(outcome) => {
                self.here += 1;
                self.found.ends.count(outcome);
            }
            Turn::Stopped(budget) => {
                self.here += 1;
                self.found.halt.get_or_insert(Halt::Stopped(*budget));
            }
        }
    }
}
