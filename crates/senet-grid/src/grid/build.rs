//! From what was collected to the ast.

use super::Grid;
use super::draft::{Draft, RuleDraft, StageDraft, placed};
use crate::error::{GridMistake, GridProblem};
use crate::kind::{CellKind, DirKind, EdgeKind, GridKind, PlayerKind};
use crate::place::PlaceId;
use crate::stage::{End, To, Way};
use crate::{names, node};
use senet_syntax::ast::{Argument, Comparison, Item, Mark, Prop, PropKind, SourceFile};
use std::collections::BTreeMap;

/// The variables of the links between stages: the player of the first, and the one of the second.
const THIS_PLAYER: &str = "P";
const NEXT_PLAYER: &str = "Q";

impl Grid {
    /// What is wrong so far, and what is missing.
    pub(super) fn mistakes(&self) -> Vec<GridProblem> {
        let draft = self.draft.borrow();
        let mut mistakes = draft.mistakes.clone();
        let mut found = |mistake, place: PlaceId| {
            let place = draft.places.get(place).clone();
            mistakes.push(GridProblem::Mistake { mistake, place });
        };
        if draft.start.is_none() {
            found(GridMistake::NoStart, PlaceId::GAME);
        }
        for stage in &draft.stages {
            let mut missing = |mistake: fn(String) -> GridMistake| {
                found(mistake(stage.name.clone()), stage.place);
            };
            if stage.rules.is_empty() {
                missing(GridMistake::NoRules);
            }
            if stage.success.is_none() && stage.way != Way::Repeated {
                missing(GridMistake::NoSuccess);
            }
            if stage.failure.is_none() {
                missing(GridMistake::NoFailure);
            }
        }
        let mut labels: BTreeMap<&str, &str> = BTreeMap::new();
        for rule in draft.stages.iter().flat_map(|stage| &stage.rules) {
            if *labels.entry(&rule.name).or_insert(&rule.label) != rule.label {
                found(GridMistake::LabelsDiffer(rule.name.clone()), rule.place);
            }
        }
        let players = if draft.has_directive("players") { names::OF_PLAYERS } else { &[] };
        let board = if draft.board.is_some() { names::OF_BOARDS } else { &[] };
        for it in &draft.predicates {
            if players.iter().chain(board).any(|given| *given == it.name) {
                found(GridMistake::Given(it.name.clone()), it.place);
            }
        }
        mistakes
    }

    /// The whole game, in a stable order.
    pub(super) fn file(&self) -> SourceFile {
        let draft = self.draft.borrow();
        let text = |text: &str| vec![Argument::Text(node::text(text))];
        let title = node::directive("title", text(&draft.title));
        let mut items = vec![title, node::directive("about", text(&draft.about))];
        items.extend(draft.board.clone());
        // A board declares the types of its cells, edges and directions itself.
        let its = [CellKind::NAME, EdgeKind::NAME, DirKind::NAME];
        let given = |name: &str| draft.board.is_some() && its.contains(&name);
        let types = draft.types.iter().filter(|(kind, _)| !given(kind.name));
        items.extend(types.flat_map(|(_, items)| items.clone()));
        items.extend(draft.directives.iter().filter(|it| is_early(it)).cloned());
        items.extend(draft.predicates.iter().flat_map(|predicate| predicate.items.clone()));
        let ends = draft.ends();
        items.extend(ends.iter().flat_map(|(end, place)| outcome(*end, *place)));
        for stage in &draft.stages {
            items.extend(stage.items(&draft));
        }
        if let Some(place) = ends.values().next() {
            items.push(placed(node::stage("over", Vec::new()), *place));
        }
        items.extend(draft.directives.iter().filter(|it| !is_early(it)).cloned());
        items.extend(draft.beginning());
        SourceFile { items }
    }
}

/// Who plays, and what can be chosen, is said first.
fn is_early(item: &Item) -> bool {
    matches!(item, Item::Directive(it) if matches!(it.name(), "players" | "option"))
}

/// An outcome with its predicate.
fn outcome(end: End, place: PlaceId) -> Vec<Item> {
    let player: &[&str] = &[PlayerKind::NAME];
    let (name, arguments) = match end {
        End::Win => ("win", player),
        End::Lose => ("lose", player),
        End::Draw => ("draw", &[][..]),
        End::Rest => return Vec::new(),
    };
    let declared = node::declare(name, arguments, "pred");
    let directive = node::directive(name, vec![Argument::Name(node::name(name))]);
    [declared, directive].map(|item| placed(item, place)).into()
}

impl Draft {
    fn has_directive(&self, name: &str) -> bool {
        self.directives.iter().any(|it| matches!(it, Item::Directive(it) if it.name() == name))
    }

    /// The ways in which the game may end, each with where that was said first.
    fn ends(&self) -> BTreeMap<End, PlaceId> {
        let links = self.stages.iter().flat_map(|stage| [stage.success, stage.failure]);
        let mut ends = BTreeMap::new();
        for (to, place) in links.flatten() {
            if let To::End(end) = to {
                ends.entry(end).or_insert(place);
            }
        }
        ends
    }

