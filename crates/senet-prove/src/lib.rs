//! Properties of all plays of a program: proved with a certificate, refuted with a shortest play, or
//! unknown, with the limit that was reached.
//!
//! Input: an [`Engine`](senet_engine::Engine) with its program, whose directives (`#never`, `#reach`,
//! `#always-possible`, `#inevitable`, `#once`, `#conserve`) say what is asked, and [`ProveLimits`]. Output: a
//! [`ProveReport`], with facts that nobody asked for, and a [`Certificate`]. Methods are tried from the
//! cheapest to the most expensive: linear invariants over rules with their variables, induction over the
//! ground rules with a SAT solver, exploration of all positions. The [`Prover`] works in slices and knows
//! neither clocks nor threads. Certificates are checked by `senet-verify`, which shares no code with this.

mod certificate;
mod changes;
mod facts;
mod graph;
mod ground;
mod induction;
mod linear;
mod prover;
mod ranking;
mod report;
mod temporal;

pub use certificate::Certificate;
pub use linear::LinearInvariant;
pub use prover::{ProveLimits, ProveProgress, Prover, prove};
pub use report::{Fact, FactKind, Method, PlayWitness, ProofAnswer, PropertyReport, ProveReport};
