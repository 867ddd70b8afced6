//! Where counters stand, so that a change reaches many conditions with few sums, and changes as sums.

use crate::build::sums::Maintained;
use crate::runtime::change::{FusedChange, PlaceChange};
use crate::runtime::condition::{
    CounterOwner, CounterUpdate, Counters, LostSupport, Place, Propagation,
};
use crate::runtime::ids::{ConditionId, CounterId, DenseId, IdVec, PackedId, PlaceId};
use crate::runtime::pack::PackedLayout;

/// A condition with more dependants than this says nothing about which of them belong together.
const CROWD: usize = 64;
/// Changes on longer paths than this go through the queue, since the stack is finite.
const HEIGHT: u32 = 64;

/// Conditions with consecutive ids that are the choices of a factor.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct ConditionRow {
    pub(super) first: ConditionId,
    pub(super) len: u32,
}

impl ConditionRow {
    fn conditions(self) -> impl Iterator<Item = ConditionId> {
        (self.first.0..self.first.0 + self.len).map(ConditionId)
    }
}

/// The conditions that have counters, in the order of the counters; `None` is a gap.
struct Layout {
    order: Vec<Option<ConditionId>>,
    /// For the words of rows, the byte of bits that mirrors them.
    mirror: Vec<u32>,
}

impl Counters {
    /// Counters for all conditions that are kept up to date; those of rows come first.
    pub(super) fn new(kept: &Maintained, rows: &[ConditionRow]) -> Counters {
        let Layout { order, mirror } = layout(kept, rows);
        let words = order.len().div_ceil(8);
        let mut counters = Counters {
            of: vec![PackedId::NONE; kept.sums.len()].into(),
            mirror,
            blank: vec![0; words],
            starts: vec![0],
            ..Counters::default()
        };
        counters.mirror.resize(words, Counters::NO_MIRROR);
        // How far a change can travel decides how it is propagated.
        let heights = heights(kept);
        for (slot, condition) in order.into_iter().enumerate() {
            let slot = CounterId::new(slot);
            let Some(condition) = condition else {
                counters.owner.push(CounterOwner::NONE);
                continue;
            };
            counters.of[condition] = PackedId::some(slot);
            counters.owner.push(CounterOwner::new(
                condition,
                match heights[condition] {
                    0 => Propagation::Leaf,
                    1..=HEIGHT => Propagation::Immediate,
                    _ => Propagation::Queued,
                },
            ));
            // Where nothing is there, all negative literals hold.
            let sum = kept.sums[condition].as_ref().expect("only sums have counters");
            let negative = sum.inputs.iter().filter(|i| i.literal.is_negative());
            let begin = 128 + negative.map(|i| i.weight).sum::<i32>() - sum.needed;
            counters.blank[slot.word() as usize] |= (begin as u64) << slot.shift();
        }
        for condition in kept.sums.ids() {
            let updates = counters.updates_of(kept, condition);
            counters.updates.extend(updates);
            counters.starts.push(counters.updates.len() as u32);
        }
        counters
    }

    /// The edges of a condition as sums over words.
    fn updates_of(&self, kept: &Maintained, condition: ConditionId) -> Vec<CounterUpdate> {
        let mut out: Vec<CounterUpdate> = Vec::new();
        for edge in kept.edges.of(condition) {
            let slot = self.slot(edge.target);
            let by = (i64::from(edge.weight) as u64) << slot.shift();
            let cyclic = !kept.cycles.of[edge.target].is_none();
            let lost = LostSupport {
                on_fall: cyclic && edge.weight > 0,
                on_rise: cyclic && edge.weight <= 0,
            };
            // SWAR: edges into the same word are one sum. A negative weight borrows from
            // the bytes above, which is right as long as every counter stays within its byte.
            match out.iter_mut().find(|u| u.word == slot.word()) {
                Some(update) => {
                    update.by = update.by.wrapping_add(by);
                    update.lost.on_fall |= lost.on_fall;
                    update.lost.on_rise |= lost.on_rise;
                }
                None => out.push(CounterUpdate { word: slot.word(), lost, by }),
            }
        }
        out.sort_unstable_by_key(|u| u.word);
        out
    }
}

