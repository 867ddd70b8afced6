//! The table at which a game is played: board, places and number of seats.

use crate::error::RulesError;
use crate::stones::PlaceId;
use senet_board::{Board, Spot};

/// What a tracker is made for: a board, the places of it that can be claimed, and how many play.
#[derive(Debug, Clone, Copy)]
pub struct Setup<'a> {
    board: &'a Board,
    places: &'a PlaceMap,
    seats: u8,
}

impl<'a> Setup<'a> {
    pub(crate) fn new(board: &'a Board, places: &'a PlaceMap, seats: u8) -> Setup<'a> {
        Setup { board, places, seats }
    }

    /// The board that is being set up.
    pub fn board(&self) -> &'a Board {
        self.board
    }

    /// What can be claimed.
    pub fn places(&self) -> &'a PlaceMap {
        self.places
    }

    /// How many play.
    pub fn seats(&self) -> usize {
        usize::from(self.seats)
    }

    /// For trackers that take the number of a place for the number of a cell.
    pub(crate) fn places_are_cells(&self) -> Result<(), RulesError> {
        let cells = self.board.cells().map(Spot::Cell);
        let same = cells.eq(self.places.spots().iter().copied());
        if same { Ok(()) } else { Err(RulesError::PlacesAreNotCells) }
    }

    pub(crate) fn seat(&self, seat: u8) -> Result<(), RulesError> {
        let fine = seat < self.seats;
        fine.then_some(()).ok_or(RulesError::UnknownSeat { seat, seats: self.seats() })
    }

    /// For conditions that are about two players.
    pub(crate) fn two_play(&self) -> Result<(), RulesError> {
        let count = self.seats();
        let fine = count == 2;
        fine.then_some(()).ok_or(RulesError::Players { count, least: 2, most: 2 })
    }
}

/// Where the places of a game lie on its board, in both directions.
#[derive(Debug, Clone)]
pub struct PlaceMap {
    spots: Vec<Spot>,
    /// The place of each cell, then of each edge.
    of: Vec<Option<PlaceId>>,
    cells: usize,
}

impl PlaceMap {
    pub(crate) fn new(board: &Board, spots: Vec<Spot>) -> Result<PlaceMap, RulesError> {
        if spots.is_empty() {
            return Err(RulesError::NoPlaces);
        }
        // One number stands for everything beyond the rim.
        if spots.len() > usize::from(PlaceId::MAX) {
            return Err(RulesError::TooManyPlaces(spots.len()));
        }
        let cells = board.len();
        let edges = if spots.iter().any(|spot| matches!(spot, Spot::Edge(_))) {
            board.edges().len()
        } else {
            0
        };
        let mut map = PlaceMap { spots: Vec::new(), of: vec![None; cells + edges], cells };
        for (i, &spot) in spots.iter().enumerate() {
            let slot = map.slot(spot);
            match map.of.get_mut(slot) {
                Some(free @ None) => *free = Some(i as PlaceId),
                _ => return Err(RulesError::BadPlace(i)),
            }
        }
        map.spots = spots;
        Ok(map)
    }

    /// Where the place is looked up. A cell beyond the board has none.
    fn slot(&self, spot: Spot) -> usize {
        match spot {
            Spot::Cell(cell) if cell.index() < self.cells => cell.index(),
            Spot::Cell(_) => usize::MAX,
            Spot::Edge(edge) => self.cells + edge.index(),
        }
    }

    /// Where the places lie, in order.
    pub fn spots(&self) -> &[Spot] {
        &self.spots
    }

    /// Where a place lies.
    pub fn spot(&self, place: PlaceId) -> Spot {
        self.spots[usize::from(place)]
    }

    /// The place on a cell or an edge, if it can be claimed.
    pub fn at(&self, spot: impl Into<Spot>) -> Option<PlaceId> {
        self.of.get(self.slot(spot.into())).copied().flatten()
    }

    /// How many places there are.
    #[allow(clippy::len_without_is_empty, reason = "no game is without places")]
    pub fn len(&self) -> usize {
        self.spots.len()
    }

    /// Whether some places are edges.
    pub fn has_edges(&self) -> bool {
        self.of.len() > self.cells
    }

    /// Whether any place next to this one is as wanted: cells that are neighbours, edges that share an
    /// end, and a cell and the edges from it are next to each other.
    pub(crate) fn any_adjacent(
        &self,
        board: &Board,
        place: PlaceId,
        wanted: impl Fn(PlaceId) -> bool,
    ) -> bool {
        let fine = |spot: Spot| self.at(spot).is_some_and(|next| next != place && wanted(next));
        let edges_from = |cell| {
            let ends = board.neighbours(cell).iter().filter(|_| self.has_edges());
            ends.filter_map(move |&next| board.edge(cell, next)).map(Spot::Edge)
        };
        match self.spot(place) {
            Spot::Cell(cell) => {
                board.neighbours(cell).iter().any(|&next| fine(Spot::Cell(next)))
                    || edges_from(cell).any(fine)
            }
            Spot::Edge(edge) => {
                let (a, b) = board.edges()[edge.index()];
                [a, b].into_iter().any(|end| fine(Spot::Cell(end)) || edges_from(end).any(fine))
            }
        }
    }
}
