//! What many plays of a game show: statistics of playouts, observations, races between variants, reports.
//!
//! In: a [`DynGame`](senet_game::DynGame) and a [`SampleConfig`]. Out: [`PlayStats`], which holds whole
//! numbers only, so that the statistics of parts add up to exactly those of the whole, in any order; and
//! [`StatsSummary`], which turns them into shares with intervals and into measures. Playout `i` has the
//! random stream `(seed, i)`, so results depend neither on threads nor on slices.
//!
//! There are no threads, clocks or files here: a [`Sampler`] works in small units for as long as its
//! caller wants, in a terminal, a server or a browser. Solving games is left to `senet-solve`, and drawing
//! to `senet-draw`.
//!
//! ```
//! use senet_analysis::{SampleConfig, Sampler};
//! use senet_game::{Listed, erase};
//! use senet_positional::games::Mnk;
//! use std::sync::Arc;
//!
//! // Tic-tac-toe: three in a row on three by three.
//! let game = erase(Arc::new(Mnk::from_options(&Mnk::info().choose(&[], None)?)?), Mnk::info());
//! let config = SampleConfig { playouts: 5_000, seed: 7, ..SampleConfig::default() };
//! let mut sampler = Sampler::new(&game, config);
//! // A job in slices: each call works until the closure says to pause.
//! let mut units = 0;
//! while !sampler.is_done() {
//!     sampler.work(&mut || {
//!         units += 1;
//!         units % 100 != 0
//!     })?;
//!     // Partial results are there at any time.
//!     let so_far = sampler.stats().summary(&*game);
//!     assert_eq!(so_far.playouts, sampler.stats().playouts);
//! }
//! let summary = sampler.stats().summary(&*game);
//! let first = &summary.seats[0];
//! assert!(first.won.low < 0.585 && 0.585 < first.won.high, "the first player wins 58.5 % of random games");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod config;
mod detail;
mod distribution;
mod exact;
mod ladder;
mod observe;
mod query;
mod race;
mod report;
mod rules;
mod sampler;
mod solo;
mod stats;
mod summary;
mod tension;

pub use config::{SampleConfig, Stride};
pub use detail::{CellUse, DetailStats, MoveUse, PlySum};
pub use distribution::Distribution;
pub use exact::{ExactFractions, ExactPlay, exact};
pub use ladder::depth_step;
pub use observe::{Observations, ObservedStats, PatternError, PositionAtoms, TraceQueries};
pub use query::{QueryMatch, QueryStats};
pub use race::{Estimate, race};
pub use report::{ProvedFact, ProvedProperty, ReportParts, SampleMove, report};
pub use rules::RuleStats;
pub use sampler::{SampleError, Sampler, playout_moves};
pub use solo::{SoloStats, SoloSummary, solo};
pub use stats::{EndedBy, PlayStats};
pub use summary::{
    CellShare, DepthStep, DistributionSummary, MoveShare, ObservedSummary, ObservedValue,
    QuerySummary, RuleShare, SeatSummary, Share, StatsSummary, TensionSummary,
};
pub use tension::TensionStats;
