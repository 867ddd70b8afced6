//! A run, step by step, with branches: every transition of a program, what it changed, and why.
//!
//! The steps that were made are a tree. The engine has the position of one node; another node is reached
//! by making its steps again, which takes as long as they took and needs no memory for positions.

use super::DeskError;
use super::filter::StateFilter;
use super::graph::picture;
use crate::protocol::{
    AtomGroup, AtomItem, GraphPicture, MachineUntil, MachineView, PathStep, TransitionItem,
};
use senet_analysis::QueryMatch;
use senet_engine::{Engine, NoHost, PositionAtom, Run, Status, Transition, Value};
use senet_explain::{
    Trace, TraceFilter, absence, causes, show_step, tell_step, trace_graph, why_not,
};
use senet_game::{LimitReached, Rng};
use senet_program::query::TraceQuery;
use senet_program::{PredId, RuleId};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The most steps of one request; the page asks again, and so can stop.
const MOST_STEPS: u32 = 5_000;
/// The most steps of a run, with all its branches.
const MOST_NODES: usize = 100_000;
/// What is said of a filter with too many answers.
const TOO_WIDE: &str = "the filter fits in too many ways: not everything that fits is shown";
/// So many atoms, transitions and earlier steps are listed.
const MOST_ATOMS: usize = 3_000;
const MOST_LISTED: usize = 300;
const MOST_PATH: usize = 200;
const MOST_BRANCHES: usize = 8;
/// How deep reasons go.
const DEPTH: usize = 6;
/// The most steps in a drawing.
const MOST_DRAWN: u32 = 1_000;

/// A run with its branches.
pub(crate) struct Stepper {
    engine: Arc<Engine>,
    begin: Beginning,
    run: Run,
    /// The steps; the first node is the start.
    nodes: Vec<StepNode>,
    at: usize,
    rng: Rng,
    filter: StateFilter,
    filter_problem: Option<String>,
    search: String,
    /// The state that was told the last time, and of which step.
    told: Option<(usize, Listed)>,
    /// The state that was told before that one: what differs from it is marked.
    before: Option<Listed>,
    /// What can happen now, in the order of the numbers that the page knows.
    listed: Vec<Transition>,
    pause: Option<String>,
    stopped: bool,
    /// The plays of a match that the run has followed, each with the step that it led to.
    followed: Vec<(String, usize)>,
}

/// Atoms as they are written: copies, and whether persistent.
type Listed = BTreeMap<String, (u64, bool)>;

enum Beginning {
    Start(usize),
    State(String),
}

struct StepNode {
    parent: usize,
    depth: u32,
    transition: Option<Transition>,
    children: Vec<usize>,
}

impl Beginning {
    fn run(&self, engine: &Arc<Engine>) -> Result<Run, DeskError> {
        let refused = |why: String| DeskError::Refused(why);
        let run = match self {
            Beginning::Start(start) => {
                if *start >= engine.program().starts().len() {
                    let help = "`#trace _ STAGE { … }.` says where to start";
                    return Err(refused(format!("the program has no such start: {help}")));
                }
                Run::new(Arc::clone(engine), *start).map_err(|e| refused(e.to_string()))?
            }
            Beginning::State(text) => {
                let stage = engine.program().starts().first().map(|start| start.stage);
                let stage = stage.unwrap_or_else(|| senet_program::StageId::new(0));
                if engine.program().stages().is_empty() {
                    return Err(refused("the program has no stage".to_owned()));
                }
                let run = Run::from_text(Arc::clone(engine), text, stage);
                run.map_err(|e| refused(e.to_string()))?
            }
        };
        Ok(run.with_trace())
    }
}

impl Stepper {
    pub(crate) fn new(
        engine: Arc<Engine>,
        start: u32,
        state: Option<String>,
        seed: u64,
    ) -> Result<Stepper, DeskError> {
        let begin = state.map_or(Beginning::Start(start as usize), Beginning::State);
        let run = begin.run(&engine)?;
        Ok(Stepper {
            run,
            begin,
            engine,
            nodes: vec![StepNode { parent: 0, depth: 0, transition: None, children: Vec::new() }],
            followed: Vec::new(),
            at: 0,
            rng: Rng::new(seed),
            filter: StateFilter::default(),
            filter_problem: None,
            search: String::new(),
            told: None,
            before: None,
            listed: Vec::new(),
            pause: None,
            stopped: false,
        })
    }

