//! Properties of all plays of a program: proved with a certificate, refuted with a shortest play, or
//! unknown, with the limit that was reached.
//!
//! Input: an [`Engine`](senet_engine::Engine) with its program, whose directives (`#never`, `#reach`,
//! `#always-possible`, `#inevitable`, `#once`, `#conserve`) say what is asked, and [`ProveLimits`]. Output: a
//! [`ProveReport`], with facts that nobody asked for, and a [`Certificate`]. Methods are tried from the
//! cheapest to the most expensive: linear invariants over rules with their variables, induction over the
//! ground rules with a SAT solver, exploration of all positions. The [`Prover`] works in slices and knows
//! neither clocks nor threads. Certificates are checked by `senet-verify`, which shares no code with this.
//!
//! ```
//! use senet_engine::Engine;
//! use senet_game::Limits;
//! use senet_prove::{ProofAnswer, ProveLimits, prove};
//! use std::sync::Arc;
//!
//! // Two at a crossing: a token lets one of them pass at a time.
//! let text = "car : type.  red : car.  blue : car.
//!     token : pred.  waits car : pred.  inside car : pred.
//!     stage go = {
//!       enter : waits C * token -o inside C.
//!       leave : inside C -o waits C * token.
//!     }
//!     #never inside red * inside blue.
//!     #trace _ go { token, waits red, waits blue }.";
//! let program = senet_program::check(text, &Default::default()).program.expect("no errors");
//! // The cars never stop: what is explored has a limit, what is proved by sums does not need one.
//! let limits = Limits { steps: 1_000, ..Limits::default() };
//! let engine = Arc::new(Engine::new(Arc::new(program), limits));
//! let (report, _) = prove(&engine, text, 0, ProveLimits::default(), &mut |_| true);
//! assert_eq!(report.properties[0].answer, ProofAnswer::Proved);
//! ```

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
