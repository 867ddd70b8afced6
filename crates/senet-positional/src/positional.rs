//! Rules become a game.

use crate::compact::Compact;
use crate::end::{End, Look, Ruling};
use crate::rules::{Entry, Rules, Tempo, columns};
use crate::stones::{PlaceId, Stones};
use crate::tracker::Tracker;
use senet_board::{Board, BoardError, Cell, Place, Spot};
use senet_game::{
    Abilities, About, Actions, BadOption, Chosen, Event, Game, Listed, Log, Observer, Outcome,
    Piece, Rng, Scene, Seat, SeatSet, Turn, Verdict, View, ViewMove,
};
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// A positional game that can be played: rules, with everything made that they need.
#[derive(Debug, Clone)]
pub struct Positional<R: Rules> {
    rules: R,
    board: Arc<Board>,
    places: Vec<Spot>,
    tracker: R::Tracker,
    tempo: Tempo,
    /// Where stones fall: what lies above each place.
    above: Vec<Option<PlaceId>>,
    compact: Option<Compact>,
    start: Position<R::Tracker>,
}

/// A claim: the number of a place of the game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Claim(pub PlaceId);

/// A position: who owns what, and whose turn it is. The order of play is no part of it.
#[derive(Debug)]
pub struct Position<T: Tracker> {
    stones: Stones<T::Kept>,
    memory: T::Memory,
    mover: Seat,
    /// How many places the mover may still claim in this turn.
    left: u8,
    ruling: Option<Ruling>,
    /// What has to be taken back; written only once somebody wants to go back.
    trail: Vec<Step<T::Point>>,
    marks: u32,
}

/// A claim that can be taken back.
#[derive(Debug, Clone, Copy)]
struct Step<P> {
    place: PlaceId,
    at: PlaceId,
    mover: Seat,
    left: u8,
    point: P,
}

impl<R: Rules> Positional<R> {
    /// The game of some rules.
    pub fn new(rules: R) -> Result<Positional<R>, BoardError> {
        let tempo = rules.tempo();
        Positional::biased(rules, tempo)
    }

    /// The game of some rules, with another number of claims in a turn.
    pub fn biased(rules: R, tempo: Tempo) -> Result<Positional<R>, BoardError> {
        let board = Board::new(rules.board())?;
        let places = rules.places(&board);
        if places.is_empty() {
            return Err(BoardError::Empty);
        }
        // One number stands for everything beyond the rim.
        if places.len() > usize::from(PlaceId::MAX) {
            return Err(BoardError::TooManyCells);
        }
        let tracker = rules.tracker(&board);
        let (above, first) = if R::FALLS {
            columns(&board)
        } else {
            (Vec::new(), (0..places.len() as PlaceId).collect())
        };
        let compact = Compact::new(&rules, &board, &places, &above, tempo);
        let start = Position {
            stones: Stones::new(places.len(), &first, |place| tracker.kept(place)),
            memory: tracker.memory(),
            mover: Seat(0),
            left: tempo.opening,
            ruling: None,
            trail: Vec::new(),
            marks: 0,
        };
        let board = Arc::new(board);
        Ok(Positional { rules, board, places, tracker, tempo, above, compact, start })
    }

    /// The rules.
    pub fn rules(&self) -> &R {
        &self.rules
    }

    /// The board.
    pub fn board(&self) -> &Arc<Board> {
        &self.board
    }

    /// What can be claimed, in order.
    pub fn places(&self) -> &[Spot] {
        &self.places
    }

    /// The tracker.
    pub fn tracker(&self) -> &R::Tracker {
        &self.tracker
    }

    fn above(&self, place: PlaceId) -> Option<PlaceId> {
        if R::FALLS { self.above[usize::from(place)] } else { None }
    }

