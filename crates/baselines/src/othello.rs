//! Othello 8 × 8: a bit for each disc. Each board is kept beside itself upside down, so that the three
//! directions up and the three down are the same shifts of a pair of words. Carries of sums run along
//! rows of discs.

use crate::PlayedGame;
use crate::draw::Draw;
use crate::pick::Counts;

/// A board, and the same upside down.
type Pair = [u64; 2];

/// Columns in which a disc can be enclosed other than along the column.
const INNER: u64 = 0x7E7E_7E7E_7E7E_7E7E;

/// From each cell, the cells beyond it: right, and up to the left, straight and to the right.
const RAYS: [[u64; 4]; 64] = {
    let steps = [(1, 0), (-1, 1), (0, 1), (1, 1)];
    let mut rays = [[0; 4]; 64];
    let mut cell = 0;
    while cell < 64 {
        let mut way = 0;
        while way < 4 {
            let (dx, dy) = steps[way];
            let (mut x, mut y) = (cell as i32 % 8 + dx, cell as i32 / 8 + dy);
            while x >= 0 && x < 8 && y < 8 {
                rays[cell][way] |= 1 << (y * 8 + x);
                (x, y) = (x + dx, y + dy);
            }
            way += 1;
        }
        cell += 1;
    }
    rays
};

#[inline(always)]
fn both(f: impl Fn(usize) -> u64) -> Pair {
    [f(0), f(1)]
}

/// Places behind rows of the other's discs, by one shift up.
#[inline(always)]
fn behind(mine: Pair, theirs: Pair, shift: u32) -> Pair {
    let one = both(|i| theirs[i] & mine[i] << shift);
    let two = both(|i| one[i] | theirs[i] & one[i] << shift);
    let pairs = both(|i| theirs[i] & theirs[i] << shift);
    let four = both(|i| two[i] | pairs[i] & two[i] << (2 * shift));
    let six = both(|i| four[i] | pairs[i] & four[i] << (2 * shift));
    both(|i| six[i] << shift)
}

/// Where a disc may be placed.
#[inline(always)]
fn moves(mine: Pair, theirs: Pair) -> u64 {
    let inner = both(|i| theirs[i] & INNER);
    let left = behind(mine, inner, 7);
    let straight = behind(mine, theirs, 8);
    let right = behind(mine, inner, 9);
    let upward = both(|i| left[i] | straight[i] | right[i]);
    // To the right a carry runs through the row; to the left it has to be walked.
    let (mine, theirs, inner) = (mine[0], theirs[0], inner[0]);
    let along = inner + (mine << 1 & inner);
    let one = inner & mine >> 1;
    let two = one | inner & one >> 1;
    let pairs = inner & inner >> 1;
    let four = two | pairs & two >> 2;
    let back = (four | pairs & four >> 2) >> 1;
    (upward[0] | upward[1].swap_bytes() | along & !inner | back) & !(mine | theirs)
}

/// The discs on a ray upward that are enclosed.
#[inline(always)]
fn enclosed(ray: u64, mine: u64, theirs: u64) -> u64 {
    // The carry ends at the first disc that is not one of theirs.
    let end = (theirs | !ray).wrapping_add(1) & ray & mine;
    end.saturating_sub(1) & ray
}

/// The discs that a disc on a cell turns.
#[inline(always)]
fn turned(at: usize, mine: Pair, theirs: Pair) -> u64 {
    let upward = both(|i| {
        let rays = &RAYS[if i == 0 { at & 63 } else { (at ^ 56) & 63 }];
        enclosed(rays[1], mine[i], theirs[i])
            | enclosed(rays[2], mine[i], theirs[i])
            | enclosed(rays[3], mine[i], theirs[i])
    });
    let right = enclosed(RAYS[at & 63][0], mine[0], theirs[0]);
    // To the left: the highest disc of the row before the cell that is not one of theirs.
    let before = (1 << (at & 63)) - (1u64 << (at & 56));
    let end = (1 << 63 >> (before & !theirs[0] | 1).leading_zeros()) & before & mine[0];
    let left = end.wrapping_neg() << 1 & before;
    upward[0] | upward[1].swap_bytes() | right | left
}

#[inline(always)]
pub(crate) fn playout(draw: &mut Draw) -> PlayedGame {
    let board = |discs: u64| [discs, discs.swap_bytes()];
    // Black, who begins, and white.
    let (mut mine, mut theirs) = (board(0x0000_0008_1000_0000), board(0x0000_0010_0800_0000));
    let mut plies = 0;
    let mut passed = false;
    loop {
        let places = moves(mine, theirs);
        if places != 0 {
            passed = false;
            let counts = Counts::of(places);
            let at = counts.nth(places, draw.below(counts.total())) & 63;
            let turned = turned(at as usize, mine, theirs);
            mine = board(mine[0] | turned | 1 << at);
            theirs = board(theirs[0] ^ turned);
        } else if passed {
            // The pass before this one was the end already.
            return score(mine[0], theirs[0], plies);
        } else {
            passed = true;
        }
        plies += 1;
        (mine, theirs) = (theirs, mine);
    }
}

/// The end, two passes after the last move: whose discs `mine` are, the number of plies tells.
#[inline(always)]
fn score(mine: u64, theirs: u64, plies: u32) -> PlayedGame {
    let (mine, theirs) = (mine.count_ones(), theirs.count_ones());
    let winner = match mine.cmp(&theirs) {
        std::cmp::Ordering::Equal => 2,
        std::cmp::Ordering::Greater => plies & 1,
        std::cmp::Ordering::Less => plies & 1 ^ 1,
    };
    PlayedGame { plies: plies - 1, result: winner as usize }
}

#[cfg(test)]
mod tests {
    use super::{moves, turned};

    fn plays(mine: u64, theirs: u64, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let pair = |discs: u64| [discs, discs.swap_bytes()];
        let mut places = moves(pair(mine), pair(theirs));
        if places == 0 {
            let other = moves(pair(theirs), pair(mine));
            return if other == 0 { 0 } else { plays(theirs, mine, depth - 1) };
        }
        let mut sum = 0;
        while places != 0 {
            let cell = places & places.wrapping_neg();
            places ^= cell;
            let turned = turned(cell.trailing_zeros() as usize, pair(mine), pair(theirs));
            sum += plays(theirs ^ turned, mine | cell | turned, depth - 1);
        }
        sum
    }

    #[test]
    fn plays_are_as_many_as_others_count() {
        let counted: Vec<u64> =
            (1..=7).map(|d| plays(0x0000_0008_1000_0000, 0x0000_0010_0800_0000, d)).collect();
        assert_eq!(counted, [4, 12, 56, 244, 1396, 8200, 55_092]);
    }
}
