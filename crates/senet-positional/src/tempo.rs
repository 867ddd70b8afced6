//! How many places are claimed in a turn.

use crate::error::RulesError;
use senet_game::{OptionSpec, OptionValues, Seat};

/// How many places are claimed in a turn: a bias of p to q.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Tempo {
    /// In the very first turn.
    pub opening: u8,
    /// In each later turn of the first player.
    pub first: u8,
    /// In each turn of all others.
    pub others: u8,
}

impl Default for Tempo {
    fn default() -> Tempo {
        Tempo { opening: 1, first: 1, others: 1 }
    }
}

impl Tempo {
    /// `p` places for the first player, `q` for the others.
    pub const fn biased(p: u8, q: u8) -> Tempo {
        Tempo { opening: p, first: p, others: q }
    }

    /// The options of a game whose bias can be chosen.
    pub(crate) fn options() -> [OptionSpec; 2] {
        [
            OptionSpec::number("p", "claims in each turn of the first player", 1, 9, 1),
            OptionSpec::number("q", "claims in each turn of the second player", 1, 9, 1),
        ]
    }

    /// The bias that was chosen.
    pub(crate) fn chosen(chosen: &OptionValues) -> Tempo {
        Tempo::biased(chosen.number("p") as u8, chosen.number("q") as u8)
    }

    pub(crate) fn check(self) -> Result<(), RulesError> {
        let least = self.opening.min(self.first).min(self.others);
        if least == 0 { Err(RulesError::EmptyTurn) } else { Ok(()) }
    }

    /// The most claims in one turn.
    pub(crate) fn most(self) -> u8 {
        self.opening.max(self.first).max(self.others)
    }

    /// Claims in a turn of this seat that is not the very first.
    fn of(self, seat: u8) -> u8 {
        if seat == 0 { self.first } else { self.others }
    }

    /// For each seat, who moves next, and how many claims that turn has.
    pub(crate) fn successors(self, seats: u8) -> [(Seat, u8); 64] {
        std::array::from_fn(|seat| {
            let next = if seat + 1 < usize::from(seats) { seat as u8 + 1 } else { 0 };
            (Seat(next), self.of(next))
        })
    }

    /// Whose turn it is after each number of claims, and how many claims are left in that turn, if no
    /// turn is ever cut short.
    pub(crate) fn turns(self, claims: usize, seats: u8) -> Vec<(Seat, u8)> {
        let successors = self.successors(seats);
        let mut turn = (Seat(0), self.opening);
        let mut turns = Vec::with_capacity(claims + 1);
        for _ in 0..=claims {
            turns.push(turn);
            let (Seat(seat), left) = turn;
            turn = match left {
                1 => successors[usize::from(seat)],
                _ => (Seat(seat), left - 1),
            };
        }
        turns
    }
}

#[cfg(test)]
mod tests {
    use super::Tempo;

    #[test]
    fn turns_follow_each_other() {
        let seats = |tempo: Tempo, seats| -> String {
            tempo.turns(7, seats).iter().map(|(seat, left)| format!("{}{left} ", seat.0)).collect()
        };
        assert_eq!(seats(Tempo::default(), 3), "01 11 21 01 11 21 01 11 ");
        assert_eq!(seats(Tempo { opening: 1, first: 2, others: 2 }, 2), "01 12 11 02 01 12 11 02 ");
    }
}
