//! What a shell needs to know to show a match, as plain data.

use crate::clock::Clock;
use crate::config::Participant;
use senet_game::board::Place;
use senet_game::{LimitKind, Outcome, Seat, Verdict, View, ViewMove, as_sentence};
use std::time::Duration;

/// A match as an observer sees it at one moment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Snapshot {
    /// The game's title.
    pub title: String,
    /// What the seats are called, in their order.
    pub seats: Vec<String>,
    /// Who occupies them, in their order.
    pub participants: Vec<Participant>,
    /// Whose turn it is.
    pub status: MatchStatus,
    /// The position.
    pub view: View,
    /// The moves that the observer may choose from; empty if it is not their turn.
    pub choices: Vec<LegalMove>,
    /// Whether the seat whose turn it is may swap.
    pub can_swap: bool,
    /// The tree entry that led here: a move, or a swap of seats.
    pub last: Option<Seen>,
    /// The places that decided the outcome, if it is decided.
    pub deciding: Vec<Place>,
    /// The number of this position in the tree of plays.
    pub node: usize,
    /// What was played from here before and taken back, or is still to be seen again.
    pub branches: Vec<Branch>,
    /// How many moves led here.
    pub moves: u64,
    /// The clock that was agreed on.
    pub clock: Option<Clock>,
    /// What is left to each seat; empty without a clock.
    pub left: Vec<Duration>,
}

/// Whose decision it is, as [`Turn`](senet_game::Turn), with the reason of the end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MatchStatus {
    /// A player's.
    Turn(Seat),
    /// A chance node.
    Chance,
    /// The match is over.
    Over(Outcome, Ending),
    /// Automatic steps reached this limit.
    Stopped(LimitKind),
}

/// Why it is over.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ending {
    /// By the rules of the game.
    Rules,
    /// By a draw rule: a limit on moves, a repetition, or too many quiet moves.
    DrawRule(DrawCause),
    /// A player resigned.
    Resigned(Seat),
    /// A player's time ran out.
    OutOfTime(Seat),
}

/// Which draw rule ended a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DrawCause {
    /// So many moves were made.
    Moves(u64),
    /// So many moves were made in a row that change nothing for good.
    Quiet(u64),
    /// The same position came up so many times.
    Repetition(u64),
}

/// A move that can be chosen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LegalMove {
    /// Its name, for [`Action::Move`](crate::Action::Move).
    pub name: String,
    /// How it looks.
    pub shown: ViewMove,
}

/// Something that was played, as an observer sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Seen {
    /// Who did it; `None` for chance.
    pub seat: Option<Seat>,
    /// What was done.
    pub play: SeenPlay,
}

/// What was done.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SeenPlay {
    /// A move, as the observer may see it.
    Move(ViewMove),
    /// The seats were swapped.
    Swap,
    /// A player resigned.
    Resign,
    /// A player's time ran out.
    OutOfTime,
}

/// A way on from a position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Branch {
    /// The number of the position that it leads to.
    pub node: usize,
    /// What is played.
    pub seen: Seen,
}

impl SeenPlay {
    /// In a few words.
    pub fn text(&self) -> &str {
        match self {
            SeenPlay::Move(mv) => &mv.text,
            SeenPlay::Swap => "swaps seats",
            SeenPlay::Resign => "resigns",
            SeenPlay::OutOfTime => "runs out of time",
        }
    }
}

impl Snapshot {
    /// What a seat is called, with the name of its participant if that is known.
    pub fn who(&self, seat: Seat) -> String {
        let at = usize::from(seat.0);
        match self.participants.get(at).and_then(|p| p.name.as_ref()) {
            Some(name) => format!("{name} ({})", self.seats[at]),
            None => self.seats[at].clone(),
        }
    }

    /// How things stand, in a sentence.
    pub fn sentence(&self) -> String {
        as_sentence(&self.plain_sentence())
    }

    /// The same as records have it: names of seats are written as they are, wherever they stand.
    pub(crate) fn plain_sentence(&self) -> String {
        match &self.status {
            MatchStatus::Turn(_) if self.seats.len() == 1 => "It is your turn.".to_owned(),
            MatchStatus::Turn(seat) => format!("It is {}'s turn.", self.who(*seat)),
            MatchStatus::Chance => "Chance decides.".to_owned(),
            MatchStatus::Stopped(kind) => {
                format!("The game stopped: its limit on {} was reached.", kind.what())
            }
            MatchStatus::Over(outcome, ending) => self.result(outcome, *ending),
        }
    }

    fn result(&self, outcome: &Outcome, ending: Ending) -> String {
        let verdict = match outcome.verdict {
            Verdict::Draw => "A draw".to_owned(),
            Verdict::NoResult => "The game ended without a result".to_owned(),
            Verdict::Won(seats) if self.seats.len() == 1 => {
                if seats.contains(Seat(0)) { "You win" } else { "You lose" }.to_owned()
            }
            Verdict::Won(seats) if seats.is_empty() => "Nobody wins".to_owned(),
            Verdict::Won(seats) => {
                let names: Vec<String> = seats.iter().map(|s| self.who(s)).collect();
                match names.as_slice() {
                    [one] => format!("{one} wins"),
                    several => format!("{} win together", several.join(" and ")),
                }
            }
        };
        match ending {
            Ending::Rules => format!("{verdict}."),
            Ending::DrawRule(cause) => {
                let why = match cause {
                    DrawCause::Moves(n) => format!("the limit of {n} moves is reached"),
                    DrawCause::Quiet(n) => format!("{n} moves in a row brought no progress"),
                    DrawCause::Repetition(2) => "the same position came up twice".to_owned(),
                    DrawCause::Repetition(3) => "the same position came up three times".to_owned(),
                    DrawCause::Repetition(n) => format!("the same position came up {n} times"),
                };
                format!("{verdict}: {why}.")
            }
            Ending::Resigned(seat) => format!("{verdict}: {} resigned.", self.who(seat)),
            Ending::OutOfTime(seat) => format!("{verdict}: {} ran out of time.", self.who(seat)),
        }
    }
}
