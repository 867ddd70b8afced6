//! Joins over all atoms that have been reached: consumption, `not` and aggregates are ignored, so that
//! what is found is all that can happen, and perhaps more.

use crate::error::{GroundingError, GroundingLimits};
use crate::grounding::atoms::{AtomId, GroundAtoms, GroundRows};
use crate::terms::{Env, Terms};
use senet_engine::{Engine, Value};
use senet_program::{PredKind, Premise, Program, Term, TypeId, TypeShape, Variable};
use std::cell::Cell;

/// The atoms that relaxed reachability has reached, and joins over them.
#[derive(Debug)]
pub struct ReachableAtoms<'a> {
    /// The engine, with its program and its terms.
    pub engine: &'a Engine,
    /// The atoms so far.
    pub atoms: GroundAtoms,
    pub(crate) limits: GroundingLimits,
    work: Cell<u64>,
}

/// The premises of one join and the types of its variables.
#[derive(Debug, Clone, Copy)]
pub struct JoinQuery<'q> {
    /// All of these have to hold.
    pub premises: &'q [Premise],
    /// The types of the variables.
    pub types: &'q [TypeId],
}

/// The next step of a join.
enum Next {
    Guard(usize),
    Rows(usize, GroundRows),
    Answers(usize, Vec<Value>),
}

