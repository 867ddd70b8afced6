//! The reference interpreter: LANGUAGE's Parts 1 and 2, word for word. Slow, and meant to be read.

mod backward;
mod blocks;
mod outside;
mod play;
mod property;
mod relaxed;

pub use outside::{ReferenceLimit, ReferenceResult, ReferenceTurn};
pub use play::ReferencePlace;
pub use relaxed::{RelaxedMatch, RelaxedStep};

use crate::terms::{
    Values, bound, compare_all, ground, instance, instance_atom, known, mask, match_atom,
    match_term, query, some,
};
use senet_program::modes::Mode;
use senet_program::{
    Atom, Pattern, PredId, PredKind, Premise, Program, Role, Rule, RuleId, StageId, Term, Variable,
};
use std::collections::BTreeMap;

/// A stage, a multiset of linear atoms, and a set of persistent atoms. Nothing else.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct ReferencePosition {
    /// The stage.
    pub stage: StageId,
    /// Linear atoms and how many copies of each there are; never zero.
    pub linear: BTreeMap<Atom, u64>,
    /// Persistent atoms.
    pub persistent: Vec<Atom>,
}

/// A rule or link with a substitution that makes its left side fit, and the number of ways to pick
/// its copies.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReferenceTransition {
    /// The rule or link.
    pub rule: RuleId,
    /// A value for each variable.
    pub values: Vec<Term>,
    /// In how many ways copies can be picked; `None` if that is 2¹²⁸ or more.
    pub weight: Option<u128>,
}

/// Who answers queries to derived predicates.
type Ask<'a> = &'a mut dyn FnMut(&Atom) -> Result<Vec<Atom>, ReferenceLimit>;

/// A program under the slow interpreter.
#[derive(Debug)]
pub struct Reference<'p> {
    /// The program.
    pub program: &'p Program,
}

