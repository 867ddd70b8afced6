//! Grounding: a finite program without variables, and what always holds in it.
//!
//! Input: an engine with its [`Program`](senet_program::Program), one of its starts, and
//! [`GroundingLimits`]. Output: a [`Grounding`], every atom that may ever be there and every factor of
//! a rule that may ever come true; the sets of atoms of which there is always [exactly one](exclusive_atoms), or
//! never [more than one](at_most_one) (linear invariants, P-semiflows and sub-invariants); or the [`GroundingError`], why the program stays on the term engine. What
//! becomes of it (a net, bit programs) is up to the engines.
//!
//! ```
//! use senet_engine::Engine;
//! use senet_ground::{Grounding, GroundingLimits};
//! use senet_program::{Options, check};
//! use std::sync::Arc;
//!
//! let text = "p : pred. q : pred. r : pred. stage s = { one : p -o q. two : r -o p. }
//!             #trace _ s { p }.";
//! let program = check(text, &Options::default()).program.expect("a correct program");
//! let engine = Engine::new(Arc::new(program), Default::default());
//! let ground = Grounding::new(&engine, 0, GroundingLimits::default())?;
//! // `r` is never reached, so `two` has no instance.
//! assert_eq!(ground.reached.atoms.len(), 2);
//! assert_eq!(ground.factors.iter().filter(|f| !f.instances.is_empty()).count(), 1);
//! # Ok::<(), senet_ground::GroundingError>(())
//! ```

mod bounded;
mod error;
mod grounding;
mod invariant;
mod terms;

pub use bounded::at_most_one;
pub use error::{GroundingError, GroundingLimits};
pub use grounding::atoms::{AtomId, GroundAtoms, GroundRows};
pub use grounding::join::{JoinQuery, ReachableAtoms, types};
pub use grounding::split::{separate_blocks, without_aggregates};
pub use grounding::{ComprehensionFactor, Factor, FactorId, FactorKind, Grounding, RuleVariant};
pub use invariant::{AtomChange, ExclusiveAtoms, RuleChanges, exclusive_atoms, semiflows};
pub use terms::{Env, Terms};
