//! Which rules fired, and how often.

use crate::stats::add_all;
use senet_game::RulesFired;
use serde::{Deserialize, Serialize};

/// Rules that fired in some plays, by the numbers that [`DynGame::rule_names`](senet_game::DynGame::rule_names)
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
    /// Counts a play in which these rules fired: some before the first decision, and then others.
    pub(crate) fn count(&mut self, start: &RulesFired, fired: &RulesFired) {
        self.plays += 1;
        let rules = fired.times.len();
        for list in [&mut self.fired, &mut self.plays_with, &mut self.last] {
            list.resize(rules, 0);
        }
        for (rule, (before, after)) in start.times.iter().zip(&fired.times).enumerate() {
            let times = before + after;
            self.fired[rule] += u64::from(times);
            self.plays_with[rule] += u64::from(times > 0);
        }
        if let Some(last) = fired.last.or(start.last) {
            self.last[last as usize] += 1;
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
