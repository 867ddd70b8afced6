//! `senet repl`: a program at the prompt. Add and remove facts, ask what can be derived, fire rules by name,
//! see what changed, undo.
//!
//! The state is a position as text, and each command makes the next one, so that undoing is going back.

mod line;

use crate::cli::ReplArgs;
use crate::failure::{Failure, Outcome};
use crate::session::open;
use crate::{interrupt, output, words};
use line::Lines;
use senet_engine::{Engine, NoHost, Queries, Run, Step, Transition};
use senet_game::Rng;
use senet_program::{PredKind, StageId};
use std::sync::Arc;

const HELP: &str = "\
facts            the position
moves            the rules that can fire now
add ATOM, …      add facts: `add free a1, turn x`
remove ATOM, …   remove facts
ask ATOM         facts and derived atoms that fit; variables and `_` match anything
fire RULE …      fire a rule by name, or a move by its number; values narrow it: `fire place x a1`
run [N]          take random steps until a player has to choose, or N steps
stage NAME       go to a stage
start [N]        start over, at a start of the program
undo             undo the last change
help, quit";

/// Steps of one `run`.
const MOST_STEPS: u64 = 10_000;

pub(crate) fn run(args: &ReplArgs) -> Outcome {
    let session = match open(&args.game)? {
        Ok(session) => session,
        Err(code) => return Ok(code),
    };
    interrupt::listen();
    let mut lines = Lines::new(&session.engine);
    let rng = Rng::new(session.seed);
    let mut repl =
        Repl { engine: session.engine.clone(), now: String::new(), past: Vec::new(), rng };
    match session.program().starts().is_empty() {
        true => repl.now = "{}".to_owned(),
        false => {
            repl.now =
                repl.text(&Run::new(session.engine.clone(), session.start(args.game.start)?)?);
        }
    }
    output::data(&format!("{}\n`help` lists the commands\n", repl.now));
    while let Some(line) = lines.ask("senet> ") {
        let (word, rest) = line.trim().split_once(char::is_whitespace).unwrap_or((line.trim(), ""));
        if matches!(word, "quit" | "exit" | "q") {
            break;
        }
        match repl.say(word, rest.trim()) {
            Ok(text) if text.is_empty() => {}
            Ok(text) => output::data(&format!("{text}\n")),
            Err(failure) => output::data(&format!("{}\n", failure.message())),
        }
    }
    Ok(0)
}

struct Repl {
    engine: Arc<Engine>,
    /// The position: `stage s {a, b}`.
    now: String,
    past: Vec<String>,
    rng: Rng,
}

impl Repl {
    fn say(&mut self, word: &str, rest: &str) -> Result<String, Failure> {
        match word {
            "" => Ok(String::new()),
            "help" | "?" => Ok(HELP.to_owned()),
            "facts" | "position" => Ok(self.now.clone()),
            "moves" => self.moves(),
            "add" => self.add(rest),
            "remove" => self.remove(rest),
            "ask" => self.ask(rest),
            "fire" => self.fire(rest),
            "run" => self.go_on(rest),
            "stage" => {
                self.engine.words().stage_named(rest).map_err(|e| Failure::usage(e.to_string()))?;
                let atoms = self.atoms().to_owned();
                self.go(format!("stage {rest} {atoms}"))
            }
            "start" => {
                let n: usize = if rest.is_empty() { 1 } else { rest.parse().unwrap_or(0) };
                if n == 0 || n > self.engine.program().starts().len() {
                    return Err(Failure::usage(format!("there is no start `{rest}`")));
                }
                let begun = Run::new(self.engine.clone(), n - 1)?;
                let text = self.text(&begun);
                self.go(text)
            }
            "undo" => match self.past.pop() {
                Some(before) => {
                    let told = difference(&self.now, &before);
                    self.now = before;
                    Ok(told)
                }
                None => Err(Failure::usage("there is nothing to undo")),
            },
            // A rule can be named without `fire`, and an atom without `ask`.
            _ if self.rule_named(word) => self.fire(&format!("{word} {rest}")),
            _ if word.starts_with(|c: char| c.is_ascii_digit()) => self.fire(word),
            _ => match self.ask(&format!("{word} {rest}")) {
                Ok(found) => Ok(found),
                Err(_) => Err(Failure::usage(format!(
                    "`{word}` is not a command, rule or predicate; `help` lists the commands"
                ))),
            },
        }
    }

