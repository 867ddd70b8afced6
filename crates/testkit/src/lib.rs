//! For tests only: the slow [`mod@reference`] interpreter that defines what programs mean, and
//! [`random`] programs on which every engine has to agree with it.
//!
//! Input: a checked `Program`. Output: transitions, moves, turns and positions as plain data that
//! tests compare. Nothing here is fast, and nothing outside of tests depends on it.

pub mod contract;
pub mod random;
pub mod reference;
pub mod walk;

mod terms;
