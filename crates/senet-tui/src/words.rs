//! Menus, clocks and scores in words.

use crate::lines::Completions;
use senet_game::{DynGame, SeatGoal};
use senet_match::{
    Hint, LegalMove, ParticipantKind, Snapshot, has_numbers, notation, places_typed,
};
use std::time::Duration;
use unicode_width::UnicodeWidthStr;

/// More moves than this are listed only on request, if they can be pointed at instead.
const MANY: usize = 30;

/// The moves, numbered, in as many columns as fit; or how to name one, if there are too many.
pub(crate) fn menu(now: &Snapshot, width: usize, all: bool) -> String {
    let choices = &now.choices;
    let swap = if now.can_swap { "  or `swap` seats\n" } else { "" };
    let pointed = choices.iter().all(|c| !c.shown.places.is_empty());
    if choices.len() > MANY && pointed && !all {
        let example = choices.first().map_or(String::new(), |c| places(now, c));
        let example = notation(choices, 0).map_or(example, str::to_owned);
        let n = choices.len();
        return format!("  {n} moves: type one, such as {example}, or `moves` to see all\n{swap}");
    }
    let digits = choices.len().to_string().len();
    // Where numbers name places or moves, a number of the menu has a sign before it.
    let sign = if has_numbers(choices, &now.view) { "#" } else { "" };
    let entries = choices.iter().enumerate();
    let entries = entries.map(|(i, c)| match notation(choices, i) {
        Some(written) => written.to_owned(),
        None if c.shown.text.parse::<u64>().is_ok() => c.shown.text.clone(),
        None => format!("{:>digits$} {}", format!("{sign}{}", i + 1), c.shown.text),
    });
    let entries: Vec<String> = entries.collect();
    columns(&entries, width) + swap
}

/// What the Tab key offers: moves as players write them or in words, and the commands. Where all moves
/// are pointed at, their places are enough. In games of directions, arrow keys are moves.
pub(crate) fn completions(now: &Snapshot, commands: &[&str]) -> Completions {
    let choices = &now.choices;
    let text = |(at, choice): (usize, &LegalMove)| match notation(choices, at) {
        Some(written) => written.to_owned(),
        None => choice.shown.text.clone(),
    };
    let mut texts: Vec<String> = choices.iter().enumerate().map(text).collect();
    texts.extend(commands.iter().filter(|c| c.len() > 1).map(|c| (*c).to_owned()));
    let arrows = choices.iter().any(|c| c.shown.direction.is_some());
    Completions { texts, whole_lines: true, arrows }
}

/// The places of a move, as one types them.
fn places(now: &Snapshot, choice: &LegalMove) -> String {
    let name = |p: &senet_game::board::Place| {
        let scene = now.view.boards.get(usize::from(p.board));
        scene.map_or(String::new(), |s| s.board.spot_name(p.spot))
    };
    let names: Vec<String> = choice.shown.places.iter().map(name).collect();
    names.join("-")
}

/// Why a line is not a move.
pub(crate) fn refusal(said: &str, now: &Snapshot) -> String {
    let places = places_typed(said, &now.view);
    if let [place] = places.as_slice()
        && let Some(scene) = now.view.boards.get(usize::from(place.board))
    {
        let name = scene.board.spot_name(place.spot);
        let taken = scene.pieces.iter().any(|piece| piece.spot == place.spot);
        let single = now.choices.iter().all(|c| c.shown.places.len() == 1);
        return match (taken, single) {
            (true, true) => format!("{name} is taken."),
            (false, true) => format!("You cannot play on {name}. `moves` lists all moves."),
            _ => format!("No move begins or ends on {name}. `moves` lists all moves."),
        };
    }
    if places.len() > 1 {
        return format!("`{said}` is not a legal move. `moves` lists all moves.");
    }
    let n = now.choices.len();
    let by_number = match (n, has_numbers(&now.choices, &now.view)) {
        (1, _) => "press Enter for the only move".to_owned(),
        // The menu shows how moves are written, and no numbers.
        _ if notation(&now.choices, 0).is_some() => {
            let written = notation(&now.choices, 0).unwrap_or_default();
            format!("type a move, such as {written}")
        }
        (_, true) => format!("type a move, or its number from #1 to #{n}"),
        (_, false) => format!("type a move, or its number from 1 to {n}"),
    };
    format!("I do not understand `{said}`: {by_number}. `?` helps.")
}

/// What is played for, in a line for each goal.
pub(crate) fn goals(game: &dyn DynGame, now: &Snapshot) -> Vec<String> {
    let goal = |goal: &SeatGoal| {
        let text = goal.text.trim_end_matches('.');
        match goal.seat {
            Some(seat) => format!("Goal of {}: {text}.", now.seats[usize::from(seat.0)]),
            None => format!("Goal: {text}."),
        }
    };
    game.goals().iter().filter(|g| !g.text.is_empty()).map(goal).collect()
}

/// Who plays against whom, if people play against bots.
pub(crate) fn opponents(now: &Snapshot) -> Option<String> {
    let person = |at: &usize| now.participants[*at].kind == ParticipantKind::Person;
    let (people, others): (Vec<usize>, Vec<usize>) = (0..now.seats.len()).partition(person);
    if people.is_empty() || others.is_empty() {
        return None;
    }
    let names = |all: &[usize]| all.iter().map(|at| now.seats[*at].as_str()).collect::<Vec<_>>();
    let other =
        |at: &usize| format!("{} is the bot {}", now.seats[*at], now.participants[*at].kind);
    let others: Vec<String> = others.iter().map(other).collect();
    Some(format!(
        "You play {}; {}. (--seat SEAT=WHO changes that, --hotseat lets people play all seats.)",
        names(&people).join(" and "),
        others.join(", ")
    ))
}