/// The length of the longest path from each condition to one that none depends on; more than `HEIGHT`
/// for conditions in cycles and those that lead there.
fn heights(kept: &Maintained) -> IdVec<ConditionId, u32> {
    let height = |c| if kept.cycles.of[c].is_none() { 0 } else { HEIGHT + 1 };
    let mut heights: IdVec<ConditionId, u32> = kept.sums.ids().map(height).collect();
    let mut open: Vec<ConditionId> = kept.sums.ids().filter(|c| kept.sums[*c].is_some()).collect();
    while let Some(condition) = open.pop() {
        for input in kept.sums[condition].iter().flat_map(|s| &s.inputs) {
            let source = input.literal.condition();
            let height = (heights[condition] + 1).min(HEIGHT + 1);
            // Longest paths by relaxation: in an acyclic graph heights only rise, and they stop at
            // `HEIGHT` + 1 where it is cyclic.
            if heights[source] < height {
                heights[source] = height;
                open.push(source);
            }
        }
    }
    heights
}

/// Whether no other condition depends on this one.
fn is_leaf(kept: &Maintained, condition: ConditionId) -> bool {
    kept.edges.of(condition).is_empty() && kept.cycles.of[condition].is_none()
}

/// Places counters. Rows come first and in order, so that the eight conditions of a word of counters
/// are one byte of bits. The others follow greedily: next to a condition stands the one that shares
/// the most inputs with it, so that the dependants of a place fill few words.
fn layout(kept: &Maintained, rows: &[ConditionRow]) -> Layout {
    let mut open: IdVec<ConditionId, bool> = kept.sums.iter().map(Option::is_some).collect();
    let mut shared: IdVec<ConditionId, u32> = vec![0; open.len()].into();
    let mut layout = Layout { order: Vec::new(), mirror: Vec::new() };
    for row in rows {
        let fits = |c: ConditionId| open[c] && is_leaf(kept, c);
        // Only leaves can be mirrored: whatever depends on a condition would have to hear of it.
        if row.first.0 % 8 != 0 || !row.conditions().all(fits) {
            continue;
        }
        layout.order.extend(row.conditions().map(Some));
        layout.order.resize(layout.order.len().next_multiple_of(8), None);
        layout.mirror.extend((0..row.len.div_ceil(8)).map(|i| row.first.0 / 8 + i));
        row.conditions().for_each(|c| open[c] = false);
    }
    for first in kept.sums.ids() {
        let mut next = open[first].then_some(first);
        while let Some(condition) = next {
            open[condition] = false;
            layout.order.push(Some(condition));
            let mut near: Vec<ConditionId> = Vec::new();
            for input in kept.sums[condition].iter().flat_map(|s| &s.inputs) {
                let others = kept.edges.of(input.literal.condition());
                // Quadratic otherwise, and a place that everything depends on brings nothing
                // together.
                if others.len() > CROWD {
                    continue;
                }
                for other in others.iter().map(|e| e.target).filter(|o| open[*o]) {
                    if shared[other] == 0 {
                        near.push(other);
                    }
                    shared[other] += 1;
                }
            }
            next = near.iter().copied().min_by_key(|o| (u32::MAX - shared[*o], *o));
            near.iter().for_each(|o| shared[*o] = 0);
        }
    }
    layout
}

/// A change as a few sums, if it is certain that every place in it changes and that no cycle loses
/// support by it: persistent places may be there already, and copies may go from two to one.
pub(super) fn fused(
    change: &PlaceChange,
    places: &IdVec<PlaceId, Place>,
    counters: &Counters,
    layout: &PackedLayout,
) -> Option<FusedChange> {
    let certain = |p: &PlaceId| !places[*p].persistent;
    if !change.counted.is_empty() || !change.places.iter().all(certain) {
        return None;
    }
    let mut fused = FusedChange::default();
    for (i, place) in change.places.iter().enumerate() {
        let rises = i >= change.removals;
        let (word, bit) = place.condition().bit();
        // Each place is known to change: its bit flips, and its updates are added without a test.
        fused.flip(word as u32, bit);
        let packed = layout.words[*place];
        let packed = if rises { packed } else { packed.wrapping_neg() };
        fused.packed = fused.packed.wrapping_add(packed);
        for update in counters.updates(place.condition()) {
            if update.lost.when(rises) {
                return None;
            }
            let by = if rises { update.by } else { update.by.wrapping_neg() };
            let byte = counters.mirror[update.word as usize];
            fused.add(update.word, (byte != Counters::NO_MIRROR).then_some(byte), by);
        }
    }
    Some(fused)
}
