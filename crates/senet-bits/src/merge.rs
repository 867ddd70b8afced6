//! Merges slices of several groups into one, with a decision list that finds the group of a move from its cells.
//!
//! A capture has a group for each kind of the captured piece, and a step one for each kind of the moving
//! piece: slices with the same distances, over and over. But a cell holds one piece, so that slices of
//! different kinds are disjoint. By distributivity their union takes fewer operations than the slices one
//! by one, and after a cell was drawn, testing it in the planes finds the group (a decision list).
//! With this and with shifts that cancel out, a turn of chess takes a fifth of the operations.

use crate::control::Explored;
use crate::decision::{DecisionCase, PlaneTest};
use crate::expr::{Expr, ExprNode, Graph};
use crate::runner::MOVE_CELLS;
use std::collections::BTreeMap;

/// Moves with the same distances between their cells; the decision list finds the group of each.
#[derive(Debug, Clone)]
pub(crate) struct SlicePlan {
    /// The distance of each cell of the move from the first.
    pub(crate) offsets: Vec<i16>,
    /// The set of first cells; `None` if the moves have no cells.
    pub(crate) set: Option<Expr>,
    /// Whether there are any.
    pub(crate) cond: Expr,
    /// The decision list: the first case whose tests hold, or else the last.
    pub(crate) cases: Vec<DecisionCase>,
}

/// For each plane, the number of its set of mutually exclusive planes: no two of them share a cell.
#[derive(Debug)]
pub(crate) struct PlaneExclusions(Vec<Option<u32>>);

impl PlaneExclusions {
    pub(crate) fn new(explored: &Explored<'_>) -> PlaneExclusions {
        let layout = &explored.compiler.layout;
        let mut exclusions = vec![None; layout.planes as usize];
        let mut sets: Vec<&Vec<usize>> = explored.exclusive.iter().map(|(set, _)| set).collect();
        sets.sort_by_key(|set| std::cmp::Reverse(set.len()));
        let types = layout.domains.len() as u32;
        for (i, set) in sets.into_iter().enumerate() {
            for family in set.iter().map(|f| &layout.families[*f]) {
                // Cells of different boards may have the same number.
                if let [ty] = family.types[..] {
                    exclusions[family.plane as usize].get_or_insert(i as u32 * types + ty.0);
                }
            }
        }
        PlaneExclusions(exclusions)
    }
}

/// A shifted plane, with the number of its set of exclusive planes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Literal {
    by: i32,
    group: u32,
    plane: u32,
}

impl Literal {
    /// Whether the two are disjoint.
    fn excludes(&self, other: &Literal) -> bool {
        self.by == other.by && self.group == other.group && self.plane != other.plane
    }
}

/// A slice before merging: moves of one group at the same distances.
#[derive(Debug, Clone)]
pub(crate) struct GroupSlice {
    pub(crate) group: u16,
    pub(crate) cond: Expr,
    /// The distances of the cells, and the set of first cells; `None` if the moves have no cells.
    pub(crate) cells: Option<(Vec<i16>, Expr)>,
}

/// Merges slices with the same distances.
pub(crate) fn merge(
    graph: &mut Graph,
    exclusions: &PlaneExclusions,
    slices: Vec<GroupSlice>,
) -> Vec<SlicePlan> {
    let mut out = Vec::new();
    let mut alike: BTreeMap<Vec<i16>, Vec<(u16, Expr)>> = BTreeMap::new();
    for slice in slices {
        match slice.cells {
            None => {
                let cases =
                    vec![DecisionCase { group: slice.group, within: None, tests: Vec::new() }];
                out.push(SlicePlan { offsets: Vec::new(), set: None, cond: slice.cond, cases });
            }
            Some((offsets, set)) => {
                assert!(offsets.len() <= MOVE_CELLS, "moves have few cells");
                let set = graph.and(set, slice.cond);
                alike.entry(offsets).or_default().push((slice.group, set));
            }
        }
    }
    for (offsets, slices) in alike {
        for disjoint in partition_disjoint(graph, exclusions, &slices) {
            let (set, cases) = union_of_disjoint(graph, exclusions, &disjoint);
            let (cond, offsets) = (graph.boolean(true), offsets.clone());
            out.push(SlicePlan { offsets, set: Some(set), cond, cases });
        }
    }
    // In the order of groups, which mostly is that of rules.
    out.sort_by_key(|slice| slice.cases[0].group);
    out
}

/// Partitions slices into lists of pairwise disjoint ones, as far as exclusions and supports prove it. Greedy:
/// the fewest lists would be a minimum graph colouring.
fn partition_disjoint(
    graph: &Graph,
    exclusions: &PlaneExclusions,
    slices: &[(u16, Expr)],
) -> Vec<Vec<(u16, Expr)>> {
    let mut out: Vec<Vec<(u16, Expr, Vec<Literal>)>> = Vec::new();
    for (group, set) in slices {
        let literals = literals(graph, exclusions, *set);
        let disjoint = |(_, other, known): &(u16, Expr, Vec<Literal>)| {
            graph.support(*set).and(graph.support(*other)).is_empty()
                || literals.iter().any(|l| known.iter().any(|k| k.excludes(l)))
        };
        let at = out.iter().position(|list| list.iter().all(disjoint));
        let one = (*group, *set, literals);
        match at {
            Some(at) => out[at].push(one),
            None => out.push(vec![one]),
        }
    }
    out.into_iter().map(|list| list.into_iter().map(|(c, e, _)| (c, e)).collect()).collect()
}

