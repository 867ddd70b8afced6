//! The commands that run games, and the flags that they share.

use super::{GraphFormat, ReportFormat};
use clap::{Args, ValueEnum};
use senet_game::Limits as GameLimits;
use senet_games::Implementation;

/// Which game, from which start, by which chances.
#[derive(Debug, Clone, Args)]
pub(crate) struct GameArgs {
    /// A program text, `-` for standard input, or the name of a built-in game; with a game, `--help`
    /// lists its own options too
    #[arg(value_name = "GAME")]
    pub(crate) game: String,
    #[command(flatten)]
    pub(crate) chance: Seed,
    /// Which `#trace` to start from, counted from 1
    #[arg(long, value_name = "N")]
    pub(crate) start: Option<usize>,
    /// Number of players, if the game allows several
    #[arg(long, value_name = "N")]
    pub(crate) players: Option<usize>,
    /// Implementation, if a game has several: rust, declared, rules or grid
    #[arg(long = "as", value_name = "HOW")]
    pub(crate) implementation: Option<Implementation>,
    #[command(flatten)]
    pub(crate) limits: Limits,
    /// The options of the game itself, by name.
    #[arg(skip)]
    pub(crate) options: Vec<(String, String)>,
}

#[derive(Debug, Clone, Args)]
pub(crate) struct Seed {
    /// Random seed; the same seed gives the same run [default: a random one]
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,
}

/// Limits: nothing runs for ever.
#[derive(Debug, Clone, Args)]
pub(crate) struct Limits {
    /// Steps of a run [default: 50000000]
    #[arg(long, help_heading = "Limits", value_name = "N")]
    pub(crate) max_steps: Option<u64>,
    /// Distinct atoms in a position [default: 5000000]
    #[arg(long, help_heading = "Limits", value_name = "N")]
    pub(crate) max_atoms: Option<u64>,
    /// Memory of the whole process, in MiB [default: half of the machine's]
    #[arg(long, help_heading = "Limits", value_name = "MIB")]
    pub(crate) max_memory: Option<u64>,
    /// Goals of one search for a derived predicate [default: 1000000]
    #[arg(long, help_heading = "Limits", value_name = "N")]
    pub(crate) max_goals: Option<u64>,
    /// Matches of the rules of one stage [default: 10000000]
    #[arg(long, help_heading = "Limits", value_name = "N")]
    pub(crate) max_matches: Option<u64>,
    /// Terms built in all [default: 5000000]
    #[arg(long, help_heading = "Limits", value_name = "N")]
    pub(crate) max_terms: Option<u64>,
}

/// What the libraries may use by their own estimates: the rest of the bound is for tables that grow,
/// which are held twice while they are copied, and for allocations that have no estimate.
pub(crate) fn estimate() -> u64 {
    crate::memory::bound() / 5 * 2
}

impl Limits {
    /// The limits, with the defaults where nothing is said.
    pub(crate) fn game_limits(&self) -> GameLimits {
        let usual = GameLimits::default();
        let memory = self.max_memory.map(|_| estimate());
        GameLimits {
            steps: self.max_steps.unwrap_or(usual.steps),
            atoms: self.max_atoms.unwrap_or(usual.atoms),
            memory: memory.unwrap_or(usual.memory),
            goals: self.max_goals.unwrap_or(usual.goals),
            matches: self.max_matches.unwrap_or(usual.matches),
            terms: self.max_terms.unwrap_or(usual.terms),
        }
    }
}

