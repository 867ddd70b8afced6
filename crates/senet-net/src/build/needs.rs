//! What the premises of a rule ask of places, once its variables have values.

use crate::runtime::net::Lit;

/// What premises need.
#[derive(Debug, Default)]
pub(super) struct Needs {
    pub(super) lits: Vec<Lit>,
    pub(super) control: Vec<(u32, u32)>,
    pub(super) ways: Vec<(u32, u32)>,
    /// Ways to pick among copies that never change.
    pub(super) factor: u128,
    pub(super) impossible: bool,
}
