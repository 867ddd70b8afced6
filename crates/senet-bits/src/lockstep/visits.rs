//! How much lanes in a control state weigh, when the control state for the next round is chosen.

use crate::runner::Node;

/// How often lanes come to a control state.
pub(super) struct Visits {
    pub(super) lanes: u64,
    work: f64,
    pub(super) weight: u64,
}

impl Visits {
    pub(super) fn new(node: &Node) -> Visits {
        Visits { lanes: 0, work: node.work as f64, weight: 1 << 16 }
    }

    pub(super) fn weigh(&mut self) {
        // Fixed point, so that `next_control` compares integers; never 0, or a class would starve.
        let root = ((1 + self.lanes) as f64 * self.work).sqrt();
        self.weight = ((1_u64 << 40) as f64 / root) as u64 + 1;
    }
}