#[derive(Debug, Args)]
pub(crate) struct ListArgs {
    /// Only games whose name, title, rules or tags contain this; the name of a game shows all about it
    #[arg(value_name = "WORD")]
    pub(crate) filter: Option<String>,
    /// Output format
    #[arg(long, value_enum, default_value_t = ListFormat::Text)]
    pub(crate) format: ListFormat,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ListFormat {
    /// Text for people
    Text,
    /// JSON, for programs
    Json,
    /// For pages
    Markdown,
}

#[derive(Debug, Args)]
pub(crate) struct PlayArgs {
    #[command(flatten)]
    pub(crate) game: GameArgs,
    /// Who plays a seat: `2=random`, `2=greedy`, `2=mcts:1s`, `2=alphabeta:500ms`, `2=level:5`,
    /// `2=perfect`, `2=engine:1s:COMMAND` for a program that speaks UGI, or `1=human:Ann`. May be
    /// given for several seats
    #[arg(long = "seat", value_name = "SEAT=WHO")]
    pub(crate) seats: Vec<String>,
    /// Reload the program whenever it is saved; the play is kept as far as the rules allow
    #[arg(long, conflicts_with = "save_test")]
    pub(crate) watch: bool,
    /// Save the play as a test for `senet test`
    #[arg(long, value_name = "FILE")]
    pub(crate) save_test: Option<String>,
    /// People play all seats at this screen. Otherwise, at a terminal, a bot of medium strength has
    /// the second seat of a game for two
    #[arg(long, conflicts_with = "seats")]
    pub(crate) hotseat: bool,
    /// The second player may take the first player's seat after the first move
    #[arg(long)]
    pub(crate) swap: bool,
    /// Seconds for each player, and seconds added after each move
    #[arg(long, value_name = "S+S")]
    pub(crate) clock: Option<String>,
    /// Print an evaluation after each move
    #[arg(long)]
    pub(crate) eval: bool,
    /// Talk line by line, even at a terminal
    #[arg(long)]
    pub(crate) plain: bool,
    /// An endgame table that `senet solve --table` wrote, for the bot `perfect`
    #[arg(long, value_name = "FILE", conflicts_with = "watch")]
    pub(crate) table: Option<String>,
}

#[derive(Debug, Args)]
pub(crate) struct TournamentArgs {
    #[command(flatten)]
    pub(crate) game: GameArgs,
    /// Who plays: `mcts:1s`, `alphabeta:20000`, `level:8`, `random`, `mcts:1s:x4` with four threads,
    /// `mcts:1s:score` for points, `engine:1s:COMMAND` for another program. Every two of them meet
    #[arg(long, value_name = "BOT,BOT", value_delimiter = ',', required = true)]
    pub(crate) bots: Vec<String>,
    /// Games per pairing; seats alternate
    #[arg(long, value_name = "N", default_value_t = 100)]
    pub(crate) games: u64,
    /// How many games are played at the same time; the results do not depend on it, unless bots have
    /// a time limit
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) threads: usize,
    /// An endgame table that `senet solve --table` wrote, for the bot `perfect`
    #[arg(long, value_name = "FILE")]
    pub(crate) table: Option<String>,
    /// Keep the record of each game in this folder
    #[arg(long, value_name = "DIR")]
    pub(crate) records: Option<String>,
    /// The second player may take the first player's seat after the first move
    #[arg(long)]
    pub(crate) swap: bool,
    /// Output format
    #[arg(long, value_enum, default_value_t = ReportFormat::Text)]
    pub(crate) format: ReportFormat,
}

#[derive(Debug, Args)]
pub(crate) struct UgiArgs {
    #[command(flatten)]
    pub(crate) game: GameArgs,
    /// The bot that answers; the caller sets the time per move
    #[arg(long, value_name = "BOT", default_value = "mcts")]
    pub(crate) bot: String,
}

#[derive(Debug, Args)]
pub(crate) struct ExploreArgs {
    #[command(flatten)]
    pub(crate) game: GameArgs,
    /// Explore at most this many moves deep
    #[arg(long, value_name = "N")]
    pub(crate) depth: Option<usize>,
    /// Count plays instead of positions, to this depth
    #[arg(long, value_name = "DEPTH", conflicts_with = "depth")]
    pub(crate) perft: Option<usize>,
    /// With --perft: count whole turns, all moves up to the next player
    #[arg(long, requires = "perft")]
    pub(crate) turns: bool,
    /// How many threads; the results do not depend on it [default: one for each core]
    #[arg(long, value_name = "N", conflicts_with = "perft")]
    pub(crate) threads: Option<usize>,
    /// Output format
    #[arg(long, value_enum, default_value_t = ReportFormat::Text)]
    pub(crate) format: ReportFormat,
    /// Positions to keep; symmetric positions count once
    #[arg(long, help_heading = "Limits", value_name = "N", default_value_t = 20_000_000)]
    pub(crate) max_positions: u64,
    /// Moves made by --perft
    #[arg(long, help_heading = "Limits", value_name = "N", default_value_t = 1_000_000_000)]
    pub(crate) max_moves: u64,
}

