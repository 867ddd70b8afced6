//! Lines: runs of stones of one seat, as bits.

use super::Tracker;
use crate::stones::{PlaceId, Stones};
use senet_board::{Board, Cell, Dir};
use senet_game::Seat;

/// Keeps the stones of each seat along every line of the board, one bit each, so that a claim reads
/// one word per axis and no neighbours. Squares have four axes, hexagons three.
#[derive(Debug, Clone)]
pub struct Lines<const AXES: usize> {
    seats: usize,
    words: usize,
    bits: Vec<[Bit; AXES]>,
}

/// Where a place is found along one axis.
#[derive(Debug, Clone, Copy, Default)]
struct Bit {
    word: u16,
    shift: u8,
}

/// The lines through a claimed place, one word for each axis: the seat's stones.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Runs<const AXES: usize> {
    words: [u64; AXES],
}

/// The longest line that fits a word.
const LONGEST_LINE: usize = 64;

impl<const AXES: usize> Lines<AXES> {
    /// Lines over the cells of a board without seams.
    ///
    /// # Panics
    ///
    /// If the board has another number of axes, or a line of more than 64 cells: games check sizes
    /// before.
    pub fn new(board: &Board, seats: usize) -> Lines<AXES> {
        assert_eq!(board.directions().len(), 2 * AXES, "as many axes as the board has");
        let mut bits = vec![[Bit::default(); AXES]; board.len()];
        let mut words = 0;
        for axis in 0..AXES as u8 {
            let (dir, back) = (Dir(axis), board.opposite(Dir(axis)));
            for first in board.cells().filter(|&cell| board.step(back, cell).is_none()) {
                let line = std::iter::successors(Some(first), |&at| board.step(dir, at));
                for (shift, cell) in line.enumerate() {
                    assert!(shift < LONGEST_LINE, "lines have at most {LONGEST_LINE} cells");
                    bits[cell.index()][dir.index()] = Bit { word: words, shift: shift as u8 };
                }
                words += 1;
            }
        }
        Lines { seats, words: usize::from(words), bits }
    }
}

impl<const AXES: usize> Runs<AXES> {
    /// Whether there are stones in a row, as many as asked for or more.
    #[inline]
    pub fn at_least(&self, length: Length) -> bool {
        length.begin(self.words).iter().fold(0, |all, word| all | word) != 0
    }

    /// Whether there are exactly as many stones in a row as asked for, with no more at either end.
    #[inline]
    pub fn exactly(&self, length: Length) -> bool {
        let begin = length.begin(self.words);
        let exact = |(begin, &word): (&u64, &u64)| {
            let longer = word.checked_shr(length.stones).unwrap_or(0);
            begin & !(word << 1) & !longer
        };
        begin.iter().zip(&self.words).map(exact).fold(0, |all, word| all | word) != 0
    }
}

/// How many in a row, as shifts: each doubles what is known of a run, or fills it up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Length {
    stones: u32,
    shifts: [u8; 6],
    count: u8,
}

impl Length {
    /// So many stones; at most 64, and more fit no line.
    pub const fn new(stones: u32) -> Length {
        let mut length = Length { stones, shifts: [0; 6], count: 0 };
        let mut seen = 1;
        while seen < stones && length.count < 6 {
            let more = if stones - seen < seen { stones - seen } else { seen };
            length.shifts[length.count as usize] = more as u8;
            length.count += 1;
            seen += more;
        }
        length
    }

    /// How many.
    pub fn stones(self) -> u32 {
        self.stones
    }

    /// The bits at which a run of at least this length begins.
    #[inline]
    fn begin<const AXES: usize>(self, mut words: [u64; AXES]) -> [u64; AXES] {
        for &shift in self.shifts.iter().take(usize::from(self.count)) {
            for word in &mut words {
                *word &= *word >> (shift & 63);
            }
        }
        words
    }
}

/// The cells of the longest run of a seat through a cell, over all axes; at most the cell itself if
/// none is as long as `least` or, where that is wanted, exactly that long.
pub(crate) fn longest_run(
    board: &Board,
    cell: Cell,
    has: impl Fn(Cell) -> bool,
    fits: impl Fn(usize) -> bool,
) -> Vec<Cell> {
    let axes = board.directions().len() / 2;
    let walk = |dir| {
        let next = move |&at: &Cell| board.step(dir, at).filter(|&next| next != cell);
        std::iter::successors(Some(cell), next).take_while(|&at| has(at)).skip(1)
    };
    let run = |axis: usize| {
        let dir = Dir(axis as u8);
        let there = walk(dir).chain(walk(board.opposite(dir)));
        let mut run: Vec<Cell> = there.chain([cell]).collect();
        run.sort_unstable();
        run
    };
    (0..axes).map(run).filter(|run| fits(run.len())).max_by_key(Vec::len).unwrap_or_default()
}

impl<const AXES: usize> Tracker for Lines<AXES> {
    type Kept = ();
    type Memory = Vec<u64>;
    type Report = Runs<AXES>;
    type Point = ();

    fn kept(&self, _: PlaceId) {}

    fn memory(&self) -> Vec<u64> {
        vec![0; self.words * self.seats]
    }

    #[inline]
    fn claimed(
        &self,
        _: &mut Stones<()>,
        memory: &mut Vec<u64>,
        seat: Seat,
        place: PlaceId,
    ) -> Runs<AXES> {
        let mine = &mut memory[usize::from(seat.0) * self.words..][..self.words];
        let mut words = [0; AXES];
        for (seen, bit) in words.iter_mut().zip(&self.bits[usize::from(place)]) {
            let word = &mut mine[usize::from(bit.word)];
            *word |= 1 << (bit.shift & 63);
            *seen = *word;
        }
        Runs { words }
    }

    fn point(&self, _: &mut Vec<u64>) {}

    fn unclaimed(
        &self,
        _: &mut Stones<()>,
        memory: &mut Vec<u64>,
        seat: Seat,
        place: PlaceId,
        (): (),
    ) {
        let mine = &mut memory[usize::from(seat.0) * self.words..][..self.words];
        for bit in &self.bits[usize::from(place)] {
            mine[usize::from(bit.word)] &= !(1 << bit.shift);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Length, Runs};

    fn at_least(word: u64, length: u32) -> bool {
        Runs { words: [word] }.at_least(Length::new(length))
    }

    fn exactly(word: u64, length: u32) -> bool {
        Runs { words: [word] }.exactly(Length::new(length))
    }

    #[test]
    fn runs_are_found_and_measured() {
        assert!(at_least(0b0111_0011, 3) && !at_least(0b0111_0011, 4));
        assert!(at_least(u64::MAX, 64) && at_least(1, 1) && !at_least(0, 1));
        let six = 0b11_1111;
        assert!(at_least(six, 5) && !exactly(six, 5) && exactly(six, 6));
        assert!(exactly(u64::MAX << 59, 5) && exactly(u64::MAX, 64));
    }
}
