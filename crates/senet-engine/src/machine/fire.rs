//! Firing: which copies go, which atoms come, and what follows from that for the agenda.

use crate::buffer::Buffer;
use crate::comprehension::{self, Effects};
use crate::engine::{Engine, RulePlan, Usage};
use crate::machine::back::Undo;
use crate::machine::{Answering, CopyUse, FiredRows, Machine, Made, Scratch, Used};
use senet_game::{LimitKind, LimitReached};
use senet_program::{PredId, RuleId};
use senet_words::Value;

impl Machine {
    pub(super) fn fire(
        &mut self,
        engine: &Engine,
        rule: RuleId,
        values: &[Value],
        rows: &[u32],
        mut firing: Option<&mut FiredRows>,
    ) -> Result<(), LimitReached> {
        self.steps += 1;
        self.last.clear();
        self.last.extend_from_slice(values);
        let plan = &engine.rules[rule.index()];
        if let Some(firing) = &mut firing {
            firing.used.clear();
            firing.made.clear();
            if let Some(support) = &mut firing.support {
                self.refresh_tables();
                let (position, tables) = (&self.position, &mut self.tables);
                crate::support::support(engine, position, tables, rule, values, support)?;
            }
        }
        // Which copies each premise uses, left to right: linear ones first.
        let Scratch { mut taken, mut adds, mut atoms } = std::mem::take(&mut self.scratch);
        taken.clear();
        adds.clear();
        atoms.clear();
        for (need, row) in plan.needs.iter().zip(rows) {
            let predicate = need.predicate;
            let mut how = CopyUse::Persistent;
            if need.usage != Usage::Persistent {
                let known = taken.iter().position(|(p, r, _, _)| *p == predicate && r == row);
                let at = known.unwrap_or_else(|| {
                    taken.push((predicate, *row, 0, 0));
                    taken.len() - 1
                });
                if taken[at].2 < self.position.relations[predicate.index()].count(*row) {
                    taken[at].2 += 1;
                    how = CopyUse::Read;
                    if need.usage == Usage::Take {
                        taken[at].3 += 1;
                        how = CopyUse::Taken;
                    }
                }
            }
            if let Some(firing) = &mut firing {
                firing.used.push(Used { predicate, row: *row, how });
            }
        }
        if let Some(firing) = &mut firing {
            firing.own = firing.used.len();
        }
        let mut effects = None;
        if !plan.comprehensions.is_empty() {
            effects = Some(self.effects(engine, plan, values, &taken)?);
        }
        // What is taken and made again stays where it is.
        for (i, make) in plan.makes.iter().enumerate() {
            let begin = atoms.len();
            for argument in &make.arguments {
                atoms.push(engine.value(argument, values));
            }
            if !make.persistent {
                let back = taken.iter_mut().find(|(p, row, _, n)| {
                    *p == make.predicate
                        && *n > 0
                        && self.position.relations[p.index()].row(*row) == &atoms[begin..]
                });
                if let Some((_, row, _, n)) = back {
                    *n -= 1;
                    atoms.truncate(begin);
                    if let Some(firing) = &mut firing {
                        let (predicate, row) = (make.predicate, *row);
                        let (fresh, persistent) = (true, false);
                        firing.made.push(Made { make: i, predicate, row, fresh, persistent });
                    }
                    continue;
                }
            }
            adds.push((i, begin));
        }
        for (predicate, row, _, n) in &taken {
            if *n > 0 {
                self.change(engine, *predicate, *row, -i128::from(*n))?;
            }
        }
        for (predicate, row, n) in effects.iter().flat_map(|e| &e.takes) {
            if let Some(firing) = &mut firing {
                let used = Used { predicate: *predicate, row: *row, how: CopyUse::Taken };
                firing.used.extend(std::iter::repeat_n(used, one_by_one(engine, *n)?));
            }
            self.change(engine, *predicate, *row, -i128::from(*n))?;
        }
        for (i, begin) in adds.iter().copied() {
            let make = &plan.makes[i];
            if !engine.stays[make.predicate.index()] {
                continue;
            }
            let atom = &atoms[begin..begin + make.arguments.len()];
            let (row, fresh) = self.add(engine, make.predicate, atom, make.persistent)?;
            if let Some(firing) = &mut firing {
                let (predicate, persistent) = (make.predicate, make.persistent);
                firing.made.push(Made { make: i, predicate, row, fresh, persistent });
            }
        }
        for (i, made) in effects.iter().flat_map(|e| &e.makes).enumerate() {
            if engine.stays[made.predicate.index()] {
                self.add_copies(engine, plan.makes.len() + i, made, firing.as_deref_mut())?;
            }
        }
        self.scratch = Scratch { taken, adds, atoms };
        if let Some(to) = plan.to {
            if let Some(undo) = &mut self.undo {
                undo.push(Undo::Stage(self.position.stage));
            }
            self.enter(engine, to)?;
        }
        if let Some(firing) = &mut firing {
            firing.made.sort_by_key(|m| m.make);
        }
        if engine.compound && engine.interner.len() as u64 > engine.limits.terms {
            return Err(engine.stop(LimitKind::Terms, ""));
        }
        Ok(())
    }