#[derive(Debug, Args)]
pub(crate) struct SolveArgs {
    #[command(flatten)]
    pub(crate) game: GameArgs,
    /// Solve a game by points for the margin: by how much it is won, not only by whom
    #[arg(long, conflicts_with_all = ["strategy", "verify"])]
    pub(crate) margin: bool,
    /// Write a line of best play to a file, as a record that `senet play` replays
    #[arg(long, value_name = "FILE")]
    pub(crate) line: Option<String>,
    /// Write a strategy that answers every move of the opponent to a file
    #[arg(long, value_name = "FILE", conflicts_with = "verify")]
    pub(crate) strategy: Option<String>,
    /// With --strategy: for which seat, counted from 1; by default the winner's, else the first
    #[arg(long, value_name = "SEAT", requires = "strategy")]
    pub(crate) seat: Option<u8>,
    /// Instead of solving, verify a strategy from a file and print its value
    #[arg(long, value_name = "FILE")]
    pub(crate) verify: Option<String>,
    /// Write the values of positions to a file, for `senet play --table` and for later runs. A file that
    /// exists already is read first
    #[arg(long, value_name = "FILE", conflicts_with_all = ["margin", "verify"])]
    pub(crate) table: Option<String>,
    /// How to search, in games where positions cannot repeat
    #[arg(long, value_enum, default_value_t = SolveSearch::Alphabeta)]
    pub(crate) search: SolveSearch,
    /// How many threads search, in games where positions cannot repeat; the results do not depend on it, but for the
    /// number of positions
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) threads: usize,
    /// Output format
    #[arg(long, value_enum, default_value_t = ReportFormat::Text)]
    pub(crate) format: ReportFormat,
    /// Limit on positions
    #[arg(long, help_heading = "Limits", value_name = "N", default_value_t = 1_000_000_000)]
    pub(crate) max_positions: u64,
    /// Time limit
    #[arg(long, help_heading = "Limits", value_name = "S")]
    pub(crate) max_seconds: Option<f64>,
}

/// How the solver searches.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum SolveSearch {
    /// Alpha-beta: depth-first, good moves first
    Alphabeta,
    /// Proof-number search: for games without draws, and for long forced wins
    ProofNumbers,
}

#[derive(Debug, Args)]
pub(crate) struct ProveArgs {
    /// A program text, `-` for standard input, or the name of a built-in game
    #[arg(value_name = "GAME", required_unless_present = "verify")]
    pub(crate) game: Option<String>,
    /// No reachable position matches: `win x * win o`. May be given several times, as all of these
    #[arg(long, help_heading = "Properties", value_name = "ATOMS")]
    pub(crate) never: Vec<String>,
    /// Some reachable position matches
    #[arg(long, help_heading = "Properties", value_name = "ATOMS")]
    pub(crate) reach: Vec<String>,
    /// From every reachable position, a matching one can be reached
    #[arg(long, help_heading = "Properties", value_name = "ATOMS")]
    pub(crate) always_possible: Vec<String>,
    /// Every play reaches a matching position
    #[arg(long, help_heading = "Properties", value_name = "ATOMS")]
    pub(crate) inevitable: Vec<String>,
    /// This becomes true at most once in a play
    #[arg(long, help_heading = "Properties", value_name = "ATOMS")]
    pub(crate) once: Vec<String>,
    /// The counts of these atoms always add up to this: `free C + mark _ C = 1`
    #[arg(long, help_heading = "Properties", value_name = "SUM")]
    pub(crate) conserve: Vec<String>,
    /// Write a certificate to a file, with which anyone can check the answers
    #[arg(long, value_name = "FILE", conflicts_with = "verify")]
    pub(crate) certificate: Option<String>,
    /// Instead of proving, check a certificate with the reference interpreter alone
    #[arg(long, value_name = "FILE")]
    pub(crate) verify: Option<String>,
    /// Write the first play that decides a property to a file, as a record that `senet play` replays
    #[arg(long, value_name = "FILE", conflicts_with = "verify")]
    pub(crate) play: Option<String>,
    /// Output format
    #[arg(long, value_enum, default_value_t = ReportFormat::Text)]
    pub(crate) format: ReportFormat,
    /// Which `#trace` to start from, counted from 1
    #[arg(long, value_name = "N")]
    pub(crate) start: Option<usize>,
    /// Number of players, if the game allows several
    #[arg(long, value_name = "N")]
    pub(crate) players: Option<usize>,
    /// Limit on positions
    #[arg(long, help_heading = "Limits", value_name = "N", default_value_t = 300_000)]
    pub(crate) max_positions: u64,
    #[command(flatten)]
    pub(crate) limits: Limits,
    /// The options of the game itself, by name.
    #[arg(skip)]
    pub(crate) options: Vec<(String, String)>,
}

