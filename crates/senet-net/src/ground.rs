//! Grounding: everything that may ever be there, and everything that may ever happen.
//!
//! Reachability is relaxed: nothing is consumed, and `not` and aggregates hold. Work is driven by
//! new atoms, each of which is tried in every premise that it may fit. A rule is not grounded as a
//! whole but in independent *units* ([`split`]): a move is a choice in each of them, so that
//! `turn P * free C` with 2 players and 225 cells gives 2 + 225 pieces and not 450.

pub(crate) mod atoms;
pub(crate) mod join;
pub(crate) mod split;

use crate::ground::atoms::AtomId;
use crate::ground::join::{Query, World, types};
use crate::terms::Env;
use rustc_hash::FxHashSet;
use senet_engine::{Engine, Value};
use senet_program::{
    Atom, PredId, PredKind, Premise, Program, Rewrite, Rule, RuleId, TypeId, VarId,
};
use std::collections::VecDeque;
use std::fmt;

/// Why a program has no net.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoNet {
    /// A number without bound.
    Number,
    /// More atoms, steps or candidates than the budget allows.
    Large,
    /// It listens to the host.
    Senses,
    /// Something is counted, and the number goes into an atom.
    Counted,
    /// Something is counted inside of braces, or of another block.
    CountedInside,
    /// An atom may be both linear and persistent, and a rule takes or reads it.
    Both,
    /// Braces make persistent atoms.
    LastingBraces,
    /// A backward search that reads no position does not end, or was not foreseen.
    Asked,
    /// Premises cannot be matched in the order that grounding needs.
    Order,
    /// A backward rule has a result that nothing gives a value to.
    Head,
    /// Who chooses is not one of those who sit.
    Chooser,
    /// There are more moves of one rule than can be numbered.
    Moves,
    /// The start itself ran out of budget.
    Start,
}

impl fmt::Display for NoNet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            NoNet::Number => "a number may grow without bound",
            NoNet::Large => "there are more atoms, or steps, than the budget for nets allows",
            NoNet::Senses => "it listens to the outside world",
            NoNet::Counted => "a number that is counted goes into an atom",
            NoNet::CountedInside => "something is counted inside of braces or of another block",
            NoNet::Both => "an atom may be there for good and as a copy that can be taken",
            NoNet::LastingBraces => "braces make atoms that are there for good",
            NoNet::Asked => "a backward search cannot be worked out beforehand",
            NoNet::Order => "premises cannot be matched without a position",
            NoNet::Head => "a backward rule has infinitely many results",
            NoNet::Chooser => "somebody may choose who does not sit at the table",
            NoNet::Moves => "a rule has too many moves",
            NoNet::Start => "the start ran out of its budget",
        })
    }
}

/// How large a net may become before a program is said to have none.
#[derive(Debug, Clone, Copy)]
pub struct Budget {
    /// Atoms that may ever be there.
    pub atoms: usize,
    /// Ways in which parts of rules may come true.
    pub instances: usize,
    /// The largest number in an atom: beyond it, numbers are taken to grow without bound.
    pub number: u64,
    /// Candidates that all joins together look at.
    pub candidates: u64,
}

impl Default for Budget {
    fn default() -> Budget {
        Budget { atoms: 300_000, instances: 2_000_000, number: 20_000, candidates: 60_000_000 }
    }
}

/// A rule with values for its small variables.
#[derive(Debug)]
pub(crate) struct Variant {
    pub(crate) rule: RuleId,
    pub(crate) env: Env,
    pub(crate) units: Vec<usize>,
    /// Conclusions without variables.
    pub(crate) common: Vec<usize>,
    /// Braces without variables from outside, as units.
    pub(crate) rewrites: Vec<(usize, usize)>,
    complete: bool,
}

/// Braces: the number of the rewrite, and the unit of its matches.
pub(crate) type Inner = Vec<(usize, usize)>;

