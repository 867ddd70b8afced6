//! `senet run`: a program step by step, as Ceptre runs it, with better answers.

mod companion;
mod record;

use crate::cli::RunArgs;
use crate::commands::trace;
use crate::failure::{Failure, Outcome};
use crate::host::Asking;
use crate::prompt::Talk;
use crate::session::{Session, open};
use crate::{input, interrupt, output, words};
use companion::Companion;
use record::Recorder;
use senet_analysis::QueryMatch;
use senet_engine::{Run, Status, Step, Transition};
use senet_explain::Trace;
use senet_game::Rng;
use senet_match::Record;
use senet_program::query::TraceQuery;
use senet_program::{PredKind, Program, Role, RuleId};
use std::collections::VecDeque;

/// More transitions than this can be chosen, but are not listed.
const LISTED: usize = 1000;

pub(crate) fn run(args: &RunArgs) -> Outcome {
    // A saved play is a game too: its plays are made again, and the run goes on from there.
    let saved = super::play::saved(&args.game.game)?;
    let mut game = args.game.clone();
    if let Some(saved) = &saved {
        game.game.clone_from(&saved.game);
        let (start, options) = saved.options.iter().cloned().partition(|(name, _)| name == "start");
        let start: Vec<(String, String)> = start;
        game.options = options;
        game.start = start.first().and_then(|(_, n)| n.parse().ok()).or(game.start);
        game.chance.seed = Some(saved.config.seed);
    }
    let session = match open(&game)? {
        Ok(session) => session,
        Err(code) => return Ok(code),
    };
    let starts: Vec<Option<usize>> = match args.state {
        Some(_) => vec![None],
        None => session.starts(game.start)?.into_iter().map(Some).collect(),
    };
    let program = session.program();
    let interactive = program.stages().iter().any(|s| s.interactive);
    let talks = interactive || program.predicates().iter().any(outside);
    let until = match &args.until {
        None => None,
        Some(text) => {
            let query = TraceQuery::of(text, session.program());
            let help = "write steps with dots between them, such as `place P _ . any . win P`";
            Some(query.map_err(|why| Failure::usage(why.to_string()).help(help))?)
        }
    };
    let mut recorder = Recorder::new(args, talks)?;
    for (i, start) in starts.iter().enumerate() {
        if starts.len() > 1 {
            recorder.flush();
            output::message(&format!("start {} of {}", i + 1, starts.len()));
        }
        let mut driver = Driver {
            session: &session,
            args,
            start: *start,
            interactive,
            until: until.as_ref(),
            host: Asking::new(Talk { aside: args.json }),
            choices: Vec::new(),
            again: VecDeque::new(),
            recorder: &mut recorder,
            options: &game.options,
            saved: saved.as_ref(),
            companion: None,
        };
        let (run, end) = driver.drive()?;
        if let Some(path) = &args.save {
            let kept = driver.companion.as_ref().filter(|c| c.follows());
            let kept = kept.ok_or_else(|| {
                Failure::usage("this run cannot be saved as a play").help(
                    "a run can be saved if the program has no sensors and it made at most 10,000 plays",
                )
            })?;
            input::write(path, kept.record().to_string())?;
        }
        recorder.end(&run, &end.say(&run));
        if args.trace || args.trace_out.is_some() {
            finish_trace(&session, args, &run)?;
        }
        if matches!(end, End::Told | End::Input) {
            break;
        }
    }
    recorder.close()?;
    Ok(0)
}

fn outside(predicate: &senet_program::Predicate) -> bool {
    predicate.host.is_some() || matches!(predicate.kind, PredKind::Sense | PredKind::Action)
}

fn finish_trace(session: &Session, args: &RunArgs, run: &Run) -> Result<(), Failure> {
    let Some(recorded) = Trace::of(run) else {
        return Ok(());
    };
    if args.trace {
        let lines: String = (0..recorded.len()).map(|i| recorded.show_step(i) + "\n").collect();
        if args.json {
            output::aside(&lines);
        } else {
            output::data(&lines);
        }
    }
    if let Some(path) = &args.trace_out {
        let graph = trace::draw(session, recorded, &senet_explain::TraceFilter::default());
        super::graph::write(&graph, None, Some(path))?;
    }
    Ok(())
}

/// Why a run is over.
enum End {
    /// Nothing can happen any more.
    Quiet,
    /// A link without a target.
    Link(RuleId),
    /// The number in `#trace`.
    Limit(u64),
    /// What was waited for.
    Found(String),
    /// Somebody chose 0.
    Told,
    /// The input ended, or somebody quit.
    Input,
}

