//! Derived atoms become conditions: each is a disjunction over the ground clauses that give it
//! (Clark's completion), in the order of strongly connected components, so that what a condition needs
//! is made first. Within a component conditions are made empty and filled in afterwards.

use crate::build::condition_table::{Combine, Factored};
use crate::build::conditions::Translator;
use crate::build::ground::block_types;
use crate::runtime::condition::{Condition, Literal};
use crate::runtime::ids::ConditionId;
use rustc_hash::FxHashMap;
use senet_data::{components, is_cycle};
use senet_ground::{AtomId, Env, Factor, FactorKind, GroundingError};
use senet_program::{Premise, TypeId};

/// An instance of a clause that gives a derived atom.
type Support<'g> = (&'g Factor, &'g Env);

impl<'g> Translator<'_, 'g, '_> {
    /// Makes the conditions of all derived atoms.
    pub(super) fn derive_all(&mut self) -> Result<(), GroundingError> {
        let ground = self.program.ground;
        let mut supports: FxHashMap<AtomId, Vec<Support<'g>>> = FxHashMap::default();
        let mut order: Vec<AtomId> = Vec::new();
        for factor in &ground.factors {
            let FactorKind::Clause(clause) = factor.kind else {
                continue;
            };
            let head = &self.program.program().clauses()[clause].head;
            for env in &factor.instances {
                let atom = self.program.atom(head, env);
                let all = supports.entry(atom).or_insert_with(|| {
                    order.push(atom);
                    Vec::new()
                });
                all.push((factor, env));
            }
        }
        let at: FxHashMap<AtomId, u32> =
            order.iter().enumerate().map(|(i, a)| (*a, i as u32)).collect();
        // The dependency graph of derived atoms.
        let mut needs: Vec<Vec<u32>> = Vec::with_capacity(order.len());
        for atom in &order {
            let mut out = Vec::new();
            for (factor, env) in &supports[atom] {
                self.needed(&factor.premises, &factor.types, env, &at, &mut out)?;
                self.needed(&factor.blocks, &factor.types, env, &at, &mut out)?;
            }
            out.sort_unstable();
            out.dedup();
            needs.push(out);
        }
        // Components come in topological order, what is needed first.
        for component in components(&needs) {
            if !is_cycle(&component, &needs) {
                let atom = order[component[0] as usize];
                let inputs = self.supports(&supports[&atom])?;
                let literal = self.table.any(inputs);
                self.derived.insert(atom, literal);
                continue;
            }
            // A cycle: every member gets its id before the first one is filled in, since they refer
            // to each other.
            let made: Vec<(AtomId, ConditionId)> = component
                .iter()
                .map(|i| (order[*i as usize], self.table.push(Condition::Any(Vec::new()))))
                .collect();
            for (atom, condition) in &made {
                self.derived.insert(*atom, Literal::of(*condition));
            }
            for (atom, condition) in made {
                let mut inputs = self.supports(&supports[&atom])?;
                inputs.sort_unstable();
                inputs.dedup();
                self.table.list[condition] = self.one_of(inputs);
            }
        }
        Ok(())
    }

    /// A condition in a cycle that holds when one of these does.
    fn one_of(&mut self, inputs: Vec<Literal>) -> Condition {
        if let Some(Factored { mut common, rests }) = self.table.factored(&inputs) {
            let rests = rests.into_iter().map(|rest| self.table.all(rest)).collect();
            match self.table.any(rests) {
                Literal::TRUE => {}
                rest => common.push(rest),
            }
            return Condition::All(common);
        }
        let inputs = self.table.narrow(inputs, Combine::Any);
        if inputs.contains(&Literal::TRUE) {
            // Always there: all of nothing.
            return Condition::All(Vec::new());
        }
        Condition::Any(inputs)
    }

    fn supports(&mut self, all: &[Support<'_>]) -> Result<Vec<Literal>, GroundingError> {
        let mut inputs = Vec::new();
        for (factor, env) in all {
            let needs = self.needs(&factor.premises, env)?;
            if needs.impossible {
                continue;
            }
            let mut literals = needs.literals;
            if self.blocks(&factor.blocks, &factor.types, env, &mut literals)?.is_some() {
                return Err(GroundingError::Counted);
            }
            let literal = self.table.all(literals);
            if literal != Literal::FALSE {
                inputs.push(literal);
            }
        }
        Ok(inputs)
    }

    /// The derived atoms that premises ask for, blocks included.
    fn needed(
        &self,
        premises: &[Premise],
        types: &[TypeId],
        env: &Env,
        at: &FxHashMap<AtomId, u32>,
        out: &mut Vec<u32>,
    ) -> Result<(), GroundingError> {
        for premise in premises {
            match premise {
                Premise::Derived(atom) if !self.program.ground.reached.is_static(premise) => {
                    out.extend(at.get(&self.program.atom(atom, env)));
                }
                Premise::Not(block) => {
                    for inner in self.program.block_matches(block, types, env)? {
                        let types = block_types(block, types);
                        self.needed(&block.premises, &types, &inner, at, out)?;
                    }
                }
                Premise::Aggregate { .. } => return Err(GroundingError::Counted),
                _ => {}
            }
        }
        Ok(())
    }
}