    /// A seat claims a place, whoever's turn it is.
    #[inline]
    pub(crate) fn claim<L: Log>(
        &self,
        state: &mut Position<R::Tracker>,
        seat: Seat,
        place: PlaceId,
        log: &mut L,
    ) {
        let point = (state.marks > 0).then(|| self.tracker.point(&mut state.memory));
        let (mover, left) = (state.mover, state.left);
        let at = state.stones.claim(seat, place, self.above(place));
        if let Some(point) = point {
            state.trail.push(Step { place, at, mover, left, point });
        }
        let report = self.tracker.claimed(&mut state.stones, &mut state.memory, seat, place);
        let look = Look {
            player: seat,
            owner: seat,
            seats: self.seats() as u8,
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
        if L::LISTENS {
            let deciding = if ruling.is_some() { end.places(&look) } else { Vec::new() };
            log.event(self.event(seat, place, deciding));
        }
        let full = look.is_full();
        state.ruling = ruling.or(full.then_some(Ruling::Draw));
    }

    fn event(&self, seat: Seat, place: PlaceId, mut deciding: Vec<PlaceId>) -> Event {
        let name = self.board.spot_name(self.places[usize::from(place)]);
        deciding.sort_unstable();
        let spot = |place: PlaceId| Place { board: 0, spot: self.places[usize::from(place)] };
        Event {
            added: vec![format!("{} {name}", self.seat_name(seat))],
            name: format!("claim {name}"),
            removed: Vec::new(),
            deciding: deciding.into_iter().map(spot).collect(),
        }
    }

    pub(crate) fn scene(&self, state: &Position<R::Tracker>) -> Scene {
        let piece = |(i, &spot): (usize, &Spot)| {
            let seat = state.stones.owner(i as PlaceId)?;
            let player = self.rules.players()[usize::from(seat.0)];
            Some(Piece {
                spot,
                kind: player.name.to_owned(),
                glyph: player.glyph.to_owned(),
                seat: Some(seat),
                copies: 1,
            })
        };
        let landmark = |(cell, glyph): (Cell, &str)| Piece {
            spot: Spot::Cell(cell),
            kind: "landmark".to_owned(),
            glyph: glyph.to_owned(),
            seat: None,
            copies: 1,
        };
        let landmarks = self.rules.landmarks().into_iter().map(landmark);
        let pieces = self.places.iter().enumerate().filter_map(piece);
        let pieces = landmarks.chain(pieces).collect();
        Scene { board: Arc::clone(&self.board), pieces }
    }

    /// A name for a place: the column, where stones fall.
    pub(crate) fn place_name(&self, place: PlaceId) -> String {
        let name = self.board.spot_name(self.places[usize::from(place)]);
        if R::FALLS { name.trim_end_matches(|c: char| c.is_ascii_digit()).to_owned() } else { name }
    }
}

impl<T: Tracker> Position<T> {
    /// Who owns what.
    pub fn stones(&self) -> &Stones<T::Kept> {
        &self.stones
    }

    /// What the tracker remembers.
    pub fn memory(&self) -> &T::Memory {
        &self.memory
    }

    /// How the game has ended, if it has.
    pub fn ruling(&self) -> Option<Ruling> {
        self.ruling
    }

    /// How many places the mover may still claim in this turn.
    pub fn left(&self) -> u8 {
        self.left
    }

    pub(crate) fn open(&self) -> Vec<PlaceId> {
        let open = u64::from(self.stones.open());
        let mut places: Vec<PlaceId> = (0..open).map(|i| self.stones.nth_open(i)).collect();
        places.sort_unstable();
        places
    }
}

impl<T: Tracker> Clone for Position<T> {
    fn clone(&self) -> Position<T> {
        Position {
            stones: self.stones.clone(),
            memory: self.memory.clone(),
            trail: self.trail.clone(),
            ..*self
        }
    }

    fn clone_from(&mut self, other: &Position<T>) {
        self.stones.copy_from(&other.stones);
        self.memory.clone_from(&other.memory);
        self.trail.clone_from(&other.trail);
        (self.mover, self.left) = (other.mover, other.left);
        (self.ruling, self.marks) = (other.ruling, other.marks);
    }
}

impl<T: Tracker> PartialEq for Position<T> {
    fn eq(&self, other: &Position<T>) -> bool {
        (self.mover, self.left) == (other.mover, other.left) && self.stones.same(&other.stones)
    }
}

impl<T: Tracker> Eq for Position<T> {}

impl<T: Tracker> Hash for Position<T> {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        (self.stones.key(), self.mover, self.left).hash(hasher);
    }
}

