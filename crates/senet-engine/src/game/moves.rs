//! Moves: transitions that agree on the variables that make a difference are one.

use super::{TermGame, TermMove, TermState};
use crate::machine::{Candidate, Chosen, Transition};
use rustc_hash::FxHashMap;
use senet_game::Seat;
use senet_program::RuleId;
use senet_words::Value;
use std::cmp::Ordering;
use std::collections::hash_map::Entry;

/// What comes first in canonical order.
pub(super) struct First {
    pub(super) chosen: Chosen,
    /// Whether there is no other move.
    pub(super) alone: bool,
}

impl TermGame {
    /// The first transition of the first move in canonical order.
    pub(super) fn first<'m>(&self, mut all: impl Iterator<Item = Candidate<'m>>) -> Option<First> {
        let mut first = all.next()?;
        let mut alone = true;
        for other in all {
            let order = self.order_moves(&other, &first);
            alone &= order.is_eq();
            if order.then_with(|| self.order_values(&other, &first)).is_lt() {
                first = other;
            }
        }
        Some(First { chosen: first.choose(), alone })
    }

    /// The order of the moves that two candidates belong to.
    fn order_moves(&self, a: &Candidate<'_>, b: &Candidate<'_>) -> Ordering {
        let rule = self.engine.program.rule(a.rule);
        a.rule.cmp(&b.rule).then_with(|| {
            let orders = rule.effective.iter().map(|v| {
                let (i, ty) = (v.index(), rule.variables[v.index()].ty);
                self.engine.interner.compare(ty, a.values[i], b.values[i])
            });
            orders.into_iter().find(|o| o.is_ne()).unwrap_or(Ordering::Equal)
        })
    }

    /// The order of two candidates of one rule.
    fn order_values(&self, a: &Candidate<'_>, b: &Candidate<'_>) -> Ordering {
        self.engine.order_values(a.rule, a.values, b.values)
    }

    pub(super) fn compare(&self, a: &TermMove, b: &TermMove) -> Ordering {
        let rule = self.engine.program.rule(a.rule);
        a.rule.cmp(&b.rule).then_with(|| {
            let pairs = a.values.iter().zip(&b.values).zip(&rule.effective);
            let mut orders = pairs.map(|((a, b), v)| {
                self.engine.interner.compare(rule.variables[v.index()].ty, *a, *b)
            });
            orders.find(|o| o.is_ne()).unwrap_or(Ordering::Equal)
        })
    }

    /// The moves of a seat in canonical order.
    pub(super) fn moves_of(&self, state: &TermState, seat: Seat, out: &mut Vec<TermMove>) {
        let all = state.machine.in_stage(&self.engine);
        let own = all.filter(|c| self.seat_of(c.rule, c.values) == seat);
        out.extend(own.map(|c| self.as_move(c.rule, c.values)));
        out.sort_by(|a, b| self.compare(a, b));
        out.dedup();
    }

    /// The first transition of a move.
    pub(super) fn find(&self, state: &TermState, mv: &TermMove) -> Option<Chosen> {
        let rule = self.engine.program.rule(mv.rule);
        let machine = &state.machine;
        if rule.effective.len() == rule.variables.len() {
            let mut rows = machine.locate(&self.engine, mv.rule, &mv.values)?;
            let rows = rows.all();
            let known = Candidate { rule: mv.rule, values: &mv.values, rows, weight: 1 };
            return Some(known.choose());
        }
        // Several transitions are this move. They differ in nothing that can be seen, and
        // the first in canonical order is the one that fires, on every engine.
        let same = |c: &Candidate<'_>| {
            let mut pairs = rule.effective.iter().zip(&mv.values);
            c.rule == mv.rule && pairs.all(|(v, value)| c.values[v.index()] == *value)
        };
        self.first(machine.in_stage(&self.engine).filter(same)).map(|first| first.chosen)
    }

    /// Transitions that agree on the effective variables are one move: the first of them stands
    /// for all, with their weights added. In canonical order of moves.
    pub(super) fn group(&self, mut all: Vec<Transition>) -> Vec<(TermMove, Transition)> {
        self.engine.sort(&mut all);
        let mut out: Vec<(TermMove, Transition)> = Vec::with_capacity(all.len());
        let mut seen: FxHashMap<TermMove, usize> = FxHashMap::default();
        for transition in all {
            let mv = self.as_move(transition.rule, &transition.values);
            match seen.entry(mv) {
                Entry::Occupied(at) => {
                    let weight = &mut out[*at.get()].1.weight;
                    *weight = weight.saturating_add(transition.weight);
                }
                Entry::Vacant(at) => {
                    out.push((at.key().clone(), transition));
                    at.insert(out.len() - 1);
                }
            }
        }
        out.sort_by(|(a, _), (b, _)| self.compare(a, b));
        out
    }

    pub(super) fn as_move(&self, rule: RuleId, values: &[Value]) -> TermMove {
        let effective = &self.engine.program.rule(rule).effective;
        let values = effective.iter().map(|v| values[v.index()]).collect();
        TermMove { rule, values }
    }
}
