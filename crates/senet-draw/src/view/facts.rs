//! What lies beside the boards, grouped for reading.

use crate::label::one_line;
use senet_game::{Seat, View, ViewAtom, ViewPanel};
use std::collections::BTreeMap;

/// Atoms that differ in the last argument only, or hidden atoms of one owner.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Fact {
    /// What they have in common.
    pub head: String,
    /// What each of them ends in.
    pub rest: Vec<String>,
}

/// Everything beside the boards, in the order of the view.
pub(crate) fn facts(view: &View, seats: &[String]) -> Vec<Fact> {
    let mut facts: Vec<Fact> = view.panels.iter().map(panel).collect();
    let mut known: BTreeMap<String, usize> = BTreeMap::new();
    for atom in &view.atoms {
        let (head, last) = split(atom, seats);
        let at = *known.entry(head.clone()).or_insert(facts.len());
        if at == facts.len() {
            facts.push(Fact { head, rest: Vec::new() });
        }
        facts[at].rest.extend(last);
    }
    facts.extend(view.hidden.iter().map(|hidden| {
        let owner = hidden.owner.map(|seat| format!("{}'s ", seat_name(seats, seat)));
        let head = format!("{}{}", owner.unwrap_or_default(), one_line(&hidden.predicate));
        Fact { head, rest: vec![format!("{} hidden", hidden.copies)] }
    }));
    let sentence = |text: &String| Fact { head: one_line(text), rest: Vec::new() };
    facts.extend(view.sentences.iter().map(sentence));
    facts
}

/// A panel: its title and what is in it.
fn panel(panel: &ViewPanel) -> Fact {
    let item = |(text, copies): &(String, u64)| match copies {
        0 | 1 => one_line(text),
        n => format!("{} ×{n}", one_line(text)),
    };
    let mut rest: Vec<String> = panel.items.iter().map(item).collect();
    if panel.hidden > 0 {
        rest.push(format!("{} hidden", panel.hidden));
    }
    Fact { head: one_line(&panel.title), rest }
}

/// What a seat is called; a seat without a name is called by its number, from 1.
pub(crate) fn seat_name(seats: &[String], seat: Seat) -> String {
    match seats.get(usize::from(seat.0)) {
        Some(name) => one_line(name),
        None => format!("player {}", u16::from(seat.0) + 1),
    }
}

/// The words of an atom up to its last argument, and that. What begins with a seat is that seat's:
/// `points ann 3` are ann's points.
fn split(atom: &ViewAtom, seats: &[String]) -> (String, Option<String>) {
    let copies = match atom.copies {
        0 | 1 => String::new(),
        n => format!(" ×{n}"),
    };
    let wrap = |text: &String| match text.contains(' ') {
        true => format!("({})", one_line(text)),
        false => one_line(text),
    };
    let Some((last, first)) = atom.arguments.split_last() else {
        return (format!("{}{copies}", one_line(&atom.predicate)), None);
    };
    let owner = |name: &String| seats.iter().find(|seat| seat.eq_ignore_ascii_case(name));
    let predicate = one_line(&atom.predicate);
    let (begin, first) = match first.split_first().map(|(name, rest)| (owner(name), rest)) {
        Some((Some(seat), rest)) => (format!("{}'s {predicate}", one_line(seat)), rest),
        _ => (predicate, first),
    };
    let head = first.iter().fold(begin, |out, argument| format!("{out} {}", wrap(argument)));
    (head, Some(format!("{}{copies}", one_line(last))))
}
