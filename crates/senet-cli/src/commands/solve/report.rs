//! What was found out, in words and as data.

use crate::words::digits;
use senet_game::{Game, Seat, Turn};
use senet_players::solve::{Judgement, Method, Solution, Worth};
use serde_json::{Value, json};

/// For people.
pub(super) fn text<G: Game>(game: &G, solution: &Solution<G::Move>) -> String {
    let how = match solution.method {
        Method::Search => "looking ahead",
        Method::Backward => "going backwards from the ends",
    };
    let mut rows = vec![("value", value(game, solution))];
    let (best, others) = moves(game, solution);
    rows.extend(best.map(|best| ("best", best)));
    rows.extend(others.into_iter().map(|other| ("others", other)));
    if !solution.line.is_empty() {
        rows.push(("line", line(game, &solution.line).join(", ")));
    }
    rows.push(("found by", format!("{how}, {} positions", digits(solution.positions))));
    rows.iter().map(|(what, text)| format!("{what:<10} {text}\n")).collect()
}

/// For programs.
pub(super) fn json<G: Game>(game: &G, solution: &Solution<G::Move>) -> String {
    let start = game.start();
    let judged = |(mv, judgement): &(G::Move, Judgement)| {
        json!({
            "move": game.name(&start, mv),
            "value": number(judgement.worth),
            "moves": judgement.distance.map(|d| d + 1),
        })
    };
    let moves: Vec<Value> = solution.moves.iter().map(judged).collect();
    let method = match solution.method {
        Method::Search => "search",
        Method::Backward => "backward",
    };
    let json = json!({
        "solved": solution.least == solution.most,
        "least": number(solution.least),
        "most": number(solution.most),
        "moves": solution.distance,
        "first": moves,
        "line": line(game, &solution.line),
        "method": method,
        "positions": solution.positions,
        "complete": solution.stuck.is_none(),
    });
    format!("{json:#}\n")
}

/// To the first seat.
fn number(worth: Worth) -> i8 {
    worth as i8 - 1
}

fn value<G: Game>(game: &G, solution: &Solution<G::Move>) -> String {
    let (least, most) = (solution.least, solution.most);
    if least == most {
        return judgement(game, Judgement { worth: least, distance: solution.distance });
    }
    let (first, second) = (game.seat_name(Seat(0)), game.seat_name(Seat(1)));
    match (least, most) {
        (Worth::Draw, _) => format!("{first} wins, or it is a draw"),
        (_, Worth::Draw) => format!("{second} wins, or it is a draw"),
        _ => "unknown".to_owned(),
    }
}

fn judgement<G: Game>(game: &G, judgement: Judgement) -> String {
    let moves = |n: u32| format!(" in {n} move{}", if n == 1 { "" } else { "s" });
    let moves = judgement.distance.map(moves).unwrap_or_default();
    let winner = match (judgement.worth, game.seats()) {
        (Worth::Draw, 1) => return "the goal cannot be reached".to_owned(),
        (Worth::Draw, _) => return "draw".to_owned(),
        (Worth::Win, 1) => return format!("the goal can be reached{moves}"),
        (Worth::Loss, 1) => return format!("lost{moves}"),
        (Worth::Win, _) => Seat(0),
        (Worth::Loss, _) => Seat(1),
    };
    format!("{} wins{moves}", game.seat_name(winner))
}

/// How much a move is wanted: more for whoever wins sooner, or loses later.
fn rank(worth: Worth, distance: Option<u32>, mover: Seat) -> (i64, i64) {
    let good = worth.utility(mover) as i64;
    (good, -good * i64::from(distance.unwrap_or(0)))
}

/// The best moves, and the others by what they are worth.
fn moves<G: Game>(game: &G, solution: &Solution<G::Move>) -> (Option<String>, Vec<String>) {
    let start = game.start();
    let Turn::Player(mover) = game.turn(&start) else { return (None, Vec::new()) };
    let mut groups: Vec<((i64, i64), Judgement, Vec<String>)> = Vec::new();
    for (mv, after) in &solution.moves {
        let distance = after.distance.filter(|_| after.worth != Worth::Draw).map(|d| d + 1);
        let judgement = Judgement { worth: after.worth, distance };
        let name = game.name(&start, mv);
        match groups.iter_mut().find(|(_, j, _)| *j == judgement) {
            Some((_, _, names)) => names.push(name),
            None => groups.push((rank(after.worth, distance, mover), judgement, vec![name])),
        }
    }
    groups.sort_by_key(|group| std::cmp::Reverse(group.0));
    let words = |(_, it, names): (_, Judgement, Vec<String>)| {
        format!("{}: {}", judgement(game, it), names.join(", "))
    };
    let mut groups = groups.into_iter().map(words);
    (groups.next(), groups.collect())
}

fn line<G: Game>(game: &G, line: &[G::Move]) -> Vec<String> {
    let mut state = game.start();
    let name = |mv: &G::Move| {
        let name = game.name(&state, mv);
        game.apply(&mut state, mv, &mut ());
        name
    };
    line.iter().map(name).collect()
}
