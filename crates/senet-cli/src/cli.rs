//! The command line, described once: parsing, help and completions follow from it.

mod analysis;
mod games;
mod options;

pub(crate) use analysis::{MergeArgs, ReportArgs, StatsArgs, StatsFormat, SweepArgs};

pub(crate) use games::{
    BenchArgs, BuildArgs, BuildEngine, EngineKind, ExploreArgs, ExportArgs, GameArgs, ListArgs,
    ListFormat, PlayArgs, ProveArgs, ReplArgs, RunArgs, Show, SolveArgs, SolveSearch,
    TournamentArgs, TraceArgs, UgiArgs, WhyArgs, estimate,
};

pub(crate) use options::parse;

use clap::{Args, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;

/// A workbench for games made of rules.
#[derive(Debug, Parser)]
#[command(
    name = "senet",
    version,
    about = "A workbench for games made of rules",
    max_term_width = 100,
    arg_required_else_help = true
)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Start a new game from a template that is ready to play
    #[command(after_help = "Examples:\n  senet new three-stones\n  \
                            senet new tricks --template cards")]
    New(NewArgs),
    /// List the built-in games
    #[command(after_help = "Examples:\n  senet list\n  senet list tic-tac-toe\n  \
                            senet list race --format json")]
    List(ListArgs),
    /// Play a game
    #[command(after_help = "Examples:\n  senet play tic-tac-toe\n  \
                            senet play nim --seat 2=random --seed 7\n  \
                            senet play tic-tac-toe --swap --clock 300+5\n  \
                            senet play saved.txt")]
    Play(PlayArgs),
    /// Play bots against each other and report which is stronger
    #[command(
        alias = "match",
        after_help = "Examples:\n  \
                            senet tournament connect-four --bots mcts:1s,alphabeta:1s --games 200\n  \
                            senet tournament hex --size 7 --bots level:8,random --seed 1 --threads 2\n  \
                            senet tournament othello --bots mcts:500,engine:1s:./other-program"
    )]
    Tournament(TournamentArgs),
    /// Speak the engine protocol UGI, so that other programs can play against the bots (docs/ugi.md)
    #[command(
        alias = "bot",
        after_help = "Example:\n  \
                            printf 'position startpos\\ngo nodes 500\\nquit\\n' | senet ugi hex"
    )]
    Ugi(UgiArgs),
    /// Run a program step by step, as Ceptre does
    #[command(after_help = "Examples:\n  senet run adventure\n  \
                            senet run hanoi.cep --seed 7 --show moves\n  \
                            printf '1\\n2\\n0\\n' | senet run nim --trace")]
    Run(RunArgs),
    /// Explore a program at a prompt: add facts, query, fire rules, undo
    #[command(after_help = "Examples:\n  senet repl tic-tac-toe\n  \
                            printf 'fire place x b2\\nask line A B C\\nundo\\n' | senet repl tic-tac-toe")]
    Repl(ReplArgs),
    /// Draw the causal graph of a run
    #[command(after_help = "Examples:\n  senet trace peano -o causes.svg\n  \
                            senet trace story-world --seed 7 --fold --format text")]
    Trace(TraceArgs),
    /// Explain why an atom is there, or why a rule cannot fire
    #[command(after_help = "Examples:\n  senet why peano 'root N' --seed 7\n  \
                            senet why river-crossing --at 2 --not take X=wolf")]
    Why(WhyArgs),
    /// Count the reachable positions of a game, or its move sequences (perft)
    #[command(after_help = "Examples:\n  senet explore tic-tac-toe\n  \
                            senet explore eight-puzzle --depth 10\n  \
                            senet explore tic-tac-toe --perft 5 --format json")]
    Explore(ExploreArgs),
    /// Solve a game: find its value under perfect play
    #[command(after_help = "Examples:\n  senet solve tic-tac-toe\n  \
                            senet solve hex --size 4 --line best.txt\n  \
                            senet solve mnk --width 4 --height 4 --strategy x.txt\n  \
                            senet solve mnk --width 4 --height 4 --verify x.txt")]
    Solve(SolveArgs),
    /// Prove properties of all plays, or refute them with a play
    #[command(after_help = "Examples:\n  senet prove tic-tac-toe\n  \
                            senet prove tic-tac-toe --never 'win x * win o' --certificate proof.json\n  \
                            senet prove --verify proof.json\n  \
                            senet prove sokoban --always-possible solved --play stuck.txt")]
    Prove(ProveArgs),
    /// Play a game many times and report statistics: outcomes, lengths, choices, rules
    #[command(after_help = "Examples:\n  senet stats tic-tac-toe\n  \
                            senet stats othello --playouts 100k --seed 7 --format json\n  \
                            senet stats hex --size 5 --bots level:3 --playouts 200\n  \
                            senet stats tic-tac-toe --where 'mark P b2' --at end")]
    Stats(StatsArgs),
    /// Merge the parts that `senet stats --shard` wrote
    #[command(after_help = "Example:\n  senet stats hex --seed 1 --shard 1/2 -o a.json\n  \
                            senet stats hex --seed 1 --shard 2/2 -o b.json\n  \
                            senet merge a.json b.json")]
    Merge(MergeArgs),
    /// Compare variants of a game: statistics over a grid of options, or the best value of one
    #[command(after_help = "Examples:\n  senet sweep hex --vary size=3..7\n  \
                            senet sweep mnk --vary width=3..5 --vary k=3..4 -o wins.svg\n  \
                            senet sweep connect-four --vary width=4..8 --find balance=0.5\n  \
                            senet sweep mnk --vary p=1..3 --solve")]
    Sweep(SweepArgs),
    /// Write an HTML report on a game: outcomes, lengths, choices, heat maps, depth, rules
    #[command(after_help = "Examples:\n  senet report tic-tac-toe -o tic-tac-toe.html\n  \
                            senet report hex --size 5 --games 40 -o hex.html")]
    Report(ReportArgs),
    /// Serve the web page: play in the browser, alone, with others or against bots
    #[cfg(feature = "serve")]
    #[command(after_help = "Examples:\n  senet serve\n  senet serve my-game.cep --port 8000\n  \
                            senet serve --listen 0.0.0.0 --no-open\n  \
                            senet serve --no-open --origin https://play.example")]
    Serve(ServeArgs),
    /// Measure how fast programs run on this machine
    #[command(after_help = "Examples:\n  senet bench tic-tac-toe nim --seconds 2\n  \
                            senet bench othello --engine term")]
    Bench(BenchArgs),
    /// Check programs for errors
    #[command(after_help = "Examples:\n  senet check games/tic-tac-toe.cep\n  \
                            senet check --watch game.cep")]
    Check(CheckArgs),
    /// Test programs: expectations in their comments, and recorded plays
    #[command(after_help = "Examples:\n  senet test\n  senet test three-stones\n  \
                            senet test games --format junit > tests.xml\n  \
                            senet play game.cep --save-test tests/opening.txt")]
    Test(TestArgs),
    /// Apply suggested fixes to programs
    #[command(after_help = "Examples:\n  senet fix game.cep\n  senet fix --check games/*.cep\n  \
                            senet fix --guess game.cep\n  senet fix - < game.cep")]
    Fix(FixArgs),
    /// Format programs
    #[command(after_help = "Examples:\n  senet fmt game.cep\n  senet fmt --check games/*.cep\n  \
                            senet fmt - < game.cep")]
    Fmt(FmtArgs),
    /// Explain the code of a diagnostic
    #[command(after_help = "Example: senet explain E0007")]
    Explain(ExplainArgs),
    /// Draw the stages of a program
    #[command(after_help = "Example: senet graph games/tic-tac-toe.cep -o stages.svg")]
    Graph(GraphArgs),
    /// Print a game as a self-contained Rust crate
    #[command(after_help = "Examples:\n  senet build othello -o othello\n  \
                            senet build my-game.cep -o my-game && cd my-game && cargo run --release")]
    Build(BuildArgs),
    /// Export the net of a program for other tools
    #[command(after_help = "Examples:\n  senet export tic-tac-toe --pnml -o net.pnml\n  \
                            senet export nim --dot | dot -Tsvg > net.svg")]
    Export(ExportArgs),
    /// Print a program in plain Ceptre, as far as Ceptre can express it
    #[command(after_help = "Example: senet expand games/tic-tac-toe.cep")]
    Expand(ExpandArgs),
    /// Run the language server for editors (docs/editors.md)
    #[command(
        after_help = "Example: start `senet lsp` from your editor for files that end in .cep"
    )]
    Lsp(LspArgs),
    /// Print what a stage of the pipeline makes of a program
    #[command(after_help = "Example: senet debug ast games/nim.cep")]
    Debug(DebugArgs),
    /// Write the manual pages of all commands
    #[command(after_help = "Example: senet manual ~/.local/share/man/man1")]
    Manual(ManualArgs),
    /// Print a shell completion script
    #[command(
        after_help = "Example: senet completions bash > ~/.local/share/bash-completion/completions/senet"
    )]
    Completions(CompletionsArgs),
}

