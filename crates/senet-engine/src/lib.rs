//! Runs any program: the micro-step machine [`Run`] and, on the same machinery, the term engine
//! [`TermGame`], an `impl Game`.
//!
//! Input: a checked [`Program`](senet_program::Program), made ready as an [`Engine`]. Output:
//! positions, transitions, logs of steps; turns and moves for all players who knows
//! [`Game`](senet_game::Game). What happened and why is explained elsewhere, from the log of a run and
//! from [`Queries`]. Nothing here reads, prints or looks at a clock; what the outside
//! world says and hears goes through a [`Host`].
//!
//! ```
//! use senet_engine::{Engine, NoHost, Run};
//! use senet_game::{Limits, Rng};
//! use std::sync::Arc;
//!
//! let shop = "coin : pred.  cake : pred.
//!     stage shop = { buy : coin -o cake. }
//!     #trace _ shop { coin, coin }.";
//! let program = senet_program::check(shop, &Default::default()).program.expect("no errors");
//! let engine = Arc::new(Engine::new(Arc::new(program), Limits::default()));
//! let mut run = Run::new(engine, 0)?;
//! run.run_on(&mut Rng::new(1), &mut NoHost, &[])?;
//! assert_eq!(run.steps(), 2, "both coins are spent");
//! # Ok::<(), senet_game::LimitReached>(())
//! ```

mod agenda;
mod ask;
mod blocks;
mod buffer;
mod comprehension;
mod copies;
mod direct;
mod engine;
mod game;
mod join;
mod listed;
mod machine;
mod plan;
mod position;
mod queries;
mod refusal;
mod relation;
mod rows;
mod rule_plan;
mod run;
mod solve;
mod step_log;
mod support;
mod why_not;

pub use engine::Engine;
pub use game::{TermGame, TermMove, TermState};
pub use machine::{CopyUse, Machine, Transition};
pub use position::TermPosition;
pub use queries::Queries;
pub use run::{Breakpoint, Host, NoHost, Pause, PositionError, Run, Said, Status, Step};
/// Values and atoms, which every engine of a program shares.
pub use senet_words::{PositionAtom, Value};
pub use step_log::{LoggedResource, LoggedStep, StepLog};
pub use why_not::{Missing, WhyNot, why_not};
