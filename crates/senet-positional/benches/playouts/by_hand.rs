//! Three games by hand, each for one size and for nothing but random playouts. Tables have powers of
//! two entries, so that a masked index needs no check.

/// Quick random numbers: a counter, multiplied and folded.
pub(crate) struct Draw(u64);

impl Draw {
    pub(crate) fn new(seed: u64) -> Draw {
        Draw(seed)
    }

    #[inline(always)]
    fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let wide = u128::from(self.0) * u128::from(self.0 ^ 0xD1B5_4A32_D192_ED03);
        (wide >> 64) as u64 ^ wide as u64
    }

    /// Nearly evenly below a small `n`.
    #[inline(always)]
    fn below(&mut self, n: usize) -> usize {
        (((self.bits() >> 32) * n as u64) >> 32) as usize
    }

    /// Two at once, from the halves of one draw.
    #[inline(always)]
    fn two_below(&mut self, n: usize, m: usize) -> (usize, usize) {
        let bits = self.bits();
        let (high, low) = (bits >> 32, bits & 0xFFFF_FFFF);
        (((high * n as u64) >> 32) as usize, ((low * m as u64) >> 32) as usize)
    }
}

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

    pub(crate) fn playout(&self, draw: &mut Draw) -> u32 {
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
                    return (CELLS - left) as u32;
                }
            }
        }
    }

    /// The rare game that was over in its first half, again and with care.
    #[cold]
    fn replay(&self, cells: &[u8; 128]) -> u32 {
        let mut mine = [0u128; 2];
        for move_number in 0..CELLS {
            let player = move_number & 1;
            mine[player] |= 1 << cells[CELLS - 1 - move_number];
            let reached = self.flood(mine[player], 0, mine[player] & self.first[player]);
            if reached & self.last[player] != 0 {
                return move_number as u32 + 1;
            }
        }
        unreachable!("somebody wins at Hex")
    }
}

/// Connect four 7 × 6: a column is seven bits, the top one always empty; four in a row are found by
/// shifting the stones over themselves.
pub(crate) fn connect_four(draw: &mut Draw) -> u32 {
    const FULL: u64 = 42;
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
        if four(1) | four(6) | four(7) | four(8) != 0 || stones == FULL {
            return stones as u32;
        }
        std::mem::swap(&mut mine, &mut theirs);
    }
}

/// Gomoku 15 × 15, free: a word of bits for each row, column and diagonal of each player.
pub(crate) fn gomoku(draw: &mut Draw) -> u32 {
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
        if fives != 0 || left == 0 {
            return (CELLS - left) as u32;
        }
    }
}