    fn run(&self) -> Result<Run, Failure> {
        let default = self.engine.program().starts().first().map_or(StageId(0), |s| s.stage);
        Run::from_text(self.engine.clone(), &self.now, default)
            .map_err(|why| Failure::usage(why.to_string()))
    }

    fn text(&self, run: &Run) -> String {
        let stage = &self.engine.program().stage(run.position().stage()).name;
        format!("stage {stage} {}", words::position(&self.engine, run.position()))
    }

    fn atoms(&self) -> &str {
        &self.now[self.now.find('{').unwrap_or(0)..]
    }

    /// Goes to a position, and tells what is different.
    fn go(&mut self, text: String) -> Result<String, Failure> {
        let before = std::mem::replace(&mut self.now, text);
        // Read once, so that it is written as all are, and not kept if it is none.
        match self.run() {
            Ok(run) => {
                self.now = self.text(&run);
                let told = difference(&before, &self.now);
                self.past.push(before);
                Ok(told)
            }
            Err(why) => {
                self.now = before;
                Err(why)
            }
        }
    }

    fn head(&self) -> &str {
        self.now[..self.now.find('{').unwrap_or(0)].trim()
    }

    fn add(&mut self, atoms: &str) -> Result<String, Failure> {
        let inside = self.atoms().trim_start_matches('{').trim_end_matches('}').to_owned();
        let comma = if inside.trim().is_empty() { "" } else { ", " };
        self.go(format!("{} {{{inside}{comma}{atoms}}}", self.head()))
    }

    fn remove(&mut self, atoms: &str) -> Result<String, Failure> {
        let words = self.engine.words();
        let read = words.parse_atoms(&format!("{{{atoms}}}"));
        let read = read.map_err(|e| Failure::usage(e.to_string()))?;
        let mut there = words::atoms(&self.engine, self.run()?.position());
        for atom in read {
            let values: Option<Vec<_>> = atom.values.into_iter().collect();
            let values =
                values.ok_or_else(|| Failure::usage("name one atom, without variables"))?;
            let shown = self.engine.show_atom(atom.predicate, &values);
            let at = there.iter().position(|a| a.trim_start_matches('!') == shown);
            let at = at.ok_or_else(|| Failure::usage(format!("there is no `{shown}`")))?;
            there.remove(at);
        }
        self.go(format!("{} {{{}}}", self.head(), there.join(", ")))
    }

    /// Atoms of the position, or derived ones, that fit a pattern.
    fn ask(&self, pattern: &str) -> Result<String, Failure> {
        let words = self.engine.words();
        let (predicate, known) =
            words.parse_pattern(pattern).map_err(|e| Failure::usage(e.to_string()))?;
        let run = self.run()?;
        let program = self.engine.program();
        let derived = program.predicates()[predicate.index()].kind == PredKind::Derived;
        let rows: Vec<Vec<_>> = if derived {
            Queries::new(&self.engine, run.machine()).solutions(predicate, &known)?
        } else {
            let atoms = run.position().atoms(&self.engine);
            atoms
                .into_iter()
                .filter(|a| a.predicate == predicate)
                .map(|a| a.values.to_vec())
                .collect()
        };
        let fits = |row: &Vec<_>| row.iter().zip(&known).all(|(v, k)| k.is_none_or(|k| k == *v));
        let mut found: Vec<String> = rows
            .iter()
            .filter(|row| fits(row))
            .map(|row| self.engine.show_atom(predicate, row))
            .collect();
        found.dedup();
        Ok(if found.is_empty() { "no".to_owned() } else { found.join("\n") })
    }

    fn transitions(&self) -> Result<(Run, Vec<Transition>), Failure> {
        let mut run = self.run()?;
        let all = run.transitions(&mut NoHost)?;
        Ok((run, all))
    }

    fn shown(&self, transition: &Transition) -> String {
        let step = Step { rule: transition.rule, values: transition.values.to_vec() };
        words::step(&self.engine, &step)
    }

