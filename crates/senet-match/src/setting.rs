//! What is agreed before the first move.

use crate::clock::Clock;
use crate::table::Refusal;
use senet_players::{Bot, Effort, NoSuchBot};
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

/// What is agreed before the first move.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Setting {
    /// The game's name, as one asks for it.
    pub game: String,
    /// The game's title.
    pub title: String,
    /// The game's options, by name.
    pub options: Vec<(String, String)>,
    /// Who sits where.
    pub sitters: Vec<Sitter>,
    /// Whether the second player may take the first player's seat after the first move.
    pub swap: bool,
    /// How long each may think; for ever, if there is no clock.
    pub clock: Option<Clock>,
    /// The seed of chance and bots.
    pub seed: u64,
}

/// Somebody at the table.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Sitter {
    /// The name, if it is known.
    pub name: Option<String>,
    /// Who decides.
    pub who: Who,
}

impl Sitter {
    /// With a name that can stand on a line, or none.
    pub(crate) fn tidy(self) -> Sitter {
        let name = self.name.map(|n| n.split_whitespace().collect::<Vec<_>>().join(" "));
        Sitter { name: name.filter(|n| !n.is_empty()), ..self }
    }
}

/// Who decides.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Who {
    /// A person.
    #[default]
    Person,
    /// One of our bots.
    Bot(Bot),
    /// Another program, which speaks UGI.
    Engine(Remote),
}

/// Another program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Remote {
    /// The command that starts it.
    pub command: Arc<str>,
    /// How much it may think about a move.
    pub effort: Effort,
}

impl fmt::Display for Who {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Who::Person => write!(f, "human"),
            Who::Bot(bot) => write!(f, "{bot}"),
            // A blank would end the word.
            Who::Engine(Remote { command, effort }) => {
                write!(f, "engine:{effort}:{}", command.replace('%', "%25").replace(' ', "%20"))
            }
        }
    }
}

impl FromStr for Who {
    type Err = NoSuchBot;

    fn from_str(text: &str) -> Result<Who, NoSuchBot> {
        match text {
            "human" | "person" => Ok(Who::Person),
            engine if engine.starts_with("engine:") => {
                let rest = &engine["engine:".len()..];
                let timed = rest.split_once(':').and_then(|(e, c)| Some((e.parse().ok()?, c)));
                let (effort, command) =
                    timed.unwrap_or((Effort::Time(Duration::from_secs(1)), rest));
                let command = command.replace("%20", " ").replace("%25", "%");
                if command.trim().is_empty() {
                    return Err(NoSuchBot(text.to_owned()));
                }
                Ok(Who::Engine(Remote { command: command.trim().into(), effort }))
            }
            bot => bot.parse().map(Who::Bot),
        }
    }
}

/// A setting that the game cannot have.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BadSetting {
    /// Too few or too many people.
    Sitters {
        /// How many seats there are.
        seats: usize,
        /// How many want to sit.
        sitters: usize,
    },
    /// Only two can swap.
    Swap {
        /// How many seats there are.
        seats: usize,
    },
    /// Other programs are told every move, and this game has secrets.
    Engine,
}

impl fmt::Display for BadSetting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BadSetting::Sitters { seats, sitters } => {
                write!(f, "{sitters} cannot sit here: the game has {seats} seats")
            }
            BadSetting::Engine => write!(f, "{}", Refusal::NoEngine),
            BadSetting::Swap { seats } => {
                write!(f, "the swap rule is for two seats, and the game has {seats}")
            }
        }
    }
}

impl std::error::Error for BadSetting {}
