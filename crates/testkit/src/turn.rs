//! The turns of the reference interpreter in the words of the contract, which it does not know.

use senet_game::{LimitKind, Outcome, Seat, SeatSet, Turn, Verdict};
use senet_reference::{ReferenceLimit, ReferenceResult, ReferenceTurn};

/// A turn of the reference interpreter, as engines say it.
pub fn turn(of: &ReferenceTurn) -> Turn {
    match of {
        ReferenceTurn::Player(seat) => Turn::Player(Seat(*seat as u8)),
        ReferenceTurn::Chance => Turn::Chance,
        ReferenceTurn::Over(result, points) => Turn::Over(Outcome {
            verdict: match result {
                ReferenceResult::Won(seats) => {
                    let mut won = SeatSet::default();
                    seats.iter().for_each(|seat| won.insert(Seat(*seat as u8)));
                    Verdict::Won(won)
                }
                ReferenceResult::Draw => Verdict::Draw,
                ReferenceResult::NoResult => Verdict::NoResult,
            },
            scores: points.as_deref().map(Into::into),
        }),
        ReferenceTurn::Stopped(ReferenceLimit::Steps) => Turn::Stopped(LimitKind::Steps),
        ReferenceTurn::Stopped(ReferenceLimit::Numbers) => Turn::Stopped(LimitKind::Numbers),
        ReferenceTurn::Stopped(ReferenceLimit::Goals) => Turn::Stopped(LimitKind::Goals),
        ReferenceTurn::Stopped(ReferenceLimit::Unsolvable) => Turn::Stopped(LimitKind::Unsolvable),
    }
}
