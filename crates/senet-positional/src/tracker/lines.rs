//! Lines: runs of stones of one seat, as bits.

use super::Tracker;
use crate::error::RulesError;
use crate::setup::Setup;
use crate::stones::{PlaceId, Stones, copy};
use senet_board::{Board, Cell, Dir};
use senet_game::Seat;

/// Keeps the stones of each seat along every line of the board, one bit each, so that a claim reads
/// one word per axis and no neighbours. Squares have four axes, hexagons three.
///
/// Lines of one axis share a word as long as they fit, with an empty bit between each two: positions
/// are small, which counts when many are copied.
#[derive(Debug, Clone)]
pub struct Lines<const AXES: usize> {
    seats: usize,
    /// Words of each seat.
    words: usize,
    bits: Vec<[Bit; AXES]>,
    /// On small boards, where each axis has a single word: the bits of each place, which are put into
    /// all of them at once.
    stones: Vec<[u64; AXES]>,
}

/// Where a place is found along one axis.
#[derive(Debug, Clone, Copy, Default)]
struct Bit {
    /// The bits of the line.
    line: u64,
    word: u16,
    shift: u8,
}

/// The stones of all seats along all lines.
#[derive(Debug)]
pub struct LineBits(Vec<u64>);

impl Clone for LineBits {
    #[inline]
    fn clone(&self) -> LineBits {
        LineBits(self.0.clone())
    }

    #[inline]
    fn clone_from(&mut self, other: &LineBits) {
        copy(&mut self.0, &other.0);
    }
}

/// The lines through a claimed place, one word for each axis: the seat's stones.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Runs<const AXES: usize> {
    words: [u64; AXES],
}

impl<const AXES: usize> Lines<AXES> {
    /// Lines over the cells of a board. There must be as many axes as the board has, no seam that a
    /// line could pass, and no line of more than 64 cells.
    pub fn new(setup: &Setup<'_>) -> Result<Lines<AXES>, RulesError> {
        setup.places_are_cells()?;
        let board = setup.board();
        let found = board.directions().len() / 2;
        if found != AXES {
            return Err(RulesError::Axes { tracked: AXES, found });
        }
        // First fit without going back: lines are put into the current word one after the other, and the
        // next word is begun when one does not fit. The empty bit between two lines ends a run, so that
        // shifts need no mask.
        let mut bits = vec![[Bit::default(); AXES]; board.len()];
        let mut words = 0u16;
        for dir in (0..AXES as u8).map(Dir) {
            let back = board.opposite(dir);
            let (mut on_lines, mut used) = (0, u64::BITS);
            for first in board.cells().filter(|&cell| board.step(back, cell).is_none()) {
                let line = std::iter::successors(Some(first), |&at| board.step(dir, at));
                let line: Vec<Cell> = line.take(Length::LONGEST as usize + 1).collect();
                let length = line.len() as u32;
                if length > Length::LONGEST {
                    return Err(RulesError::LineTooLong);
                }
                if used + length > u64::BITS {
                    words = words.checked_add(1).ok_or(RulesError::TooManyLines)?;
                    used = 0;
                }
                let mask = u64::MAX >> (u64::BITS - length) << used;
                for (cell, shift) in line.into_iter().zip(used..) {
                    let bit = Bit { line: mask, word: words - 1, shift: shift as u8 };
                    bits[cell.index()][dir.index()] = bit;
                }
                on_lines += length as usize;
                used += length + 1;
            }
            // What has no beginning goes round.
            if on_lines < board.len() {
                return Err(RulesError::EndlessLines);
            }
        }
        let words = usize::from(words);
        let stone = |bits: &[Bit; AXES]| bits.map(|bit| 1 << bit.shift);
        let stones = if words == AXES { bits.iter().map(stone).collect() } else { Vec::new() };
        Ok(Lines { seats: setup.seats(), words, bits, stones })
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
            // No stone before the beginning, and none after the end.
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
    /// The most stones: as many as fit a word.
    pub const LONGEST: u32 = u64::BITS;

    /// So many stones; at least one, and at most [`Length::LONGEST`].
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
        // By doubling: two runs of two, two apart, are a run of four. A logarithmic number of shifts.
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
    type Memory = LineBits;
    type Report = Runs<AXES>;

    fn kept(&self, _: PlaceId) {}

    fn memory(&self) -> LineBits {
        LineBits(vec![0; self.words * self.seats])
    }

    #[inline]
    fn claimed(
        &self,
        _: &mut Stones<()>,
        memory: &mut LineBits,
        seat: Seat,
        place: PlaceId,
    ) -> Runs<AXES> {
        let mine = &mut memory.0[usize::from(seat.0) * self.words..][..self.words];
        let mut words = [0; AXES];
        for (seen, bit) in words.iter_mut().zip(&self.bits[usize::from(place)]) {
            let word = &mut mine[usize::from(bit.word)];
            *word |= 1 << (bit.shift & 63);
            *seen = *word & bit.line;
        }
        Runs { words }
    }

    #[inline]
    fn foresee(
        &self,
        _: &Stones<()>,
        memory: &LineBits,
        seat: Seat,
        place: PlaceId,
    ) -> Option<Runs<AXES>> {
        let mine = &memory.0[usize::from(seat.0) * self.words..][..self.words];
        let mut words = [0; AXES];
        for (seen, bit) in words.iter_mut().zip(&self.bits[usize::from(place)]) {
            *seen = (mine[usize::from(bit.word)] | 1 << (bit.shift & 63)) & bit.line;
        }
        Some(Runs { words })
    }

    #[inline]
    fn restore(
        &self,
        stones: &mut Stones<()>,
        memory: &mut LineBits,
        _: &LineBits,
        claims: impl Iterator<Item = (Seat, PlaceId)>,
    ) {
        memory.0.resize(self.words * self.seats, 0);
        memory.0.fill(0);
        for (seat, place) in claims {
            stones.put(seat, place);
            let mine = &mut memory.0[usize::from(seat.0) * self.words..][..self.words];
            if let (Some(stone), Some(mine)) =
                (self.stones.get(usize::from(place)), mine.first_chunk_mut::<AXES>())
            {
                *mine = std::array::from_fn(|axis| mine[axis] | stone[axis]);
            } else {
                for bit in &self.bits[usize::from(place)] {
                    mine[usize::from(bit.word)] |= 1 << (bit.shift & 63);
                }
            }
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
