//! The moves of a control state before they have registers: which are worked out together, and as which sets.

use crate::control::Explored;
use crate::error::BitsError;
use crate::expr::{Expr, Graph, Node};
use crate::layout::rule_name;
use crate::merge::{Groups, OneSlice, SlicePlan, merge};
use crate::plan::{Group, NodePlan};
use crate::relation::Relation;
use crate::runner::MOVE_CELLS;
use rustc_hash::FxHashSet;
use senet_program::VarId;

/// No more than so much is kept with a position to be used again.
const SHARED: usize = 16;

/// Choices whose sets are worked out together.
#[derive(Debug)]
pub(crate) struct SegmentPlan<'p> {
    pub(crate) groups: &'p [Group],
    /// Whether all have one chooser, and no order.
    pub(crate) plain: bool,
    pub(crate) moves: MovesPlan,
    /// What is worked out to find the moves and needed again to make them, kept with the moves.
    pub(crate) shared: Vec<Expr>,
}

/// The sets of moves.
#[derive(Debug)]
pub(crate) enum MovesPlan {
    /// Slices of one or more choices.
    Flat(Vec<SlicePlan>),
    /// For each choice, relations that share no cell.
    Parts(Vec<Vec<Relation>>),
}

/// The segments of a control state.
#[derive(Debug)]
pub(crate) struct NodeSegments<'p> {
    pub(crate) rules: Vec<SegmentPlan<'p>>,
    pub(crate) links: Vec<SegmentPlan<'p>>,
}

/// Arranges the moves of a control state.
pub(crate) fn arrange<'p>(
    explored: &mut Explored<'_>,
    exclusive: &Groups,
    plan: &'p NodePlan,
) -> Result<NodeSegments<'p>, BitsError> {
    let one_chooser = plan.rules.windows(2).all(|w| w[0].chooser == w[1].chooser);
    if plan.forbids && !one_chooser {
        let place = "`#forbid`".to_owned();
        let construct = "several players could choose at once".to_owned();
        return Err(BitsError::Construct { place, construct });
    }
    // Segments are tried one after another. If one player chooses in an ordered stage, each rule is
    // a segment, and the first that has a move is the one; with several choosers the first rule of
    // each counts, which is found among the open choices (`BitProgram::narrow`).
    let split = |groups: &'p [Group], apart: bool| -> Vec<&'p [Group]> {
        match groups {
            [] => Vec::new(),
            _ if apart => groups.chunk_by(|a, b| a.rule == b.rule).collect(),
            _ => vec![groups],
        }
    };
    let plain = one_chooser || !plan.interactive && !plan.ordered;
    let (mut rules, mut links) = (Vec::new(), Vec::new());
    for groups in split(&plan.rules, plan.ordered && one_chooser) {
        let mut segment = segment(explored, exclusive, groups, plain)?;
        // Where moves are tried, they are made in a copy of the position that has nothing beside it.
        if plan.interactive && !plan.forbids {
            segment.share(&explored.compiler.graph);
        }
        rules.push(segment);
    }
    for groups in split(&plan.links, plan.ordered) {
        links.push(segment(explored, exclusive, groups, true)?);
    }
    Ok(NodeSegments { rules, links })
}

