//! What lies beside the boards, as panels: hands, scores, dice, piles, facts.
//!
//! Programs do not say how their atoms should look. Atoms that differ in the last argument only belong
//! together; a seat among the other arguments is whose they are; numbers are numbers.

use crate::protocol::{Panel, PanelItem, PanelKind};
use senet_game::View;
use std::collections::BTreeMap;

/// Of more atoms in a panel the rest is a number.
const MOST_ITEMS: usize = 400;

/// The panels of a view, in its order. Whose turn it is is said elsewhere.
pub(crate) fn panels(view: &View, seats: &[String]) -> Vec<Panel> {
    let mut panels: Vec<Panel> = Vec::new();
    let mut known: BTreeMap<(String, Option<u8>), usize> = BTreeMap::new();
    let seat_of = |word: &str| seats.iter().position(|s| s == word).map(|i| i as u8);
    let mut place = |panels: &mut Vec<Panel>, title: String, seat: Option<u8>| {
        *known.entry((title.clone(), seat)).or_insert_with(|| {
            panels.push(Panel { title, seat, kind: PanelKind::Facts, items: Vec::new() });
            panels.len() - 1
        })
    };
    for atom in &view.atoms {
        if is_turn(&atom.predicate, &atom.arguments, seats) {
            continue;
        }
        let (first, last) = match atom.arguments.split_last() {
            None => (&[][..], None),
            Some((last, first)) => (first, Some(last)),
        };
        // `hand ann` with nine copies is nine things of Ann's.
        let alone = last.filter(|_| first.is_empty()).and_then(|word| seat_of(word));
        let last = last.filter(|_| alone.is_none());
        let owner = alone.or_else(|| first.first().and_then(|word| seat_of(word)));
        let rest = if owner.is_some() && alone.is_none() { &first[1..] } else { first };
        let title = rest.iter().fold(plain(&atom.predicate), |out, word| format!("{out} {word}"));
        let (title, owner) = owned(title, owner, seats);
        let at = place(&mut panels, title, owner);
        let text = last.map_or_else(|| plain(&atom.predicate), Clone::clone);
        let copies = u32::try_from(atom.copies.max(1)).unwrap_or(u32::MAX);
        if panels[at].items.len() < MOST_ITEMS {
            panels[at].items.push(PanelItem { text, copies });
        }
    }
    for panel in &view.panels {
        let item = |(text, copies): &(String, u64)| PanelItem {
            text: text.clone(),
            copies: u32::try_from(*copies).unwrap_or(u32::MAX),
        };
        let items: Vec<PanelItem> = panel.items.iter().take(MOST_ITEMS).map(item).collect();
        let (title, seat) = owned(panel.title.clone(), panel.owner.map(|s| s.0), seats);
        // Beside a seat, whose it is goes without saying.
        let owner = seat.and_then(|seat| seats.get(usize::from(seat)));
        let title = owner.map_or(title.as_str(), |name| without(&title, name)).to_owned();
        if panel.hidden > 0 {
            let copies = u32::try_from(panel.hidden).unwrap_or(u32::MAX);
            let items = vec![PanelItem { text: "hidden".to_owned(), copies }];
            panels.push(Panel { title: title.clone(), seat, kind: PanelKind::Hidden, items });
        }
        if !items.is_empty() {
            panels.push(Panel { title, seat, kind: PanelKind::Facts, items });
        }
    }
    let sentence = |text: &String| PanelItem { text: text.clone(), copies: 1 };
    let sentences: Vec<PanelItem> = view.sentences.iter().map(sentence).collect();
    for panel in &mut panels {
        panel.kind = if panel.kind == PanelKind::Hidden { panel.kind } else { kind(panel) };
    }
    if !sentences.is_empty() {
        let title = String::new();
        panels.push(Panel { title, seat: None, kind: PanelKind::Facts, items: sentences });
    }
    for hidden in &view.hidden {
        panels.push(Panel {
            title: plain(&hidden.predicate),
            seat: hidden.owner.map(|s| s.0),
            kind: PanelKind::Hidden,
            items: vec![PanelItem {
                text: "hidden".to_owned(),
                copies: u32::try_from(hidden.copies).unwrap_or(u32::MAX),
            }],
        });
    }
    panels
}

