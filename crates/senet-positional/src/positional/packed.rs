//! Packed positions of a game.

use super::Positional;
use crate::packing::{Claims, Packing};
use crate::rules::PositionalRules;
use crate::state::PositionalState;
use crate::stones::weighted;
use crate::tracker::Tracker;

impl<R: PositionalRules> Positional<R> {
    /// How many bits a packed position has; `None` if positions of this game do not fit 128 bits.
    /// Two players can have up to 75 places, of which five take a byte; where stones fall, a column
    /// takes one bit more than it has cells.
    pub fn packed_bits(&self) -> Option<u32> {
        self.packing.as_ref().map(Packing::bits)
    }

    /// A position as a number that stands for it and for no other: who owns what, whose turn it is,
    /// and how it ended. `None` if positions of this game are not packed.
    #[inline]
    pub fn pack(&self, state: &PositionalState<R::Tracker>) -> Option<u128> {
        let packing = self.packing.as_ref()?;
        Some(packing.pack(state.stones.key(), state.mover, state.left, state.ruling))
    }

    /// Appends the images of a packed position under the symmetries of the game, but for the one that changes nothing.
    pub(super) fn packed_images(&self, packed: u128, out: &mut Vec<u128>) {
        let (Some(packing), Some(compact)) = (&self.packing, &self.compact) else { return };
        let mut claims = Claims::new();
        packing.read(packed, &mut claims);
        let (mover, left) = packing.turn(packed, claims.len());
        let ruling = packing.ruling(packed);
        for map in &compact.maps {
            let key = claims.iter().fold(self.empty_key, |key, (seat, place)| {
                let place = usize::from(map[usize::from(place)]);
                key.wrapping_add(weighted(self.words[place], seat))
            });
            out.push(packing.pack(key, mover, left, ruling));
        }
    }

    /// Makes a state the position that was packed, with all that its tracker remembers; what could be
    /// rewound before cannot be any more. Does nothing if positions of this game are not packed.
    ///
    /// ```
    /// use senet_game::Game;
    /// use senet_positional::RulesError;
    /// use senet_positional::games::{ConnectFour, ConnectFourRules};
    ///
    /// let game = ConnectFour::new(ConnectFourRules::new(7, 6)?)?;
    /// let mut position = game.start();
    /// let centre = senet_game::named(&game, &position, "d").expect("the column is open");
    /// game.apply(&mut position, &centre, &mut ());
    ///
    /// let packed = game.pack(&position).expect("7 × 6 fit");
    /// assert_eq!(game.packed_bits(), Some(52));
    /// let mut other = game.start();
    /// game.unpack(packed, &mut other);
    /// assert!(other == position);
    /// # Ok::<(), RulesError>(())
    /// ```
    #[inline]
    pub fn unpack(&self, packed: u128, state: &mut PositionalState<R::Tracker>) {
        let Some(packing) = &self.packing else { return };
        let PositionalState { stones, memory, .. } = state;
        stones.clear(&self.start.stones, packing.key(packed));
        let mut claims = Claims::new();
        packing.read(packed, &mut claims);
        self.tracker.restore(stones, memory, &self.start.memory, claims.iter());
        if R::FALLS {
            self.columns.open_tops(stones);
        } else {
            stones.open_all_empty();
        }
        (state.mover, state.left) = packing.turn(packed, claims.len());
        state.ruling = packing.ruling(packed);
    }
}
