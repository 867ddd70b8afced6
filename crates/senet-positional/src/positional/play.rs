//! Claims: which are allowed, what they lead to, and whose turn comes next.

use super::{Claim, MOST_SEATS, Positional};
use crate::claims::{Candidate, ClaimRule, NoClaim, restricts};
use crate::end::{EndOfPlay, EndRule, Look, Ruling};
use crate::rules::PositionalRules;
use crate::state::PositionalState;
use crate::stones::PlaceId;
use crate::tracker::Tracker;
use senet_board::Place;
use senet_game::{Event, Game, Log, Rng, Seat};

/// So many places are drawn at random before those that may be claimed are listed.
const DRAWS: u32 = 16;

impl<R: PositionalRules> Positional<R> {
    /// Whether some open places may not be claimed: a constant for each type of rules.
    #[inline(always)]
    pub(crate) fn restricts(&self) -> bool {
        restricts(&self.rules.claims())
    }

    /// Whether the mover may claim an open place.
    #[inline]
    pub(super) fn allows(&self, state: &PositionalState<R::Tracker>, place: PlaceId) -> bool {
        let candidate = Candidate {
            mover: state.mover,
            left: state.left,
            place,
            stones: &state.stones,
            memory: &state.memory,
            tracker: &self.tracker,
            board: &self.board,
            places: &self.places,
        };
        self.rules.claims().allows(&candidate)
    }

    #[inline]
    pub(super) fn next_turn(&self, state: &mut PositionalState<R::Tracker>) {
        (state.mover, state.left) = self.successors[usize::from(state.mover.0) % MOST_SEATS];
    }

    /// If the mover may not claim anything, goes on to a player who may, or to the end. A turn that has
    /// begun, of which some claims are made, just ends.
    #[inline]
    pub(super) fn settle<L: Log>(
        &self,
        state: &mut PositionalState<R::Tracker>,
        mut has_begun: bool,
        log: &mut L,
    ) {
        if !self.restricts() || state.ruling.is_some() {
            return;
        }
        for _ in 0..=self.seats {
            if state.open().any(|place| self.allows(state, place)) {
                return;
            }
            match self.rules.no_claim() {
                _ if has_begun => has_begun = false,
                NoClaim::Pass => {
                    if L::LISTENS {
                        log.event(pass());
                    }
                }
                NoClaim::Draw => break,
                NoClaim::MoverLoses => {
                    state.ruling = Some(Ruling::Loses(state.mover));
                    return self.tell_end(state, &[], log);
                }
                NoClaim::MoverWins => {
                    state.ruling = Some(Ruling::Wins(state.mover));
                    return self.tell_end(state, &[], log);
                }
            }
            self.next_turn(state);
        }
        state.ruling = Some(Ruling::Draw);
        self.tell_end(state, &[], log);
    }

    /// Says why it is over, if it is.
    fn tell_end<L: Log>(
        &self,
        state: &PositionalState<R::Tracker>,
        deciding: &[PlaceId],
        log: &mut L,
    ) {
        let (true, Some(ruling)) = (L::LISTENS, state.ruling) else { return };
        let end = EndOfPlay { ruling, deciding, board: &self.board, players: &self.players };
        let usual = || match (ruling, state.stones.open()) {
            (Ruling::Draw, 0) => Some("Nothing is left to claim.".to_owned()),
            _ => None,
        };
        if let Some(reason) = self.rules.end_reason(&end).or_else(usual) {
            log.event(Event::end(reason));
        }
    }

    /// A claim at random, each with the same chance.
    #[inline]
    pub(super) fn random_claim(&self, state: &PositionalState<R::Tracker>, rng: &mut Rng) -> Claim {
        let draw = |rng: &mut Rng| state.stones.nth_open(rng.index(u64::from(state.stones.open())));
        if !self.restricts() {
            return Claim(draw(rng));
        }
        // Rejection sampling, as long as it promises to be quicker than a list.
        for _ in 0..DRAWS {
            let place = draw(rng);
            if self.allows(state, place) {
                return Claim(place);
            }
        }
        let mut allowed: Vec<PlaceId> =
            state.open().filter(|&place| self.allows(state, place)).collect();
        Claim(allowed.swap_remove(rng.index(allowed.len() as u64) as usize))
    }

    /// A seat claims a place, the player whose turn it is.
    #[inline]
    pub(crate) fn claim<L: Log>(
        &self,
        state: &mut PositionalState<R::Tracker>,
        seat: Seat,
        place: PlaceId,
        log: &mut L,
    ) {
        let word = self.words[usize::from(place)];
        state.stones.claim(seat, place, self.above(place), word);
        let report = self.tracker.claimed(&mut state.stones, &mut state.memory, seat, place);
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
        let end = self.rules.end();
        let ruling = end.judge(&look);
        let decides = L::LISTENS && ruling.is_some();
        let deciding = if decides { end.places(&look) } else { Vec::new() };
        if ruling.is_some() {
            state.ruling = ruling;
        } else if look.is_full() {
            state.ruling = Some(Ruling::Draw);
        }
        if L::LISTENS {
            log.event(self.event(seat, place, deciding.clone()));
            self.tell_end(state, &deciding, log);
        }
    }

    fn event(&self, seat: Seat, place: PlaceId, mut deciding: Vec<PlaceId>) -> Event {
        let name = self.board.spot_name(self.places.spot(place));
        deciding.sort_unstable();
        let spot = |place: PlaceId| Place { board: 0, spot: self.places.spot(place) };
        Event {
            added: vec![format!("{} {name}", self.seat_name(seat))],
            name: format!("claim {name}"),
            removed: Vec::new(),
            deciding: deciding.into_iter().map(spot).collect(),
            ..Event::default()
        }
    }
}

/// A player may not claim anything, and the next player moves.
fn pass() -> Event {
    Event { name: "pass".to_owned(), ..Event::default() }
}
