//! Waiter and Client: one offers, the other chooses.

use crate::end::Ruling;
use crate::positional::{Claim, Position, Positional, outcome};
use crate::rules::Rules;
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
pub struct WaiterClient<R: Rules<Tracker = Sets>> {
    game: Positional<R>,
    bias: usize,
}

/// Who owns what, and what is on offer.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Offer {
    position: Position<Sets>,
    /// By rising number.
    offered: Vec<PlaceId>,
    ruling: Option<Ruling>,
}

const WAITER: Seat = Seat(0);
const CLIENT: Seat = Seat(1);

impl<R: Rules<Tracker = Sets>> WaiterClient<R> {
    /// The game with this bias, which is at least one; nothing, if it is not for two players or if
    /// there are not enough places for a round.
    pub fn new(game: Positional<R>, bias: usize) -> Option<WaiterClient<R>> {
        let fine = bias > 0 && game.seats() == 2 && game.places().len() > bias;
        fine.then_some(WaiterClient { game, bias })
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
        if self.set_of_client(state, choice).is_some() {
            state.ruling = Some(Ruling::Wins(WAITER));
            return;
        }
        let left = state.position.open();
        if left.len() <= self.bias {
            for place in left {
                self.game.claim(&mut state.position, WAITER, place, &mut ());
            }
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
        let spot =
            |place: PlaceId| Place { board: 0, spot: self.game.places()[usize::from(place)] };
        Event {
            name: format!("{verb} {name}"),
            added: vec![format!("{verb} {name}")],
            removed: Vec::new(),
            deciding: deciding.into_iter().map(spot).collect(),
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

impl<R: Rules<Tracker = Sets>> Game for WaiterClient<R> {
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
            let open = state.position.open().into_iter();
            out.extend(open.filter(|place| !state.offered.contains(place)).map(Claim));
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
                let spot = game.game.places()[usize::from(mv.0)];
                let verb = if game.is_offered(state) { "take" } else { "offer" };
                ViewMove {
                    text: format!("{verb} {}", game.game.place_name(mv.0)),
                    places: vec![Place { board: 0, spot }],
                    direction: None,
                }
            }),
            ..Abilities::default()
        }
    }
}
