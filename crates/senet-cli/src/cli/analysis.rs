//! The commands that ask what many plays show.

use super::GameArgs;
use clap::{Args, ValueEnum};

#[derive(Debug, Args)]
pub(crate) struct StatsArgs {
    #[command(flatten)]
    pub(crate) game: GameArgs,
    #[command(flatten)]
    pub(crate) sample: SampleArgs,
    /// Count the rules that fire in every playout, not in a sample; costs up to a third more
    #[arg(long)]
    pub(crate) rules: bool,
    /// Count only outcomes, lengths and scores, and look at no position
    #[arg(long, conflicts_with_all = ["rules", "watch", "queries"])]
    pub(crate) quick: bool,
    /// Watch a pattern of atoms in the positions of a program: `mark P _` counts the marks of each
    /// player. May be given several times
    #[arg(long = "where", value_name = "PATTERN")]
    pub(crate) watch: Vec<String>,
    /// Where to watch patterns
    #[arg(long, value_enum, requires = "watch")]
    pub(crate) at: Option<WatchedAt>,
    /// Count the plays of a program that match: a regular expression over steps, such as
    /// `place P _ . any . win P`. May be given several times (docs/analysis.md)
    #[arg(long = "query", value_name = "QUERY")]
    pub(crate) queries: Vec<String>,
    /// Write the first example of the first query to a file, as a record that `senet play` replays
    #[arg(long, value_name = "FILE", requires = "queries")]
    pub(crate) example: Option<String>,
    /// Sample only part I of N of the playouts, and write it to the file given by -o
    #[arg(long, value_name = "I/N")]
    pub(crate) shard: Option<String>,
    /// Where to write a shard
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<String>,
    /// Write the figures to an Apache Parquet file, too, a row for each
    #[arg(long, value_name = "FILE", conflicts_with = "shard")]
    pub(crate) parquet: Option<String>,
    /// Output format
    #[arg(long, value_enum, default_value_t = StatsFormat::Text)]
    pub(crate) format: StatsFormat,
}

impl StatsArgs {
    /// Whether patterns are watched at the end alone.
    pub(crate) fn at_end(&self) -> bool {
        self.at == Some(WatchedAt::End)
    }
}

/// Where patterns are watched.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum WatchedAt {
    /// In every position in which a player decides, and at the end
    Every,
    /// At the end alone
    End,
}

#[derive(Debug, Args)]
pub(crate) struct MergeArgs {
    /// The parts, all shards of the same statistics
    #[arg(value_name = "FILE", required = true)]
    pub(crate) files: Vec<String>,
    /// Output format
    #[arg(long, value_enum, default_value_t = StatsFormat::Text)]
    pub(crate) format: StatsFormat,
}

#[derive(Debug, Args)]
pub(crate) struct SweepArgs {
    #[command(flatten)]
    pub(crate) game: GameArgs,
    /// An option of the game and its values: `size=3..9`, `size=3..9:2` in steps, `swap=no,yes`; also
    /// `players` and `start`. May be given several times, for all combinations
    #[arg(long, value_name = "OPTION=VALUES", required = true)]
    pub(crate) vary: Vec<String>,
    /// Search for the point whose figure is closest to a number, with as few playouts as possible:
    /// `balance=0.5` (points of the first seat), `draws`, `decisive`, `length` or `branching`
    #[arg(long, value_name = "FIGURE=NUMBER", conflicts_with = "solve")]
    pub(crate) find: Option<String>,
    /// Solve each point instead of sampling it, and say where the value changes
    #[arg(long)]
    pub(crate) solve: bool,
    /// Which figure to draw: balance, draws, decisive, length or branching [default: balance]
    #[arg(long, value_name = "FIGURE", conflicts_with = "find")]
    pub(crate) figure: Option<String>,
    #[command(flatten)]
    pub(crate) sample: SampleArgs,
    /// Draw the figure as a chart, to an SVG file
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<String>,
    /// Output format
    #[arg(long, value_enum, default_value_t = StatsFormat::Text)]
    pub(crate) format: StatsFormat,
    /// Positions that --solve looks at, for each point
    #[arg(long, help_heading = "Limits", value_name = "N", default_value_t = 20_000_000)]
    pub(crate) max_positions: u64,
}

#[derive(Debug, Args)]
pub(crate) struct ReportArgs {
    #[command(flatten)]
    pub(crate) game: GameArgs,
    #[command(flatten)]
    pub(crate) sample: ReportSample,
    /// Bots from weak to strong, which show how much skill matters; the last one also plays against
    /// itself. An empty list leaves them out
    #[arg(
        long,
        value_name = "BOT,…",
        value_delimiter = ',',
        default_value = "random,level:1,level:3,level:5"
    )]
    pub(crate) ladder: Vec<String>,
    /// How many games of bots to play for each figure
    #[arg(long, value_name = "N", default_value_t = 50)]
    pub(crate) games: u64,
    /// Output file; standard output by default
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<String>,
    /// Positions that the solver looks at; 0 leaves it out
    #[arg(long, help_heading = "Limits", value_name = "N", default_value_t = 300_000)]
    pub(crate) max_positions: u64,
}

/// How much to play for a report.
#[derive(Debug, Args)]
pub(crate) struct ReportSample {
    /// How many random playouts, such as 5000, 100k or 1M [default: 10k]
    #[arg(long, value_name = "N", value_parser = number)]
    pub(crate) playouts: Option<u64>,
    /// How many threads; the results do not depend on it [default: one for each core]
    #[arg(long, value_name = "N")]
    pub(crate) threads: Option<usize>,
}

impl ReportSample {
    pub(crate) fn threads(&self) -> usize {
        self.threads.unwrap_or_else(crate::sampling::all_cores)
    }
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
    /// How many threads; the results do not depend on it, unless bots have a time limit [default: one
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
    /// Text for people
    Text,
    /// JSON with everything, for programs
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
