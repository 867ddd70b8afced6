//! Counting the rules that fire in lanes, where a tally asks for it: one addition to a counter of every lane for each
//! rule that fires in some of them.

use super::{Lockstep, NONE};
use crate::branch::Branch;
use crate::runner::{Change, Segment};
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
    /// Nothing has fired yet, of so many rules; 0 if they are not counted.
    pub(super) fn new(rules: usize) -> LaneRulesFired<L> {
        let (held, single) = (Vec::new(), Vec::new());
        LaneRulesFired { times: vec![[0; L]; rules], last: [NONE; L], held, single }
    }

    fn counts(&self) -> bool {
        !self.times.is_empty()
    }

    /// The playout of a lane is over: what has fired in it.
    pub(super) fn take(&mut self, l: usize) -> Option<RulesFired> {
        if !self.counts() {
            return None;
        }
        let times = self.times.iter_mut().map(|lanes| std::mem::take(&mut lanes[l]) as u32);
        let last = std::mem::replace(&mut self.last[l], NONE);
        Some(RulesFired { times: times.collect(), last: (last != NONE).then_some(last as u32) })
    }

    /// A condition of a branch holds in these lanes.
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
    /// A rule fires in some lanes.
    #[inline(always)]
    fn note_rule(&mut self, rule: u32, lanes: &[u64; L]) {
        let fired = &mut self.fired;
        // A mask is -1 in its lanes: subtracting it counts one up.
        let times = &mut fired.times[rule as usize];
        *times = S::sub(times, lanes);
        fired.last = S::select(lanes, &S::splat(u64::from(rule)), &fired.last);
    }

    /// Some lanes make these choices of a segment.
    #[inline(always)]
    pub(super) fn note_rules(&mut self, segment: &Segment, choices: &[u64; L], lanes: &[u64; L]) {
        if !self.fired.counts() {
            return;
        }
        if let [only] = &segment.choices[..] {
            return self.note_rule(only.rule, lanes);
        }
        for l in S::members(lanes) {
            self.fired.add(l, segment.choices[choices[l] as usize].rule);
        }
    }

    /// The certain links that a change skips, from where lanes are.
    #[inline(always)]
    pub(super) fn note_hops(&mut self, change: &Change, lanes: &[u64; L]) {
        if !self.fired.counts() || change.hops.is_empty() {
            return;
        }
        for l in S::members(lanes) {
            let mut way = self.next_of(change, l);
            if !change.ways.is_empty() {
                let member = self.program.nodes[self.control[l] as usize].member as usize;
                way += member * change.next.len();
            }
            change.hops[way].iter().for_each(|rule| self.fired.add(l, *rule));
        }
    }

    /// Lanes have followed a branch from these control states, except those in which several conditions hold.
    #[inline(always)]
    pub(super) fn note_arms(&mut self, branch: &Branch, from: &[u64; L], several: &[u64; L]) {
        if !self.fired.counts() {
            return;
        }
        let held = std::mem::take(&mut self.fired.held);
        for (arm, lanes) in held.iter().enumerate() {
            let lanes = S::and_not(lanes, several);
            match &branch.fired[arm][..] {
                [rules] => rules.iter().for_each(|rule| self.note_rule(*rule, &lanes)),
                members => {
                    for l in S::members(&lanes) {
                        let member = self.program.nodes[from[l] as usize].member as usize;
                        members[member].iter().for_each(|rule| self.fired.add(l, *rule));
                    }
                }
            }
        }
        self.fired.held = held;
        self.fired.held.clear();
    }

    /// What fired in the single position has fired in a lane.
    pub(super) fn note_single(&mut self, l: usize) {
        let mut single = std::mem::take(&mut self.fired.single);
        if self.fired.counts() {
            single.iter().for_each(|rule| self.fired.add(l, *rule));
        }
        single.clear();
        self.fired.single = single;
    }
}
