//! Variables that the author does not name, such as the cells of a line, and the player whose turn it
//! is. While a rule is put together they have names that nobody can write; when it is complete they get
//! names that the author has not used in it, so that none is captured.

use crate::error::GridMistake;
use crate::names;
use senet_syntax::ast::{Name, Prop, PropKind, TermExpr};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// What a name begins with until the rule is complete; no name of the language does.
const UNNAMED: char = '#';

/// The name of the player whose turn it is, until the rule is complete.
pub(crate) const MOVER: &str = "#P";

/// The name of a variable that a helper needs, until the rule is complete.
pub(crate) fn unnamed(number: u32) -> String {
    format!("{UNNAMED}{number}")
}

/// Gives all variables of a rule names. Returns that of the player whose turn it is, and what is wrong
/// with the names that the author chose.
pub(crate) fn settle(sides: &mut [&mut Vec<Prop>]) -> (Arc<str>, Vec<GridMistake>) {
    let mut own = BTreeSet::new();
    let mut numbers = BTreeSet::new();
    for prop in sides.iter_mut().flat_map(|side| side.iter_mut()) {
        each_variable(prop, &mut |name| match name.text.strip_prefix(UNNAMED) {
            Some(number) => numbers.extend(number.parse::<u32>().ok()),
            None => {
                own.insert(name.text.clone());
            }
        });
    }
    let wrong = own.iter().filter_map(|name| names::wrong_variable(name)).collect();
    // The mover is `P`, or `P'` and so on where the author has a `P`.
    let mut mover = "P".to_owned();
    while own.contains(mover.as_str()) {
        mover.push('\'');
    }
    let mover: Arc<str> = mover.into();
    let free = (1_u32..).map(|n| format!("X{n}")).filter(|name| !own.contains(name.as_str()));
    let chosen: BTreeMap<String, Arc<str>> =
        numbers.into_iter().map(unnamed).zip(free.map(Arc::from)).collect();
    for prop in sides.iter_mut().flat_map(|side| side.iter_mut()) {
        each_variable(prop, &mut |name| {
            if let Some(chosen) = chosen.get(&*name.text) {
                name.text = chosen.clone();
            } else if &*name.text == MOVER {
                name.text = mover.clone();
            }
        });
    }
    (mover, wrong)
}

fn each_variable(prop: &mut Prop, f: &mut dyn FnMut(&mut Name)) {
    match &mut prop.kind {
        PropKind::Atom(atom) => atom.arguments.iter_mut().for_each(|term| in_term(term, f)),
        PropKind::Compare(_, left, right) => {
            in_term(left, f);
            in_term(right, f);
        }
        PropKind::Not(inside) => inside.iter_mut().for_each(|prop| each_variable(prop, f)),
        PropKind::Aggregate(aggregate) => {
            in_term(&mut aggregate.target, f);
            aggregate.value.iter_mut().for_each(|term| in_term(term, f));
            aggregate.props.iter_mut().for_each(|prop| each_variable(prop, f));
        }
        PropKind::Member(term, _) => in_term(term, f),
        PropKind::Comprehension(left, right) | PropKind::Set(left, right) => {
            left.iter_mut().chain(right).for_each(|prop| each_variable(prop, f));
        }
        PropKind::Stage(_) | PropKind::Rows(..) => {}
    }
}

fn in_term(term: &mut TermExpr, f: &mut dyn FnMut(&mut Name)) {
    match term {
        TermExpr::Variable(name) => f(name),
        TermExpr::Apply(_, arguments, _) => arguments.iter_mut().for_each(|term| in_term(term, f)),
        TermExpr::Compute(_, sides, _) => {
            in_term(&mut sides.0, f);
            in_term(&mut sides.1, f);
        }
        TermExpr::Wild(_) | TermExpr::Number(..) => {}
    }
}
