//! Ways to play, by name.

use crate::alphabeta::AlphaBeta;
use crate::greedy::Greedy;
use crate::mcts::Mcts;
use crate::perfect::Perfect;
use crate::random::Random;
use crate::think::{Player, World};
use senet_game::Game;
use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// A way to play.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Bot {
    /// Any move, each as likely as the others.
    Random,
    /// The move after which random play does best.
    Greedy,
    /// Looks ahead, as far as its effort goes.
    AlphaBeta(Effort),
    /// Tries moves in random play, and those more often that do well.
    Mcts(Effort),
    /// As strong as a number from 1 to 10 says.
    Level(u8),
    /// As well as can be, if so many positions suffice to solve the game.
    Perfect(u64),
}

/// How much a player may think about one move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Effort {
    /// So many moves tried, or playouts.
    Nodes(u64),
    /// So long.
    Time(Duration),
}

/// Positions that a perfect player looks at, unless it is told another number.
const PERFECT: u64 = 5_000_000;

/// Playouts of each level.
const LEVELS: [u64; 10] = [4, 12, 30, 80, 200, 400, 800, 1_500, 5_000, 20_000];

impl Bot {
    /// The names of all bots, for help and suggestions.
    pub const NAMES: &[&str] = &["random", "greedy", "alphabeta", "mcts", "perfect", "level:5"];

    /// A player who plays this way.
    pub fn player<G: Game + 'static>(self) -> Box<dyn Player<G>> {
        match self {
            Bot::Random => Box::new(Random::default()),
            Bot::Greedy => Box::new(Greedy),
            Bot::AlphaBeta(effort) => Box::new(AlphaBeta::<G>::new(effort)),
            Bot::Mcts(effort) => Box::new(Mcts::<G>::new(effort)),
            Bot::Level(level) => {
                let at = usize::from(level.clamp(1, 10)) - 1;
                Box::new(Mcts::<G>::new(Effort::Nodes(LEVELS[at])))
            }
            Bot::Perfect(positions) => Box::new(Perfect::<G>::new(positions)),
        }
    }
}

impl Effort {
    /// Whether it is used up.
    pub(crate) fn spent(self, nodes: u64, began: Duration, world: &dyn World) -> bool {
        // Asking for the time costs more than a move.
        let look = nodes.is_multiple_of(16);
        match self {
            Effort::Nodes(n) => nodes >= n || (look && world.stopped()),
            Effort::Time(time) => {
                look && (world.stopped() || world.now().saturating_sub(began) >= time)
            }
        }
    }
}

impl fmt::Display for Effort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Effort::Nodes(n) => write!(f, "{n}"),
            Effort::Time(time) if time.subsec_millis() == 0 => write!(f, "{}s", time.as_secs()),
            Effort::Time(time) => write!(f, "{}ms", time.as_millis()),
        }
    }
}

impl fmt::Display for Bot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Bot::Random => write!(f, "random"),
            Bot::Greedy => write!(f, "greedy"),
            Bot::AlphaBeta(effort) => write!(f, "alphabeta:{effort}"),
            Bot::Mcts(effort) => write!(f, "mcts:{effort}"),
            Bot::Level(level) => write!(f, "level:{level}"),
            Bot::Perfect(PERFECT) => write!(f, "perfect"),
            Bot::Perfect(positions) => write!(f, "perfect:{positions}"),
        }
    }
}

/// Nobody plays by this name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NoSuchBot(pub String);

impl fmt::Display for NoSuchBot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = Bot::NAMES.join(", ");
        let other = &self.0;
        write!(f, "nobody called `{other}` can play: there are human, {names} (1 to 10)")
    }
}

impl std::error::Error for NoSuchBot {}

impl FromStr for Bot {
    type Err = NoSuchBot;

    fn from_str(text: &str) -> Result<Bot, NoSuchBot> {
        let unknown = || NoSuchBot(text.to_owned());
        let (name, rest) = match text.split_once(':') {
            Some((name, rest)) => (name, Some(rest)),
            None => (text, None),
        };
        let effort = |usual| rest.map_or(Some(usual), effort).ok_or_else(unknown);
        match (name, rest) {
            ("random", None) => Ok(Bot::Random),
            ("greedy", None) => Ok(Bot::Greedy),
            ("alphabeta", _) => Ok(Bot::AlphaBeta(effort(Effort::Nodes(20_000))?)),
            ("mcts", _) => Ok(Bot::Mcts(effort(Effort::Nodes(5_000))?)),
            ("perfect", _) => match effort(Effort::Nodes(PERFECT))? {
                Effort::Nodes(positions) => Ok(Bot::Perfect(positions)),
                Effort::Time(_) => Err(unknown()),
            },
            ("level", Some(rest)) => {
                let level = rest.parse().ok().filter(|n| (1..=10).contains(n));
                level.map(Bot::Level).ok_or_else(unknown)
            }
            _ => Err(unknown()),
        }
    }
}

/// `1s`, `500ms` or a number of nodes.
fn effort(text: &str) -> Option<Effort> {
    let number = |text: &str| text.parse::<u64>().ok().filter(|n| (1..=1 << 40).contains(n));
    if let Some(ms) = text.strip_suffix("ms") {
        return number(ms).map(|n| Effort::Time(Duration::from_millis(n)));
    }
    if let Some(s) = text.strip_suffix('s') {
        return number(s).map(|n| Effort::Time(Duration::from_secs(n)));
    }
    number(text).map(Effort::Nodes)
}

#[cfg(test)]
mod tests {
    use super::Bot;

    #[test]
    fn bots_are_written_as_they_are_read() {
        for text in
            ["random", "greedy", "alphabeta:500", "mcts:1s", "mcts:250ms", "level:10", "perfect"]
        {
            assert_eq!(text.parse::<Bot>().map(|b| b.to_string()).as_deref(), Ok(text));
        }
        for name in Bot::NAMES {
            assert!(name.parse::<Bot>().is_ok(), "{name}");
        }
        for bad in [
            "grandmaster",
            "perfect:1s",
            "level",
            "level:0",
            "level:11",
            "mcts:",
            "mcts:0",
            "mcts:-1s",
            "",
        ] {
            assert!(bad.parse::<Bot>().is_err(), "{bad}");
        }
    }
}
