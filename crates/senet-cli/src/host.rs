//! The world outside of a program: sensors that ask somebody, and actions that print.

mod command;
mod keys;

use crate::prompt::Talk;
use crate::words;
use senet_engine::{Engine, Host, Said, Value};
use senet_game::Rng;
use senet_program::{PredId, TypeId};
use std::collections::VecDeque;

/// Asks at the prompt, and prints what actions say.
pub(crate) struct Asking {
    pub(crate) talk: Talk,
    /// What was said so far, and what is to be said again after a step was taken back.
    pub(crate) said: Vec<Said>,
    pub(crate) again: VecDeque<Said>,
    /// Whether steps are being made again, which nobody wants to hear twice.
    pub(crate) muted: bool,
}

impl Asking {
    pub(crate) fn new(talk: Talk) -> Asking {
        Asking { talk, said: Vec::new(), again: VecDeque::new(), muted: false }
    }
}

/// What a sensor or an action is made of.
fn builtin(engine: &Engine, predicate: PredId) -> String {
    let host = engine.program().predicate(predicate).host.as_deref();
    let name = host.unwrap_or("").to_uppercase();
    let name = name.strip_prefix("_BUILTIN_").unwrap_or(&name);
    name.strip_prefix("IF_").unwrap_or(name).to_owned()
}

impl Host for Asking {
    fn sense(&mut self, engine: &Engine, predicate: PredId) -> Said {
        let said = self.again.pop_front().unwrap_or_else(|| {
            self.muted = false;
            let read = match builtin(engine, predicate).as_str() {
                "COMMAND" => ask(self.talk, &|talk| talk.ask("> "), |line| {
                    command::read(engine, predicate, line)
                }),
                "KEY" => ask(self.talk, &keys::next, |line| keys::read(engine, predicate, line)),
                _ => {
                    let prompt = format!("{}> ", shape(engine, predicate));
                    ask(self.talk, &|talk| talk.ask(&prompt), |line| term(engine, predicate, line))
                }
            };
            read.map_or(Said::Gone, Said::Atom)
        });
        self.said.push(said.clone());
        said
    }

    fn act(&mut self, engine: &Engine, predicate: PredId, values: &[Value]) {
        if self.muted {
            return;
        }
        let text = match builtin(engine, predicate).as_str() {
            "REPORT" | "PRINT" => {
                let types = &engine.program().predicate(predicate).arguments;
                let shown = values.iter().zip(types);
                let shown: Vec<String> =
                    shown.map(|(v, ty)| words::value(engine, *ty, *v)).collect();
                shown.join(": ")
            }
            _ => engine.show_atom(predicate, values),
        };
        self.talk.say(&text);
    }
}

/// Asks until the answer can be read; `None` at the end of the input, or if somebody quits.
fn ask(
    talk: Talk,
    next: &dyn Fn(Talk) -> Option<String>,
    mut read: impl FnMut(&str) -> Result<Vec<Value>, String>,
) -> Option<Vec<Value>> {
    loop {
        let line = next(talk)?;
        match read(&line) {
            Ok(values) => return Some(values),
            Err(_) if matches!(line.as_str(), "quit" | "exit") => return None,
            Err(why) => talk.say(&why),
        }
    }
}

/// Reads the arguments of a predicate as terms: `go north`, or the whole atom.
fn term(engine: &Engine, predicate: PredId, line: &str) -> Result<Vec<Value>, String> {
    let declared = engine.program().predicate(predicate);
    let name = &declared.name;
    let mut forms = vec![line.to_owned(), format!("{name} {line}")];
    if declared.arguments.len() == 1 {
        forms.insert(0, format!("{name} ({line})"));
    }
    let mut first = None;
    for form in forms {
        match engine.words().parse_atom(&form) {
            Ok((p, values)) if p == predicate => return Ok(values),
            Ok(_) => {}
            Err(why) => first = first.or(Some(why.to_string())),
        }
    }
    let why = first.unwrap_or_else(|| format!("`{line}` is not a `{name}`"));
    Err(format!("{why}. Write {}, or quit.", shape(engine, predicate)))
}

/// A predicate and the types of its arguments.
fn shape(engine: &Engine, predicate: PredId) -> String {
    let declared = engine.program().predicate(predicate);
    let types = declared.arguments.iter();
    types.fold(declared.name.clone(), |out, ty| {
        format!("{out} {}", engine.program().ty(*ty).name.to_uppercase())
    })
}

/// Says anything at random, and hears nothing.
pub(crate) struct Anything(pub(crate) Rng);

impl Host for Anything {
    fn sense(&mut self, engine: &Engine, predicate: PredId) -> Said {
        let types = &engine.program().predicate(predicate).arguments;
        let values: Option<Vec<Value>> =
            types.iter().map(|ty| self.value(engine, *ty, 4)).collect();
        values.map_or(Said::Gone, Said::Atom)
    }

    fn act(&mut self, _: &Engine, _: PredId, _: &[Value]) {}
}

impl Anything {
    fn value(&mut self, engine: &Engine, ty: TypeId, depth: usize) -> Option<Value> {
        let program = engine.program();
        let declared = program.ty(ty);
        if declared.shape.is_number() {
            let (low, high) = declared.shape.bounds();
            return Some(low + self.0.index((high - low).min(9) + 1));
        }
        let all = &declared.constructors;
        let small = |c: &&senet_program::ConId| program.constructor(**c).arguments.is_empty();
        let constants: Vec<_> = all.iter().filter(small).collect();
        let choice = if depth == 0 && !constants.is_empty() {
            *constants[self.0.index(constants.len() as u64) as usize]
        } else if depth > 0 && !all.is_empty() {
            all[self.0.index(all.len() as u64) as usize]
        } else {
            return None;
        };
        let types = &program.constructor(choice).arguments;
        let inner: Option<Vec<Value>> =
            types.iter().map(|ty| self.value(engine, *ty, depth - 1)).collect();
        inner.map(|inner| engine.interner().intern(choice, &inner))
    }
}
