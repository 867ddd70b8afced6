//! Rules become a game.

mod packed;
mod play;
mod urgent;

use crate::claims::{ClaimRule, restricts};
use crate::compact::Compact;
use crate::end::{EndRule, Ruling};
use crate::error::RulesError;
use crate::falls::Columns;
use crate::links::Links;
use crate::packing::Packing;
use crate::player::PlayerInfo;
use crate::rules::{ListedRules, PositionalRules};
use crate::setup::{PlaceMap, Setup};
use crate::state::PositionalState;
use crate::stones::{PlaceId, Stones, word};
use crate::tempo::Tempo;
use crate::tracker::Tracker;
use senet_board::{Board, Cell, Place, Spot};
use senet_game::{
    Abilities, Actions, Game, GameInfo, Listed, Log, Observer, OptionError, OptionValues, Outcome,
    Packing as PackingAbility, Piece, Rng, Scene, Seat, SeatSet, Turn, Verdict, View, ViewMove,
};
use std::sync::Arc;
use urgent::stones_of_two;

/// A positional game that can be played: rules, with everything made that they need.
#[derive(Debug, Clone)]
pub struct Positional<R: PositionalRules> {
    rules: R,
    board: Arc<Board>,
    places: PlaceMap,
    players: Vec<PlayerInfo>,
    seats: u8,
    tracker: R::Tracker,
    /// For each seat, who moves next, and how many places may be claimed in that turn.
    successors: [(Seat, u8); MOST_SEATS],
    /// Where stones fall.
    columns: Columns,
    compact: Option<Compact>,
    /// Whether threats tell which claims a search has to look at.
    threats: bool,
    /// Safe links, where they tell who wins.
    links: Option<Links>,
    packing: Option<Packing>,
    /// The word of each place, of which keys and packed positions are sums.
    words: Vec<u128>,
    /// The key of a position without stones.
    empty_key: u128,
    start: PositionalState<R::Tracker>,
}

/// A claim: the number of a place of the game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Claim(pub PlaceId);

/// A set of seats has a bit for each.
const MOST_SEATS: usize = 64;

impl<R: PositionalRules> Positional<R> {
    /// The game of some rules.
    pub fn new(rules: R) -> Result<Positional<R>, RulesError> {
        let tempo = rules.tempo();
        Positional::biased(rules, tempo)
    }

    /// The game of some rules, with another number of claims in a turn.
    pub fn biased(rules: R, tempo: Tempo) -> Result<Positional<R>, RulesError> {
        tempo.check()?;
        let players = rules.players();
        let count = players.len();
        if !(1..=MOST_SEATS).contains(&count) {
            return Err(RulesError::Players { count, least: 1, most: MOST_SEATS });
        }
        let seats = count as u8;
        let board = Board::new(rules.board())?;
        let places = PlaceMap::new(&board, rules.places(&board))?;
        let setup = Setup::new(&board, &places, seats);
        let tracker = rules.tracker(&setup)?;
        rules.end().check(&setup, &tracker)?;
        rules.claims().check(&setup)?;
        let columns = if R::FALLS { Columns::new(&setup)? } else { Columns::default() };
        let first =
            if R::FALLS { columns.bottoms.clone() } else { (0..places.len() as PlaceId).collect() };
        let restricted = restricts(&rules.claims());
        let compact = Compact::new(&rules, &setup, &columns.above, tempo, restricted);
        let usual = tempo == Tempo::default() && !restricted && !R::FALLS;
        let links = if usual { Links::of(&rules, &setup) } else { None };
        let falling = R::FALLS.then_some(&columns);
        let packing = Packing::new(places.len(), seats, falling, tempo, restricted);
        let hashed = || (0, (0..places.len() as PlaceId).map(word).collect());
        let (empty, words) = packing.as_ref().map_or_else(hashed, Packing::words);
        let start = PositionalState {
            stones: Stones::new(places.len(), &first, empty, |place| tracker.kept(place)),
            memory: tracker.memory(),
            mover: Seat(0),
            left: tempo.opening,
            ruling: None,
        };
        let board = Arc::new(board);
        let mut game = Positional {
            rules,
            board,
            places,
            players,
            seats,
            tracker,
            successors: tempo.successors(seats),
            columns,
            compact,
            threats: false,
            links,
            packing,
            words,
            empty_key: empty,
            start,
        };
        game.threats = game.sees_threats(tempo);
        let mut start = game.start.clone();
        game.settle(&mut start, false, &mut ());
        game.start = start;
        Ok(game)
    }