    /// The first position, and where play begins in it.
    fn beginning(&self) -> Vec<Item> {
        let Some((stage, player, place)) = &self.start else { return Vec::new() };
        let stage = &self.stages[*stage];
        let mut atoms = vec![node::plain(&stage.at(), vec![player.clone()])];
        if self.board.is_some() {
            let taken: Vec<&str> = self.taken.iter().map(|(cell, _)| cell.as_str()).collect();
            atoms.push(free_cells(&taken));
        }
        atoms.iter_mut().for_each(|atom| atom.set_span(place.span()));
        let mut context = placed(node::context("start", Vec::new()), *place);
        if let Item::Context(context) = &mut context {
            context.atoms.extend(atoms);
            context.atoms.extend(self.initial.iter().cloned());
        }
        let start = Argument::Atoms(vec![node::plain("start", Vec::new())]);
        let stage = Argument::Name(node::name(&stage.name));
        let trace = node::directive("trace", vec![Argument::Limit(None), stage, start]);
        vec![context, placed(trace, *place)]
    }

    /// What a link puts there.
    fn arrive(&self, to: To) -> (Vec<Prop>, Vec<Prop>) {
        let at = |stage: &StageDraft, player: &str| {
            let token = node::plain(&stage.at(), vec![node::variable(player)]);
            vec![node::in_stage(&stage.name), token]
        };
        match to {
            To::Stage(stage) => (Vec::new(), at(&self.stages[stage], THIS_PLAYER)),
            To::Next(stage) => {
                let both = [THIS_PLAYER, NEXT_PLAYER].map(node::variable).into();
                (vec![node::plain("next", both)], at(&self.stages[stage], NEXT_PLAYER))
            }
            To::End(end) => {
                let over = std::iter::once(node::in_stage("over"));
                (Vec::new(), over.chain(outcome_atom(end, THIS_PLAYER)).collect())
            }
        }
    }
}

/// `{ free C | C : cell, C <> a1 }`
fn free_cells(taken: &[&str]) -> Prop {
    let cell = node::variable("C");
    let is_cell = PropKind::Member(Box::new(cell.clone()), node::name(CellKind::NAME));
    let differs = taken.iter().map(|other| {
        let (cell, other) = (Box::new(cell.clone()), Box::new(node::constant(other)));
        PropKind::Compare(Comparison::Differ, cell, other)
    });
    let goals = std::iter::once(is_cell).chain(differs);
    let goals = goals.map(|goal| node::prop(Mark::Plain, goal)).collect();
    let free = vec![node::plain("free", vec![cell.clone()])];
    node::prop(Mark::Plain, PropKind::Set(free, goals))
}

/// What says how the game ended, for this player.
fn outcome_atom(end: End, player: &str) -> Option<Prop> {
    match end {
        End::Win => Some(node::plain("win", vec![node::variable(player)])),
        End::Lose => Some(node::plain("lose", vec![node::variable(player)])),
        End::Draw => Some(node::plain("draw", Vec::new())),
        End::Rest => None,
    }
}

impl StageDraft {
    /// The token of a player who is in the stage.
    fn at(&self) -> String {
        format!("at-{}", self.name)
    }

    /// The token of a player who has done something in it.
    fn left(&self) -> String {
        format!("left-{}", self.name)
    }

    fn items(&self, draft: &Draft) -> Vec<Item> {
        let mut items = vec![node::declare(&self.at(), &[PlayerKind::NAME], "pred")];
        if self.way != Way::Repeated {
            items.push(node::declare(&self.left(), &[PlayerKind::NAME], "pred"));
        }
        items.push(node::stage(&self.name, Vec::new()));
        items.iter_mut().for_each(|item| item.set_span(self.place.span()));
        if let Some(Item::Stage(stage)) = items.last_mut() {
            stage.items.extend(self.rules.iter().map(|rule| self.rule(rule)));
        }
        if self.way == Way::Interactive {
            let name = Argument::Name(node::name(&self.name));
            items.push(placed(node::directive("interactive", vec![name]), self.place));
        }
        items.extend(self.rules.iter().filter_map(RuleDraft::labelled));
        items.extend(self.success.map(|to| self.link(&self.left(), to, draft)));
        items.extend(self.failure.map(|to| self.link(&self.at(), to, draft)));
        items
    }

    /// A rule with the tokens of its stage. If it ends the game, it says so itself, so that what
    /// it looked at is known to have decided.
    fn rule(&self, rule: &RuleDraft) -> Item {
        let player = || vec![node::variable(&rule.mover)];
        let at = node::plain(&self.at(), player());
        let (mut left, mut right) = match self.way {
            Way::Repeated => (vec![node::prop(Mark::Read, at.kind)], Vec::new()),
            _ => (vec![at], vec![node::plain(&self.left(), player())]),
        };
        left.extend(rule.left.iter().cloned());
        right.extend(rule.right.iter().cloned());
        if let Some((To::End(end), _)) = self.success {
            right.extend(outcome_atom(end, &rule.mover));
        }
        placed(node::forward(Some(&rule.name), left, right), rule.place)
    }

    /// What follows when the stage is quiet and this token is there.
    fn link(&self, token: &str, (to, place): (To, PlaceId), draft: &Draft) -> Item {
        let (needs, mut makes) = draft.arrive(to);
        if let (To::End(_), true) = (to, token == self.left()) {
            makes.truncate(1); // The rule has said it.
        }
        let nobody = matches!(to, To::End(_)) && (makes.len() == 1 || to == End::Draw.into());
        let who = if nobody { node::wild() } else { node::variable(THIS_PLAYER) };
        let mut left = vec![node::plain("qui", Vec::new()), node::in_stage(&self.name)];
        left.push(node::plain(token, vec![who]));
        left.extend(needs);
        placed(node::forward(None, left, makes), place)
    }
}

impl RuleDraft {
    fn labelled(&self) -> Option<Item> {
        let label =
            vec![Argument::Name(node::name(&self.name)), Argument::Text(node::text(&self.label))];
        let label = placed(node::directive("label", label), self.place);
        (!self.label.is_empty()).then_some(label)
    }
}
