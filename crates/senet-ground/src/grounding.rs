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
mod fixpoint;
pub(crate) mod join;
mod numbers;
pub(crate) mod split;

use crate::error::{GroundingError, GroundingLimits};
use crate::grounding::atoms::AtomId;
use crate::grounding::join::{ReachableAtoms, types};
use crate::terms::Env;
use rustc_hash::FxHashSet;
use senet_engine::{Engine, Value};
use senet_program::{PredId, Premise, Program, Rule, RuleId, TypeId, VarId};
use std::collections::VecDeque;

/// A rule with values for its small variables.
#[derive(Debug)]
pub struct RuleVariant {
    /// The rule that it is a part of.
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
    /// The factor whose choices are its matches.
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
    /// The values that a move may choose, each with the comprehensions that fire with it.
    pub choices: Vec<(Box<[Value]>, Vec<ComprehensionFactor>)>,
    chosen: FxHashSet<Box<[Value]>>,
}

/// The index of a factor in [`Grounding::factors`].
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
    /// A variant of a rule, by its index in [`Grounding::variants`].
    Variant(usize),
    /// A comprehension, by its rule and its index there.
    Comprehension(RuleId, usize),
    /// A clause of a derived predicate.
    Clause(usize),
}

/// A program, grounded from one of its starts.
#[derive(Debug)]
pub struct Grounding<'a> {
    /// The atoms that may ever be there, and joins over them.
    pub reached: ReachableAtoms<'a>,
    /// All variants of all rules and links.
    pub variants: Vec<RuleVariant>,
    /// The factors of all rules, comprehensions and clauses.
    pub factors: Vec<Factor>,
    /// By predicate: the premises that an atom may fit.
    triggers: Vec<Vec<Trigger>>,
    /// Atoms that have not been tried yet: the delta of semi-naive evaluation.
    queue: VecDeque<AtomId>,
    instances: usize,
    /// Beyond this, a number of a type without a range grows without bound.
    number: u64,
    /// The deepest term that is allowed.
    deepest: u32,
}

/// A premise that new atoms of its predicate are tried in.
#[derive(Debug, Clone, Copy)]
struct Trigger {
    factor: FactorId,
    premise: usize,
}

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
        if program.rules().iter().any(|rule| !rule.unsolved.is_empty()) {
            return Err(GroundingError::Unsolvable);
        }
        let mut ground = Grounding {
            reached: ReachableAtoms::new(engine, limits),
            variants: Vec::new(),
            factors: Vec::new(),
            triggers: vec![Vec::new(); program.predicates().len()],
            queue: VecDeque::new(),
            instances: 0,
            number: limits.number,
            deepest: 0,
        };
        // Facts first: they are the same in every position, so that joins may use them from the
        // start.
        ground.tables(program);
        let atoms = engine.start_atoms(start).map_err(|_| GroundingError::Start)?;
        ground.number = limits.number.min(numbers::bound(program, &atoms));
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
        ground.deepest = engine.interner().deepest().saturating_add(limits.depth);
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
