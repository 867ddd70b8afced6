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
    /// Nobody any more: how it ended, and the points of all seats where points are kept.
    Over(ReferenceResult, Option<Vec<i64>>),
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
    /// Steps between two turns, or applications of one match of braces.
    Steps,
    /// Numbers that can be stored: 64 bits for those that are counted, 128 for weights.
    Numbers,
    /// Goals of a derivation that wait for each other.
    Goals,
    /// A rule has a premise that cannot be solved, and its others match.
    Unsolvable,
}

impl std::fmt::Display for ReferenceLimit {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            ReferenceLimit::Steps => "the limit of steps was reached",
            ReferenceLimit::Numbers => "a number is too large",
            ReferenceLimit::Goals => "too many goals of a derivation wait for each other",
            ReferenceLimit::Unsolvable => "a rule has a premise that cannot be solved",
        })
    }
}

impl std::error::Error for ReferenceLimit {}

/// A position that chance may lead to, whether the program ends there, how, and the weight.
type Way = (ReferencePosition, bool, ReferenceTransition, Option<u128>);

/// A settled position, whose turn it is, and the moves with their weights.
type Settled = (ReferencePosition, ReferenceTurn, Vec<(ReferenceTransition, u128)>);

impl Reference<'_> {
    /// Runs on by itself; then whose turn it is, and the moves with their weights.
    pub fn settle(&self, position: ReferencePosition, steps: u64) -> Settled {
        let stopped = |limit| (position.clone(), ReferenceTurn::Stopped(limit), Vec::new());
        self.run_on(position.clone(), steps).unwrap_or_else(stopped)
    }

    fn run_on(
        &self,
        mut position: ReferencePosition,
        steps: u64,
    ) -> Result<Settled, ReferenceLimit> {
        // Points decide only where play comes to rest, not where an outcome atom ends it.
        let over = |position: ReferencePosition, at_rest: bool| {
            let points = self.points(&position);
            let result = self.outcome(&position, points.as_deref().filter(|_| at_rest));
            Ok((position, ReferenceTurn::Over(result, points), Vec::new()))
        };
        for _ in 0..=steps {
            let stage = self.program.stage(position.stage);
            let all = self.transitions(&position)?;
            let mut quiet = all.is_empty();
            if !quiet && stage.interactive {
                if self.decided(&position) {
                    return over(position, false);
                }
                let moves = self.allowed(&position, all.clone())?;
                if let Some(seat) = moves.iter().map(|t| self.seat(t)).min() {
                    let own = moves.into_iter().filter(|t| self.seat(t) == seat);
                    let own = own.map(|t| (t, 1)).collect();
                    return Ok((position, ReferenceTurn::Player(seat), own));
                }
                // Where `#forbid` leaves no move, the stage is quiet.
                quiet = true;
            }
            let choice = self.moves(if quiet { self.links(&position)? } else { all });
            let Some((first, _)) = choice.first().cloned() else {
                return over(position, true);
            };
            let mut outcomes: Vec<Way> = Vec::new();
            for (transition, weight) in choice {
                let next = self.fire(&position, &transition)?;
                let ends = matches!(self.program.rule(transition.rule).role, Role::Link(_, None));
                match outcomes.iter_mut().find(|(p, e, _, _)| *p == next && *e == ends) {
                    Some((_, _, _, sum)) => *sum = added(*sum, weight),
                    None => outcomes.push((next, ends, transition, weight)),
                }
            }
            let settles = !quiet && self.program.settling(position.stage).holds();
            if outcomes.len() > 1 && !settles {
                if self.decided(&position) {
                    return over(position, false);
                }
                // Chances are weights over their sum: only here they have to be known.
                let mut weights = outcomes.iter().map(|(_, _, _, weight)| *weight);
                let total = weights.try_fold(0u128, |sum, weight| sum.checked_add(weight?));
                total.ok_or(ReferenceLimit::Numbers)?;
                let known = "what is part of a sum below 2¹²⁸ is below it";
                let moves = outcomes.into_iter().map(|(_, _, t, w)| (t, w.expect(known)));
                return Ok((position, ReferenceTurn::Chance, moves.collect()));
            }
            position = self.fire(&position, &first)?;
            if matches!(self.program.rule(first.rule).role, Role::Link(_, None)) {
                return over(position, true);
            }
        }
        Err(ReferenceLimit::Steps)
    }

    /// The moves after which nothing holds that `#forbid` names for the stage.
    fn allowed(
        &self,
        position: &ReferencePosition,
        all: Vec<ReferenceTransition>,
    ) -> Result<Vec<ReferenceTransition>, ReferenceLimit> {
        let forbidden = &self.program.stage(position.stage).forbidden;
        let mut out = Vec::new();
        for (transition, _) in self.moves(all) {
            let mut fails = false;
            if !forbidden.is_empty() {
                let next = self.fire(position, &transition)?;
                for pattern in forbidden {
                    fails = fails || self.pattern_holds(&next, pattern)?;
                }
            }
            if !fails {
                out.push(transition);
            }
        }
        Ok(out)
    }

    /// Transitions that agree on the effective variables are one move; their weights add.
    fn moves(
        &self,
        transitions: Vec<ReferenceTransition>,
    ) -> Vec<(ReferenceTransition, Option<u128>)> {
        let mut out: Vec<(ReferenceTransition, Option<u128>)> = Vec::new();
        for t in transitions {
            let weight = t.weight;
            let same = |o: &ReferenceTransition| {
                o.rule == t.rule && self.effective(o) == self.effective(&t)
            };
            match out.iter_mut().find(|(o, _)| same(o)) {
                Some((_, sum)) => *sum = added(*sum, weight),
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

    /// The points of each seat, if the program keeps them: the sum over all copies.
    fn points(&self, position: &ReferencePosition) -> Option<Vec<i64>> {
        let score = &self.program.game().score;
        if score.is_empty() {
            return None;
        }
        let mut points = vec![0i64; self.program.seats()];
        let linear = position.linear.iter().map(|(atom, copies)| (atom, *copies));
        let persistent = position.persistent.iter();
        let persistent = persistent.filter(|atom| !position.linear.contains_key(atom));
        for (atom, copies) in linear.chain(persistent.map(|atom| (atom, 1))) {
            if !score.contains(&atom.predicate) {
                continue;
            }
            let (seat, number) = match atom.arguments.as_slice() {
                [player, Term::Number(n)] => (self.seat_of(player), *n),
                [Term::Number(n)] => (0, *n),
                _ => continue,
            };
            let more = i64::try_from(number.saturating_mul(copies)).unwrap_or(i64::MAX);
            points[seat] = points[seat].saturating_add(more);
        }
        Some(points)
    }

    /// Any win counts before any loss, that before a draw, and that before points.
    fn outcome(&self, position: &ReferencePosition, points: Option<&[i64]>) -> ReferenceResult {
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
        } else if let Some(points) = points {
            let most = points.iter().max().copied().unwrap_or(0);
            let best: Vec<usize> = all.filter(|seat| points[*seat] == most).collect();
            let equal = best.len() == points.len() && points.len() > 1;
            if equal { ReferenceResult::Draw } else { ReferenceResult::Won(best) }
        } else {
            ReferenceResult::NoResult
        }
    }
}

/// The sum of two weights, if it is below 2¹²⁸.
fn added(a: Option<u128>, b: Option<u128>) -> Option<u128> {
    a?.checked_add(b?)
}
