//! Information states: what a seat has observed of a play, and positions that agree with it.

use crate::clock::SearchClock;
use crate::player::SearchResult;
use senet_game::{
    Cursor, DynGame, MoveId, MoveIndex, Observer, Position, Referee, Rng, Seat, Turn,
    weighted_index,
};
use std::sync::Arc;

/// Moves that are made to replay one history that looks like the observed one; afterwards the game's
/// own determinization is used.
const REPLAY_MOVES: usize = 2_000;
/// Each replay counts for at least so many moves, so that there is an end of them.
const REPLAY_COST: usize = REPLAY_MOVES / 64;

/// What a seat has observed of a play, as keys, and its own moves. (OpenSpiel calls it the information
/// state of the seat.) A player that has this cannot look at the position itself.
pub struct InformationState {
    game: Arc<dyn DynGame>,
    seat: Seat,
    /// Where the play began, and whether that is the first position of the game, which all seats know.
    start: Position,
    start_is_known: bool,
    observations: Vec<Observation>,
    /// The observation key of the position.
    here: u128,
    /// The legal moves of the seat as it sees them, in canonical order; none if it is not its turn.
    legal: Vec<u128>,
    /// The position, for names of moves and for the game's own determinization. Nothing that is drawn
    /// from it depends on what is hidden, except by the way in which the game draws.
    truth: Position,
    /// How long the play has been, for the draw rules.
    referee: Referee,
}

/// A move as the seat observed it.
struct Observation {
    mover: Turn,
    /// The place of the move, if it was the seat's own.
    own: Option<MoveIndex>,
    /// The observed move, and the observation key of the position after it.
    mv: u128,
    after: u128,
}

impl InformationState {
    /// What a seat has observed of the moves from a position on.
    ///
    /// # Panics
    ///
    /// If the moves were not legal.
    pub fn new(
        game: &Arc<dyn DynGame>,
        seat: Seat,
        start: &Position,
        history: &[MoveIndex],
    ) -> InformationState {
        let observer = Observer::Seat(seat);
        let mut cursor = game.cursor_at(start);
        let mut moves = Vec::new();
        let mut observations = Vec::with_capacity(history.len());
        for index in history {
            cursor.moves(&mut moves);
            let (mover, id) = (cursor.turn(), moves[index.0 as usize]);
            let own = (mover == Turn::Player(seat)).then_some(*index);
            let mv = cursor.observed_move(id, observer);
            cursor.apply(id);
            observations.push(Observation {
                mover,
                own,
                mv,
                after: cursor.observation_key(observer),
            });
        }
        moves.clear();
        if cursor.turn() == Turn::Player(seat) {
            cursor.moves(&mut moves);
        }
        let legal = moves.iter().map(|mv| cursor.observed_move(*mv, observer)).collect();
        let mut referee = cursor.referee().clone();
        // Whether a determinized position was met before would tell what the real ones were.
        referee.forget_positions();
        InformationState {
            game: Arc::clone(game),
            seat,
            start: start.clone(),
            start_is_known: *start == game.start(),
            observations,
            here: cursor.observation_key(observer),
            legal,
            truth: cursor.save(),
            referee,
        }
    }

    /// The seat whose observations these are.
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// The number of its legal moves, which it always knows; 0 if it is not its turn.
    pub fn count_moves(&self) -> usize {
        self.legal.len()
    }

    /// The names of its legal moves, in canonical order.
    pub fn move_names(&self) -> Vec<String> {
        let mut cursor = self.game.cursor_at(&self.truth);
        let mut moves = Vec::new();
        cursor.moves(&mut moves);
        moves.truncate(self.legal.len());
        moves.into_iter().map(|mv| cursor.move_name(mv)).collect()
    }

    /// One of its legal moves, each as likely as the others.
    pub fn random_move(&self, rng: &mut Rng) -> MoveIndex {
        MoveIndex(rng.index(self.legal.len() as u64) as u32)
    }

    /// A determinization: a cursor at a position that agrees with everything the seat has observed,
    /// with what is hidden drawn at random.
    ///
    /// The observed play is replayed from its start; where the seat did not see all of a move, any move
    /// is made that would have looked the same, of chance by weight. (The choice looks one move ahead, so
    /// it is near the true distribution and not exactly it.) If this finds nothing, or `stop` says that
    /// there is no more time, the game itself draws a position.
    pub fn determinize(&self, rng: &mut Rng, stop: &mut dyn FnMut() -> bool) -> Box<dyn Cursor> {
        let mut cursor = self.game.cursor();
        let mut left = REPLAY_MOVES;
        while left > 0 && !stop() {
            if self.replay(&mut *cursor, rng, &mut left, stop) {
                return cursor;
            }
            left = left.saturating_sub(REPLAY_COST);
        }
        cursor.load(&self.truth);
        cursor.set_referee(self.referee.clone());
        cursor.determinize(self.seat, rng);
        cursor
    }

