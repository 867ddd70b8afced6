//! Grounding: everything that may ever be there, and everything that may ever happen.
//!
//! Reachability is relaxed: nothing is consumed, and `not` and aggregates hold. Work is driven by
//! new atoms, each of which is tried in every premise that it may fit. A rule is not grounded as a
//! whole but in independent *factors* ([`split`]): a move is a choice in each of them, so that
//! `turn P * free C` with 2 players and 225 cells gives 2 + 225 pieces and not 450.

pub(crate) mod atoms;
pub(crate) mod join;
pub(crate) mod split;

use crate::error::{GroundingError, GroundingLimits};
use crate::grounding::atoms::AtomId;
use crate::grounding::join::{GroundWorld, JoinQuery, types};
use crate::terms::Env;
use rustc_hash::FxHashSet;
use senet_engine::{Engine, Value};
use senet_program::{
    Atom, Comprehension, PredId, PredKind, Premise, Program, Rule, RuleId, TypeId, VarId,
};
use std::collections::VecDeque;

/// A rule with values for its small variables.
#[derive(Debug)]
pub struct RuleVariant {
    /// The rule.
    pub rule: RuleId,
    /// The values of its small variables.
    pub env: Env,
    /// Its factors: a move is a choice in each of them.
    pub factors: Vec<usize>,
    /// Conclusions without variables.
    pub common: Vec<usize>,
    /// Braces without variables from outside, as factors.
    pub comprehensions: Vec<(usize, usize)>,
    complete: bool,
}

/// Comprehensions: the number of the comprehension, and the factor of its matches.
pub type BraceFactors = Vec<(usize, usize)>;

/// Premises that are matched together.
#[derive(Debug)]
pub struct Factor {
    /// What it is part of.
    pub kind: FactorKind,
    /// Premises that are matched together, blocks aside.
    pub premises: Vec<Premise>,
    /// Blocks, and what depends on the numbers that they give.
    pub late: Vec<Premise>,
    /// What is known before anything is matched.
    pub env: Env,
    /// The types of the variables.
    pub types: Vec<TypeId>,
    /// The variables that make a difference.
    pub effective: Vec<VarId>,
    /// The conclusions of the rule that belong to it.
    pub conclusions: Vec<usize>,
    /// The braces of the rule that belong to it.
    pub comprehensions: Vec<usize>,
    /// The substitutions under which it may come true.
    pub instances: Vec<Env>,
    seen: FxHashSet<Env>,
    /// For each choice, its comprehensions: the number of the comprehension, and the factor.
    pub choices: Vec<(Box<[Value]>, BraceFactors)>,
    chosen: FxHashSet<Box<[Value]>>,
}

/// What a factor is part of.
#[derive(Debug, Clone, Copy)]
pub enum FactorKind {
    /// Part of a variant of a rule.
    Part(usize),
    /// Braces of a rule.
    Comprehension(RuleId, usize),
    /// A backward rule.
    Clause(usize),
}

/// A program, grounded from one of its starts.
#[derive(Debug)]
pub struct Grounding<'a> {
    /// The atoms that may ever be there, and joins over them.
    pub world: GroundWorld<'a>,
    /// The rules.
    pub variants: Vec<RuleVariant>,
    /// The factors of all rules, braces and backward rules.
    pub factors: Vec<Factor>,
    /// By predicate: the factor and the premise that an atom may fit.
    triggers: Vec<Vec<(usize, usize)>>,
    queue: VecDeque<AtomId>,
    instances: usize,
}

impl Factor {
    fn new(kind: FactorKind, premises: Vec<Premise>, env: Env, types: Vec<TypeId>) -> Factor {
        Factor {
            kind,
            premises,
            late: Vec::new(),
            env,
            types,
            effective: Vec::new(),
            conclusions: Vec::new(),
            comprehensions: Vec::new(),
            instances: Vec::new(),
            seen: FxHashSet::default(),
            choices: Vec::new(),
            chosen: FxHashSet::default(),
        }
    }

    /// The values that make a difference.
    pub fn choice(&self, env: &Env) -> Box<[Value]> {
        self.effective.iter().map(|v| env[v.index()].expect("a match binds all")).collect()
    }
}

