//! A position in words, for people who hear it rather than see it.

use super::pieces::kind;
use crate::view::facts::seat_name;
use crate::view::marks::Flags;
use crate::view::table::Table;
use senet_game::Seat;
use std::collections::BTreeMap;

/// Longer lists of places end in a number.
const MOST: usize = 40;

/// The boards and what lies on them, in words.
pub(super) fn describe(tables: &[Table<'_>], seats: &[String]) -> String {
    let each = tables.iter().map(|table| describe_table(table, seats));
    each.collect::<Vec<_>>().join(" ")
}

fn describe_table(table: &Table<'_>, seats: &[String]) -> String {
    let mut groups: BTreeMap<(Option<Seat>, String), Vec<String>> = BTreeMap::new();
    for (spot, pieces) in &table.pieces {
        for piece in pieces {
            let group = groups.entry((piece.seat, kind(piece))).or_default();
            group.push(table.name(*spot));
        }
    }
    let mut parts = vec![table.board.describe()];
    parts.extend(groups.into_iter().map(|((seat, kind), places)| {
        let owner = seat.map(|seat| format!("{}: ", seat_name(seats, seat)));
        format!("{}{kind} on {}", owner.unwrap_or_default(), list(places))
    }));
    let marked = |wanted: fn(&Flags) -> bool| -> Vec<String> {
        let spots = table.flags.iter().filter(|(_, flags)| wanted(flags));
        spots.map(|(spot, _)| table.name(*spot)).collect()
    };
    let marks = [("last move", marked(|f| f.last)), ("decided by", marked(|f| f.deciding))];
    for (name, places) in marks.into_iter().filter(|(_, places)| !places.is_empty()) {
        parts.push(format!("{name} {}", list(places)));
    }
    format!("{}.", parts.join("; "))
}

fn list(mut places: Vec<String>) -> String {
    let more = places.len().saturating_sub(MOST);
    places.truncate(MOST);
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    format!("{}{more}", places.join(", "))
}
