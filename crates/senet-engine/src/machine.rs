//! The micro-step machine: one position, its agenda, and how steps change both.
//!
//! Everything above builds on this: [`Run`](crate::Run) adds ages, a host and a trace, the
//! [term engine](crate::TermGame) adds turns and moves.

mod back;
mod candidates;
mod fire;
mod ordered;
mod visits;

use crate::agenda::Agenda;
use crate::buffer::Buffer;
use crate::engine::Engine;
use crate::join::{Answers, Join, Match};
use crate::listed::Listed;
use crate::machine::back::Undo;
use crate::machine::visits::{Collect, Exists, Keep};
use crate::plan::Plan;
use crate::position::TermPosition;
use crate::solve::Tables;
use crate::support::Support;
use senet_game::{LimitKind, LimitReached, Rng, at_weight};
use senet_program::{Conclusion, PredId, RuleId, StageId};
use senet_words::Value;
use std::sync::Arc;

pub(crate) use crate::machine::candidates::{Candidate, Chosen};
pub(crate) use crate::machine::visits::Answering;

/// A rule or link that can fire, with the values of its variables.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Transition {
    /// The rule or link.
    pub rule: RuleId,
    /// The values of its variables.
    pub values: Box<[Value]>,
    /// In how many ways it can pick its copies.
    pub weight: u128,
}

/// What the host may say to a sensing predicate: solutions one after another.
pub(crate) type Senses<'a> = &'a mut dyn FnMut(PredId) -> Answers;

/// A position that steps.
#[derive(Debug)]
pub struct Machine {
    pub(crate) position: TermPosition,
    agenda: Agenda,
    /// How often the rules of the stage may still be listed before the agenda takes over those that it
    /// can keep; nothing if it has.
    listings: Option<u8>,
    /// Matches that were listed, and the version of the position they are from.
    listed: Listed,
    listed_of: u64,
    links: Listed,
    /// Answers of derived predicates in one position, and its version.
    tables: Tables,
    tables_of: u64,
    undo: Option<Vec<Undo>>,
    pub(crate) steps: u64,
    /// The number of atoms at which memory is measured again.
    measure_at: usize,
    /// The values of the last firing.
    pub(crate) last: Vec<Value>,
    scratch: Scratch,
}

/// A copy has no answers at hand and no room of its own yet: both are found again when they are
/// needed, and so that positions that are kept stay small.
impl Clone for Machine {
    fn clone(&self) -> Machine {
        Machine {
            position: self.position.clone(),
            agenda: self.agenda.clone(),
            listings: self.listings,
            listed: self.listed.clone(),
            listed_of: self.listed_of,
            links: Listed::default(),
            tables: Tables::default(),
            tables_of: u64::MAX,
            undo: self.undo.clone(),
            steps: self.steps,
            measure_at: self.measure_at,
            last: self.last.clone(),
            scratch: Scratch::default(),
        }
    }
}

/// So often the rules of a stage are listed before their matches are kept.
const LISTINGS: u8 = 2;
/// Stages with at least so many matches have them kept at once,
const FEW: usize = 64;
/// and those whose joins look at more candidates from the next listing on.
const CHEAP: u64 = 256;

/// Which matches of a rule are listed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Wanted {
    All,
    /// Some match for each move.
    EachMove,
    /// All, unless there are so many.
    Few(usize),
}

impl Machine {
    /// About how many bytes a copy takes.
    pub fn bytes(&self) -> usize {
        self.position.bytes() + self.agenda.bytes() + self.listed.bytes() + size_of::<Machine>()
    }
}

/// Room for a firing, kept so that steps do not allocate.
#[derive(Debug, Clone, Default)]
struct Scratch {
    rows: Vec<RowUse>,
    /// What is made anew, and where its values begin among those of all atoms.
    adds: Vec<(usize, usize)>,
    atoms: Vec<Value>,
}

/// What the premises of a rule do with one row of the position.
#[derive(Debug, Clone, Copy)]
struct RowUse {
    predicate: PredId,
    row: u32,
    /// Copies that premises use, whether they are read or taken: never more than there are.
    used: u64,
    /// Of those, the copies that go.
    taken: u64,
}

