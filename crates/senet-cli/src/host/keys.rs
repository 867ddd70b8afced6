//! One key: its name, as a constant of the sensor's type.

use senet_engine::{Engine, Value};
use senet_program::PredId;

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
    let constants = constants
        .iter()
        .filter(|c| program.constructor(**c).arguments.is_empty());
    let name = |c: &senet_program::ConId| program.constructor(*c).name.to_lowercase();
    let tail = |c: &senet_program::ConId| name(c).trim_start_matches("key").replace(['-', '_'], "");
    let same = constants
        .clone()
        .find(|c| name(c) == key)
        .or_else(|| constants.clone().find(|c| tail(c) == key));
    let mut begin = constants.clone().filter(|c| name(c).starts_with(&key));
    let only = begin.next().filter(|_| begin.next().is_none());
    match same.or(only.filter(|_| key.chars().count() == 1)) {
        Some(c) => Ok(vec![engine.bank().intern(*c, &[])]),
        None => {
            let names: Vec<String> = constants.map(name).collect();
            Err(format!("No such key; there are: {}", names.join(", ")))
        }
    }
}
