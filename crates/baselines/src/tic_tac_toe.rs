//! Tic-tac-toe: nine bits for each player, one draw for a whole game. Nobody wins in four moves, so
//! the first four are one choice.

use crate::PlayedGame;
use crate::draw::{Draw, Fraction};

/// For each set of free cells, the cells by number, as bits.
const FREE: [[u16; 16]; 512] = {
    let mut table = [[0; 16]; 512];
    let mut set = 0;
    while set < 512 {
        let (mut cell, mut found) = (0, 0);
        while cell < 9 {
            if set >> cell & 1 == 1 {
                table[set][found] = 1 << cell;
                found += 1;
            }
            cell += 1;
        }
        set += 1;
    }
    table
};

/// Which sets of cells have three in a row.
const WINS: [bool; 512] = {
    let lines = [0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o124, 0o421];
    let mut table = [false; 512];
    let mut set = 0;
    while set < 512 {
        let mut line = 0;
        while line < lines.len() {
            table[set] |= set & lines[line] == lines[line];
            line += 1;
        }
        set += 1;
    }
    table
};

/// What the first four moves may come to: two cells for each player.
const OPENINGS: [(u16, u16); 1024] = {
    let mut table = [(0, 0); 1024];
    let (mut mine, mut found) = (0u16, 0);
    while mine < 512 {
        let mut theirs = 0u16;
        while theirs < 512 {
            if mine.count_ones() == 2 && theirs.count_ones() == 2 && mine & theirs == 0 {
                table[found] = (mine, theirs);
                found += 1;
            }
            theirs += 1;
        }
        mine += 1;
    }
    assert!(found == 756);
    table
};

#[inline(always)]
pub(crate) fn playout(draw: &mut Draw) -> PlayedGame {
    let mut fraction = Fraction(draw.bits());
    let (mut mine, mut theirs) = OPENINGS[fraction.below(756) as usize & 1023];
    let mut free = 0o777 ^ mine ^ theirs;
    for plies in 5..=9u32 {
        let at = fraction.below(u64::from(10 - plies)) as usize;
        let cell = FREE[usize::from(free & 511)][at & 15];
        free ^= cell;
        mine |= cell;
        if WINS[usize::from(mine & 511)] {
            return PlayedGame::won(plies);
        }
        (mine, theirs) = (theirs, mine);
    }
    PlayedGame::drawn(9)
}
