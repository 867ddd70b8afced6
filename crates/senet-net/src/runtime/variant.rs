//! Variants of rules: a rule with values for its small variables, as independent factors.
//!
//! A move is a variant and a choice in each of its factors, and the choices are numbered together
//! in mixed radix. A rule over 2 players and 225 cells has 2 variants with one factor of 225 choices,
//! not 450 ground rules.

use super::aggregate::AggregateCheck;
use super::change::PlaceChange;
use super::condition::Literal;
use super::ids::{
    ChoiceIndex, ConditionId, FactorIndex, IdVec, PlaceId, RuleIndex, StageIndex, VariableId,
};
use senet_game::Seat;

/// Some copies of a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct PlaceCopies {
    pub(crate) place: PlaceId,
    pub(crate) copies: u32,
}

/// An atom of a control variable, by its position among the variable's atoms.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct ControlAtom {
    pub(crate) variable: VariableId,
    pub(crate) atom: u32,
}

/// A match of a comprehension `{ A -o B }` on the right side of a rule.
#[derive(Debug, Clone)]
pub(crate) struct ComprehensionMatch {
    pub(crate) when: Vec<Literal>,
    pub(crate) takes: Vec<PlaceCopies>,
    pub(crate) change: PlaceChange,
}

/// One way to make a choice possible: values for the variables that make no visible difference.
#[derive(Debug, Clone)]
pub(crate) struct Instance {
    /// When it holds, aggregates aside.
    pub(crate) when: Literal,
    /// The control atoms that it needs.
    pub(crate) control: Vec<ControlAtom>,
    /// Copies that can be picked in different ways; their product is part of the weight.
    pub(crate) ways: Vec<PlaceCopies>,
    /// Ways to pick among copies that never change.
    pub(crate) constant_ways: u128,
    /// Aggregates, which are computed on demand.
    pub(crate) on_demand: Option<Box<AggregateCheck>>,
}

/// A choice of a factor.
#[derive(Debug, Clone)]
pub(crate) struct Choice {
    pub(crate) values: Box<[u64]>,
    /// Where the values stand in the order of their types.
    pub(crate) ranks: Box<[u32]>,
    pub(crate) instances: Vec<Instance>,
    pub(crate) change: PlaceChange,
    /// What it takes; comprehensions cannot take it again.
    pub(crate) takes: Vec<PlaceCopies>,
    /// Control variables and their new atoms.
    pub(crate) control: Vec<ControlAtom>,
    /// Its comprehensions, each as matches in canonical order.
    pub(crate) comprehensions: Vec<Vec<ComprehensionMatch>>,
}

/// An independent part of a variant: a move takes one choice of each factor.
#[derive(Debug, Clone)]
pub(crate) struct VariantFactor {
    /// Which of the rule's effective variables its choices give values to.
    pub(crate) effective: Vec<usize>,
    pub(crate) choices: IdVec<ChoiceIndex, Choice>,
    /// The first condition of a row: condition `row + i` holds when choice `i` is possible. Only
    /// where nothing but conditions decides, neither control atoms nor aggregates.
    pub(crate) row: Option<ConditionId>,
}

/// A rule with values for its small variables.
#[derive(Debug, Clone)]
pub(crate) struct Variant {
    pub(crate) rule: RuleIndex,
    pub(crate) seat: Seat,
    /// The values of the effective variables, as far as they are fixed.
    pub(crate) values: Vec<Option<u64>>,
    /// Where they stand in the order of their types.
    pub(crate) ranks: Vec<Option<u32>>,
    pub(crate) factors: IdVec<FactorIndex, VariantFactor>,
    /// What changes whatever is chosen.
    pub(crate) change: PlaceChange,
    pub(crate) takes: Vec<PlaceCopies>,
    pub(crate) control: Vec<ControlAtom>,
    pub(crate) comprehensions: Vec<Vec<ComprehensionMatch>>,
    pub(crate) weight: u64,
    /// The stage that it belongs to.
    pub(crate) from: StageIndex,
    pub(crate) link: bool,
    /// The stage that it leads to; `None` ends the program.
    pub(crate) to: Option<StageIndex>,
    pub(crate) has_comprehensions: bool,
}

impl Variant {
    /// Every change that it can make.
    pub(crate) fn each_change(&mut self, mut f: impl FnMut(&mut PlaceChange)) {
        f(&mut self.change);
        let choices = self.factors.iter_mut().flat_map(|p| p.choices.iter_mut());
        let mut matches: Vec<&mut ComprehensionMatch> =
            self.comprehensions.iter_mut().flatten().collect();
        for choice in choices {
            f(&mut choice.change);
            matches.extend(choice.comprehensions.iter_mut().flatten());
        }
        matches.into_iter().for_each(|m| f(&mut m.change));
    }

    /// Whether it ends the program.
    pub(crate) fn ends(&self) -> bool {
        self.link && self.to.is_none()
    }
}
