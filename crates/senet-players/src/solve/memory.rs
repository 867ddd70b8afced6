//! What is known of positions that were met: between which bounds they are worth what they are.
//!
//! Where positions have codes, a table of fixed size keeps a code and a byte for each and forgets
//! what was found out with little effort. Where they have none, whole positions are kept until the
//! memory is full.

use super::Worth;
use rustc_hash::FxHashMap;
use senet_game::Game;

/// What is known of a position: it is worth at least this and at most that to the first seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Known {
    pub(super) least: Worth,
    pub(super) most: Worth,
}

impl Known {
    pub(super) const NOTHING: Known = Known { least: Worth::Loss, most: Worth::Win };

    /// Whether it is at least so good, if that is known.
    pub(super) fn reaches(self, goal: Worth) -> Option<bool> {
        if self.least >= goal {
            Some(true)
        } else if self.most < goal {
            Some(false)
        } else {
            None
        }
    }

    /// With the answer to one more question.
    pub(super) fn with(mut self, goal: Worth, reached: bool) -> Known {
        if reached {
            self.least = self.least.max(goal);
        } else {
            self.most = self.most.min(goal.before());
        }
        self
    }
}

/// All that is known.
pub(super) enum Memory<G: Game> {
    Codes(Table),
    Whole { known: FxHashMap<G::State, Known>, bytes: u64, most: u64 },
}

/// Bytes that a table takes for each whole position beside the position.
const ENTRY: u64 = 24;

impl<G: Game> Memory<G> {
    /// For the positions of a game, in so many bytes.
    pub(super) fn new(game: &G, start: &G::State, bytes: u64) -> Memory<G> {
        match game.code(start) {
            Some(_) => Memory::Codes(Table::new(bytes)),
            None => Memory::Whole { known: FxHashMap::default(), bytes: 0, most: bytes },
        }
    }

    pub(super) fn get(&self, state: &G::State, code: Option<u128>) -> Known {
        match (self, code) {
            (Memory::Codes(table), Some(code)) => table.get(code),
            (Memory::Whole { known, .. }, _) => known.get(state).copied().unwrap_or(Known::NOTHING),
            (Memory::Codes(_), None) => Known::NOTHING,
        }
    }

    /// Keeps what was found out with so much effort.
    pub(super) fn put(
        &mut self,
        game: &G,
        state: &G::State,
        code: Option<u128>,
        what: Known,
        effort: u64,
    ) {
        match (self, code) {
            (Memory::Codes(table), Some(code)) => table.put(code, what, effort),
            (Memory::Codes(_), None) => {}
            (Memory::Whole { known, bytes, most }, _) => {
                if let Some(known) = known.get_mut(state) {
                    *known = what;
                    return;
                }
                let more = game.bytes(state) as u64 + ENTRY;
                if *bytes + more <= *most {
                    *bytes += more;
                    known.insert(state.clone(), what);
                }
            }
        }
    }
}

/// A table that grows to a size and then replaces.
pub(super) struct Table {
    codes: Vec<u128>,
    /// The bounds in four bits and the effort in four; 0 where nothing is.
    notes: Vec<u8>,
    filled: usize,
    most: usize,
}

/// A code may lie in one of so many places.
const PLACES: usize = 4;
const FIRST_SIZE: usize = 1 << 12;

impl Table {
    fn new(bytes: u64) -> Table {
        let most = (bytes / (size_of::<u128>() as u64 + 1)).max(FIRST_SIZE as u64);
        let most = 1 << most.ilog2();
        Table { codes: vec![0; FIRST_SIZE], notes: vec![0; FIRST_SIZE], filled: 0, most }
    }

    fn first_place(&self, code: u128) -> usize {
        let mixed = (code as u64 ^ ((code >> 64) as u64).rotate_left(29))
            .wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let mixed = (mixed ^ mixed >> 29).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        (mixed >> 20) as usize & (self.codes.len() - PLACES)
    }

    fn get(&self, code: u128) -> Known {
        let first = self.first_place(code);
        for at in first..first + PLACES {
            if self.notes[at] != 0 && self.codes[at] == code {
                return bounds(self.notes[at]);
            }
        }
        Known::NOTHING
    }

    fn put(&mut self, code: u128, known: Known, effort: u64) {
        let effort = 1 + effort.max(1).ilog2().min(14) as u8;
        let note = known.least as u8 | (known.most as u8) << 2 | effort << 4;
        self.write(code, note);
        if self.filled > self.codes.len() / 2 && self.codes.len() < self.most {
            self.grow();
        }
    }

    fn write(&mut self, code: u128, note: u8) {
        let first = self.first_place(code);
        let places = first..first + PLACES;
        let same = places.clone().find(|&at| self.notes[at] != 0 && self.codes[at] == code);
        // What cost least is forgotten first.
        let least = || places.min_by_key(|&at| self.notes[at] >> 4).unwrap_or(first);
        let at = same.unwrap_or_else(least);
        self.filled += usize::from(self.notes[at] == 0);
        (self.codes[at], self.notes[at]) = (code, note);
    }

    fn grow(&mut self) {
        let size = self.codes.len() * 2;
        let codes = std::mem::replace(&mut self.codes, vec![0; size]);
        let notes = std::mem::replace(&mut self.notes, vec![0; size]);
        self.filled = 0;
        for (code, note) in codes.into_iter().zip(notes).filter(|(_, note)| *note != 0) {
            self.write(code, note);
        }
    }
}

fn bounds(note: u8) -> Known {
    let worth = |bits: u8| Worth::ALL[usize::from(bits & 3).min(2)];
    Known { least: worth(note), most: worth(note >> 2) }
}

#[cfg(test)]
mod tests {
    use super::{Known, Table, Worth};

    #[test]
    fn a_table_keeps_what_it_can_and_never_lies() {
        let mut table = Table::new(17 << 14);
        let what =
            |i: u128| Known::NOTHING.with(Worth::ALL[1 + (i % 2) as usize], i.is_multiple_of(3));
        for i in 0..100_000 {
            table.put(i << 60 | i, what(i), (i % 1000) as u64);
        }
        let kept = (0..100_000).filter(|&i| {
            let known = table.get(i << 60 | i);
            assert!(known == what(i) || known == Known::NOTHING);
            known != Known::NOTHING
        });
        assert!(kept.count() > 10_000);
    }
}
