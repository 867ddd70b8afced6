//! Why a place cannot be chosen.

use crate::protocol::{ChoiceView, GameFace, MatchView};
use senet_board::{Cell, Edge, Place, Spot};

/// Why a click on a place leads to no move, after the places that were clicked before it; `refusal` is
/// what the rules of the game say of such places.
pub(crate) fn why_not(
    face: &GameFace,
    view: &MatchView,
    before: &[(u8, u32)],
    place: (u8, u32),
    refusal: impl Fn(&[Place]) -> Option<String>,
) -> String {
    let name = place_name(face, place);
    if view.over.is_some() {
        return "The game is over.".to_owned();
    }
    let Some(turn) = view.turn else {
        return "It is nobody's turn.".to_owned();
    };
    if view.choices.is_empty() {
        return format!("It is {}'s turn.", face.seats[usize::from(turn)]);
    }
    let starts = |choice: &&ChoiceView| choice.places.starts_with(before);
    let fits = view.choices.iter().filter(starts);
    let next = |choice: &ChoiceView| choice.places.get(before.len()).copied();
    if fits.clone().any(|choice| next(choice) == Some(place)) {
        return format!("{name} can be chosen.");
    }
    let on_it = view.pieces.iter().find(|piece| piece.at == place);
    let placing = view.choices.iter().all(|choice| choice.places.len() <= 1);
    let from_rules = || {
        let clicked = before.iter().chain(std::iter::once(&place));
        let places: Option<Vec<Place>> = clicked.map(|at| place_of(face, *at)).collect();
        refusal(&places?)
    };
    let with_reason = |otherwise: String| match from_rules() {
        Some(why) => {
            let mut letters = why.chars();
            let first = letters.next().map_or(String::new(), |c| c.to_uppercase().to_string());
            // Names of places stay as they are written.
            if why.starts_with(&name) {
                format!("{why}.")
            } else {
                format!("{first}{}.", letters.as_str())
            }
        }
        None => otherwise,
    };
    match (on_it, before) {
        (Some(piece), []) if placing && piece.seat.is_some() => format!("{name} is taken."),
        (Some(piece), []) if piece.seat.is_some_and(|seat| seat != turn) => {
            format!("The {} on {name} is not yours.", piece.kind)
        }
        (Some(piece), []) => with_reason(format!("The {} on {name} cannot move.", piece.kind)),
        (None, []) if !placing => match begin_first(face, view, place) {
            Some(begin) => format!("A move to {name} begins elsewhere: click {begin} first."),
            None => format!("There is nothing to move on {name}."),
        },
        (_, []) => with_reason(format!("No legal move uses {name} now.")),
        (_, [.., from]) => {
            with_reason(format!("No legal move leads from {} to {name}.", place_name(face, *from)))
        }
    }
}

/// Where the moves begin that lead to a place or over it; `None` if there are
/// none.
fn begin_first(face: &GameFace, view: &MatchView, place: (u8, u32)) -> Option<String> {
    const MOST: usize = 4;
    let through = view.choices.iter().filter(|c| c.places.iter().skip(1).any(|p| *p == place));
    let mut firsts: Vec<(u8, u32)> = through.map(|c| c.places[0]).collect();
    firsts.sort_unstable();
    firsts.dedup();
    let names: Vec<String> = firsts.iter().map(|at| place_name(face, *at)).collect();
    let (last, others) = names.split_last()?;
    match others {
        [] => Some(last.clone()),
        others if others.len() < MOST => Some(format!("{} or {last}", others.join(", "))),
        _ => Some("a piece that can go there".to_owned()),
    }
}

/// A place of the protocol as the game knows it: cells first, then edges.
fn place_of(face: &GameFace, (board, at): (u8, u32)) -> Option<Place> {
    let cells = face.boards.get(usize::from(board))?.cells.len() as u32;
    let spot = match at.checked_sub(cells) {
        Some(edge) => Spot::Edge(Edge(edge)),
        None => Spot::Cell(Cell(at)),
    };
    Some(Place { board, spot })
}

/// What a place is called.
pub(crate) fn place_name(face: &GameFace, (board, at): (u8, u32)) -> String {
    let Some(picture) = face.boards.get(usize::from(board)) else { return "this".to_owned() };
    let at = at as usize;
    let cell = picture.cells.get(at).map(|cell| cell.name.clone());
    let edge = || picture.edges.get(at.checked_sub(picture.cells.len())?).map(|e| e.name.clone());
    cell.or_else(edge).unwrap_or_else(|| "this".to_owned())
}
