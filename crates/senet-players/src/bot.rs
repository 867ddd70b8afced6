//! Bots by name: one table from which parsing, printing, help and constructors follow.

use crate::alphabeta::AlphaBeta;
use crate::config::{SearchConfig, SearchLimit};
use crate::goal::Goal;
use crate::greedy::Greedy;
use crate::mcts::Mcts;
use crate::perfect::Perfect;
use crate::player::Player;
use crate::random::Random;
use std::fmt;
use std::str::FromStr;

/// The table of bots. A row is: what a user reads about it, its name with the arguments of its
/// constructor (each is a method of [`Bot`] that sets it), the parameters that may follow the name, and
/// how its player is made.
macro_rules! bots {
    ($(
        $(#[doc = $help:literal])+
        $name:ident($($argument:ident: $type:ty),*) [$($parameter:expr),*] => $player:expr;
    )*) => {
        /// The place of a row, and its name.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        #[allow(non_camel_case_types, reason = "they are named as users write them")]
        enum Kind { $($name),* }

        const TABLE: &[Row] = &[$(Row {
            kind: Kind::$name,
            name: stringify!($name),
            help: concat!($($help),+),
            parameters: &[$($parameter),*],
            player: $player,
        }),*];

        impl Bot {
            /// The names of all bots.
            pub const NAMES: &[&str] = &[$(stringify!($name)),*];

            $(
                $(#[doc = $help])+
                pub const fn $name($($argument: $type),*) -> Bot {
                    Bot::usual(Kind::$name)$(.$argument($argument))*
                }
            )*
        }
    };
}

bots! {
    /// any legal move, each as likely as the others
    random() [] => |_| Box::new(Random);

    /// a win if there is one, else the move after which random play does best
    greedy() [Parameter::Limit(None)] => |bot| Box::new(Greedy::new(bot.limit));

    /// looks ahead as far as it can (alpha-beta)
    alphabeta(config: SearchConfig)
    [Parameter::Limit(Some(SearchLimit::Nodes(20_000))), Parameter::Threads, Parameter::Goal] =>
    |bot| Box::new(AlphaBeta::new(bot.search_config()));

    /// tries moves in random play, and those more often that do well (Monte Carlo tree search)
    mcts(config: SearchConfig)
    [Parameter::Limit(Some(SearchLimit::Nodes(5_000))), Parameter::Threads, Parameter::Goal] =>
    |bot| Box::new(Mcts::new(bot.search_config(), u64::MAX));

    /// mcts with a fixed number of playouts: as strong as the number says
    level(number: u64)
    [Parameter::Number { least: 1, most: 10, default: None }, Parameter::Limit(None)] => |bot| {
        let playouts = LEVELS[bot.number.clamp(1, 10) as usize - 1];
        let config = SearchConfig::new(bot.limit.unwrap_or(SearchLimit::Nodes(playouts)));
        Box::new(Mcts::new(config, playouts))
    };

    /// solves the game, and loses nothing that it had; says why if it cannot
    perfect(number: u64)
    [Parameter::Number { least: 1, most: 1 << 40, default: Some(5_000_000) }, Parameter::Limit(None)] =>
    |bot| Box::new(Perfect::new(bot.number, bot.limit));
}

/// Playouts of each level.
const LEVELS: [u64; 10] = [4, 8, 16, 30, 60, 100, 160, 250, 2_000, 20_000];

/// A way to play, as a user writes it: `mcts:1s`, `level:7`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Bot {
    kind: Kind,
    /// What [`Parameter::Number`] is; 0 where there is none.
    number: u64,
    limit: Option<SearchLimit>,
    threads: u8,
    goal: Goal,
}

/// A row of the table.
struct Row {
    kind: Kind,
    name: &'static str,
    help: &'static str,
    parameters: &'static [Parameter],
    player: fn(Bot) -> Box<dyn Player>,
}

/// What may follow the name of a bot, behind colons and in any order.
enum Parameter {
    /// A number that means something to this bot; it must be there if it has no default.
    Number { least: u64, most: u64, default: Option<u64> },
    /// `1s`, `500ms` or, where there is no [`Parameter::Number`], nodes; with what holds by default.
    Limit(Option<SearchLimit>),
    /// `x4`: threads.
    Threads,
    /// `score`: plays for points.
    Goal,
}

impl Bot {
    /// The same bot with another limit. A time limit holds for every bot; a limit of nodes changes
    /// nothing where a bot does not count nodes, or where a number of its own says how many.
    pub fn with_limit(self, limit: SearchLimit) -> Bot {
        let parameters = self.row().parameters;
        let takes_it = match limit {
            SearchLimit::Time(_) => true,
            SearchLimit::Nodes(_) => number(parameters).is_none(),
        };
        let has_limit = parameters.iter().any(|p| matches!(p, Parameter::Limit(_)));
        Bot { limit: if takes_it && has_limit { Some(limit) } else { self.limit }, ..self }
    }

    /// Whether it searches until it has seen a number of nodes, if it is not told otherwise.
    pub fn counts_nodes(self) -> bool {
        let nodes = |p: &Parameter| matches!(p, Parameter::Limit(Some(SearchLimit::Nodes(_))));
        self.row().parameters.iter().any(nodes)
    }

    /// A player that plays this way.
    pub fn player(self) -> Box<dyn Player> {
        (self.row().player)(self)
    }

    /// A line for each bot: how it is written, and what it does.
    pub fn help() -> String {
        let line = |row: &Row| format!("{:<38} {}\n", row.synopsis(), row.help.trim());
        TABLE.iter().map(line).collect()
    }

    fn row(self) -> &'static Row {
        &TABLE[self.kind as usize]
    }

    /// With what holds by default.
    const fn usual(kind: Kind) -> Bot {
        let mut bot = Bot { kind, number: 0, limit: None, threads: 1, goal: Goal::Win };
        let parameters = TABLE[kind as usize].parameters;
        let mut i = 0;
        while i < parameters.len() {
            match parameters[i] {
                Parameter::Number { default: Some(default), .. } => bot.number = default,
                Parameter::Limit(limit) => bot.limit = limit,
                _ => {}
            }
            i += 1;
        }
        bot
    }

    const fn number(self, number: u64) -> Bot {
        Bot { number, ..self }
    }

    const fn config(self, config: SearchConfig) -> Bot {
        let SearchConfig { limit, threads, goal } = config;
        Bot { limit: Some(limit), threads, goal, ..self }
    }

    /// The configuration of a bot that has a limit by default.
    fn search_config(self) -> SearchConfig {
        let limit = self.limit.expect("its row has a default");
        SearchConfig { limit, threads: self.threads, goal: self.goal }
    }

    /// Sets a parameter by its text; `None` if this bot has none that is written so.
    fn set(&mut self, text: &str) -> Option<usize> {
        let parameters = self.row().parameters;
        let takes = |parameter: &Parameter| match parameter {
            Parameter::Number { least, most, .. } => {
                self.number = text.parse().ok().filter(|n| (*least..=*most).contains(n))?;
                Some(())
            }
            Parameter::Limit(_) => {
                let limit: SearchLimit = text.parse().ok()?;
                let is_number =
                    matches!(limit, SearchLimit::Nodes(_)) && number(parameters).is_some();
                self.limit = Some(limit).filter(|_| !is_number).or(self.limit);
                (!is_number).then_some(())
            }
            Parameter::Threads => {
                let threads = text.strip_prefix('x').and_then(|n| n.parse().ok());
                self.threads = threads.filter(|n| (1..=64).contains(n))?;
                Some(())
            }
            Parameter::Goal => {
                self.goal = (text == "score").then_some(Goal::Score)?;
                Some(())
            }
        };
        parameters.iter().map(takes).position(|taken| taken.is_some())
    }
}

