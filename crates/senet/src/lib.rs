//! Senet, a workbench for games made of rules: the library that Rust programs depend on.
//!
//! Write the rules once, as text or in Rust, and everything else works on them: play in the
//! terminal, bots, records, pictures, exploration, perfect play. Whatever a game is made of, it
//! becomes an `Arc<dyn` [`DynGame`]`>`, and that is what everything takes.
//!
//! # 1. A game from text
//!
//! [`Program::parse`] reads and checks rules in the language of `docs/language.md`;
//! [`Program::compile`] puts them on the fastest engine that fits. Then two bots play a [`Match`].
//!
//! ```
//! use senet::{Bot, Match, Program};
//!
//! let nim = Program::parse(
//!     r#"
//!     #title "Nim".
//!     player : type.  ann : player.  bob : player.  #players player.
//!     turn player : pred.  stick : pred.  win player : pred.  #win win.
//!     stage play = {
//!       take-one : turn P * next P Q * stick -o turn Q.
//!       take-two : turn P * next P Q * stick * stick -o turn Q.
//!     }
//!     #interactive play.
//!     qui * stage play * turn P * next P Q -o stage over * win Q.
//!     stage over = {}
//!     #trace _ play { turn ann, stick, stick, stick, stick, stick }.
//!     "#,
//! )?
//! .compile(Default::default())?;
//!
//! let mut playing = Match::builder(nim.game()).seat(Bot::random()).seat(Bot::random()).seed(7).build()?;
//! while playing.advance(&())? {}
//! assert!(playing.snapshot(senet::Observer::Public).sentence().ends_with(" wins."));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # 2. What is it worth?
//!
//! [`explore`] counts positions, [`Solver`] finds the value under perfect play and a line that
//! leads to it.
//!
//! ```
//! use senet::{ExploreLimits, GameValue, SolveLimits, Solver, explore};
//! use senet::positional::{Positional, games::MnkRules};
//!
//! let game = senet::from_rust("Tic-tac-toe", Positional::new(MnkRules::new(3, 3, 3)?)?);
//! let found = explore(&*game, ExploreLimits::default(), &mut |_| true);
//! assert_eq!(found.positions, 5478);
//!
//! let solution = Solver::new(game, SolveLimits::default()).solve(&mut |_| true);
//! assert_eq!(solution.value(), Some(GameValue::Draw));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # 3. A game in sections
//!
//! [`game!`] makes a type of a declaration; [`main!`] makes a whole program of the type. The guide
//! is `docs/game-macro.md`.
//!
//! ```
//! senet::game! {
//!     /// Take one to three sticks. The last stick wins.
//!     pub game Sticks;
//!
//!     player: Ann | Bob;
//!     state: { left: usize }
//!     move: 1..=3;
//!     valid: |game, taken| taken.get() <= game.left;
//!     outcome: {
//!         win: |game| game.left == 0,
//!         else: |game, taken| game.left -= taken.get(),
//!     }
//!     initial: { left: 15 }
//! }
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let sticks = senet::listed::<Sticks>(&[], None)?;
//! assert_eq!(sticks.cursor().count_moves(), 3);
//! # Ok(())
//! # }
//! ```
//!
//! # 4. A grid game as Rust values
//!
//! [`grid`] builds a program from boards, pieces and rules that Rust checks. The guide is
//! `docs/grid.md`.
//!
//! ```
//! use senet::grid::{CellKind, End, Grid, GridGame, PlayerKind, Shape};
//!
//! let g = Grid::new("Tic-tac-toe", "Three of your marks in a row, a column or a diagonal win.");
//! let [x, _] = g.players(["x", "o"]);
//! let board = g.board(Shape::Square { width: 3, height: 3 });
//! let mark = g.pred::<(PlayerKind, CellKind)>("mark");
//! let play = g.interactive("play").rule("place", "place on {C}", |r| {
//!     let (p, c) = (r.mover(), r.any("C"));
//!     r.from([board.free.of(c)]).to([mark.of(p, c)])
//! });
//! let judge = g.automatic("judge").rule("three", "", |r| {
//!     let p = r.mover();
//!     r.from(board.in_a_line(&r, 3, |c| mark.of(p, c).kept())).to([])
//! });
//! play.on_success(judge).on_failure(End::Draw);
//! judge.on_success(End::Win).on_failure(play.of_next_player());
//! g.start(&play, &x);
//!
//! let game = g.game()?;
//! assert_eq!(game.cursor().count_moves(), 9);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # 5. A game as functions
//!
//! A type with seven functions is a [`Game`]. This one has a pile of sticks; who takes the last one
//! wins.
//!
//! ```
//! use senet::{Game, Log, Observer, Outcome, Seat, Turn, View};
//!
//! struct Sticks(u32);
//!
//! impl Game for Sticks {
//!     type State = (u32, u8); // the sticks that are left, and whose turn it is
//!     type Move = u32;
//!
//!     fn seats(&self) -> usize {
//!         2
//!     }
//!     fn start(&self) -> (u32, u8) {
//!         (self.0, 0)
//!     }
//!     fn turn(&self, &(left, seat): &(u32, u8)) -> Turn {
//!         if left > 0 { Turn::Player(Seat(seat)) } else { Turn::Over(Outcome::won(Seat(1 - seat))) }
//!     }
//!     fn moves(&self, &(left, _): &(u32, u8), out: &mut Vec<u32>) {
//!         out.clear();
//!         out.extend(1..=left.min(3));
//!     }
//!     fn apply(&self, state: &mut (u32, u8), take: &u32, _: &mut impl Log) {
//!         *state = (state.0 - take, 1 - state.1);
//!     }
//!     fn move_name(&self, _: &(u32, u8), take: &u32) -> String {
//!         format!("take {take}")
//!     }
//!     fn view(&self, &(left, _): &(u32, u8), _: Observer) -> View {
//!         View::facts([("sticks", left.to_string())])
//!     }
//! }
//!
//! let game = senet::from_rust("Sticks", Sticks(15));
//! assert_eq!(game.cursor().count_moves(), 3);
//! ```
//!
//! # Features
//!
//! | feature | what it adds |
//! |---|---|
//! | `catalogue` (default) | the games that come with Senet: [`catalogue`] |
//! | `tui` (default) | play in the terminal: [`play`], [`main!`] |
//! | `web` | the page (`docs/web.md`): programs made with [`main!`] have a command `serve` |

