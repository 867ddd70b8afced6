//! What was proved, for people.

use crate::words::digits;
use senet_prove::{Fact, PlayWitness, ProofAnswer, PropertyReport, ProveReport};
use std::fmt::Write;

/// So many moves of a play are shown; JSON and `--play` have all.
const MOST_MOVES: usize = 40;

pub(super) fn text(report: &ProveReport) -> String {
    let mut out = String::new();
    match &report.stopped {
        None => {
            let positions = digits(report.positions);
            line(&mut out, &format!("{positions} positions explored: all of them"));
        }
        Some(why) => line(&mut out, &format!("not all positions were explored; {why}")),
    }
    if !report.facts.is_empty() {
        line(&mut out, "\nfound:");
        report.facts.iter().for_each(|fact| self::fact(&mut out, fact));
    }
    if !report.properties.is_empty() {
        line(&mut out, "\nasked:");
        report.properties.iter().for_each(|property| self::property(&mut out, property));
    }
    out
}

fn line(out: &mut String, text: &str) {
    writeln!(out, "{text}").expect("strings can be written to");
}

fn fact(out: &mut String, fact: &Fact) {
    line(out, &format!("  {} ({})", fact.text, fact.method.words()));
    play(out, fact.play.as_ref(), "    ");
}

fn property(out: &mut String, property: &PropertyReport) {
    let PropertyReport { property: text, answer, because, .. } = property;
    line(out, &format!("  {:<8} {text}", answer.word()));
    let how = match (answer, property.method) {
        (ProofAnswer::Unknown, _) | (_, None) => because.clone(),
        (_, Some(method)) => format!("by {}: {because}", method.words()),
    };
    line(out, &format!("           {how}"));
    play(out, property.play.as_ref(), "           ");
}

fn play(out: &mut String, play: Option<&PlayWitness>, indent: &str) {
    let Some(play) = play.filter(|play| !play.moves.is_empty()) else {
        return;
    };
    let shown = play.moves.iter().take(MOST_MOVES).cloned().collect::<Vec<_>>().join(", ");
    let more = play.moves.len().saturating_sub(MOST_MOVES);
    let more = if more > 0 { format!(", and {more} more") } else { String::new() };
    line(out, &format!("{indent}{shown}{more}"));
    if let Some(back) = play.back {
        let from = if back == 0 { "the start".to_owned() } else { format!("after move {back}") };
        line(out, &format!("{indent}and then again as from {from}"));
    }
}

/// A property and its answer in a line, for `check --prove` and `test`.
pub(crate) fn in_a_line(property: &PropertyReport) -> String {
    let mut out = format!("{}, {}", property.answer.word(), property.because);
    if let Some(play) = property.play.as_ref().filter(|play| !play.moves.is_empty()) {
        let shown = play.moves.iter().take(MOST_MOVES).cloned().collect::<Vec<_>>().join(", ");
        write!(out, ": {shown}").expect("strings can be written to");
    }
    out
}
