//! What was found out about games with chance or secrets, in words and as data.

use crate::words::digits;
use senet_game::{Game, Seat, Turn};
use senet_players::solve::{Fraction, Mixed, Number, Odds, Situation};
use serde_json::{Value, json};
use std::cmp::Ordering;

/// A game with chance, for people.
pub(super) fn odds_text<G: Game>(game: &G, odds: &Odds<G::Move>) -> String {
    let first = game.seat_name(Seat(0));
    let mut rows = Vec::new();
    rows.push(("value", format!("{} to {first} on average, where a win is 1", number(odds.mean))));
    if let Some([win, draw, loss]) = odds.chances {
        let named = [("wins", win), ("draw", draw), ("loses", loss)];
        let likely = named.iter().filter(|(_, chance)| chance.near() > 0.0);
        let words: Vec<String> =
            likely.map(|(what, chance)| format!("{what} {}", number(*chance))).collect();
        rows.push(("chances", words.join(", ")));
    }
    if let Some(length) = odds.length {
        rows.push(("length", format!("{} decisions of chance on average", number(length))));
    }
    let start = game.start();
    if let Turn::Player(mover) = game.turn(&start) {
        let sign = if mover == Seat(0) { 1.0 } else { -1.0 };
        let mut moves: Vec<_> = odds.moves.iter().collect();
        moves.sort_by(|a, b| {
            let worth = |it: &Number| sign * it.near();
            worth(&b.1).partial_cmp(&worth(&a.1)).unwrap_or(Ordering::Equal)
        });
        for (i, (mv, worth)) in moves.into_iter().enumerate() {
            let what = if i == 0 { "best" } else { "others" };
            rows.push((what, format!("{}: {}", number(*worth), game.name(&start, mv))));
        }
    }
    rows.push(("found by", format!("the mean of chance, {} positions", digits(odds.positions))));
    table(&rows)
}

/// A game with chance, for programs.
pub(super) fn odds_json<G: Game>(game: &G, odds: &Odds<G::Move>) -> String {
    let start = game.start();
    let moves = odds.moves.iter();
    let moves: Vec<Value> = moves
        .map(|(mv, worth)| json!({ "move": game.name(&start, mv), "value": value(*worth) }))
        .collect();
    let json = json!({
        "value": value(odds.mean),
        "chances": odds.chances.map(|chances| chances.map(value)),
        "length": odds.length.map(value),
        "first": moves,
        "method": "chance",
        "positions": odds.positions,
    });
    format!("{json:#}\n")
}

/// A game with secrets, for people.
pub(super) fn mixed_text<G: Game>(game: &G, mixed: &Mixed) -> String {
    let names = [Seat(0), Seat(1)].map(|seat| game.seat_name(seat));
    let what = if mixed.points { "points won on average" } else { "on average, where a win is 1" };
    let worth = number(Number::Exact(mixed.value));
    let mut rows = vec![("value", format!("{worth} to {}, {what}", names[0]))];
    let mut text = table(&rows);
    for (name, plan) in names.iter().zip(&mixed.plans) {
        text.push_str(&format!("{name} plays\n"));
        plan.iter().for_each(|situation| text.push_str(&line(situation)));
    }
    rows = vec![("found by", format!("exact shares, {} positions", digits(mixed.positions)))];
    text + &table(&rows)
}

fn line(situation: &Situation) -> String {
    let shares = situation.moves.iter().filter(|(_, share)| share.sign() > 0);
    let shares: Vec<String> = shares
        .map(
            |(name, share)| {
                if *share == Fraction::ONE { name.clone() } else { format!("{name} {share}") }
            },
        )
        .collect();
    let when = match situation.seen.join(", ") {
        nothing if nothing.is_empty() => "at first".to_owned(),
        seen => format!("after {seen}"),
    };
    format!("  {when}: {}\n", shares.join(", "))
}

/// A game with secrets, for programs.
pub(super) fn mixed_json(mixed: &Mixed) -> String {
    let plan = |plan: &Vec<Situation>| -> Vec<Value> {
        let moves = |situation: &Situation| -> Vec<Value> {
            let share = |(name, share): &(String, Fraction)| json!({ "move": name, "share": value(Number::Exact(*share)) });
            situation.moves.iter().map(share).collect()
        };
        plan.iter().map(|it| json!({ "seen": it.seen, "moves": moves(it) })).collect()
    };
    let json = json!({
        "value": value(Number::Exact(mixed.value)),
        "points": mixed.points,
        "plans": mixed.plans.iter().map(plan).collect::<Vec<_>>(),
        "method": "shares",
        "positions": mixed.positions,
    });
    format!("{json:#}\n")
}

fn table(rows: &[(&str, String)]) -> String {
    rows.iter().map(|(what, text)| format!("{what:<10} {text}\n")).collect()
}

/// A number that people can read, exact if it is.
fn number(number: Number) -> String {
    match number {
        Number::Exact(exact) if exact.near().fract() == 0.0 => exact.to_string(),
        Number::Exact(exact) => format!("{exact} ({:.4})", exact.near()),
        Number::Between(low, high) if high - low < 5e-10 => format!("{:.9}", number.near()),
        Number::Between(low, high) => format!("between {low:.9} and {high:.9}"),
    }
}

fn value(number: Number) -> Value {
    match number {
        Number::Exact(exact) => json!({ "exact": exact.to_string(), "near": exact.near() }),
        Number::Between(low, high) => json!({ "least": low, "most": high }),
    }
}
