//! From what was collected to the ast.

use super::{Draft, Grid, RuleDraft, StageDraft};
use crate::kind::{Cell, Dir, Edge, Kind, Player};
use crate::node;
use crate::stage::{End, To, Way};
use senet_syntax::ast::{Comparison, DirectiveKind, File, Item, Mark, Prop, PropKind, Term};
use std::collections::BTreeSet;

impl Grid {
    /// What no game does without.
    pub(super) fn missing(&self) -> Vec<String> {
        let draft = self.draft.borrow();
        let mut missing = draft.mistakes.clone();
        if draft.start.is_none() {
            missing.push("the game does not say where it starts".to_owned());
        }
        for stage in &draft.stages {
            let name = &stage.name;
            if stage.rules.is_empty() {
                missing.push(format!("the stage `{name}` has no rules"));
            }
            if stage.success.is_none() && stage.way != Way::Repeated {
                missing.push(format!("the stage `{name}` does not say what success leads to"));
            }
            if stage.failure.is_none() {
                missing.push(format!("the stage `{name}` does not say what failure leads to"));
            }
        }
        missing
    }

    /// The whole game, in a stable order.
    pub(super) fn file(&self) -> File {
        let draft = self.draft.borrow();
        let mut items = vec![node::directive(DirectiveKind::Title(node::text(&draft.title)))];
        items.push(node::directive(DirectiveKind::About(node::text(&draft.about))));
        items.extend(draft.board.clone());
        // A board declares the types of its cells, edges and directions itself.
        let its = [Cell::NAME, Edge::NAME, Dir::NAME];
        let given = |name: &str| draft.board.is_some() && its.contains(&name);
        let types = draft.types.iter().filter(|(name, _)| !given(name));
        items.extend(types.flat_map(|(_, items)| items.clone()));
        items.extend(draft.directives.iter().filter(|it| is_early(it)).cloned());
        items.extend(draft.predicates.iter().flat_map(|(_, items)| items.clone()));
        let ends = draft.ends();
        items.extend(ends.iter().flat_map(|end| outcome(*end)));
        for stage in &draft.stages {
            items.extend(stage.items(&draft));
        }
        if !ends.is_empty() {
            items.push(node::stage("over", Vec::new()));
        }
        items.extend(draft.directives.iter().filter(|it| !is_early(it)).cloned());
        items.extend(draft.beginning());
        File { items }
    }
}

/// Who plays, and what can be chosen, is said first.
fn is_early(item: &Item) -> bool {
    let early = |kind: &DirectiveKind| {
        matches!(kind, DirectiveKind::Players(..) | DirectiveKind::Option { .. })
    };
    matches!(item, Item::Directive(it) if early(&it.kind))
}

/// An outcome with its predicate.
fn outcome(end: End) -> Vec<Item> {
    let player: &[&str] = &[Player::NAME];
    let (name, arguments, kind) = match end {
        End::Win => ("win", player, DirectiveKind::Win as fn(_) -> _),
        End::Lose => ("lose", player, DirectiveKind::Lose as fn(_) -> _),
        End::Draw => ("draw", &[][..], DirectiveKind::Draw as fn(_) -> _),
        End::Rest => return Vec::new(),
    };
    let declared = node::declare(name, arguments, "pred");
    vec![declared, node::directive(kind(node::name(name)))]
}

impl Draft {
    fn ends(&self) -> BTreeSet<End> {
        let links = self.stages.iter().flat_map(|stage| [stage.success, stage.failure]);
        let ends = links.flatten().filter_map(|to| match to {
            To::End(end) => Some(end),
            _ => None,
        });
        ends.collect()
    }

    /// The first position, and where play begins in it.
    fn beginning(&self) -> Vec<Item> {
        let Some((stage, player)) = &self.start else { return Vec::new() };
        let stage = &self.stages[*stage];
        let mut atoms = vec![node::plain(&stage.at(), vec![player.clone()])];
        atoms.extend(self.taken.iter().map(|taken| free_cells(taken)));
        atoms.extend(self.initial.iter().cloned());
        let context = node::context("start", atoms);
        let start = vec![node::plain("start", Vec::new())];
        let trace =
            DirectiveKind::Trace { limit: None, stage: node::name(&stage.name), atoms: start };
        vec![context, node::directive(trace)]
    }

