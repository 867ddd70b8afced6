//! The fixpoint of relaxed reachability, by semi-naive evaluation.

use crate::error::GroundingError;
use crate::grounding::join::{JoinQuery, types};
use crate::grounding::{
    ComprehensionFactor, Factor, FactorId, FactorKind, Grounding, Trigger, split,
};
use crate::terms::Env;
use senet_engine::Value;
use senet_program::{Atom, Comprehension, PredId, PredKind, RuleId, TypeId};

/// More premises in one factor than a word has bits, with room for what joins add, are refused.
const PREMISES: usize = 60;

impl Grounding<'_> {
    /// Takes in a factor: tries it against everything there is, and against all that comes.
    pub(super) fn add_factor(&mut self, factor: Factor) -> Result<FactorId, GroundingError> {
        let id = self.place_factor(factor)?;
        self.match_factor(id)?;
        Ok(id)
    }

    pub(super) fn place_factor(&mut self, factor: Factor) -> Result<FactorId, GroundingError> {
        if factor.premises.len() > PREMISES {
            return Err(GroundingError::Large);
        }
        let id = FactorId(self.factors.len() as u32);
        for (i, premise) in factor.premises.iter().enumerate() {
            // What holds in every position never becomes new, so it triggers nothing.
            if let Some(atom) = premise.atom()
                && !self.reached.is_static(premise)
            {
                self.triggers[atom.predicate.index()].push(Trigger { factor: id, premise: i });
            }
        }
        self.factors.push(factor);
        Ok(id)
    }

    pub(super) fn match_factor(&mut self, id: FactorId) -> Result<(), GroundingError> {
        let mut found = Vec::new();
        let factor = &self.factors[id.index()];
        let query = JoinQuery { premises: &factor.premises, types: &factor.types };
        self.reached.join(query, 0, &factor.env, &mut |env| found.push(env.clone()))?;
        self.take(id, found)
    }

    /// Tries new atoms until there are none: the fixpoint. Each atom is joined with all others at most
    /// once for each premise that it fits; matches that two new atoms give twice are dropped in `take`.
    pub(super) fn fixpoint(&mut self) -> Result<(), GroundingError> {
        while let Some(atom) = self.queue.pop_front() {
            let (predicate, _) = self.reached.atoms.get(atom);
            for t in 0..self.triggers[predicate.index()].len() {
                let Trigger { factor: id, premise } = self.triggers[predicate.index()][t];
                let factor = &self.factors[id.index()];
                let mut env = factor.env.clone();
                if !self.reached.fits_atom(&factor.premises[premise], atom, &mut env) {
                    continue;
                }
                let mut found = Vec::new();
                // The new atom is fixed in this premise; the other premises range over all atoms,
                // old and new.
                let query = JoinQuery { premises: &factor.premises, types: &factor.types };
                self.reached.join(query, 1 << premise, &env, &mut |env| found.push(env.clone()))?;
                self.take(id, found)?;
            }
        }
        Ok(())
    }

    /// Takes in instances of a factor.
    fn take(&mut self, id: FactorId, found: Vec<Env>) -> Result<(), GroundingError> {
        for env in found {
            // Two new atoms that match two premises of the same instance find it twice.
            if !self.factors[id.index()].seen.insert(env.clone()) {
                continue;
            }
            self.instances += 1;
            if self.instances > self.reached.limits.instances {
                return Err(GroundingError::Large);
            }
            match self.factors[id.index()].kind {
                FactorKind::Clause(clause) => self.derive(id, clause, &env)?,
                FactorKind::Comprehension(rule, n) => {
                    let makes = self.comprehension(rule, n).makes.clone();
                    self.factors[id.index()].instances.push(env.clone());
                    let engine = self.reached.engine;
                    for made in makes.iter().filter(|m| engine.stays(m.atom.predicate)) {
                        self.make(&made.atom, made.persistent, &env)?;
                    }
                }
                FactorKind::Variant(variant) => self.choose(id, variant, env)?,
            }
        }
        Ok(())
    }

    fn comprehension(&self, rule: RuleId, n: usize) -> &Comprehension {
        &self.program().rule(rule).comprehensions[n]
    }

    /// A clause has come true: for each value of what its goals leave open.
    fn derive(&mut self, id: FactorId, clause: usize, env: &Env) -> Result<(), GroundingError> {
        let head = self.program().clauses()[clause].head.clone();
        let mut open = Vec::new();
        head.each_variable(&mut |v| {
            if env[v.index()].is_none() && !open.contains(&v) {
                open.push(v);
            }
        });
        // Datalog calls such a clause unsafe; here it is grounded over the whole type, if that is
        // finite.
        let mut envs = vec![env.clone()];
        for v in open {
            let values = self.reached.values_of(self.factors[id.index()].types[v.index()]);
            let values = values.ok_or(GroundingError::Head)?;
            let each = |env: Env| {
                values
                    .iter()
                    .map(move |value| {
                        let mut env = env.clone();
                        env[v.index()] = Some(*value);
                        env
                    })
                    .collect::<Vec<_>>()
            };
            envs = envs.into_iter().flat_map(each).collect();
        }
        for env in envs {
            self.factors[id.index()].instances.push(env.clone());
            self.make(&head, false, &env)?;
        }
        Ok(())
    }

    /// A factor of a rule can come true.
    fn choose(&mut self, id: FactorId, variant: usize, env: Env) -> Result<(), GroundingError> {
        self.factors[id.index()].instances.push(env.clone());
        // Comprehensions see the values of the choice only, so they are grounded once for each
        // choice, not for each instance.
        let choice = self.factors[id.index()].choice(&env);
        if self.factors[id.index()].chosen.insert(choice.clone()) {
            let rule = self.variants[variant].rule;
            let mut inner = Vec::new();
            for comprehension in self.factors[id.index()].comprehensions.clone() {
                let factor = self.add_comprehension(rule, comprehension, &env)?;
                inner.push(ComprehensionFactor { comprehension, factor });
            }
            self.factors[id.index()].choices.push((choice, inner));
        }
        self.conclude(variant, Some((id, env)))
    }

    /// A comprehension of a rule, under values from outside.
    fn add_comprehension(
        &mut self,
        rule: RuleId,
        n: usize,
        env: &Env,
    ) -> Result<FactorId, GroundingError> {
        let declared = self.program().rule(rule);
        let comprehension = &declared.comprehensions[n];
        let mut inner: Env = env.clone();
        inner.resize(comprehension.block.variables(), None);
        let mut all = types(&declared.variables);
        all.extend(types(&comprehension.block.locals));
        let (blocks, plain) = split::without_aggregates(&comprehension.block.premises)?;
        let mut factor = Factor::new(FactorKind::Comprehension(rule, n), plain, inner, all);
        factor.blocks = blocks;
        self.add_factor(factor)
    }

    /// What follows from a new instance of one factor; as soon as every factor has one.
    pub(super) fn conclude(
        &mut self,
        variant: usize,
        new: Option<(FactorId, Env)>,
    ) -> Result<(), GroundingError> {
        let factors = self.variants[variant].factors.clone();
        if !self.variants[variant].complete {
            if factors.iter().any(|u| self.factors[u.index()].instances.is_empty()) {
                return Ok(());
            }
            // Only a rule whose factors can all come true reaches its conclusions.
            self.variants[variant].complete = true;
            let rule = self.variants[variant].rule;
            let env = self.variants[variant].env.clone();
            for n in self.variants[variant].common.clone() {
                self.conclusion(rule, n, &env)?;
            }
            for i in 0..self.variants[variant].comprehensions.len() {
                let pending = self.variants[variant].comprehensions[i];
                assert_eq!(pending.factor, ComprehensionFactor::PENDING, "made once");
                let factor = self.add_comprehension(rule, pending.comprehension, &env)?;
                self.variants[variant].comprehensions[i].factor = factor;
            }
            // Conclusions of earlier instances had to wait for the last factor.
            for factor in factors {
                for i in 0..self.factors[factor.index()].instances.len() {
                    let env = self.factors[factor.index()].instances[i].clone();
                    self.conclusions(factor, rule, &env)?;
                }
            }
            return Ok(());
        }
        match new {
            Some((factor, env)) => self.conclusions(factor, self.variants[variant].rule, &env),
            None => Ok(()),
        }
    }

    fn conclusions(
        &mut self,
        factor: FactorId,
        rule: RuleId,
        env: &Env,
    ) -> Result<(), GroundingError> {
        for n in self.factors[factor.index()].conclusions.clone() {
            self.conclusion(rule, n, env)?;
        }
        Ok(())
    }

    fn conclusion(&mut self, rule: RuleId, n: usize, env: &Env) -> Result<(), GroundingError> {
        let made = self.program().rule(rule).conclusions[n].clone();
        self.make(&made.atom, made.persistent, env)
    }

    fn make(&mut self, atom: &Atom, persistent: bool, env: &Env) -> Result<(), GroundingError> {
        let values: Option<Box<[Value]>> =
            atom.arguments.iter().map(|t| self.reached.value(t, env)).collect();
        self.reach(atom.predicate, values.ok_or(GroundingError::Counted)?, persistent)
    }

    /// An atom may be there.
    pub(super) fn reach(
        &mut self,
        predicate: PredId,
        values: Box<[Value]>,
        persistent: bool,
    ) -> Result<(), GroundingError> {
        let program = self.reached.engine.program();
        let declared = program.predicate(predicate);
        let limits = self.reached.limits;
        let big = |(v, ty): (&Value, &TypeId)| {
            let shape = program.ty(*ty).shape;
            let open = shape.is_number() && shape.bounds() == (0, u64::MAX);
            shape.is_number() && *v > if open { self.number } else { limits.number }
        };
        if values.iter().zip(&declared.arguments).any(big) {
            return Err(GroundingError::Number);
        }
        let interner = self.reached.engine.interner();
        let deep = |(v, ty): (&Value, &TypeId)| interner.depth(*ty, *v) > self.deepest;
        if values.iter().zip(&declared.arguments).any(deep) {
            return Err(GroundingError::Deep);
        }
        let derived = declared.kind == PredKind::Derived;
        let known = self.reached.atoms.len();
        let id = self.reached.atoms.insert(predicate, values);
        let atoms = &mut self.reached.atoms;
        let flag = if persistent { &mut atoms.persistent } else { &mut atoms.linear };
        // A derived atom has neither flag; it is new when it gets its id.
        let fresh = !flag[id.index()] || (derived && id.index() == known);
        flag[id.index()] = true;
        if atoms.len() > limits.atoms {
            return Err(GroundingError::Large);
        }
        if fresh {
            self.queue.push_back(id);
        }
        Ok(())
    }
}
