//! The commands that ask what many plays show.

use super::GameArgs;
use clap::{Args, ValueEnum};

#[derive(Debug, Args)]
pub(crate) struct StatsArgs {
    #[command(flatten)]
    pub(crate) game: GameArgs,
    #[command(flatten)]
    pub(crate) sample: SampleArgs,
    /// Count the rules that fire in every playout, not in some of them; takes much longer
    #[arg(long)]
    pub(crate) rules: bool,
    /// How to report
    #[arg(long, value_enum, default_value_t = StatsFormat::Text)]
    pub(crate) format: StatsFormat,
}

/// What to play, and how.
#[derive(Debug, Args)]
pub(crate) struct SampleArgs {
    /// How many playouts, such as 5000, 100k or 1M [default: 10k; 100 with bots]
    #[arg(long, value_name = "N", value_parser = number)]
    pub(crate) playouts: Option<u64>,
    /// Who plays: one bot for all seats, such as `level:3`, or one for each: `mcts:50ms,random`. Moves
    /// are random by default
    #[arg(long, value_name = "BOT,…", value_delimiter = ',')]
    pub(crate) bots: Vec<String>,
    /// How many threads; the results do not depend on it, unless bots think for a time [default: one
    /// for each core]
    #[arg(long, value_name = "N")]
    pub(crate) threads: Option<usize>,
}

impl SampleArgs {
    pub(crate) fn threads(&self) -> usize {
        self.threads.unwrap_or_else(crate::sampling::all_cores)
    }
}

/// How statistics are reported.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum StatsFormat {
    /// For people
    Text,
    /// For programs: everything
    Json,
    /// A line of JSON for each figure
    Ndjson,
    /// A table with a row for each figure
    Csv,
}

/// A whole number, with `k` for thousands, `M` for millions and `G` for thousands of millions.
fn number(text: &str) -> Result<u64, String> {
    let wrong = || "write a whole number, such as 5000, 100k or 1M".to_owned();
    let unit = match text.chars().last() {
        Some('k') => 1_000,
        Some('M') => 1_000_000,
        Some('G') => 1_000_000_000,
        _ => 1,
    };
    let digits = if unit > 1 { &text[..text.len() - 1] } else { text };
    let n: u64 = digits.parse().map_err(|_| wrong())?;
    n.checked_mul(unit).filter(|n| *n <= MOST_PLAYOUTS).ok_or_else(wrong)
}

/// Counts fit their types up to here, and nobody waits for more.
const MOST_PLAYOUTS: u64 = 1 << 50;