/// What a ruling is to everybody.
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

impl<R: Rules> Game for Positional<R> {
    type State = Position<R::Tracker>;
    type Move = Claim;

    fn seats(&self) -> usize {
        self.rules.players().len()
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
            out.extend(state.open().into_iter().map(Claim));
        }
        if R::FALLS {
            // By column, whatever the height.
            out.sort_by_key(|claim| self.action_number(claim));
        }
    }

    #[inline]
    fn apply(&self, state: &mut Self::State, mv: &Claim, log: &mut impl Log) {
        let seat = state.mover;
        self.claim(state, seat, mv.0, log);
        state.left -= 1;
        if state.left == 0 {
            let next = seat.0 + 1;
            state.mover = if usize::from(next) == self.seats() { Seat(0) } else { Seat(next) };
            state.left = self.tempo.of(state.mover.0);
        }
    }

    fn move_name(&self, _: &Self::State, mv: &Claim) -> String {
        self.place_name(mv.0)
    }

    fn view(&self, state: &Self::State, _: Observer) -> View {
        View { boards: vec![self.scene(state)], ..View::default() }
    }

    fn seat_name(&self, seat: Seat) -> String {
        self.rules.players()[usize::from(seat.0)].name.to_owned()
    }

    #[inline]
    fn random_move(&self, state: &Self::State, rng: &mut Rng, _: &mut Vec<Claim>) -> Claim {
        Claim(state.stones.nth_open(rng.index(u64::from(state.stones.open()))))
    }

    fn abilities(&self) -> Abilities<Positional<R>> {
        Abilities {
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
                let spot = game.places[usize::from(mv.0)];
                let places = vec![Place { board: 0, spot }];
                ViewMove { text: game.place_name(mv.0), places, direction: None }
            }),
            may_win: self.compact.is_some().then_some(|game, state, seat| {
                let may = |compact: &Compact| compact.may_win(&state.stones, seat, state.mover);
                game.compact.as_ref().is_none_or(may)
            }),
            count_moves: Some(|_, state| match state.ruling {
                None => state.stones.open() as usize,
                Some(_) => 0,
            }),
            ..Abilities::default()
        }
    }
}

impl<R: Rules> Positional<R> {
    /// How many action numbers there are: places, or columns where stones fall.
    pub(crate) fn action_count(&self) -> usize {
        if R::FALLS {
            self.above.iter().filter(|above| above.is_none()).count()
        } else {
            self.places.len()
        }
    }

    pub(crate) fn action_number(&self, mv: &Claim) -> usize {
        match self.places[usize::from(mv.0)] {
            Spot::Cell(cell) if R::FALLS => {
                self.board.column(cell).map_or(0, |column| column as usize - 1)
            }
            _ => usize::from(mv.0),
        }
    }

    pub(crate) fn action(&self, state: &Position<R::Tracker>, number: usize) -> Option<Claim> {
        if R::FALLS {
            let open = (0..u64::from(state.stones.open())).map(|i| Claim(state.stones.nth_open(i)));
            return open.into_iter().find(|claim| self.action_number(claim) == number);
        }
        Some(Claim(PlaceId::try_from(number).ok()?))
    }
}

impl<R: Entry> Listed for Positional<R> {
    fn about() -> About {
        let mut about = R::about();
        if R::BIAS {
            about.options.extend(Tempo::options());
        }
        about
    }

    fn with(chosen: &Chosen) -> Result<Self, BadOption> {
        let rules = R::with(chosen)?;
        let tempo = if R::BIAS { Tempo::chosen(chosen) } else { rules.tempo() };
        let too_large = |error: BoardError| BadOption::new(error.to_string(), "choose other sizes");
        Positional::biased(rules, tempo).map_err(too_large)
    }
}
