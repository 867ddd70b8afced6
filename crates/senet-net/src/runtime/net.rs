//! The net: places, conditions that are kept up to date, and what can happen in each control state.

use super::change::ChangeTable;
use super::condition::{Condition, Counters, Cycles, Edges, Literal, NetAtom, Place};
use super::control::{Control, ControlOutcomes};
use super::fast_path::FastTables;
use super::ids::{ConditionId, ControlId, IdVec, PlaceId, StageIndex, VariableId, VariantId};
use super::pack::PackedLayout;
use super::variant::Variant;
use crate::outcomes::{OutcomeAtom, OutcomeTally};

/// A compiled net.
#[derive(Debug)]
pub(crate) struct Net {
    pub(crate) places: IdVec<PlaceId, Place>,
    /// The places come first.
    pub(crate) conditions: IdVec<ConditionId, Condition>,
    /// Whether a condition has no counter and is evaluated on demand.
    pub(crate) lazy: IdVec<ConditionId, bool>,
    pub(crate) edges: Edges,
    pub(crate) counters: Counters,
    pub(crate) changes: ChangeTable,
    pub(crate) fast: FastTables,
    pub(crate) cycles: Cycles,
    pub(crate) variants: IdVec<VariantId, Variant>,
    pub(crate) controls: IdVec<ControlId, Control>,
    /// The atoms of control variables. A variable that may have none has a value more.
    pub(crate) control_atoms: IdVec<VariableId, Vec<NetAtom>>,
    pub(crate) constants: Vec<ConstantAtom>,
    /// Whether an outcome atom is there, among the places.
    pub(crate) decided: Literal,
    /// For each stage, what must not hold after a move (`#forbid`).
    pub(crate) forbidden: IdVec<StageIndex, Vec<Literal>>,
    /// How many places count copies.
    pub(crate) counted: usize,
    pub(crate) start_control: ControlId,
    pub(crate) start_places: Vec<StartPlace>,
    pub(crate) packed: PackedLayout,
    /// Places that are outcome atoms.
    pub(crate) outcome_places: Vec<OutcomePlace>,
    /// The atoms of control variables, as outcome atoms; most of them are none.
    pub(crate) control_outcomes: IdVec<VariableId, Vec<OutcomeAtom>>,
    pub(crate) constant_outcomes: Vec<ConstantOutcome>,
    pub(crate) seats: usize,
    /// Whether points are counted.
    pub(crate) scores: bool,
}

/// An atom that is always there.
#[derive(Debug, Clone)]
pub(crate) struct ConstantAtom {
    pub(crate) atom: NetAtom,
    pub(crate) copies: u64,
    pub(crate) persistent: bool,
}

/// A place that has copies at the start.
#[derive(Debug, Clone, Copy)]
pub(crate) struct StartPlace {
    pub(crate) place: PlaceId,
    pub(crate) copies: u64,
}

/// A place whose atom decides the game, or counts points.
#[derive(Debug, Clone)]
pub(crate) struct OutcomePlace {
    pub(crate) place: PlaceId,
    pub(crate) outcome: OutcomeAtom,
}

/// An outcome atom that is always there.
#[derive(Debug, Clone)]
pub(crate) struct ConstantOutcome {
    pub(crate) outcome: OutcomeAtom,
    pub(crate) copies: u64,
}

impl Net {
    /// Computes the outcomes of each control state, if control atoms decide them alone.
    pub(crate) fn set_control_outcomes(&mut self) {
        if !self.outcome_places.is_empty() || !self.constant_outcomes.is_empty() {
            return;
        }
        for control in self.controls.iter_mut() {
            let outcome = |ended| {
                let mut tally = OutcomeTally::new(self.seats, self.scores);
                let atoms = self.control_outcomes.iter().zip(&control.atoms);
                atoms.for_each(|(all, at)| tally.count(&all[*at as usize], 1));
                tally.outcome(ended)
            };
            control.outcomes =
                Some(ControlOutcomes { decided: outcome(false), ended: outcome(true) });
        }
    }
}
