//! Gravity: where stones come to lie that are dropped into columns.

use crate::error::RulesError;
use crate::setup::Setup;
use crate::stones::{PlaceId, Stones};
use senet_board::Cell;

/// The columns of a board whose stones fall; places are cells.
#[derive(Debug, Clone, Default)]
pub(crate) struct Columns {
    /// What lies above each place.
    pub(crate) above: Vec<Option<PlaceId>>,
    /// The column of each place, counted from 0 at the left.
    pub(crate) of: Vec<PlaceId>,
    /// The lowest place of each column, from the left.
    pub(crate) bottoms: Vec<PlaceId>,
}

impl Columns {
    /// The columns, if each is in one piece and has a bottom.
    pub(crate) fn new(setup: &Setup<'_>) -> Result<Columns, RulesError> {
        setup.places_are_cells().map_err(|_| RulesError::NothingFalls)?;
        let board = setup.board();
        let north = board.dir("north").ok_or(RulesError::NothingFalls)?;
        let south = board.opposite(north);
        let number = |cell: Cell| cell.0 as PlaceId;
        let mut columns = Columns {
            above: board.cells().map(|cell| board.step(north, cell).map(number)).collect(),
            of: vec![PlaceId::MAX; board.len()],
            bottoms: Vec::new(),
        };
        let mut bottoms: Vec<Cell> =
            board.cells().filter(|&cell| board.step(south, cell).is_none()).collect();
        bottoms.sort_by_key(|&cell| board.column(cell));
        if bottoms.windows(2).any(|two| board.column(two[0]) == board.column(two[1])) {
            return Err(RulesError::NothingFalls);
        }
        for bottom in bottoms {
            let column = columns.bottoms.len() as PlaceId;
            columns.bottoms.push(number(bottom));
            for place in columns.up_from(number(bottom)).collect::<Vec<_>>() {
                columns.of[usize::from(place)] = column;
            }
        }
        // Around a torus, columns have no bottom.
        if columns.of.contains(&PlaceId::MAX) {
            return Err(RulesError::NothingFalls);
        }
        Ok(columns)
    }

    /// Opens the lowest empty place of each column.
    #[inline]
    pub(crate) fn open_tops<K: Copy>(&self, stones: &mut Stones<K>) {
        for &bottom in &self.bottoms {
            let mut place = bottom;
            loop {
                if stones.owner(place).is_none() {
                    stones.open_place(place);
                    break;
                }
                match self.above[usize::from(place)] {
                    Some(above) => place = above,
                    None => break,
                }
            }
        }
    }

    /// A place and all above it.
    pub(crate) fn up_from(&self, place: PlaceId) -> impl Iterator<Item = PlaceId> {
        std::iter::successors(Some(place), |&at| self.above[usize::from(at)])
    }
}
