//! The graph of stages: which link leads from where to where, and under what condition.

use crate::ids::{RuleId, StageId};
use crate::program::{Program, Role};
use crate::show::Show;

/// A link, seen as an edge.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StageEdge {
    /// The link.
    pub link: RuleId,
    /// The stage that it leaves.
    pub from: StageId,
    /// The stage that it enters; `None` ends the program.
    pub to: Option<StageId>,
    /// What it needs besides quiescence, as it is written; empty if nothing.
    pub condition: String,
}

/// All links, in source order.
pub fn stage_edges(program: &Program) -> Vec<StageEdge> {
    let show = Show::new(program);
    let edge = |(i, rule): (usize, &crate::program::Rule)| match rule.role {
        Role::Step(_) => None,
        Role::Link(from, to) => {
            let premises = rule.premises.iter().map(|p| show.premise(p, &rule.variables));
            let condition = premises.collect::<Vec<_>>().join(" * ");
            Some(StageEdge { link: RuleId::new(i), from, to, condition })
        }
    };
    program.rules().iter().enumerate().filter_map(edge).collect()
}

/// Whether nothing leads out of a stage.
pub fn is_final(program: &Program, stage: StageId) -> bool {
    program.stage(stage).links.is_empty()
}
