//! Steps without variables, over everything that may ever be there: what the program allows, and more.

use crate::reference::{Ask, Reference, ReferenceLimit, ReferencePosition};
use crate::terms::{Values, instance_atom};
use senet_program::{Atom, Pattern, PredKind, Predicate, Premise, Role, RuleId, VarId, Variable};

/// A rule or link whose premises hold if enough is there.
#[derive(Debug, Clone)]
pub struct RelaxedStep {
    /// The rule.
    pub rule: RuleId,
    /// What has to be there.
    pub needs: Vec<Atom>,
    /// Of each of these sets, something is absent.
    pub lacks: Vec<Vec<Atom>>,
    /// What it takes a copy of; an atom that may be persistent may stay.
    pub takes: Vec<Atom>,
    /// What is there afterwards.
    pub adds: Vec<Atom>,
    /// Whether it can happen whenever its needs are there, one copy for each.
    pub exact: bool,
}

/// A kind of positions: what is there, and what is not.
#[derive(Debug, Clone, Default)]
pub struct RelaxedMatch {
    /// Atoms that are there.
    pub there: Vec<Atom>,
    /// Atoms that are not there.
    pub absent: Vec<Atom>,
}

impl Reference<'_> {
    /// Every step that may happen where only atoms of the universe are there; aggregates and derived
    /// predicates that read the position are taken to hold. `None` where a rule cannot be told so.
    pub fn relaxed_steps(
        &self,
        universe: &ReferencePosition,
    ) -> Result<Option<Vec<RelaxedStep>>, ReferenceLimit> {
        let mut out = Vec::new();
        let outside = |p: &Predicate| {
            !matches!(p.kind, PredKind::Linear | PredKind::Derived) || p.host.is_some()
        };
        // Whether the last copy goes would depend on which kind of atom it is.
        let mixed = universe.persistent.iter().any(|atom| universe.linear.contains_key(atom));
        if mixed || self.program.predicates().iter().any(outside) {
            return Ok(None);
        }
        for (i, rule) in self.program.rules().iter().enumerate() {
            if !rule.comprehensions.is_empty() {
                return Ok(None);
            }
            let (plain, denied, whole) = self.separated(&rule.premises);
            for values in self.relaxed_matches(universe, &plain, &rule.variables)? {
                let mut step = RelaxedStep {
                    rule: RuleId::new(i),
                    needs: Vec::new(),
                    lacks: Vec::new(),
                    takes: Vec::new(),
                    adds: Vec::new(),
                    exact: whole && !rule.saturates() && rule.weight > 0,
                };
                for premise in &plain {
                    let Some(atom) = premise.atom().filter(|_| premise.in_position()) else {
                        continue;
                    };
                    let atom = instance_atom(atom, &values);
                    let stays = universe.persistent.contains(&atom);
                    let twice = !stays && step.needs.contains(&atom);
                    step.exact &= !twice;
                    if matches!(premise, Premise::Take(_)) && !stays {
                        step.takes.push(atom.clone());
                    }
                    step.needs.push(atom);
                }
                let known = |v: VarId| values[v.index()].is_some();
                for conclusion in &rule.conclusions {
                    let mut all = true;
                    conclusion.atom.each_variable(&mut |v| all &= known(v));
                    if !all {
                        return Ok(None);
                    }
                    step.adds.push(instance_atom(&conclusion.atom, &values));
                }
                for block in &denied {
                    match self.denied(universe, block, &rule.variables, &values)? {
                        Some(sets) => step.lacks.extend(sets),
                        None => step.exact = false,
                    }
                }
                step.exact &= step.lacks.is_empty() && matches!(rule.role, Role::Step(_));
                out.push(step);
            }
        }
        Ok(Some(out))
    }

    /// For each way in which a pattern may hold: what is there, and what is not. Conditions that cannot be
    /// told so are left out.
    pub fn relaxed_pattern(
        &self,
        universe: &ReferencePosition,
        pattern: &Pattern,
    ) -> Result<Vec<RelaxedMatch>, ReferenceLimit> {
        let (plain, denied, _) = self.separated(&pattern.premises);
        let mut out = Vec::new();
        for values in self.relaxed_matches(universe, &plain, &pattern.variables)? {
            let there = plain.iter().filter(|p| p.in_position()).filter_map(Premise::atom);
            let there = there.map(|atom| instance_atom(atom, &values)).collect();
            let mut absent = Vec::new();
            for block in &denied {
                let sets = self.denied(universe, block, &pattern.variables, &values)?;
                let single = |set: Vec<Atom>| <[Atom; 1]>::try_from(set).ok();
                absent.extend(sets.unwrap_or_default().into_iter().filter_map(single).flatten());
            }
            out.push(RelaxedMatch { there, absent });
        }
        Ok(out)
    }

    /// Premises that can be matched in the universe, those that say `not`, and whether that is all.
    fn separated(&self, premises: &[Premise]) -> (Vec<Premise>, Vec<Premise>, bool) {
        // Variables that only an aggregate gives a value to, and what is computed from them.
        let mut free: Vec<VarId> = Vec::new();
        let of = |p: &Premise| {
            let mut all = Vec::new();
            p.each_variable(&mut |v| all.push(v));
            all
        };
        let matched: Vec<VarId> =
            premises.iter().filter(|p| p.in_position()).flat_map(of).collect();
        let mut left_out: Vec<bool> = premises
            .iter()
            .map(|p| match p {
                Premise::Aggregate { .. } => true,
                Premise::Derived(atom) => self.program.predicate(atom.predicate).reads_position,
                _ => false,
            })
            .collect();
        loop {
            let before = free.len();
            for (i, premise) in premises.iter().enumerate() {
                left_out[i] |=
                    !premise.in_position() && of(premise).iter().any(|v| free.contains(v));
                if left_out[i] {
                    free.extend(of(premise).into_iter().filter(|v| !matched.contains(v)));
                }
            }
            free.sort();
            free.dedup();
            if free.len() == before {
                break;
            }
        }
        let kept = premises.iter().zip(&left_out).filter(|(_, out)| !**out).map(|(p, _)| p.clone());
        let (denied, plain): (Vec<Premise>, Vec<Premise>) =
            kept.partition(|p| matches!(p, Premise::Not(_)));
        (plain, denied, !left_out.contains(&true))
    }

    fn relaxed_matches(
        &self,
        universe: &ReferencePosition,
        premises: &[Premise],
        variables: &[Variable],
    ) -> Result<Vec<Values>, ReferenceLimit> {
        let ask: Ask<'_> = &mut |goal| self.derive(universe, goal);
        self.matches(universe, premises, variables, vec![None; variables.len()], ask)
    }

    /// What a `not` denies, as sets of atoms that are not there together; `None` if there is more to it.
    fn denied(
        &self,
        universe: &ReferencePosition,
        premise: &Premise,
        outer: &[Variable],
        values: &Values,
    ) -> Result<Option<Vec<Vec<Atom>>>, ReferenceLimit> {
        let Premise::Not(block) = premise else {
            return Ok(None);
        };
        let plain = |p: &Premise| match p {
            Premise::Derived(atom) => !self.program.predicate(atom.predicate).reads_position,
            other => other.block().is_none() && !matches!(other, Premise::Persistent(_)),
        };
        if !block.premises.iter().all(plain) {
            return Ok(None);
        }
        let variables: Vec<Variable> = outer.iter().chain(&block.locals).cloned().collect();
        let mut begin = values.clone();
        begin.resize(variables.len(), None);
        let ask: Ask<'_> = &mut |goal| self.derive(universe, goal);
        let mut out = Vec::new();
        for values in self.matches(universe, &block.premises, &variables, begin, ask)? {
            let atoms = block.premises.iter().filter(|p| p.in_position()).filter_map(Premise::atom);
            let mut atoms: Vec<Atom> = atoms.map(|atom| instance_atom(atom, &values)).collect();
            let all = atoms.len();
            atoms.sort();
            atoms.dedup();
            // Two premises on one atom need two copies, which presence does not tell.
            if atoms.len() == all {
                out.push(atoms);
            }
        }
        Ok(Some(out))
    }
}
