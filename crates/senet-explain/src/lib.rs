//! Explanations: which step used what another had made ([`Trace`], [`trace_graph`]), why an atom is there
//! ([`causes`]) or a rule cannot fire ([`why_not`]), and what a program says in plain Ceptre
//! ([`expand`]).
//!
//! Input: an [`Engine`](senet_engine::Engine), a [`Run`](senet_engine::Run) or a
//! [`Machine`](senet_engine::Machine). Output: plain data and sentences. Nothing here runs a program
//! or changes a position: the engine keeps the log that traces are read from.

mod causes;
mod expand;
mod graphs;
mod trace;
mod why;
mod words;

pub use causes::{CauseLine, absence, causes};
pub use expand::{Expanded, expand};
pub use graphs::{TraceFilter, stage_graph, trace_graph};
pub use trace::{Trace, TraceStep};
pub use why::{Missing, WhyNot, why_not};
pub use words::{show_step, tell_step};
