//! Exact answers about any game: a [`DynGame`](senet_game::DynGame) goes in, counts, values and
//! strategies come out.
//!
//! | result | function |
//! |---|---|
//! | reachable positions | [`explore`] |
//! | perft: move sequences up to a depth | [`perft`] |
//! | game value, best moves, distance to the end | [`Solver`] |
//! | expected value, for games with chance | [`expected_values`], [`ExpectedValues`] |
//! | equilibrium, for tiny games with hidden information | [`equilibrium`] |
//! | strategy, as a text | [`Solver::strategy`], [`Strategy`] |
//! | verification of a strategy, independent of the solver | [`Strategy::verify`] |
//! | endgame table, as bytes for a file | [`Solver::endgame_table`], [`EndgameTable`] |
//!
//! Nothing is guessed. Everything takes limits, and says which one was reached; what an answer takes for
//! granted is an [`Assumption`]. Nothing here plays in time, draws or prints: see `senet-players` and
//! `senet-draw`.
//!
//! ```
//! use senet_game::{GameInfo, erase};
//! use senet_positional::{Positional, games::MnkRules};
//! use senet_solve::{ExploreLimits, GameValue, SolveLimits, Solver, explore};
//! use std::sync::Arc;
//!
//! let rules = Positional::new(MnkRules::new(3, 3, 3)?)?;
//! let game = erase(Arc::new(rules), GameInfo::default());
//! assert_eq!(explore(&*game, ExploreLimits::default(), &mut |_| true).positions, 5478);
//! let solution = Solver::new(game, SolveLimits::default()).solve(&mut |_| true);
//! assert_eq!(solution.value(), Some(GameValue::Draw), "tic-tac-toe is a draw");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#[cfg(test)]
extern crate self as senet_solve;

mod distance;
mod endgame;
mod equilibrium;
mod expected;
mod explore;
mod fraction;
mod graph;
mod limits;
mod margin;
mod nodes;
mod perft;
mod proof_numbers;
mod retrograde;
mod search;
mod simplex;
mod solver;
mod strategy;
mod transposition;
mod value;
mod workers;

#[cfg(test)]
#[allow(dead_code, reason = "shared with the integration tests, which use more of it")]
#[path = "../tests/solve/graph_game.rs"]
mod graph_game;
#[cfg(test)]
#[path = "../tests/solve/test_threads.rs"]
mod test_threads;

pub use endgame::{EndgameTable, TableError};
pub use equilibrium::{Equilibrium, InformationSet, equilibrium};
pub use expected::{ExpectedSolution, ExpectedValue, ExpectedValues, expected_values};
pub use explore::{EndCounts, ExploreLimits, ExploreStop, Explored, explore, explore_with};
pub use fraction::Fraction;
pub use limits::{SolveError, SolveLimits, SolveWatch};
pub use margin::{MarginSolution, solve_margin};
pub use perft::{Perft, PerftCounts, perft};
pub use search::SearchMethod;
pub use simplex::LinearProgram;
pub use solver::{Assumption, NamedMove, Solution, SolveMethod, SolvedMove, Solver};
pub use strategy::{
    LineProblem, Strategy, StrategyError, StrategyMove, VerifiedStrategy, VerifyError,
};
pub use value::{GameValue, PositionValue};
pub use workers::{OneWorker, Workers};
