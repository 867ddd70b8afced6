//! Two games side by side as one.

use crate::end::Ruling;
use crate::error::RulesError;
use crate::positional::{Claim, Positional, outcome};
use crate::rules::PositionalRules;
use crate::state::PositionalState;
use senet_board::Place;
use senet_game::{
    Abilities, Actions, Event, Game, Log, Observer, Outcome, Seat, Turn, Verdict, View, ViewMove,
};

/// Two positional games at once: in each turn a player claims one place, in either of them. The
/// first of the games that a player wins decides both; if neither is won, it is a draw.
#[derive(Debug)]
pub struct Beside<A: PositionalRules, B: PositionalRules> {
    left: Positional<A>,
    right: Positional<B>,
}

/// A claim in one of two games.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Either {
    /// In the first game.
    Left(Claim),
    /// In the second game.
    Right(Claim),
}

/// The positions of both games, and whose turn it is.
#[derive(Debug)]
pub struct Both<A: PositionalRules, B: PositionalRules> {
    left: PositionalState<A::Tracker>,
    right: PositionalState<B::Tracker>,
    mover: Seat,
}

impl<A: PositionalRules, B: PositionalRules> Beside<A, B> {
    /// Both games. They must be for the same number of players, and let players claim whatever is open.
    pub fn new(left: Positional<A>, right: Positional<B>) -> Result<Beside<A, B>, RulesError> {
        if left.seats() != right.seats() {
            let (left, right) = (left.seats(), right.seats());
            return Err(RulesError::DifferentSeats { left, right });
        }
        if left.restricts() || right.restricts() {
            return Err(RulesError::RestrictedClaims);
        }
        Ok(Beside { left, right })
    }

    /// How it ended: the game that a player won, or both full.
    fn ruling(&self, state: &Both<A, B>) -> Option<Outcome> {
        let seats = self.seats();
        match (state.left.ruling(), state.right.ruling()) {
            (Some(won @ (Ruling::Wins(_) | Ruling::Loses(_))), _)
            | (_, Some(won @ (Ruling::Wins(_) | Ruling::Loses(_)))) => Some(outcome(won, seats)),
            (Some(Ruling::Draw), Some(Ruling::Draw)) => Some(Outcome::of(Verdict::Draw)),
            _ => None,
        }
    }
}

impl<A: PositionalRules, B: PositionalRules> Clone for Both<A, B> {
    fn clone(&self) -> Both<A, B> {
        Both { left: self.left.clone(), right: self.right.clone(), mover: self.mover }
    }
}

impl<A: PositionalRules, B: PositionalRules> PartialEq for Both<A, B> {
    fn eq(&self, other: &Both<A, B>) -> bool {
        self.mover == other.mover && self.left == other.left && self.right == other.right
    }
}

impl<A: PositionalRules, B: PositionalRules> Eq for Both<A, B> {}

impl<A: PositionalRules, B: PositionalRules> std::hash::Hash for Both<A, B> {
    fn hash<H: std::hash::Hasher>(&self, hasher: &mut H) {
        self.left.hash(hasher);
        self.right.hash(hasher);
        self.mover.hash(hasher);
    }
}

/// Says of the second board what a game has said of its only board.
struct OnTheRight<'a, L>(&'a mut L);

impl<L: Log> Log for OnTheRight<'_, L> {
    const LISTENS: bool = L::LISTENS;

    fn event(&mut self, mut event: Event) {
        event.deciding.iter_mut().for_each(|place| place.board = 1);
        self.0.event(event);
    }
}

impl<A: PositionalRules, B: PositionalRules> Game for Beside<A, B> {
    type State = Both<A, B>;
    type Move = Either;

    fn seats(&self) -> usize {
        self.left.seats()
    }

    fn start(&self) -> Both<A, B> {
        Both { left: self.left.start(), right: self.right.start(), mover: Seat(0) }
    }

    fn turn(&self, state: &Both<A, B>) -> Turn {
        self.ruling(state).map_or(Turn::Player(state.mover), Turn::Over)
    }

    fn moves(&self, state: &Both<A, B>, out: &mut Vec<Either>) {
        out.clear();
        if self.ruling(state).is_some() {
            return;
        }
        let mut moves = Vec::new();
        self.left.moves(&state.left, &mut moves);
        out.extend(moves.drain(..).map(Either::Left));
        self.right.moves(&state.right, &mut moves);
        out.extend(moves.into_iter().map(Either::Right));
    }

    fn apply(&self, state: &mut Both<A, B>, mv: &Either, log: &mut impl Log) {
        let seat = state.mover;
        match mv {
            Either::Left(claim) => self.left.claim(&mut state.left, seat, claim.0, log),
            Either::Right(claim) => {
                self.right.claim(&mut state.right, seat, claim.0, &mut OnTheRight(log));
            }
        }
        state.mover = Seat((seat.0 + 1) % self.seats() as u8);
    }

    fn move_name(&self, state: &Both<A, B>, mv: &Either) -> String {
        match mv {
            Either::Left(claim) => format!("left {}", self.left.move_name(&state.left, claim)),
            Either::Right(claim) => format!("right {}", self.right.move_name(&state.right, claim)),
        }
    }

    fn view(&self, state: &Both<A, B>, _: Observer) -> View {
        let boards = vec![self.left.scene(&state.left), self.right.scene(&state.right)];
        View { boards, ..View::default() }
    }

    fn seat_name(&self, seat: Seat) -> String {
        self.left.seat_name(seat)
    }

    fn abilities(&self) -> Abilities<Beside<A, B>> {
        Abilities {
            actions: Some(Actions {
                count: self.left.action_count() + self.right.action_count(),
                number: |game, _, mv| match mv {
                    Either::Left(claim) => game.left.action_number(claim),
                    Either::Right(claim) => {
                        game.left.action_count() + game.right.action_number(claim)
                    }
                },
                with_number: |game, state, number| match number
                    .checked_sub(game.left.action_count())
                {
                    None => game.left.action(&state.left, number).map(Either::Left),
                    Some(number) => game.right.action(&state.right, number).map(Either::Right),
                },
            }),
            describe_move: Some(|game, state, mv, _| {
                let (board, spot) = match mv {
                    Either::Left(claim) => (0, game.left.places().spot(claim.0)),
                    Either::Right(claim) => (1, game.right.places().spot(claim.0)),
                };
                let places = vec![Place { board, spot }];
                ViewMove { text: game.move_name(state, mv), places, ..ViewMove::default() }
            }),
            ..Abilities::default()
        }
    }
}