/// What a firing used and made, by rows: what it used is as it was before, what it made as after.
#[derive(Debug, Default)]
pub(crate) struct FiredRows {
    pub(crate) used: Vec<Used>,
    /// How many of them the left side used; comprehensions took the others.
    pub(crate) own: usize,
    pub(crate) made: Vec<Made>,
    /// What it rests on besides; kept only on request.
    pub(crate) support: Option<Support>,
}

#[derive(Debug, Clone, Copy)]
pub(crate) struct Used {
    pub(crate) predicate: PredId,
    pub(crate) row: u32,
    pub(crate) how: CopyUse,
}

/// How a step uses a copy of an atom.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CopyUse {
    /// A linear copy, consumed.
    Taken,
    /// A linear copy, read.
    Read,
    /// The persistent atom.
    Persistent,
    /// Looked at by a derived predicate, an aggregate or a comprehension.
    Through,
}

#[derive(Debug, Clone, Copy)]
pub(crate) struct Made {
    pub(crate) make: usize,
    pub(crate) predicate: PredId,
    pub(crate) row: u32,
    /// Whether a copy or a persistent atom came to be; not so for a persistent one that was there.
    pub(crate) fresh: bool,
    pub(crate) persistent: bool,
}

impl Machine {
    /// A machine in a stage, with atoms.
    pub fn new(
        engine: &Engine,
        stage: StageId,
        atoms: &[Conclusion],
    ) -> Result<Machine, LimitReached> {
        let mut machine = Machine::empty(engine, stage);
        machine.reserve(atoms.iter().map(|atom| atom.atom.predicate));
        let mut values: Vec<Value> = Vec::new();
        for atom in atoms {
            values.clear();
            values.extend(atom.atom.arguments.iter().map(|t| engine.interner.ground(t)));
            machine.place(engine, atom.atom.predicate, &values, atom.persistent, 1)?;
        }
        Ok(machine)
    }

    /// A machine at a start of its program.
    pub fn at_start(engine: &Engine, start: usize) -> Result<Machine, LimitReached> {
        let declared = &engine.program.starts()[start];
        if declared.sets.is_empty() {
            return Machine::new(engine, declared.stage, &declared.atoms);
        }
        let mut machine = Machine::empty(engine, declared.stage);
        let atoms = engine.start_atoms(start)?;
        machine.reserve(atoms.iter().map(|atom| atom.predicate));
        for atom in atoms {
            machine.place(engine, atom.predicate, &atom.values, atom.persistent, atom.copies)?;
        }
        Ok(machine)
    }

    /// The position that it stands in, without ages or history.
    pub fn position(&self) -> &TermPosition {
        &self.position
    }

    /// How many steps it has made.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// Makes room for atoms of these predicates, where there are many.
    fn reserve(&mut self, predicates: impl Iterator<Item = PredId>) {
        const MANY: usize = 1_000;
        let mut counts = vec![0; self.position.relations.len()];
        predicates.for_each(|predicate| counts[predicate.index()] += 1);
        for (relation, more) in self.position.relations.iter_mut().zip(counts) {
            if more >= MANY {
                relation.reserve(more);
            }
        }
    }

    /// Puts an atom in without matching; for positions that are being set up.
    pub(crate) fn place(
        &mut self,
        engine: &Engine,
        predicate: PredId,
        values: &[Value],
        persistent: bool,
        copies: u64,
    ) -> Result<u32, LimitReached> {
        let relation = &mut self.position.relations[predicate.index()];
        let row = relation.insert(values);
        let fresh = relation.count(row) == 0 && !relation.is_persistent(row);
        if persistent {
            if !relation.is_persistent(row) {
                relation.set_persistent(row, true);
                self.position.shift_persistent(engine, predicate, row, true);
            }
        } else {
            let overflow = || engine.stop(LimitKind::Numbers, "the copies of an atom");
            let count = relation.count(row).checked_add(copies).ok_or_else(overflow)?;
            relation.set_count(row, count);
            self.position.shift(engine, predicate, row, i128::from(copies));
        }
        if fresh {
            self.position.atoms += 1;
            self.check_size(engine)?;
        }
        Ok(row)
    }

