//! Runs any program: the micro-step machine [`Run`] and, on the same machinery, the term engine
//! [`TermGame`], an `impl Game`.
//!
//! Input: a checked [`Program`](senet_program::Program), made ready as an [`Engine`]. Output:
//! positions, transitions, traces, reasons; turns and moves for everybody who knows
//! [`Game`](senet_game::Game). Nothing here reads, prints or looks at a clock; what the outside
//! world says and hears goes through a [`Host`].

mod agenda;
mod ask;
mod blocks;
mod buffer;
mod direct;
mod engine;
mod expand;
mod game;
mod join;
mod listed;
mod machine;
mod plan;
mod position;
mod relation;
mod rewrite;
mod rows;
mod run;
mod solve;
mod text;
mod trace;
mod value;
mod why;
pub mod words;

pub use engine::Engine;
pub use expand::{Expanded, expand};
pub use game::{TermGame, TermMove, TermState};
pub use machine::{Machine, Transition};
pub use position::{Position, PositionAtom};
pub use run::{Breakpoint, Host, NoHost, Pause, Run, Said, Status, Step};
pub use text::{parse_atom, parse_pattern, show_transition};
pub use trace::{Trace, TraceStep};
pub use value::{Bank, Value};
pub use why::{Missing, WhyNot, why_not};
