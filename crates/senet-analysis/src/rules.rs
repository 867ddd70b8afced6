//! Which rules fired, and how often.

use crate::stats::add_all;
use serde::{Deserialize, Serialize};

/// Rules that fired in some plays, by the numbers that [`DynGame::rules`](senet_game::DynGame::rules)
/// gives them.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct RuleStats {
    /// How many plays were looked at.
    pub plays: u64,
    /// How often each rule fired.
    pub fired: Vec<u64>,
    /// In how many plays it fired.
    pub plays_with: Vec<u64>,
    /// In how many plays it was the last to fire.
    pub last: Vec<u64>,
}

impl RuleStats {
    /// Counts a play in which these rules fired, in this order.
    pub(crate) fn count(&mut self, fired: &[u32], rules: usize) {
        self.plays += 1;
        for list in [&mut self.fired, &mut self.plays_with, &mut self.last] {
            list.resize(rules, 0);
        }
        let mut seen = vec![false; rules];
        for rule in fired.iter().map(|rule| *rule as usize).filter(|rule| *rule < rules) {
            self.fired[rule] += 1;
            if !seen[rule] {
                seen[rule] = true;
                self.plays_with[rule] += 1;
            }
        }
        if let Some(last) = fired.last() {
            self.last[*last as usize] += 1;
        }
    }

    /// Adds the plays of another part.
    pub fn merge(&mut self, other: &RuleStats) {
        self.plays += other.plays;
        add_all(&mut self.fired, &other.fired);
        add_all(&mut self.plays_with, &other.plays_with);
        add_all(&mut self.last, &other.last);
    }

    /// Rules that fired in none of the plays.
    pub fn never(&self) -> impl Iterator<Item = u32> + '_ {
        let never = self.plays_with.iter().enumerate().filter(|(_, plays)| **plays == 0);
        never.map(|(rule, _)| rule as u32)
    }
}