mod program;
mod rust_games;
#[cfg(feature = "tui")]
mod terminal;
#[cfg(feature = "web")]
mod web;

pub use program::{
    CompileOptions, CompiledGame, Program, ProgramError, ProgramOptions, render_diagnostics,
};
pub use rust_games::{from_rust, listed};
#[cfg(feature = "tui")]
pub use terminal::{play, run, run_game};

pub use senet_macros::{game, game_file};

pub use senet_game::{
    Abilities, Actions, Cursor, DrawRules, DynGame, Event, Game, GameInfo, HiddenInformation,
    Limits, Listed, Log, MoveId, MoveIndex, Observer, OptionError, OptionSpec, OptionValues,
    Outcome, Packing, Playout, PlayoutEnd, Position, Referee, Rng, Seat, SeatSet, Tally, Turn,
    Verdict, View, ViewMove,
};
pub use senet_match::{
    Action, ActionError, Clock, ConfigError, Hint, Match, MatchBuilder, MatchConfig, MatchStatus,
    Participant, ParticipantKind, Person, Record, RecordError, Snapshot,
};
pub use senet_players::{
    Bot, BotError, Environment, Goal, Knowledge, Player, PlayerError, SearchConfig, SearchLimit,
    SearchResult,
};
pub use senet_solve::{
    ExploreLimits, Explored, GameValue, Perft, PositionValue, Solution, SolveError, SolveLimits,
    Solver, Strategy, explore, perft,
};
pub use senet_syntax::Diagnostic;
#[cfg(feature = "tui")]
pub use senet_tui::PlayEnd;