impl Row {
    /// How the bot is written, such as `mcts[:LIMIT][:xTHREADS][:score]`.
    fn synopsis(&self) -> String {
        let parameter = |parameter: &Parameter| match parameter {
            Parameter::Number { default: Some(default), .. } => format!("[:{default}]"),
            Parameter::Number { least, most, default: None } => format!(":{least}–{most}"),
            Parameter::Limit(_) => "[:LIMIT]".to_owned(),
            Parameter::Threads => "[:xTHREADS]".to_owned(),
            Parameter::Goal => "[:score]".to_owned(),
        };
        let parameters: String = self.parameters.iter().map(parameter).collect();
        format!("{}{parameters}", self.name)
    }
}

/// The number parameter, if there is one.
fn number(parameters: &[Parameter]) -> Option<&Parameter> {
    parameters.iter().find(|p| matches!(p, Parameter::Number { .. }))
}

impl fmt::Display for Bot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let row = self.row();
        write!(f, "{}", row.name)?;
        for parameter in row.parameters {
            match parameter {
                Parameter::Number { default, .. } if *default != Some(self.number) => {
                    write!(f, ":{}", self.number)?;
                }
                Parameter::Limit(_) => {
                    self.limit.map_or(Ok(()), |limit| write!(f, ":{limit}"))?;
                }
                Parameter::Threads if self.threads > 1 => write!(f, ":x{}", self.threads)?,
                Parameter::Goal if self.goal == Goal::Score => write!(f, ":score")?,
                _ => {}
            }
        }
        Ok(())
    }
}

