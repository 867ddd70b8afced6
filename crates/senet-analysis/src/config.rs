//! What to play, and which of the plays to look at more closely.

use senet_players::Bot;
use serde::{Deserialize, Serialize};

/// What to sample.
///
/// Outcomes and lengths come from every playout. Looking at each position of a play costs several times
/// the play itself, so closer looks are taken at every `n`-th playout only: the fields `detail`, `rules`
/// and `tension` say at which. What was found is reported with the number of plays that it rests on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SampleConfig {
    /// How many playouts there are in all, over all parts.
    pub playouts: u64,
    /// Playout `i` has the random stream `(seed, i)`.
    pub seed: u64,
    /// Who plays: empty for random moves, one bot for all seats, or a bot for each seat.
    pub players: Vec<Bot>,
    /// Legal moves, first moves, cells.
    pub detail: Stride,
    /// Rules that fired.
    pub rules: Stride,
    /// Who was ahead when: lead changes, drama, uncertainty.
    pub tension: Stride,
    /// Trace queries, if there are any.
    pub queries: Stride,
}

/// Which playouts are looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Stride {
    /// None.
    Never,
    /// Enough for stable figures, and few enough to cost little beside the playouts.
    Usual,
    /// Those whose number is divisible by this; 1 for all.
    Every(u64),
}

impl Default for SampleConfig {
    /// Ten thousand random playouts, looked at in the usual measure.
    fn default() -> SampleConfig {
        SampleConfig {
            playouts: 10_000,
            seed: 0,
            players: Vec::new(),
            detail: Stride::Usual,
            rules: Stride::Usual,
            tension: Stride::Usual,
            queries: Stride::Usual,
        }
    }
}

/// The strides of a configuration as numbers; 0 is never.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Strides {
    pub(crate) detail: u64,
    pub(crate) rules: u64,
    pub(crate) tension: u64,
    pub(crate) queries: u64,
}

impl SampleConfig {
    /// The usual strides give at least so many plays, if there are so many, and become no longer than
    /// a fixed share of the playouts. To judge a play takes as long as some 250 playouts, and to look at its
    /// positions as long as two to thirty, the most where playouts are made in lockstep: from 100,000 playouts on,
    /// all looks together cost less than 30 % of the playouts. With fewer, what is seen is worth more than the
    /// fraction of a second that it takes. `docs/analysis.md` has the measurements.
    pub(crate) fn strides(&self) -> Strides {
        let usual = |stride: Stride, plays: u64, longest: u64| match stride {
            Stride::Never => 0,
            Stride::Every(n) => n.max(1),
            // A move of a bot costs more than any look at it.
            Stride::Usual if !self.players.is_empty() => 1,
            Stride::Usual => (self.playouts / plays).clamp(1, longest),
        };
        Strides {
            detail: usual(self.detail, 1_000, 256),
            rules: usual(self.rules, 100, 8_192),
            tension: usual(self.tension, 25, 4_096),
            queries: usual(self.queries, 500, u64::MAX),
        }
    }
}