/// Boards of many shapes.
///
/// ```
/// use senet::board::{Board, Shape};
///
/// let board = Board::new(Shape::HexHex { side: 3 })?;
/// assert_eq!(board.cells().count(), 19);
/// # Ok::<(), senet::board::BoardError>(())
/// ```
pub mod board {
    pub use senet_board::{Board, BoardError, Cell, Direction, Edge, Place, Shape, Spec, Spot};
}

/// The games that come with Senet, by name.
///
/// ```
/// use senet::catalogue::{OpenOptions, Source, open};
///
/// let game = open(Source::Catalogue("connect-four"), &OpenOptions::default())?;
/// assert_eq!(game.info().title, "Connect four");
/// # Ok::<(), senet::catalogue::OpenError>(())
/// ```
#[cfg(feature = "catalogue")]
pub mod catalogue {
    pub use senet_games::{
        Implementation, OpenError, OpenOptions, Source, implementations, info, infos, open,
    };
}

/// Positions as text and SVG.
///
/// ```
/// use senet::draw::{Marks, TextStyle, view_text};
/// use senet::positional::{Positional, games::MnkRules};
///
/// let game = senet::from_rust("Tic-tac-toe", Positional::new(MnkRules::new(3, 3, 3)?)?);
/// let view = game.cursor().view(senet::Observer::Public);
/// let drawn = view_text(&view, &Marks::default(), &[], &TextStyle::default());
/// assert!(drawn.ends_with("a  b  c\n"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub mod draw {
    pub use senet_draw::{Marks, TextStyle, view_svg, view_text};
}

/// Grid games as Rust values that become programs.
///
/// Use it for a game on a grid whose rules are generated or depend on parameters; the result is a program
/// that compiles, explains and proves like one from text.
///
/// ```
/// use senet::grid::{CellKind, End, Grid, GridGame, PlayerKind, Shape};
///
/// // Whoever fills the last cell wins.
/// let g = Grid::new("Fill", "Whoever fills the last cell wins.");
/// let [a, _] = g.players(["a", "b"]);
/// let board = g.board(Shape::Square { width: 2, height: 2 });
/// let mark = g.pred::<(PlayerKind, CellKind)>("mark");
/// let play = g.interactive("play").rule("fill", "fill {C}", |r| {
///     let (p, c) = (r.mover(), r.any("C"));
///     r.from([board.free.of(c)]).to([mark.of(p, c)])
/// });
/// let judge = g.automatic("judge").rule("more", "", |r| r.from([board.free.of(r.any("C")).kept()]).to([]));
/// play.on_success(judge).on_failure(End::Draw);
/// judge.on_success(play.of_next_player()).on_failure(End::Win);
/// g.start(&play, &a);
/// assert_eq!(g.game()?.cursor().count_moves(), 4);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub mod grid {
    pub use crate::program::{GridGame, GridGameError};
    pub use senet_grid::*;
}

/// Positional games: claim places of a board until a condition decides.
///
/// Use it for games of rows and connections, such as Hex, Y or Gomoku: trackers find in nearly constant time
/// what a claim completes, so that playouts are several times as fast as those of a program.
///
/// ```
/// use senet::positional::{Positional, games::HexRules};
///
/// let hex = senet::from_rust("Hex", Positional::new(HexRules::new(11)?)?);
/// assert_eq!(hex.cursor().count_moves(), 121);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub mod positional {
    pub use senet_positional::*;
}

/// What `game!` expands to; not meant to be used by hand.
#[doc(hidden)]
pub mod declare {
    pub use senet_declare::*;
}

/// The guide's examples are tests.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/game-macro.md")]
struct Guide;

/// The same for the guide to grids.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/grid.md")]
struct GridGuide;
