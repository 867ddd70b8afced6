//! The reference interpreter: LANGUAGE's Parts 1 and 2, word for word. Slow, and meant to be read.

use crate::terms::{
    Values, compare_all, ground, instance, instance_atom, known, mask, match_atom, match_term,
    question, some,
};
use senet_game::{Budget, Outcome, Seat, SeatSet, Turn, Verdict};
use senet_program::modes::Mode;
use senet_program::{Atom, PredId, Premise, Program, Role, Rule, RuleId, StageId, Term};
use std::collections::BTreeMap;

/// A stage, a multiset of linear atoms, and a set of persistent atoms. Nothing else.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Position {
    /// The stage.
    pub stage: StageId,
    /// Linear atoms and how many copies of each there are; never zero.
    pub linear: BTreeMap<Atom, u64>,
    /// Persistent atoms.
    pub persistent: Vec<Atom>,
}

/// A rule or link with a substitution that makes its left side fit, and the number of ways to pick
/// its copies.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Transition {
    /// The rule or link.
    pub rule: RuleId,
    /// A value for each variable.
    pub values: Vec<Term>,
    /// In how many ways copies can be picked.
    pub weight: u128,
}

/// A program under the slow interpreter.
#[derive(Debug)]
pub struct Reference<'p> {
    /// The program.
    pub program: &'p Program,
}