/// `points first` is about the seat `first`, too.
fn owned(title: String, owner: Option<u8>, seats: &[String]) -> (String, Option<u8>) {
    let named = title.rsplit_once(' ').filter(|_| owner.is_none());
    let seat = named.and_then(|(_, word)| seats.iter().position(|s| s.eq_ignore_ascii_case(word)));
    match (named, seat) {
        (Some((what, _)), Some(seat)) => (what.to_owned(), Some(seat as u8)),
        _ => (title, owner),
    }
}

/// A title without the name of its owner: `ships` for `red's ships`, `hand` for `hand of red`.
fn without<'a>(title: &'a str, name: &str) -> &'a str {
    let before = ["'s ", " "].iter().find_map(|end| title.strip_prefix(&format!("{name}{end}")));
    let after = || [" of ", " for "].iter().find_map(|w| title.strip_suffix(&format!("{w}{name}")));
    before.or_else(after).unwrap_or(title)
}

/// Atoms that say no more than whose turn it is, or who plays.
fn is_turn(predicate: &str, arguments: &[String], seats: &[String]) -> bool {
    let seat = matches!(arguments, [one] if seats.contains(one));
    seat && matches!(predicate, "turn" | "to-move" | "seated" | "mover")
}

fn plain(name: &str) -> String {
    name.replace(['-', '_'], " ")
}

fn kind(panel: &Panel) -> PanelKind {
    let title = panel.title.as_str();
    let number = |item: &PanelItem| item.text.parse::<i64>().ok();
    let is_dice = ["die", "dice", "roll", "rolled", "pips"]
        .iter()
        .any(|word| title.split(' ').any(|part| part == *word));
    if is_dice && panel.items.iter().all(|i| number(i).is_some_and(|n| (1..=6).contains(&n))) {
        return PanelKind::Dice;
    }
    match panel.items.as_slice() {
        [one] if number(one).is_some() && one.copies == 1 => PanelKind::Number,
        [one] if one.text == panel.title => PanelKind::Facts,
        _ if panel.seat.is_some()
            || ["hand", "deck", "stock", "pile", "card", "cards"].contains(&title) =>
        {
            PanelKind::Cards
        }
        _ => PanelKind::Facts,
    }
}

#[cfg(test)]
mod tests {
    use super::{panels, without};
    use crate::protocol::PanelKind;
    use senet_game::{View, ViewAtom};

    fn atom(text: &str, copies: u64) -> ViewAtom {
        let mut words = text.split(' ').map(str::to_owned);
        let predicate = words.next().unwrap();
        ViewAtom { predicate, arguments: words.collect(), copies, persistent: false }
    }

    #[test]
    fn hands_scores_and_dice_find_their_panels() {
        let atoms = vec![
            atom("turn ann", 1),
            atom("hand ann 3", 2),
            atom("hand ann 5", 1),
            atom("points bob 4", 1),
            atom("die 6", 1),
            atom("sleeping", 1),
        ];
        let view = View { atoms, ..View::default() };
        let found = panels(&view, &["ann".to_owned(), "bob".to_owned()]);
        let shown: Vec<_> =
            found.iter().map(|p| (p.title.as_str(), p.seat, p.kind, p.items.len())).collect();
        assert_eq!(
            shown,
            [
                ("hand", Some(0), PanelKind::Cards, 2),
                ("points", Some(1), PanelKind::Number, 1),
                ("die", None, PanelKind::Dice, 1),
                ("sleeping", None, PanelKind::Facts, 1),
            ]
        );
    }

    #[test]
    fn titles_beside_a_seat_do_not_repeat_its_name() {
        let predicate = "points ann".to_owned();
        let arguments = vec!["4".to_owned()];
        let atoms = vec![ViewAtom { predicate, arguments, copies: 1, persistent: false }];
        let view = View { atoms, ..View::default() };
        let found = panels(&view, &["ann".to_owned(), "bob".to_owned()]);
        assert_eq!((found[0].title.as_str(), found[0].seat), ("points", Some(0)));
        for title in ["ann's men in hand", "men in hand of ann", "ann men in hand"] {
            assert_eq!(without(title, "ann"), "men in hand");
        }
        assert_eq!(without("men in hand of bob", "ann"), "men in hand of bob");
    }
}
