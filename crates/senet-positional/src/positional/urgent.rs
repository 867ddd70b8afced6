//! Threats: which claims a search has to look at, because all others lose at once.
//!
//! A claim that wins is best. Otherwise, what the other player threatens to claim has to be claimed first, and where
//! stones fall, a stone must not be put under a place at which the other player would win. All that is left out is
//! lost with the next claim, which no other claim loses sooner.

use super::{Claim, Positional};
use crate::compact::masks;
use crate::end::{EndRule, Look, Ruling};
use crate::links::Outlook;
use crate::rules::PositionalRules;
use crate::state::PositionalState;
use crate::stones::{PlaceId, Stones};
use crate::tempo::Tempo;
use crate::tracker::Tracker;
use senet_game::Seat;

impl<R: PositionalRules> Positional<R> {
    /// Whether threats are seen: two players claim one place each in turn, and any open one.
    pub(super) fn sees_threats(&self, tempo: Tempo) -> bool {
        self.rules.threats_stand()
            && self.seats == 2
            && tempo == Tempo::default()
            && !self.restricts()
            && self.foresees_win(&self.start, Seat(0), 0).is_some()
    }

    /// Lists the claims of which one is best, if these are not all.
    pub(super) fn urgent(&self, state: &PositionalState<R::Tracker>, out: &mut Vec<Claim>) {
        out.clear();
        let (mover, other) = (state.mover, Seat(1 - state.mover.0));
        let wins = |seat, place| self.foresees_win(state, seat, place) == Some(true);
        // One of several threats is as good to answer as the other.
        let (mut threat, mut losing) = (None, 0);
        for place in state.open() {
            if wins(mover, place) {
                out.clear();
                out.push(Claim(place));
                return;
            }
            if threat.is_none() && wins(other, place) {
                threat = Some(place);
            }
            if R::FALLS {
                match self.above(place).is_some_and(|above| wins(other, above)) {
                    true => losing += 1,
                    false => out.push(Claim(place)),
                }
            }
        }
        if let Some(place) = threat {
            out.clear();
            out.push(Claim(place));
        } else if losing == 0 {
            out.clear();
        } else if out.is_empty() {
            out.extend(state.open().next().map(Claim));
        }
    }

    /// Who is certain to win by safe links, if play is not over.
    pub(super) fn certain_winner(&self, state: &PositionalState<R::Tracker>) -> Option<Seat> {
        match self.links.as_ref()?.outlook(stones_of_two(&state.stones), state.mover) {
            Outlook::Joins(seat, _) => Some(seat),
            Outlook::OneOf(_) => None,
        }
    }

    /// Lists the claims by which the mover can win at all, if these are not all.
    pub(super) fn sufficient(&self, state: &PositionalState<R::Tracker>, out: &mut Vec<Claim>) {
        out.clear();
        let Some(links) = &self.links else { return };
        match links.outlook(stones_of_two(&state.stones), state.mover) {
            Outlook::Joins(seat, Some(place)) if seat == state.mover => {
                out.push(Claim(place as PlaceId));
            }
            // Who is certain to win is asked before.
            Outlook::Joins(..) => {}
            Outlook::OneOf(places) => {
                out.extend(state.open().filter(|place| places >> place & 1 == 1).map(Claim));
            }
        }
    }

    /// Whether a seat would win by claiming a place, if the tracker can tell.
    #[inline]
    fn foresees_win(
        &self,
        state: &PositionalState<R::Tracker>,
        seat: Seat,
        place: PlaceId,
    ) -> Option<bool> {
        let report = self.tracker.foresee(&state.stones, &state.memory, seat, place)?;
        let look = Look {
            player: seat,
            owner: seat,
            seats: self.seats,
            place,
            report,
            memory: &state.memory,
            stones: &state.stones,
            tracker: &self.tracker,
            board: &self.board,
            places: &self.places,
        };
        Some(self.rules.end().judge(&look) == Some(Ruling::Wins(seat)))
    }
}

/// The places of the first two seats.
pub(super) fn stones_of_two<K: Copy>(stones: &Stones<K>) -> [u64; 2] {
    let [first, second, _] = masks(stones);
    [first, second]
}