impl<'a> Grounding<'a> {
    /// Grounds a program from a start.
    pub fn new(
        engine: &'a Engine,
        start: usize,
        limits: GroundingLimits,
    ) -> Result<Grounding<'a>, GroundingError> {
        let program = engine.program();
        let senses = |r: &Rule| r.premises.iter().any(|p| matches!(p, Premise::Sense(_)));
        if program.rules().iter().any(senses) {
            return Err(GroundingError::Senses);
        }
        let mut ground = Grounding {
            world: GroundWorld::new(engine, limits),
            variants: Vec::new(),
            factors: Vec::new(),
            triggers: vec![Vec::new(); program.predicates().len()],
            queue: VecDeque::new(),
            instances: 0,
        };
        ground.tables(program);
        let atoms = engine.start_atoms(start).map_err(|_| GroundingError::Start)?;
        let wanted = wanted(program);
        for (i, clause) in program.clauses().iter().enumerate() {
            let head = program.predicate(clause.head.predicate);
            if head.reads_position && wanted[clause.head.predicate.index()] {
                let (env, types) = (vec![None; clause.variables.len()], types(&clause.variables));
                let (late, plain) = split::part(&clause.goals);
                let mut factor = Factor::new(FactorKind::Clause(i), plain, env, types);
                factor.late = late;
                if factor.late.iter().any(|p| matches!(p, Premise::Aggregate { .. })) {
                    split::only_checks(&factor, &clause.head)?;
                }
                ground.add_factor(factor)?;
            }
        }
        for i in 0..program.rules().len() {
            ground.rule(RuleId::new(i))?;
        }
        for atom in atoms {
            ground.reach(atom.predicate, atom.values.into(), atom.persistent)?;
        }
        ground.work()?;
        Ok(ground)
    }

    /// Facts are atoms that are always there.
    fn tables(&mut self, program: &Program) {
        for clause in program.clauses() {
            if program.modes().is_table(clause.head.predicate) {
                let interner = self.world.engine.interner();
                let row = clause.head.arguments.iter().map(|t| interner.ground(t)).collect();
                self.world.atoms.insert(clause.head.predicate, row);
            }
        }
    }

    pub(crate) fn program(&self) -> &Program {
        self.world.engine.program()
    }

    /// Takes in a factor: tries it against everything there is, and against all that comes.
    fn add_factor(&mut self, factor: Factor) -> Result<usize, GroundingError> {
        let id = self.place_factor(factor)?;
        self.match_factor(id)?;
        Ok(id)
    }

    fn place_factor(&mut self, factor: Factor) -> Result<usize, GroundingError> {
        if factor.premises.len() > 60 {
            return Err(GroundingError::Large);
        }
        let id = self.factors.len();
        for (i, premise) in factor.premises.iter().enumerate() {
            if let Some(atom) = premise.atom()
                && !self.world.is_static(premise)
            {
                self.triggers[atom.predicate.index()].push((id, i));
            }
        }
        self.factors.push(factor);
        Ok(id)
    }

    fn match_factor(&mut self, id: usize) -> Result<(), GroundingError> {
        let mut found = Vec::new();
        let factor = &self.factors[id];
        let query = JoinQuery { premises: &factor.premises, types: &factor.types };
        self.world.join(query, 0, &factor.env, &mut |env| found.push(env.clone()))?;
        self.take(id, found)
    }

    /// New atoms, until there are none.
    fn work(&mut self) -> Result<(), GroundingError> {
        while let Some(atom) = self.queue.pop_front() {
            let (predicate, _) = self.world.atoms.get(atom);
            for t in 0..self.triggers[predicate.index()].len() {
                let (id, premise) = self.triggers[predicate.index()][t];
                let factor = &self.factors[id];
                let mut env = factor.env.clone();
                if !self.world.fits_atom(&factor.premises[premise], atom, &mut env) {
                    continue;
                }
                let mut found = Vec::new();
                let query = JoinQuery { premises: &factor.premises, types: &factor.types };
                self.world.join(query, 1 << premise, &env, &mut |env| found.push(env.clone()))?;
                self.take(id, found)?;
            }
        }
        Ok(())
    }

    /// Takes in instances of a factor.
    fn take(&mut self, id: usize, found: Vec<Env>) -> Result<(), GroundingError> {
        for env in found {
            if !self.factors[id].seen.insert(env.clone()) {
                continue;
            }
            self.instances += 1;
            if self.instances > self.world.limits.instances {
                return Err(GroundingError::Large);
            }
            match self.factors[id].kind {
                FactorKind::Clause(clause) => self.derive(id, clause, &env)?,
                FactorKind::Comprehension(rule, n) => {
                    let makes = self.comprehension(rule, n).makes.clone();
                    self.factors[id].instances.push(env.clone());
                    for made in &makes {
                        self.make(&made.atom, made.persistent, &env)?;
                    }
                }
                FactorKind::Part(variant) => self.part(id, variant, env)?,
            }
        }
        Ok(())
    }

    fn comprehension(&self, rule: RuleId, n: usize) -> &Comprehension {
        &self.program().rule(rule).comprehensions[n]
    }

    /// A backward rule has come true: for each value of what its goals leave open.
    fn derive(&mut self, id: usize, clause: usize, env: &Env) -> Result<(), GroundingError> {
        let head = self.program().clauses()[clause].head.clone();
        let mut open = Vec::new();
        head.each_variable(&mut |v| {
            if env[v.index()].is_none() && !open.contains(&v) {
                open.push(v);
            }
        });
        let mut envs = vec![env.clone()];
        for v in open {
            let values = self.world.values_of(self.factors[id].types[v.index()]);
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
            self.factors[id].instances.push(env.clone());
            self.make(&head, false, &env)?;
        }
        Ok(())
    }

    /// A part of a rule can come true.
    fn part(&mut self, id: usize, variant: usize, env: Env) -> Result<(), GroundingError> {
        self.factors[id].instances.push(env.clone());
        let choice = self.factors[id].choice(&env);
        if self.factors[id].chosen.insert(choice.clone()) {
            let rule = self.variants[variant].rule;
            let mut inner = Vec::new();
            for n in self.factors[id].comprehensions.clone() {
                inner.push((n, self.add_comprehension(rule, n, &env)?));
            }
            self.factors[id].choices.push((choice, inner));
        }
        self.conclude(variant, Some((id, env)))
    }

    /// Braces of a rule, under values from outside.
    fn add_comprehension(
        &mut self,
        rule: RuleId,
        n: usize,
        env: &Env,
    ) -> Result<usize, GroundingError> {
        let declared = self.program().rule(rule);
        let comprehension = &declared.comprehensions[n];
        let mut inner: Env = env.clone();
        inner.resize(comprehension.block.variables(), None);
        let mut all = types(&declared.variables);
        all.extend(types(&comprehension.block.locals));
        let (late, plain) = split::without_aggregates(&comprehension.block.premises)?;
        let mut factor = Factor::new(FactorKind::Comprehension(rule, n), plain, inner, all);
        factor.late = late;
        self.add_factor(factor)
    }

    /// What follows from a new instance of one factor; as soon as every factor has one.
    fn conclude(
        &mut self,
        variant: usize,
        new: Option<(usize, Env)>,
    ) -> Result<(), GroundingError> {
        let factors = self.variants[variant].factors.clone();
        if !self.variants[variant].complete {
            if factors.iter().any(|u| self.factors[*u].instances.is_empty()) {
                return Ok(());
            }
            self.variants[variant].complete = true;
            let rule = self.variants[variant].rule;
            let env = self.variants[variant].env.clone();
            for n in self.variants[variant].common.clone() {
                self.conclusion(rule, n, &env)?;
            }
            for (n, factor) in self.variants[variant].comprehensions.clone() {
                let made = self.add_comprehension(rule, n, &env)?;
                debug_assert_eq!(factor, usize::MAX, "made once");
                let at = self.variants[variant].comprehensions.iter_mut().find(|(m, _)| *m == n);
                at.expect("it is there").1 = made;
            }
            for factor in factors {
                for i in 0..self.factors[factor].instances.len() {
                    let env = self.factors[factor].instances[i].clone();
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
        factor: usize,
        rule: RuleId,
        env: &Env,
    ) -> Result<(), GroundingError> {
        for n in self.factors[factor].conclusions.clone() {
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
            atom.arguments.iter().map(|t| self.world.value(t, env)).collect();
        self.reach(atom.predicate, values.ok_or(GroundingError::Counted)?, persistent)
    }

    /// An atom may be there.
    fn reach(
        &mut self,
        predicate: PredId,
        values: Box<[Value]>,
        persistent: bool,
    ) -> Result<(), GroundingError> {
        let program = self.world.engine.program();
        let declared = program.predicate(predicate);
        let limits = self.world.limits;
        let big =
            |(v, ty): (&Value, &TypeId)| *v > limits.number && program.ty(*ty).shape.is_number();
        if values.iter().zip(&declared.arguments).any(big) {
            return Err(GroundingError::Number);
        }
        let derived = declared.kind == PredKind::Derived;
        let known = self.world.atoms.len();
        let id = self.world.atoms.insert(predicate, values);
        let atoms = &mut self.world.atoms;
        let flag = if persistent { &mut atoms.persistent } else { &mut atoms.linear };
        let fresh = !flag[id as usize] || (derived && id as usize == known);
        flag[id as usize] = true;
        if atoms.len() > limits.atoms {
            return Err(GroundingError::Large);
        }
        if fresh {
            self.queue.push_back(id);
        }
        Ok(())
    }
}

/// The predicates that rules ask for, and those that these ask for.
fn wanted(program: &Program) -> Vec<bool> {
    let mut wanted = vec![false; program.predicates().len()];
    let mut open: Vec<PredId> = Vec::new();
    let mut note = |premise: &Premise, open: &mut Vec<PredId>| {
        if let Some(atom) = premise.atom()
            && !std::mem::replace(&mut wanted[atom.predicate.index()], true)
        {
            open.push(atom.predicate);
        }
    };
    for rule in program.rules() {
        rule.all_premises().for_each(|p| note(p, &mut open));
    }
    let patterns = program.stages().iter().flat_map(|s| &s.forbidden);
    for premise in patterns.flat_map(|p| &p.premises).flat_map(Premise::with_inner) {
        note(premise, &mut open);
    }
    while let Some(predicate) = open.pop() {
        for clause in program.clauses().iter().filter(|c| c.head.predicate == predicate) {
            clause.goals.iter().flat_map(Premise::with_inner).for_each(|p| note(p, &mut open));
        }
    }
    wanted
}
