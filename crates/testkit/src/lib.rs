//! For tests only: [`random`] programs on which every engine has to agree with the reference
//! interpreter (`senet-reference`), and a [`contract`] that every game has to keep.
//!
//! Input: seeds, programs and games. Output: what tests compare, as plain data. Nothing here is fast,
//! and nothing outside of tests depends on it.

pub mod contract;
#[path = "../../../tests/quick.rs"]
pub mod quick;
pub mod random;
pub mod walk;

mod named;
mod turn;

pub use named::named;
pub use turn::turn;