impl End {
    fn say(&self, run: &Run) -> String {
        let program = run.engine().program();
        let stage = &program.stage(run.position().stage()).name;
        let steps = words::count(run.steps(), "step");
        match self {
            End::Quiet => {
                format!("ended after {steps}: stage `{stage}` is quiet, and no link leads on")
            }
            End::Link(rule) => {
                let name = words::rule_name(run.engine(), *rule);
                format!("ended after {steps}: the link `{name}` leads nowhere")
            }
            End::Limit(n) => {
                let limit = words::count(*n, "step");
                format!("stopped after {steps}: `#trace` allows {limit}")
            }
            End::Found(query) => format!("stopped after {steps}: `{query}`"),
            End::Told => format!("stopped after {steps} in stage `{stage}`"),
            End::Input => {
                format!("stopped after {steps} in stage `{stage}`: there is no more input")
            }
        }
    }
}

/// What was chosen, and how much the host had said by then: enough to do it all again.
struct Choice {
    number: usize,
    said: usize,
}

struct Driver<'a> {
    session: &'a Session,
    args: &'a RunArgs,
    start: Option<usize>,
    interactive: bool,
    /// Where to stop.
    until: Option<&'a TraceQuery>,
    host: Asking,
    choices: Vec<Choice>,
    /// Choices to be made again after one was taken back.
    again: VecDeque<usize>,
    recorder: &'a mut Recorder,
    options: &'a [(String, String)],
    /// The play that is made again first.
    saved: Option<&'a Record>,
    /// The match that `senet play` would have.
    companion: Option<Companion>,
}

enum PromptAnswer {
    Choose(usize),
    TakeBack,
    End(End),
}