#[derive(Debug, Args)]
pub(crate) struct ReplArgs {
    #[command(flatten)]
    pub(crate) game: GameArgs,
}

#[derive(Debug, Args)]
pub(crate) struct RunArgs {
    #[command(flatten)]
    pub(crate) game: GameArgs,
    /// Start from the position in a file: optionally `stage s`, then `{ a, b }`
    #[arg(long, value_name = "FILE", conflicts_with = "start")]
    pub(crate) state: Option<String>,
    /// Start in this stage, with the initial atoms
    #[arg(long, value_name = "STAGE", conflicts_with = "state")]
    pub(crate) stage: Option<String>,
    /// What to show after each step; several are separated by commas
    #[arg(long, value_enum, value_delimiter = ',')]
    pub(crate) show: Vec<Show>,
    /// Write each step, and what it changed, to a file
    #[arg(long, value_name = "FILE")]
    pub(crate) log: Option<String>,
    /// Print each step as a line of JSON on standard output; all else goes to standard error
    #[arg(long)]
    pub(crate) json: bool,
    /// Stop as soon as the last steps match: a regular expression over steps, such as
    /// `place P _ . any . win P` (docs/analysis.md)
    #[arg(long, value_name = "QUERY")]
    pub(crate) until: Option<String>,
    /// Print the trace after the run: `let [x7] = rule a b [x1, x2];`
    #[arg(long)]
    pub(crate) trace: bool,
    /// Draw the trace after the run; the extension sets the format: .svg, .dot, .json or .txt
    #[arg(long, value_name = "FILE")]
    pub(crate) trace_out: Option<String>,
    /// Save the play after the run, as `senet play` does; either command can continue it
    #[arg(long, value_name = "FILE", conflicts_with_all = ["state", "stage"])]
    pub(crate) save: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Show {
    /// The position
    State,
    /// The rule that fired, with its arguments
    Moves,
    /// What happened, in words: the `#label` of the rule
    Story,
}

#[derive(Debug, Args)]
pub(crate) struct TraceArgs {
    #[command(flatten)]
    pub(crate) game: GameArgs,
    /// Choices in interactive stages, as numbered in the menus of `senet run`; random after these
    #[arg(long, value_name = "N,N,…", value_delimiter = ',')]
    pub(crate) choices: Vec<usize>,
    /// What to draw; by default what the extension of the output says, else SVG
    #[arg(long, value_enum)]
    pub(crate) format: Option<GraphFormat>,
    /// Output file; standard output by default
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<String>,
    /// Draw steps only, with the atoms on the arrows between them
    #[arg(long)]
    pub(crate) fold: bool,
    /// Draw only the steps of these rules
    #[arg(long, value_name = "RULE,…", value_delimiter = ',')]
    pub(crate) only: Vec<String>,
    /// Leave out the steps of these rules
    #[arg(long, value_name = "RULE,…", value_delimiter = ',')]
    pub(crate) without: Vec<String>,
    /// Draw only the steps in this stage
    #[arg(long, value_name = "STAGE")]
    pub(crate) stage: Option<String>,
}

#[derive(Debug, Args)]
pub(crate) struct WhyArgs {
    #[command(flatten)]
    pub(crate) game: GameArgs,
    /// An atom, such as `mark x a1`; a variable or `_` matches anything. With --not, values for the
    /// rule's variables: `X=a`
    #[arg(value_name = "ATOM")]
    pub(crate) atoms: Vec<String>,
    /// Explain why this rule cannot fire
    #[arg(long, value_name = "RULE")]
    pub(crate) not: Option<String>,
    /// Ask about the position after this many steps, not about the last
    #[arg(long, value_name = "N")]
    pub(crate) at: Option<u64>,
    /// Choices in interactive stages, as numbered in the menus of `senet run`; random after these
    #[arg(long, value_name = "N,N,…", value_delimiter = ',')]
    pub(crate) choices: Vec<usize>,
    /// How deep to follow causes
    #[arg(long, value_name = "N", default_value_t = 6)]
    pub(crate) depth: usize,
}

#[derive(Debug, Args)]
pub(crate) struct BenchArgs {
    /// Program texts or names of built-in games; with a game, `--help` lists its own options too,
    /// which apply to all games
    #[arg(value_name = "GAME", required = true)]
    pub(crate) games: Vec<String>,
    /// The options of the games themselves, by name.
    #[arg(skip)]
    pub(crate) options: Vec<(String, String)>,
    /// Implementation, if a game has several: rust, declared, rules or grid
    #[arg(long = "as", value_name = "HOW")]
    pub(crate) implementation: Option<Implementation>,
    /// How long to take for each measurement
    #[arg(long, value_name = "S", default_value_t = 2.0)]
    pub(crate) seconds: f64,
    /// Play exactly this many playouts, one at a time, and measure nothing: a fixed amount of work for
    /// tools that count instructions
    #[arg(long, value_name = "N", conflicts_with = "seconds")]
    pub(crate) playouts: Option<u64>,
    /// With --playouts, play many at once where the engine can
    #[arg(long, requires = "playouts")]
    pub(crate) lockstep: bool,
    /// The engine that plays programs; the fastest by default
    #[arg(long, value_enum)]
    pub(crate) engine: Option<EngineKind>,
    /// Output format
    #[arg(long, value_enum, default_value_t = ReportFormat::Text)]
    pub(crate) format: ReportFormat,
    #[command(flatten)]
    pub(crate) chance: Seed,
    #[command(flatten)]
    pub(crate) limits: Limits,
}

/// What runs programs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum EngineKind {
    /// The fastest one, for programs about boards
    Bits,
    /// The fast one, for programs that are finite
    Net,
    /// The one that runs every program
    Term,
}

