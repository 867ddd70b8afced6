//! Why an atom is present: the steps that led to it, as an indented list.

use crate::words::show_step;
use crate::{Trace, TraceStep};
use senet_engine::{Run, Value};
use senet_program::PredId;
use std::collections::BTreeSet;

/// A line of an explanation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CauseLine {
    /// How deep it stands below the atom that was asked about.
    pub depth: usize,
    /// The step that it tells of, counted from 0; `None` for what was there from the start.
    pub step: Option<usize>,
    /// The line.
    pub text: String,
}

/// Why atoms like a pattern are present in a run that keeps a log; empty if there are none. `None` in
/// the pattern fits everything.
pub fn causes(
    run: &Run,
    predicate: PredId,
    pattern: &[Option<Value>],
    depth: usize,
) -> Vec<CauseLine> {
    let Some(trace) = Trace::of(run) else { return Vec::new() };
    let mut tree = Tree { trace, run, out: Vec::new(), told: BTreeSet::new(), depth };
    for atom in run.position().atoms(run.engine()) {
        if atom.predicate == predicate
            && fits(pattern, &atom.values)
            && let Some(resource) = run.resource(predicate, &atom.values)
        {
            tree.atom(resource, 0);
        }
    }
    tree.out
}

/// What to say about an atom that is not there: when it went, if it ever was.
pub fn absence(run: &Run, text: &str, predicate: PredId, pattern: &[Option<Value>]) -> String {
    let engine = run.engine();
    let steps = Trace::of(run)
        .into_iter()
        .flat_map(|trace| (0..trace.len()).rev().map(move |i| (trace, i, trace.step(i))));
    let mut taken = steps.filter(|(trace, _, step)| {
        step.taken.iter().any(|r| {
            let (p, values, _) = trace.resource(*r);
            p == predicate && fits(pattern, values)
        })
    });
    match taken.next() {
        Some((_, i, step)) => {
            let shown = show_step(engine, step.rule, &step.values);
            format!("`{text}` is not there: step {}, `{shown}`, used it up", i + 1)
        }
        None if engine.words().parse_atom(text).is_ok() => {
            format!("`{text}` is not there, and never was")
        }
        None => format!("nothing like `{text}` is there, or ever was"),
    }
}

fn fits(pattern: &[Option<Value>], values: &[Value]) -> bool {
    pattern.iter().zip(values).all(|(p, v)| p.is_none_or(|p| p == *v))
}

struct Tree<'a> {
    run: &'a Run,
    trace: Trace<'a>,
    out: Vec<CauseLine>,
    /// Steps whose causes stand above.
    told: BTreeSet<usize>,
    depth: usize,
}

impl Tree<'_> {
    fn line(&mut self, depth: usize, step: Option<usize>, text: String) {
        self.out.push(CauseLine { depth, step, text });
    }

    fn atom(&mut self, resource: u32, depth: usize) {
        let atom = self.trace.show_resource(resource);
        let Some(maker) = self.trace.maker(resource) else {
            return self.line(depth, None, format!("{atom}: there from the start"));
        };
        let step = self.trace.step(maker);
        let used: Vec<u32> = step.taken.iter().chain(&step.read).copied().collect();
        let shown = show_step(self.run.engine(), step.rule, &step.values);
        let after = step.after;
        let made = format!("{atom}: made by step {}, {shown}", maker + 1);
        let by = Some(maker);
        if !self.told.insert(maker) {
            self.line(depth, by, format!("{made} (see above)"));
        } else if depth + 1 >= self.depth.max(1) && !(used.is_empty() && after.is_empty()) {
            self.told.remove(&maker);
            self.line(depth, by, format!("{made} …"));
        } else {
            let from = if used.is_empty() && after.is_empty() { "" } else { ", from" };
            self.line(depth, by, format!("{made}{from}"));
            for resource in used {
                self.atom(resource, depth + 1);
            }
            for earlier in after {
                self.gone(earlier, depth + 1);
            }
        }
    }

    /// A step that took away what must not be there.
    fn gone(&mut self, step: usize, depth: usize) {
        let TraceStep { rule, values, taken, read, .. } = self.trace.step(step);
        let shown = show_step(self.run.engine(), rule, &values);
        let atoms = taken.iter().map(|r| self.trace.show_resource(*r));
        let atoms = atoms.collect::<Vec<_>>().join(", ");
        let line = format!("no more {atoms}: taken by step {}, {shown}", step + 1);
        if !self.told.insert(step) {
            self.line(depth, Some(step), format!("{line} (see above)"));
        } else if depth + 1 >= self.depth.max(1) {
            self.told.remove(&step);
            self.line(depth, Some(step), format!("{line} …"));
        } else {
            self.line(depth, Some(step), format!("{line}, from"));
            for resource in taken.into_iter().chain(read) {
                self.atom(resource, depth + 1);
            }
        }
    }
}
