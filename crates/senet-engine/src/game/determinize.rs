//! Positions that look to a seat like another one: what it cannot see is drawn anew. (Determinization,
//! as in perfect information Monte Carlo search; Long et al., 2010, say where that goes wrong.)
//!
//! Cards that go from hand to hand are shuffled: whatever is unseen stays unseen, elsewhere. What a
//! player made up, such as rock or paper, could be anything. Which of the two a hidden predicate is,
//! its rules tell: whether what stands in its atoms was taken from other atoms.

use super::said::tuples;
use super::{TermGame, TermState};
use crate::machine::Machine;
use senet_game::{Game, Observer, Rng, Seat, Turn};
use senet_program::{Conclusion, PredId, Premise, Program, Rule, TypeId, VarId};
use senet_words::{PositionAtom, Value};

/// Drawn again so often, until it could be so for all that the seat knows.
const TRIES: usize = 20;

/// What an unseen atom hides: its place among the atoms, and the arguments that are secret.
struct Unseen {
    at: usize,
    secret: Vec<usize>,
}

impl TermGame {
    /// A position that looks the same to a seat, with what it cannot see drawn at random.
    pub fn determinize(&self, state: &TermState, seat: Seat, rng: &mut Rng) -> TermState {
        let atoms = single(state.machine.position.atoms(&self.engine));
        let unseen = self.unseen(&atoms, seat);
        if unseen.is_empty() {
            return state.clone();
        }
        let seen = self.view_of(state, Observer::Seat(seat));
        let mut drawn = None;
        // Rejection sampling: a redrawn position that shows the seat something else than it
        // sees, or gives it other moves, cannot be the true one.
        for _ in 0..TRIES {
            let other = self.redrawn(state, atoms.clone(), &unseen, rng);
            let Some(other) = other.filter(|o| self.as_known(state, o, seat)) else {
                continue;
            };
            if self.view_of(&other, Observer::Seat(seat)) == seen {
                return other;
            }
            drawn = Some(other);
        }
        drawn.unwrap_or_else(|| state.clone())
    }

    /// Whether a position has the turn of another, and the moves if they are the seat's own.
    fn as_known(&self, state: &TermState, other: &TermState, seat: Seat) -> bool {
        if state.turn != other.turn {
            return false;
        }
        let (mut moves, mut others) = (Vec::new(), Vec::new());
        if state.turn == Turn::Player(seat) {
            self.moves(state, &mut moves);
            self.moves(other, &mut others);
        }
        moves == others
    }

    fn unseen(&self, atoms: &[PositionAtom], seat: Seat) -> Vec<Unseen> {
        let hidden = |(at, atom): (usize, &PositionAtom)| {
            let pattern = self.engine.words.hides_from(atom, Observer::Seat(seat))?;
            let open = |i: &usize| pattern.fixed[*i].is_none() && pattern.owner != Some(*i);
            Some(Unseen { at, secret: (0..atom.values.len()).filter(open).collect() })
        };
        atoms.iter().enumerate().filter_map(hidden).collect()
    }

    /// The position with other secrets.
    fn redrawn(
        &self,
        state: &TermState,
        mut atoms: Vec<PositionAtom>,
        unseen: &[Unseen],
        rng: &mut Rng,
    ) -> Option<TermState> {
        let program = &self.engine.program;
        let types = |atom: &PositionAtom, secret: &[usize]| -> Vec<TypeId> {
            let arguments = &program.predicate(atom.predicate).arguments;
            secret.iter().map(|i| arguments[*i]).collect()
        };
        // What is shuffled among atoms that hide the same kinds of things, in canonical order.
        let mut pools: Vec<(Vec<TypeId>, Vec<Vec<Value>>)> = Vec::new();
        for one in unseen {
            let atom = &atoms[one.at];
            let kinds = types(atom, &one.secret);
            let values: Vec<Value> = one.secret.iter().map(|i| atom.values[*i]).collect();
            if self.invented(atom.predicate, &kinds).is_some() {
                continue;
            }
            match pools.iter_mut().find(|(k, _)| *k == kinds) {
                Some((_, pool)) => pool.push(values),
                None => pools.push((kinds, vec![values])),
            }
        }
        for (kinds, pool) in &mut pools {
            pool.sort_by(|a, b| {
                let mut orders = a.iter().zip(b).zip(&*kinds);
                let order = orders.find_map(|((a, b), ty)| {
                    Some(self.engine.interner.compare(*ty, *a, *b)).filter(|o| o.is_ne())
                });
                order.unwrap_or(std::cmp::Ordering::Equal)
            });
            // Fisher–Yates. The pool was sorted before, so that what is drawn depends on
            // the seed and on what is hidden as a multiset, and not on where the engine
            // keeps its atoms.
            for i in (1..pool.len()).rev() {
                pool.swap(i, rng.index(i as u64 + 1) as usize);
            }
        }
        for one in unseen {
            let kinds = types(&atoms[one.at], &one.secret);
            let values = match self.invented(atoms[one.at].predicate, &kinds) {
                Some(all) => all[rng.index(all.len() as u64) as usize].clone(),
                None => pools.iter_mut().find(|(k, _)| *k == kinds)?.1.pop()?,
            };
            for (i, value) in one.secret.iter().zip(values) {
                atoms[one.at].values[*i] = value;
            }
        }
        self.placed(state, &atoms)
    }

    fn placed(&self, state: &TermState, atoms: &[PositionAtom]) -> Option<TermState> {
        let engine = &*self.engine;
        let mut machine = Machine::empty(engine, state.machine.position.stage);
        for atom in atoms {
            let copies = atom.copies.max(1);
            machine.place(engine, atom.predicate, &atom.values, atom.persistent, copies).ok()?;
        }
        let mut state = TermState { machine, turn: Turn::Chance, listed: None };
        self.settle(&mut state, &mut ());
        Some(state)
    }

    /// All that could stand in the atoms of a predicate, if players make it up and there is an end
    /// to it.
    pub fn invented(&self, predicate: PredId, kinds: &[TypeId]) -> Option<Vec<Vec<Value>>> {
        if kinds.is_empty() || !self.invented[predicate.index()] {
            return None;
        }
        tuples(&self.engine, kinds).filter(|all| !all.is_empty())
    }
}

/// Each copy of an atom by itself.
fn single(atoms: Vec<PositionAtom>) -> Vec<PositionAtom> {
    let copies = |atom: PositionAtom| {
        let linear = (0..atom.copies)
            .map({
                let atom = atom.clone();
                move |_| PositionAtom { copies: 1, persistent: false, ..atom.clone() }
            })
            .collect::<Vec<_>>();
        let persistent = atom.persistent.then_some(PositionAtom { copies: 0, ..atom });
        linear.into_iter().chain(persistent)
    };
    atoms.into_iter().flat_map(copies).collect()
}

/// For each predicate, whether its atoms can hold what was taken from no other atom.
pub(super) fn invented(program: &Program) -> Vec<bool> {
    let mut out = vec![false; program.predicates().len()];
    for rule in program.rules() {
        for made in rule.conclusions.iter().filter(|made| is_invented(rule, made)) {
            out[made.atom.predicate.index()] = true;
        }
    }
    out
}

fn is_invented(rule: &Rule, made: &Conclusion) -> bool {
    let taken = |variable: VarId| {
        rule.premises.iter().any(|premise| match premise {
            Premise::Take(atom) => {
                let mut here = false;
                atom.each_variable(&mut |v| here |= v == variable);
                here
            }
            _ => false,
        })
    };
    let mut invented = false;
    made.atom.each_variable(&mut |v| invented |= !taken(v));
    invented
}
