//! What a picture of a position points at.

use senet_board::{Compass, Place, Spot};
use senet_game::{Seat, SeatGoal};
use std::collections::BTreeMap;

/// What a picture of a position points at. Places that no board has are ignored.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Marks {
    /// Where the last move happened.
    pub last: Vec<Place>,
    /// What decided the game, such as the winning line.
    pub deciding: Vec<Place>,
    /// Where one may click.
    pub choices: Vec<Place>,
    /// Which sides of the first board belong to whom.
    pub sides: Vec<(Seat, Compass)>,
    /// Whose pieces on edges lie across them, on the dual net, as blue's bridges in Gale.
    pub dual: Option<Seat>,
}

/// The marks of one spot.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Flags {
    pub last: bool,
    pub deciding: bool,
    pub choice: bool,
}

impl Marks {
    /// The same, with the sides and nets that the goals of a game give to seats.
    pub fn with_goals(mut self, goals: &[SeatGoal]) -> Marks {
        for goal in goals {
            let Some(seat) = goal.seat else { continue };
            self.sides.extend(goal.sides.iter().map(|compass| (seat, *compass)));
            self.dual = self.dual.or(goal.dual.then_some(seat));
        }
        self
    }

    /// The marked spots of one board.
    pub(crate) fn on_board(&self, board: usize) -> BTreeMap<Spot, Flags> {
        let mut flags: BTreeMap<Spot, Flags> = BTreeMap::new();
        let here = |places: &[Place]| -> Vec<Spot> {
            places.iter().filter(|p| usize::from(p.board) == board).map(|p| p.spot).collect()
        };
        for spot in here(&self.last) {
            flags.entry(spot).or_default().last = true;
        }
        for spot in here(&self.deciding) {
            flags.entry(spot).or_default().deciding = true;
        }
        for spot in here(&self.choices) {
            flags.entry(spot).or_default().choice = true;
        }
        flags
    }
}
