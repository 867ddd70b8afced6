//! Algorithms that are about no game, in one place for all crates.
//!
//! - [`components()`]: strongly connected components, for dependencies between derived predicates,
//!   cycles of conditions in a net, and positions between which play can go round.
//! - [`hash`]: the mixing steps that keys of positions are made with.
//! - [`interval`]: confidence intervals, for tournaments and statistics.
//!
//! ```
//! let next = [vec![1], vec![2], vec![1]];
//! assert_eq!(senet_data::components(&next), [vec![1, 2], vec![0]]);
//! ```

pub mod components;
pub mod hash;
pub mod interval;

pub use components::{components, is_cycle, try_components};