    /// The rules that it plays by.
    pub fn rules(&self) -> &R {
        &self.rules
    }

    /// The board that the rules asked for.
    pub fn board(&self) -> &Arc<Board> {
        &self.board
    }

    /// What can be claimed, in order.
    pub fn places(&self) -> &PlaceMap {
        &self.places
    }

    /// Who plays, in the order of their turns.
    pub fn players(&self) -> &[PlayerInfo] {
        &self.players
    }

    /// What the rules keep track of besides the stones.
    pub fn tracker(&self) -> &R::Tracker {
        &self.tracker
    }

    /// How many moves there are, without listing them.
    pub fn count_moves(&self, state: &PositionalState<R::Tracker>) -> usize {
        if state.ruling.is_some() {
            0
        } else if self.restricts() {
            state.open().filter(|&place| self.allows(state, place)).count()
        } else {
            state.stones.open() as usize
        }
    }

    #[inline]
    fn above(&self, place: PlaceId) -> Option<PlaceId> {
        if R::FALLS { self.columns.above[usize::from(place)] } else { None }
    }

    pub(crate) fn scene(&self, state: &PositionalState<R::Tracker>) -> Scene {
        let piece = |(i, &spot): (usize, &Spot)| {
            let seat = state.stones.owner(i as PlaceId)?;
            let player = &self.players[usize::from(seat.0)];
            Some(Piece {
                spot,
                kind: player.name.to_string(),
                glyph: player.glyph.to_string(),
                seat: Some(seat),
                copies: 1,
                opposite: None,
            })
        };
        let landmark = |(cell, glyph): (Cell, &str)| Piece {
            spot: Spot::Cell(cell),
            kind: "landmark".to_owned(),
            glyph: glyph.to_owned(),
            seat: None,
            copies: 1,
            opposite: None,
        };
        let landmarks = self.rules.landmarks().into_iter().map(landmark);
        let pieces = self.places.spots().iter().enumerate().filter_map(piece);
        let pieces = landmarks.chain(pieces).collect();
        Scene { board: Arc::clone(&self.board), pieces }
    }

    /// A name for a place: the column, where stones fall.
    pub(crate) fn place_name(&self, place: PlaceId) -> String {
        let name = self.board.spot_name(self.places.spot(place));
        if R::FALLS { name.trim_end_matches(|c: char| c.is_ascii_digit()).to_owned() } else { name }
    }
}

/// What a ruling means for all players.
pub(crate) fn outcome(ruling: Ruling, seats: usize) -> Outcome {
    let mut winners = SeatSet::default();
    match ruling {
        Ruling::Draw => return Outcome::of(Verdict::Draw),
        Ruling::Wins(seat) => winners.insert(seat),
        Ruling::Loses(seat) => {
            winners = SeatSet::all(seats);
            winners.remove(seat);
        }
    }
    Outcome::of(Verdict::Won(winners))
}

impl<R: PositionalRules> Game for Positional<R> {
    type State = PositionalState<R::Tracker>;
    type Move = Claim;

    fn seats(&self) -> usize {
        usize::from(self.seats)
    }

    fn start(&self) -> Self::State {
        self.start.clone()
    }

    #[inline]
    fn turn(&self, state: &Self::State) -> Turn {
        match state.ruling {
            None => Turn::Player(state.mover),
            Some(ruling) => Turn::Over(outcome(ruling, self.seats())),
        }
    }

    fn moves(&self, state: &Self::State, out: &mut Vec<Claim>) {
        out.clear();
        if state.ruling.is_none() {
            let open = state.open().filter(|&place| !self.restricts() || self.allows(state, place));
            out.extend(open.map(Claim));
        }
        if R::FALLS {
            // By column, whatever the height.
            out.sort_unstable_by_key(|claim| self.action_number(claim));
        } else {
            out.sort_unstable();
        }
    }

    #[inline]
    fn apply(&self, state: &mut Self::State, mv: &Claim, log: &mut impl Log) {
        let seat = state.mover;
        self.claim(state, seat, mv.0, log);
        state.left -= 1;
        let has_begun = state.left > 0;
        if !has_begun {
            self.next_turn(state);
        }
        self.settle(state, has_begun, log);
    }

    fn move_name(&self, _: &Self::State, mv: &Claim) -> String {
        self.place_name(mv.0)
    }

