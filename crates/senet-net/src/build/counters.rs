//! Where the counters of nodes stand, so that a node tells many others with few sums.

use crate::build::sums::Kept;
use crate::runtime::net::{Counters, Delta, Fused, LEAF, Place, Tell};
use crate::runtime::pack::Packing;

/// A node that tells more others than this says nothing about who belongs together.
const CROWD: usize = 64;

impl Counters {
    pub(super) fn new(kept: &Kept) -> Counters {
        let mut counters = Counters {
            slot: vec![u32::MAX; kept.sums.len()],
            node: in_company(kept),
            starts: vec![0],
            ..Counters::default()
        };
        counters.blank = vec![0; counters.node.len().div_ceil(8)];
        for (slot, node) in counters.node.iter().enumerate() {
            counters.slot[*node as usize] = slot as u32;
            let sum = kept.sums[*node as usize].as_ref().expect("only sums have counters");
            let negative = sum.inputs.iter().filter(|(l, _)| l.is_negative());
            let begin = 128 + negative.map(|(_, w)| w).sum::<i32>() - sum.needed;
            counters.blank[slot / 8] |= (begin as u64) << (slot % 8 * 8);
        }
        for node in 0..kept.sums.len() {
            let tells = counters.tells_of(kept, node);
            counters.tells.extend(tells);
            counters.starts.push(counters.tells.len() as u32);
        }
        for node in &mut counters.node {
            let circle = kept.cycle_of[*node as usize] != u32::MAX;
            if kept.edges.of(*node as usize).is_empty() && !circle {
                *node |= LEAF;
            }
        }
        counters
    }

    fn tells_of(&self, kept: &Kept, node: usize) -> Vec<Tell> {
        let mut out: Vec<Tell> = Vec::new();
        for (target, by) in kept.edges.of(node) {
            let (word, by, loses) = self.told(*target as usize, *by);
            let doubts = if kept.cycle_of[*target as usize] == u32::MAX { 0 } else { loses };
            match out.iter_mut().find(|t| t.word == word) {
                Some(tell) => {
                    tell.by = tell.by.wrapping_add(by);
                    tell.doubts |= doubts;
                }
                None => out.push(Tell { word, doubts, by }),
            }
        }
        out.sort_unstable_by_key(|t| t.word);
        out
    }

    /// An edge as a sum: the word, what is added, and when the target loses by it.
    fn told(&self, target: usize, by: i16) -> (u32, u64, u32) {
        let slot = self.slot[target];
        let by_word = (i64::from(by) as u64) << (slot % 8 * 8);
        (slot / 8, by_word, if by > 0 { 1 } else { 2 })
    }
}

/// The nodes that have counters, those with the same inputs beside each other.
fn in_company(kept: &Kept) -> Vec<u32> {
    let mut open: Vec<bool> = kept.sums.iter().map(Option::is_some).collect();
    let mut shared = vec![0u32; open.len()];
    let mut out = Vec::new();
    for first in 0..open.len() {
        let mut next = open[first].then_some(first);
        while let Some(node) = next {
            open[node] = false;
            out.push(node as u32);
            let mut near: Vec<usize> = Vec::new();
            for (lit, _) in kept.sums[node].iter().flat_map(|s| &s.inputs) {
                let others = kept.edges.of(lit.node());
                if others.len() > CROWD {
                    continue;
                }
                for other in others.iter().map(|(t, _)| *t as usize).filter(|o| open[*o]) {
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
    out
}

/// A change as a few sums, if it is known what every place in it does.
pub(super) fn fused(
    delta: &Delta,
    places: &[Place],
    counters: &Counters,
    packing: &Packing,
) -> Option<Fused> {
    let sure = |p: &u32| !places[*p as usize].lasting;
    if !delta.counted.is_empty() || !delta.sets.iter().all(sure) {
        return None;
    }
    let mut fused = Fused::default();
    for (i, place) in delta.sets.iter().enumerate() {
        let up = i >= delta.offs;
        let (word, bit) = (place / 64, 1 << (place % 64));
        fused.flip(word, bit);
        let code = packing.words[*place as usize];
        fused.code = fused.code.wrapping_add(if up { code } else { code.wrapping_neg() });
        for tell in counters.tells(*place as usize) {
            if tell.doubts & (if up { 2 } else { 1 }) != 0 {
                return None;
            }
            let by = if up { tell.by } else { tell.by.wrapping_neg() };
            fused.add(tell.word, by);
        }
    }
    Some(fused)
}
