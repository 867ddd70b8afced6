//! One key: its name, as a constant of the sensor's type. In a terminal a key is pressed; from a
//! pipe comes one word on each line.

use crate::interrupt;
use crate::prompt::Talk;
use crossterm::event::{self, Event, KeyCode, KeyEventKind, KeyModifiers};
use crossterm::terminal;
use senet_engine::{Engine, Value};
use senet_program::PredId;
use std::io::IsTerminal;

/// The name of the next key; `None` at the end of the input, which Ctrl-D is too.
pub(super) fn next(talk: Talk) -> Option<String> {
    if !std::io::stdin().is_terminal() || terminal::enable_raw_mode().is_err() {
        return talk.ask("key> ");
    }
    let key = press();
    // Nothing better can be done if this fails, and the next line shows it.
    let _ = terminal::disable_raw_mode();
    let key = key?;
    if key == INTERRUPT {
        interrupt::now();
    }
    Some(key)
}

/// What Ctrl-C is called: in a terminal that hands on single keys it is only a key.
const INTERRUPT: &str = "ctrl-c";

fn press() -> Option<String> {
    loop {
        let Event::Key(key) = event::read().ok()? else {
            continue;
        };
        if key.kind == KeyEventKind::Release {
            continue;
        }
        let name = match key.code {
            KeyCode::Char('c') if key.modifiers.contains(KeyModifiers::CONTROL) => INTERRUPT,
            KeyCode::Char('d') if key.modifiers.contains(KeyModifiers::CONTROL) => return None,
            KeyCode::Char(' ') => "space",
            KeyCode::Char(c) => return Some(c.to_string()),
            KeyCode::Up => "up",
            KeyCode::Down => "down",
            KeyCode::Left => "left",
            KeyCode::Right => "right",
            KeyCode::Enter => "enter",
            KeyCode::Tab => "tab",
            KeyCode::Esc => "escape",
            KeyCode::Backspace => "backspace",
            _ => continue,
        };
        return Some(name.to_owned());
    }
}

/// Reads the name of a key: `up`, `space`, or a letter that begins exactly one constant.
pub(super) fn read(engine: &Engine, predicate: PredId, line: &str) -> Result<Vec<Value>, String> {
    let program = engine.program();
    let [ty] = program.predicate(predicate).arguments[..] else {
        return super::term(engine, predicate, line);
    };
    let key = match line.to_lowercase().as_str() {
        "" => "enter".to_owned(),
        "^" => "up".to_owned(),
        "<" => "left".to_owned(),
        ">" => "right".to_owned(),
        other => other.to_owned(),
    };
    let constants = &program.ty(ty).constructors;
    let constants = constants.iter().filter(|c| program.constructor(**c).arguments.is_empty());
    let name = |c: &senet_program::ConId| program.constructor(*c).name.to_lowercase();
    let tail = |c: &senet_program::ConId| name(c).trim_start_matches("key").replace(['-', '_'], "");
    let same = constants
        .clone()
        .find(|c| name(c) == key)
        .or_else(|| constants.clone().find(|c| tail(c) == key));
    let mut begin = constants.clone().filter(|c| name(c).starts_with(&key));
    let only = begin.next().filter(|_| begin.next().is_none());
    match same.or(only.filter(|_| key.chars().count() == 1)) {
        Some(c) => Ok(vec![engine.interner().intern(*c, &[])]),
        None => {
            let names: Vec<String> = constants.map(name).collect();
            Err(format!("No such key; there are: {}", names.join(", ")))
        }
    }
}
