//! A run, step by step, as `senet run` shows it: every transition, in both orders, with a host, a
//! log, breakpoints and undo.

use crate::buffer::Buffer;
use crate::copies::Copies;
use crate::engine::Engine;
use crate::join::Answers;
use crate::machine::{FiredRows, Machine, Transition};
use crate::position::TermPosition;
use crate::rule_plan::Usage;
use crate::step_log::StepLog;
use crate::support::{self, Support};
use senet_game::{LimitKind, LimitReached, Rng};
use senet_program::{PredId, PredKind, Premise, Role, RuleId, StageId};
use senet_words::{AtomError, Value};
use std::sync::Arc;
use thiserror::Error;

/// The outside world: what it says to sensing predicates, and what it is told by actions.
pub trait Host {
    /// What a sensing predicate says now. Asked once in a position.
    fn sense(&mut self, engine: &Engine, predicate: PredId) -> Said;

    /// An action atom was made.
    fn act(&mut self, engine: &Engine, predicate: PredId, values: &[Value]);
}

/// What a host says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Said {
    /// One atom: the values of its arguments.
    Atom(Vec<Value>),
    /// Nothing this time.
    Nothing,
    /// Nothing ever again.
    Gone,
}

/// A host that says nothing and hears nothing.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoHost;

impl Host for NoHost {
    fn sense(&mut self, _: &Engine, _: PredId) -> Said {
        Said::Gone
    }

    fn act(&mut self, _: &Engine, _: PredId, _: &[Value]) {}
}

/// Where a run stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Status {
    /// A player has to choose one of the transitions.
    Choosing,
    /// The stage has transitions, and chance chooses.
    Running,
    /// The stage is quiet, and a link leads on.
    Linking,
    /// The stage is quiet, and no link applies; or a link has ended the program.
    Ended,
    /// The host has nothing more to say.
    HostGone,
}

/// A step that was made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    /// The rule or link that fired.
    pub rule: RuleId,
    /// The values of its variables.
    pub values: Vec<Value>,
}

/// Where [`Run::run_on`] shall stop: right after something has happened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Breakpoint {
    /// This rule or link fired.
    Rule(RuleId),
    /// This stage was entered.
    Stage(StageId),
    /// An atom like this is there; `None` fits everything.
    Atom(PredId, Vec<Option<Value>>),
    /// This many steps were made.
    Steps(u64),
}

/// Why [`Run::run_on`] stopped.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Pause {
    /// A player has to choose.
    Choice,
    /// The breakpoint of this number.
    Break(usize),
    /// Nothing more can happen.
    Ended,
    /// The host has nothing more to say.
    HostGone,
}

