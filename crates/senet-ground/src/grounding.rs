//! Grounding by relaxed reachability: everything that may ever be there, and everything that may
//! ever happen.
//!
//! The program is relaxed as in planning (*delete relaxation*; Hoffmann and Nebel, *The FF Planning
//! System*, 2001): nothing is consumed, and `not` and aggregates hold. What remains is a Datalog
//! program, whose least fixpoint is computed by *semi-naive evaluation*: each new atom is tried in
//! every premise that it may fit, so that no join is made twice from old atoms alone. The fixpoint is
//! a superset of what play can reach.
//!
//! A rule is not grounded as a whole but in independent *factors* ([`split`]): a move is a choice in
//! each of them, so that `turn P * free C` with 2 players and 225 cells gives 2 + 225 pieces and not
//! 450.

pub(crate) mod atoms;
pub(crate) mod join;
pub(crate) mod split;

use crate::error::{GroundingError, GroundingLimits};
use crate::grounding::atoms::AtomId;
use crate::grounding::join::{JoinQuery, ReachableAtoms, types};
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
    pub factors: Vec<FactorId>,
    /// Conclusions without variables.
    pub common: Vec<usize>,
    /// Comprehensions without variables from outside.
    pub comprehensions: Vec<ComprehensionFactor>,
    /// Whether each of its factors has an instance, so that its conclusions are reached.
    complete: bool,
}

/// A comprehension of a rule, and the factor of its matches.
#[derive(Debug, Clone, Copy)]
pub struct ComprehensionFactor {
    /// Which of the rule's comprehensions.
    pub comprehension: usize,
    /// The factor.
    pub factor: FactorId,
}

impl ComprehensionFactor {
    /// The factor of a comprehension whose variant is not complete yet.
    const PENDING: FactorId = FactorId(u32::MAX);
}

/// Premises that are matched together.
#[derive(Debug)]
pub struct Factor {
    /// What it is part of.
    pub kind: FactorKind,
    /// Premises that are matched together, blocks aside.
    pub premises: Vec<Premise>,
    /// Blocks (`not`, aggregates), and premises that depend on their values.
    pub blocks: Vec<Premise>,
    /// What is known before anything is matched.
    pub env: Env,
    /// The types of the variables.
    pub types: Vec<TypeId>,
    /// The variables that make a difference.
    pub effective: Vec<VarId>,
    /// The conclusions of the rule that belong to it.
    pub conclusions: Vec<usize>,
    /// The comprehensions of the rule that belong to it.
    pub comprehensions: Vec<usize>,
    /// The substitutions under which it may come true.
    pub instances: Vec<Env>,
    seen: FxHashSet<Env>,
    /// For each choice, its comprehensions.
    pub choices: Vec<(Box<[Value]>, Vec<ComprehensionFactor>)>,
    chosen: FxHashSet<Box<[Value]>>,
}

/// The id of a factor.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct FactorId(pub u32);

impl FactorId {
    /// Its position in [`Grounding::factors`].
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// What a factor is part of.
#[derive(Debug, Clone, Copy)]
pub enum FactorKind {
    /// A variant of a rule.
    Variant(usize),
    /// A comprehension of a rule.
    Comprehension(RuleId, usize),
    /// A clause of a derived predicate.
    Clause(usize),
}

/// A program, grounded from one of its starts.
#[derive(Debug)]
pub struct Grounding<'a> {
    /// The atoms that may ever be there, and joins over them.
    pub reached: ReachableAtoms<'a>,
    /// The rules.
    pub variants: Vec<RuleVariant>,
    /// The factors of all rules, comprehensions and clauses.
    pub factors: Vec<Factor>,
    /// By predicate: the premises that an atom may fit.
    triggers: Vec<Vec<Trigger>>,
    /// Atoms that have not been tried yet: the delta of semi-naive evaluation.
    queue: VecDeque<AtomId>,
    instances: usize,
}

/// A premise that new atoms of its predicate are tried in.
#[derive(Debug, Clone, Copy)]
struct Trigger {
    factor: FactorId,
    premise: usize,
}

/// More premises in one factor than a word has bits, with room for what joins add, are refused.
const PREMISES: usize = 60;

