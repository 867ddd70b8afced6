//! Slices of several choices as one, where the cells of a move tell which of the choices it is.
//!
//! A capture is a choice for each kind of the captured piece, and a step one for each kind of the piece that
//! makes it: slices with the same distances, over and over. But a cell holds one piece, so that slices of
//! different kinds are disjoint. Their union takes fewer operations than its parts, by the law of
//! distribution, and after a cell of it was drawn, a look at the planes tells the choice (a decision list).
//! A turn of chess takes 475 operations with this and with shifts that cancel out, and 2,568 without.

use crate::choices::{Kind, Test};
use crate::control::Explored;
use crate::expr::{Expr, Graph, Node};
use crate::runner::MOVE_CELLS;
use std::collections::BTreeMap;

/// Moves that have the same distances between their cells, and whose choice is told by the cells.
#[derive(Debug, Clone)]
pub(crate) struct SlicePlan {
    /// For each cell of the move, its distance from the first.
    pub(crate) offsets: Vec<i16>,
    /// The set of first cells; `None` if the moves have no cells.
    pub(crate) set: Option<Expr>,
    /// Whether there are any.
    pub(crate) cond: Expr,
    /// The choices: the first whose tests hold is it, and if no other's do, the last.
    pub(crate) kinds: Vec<Kind>,
}

/// Which planes exclude each other: planes of one group have no cell in common.
#[derive(Debug)]
pub(crate) struct Groups(Vec<Option<u32>>);

impl Groups {
    pub(crate) fn new(explored: &Explored<'_>) -> Groups {
        let layout = &explored.compiler.layout;
        let mut groups = vec![None; layout.planes as usize];
        let mut sets: Vec<&Vec<usize>> = explored.exclusive.iter().map(|(set, _)| set).collect();
        sets.sort_by_key(|set| std::cmp::Reverse(set.len()));
        let types = layout.domains.len() as u32;
        for (i, set) in sets.into_iter().enumerate() {
            for family in set.iter().map(|f| &layout.families[*f]) {
                // Cells of different boards may have the same number.
                if let [ty] = family.types[..] {
                    groups[family.plane as usize].get_or_insert(i as u32 * types + ty.0);
                }
            }
        }
        Groups(groups)
    }
}

/// A plane, moved by a distance; with the number of its group.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Literal {
    by: i32,
    group: u32,
    plane: u32,
}

impl Literal {
    /// Whether no cell is in both.
    fn excludes(&self, other: &Literal) -> bool {
        self.by == other.by && self.group == other.group && self.plane != other.plane
    }
}

/// A slice of one choice.
#[derive(Debug, Clone)]
pub(crate) struct OneSlice {
    pub(crate) choice: u16,
    pub(crate) cond: Expr,
    /// The set of first cells and the distances of the others; `None` if the choice has no cells.
    pub(crate) cells: Option<(Vec<i16>, Expr)>,
}

/// Merges the slices of choices.
pub(crate) fn merge(graph: &mut Graph, groups: &Groups, slices: Vec<OneSlice>) -> Vec<SlicePlan> {
    let mut out = Vec::new();
    let mut alike: BTreeMap<Vec<i16>, Vec<(u16, Expr)>> = BTreeMap::new();
    for slice in slices {
        match slice.cells {
            None => {
                let kinds = vec![Kind { choice: slice.choice, within: None, tests: Vec::new() }];
                out.push(SlicePlan { offsets: Vec::new(), set: None, cond: slice.cond, kinds });
            }
            Some((offsets, set)) => {
                assert!(offsets.len() <= MOVE_CELLS, "moves have few cells");
                let set = graph.and(set, slice.cond);
                alike.entry(offsets).or_default().push((slice.choice, set));
            }
        }
    }
    for (offsets, slices) in alike {
        for disjoint in apart(graph, groups, &slices) {
            let (set, kinds) = unite(graph, groups, &disjoint);
            let (cond, offsets) = (graph.truth(true), offsets.clone());
            out.push(SlicePlan { offsets, set: Some(set), cond, kinds });
        }
    }
    // In the order of choices, which mostly is that of rules.
    out.sort_by_key(|slice| slice.kinds[0].choice);
    out
}

