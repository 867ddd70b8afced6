//! One board with everything that is drawn on it, by spot.

use super::marks::{Flags, Marks};
use crate::hue::Hues;
use crate::label::one_line;
use senet_board::{Board, Cell, Compass, Edge, Spot};
use senet_game::{Piece, Scene, Seat};
use std::collections::{BTreeMap, BTreeSet};

/// One board with everything that is drawn on it, by spot.
pub(crate) struct Table<'a> {
    pub board: &'a Board,
    /// What lies where; no list is empty.
    pub pieces: BTreeMap<Spot, Vec<&'a Piece>>,
    pub flags: BTreeMap<Spot, Flags>,
    pub hues: &'a Hues,
    /// Cells at the sides that belong to somebody, and in which direction the side lies.
    pub sides: Vec<(Seat, Compass, Cell)>,
    /// Whose pieces lie across edges.
    pub dual: Option<Seat>,
    /// What is drawn halfway between two cells.
    pub boxes: Vec<BoxedPiece<'a>>,
}

/// What lies in the middle of a box: halfway between the cell that names the box and the one across.
pub(crate) struct BoxedPiece<'a> {
    pub corner: Cell,
    pub opposite: Cell,
    pub piece: &'a Piece,
}

impl<'a> Table<'a> {
    /// The board of this number. Pieces and marks on spots that the board does not have are left
    /// out.
    pub(crate) fn new(scene: &'a Scene, number: usize, marks: &Marks, hues: &'a Hues) -> Table<'a> {
        let board: &Board = &scene.board;
        let mut pieces: BTreeMap<Spot, Vec<&Piece>> = BTreeMap::new();
        let mut boxes = Vec::new();
        for piece in scene.pieces.iter().filter(|p| exists(board, p.spot)) {
            match boxed(board, piece) {
                Some(found) => boxes.push(found),
                None => pieces.entry(piece.spot).or_default().push(piece),
            }
        }
        let mut flags = marks.on_board(number);
        flags.retain(|spot, _| exists(board, *spot));
        let mut sides = Vec::new();
        for (seat, compass) in marks.sides.iter().filter(|_| number == 0) {
            let cells = board.sides().iter().filter(|side| side.compass == *compass);
            sides.extend(cells.flat_map(|side| &side.cells).map(|cell| (*seat, *compass, *cell)));
        }
        let dual = marks.dual.filter(|_| number == 0);
        Table { board, pieces, flags, hues, sides, dual, boxes }
    }

    /// What lies on a spot.
    pub(crate) fn pieces(&self, spot: Spot) -> &[&'a Piece] {
        self.pieces.get(&spot).map_or(&[], Vec::as_slice)
    }

    /// What is said about a spot.
    pub(crate) fn flags(&self, spot: Spot) -> Flags {
        self.flags.get(&spot).copied().unwrap_or_default()
    }

    /// Whether what lies on an edge lies across it.
    pub(crate) fn is_across(&self, edge: Edge) -> bool {
        let owner = self.pieces(Spot::Edge(edge)).first().and_then(|piece| piece.seat);
        self.dual.is_some() && owner == self.dual
    }

    /// The edges on which something lies or is marked, in order.
    pub(crate) fn edges_with_content(&self) -> Vec<Edge> {
        let spots: BTreeSet<Spot> = self.pieces.keys().chain(self.flags.keys()).copied().collect();
        let edge = |spot| match spot {
            Spot::Edge(edge) => Some(edge),
            Spot::Cell(_) => None,
        };
        spots.into_iter().filter_map(edge).collect()
    }

    /// The name of a spot, safe to show.
    pub(crate) fn name(&self, spot: Spot) -> String {
        one_line(&self.board.spot_name(spot))
    }

    /// Whether something lies on a spot or it is marked.
    pub(crate) fn has_content(&self, spot: Spot) -> bool {
        self.pieces.contains_key(&spot) || self.flags.contains_key(&spot)
    }

    /// The cells, in order.
    pub(crate) fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        self.board.cells()
    }
}

/// A piece that lies between two cells of the board.
fn boxed<'a>(board: &Board, piece: &'a Piece) -> Option<BoxedPiece<'a>> {
    let Spot::Cell(corner) = piece.spot else { return None };
    let opposite = piece.opposite.filter(|cell| cell.index() < board.len())?;
    Some(BoxedPiece { corner, opposite, piece })
}

fn exists(board: &Board, spot: Spot) -> bool {
    match spot {
        Spot::Cell(cell) => cell.index() < board.len(),
        Spot::Edge(edge) => edge.index() < board.edges().len(),
    }
}
