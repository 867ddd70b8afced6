//! Where the counters of nodes stand, so that a node tells many others with few sums.

use crate::build::sums::Kept;
use crate::runtime::net::{Counters, Delta, Fused, LEAF, NOBODY, Place, SOON, Tell};
use crate::runtime::pack::Packing;

/// A node that tells more others than this says nothing about who belongs together.
const CROWD: usize = 64;
/// What is told on longer ways than this goes through a queue.
const HIGH: u32 = 64;

impl Counters {
    /// Counters for what is kept; those of rows (the first node and how many) come first.
    pub(super) fn new(kept: &Kept, rows: &[(u32, u32)]) -> Counters {
        let (node, mirror) = in_company(kept, rows);
        let mut counters = Counters {
            slot: vec![NOBODY; kept.sums.len()],
            node,
            mirror,
            starts: vec![0],
            ..Counters::default()
        };
        counters.blank = vec![0; counters.node.len().div_ceil(8)];
        counters.mirror.resize(counters.blank.len(), NOBODY);
        for (slot, node) in counters.node.iter().enumerate().filter(|(_, n)| **n != NOBODY) {
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
        let heights = heights(kept);
        for node in counters.node.iter_mut().filter(|n| **n != NOBODY) {
            match heights[*node as usize] {
                0 => *node |= LEAF,
                1..=HIGH => *node |= SOON,
                _ => {}
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

/// How long the longest way is on which what happens to a node is told; more than `HIGH` for nodes
/// in circles and those who tell them.
fn heights(kept: &Kept) -> Vec<u32> {
    let circle = |n: usize| kept.cycle_of[n] != u32::MAX;
    let mut heights: Vec<u32> =
        (0..kept.sums.len()).map(|n| if circle(n) { HIGH + 1 } else { 0 }).collect();
    let mut open: Vec<usize> = (0..heights.len()).filter(|n| kept.sums[*n].is_some()).collect();
    while let Some(node) = open.pop() {
        for (lit, _) in kept.sums[node].iter().flat_map(|s| &s.inputs) {
            let height = (heights[node] + 1).min(HIGH + 1);
            if heights[lit.node()] < height {
                heights[lit.node()] = height;
                open.push(lit.node());
            }
        }
    }
    heights
}

/// Whether nobody wants to know of a node but those who make moves.
fn is_leaf(kept: &Kept, node: u32) -> bool {
    let circle = kept.cycle_of[node as usize] != u32::MAX;
    kept.edges.of(node as usize).is_empty() && !circle
}

/// The nodes that have counters, those with the same inputs beside each other; but rows come first
/// and in order, so that a word of their counters has its bits in one byte, which is told as well.
fn in_company(kept: &Kept, rows: &[(u32, u32)]) -> (Vec<u32>, Vec<u32>) {
    let mut open: Vec<bool> = kept.sums.iter().map(Option::is_some).collect();
    let mut shared = vec![0u32; open.len()];
    let mut out = Vec::new();
    let mut mirror = Vec::new();
    for (low, len) in rows {
        let here = |n: &u32| open[*n as usize] && is_leaf(kept, *n);
        if low % 8 != 0 || !(*low..low + len).all(|n| here(&n)) {
            continue;
        }
        out.extend(*low..low + len);
        out.resize(out.len().next_multiple_of(8), NOBODY);
        mirror.extend((0..len.div_ceil(8)).map(|i| low / 8 + i));
        (*low..low + len).for_each(|n| open[n as usize] = false);
    }
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
    (out, mirror)
}

/// A change as a few sums, if it is known what every place in it does.
pub(super) fn fused(
    delta: &Delta,
    places: &[Place],
    counters: &Counters,
    packing: &Packing,
) -> Option<Fused> {
    let sure = |p: &u32| !places[*p as usize].persistent;
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
            let byte = counters.mirror[tell.word as usize];
            fused.add(tell.word, (byte != NOBODY).then_some(byte), by);
        }
    }
    Some(fused)
}
