//! What becomes of matches: kept on the agenda, listed, or only counted as there.

use crate::agenda::{Agenda, weigh};
use crate::blocks::Complete;
use crate::comprehension::Effects;
use crate::engine::Engine;
use crate::join::{Answers, Goal, Visit};
use crate::listed::Listed;
use crate::machine::{Senses, silent};
use crate::position::TermPosition;
use crate::rule_plan::{Need, Usage};
use crate::solve::Tables;
use senet_game::{LimitKind, LimitReached};
use senet_program::show::Show;
use senet_program::{PredId, Premise, RuleId};
use senet_words::Value;

/// Answers a query, in this position if that makes a difference.
fn answer(
    engine: &Engine,
    position: &TermPosition,
    tables: &mut Tables,
    goal: Goal<'_>,
) -> Result<Option<Answers>, LimitReached> {
    let here = engine.queries[goal.query].reads_position;
    let answers = if here {
        tables.answer(engine, position, goal)
    } else {
        engine.answer_known(position, goal)
    };
    answers.map(Some)
}

/// Whether a query with nothing left to find holds in this position, if that shows at once.
fn test(
    engine: &Engine,
    position: &TermPosition,
    tables: &mut Tables,
    goal: Goal<'_>,
) -> Result<Option<bool>, LimitReached> {
    let here = engine.queries[goal.query].reads_position;
    if here { tables.test(engine, position, goal, 0) } else { Ok(None) }
}

/// Answers queries in a position.
pub(crate) struct Answering<'a> {
    pub(crate) engine: &'a Engine,
    pub(crate) position: &'a TermPosition,
    pub(crate) tables: &'a mut Tables,
}

impl Complete for Answering<'_> {
    fn complete(&mut self, goal: Goal<'_>) -> Result<Answers, LimitReached> {
        let answers = answer(self.engine, self.position, self.tables, goal)?;
        Ok(answers.unwrap_or_else(|| Answers::from([])))
    }

    fn quickly(&mut self, goal: Goal<'_>) -> Result<Option<bool>, LimitReached> {
        test(self.engine, self.position, self.tables, goal)
    }
}

impl Complete for Keep<'_> {
    fn complete(&mut self, goal: Goal<'_>) -> Result<Answers, LimitReached> {
        self.engine.answer_known(self.position, goal)
    }
}

impl Complete for Collect<'_, '_> {
    fn complete(&mut self, goal: Goal<'_>) -> Result<Answers, LimitReached> {
        let Collect { engine, position, tables, .. } = self;
        Answering { engine, position, tables }.complete(goal)
    }
}

impl Complete for Exists<'_> {
    fn complete(&mut self, goal: Goal<'_>) -> Result<Answers, LimitReached> {
        let Exists { engine, position, tables, .. } = self;
        Answering { engine, position, tables }.complete(goal)
    }
}

/// Puts matches on the agenda.
pub(super) struct Keep<'a> {
    pub(super) engine: &'a Engine,
    pub(super) position: &'a TermPosition,
    pub(super) agenda: &'a mut Agenda,
    pub(super) rule: RuleId,
}

impl Visit for Keep<'_> {
    fn found(&mut self, values: &[Value], rows: &[u32]) -> Result<(), LimitReached> {
        self.agenda.insert(self.engine, self.position, self.rule, values, rows)
    }

    fn solve(
        &mut self,
        _: usize,
        goal: Goal<'_>,
        _: &[Value],
    ) -> Result<Option<Answers>, LimitReached> {
        self.engine.answer_known(self.position, goal).map(Some)
    }

    fn sense(&mut self, predicate: PredId) -> Answers {
        silent(predicate)
    }
}

/// Lists matches with their weights.
pub(super) struct Collect<'a, 's> {
    pub(super) engine: &'a Engine,
    pub(super) position: &'a TermPosition,
    pub(super) tables: &'a mut Tables,
    pub(super) senses: Senses<'s>,
    pub(super) rule: RuleId,
    pub(super) out: &'a mut Listed,
    /// One match is enough for the last so many steps; and whether it is there.
    pub(super) once_for: usize,
    pub(super) enough: bool,
    /// No more matches are wanted once so many are listed.
    pub(super) most: usize,
}

impl Visit for Collect<'_, '_> {
    fn found(&mut self, values: &[Value], rows: &[u32]) -> Result<(), LimitReached> {
        let plan = &self.engine.rules[self.rule.index()];
        let mut weight = weigh(self.engine, self.position, plan, values, rows);
        if weight > 0 && plan.idle_comprehensions && self.does_nothing(values, rows)? {
            weight = 0;
        }
        if weight > 0 {
            if self.out.len() as u64 > self.engine.limits.matches {
                return Err(self
                    .engine
                    .stop(LimitKind::Matches, "a rule matches in too many ways"));
            }
            if let Some(premise) = self.engine.program.rule(self.rule).unsolved.first() {
                return Err(self.unsolvable(premise));
            }
            self.out.push(self.rule, weight, values, rows);
            self.enough = self.once_for != usize::MAX;
        }
        Ok(())
    }