#[derive(Debug, Args)]
pub(crate) struct CheckArgs {
    /// Program texts, or games of the catalogue by name; `-` is standard input
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<String>,
    /// Output format
    #[arg(long, value_enum, default_value_t = ReportFormat::Text)]
    pub(crate) format: ReportFormat,
    /// Fail on warnings too
    #[arg(long)]
    pub(crate) strict: bool,
    /// Show what was inferred: types, modes of derived predicates, which stages settle
    #[arg(short, long)]
    pub(crate) verbose: bool,
    /// Prove the properties too (`#never` and others), with a small limit; `senet prove` does more
    #[arg(long)]
    pub(crate) prove: bool,
    /// Show at most this many diagnostics of a file; 0 shows all
    #[arg(long, value_name = "N", default_value_t = 50)]
    pub(crate) max_errors: usize,
    /// Check again whenever a file changes, or one that it includes, until Ctrl-C
    #[arg(long)]
    pub(crate) watch: bool,
}

#[derive(Debug, Args)]
pub(crate) struct NewArgs {
    /// The name of the game, and of the folder that is created for it
    #[arg(value_name = "NAME")]
    pub(crate) name: String,
    /// The template
    #[arg(long, value_enum, default_value_t = Template::Board)]
    pub(crate) template: Template,
}