    fn check_size(&mut self, engine: &Engine) -> Result<(), LimitReached> {
        let atoms = self.position.atoms;
        if atoms as u64 > engine.limits.atoms {
            return Err(engine.stop(LimitKind::Atoms, ""));
        }
        // Measured again after a quarter more atoms: the cost of measuring is a constant
        // share of that of adding.
        if atoms > self.measure_at {
            self.measure_at = atoms + atoms / 4;
            if self.position.bytes() as u64 > engine.limits.memory {
                return Err(engine.stop(LimitKind::Memory, "the position"));
            }
        }
        Ok(())
    }

    /// Enters a stage. Nothing is matched yet: most stages make a step or two before they are left, so
    /// that listing their matches costs less than keeping them.
    fn enter(&mut self, engine: &Engine, stage: StageId) {
        self.position.stage = stage;
        self.position.version += 1;
        self.agenda.clear(engine);
        self.listings = Some(LISTINGS);
    }

    /// From here on the agenda keeps the matches of the stage up to date.
    fn keep_matches(&mut self, engine: &Engine) -> Result<(), LimitReached> {
        self.listings = None;
        let plan = &engine.stages[self.position.stage.index()];
        self.agenda.reset(engine, &plan.kept);
        for rule in &plan.kept {
            let full = &engine.rules[rule.index()].full;
            self.extend(engine, *rule, full, &[], None)?;
        }
        Ok(())
    }

    /// Adds the matches of a plan to the agenda; with a given row, those that use it.
    fn extend(
        &mut self,
        engine: &Engine,
        rule: RuleId,
        plan: &Plan,
        given: &[Value],
        row: Option<(usize, u32, bool)>,
    ) -> Result<(), LimitReached> {
        let ready = &engine.rules[rule.index()];
        let (mut values, mut rows) =
            (Buffer::<Value>::new(ready.variables), Buffer::<u32>::new(ready.needs.len()));
        let (values, rows) = (values.all(), rows.all());
        let mut join = Join::new(engine, &self.position);
        if let Some((slot, row, there)) = row {
            // A delta plan: the row stands at its slot, and the premises before it leave
            // it out (see `plan.rs`).
            join.avoid = row;
            join.only_persistent = there;
            rows[slot] = row;
            if !join.passes(&plan.given, given, values) {
                return Ok(());
            }
        }
        let mut visit = Keep { engine, position: &self.position, agenda: &mut self.agenda, rule };
        join.run(&plan.ops, &mut Match { values, rows }, &mut visit)
    }

    // ---- what can happen

    /// Whether no rule of the stage applies.
    pub(crate) fn quiet(
        &mut self,
        engine: &Engine,
        senses: Senses<'_>,
    ) -> Result<bool, LimitReached> {
        self.refresh(engine, senses)?;
        self.drop_idle(engine);
        Ok(self.agenda.enabled().is_empty() && self.listed.is_empty())
    }

    /// Every transition of the stage, in no particular order.
    pub(crate) fn transitions(
        &mut self,
        engine: &Engine,
        senses: Senses<'_>,
        out: &mut Vec<Transition>,
    ) -> Result<(), LimitReached> {
        self.refresh(engine, senses)?;
        self.drop_idle(engine);
        out.clear();
        let firsts = self.firsts(engine);
        let allowed = |rule: RuleId, values: &[Value]| {
            firsts.as_ref().is_none_or(|firsts| firsts.allow(engine, rule, values))
        };
        // Idle matches have been dropped: a plain loop, as this is where menus come from.
        for m in self.agenda.enabled() {
            let (rule, values) = (self.agenda.rule(*m), self.agenda.values(engine, *m));
            if allowed(rule, values) {
                let (values, weight) = (values.into(), self.agenda.weight(*m));
                out.push(Transition { rule, values, weight });
            }
        }
        for i in 0..self.listed.len() {
            let candidate = self.listed.get(engine, i);
            if allowed(candidate.rule, candidate.values) {
                out.push(candidate.transition());
            }
        }
        Ok(())
    }

