//! Part 2: the game seen from outside: turns, moves, chance and outcomes.

use crate::reference::{Position, Reference, Transition};
use crate::terms::{compare_all, instance, some};
use senet_game::{Budget, Outcome, Seat, SeatSet, Turn, Verdict};
use senet_program::{PredId, Role, Term};

impl Reference<'_> {
    /// Runs on by itself; then whose turn it is, and the moves with their weights.
    pub fn settle(
        &self,
        mut position: Position,
        limit: u64,
    ) -> (Position, Turn, Vec<(Transition, u128)>) {
        for _ in 0..=limit {
            let stage = self.program.stage(position.stage);
            let all = self.transitions(&position);
            let quiet = all.is_empty();
            if !quiet && stage.interactive {
                if self.decided(&position) {
                    return (position.clone(), Turn::Over(self.outcome(&position)), Vec::new());
                }
                let seat = all.iter().map(|t| self.seat(t)).min().expect("not quiet");
                let own: Vec<Transition> =
                    all.into_iter().filter(|t| self.seat(t) == seat).collect();
                let moves = self.moves(own).into_iter().map(|(t, _)| (t, 1)).collect();
                return (position, Turn::Player(seat), moves);
            }
            let choice = self.moves(if quiet { self.links(&position) } else { all });
            let Some((first, _)) = choice.first().cloned() else {
                return (position.clone(), Turn::Over(self.outcome(&position)), Vec::new());
            };
            let mut outcomes: Vec<(Position, bool, Transition, u128)> = Vec::new();
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
                    return (position.clone(), Turn::Over(self.outcome(&position)), Vec::new());
                }
                let moves = outcomes.into_iter().map(|(_, _, t, w)| (t, w)).collect();
                return (position, Turn::Chance, moves);
            }
            position = self.fire(&position, &first);
            if matches!(self.program.rule(first.rule).role, Role::Link(_, None)) {
                return (position.clone(), Turn::Over(self.outcome(&position)), Vec::new());
            }
        }
        (position, Turn::Stopped(Budget::Steps), Vec::new())
    }

    /// Transitions that agree on the effective variables are one move; their weights add.
    fn moves(&self, transitions: Vec<Transition>) -> Vec<(Transition, u128)> {
        let mut out: Vec<(Transition, u128)> = Vec::new();
        for t in transitions {
            let weight = t.weight;
            let same = |o: &Transition| o.rule == t.rule && self.effective(o) == self.effective(&t);
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
    pub fn effective(&self, transition: &Transition) -> Vec<Term> {
        let rule = self.program.rule(transition.rule);
        rule.effective.iter().map(|v| transition.values[v.index()].clone()).collect()
    }

    fn seat(&self, transition: &Transition) -> Seat {
        let chooser = self.program.rule(transition.rule).chooser.as_ref();
        chooser.map_or(Seat(0), |t| self.seat_of(&instance(t, &some(&transition.values))))
    }

    fn seat_of(&self, player: &Term) -> Seat {
        let seats = self.program.game().players.as_ref().map_or(&[][..], |p| &p.seats);
        let at = seats.iter().position(|c| *player == Term::Apply(*c, Vec::new()));
        Seat(at.unwrap_or(0) as u8)
    }

    fn decided(&self, position: &Position) -> bool {
        let game = self.program.game();
        position.any(&game.win) || position.any(&game.lose) || position.any(&game.draw)
    }

    fn outcome(&self, position: &Position) -> Outcome {
        let game = self.program.game();
        let all = SeatSet::all(self.program.seats());
        let named = |predicates: &[PredId]| {
            let mut seats = SeatSet::default();
            for atom in position.linear.keys().chain(&position.persistent) {
                match atom.arguments.first() {
                    _ if !predicates.contains(&atom.predicate) => {}
                    Some(player) => seats.insert(self.seat_of(player)),
                    None => seats = all,
                }
            }
            seats
        };
        let (won, lost) = (named(&game.win), named(&game.lose));
        let mut others = all;
        lost.iter().for_each(|seat| others.remove(seat));
        Outcome::of(if !won.is_empty() {
            Verdict::Won(won)
        } else if !lost.is_empty() {
            Verdict::Won(others)
        } else if position.any(&game.draw) {
            Verdict::Draw
        } else {
            Verdict::NoResult
        })
    }
}
