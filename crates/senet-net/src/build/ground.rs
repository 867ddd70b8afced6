//! The first pass: a grounded program with its start, and what every choice changes.

use rustc_hash::{FxHashMap, FxHashSet};
use senet_engine::Value;
use senet_ground::{
    AtomChange, AtomId, Env, Factor, FactorId, FactorKind, Grounding, GroundingError, JoinQuery,
    RuleChanges, types, without_aggregates,
};
use senet_program::{
    Atom, Block, Conclusion, Premise, Program, Role, Rule, RuleId, StageId, Term, TypeId,
};
use std::cmp::Ordering;

/// A grounded program and one of its starts.
pub(super) struct GroundProgram<'g, 'a> {
    pub(super) ground: &'g Grounding<'a>,
    pub(super) start: usize,
    /// The copies of atoms at the start.
    pub(super) copies: FxHashMap<AtomId, u64>,
    /// The atoms that are persistent from the start.
    pub(super) persistent: FxHashSet<AtomId>,
}

/// A choice of a factor: the values that make a difference, and the substitutions that give them.
pub(super) struct GroundChoice<'g> {
    pub(super) values: Box<[Value]>,
    pub(super) envs: Vec<&'g Env>,
}

impl<'g, 'a> GroundProgram<'g, 'a> {
    pub(super) fn new(
        ground: &'g Grounding<'a>,
        start: usize,
    ) -> Result<GroundProgram<'g, 'a>, GroundingError> {
        let (mut copies, mut persistent) = (FxHashMap::default(), FxHashSet::default());
        let reached = &ground.reached;
        for atom in reached.engine.start_atoms(start).map_err(|_| GroundingError::Start)? {
            let id = reached.atoms.find(atom.predicate, &atom.values);
            let id = id.expect("grounding has seen the start");
            *copies.entry(id).or_insert(0) += atom.copies;
            if atom.persistent {
                persistent.insert(id);
            }
        }
        Ok(GroundProgram { ground, start, copies, persistent })
    }