    /// Tries once to play the observed moves again; `left` counts moves down.
    fn replay(
        &self,
        cursor: &mut dyn Cursor,
        rng: &mut Rng,
        left: &mut usize,
        stop: &mut dyn FnMut() -> bool,
    ) -> bool {
        cursor.load(&self.start);
        if !self.start_is_known {
            cursor.determinize(self.seat, rng);
            // The play begins in the position that was drawn, for the referee too.
            let start = cursor.save();
            cursor.load(&start);
        }
        let mut moves = Vec::new();
        for seen in &self.observations {
            if !self.step(cursor, seen, rng, &mut moves, left, stop) {
                return false;
            }
        }
        let is_turn = self.legal.is_empty() || cursor.turn() == Turn::Player(self.seat);
        is_turn && cursor.observation_key(Observer::Seat(self.seat)) == self.here
    }

    /// Makes a move that looks like an observed one and leads to what was observed.
    fn step(
        &self,
        cursor: &mut dyn Cursor,
        seen: &Observation,
        rng: &mut Rng,
        moves: &mut Vec<MoveId>,
        left: &mut usize,
        stop: &mut dyn FnMut() -> bool,
    ) -> bool {
        if cursor.turn() != seen.mover {
            return false;
        }
        let observer = Observer::Seat(self.seat);
        cursor.moves(moves);
        if let Some(own) = seen.own {
            // The seat knew its legal moves, so the same place is the same move.
            let own = moves.get(own.0 as usize).copied();
            moves.clear();
            moves.extend(own);
        }
        // Rejection sampling along the play: of the moves that look like the observed one,
        // any that leads to what was observed. What fails later makes the whole draw fail,
        // so that it is repeated from the start; `left` bounds the moves that all draws try
        // together.
        moves.retain(|mv| !stop() && cursor.observed_move(*mv, observer) == seen.mv);
        let by_chance = seen.mover == Turn::Chance;
        while !moves.is_empty() && *left > 0 && !stop() {
            *left -= 1;
            let weight = |i: usize| if by_chance { cursor.weight(moves[i]) } else { 1 };
            let mv = moves.swap_remove(weighted_index(rng, moves.len(), weight));
            if moves.is_empty() {
                cursor.apply(mv);
                return cursor.observation_key(observer) == seen.after;
            }
            cursor.push();
            cursor.apply(mv);
            let fits = cursor.observation_key(observer) == seen.after;
            cursor.pop();
            if fits {
                cursor.apply(mv);
                return true;
            }
        }
        false
    }

    /// A legal move that the seat sees as this key. If several look the same, any of them: their order
    /// must not tell what is hidden.
    pub(crate) fn move_seen_as(&self, key: u128, rng: &mut Rng) -> Option<MoveIndex> {
        let mut same: Vec<usize> = (0..self.legal.len()).collect();
        same.retain(|i| self.legal[*i] == key);
        let at = rng.index(same.len() as u64) as usize;
        same.get(at).map(|i| MoveIndex(*i as u32))
    }

    /// The legal moves as the seat sees them, in canonical order; moves that look the same once.
    pub(crate) fn observed_moves(&self) -> impl Iterator<Item = u128> {
        let first = |i: &usize| !self.legal[..*i].contains(&self.legal[*i]);
        (0..self.legal.len()).filter(first).map(|i| self.legal[i])
    }

    /// Searches one determinization as if it were the position. Values that are found so are guesses,
    /// and what others do in the principal variation is made up.
    pub(crate) fn search_sample(
        &self,
        rng: &mut Rng,
        clock: &SearchClock<'_>,
        search: impl FnOnce(&mut dyn Cursor, &mut Rng) -> SearchResult,
    ) -> SearchResult {
        let mut cursor = self.determinize(rng, &mut || clock.is_over_now());
        if cursor.turn() != Turn::Player(self.seat) {
            return SearchResult::of(self.random_move(rng));
        }
        let found = search(&mut *cursor, rng);
        let mut moves = Vec::new();
        cursor.moves(&mut moves);
        let key = cursor.observed_move(moves[found.best.0 as usize], Observer::Seat(self.seat));
        let best = self.move_seen_as(key, rng).unwrap_or_else(|| self.random_move(rng));
        SearchResult { proven: false, best, line: vec![best], ..found }
    }
}
