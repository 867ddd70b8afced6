//! How far and for what a search looks: its limit, its threads and its goal.

use crate::goal::Goal;
use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// What bounds the search for one move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum SearchLimit {
    /// Positions or playouts, in each thread: the same seed gives the same play on every machine.
    Nodes(u64),
    /// Thinking time for one move; results then depend on the machine.
    Time(Duration),
}

/// How a bot searches.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct SearchConfig {
    /// How far each thread searches.
    pub limit: SearchLimit,
    /// How many threads search at the same time.
    pub threads: u8,
    /// What the bot plays for.
    pub goal: Goal,
}

impl SearchConfig {
    /// One thread that plays to win.
    pub const fn new(limit: SearchLimit) -> SearchConfig {
        SearchConfig { limit, threads: 1, goal: Goal::Win }
    }
}

impl From<SearchLimit> for SearchConfig {
    fn from(limit: SearchLimit) -> SearchConfig {
        SearchConfig::new(limit)
    }
}

/// A text that is no [`SearchLimit`].
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a limit: write a time, such as 1s or 500ms, or a number of nodes from 1 on")]
pub struct SearchLimitError(pub String);

/// More than this, in any unit, is a mistake.
const MOST: u64 = 1 << 40;

impl FromStr for SearchLimit {
    type Err = SearchLimitError;

    /// `1s`, `500ms` or a number of nodes.
    fn from_str(text: &str) -> Result<SearchLimit, SearchLimitError> {
        let number = |digits: &str| {
            let number = digits.parse::<u64>().ok().filter(|n| (1..=MOST).contains(n));
            number.ok_or_else(|| SearchLimitError(text.to_owned()))
        };
        if let Some(ms) = text.strip_suffix("ms") {
            return number(ms).map(|n| SearchLimit::Time(Duration::from_millis(n)));
        }
        if let Some(s) = text.strip_suffix('s') {
            return number(s).map(|n| SearchLimit::Time(Duration::from_secs(n)));
        }
        number(text).map(SearchLimit::Nodes)
    }
}

impl fmt::Display for SearchLimit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SearchLimit::Nodes(n) => write!(f, "{n}"),
            SearchLimit::Time(time) if time.subsec_millis() == 0 => {
                write!(f, "{}s", time.as_secs())
            }
            SearchLimit::Time(time) => write!(f, "{}ms", time.as_millis()),
        }
    }
}