/// Sorts slices into lists in which all are disjoint, as far as groups and supports tell. Greedy: to find
/// the fewest lists is to colour a graph.
fn apart(graph: &Graph, groups: &Groups, slices: &[(u16, Expr)]) -> Vec<Vec<(u16, Expr)>> {
    let mut out: Vec<Vec<(u16, Expr, Vec<Literal>)>> = Vec::new();
    for (choice, set) in slices {
        let literals = literals(graph, groups, *set);
        let disjoint = |(_, other, known): &(u16, Expr, Vec<Literal>)| {
            graph.support(*set).and(graph.support(*other)).is_empty()
                || literals.iter().any(|l| known.iter().any(|k| k.excludes(l)))
        };
        let at = out.iter().position(|list| list.iter().all(disjoint));
        let one = (*choice, *set, literals);
        match at {
            Some(at) => out[at].push(one),
            None => out.push(vec![one]),
        }
    }
    out.into_iter().map(|list| list.into_iter().map(|(c, e, _)| (c, e)).collect()).collect()
}

/// The union of disjoint slices, and how their choices are told apart.
fn unite(graph: &mut Graph, groups: &Groups, slices: &[(u16, Expr)]) -> (Expr, Vec<Kind>) {
    let known: Vec<Vec<Literal>> =
        slices.iter().map(|(_, set)| literals(graph, groups, *set)).collect();
    let support = |i: usize| graph.support(slices[i].1);
    let mut kinds = Vec::new();
    // For each slice, the literals in which it differs from any other.
    let mut telling: Vec<Vec<Literal>> = vec![Vec::new(); slices.len()];
    for i in 0..slices.len() {
        // Disjoint slices differ in a literal or in their supports (`apart`). Few tests by a greedy
        // choice: a literal that tells one other slice often tells several.
        let mut within = None;
        for j in (0..slices.len()).filter(|j| *j != i) {
            let differs = |l: &&Literal| known[j].iter().any(|k| k.excludes(l));
            if telling[i].iter().any(|l| differs(&l)) {
                continue;
            }
            match known[i].iter().find(differs) {
                Some(literal) => telling[i].push(*literal),
                None => within = Some(support(i)),
            }
        }
        let test = |l: &Literal| Test { plane: l.plane, by: -l.by as i16 };
        let tests = telling[i].iter().map(test).collect();
        kinds.push(Kind { choice: slices[i].0, within, tests });
    }
    if let [(_, only)] = slices {
        kinds[0].tests.clear();
        return (*only, kinds);
    }
    // By what is left of a slice without the literals that tell: equal rests share their operations.
    let mut rests: BTreeMap<Expr, Vec<Vec<Literal>>> = BTreeMap::new();
    for ((_, set), literals) in slices.iter().zip(&telling) {
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
    (out, kinds)
}

/// The planes, moved by some distance, that an intersection is about.
fn literals(graph: &Graph, groups: &Groups, e: Expr) -> Vec<Literal> {
    let (mut out, mut open) = (Vec::new(), vec![e]);
    while let Some(e) = open.pop() {
        let (e, by) = match *graph.node(e) {
            Node::And(a, b) => {
                open.extend([a, b]);
                continue;
            }
            Node::Shift(a, by) => (a, by),
            _ => (e, 0),
        };
        if let Node::Plane(plane) = *graph.node(e)
            && let Some(group) = groups.0[plane as usize]
        {
            out.push(Literal { by, group, plane });
        }
    }
    out
}

/// An intersection without some of its planes.
fn without(graph: &mut Graph, e: Expr, literals: &[Literal]) -> Expr {
    let (inner, by) = match *graph.node(e) {
        Node::And(a, b) => {
            let (a, b) = (without(graph, a, literals), without(graph, b, literals));
            return graph.and(a, b);
        }
        Node::Shift(a, by) => (a, by),
        _ => (e, 0),
    };
    match *graph.node(inner) {
        Node::Plane(plane) if literals.iter().any(|l| l.plane == plane && l.by == by) => {
            graph.truth(true)
        }
        _ => e,
    }
}

/// The union of intersections of planes, with what they have in common written once: planes whose
/// cofactors are equal are united first (algebraic factoring, as in logic synthesis: Brayton and McMullen
/// 1982).
fn factor(graph: &mut Graph, terms: Vec<Vec<Literal>>) -> Expr {
    if terms.iter().any(Vec::is_empty) {
        return graph.truth(true);
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
