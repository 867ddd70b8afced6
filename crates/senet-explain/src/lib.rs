//! Explanations: which step used what another had made ([`Trace`]), why a rule cannot fire
//! ([`why_not`]), and what a program says in plain Ceptre ([`expand`]).
//!
//! Input: an [`Engine`](senet_engine::Engine), a [`Run`](senet_engine::Run) or a
//! [`Machine`](senet_engine::Machine). Output: plain data and sentences. Nothing here runs a program
//! or changes a position: the engine keeps the log that traces are read from.

mod expand;
mod trace;
mod why;

pub use expand::{Expanded, expand};
pub use trace::{Trace, TraceStep};
pub use why::{Missing, WhyNot, why_not};
