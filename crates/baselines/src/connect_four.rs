//! Connect four 7 × 6.

use crate::PlayedGame;
use crate::draw::Draw;

/// Connect four 7 × 6: a column is seven bits, the top one always empty; four in a row are found by
/// shifting the stones over themselves.
pub(crate) fn playout(draw: &mut Draw) -> PlayedGame {
    const FULL: u32 = 42;
    let mut open = [0u8, 7, 14, 21, 28, 35, 42, 0];
    let mut columns = 7;
    let (mut mine, mut theirs) = (0u64, 0u64);
    let mut stones = 0;
    loop {
        let at = draw.below(columns) & 7;
        let next = open[at];
        mine |= 1 << next;
        stones += 1;
        if next % 7 == 5 {
            columns -= 1;
            open[at] = open[columns & 7];
        } else {
            open[at] = next + 1;
        }
        let four = |step: u32| {
            let two = mine & mine >> step;
            two & two >> (2 * step)
        };
        if four(1) | four(6) | four(7) | four(8) != 0 {
            return PlayedGame::won(stones);
        }
        if stones == FULL {
            return PlayedGame::drawn(stones);
        }
        std::mem::swap(&mut mine, &mut theirs);
    }
}
