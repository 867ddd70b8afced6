//! The moves of a control state before registers are allocated: which groups share a list of operations, and as
//! which sets their moves are represented.

use crate::control::Explored;
use crate::error::BitsError;
use crate::expr::{Expr, ExprNode, Graph};
use crate::layout::rule_name;
use crate::merge::{GroupSlice, PlaneExclusions, SlicePlan, merge};
use crate::plan::{ControlPlan, GroupPlan};
use crate::relation::Relation;
use crate::runner::MOVE_CELLS;
use rustc_hash::FxHashSet;
use senet_program::VarId;

/// At most this many intermediate sets are saved with a position, to be reused when a move is made.
const SHARED: usize = 16;

/// Groups whose sets are computed by one list of operations.
#[derive(Debug)]
pub(crate) struct SegmentPlan<'p> {
    pub(crate) groups: &'p [GroupPlan],
    /// Whether all have one chooser, and no order.
    pub(crate) plain: bool,
    pub(crate) moves: MovesPlan,
    /// Common subexpressions of finding the moves and of making them: saved with the position.
    pub(crate) shared: Vec<Expr>,
}

/// The sets of moves.
#[derive(Debug)]
pub(crate) enum MovesPlan {
    /// Slices, each of one or more groups.
    Flat(Vec<SlicePlan>),
    /// For each group, its factors: relations that share no cell.
    Factored(Vec<Vec<Relation>>),
}

/// The segments of a control state.
#[derive(Debug)]
pub(crate) struct ControlSegments<'p> {
    pub(crate) rules: Vec<SegmentPlan<'p>>,
    pub(crate) links: Vec<SegmentPlan<'p>>,
}

/// Splits the groups of a control state into segments and merges their slices.
pub(crate) fn arrange<'p>(
    explored: &mut Explored<'_>,
    exclusive: &PlaneExclusions,
    plan: &'p ControlPlan,
) -> Result<ControlSegments<'p>, BitsError> {
    let one_chooser = plan.rules.windows(2).all(|w| w[0].chooser == w[1].chooser);
    if plan.forbids && !one_chooser {
        let location = "`#forbid`".to_owned();
        let construct = "several players could choose at once".to_owned();
        return Err(BitsError::Construct { location, construct });
    }
    // Segments are tried one after another. If one player chooses in an ordered stage, each rule is
    // a segment, and the first that has a move is the one; with several choosers the first rule of
    // each counts, which is found among the enabled groups (`BitProgram::keep_eligible`).
    let split = |groups: &'p [GroupPlan], apart: bool| -> Vec<&'p [GroupPlan]> {
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
        // With `#forbid`, moves are tried in a copy of the planes, in which the sets of moves are missing.
        if plan.interactive && !plan.forbids {
            segment.share(&explored.compiler.graph);
        }
        rules.push(segment);
    }
    for groups in split(&plan.links, plan.ordered) {
        links.push(segment(explored, exclusive, groups, true)?);
    }
    Ok(ControlSegments { rules, links })
}

fn segment<'p>(
    explored: &mut Explored<'_>,
    exclusive: &PlaneExclusions,
    groups: &'p [GroupPlan],
    plain: bool,
) -> Result<SegmentPlan<'p>, BitsError> {
    // The enabled groups of a position are the bits of one word (`BitState::enabled_groups`).
    if !plain && groups.len() > 64 {
        return Err(BitsError::Large("a stage with several choosers".to_owned(), 64));
    }
    if groups.len() >= usize::from(u16::MAX) {
        return Err(BitsError::Large("a control state".to_owned(), usize::from(u16::MAX)));
    }
    let program = explored.compiler.program;
    let graph = &mut explored.compiler.graph;
    let mut factors = Vec::new();
    for group in groups {
        if group.vars.len() > MOVE_CELLS {
            let location = rule_name(program.rule(group.rule).name.as_deref());
            let construct = format!("a move has more than {MOVE_CELLS} cells");
            return Err(BitsError::Construct { location, construct });
        }
        factors.push(in_order(graph, &group.relations, &group.vars));
    }
    // Flat moves are sets of first cells at fixed distances from the others: counting them is
    // counting bits. A product of unrelated parts is not such a set.
    let flat = |(group, factors): (&GroupPlan, &Vec<Relation>)| match &factors[..] {
        [] => true,
        [only] => only.vars == group.vars,
        _ => false,
    };
    if !plain || !groups.iter().zip(&factors).all(flat) {
        let moves = MovesPlan::Factored(factors);
        return Ok(SegmentPlan { groups, plain, moves, shared: Vec::new() });
    }
    let mut slices = Vec::new();
    for (i, (group, factors)) in groups.iter().zip(&factors).enumerate() {
        let (group, cond) = (i as u16, group.cond);
        match factors.first() {
            None => slices.push(GroupSlice { group, cond, cells: None }),
            Some(relation) => slices.extend(relation.slices.iter().map(|(deltas, set)| {
                let offsets = std::iter::once(0).chain(deltas.iter().map(|d| *d as i16));
                GroupSlice { group, cond, cells: Some((offsets.collect(), *set)) }
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
        out.push(relation.reordered(graph, &order));
    }
    out.sort_by_key(|relation| at(&relation.vars[0]).min(255));
    out
}

impl SegmentPlan<'_> {
    /// All expressions that have to be computed to find the moves.
    fn roots(&self) -> Vec<Expr> {
        match &self.moves {
            MovesPlan::Flat(slices) => {
                slices.iter().flat_map(|s| s.set.into_iter().chain([s.cond])).collect()
            }
            MovesPlan::Factored(factors) => {
                let sets = factors.iter().flatten().flat_map(|r| r.slices.values().copied());
                sets.chain(self.groups.iter().map(|g| g.cond)).collect()
            }
        }
    }

    /// Finds the largest fills that both the moves and their effects need (common subexpressions).
    fn share(&mut self, graph: &Graph) {
        // Two walks over the graph, each linear: what the moves are made of, then from the effects
        // down to the first expressions that are among those.
        let mut found: FxHashSet<Expr> = FxHashSet::default();
        let mut pending = self.roots();
        let mut operands = Vec::new();
        while let Some(e) = pending.pop() {
            if found.insert(e) {
                graph.operands(e, &mut pending);
            }
        }
        let mut pending: Vec<Expr> = self.groups.iter().flat_map(|g| g.effect.roots()).collect();
        let mut seen: FxHashSet<Expr> = FxHashSet::default();
        while let Some(e) = pending.pop() {
            if !seen.insert(e) {
                continue;
            }
            if found.contains(&e) && self.shared.len() < SHARED {
                // Only expressions with a fill: anything less is recomputed as fast as it is copied.
                operands.clear();
                graph.operands(e, &mut operands);
                let fills = |e: &Expr| {
                    matches!(graph.node(*e), ExprNode::Fill(..) | ExprNode::Fixpoint(..))
                };
                if fills(&e) || operands.iter().any(fills) {
                    self.shared.push(e);
                    continue;
                }
            }
            graph.operands(e, &mut pending);
        }
    }

    /// The number of registers that copies keep for this segment: its sets of moves, and what effects share with them.
    pub(crate) fn move_sets(&self, graph: &Graph) -> usize {
        // An upper bound of what `emit` pins: growing fills have registers of their own, and
        // conditions that always hold have none.
        let mut roots = self.roots();
        roots.extend(&self.shared);
        roots.retain(|e| !matches!(graph.node(*e), ExprNode::Plane(_)));
        roots.sort_unstable();
        roots.dedup();
        roots.len()
    }
}
