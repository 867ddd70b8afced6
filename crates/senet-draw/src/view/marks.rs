//! What a picture of a position points at.

use senet_board::{Place, Spot};
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
}

/// The marks of one spot.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Flags {
    pub last: bool,
    pub deciding: bool,
    pub choice: bool,
}

impl Marks {
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
