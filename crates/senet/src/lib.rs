//! Senet, a workbench for games made of rules. This is the crate that Rust programs depend on; it
//! holds nothing of its own but the front door.
//!
//! Write the rules once, as text or in Rust, and everything else works on them: play in the
//! terminal, opponents, records, pictures, analysis. Whatever a game is made of, it is a
//! [`Game`](game::Game).
//!
//! # A game from text
//!
//! ```
//! let nim = senet::text(
//!     r#"
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
//! )
//! .expect("the rules are fine");
//!
//! // Anything that knows games can use it. Here, two bots play until somebody wins.
//! let mut game = senet::begin("Nim", nim, &["random", "random"]).expect("two can play");
//! while game.go_on(&()) {}
//! let end = game.snapshot(senet::game::Eye::Public);
//! assert!(end.sentence().ends_with(" wins."));
//! ```
//!
//! `senet::play("Nim", nim, &["human", "random"])` asks you for moves in the terminal.
//!
//! # A game in Rust
//!
//! A type with a handful of functions is a game. This one has a pile of sticks; who takes the last
//! one wins.
//!
//! ```
//! use senet::game::{Eye, Game, Log, Outcome, Seat, Turn, View};
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
//!     fn name(&self, _: &(u32, u8), take: &u32) -> String {
//!         format!("take {take}")
//!     }
//!     fn view(&self, &(left, _): &(u32, u8), _: Eye) -> View {
//!         View::facts([("sticks", left.to_string())])
//!     }
//! }
//!
//! let mut game = senet::begin("Sticks", Sticks(15), &["random", "random"]).expect("two can play");
//! while game.go_on(&()) {}
//! assert!(game.snapshot(Eye::Public).sentence().starts_with("player"));
//! ```
//!
//! # A game in sections
//!
//! [`game!`] saves you most of that. The guide is `docs/game-macro.md`.
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
//! # fn main() {
//! let mut table = senet::begin("Sticks", Sticks::new(), &["random", "random"]).expect("two can play");
//! while table.go_on(&()) {}
//! # }
//! ```
//!
//! # Where things are
//!
//! | module | what it is for |
//! |---|---|
//! | [`mod@game`] | the contract: games, turns, outcomes, views |
//! | [`board`] | boards of many shapes |
//! | [`declare`] | what games in sections are made of |
//! | [`grid`] | grid games as Rust values that become programs |
//! | [`games`] | the catalogue of games that come with Senet |
//! | [`mod@matches`] | one game being played: seats, undo, records, clocks |
//! | [`players`] | bots |
//! | [`draw`] | pictures, as text and SVG |
//! | [`syntax`], [`program`], [`engine`] | the language: text, checked programs, running them |

pub use senet_board as board;
pub use senet_declare as declare;
pub use senet_draw as draw;
pub use senet_engine as engine;
pub use senet_game as game;
pub use senet_games as games;
pub use senet_grid as grid;
pub use senet_macros::{game, game_file};
pub use senet_match as matches;
pub use senet_players as players;
pub use senet_program as program;
pub use senet_syntax as syntax;
#[cfg(feature = "tui")]
pub use senet_tui as tui;

mod front;

pub use front::{BadSeat, begin, text};
#[cfg(feature = "tui")]
pub use front::{play, run};

/// The guide's examples are tests.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/game-macro.md")]
struct Guide;

/// The same for the guide to grids.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/grid.md")]
struct GridGuide;
