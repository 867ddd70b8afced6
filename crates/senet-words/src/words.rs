//! Names of rules, moves, atoms and seats; values in words.

use crate::value::{Interner, PositionAtom, Value};
use senet_game::Seat;
use senet_program::{PredId, Program, Role, RuleId, TypeId};
use std::cmp::Ordering;
use std::sync::Arc;

/// The words of a program's positions and moves. Engines of one program share them.
#[derive(Debug)]
pub struct GameWords {
    pub(crate) program: Arc<Program>,
    pub(crate) interner: Arc<Interner>,
    /// For each rule, its name in records: unique among the rules that can be chosen together.
    pub(crate) names: Vec<String>,
    /// For each predicate, whether its atoms only steer the game.
    pub(crate) bookkeeping: Vec<bool>,
}

impl GameWords {
    /// The words of a program, whose values are interned there.
    pub fn new(program: Arc<Program>, interner: Arc<Interner>) -> GameWords {
        let names = record_names(&program);
        let bookkeeping = crate::presentation::bookkeeping(&program);
        GameWords { program, interner, names, bookkeeping }
    }

    /// The program whose words these are.
    pub fn program(&self) -> &Program {
        &self.program
    }

    /// The interner of its values.
    pub fn interner(&self) -> &Interner {
        &self.interner
    }

    /// A rule's name for menus: its own, or one made from where it stands.
    pub fn rule_name(&self, rule: RuleId) -> String {
        self.program.rule_name(self.program.rule(rule))
    }

    /// The name of a move, a rule with the values of its effective variables: the same in every
    /// position, and unique in each.
    pub fn move_name(&self, rule: RuleId, values: &[Value]) -> String {
        let declared = self.program.rule(rule);
        let mut out = self.names[rule.index()].clone();
        for (value, variable) in values.iter().zip(&declared.effective) {
            out.push(' ');
            out.push_str(&self.written(declared.variables[variable.index()].ty, *value, true));
        }
        out
    }

    /// A transition as Ceptre shows it: `(rule a b)`, the values in order of first occurrence.
    pub fn transition(&self, rule: RuleId, values: &[Value]) -> String {
        let declared = self.program.rule(rule);
        let mut out = self.rule_name(rule);
        let written = values.iter().zip(&declared.variables).filter(|(_, v)| !v.is_hidden());
        let alone = written.clone().next().is_none();
        for (value, variable) in written {
            out.push(' ');
            out.push_str(&self.written(variable.ty, *value, true));
        }
        if alone { out } else { format!("({out})") }
    }

    /// An atom as it is written.
    pub fn atom(&self, predicate: PredId, values: &[Value]) -> String {
        let declared = self.program.predicate(predicate);
        let mut out = declared.name.clone();
        for (value, ty) in values.iter().zip(&declared.arguments) {
            out.push(' ');
            out.push_str(&self.written(*ty, *value, true));
        }
        out
    }

    /// A value as it is written; as an argument, in parentheses if it needs them.
    pub fn written(&self, ty: TypeId, value: Value, argument: bool) -> String {
        self.interner.show(&self.program, ty, value, argument)
    }

    /// A value in words: the labels of its constants, or their names.
    pub fn value(&self, ty: TypeId, value: Value) -> String {
        self.interner.spell(ty, value, [false; 2], &|c| {
            let constructor = self.program.constructor(c);
            constructor.label.clone().unwrap_or_else(|| plain(&constructor.name))
        })
    }

    /// What a seat is called: its constant's label or name.
    pub fn seat_name(&self, seat: Seat) -> String {
        let players = self.program.game().players.as_ref();
        match players.and_then(|p| p.seats.get(seat.0 as usize)) {
            Some(id) => {
                let constant = self.program.constructor(*id);
                constant.label.clone().unwrap_or_else(|| plain(&constant.name))
            }
            None => "you".to_owned(),
        }
    }

    /// The seat of a player, if a value is one who sits.
    pub fn seat_of_value(&self, value: Value) -> Option<Seat> {
        let players = self.program.game().players.as_ref()?;
        let at = players.seats.iter().position(|c| u64::from(c.0) == value)?;
        Some(Seat(at as u8))
    }

    /// The canonical order of atoms: predicates by declaration, then values.
    pub fn compare_atoms(&self, a: &PositionAtom, b: &PositionAtom) -> Ordering {
        let types = &self.program.predicate(a.predicate).arguments;
        a.predicate.cmp(&b.predicate).then_with(|| {
            let pairs = a.values.iter().zip(&b.values).zip(types);
            let mut orders = pairs.map(|((a, b), ty)| self.interner.compare(*ty, *a, *b));
            orders.find(|o| o.is_ne()).unwrap_or(Ordering::Equal)
        })
    }
}

/// A rule's name for menus: its own, or one made from where it stands.
/// Names for records: a rule's name, made unique within its stage.
fn record_names(program: &Program) -> Vec<String> {
    let plain: Vec<String> = program.rules().iter().map(|rule| program.rule_name(rule)).collect();
    let place = |role: Role| match role {
        Role::Step(stage) => (stage, false),
        Role::Link(stage, _) => (stage, true),
    };
    let mut seen = rustc_hash::FxHashMap::default();
    let mut out = Vec::with_capacity(plain.len());
    for (name, rule) in plain.iter().zip(program.rules()) {
        let n = seen.entry((place(rule.role), name)).or_insert(0);
        *n += 1;
        out.push(if *n == 1 { name.clone() } else { format!("{name}/{n}") });
    }
    out
}

/// A name as words: `you-are-in` is `you are in`.
pub fn plain(name: &str) -> String {
    let words = name.split(['-', '_', '/']).filter(|w| !w.is_empty());
    let words: Vec<&str> = words.collect();
    if words.is_empty() { name.to_owned() } else { words.join(" ") }
}

/// A number that a person can read: 1,234,567.
pub fn digits(n: u64) -> String {
    let plain = n.to_string();
    let mut out = String::new();
    for (i, digit) in plain.chars().enumerate() {
        if i > 0 && (plain.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// A number and a noun: `1 place`, `1,234 places`.
pub fn count(n: usize, noun: &str) -> String {
    format!("{} {noun}{}", digits(n as u64), if n == 1 { "" } else { "s" })
}

/// A label with its holes filled: `place on {C}`.
pub fn fill(label: &str, hole: impl Fn(&str) -> Option<String>) -> String {
    let mut out = String::new();
    let mut rest = label;
    while let Some(open) = rest.find('{') {
        let Some(close) = rest[open..].find('}').map(|i| open + i) else {
            break;
        };
        out.push_str(&rest[..open]);
        match hole(rest[open + 1..close].trim()) {
            Some(text) => out.push_str(&text),
            None => out.push_str(&rest[open..=close]),
        }
        rest = &rest[close + 1..];
    }
    out.push_str(rest);
    out
}

/// Whether a label has a hole of this name.
pub fn mentions(label: &str, name: &str) -> bool {
    let holes = label.split('{').skip(1).filter_map(|rest| rest.split_once('}'));
    holes.into_iter().any(|(hole, _)| hole.trim() == name)
}