fn segment<'p>(
    explored: &mut Explored<'_>,
    exclusive: &Groups,
    groups: &'p [Group],
    plain: bool,
) -> Result<SegmentPlan<'p>, BitsError> {
    // The open choices of a position are the bits of one word (`BitState::open`).
    if !plain && groups.len() > 64 {
        return Err(BitsError::Large("a stage with several choosers".to_owned(), 64));
    }
    if groups.len() >= usize::from(u16::MAX) {
        return Err(BitsError::Large("a control state".to_owned(), usize::from(u16::MAX)));
    }
    let program = explored.compiler.program;
    let graph = &mut explored.compiler.graph;
    let mut parts = Vec::new();
    for group in groups {
        if group.vars.len() > MOVE_CELLS {
            let place = rule_name(program.rule(group.rule).name.as_deref());
            let construct = format!("a move has more than {MOVE_CELLS} cells");
            return Err(BitsError::Construct { place, construct });
        }
        parts.push(in_order(graph, &group.relations, &group.vars));
    }
    // Flat moves are sets of first cells at fixed distances from the others: counting them is
    // counting bits. A product of unrelated parts is not such a set.
    let flat = |(group, parts): (&Group, &Vec<Relation>)| match &parts[..] {
        [] => true,
        [only] => only.vars == group.vars,
        _ => false,
    };
    if !plain || !groups.iter().zip(&parts).all(flat) {
        let moves = MovesPlan::Parts(parts);
        return Ok(SegmentPlan { groups, plain, moves, shared: Vec::new() });
    }
    let mut slices = Vec::new();
    for (i, (group, parts)) in groups.iter().zip(&parts).enumerate() {
        let (choice, cond) = (i as u16, group.cond);
        match parts.first() {
            None => slices.push(OneSlice { choice, cond, cells: None }),
            Some(relation) => slices.extend(relation.slices.iter().map(|(deltas, set)| {
                let offsets = std::iter::once(0).chain(deltas.iter().map(|d| *d as i16));
                OneSlice { choice, cond, cells: Some((offsets.collect(), *set)) }
            })),
        }
    }
    let moves = MovesPlan::Flat(merge(graph, exclusive, slices));
    Ok(SegmentPlan { groups, plain, moves, shared: Vec::new() })
}

/// Relations with their variables in the order of the move's, the first relation first.
pub(crate) fn in_order(graph: &mut Graph, all: &[Relation], vars: &[VarId]) -> Vec<Relation> {
    let at = |v: &VarId| vars.iter().position(|w| w == v).unwrap_or(usize::MAX);
    let mut out = Vec::new();
    for relation in all {
        let mut order = relation.vars.clone();
        order.sort_unstable_by_key(|v| (at(v), *v));
        out.push(relation.arranged(graph, &order));
    }
    out.sort_by_key(|relation| at(&relation.vars[0]).min(255));
    out
}

impl SegmentPlan<'_> {
    /// Everything that has to be worked out to find the moves.
    fn roots(&self) -> Vec<Expr> {
        match &self.moves {
            MovesPlan::Flat(slices) => {
                slices.iter().flat_map(|s| s.set.into_iter().chain([s.cond])).collect()
            }
            MovesPlan::Parts(parts) => {
                let sets = parts.iter().flatten().flat_map(|r| r.slices.values().copied());
                sets.chain(self.groups.iter().map(|g| g.cond)).collect()
            }
        }
    }

    /// Finds the largest runs and floods that both the moves and what they do need.
    fn share(&mut self, graph: &Graph) {
        // Two walks over the graph, each linear: what the moves are made of, then from the effects
        // down to the first expressions that are among those.
        let mut found: FxHashSet<Expr> = FxHashSet::default();
        let mut open = self.roots();
        let mut parts = Vec::new();
        while let Some(e) = open.pop() {
            if found.insert(e) {
                graph.parts(e, &mut open);
            }
        }
        let mut open: Vec<Expr> = self.groups.iter().flat_map(|g| g.effect.roots()).collect();
        let mut seen: FxHashSet<Expr> = FxHashSet::default();
        while let Some(e) = open.pop() {
            if !seen.insert(e) {
                continue;
            }
            if found.contains(&e) && self.shared.len() < SHARED {
                // One fill or more: less is found again as fast as it is kept.
                parts.clear();
                graph.parts(e, &mut parts);
                let fills = |e: &Expr| matches!(graph.node(*e), Node::Fill(..) | Node::Fix(..));
                if fills(&e) || parts.iter().any(fills) {
                    self.shared.push(e);
                    continue;
                }
            }
            graph.parts(e, &mut open);
        }
    }

    /// How many registers its moves take, and what is kept with them.
    pub(crate) fn kept(&self, graph: &Graph) -> usize {
        // An upper bound of what `emit` pins: floods that grow have registers of their own, and
        // conditions that always hold have none.
        let mut roots = self.roots();
        roots.extend(&self.shared);
        roots.retain(|e| !matches!(graph.node(*e), Node::Plane(_)));
        roots.sort_unstable();
        roots.dedup();
        roots.len()
    }
}
