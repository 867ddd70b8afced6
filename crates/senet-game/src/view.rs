//! What an observer sees of a position, as plain data.

use crate::hash::hash128;
use crate::outcome::Seat;
use senet_board::{Board, Cell, Place, Spot};
use std::sync::Arc;

/// Who looks at a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Observer {
    /// A player.
    Seat(Seat),
    /// A spectator, who sees what all players see.
    Public,
    /// An observer who sees everything.
    All,
}

/// A position as an observer sees it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct View {
    /// The stage that the game is in; may be empty.
    pub stage: String,
    /// The boards, with what lies on them.
    pub boards: Vec<Scene>,
    /// What the boards are called, in their order, where they have titles: `red's sea`.
    pub titles: Vec<String>,
    /// What can be seen beside the boards, in canonical order.
    pub atoms: Vec<ViewAtom>,
    /// How many there are of what cannot be seen.
    pub hidden: Vec<ViewHidden>,
    /// What the game wants to be seen beside the boards under titles of its own, such as hands and
    /// scores.
    pub panels: Vec<ViewPanel>,
    /// What the game says in sentences about the position.
    pub sentences: Vec<String>,
    /// Atoms that the observer may know and that are not drawn as such: they are part of panels and
    /// sentences, or only steer the game. For programs that look at views, not for people.
    pub undrawn: Vec<ViewAtom>,
}

/// Things beside the boards that belong together.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct ViewPanel {
    /// What they are, such as `hand of ann`.
    pub title: String,
    /// Whose they are, if they belong to a player.
    pub owner: Option<Seat>,
    /// The things, each with the number of its copies; a number alone is the whole content.
    pub items: Vec<(String, u64)>,
    /// How many more there are that cannot be seen.
    pub hidden: u64,
}

/// A board and what lies on it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Scene {
    /// The board, with its layout.
    pub board: Arc<Board>,
    /// The pieces, in canonical order; several may share a spot.
    pub pieces: Vec<Piece>,
}

/// Something on a board.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Piece {
    /// Where it lies.
    pub spot: Spot,
    /// What it is, such as `rook`.
    pub kind: String,
    /// How it is drawn; a character or two.
    pub glyph: String,
    /// Whose it is, if it belongs to a player.
    pub seat: Option<Seat>,
    /// How many of them there are.
    pub copies: u64,
    /// The cell across, if it is drawn halfway to that cell: who owns a box between dots lies on the
    /// dot of one corner, and this is the dot of the opposite one.
    pub opposite: Option<Cell>,
}

/// A move as an observer sees it.
#[derive(Debug, Clone, PartialEq, Eq, Default, Hash)]
pub struct ViewMove {
    /// The move in words.
    pub text: String,
    /// Where to click, in order.
    pub places: Vec<Place>,
    /// The name of the direction, for a move that is nothing but a direction.
    pub direction: Option<String>,
    /// How players write the move: every form that is understood, the shortest first. A form may fit
    /// several moves of a position.
    pub written: Vec<String>,
}

impl View {
    /// A view of facts alone: names, and what is to be said of them.
    pub fn facts<'a>(facts: impl IntoIterator<Item = (&'a str, String)>) -> View {
        let atom = |(name, value): (&str, String)| ViewAtom {
            predicate: name.to_owned(),
            arguments: vec![value],
            copies: 1,
            persistent: false,
        };
        View { atoms: facts.into_iter().map(atom).collect(), ..View::default() }
    }

    /// All atoms beside the boards that the observer may know.
    pub fn known_atoms(&self) -> impl Iterator<Item = &ViewAtom> {
        self.atoms.iter().chain(&self.undrawn)
    }

    /// A key shared exactly by the views that look the same. (The boards of a game never change.)
    pub fn key(&self) -> u128 {
        let pieces: Vec<&[Piece]> = self.boards.iter().map(|scene| &*scene.pieces).collect();
        let beside = (&self.panels, &self.sentences, &self.undrawn);
        hash128(&(&self.stage, pieces, &self.atoms, &self.hidden, beside))
    }

    /// The places whose names are among the words of a text, in the order of the text.
    pub fn places_in(&self, text: &str) -> Vec<Place> {
        let words = text.split(|c: char| !(c.is_alphanumeric() || matches!(c, '-' | '_' | '\'')));
        let place = |word: &str| {
            let boards = self.boards.iter().enumerate();
            let found = boards.filter_map(|(i, s)| Some((i, s.board.spot(word)?))).next();
            found.map(|(i, spot)| Place { board: i as u8, spot })
        };
        // An edge has two ends, and either may be named first.
        let turned =
            |word: &str| word.split_once('-').and_then(|(a, b)| place(&format!("{b}-{a}")));
        let each = |word| match place(word).or_else(|| turned(word)) {
            Some(found) => vec![found],
            // `a1-b2` may be an edge, or a way from one cell to another.
            None => word.split('-').filter_map(place).collect(),
        };
        words.flat_map(each).collect()
    }
}

/// An atom of a position, as words.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct ViewAtom {
    /// By name, as in the program.
    pub predicate: String,
    /// One text for each argument.
    pub arguments: Vec<String>,
    /// How many copies there are; a persistent atom has none.
    pub copies: u64,
    /// Whether it is persistent.
    pub persistent: bool,
}

/// Some hidden atoms: only their number is known.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct ViewHidden {
    /// By name, as in the program.
    pub predicate: String,
    /// Whose they are, if they belong to a player.
    pub owner: Option<Seat>,
    /// How many.
    pub copies: u64,
}
