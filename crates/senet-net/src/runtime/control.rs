//! Control states: a stage with one atom of each control variable.
//!
//! They are the states of a finite automaton that is computed when the net is built. What `turn x`
//! allows is looked up by the state's number, not tested: a product construction of the stage graph
//! with the sets of mutually exclusive atoms.

use super::change::PlaceChange;
use super::condition::Literal;
use super::ids::{
    ChoiceIndex, ConditionId, ControlId, FactorIndex, IdVec, StageIndex, VariableId, VariantId,
};
use senet_game::Outcome;

/// A choice and when it is possible.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ListedChoice {
    pub(crate) choice: ChoiceIndex,
    pub(crate) when: Literal,
}

/// The choices of a factor in a control state.
#[derive(Debug, Clone)]
pub(crate) enum FactorChoices {
    /// Conditions in a row: the first one, which is that of the first choice, and how many.
    Row(ConditionId, u32),
    /// Choices and when they are possible.
    List(Vec<ListedChoice>),
    /// Choices that depend on aggregates, which are computed on demand.
    OnDemand(Vec<ChoiceIndex>),
}

/// A factor that a control state leaves open.
#[derive(Debug, Clone)]
pub(crate) struct OpenFactor {
    pub(crate) factor: FactorIndex,
    /// What one more choice adds to the number of a move.
    pub(crate) stride: u64,
    pub(crate) choices: FactorChoices,
}

/// The control state after an entry.
#[derive(Debug, Clone)]
pub(crate) enum Successor {
    Always(ControlId),
    /// By the choice in one open factor, which is given by its position among them.
    ByChoice(u32, IdVec<ChoiceIndex, ControlId>),
}

/// A variant in a control state.
#[derive(Debug, Clone)]
pub(crate) struct Entry {
    pub(crate) variant: VariantId,
    /// All of these have to hold; the first stands apart, because most often it is the only one.
    pub(crate) first: Literal,
    pub(crate) others: Vec<Literal>,
    /// Whether the first decides alone.
    pub(crate) simple: bool,
    /// Whether nothing is left to choose, there are no comprehensions, and the program goes on.
    pub(crate) jumps: bool,
    /// Factors with one choice that depends on aggregates.
    pub(crate) on_demand: Vec<FactorIndex>,
    pub(crate) open: Vec<OpenFactor>,
    /// The number of the move whose open choices are all the first.
    pub(crate) base: u64,
    /// The choices that the control state makes.
    pub(crate) fixed: IdVec<FactorIndex, ChoiceIndex>,
    pub(crate) next: Successor,
    /// What changes whatever is chosen in the open factors.
    pub(crate) change: PlaceChange,
}

/// A control state and what can happen there.
#[derive(Debug, Clone)]
pub(crate) struct Control {
    pub(crate) stage: StageIndex,
    /// For each control variable, which of its atoms is there; their number, if none is.
    pub(crate) atoms: IdVec<VariableId, u32>,
    pub(crate) rules: Vec<Entry>,
    pub(crate) links: Vec<Entry>,
    pub(crate) interactive: bool,
    /// Whether the order of the rules makes no difference in the end (the stage is confluent).
    pub(crate) settles: bool,
    pub(crate) ordered: bool,
    /// Whether an outcome atom is there.
    pub(crate) decided: bool,
    /// With more copies of an atom than this, a number that is counted here may not fit 64 bits.
    pub(crate) exact_copies: Option<u64>,
    /// The outcomes here, if control atoms decide them alone.
    pub(crate) outcomes: Option<ControlOutcomes>,
    /// Nothing can happen here but going on to another control state.
    pub(crate) forward: Option<ControlId>,
}

/// What the end of the game means in a control state.
#[derive(Debug, Clone)]
pub(crate) struct ControlOutcomes {
    /// If an outcome atom ended it.
    pub(crate) decided: Outcome,
    /// If the program ended, so that scores count.
    pub(crate) ended: Outcome,
}

impl Control {
    /// Every change that its entries make whatever is chosen.
    pub(crate) fn each_change(&mut self, mut f: impl FnMut(&mut PlaceChange)) {
        self.rules.iter_mut().chain(&mut self.links).for_each(|e| f(&mut e.change));
    }
}
