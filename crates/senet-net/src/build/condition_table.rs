//! The table of conditions: equal ones are made once (hash consing), constants are folded, and what
//! invariants say about places is used to make them smaller.

use crate::runtime::condition::{Condition, Literal};
use crate::runtime::ids::{ConditionId, DenseId, IdVec, PlaceId};
use rustc_hash::FxHashMap;

/// A condition with more inputs than this is made of several, since counters are bytes.
const WIDE: usize = 120;

/// A set of places of which there is always exactly one.
pub(super) type GroupIndex = usize;

/// How inputs are combined.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Combine {
    All,
    Any,
}

/// What several conjunctions have in common, and what is left of each.
pub(super) struct Factored {
    pub(super) common: Vec<Literal>,
    pub(super) rests: Vec<Vec<Literal>>,
}

/// The conditions so far; those of the places come first.
#[derive(Debug, Default)]
pub(super) struct ConditionTable {
    pub(super) list: IdVec<ConditionId, Condition>,
    made: FxHashMap<(Combine, Vec<Literal>), Literal>,
    groups: Vec<Vec<PlaceId>>,
    group_of: IdVec<PlaceId, Option<GroupIndex>>,
}

impl ConditionTable {
    pub(super) fn new(places: usize, groups: Vec<Vec<PlaceId>>) -> ConditionTable {
        let mut group_of: IdVec<PlaceId, Option<GroupIndex>> = vec![None; places].into();
        for (i, group) in groups.iter().enumerate() {
            if group.iter().all(|p| group_of[*p].is_none()) {
                // A place belongs to one group only: the first that has none of its places taken.
                group.iter().for_each(|p| group_of[*p] = Some(i));
            }
        }
        let list = vec![Condition::Place; places].into();
        ConditionTable { list, made: FxHashMap::default(), groups, group_of }
    }

    pub(super) fn push(&mut self, condition: Condition) -> ConditionId {
        self.list.add(condition)
    }

    /// The condition of a literal; `None` for constants.
    pub(super) fn get(&self, literal: Literal) -> Option<&Condition> {
        self.list.get(literal.condition().index())
    }

    /// The group of a literal's place.
    pub(super) fn group(&self, literal: Literal) -> Option<GroupIndex> {
        self.group_of.get(literal.condition().index()).copied().flatten()
    }

    /// That all of these hold.
    pub(super) fn all(&mut self, inputs: Vec<Literal>) -> Literal {
        let Some(mut inputs) = self.simplified(inputs) else {
            return Literal::FALSE;
        };
        // Under what is known to hold, alternatives of a disjunction may be impossible. What is
        // left may be a conjunction, which is merged, and so on until nothing changes; every round
        // removes an alternative, so this ends.
        for at in 0..inputs.len() {
            let Some(left) = self.left_of(inputs[at], &inputs) else {
                continue;
            };
            let left = self.any(left);
            inputs.remove(at);
            match self.get(left) {
                Some(Condition::All(literals)) if !left.is_negative() => inputs.extend(literals),
                _ => inputs.push(left),
            }
            return self.all(inputs);
        }
        self.make(inputs, Combine::All)
    }

    /// What is left of a disjunction where all of these hold, if that is less: an alternative that
    /// needs another place of a group than one of them does is impossible.
    fn left_of(&self, choice: Literal, all: &[Literal]) -> Option<Vec<Literal>> {
        let Some(Condition::Any(literals)) = self.get(choice) else {
            return None;
        };
        let against = |l: &Literal| {
            let Some(group) = self.group(*l).filter(|_| !l.is_negative()) else {
                return false;
            };
            all.iter().any(|p| !p.is_negative() && self.group(*p) == Some(group) && p != l)
        };
        let excluded = |l: &Literal| match self.get(*l) {
            Some(Condition::All(inputs)) if !l.is_negative() => inputs.iter().any(against),
            _ => against(l),
        };
        let fewer = !choice.is_negative() && literals.iter().any(excluded);
        fewer.then(|| literals.iter().filter(|l| !excluded(l)).copied().collect())
    }

    /// That one of these holds.
    pub(super) fn any(&mut self, inputs: Vec<Literal>) -> Literal {
        // By De Morgan: what simplifies the conjunction of the negations.
        let negated = inputs.into_iter().map(Literal::not).collect();
        let Some(none) = self.simplified(negated) else {
            return Literal::TRUE;
        };
        let inputs: Vec<Literal> = none.into_iter().map(Literal::not).collect();
        let Some(Factored { mut common, rests }) = self.factored(&inputs) else {
            return self.make(inputs, Combine::Any);
        };
        // `(a and b) or (a and c)` becomes `a and (b or c)`: one input less, and the rest may be
        // shared.
        let rests = rests.into_iter().map(|rest| self.all(rest)).collect();
        common.push(self.any(rests));
        self.all(common)
    }

