//! What a player sees of a position.

use senet_engine::{TermGame, TermState};
use senet_game::{Eye, Game, ViewAtom};

/// The position as somebody sees it: a line for all atoms that differ in the last argument only.
pub(super) fn view(game: &TermGame, state: &TermState, eye: Eye) -> String {
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
        let owner = hidden.owner.map(|s| format!(" {}", game.seat_name(s)));
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
