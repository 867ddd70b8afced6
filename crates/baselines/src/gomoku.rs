//! Gomoku 15 × 15, free.

use crate::PlayedGame;
use crate::draw::Draw;

/// Gomoku 15 × 15, free: a word of bits for each row, column and diagonal of each player.
pub(crate) fn playout(draw: &mut Draw) -> PlayedGame {
    const SIDE: usize = 15;
    const CELLS: usize = SIDE * SIDE;
    let mut cells: [u8; 256] = std::array::from_fn(|i| i as u8);
    let mut lines = [[[0u32; 32]; 4]; 2];
    let mut left = CELLS;
    loop {
        let player = (CELLS - left) & 1;
        let at = draw.below(left) & 255;
        let cell = usize::from(cells[at]);
        left -= 1;
        cells[at] = cells[left & 255];
        let (x, y) = (cell % SIDE, cell / SIDE);
        let mine = &mut lines[player];
        let mut put = |axis: usize, line: usize, bit: usize| {
            let word = &mut mine[axis][line & 31];
            *word |= 1 << (bit & 31);
            let two = *word & *word >> 1;
            two & two >> 2 & *word >> 4
        };
        let fives = put(0, y, x) | put(1, x, y) | put(2, x + y, x) | put(3, x + SIDE - 1 - y, x);
        if fives != 0 {
            return PlayedGame::won((CELLS - left) as u32);
        }
        if left == 0 {
            return PlayedGame::drawn(CELLS as u32);
        }
    }
}