#[derive(Debug, Args)]
pub(crate) struct BuildArgs {
    #[command(flatten)]
    pub(crate) game: GameArgs,
    /// The folder of the crate; created if it is missing
    #[arg(short, long, value_name = "DIR")]
    pub(crate) output: String,
    /// Write even if the folder is not empty
    #[arg(long)]
    pub(crate) force: bool,
    /// What is printed; a bit program where there is one, by default
    #[arg(long, value_enum)]
    pub(crate) engine: Option<BuildEngine>,
}

/// What can be printed as a crate.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum BuildEngine {
    /// The lists of operations of a program about a board
    Bits,
    /// The net of a program that is finite
    Net,
}

#[derive(Debug, Args)]
pub(crate) struct ExportArgs {
    #[command(flatten)]
    pub(crate) game: GameArgs,
    #[command(flatten)]
    pub(crate) language: Language,
    /// Output file; standard output by default
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<String>,
    /// Transitions of the net
    #[arg(long, help_heading = "Limits", value_name = "N", default_value_t = 100_000)]
    pub(crate) max_transitions: usize,
}

/// The language to write.
#[derive(Debug, Args)]
#[group(required = true, multiple = false)]
pub(crate) struct Language {
    /// As PNML, which tools for Petri nets read
    #[arg(long)]
    pub(crate) pnml: bool,
    /// As a description for GraphViz
    #[arg(long)]
    pub(crate) dot: bool,
}