    fn view(&self, state: &Self::State, _: Observer) -> View {
        View { boards: vec![self.scene(state)], ..View::default() }
    }

    fn seat_name(&self, seat: Seat) -> String {
        self.players[usize::from(seat.0)].name.to_string()
    }

    #[inline]
    fn random_move(&self, state: &Self::State, rng: &mut Rng, _: &mut Vec<Claim>) -> Claim {
        self.random_claim(state, rng)
    }

    fn abilities(&self) -> Abilities<Positional<R>> {
        Abilities {
            packing: self.packed_bits().map(|bits| PackingAbility {
                bits,
                pack: |game: &Positional<R>, state| game.pack(state),
                unpack: |game: &Positional<R>, packed, state| game.unpack(packed, state),
            }),
            packed_images: (self.packing.is_some() && self.compact.is_some())
                .then_some(Positional::packed_images),
            canonical_key: self.compact.is_some().then_some(|game, state| {
                game.compact.as_ref()?.code(&state.stones, state.mover, state.left)
            }),
            actions: Some(Actions {
                count: self.action_count(),
                number: |game, _, mv| game.action_number(mv),
                with_number: |game, state, number| game.action(state, number),
            }),
            actions_are_moves: !R::FALLS,
            describe_move: Some(|game, _, mv, _| {
                let places = vec![Place { board: 0, spot: game.places.spot(mv.0) }];
                ViewMove { text: game.place_name(mv.0), places, ..ViewMove::default() }
            }),
            may_win: self.compact.is_some().then_some(|game, state, seat| {
                let may = |compact: &Compact| compact.may_win(&state.stones, seat, state.mover);
                game.compact.as_ref().is_none_or(may)
            }),
            urgent_moves: self.threats.then_some(Positional::urgent),
            certain_winner: self.links.is_some().then_some(Positional::certain_winner),
            sufficient_moves: self.links.is_some().then_some(Positional::sufficient),
            drawless: self.links.is_some(),
            promises: self.compact.is_some().then_some(|game, state, moves, out| {
                if let Some(links) = &game.links {
                    let promises = links.promises(stones_of_two(&state.stones));
                    out.extend(moves.iter().map(|claim| promises[usize::from(claim.0)]));
                } else if let Some(compact) = &game.compact {
                    let places = moves.iter().map(|claim| claim.0);
                    compact.promises(&state.stones, state.mover, places, out);
                }
            }),
            count_moves: Some(Positional::count_moves),
            state_bytes: Some(|_, state| size_of_val(state) + state.stones.bytes()),
            goals: self.rules.side_goals(),
            tells: true,
            ..Abilities::default()
        }
    }
}

impl<R: PositionalRules> Positional<R> {
    /// How many action numbers there are: places, or columns where stones fall.
    pub(crate) fn action_count(&self) -> usize {
        if R::FALLS { self.columns.bottoms.len() } else { self.places.len() }
    }

    pub(crate) fn action_number(&self, mv: &Claim) -> usize {
        usize::from(if R::FALLS { self.columns.of[usize::from(mv.0)] } else { mv.0 })
    }

    pub(crate) fn action(
        &self,
        state: &PositionalState<R::Tracker>,
        number: usize,
    ) -> Option<Claim> {
        if R::FALLS {
            // The place above takes the slot of a claimed one among the open places, so a column has
            // the slot of its number until another one is full.
            let open = u64::from(state.stones.open());
            let mut slots = std::iter::once(number as u64).chain(0..open).filter(|i| *i < open);
            let claim = |i| Some(Claim(state.stones.nth_open(i)));
            return slots.find_map(|i| claim(i).filter(|c| self.action_number(c) == number));
        }
        Some(Claim(PlaceId::try_from(number).ok()?))
    }
}

impl<R: ListedRules> Listed for Positional<R> {
    fn info() -> GameInfo {
        let mut about = R::info();
        if R::BIAS {
            about.options.extend(Tempo::options());
        }
        about
    }

    fn from_options(chosen: &OptionValues) -> Result<Self, OptionError> {
        let rules = R::from_options(chosen)?;
        let tempo = if R::BIAS { Tempo::chosen(chosen) } else { rules.tempo() };
        let too_large =
            |error: RulesError| OptionError::new(error.to_string(), "choose other sizes");
        Positional::biased(rules, tempo).map_err(too_large)
    }
}