/// Why a text is no position to start from.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PositionError {
    /// It cannot be read.
    #[error(transparent)]
    Atom(#[from] AtomError),
    /// It holds a variable.
    #[error("a position holds no variables")]
    Variable,
    /// It reaches a limit.
    #[error(transparent)]
    Stopped(#[from] LimitReached),
}

/// A program being run.
#[derive(Debug)]
pub struct Run {
    engine: Arc<Engine>,
    machine: Machine,
    copies: Option<Copies>,
    log: Option<StepLog>,
    ended: bool,
    /// What the host has said in this position.
    said: Vec<(PredId, Said)>,
    said_in: u64,
    gone: bool,
    firing: FiredRows,
    history: Option<Vec<Past>>,
}

#[derive(Debug)]
struct Past {
    mark: (usize, u64),
    copies: Option<Copies>,
    ended: bool,
}

impl Run {
    /// A run from one of the program's starts.
    pub fn new(engine: Arc<Engine>, start: usize) -> Result<Run, LimitReached> {
        let machine = Machine::at_start(&engine, start)?;
        Ok(Run::of(engine, machine))
    }

    /// A run from a position written as text: `stage s` (optional) and `{ a, b }`.
    pub fn from_text(
        engine: Arc<Engine>,
        text: &str,
        default: StageId,
    ) -> Result<Run, PositionError> {
        let text = text.trim().trim_start_matches('\u{FEFF}');
        let (stage, rest) = match text.strip_prefix("stage ") {
            Some(rest) => {
                let name =
                    rest.trim_start().split(|c: char| c.is_whitespace() || c == '{' || c == '.');
                let name = name.clone().next().unwrap_or("");
                let rest = rest.trim_start()[name.len()..].trim_start().trim_start_matches('.');
                (engine.words.stage_named(name)?, rest)
            }
            None => (default, text),
        };
        let atoms = engine.words.parse_atoms(rest)?;
        let mut machine = Machine::new(&engine, stage, &[])?;
        for atom in atoms {
            let values: Option<Vec<Value>> = atom.values.into_iter().collect();
            let values = values.ok_or(PositionError::Variable)?;
            machine.place(&engine, atom.predicate, &values, atom.persistent, 1)?;
        }
        Ok(Run::of(engine, machine))
    }

    fn of(engine: Arc<Engine>, machine: Machine) -> Run {
        Run {
            engine,
            machine,
            copies: None,
            log: None,
            ended: false,
            said: Vec::new(),
            said_in: u64::MAX,
            gone: false,
            firing: FiredRows::default(),
            history: None,
        }
    }

    /// Keeps the ages of atoms, which Ceptre's order of menus needs.
    pub fn with_ages(mut self) -> Run {
        self.watch(false);
        self
    }

    /// Keeps a log of what each step takes, reads and makes, from which causal traces are read.
    pub fn with_trace(mut self) -> Run {
        self.watch(true);
        self
    }

    /// Remembers enough to go back.
    pub fn with_undo(mut self) -> Run {
        self.history = Some(Vec::new());
        self
    }

    fn watch(&mut self, log: bool) {
        let mut copies = Copies::new(self.engine.program.predicates().len());
        let mut recorded = (log || self.log.is_some()).then(StepLog::default);
        for (i, relation) in self.machine.position.relations.iter().enumerate() {
            let predicate = PredId::new(i);
            // Rows in the order of their numbers, which is the order in which the atoms of the
            // start were placed: equal programs number their resources equally.
            let mut rows = relation.live().to_vec();
            rows.sort_unstable();
            for row in rows {
                let values = relation.row(row);
                let mut resource = |persistent: bool| {
                    recorded
                        .as_mut()
                        .map_or(u32::MAX, |log| log.add_resource(predicate, values, persistent))
                };
                if relation.is_persistent(row) {
                    let resource = resource(true);
                    copies.set_persistent(predicate, row, resource);
                }
                for _ in 0..relation.count(row) {
                    let resource = resource(false);
                    copies.push(predicate, row, resource);
                }
            }
        }
        let supported = recorded.is_some() && support::any(&self.engine);
        self.firing.support = supported.then(Support::default);
        self.copies = Some(copies);
        self.log = recorded;
    }

    /// The program that runs.
    pub fn engine(&self) -> &Arc<Engine> {
        &self.engine
    }

    /// The position after the steps so far.
    pub fn position(&self) -> &TermPosition {
        &self.machine.position
    }

    /// The machine underneath.
    pub fn machine(&self) -> &Machine {
        &self.machine
    }

    /// How many steps it has made.
    pub fn steps(&self) -> u64 {
        self.machine.steps
    }

    /// The log of its steps, if it keeps one.
    pub fn log(&self) -> Option<&StepLog> {
        self.log.as_ref()
    }

    /// The resource of an atom that is there, if a log is kept.
    pub fn resource(&self, predicate: PredId, values: &[Value]) -> Option<u32> {
        let row = self.machine.position.relations[predicate.index()].find(values)?;
        let resource = self.copies.as_ref()?.resource(predicate, row);
        (self.log.is_some() && resource != u32::MAX).then_some(resource)
    }

    /// Where the run stands.
    pub fn status(&mut self, host: &mut dyn Host) -> Result<Status, LimitReached> {
        if self.ended {
            return Ok(Status::Ended);
        }
        let quiet =
            self.with_senses(host, |machine, engine, senses| machine.quiet(engine, senses))?;
        if !quiet {
            let interactive = self.engine.program.stage(self.machine.position.stage).interactive;
            return Ok(if interactive { Status::Choosing } else { Status::Running });
        }
        let mut links = Vec::new();
        self.with_senses(host, |machine, engine, senses| {
            machine.links(engine, senses, &mut links)
        })?;
        if self.gone {
            return Ok(Status::HostGone);
        }
        Ok(if links.is_empty() { Status::Ended } else { Status::Linking })
    }

    /// What can happen now, in canonical order: the rules of the stage, or the links if it is
    /// quiet.
    pub fn transitions(&mut self, host: &mut dyn Host) -> Result<Vec<Transition>, LimitReached> {
        let mut out = Vec::new();
        if self.ended {
            return Ok(out);
        }
        self.with_senses(host, |machine, engine, senses| {
            machine.transitions(engine, senses, &mut out)?;
            if out.is_empty() {
                machine.links(engine, senses, &mut out)?;
            }
            Ok(())
        })?;
        self.engine.sort(&mut out);
        Ok(out)
    }

    /// What can happen now, in Ceptre's order; needs [`Run::with_ages`].
    pub fn menu(&mut self, host: &mut dyn Host) -> Result<Vec<Transition>, LimitReached> {
        let mut all = self.transitions(host)?;
        let Some(copies) = &self.copies else {
            return Ok(all);
        };
        // Ceptre enumerates matches by nested loops over a list of resources, newest rule
        // first: sorting by these loop positions reproduces its menus without matching in its
        // way.
        all.sort_by_cached_key(|t| (std::cmp::Reverse(t.rule), self.ages(copies, t)));
        Ok(all)
    }

    /// The place of a transition in the nested loops of Ceptre: for each premise, the age of its
    /// atom, or the place of its solution.
    fn ages(&self, copies: &Copies, transition: &Transition) -> Vec<u64> {
        let engine = &self.engine;
        let plan = &engine.rules[transition.rule.index()];
        let rule = engine.program.rule(transition.rule);
        let rows = self.machine.locate(engine, transition.rule, &transition.values);
        let mut rows = rows.unwrap_or_else(|| Buffer::new(plan.needs.len()));
        let rows = rows.all();
        let mut out = Vec::new();
        for (i, premise) in rule.premises.iter().enumerate() {
            if let Some(at) = plan.needs.iter().position(|n| n.premise == i) {
                let (need, row) = (&plan.needs[at], rows[at]);
                let earlier = plan.needs[..at].iter().zip(rows.iter());
                let same = |(n, r): &(&crate::rule_plan::Need, &u32)| {
                    n.predicate == need.predicate && **r == row && n.usage != Usage::Persistent
                };
                // Premises with the same atom use its copies oldest first, so the second one
                // has the second oldest copy.
                let before = earlier.filter(same).count();
                let age = match need.usage {
                    Usage::Persistent => None,
                    _ => copies.age(need.predicate, row, before),
                };
                out.push(age.unwrap_or_else(|| copies.persistent(need.predicate, row).0));
            } else if let Premise::Derived(atom) = premise {
                let values: Vec<Value> =
                    atom.arguments.iter().map(|t| engine.ground(t, &transition.values)).collect();
                let table = engine.program.modes().is_table(atom.predicate);
                let facts = table.then(|| &engine.facts[atom.predicate.index()]);
                let fact = facts.and_then(|facts| facts.find(&values));
                out.push(1 << 62 | fact.map_or(0, u64::from));
            }
        }
        out
    }

    /// Makes a step that [`Run::transitions`] listed.
    pub fn fire(
        &mut self,
        transition: &Transition,
        host: &mut dyn Host,
    ) -> Result<(), LimitReached> {
        self.check_steps()?;
        self.remember();
        let watched = self.copies.is_some();
        let mut firing = std::mem::take(&mut self.firing);
        let engine = self.engine.clone();
        let told = watched.then_some(&mut firing);
        let result = self.machine.fire_transition(&engine, transition, told);
        self.firing = firing;
        result?;
        self.after(transition.rule, host);
        Ok(())
    }

    /// Makes one step by chance: a rule of the stage or, if it is quiet, a link. `None` if nothing
    /// can happen.
    pub fn step(
        &mut self,
        rng: &mut Rng,
        host: &mut dyn Host,
    ) -> Result<Option<Step>, LimitReached> {
        let rule = self.advance(rng, host)?;
        Ok(rule.map(|rule| Step { rule, values: self.machine.last.clone() }))
    }

    /// Like [`Run::step`], and tells only which rule fired.
    pub fn advance(
        &mut self,
        rng: &mut Rng,
        host: &mut dyn Host,
    ) -> Result<Option<RuleId>, LimitReached> {
        if self.ended {
            return Ok(None);
        }
        self.check_steps()?;
        self.remember();
        let watched = self.copies.is_some();
        let mut firing = std::mem::take(&mut self.firing);
        let fired = self.with_senses(host, |machine, engine, senses| {
            machine.step(engine, rng, senses, watched.then_some(&mut firing))
        });
        self.firing = firing;
        if let Some(rule) = fired? {
            self.after(rule, host);
            return Ok(Some(rule));
        }
        if self.gone {
            // The input has ended: going round in circles would never stop.
            if let Some(history) = &mut self.history {
                history.pop();
            }
            return Ok(None);
        }
        let mut firing = std::mem::take(&mut self.firing);
        let fired = self.with_senses(host, |machine, engine, senses| {
            machine.link(engine, rng, senses, watched.then_some(&mut firing))
        });
        self.firing = firing;
        let fired = fired?;
        match fired {
            Some(rule) => self.after(rule, host),
            None => {
                self.ended = !self.gone;
                if let Some(history) = &mut self.history {
                    history.pop();
                }
            }
        }
        Ok(fired)
    }

    /// Runs by chance until a player has to choose, a breakpoint is met, or it ends.
    pub fn run_on(
        &mut self,
        rng: &mut Rng,
        host: &mut dyn Host,
        breakpoints: &[Breakpoint],
    ) -> Result<Pause, LimitReached> {
        loop {
            let stage = self.machine.position.stage;
            if self.engine.program.stage(stage).interactive
                && self.status(host)? == Status::Choosing
            {
                return Ok(Pause::Choice);
            }
            let Some(rule) = self.advance(rng, host)? else {
                return Ok(if self.gone { Pause::HostGone } else { Pause::Ended });
            };
            if let Some(met) = breakpoints.iter().position(|b| self.meets(b, rule)) {
                return Ok(Pause::Break(met));
            }
        }
    }

    fn meets(&self, breakpoint: &Breakpoint, fired: RuleId) -> bool {
        match breakpoint {
            Breakpoint::Rule(rule) => *rule == fired,
            Breakpoint::Stage(stage) => self.engine.rules[fired.index()].to == Some(*stage),
            Breakpoint::Steps(n) => self.machine.steps == *n,
            Breakpoint::Atom(predicate, pattern) => {
                let relation = &self.machine.position.relations[predicate.index()];
                // A scan of one relation for each step: breakpoints are few, and only someone
                // who debugs sets them.
                let fits = |row: &u32| {
                    let pairs = relation.row(*row).iter().zip(pattern);
                    pairs.into_iter().all(|(value, wanted)| wanted.is_none_or(|w| w == *value))
                };
                relation.live().iter().any(fits)
            }
        }
    }

    fn check_steps(&self) -> Result<(), LimitReached> {
        if self.machine.steps >= self.engine.limits.steps {
            return Err(self.engine.stop(LimitKind::Steps, ""));
        }
        Ok(())
    }

    /// After a firing: copies and trace are brought up to date, actions are told.
    fn after(&mut self, rule: RuleId, host: &mut dyn Host) {
        let engine = &self.engine;
        let values = self.machine.last.as_slice();
        if let Some(copies) = &mut self.copies {
            let relations = &self.machine.position.relations;
            let atoms =
                |p: PredId, row: u32| -> Vec<Value> { relations[p.index()].row(row).to_vec() };
            copies.fire(self.log.as_mut(), rule, values, &self.firing, &atoms);
        }
        let plan = &engine.rules[rule.index()];
        let told = if plan.acts { plan.makes.as_slice() } else { &[] };
        for make in told {
            if engine.program.predicate(make.predicate).kind == PredKind::Action {
                let atom: Vec<Value> =
                    make.arguments.iter().map(|e| engine.value(e, values)).collect();
                host.act(engine, make.predicate, &atom);
            }
        }
        if let Role::Link(_, None) = engine.program.rule(rule).role {
            self.ended = true;
        }
        // An answer of the host lasts one firing, also if that leaves the position as it was.
        self.said.clear();
    }

    // ---- going back

    fn remember(&mut self) {
        if let Some(history) = &mut self.history {
            let mark = self.machine.mark();
            // Copies are kept by row, and going back gives every atom its row again: rows are
            // freed and taken last in, first out.
            let copies = self.copies.clone();
            history.push(Past { mark, copies, ended: self.ended });
        }
    }

    /// Takes the last step back; false if there is none to take back.
    pub fn undo(&mut self) -> bool {
        let Some(past) = self.history.as_mut().and_then(Vec::pop) else {
            return false;
        };
        self.machine.rewind(&self.engine, past.mark);
        self.copies = past.copies;
        if let Some(log) = &mut self.log {
            log.pop();
        }
        self.ended = past.ended;
        true
    }

    // ---- the host

    fn with_senses<T>(
        &mut self,
        host: &mut dyn Host,
        body: impl FnOnce(
            &mut Machine,
            &Engine,
            &mut dyn FnMut(PredId) -> Answers,
        ) -> Result<T, LimitReached>,
    ) -> Result<T, LimitReached> {
        let Run { engine, machine, said, said_in, gone, .. } = self;
        if *said_in != machine.position.version {
            said.clear();
            *said_in = machine.position.version;
        }
        let mut senses = |predicate: PredId| -> Answers {
            let known = said.iter().find(|(p, _)| *p == predicate).map(|(_, s)| s.clone());
            let answer = known.unwrap_or_else(|| {
                let answer = host.sense(engine, predicate);
                said.push((predicate, answer.clone()));
                answer
            });
            match answer {
                Said::Atom(values) if values.is_empty() => Arc::new([1]),
                Said::Atom(values) => values.into(),
                Said::Nothing => Arc::new([]),
                Said::Gone => {
                    *gone = true;
                    Arc::new([])
                }
            }
        };
        body(machine, engine, &mut senses)
    }
}
