//! Why a place cannot be chosen.

use crate::protocol::{ChoiceView, GameFace, MatchView};

/// Why a click on a place leads to no move, after the places that were clicked before it.
pub(crate) fn why_not(
    face: &GameFace,
    view: &MatchView,
    before: &[(u8, u32)],
    place: (u8, u32),
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
    match (on_it, before) {
        (Some(piece), []) if placing && piece.seat.is_some() => format!("{name} is taken."),
        (Some(piece), []) if piece.seat.is_some_and(|seat| seat != turn) => {
            format!("The {} on {name} is not yours.", piece.kind)
        }
        (Some(piece), []) => format!("The {} on {name} cannot move.", piece.kind),
        (None, []) if !placing => format!("There is nothing to move on {name}."),
        (_, []) => format!("No legal move uses {name} now."),
        (_, [.., from]) => {
            format!("No legal move leads from {} to {name}.", place_name(face, *from))
        }
    }
}

/// What a place is called.
pub(crate) fn place_name(face: &GameFace, (board, at): (u8, u32)) -> String {
    let Some(picture) = face.boards.get(usize::from(board)) else { return "this".to_owned() };
    let at = at as usize;
    let cell = picture.cells.get(at).map(|cell| cell.name.clone());
    let edge = || picture.edges.get(at.checked_sub(picture.cells.len())?).map(|e| e.name.clone());
    cell.or_else(edge).unwrap_or_else(|| "this".to_owned())
}
