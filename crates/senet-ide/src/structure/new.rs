//! What can be put into a program: items and parts of rules, as data.

use crate::structure::PremiseMark;
use serde::{Deserialize, Serialize};
use std::fmt;

/// An item to be added.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(tag = "item", rename_all = "kebab-case")]
pub enum NewItem {
    /// `name : type.`
    Set {
        /// Its name.
        name: String,
    },
    /// `name : low..high.`
    Range {
        /// Its name.
        name: String,
        /// The smallest number.
        low: u64,
        /// The largest number.
        high: u64,
    },
    /// `name arguments : set.`
    Value {
        /// Its name.
        name: String,
        /// The types of its arguments.
        arguments: Vec<String>,
        /// Its type.
        set: String,
    },
    /// `name arguments : kind.`
    Predicate {
        /// Its name.
        name: String,
        /// The types of its arguments.
        arguments: Vec<String>,
        /// `pred`, `bwd`, `sense` or `action`.
        kind: String,
    },
    /// `board name = shape.`
    Board {
        /// The type of its cells.
        name: String,
        /// The shape with its sizes: `square 8 8`.
        shape: String,
    },
    /// `stage name = {}`
    Stage {
        /// Its name.
        name: String,
        /// Whether earlier rules come before later ones.
        ordered: bool,
    },
    /// `name : premises -o effects.`
    Rule {
        /// Its name.
        name: Option<String>,
        /// What it needs.
        premises: Vec<NewPart>,
        /// What it makes.
        effects: Vec<NewPart>,
    },
    /// `qui * stage from * premises -o stage to * effects.`
    Link {
        /// Its name.
        name: Option<String>,
        /// The stage that it leads from.
        from: String,
        /// The stage that it leads to; none ends the program.
        to: Option<String>,
        /// What else it needs.
        premises: Vec<NewPart>,
        /// What else it makes.
        effects: Vec<NewPart>,
    },
    /// `head <- goals.`
    Derivation {
        /// What follows.
        head: NewPart,
        /// From what.
        goals: Vec<NewPart>,
    },
    /// `context name = { atoms }.`
    Context {
        /// Its name.
        name: String,
        /// What it holds.
        atoms: Vec<NewPart>,
    },
    /// `#name arguments.`
    Directive {
        /// Its name, without the `#`.
        name: String,
        /// Its arguments, as they are written.
        arguments: Vec<String>,
    },
}

/// A part to be added to a rule or context.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(tag = "part", rename_all = "kebab-case")]
pub enum NewPart {
    /// An atom.
    Atom {
        /// The predicate, or the name of a context.
        predicate: String,
        /// Its arguments; if there are none and the predicate takes some, they are chosen.
        arguments: Vec<String>,
        /// Whether it is taken, kept or persistent.
        mark: PremiseMark,
    },
    /// `not p X`
    Not {
        /// The predicate.
        predicate: String,
        /// Its arguments; if there are none and the predicate takes some, they are chosen.
        arguments: Vec<String>,
    },
    /// `N = count (p X)`
    Count {
        /// The variable that is given the number.
        variable: String,
        /// The predicate.
        predicate: String,
        /// Its arguments; if there are none and the predicate takes some, they are chosen.
        arguments: Vec<String>,
    },
    /// `X <> Y`
    Compare {
        /// The first term.
        left: String,
        /// `==`, `<>`, `=`, `<`, `<=`, `>` or `>=`.
        sign: String,
        /// The second term.
        right: String,
    },
    /// `(X : t)`
    Member {
        /// The variable.
        variable: String,
        /// The type.
        set: String,
    },
    /// `stage s`
    Stage {
        /// The stage.
        stage: String,
    },
    /// Anything, as it is written.
    Text {
        /// The text.
        text: String,
    },
}

impl fmt::Display for NewPart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NewPart::Atom { predicate, arguments, mark } => {
                write!(f, "{}{predicate}", mark.sign())?;
                arguments.iter().try_for_each(|argument| write!(f, " {argument}"))
            }
            NewPart::Not { predicate, arguments } => {
                write!(f, "not {predicate}")?;
                arguments.iter().try_for_each(|argument| write!(f, " {argument}"))
            }
            NewPart::Count { variable, predicate, arguments } => {
                write!(f, "{variable} = count ({predicate}")?;
                arguments.iter().try_for_each(|argument| write!(f, " {argument}"))?;
                f.write_str(")")
            }
            NewPart::Compare { left, sign, right } => write!(f, "{left} {sign} {right}"),
            NewPart::Member { variable, set } => write!(f, "({variable} : {set})"),
            NewPart::Stage { stage } => write!(f, "stage {stage}"),
            NewPart::Text { text } => f.write_str(text),
        }
    }
}

impl fmt::Display for NewItem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let named = |name: &Option<String>| {
            name.as_ref().map_or_else(String::new, |name| format!("{name} : "))
        };
        match self {
            NewItem::Set { name } => write!(f, "{name} : type."),
            NewItem::Range { name, low, high } => write!(f, "{name} : {low}..{high}."),
            NewItem::Value { name, arguments, set: kind }
            | NewItem::Predicate { name, arguments, kind } => {
                f.write_str(name)?;
                arguments.iter().try_for_each(|argument| write!(f, " {argument}"))?;
                write!(f, " : {kind}.")
            }
            NewItem::Board { name, shape } => write!(f, "board {name} = {shape}."),
            NewItem::Stage { name, ordered } => {
                write!(f, "{}stage {name} = {{}}", if *ordered { "ordered " } else { "" })
            }
            NewItem::Rule { name, premises, effects } => {
                write!(f, "{}{} -o {}.", named(name), joined(premises), joined(effects))
            }
            NewItem::Link { name, from, to, premises, effects } => {
                write!(f, "{}qui * stage {from}", named(name))?;
                premises.iter().try_for_each(|part| write!(f, " * {part}"))?;
                let to = to.as_ref().map(|stage| NewPart::Stage { stage: stage.clone() });
                let made: Vec<NewPart> = to.into_iter().chain(effects.iter().cloned()).collect();
                write!(f, " -o {}.", joined(&made))
            }
            NewItem::Derivation { head, goals } => {
                write!(f, "{head}")?;
                goals.iter().try_for_each(|goal| write!(f, " <- {goal}"))?;
                f.write_str(".")
            }
            NewItem::Context { name, atoms } => {
                let atoms: Vec<String> = atoms.iter().map(ToString::to_string).collect();
                match atoms.is_empty() {
                    true => write!(f, "context {name} = {{}}."),
                    false => write!(f, "context {name} = {{ {} }}.", atoms.join(", ")),
                }
            }
            NewItem::Directive { name, arguments } => {
                write!(f, "#{name}")?;
                arguments.iter().try_for_each(|argument| write!(f, " {argument}"))?;
                f.write_str(".")
            }
        }
    }
}

/// A side of a rule.
fn joined(parts: &[NewPart]) -> String {
    let parts: Vec<String> = parts.iter().map(ToString::to_string).collect();
    if parts.is_empty() { "()".to_owned() } else { parts.join(" * ") }
}