/// Premises that are matched together.
#[derive(Debug)]
pub(crate) struct Unit {
    pub(crate) kind: Kind,
    pub(crate) premises: Vec<Premise>,
    /// Blocks, and what depends on the numbers that they give.
    pub(crate) late: Vec<Premise>,
    pub(crate) env: Env,
    pub(crate) types: Vec<TypeId>,
    /// The variables that make a difference.
    pub(crate) effective: Vec<VarId>,
    pub(crate) conclusions: Vec<usize>,
    pub(crate) rewrites: Vec<usize>,
    pub(crate) instances: Vec<Env>,
    seen: FxHashSet<Env>,
    /// For each choice, its braces: the number of the rewrite, and the unit.
    pub(crate) choices: Vec<(Box<[Value]>, Inner)>,
    chosen: FxHashSet<Box<[Value]>>,
}

#[derive(Debug, Clone, Copy)]
pub(crate) enum Kind {
    Part(usize),
    Rewrite(RuleId, usize),
    Clause(usize),
}

/// A program, grounded from one of its starts.
pub(crate) struct Ground<'a> {
    pub(crate) world: World<'a>,
    pub(crate) variants: Vec<Variant>,
    pub(crate) units: Vec<Unit>,
    /// By predicate: the unit and the premise that an atom may fit.
    triggers: Vec<Vec<(usize, usize)>>,
    queue: VecDeque<AtomId>,
    instances: usize,
}

impl Unit {
    fn new(kind: Kind, premises: Vec<Premise>, env: Env, types: Vec<TypeId>) -> Unit {
        Unit {
            kind,
            premises,
            late: Vec::new(),
            env,
            types,
            effective: Vec::new(),
            conclusions: Vec::new(),
            rewrites: Vec::new(),
            instances: Vec::new(),
            seen: FxHashSet::default(),
            choices: Vec::new(),
            chosen: FxHashSet::default(),
        }
    }

    /// The values that make a difference.
    pub(crate) fn choice(&self, env: &Env) -> Box<[Value]> {
        self.effective.iter().map(|v| env[v.index()].expect("a match binds all")).collect()
    }
}