    /// What the braces of a rule do, in the position before it fires.
    fn effects(
        &mut self,
        engine: &Engine,
        plan: &RulePlan,
        values: &[Value],
        taken: &[(PredId, u32, u64, u64)],
    ) -> Result<Effects, LimitReached> {
        self.refresh_tables();
        let taken: Vec<(PredId, u32, u64)> =
            taken.iter().map(|(p, r, _, n)| (*p, *r, *n)).collect();
        let (position, tables) = (&self.position, &mut self.tables);
        let mut answers = Answering { engine, position, tables };
        Effects::of(engine, position, &plan.comprehensions, values, &taken, &mut answers)
    }

    /// Adds what braces make.
    fn add_copies(
        &mut self,
        engine: &Engine,
        make: usize,
        made: &comprehension::Made,
        firing: Option<&mut FiredRows>,
    ) -> Result<(), LimitReached> {
        let (predicate, persistent) = (made.predicate, made.persistent);
        let (row, fresh) = if persistent {
            self.add(engine, predicate, &made.values, true)?
        } else {
            let row = self.position.relations[predicate.index()].insert(&made.values);
            self.change(engine, predicate, row, i128::from(made.copies))?;
            (row, true)
        };
        if let Some(firing) = firing {
            let copies = if persistent { 1 } else { one_by_one(engine, made.copies)? };
            let one = Made { make, predicate, row, fresh, persistent };
            firing.made.extend(std::iter::repeat_n(one, copies));
        }
        Ok(())
    }

    /// Adds a copy of an atom, or makes it persistent. Returns its row and whether that was new.
    fn add(
        &mut self,
        engine: &Engine,
        predicate: PredId,
        values: &[Value],
        persistent: bool,
    ) -> Result<(u32, bool), LimitReached> {
        let relation = &mut self.position.relations[predicate.index()];
        let row = relation.insert(values);
        if !persistent {
            self.change(engine, predicate, row, 1)?;
            return Ok((row, true));
        }
        if relation.is_persistent(row) {
            return Ok((row, false));
        }
        let there = relation.count(row) > 0;
        relation.set_persistent(row, true);
        self.position.shift_persistent(engine, predicate, row, true);
        if let Some(undo) = &mut self.undo {
            undo.push(Undo::Persistent(predicate, values.into()));
        }
        if there {
            self.agenda.row_changed(engine, &self.position, predicate, row);
        } else {
            self.position.atoms += 1;
            self.check_size(engine)?;
        }
        self.appeared(engine, predicate, row, there)?;
        Ok((row, true))
    }

    /// Changes the copies of an atom, and what follows from that.
    pub(super) fn change(
        &mut self,
        engine: &Engine,
        predicate: PredId,
        row: u32,
        by: i128,
    ) -> Result<(), LimitReached> {
        let relation = &mut self.position.relations[predicate.index()];
        let before = relation.count(row);
        let after = u64::try_from(i128::from(before) + by)
            .map_err(|_| engine.stop(LimitKind::Numbers, "the copies of an atom"))?;
        let persistent = relation.is_persistent(row);
        relation.set_count(row, after);
        if let Some(undo) = &mut self.undo {
            undo.push(Undo::Copies(predicate, relation.row(row).into(), by));
        }
        self.position.shift(engine, predicate, row, by);
        if after == 0 && !persistent {
            self.agenda.row_removed(engine, predicate, row);
            self.position.relations[predicate.index()].remove(row);
            self.position.atoms -= 1;
            return Ok(());
        }
        if before == 0 && !persistent {
            self.position.atoms += 1;
            self.check_size(engine)?;
            return self.appeared(engine, predicate, row, false);
        }
        self.agenda.row_changed(engine, &self.position, predicate, row);
        Ok(())
    }

    /// Finds the matches that a new atom makes possible; `there`: it was there as a linear one, and
    /// is now persistent too.
    fn appeared(
        &mut self,
        engine: &Engine,
        predicate: PredId,
        row: u32,
        there: bool,
    ) -> Result<(), LimitReached> {
        let deltas = &engine.stages[self.position.stage.index()].deltas[predicate.index()];
        if deltas.is_empty() || self.blind {
            return Ok(());
        }
        let persistent = self.position.relations[predicate.index()].is_persistent(row);
        let mut given = Buffer::<Value>::of(self.position.relations[predicate.index()].row(row));
        for delta in deltas {
            if (there && !delta.persistent) || (delta.persistent && !persistent) {
                continue;
            }
            self.extend(
                engine,
                delta.rule,
                &delta.plan,
                given.all(),
                Some((delta.slot, row, there)),
            )?;
        }
        Ok(())
    }
}

/// Copies that a trace keeps one by one, of which there may be as many as atoms.
fn one_by_one(engine: &Engine, copies: u64) -> Result<usize, LimitReached> {
    let some = usize::try_from(copies).ok().filter(|_| copies <= engine.limits.atoms);
    some.ok_or_else(|| engine.stop(LimitKind::Atoms, "the trace of one step"))
}
