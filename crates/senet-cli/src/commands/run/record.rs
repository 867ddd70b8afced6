//! What `senet run` shows and writes of each step.

use crate::cli::{RunArgs, Show};
use crate::failure::Failure;
use crate::{output, words};
use senet_engine::{Run, Step};
use senet_explain::Trace;
use senet_program::{Program, StageId};
use serde_json::{Map, Value, json};
use std::fs::File;
use std::io::{BufWriter, Write};

/// Output is handed on in pieces of about this size, unless somebody is waiting for it.
const PIECE: usize = 1 << 16;

pub(super) struct Recorder {
    show: Vec<Show>,
    json: bool,
    traces: bool,
    log: Option<(String, BufWriter<File>)>,
    broken: Option<std::io::Error>,
    buffer: String,
    piece: usize,
}

impl Recorder {
    pub(super) fn new(args: &RunArgs, talks: bool) -> Result<Recorder, Failure> {
        let log = match &args.log {
            None => None,
            Some(path) => {
                let file = File::create(path)
                    .map_err(|error| Failure::usage(format!("cannot write `{path}`: {error}")))?;
                Some((path.clone(), BufWriter::new(file)))
            }
        };
        Ok(Recorder {
            show: args.show.clone(),
            json: args.json,
            traces: args.trace || args.trace_out.is_some() || args.json || args.log.is_some(),
            log,
            broken: None,
            buffer: String::new(),
            piece: if talks { 0 } else { PIECE },
        })
    }

    /// Whether the causal trace has to be recorded: it also knows what is new, where a program tells
    /// of new atoms.
    pub(super) fn traces(&self, program: &Program) -> bool {
        let tells = !program.game().presentation.atoms.is_empty();
        self.traces || tells && self.show.contains(&Show::Story)
    }

    /// A step was made.
    pub(super) fn step(&mut self, run: &Run, step: &Step, stage: StageId) {
        let engine = run.engine();
        let mut lines = Vec::new();
        for show in &self.show {
            match show {
                Show::Moves => lines.push(words::step(engine, step)),
                Show::Story => lines.extend(words::story(run, step)),
                Show::State => {
                    let stage = &engine.program().stage(run.position().stage()).name;
                    let atoms = words::position(engine, run.position());
                    lines.push(format!("stage {stage} {atoms}"));
                }
            }
        }
        if self.json {
            if !lines.is_empty() {
                output::aside(&(lines.join("\n") + "\n"));
            }
            lines = vec![step_json(run, step, stage).to_string()];
        }
        self.print(&lines);
        if self.log.is_some() {
            let (removed, added) = changes(run);
            let name = &engine.program().stage(stage).name;
            let shown = words::step(engine, step);
            let sign = |sign: &str, atoms: Vec<String>| -> String {
                atoms.iter().map(|a| format!("  {sign} {a}\n")).collect()
            };
            let changed = sign("-", removed) + &sign("+", added);
            self.write(&format!("{} {name}: {shown}\n{changed}", run.steps()));
        }
    }

    /// The last choice, and all that followed, was taken back.
    pub(super) fn taken_back(&mut self) {
        if self.json {
            self.print(&[json!({ "taken_back": true }).to_string()]);
        }
        self.write("the last choice was taken back\n");
    }

    /// The run is over.
    pub(super) fn end(&mut self, run: &Run, why: &str) {
        let engine = run.engine();
        let atoms = words::atoms(engine, run.position());
        if self.json {
            let stage = &engine.program().stage(run.position().stage()).name;
            let last = json!({ "end": why, "steps": run.steps(), "stage": stage, "state": atoms });
            self.print(&[last.to_string()]);
        } else {
            self.print(&[format!("Final state: {{{}}}", atoms.join(", "))]);
        }
        self.write(&format!("{why}\n"));
        self.flush();
        output::message(why);
    }

    fn print(&mut self, lines: &[String]) {
        for line in lines {
            self.buffer.push_str(line);
            self.buffer.push('\n');
        }
        if self.buffer.len() > self.piece {
            self.flush();
        }
    }

    /// Hands on what is waiting.
    pub(super) fn flush(&mut self) {
        if !self.buffer.is_empty() {
            output::data(&self.buffer);
            self.buffer.clear();
        }
    }

    fn write(&mut self, text: &str) {
        if let Some((_, file)) = &mut self.log
            // Flushed at every step: people follow a log with `tail -f`.
            && let Err(error) = file.write_all(text.as_bytes()).and_then(|()| file.flush())
        {
            self.broken = self.broken.take().or(Some(error));
        }
    }

    /// Finishes the log.
    pub(super) fn close(mut self) -> Result<(), Failure> {
        let Some((path, mut file)) = self.log.take() else {
            return Ok(());
        };
        let result = self.broken.take().map_or(Ok(()), Err);
        let result = result.and_then(|()| file.flush());
        result.map_err(|error| Failure::usage(format!("cannot write `{path}`: {error}")))
    }
}

/// What the last step removed and added.
fn changes(run: &Run) -> (Vec<String>, Vec<String>) {
    let Some(trace) = Trace::of(run).filter(|t| !t.is_empty()) else {
        return (Vec::new(), Vec::new());
    };
    let last = trace.step(trace.len() - 1);
    let show = |all: &[u32]| -> Vec<String> {
        let each = all.iter().map(|r| {
            let (predicate, values, persistent) = trace.resource(*r);
            let mark = if persistent { "!" } else { "" };
            format!("{mark}{}", run.engine().show_atom(predicate, values))
        });
        each.collect()
    };
    (show(&last.taken), show(&last.made))
}

fn step_json(run: &Run, step: &Step, stage: StageId) -> Value {
    let engine = run.engine();
    let program = engine.program();
    let mut arguments = Map::new();
    let variables = &program.rule(step.rule).variables;
    for (i, (variable, value)) in variables.iter().zip(&step.values).enumerate() {
        let shown = engine.words().written(variable.ty, *value, false);
        let name = match variable.name.as_str() {
            "_" => format!("_{}", i + 1),
            name => name.to_owned(),
        };
        arguments.insert(name, Value::String(shown));
    }
    let (removed, added) = changes(run);
    json!({
        "step": run.steps(),
        "stage": program.stage(stage).name,
        "rule": words::rule_name(engine, step.rule),
        "arguments": arguments,
        "removed": removed,
        "added": added,
    })
}
