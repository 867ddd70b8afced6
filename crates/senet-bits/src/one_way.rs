//! One-way moves: after one of them no earlier position can come back, so that a repetition rule may forget them all.
//!
//! A move is one-way if it leaves its strongly connected component of control states (Tarjan 1972), or if it lowers a
//! ranking function that no step of the component raises. Ranking functions are, for each plane, the number of its
//! cells, then the sum of their indices, up or down. This finds captures, promotions, and steps of men that only move
//! forward, from the program alone.

use crate::decision::{CellRef, DecisionCase};
use crate::runner::{ControlNode, Effect, Segment};
use senet_data::components;

/// The effect of a step on a plane: bounds of the change of its number of cells, and the direction in which a cell
/// moves if the number stays the same; `None` if that is unknown.
#[derive(Debug, Clone, Copy, PartialEq)]
struct PlaneStep {
    low: i64,
    high: i64,
    moves: Option<i32>,
}

/// More cells than any board has.
const MANY: i64 = 1 << 20;

/// A step from one control state to another of the same component.
struct InnerStep {
    variant: u32,
    planes: Vec<PlaneStep>,
    /// Whether it is known to be one-way.
    one_way: bool,
}

/// For each variant, whether all of its moves are one-way.
pub(crate) fn one_way(nodes: &[ControlNode], planes: usize, variants: usize) -> Vec<bool> {
    let component_of = component_of(nodes);
    let mut inner: Vec<Vec<InnerStep>> = Vec::new();
    inner.resize_with(nodes.len(), Vec::new);
    for (i, node) in nodes.iter().enumerate() {
        for segment in node.rules.iter().chain(&node.links) {
            for (c, group) in segment.groups.iter().enumerate() {
                // A step that always leaves its component is one-way, whatever it does to planes.
                let here = component_of[i];
                if group.effect.next.iter().any(|to| component_of[*to as usize] == here) {
                    let step = |plane| plane_step(segment, c, &group.effect, plane);
                    let planes = (0..planes).map(step).collect();
                    let variant = group.variant;
                    inner[here].push(InnerStep { variant, planes, one_way: false });
                }
            }
        }
    }
    let mut out = vec![true; variants];
    for steps in &mut inner {
        (0..planes).for_each(|plane| mark_one_way(steps, plane));
        for step in steps.iter().filter(|step| !step.one_way) {
            out[step.variant as usize] = false;
        }
    }
    out
}

/// Marks the steps of a component that change a plane in a way that no step of the component undoes.
fn mark_one_way(steps: &mut [InnerStep], plane: usize) {
    // A ranking function, as in termination proofs: the number of cells of the plane, then the sum of
    // their indices, compared lexicographically. If no step of the component raises it, or none lowers
    // it, then a step that does change it is never undone. The order being lexicographic, a step that
    // changes the number may move cells as it likes.
    let grows = steps.iter().all(|s| s.planes[plane].low >= 0);
    let shrinks = steps.iter().all(|s| s.planes[plane].high <= 0);
    if !grows && !shrinks {
        return;
    }
    let direction = |s: &InnerStep| s.planes[plane].moves;
    let up = steps.iter().all(|s| direction(s).is_some_and(|d| d >= 0));
    let down = steps.iter().all(|s| direction(s).is_some_and(|d| d <= 0));
    for step in steps {
        let PlaneStep { low, high, moves } = step.planes[plane];
        let counted = grows && low > 0 || shrinks && high < 0;
        let moved = (up || down) && (low, high) == (0, 0) && moves != Some(0);
        step.one_way |= counted || moved;
    }
}

fn plane_step(segment: &Segment, group: usize, effect: &Effect, plane: usize) -> PlaneStep {
    let of = |all: &[(u16, CellRef)]| -> Vec<CellRef> {
        all.iter().filter(|(p, _)| usize::from(*p) == plane).map(|(_, site)| *site).collect()
    };
    let (clears, sets) = (of(&effect.clears), of(&effect.sets));
    let has = |all: &[(u16, u16)]| all.iter().any(|(p, _)| usize::from(*p) == plane);
    let net = sets.len() as i64 - clears.len() as i64;
    let low = net - if has(&effect.clear_masks) { MANY } else { 0 };
    let high = net + if has(&effect.set_masks) { MANY } else { 0 };
    let taken = !clears.is_empty() || has(&effect.clear_masks);
    let given = !sets.is_empty() || has(&effect.set_masks);
    let moves = match (&clears[..], &sets[..]) {
        // If it only takes, or only gives, the number stays the same where it does nothing.
        _ if !taken || !given || low > 0 || high < 0 => Some(0),
        ([from], [to]) if (low, high) == (0, 0) => distance(segment, group, *from, *to),
        _ => None,
    };
    PlaneStep { low, high, moves }
}

/// The sign of the distance between two cells of the moves of a group, if it is the same for all of them.
fn distance(segment: &Segment, group: usize, from: CellRef, to: CellRef) -> Option<i32> {
    let (from, to) = match (from, to) {
        (a, b) if a == b => return Some(0),
        (CellRef::Cell(a), CellRef::Cell(b)) => {
            return Some((i32::from(b) - i32::from(a)).signum());
        }
        (CellRef::Var(a), CellRef::Var(b)) => (a, b),
        _ => return None,
    };
    let mut signs = Vec::new();
    match &segment.flat {
        Some(flat) => {
            let here =
                |cases: &[DecisionCase]| cases.iter().any(|case| usize::from(case.group) == group);
            for slice in flat.iter().filter(|slice| here(&slice.cases)) {
                let [a, b] = [from, to].map(|i| i32::from(slice.offsets[usize::from(i)]));
                signs.push((b - a).signum());
            }
        }
        None => {
            for factor in &segment.groups[group].factors {
                let at = |i: u8| factor.cells.iter().position(|cell| *cell == i);
                match (at(from), at(to)) {
                    (None, None) => {}
                    (Some(a), Some(b)) => {
                        for slice in &factor.slices {
                            let [a, b] = [a, b].map(|i| i32::from(slice.offsets[i]));
                            signs.push((b - a).signum());
                        }
                    }
                    _ => return None,
                }
            }
        }
    }
    let first = *signs.first()?;
    signs.iter().all(|sign| *sign == first).then_some(first)
}

/// The number of the strongly connected component of each control state.
fn component_of(nodes: &[ControlNode]) -> Vec<usize> {
    let targets = |node: &ControlNode| -> Vec<u32> {
        let segments = node.rules.iter().chain(&node.links);
        segments.flat_map(|s| &s.groups).flat_map(|c| &c.effect.next).copied().collect()
    };
    let next: Vec<Vec<u32>> = nodes.iter().map(targets).collect();
    let mut out = vec![0; nodes.len()];
    for (number, component) in components(&next).iter().enumerate() {
        component.iter().for_each(|member| out[*member as usize] = number);
    }
    out
}