    fn enough(&self) -> bool {
        self.enough || self.out.len() >= self.most
    }

    fn once_for(&self) -> usize {
        self.once_for
    }

    fn more(&mut self) {
        self.enough = false;
    }

    fn solve(
        &mut self,
        _: usize,
        goal: Goal<'_>,
        _: &[Value],
    ) -> Result<Option<Answers>, LimitReached> {
        answer(self.engine, self.position, self.tables, goal)
    }

    fn test(&mut self, goal: Goal<'_>) -> Result<Option<bool>, LimitReached> {
        test(self.engine, self.position, self.tables, goal)
    }

    fn sense(&mut self, predicate: PredId) -> Answers {
        (self.senses)(predicate)
    }
}

impl Collect<'_, '_> {
    /// All but this premise of the rule match, and this one cannot be solved.
    #[cold]
    fn unsolvable(&self, premise: &Premise) -> LimitReached {
        let program = &*self.engine.program;
        let shown = Show::new(program).premise(premise, &program.rule(self.rule).variables);
        let name = self.engine.words.rule_name(self.rule);
        self.engine.stop(LimitKind::Unsolvable, format!("`{shown}` of `{name}`"))
    }

    /// Whether a rule whose comprehensions make persistent atoms would change nothing.
    fn does_nothing(&mut self, values: &[Value], rows: &[u32]) -> Result<bool, LimitReached> {
        let Collect { engine, position, tables, rule, .. } = self;
        let plan = &engine.rules[rule.index()];
        // The whole change of the firing is worked out without making it: such rules are
        // matched anew in each position, so this is done for each match.
        let taken = taken(position, &plan.needs, rows);
        let mut answers = Answering { engine, position, tables };
        let effects =
            Effects::of(engine, position, &plan.comprehensions, values, &taken, &mut answers)?;
        // The net change of each atom, by value: a rule may make again what it takes.
        let mut net: Vec<(PredId, Vec<Value>, i128)> = Vec::new();
        let mut shift = |predicate: PredId, atom: Vec<Value>, by: i128| match net
            .iter_mut()
            .find(|(p, a, _)| *p == predicate && *a == atom)
        {
            Some((_, _, sum)) => *sum += by,
            None => net.push((predicate, atom, by)),
        };
        let lasts = |predicate: PredId, atom: &[Value]| position.get(predicate, atom).1;
        for (predicate, row, n) in taken.iter().chain(&effects.takes) {
            let atom = position.relations[predicate.index()].row(*row).to_vec();
            shift(*predicate, atom, -i128::from(*n));
        }
        for make in &plan.makes {
            let atom: Vec<Value> = make.arguments.iter().map(|e| engine.value(e, values)).collect();
            if !make.persistent {
                shift(make.predicate, atom, 1);
            } else if !lasts(make.predicate, &atom) {
                return Ok(false);
            }
        }
        for made in effects.makes {
            if !made.persistent {
                shift(made.predicate, made.values, i128::from(made.copies));
            } else if !lasts(made.predicate, &made.values) {
                return Ok(false);
            }
        }
        Ok(net.iter().all(|(_, _, sum)| *sum == 0))
    }
}

/// How many linear copies of each row premises take.
pub(super) fn taken(
    position: &TermPosition,
    needs: &[Need],
    rows: &[u32],
) -> Vec<(PredId, u32, u64)> {
    let mut used: Vec<(PredId, u32, u64, u64)> = Vec::new();
    for (need, row) in needs.iter().zip(rows).filter(|(n, _)| n.usage != Usage::Persistent) {
        let at = used.iter().position(|(p, r, _, _)| *p == need.predicate && r == row);
        let at = at.unwrap_or_else(|| {
            used.push((need.predicate, *row, 0, 0));
            used.len() - 1
        });
        if used[at].2 < position.relations[need.predicate.index()].count(*row) {
            used[at].2 += 1;
            used[at].3 += u64::from(need.usage == Usage::Take);
        }
    }
    used.into_iter().map(|(p, row, _, n)| (p, row, n)).collect()
}

/// Only wants to know whether there is a match.
pub(super) struct Exists<'a> {
    pub(super) engine: &'a Engine,
    pub(super) position: &'a TermPosition,
    pub(super) tables: &'a mut Tables,
    pub(super) found: bool,
}

impl Visit for Exists<'_> {
    fn found(&mut self, _: &[Value], _: &[u32]) -> Result<(), LimitReached> {
        self.found = true;
        Ok(())
    }

    fn enough(&self) -> bool {
        self.found
    }

    fn solve(
        &mut self,
        _: usize,
        goal: Goal<'_>,
        _: &[Value],
    ) -> Result<Option<Answers>, LimitReached> {
        answer(self.engine, self.position, self.tables, goal)
    }

    fn test(&mut self, goal: Goal<'_>) -> Result<Option<bool>, LimitReached> {
        test(self.engine, self.position, self.tables, goal)
    }

    fn sense(&mut self, predicate: PredId) -> Answers {
        silent(predicate)
    }
}
