//! Grid games as Rust values: players, boards, rules from atoms to atoms, and stages that lead to
//! each other.
//!
//! Input: calls. Output: an ast, which [`Grid::program`] hands to the checker to get a `Program` like
//! any other, and [`Grid::text`] prints as `.cep`. Rust sees to it that predicates get arguments of the
//! right kinds and that the variables of one rule stay in it; the checker finds the rest. Nothing here
//! reads text, and nothing plays.
//!
//! ```
//! use senet_grid::{CellKind, End, Grid, PlayerKind, Shape};
//!
//! let g = Grid::new("Tic-tac-toe", "Three of your marks in a row, a column or a diagonal win.");
//! let players = g.players(["x", "o"]);
//! let board = g.board(Shape::Square { width: 3, height: 3 });
//! let mark = g.pred::<(PlayerKind, CellKind)>("mark");
//!
//! let play = g.interactive("play");
//! play.rule("place", "place on {C}", |r| {
//!     let (p, c) = (r.mover(), r.any("C"));
//!     r.from([board.free.of(c)]).to([mark.of(p, c)])
//! });
//! let judge = g.automatic("judge");
//! judge.rule("three", "", |r| {
//!     let p = r.mover();
//!     r.from(board.in_a_line(&r, 3, |c| mark.of(p, c).kept())).to([])
//! });
//! play.on_success(&judge).on_failure(End::Draw);
//! judge.on_success(End::Win).on_failure(play.of_next_player());
//! g.start(&play, &players[0]);
//!
//! let checked = g.program().expect("the rules are fine");
//! assert!(checked.warnings.is_empty());
//! assert_eq!(checked.program.seats(), 2);
//! assert!(g.text().contains("place : at-play P * free C -o left-play P * mark P C."));
//! ```
//!
//! # What Rust sees
//!
//! Arguments of the wrong kind:
//!
//! ```compile_fail,E0277
//! # use senet_grid::{CellKind, Grid, PlayerKind};
//! # let g = Grid::new("", "");
//! let mark = g.pred::<(PlayerKind, CellKind)>("mark");
//! g.interactive("play").rule("place", "", |r| {
//!     let c = r.any::<CellKind>("C");
//!     r.from([]).to([mark.of(c, r.mover())]) // the other way round
//! });
//! ```
//!
//! Too few of them:
//!
//! ```compile_fail,E0061
//! # use senet_grid::{CellKind, Grid, PlayerKind};
//! # let g = Grid::new("", "");
//! # let mark = g.pred::<(PlayerKind, CellKind)>("mark");
//! # g.interactive("play").rule("place", "", |r| {
//! r.from([]).to([mark.of(r.mover())])
//! # });
//! ```
//!
//! A variable of one rule in another:
//!
//! ```compile_fail,E0521
//! # use senet_grid::{CellKind, Grid};
//! # let g = Grid::new("", "");
//! # let free = g.pred::<(CellKind,)>("free");
//! # let play = g.interactive("play");
//! let mut kept = None;
//! play.rule("one", "", |r| {
//!     kept = Some(r.any::<CellKind>("C"));
//!     r.from([free.of(kept.unwrap())]).to([])
//! });
//! play.rule("two", "", |r| r.from([free.of(kept.unwrap())]).to([]));
//! ```
//!
//! Everything else is told by [`Grid::program`], all at once: what keeps a grid from being a program as
//! a [`GridError`], with the lines of Rust to look at, and warnings beside the program.

mod atom;
mod board;
mod error;
mod grid;
mod kind;
mod names;
mod node;
mod place;
mod predicate;
mod rule;
mod stage;
mod variables;

pub use atom::{GridAtom, at_most, count, differ, each, less, none, same};
pub use board::GridBoard;
pub use error::{GridDiagnostic, GridError, GridMistake, GridProblem};
pub use grid::{Grid, GridProgram};
pub use kind::{
    CellKind, DirKind, EdgeKind, GridKind, GridTerm, GridValue, KindId, Made, Nat, PlayerKind, Var,
    minus, plus,
};
pub use place::GridPlace;
pub use predicate::{And, Arguments, Con, Kinds, Pred};
pub use rule::{From, GridRule, Rules};
/// The shapes that boards have, and what else can be asked of a board.
pub use senet_board::{Shape, Spec};
pub use stage::{End, GridStage, To};
