//! What runs a net. Nothing in here knows programs or terms, so that the very same files also run
//! the nets that `senet build` prints.
//!
//! In reading order: what a net is made of (`condition`, `change`, `variant`, `control`, `net`), how a
//! position is kept up to date (`state`, `propagate`, `pack`), and how it is played (`moves`, `fire`,
//! `run`, `fast_path`).

pub(crate) mod aggregate;
pub(crate) mod bits;
pub(crate) mod change;
pub(crate) mod condition;
pub(crate) mod control;
pub(crate) mod data;
pub(crate) mod fast_path;
pub(crate) mod fire;
pub(crate) mod ids;
pub(crate) mod moves;
pub(crate) mod net;
pub(crate) mod pack;
pub(crate) mod propagate;
pub(crate) mod run;
pub(crate) mod state;
pub(crate) mod variant;
pub(crate) mod weights;