    /// A copy to try what a firing leads to, without the agenda: it cannot say what could fire then.
    pub(crate) fn probe(&self, engine: &Engine) -> Machine {
        // No agenda: the probe changes atoms and rewinds, and updating matches that nobody
        // reads would cost more than the change itself.
        let mut probe = Machine::empty(engine, self.position.stage);
        probe.position.clone_from(&self.position);
        probe
    }

    /// A machine without atoms.
    pub(crate) fn empty(engine: &Engine, stage: StageId) -> Machine {
        let mut machine = Machine {
            position: TermPosition::new(engine, stage),
            agenda: Agenda::default(),
            listings: Some(LISTINGS),
            listed: Listed::default(),
            listed_of: u64::MAX,
            links: Listed::default(),
            tables: Tables::default(),
            tables_of: u64::MAX,
            undo: None,
            steps: 0,
            measure_at: 10_000,
            last: Vec::new(),
            scratch: Scratch::default(),
        };
        machine.agenda.reset(engine, &[]);
        machine
    }

    /// Saturating rules whose effect has come about by other means are taken out.
    fn drop_idle(&mut self, engine: &Engine) {
        if !engine.stages[self.position.stage.index()].saturates {
            return;
        }
        let mut i = 0;
        while let Some(m) = self.agenda.enabled().get(i).copied() {
            if self.is_idle(engine, m) {
                self.agenda.retire(m);
            } else {
                i += 1;
            }
        }
    }

    fn is_idle(&self, engine: &Engine, m: u32) -> bool {
        let plan = &engine.rules[self.agenda.rule(m).index()];
        plan.saturates && {
            let (values, rows) = (self.agenda.values(engine, m), self.agenda.rows(engine, m));
            crate::agenda::does_nothing(engine, &self.position, plan, values, rows)
        }
    }

    /// Lists what the agenda does not keep, if anything has changed.
    fn refresh(&mut self, engine: &Engine, senses: Senses<'_>) -> Result<(), LimitReached> {
        let stage = &engine.stages[self.position.stage.index()];
        if self.listed_of == self.position.version && !stage.senses {
            return Ok(());
        }
        self.listed_of = self.position.version;
        // Lazy switch between two strategies: list the matches from scratch for the first few
        // steps of a stage, then maintain them incrementally. It is decided by measured costs,
        // as an online rent-or-buy problem.
        if let Some(left) = self.listings
            && (left == 0 || !self.list_kept(engine, &stage.kept, senses)?)
        {
            self.keep_matches(engine)?;
        }
        if self.listings.is_none() {
            self.listed.clear();
        }
        if stage.volatile.is_empty() {
            return Ok(());
        }
        let mut listed = std::mem::take(&mut self.listed);
        let mut rules = stage.volatile.iter();
        let result = rules
            .try_for_each(|r| self.list(engine, *r, Wanted::All, senses, &mut listed).map(|_| ()));
        self.listed = listed;
        result
    }

    /// Lists the matches of the rules that the agenda could keep; false if they are too many.
    fn list_kept(
        &mut self,
        engine: &Engine,
        rules: &[RuleId],
        senses: Senses<'_>,
    ) -> Result<bool, LimitReached> {
        let mut listed = std::mem::take(&mut self.listed);
        listed.clear();
        let mut visits = 0;
        for rule in rules {
            visits += self.list(engine, *rule, Wanted::Few(FEW), senses, &mut listed)?;
            if listed.len() >= FEW {
                break;
            }
        }
        let few = listed.len() < FEW;
        self.listed = listed;
        self.listings = self.listings.map(|left| if visits > CHEAP { 0 } else { left - 1 });
        Ok(few)
    }

    /// Forgets the answers of another position.
    fn refresh_tables(&mut self) {
        if self.tables_of != self.position.version {
            self.tables.clear();
            self.tables_of = self.position.version;
        }
    }