impl Reference<'_> {
    /// The position of a `#trace`.
    pub fn start(&self, start: usize) -> Position {
        let start = &self.program.starts()[start];
        let (linear, persistent) = (BTreeMap::new(), Vec::new());
        let mut position = Position {
            stage: start.stage,
            linear,
            persistent,
        };
        for atom in &start.atoms {
            position.add(atom.atom.clone(), atom.persistent);
        }
        position
    }

    /// The transitions of the stage, in canonical order.
    pub fn transitions(&self, position: &Position) -> Vec<Transition> {
        self.all(position, &self.program.stage(position.stage).rules)
    }

    /// The links that apply, in canonical order.
    pub fn links(&self, position: &Position) -> Vec<Transition> {
        self.all(position, &self.program.stage(position.stage).links)
    }

    fn all(&self, position: &Position, rules: &[RuleId]) -> Vec<Transition> {
        let mut out: Vec<Transition> = Vec::new();
        for id in rules {
            let rule = self.program.rule(*id);
            for values in self.matches(position, &rule.premises, vec![None; rule.variables.len()]) {
                let values: Vec<Term> = values.into_iter().map(|v| v.expect("all bound")).collect();
                let weight = self.weight(position, rule, &values);
                let transition = Transition {
                    rule: *id,
                    values,
                    weight,
                };
                if weight > 0 && !out.contains(&transition) {
                    out.push(transition);
                }
            }
        }
        out.sort_by(|a, b| {
            a.rule
                .cmp(&b.rule)
                .then_with(|| compare_all(&a.values, &b.values))
        });
        out
    }

    /// Every substitution under which premises hold, copies not yet counted.
    fn matches(&self, position: &Position, premises: &[Premise], values: Values) -> Vec<Values> {
        let ready = |p: &Premise| match p {
            Premise::Take(_) | Premise::Read(_) | Premise::Persistent(_) => Some(0),
            Premise::Same(l, r) => (known(l, &values) || known(r, &values)).then_some(1),
            Premise::Differ(l, r) => (known(l, &values) && known(r, &values)).then_some(1),
            Premise::Derived(a) => {
                match self.program.modes().best(a.predicate, mask(a, &values))? {
                    (_, Mode::Finite) => Some(2),
                    (_, Mode::Unsure) => Some(3),
                }
            }
            Premise::Sense(_) => None, // nobody speaks to the reference
        };
        let next = (0..premises.len())
            .filter_map(|i| Some((ready(&premises[i])?, i)))
            .min();
        let Some((_, i)) = next else {
            return if premises.is_empty() {
                vec![values]
            } else {
                Vec::new()
            };
        };
        let mut rest = premises.to_vec();
        let candidates: Vec<Atom> = match rest.remove(i) {
            Premise::Take(_) | Premise::Read(_) => position
                .linear
                .keys()
                .chain(&position.persistent)
                .cloned()
                .collect(),
            Premise::Persistent(_) => position.persistent.clone(),
            Premise::Derived(a) => self.derive(position, &a, &values),
            Premise::Same(l, r) | Premise::Differ(l, r) => {
                let mut bound = values.clone();
                let (known_side, other) = if known(&l, &values) { (l, r) } else { (r, l) };
                let value = instance(&known_side, &values);
                let same = matches!(premises[i], Premise::Same(..));
                let holds = match_term(&other, &value, &mut bound) == same;
                let values = if same { bound } else { values };
                return if holds {
                    self.matches(position, &rest, values)
                } else {
                    Vec::new()
                };
            }
            Premise::Sense(_) => unreachable!("never ready"),
        };
        let pattern = premises[i].atom().expect("not a comparison");
        let mut out = Vec::new();
        for atom in candidates {
            let mut bound = values.clone();
            if match_atom(pattern, &atom, &mut bound) {
                out.extend(self.matches(position, &rest, bound));
            }
        }
        out.dedup();
        out
    }

    /// The solutions of a goal: rounds of naive evaluation until nothing is added.
    fn derive(&self, position: &Position, goal: &Atom, values: &Values) -> Vec<Atom> {
        let mut tables: BTreeMap<Atom, Vec<Atom>> = BTreeMap::new();
        let goal = question(goal, values);
        loop {
            let before: usize = tables.values().map(Vec::len).sum();
            let asked = tables.len();
            self.round(position, &goal, &mut tables, &mut Vec::new());
            if tables.values().map(Vec::len).sum::<usize>() == before && tables.len() == asked {
                return tables.remove(&goal).unwrap_or_default();
            }
        }
    }

    fn round(
        &self,
        position: &Position,
        goal: &Atom,
        tables: &mut BTreeMap<Atom, Vec<Atom>>,
        open: &mut Vec<Atom>,
    ) -> Vec<Atom> {
        if open.contains(goal) {
            return tables.get(goal).cloned().unwrap_or_default();
        }
        open.push(goal.clone());
        tables.entry(goal.clone()).or_default();
        for clause in self
            .program
            .clauses()
            .iter()
            .filter(|c| c.head.predicate == goal.predicate)
        {
            let mut values = vec![None; clause.variables.len()];
            let fits = clause
                .head
                .arguments
                .iter()
                .zip(&goal.arguments)
                .all(|(pattern, term)| {
                    matches!(term, Term::Variable(_)) || match_term(pattern, term, &mut values)
                });
            let found = if fits {
                self.body(position, &clause.goals, values, tables, open)
            } else {
                vec![]
            };
            for values in found {
                let answer = instance_atom(&clause.head, &values);
                let table = tables.entry(goal.clone()).or_default();
                if !table.contains(&answer) {
                    table.push(answer);
                }
            }
        }
        tables[goal].clone()
    }

    /// The goals of a clause: like premises, but goals ask within the same tables.
    fn body(
        &self,
        position: &Position,
        goals: &[Premise],
        values: Values,
        tables: &mut BTreeMap<Atom, Vec<Atom>>,
        open: &mut Vec<Atom>,
    ) -> Vec<Values> {
        let derived = |g: &Premise| match g {
            Premise::Derived(a) => Some(self.program.modes().best(a.predicate, mask(a, &values))),
            _ => None,
        };
        let plain: Vec<Premise> = goals
            .iter()
            .filter(|g| derived(g).is_none())
            .cloned()
            .collect();
        let best = goals
            .iter()
            .filter_map(|g| derived(g).flatten().map(|(_, mode)| (mode, g)));
        let Some((_, chosen)) = best.min_by_key(|(mode, _)| *mode) else {
            // Either only plain goals are left, or they have to bind something first.
            let found = self.matches(position, &plain, values.clone());
            if plain.len() == goals.len() {
                return found;
            }
            let rest: Vec<Premise> = goals
                .iter()
                .filter(|g| derived(g).is_some())
                .cloned()
                .collect();
            return found
                .into_iter()
                .flat_map(|v| self.body(position, &rest, v, tables, open))
                .collect();
        };
        let atom = chosen.atom().expect("a derived goal");
        let at = goals
            .iter()
            .position(|g| g == chosen)
            .expect("one of the goals");
        let mut rest = goals.to_vec();
        rest.remove(at);
        let mut out = Vec::new();
        for answer in self.round(position, &question(atom, &values), tables, open) {
            let mut bound = values.clone();
            if match_atom(atom, &answer, &mut bound) {
                out.extend(self.body(position, &rest, bound, tables, open));
            }
        }
        out
    }

    /// Premises left to right: a linear copy if there is one, else a persistent atom. Returns what
    /// is consumed and in how many ways; `None` if something is missing.
    fn pick(&self, position: &Position, rule: &Rule, values: &[Term]) -> Option<(Vec<Atom>, u128)> {
        let mut left = position.linear.clone();
        let (mut consumed, mut ways) = (Vec::new(), 1u128);
        for premise in &rule.premises {
            let (Premise::Take(a) | Premise::Read(a) | Premise::Persistent(a)) = premise else {
                continue;
            };
            let atom = ground(a, values);
            let lasting = position.persistent.contains(&atom);
            let copies = left.get(&atom).copied().unwrap_or(0);
            if matches!(premise, Premise::Persistent(_)) || copies == 0 {
                if !lasting {
                    return None;
                }
                continue;
            }
            ways *= u128::from(copies);
            left.insert(atom.clone(), copies - 1);
            if matches!(premise, Premise::Take(_)) {
                consumed.push(atom);
            }
        }
        Some((consumed, ways))
    }

    fn weight(&self, position: &Position, rule: &Rule, values: &[Term]) -> u128 {
        let Some((_, ways)) = self.pick(position, rule, values) else {
            return 0;
        };
        let lasting = rule.conclusions.iter().any(|c| c.persistent);
        let id = RuleId::new(
            self.program
                .rules()
                .iter()
                .position(|r| std::ptr::eq(r, rule))
                .expect("a rule"),
        );
        let after = self.fire(
            position,
            &Transition {
                rule: id,
                values: values.to_vec(),
                weight: 1,
            },
        );
        let same = after.linear == position.linear && after.persistent == position.persistent;
        if lasting && same { 0 } else { ways }
    }

    /// The position after a transition.
    pub fn fire(&self, position: &Position, transition: &Transition) -> Position {
        let rule = self.program.rule(transition.rule);
        let mut after = position.clone();
        let (consumed, _) = self
            .pick(position, rule, &transition.values)
            .expect("it applies");
        for atom in consumed {
            let copies = after.linear.get_mut(&atom).expect("it was picked");
            *copies -= 1;
            if *copies == 0 {
                after.linear.remove(&atom);
            }
        }
        for conclusion in &rule.conclusions {
            after.add(
                ground(&conclusion.atom, &transition.values),
                conclusion.persistent,
            );
        }
        if let Role::Link(_, Some(to)) = rule.role {
            after.stage = to;
        }
        after
    }

    // ---- Part 2: the game seen from outside

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
                    return (
                        position.clone(),
                        Turn::Over(self.outcome(&position)),
                        Vec::new(),
                    );
                }
                let seat = all.iter().map(|t| self.seat(t)).min().expect("not quiet");
                let own: Vec<Transition> =
                    all.into_iter().filter(|t| self.seat(t) == seat).collect();
                let moves = self.moves(own).into_iter().map(|(t, _)| (t, 1)).collect();
                return (position, Turn::Player(seat), moves);
            }
            let choice = self.moves(if quiet { self.links(&position) } else { all });
            let Some((first, _)) = choice.first().cloned() else {
                return (
                    position.clone(),
                    Turn::Over(self.outcome(&position)),
                    Vec::new(),
                );
            };
            let mut outcomes: Vec<(Position, bool, Transition, u128)> = Vec::new();
            for (transition, weight) in choice {
                let next = self.fire(&position, &transition);
                let ends = matches!(self.program.rule(transition.rule).role, Role::Link(_, None));
                match outcomes
                    .iter_mut()
                    .find(|(p, e, _, _)| *p == next && *e == ends)
                {
                    Some((_, _, _, sum)) => *sum += weight,
                    None => outcomes.push((next, ends, transition, weight)),
                }
            }
            let settles = !quiet && stage.settling.holds();
            if outcomes.len() > 1 && !settles {
                if self.decided(&position) {
                    return (
                        position.clone(),
                        Turn::Over(self.outcome(&position)),
                        Vec::new(),
                    );
                }
                let moves = outcomes.into_iter().map(|(_, _, t, w)| (t, w)).collect();
                return (position, Turn::Chance, moves);
            }
            position = self.fire(&position, &first);
            if matches!(self.program.rule(first.rule).role, Role::Link(_, None)) {
                return (
                    position.clone(),
                    Turn::Over(self.outcome(&position)),
                    Vec::new(),
                );
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
            a.rule
                .cmp(&b.rule)
                .then_with(|| compare_all(&self.effective(a), &self.effective(b)))
        });
        out
    }

    /// The values of the effective variables.
    pub fn effective(&self, transition: &Transition) -> Vec<Term> {
        let rule = self.program.rule(transition.rule);
        rule.effective
            .iter()
            .map(|v| transition.values[v.index()].clone())
            .collect()
    }

    fn seat(&self, transition: &Transition) -> Seat {
        let chooser = self.program.rule(transition.rule).chooser.as_ref();
        chooser.map_or(Seat(0), |t| {
            self.seat_of(&instance(t, &some(&transition.values)))
        })
    }

    fn seat_of(&self, player: &Term) -> Seat {
        let seats = self
            .program
            .game()
            .players
            .as_ref()
            .map_or(&[][..], |p| &p.seats);
        let at = seats
            .iter()
            .position(|c| *player == Term::Apply(*c, Vec::new()));
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

impl Position {
    fn add(&mut self, atom: Atom, persistent: bool) {
        if !persistent {
            *self.linear.entry(atom).or_insert(0) += 1;
        } else if !self.persistent.contains(&atom) {
            self.persistent.push(atom);
            self.persistent.sort();
        }
    }

    fn any(&self, predicates: &[PredId]) -> bool {
        self.linear
            .keys()
            .chain(&self.persistent)
            .any(|a| predicates.contains(&a.predicate))
    }
}
