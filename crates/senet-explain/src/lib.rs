//! Explanations: which step used what another had made ([`Trace`], [`trace_graph`]), why an atom is there
//! ([`causes`]) or a rule cannot fire ([`why_not`]), and what a program says in plain Ceptre
//! ([`expand`]).
//!
//! Input: an [`Engine`](senet_engine::Engine), a [`Run`](senet_engine::Run) or a
//! [`Machine`](senet_engine::Machine). Output: plain data and sentences. Nothing here runs a program
//! or changes a position: the engine keeps the log that traces are read from.
//!
//! ```
//! use senet_engine::{Engine, NoHost, Run};
//! use senet_explain::Trace;
//! use senet_game::{Limits, Rng};
//! use std::sync::Arc;
//!
//! let shop = "coin : pred.  cake : pred.
//!     stage shop = { buy : coin -o cake. }
//!     #trace _ shop { coin, coin }.";
//! let program = senet_program::check(shop, &Default::default()).program.expect("no errors");
//! let engine = Arc::new(Engine::new(Arc::new(program), Limits::default()));
//! let mut run = Run::new(engine, 0)?.with_trace();
//! run.run_on(&mut Rng::new(1), &mut NoHost, &[])?;
//! let trace = Trace::of(&run).expect("the run keeps a log");
//! assert_eq!(trace.len(), 2);
//! assert_ne!(trace.step(0).taken, trace.step(1).taken, "each purchase takes a coin of its own");
//! # Ok::<(), senet_game::LimitReached>(())
//! ```

mod causes;
mod expand;
mod graphs;
mod trace;
mod words;

pub use causes::{CauseLine, absence, causes};
pub use expand::{Expanded, expand};
pub use graphs::{TraceFilter, stage_graph, trace_graph};
pub use senet_engine::{Missing, WhyNot, why_not};
pub use trace::{Trace, TraceStep};
pub use words::{show_step, tell_step};