impl ReachableAtoms<'_> {
    pub(crate) fn new(engine: &Engine, limits: GroundingLimits) -> ReachableAtoms<'_> {
        let atoms = GroundAtoms::new(engine.program().predicates().len());
        ReachableAtoms { engine, atoms, limits, work: Cell::new(0) }
    }

    pub(crate) fn terms(&self) -> Terms<'_> {
        Terms(self.engine)
    }

    /// The value of a term, if all its variables have one.
    pub fn value(&self, term: &Term, env: &Env) -> Option<Value> {
        self.terms().value(term, env)
    }

    pub(crate) fn program(&self) -> &Program {
        self.engine.program()
    }

    /// Calls `found` for each substitution under which the premises outside of `done` hold.
    ///
    /// A backtracking join by nested loops over indexes. The order of premises is chosen anew at every
    /// step, by the fewest candidates (the *most constrained first* rule of constraint solving), since
    /// the values that are known differ from branch to branch.
    pub fn join(
        &self,
        query: JoinQuery<'_>,
        done: u64,
        env: &Env,
        found: &mut dyn FnMut(&Env),
    ) -> Result<(), GroundingError> {
        // Nothing can be tried: either all premises are done, or the rest waits for values that no
        // premise gives.
        let Some(next) = self.next(query, done, env)? else {
            if done.count_ones() as usize == query.premises.len() {
                found(env);
                return Ok(());
            }
            return Err(GroundingError::Order);
        };
        match next {
            Next::Guard(i) => {
                // A guard gives at most one new value, so there is nothing to branch over.
                let mut env = env.clone();
                if self.terms().guard(&query.premises[i], query.types, &mut env) == Some(true) {
                    self.join(query, done | 1 << i, &env, found)?;
                }
            }
            Next::Rows(i, rows) => {
                // Work is counted in candidates, since a join may look at many and find none.
                self.spend(rows.len() as u64)?;
                for row in rows.iter().copied() {
                    let mut env = env.clone();
                    if self.fits_atom(&query.premises[i], row, &mut env) {
                        self.join(query, done | 1 << i, &env, found)?;
                    }
                }
            }
            Next::Answers(i, answers) => {
                let atom = query.premises[i].atom().expect("answers are to atoms");
                let arity = atom.arguments.len();
                self.spend((answers.len() / arity.max(1)) as u64)?;
                for row in answers.chunks(arity.max(1)) {
                    let mut env = env.clone();
                    let fits = |(t, v): (&Term, &Value)| self.terms().fits(t, *v, &mut env);
                    if atom.arguments.iter().zip(row).all(fits) {
                        self.join(query, done | 1 << i, &env, found)?;
                    }
                }
            }
        }
        Ok(())
    }

    fn spend(&self, work: u64) -> Result<(), GroundingError> {
        self.work.set(self.work.get() + work + 1);
        if self.work.get() > self.limits.candidates { Err(GroundingError::Large) } else { Ok(()) }
    }

    /// The premise that leaves the fewest candidates.
    fn next(
        &self,
        query: JoinQuery<'_>,
        done: u64,
        env: &Env,
    ) -> Result<Option<Next>, GroundingError> {
        let mut best: Option<(usize, Next)> = None;
        for (i, premise) in query.premises.iter().enumerate().filter(|(i, _)| done & 1 << i == 0) {
            if premise.atom().is_none() {
                // Guards cost nothing and only make the search smaller: they come first.
                if self.terms().is_ready(premise, env) {
                    return Ok(Some(Next::Guard(i)));
                }
                continue;
            }
            let Some((cost, next)) = self.candidates(i, premise, env)? else {
                continue;
            };
            // No candidate at all: this branch fails here and now.
            if cost == 0 {
                return Ok(Some(next));
            }
            if best.as_ref().is_none_or(|(least, _)| cost < *least) {
                best = Some((cost, next));
            }
        }
        Ok(best.map(|(_, next)| next))
    }

    fn candidates(
        &self,
        i: usize,
        premise: &Premise,
        env: &Env,
    ) -> Result<Option<(usize, Next)>, GroundingError> {
        let atom = premise.atom().expect("an atom");
        let value = |t: &Term| self.terms().value(t, env);
        if self.is_asked(premise) {
            if atom.arguments.is_empty() {
                return Err(GroundingError::Asked);
            }
            let arguments: Vec<Option<Value>> = atom.arguments.iter().map(value).collect();
            // The mode of the query follows from the arguments that are known; `None` if the
            // predicate has no such mode, so that other premises have to come first.
            let answers = self.engine.ask(atom.predicate, &arguments);
            let answers = answers.map_err(|_| GroundingError::Asked)?;
            let rows = |all: &Vec<Value>| all.len() / atom.arguments.len();
            return Ok(answers.map(|all| (rows(&all), Next::Answers(i, all))));
        }
        // The arguments that are known select an index, which is made on first use.
        let (mut mask, mut key) = (0, Vec::with_capacity(atom.arguments.len()));
        for (i, term) in atom.arguments.iter().take(64).enumerate() {
            if let Some(value) = value(term) {
                mask |= 1 << i;
                key.push(value);
            }
        }
        let rows = self.atoms.with(atom.predicate, mask, &key);
        Ok(Some((rows.len(), Next::Rows(i, rows))))
    }

    /// Whether a premise is a query to clauses that read no position.
    pub(crate) fn is_asked(&self, premise: &Premise) -> bool {
        let Premise::Derived(atom) = premise else {
            return false;
        };
        let declared = self.program().predicate(atom.predicate);
        declared.kind == PredKind::Derived
            && !declared.reads_position
            && !self.program().modes().is_table(atom.predicate)
    }

    /// Whether a premise holds of the same things in every position.
    pub fn is_static(&self, premise: &Premise) -> bool {
        match premise {
            Premise::Derived(atom) => !self.program().predicate(atom.predicate).reads_position,
            Premise::Same(..)
            | Premise::Differ(..)
            | Premise::Less { .. }
            | Premise::Compute { .. } => true,
            _ => false,
        }
    }

    /// Whether an atom fits a premise, whose variables then have values.
    pub(crate) fn fits_atom(&self, premise: &Premise, id: AtomId, env: &mut Env) -> bool {
        let atom = premise.atom().expect("an atom");
        let (predicate, values) = self.atoms.get(id);
        let there = match premise {
            Premise::Persistent(_) => self.atoms.persistent[id.index()],
            _ => true,
        };
        there
            && predicate == atom.predicate
            && atom.arguments.iter().zip(values).all(|(t, v)| self.terms().fits(t, *v, env))
    }

    /// Every value of a finite type, in canonical order.
    pub(crate) fn values_of(&self, ty: TypeId) -> Option<Vec<Value>> {
        let declared = self.program().ty(ty);
        match declared.shape {
            TypeShape::Range { low, high } if high - low < 10_000 => Some((low..=high).collect()),
            TypeShape::Constants => {
                Some(declared.constructors.iter().map(|c| u64::from(c.0)).collect())
            }
            _ => None,
        }
    }
}

/// The type of each variable, in order.
pub fn types(variables: &[Variable]) -> Vec<TypeId> {
    variables.iter().map(|v| v.ty).collect()
}