impl Factor {
    fn new(kind: FactorKind, premises: Vec<Premise>, env: Env, types: Vec<TypeId>) -> Factor {
        Factor {
            kind,
            premises,
            blocks: Vec::new(),
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
            reached: ReachableAtoms::new(engine, limits),
            variants: Vec::new(),
            factors: Vec::new(),
            triggers: vec![Vec::new(); program.predicates().len()],
            queue: VecDeque::new(),
            instances: 0,
        };
        // Facts first: they are the same in every position, so that joins may use them from the
        // start.
        ground.tables(program);
        let atoms = engine.start_atoms(start).map_err(|_| GroundingError::Start)?;
        let wanted = wanted(program);
        for (i, clause) in program.clauses().iter().enumerate() {
            let head = program.predicate(clause.head.predicate);
            if head.reads_position && wanted[clause.head.predicate.index()] {
                // Clauses that read the position are grounded like rules; all others are answered
                // by the engine whenever a join asks (`ReachableAtoms::is_asked`).
                let (env, types) = (vec![None; clause.variables.len()], types(&clause.variables));
                let (blocks, plain) = split::separate_blocks(&clause.goals);
                let mut factor = Factor::new(FactorKind::Clause(i), plain, env, types);
                factor.blocks = blocks;
                if factor.blocks.iter().any(|p| matches!(p, Premise::Aggregate { .. })) {
                    split::only_checks(&factor, &clause.head)?;
                }
                ground.add_factor(factor)?;
            }
        }
        for i in 0..program.rules().len() {
            ground.rule(RuleId::new(i))?;
        }
        // The start is the first delta.
        for atom in atoms {
            ground.reach(atom.predicate, atom.values.into(), atom.persistent)?;
        }
        ground.fixpoint()?;
        Ok(ground)
    }

    /// Facts are atoms that are always there.
    fn tables(&mut self, program: &Program) {
        for clause in program.clauses() {
            if program.modes().is_table(clause.head.predicate) {
                let interner = self.reached.engine.interner();
                let row = clause.head.arguments.iter().map(|t| interner.ground(t)).collect();
                self.reached.atoms.insert(clause.head.predicate, row);
            }
        }
    }

    pub(crate) fn program(&self) -> &Program {
        self.reached.engine.program()
    }

    /// Takes in a factor: tries it against everything there is, and against all that comes.
    fn add_factor(&mut self, factor: Factor) -> Result<FactorId, GroundingError> {
        let id = self.place_factor(factor)?;
        self.match_factor(id)?;
        Ok(id)
    }

    fn place_factor(&mut self, factor: Factor) -> Result<FactorId, GroundingError> {
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

    fn match_factor(&mut self, id: FactorId) -> Result<(), GroundingError> {
        let mut found = Vec::new();
        let factor = &self.factors[id.index()];
        let query = JoinQuery { premises: &factor.premises, types: &factor.types };
        self.reached.join(query, 0, &factor.env, &mut |env| found.push(env.clone()))?;
        self.take(id, found)
    }

    /// Tries new atoms until there are none: the fixpoint. Each atom is joined with all others at most
    /// once for each premise that it fits; matches that two new atoms give twice are dropped in `take`.
    fn fixpoint(&mut self) -> Result<(), GroundingError> {
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
                    for made in &makes {
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
    fn conclude(
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
                debug_assert_eq!(pending.factor, ComprehensionFactor::PENDING, "made once");
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
    fn reach(
        &mut self,
        predicate: PredId,
        values: Box<[Value]>,
        persistent: bool,
    ) -> Result<(), GroundingError> {
        let program = self.reached.engine.program();
        let declared = program.predicate(predicate);
        let limits = self.reached.limits;
        let big =
            |(v, ty): (&Value, &TypeId)| *v > limits.number && program.ty(*ty).shape.is_number();
        if values.iter().zip(&declared.arguments).any(big) {
            return Err(GroundingError::Number);
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

/// The predicates that rules use, and those that these use in turn.
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
    // Transitive closure over the clauses: what no rule can ask for is not grounded.
    while let Some(predicate) = open.pop() {
        for clause in program.clauses().iter().filter(|c| c.head.predicate == predicate) {
            clause.goals.iter().flat_map(Premise::with_inner).for_each(|p| note(p, &mut open));
        }
    }
    wanted
}
