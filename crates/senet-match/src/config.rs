//! What is agreed before the first move: who plays, clocks, the swap rule, the seed.

use crate::clock::Clock;
use senet_players::{Bot, BotError, SearchLimit};
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

/// What is agreed before the first move.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct MatchConfig {
    /// Who occupies the seats, in their order; seats that are not listed are for people.
    pub participants: Vec<Participant>,
    /// Whether the second player may take the first player's seat after the first move.
    pub swap: bool,
    /// How long each may think; without limit, if there is no clock.
    pub clock: Option<Clock>,
    /// The random seed of chance and bots.
    pub seed: u64,
}

/// Who occupies a seat.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Participant {
    /// A name, if it is known.
    pub name: Option<String>,
    /// Who decides.
    pub kind: ParticipantKind,
}

impl Participant {
    /// With a name that fits on a line, or none.
    pub(crate) fn tidy(self) -> Participant {
        let name = self.name.map(|n| n.split_whitespace().collect::<Vec<_>>().join(" "));
        Participant { name: name.filter(|n| !n.is_empty()), ..self }
    }
}

impl From<ParticipantKind> for Participant {
    fn from(kind: ParticipantKind) -> Participant {
        Participant { name: None, kind }
    }
}

impl From<Bot> for Participant {
    fn from(bot: Bot) -> Participant {
        ParticipantKind::Bot(bot).into()
    }
}

/// A person, for [`MatchBuilder::seat`](crate::MatchBuilder::seat).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Person;

impl From<Person> for Participant {
    fn from(Person: Person) -> Participant {
        Participant::default()
    }
}

/// Who decides.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum ParticipantKind {
    /// A person or a program whose moves arrive as actions.
    #[default]
    Person,
    /// One of our bots.
    Bot(Bot),
    /// An external engine, which speaks UGI.
    Engine(EngineConfig),
}

/// An external engine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EngineConfig {
    /// The command that starts it.
    pub command: Arc<str>,
    /// How long it may search for a move.
    pub limit: SearchLimit,
}

impl fmt::Display for ParticipantKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ParticipantKind::Person => write!(f, "human"),
            ParticipantKind::Bot(bot) => write!(f, "{bot}"),
            // A blank would end the word.
            ParticipantKind::Engine(EngineConfig { command, limit }) => {
                write!(f, "engine:{limit}:{}", command.replace('%', "%25").replace(' ', "%20"))
            }
        }
    }
}

impl FromStr for ParticipantKind {
    type Err = BotError;

    fn from_str(text: &str) -> Result<ParticipantKind, BotError> {
        match text {
            "human" | "person" => Ok(ParticipantKind::Person),
            engine if engine.starts_with("engine:") => {
                let rest = &engine["engine:".len()..];
                let timed = rest.split_once(':').and_then(|(l, c)| Some((l.parse().ok()?, c)));
                let (limit, command) =
                    timed.unwrap_or((SearchLimit::Time(Duration::from_secs(1)), rest));
                let command = command.replace("%20", " ").replace("%25", "%");
                if command.trim().is_empty() {
                    return Err(BotError(text.to_owned()));
                }
                Ok(ParticipantKind::Engine(EngineConfig { command: command.trim().into(), limit }))
            }
            bot => bot.parse().map(ParticipantKind::Bot),
        }
    }
}

/// A configuration that the game cannot have.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ConfigError {
    /// More participants than seats.
    #[error("{participants} cannot play: the game has {seats} seats")]
    Participants {
        /// How many seats there are.
        seats: usize,
        /// How many want to play.
        participants: usize,
    },
    /// The swap rule is for two seats.
    #[error("the swap rule is for two seats, and the game has {seats}")]
    Swap {
        /// How many seats there are.
        seats: usize,
    },
    /// External engines are told every move, and this game has hidden information.
    #[error("external engines would see what is hidden in this game")]
    Engine,
}
