//! What was found out about games with chance or secrets, in words and as data.

use super::report::assumption;
use crate::words::digits;
use num_traits::{One, Signed};
use senet_game::{DynGame, Seat, Turn};
use senet_solve::{Equilibrium, ExpectedSolution, ExpectedValue, Fraction, InformationSet};
use serde_json::{Value, json};
use std::cmp::Ordering;

/// A game with chance, for people.
pub(super) fn expected_text(game: &dyn DynGame, it: &ExpectedSolution) -> String {
    let first = game.seat_name(Seat(0));
    let mut rows = Vec::new();
    rows.push(("value", format!("{} to {first} on average, where a win is 1", number(&it.value))));
    if let Some([win, draw, loss]) = &it.probabilities {
        let named = [("wins", win), ("draw", draw), ("loses", loss)];
        let likely = named.iter().filter(|(_, chance)| chance.to_f64() > 0.0);
        let words: Vec<String> =
            likely.map(|(what, chance)| format!("{what} {}", number(chance))).collect();
        rows.push(("chances", words.join(", ")));
    }
    if let Some(length) = &it.length {
        rows.push(("length", format!("{} decisions of chance on average", number(length))));
    }
    if let Turn::Player(mover) = game.cursor().turn() {
        let sign = if mover == Seat(0) { 1.0 } else { -1.0 };
        let mut moves: Vec<_> = it.moves.iter().collect();
        moves.sort_by(|a, b| {
            let value = |it: &ExpectedValue| sign * it.to_f64();
            value(&b.1).partial_cmp(&value(&a.1)).unwrap_or(Ordering::Equal)
        });
        for (i, (mv, value)) in moves.into_iter().enumerate() {
            let what = if i == 0 { "best" } else { "others" };
            rows.push((what, format!("{}: {}", number(value), mv.name)));
        }
    }
    rows.push(("found by", format!("the mean of chance, {} positions", digits(it.positions))));
    rows.extend(it.assumption.map(|it| ("assuming", assumption(it).to_owned())));
    table(&rows)
}

/// A game with chance, for programs.
pub(super) fn expected_json(it: &ExpectedSolution) -> String {
    let moves = it.moves.iter();
    let moves: Vec<Value> =
        moves.map(|(mv, expected)| json!({ "move": mv.name, "value": value(expected) })).collect();
    let json = json!({
        "value": value(&it.value),
        "chances": it.probabilities.as_ref().map(|chances| chances.each_ref().map(value)),
        "length": it.length.as_ref().map(value),
        "first": moves,
        "method": "chance",
        "positions": it.positions,
        "assumption": it.assumption.map(assumption),
    });
    format!("{json:#}\n")
}

/// A game with hidden information, for people.
pub(super) fn equilibrium_text(game: &dyn DynGame, it: &Equilibrium) -> String {
    let names = [Seat(0), Seat(1)].map(|seat| game.seat_name(seat));
    let what = if it.points { "points won on average" } else { "on average, where a win is 1" };
    let worth = number(&ExpectedValue::Exact(it.value.clone()));
    let mut rows = vec![("value", format!("{worth} to {}, {what}", names[0]))];
    let mut text = table(&rows);
    for (name, plan) in names.iter().zip(&it.strategies) {
        text.push_str(&format!("{name} plays\n"));
        plan.iter().for_each(|set| text.push_str(&line(set)));
    }
    rows = vec![("found by", format!("exact shares, {} positions", digits(it.positions)))];
    text + &table(&rows)
}

fn line(set: &InformationSet) -> String {
    let shares = set.moves.iter().filter(|(_, share)| share.is_positive());
    let shares: Vec<String> = shares
        .map(|(name, share)| if share.is_one() { name.clone() } else { format!("{name} {share}") })
        .collect();
    let when = match set.observed.join(", ") {
        nothing if nothing.is_empty() => "at first".to_owned(),
        seen => format!("after {seen}"),
    };
    format!("  {when}: {}\n", shares.join(", "))
}

/// A game with hidden information, for programs.
pub(super) fn equilibrium_json(it: &Equilibrium) -> String {
    let plan = |plan: &Vec<InformationSet>| -> Vec<Value> {
        let moves = |set: &InformationSet| -> Vec<Value> {
            let share = |(name, share): &(String, Fraction)| json!({ "move": name, "share": value(&ExpectedValue::Exact(share.clone())) });
            set.moves.iter().map(share).collect()
        };
        plan.iter().map(|it| json!({ "seen": it.observed, "moves": moves(it) })).collect()
    };
    let json = json!({
        "value": value(&ExpectedValue::Exact(it.value.clone())),
        "points": it.points,
        "plans": it.strategies.iter().map(plan).collect::<Vec<_>>(),
        "method": "shares",
        "positions": it.positions,
    });
    format!("{json:#}\n")
}

fn table(rows: &[(&str, String)]) -> String {
    rows.iter().map(|(what, text)| format!("{what:<10} {text}\n")).collect()
}

/// A number that people can read, exact if it is.
fn number(number: &ExpectedValue) -> String {
    match number {
        ExpectedValue::Exact(exact) if exact.is_integer() => exact.to_string(),
        ExpectedValue::Exact(exact) => format!("{exact} ({:.4})", number.to_f64()),
        ExpectedValue::Between(low, high) if high - low < 5e-10 => {
            format!("{:.9}", number.to_f64())
        }
        ExpectedValue::Between(low, high) => format!("between {low:.9} and {high:.9}"),
    }
}

fn value(number: &ExpectedValue) -> Value {
    match number {
        ExpectedValue::Exact(exact) => {
            json!({ "exact": exact.to_string(), "near": number.to_f64() })
        }
        ExpectedValue::Between(low, high) => json!({ "least": low, "most": high }),
    }
}