    pub(super) fn program(&self) -> &'g Program {
        self.ground.reached.engine.program()
    }

    pub(super) fn rule(&self, id: RuleId) -> &'g Rule {
        self.program().rule(id)
    }

    /// The stage of the start.
    pub(super) fn first_stage(&self) -> StageId {
        self.program().starts()[self.start].stage
    }

    pub(super) fn copies_at_start(&self, atom: AtomId) -> u64 {
        self.copies.get(&atom).copied().unwrap_or(0)
    }

    /// A ground atom, all variables known.
    pub(super) fn atom(&self, atom: &Atom, env: &Env) -> AtomId {
        let reached = &self.ground.reached;
        let value = |t: &Term| reached.value(t, env).expect("a match binds all");
        let values: Vec<Value> = atom.arguments.iter().map(value).collect();
        reached.atoms.find(atom.predicate, &values).expect("grounding has seen it")
    }

    /// The linear atoms that premises take and conclusions make.
    pub(super) fn change(
        &self,
        premises: &[Premise],
        made: &[&Conclusion],
        env: &Env,
    ) -> AtomChange {
        let mut out: AtomChange = Vec::new();
        let mut add = |atom: AtomId, n: i64| match out.iter_mut().find(|(a, _)| *a == atom) {
            Some((_, sum)) => *sum += n,
            None => out.push((atom, n)),
        };
        for premise in premises {
            if let Premise::Take(atom) = premise {
                let atom = self.atom(atom, env);
                if self.ground.reached.atoms.linear[atom.index()] {
                    add(atom, -1);
                }
            }
        }
        for made in made {
            if !made.persistent {
                add(self.atom(&made.atom, env), 1);
            }
        }
        // What is taken and made again (`$p`) does not change.
        out.retain(|(_, n)| *n != 0);
        out
    }

    /// The choices of a factor, in canonical order.
    pub(super) fn choices(&self, factor: &'g Factor) -> Vec<GroundChoice<'g>> {
        // Instances with the same effective values are one choice: they look the same to a player.
        let mut at: FxHashMap<Box<[Value]>, usize> = FxHashMap::default();
        let mut out: Vec<GroundChoice<'g>> = Vec::new();
        for env in &factor.instances {
            let values = factor.choice(env);
            let i = *at.entry(values.clone()).or_insert_with(|| {
                out.push(GroundChoice { values, envs: Vec::new() });
                out.len() - 1
            });
            out[i].envs.push(env);
        }
        let types: Vec<TypeId> = factor.effective.iter().map(|v| factor.types[v.index()]).collect();
        out.sort_by(|a, b| self.compare(&types, &a.values, &b.values));
        out
    }

    /// The canonical order of values, argument by argument.
    pub(super) fn compare(&self, types: &[TypeId], a: &[Value], b: &[Value]) -> Ordering {
        let interner = self.ground.reached.engine.interner();
        let pairs = a.iter().zip(b).zip(types);
        let mut orders = pairs.map(|((a, b), ty)| interner.compare(*ty, *a, *b));
        orders.find(|o| o.is_ne()).unwrap_or(Ordering::Equal)
    }

    /// What every variant may change, for invariants: what always changes, the options of each
    /// factor, and comprehensions. Listing the options of each factor is enough, since a transition is
    /// a sum of one option for each.
    pub(super) fn changes(&self) -> Vec<RuleChanges> {
        let mut out = Vec::new();
        for variant in &self.ground.variants {
            if variant.factors.iter().any(|f| self.ground.factors[f.index()].instances.is_empty()) {
                continue;
            }
            let rule = self.rule(variant.rule);
            let conclusions = |all: &[usize]| -> Vec<&Conclusion> {
                all.iter().map(|n| &rule.conclusions[*n]).collect()
            };
            let common = conclusions(&variant.common);
            let mut changes = RuleChanges {
                base: self.change(&[], &common, &variant.env),
                link: match rule.role {
                    Role::Link(from, to) => Some((from, to)),
                    Role::Step(_) => None,
                },
                ..RuleChanges::default()
            };
            for comprehension in &variant.comprehensions {
                self.comprehension_changes(comprehension.factor, &mut changes.inner);
            }
            for f in &variant.factors {
                let factor = &self.ground.factors[f.index()];
                let made = conclusions(&factor.conclusions);
                let mut options = Vec::new();
                for choice in self.choices(factor) {
                    options.push(self.change(&factor.premises, &made, choice.envs[0]));
                }
                changes.options.push(options);
                for comprehension in factor.choices.iter().flat_map(|(_, all)| all) {
                    self.comprehension_changes(comprehension.factor, &mut changes.inner);
                }
            }
            out.push(changes);
        }
        out
    }

    fn comprehension_changes(&self, factor: FactorId, out: &mut Vec<AtomChange>) {
        let factor = &self.ground.factors[factor.index()];
        let FactorKind::Comprehension(rule, n) = factor.kind else {
            return;
        };
        let engine = self.ground.reached.engine;
        let made = self.rule(rule).comprehensions[n].makes.iter();
        let made: Vec<&Conclusion> = made.filter(|m| engine.stays(m.atom.predicate)).collect();
        for env in &factor.instances {
            out.push(self.change(&factor.premises, &made, env));
        }
    }

    /// The matches of a block, the variables of the rule being known; blocks inside of it are taken
    /// to hold.
    pub(super) fn block_matches(
        &self,
        block: &Block,
        outer: &[TypeId],
        env: &Env,
    ) -> Result<Vec<Env>, GroundingError> {
        let mut inner = env[..block.outer].to_vec();
        inner.resize(block.variables(), None);
        let (_, plain) = without_aggregates(&block.premises)?;
        let mut found = self.matches(&plain, &block_types(block, outer), &inner)?;
        let mut seen = FxHashSet::default();
        found.retain(|env| seen.insert(env.clone()));
        Ok(found)
    }

    /// The substitutions under which premises hold of atoms that may ever be there.
    pub(super) fn matches(
        &self,
        premises: &[Premise],
        types: &[TypeId],
        env: &Env,
    ) -> Result<Vec<Env>, GroundingError> {
        let mut found: Vec<Env> = Vec::new();
        let query = JoinQuery { premises, types };
        self.ground.reached.join(query, 0, env, &mut |e| found.push(e.clone()))?;
        Ok(found)
    }
}

/// The types of the variables inside of a block, those from outside first.
pub(super) fn block_types(block: &Block, outer: &[TypeId]) -> Vec<TypeId> {
    let mut all = outer[..block.outer].to_vec();
    all.extend(types(&block.locals));
    all
}
