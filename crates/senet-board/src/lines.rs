//! Lines: cells that follow each other in one direction.

use crate::board::Board;
use crate::place::{Cell, Dir};
use rustc_hash::FxHashSet;
use senet_data::hash::zobrist;

/// All lines of one length; each set of cells once, its cells in the order of the walk.
///
/// Walks go in the direction in which the index rises, except where they pass the seam of a torus
/// or a ring. Lines are sorted by their first cell, then by direction.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BoardLines {
    length: usize,
    /// Longest walks, one after the other, so that a line is a slice; round trips go round twice.
    walks: Vec<Cell>,
    starts: Vec<u32>,
}

impl BoardLines {
    /// How many lines there are.
    pub fn len(&self) -> usize {
        self.starts.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.starts.is_empty()
    }

    /// The lines.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &[Cell]> {
        self.starts.iter().map(|&start| &self.walks[start as usize..][..self.length])
    }

    pub(crate) fn new(board: &Board, length: usize) -> BoardLines {
        let mut lines = BoardLines { length, walks: Vec::new(), starts: Vec::new() };
        match length {
            0 => {}
            1 => {
                lines.walks = board.cells().collect();
                lines.starts = (0..board.len() as u32).collect();
            }
            _ => lines.collect(board),
        }
        lines
    }

    fn collect(&mut self, board: &Board) {
        let mut found: Vec<(Cell, Dir, u32)> = Vec::new();
        let mut closed = false;
        for dir in axes(board) {
            for walk in walks(board, dir) {
                let begin = self.walks.len();
                let cells = walk.cells.len();
                let windows = match walk.closed {
                    true if cells == self.length => 1,
                    true if cells > self.length => cells,
                    true => 0,
                    false => (cells + 1).saturating_sub(self.length),
                };
                closed |= walk.closed;
                if windows == 0 {
                    continue;
                }
                self.walks.extend(&walk.cells);
                if walk.closed {
                    self.walks.extend(&walk.cells[..self.length - 1]);
                }
                found.extend((0..windows).map(|i| (walk.cells[i], dir, (begin + i) as u32)));
            }
        }
        if closed {
            // Of two walks through the same cells, the one over edges is the one to keep.
            found.sort_by_key(|&(_, dir, _)| !board.directions()[dir.index()].orthogonal);
            self.keep_each_set_once(&mut found);
        }
        found.sort_unstable();
        self.starts = found.into_iter().map(|(_, _, start)| start).collect();
    }

    /// Around a small torus, two directions can lead through the same cells.
    fn keep_each_set_once(&self, found: &mut Vec<(Cell, Dir, u32)>) {
        let mut sum = 0u128;
        let mut sums = vec![sum];
        sums.extend(self.walks.iter().map(|&cell| {
            sum = sum.wrapping_add(word(cell));
            sum
        }));
        let set = |start: u32| {
            let start = start as usize;
            sums[start + self.length].wrapping_sub(sums[start])
        };
        let mut seen = FxHashSet::default();
        found.retain(|&(_, _, start)| seen.insert(set(start)));
    }
}

/// 128 bits that stand for a cell: sums of them stand for sets.
fn word(cell: Cell) -> u128 {
    zobrist(u64::from(cell.0))
}

/// One direction of each pair of opposites: the one in which the index rises.
fn axes(board: &Board) -> impl Iterator<Item = Dir> {
    let directions = board.directions();
    let dirs = (0..directions.len() as u8).map(Dir);
    dirs.filter(|&dir| board.rises(dir))
}

/// A longest walk in one direction; closed, if one more step leads to its beginning.
struct Walk {
    cells: Vec<Cell>,
    closed: bool,
}

fn walks(board: &Board, dir: Dir) -> Vec<Walk> {
    let back = board.opposite(dir);
    let mut walked = vec![false; board.len()];
    let mut all = Vec::new();
    let begins = board.cells().filter(|&cell| board.step(back, cell).is_none());
    // What has no beginning goes round, and may as well begin at its first cell.
    for first in begins.chain(board.cells()) {
        if walked[first.index()] {
            continue;
        }
        let next = |&cell: &Cell| board.step(dir, cell).filter(|&next| next != first);
        let cells: Vec<Cell> = std::iter::successors(Some(first), next).collect();
        for cell in &cells {
            walked[cell.index()] = true;
        }
        all.push(Walk { cells, closed: board.step(back, first).is_some() });
    }
    all
}