impl Driver<'_> {
    fn program(&self) -> &Program {
        self.session.program()
    }

    fn begin(&self) -> Result<Run, Failure> {
        let run = match (self.start, &self.args.state) {
            (Some(start), _) if self.args.stage.is_some() => {
                let stage = self.args.stage.as_deref().unwrap_or_default();
                self.session.run_in(stage, start)?
            }
            (Some(start), _) => Run::new(self.session.engine.clone(), start)?,
            (None, Some(path)) => self.session.run_from(path)?,
            (None, None) => unreachable!("a run begins at a start or from a file"),
        };
        // Ages and traces cost time and room: only for who needs them.
        Ok(if self.recorder.traces(self.session.engine.program()) {
            run.with_trace()
        } else if self.interactive {
            run.with_ages()
        } else {
            run
        })
    }

    /// The match beside the run, if the program has no sensors and begins at a start.
    fn accompany(&mut self) {
        let asks = self.program().predicates().iter().any(outside);
        let start = self.start.filter(|_| self.args.stage.is_none() && !asks);
        self.companion =
            start.and_then(|start| Companion::new(self.session, start, self.options, self.saved));
    }

    /// A step that nobody chooses: what chance drew in the match beside the run, or any.
    fn automatic(&mut self, run: &mut Run, rng: &mut Rng) -> Result<Option<Step>, Failure> {
        let engine = self.session.engine.clone();
        if let Some(companion) = &mut self.companion {
            if !companion.follows() {
                self.companion = None;
            } else if companion.waits() {
                let all = run.transitions(&mut self.host);
                let all = all.map_err(|stop| self.stopped(run, &stop))?;
                let drawn = self.companion.as_mut().and_then(|c| c.draw(&engine, &all));
                if let Some(transition) = drawn.map(|at| &all[at]) {
                    let fired = run.fire(transition, &mut self.host);
                    fired.map_err(|stop| self.stopped(run, &stop))?;
                    let values = transition.values.to_vec();
                    return Ok(Some(Step { rule: transition.rule, values }));
                }
            }
        }
        let step = run.step(rng, &mut self.host);
        step.map_err(|stop| self.stopped(run, &stop))
    }

    fn drive(&mut self) -> Result<(Run, End), Failure> {
        self.accompany();
        let limit = self.start.and_then(|s| self.program().starts()[s].limit);
        let mut run = self.begin()?;
        let mut rng = Rng::new(self.session.seed);
        let mut last = None;
        let mut waiting = self.until.map(QueryMatch::begin);
        if let Some(waiting) = &mut waiting
            && waiting.start(&self.atoms(&run))
        {
            return Ok((run, End::Found(self.found())));
        }
        loop {
            let stage = run.position().stage();
            interrupt::at(run.steps(), stage);
            if let Some(limit) = limit.filter(|l| run.steps() >= *l) {
                return Ok((run, End::Limit(limit)));
            }
            let chooses = self.program().stage(stage).interactive
                && self.status(&mut run)? == Status::Choosing;
            let step = if chooses {
                let menu = run.menu(&mut self.host);
                let menu = menu.map_err(|stop| self.stopped(&run, &stop))?;
                match self.choose(&menu) {
                    PromptAnswer::End(end) => return Ok((run, end)),
                    PromptAnswer::TakeBack => {
                        self.take_back();
                        self.accompany();
                        (run, rng, last) = (self.begin()?, Rng::new(self.session.seed), None);
                        if let Some(waiting) = &mut waiting {
                            waiting.start(&self.atoms(&run));
                        }
                        continue;
                    }
                    PromptAnswer::Choose(number) => {
                        let said = self.host.said.len();
                        self.choices.push(Choice { number, said });
                        let transition = &menu[number - 1];
                        let engine = &self.session.engine;
                        if self.companion.as_mut().is_some_and(|c| !c.chosen(engine, transition)) {
                            self.companion = None;
                        }
                        let fired = run.fire(transition, &mut self.host);
                        fired.map_err(|stop| self.stopped(&run, &stop))?;
                        Some(Step { rule: transition.rule, values: transition.values.to_vec() })
                    }
                }
            } else {
                self.automatic(&mut run, &mut rng)?
            };
            let Some(step) = step else {
                let gone = self.status(&mut run)? == Status::HostGone;
                let end = match last {
                    _ if gone => End::Input,
                    Some(rule) if self.ends(rule) => End::Link(rule),
                    _ => End::Quiet,
                };
                return Ok((run, end));
            };
            last = Some(step.rule);
            if !self.host.muted {
                self.recorder.step(&run, &step, stage);
            }
            if let Some(waiting) = &mut waiting {
                let said = self.session.engine.words().transition(step.rule, &step.values);
                if waiting.step(&said, &self.atoms(&run)) {
                    return Ok((run, End::Found(self.found())));
                }
            }
        }
    }

    /// The atoms of a position as they are written, if the query speaks of any.
    fn atoms(&self, run: &Run) -> Vec<String> {
        let engine = &self.session.engine;
        if !self.until.is_some_and(TraceQuery::needs_atoms) {
            return Vec::new();
        }
        let atoms = run.position().atoms(engine);
        atoms.iter().map(|atom| engine.show_atom(atom.predicate, &atom.values)).collect()
    }

    fn found(&self) -> String {
        self.until.map_or(String::new(), |query| query.text().to_owned())
    }

    fn ends(&self, rule: RuleId) -> bool {
        matches!(self.program().rule(rule).role, Role::Link(_, None))
    }

    fn status(&mut self, run: &mut Run) -> Result<Status, Failure> {
        let status = run.status(&mut self.host);
        status.map_err(|stop| self.stopped(run, &stop))
    }

    /// A limit was reached: what is there so far is shown before the failure is.
    fn stopped(&mut self, run: &Run, stop: &senet_game::LimitReached) -> Failure {
        self.recorder.flush();
        let stage = &self.program().stage(run.position().stage()).name;
        let steps = words::count(run.steps(), "step");
        output::message(&format!("stopped after {steps} in stage `{stage}`"));
        Failure::limit(stop)
    }

    /// Forgets the last choice, and prepares to make all others again.
    fn take_back(&mut self) {
        let Some(last) = self.choices.pop() else {
            return;
        };
        self.again = self.choices.drain(..).map(|c| c.number).collect();
        self.host.said.truncate(last.said);
        self.host.again = std::mem::take(&mut self.host.said).into();
        self.host.muted = true;
        self.recorder.taken_back();
    }

    fn choose(&mut self, menu: &[Transition]) -> PromptAnswer {
        if let Some(number) = self.again.pop_front() {
            return PromptAnswer::Choose(number);
        }
        let engine = self.session.engine.clone();
        let recorded = self.companion.as_mut().and_then(|c| c.recorded(&engine, menu));
        if let Some(at) = recorded {
            return PromptAnswer::Choose(at + 1);
        }
        self.host.muted = false;
        self.recorder.flush();
        let talk = self.host.talk;
        let engine = &self.session.engine;
        let mut list: Vec<String> = menu
            .iter()
            .take(LISTED)
            .enumerate()
            .map(|(i, t)| format!("{}: {}", i + 1, engine.words().transition(t.rule, &t.values)))
            .collect();
        if menu.len() > LISTED {
            list.push(format!("… and so on, to {}", menu.len()));
        }
        list.insert(0, "0: stop".to_owned());
        talk.say(&list.join("\n"));
        loop {
            let Some(line) = talk.ask("?- ") else {
                return PromptAnswer::End(End::Input);
            };
            match line.parse::<usize>() {
                Ok(0) => return PromptAnswer::End(End::Told),
                Ok(n) if n <= menu.len() => return PromptAnswer::Choose(n),
                _ if line == "u" && self.choices.is_empty() => {
                    talk.say("There is nothing to take back.");
                }
                _ if line == "u" => return PromptAnswer::TakeBack,
                _ if matches!(line.as_str(), "q" | "quit") => return PromptAnswer::End(End::Told),
                _ => talk.say(&format!(
                    "`{line}` is not a choice. Type a number from 1 to {}, 0 to stop, or u to undo",
                    menu.len()
                )),
            }
        }
    }
}
