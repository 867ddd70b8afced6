//! The reference interpreter: the definition of what programs mean, literal and slow.
//!
//! Input: a checked `Program`. Output: transitions, moves, turns and positions as plain data. It
//! shares no code with the engines, not even the contract of games, so that what it says is an
//! independent opinion: tests compare every engine with it, and so can a checker of certificates.
//! It lists, copies and sorts whatever the definition mentions; nothing here is fast.

mod reference;
mod terms;

pub use reference::{
    Reference, ReferenceLimit, ReferencePlace, ReferencePosition, ReferenceResult,
    ReferenceTransition, ReferenceTurn, RelaxedMatch, RelaxedStep,
};