    /// Matches one rule or link from scratch. Returns how many candidates were looked at.
    fn list(
        &mut self,
        engine: &Engine,
        rule: RuleId,
        wanted: Wanted,
        senses: Senses<'_>,
        out: &mut Listed,
    ) -> Result<u64, LimitReached> {
        let plan = &engine.rules[rule.index()];
        let (mut values, mut rows) =
            (Buffer::<Value>::new(plan.variables), Buffer::<u32>::new(plan.needs.len()));
        self.refresh_tables();
        let (position, tables) = (&self.position, &mut self.tables);
        // Matches that differ only in variables that do not distinguish moves are equal to the
        // caller: the plan puts these last, and the join stops after one match of that suffix
        // (an existence test).
        let once_for = if wanted == Wanted::EachMove { plan.idle } else { usize::MAX };
        let most = if let Wanted::Few(most) = wanted { most } else { usize::MAX };
        let enough = false;
        let mut visit =
            Collect { engine, position, tables, senses, rule, out, once_for, most, enough };
        let mut join = Join::new(engine, &self.position);
        let mut so_far = Match { values: values.all(), rows: rows.all() };
        match join.run(&plan.full.ops, &mut so_far, &mut visit) {
            Err(reached) if reached.kind == LimitKind::Matches => Err(engine.too_many(rule)),
            result => result.map(|()| join.visits),
        }
    }

    /// Lists the links that apply, when the stage is quiet: all matches, or some for each move.
    pub(crate) fn list_links(
        &mut self,
        engine: &Engine,
        all: bool,
        senses: Senses<'_>,
    ) -> Result<(), LimitReached> {
        let mut listed = std::mem::take(&mut self.links);
        listed.clear();
        let wanted = if all { Wanted::All } else { Wanted::EachMove };
        let mut links = engine.program.stage(self.position.stage).links.iter();
        let result =
            links.try_for_each(|l| self.list(engine, *l, wanted, senses, &mut listed).map(|_| ()));
        if Machine::orders_links(engine, self.position.stage) {
            listed.keep_first_rule();
        }
        self.links = listed;
        result
    }

    /// Every link that applies, when the stage is quiet.
    pub(crate) fn links(
        &mut self,
        engine: &Engine,
        senses: Senses<'_>,
        out: &mut Vec<Transition>,
    ) -> Result<(), LimitReached> {
        self.list_links(engine, true, senses)?;
        out.clear();
        out.extend(self.over_links(engine).map(Candidate::transition));
        Ok(())
    }

    /// Fires a link at random, by weight, when the stage is quiet; `None` if none applies.
    pub(crate) fn link(
        &mut self,
        engine: &Engine,
        rng: &mut Rng,
        senses: Senses<'_>,
        firing: Option<&mut FiredRows>,
    ) -> Result<Option<RuleId>, LimitReached> {
        self.list_links(engine, true, senses)?;
        if self.links.is_empty() {
            return Ok(None);
        }
        let at = self.links.pick(rng).ok_or_else(|| too_heavy(engine))?;
        let mut chosen = self.links.get(engine, at).choose();
        self.fire_chosen(engine, &mut chosen, firing).map(Some)
    }

    /// Whether a pattern holds in the position.
    pub(crate) fn holds(
        &mut self,
        engine: &Engine,
        plan: &Plan,
        variables: usize,
    ) -> Result<bool, LimitReached> {
        self.refresh_tables();
        let mut visit =
            Exists { engine, position: &self.position, tables: &mut self.tables, found: false };
        let mut join = Join::new(engine, &self.position);
        let mut values = Buffer::new(variables);
        let mut so_far = Match { values: values.all(), rows: &mut [] };
        join.run(&plan.ops, &mut so_far, &mut visit)?;
        Ok(visit.found)
    }

    // ---- what does happen

