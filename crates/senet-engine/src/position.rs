//! A position: the stage, the linear atoms with their copies, and the persistent atoms. Nothing
//! else: no ages, no number of steps, no history.
//!
//! Its key is a sum over its atoms of 128-bit words, one word per copy: a multiset hash by addition
//! (MSet-Add-Hash; Clarke et al., 2003), which changes in the time of what changes and does not depend
//! on the order in which atoms came.

use crate::engine::Engine;
use crate::relation::Relation;
use senet_data::hash::mix;
use senet_program::{PredId, StageId};
use senet_words::{PositionAtom, Value};

/// A position of a program.
#[derive(Debug, Clone)]
pub struct TermPosition {
    pub(crate) stage: StageId,
    pub(crate) relations: Vec<Relation>,
    /// Distinct atoms.
    pub(crate) atoms: usize,
    /// The sum of a word for each copy of each atom: equal positions have equal keys.
    key: u128,
    /// Changes with every change.
    pub(crate) version: u64,
}

impl TermPosition {
    pub(crate) fn new(engine: &Engine, stage: StageId) -> TermPosition {
        let relations = engine.empty.clone();
        TermPosition { stage, relations, atoms: 0, key: 0, version: 0 }
    }

    /// The stage whose rules apply.
    pub fn stage(&self) -> StageId {
        self.stage
    }

    /// The number of distinct atoms.
    pub fn len(&self) -> usize {
        self.atoms
    }

    /// Whether there are no atoms.
    pub fn is_empty(&self) -> bool {
        self.atoms == 0
    }

    /// A word for hashing: equal positions have equal keys, and unequal ones practically never.
    pub fn key(&self) -> u128 {
        self.key.wrapping_add(u128::from(self.stage.0).wrapping_mul(STAGE))
    }

    /// How many linear copies of an atom there are, and whether it is persistent.
    pub fn get(&self, predicate: PredId, values: &[Value]) -> (u64, bool) {
        let relation = &self.relations[predicate.index()];
        relation.find(values).map_or((0, false), |r| (relation.count(r), relation.is_persistent(r)))
    }

    /// The atoms of one predicate, in no order that means anything, but the same each time.
    pub fn atoms_of(&self, predicate: PredId) -> Vec<PositionAtom> {
        let relation = &self.relations[predicate.index()];
        let mut rows = relation.live().to_vec();
        rows.sort_unstable();
        let atom = |row: u32| PositionAtom {
            predicate,
            values: relation.row(row).to_vec(),
            copies: relation.count(row),
            persistent: relation.is_persistent(row),
        };
        rows.into_iter().map(atom).collect()
    }

    /// Every atom in canonical order: predicates by declaration, then values.
    pub fn atoms(&self, engine: &Engine) -> Vec<PositionAtom> {
        let mut out = Vec::with_capacity(self.atoms);
        for (i, relation) in self.relations.iter().enumerate() {
            let predicate = PredId::new(i);
            let from = out.len();
            for row in relation.live() {
                out.push(PositionAtom {
                    predicate,
                    values: relation.row(*row).to_vec(),
                    copies: relation.count(*row),
                    persistent: relation.is_persistent(*row),
                });
            }
            out[from..].sort_by(|a, b| engine.words.compare_atoms(a, b));
        }
        out
    }

    /// Whether two positions of one program are the same.
    pub(crate) fn same(&self, other: &TermPosition) -> bool {
        if self.stage != other.stage || self.atoms != other.atoms || self.key != other.key {
            return false;
        }
        self.relations.iter().zip(&other.relations).all(|(a, b)| {
            a.live().len() == b.live().len()
                && a.live().iter().all(|row| {
                    b.find(a.row(*row)).is_some_and(|r| {
                        a.count(*row) == b.count(r) && a.is_persistent(*row) == b.is_persistent(r)
                    })
                })
        })
    }

    /// About how many bytes it takes.
    pub fn bytes(&self) -> usize {
        self.relations.iter().map(Relation::bytes).sum()
    }

    /// Notes in the key that copies of an atom came or went.
    pub(crate) fn shift(&mut self, engine: &Engine, predicate: PredId, row: u32, by: i128) {
        let word = self.word(engine, predicate, row);
        self.key = self.key.wrapping_add(word.wrapping_mul(by as u128));
        self.version += 1;
    }

    /// Notes in the key that an atom became persistent, or is so no longer.
    pub(crate) fn shift_persistent(
        &mut self,
        engine: &Engine,
        predicate: PredId,
        row: u32,
        up: bool,
    ) {
        let word = self.word(engine, predicate, row).rotate_left(64).wrapping_mul(PERSISTENT);
        self.key = if up { self.key.wrapping_add(word) } else { self.key.wrapping_sub(word) };
        self.version += 1;
    }

    fn word(&self, engine: &Engine, predicate: PredId, row: u32) -> u128 {
        // Two independent 64-bit chains. Words are added up in the key, so they must not depend
        // on row numbers, and a collision of sums is as unlikely as one of random 128-bit
        // numbers.
        let (mut low, mut high) = (mix(0x5e4e7, u64::from(predicate.0)), u64::from(predicate.0));
        for (i, value) in self.relations[predicate.index()].row(row).iter().enumerate() {
            // Constants and numbers speak for themselves.
            let word = if engine.compound {
                engine.interner.hash(engine.program.predicate(predicate).arguments[i], *value)
            } else {
                *value
            };
            low = mix(low, word);
            high = mix(high.rotate_left(23), word.wrapping_add(0xA076_1D64_78BD_642F));
        }
        u128::from(mix(high, low)) << 64 | u128::from(low)
    }
}

const STAGE: u128 = 0x9E37_79B9_7F4A_7C15_F39C_C060_5CED_C835;
const PERSISTENT: u128 = 0xD1B5_4A32_D192_ED03_AEF1_7502_108E_F2D9;
