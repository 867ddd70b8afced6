//! Menus, clocks and scores in words.

use senet_match::{Hint, LegalMove, Snapshot};
use std::time::Duration;

/// More moves than this are listed only on request, if they can be pointed at instead.
const MANY: usize = 30;

/// The moves, numbered, in as many columns as fit; or how to name one, if there are too many.
pub(crate) fn menu(now: &Snapshot, width: usize, all: bool) -> String {
    let choices = &now.choices;
    let swap = if now.can_swap { "  or `swap` seats\n" } else { "" };
    let pointed = choices.iter().all(|c| !c.shown.places.is_empty());
    if choices.len() > MANY && pointed && !all {
        let example = choices.first().map_or(String::new(), |c| places(now, c));
        let n = choices.len();
        return format!("  {n} moves: type one, such as {example}, or `moves` to see all\n{swap}");
    }
    let digits = choices.len().to_string().len();
    let entries = choices.iter().enumerate();
    let entries = entries.map(|(i, c)| format!("{:>digits$} {}", i + 1, c.shown.text));
    let entries: Vec<String> = entries.collect();
    columns(&entries, width) + swap
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

/// Why a move is a good one, as far as anybody can tell.
pub(crate) fn reason(hint: &Hint) -> String {
    let worth = match hint.value.unwrap_or(0.0) {
        v if hint.proven && v >= 1.0 => "It wins, whatever the others do".to_owned(),
        v if hint.proven && v <= -1.0 => "Every move loses against the best play".to_owned(),
        0.0 if hint.proven => "It holds a draw, and nothing does better".to_owned(),
        v => format!("It looks like {} for you, after {} tries", percent(v), hint.nodes),
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
        v => format!("Evaluation: {} for {who}.", percent(v)),
    }
}

/// What part of the games one would win, if draws count as half.
fn percent(value: f64) -> String {
    format!("{:.0} %", 50.0 * (value + 1.0))
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
  a move      its number, its words, the beginning of its words if no other move begins so,
              or its places: c3 or 3,3 for a cell, a1-b2 for a way between two
  moves       list all moves
  undo, redo  take back your last move, or play it again
  hint        a move to consider, and why
  swap        take the other's seat, after the first move, if --swap was given
  resign      give up
  save FILE   keep the game; `load FILE` comes back to it
  board       draw the position again
  quit        leave";

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
