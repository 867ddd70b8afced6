//! What comes after a move.

use crate::choice::Seated;
use crate::matrix::MatrixLine;
use senet_board::Cell as BoardCell;
use senet_game::{Seat, SeatSet};

/// What comes after a move.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Next<P> {
    /// A player's turn.
    Turn(P),
    /// The end: a player won.
    Won(Victory),
    /// The end: nobody won.
    Tie,
}

/// Who won, and what made the difference.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Victory {
    /// The winners.
    pub seats: SeatSet,
    /// The cells that decided, if any did.
    pub cells: Vec<BoardCell>,
}

impl<P: Seated> Next<P> {
    /// The end: this player won.
    pub fn win(player: P) -> Next<P> {
        Next::Won(Victory::of(player.seat(), Vec::new()))
    }
}

impl Victory {
    fn of(seat: Seat, cells: Vec<BoardCell>) -> Victory {
        let mut seats = SeatSet::default();
        seats.insert(seat);
        Victory { seats, cells }
    }
}

/// What the section `win` may return.
#[diagnostic::on_unimplemented(
    message = "`win` must say whether a player has won",
    label = "this does not say who has won",
    note = "return `bool` (the player who moved has won), `Option<Player>`, or the line that a helper such \
            as `in_row_col_or_diag` found"
)]
pub trait Wins<P> {
    /// The victory, if there is one; `mover` made the move.
    fn victory(self, mover: P) -> Option<Victory>;
}

impl<P: Seated> Wins<P> for bool {
    fn victory(self, mover: P) -> Option<Victory> {
        self.then(|| Victory::of(mover.seat(), Vec::new()))
    }
}

impl<P: Seated> Wins<P> for Option<P> {
    fn victory(self, _: P) -> Option<Victory> {
        self.map(|winner| Victory::of(winner.seat(), Vec::new()))
    }
}

impl<P: Seated> Wins<P> for Option<MatrixLine> {
    fn victory(self, mover: P) -> Option<Victory> {
        self.map(|line| Victory::of(mover.seat(), line.cells))
    }
}

/// What the section `else` may return.
#[diagnostic::on_unimplemented(
    message = "`else` must end with nothing or with the player whose turn is next",
    label = "this is neither `()` nor a player",
    note = "end with `;` to let the turn pass on; `Next<Player>` can also end the game"
)]
pub trait Passes<P> {
    /// What comes after a move of `mover`.
    fn after_move(self, mover: P) -> Next<P>;

    /// What comes after chance, if it was the turn of `player`.
    fn after_chance(self, player: P) -> Next<P>;
}

/// The turn passes on after a move, and stays after chance.
impl<P: Seated> Passes<P> for () {
    fn after_move(self, mover: P) -> Next<P> {
        Next::Turn(mover.following())
    }

    fn after_chance(self, player: P) -> Next<P> {
        Next::Turn(player)
    }
}

impl<P: Seated> Passes<P> for P {
    fn after_move(self, _: P) -> Next<P> {
        Next::Turn(self)
    }

    fn after_chance(self, _: P) -> Next<P> {
        Next::Turn(self)
    }
}

impl<P: Seated> Passes<P> for Next<P> {
    fn after_move(self, _: P) -> Next<P> {
        self
    }

    fn after_chance(self, _: P) -> Next<P> {
        self
    }
}
