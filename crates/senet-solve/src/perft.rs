//! Perft: how many plays there are to a depth, the usual test of a move generator.
//!
//! Depth-first, without transpositions and without draw rules; the last moves are counted, not made.
//! Cost: one application of a move per play of one move less. See
//! <https://www.chessprogramming.org/Perft>.

use senet_game::{Cursor, DynGame, Expand, MoveIndex, Referee, Seat, Turn};
use std::ops::ControlFlow;

/// What to count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Perft {
    /// How deep.
    pub depth: usize,
    /// Whether one level is a whole turn, all moves up to another player's, instead of one move.
    pub turns: bool,
    /// At most so many moves are made.
    pub moves: u64,
}

/// What was counted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PerftCounts {
    /// Plays by depth, from 1. A play that ends earlier counts once. Where all plays have ended, no
    /// further depth is counted.
    pub plays: Vec<u64>,
    /// Whether the limit of moves, or the longest turn, was reached before the last depth was counted.
    pub cut: bool,
}

/// A play with more moves than this is not counted: it bounds the recursion.
const MAX_HEIGHT: usize = 2_000;
/// How many moves are made between two calls of the watcher.
const WATCH_EVERY: u64 = 64;

/// Counts plays, depth by depth. `watch` is asked now and then whether to go on.
///
/// ```
/// use senet_game::{GameInfo, erase};
/// use senet_positional::{Positional, games::MnkRules};
/// use senet_solve::{Perft, perft};
/// use std::sync::Arc;
///
/// let game = erase(Arc::new(Positional::new(MnkRules::new(3, 3, 3)?)?), GameInfo::default());
/// let what = Perft { depth: 4, turns: false, moves: 1_000_000 };
/// assert_eq!(perft(&*game, what, &mut || true).plays, [9, 72, 504, 3024]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn perft(game: &dyn DynGame, what: Perft, watch: &mut dyn FnMut() -> bool) -> PerftCounts {
    let mut plays = Vec::new();
    let mut cursor = game.cursor();
    cursor.set_referee(Referee::none());
    let seat = mover(&cursor.turn());
    let children = Vec::new();
    let mut counter = Counter {
        cursor: &mut *cursor,
        turns: what.turns,
        left: what.moves,
        watch,
        children,
        open: false,
    };
    for depth in 1..=what.depth {
        counter.open = false;
        match counter.count(seat, depth, 0) {
            Some(n) => plays.push(n),
            None => return PerftCounts { plays, cut: true },
        }
        if !counter.open {
            break;
        }
    }
    PerftCounts { plays, cut: false }
}

fn mover(turn: &Turn) -> Option<Seat> {
    match turn {
        Turn::Player(seat) => Some(*seat),
        _ => None,
    }
}

struct Counter<'a> {
    cursor: &'a mut dyn Cursor,
    turns: bool,
    left: u64,
    watch: &'a mut dyn FnMut() -> bool,
    /// The children of all positions on the way, the current position's last.
    children: Vec<(MoveIndex, Option<Seat>, bool)>,
    /// Whether some play goes on at the last level.
    open: bool,
}

impl Counter<'_> {
    /// Plays from a position in which `seat` has `depth` levels before it; `None` if the limits do not
    /// suffice.
    fn count(&mut self, seat: Option<Seat>, depth: usize, height: usize) -> Option<u64> {
        if height > MAX_HEIGHT {
            return None;
        }
        if depth == 0 {
            self.open = true;
            return Some(1);
        }
        // Bulk counting, as perft of chess programs does: at the last level moves are
        // counted and not made.
        if depth == 1 && !self.turns {
            let moves = self.cursor.count_moves() as u64;
            self.open |= moves > 0;
            return Some(moves.max(1));
        }
        let first = self.children.len();
        let Counter { cursor, children, .. } = self;
        cursor.expand(&Expand::default(), &mut |child| {
            children.push((child.index, mover(&child.turn), child.turn == Turn::Chance));
            ControlFlow::Continue(())
        });
        if self.children.len() == first {
            return Some(1);
        }
        let mut total: u64 = 0;
        for at in first..self.children.len() {
            self.left = self.left.checked_sub(1)?;
            if self.left.is_multiple_of(WATCH_EVERY) && !(self.watch)() {
                return None;
            }
            let (index, next, chance) = self.children[at];
            // In a whole turn, moves of the same seat, and of chance between them, are one level.
            let same = self.turns && (next == seat || chance);
            let depth = if same { depth } else { depth - 1 };
            self.cursor.enter(index);
            total = total.saturating_add(self.count(next.or(seat), depth, height + 1)?);
            self.cursor.pop();
        }
        self.children.truncate(first);
        Some(total)
    }
}