/// The union of disjoint slices, and its decision list.
fn union_of_disjoint(
    graph: &mut Graph,
    exclusions: &PlaneExclusions,
    slices: &[(u16, Expr)],
) -> (Expr, Vec<DecisionCase>) {
    let known: Vec<Vec<Literal>> =
        slices.iter().map(|(_, set)| literals(graph, exclusions, *set)).collect();
    let support = |i: usize| graph.support(slices[i].1);
    let mut cases = Vec::new();
    // For each slice, literals that separate it from each other slice.
    let mut deciding: Vec<Vec<Literal>> = vec![Vec::new(); slices.len()];
    for i in 0..slices.len() {
        // Disjoint slices differ in a literal or in their supports (`partition_disjoint`). Few tests by a greedy
        // choice: a literal that separates one other slice often separates several.
        let mut within = None;
        for j in (0..slices.len()).filter(|j| *j != i) {
            let differs = |l: &&Literal| known[j].iter().any(|k| k.excludes(l));
            if deciding[i].iter().any(|l| differs(&l)) {
                continue;
            }
            match known[i].iter().find(differs) {
                Some(literal) => deciding[i].push(*literal),
                None => within = Some(support(i)),
            }
        }
        let test = |l: &Literal| PlaneTest { plane: l.plane, by: -l.by as i16 };
        let tests = deciding[i].iter().map(test).collect();
        cases.push(DecisionCase { group: slices[i].0, within, tests });
    }
    if let [(_, only)] = slices {
        cases[0].tests.clear();
        return (*only, cases);
    }
    // Group slices by their rest without the deciding literals: equal rests share operations.
    let mut rests: BTreeMap<Expr, Vec<Vec<Literal>>> = BTreeMap::new();
    for ((_, set), literals) in slices.iter().zip(&deciding) {
        let rest = without(graph, *set, literals);
        let mut literals = literals.clone();
        literals.sort_unstable();
        rests.entry(rest).or_default().push(literals);
    }
    let mut out = graph.empty();
    for (rest, terms) in rests {
        let any = factor(graph, terms);
        let both = graph.and(any, rest);
        out = graph.or(out, both);
    }
    (out, cases)
}

/// The shifted planes among the operands of an intersection.
fn literals(graph: &Graph, exclusions: &PlaneExclusions, e: Expr) -> Vec<Literal> {
    let (mut out, mut pending) = (Vec::new(), vec![e]);
    while let Some(e) = pending.pop() {
        let (e, by) = match *graph.node(e) {
            ExprNode::And(a, b) => {
                pending.extend([a, b]);
                continue;
            }
            ExprNode::Shift(a, by) => (a, by),
            _ => (e, 0),
        };
        if let ExprNode::Plane(plane) = *graph.node(e)
            && let Some(group) = exclusions.0[plane as usize]
        {
            out.push(Literal { by, group, plane });
        }
    }
    out
}

/// An intersection without some of its literals.
fn without(graph: &mut Graph, e: Expr, literals: &[Literal]) -> Expr {
    let (inner, by) = match *graph.node(e) {
        ExprNode::And(a, b) => {
            let (a, b) = (without(graph, a, literals), without(graph, b, literals));
            return graph.and(a, b);
        }
        ExprNode::Shift(a, by) => (a, by),
        _ => (e, 0),
    };
    match *graph.node(inner) {
        ExprNode::Plane(plane) if literals.iter().any(|l| l.plane == plane && l.by == by) => {
            graph.boolean(true)
        }
        _ => e,
    }
}

/// The union of intersections of planes, with what they have in common written once: planes whose
/// cofactors are equal are united first (algebraic factoring, as in logic synthesis: Brayton and McMullen
/// 1982).
fn factor(graph: &mut Graph, terms: Vec<Vec<Literal>>) -> Expr {
    if terms.iter().any(Vec::is_empty) {
        return graph.boolean(true);
    }
    // Planes of one group at one distance exclude each other, so a term that is not empty has at
    // most one of them: a many-valued variable, by whose values the terms are split.
    let (by, group) = (terms[0][0].by, terms[0][0].group);
    let here = |l: &Literal| l.by == by && l.group == group;
    let mut cofactors: BTreeMap<u32, Vec<Vec<Literal>>> = BTreeMap::new();
    let mut others = Vec::new();
    for mut term in terms {
        match term.iter().position(here) {
            Some(at) => {
                let literal = term.remove(at);
                cofactors.entry(literal.plane).or_default().push(term);
            }
            None => others.push(term),
        }
    }
    let mut planes: BTreeMap<Vec<Vec<Literal>>, Vec<u32>> = BTreeMap::new();
    for (plane, mut terms) in cofactors {
        terms.sort_unstable();
        planes.entry(terms).or_default().push(plane);
    }
    let mut out = graph.empty();
    for (terms, planes) in planes {
        let sets: Vec<Expr> = planes.iter().map(|p| graph.known_plane(*p)).collect();
        let union = graph.union(&sets);
        let moved = graph.shift(union, by);
        let rest = factor(graph, terms);
        let both = graph.and(moved, rest);
        out = graph.or(out, both);
    }
    if !others.is_empty() {
        let others = factor(graph, others);
        out = graph.or(out, others);
    }
    out
}
