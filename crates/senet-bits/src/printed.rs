//! The data of a printed game, beside its lists of operations.

use crate::numbers::AsNumbers;
use crate::outcomes::OutcomeAtom;
use crate::runner::BitProgram;
use crate::structs_as_numbers;

/// A bit program and all that belongs to it but words, as `senet build` prints it in numbers.
#[derive(Debug)]
pub(crate) struct PrintedGame {
    pub(crate) program: BitProgram,
    /// The control state and the planes of the first position.
    pub(crate) start: (u32, Vec<u64>),
    pub(crate) controls: Vec<PrintedControl>,
    /// What atoms without cells mean for the outcome, by number.
    pub(crate) outcomes: Vec<OutcomeAtom>,
    pub(crate) seats: usize,
    /// Whether points are counted.
    pub(crate) scored: bool,
    /// By variant.
    pub(crate) irreversible: Vec<bool>,
    pub(crate) one_way: Vec<bool>,
    /// Whether playouts are made in lockstep.
    pub(crate) lockstep: bool,
}

/// The atoms of a control state.
#[derive(Debug, PartialEq)]
pub(crate) struct PrintedControl {
    pub(crate) stage: usize,
    pub(crate) ended: bool,
    /// Atoms without cells, by number, with their copies.
    pub(crate) scalars: Vec<(u32, u64)>,
    /// The singletons that are present, by their first planes.
    pub(crate) singletons: Vec<u32>,
}

structs_as_numbers! {
    PrintedGame { program, start, controls, outcomes, seats, scored, irreversible, one_way, lockstep }
    PrintedControl { stage, ended, scalars, singletons }
}

impl PrintedGame {
    /// The numbers that [`AsNumbers::read`] makes the same game of.
    pub(crate) fn numbers(&self) -> Vec<u64> {
        let mut out = Vec::new();
        self.write(&mut out);
        out
    }
}
