//! Statistics of the scheduler: the weight of a lane in each control state.

use crate::runner::ControlNode;

/// How often lanes come to a control state.
pub(super) struct Visits {
    pub(super) lanes: u64,
    cost: f64,
    pub(super) weight: u64,
}

impl Visits {
    pub(super) fn new(node: &ControlNode) -> Visits {
        Visits { lanes: 0, cost: node.cost as f64, weight: 1 << 16 }
    }

    pub(super) fn weigh(&mut self) {
        // Fixed point, so that `next_control` compares integers; never 0, or a class would starve.
        let root = ((1 + self.lanes) as f64 * self.cost).sqrt();
        self.weight = ((1_u64 << 40) as f64 / root) as u64 + 1;
    }
}
