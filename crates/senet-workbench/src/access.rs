//! Who asks: which participants of a match they are, and what they may look at.

use crate::show::is_person;
use senet_game::{Observer, Seat};
use senet_match::Match;

/// The rights of a client.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Access {
    /// The participants that they are, in the order of the match's configuration, which stays the same
    /// when seats are swapped; none for spectators.
    pub participants: Vec<usize>,
    /// Whether they made the match, and may change its pace and its participants.
    pub host: bool,
}

impl Access {
    /// All rights, for a local match.
    pub fn everything(participants: usize) -> Access {
        Access { participants: (0..participants).collect(), host: true }
    }

    /// Whether a seat is theirs.
    pub fn has(&self, playing: &Match, seat: Seat) -> bool {
        usize::from(seat.0) < playing.game().seats()
            && self.participants.contains(&playing.occupant(seat))
    }
}

/// A client that receives a match, and what it was sent last.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Audience {
    /// What they may do.
    pub access: Access,
    /// As which of their participants they look, where something is hidden.
    pub look: Option<usize>,
    /// The last position of the line that they were sent, with its length.
    pub(crate) sent: Vec<u32>,
}

impl Audience {
    /// A client that has received nothing.
    pub fn new(access: Access) -> Audience {
        Audience { access, ..Audience::default() }
    }

    /// The seat as which they look: with nothing hidden the one whose turn it is, if it is theirs.
    pub(crate) fn seat(&self, playing: &Match, turn: Option<Seat>) -> Option<Seat> {
        let all = playing.game().all_seats();
        let mine = |seat: &Seat| self.access.has(playing, *seat) && is_person(playing, *seat);
        let mine: Vec<Seat> = all.filter(mine).collect();
        let is_wanted = |seat: &&Seat| self.look == Some(playing.occupant(**seat));
        let wanted = mine.iter().find(is_wanted).copied();
        let mover = turn.filter(|turn| mine.contains(turn));
        let first = mine.first().copied();
        match playing.game().has_hidden_information() {
            true => wanted.or(first),
            false => mover.or(first),
        }
    }

    /// What they look with.
    pub(crate) fn observer(&self, playing: &Match, turn: Option<Seat>) -> Observer {
        self.seat(playing, turn).map_or(Observer::Public, Observer::Seat)
    }
}
