//! The reference interpreter: the definition of what programs mean, literal and slow.
//!
//! Input: a checked `Program`. Output: transitions, moves, turns and positions as plain data. It
//! shares no code with the engines, not even the contract of games, so that what it says is an
//! independent opinion: tests compare every engine with it, and so can a checker of certificates.
//! It lists, copies and sorts whatever the definition mentions; nothing here is fast.
//!
//! ```
//! use senet_reference::Reference;
//!
//! let shop = "coin : pred.  cake : pred.
//!     stage shop = { buy : coin -o cake. }
//!     #trace _ shop { coin, coin }.";
//! let program = senet_program::check(shop, &Default::default()).program.expect("no errors");
//! let reference = Reference { program: &program };
//! let start = reference.start(0).expect("it is small");
//! assert_eq!(reference.transitions(&start).expect("it is small").len(), 1);
//! ```

mod reference;
mod terms;

pub use reference::{
    Reference, ReferenceLimit, ReferencePlace, ReferencePosition, ReferenceResult,
    ReferenceTransition, ReferenceTurn, RelaxedMatch, RelaxedStep,
};
