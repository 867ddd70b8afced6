//! Hex 11 × 11.

use crate::PlayedGame;
use crate::draw::Draw;

/// Hex 11 × 11: the stones that hang on a player's first side, as 128 bits, grow with each stone. The
/// first half of a game only fills the board; hardly any is over by then.
pub(crate) struct Hex {
    near: [u128; 128],
    first: [u128; 2],
    last: [u128; 2],
    cells: [u8; 128],
}

const SIDE: usize = 11;
const CELLS: usize = SIDE * SIDE;
const QUIET: usize = 60;

impl Hex {
    pub(crate) fn new() -> Hex {
        let mut hex = Hex { near: [0; 128], first: [0; 2], last: [0; 2], cells: [0; 128] };
        for cell in 0..CELLS {
            let (x, y) = (cell % SIDE, cell / SIDE);
            hex.cells[cell] = cell as u8;
            let bit = 1u128 << cell;
            for (dx, dy) in [(1, 0), (0, 1), (1, usize::MAX)] {
                let (nx, ny) = (x + dx, y.wrapping_add(dy));
                if nx < SIDE && ny < SIDE {
                    let other = ny * SIDE + nx;
                    hex.near[cell] |= 1 << other;
                    hex.near[other] |= bit;
                }
            }
            hex.first[0] |= if y == 0 { bit } else { 0 };
            hex.last[0] |= if y == SIDE - 1 { bit } else { 0 };
            hex.first[1] |= if x == 0 { bit } else { 0 };
            hex.last[1] |= if x == SIDE - 1 { bit } else { 0 };
        }
        hex
    }

    /// Everything of `mine` that hangs together with the frontier.
    #[inline(always)]
    fn flood(&self, mine: u128, mut reached: u128, mut frontier: u128) -> u128 {
        while frontier != 0 {
            let cell = frontier.trailing_zeros() as usize;
            reached |= frontier & frontier.wrapping_neg();
            frontier = (frontier | self.near[cell & 127]) & mine & !reached;
        }
        reached
    }

    pub(crate) fn playout(&self, draw: &mut Draw) -> PlayedGame {
        let mut cells = self.cells;
        let mut mine = [0u128; 2];
        let mut left = CELLS;
        while left > CELLS - QUIET {
            let (a, b) = draw.two_below(left, left - 1);
            cells.swap(a & 127, (left - 1) & 127);
            mine[0] |= 1 << (cells[(left - 1) & 127] & 127);
            cells.swap(b & 127, (left - 2) & 127);
            mine[1] |= 1 << (cells[(left - 2) & 127] & 127);
            left -= 2;
        }
        let mut reached = [0, 1].map(|p| self.flood(mine[p], 0, mine[p] & self.first[p]));
        if reached[0] & self.last[0] != 0 || reached[1] & self.last[1] != 0 {
            return self.replay(&cells);
        }
        loop {
            let player = (CELLS - left) & 1;
            let at = draw.below(left) & 127;
            let cell = cells[at] & 127;
            left -= 1;
            cells[at] = cells[left & 127];
            let bit = 1u128 << cell;
            let near = self.near[usize::from(cell)];
            mine[player] |= bit;
            if near & reached[player] | bit & self.first[player] != 0 {
                let with = reached[player] | bit;
                reached[player] = self.flood(mine[player], with, near & mine[player] & !with);
                if reached[player] & self.last[player] != 0 {
                    return PlayedGame::won((CELLS - left) as u32);
                }
            }
        }
    }

    /// The rare game that was over in its first half, again and with care.
    #[cold]
    fn replay(&self, cells: &[u8; 128]) -> PlayedGame {
        let mut mine = [0u128; 2];
        for move_number in 0..CELLS {
            let player = move_number & 1;
            mine[player] |= 1 << cells[CELLS - 1 - move_number];
            let reached = self.flood(mine[player], 0, mine[player] & self.first[player]);
            if reached & self.last[player] != 0 {
                return PlayedGame::won(move_number as u32 + 1);
            }
        }
        unreachable!("somebody wins at Hex")
    }
}