impl Reference<'_> {
    /// The position of a `#trace`.
    pub fn start(&self, start: usize) -> Result<ReferencePosition, ReferenceLimit> {
        let start = &self.program.starts()[start];
        let (linear, persistent) = (BTreeMap::new(), Vec::new());
        let mut position = ReferencePosition { stage: start.stage, linear, persistent };
        for atom in &start.atoms {
            position.add(atom.atom.clone(), atom.persistent);
        }
        let empty =
            ReferencePosition { linear: BTreeMap::new(), persistent: Vec::new(), ..position };
        for (_, set) in &start.sets {
            self.comprehension(&empty, &mut BTreeMap::new(), set, &Vec::new(), &mut position)?;
        }
        Ok(position)
    }

    /// The transitions of the stage, in canonical order.
    pub fn transitions(
        &self,
        position: &ReferencePosition,
    ) -> Result<Vec<ReferenceTransition>, ReferenceLimit> {
        let stage = self.program.stage(position.stage);
        let all = self.all(position, &stage.rules)?;
        let who = |t: &ReferenceTransition| {
            let chooser = self.program.rule(t.rule).chooser.as_ref();
            chooser.map(|who| instance(who, &some(&t.values)))
        };
        // In an ordered stage, a rule applies only if no earlier one does for the same chooser.
        let first = |t: &ReferenceTransition| {
            !all.iter().any(|other| other.rule < t.rule && who(other) == who(t))
        };
        Ok(all.iter().filter(|t| !stage.ordered || first(t)).cloned().collect())
    }

    /// The links that apply, in canonical order.
    pub fn links(
        &self,
        position: &ReferencePosition,
    ) -> Result<Vec<ReferenceTransition>, ReferenceLimit> {
        let stage = self.program.stage(position.stage);
        let mut all = self.all(position, &stage.links)?;
        let first = all.first().map(|t| t.rule);
        all.retain(|t| !stage.ordered || Some(t.rule) == first);
        Ok(all)
    }

    fn all(
        &self,
        position: &ReferencePosition,
        rules: &[RuleId],
    ) -> Result<Vec<ReferenceTransition>, ReferenceLimit> {
        let mut out: Vec<ReferenceTransition> = Vec::new();
        let ask: Ask<'_> = &mut |goal| self.derive(position, goal);
        for id in rules {
            let rule = self.program.rule(*id);
            let unknown = vec![None; rule.variables.len()];
            for values in self.matches(position, &rule.premises, &rule.variables, unknown, ask)? {
                if !rule.unsolved.is_empty() {
                    if self.pick(position, &rule.premises, &values).is_some() {
                        return Err(ReferenceLimit::Unsolvable);
                    }
                    continue;
                }
                let values: Vec<Term> = values.into_iter().map(|v| v.expect("all bound")).collect();
                let weight = self.weight(position, rule, &values)?;
                let transition = ReferenceTransition { rule: *id, values, weight };
                if weight != Some(0) && !out.contains(&transition) {
                    out.push(transition);
                }
            }
        }
        out.sort_by(|a, b| a.rule.cmp(&b.rule).then_with(|| compare_all(&a.values, &b.values)));
        Ok(out)
    }

    /// Whether a pattern matches somewhere in a position.
    fn pattern_holds(
        &self,
        position: &ReferencePosition,
        pattern: &Pattern,
    ) -> Result<bool, ReferenceLimit> {
        let ask: Ask<'_> = &mut |goal| self.derive(position, goal);
        let unknown = vec![None; pattern.variables.len()];
        let found = self.matches(position, &pattern.premises, &pattern.variables, unknown, ask)?;
        Ok(!found.is_empty())
    }

    /// Every substitution under which premises hold, copies not yet counted.
    /// `ask` answers queries to derived predicates.
    fn matches(
        &self,
        position: &ReferencePosition,
        premises: &[Premise],
        variables: &[Variable],
        values: Values,
        ask: Ask<'_>,
    ) -> Result<Vec<Values>, ReferenceLimit> {
        let ready = |p: &Premise| match p {
            Premise::Take(_) | Premise::Read(_) | Premise::Persistent(_) => Some(0),
            Premise::Same(l, r) => (known(l, &values) || known(r, &values)).then_some(1),
            Premise::Differ(l, r) => (known(l, &values) && known(r, &values)).then_some(1),
            Premise::Derived(a) => {
                match self.program.modes().best(a.predicate, mask(a, &values))? {
                    (_, Mode::Finite) => Some(2),
                    (_, Mode::Unsure) => Some(3),
                }
            }
            Premise::Sense(_) => None, // nobody speaks to the reference
            other => bound(&values).is_ready(other).then_some(1),
        };
        let next = (0..premises.len()).filter_map(|i| Some((ready(&premises[i])?, i))).min();
        let Some((_, i)) = next else {
            return Ok(if premises.is_empty() { vec![values] } else { Vec::new() });
        };
        let mut rest = premises.to_vec();
        let candidates: Vec<Atom> = match rest.remove(i) {
            Premise::Take(_) | Premise::Read(_) => {
                position.linear.keys().chain(&position.persistent).cloned().collect()
            }
            Premise::Persistent(_) => position.persistent.clone(),
            Premise::Derived(a) => ask(&query(&a, &values))?,
            Premise::Same(l, r) | Premise::Differ(l, r) => {
                let mut bound = values.clone();
                let (known_side, other) = if known(&l, &values) { (l, r) } else { (r, l) };
                let value = instance(&known_side, &values);
                let same = matches!(premises[i], Premise::Same(..));
                let holds = match_term(&other, &value, &mut bound) == same;
                let values = if same { bound } else { values };
                return if holds {
                    self.matches(position, &rest, variables, values, ask)
                } else {
                    Ok(Vec::new())
                };
            }
            other @ (Premise::Less { .. }
            | Premise::Compute { .. }
            | Premise::Not(_)
            | Premise::Aggregate { .. }) => {
                let mut values = values;
                return if self.judge(position, &other, variables, &mut values)? {
                    self.matches(position, &rest, variables, values, ask)
                } else {
                    Ok(Vec::new())
                };
            }
            Premise::Sense(_) => unreachable!("never ready"),
        };
        let pattern = premises[i].atom().expect("not a comparison");
        let mut out = Vec::new();
        for atom in candidates {
            let mut bound = values.clone();
            if match_atom(pattern, &atom, &mut bound) {
                out.extend(self.matches(position, &rest, variables, bound, ask)?);
            }
        }
        out.dedup();
        Ok(out)
    }

    /// Premises left to right: a linear copy if there is one, else a persistent atom. Returns what
    /// is consumed and in how many ways, if that is a number below 2¹²⁸; `None` if something is
    /// missing.
    fn pick(
        &self,
        position: &ReferencePosition,
        premises: &[Premise],
        values: &Values,
    ) -> Option<(Vec<Atom>, Option<u128>)> {
        let mut left = position.linear.clone();
        let (mut consumed, mut ways) = (Vec::new(), Some(1u128));
        for premise in premises {
            let (Premise::Take(a) | Premise::Read(a) | Premise::Persistent(a)) = premise else {
                continue;
            };
            let atom = instance_atom(a, values);
            let persistent = position.persistent.contains(&atom);
            let copies = left.get(&atom).copied().unwrap_or(0);
            if matches!(premise, Premise::Persistent(_)) || copies == 0 {
                if !persistent {
                    return None;
                }
                continue;
            }
            ways = ways.and_then(|ways| ways.checked_mul(u128::from(copies)));
            left.insert(atom.clone(), copies - 1);
            if matches!(premise, Premise::Take(_)) {
                consumed.push(atom);
            }
        }
        Some((consumed, ways))
    }

    fn weight(
        &self,
        position: &ReferencePosition,
        rule: &Rule,
        values: &[Term],
    ) -> Result<Option<u128>, ReferenceLimit> {
        let Some((_, ways)) = self.pick(position, &rule.premises, &some(values)) else {
            return Ok(Some(0));
        };
        let id = RuleId::new(
            self.program.rules().iter().position(|r| std::ptr::eq(r, rule)).expect("a rule"),
        );
        if rule.saturates() {
            let transition =
                ReferenceTransition { rule: id, values: values.to_vec(), weight: ways };
            let after = self.fire(position, &transition)?;
            if after.linear == position.linear && after.persistent == position.persistent {
                return Ok(Some(0));
            }
        }
        Ok(ways.and_then(|ways| ways.checked_mul(u128::from(rule.weight))))
    }

    /// The position after a transition.
    pub fn fire(
        &self,
        position: &ReferencePosition,
        transition: &ReferenceTransition,
    ) -> Result<ReferencePosition, ReferenceLimit> {
        let rule = self.program.rule(transition.rule);
        let mut after = position.clone();
        let values = some(&transition.values);
        let (consumed, _) = self.pick(position, &rule.premises, &values).expect("it applies");
        for atom in consumed {
            after.take(&atom);
        }
        // What neither the left side nor an earlier match took.
        let mut left = after.linear.clone();
        for comprehension in &rule.comprehensions {
            self.comprehension(position, &mut left, comprehension, &values, &mut after)?;
        }
        for conclusion in rule.conclusions.iter().filter(|c| self.stays(c.atom.predicate)) {
            after.add(ground(&conclusion.atom, &transition.values), conclusion.persistent);
        }
        if let Role::Link(_, Some(to)) = rule.role {
            after.stage = to;
        }
        Ok(after)
    }

    /// Whether atoms of a predicate stay when they are made: what goes to the host stays only if some
    /// premise reads it.
    fn stays(&self, predicate: PredId) -> bool {
        let rules = self.program.rules().iter().flat_map(Rule::all_premises);
        let goals = self.program.clauses().iter().flat_map(|c| &c.goals);
        let mut premises = rules.chain(goals.flat_map(Premise::with_inner));
        self.program.predicate(predicate).kind != PredKind::Action
            || premises.any(|p| p.atom().is_some_and(|a| a.predicate == predicate))
    }
}

impl ReferencePosition {
    fn take(&mut self, atom: &Atom) {
        let copies = self.linear.get_mut(atom).expect("it is there");
        *copies -= 1;
        if *copies == 0 {
            self.linear.remove(atom);
        }
    }

    fn add(&mut self, atom: Atom, persistent: bool) {
        if !persistent {
            *self.linear.entry(atom).or_insert(0) += 1;
        } else if !self.persistent.contains(&atom) {
            self.persistent.push(atom);
            self.persistent.sort();
        }
    }

    pub(crate) fn any(&self, predicates: &[PredId]) -> bool {
        self.linear.keys().chain(&self.persistent).any(|a| predicates.contains(&a.predicate))
    }
}