    /// The literals that suffice for all of these to hold; `None` if they contradict each other. Of
    /// a group, one place that is there makes "another one is not" redundant, two contradict each
    /// other, and all but one that are absent leave the last.
    fn simplified(&self, mut inputs: Vec<Literal>) -> Option<Vec<Literal>> {
        inputs.sort_unstable();
        inputs.dedup();
        inputs.retain(|l| *l != Literal::TRUE);
        let contrary = |w: &[Literal]| w[0].not() == w[1];
        if inputs.contains(&Literal::FALSE) || inputs.windows(2).any(contrary) {
            return None;
        }
        // Now by groups of which exactly one place is there.
        let mut groups: Vec<GroupIndex> = inputs.iter().filter_map(|l| self.group(*l)).collect();
        groups.sort_unstable();
        groups.dedup();
        for g in groups {
            let here = |l: &Literal| self.group(*l) == Some(g);
            let positive: Vec<Literal> =
                inputs.iter().copied().filter(|l| here(l) && !l.is_negative()).collect();
            match positive.as_slice() {
                [_] => inputs.retain(|l| !here(l) || !l.is_negative()),
                [] => {
                    let members = self.groups[g].iter().map(|p| Literal::of(p.condition()));
                    let left: Vec<Literal> =
                        members.filter(|l| !inputs.contains(&l.not())).collect();
                    match left.as_slice() {
                        [] => return None,
                        // (not a) and (not b), of a, b and c, is c.
                        [one] => {
                            inputs.retain(|l| !here(l));
                            inputs.push(*one);
                        }
                        _ => {}
                    }
                }
                _ => return None,
            }
        }
        inputs.sort_unstable();
        Some(inputs)
    }

    /// Distributivity, backwards: the literals that stand in every one of these conjunctions.
    pub(super) fn factored(&self, inputs: &[Literal]) -> Option<Factored> {
        let parts = |literal: &Literal| match self.get(*literal) {
            Some(Condition::All(literals)) if !literal.is_negative() => literals.clone(),
            _ => vec![*literal],
        };
        let mut rests: Vec<Vec<Literal>> = inputs.iter().map(parts).collect();
        let (first, others) = rests.split_first()?;
        let everywhere = |l: &&Literal| others.iter().all(|o| o.contains(l));
        let common: Vec<Literal> = first.iter().filter(everywhere).copied().collect();
        if common.is_empty() || others.is_empty() {
            return None;
        }
        rests.iter_mut().for_each(|literals| literals.retain(|l| !common.contains(l)));
        // Where something is left that needs a condition of its own, nothing is won.
        let single = rests.iter().all(|literals| literals.len() < 2);
        single.then_some(Factored { common, rests })
    }

    fn make(&mut self, inputs: Vec<Literal>, how: Combine) -> Literal {
        match inputs.as_slice() {
            [] if how == Combine::All => return Literal::TRUE,
            [] => return Literal::FALSE,
            [one] => return *one,
            _ => {}
        }
        let key = (how, inputs);
        if let Some(literal) = self.made.get(&key) {
            return *literal;
        }
        let narrow = self.narrow(key.1.clone(), how);
        let condition = match how {
            Combine::All => Condition::All(narrow),
            Combine::Any => Condition::Any(narrow),
        };
        let literal = Literal::of(self.push(condition));
        self.made.insert(key, literal);
        literal
    }

    /// The condition that all of these literals hold, if there is one; they are in order.
    pub(super) fn made_all(&self, literals: &[Literal]) -> Option<Literal> {
        self.made.get(&(Combine::All, literals.to_vec())).copied()
    }

    /// Inputs that fit one condition and mean the same: a tree of conditions.
    pub(super) fn narrow(&mut self, mut inputs: Vec<Literal>, how: Combine) -> Vec<Literal> {
        while inputs.len() > WIDE {
            let parts: Vec<Vec<Literal>> = inputs.chunks(WIDE).map(<[Literal]>::to_vec).collect();
            inputs = parts.into_iter().map(|part| self.make(part, how)).collect();
        }
        inputs
    }

    /// Conditions with consecutive ids that hold when these literals do, so that a word operation
    /// finds or counts those that hold; the conditions given, if they stand so already.
    pub(super) fn row(&mut self, literals: &[Literal]) -> Option<ConditionId> {
        let first = literals.first()?.condition();
        let in_row = |(i, l): (usize, &Literal)| {
            !l.is_constant() && !l.is_negative() && l.condition().index() == first.index() + i
        };
        if literals.iter().enumerate().all(in_row) {
            return Some(first);
        }
        if literals.len() < 2 || literals.iter().any(|l| l.is_constant()) {
            return None;
        }
        // A row begins with a byte, and if it fits one word it stands in one; what fills the gap
        // never holds.
        let mut begin = self.list.len().next_multiple_of(8);
        if literals.len() <= 64 && begin % 64 + literals.len() > 64 {
            begin = begin.next_multiple_of(64);
        }
        self.list.resize(begin, Condition::Any(Vec::new()));
        for literal in literals {
            self.push(Condition::All(vec![*literal]));
        }
        Some(ConditionId::new(begin))
    }
}
