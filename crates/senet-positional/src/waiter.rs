//! Waiter and Client: one offers, the other chooses.

use crate::end::Ruling;
use crate::error::{RulesError, within};
use crate::positional::{Claim, Positional, outcome};
use crate::rules::PositionalRules;
use crate::state::PositionalState;
use crate::stones::PlaceId;
use crate::tracker::Sets;
use senet_board::Place;
use senet_game::{Abilities, Event, Game, Log, Observer, Seat, Turn, View, ViewAtom, ViewMove};

/// The game of Waiter and Client over the winning sets of some rules; their end condition is not
/// asked.
///
/// In each round Waiter, the first seat, offers `1 + bias` places, one after the other. Client takes
/// one of them, and Waiter the rest. When too few are left for a round, Waiter takes them. Waiter
/// wins as soon as Client holds a winning set, and Client as soon as that cannot happen any more.
#[derive(Debug)]
pub struct WaiterClient<R: PositionalRules<Tracker = Sets>> {
    game: Positional<R>,
    bias: usize,
}

/// Who owns what, and what is on offer.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Offer {
    position: PositionalState<Sets>,
    /// By rising number.
    offered: Vec<PlaceId>,
    ruling: Option<Ruling>,
}

const WAITER: Seat = Seat(0);
const CLIENT: Seat = Seat(1);

impl<R: PositionalRules<Tracker = Sets>> WaiterClient<R> {
    /// The game with this bias, which is at least one and leaves enough places for a round. It is for
    /// two players, who may claim whatever is open.
    pub fn new(game: Positional<R>, bias: u32) -> Result<WaiterClient<R>, RulesError> {
        let count = game.seats();
        if count != 2 {
            return Err(RulesError::Players { count, least: 2, most: 2 });
        }
        if game.restricts() {
            return Err(RulesError::RestrictedClaims);
        }
        let bias = within("bias", bias, 1, game.places().len() as u32 - 1)?;
        Ok(WaiterClient { game, bias: bias as usize })
    }

    fn is_offered(&self, state: &Offer) -> bool {
        state.offered.len() > self.bias
    }

    /// Client takes a place of the offer, and Waiter the rest.
    fn serve(&self, state: &mut Offer, choice: PlaceId) {
        self.game.claim(&mut state.position, CLIENT, choice, &mut ());
        for place in std::mem::take(&mut state.offered) {
            if place != choice {
                self.game.claim(&mut state.position, WAITER, place, &mut ());
            }
        }
        // What the rules of the game say about the end would depend on the order of these claims.
        state.position.ruling = None;
        if self.set_of_client(state, choice).is_some() {
            state.ruling = Some(Ruling::Wins(WAITER));
            return;
        }
        let left: Vec<PlaceId> = state.position.open().collect();
        if left.len() <= self.bias {
            for place in left {
                self.game.claim(&mut state.position, WAITER, place, &mut ());
            }
            state.position.ruling = None;
        }
        if state.position.memory().within_reach(CLIENT) == 0 {
            state.ruling = Some(Ruling::Wins(CLIENT));
        }
    }

    /// A set that Client holds, among those that a place is in.
    fn set_of_client(&self, state: &Offer, place: PlaceId) -> Option<&[PlaceId]> {
        let sets = self.game.tracker();
        let stones = state.position.stones();
        let members = sets.of_place(place).iter().map(|&set| sets.members(set));
        members.into_iter().find(|set| set.iter().all(|&place| stones.has(CLIENT, place)))
    }

    fn event(&self, state: &Offer, verb: &str, place: PlaceId) -> Event {
        let name = self.game.place_name(place);
        let deciding = match state.ruling {
            Some(Ruling::Wins(WAITER)) => {
                self.set_of_client(state, place).unwrap_or_default().to_vec()
            }
            Some(_) => self.game.tracker().blocking(state.position.stones(), WAITER),
            None => Vec::new(),
        };
        let spot = |place: PlaceId| Place { board: 0, spot: self.game.places().spot(place) };
        Event {
            name: format!("{verb} {name}"),
            added: vec![format!("{verb} {name}")],
            removed: Vec::new(),
            deciding: deciding.into_iter().map(spot).collect(),
            ..Event::default()
        }
    }

    fn act<L: Log>(&self, state: &mut Offer, place: PlaceId, log: &mut L) {
        let verb = if self.is_offered(state) { "take" } else { "offer" };
        if self.is_offered(state) {
            self.serve(state, place);
        } else {
            let at = state.offered.partition_point(|&other| other < place);
            state.offered.insert(at, place);
        }
        if L::LISTENS {
            log.event(self.event(state, verb, place));
        }
    }
}

impl<R: PositionalRules<Tracker = Sets>> Game for WaiterClient<R> {
    type State = Offer;
    type Move = Claim;

    fn seats(&self) -> usize {
        2
    }

    fn start(&self) -> Offer {
        Offer { position: self.game.start(), offered: Vec::new(), ruling: None }
    }

    fn turn(&self, state: &Offer) -> Turn {
        match state.ruling {
            Some(ruling) => Turn::Over(outcome(ruling, 2)),
            None if self.is_offered(state) => Turn::Player(CLIENT),
            None => Turn::Player(WAITER),
        }
    }

    fn moves(&self, state: &Offer, out: &mut Vec<Claim>) {
        out.clear();
        if state.ruling.is_some() {
            return;
        }
        if self.is_offered(state) {
            out.extend(state.offered.iter().copied().map(Claim));
        } else {
            let open = state.position.open();
            out.extend(open.filter(|place| !state.offered.contains(place)).map(Claim));
            out.sort_unstable();
        }
    }

    fn apply(&self, state: &mut Offer, mv: &Claim, log: &mut impl Log) {
        self.act(state, mv.0, log);
    }

    fn move_name(&self, state: &Offer, mv: &Claim) -> String {
        self.game.move_name(&state.position, mv)
    }

    fn view(&self, state: &Offer, _: Observer) -> View {
        let offer = |&place: &PlaceId| ViewAtom {
            predicate: "offered".to_owned(),
            arguments: vec![self.game.place_name(place)],
            copies: 1,
            persistent: false,
        };
        View {
            boards: vec![self.game.scene(&state.position)],
            atoms: state.offered.iter().map(offer).collect(),
            ..View::default()
        }
    }

    fn seat_name(&self, seat: Seat) -> String {
        if seat == WAITER { "waiter" } else { "client" }.to_owned()
    }

    fn abilities(&self) -> Abilities<WaiterClient<R>> {
        Abilities {
            describe_move: Some(|game, state, mv, _| {
                let spot = game.game.places().spot(mv.0);
                let verb = if game.is_offered(state) { "take" } else { "offer" };
                ViewMove {
                    text: format!("{verb} {}", game.game.place_name(mv.0)),
                    places: vec![Place { board: 0, spot }],
                    ..ViewMove::default()
                }
            }),
            ..Abilities::default()
        }
    }
}