    /// Notes a step that was made; steps that were made here before are not made twice.
    fn note(&mut self, transition: Transition) {
        let same = |node: &usize| {
            let made = self.nodes[*node].transition.as_ref();
            made.is_some_and(|t| t.rule == transition.rule && t.values == transition.values)
        };
        let at = self.at;
        if let Some(known) = self.nodes[at].children.iter().copied().find(same) {
            self.at = known;
            return;
        }
        let (depth, children) = (self.nodes[at].depth + 1, Vec::new());
        self.at = self.nodes.len();
        self.nodes.push(StepNode { parent: at, depth, transition: Some(transition), children });
        let here = self.at;
        self.nodes[at].children.push(here);
    }

    /// Steps by chance until something happens that was asked for.
    pub(crate) fn step(&mut self, steps: u32, until: &MachineUntil) -> Result<(), DeskError> {
        self.pause = None;
        let rules = until.rules.iter().map(|name| self.rules_named(name));
        let rules: Vec<RuleId> = rules.collect::<Result<Vec<_>, _>>()?.concat();
        let mut watched = Vec::new();
        for text in &until.atoms {
            let found = self.engine.words().parse_pattern(text.trim());
            let (predicate, pattern) = found.map_err(|e| DeskError::Refused(e.to_string()))?;
            let there = self.is_there(predicate, &pattern);
            watched.push((text.clone(), predicate, pattern, there));
        }
        let queries = until.queries.iter().map(|text| TraceQuery::of(text, self.engine.program()));
        let queries: Vec<TraceQuery> =
            queries.collect::<Result<_, _>>().map_err(|e| DeskError::Refused(e.to_string()))?;
        let mut matching: Vec<QueryMatch<'_>> = queries.iter().map(QueryMatch::begin).collect();
        let looks = queries.iter().any(TraceQuery::needs_atoms);
        self.replay(&mut matching, looks);
        for made in 0..steps.min(MOST_STEPS) {
            if self.nodes.len() >= MOST_NODES {
                self.pause = Some(format!("this run has {MOST_NODES} steps, and that is the most"));
                return Ok(());
            }
            let status = self.status();
            if made > 0 && until.quiescence && status == "linking" {
                self.pause = Some("the stage is quiescent".to_owned());
                return Ok(());
            }
            if until.choice && status == "choosing" {
                self.pause = Some("a player has to choose".to_owned());
                return Ok(());
            }
            let step = match self.run.step(&mut self.rng, &mut NoHost) {
                Ok(Some(step)) => step,
                Ok(None) => return Ok(()),
                Err(limit) => {
                    self.limit(&limit);
                    return Ok(());
                }
            };
            let rule = step.rule;
            let written = match queries.is_empty() {
                true => String::new(),
                false => show_step(&self.engine, rule, &step.values),
            };
            self.note(Transition { rule, values: step.values.into(), weight: 1 });
            let atoms = if looks { self.atoms() } else { Vec::new() };
            let mut found = None;
            for (query, matching) in queries.iter().zip(&mut matching) {
                if matching.step(&written, &atoms) {
                    found.get_or_insert_with(|| query.text().to_owned());
                }
            }
            if let Some(query) = found {
                self.pause = Some(format!("`{query}` has a match that ends here"));
                return Ok(());
            }
            if rules.contains(&rule) {
                self.pause = Some(format!("`{}` has fired", self.engine.words().rule_name(rule)));
                return Ok(());
            }
            for (text, predicate, pattern, there) in &mut watched {
                let now = self.is_there(*predicate, pattern);
                if now && !std::mem::replace(there, now) {
                    self.pause = Some(format!("`{text}` is there"));
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    /// Shows queries the steps that led here. Queries that speak of atoms see the present position alone,
    /// because positions are not kept.
    fn replay(&self, matching: &mut [QueryMatch<'_>], looks: bool) {
        if matching.is_empty() {
            return;
        }
        let atoms = if looks { self.atoms() } else { Vec::new() };
        let path = if looks { Vec::new() } else { self.path(self.at) };
        let steps: Vec<String> = path
            .into_iter()
            .filter_map(|node| self.nodes[node].transition.as_ref())
            .map(|t| show_step(&self.engine, t.rule, &t.values))
            .collect();
        for one in matching {
            one.start(&atoms);
            for step in &steps {
                one.step(step, &[]);
            }
        }
    }

    /// The atoms that are there, as they are written.
    fn atoms(&self) -> Vec<String> {
        let atoms = self.run.position().atoms(&self.engine);
        atoms.iter().map(|a| self.engine.show_atom(a.predicate, &a.values)).collect()
    }

    fn limit(&mut self, limit: &LimitReached) {
        self.pause = Some(limit.to_string());
        self.stopped = true;
    }

    fn is_there(&self, predicate: PredId, pattern: &[Option<Value>]) -> bool {
        let atoms = self.run.position().atoms_of(predicate);
        let fits = |atom: &PositionAtom| {
            pattern.iter().zip(&atom.values).all(|(p, v)| p.is_none_or(|p| p == *v))
        };
        atoms.iter().any(fits)
    }

    /// The rules of a name.
    fn rules_named(&self, name: &str) -> Result<Vec<RuleId>, DeskError> {
        let words = self.engine.words();
        let all = (0..self.engine.program().rules().len()).map(RuleId::new);
        let found: Vec<RuleId> = all.filter(|r| words.rule_name(*r) == name.trim()).collect();
        match found.is_empty() {
            false => Ok(found),
            true => Err(DeskError::Refused(format!("there is no rule `{}`", name.trim()))),
        }
    }

    /// Makes a transition of the list.
    pub(crate) fn choose(&mut self, number: u32) -> Result<(), DeskError> {
        self.pause = None;
        let transition = self.listed.get(number as usize).cloned();
        let transition = transition
            .ok_or_else(|| DeskError::Refused("it is not in the list any more".to_owned()))?;
        match self.run.fire(&transition, &mut NoHost) {
            Ok(()) => self.note(transition),
            Err(limit) => self.limit(&limit),
        }
        Ok(())
    }

    /// Makes the moves of a match, by their names, with the automatic steps between them. What was
    /// followed before is not made again.
    pub(crate) fn follow(&mut self, plays: &[String]) -> Result<(), DeskError> {
        let same = self.followed.iter().zip(plays).take_while(|((name, _), play)| name == *play);
        let same = same.count();
        let node = same.checked_sub(1).map_or(0, |last| self.followed[last].1);
        self.followed.truncate(same);
        if self.at != node {
            self.go(node as u32)?;
        }
        self.pause = None;
        for (i, play) in plays.iter().enumerate().skip(same) {
            if i + 1 == plays.len() {
                // What the last move changes is what counts, however many moves were made since somebody looked.
                self.settle();
                self.told = Some((self.at, self.listed_state()));
            }
            if !self.make(play) {
                let why = format!("the machine cannot follow the play: `{play}`");
                self.pause = self.pause.take().or(Some(why));
                break;
            }
            self.followed.push((play.clone(), self.at));
        }
        self.settle();
        Ok(())
    }

    /// Makes a move by its name, after the automatic steps that come before it.
    fn make(&mut self, name: &str) -> bool {
        for _ in 0..MOST_STEPS {
            let all = match self.run.transitions(&mut NoHost) {
                Ok(all) => all,
                Err(limit) => {
                    self.limit(&limit);
                    return false;
                }
            };
            let named = |t: &&Transition| {
                let effective = &self.engine.program().rule(t.rule).effective;
                let values: Vec<Value> = effective.iter().map(|v| t.values[v.index()]).collect();
                self.engine.words().move_name(t.rule, &values) == name
            };
            if let Some(transition) = all.iter().find(named).cloned() {
                match self.run.fire(&transition, &mut NoHost) {
                    Ok(()) => self.note(transition),
                    Err(limit) => self.limit(&limit),
                }
                return !self.stopped;
            }
            if self.status() == "choosing" || !self.automatic() {
                return false;
            }
        }
        false
    }

    /// Makes automatic steps until somebody has to choose.
    fn settle(&mut self) {
        for _ in 0..MOST_STEPS {
            let stage = self.run.position().stage();
            let settles = self.engine.program().settling(stage).holds();
            let status = self.status();
            let goes_on = status == "linking" || (status == "running" && settles);
            if !goes_on || !self.automatic() {
                return;
            }
        }
    }

    /// One step by chance; false if there is none.
    fn automatic(&mut self) -> bool {
        match self.run.step(&mut self.rng, &mut NoHost) {
            Ok(Some(step)) => {
                self.note(Transition { rule: step.rule, values: step.values.into(), weight: 1 });
                true
            }
            Ok(None) => false,
            Err(limit) => {
                self.limit(&limit);
                false
            }
        }
    }

    /// Goes to a node: makes its steps again, from the start.
    pub(crate) fn go(&mut self, node: u32) -> Result<(), DeskError> {
        let node = node as usize;
        if node >= self.nodes.len() {
            return Err(DeskError::Refused("there is no such step".to_owned()));
        }
        self.pause = None;
        self.stopped = false;
        self.run = self.begin.run(&self.engine)?;
        let path = self.path(node);
        self.at = 0;
        for node in path {
            let Some(transition) = &self.nodes[node].transition else { continue };
            if let Err(limit) = self.run.fire(transition, &mut NoHost) {
                self.limit(&limit);
                break;
            }
            self.at = node;
        }
        Ok(())
    }

    /// The nodes from the first step to a node.
    fn path(&self, node: usize) -> Vec<usize> {
        let mut path = Vec::new();
        let mut at = node;
        while at != 0 {
            path.push(at);
            at = self.nodes[at].parent;
        }
        path.reverse();
        path
    }

    pub(crate) fn set_filter(&mut self, groups: &str, search: &str) {
        self.search = search.trim().to_lowercase();
        match StateFilter::new(groups) {
            Ok(filter) => (self.filter, self.filter_problem) = (filter, None),
            Err(why) => self.filter_problem = Some(why),
        }
    }

    fn status(&mut self) -> &'static str {
        if self.stopped {
            return "stopped";
        }
        match self.run.status(&mut NoHost) {
            Ok(Status::Choosing) => "choosing",
            Ok(Status::Running) => "running",
            Ok(Status::Linking) => "linking",
            Ok(Status::Ended) => "ended",
            Ok(Status::HostGone) => {
                self.pause = Some("the program waits for the outside world".to_owned());
                "stopped"
            }
            Err(limit) => {
                self.limit(&limit);
                "stopped"
            }
        }
    }

    /// The state, as it is written.
    fn listed_state(&self) -> Listed {
        let atoms = self.run.position().atoms(&self.engine);
        let written = |a: &PositionAtom| self.engine.show_atom(a.predicate, &a.values);
        atoms.iter().map(|a| (written(a), (a.copies, a.persistent))).collect()
    }

    /// How the run stands, and what has changed since the step that was told before this one.
    pub(crate) fn view(&mut self) -> MachineView {
        let status = self.status();
        let engine = Arc::clone(&self.engine);
        let atoms = self.run.position().atoms(&engine);
        let show = |atom: &PositionAtom| engine.show_atom(atom.predicate, &atom.values);
        let now = self.listed_state();
        // Another look at the same step, through another filter, shows the same changes.
        if self.told.as_ref().is_none_or(|(at, _)| *at != self.at) {
            self.before = self.told.take().map(|(_, state)| state);
        }
        let before = self.before.as_ref();
        let gone = before.into_iter().flat_map(BTreeMap::keys);
        let gone = gone.filter(|text| !now.contains_key(*text)).cloned();
        let gone: Vec<String> = gone.take(MOST_LISTED).collect();
        let written: Vec<String> = atoms.iter().map(show).collect();
        let (shown, whole) = self.filter.shown(&written);
        let mut groups: Vec<AtomGroup> = Vec::new();
        let mut hidden = 0;
        for (i, atom) in atoms.iter().enumerate() {
            if !shown[i] || i >= MOST_ATOMS {
                hidden += 1;
                continue;
            }
            let predicate = &engine.program().predicate(atom.predicate).name;
            let item = AtomItem {
                text: written[i].clone(),
                copies: u32::try_from(atom.copies).unwrap_or(u32::MAX),
                persistent: atom.persistent,
                changed: before.is_some_and(|before| {
                    before.get(&written[i]) != Some(&(atom.copies, atom.persistent))
                }),
            };
            match groups.last_mut().filter(|group| group.predicate == *predicate) {
                Some(group) => group.atoms.push(item),
                None => {
                    groups.push(AtomGroup { predicate: predicate.clone(), atoms: vec![item] });
                }
            }
        }
        let saved = self.saved(&atoms);
        self.told = Some((self.at, now));
        let (transitions, of) = self.transitions();
        MachineView {
            node: self.at as u32,
            steps: self.nodes[self.at].depth,
            stage: engine.program().stage(self.run.position().stage()).name.clone(),
            status: if self.stopped { "stopped" } else { status }.to_owned(),
            pause: self.pause.clone(),
            groups,
            hidden,
            gone,
            filter_problem: self
                .filter_problem
                .clone()
                .or_else(|| (!whole).then(|| TOO_WIDE.to_owned())),
            transitions,
            of,
            path: self.shown_path(),
            saved,
        }
    }

    fn saved(&self, atoms: &[PositionAtom]) -> String {
        let engine = &self.engine;
        let mut all: Vec<String> = Vec::new();
        for atom in atoms {
            let text = engine.show_atom(atom.predicate, &atom.values);
            if atom.persistent {
                all.push(format!("!{text}"));
            }
            let copies = atom.copies.min(1_000) as usize;
            all.extend(std::iter::repeat_n(text, copies));
            if all.len() > MOST_ATOMS {
                return String::new();
            }
        }
        let stage = &engine.program().stage(self.run.position().stage()).name;
        format!("stage {stage} {{ {} }}", all.join(", "))
    }

    fn transitions(&mut self) -> (Vec<TransitionItem>, u32) {
        self.listed.clear();
        if self.stopped {
            return (Vec::new(), 0);
        }
        let all = match self.run.transitions(&mut NoHost) {
            Ok(all) => all,
            Err(limit) => {
                self.limit(&limit);
                return (Vec::new(), 0);
            }
        };
        let of = all.len() as u32;
        let engine = Arc::clone(&self.engine);
        let mut items = Vec::new();
        let now = self.run.position().atoms(&engine);
        for transition in all {
            let written = show_step(&engine, transition.rule, &transition.values);
            let told = tell_step(&engine, transition.rule, &transition.values, &[], &now);
            let text = told.unwrap_or_else(|| written.clone());
            let fits = |text: &str| text.to_lowercase().contains(&self.search);
            if !self.search.is_empty() && !fits(&text) && !fits(&written) {
                continue;
            }
            items.push(TransitionItem {
                number: self.listed.len() as u32,
                rule: engine.words().rule_name(transition.rule),
                text,
                written,
            });
            self.listed.push(transition);
            if items.len() >= MOST_LISTED {
                break;
            }
        }
        (items, of)
    }

    fn shown_path(&self) -> Vec<PathStep> {
        let path = self.path(self.at);
        let skip = path.len().saturating_sub(MOST_PATH);
        let text = |node: usize| {
            let transition = self.nodes[node].transition.as_ref();
            transition.map_or_else(String::new, |t| show_step(&self.engine, t.rule, &t.values))
        };
        let others = |node: usize| {
            let all = self.nodes[self.nodes[node].parent].children.iter();
            let all = all.filter(|n| **n != node).take(MOST_BRANCHES);
            all.map(|n| (*n as u32, text(*n))).collect()
        };
        let step =
            |node: usize| PathStep { node: node as u32, text: text(node), others: others(node) };
        path.into_iter().skip(skip).map(step).collect()
    }

    /// Why atoms are there, or are not.
    pub(crate) fn why(&self, text: &str) -> Result<Vec<(u32, Option<u32>, String)>, DeskError> {
        let text = text.trim().trim_start_matches('!');
        let (predicate, pattern) = (self.engine.words())
            .parse_pattern(text)
            .map_err(|e| DeskError::Refused(e.to_string()))?;
        let lines = causes(&self.run, predicate, &pattern, DEPTH);
        if lines.is_empty() {
            return Ok(vec![(0, None, absence(&self.run, text, predicate, &pattern))]);
        }
        let path = self.path(self.at);
        let node = |step: usize| path.get(step).map(|n| *n as u32);
        let lines = lines.into_iter().take(MOST_LISTED);
        Ok(lines.map(|line| (line.depth as u32, line.step.and_then(node), line.text)).collect())
    }

    /// Why a rule cannot fire.
    pub(crate) fn why_not(&self, rule: &str) -> Result<Vec<(u32, Option<u32>, String)>, DeskError> {
        let mut lines = Vec::new();
        for rule in self.rules_named(rule)? {
            let why = why_not(&self.engine, self.run.machine(), rule, &[]);
            lines.push((0, None, why.say(&self.engine, rule)));
        }
        Ok(lines)
    }

    /// What caused what, in the last steps.
    pub(crate) fn trace(
        &self,
        steps: u32,
        fold: bool,
        turns: bool,
        about: Option<&str>,
    ) -> Result<GraphPicture, DeskError> {
        let trace = Trace::of(&self.run)
            .ok_or_else(|| DeskError::Refused("the run keeps no trace".to_owned()))?;
        let from = trace.len().saturating_sub(steps.min(MOST_DRAWN) as usize);
        let about = about.map(str::to_owned);
        let filter = TraceFilter { fold, turns, about, from, ..TraceFilter::default() };
        Ok(picture(&trace_graph(&self.engine, trace, "What caused what", &filter)))
    }
}
