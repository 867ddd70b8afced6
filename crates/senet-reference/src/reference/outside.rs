//! Part 2: the game seen from outside: turns, moves, chance and outcomes.

use crate::reference::{Reference, ReferencePosition, ReferenceTransition};
use crate::terms::{compare_all, instance, some};
use senet_program::{PredId, Role, Term};
use std::collections::BTreeSet;

/// Who has to decide.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ReferenceTurn {
    /// The player in this seat, counted from 0.
    Player(usize),
    /// Nobody: chance.
    Chance,
    /// Nobody any more.
    Over(ReferenceResult),
    /// Automatic steps reached a limit.
    Stopped(ReferenceLimit),
}

/// How a game ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ReferenceResult {
    /// These seats won together; in order.
    Won(Vec<usize>),
    /// Nobody won.
    Draw,
    /// The game does not say how it ended.
    NoResult,
}

/// What ran out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReferenceLimit {
    /// Steps between two turns.
    Steps,
}

impl Reference<'_> {
    /// Runs on by itself; then whose turn it is, and the moves with their weights.
    pub fn settle(
        &self,
        mut position: ReferencePosition,
        limit: u64,
    ) -> (ReferencePosition, ReferenceTurn, Vec<(ReferenceTransition, u128)>) {
        for _ in 0..=limit {
            let stage = self.program.stage(position.stage);
            let all = self.transitions(&position);
            let quiet = all.is_empty();
            if !quiet && stage.interactive {
                if self.decided(&position) {
                    return (
                        position.clone(),
                        ReferenceTurn::Over(self.outcome(&position)),
                        Vec::new(),
                    );
                }
                let seat = all.iter().map(|t| self.seat(t)).min().expect("not quiet");
                let own: Vec<ReferenceTransition> =
                    all.into_iter().filter(|t| self.seat(t) == seat).collect();
                let moves = self.moves(own).into_iter().map(|(t, _)| (t, 1)).collect();
                return (position, ReferenceTurn::Player(seat), moves);
            }
            let choice = self.moves(if quiet { self.links(&position) } else { all });
            let Some((first, _)) = choice.first().cloned() else {
                return (
                    position.clone(),
                    ReferenceTurn::Over(self.outcome(&position)),
                    Vec::new(),
                );
            };
            let mut outcomes: Vec<(ReferencePosition, bool, ReferenceTransition, u128)> =
                Vec::new();
            for (transition, weight) in choice {
                let next = self.fire(&position, &transition);
                let ends = matches!(self.program.rule(transition.rule).role, Role::Link(_, None));
                match outcomes.iter_mut().find(|(p, e, _, _)| *p == next && *e == ends) {
                    Some((_, _, _, sum)) => *sum += weight,
                    None => outcomes.push((next, ends, transition, weight)),
                }
            }
            let settles = !quiet && self.program.settling(position.stage).holds();
            if outcomes.len() > 1 && !settles {
                if self.decided(&position) {
                    return (
                        position.clone(),
                        ReferenceTurn::Over(self.outcome(&position)),
                        Vec::new(),
                    );
                }
                let moves = outcomes.into_iter().map(|(_, _, t, w)| (t, w)).collect();
                return (position, ReferenceTurn::Chance, moves);
            }
            position = self.fire(&position, &first);
            if matches!(self.program.rule(first.rule).role, Role::Link(_, None)) {
                return (
                    position.clone(),
                    ReferenceTurn::Over(self.outcome(&position)),
                    Vec::new(),
                );
            }
        }
        (position, ReferenceTurn::Stopped(ReferenceLimit::Steps), Vec::new())
    }

    /// Transitions that agree on the effective variables are one move; their weights add.
    fn moves(&self, transitions: Vec<ReferenceTransition>) -> Vec<(ReferenceTransition, u128)> {
        let mut out: Vec<(ReferenceTransition, u128)> = Vec::new();
        for t in transitions {
            let weight = t.weight;
            let same = |o: &ReferenceTransition| {
                o.rule == t.rule && self.effective(o) == self.effective(&t)
            };
            match out.iter_mut().find(|(o, _)| same(o)) {
                Some((_, sum)) => *sum += weight,
                None => out.push((t, weight)),
            }
        }
        out.sort_by(|(a, _), (b, _)| {
            a.rule.cmp(&b.rule).then_with(|| compare_all(&self.effective(a), &self.effective(b)))
        });
        out
    }

    /// The values of the effective variables.
    pub fn effective(&self, transition: &ReferenceTransition) -> Vec<Term> {
        let rule = self.program.rule(transition.rule);
        rule.effective.iter().map(|v| transition.values[v.index()].clone()).collect()
    }

    fn seat(&self, transition: &ReferenceTransition) -> usize {
        let chooser = self.program.rule(transition.rule).chooser.as_ref();
        chooser.map_or(0, |t| self.seat_of(&instance(t, &some(&transition.values))))
    }

    fn seat_of(&self, player: &Term) -> usize {
        let seats = self.program.game().players.as_ref().map_or(&[][..], |p| &p.seats);
        let at = seats.iter().position(|c| *player == Term::Apply(*c, Vec::new()));
        at.unwrap_or(0)
    }

    fn decided(&self, position: &ReferencePosition) -> bool {
        let game = self.program.game();
        position.any(&game.win) || position.any(&game.lose) || position.any(&game.draw)
    }

    fn outcome(&self, position: &ReferencePosition) -> ReferenceResult {
        let game = self.program.game();
        let all = 0..self.program.seats();
        let named = |predicates: &[PredId]| -> BTreeSet<usize> {
            let atoms = position.linear.keys().chain(&position.persistent);
            let naming = atoms.filter(|atom| predicates.contains(&atom.predicate));
            let seats = naming.flat_map(|atom| match atom.arguments.first() {
                Some(player) => vec![self.seat_of(player)],
                None => all.clone().collect(),
            });
            seats.collect()
        };
        let (won, lost) = (named(&game.win), named(&game.lose));
        if !won.is_empty() {
            ReferenceResult::Won(won.into_iter().collect())
        } else if !lost.is_empty() {
            ReferenceResult::Won(all.filter(|seat| !lost.contains(seat)).collect())
        } else if position.any(&game.draw) {
            ReferenceResult::Draw
        } else {
            ReferenceResult::NoResult
        }
    }
}
