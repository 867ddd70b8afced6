//! What was found out, in words and as data.

use crate::words::digits;
use senet_game::{DynGame, Seat, Turn};
use senet_solve::{
    Assumption, GameValue, MarginSolution, NamedMove, PositionValue, Solution, SolveMethod,
};
use serde_json::{Value, json};

/// For people.
pub(super) fn text(game: &dyn DynGame, solution: &Solution) -> String {
    let how = match solution.method {
        SolveMethod::Search => "looking ahead",
        SolveMethod::Retrograde => "going backwards from the ends",
    };
    let mut rows = vec![("value", value(game, solution))];
    let (best, others) = moves(game, solution);
    rows.extend(best.map(|best| ("best", best)));
    rows.extend(others.into_iter().map(|other| ("others", other)));
    if !solution.line.is_empty() {
        rows.push(("line", names(&solution.line).join(", ")));
    }
    rows.push(("found by", format!("{how}, {} positions", digits(solution.positions))));
    rows.extend(solution.assumption.map(|it| ("assuming", assumption(it).to_owned())));
    rows.iter().map(|(what, text)| format!("{what:<10} {text}\n")).collect()
}

/// For programs.
pub(super) fn json(_: &dyn DynGame, solution: &Solution) -> String {
    let judged = |(mv, after): &(NamedMove, PositionValue)| {
        json!({
            "move": mv.name,
            "value": number(after.value),
            "moves": after.distance.map(|d| d + 1),
        })
    };
    let moves: Vec<Value> = solution.moves.iter().map(judged).collect();
    let method = match solution.method {
        SolveMethod::Search => "search",
        SolveMethod::Retrograde => "retrograde",
    };
    let json = json!({
        "solved": solution.lower == solution.upper,
        "least": number(solution.lower),
        "most": number(solution.upper),
        "moves": solution.distance,
        "first": moves,
        "line": names(&solution.line),
        "method": method,
        "positions": solution.positions,
        "complete": solution.error.is_none(),
        "assumption": solution.assumption.map(assumption),
    });
    format!("{json:#}\n")
}

/// A game by points, for people.
pub(super) fn margin_text(game: &dyn DynGame, found: &MarginSolution) -> String {
    let words = |margin: i64| match margin {
        0 => "even".to_owned(),
        n => format!(
            "{} wins by {}",
            game.seat_name(Seat(u8::from(n < 0))),
            digits(n.unsigned_abs())
        ),
    };
    let mut rows = vec![("value", words(found.margin))];
    if let Turn::Player(mover) = game.cursor().turn() {
        let mut margins: Vec<i64> = found.moves.iter().map(|(_, margin)| *margin).collect();
        margins.sort_by_key(|margin| if mover == Seat(0) { -margin } else { *margin });
        margins.dedup();
        for (i, margin) in margins.into_iter().enumerate() {
            let such = found.moves.iter().filter(|(_, other)| *other == margin);
            let such: Vec<&str> = such.map(|(mv, _)| mv.name.as_str()).collect();
            let what = if i == 0 { "best" } else { "others" };
            rows.push((what, format!("{}: {}", words(margin), such.join(", "))));
        }
    }
    if !found.line.is_empty() {
        rows.push(("line", names(&found.line).join(", ")));
    }
    let positions = digits(found.positions);
    rows.push(("found by", format!("looking ahead for the margin, {positions} positions")));
    rows.iter().map(|(what, text)| format!("{what:<10} {text}\n")).collect()
}

/// A game by points, for programs.
pub(super) fn margin_json(found: &MarginSolution) -> String {
    let moves = found.moves.iter();
    let moves: Vec<Value> =
        moves.map(|(mv, margin)| json!({ "move": mv.name, "margin": margin })).collect();
    let json = json!({
        "margin": found.margin, "first": moves, "line": names(&found.line),
        "method": "margin", "positions": found.positions,
    });
    format!("{json:#}\n")
}

/// To the first seat.
fn number(value: GameValue) -> i8 {
    value as i8 - 1
}

fn value(game: &dyn DynGame, solution: &Solution) -> String {
    let (least, most) = (solution.lower, solution.upper);
    if least == most {
        return position_value(game, PositionValue { value: least, distance: solution.distance });
    }
    let (first, second) = (game.seat_name(Seat(0)), game.seat_name(Seat(1)));
    match (least, most) {
        (GameValue::Draw, _) => format!("{first} wins, or it is a draw"),
        (_, GameValue::Draw) => format!("{second} wins, or it is a draw"),
        _ => "unknown".to_owned(),
    }
}

fn position_value(game: &dyn DynGame, it: PositionValue) -> String {
    let moves = |n: u32| format!(" in {n} move{}", if n == 1 { "" } else { "s" });
    let moves = it.distance.map(moves).unwrap_or_default();
    let winner = match (it.value, game.seats()) {
        (GameValue::Draw, 1) => return "the goal cannot be reached".to_owned(),
        (GameValue::Draw, _) => return "draw".to_owned(),
        (GameValue::Win, 1) => return format!("the goal can be reached{moves}"),
        (GameValue::Loss, 1) => return format!("lost{moves}"),
        (GameValue::Win, _) => Seat(0),
        (GameValue::Loss, _) => Seat(1),
    };
    format!("{} wins{moves}", game.seat_name(winner))
}

/// How much a move is wanted: more for whoever wins sooner, or loses later.
fn rank(value: GameValue, distance: Option<u32>, mover: Seat) -> (i64, i64) {
    let good = value.utility(mover) as i64;
    (good, -good * i64::from(distance.unwrap_or(0)))
}

/// The best moves, and the others by what they are worth.
fn moves(game: &dyn DynGame, solution: &Solution) -> (Option<String>, Vec<String>) {
    let Turn::Player(mover) = game.cursor().turn() else { return (None, Vec::new()) };
    let mut groups: Vec<((i64, i64), PositionValue, Vec<String>)> = Vec::new();
    for (mv, after) in &solution.moves {
        let distance = after.distance.filter(|_| after.value != GameValue::Draw).map(|d| d + 1);
        let value = PositionValue { value: after.value, distance };
        match groups.iter_mut().find(|(_, v, _)| *v == value) {
            Some((_, _, names)) => names.push(mv.name.clone()),
            None => {
                groups.push((rank(after.value, distance, mover), value, vec![mv.name.clone()]));
            }
        }
    }
    groups.sort_by_key(|group| std::cmp::Reverse(group.0));
    let words = |(_, it, names): (_, PositionValue, Vec<String>)| {
        format!("{}: {}", position_value(game, it), names.join(", "))
    };
    let mut groups = groups.into_iter().map(words);
    (groups.next(), groups.collect())
}

fn names(line: &[NamedMove]) -> Vec<&str> {
    line.iter().map(|mv| mv.name.as_str()).collect()
}

/// What an answer takes for granted, in words.
pub(super) fn assumption(assumption: Assumption) -> &'static str {
    match assumption {
        Assumption::EndlessPlay => "play that goes round for ever is a draw",
        Assumption::Repetition => "repetitions are not counted, because chance decides, too",
        Assumption::LongPlay => "there is no limit of moves, which changes less than 10⁻⁹",
        _ => "see the documentation",
    }
}
