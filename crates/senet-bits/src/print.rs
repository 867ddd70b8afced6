//! A bit program printed as a crate that stands alone: `senet build`.
//!
//! The crate holds the lists of operations as straight-line code ([`lists`]), the rest of the program as numbers, the
//! very files of this crate that run it, and what all printed crates have (`senet_print`).

mod lists;

use crate::game::BitGame;
use crate::printed::{PrintedControl, PrintedGame};
use crate::runner::{BitMove, MOVE_CELLS, MoveGroup, Segment};
use lists::print_lists;
use senet_engine::{PositionAtom, Value};
use senet_game::Game;
use senet_print::{
    PrintError, PrintedFile, PrintedWords, common_files, outcome_atom, package, print_numbers,
};
use senet_program::PredId;
use std::collections::{BTreeMap, BTreeSet};

macro_rules! files {
    ($($path:literal),* $(,)?) => { &[$(($path, include_str!($path))),*] };
}

/// What runs a bit program. Nothing in these files knows programs or terms.
const RUNTIME: &[(&str, &str)] = files![
    "branch.rs",
    "cells.rs",
    "decision.rs",
    "data.rs",
    "exec.rs",
    "fast.rs",
    "lockstep.rs",
    "lockstep/alone.rs",
    "lockstep/fired.rs",
    "lockstep/factors.rs",
    "lockstep/select.rs",
    "lockstep/trial.rs",
    "lockstep/visits.rs",
    "moves.rs",
    "ops.rs",
    "order.rs",
    "pack.rs",
    "printed.rs",
    "runner.rs",
    "state.rs",
    "streams.rs",
    "trial.rs",
    "vectors.rs",
];

const TEMPLATE: &[(&str, &str)] = &[
    ("lib.rs", include_str!("../template/lib.rs")),
    ("game.rs", include_str!("../template/game.rs")),
    ("widths.rs", include_str!("../template/widths.rs")),
];

/// Atoms without cells: predicate and values.
type Scalar = (PredId, Vec<Value>);

impl BitGame {
    /// The game as a crate of its own: it plays, measures itself, and implements [`Game`].
    pub fn print(&self, name: &str, title: &str) -> Result<Vec<PrintedFile>, PrintError> {
        let mut files = common_files(name, title);
        for (path, text) in RUNTIME.iter().chain(TEMPLATE) {
            files.push(PrintedFile::new(format!("src/{path}"), *text));
        }
        let mut program = self.program.clone();
        files.push(PrintedFile::new("src/lists.rs", print_lists(&mut program)));
        let mut scalars: Vec<Scalar> = Vec::new();
        let controls = self.printed_controls(&mut scalars);
        let declared = self.engine().program();
        let game = PrintedGame {
            program,
            start: (self.start.control, self.start.planes().to_vec()),
            controls,
            outcomes: scalars
                .iter()
                .map(|(p, values)| outcome_atom(declared, *p, values))
                .collect(),
            seats: self.seats(),
            scored: !declared.game().score.is_empty(),
            irreversible: self.irreversible.clone(),
            one_way: self.one_way.clone(),
            lockstep: self.plays_in_lockstep(),
        };
        let numbers = print_numbers("PROGRAM", &game.numbers());
        let header = "//! The program, as `data` reads it.\n\n";
        files.push(PrintedFile::new("src/program.rs", format!("{header}{numbers}")));
        let mut words = PrintedWords::new(self.term());
        for mv in self.all_moves() {
            let (rule, values) = self.rule_and_values(&mv);
            let cells = self.cells_of_variant(mv.variant);
            let cells: String = mv.cells[..cells].iter().map(|c| format!(" {c}")).collect();
            words.add_move(&format!("{}{cells}\t", mv.variant), rule, &values)?;
        }
        let texts = words.print(&package(name), title, self.all_atoms(&scalars)?)?;
        files.push(PrintedFile::new("src/words.rs", texts));
        files.push(PrintedFile::new("src/moves.txt", words.moves()));
        Ok(files)
    }

    /// The atoms of all control states; those without cells get numbers.
    fn printed_controls(&self, scalars: &mut Vec<Scalar>) -> Vec<PrintedControl> {
        let mut numbers: BTreeMap<Scalar, u32> = BTreeMap::new();
        let controls = self.controls.iter().map(|control| {
            let mut number = |(predicate, values, copies): &(PredId, Vec<Value>, u64)| {
                let scalar = (*predicate, values.clone());
                let next = scalars.len() as u32;
                let number = *numbers.entry(scalar.clone()).or_insert(next);
                if number == next {
                    scalars.push(scalar);
                }
                (number, *copies)
            };
            let mut scalars: Vec<(u32, u64)> = control.scalars.iter().map(&mut number).collect();
            scalars.sort_unstable();
            let singleton = |family: &usize| self.layout.families[*family].plane;
            let mut singletons: Vec<u32> = control.singletons.iter().map(singleton).collect();
            singletons.sort_unstable();
            PrintedControl {
                stage: control.stage.index(),
                ended: control.ended,
                scalars,
                singletons,
            }
        });
        controls.collect()
    }

    /// How many cells moves of a variant have.
    fn cells_of_variant(&self, variant: u32) -> usize {
        self.variants[variant as usize].1.iter().filter(|value| value.is_none()).count()
    }