/// What a new game begins with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Template {
    /// A board game for two
    Board,
    /// A card game with hands that are hidden
    Cards,
    /// A story that the reader steers
    Story,
    /// A puzzle for one, with levels as pictures
    Puzzle,
    /// Plain Ceptre, without extensions
    Ceptre,
    /// A crate in Rust, with `game!`
    Rust,
}

#[derive(Debug, Args)]
pub(crate) struct TestArgs {
    /// Programs, recorded plays and folders of them; the current folder by default
    #[arg(value_name = "PATH")]
    pub(crate) paths: Vec<String>,
    /// Run only tests whose location or name contains this
    #[arg(long, value_name = "WORD")]
    pub(crate) filter: Option<String>,
    /// Accept the new results and rewrite the recorded plays
    #[arg(long)]
    pub(crate) bless: bool,
    /// Output format
    #[arg(long, value_enum, default_value_t = TestFormat::Text)]
    pub(crate) format: TestFormat,
}

/// How tests are reported.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum TestFormat {
    /// Text for people
    Text,
    /// JSON, for programs
    Json,
    /// JUnit XML, for build servers
    Junit,
}

#[derive(Debug, Args)]
pub(crate) struct FixArgs {
    /// Program texts, rewritten in place; `-`, or none at all, is standard input
    #[arg(value_name = "FILE")]
    pub(crate) files: Vec<String>,
    /// Also apply likely fixes: the first suggestion for each error
    #[arg(long)]
    pub(crate) guess: bool,
    /// Change nothing; list the fixes, and fail if there are any
    #[arg(long)]
    pub(crate) check: bool,
    /// Output format
    #[arg(long, value_enum, default_value_t = ReportFormat::Text)]
    pub(crate) format: ReportFormat,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ReportFormat {
    /// Text for people
    Text,
    /// JSON, for programs
    Json,
}

#[derive(Debug, Args)]
pub(crate) struct FmtArgs {
    /// Program texts, rewritten in place; `-`, or none at all, is standard input
    #[arg(value_name = "FILE")]
    pub(crate) files: Vec<String>,
    /// Change nothing; list the files that would change, and fail if there are any
    #[arg(long)]
    pub(crate) check: bool,
}

#[derive(Debug, Args)]
pub(crate) struct ExplainArgs {
    /// A code, such as E0007; none lists them all
    #[arg(value_name = "CODE")]
    pub(crate) code: Option<String>,
}

#[derive(Debug, Args)]
pub(crate) struct GraphArgs {
    /// A program text; `-` is standard input
    #[arg(value_name = "FILE")]
    pub(crate) file: String,
    /// What to draw; by default what the extension of the output says, else SVG
    #[arg(long, value_enum)]
    pub(crate) format: Option<GraphFormat>,
    /// Output file; standard output by default
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum GraphFormat {
    /// A picture
    Svg,
    /// A description for GraphViz
    Dot,
    /// A list of stages and links
    Text,
    /// Nodes, edges and their places, as data
    Json,
}

#[derive(Debug, Args)]
pub(crate) struct ExpandArgs {
    /// A program text, or the name of a game; `-` is standard input
    #[arg(value_name = "FILE")]
    pub(crate) file: String,
    /// The options of the game itself, by name.
    #[arg(skip)]
    pub(crate) options: Vec<(String, String)>,
}

#[derive(Debug, Args)]
pub(crate) struct LspArgs {
    /// Communicate over standard input and output: the default, and the only transport; some editors
    /// pass this flag
    #[arg(long)]
    pub(crate) stdio: bool,
}

#[derive(Debug, Args)]
pub(crate) struct DebugArgs {
    /// The stage of the pipeline
    #[arg(value_enum)]
    pub(crate) what: DebugWhat,
    /// A program text, or the name of a game; `-` is standard input
    #[arg(value_name = "FILE")]
    pub(crate) file: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum DebugWhat {
    /// The tokens of the text
    Tokens,
    /// The declarations, as they are written
    Ast,
    /// The checked program: rules, clauses, stages, starts
    Program,
    /// How the engine looks for matches
    Plan,
    /// The set operations of a program about a board
    Bits,
    /// The ground net: places, conditions, control states, one move as sums
    Net,
}

#[cfg(feature = "serve")]
#[derive(Debug, Args)]
pub(crate) struct ServeArgs {
    /// Programs to offer beside the built-in games
    #[arg(value_name = "FILE")]
    pub(crate) files: Vec<String>,
    /// The port [default: 7368, or any free one if that is taken]
    #[arg(long, value_name = "PORT")]
    pub(crate) port: Option<u16>,
    /// The address to listen on; only this machine can connect by default
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    pub(crate) listen: std::net::IpAddr,
    /// An origin that is allowed too, such as https://play.example behind a proxy; may be repeated
    #[arg(long = "origin", value_name = "ORIGIN")]
    pub(crate) origins: Vec<String>,
    /// An external engine for a game, as GAME=COMMAND; may be repeated. The command speaks UGI, like
    /// `senet ugi`
    #[arg(long = "engine", value_name = "GAME=COMMAND")]
    pub(crate) engines: Vec<String>,
    /// The file that stores matches; by default in the user's data folder
    #[arg(long, value_name = "FILE")]
    pub(crate) store: Option<std::path::PathBuf>,
    /// Do not open a browser
    #[arg(long)]
    pub(crate) no_open: bool,
}

#[derive(Debug, Args)]
pub(crate) struct ManualArgs {
    /// The folder to write to; created if it is missing
    #[arg(value_name = "DIR")]
    pub(crate) folder: std::path::PathBuf,
}

#[derive(Debug, Args)]
pub(crate) struct CompletionsArgs {
    /// The shell
    #[arg(value_enum)]
    pub(crate) shell: Shell,
}