/// A text in lines of at most so many columns, broken between words.
pub(crate) fn wrapped(text: &str, width: usize) -> String {
    let mut lines: Vec<String> = Vec::new();
    for paragraph in text.split('\n') {
        let mut line = String::new();
        for word in paragraph.split(' ') {
            if !line.is_empty() && line.width() + 1 + word.width() > width {
                lines.push(std::mem::take(&mut line));
            } else if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(word);
        }
        lines.push(line);
    }
    lines.join("\n")
}

/// Entries in columns, read downwards.
fn columns(entries: &[String], width: usize) -> String {
    let wide = entries.iter().map(|e| e.chars().count()).max().unwrap_or(0) + 2;
    let fit = (width.saturating_sub(2) / wide).clamp(1, 6);
    let rows = entries.len().div_ceil(fit);
    let mut out = String::new();
    for row in 0..rows {
        let mut line = String::from(" ");
        for entry in entries.iter().skip(row).step_by(rows.max(1)) {
            let pad = wide - entry.chars().count() - 1;
            line.push_str(&format!(" {entry}{}", " ".repeat(pad)));
        }
        out.push_str(line.trim_end());
        out.push('\n');
    }
    out
}

/// Why a move is a good one, as far as that can be told.
pub(crate) fn reason(hint: &Hint, alone: bool) -> String {
    let worth = match hint.value.unwrap_or(0.0) {
        v if alone && hint.proven && v >= 1.0 => "It leads to the goal".to_owned(),
        v if alone && hint.proven && v <= -1.0 => "No move leads to the goal any more".to_owned(),
        0.0 if alone && hint.proven => "No other move leads further".to_owned(),
        v if hint.proven && v >= 1.0 => "It wins, whatever the others do".to_owned(),
        v if hint.proven && v <= -1.0 => "Every move loses against the best play".to_owned(),
        0.0 if hint.proven => "It holds a draw, and nothing does better".to_owned(),
        v => format!(
            "It seems to be worth {} for you, by {} tries",
            range(v, hint.nodes),
            hint.nodes
        ),
    };
    match hint.line.get(1..) {
        Some(rest) if !rest.is_empty() => {
            let rest: Vec<&str> = rest.iter().take(4).map(String::as_str).collect();
            format!("{worth}; after it perhaps {}.", rest.join(", "))
        }
        _ => format!("{worth}."),
    }
}

/// Who is ahead.
pub(crate) fn evaluation(now: &Snapshot, hint: &Hint) -> String {
    let who = now.who(hint.seat);
    match hint.value.unwrap_or(0.0) {
        v if hint.proven && v >= 1.0 => format!("Evaluation: {who} can win for certain."),
        v if hint.proven && v <= -1.0 => format!("Evaluation: {who} is lost."),
        0.0 if hint.proven => "Evaluation: a draw, if both play well.".to_owned(),
        v => format!("Evaluation: {} for {who}.", range(v, hint.nodes)),
    }
}

/// What part of the games one would win, if draws count as half: the 95 % interval that so many tries
/// can tell (Wilson's), so that few of them never claim certainty.
fn range(value: f64, tries: u64) -> String {
    let n = tries.max(1) as f64;
    let p = (0.5 * (value + 1.0)).clamp(0.0, 1.0);
    let z = 1.96_f64;
    let scale = 1.0 + z * z / n;
    let middle = (p + z * z / (2.0 * n)) / scale;
    let half = z * (p * (1.0 - p) / n + z * z / (4.0 * n * n)).sqrt() / scale;
    let (low, high) = (100.0 * (middle - half).max(0.0), 100.0 * (middle + half).min(1.0));
    format!("{low:.0} to {high:.0} %")
}

/// The clocks, in a line; nothing without clocks.
pub(crate) fn clocks(now: &Snapshot) -> Option<String> {
    let each = now.left.iter().enumerate();
    let each: Vec<String> =
        each.map(|(i, left)| format!("{} {}", now.seats[i], time(*left))).collect();
    (!each.is_empty()).then(|| format!("Clocks: {}", each.join(", ")))
}

fn time(left: Duration) -> String {
    let seconds = left.as_secs();
    format!("{}:{:02}", seconds / 60, seconds % 60)
}

/// The scores, in a line.
pub(crate) fn scores(now: &Snapshot, scores: &[i64]) -> String {
    let each = scores.iter().zip(&now.seats).map(|(n, seat)| format!("{seat} {n}"));
    format!("Scores: {}", each.collect::<Vec<_>>().join(", "))
}

/// What can be typed.
pub(crate) const HELP: &str = "\
You can type
  a move      as players write it, its number, its words, the beginning of its words if no
              other move begins so, or its places: c3 or 3,3 for a cell, a1b2 or a1-b2 for a way
              between two, d for a column
  moves       list all moves
  rules       how the game is played, and what for
  undo, redo  take back your last move, or play it again (u)
  hint        a move to consider, and why (h)
  swap        take the other's seat, after the first move, if --swap was given
  resign      give up
  save FILE   keep the game; `load FILE` comes back to it; a FILE.pgn or FILE.pdn is written
              as players of chess and draughts do
  board       draw the position again
  quit        leave (q)";

#[cfg(test)]
mod tests {
    use super::columns;

    #[test]
    fn entries_stand_in_columns_and_are_read_downwards() {
        let entries: Vec<String> = (1..=5).map(|n| format!("{n} take {n}")).collect();
        let expected = "  1 take 1  3 take 3  5 take 5\n  2 take 2  4 take 4\n";
        assert_eq!(columns(&entries, 34), expected);
        assert_eq!(columns(&entries, 5).lines().count(), 5);
        assert_eq!(columns(&[], 80), "");
    }
}