    /// Every move that some control state may have: first cells are not narrowed to where moves can begin.
    fn all_moves(&self) -> BTreeSet<BitMove> {
        let mut moves = BTreeSet::new();
        for node in &self.program.nodes {
            for segment in node.rules.iter().chain(&node.links) {
                for slice in segment.flat.iter().flatten() {
                    for case in &slice.cases {
                        let group = &segment.groups[usize::from(case.group)];
                        let cells: Vec<u8> = (0..slice.cells).collect();
                        let tuples = self.along(group, &cells, &slice.offsets);
                        let moves_of = |cells| BitMove { variant: group.variant, cells };
                        moves.extend(tuples.into_iter().map(moves_of));
                    }
                }
                self.moves_in_factors(segment, &mut moves);
            }
        }
        moves
    }

    /// The moves of groups with several factors.
    fn moves_in_factors(&self, segment: &Segment, moves: &mut BTreeSet<BitMove>) {
        for group in segment.groups.iter().filter(|_| segment.flat.is_none()) {
            // The Cartesian product of the factors. Each fills in cells of its own and leaves the others 0,
            // so that two tuples are united by `|`.
            let mut all = vec![[0; MOVE_CELLS]];
            for factor in &group.factors {
                let tuples: Vec<[u16; MOVE_CELLS]> = factor
                    .slices
                    .iter()
                    .flat_map(|slice| self.along(group, &factor.cells, &slice.offsets))
                    .collect();
                let both = |one: [u16; MOVE_CELLS]| {
                    tuples.iter().map(move |more| std::array::from_fn(|i| one[i] | more[i]))
                };
                all = all.into_iter().flat_map(both).collect();
            }
            moves.extend(all.into_iter().map(|cells| BitMove { variant: group.variant, cells }));
        }
    }

    /// Cells of a move at these distances, from all first cells from which they are on their boards.
    fn along(&self, group: &MoveGroup, cells: &[u8], offsets: &[i16]) -> Vec<[u16; MOVE_CELLS]> {
        let (rule, values) = &self.variants[group.variant as usize];
        let declared = self.engine().program().rule(*rule);
        let wide = values.iter().zip(&declared.effective).filter(|(value, _)| value.is_none());
        let sizes: Vec<usize> = wide
            .map(|(_, var)| self.layout.domain(declared.variables[var.index()].ty).values.len())
            .collect();
        if cells.is_empty() {
            return vec![[0; MOVE_CELLS]];
        }
        let mut out = Vec::new();
        'first: for first in 0..64 * self.program.words as i32 {
            let mut all = [0; MOVE_CELLS];
            for (cell, offset) in cells.iter().zip(offsets) {
                let (cell, at) = (usize::from(*cell), first + i32::from(*offset));
                // Cells that make no difference to the move are not named.
                if cell >= sizes.len() {
                    continue;
                }
                if at < 0 || at >= sizes[cell] as i32 {
                    continue 'first;
                }
                all[cell] = at as u16;
            }
            out.push(all);
        }
        out
    }

    /// Every atom that can ever be there, with where it is found.
    fn all_atoms(&self, scalars: &[Scalar]) -> Result<Vec<(String, PositionAtom)>, PrintError> {
        /// More atoms than this of one predicate about several cells are not named one by one.
        const TUPLES: usize = 300_000;
        let mut all: Vec<(String, PositionAtom)> = Vec::new();
        for atom in &self.persistent {
            all.push(("Source::Always".to_owned(), atom.clone()));
        }
        let atom = |predicate: PredId, values: Vec<Value>| PositionAtom {
            predicate,
            values,
            copies: 1,
            persistent: false,
        };
        for (number, (predicate, values)) in scalars.iter().enumerate() {
            all.push((format!("Source::Scalar({number})"), atom(*predicate, values.clone())));
        }
        let program = self.engine().program();
        for family in &self.layout.families {
            let mut tuples: Vec<Vec<usize>> = vec![Vec::new()];
            for ty in &family.types {
                let cells = self.layout.domain(*ty).values.len();
                let longer = |tuple: Vec<usize>| {
                    (0..cells).map(move |c| tuple.iter().copied().chain([c]).collect())
                };
                tuples = tuples.into_iter().flat_map(longer).collect();
                if tuples.len() > TUPLES {
                    return Err(PrintError::Atoms);
                }
            }
            let wide = &self.layout.wide[family.predicate.index()];
            for cells in tuples {
                let (mut smalls, mut at) = (family.smalls.iter(), cells.iter().zip(&family.types));
                let value = |is_wide: &bool| {
                    if *is_wide {
                        let (cell, ty) = at.next().expect("a cell for each wide argument");
                        self.layout.domain(*ty).values[*cell]
                    } else {
                        *smalls.next().expect("as many as there are")
                    }
                };
                let values: Vec<Value> = wide.iter().map(value).collect();
                let score = outcome_atom(program, family.predicate, &values).score;
                let points = score.map(|points| (points.seat, points.points));
                let plane = family.plane;
                let singleton = self.layout.singleton[family.predicate.index()];
                all.push((
                    format!(
                        "Source::Cells {{ plane: {plane}, cells: &{cells:?}, singleton: {singleton}, \
                         points: {points:?} }}"
                    ),
                    atom(family.predicate, values),
                ));
            }
        }
        Ok(all)
    }
}
