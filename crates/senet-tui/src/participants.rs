//! Who occupies which seat, as it is written on a command line.

use senet_game::{Observer, Seat};
use senet_match::{
    ActionError, BotError, Environment, Match, Participant, ParticipantKind, SearchLimit,
};

/// Why participants cannot be seated as they were named.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum SeatError {
    /// Not of the form `SEAT=PARTICIPANT`.
    #[error("`{0}` does not say who plays")]
    NoParticipant(String),
    /// There is no such seat.
    #[error("there is no seat `{name}`: there are {seats}")]
    NoSuchSeat {
        /// What was asked for.
        name: String,
        /// How many seats there are.
        seats: usize,
    },
    /// There is no such bot.
    #[error(transparent)]
    Bot(#[from] BotError),
    /// The participant cannot play this.
    #[error(transparent)]
    Refused(#[from] ActionError),
}

/// Seats the participants who are named: `2=random`, `x=mcts:1s`, `1=human:Ann`. A bot that counts nodes and
/// is not told how many thinks as long as `usual` says, if it says so.
pub fn sit(
    playing: &mut Match,
    asked: &[String],
    usual: Option<SearchLimit>,
    environment: &dyn Environment,
) -> Result<(), SeatError> {
    let seats = playing.snapshot(Observer::Public).seats;
    for text in asked {
        let (seat, who) =
            text.split_once('=').ok_or_else(|| SeatError::NoParticipant(text.clone()))?;
        let name = seat.trim();
        let number = name.parse::<usize>().ok().filter(|n| (1..=seats.len()).contains(n));
        let at = number
            .map(|n| n - 1)
            .or_else(|| seats.iter().position(|s| s.eq_ignore_ascii_case(name)));
        let missing = || SeatError::NoSuchSeat { name: name.to_owned(), seats: seats.len() };
        let seat = Seat(at.ok_or_else(missing)? as u8);
        playing.sit(seat, participant(who.trim(), usual)?, environment)?;
    }
    Ok(())
}

/// `random`, `mcts:1s`, `human` or `human:Ann`.
fn participant(text: &str, usual: Option<SearchLimit>) -> Result<Participant, BotError> {
    if let Some(("human", name)) = text.split_once(':') {
        let name = Some(name.trim().to_owned());
        return Ok(Participant { name, kind: ParticipantKind::Person });
    }
    let mut kind = text.parse::<ParticipantKind>()?;
    let told = text.split(':').skip(1).any(|word| word.parse::<SearchLimit>().is_ok());
    if let (ParticipantKind::Bot(bot), Some(limit), false) = (&mut kind, usual, told)
        && bot.counts_nodes()
    {
        *bot = bot.with_limit(limit);
    }
    Ok(kind.into())
}
