//! Ways to play, by name.

use crate::alphabeta::AlphaBeta;
use crate::effort::Effort;
use crate::goal::Goal;
use crate::greedy::Greedy;
use crate::mcts::Mcts;
use crate::perfect::Perfect;
use crate::random::Random;
use crate::think::Player;
use senet_game::Game;
use std::fmt;
use std::str::FromStr;

/// A way to play.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Bot {
    /// Any move, each as likely as the others.
    Random,
    /// The move after which random play does best.
    Greedy,
    /// Looks ahead, as far as its effort goes.
    AlphaBeta(Mind),
    /// Tries moves in random play, and those more often that do well.
    Mcts(Mind),
    /// As strong as a number from 1 to 10 says.
    Level(u8),
    /// As well as can be, if so many positions suffice to solve the game.
    Perfect(u64),
}

/// How a player thinks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Mind {
    /// How much.
    pub effort: Effort,
    /// How many think at the same time, each as much.
    pub threads: u8,
    /// What for.
    pub goal: Goal,
}

/// Positions that a perfect player looks at, unless it is told another number.
const PERFECT: u64 = 5_000_000;

/// Playouts of each level.
const LEVELS: [u64; 10] = [4, 8, 16, 30, 60, 100, 160, 250, 2_000, 20_000];

impl Mind {
    /// Somebody who thinks so much, alone, to win.
    pub const fn of(effort: Effort) -> Mind {
        Mind { effort, threads: 1, goal: Goal::Win }
    }

    /// `1s`, `20000:x4`, `500ms:score`: whatever is there, in this order or another.
    fn read(text: Option<&str>, usual: Effort) -> Option<Mind> {
        let mut mind = Mind::of(usual);
        let parts: Vec<&str> = text.map_or(Vec::new(), |t| t.split(':').collect());
        for (i, part) in parts.iter().enumerate() {
            if parts[..i].contains(part) {
                return None;
            }
            if *part == "score" {
                mind.goal = Goal::Score;
            } else if let Some(threads) = part.strip_prefix('x') {
                mind.threads = threads.parse().ok().filter(|n| (1..=64).contains(n))?;
            } else {
                mind.effort = part.parse().ok()?;
            }
        }
        Some(mind)
    }
}

impl Bot {
    /// The names of all bots, for help and suggestions.
    pub const NAMES: &[&str] = &["random", "greedy", "alphabeta", "mcts", "perfect", "level:5"];

    /// The same way to play, with another effort, if it is one that makes an effort.
    pub fn with(self, effort: Effort) -> Bot {
        match self {
            Bot::AlphaBeta(mind) => Bot::AlphaBeta(Mind { effort, ..mind }),
            Bot::Mcts(mind) => Bot::Mcts(Mind { effort, ..mind }),
            other => other,
        }
    }

    /// A player who plays this way.
    pub fn player<G: Game + 'static>(self) -> Box<dyn Player<G>> {
        match self {
            Bot::Random => Box::new(Random::default()),
            Bot::Greedy => Box::new(Greedy),
            Bot::AlphaBeta(mind) => Box::new(AlphaBeta::new(mind)),
            Bot::Mcts(mind) => Box::new(Mcts::<G>::new(mind)),
            Bot::Level(level) => {
                let at = usize::from(level.clamp(1, 10)) - 1;
                Box::new(Mcts::<G>::new(Mind::of(Effort::Nodes(LEVELS[at]))))
            }
            Bot::Perfect(positions) => Box::new(Perfect::<G>::new(positions)),
        }
    }
}

impl fmt::Display for Mind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.effort)?;
        if self.threads > 1 {
            write!(f, ":x{}", self.threads)?;
        }
        if self.goal == Goal::Score { write!(f, ":score") } else { Ok(()) }
    }
}

impl fmt::Display for Bot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Bot::Random => write!(f, "random"),
            Bot::Greedy => write!(f, "greedy"),
            Bot::AlphaBeta(mind) => write!(f, "alphabeta:{mind}"),
            Bot::Mcts(mind) => write!(f, "mcts:{mind}"),
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
        let mind = |usual| Mind::read(rest, Effort::Nodes(usual)).ok_or_else(unknown);
        match (name, rest) {
            ("random", None) => Ok(Bot::Random),
            ("greedy", None) => Ok(Bot::Greedy),
            ("alphabeta", _) => Ok(Bot::AlphaBeta(mind(20_000)?)),
            ("mcts", _) => Ok(Bot::Mcts(mind(5_000)?)),
            ("perfect", None) => Ok(Bot::Perfect(PERFECT)),
            ("perfect", Some(rest)) => match rest.parse() {
                Ok(Effort::Nodes(positions)) => Ok(Bot::Perfect(positions)),
                _ => Err(unknown()),
            },
            ("level", Some(rest)) => {
                let level = rest.parse().ok().filter(|n| (1..=10).contains(n));
                level.map(Bot::Level).ok_or_else(unknown)
            }
            _ => Err(unknown()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Bot;

    #[test]
    fn bots_are_written_as_they_are_read() {
        for text in [
            "random",
            "greedy",
            "alphabeta:500",
            "alphabeta:2s:score",
            "alphabeta:1s:x2",
            "mcts:1s",
            "mcts:250ms",
            "mcts:1s:x4:score",
            "level:10",
            "perfect",
        ] {
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
            "mcts:x0",
            "mcts:score:score",
            "",
        ] {
            assert!(bad.parse::<Bot>().is_err(), "{bad}");
        }
    }
}