    /// Fires a transition at random, by weight; false if the stage is quiet.
    pub(crate) fn step(
        &mut self,
        engine: &Engine,
        rng: &mut Rng,
        senses: Senses<'_>,
        firing: Option<&mut FiredRows>,
    ) -> Result<Option<RuleId>, LimitReached> {
        self.refresh(engine, senses)?;
        if engine.program.stage(self.position.stage).ordered {
            return self.step_in_order(engine, rng, senses, firing);
        }
        loop {
            if self.agenda.enabled().is_empty() && self.listed.is_empty() {
                return Ok(None);
            }
            let sum = |machine: &Machine| {
                let (kept, anew) = (machine.agenda.total()?, machine.listed.total()?);
                Some((kept, anew, kept.checked_add(anew)?))
            };
            let mut sums = sum(self);
            if sums.is_none() {
                // What would do nothing does not count.
                self.drop_idle(engine);
                sums = sum(self);
            }
            let (kept, anew, all) = sums.ok_or_else(|| too_heavy(engine))?;
            // Two-stage sampling: first which of the two lists by their totals, then
            // which of its entries. Together each match is drawn by its weight over the
            // whole sum.
            if anew > 0 && (kept == 0 || rng.below(all) >= kept) {
                let at = self.listed.pick(rng).ok_or_else(|| too_heavy(engine))?;
                let mut chosen = self.listed.get(engine, at).choose();
                return self.fire_chosen(engine, &mut chosen, firing).map(Some);
            }
            let m = self.agenda.pick(rng).ok_or_else(|| too_heavy(engine))?;
            // Rejection: idle matches are found when they are drawn, not by testing all
            // of them after each step. What remains is drawn by weight as before.
            if self.is_idle(engine, m) {
                self.agenda.retire(m);
                continue;
            }
            let mut chosen = self.kept(engine, m).choose();
            return self.fire_chosen(engine, &mut chosen, firing).map(Some);
        }
    }

    /// Fires a transition of an ordered stage at random, by weight.
    fn step_in_order(
        &mut self,
        engine: &Engine,
        rng: &mut Rng,
        senses: Senses<'_>,
        firing: Option<&mut FiredRows>,
    ) -> Result<Option<RuleId>, LimitReached> {
        let mut all = Vec::new();
        self.transitions(engine, senses, &mut all)?;
        if all.is_empty() {
            return Ok(None);
        }
        let total = all.iter().try_fold(0u128, |sum, t| sum.checked_add(t.weight));
        let at = rng.below(total.ok_or_else(|| too_heavy(engine))?);
        let chosen = at_weight(all.iter().map(|t| t.weight), at).map_or(0, |(i, _)| i);
        let chosen = &all[chosen];
        self.fire_transition(engine, chosen, firing)?;
        Ok(Some(chosen.rule))
    }

    /// Fires a candidate.
    pub(crate) fn fire_chosen(
        &mut self,
        engine: &Engine,
        chosen: &mut Chosen,
        firing: Option<&mut FiredRows>,
    ) -> Result<RuleId, LimitReached> {
        self.fire(engine, chosen.rule, chosen.values.all(), chosen.rows.all(), firing)?;
        Ok(chosen.rule)
    }

    /// Fires a transition that is known to apply.
    pub(crate) fn fire_transition(
        &mut self,
        engine: &Engine,
        transition: &Transition,
        firing: Option<&mut FiredRows>,
    ) -> Result<(), LimitReached> {
        let rows = self.locate(engine, transition.rule, &transition.values);
        let mut rows = rows.expect("a transition that applies finds its atoms");
        self.fire(engine, transition.rule, &transition.values, rows.all(), firing)
    }

    /// The rows that a match uses, if all its atoms are there.
    pub(crate) fn locate(
        &self,
        engine: &Engine,
        rule: RuleId,
        values: &[Value],
    ) -> Option<Buffer<u32>> {
        let needs = &engine.rules[rule.index()].needs;
        let mut rows = Buffer::new(needs.len());
        for (row, need) in rows.all().iter_mut().zip(needs) {
            let mut atom = Buffer::new(need.arguments.len());
            for (value, argument) in atom.all().iter_mut().zip(&need.arguments) {
                *value = engine.value(argument, values);
            }
            *row = self.position.relations[need.predicate.index()].find(atom.all())?;
        }
        Some(rows)
    }
}

/// Chance would have to decide by weights that are too large to be added up.
pub(crate) fn too_heavy(engine: &Engine) -> LimitReached {
    engine.stop(LimitKind::Numbers, "the weights of what can happen")
}

/// No host: nothing is ever sensed.
pub(crate) fn silent(_: PredId) -> Answers {
    Arc::new([])
}