    /// What a link puts there.
    fn arrive(&self, to: To) -> (Vec<Prop>, Vec<Prop>) {
        let p = || vec![node::variable("P")];
        match to {
            To::Stage(stage) => {
                let stage = &self.stages[stage];
                (Vec::new(), vec![node::in_stage(&stage.name), node::plain(&stage.at(), p())])
            }
            To::Next(stage) => {
                let stage = &self.stages[stage];
                let (p, q) = (node::variable("P"), node::variable("Q"));
                let next = node::plain("next", vec![p, q.clone()]);
                (vec![next], vec![node::in_stage(&stage.name), node::plain(&stage.at(), vec![q])])
            }
            To::End(end) => {
                let over = std::iter::once(node::in_stage("over"));
                (Vec::new(), over.chain(outcome_atom(end)).collect())
            }
        }
    }
}

/// `{ free C | C : cell, C <> a1 }`
fn free_cells(taken: &[Term]) -> Prop {
    let cell = node::variable("C");
    let is_cell = PropKind::Member(Box::new(cell.clone()), node::name(Cell::NAME));
    let differs = taken.iter().map(|other| {
        let (cell, other) = (Box::new(cell.clone()), Box::new(other.clone()));
        PropKind::Compare(Comparison::Differ, cell, other)
    });
    let goals = std::iter::once(is_cell).chain(differs);
    let goals = goals.map(|goal| node::prop(Mark::Plain, goal)).collect();
    let free = vec![node::plain("free", vec![cell.clone()])];
    node::prop(Mark::Plain, PropKind::Set(free, goals))
}

/// What says how the game ended.
fn outcome_atom(end: End) -> Option<Prop> {
    match end {
        End::Win => Some(node::plain("win", vec![node::variable("P")])),
        End::Lose => Some(node::plain("lose", vec![node::variable("P")])),
        End::Draw => Some(node::plain("draw", Vec::new())),
        End::Rest => None,
    }
}

impl StageDraft {
    /// The token of a player who is in the stage.
    pub(super) fn at(&self) -> String {
        format!("at-{}", self.name)
    }

    /// The token of a player who has done something in it.
    pub(super) fn left(&self) -> String {
        format!("left-{}", self.name)
    }

    fn items(&self, draft: &Draft) -> Vec<Item> {
        let mut items = vec![node::declare(&self.at(), &[Player::NAME], "pred")];
        if self.way != Way::Repeated {
            items.push(node::declare(&self.left(), &[Player::NAME], "pred"));
        }
        let rules = self.rules.iter().map(|rule| self.rule(rule));
        items.push(node::stage(&self.name, rules.collect()));
        if self.way == Way::Interactive {
            let interactive = DirectiveKind::Interactive(node::name(&self.name));
            items.push(node::directive(interactive));
        }
        items.extend(self.rules.iter().filter_map(RuleDraft::labelled));
        items.extend(self.success.map(|to| self.link(&self.left(), to, draft)));
        items.extend(self.failure.map(|to| self.link(&self.at(), to, draft)));
        items
    }

    /// A rule with the tokens of its stage. If it ends the game, it says so itself, so that what
    /// it looked at is known to have decided.
    fn rule(&self, rule: &RuleDraft) -> Item {
        let player = || vec![node::variable("P")];
        let at = node::plain(&self.at(), player());
        let (mut left, mut right) = match self.way {
            Way::Repeated => (vec![node::prop(Mark::Read, at.kind)], Vec::new()),
            _ => (vec![at], vec![node::plain(&self.left(), player())]),
        };
        left.extend(rule.left.iter().cloned());
        right.extend(rule.right.iter().cloned());
        if let Some(To::End(end)) = self.success {
            right.extend(outcome_atom(end));
        }
        node::forward(Some(&rule.name), left, right)
    }

    /// What follows when the stage is quiet and this token is there.
    fn link(&self, token: &str, to: To, draft: &Draft) -> Item {
        let (needs, mut makes) = draft.arrive(to);
        if let (To::End(_), true) = (to, token == self.left()) {
            makes.truncate(1); // The rule has said it.
        }
        let nobody = matches!(to, To::End(_)) && (makes.len() == 1 || to == End::Draw.into());
        let who = if nobody { node::wild() } else { node::variable("P") };
        let mut left = vec![node::plain("qui", Vec::new()), node::in_stage(&self.name)];
        left.push(node::plain(token, vec![who]));
        left.extend(needs);
        node::forward(None, left, makes)
    }
}

impl RuleDraft {
    fn labelled(&self) -> Option<Item> {
        let label = DirectiveKind::Label(node::name(&self.name), node::text(&self.label));
        (!self.label.is_empty()).then(|| node::directive(label))
    }
}