impl<'a> Ground<'a> {
    /// Grounds a program from a start.
    pub(crate) fn new(
        engine: &'a Engine,
        start: usize,
        budget: Budget,
    ) -> Result<Ground<'a>, NoNet> {
        let program = engine.program();
        let senses = |r: &Rule| r.premises.iter().any(|p| matches!(p, Premise::Sense(_)));
        if program.rules().iter().any(senses) {
            return Err(NoNet::Senses);
        }
        let mut ground = Ground {
            world: World::new(engine, budget),
            variants: Vec::new(),
            units: Vec::new(),
            triggers: vec![Vec::new(); program.predicates().len()],
            queue: VecDeque::new(),
            instances: 0,
        };
        ground.tables(program);
        let atoms = engine.start_atoms(start).map_err(|_| NoNet::Start)?;
        let wanted = wanted(program);
        for (i, clause) in program.clauses().iter().enumerate() {
            let head = program.predicate(clause.head.predicate);
            if head.reads_position && wanted[clause.head.predicate.index()] {
                let (env, types) = (vec![None; clause.variables.len()], types(&clause.variables));
                let (late, plain) = split::part(&clause.goals);
                let mut unit = Unit::new(Kind::Clause(i), plain, env, types);
                unit.late = late;
                if unit.late.iter().any(|p| matches!(p, Premise::Aggregate { .. })) {
                    split::only_checks(&unit, &clause.head)?;
                }
                ground.add_unit(unit)?;
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
                let bank = self.world.engine.bank();
                let row = clause.head.arguments.iter().map(|t| bank.ground(t)).collect();
                self.world.atoms.insert(clause.head.predicate, row);
            }
        }
    }

    pub(crate) fn program(&self) -> &Program {
        self.world.engine.program()
    }

    /// Takes in a unit: tries it against everything there is, and against all that comes.
    fn add_unit(&mut self, unit: Unit) -> Result<usize, NoNet> {
        let id = self.place_unit(unit)?;
        self.match_unit(id)?;
        Ok(id)
    }

    fn place_unit(&mut self, unit: Unit) -> Result<usize, NoNet> {
        if unit.premises.len() > 60 {
            return Err(NoNet::Large);
        }
        let id = self.units.len();
        for (i, premise) in unit.premises.iter().enumerate() {
            if let Some(atom) = premise.atom()
                && !self.world.is_static(premise)
            {
                self.triggers[atom.predicate.index()].push((id, i));
            }
        }
        self.units.push(unit);
        Ok(id)
    }

    fn match_unit(&mut self, id: usize) -> Result<(), NoNet> {
        let mut found = Vec::new();
        let unit = &self.units[id];
        let query = Query { premises: &unit.premises, types: &unit.types };
        self.world.join(query, 0, &unit.env, &mut |env| found.push(env.clone()))?;
        self.take(id, found)
    }

    /// New atoms, until there are none.
    fn work(&mut self) -> Result<(), NoNet> {
        while let Some(atom) = self.queue.pop_front() {
            let (predicate, _) = self.world.atoms.get(atom);
            for t in 0..self.triggers[predicate.index()].len() {
                let (id, premise) = self.triggers[predicate.index()][t];
                let unit = &self.units[id];
                let mut env = unit.env.clone();
                if !self.world.fits_atom(&unit.premises[premise], atom, &mut env) {
                    continue;
                }
                let mut found = Vec::new();
                let query = Query { premises: &unit.premises, types: &unit.types };
                self.world.join(query, 1 << premise, &env, &mut |env| found.push(env.clone()))?;
                self.take(id, found)?;
            }
        }
        Ok(())
    }

    /// Takes in instances of a unit.
    fn take(&mut self, id: usize, found: Vec<Env>) -> Result<(), NoNet> {
        for env in found {
            if !self.units[id].seen.insert(env.clone()) {
                continue;
            }
            self.instances += 1;
            if self.instances > self.world.budget.instances {
                return Err(NoNet::Large);
            }
            match self.units[id].kind {
                Kind::Clause(clause) => self.derive(id, clause, &env)?,
                Kind::Rewrite(rule, n) => {
                    let makes = self.rewrite(rule, n).makes.clone();
                    self.units[id].instances.push(env.clone());
                    for made in &makes {
                        self.make(&made.atom, made.persistent, &env)?;
                    }
                }
                Kind::Part(variant) => self.part(id, variant, env)?,
            }
        }
        Ok(())
    }

    fn rewrite(&self, rule: RuleId, n: usize) -> &Rewrite {
        &self.program().rule(rule).rewrites[n]
    }

    /// A backward rule has come true: for each value of what its goals leave open.
    fn derive(&mut self, id: usize, clause: usize, env: &Env) -> Result<(), NoNet> {
        let head = self.program().clauses()[clause].head.clone();
        let mut open = Vec::new();
        head.each_variable(&mut |v| {
            if env[v.index()].is_none() && !open.contains(&v) {
                open.push(v);
            }
        });
        let mut envs = vec![env.clone()];
        for v in open {
            let values = self.world.values_of(self.units[id].types[v.index()]);
            let values = values.ok_or(NoNet::Head)?;
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
            self.units[id].instances.push(env.clone());
            self.make(&head, false, &env)?;
        }
        Ok(())
    }

    /// A part of a rule can come true.
    fn part(&mut self, id: usize, variant: usize, env: Env) -> Result<(), NoNet> {
        self.units[id].instances.push(env.clone());
        let choice = self.units[id].choice(&env);
        if self.units[id].chosen.insert(choice.clone()) {
            let rule = self.variants[variant].rule;
            let mut inner = Vec::new();
            for n in self.units[id].rewrites.clone() {
                inner.push((n, self.add_rewrite(rule, n, &env)?));
            }
            self.units[id].choices.push((choice, inner));
        }
        self.conclude(variant, Some((id, env)))
    }

    /// Braces of a rule, under values from outside.
    fn add_rewrite(&mut self, rule: RuleId, n: usize, env: &Env) -> Result<usize, NoNet> {
        let declared = self.program().rule(rule);
        let rewrite = &declared.rewrites[n];
        let mut inner: Env = env.clone();
        inner.resize(rewrite.block.variables(), None);
        let mut all = types(&declared.variables);
        all.extend(types(&rewrite.block.locals));
        let (late, plain) = split::only_absence(&rewrite.block.premises)?;
        let mut unit = Unit::new(Kind::Rewrite(rule, n), plain, inner, all);
        unit.late = late;
        self.add_unit(unit)
    }

    /// What follows from a new instance of one unit; as soon as every unit has one.
    fn conclude(&mut self, variant: usize, new: Option<(usize, Env)>) -> Result<(), NoNet> {
        let units = self.variants[variant].units.clone();
        if !self.variants[variant].complete {
            if units.iter().any(|u| self.units[*u].instances.is_empty()) {
                return Ok(());
            }
            self.variants[variant].complete = true;
            let rule = self.variants[variant].rule;
            let env = self.variants[variant].env.clone();
            for n in self.variants[variant].common.clone() {
                self.conclusion(rule, n, &env)?;
            }
            for (n, unit) in self.variants[variant].rewrites.clone() {
                let made = self.add_rewrite(rule, n, &env)?;
                debug_assert_eq!(unit, usize::MAX, "made once");
                let at = self.variants[variant].rewrites.iter_mut().find(|(m, _)| *m == n);
                at.expect("it is there").1 = made;
            }
            for unit in units {
                for i in 0..self.units[unit].instances.len() {
                    let env = self.units[unit].instances[i].clone();
                    self.conclusions(unit, rule, &env)?;
                }
            }
            return Ok(());
        }
        match new {
            Some((unit, env)) => self.conclusions(unit, self.variants[variant].rule, &env),
            None => Ok(()),
        }
    }

    fn conclusions(&mut self, unit: usize, rule: RuleId, env: &Env) -> Result<(), NoNet> {
        for n in self.units[unit].conclusions.clone() {
            self.conclusion(rule, n, env)?;
        }
        Ok(())
    }

    fn conclusion(&mut self, rule: RuleId, n: usize, env: &Env) -> Result<(), NoNet> {
        let made = self.program().rule(rule).conclusions[n].clone();
        self.make(&made.atom, made.persistent, env)
    }

    fn make(&mut self, atom: &Atom, persistent: bool, env: &Env) -> Result<(), NoNet> {
        let values: Option<Box<[Value]>> =
            atom.arguments.iter().map(|t| self.world.value(t, env)).collect();
        self.reach(atom.predicate, values.ok_or(NoNet::Counted)?, persistent)
    }

    /// An atom may be there.
    fn reach(
        &mut self,
        predicate: PredId,
        values: Box<[Value]>,
        persistent: bool,
    ) -> Result<(), NoNet> {
        let program = self.world.engine.program();
        let declared = program.predicate(predicate);
        let budget = self.world.budget;
        let big =
            |(v, ty): (&Value, &TypeId)| *v > budget.number && program.ty(*ty).shape.is_number();
        if values.iter().zip(&declared.arguments).any(big) {
            return Err(NoNet::Number);
        }
        let derived = declared.kind == PredKind::Derived;
        let known = self.world.atoms.len();
        let id = self.world.atoms.insert(predicate, values);
        let atoms = &mut self.world.atoms;
        let flag = if persistent { &mut atoms.lasting } else { &mut atoms.linear };
        let fresh = !flag[id as usize] || (derived && id as usize == known);
        flag[id as usize] = true;
        if atoms.len() > budget.atoms {
            return Err(NoNet::Large);
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
