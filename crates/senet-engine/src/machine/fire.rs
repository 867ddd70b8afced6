//! Firing: which copies go, which atoms come, and what follows from that for the agenda.

use crate::buffer::Buffer;
use crate::comprehension::{self, Effects};
use crate::engine::Engine;
use crate::machine::back::Undo;
use crate::machine::{Answering, CopyUse, FiredRows, Machine, Made, RowUse, Scratch, Used};
use crate::rule_plan::{Make, RulePlan, Usage};
use senet_game::{LimitKind, LimitReached};
use senet_program::{PredId, RuleId};
use senet_words::Value;

impl Machine {
    /// Fires a transition: `values` of the variables of `rule`, and the `rows` that its premises
    /// match. Takes the time of what changes, and of the matches that change with it.
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
            self.begin_trace(engine, rule, values, firing)?;
        }
        let mut scratch = std::mem::take(&mut self.scratch);
        self.use_rows(plan, rows, &mut scratch.rows, firing.as_deref_mut());
        if let Some(firing) = &mut firing {
            firing.own = firing.used.len();
        }
        let effects = match plan.comprehensions.is_empty() {
            true => Effects::default(),
            false => self.effects(engine, plan, values, &scratch.rows)?,
        };
        self.plan_conclusions(engine, plan, values, &mut scratch, firing.as_deref_mut());
        // First everything goes, then everything comes: no match is made with an atom that goes.
        self.take_atoms(engine, &scratch.rows, &effects, firing.as_deref_mut())?;
        self.make_atoms(engine, plan, &scratch, &effects, firing.as_deref_mut())?;
        self.scratch = scratch;
        if let Some(to) = plan.to {
            if let Some(undo) = &mut self.undo {
                undo.push(Undo::Stage(self.position.stage));
            }
            self.enter(engine, to);
        }
        if let Some(firing) = &mut firing {
            firing.made.sort_by_key(|m| m.make);
        }
        if engine.compound && engine.interner.len() as u64 > engine.limits.terms {
            return Err(engine.stop(LimitKind::Terms, ""));
        }
        Ok(())
    }

    /// Empties the trace of a firing, and finds what its derived premises rest on if that is wanted: the
    /// position that they hold in is about to change.
    fn begin_trace(
        &mut self,
        engine: &Engine,
        rule: RuleId,
        values: &[Value],
        firing: &mut FiredRows,
    ) -> Result<(), LimitReached> {
        firing.used.clear();
        firing.made.clear();
        let Some(support) = &mut firing.support else { return Ok(()) };
        self.refresh_tables();
        let (position, tables) = (&self.position, &mut self.tables);
        crate::support::support(engine, position, tables, rule, values, support)
    }

    /// Works out the atoms that the conclusions make. A copy that is taken and made again stays: it leaves
    /// the uses of its row, and is not among the additions.
    fn plan_conclusions(
        &self,
        engine: &Engine,
        plan: &RulePlan,
        values: &[Value],
        scratch: &mut Scratch,
        mut firing: Option<&mut FiredRows>,
    ) {
        let Scratch { rows: uses, adds, atoms } = scratch;
        adds.clear();
        atoms.clear();
        for (i, make) in plan.makes.iter().enumerate() {
            let begin = atoms.len();
            for argument in &make.arguments {
                atoms.push(engine.value(argument, values));
            }
            match self.made_again(make, &atoms[begin..], uses) {
                None => adds.push((i, begin)),
                Some(row) => {
                    atoms.truncate(begin);
                    if let Some(firing) = &mut firing {
                        let (predicate, fresh, persistent) = (make.predicate, true, false);
                        firing.made.push(Made { make: i, predicate, row, fresh, persistent });
                    }
                }
            }
        }
    }

    /// Takes away what the premises use up, then what comprehensions do.
    fn take_atoms(
        &mut self,
        engine: &Engine,
        uses: &[RowUse],
        effects: &Effects,
        mut firing: Option<&mut FiredRows>,
    ) -> Result<(), LimitReached> {
        for RowUse { predicate, row, taken, .. } in uses {
            if *taken > 0 {
                self.change(engine, *predicate, *row, -i128::from(*taken))?;
            }
        }
        for (predicate, row, n) in &effects.takes {
            if let Some(firing) = &mut firing {
                let used = Used { predicate: *predicate, row: *row, how: CopyUse::Taken };
                firing.used.extend(std::iter::repeat_n(used, one_by_one(engine, *n)?));
            }
            self.change(engine, *predicate, *row, -i128::from(*n))?;
        }
        Ok(())
    }

    /// Adds the conclusions, then what comprehensions make. Actions that no premise reads are for the
    /// host alone, and never enter the position.
    fn make_atoms(
        &mut self,
        engine: &Engine,
        plan: &RulePlan,
        scratch: &Scratch,
        effects: &Effects,
        mut firing: Option<&mut FiredRows>,
    ) -> Result<(), LimitReached> {
        for (i, begin) in scratch.adds.iter().copied() {
            let make = &plan.makes[i];
            if !engine.stays[make.predicate.index()] {
                continue;
            }
            let atom = &scratch.atoms[begin..begin + make.arguments.len()];
            let (row, fresh) = self.add(engine, make.predicate, atom, make.persistent)?;
            if let Some(firing) = &mut firing {
                let (predicate, persistent) = (make.predicate, make.persistent);
                firing.made.push(Made { make: i, predicate, row, fresh, persistent });
            }
        }
        for (i, made) in effects.makes.iter().enumerate() {
            if engine.stays[made.predicate.index()] {
                self.add_copies(engine, plan.makes.len() + i, made, firing.as_deref_mut())?;
            }
        }
        Ok(())
    }

    /// Which copies each premise uses, left to right: linear ones first, then a persistent one, of
    /// which there are as many as needed. Quadratic in the premises of one rule, which are few.
    fn use_rows(
        &self,
        plan: &RulePlan,
        rows: &[u32],
        uses: &mut Vec<RowUse>,
        mut firing: Option<&mut FiredRows>,
    ) {
        uses.clear();
        for (need, &row) in plan.needs.iter().zip(rows) {
            let predicate = need.predicate;
            let mut how = CopyUse::Persistent;
            if need.usage != Usage::Persistent {
                let known = uses.iter().position(|u| u.predicate == predicate && u.row == row);
                let at = known.unwrap_or_else(|| {
                    uses.push(RowUse { predicate, row, used: 0, taken: 0 });
                    uses.len() - 1
                });
                let copies = self.position.relations[predicate.index()].count(row);
                if uses[at].used < copies {
                    uses[at].used += 1;
                    how = CopyUse::Read;
                    if need.usage == Usage::Take {
                        uses[at].taken += 1;
                        how = CopyUse::Taken;
                    }
                }
            }
            if let Some(firing) = &mut firing {
                firing.used.push(Used { predicate, row, how });
            }
        }
    }

    /// The row of an atom that is taken and made again: a copy of it stays where it is, so that
    /// neither the key of the position nor the agenda changes.
    fn made_again(&self, make: &Make, atom: &[Value], uses: &mut [RowUse]) -> Option<u32> {
        if make.persistent {
            return None;
        }
        let back = uses.iter_mut().find(|u| {
            u.predicate == make.predicate
                && u.taken > 0
                && self.position.relations[u.predicate.index()].row(u.row) == atom
        })?;
        back.taken -= 1;
        Some(back.row)
    }

    /// What the comprehensions of a rule do, in the position before it fires.
    fn effects(
        &mut self,
        engine: &Engine,
        plan: &RulePlan,
        values: &[Value],
        uses: &[RowUse],
    ) -> Result<Effects, LimitReached> {
        self.refresh_tables();
        let taken: Vec<(PredId, u32, u64)> =
            uses.iter().map(|u| (u.predicate, u.row, u.taken)).collect();
        let (position, tables) = (&self.position, &mut self.tables);
        let mut answers = Answering { engine, position, tables };
        Effects::of(engine, position, &plan.comprehensions, values, &taken, &mut answers)
    }

    /// Adds what comprehensions make.
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
        // In order: matches go while the row still has its values, then the row goes. On the
        // other side a row comes first and is matched then, so that the join finds it.
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
        if deltas.is_empty() || self.listings.is_some() {
            return Ok(());
        }
        // TREAT: only joins that contain the new atom are computed, one delta plan for each
        // premise that it could match. There are no stored partial joins to update (as in
        // Rete).
        let persistent = self.position.relations[predicate.index()].is_persistent(row);
        let mut given = Buffer::<Value>::of(self.position.relations[predicate.index()].row(row));
        for delta in deltas {
            // An atom that was there as a linear one has its matches already; being
            // persistent too can only serve premises that want that.
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
