//! What a match begins with, and why it may not begin.

use crate::library::Library;
use crate::protocol::NewMatch;
use senet_match::{
    Clock, ClockError, ConfigError, EngineConfig, MatchConfig, Participant, ParticipantKind,
    RecordError,
};
use senet_players::{Bot, BotError, SearchLimit};
use std::sync::Arc;
use std::time::Duration;

/// What a match begins with: enough to make it again.
#[derive(Debug, Clone, PartialEq)]
pub struct MatchSetup {
    /// Who plays, the clock, the swap rule, the seed.
    pub config: MatchConfig,
    /// Which participants play elsewhere, by link.
    pub remote: Vec<bool>,
}

/// Why there can be no such match.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum SetupError {
    /// A bot that does not exist.
    #[error(transparent)]
    Bot(#[from] BotError),
    /// Bots think with one thread and for a bounded time.
    #[error("bots on the page think for at most {} s and with one thread", LONGEST_THINKING.as_secs())]
    BotTooLong,
    /// An engine that this server does not have.
    #[error("there is no engine `{0}` for this game: start the server with --engine")]
    NoEngine(String),
    /// A clock that is none.
    #[error(transparent)]
    Clock(#[from] ClockError),
    /// The game cannot have this.
    #[error(transparent)]
    Config(#[from] ConfigError),
    /// A seed that is no number.
    #[error("`{0}` is not a seed")]
    Seed(String),
    /// A record that does not fit.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// A stored entry that cannot be played again.
    #[error("`{entry}` cannot be played again: {why}")]
    Entry {
        /// The entry.
        entry: String,
        /// Why not.
        why: String,
    },
}

/// The longest time that a bot of some level thinks.
const LEVEL_THINKING: Duration = Duration::from_secs(2);
/// The longest time that a bot may think on the page.
const LONGEST_THINKING: Duration = Duration::from_secs(10);

impl MatchSetup {
    /// What a page asks for, for a game with so many seats; the seed is used if the page names none.
    /// Engines are those that the library offers, so that no page can start a program.
    pub fn of(
        wish: &NewMatch,
        library: &Library,
        seats: usize,
        seed: u64,
    ) -> Result<MatchSetup, SetupError> {
        let mut participants = Vec::new();
        let mut remote = vec![false; seats];
        for (i, seat) in wish.seats.iter().take(seats).enumerate() {
            let mut name: Option<String> =
                seat.name.as_ref().map(|name| name.chars().take(40).collect());
            let kind = match seat.who.as_str() {
                "here" | "human" => ParticipantKind::Person,
                "link" => {
                    remote[i] = true;
                    ParticipantKind::Person
                }
                who => match who.strip_prefix("engine:") {
                    Some(wanted) => {
                        let (called, config) = engine(wish, library, wanted)?;
                        name.get_or_insert(called);
                        ParticipantKind::Engine(config)
                    }
                    None => ParticipantKind::Bot(modest(who.parse()?)?),
                },
            };
            participants.push(Participant { name, kind });
        }
        let clock = wish.clock.as_deref().map(str::parse::<Clock>).transpose()?;
        let seed = match &wish.seed {
            None => seed,
            Some(text) => text.parse().map_err(|_| SetupError::Seed(text.clone()))?,
        };
        let swap = wish.swap && seats == 2;
        Ok(MatchSetup { config: MatchConfig { participants, swap, clock, seed }, remote })
    }
}

/// The engine that a page names, as `NAME` or `NAME:5s`, with the name to show.
fn engine(
    wish: &NewMatch,
    library: &Library,
    wanted: &str,
) -> Result<(String, EngineConfig), SetupError> {
    let (name, limit) = wanted.split_once(':').unwrap_or((wanted, "1s"));
    let found = library.engines(&wish.game).find(|e| e.name == name && wish.text.is_none());
    let found = found.ok_or_else(|| SetupError::NoEngine(name.to_owned()))?;
    let limit: SearchLimit = limit.parse().map_err(|_| BotError(wanted.to_owned()))?;
    match limit {
        SearchLimit::Time(time) if time <= LONGEST_THINKING => {
            Ok((found.name.clone(), EngineConfig { command: Arc::clone(&found.command), limit }))
        }
        _ => Err(SetupError::BotTooLong),
    }
}

/// A bot that does not keep a server busy.
pub(crate) fn modest(bot: Bot) -> Result<Bot, SetupError> {
    let words = bot.to_string();
    let threads = words.split(':').any(|w| w.starts_with('x') && w[1..].parse::<u8>().is_ok());
    let long =
        words.split(':').filter_map(|w| w.parse::<SearchLimit>().ok()).any(|limit| match limit {
            SearchLimit::Time(time) => time > LONGEST_THINKING,
            SearchLimit::Nodes(nodes) => nodes > 5_000_000,
        });
    if threads || long {
        return Err(SetupError::BotTooLong);
    }
    // A level is a number of playouts; in a game of long plays they are not worth a long wait.
    let is_level = words.starts_with("level:") && words.matches(':').count() == 1;
    Ok(if is_level { bot.with_limit(SearchLimit::Time(LEVEL_THINKING)) } else { bot })
}

#[cfg(test)]
mod tests {
    use super::{MatchSetup, SetupError};
    use crate::library::{Library, OfferedEngine};
    use crate::protocol::{NewMatch, SeatWish};
    use senet_match::ParticipantKind;

    fn setup(library: &Library, game: &str, who: &str) -> Result<MatchSetup, SetupError> {
        let seats = vec![SeatWish { who: who.to_owned(), name: None }];
        let wish = NewMatch { game: game.to_owned(), seats, ..NewMatch::default() };
        MatchSetup::of(&wish, library, 2, 1)
    }

    #[test]
    fn engines_are_those_that_the_server_offers() {
        let engine = OfferedEngine::parse("hex=/opt/mohex.exe --ugi").unwrap();
        assert_eq!((engine.game.as_str(), engine.name.as_str()), ("hex", "mohex"));
        for bad in ["mohex", "=mohex", "hex=", "hex= "] {
            assert_eq!(OfferedEngine::parse(bad), None, "{bad}");
        }
        let library = Library::default().offering(vec![engine]);
        let found = setup(&library, "hex", "engine:mohex:2s").unwrap();
        let participant = &found.config.participants[0];
        assert_eq!(participant.name.as_deref(), Some("mohex"));
        assert!(
            matches!(&participant.kind, ParticipantKind::Engine(e) if e.command.ends_with("--ugi"))
        );
        // Neither for other games, nor by their commands, nor for long.
        let none = |game, who| matches!(setup(&library, game, who), Err(SetupError::NoEngine(_)));
        assert!(none("chess", "engine:mohex") && none("hex", "engine:/bin/sh"));
        assert_eq!(setup(&library, "hex", "engine:mohex:100s"), Err(SetupError::BotTooLong));
        let cards = library.cards();
        let hex = cards.iter().find(|card| card.name == "hex").unwrap();
        assert_eq!(hex.engines, ["mohex"]);
    }
}
