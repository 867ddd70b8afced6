//! Derived atoms become nodes: in an order in which what they need comes first, and in circles
//! where they need each other.

use crate::build::{Builder, within};
use crate::runtime::net::{Lit, Node};
use rustc_hash::FxHashMap;
use senet_ground::{AtomId, Env, Factor, FactorKind, GroundingError};
use senet_program::{Premise, TypeId};

/// For each derived atom, the instances of backward rules that give it.
type Supports<'g> = FxHashMap<AtomId, Vec<(&'g Factor, &'g Env)>>;

impl<'g> Builder<'g, '_> {
    /// Makes the nodes of all derived atoms.
    pub(super) fn derive_all(&mut self) -> Result<(), GroundingError> {
        let program = self.ground.world.engine.program();
        let mut supports: Supports<'g> = FxHashMap::default();
        let mut order: Vec<AtomId> = Vec::new();
        for unit in &self.ground.factors {
            let FactorKind::Clause(clause) = unit.kind else {
                continue;
            };
            let head = &program.clauses()[clause].head;
            for env in &unit.instances {
                let atom = self.atom(head, env);
                let all = supports.entry(atom).or_insert_with(|| {
                    order.push(atom);
                    Vec::new()
                });
                all.push((unit, env));
            }
        }
        let at: FxHashMap<AtomId, usize> = order.iter().enumerate().map(|(i, a)| (*a, i)).collect();
        let mut needs: Vec<Vec<usize>> = Vec::with_capacity(order.len());
        for atom in &order {
            let mut out = Vec::new();
            for (unit, env) in &supports[atom] {
                self.needed(&unit.premises, &unit.types, env, &at, &mut out)?;
                self.needed(&unit.late, &unit.types, env, &at, &mut out)?;
            }
            out.sort_unstable();
            out.dedup();
            needs.push(out);
        }
        for component in components(&needs) {
            let alone = component.len() == 1 && !needs[component[0]].contains(&component[0]);
            if alone {
                let atom = order[component[0]];
                let inputs = self.supports(&supports[&atom])?;
                let lit = self.nodes.any(inputs);
                self.derived.insert(atom, lit);
                continue;
            }
            let made: Vec<(AtomId, u32)> = component
                .iter()
                .map(|i| (order[*i], self.nodes.push(Node::Any(Vec::new()))))
                .collect();
            for (atom, node) in &made {
                self.derived.insert(*atom, Lit::of(*node));
            }
            for (atom, node) in made {
                let mut inputs = self.supports(&supports[&atom])?;
                inputs.sort_unstable();
                inputs.dedup();
                self.nodes.list[node as usize] = self.one_of(inputs);
            }
        }
        Ok(())
    }

    /// A node in a circle that holds when one of these does.
    fn one_of(&mut self, inputs: Vec<Lit>) -> Node {
        if let Some((mut common, rests)) = self.nodes.factored(&inputs) {
            let rests = rests.into_iter().map(|rest| self.nodes.all(rest)).collect();
            match self.nodes.any(rests) {
                Lit::TRUE => {}
                rest => common.push(rest),
            }
            return Node::All(common);
        }
        let inputs = self.nodes.narrow(inputs, false);
        if inputs.contains(&Lit::TRUE) {
            // Always there: all of nothing.
            return Node::All(Vec::new());
        }
        Node::Any(inputs)
    }

    fn supports(&mut self, all: &[(&Factor, &Env)]) -> Result<Vec<Lit>, GroundingError> {
        let mut inputs = Vec::new();
        for (unit, env) in all {
            let needs = self.needs(&unit.premises, env)?;
            if needs.impossible {
                continue;
            }
            let mut lits = needs.lits;
            if self.late(&unit.late, &unit.types, env, &mut lits)?.is_some() {
                return Err(GroundingError::Counted);
            }
            let lit = self.nodes.all(lits);
            if lit != Lit::FALSE {
                inputs.push(lit);
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
        at: &FxHashMap<AtomId, usize>,
        out: &mut Vec<usize>,
    ) -> Result<(), GroundingError> {
        for premise in premises {
            match premise {
                Premise::Derived(atom) if !self.ground.world.is_static(premise) => {
                    out.extend(at.get(&self.atom(atom, env)));
                }
                Premise::Not(block) => {
                    for inner in self.inside(block, types, env)? {
                        self.needed(&block.premises, &within(block, types), &inner, at, out)?;
                    }
                }
                Premise::Aggregate { .. } => return Err(GroundingError::Counted),
                _ => {}
            }
        }
        Ok(())
    }
}

/// Strongly connected components, each after those that it needs. (Tarjan, without recursion.)
pub(crate) fn components(needs: &[Vec<usize>]) -> Vec<Vec<usize>> {
    let n = needs.len();
    let mut out = Vec::new();
    let (mut index, mut low) = (vec![usize::MAX; n], vec![0; n]);
    let mut on_stack = vec![false; n];
    let mut stack = Vec::new();
    let mut count = 0;
    for root in 0..n {
        if index[root] != usize::MAX {
            continue;
        }
        let mut path = vec![(root, 0)];
        while let Some((node, edge)) = path.last_mut() {
            let v = *node;
            if *edge == 0 {
                (index[v], low[v]) = (count, count);
                count += 1;
                stack.push(v);
                on_stack[v] = true;
            }
            if let Some(w) = needs[v].get(*edge).copied() {
                *edge += 1;
                if index[w] == usize::MAX {
                    path.push((w, 0));
                } else if on_stack[w] {
                    low[v] = low[v].min(index[w]);
                }
                continue;
            }
            path.pop();
            if let Some((parent, _)) = path.last() {
                low[*parent] = low[*parent].min(low[v]);
            }
            if low[v] == index[v] {
                let at = stack.iter().rposition(|w| *w == v).expect("on the stack");
                let component = stack.split_off(at);
                component.iter().for_each(|w| on_stack[*w] = false);
                out.push(component);
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::components;

    #[test]
    fn what_is_needed_comes_first() {
        let all = components(&[vec![1], vec![2], vec![1], vec![0]]);
        assert_eq!(all, [vec![1, 2], vec![0], vec![3]]);
    }
}
