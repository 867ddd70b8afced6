//! Counts the rules that fire in each lane, if the tally wants them: one masked vector addition for each rule that fires
//! in some lanes.

use super::{Lockstep, NONE};
use crate::branch::Branch;
use crate::runner::{Effect, Segment};
use crate::vectors::Vectors;
use senet_game::{Playout, RulesFired};

/// A playout that is over, and the rules that fired in it, if they are counted.
pub(super) struct EndedPlayout {
    pub(super) playout: Playout,
    pub(super) fired: Option<RulesFired>,
}

/// How often each rule has fired in the playout of each lane.
pub(super) struct LaneRulesFired<const L: usize> {
    /// By rule; empty if rules are not counted.
    times: Vec<[u64; L]>,
    /// The last rule of each lane, or [`NONE`].
    last: [u64; L],
    /// For each condition of the branch that is being followed, the lanes in which it holds.
    held: Vec<[u64; L]>,
    /// What fires in a single position.
    pub(super) single: Vec<u32>,
}

impl<const L: usize> LaneRulesFired<L> {
    /// Counters for this many rules; 0 if they are not counted.
    pub(super) fn new(rules: usize) -> LaneRulesFired<L> {
        let (held, single) = (Vec::new(), Vec::new());
        LaneRulesFired { times: vec![[0; L]; rules], last: [NONE; L], held, single }
    }

    fn counts(&self) -> bool {
        !self.times.is_empty()
    }

    /// Takes the counts of a lane whose playout is over.
    pub(super) fn take(&mut self, l: usize) -> Option<RulesFired> {
        if !self.counts() {
            return None;
        }
        let times = self.times.iter_mut().map(|lanes| std::mem::take(&mut lanes[l]) as u32);
        let last = std::mem::replace(&mut self.last[l], NONE);
        Some(RulesFired { times: times.collect(), last: (last != NONE).then_some(last as u32) })
    }

    /// Records the lanes in which a condition of a branch holds.
    #[inline(always)]
    pub(super) fn hold(&mut self, arm: usize, lanes: &[u64; L]) {
        if self.counts() {
            self.held.truncate(arm);
            self.held.push(*lanes);
        }
    }

    fn add(&mut self, l: usize, rule: u32) {
        self.times[rule as usize][l] += 1;
        self.last[l] = u64::from(rule);
    }
}

impl<const W: usize, const L: usize, S: Vectors> Lockstep<'_, W, L, S> {
    /// Counts a rule that fires in some lanes.
    #[inline(always)]
    fn record_rule(&mut self, rule: u32, lanes: &[u64; L]) {
        let fired = &mut self.fired;
        // A mask is -1 in its lanes: subtracting it counts one up.
        let times = &mut fired.times[rule as usize];
        *times = S::sub(times, lanes);
        fired.last = S::select(lanes, &S::splat(u64::from(rule)), &fired.last);
    }

    /// Counts the rules of the groups that some lanes have drawn.
    #[inline(always)]
    pub(super) fn record_rules(&mut self, segment: &Segment, groups: &[u64; L], lanes: &[u64; L]) {
        if !self.fired.counts() {
            return;
        }
        if let [only] = &segment.groups[..] {
            return self.record_rule(only.rule, lanes);
        }
        for l in S::lanes(lanes) {
            self.fired.add(l, segment.groups[groups[l] as usize].rule);
        }
    }

    /// Counts the certain links that an effect skips.
    #[inline(always)]
    pub(super) fn record_skipped_links(&mut self, effect: &Effect, lanes: &[u64; L]) {
        if !self.fired.counts() || effect.skipped_links.is_empty() {
            return;
        }
        for l in S::lanes(lanes) {
            let mut target = self.next_of(effect, l);
            if !effect.member_targets.is_empty() {
                let member = self.program.nodes[self.control[l] as usize].member as usize;
                target += member * effect.next.len();
            }
            for rule in &effect.skipped_links[target] {
                self.fired.add(l, *rule);
            }
        }
    }

    /// Counts the rules of a branch that lanes followed from these control states, except for lanes in which several
    /// conditions hold.
    #[inline(always)]
    pub(super) fn record_arms(&mut self, branch: &Branch, from: &[u64; L], several: &[u64; L]) {
        if !self.fired.counts() {
            return;
        }
        let held = std::mem::take(&mut self.fired.held);
        for (arm, lanes) in held.iter().enumerate() {
            let lanes = S::and_not(lanes, several);
            match &branch.fired[arm][..] {
                [rules] => {
                    // A loop, because what is passed to `for_each` would be compiled without AVX2: each vector
                    // operation would be a call, and counting would take twice as long as playing.
                    for rule in rules {
                        self.record_rule(*rule, &lanes);
                    }
                }
                members => {
                    for l in S::lanes(&lanes) {
                        let member = self.program.nodes[from[l] as usize].member as usize;
                        for rule in &members[member] {
                            self.fired.add(l, *rule);
                        }
                    }
                }
            }
        }
        self.fired.held = held;
        self.fired.held.clear();
    }

    /// Counts for a lane what fired in the single position.
    pub(super) fn record_single(&mut self, l: usize) {
        let mut single = std::mem::take(&mut self.fired.single);
        if self.fired.counts() {
            single.iter().for_each(|rule| self.fired.add(l, *rule));
        }
        single.clear();
        self.fired.single = single;
    }
}
