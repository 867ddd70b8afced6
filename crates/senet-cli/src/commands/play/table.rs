//! What a player sees: the position, and moves in words.

use crate::session::Session;
use crate::words;
use senet_engine::{TermGame, TermMove, TermState};
use senet_game::{Eye, Game, Seat, ViewAtom};
use senet_program::{PredId, Premise, Rule, VarId};

/// The name of a seat: its constant, as a person calls it.
pub(super) fn seat_name(session: &Session, seat: Seat) -> String {
    let program = session.program();
    let players = program.game().players.as_ref();
    match players.and_then(|p| p.seats.get(seat.0 as usize)) {
        Some(id) => {
            let constant = program.constructor(*id);
            constant.label.clone().unwrap_or_else(|| words::plain(&constant.name))
        }
        None => "you".to_owned(),
    }
}

/// The position as somebody sees it: a line for all atoms that differ in the last argument only.
pub(super) fn view(session: &Session, game: &TermGame, state: &TermState, eye: Eye) -> String {
    let view = game.view(state, eye);
    let mut lines: Vec<(String, Vec<String>)> = Vec::new();
    for atom in &view.atoms {
        let (head, last) = split(atom);
        match lines.iter_mut().find(|(h, _)| *h == head) {
            Some((_, rest)) => rest.extend(last),
            None => lines.push((head, last.into_iter().collect())),
        }
    }
    let mut out = String::new();
    for (head, rest) in lines {
        let colon = if rest.is_empty() { "" } else { ": " };
        out.push_str(&format!("\n  {head}{colon}{}", rest.join(", ")));
    }
    for hidden in &view.hidden {
        let owner = hidden.owner.map(|s| format!(" {}", seat_name(session, s)));
        let owner = owner.unwrap_or_default();
        let (name, n) = (&hidden.predicate, hidden.copies);
        out.push_str(&format!("\n  {name}{owner}: {n} hidden"));
    }
    out
}

fn split(atom: &ViewAtom) -> (String, Option<String>) {
    let copies = match atom.copies {
        0 | 1 => String::new(),
        n => format!(" ×{n}"),
    };
    let wrap = |text: &String| match text.contains(' ') {
        true => format!("({text})"),
        false => text.clone(),
    };
    let Some((last, first)) = atom.arguments.split_last() else {
        return (format!("{}{copies}", atom.predicate), None);
    };
    let head = first
        .iter()
        .fold(atom.predicate.clone(), |out, argument| format!("{out} {}", wrap(argument)));
    (head, Some(format!("{last}{copies}")))
}

/// A move in words: its label, or its name. Others do not see arguments that stand in hidden atoms
/// only.
pub(super) fn move_text(session: &Session, game: &TermGame, mv: &TermMove, eye: Eye) -> String {
    let engine = game.engine();
    let rule = session.program().rule(mv.rule);
    let shown = |variable: VarId, at: usize| {
        if !matches!(eye, Eye::Seat(_)) && secret(session, rule, variable) {
            return "?".to_owned();
        }
        words::value(engine, rule.variables[variable.index()].ty, mv.values[at])
    };
    let effective = || rule.effective.iter().enumerate();
    if let Some(label) = &rule.label {
        return words::fill(label, |name| {
            let at = effective().find(|(_, v)| rule.variables[v.index()].name == name);
            at.map(|(at, v)| shown(*v, at))
        });
    }
    let name = words::plain(&words::rule_name(engine, mv.rule));
    effective().fold(name, |out, (at, v)| format!("{out} {}", shown(*v, at)))
}

/// Whether a variable stands in atoms of the position, and only in such as are hidden.
fn secret(session: &Session, rule: &Rule, variable: VarId) -> bool {
    let hidden = |p: PredId| session.program().game().hidden.iter().any(|h| h.predicate == p);
    let left = rule.premises.iter().filter(|p| p.in_position());
    let left = left.filter_map(Premise::atom);
    let right = rule.conclusions.iter().map(|c| &c.atom);
    let (mut inside, mut outside) = (false, false);
    for atom in left.chain(right) {
        let mut here = false;
        atom.each_variable(&mut |v| here |= v == variable);
        if here && hidden(atom.predicate) {
            inside = true;
        } else if here {
            outside = true;
        }
    }
    inside && !outside
}