/// A text that is no [`Bot`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BotError(pub String);

impl fmt::Display for BotError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = self.0.split(':').next().unwrap_or_default();
        match TABLE.iter().find(|row| row.name == name) {
            Some(row) => write!(f, "`{}` is not a bot: write {}", self.0, row.synopsis()),
            None => {
                write!(f, "there is no bot `{}`: there are {}", self.0, Bot::NAMES.join(", "))
            }
        }
    }
}

impl std::error::Error for BotError {}

impl FromStr for Bot {
    type Err = BotError;

    fn from_str(text: &str) -> Result<Bot, BotError> {
        let wrong = || BotError(text.to_owned());
        let mut parts = text.split(':');
        let name = parts.next().unwrap_or_default();
        let row = TABLE.iter().find(|row| row.name == name).ok_or_else(wrong)?;
        let mut bot = Bot::usual(row.kind);
        let mut set = Vec::new();
        for part in parts {
            let parameter = bot.set(part).filter(|p| !set.contains(p)).ok_or_else(wrong)?;
            set.push(parameter);
        }
        let is_required = |p: &Parameter| matches!(p, Parameter::Number { default: None, .. });
        let mut required = (0..row.parameters.len()).filter(|i| is_required(&row.parameters[*i]));
        if required.any(|i| !set.contains(&i)) {
            return Err(wrong());
        }
        Ok(bot)
    }
}

#[cfg(test)]
mod tests {
    use super::{Bot, TABLE};
    use crate::config::{SearchConfig, SearchLimit};
    use std::time::Duration;

    #[test]
    fn bots_are_written_as_they_are_read() {
        for text in [
            "random",
            "greedy",
            "greedy:100ms",
            "alphabeta:500",
            "alphabeta:2s:score",
            "alphabeta:1s:x2",
            "mcts:1s",
            "mcts:250ms",
            "mcts:1s:x4:score",
            "level:10",
            "level:3:1s",
            "perfect",
            "perfect:100",
            "perfect:100:1s",
            "perfect:200ms",
        ] {
            assert_eq!(text.parse::<Bot>().map(|b| b.to_string()).as_deref(), Ok(text));
        }
        assert_eq!("mcts".parse::<Bot>().map(|b| b.to_string()).as_deref(), Ok("mcts:5000"));
        for bad in [
            "grandmaster",
            "level",
            "level:0",
            "level:11",
            "level:5:6",
            "random:1s",
            "greedy:x2",
            "mcts:",
            "mcts:0",
            "mcts:-1s",
            "mcts:x0",
            "mcts:1s:2s",
            "mcts:score:score",
            "",
        ] {
            assert!(bad.parse::<Bot>().is_err(), "{bad}");
        }
    }

    #[test]
    fn the_table_is_the_only_list() {
        assert_eq!(TABLE.len(), Bot::NAMES.len());
        for (i, row) in TABLE.iter().enumerate() {
            assert_eq!((row.kind as usize, row.name), (i, Bot::NAMES[i]));
            let line = Bot::help().lines().nth(i).map(str::to_owned).unwrap_or_default();
            assert!(line.starts_with(row.name) && line.ends_with(row.help.trim()), "{line}");
        }
        let nodes = SearchConfig::new(SearchLimit::Nodes(7));
        assert_eq!(Bot::mcts(nodes).to_string(), "mcts:7");
        assert_eq!(Bot::level(3), "level:3".parse().unwrap());
    }

    #[test]
    fn errors_say_what_to_write() {
        let message = |text: &str| text.parse::<Bot>().unwrap_err().to_string();
        assert_eq!(message("level:11"), "`level:11` is not a bot: write level:1–10[:LIMIT]");
        assert!(message("grandmaster").ends_with(&Bot::NAMES.join(", ")));
    }

    #[test]
    fn a_time_limit_holds_for_every_bot_and_nodes_where_they_are_counted() {
        let time = SearchLimit::Time(Duration::from_secs(1));
        let with = |text: &str, limit| text.parse::<Bot>().unwrap().with_limit(limit).to_string();
        assert_eq!(with("mcts:5:x2", time), "mcts:1s:x2");
        assert_eq!(with("greedy", time), "greedy:1s");
        assert_eq!(with("level:2", time), "level:2:1s");
        assert_eq!(with("random", time), "random");
        assert_eq!(with("alphabeta", SearchLimit::Nodes(9)), "alphabeta:9");
        assert_eq!(with("level:2", SearchLimit::Nodes(9)), "level:2");
        assert_eq!(with("perfect:7", time), "perfect:7:1s");
        assert_eq!(with("perfect:7", SearchLimit::Nodes(9)), "perfect:7");
    }
}