    fn moves(&self) -> Result<String, Failure> {
        let (_, all) = self.transitions()?;
        if all.is_empty() {
            return Ok("nothing can happen".to_owned());
        }
        let lines = all.iter().enumerate().map(|(i, t)| format!("{:>3}  {}", i + 1, self.shown(t)));
        Ok(lines.collect::<Vec<_>>().join("\n"))
    }

    fn rule_named(&self, word: &str) -> bool {
        self.engine.program().rules().iter().any(|r| r.name.as_deref() == Some(word))
    }

    fn fire(&mut self, what: &str) -> Result<String, Failure> {
        let (mut run, all) = self.transitions()?;
        let wanted: Vec<&str> = what.split_whitespace().collect();
        let number = what.trim().parse::<usize>().ok();
        // The words of a move in their order, with others between them: `place a1` is `place x a1`.
        let fits = |t: &Transition| {
            let shown = self.shown(t);
            let mut words = shown.split_whitespace();
            let first = words.next();
            first == wanted.first().copied() && wanted[1..].iter().all(|w| words.any(|x| x == *w))
        };
        let chosen: Vec<&Transition> = match number {
            Some(n) => all.get(n.wrapping_sub(1)).into_iter().collect(),
            None if wanted.is_empty() => Vec::new(),
            None => all.iter().filter(|t| fits(t)).collect(),
        };
        match chosen.as_slice() {
            [] => {
                let help =
                    "`moves` lists what can happen; `senet why --not RULE` says why a rule cannot";
                Err(Failure::usage(format!("`{}` cannot happen now; {help}", what.trim())))
            }
            [one] => {
                run.fire(one, &mut NoHost)?;
                let text = self.text(&run);
                let told = self.go(text)?;
                Ok(format!("{}\n{told}", self.shown(one)).trim_end().to_owned())
            }
            several => {
                let names: Vec<String> = several.iter().take(8).map(|t| self.shown(t)).collect();
                let more = if several.len() > 8 { ", …" } else { "" };
                let text = format!("which of them: {}{more}?", names.join(", "));
                Err(Failure::usage(text))
            }
        }
    }

    fn go_on(&mut self, most: &str) -> Result<String, Failure> {
        let counted = !most.is_empty();
        let most: u64 =
            if counted { most.parse().unwrap_or(1).min(MOST_STEPS) } else { MOST_STEPS };
        let mut run = self.run()?;
        let mut told = Vec::new();
        for _ in 0..most {
            let stage = run.position().stage();
            let chooses = self.engine.program().stage(stage).interactive
                && run.status(&mut NoHost)? == senet_engine::Status::Choosing;
            // With an explicit number of steps, choices of players are random, too.
            if chooses && !counted {
                break;
            }
            let Some(step) = run.step(&mut self.rng, &mut NoHost)? else { break };
            told.push(words::step(&self.engine, &step));
        }
        let text = self.text(&run);
        let changes = self.go(text)?;
        if told.is_empty() {
            self.past.pop();
            return Ok("nothing happens by itself".to_owned());
        }
        Ok(format!("{}\n{changes}", told.join("\n")).trim_end().to_owned())
    }
}

/// What is gone and what is new from one position to another.
fn difference(before: &str, after: &str) -> String {
    let parts = |text: &str| -> (String, Vec<String>) {
        let at = text.find('{').unwrap_or(text.len());
        let inside = text[at..].trim_start_matches('{').trim_end_matches('}');
        let atoms = inside.split(", ").filter(|a| !a.is_empty()).map(str::to_owned).collect();
        (text[..at].trim().to_owned(), atoms)
    };
    let ((stage_before, mut gone), (stage_after, after)) = (parts(before), parts(after));
    let mut new = Vec::new();
    for atom in after {
        match gone.iter().position(|a| *a == atom) {
            Some(at) => {
                gone.remove(at);
            }
            None => new.push(atom),
        }
    }
    let mut out: Vec<String> = Vec::new();
    out.extend(gone.iter().map(|a| format!("- {a}")));
    out.extend(new.iter().map(|a| format!("+ {a}")));
    if stage_before != stage_after {
        out.push(format!("now in {stage_after}"));
    }
    out.join("\n")
}
