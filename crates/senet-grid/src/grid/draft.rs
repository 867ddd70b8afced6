//! What was said about a game so far, and what handles such as stages and boards add to it.

use super::Grid;
use crate::atom::GridAtom;
use crate::error::{GridMistake, GridProblem};
use crate::kind::{CellKind, GridKind, KindId, Nat};
use crate::place::{PlaceId, Places};
use crate::predicate::Kinds;
use crate::rule::GridRule;
use crate::stage::{GridStage, To, Way};
use crate::{names, node, variables};
use senet_syntax::ast::{Argument, Item, Prop, PropKind, TermExpr};
use std::panic::Location;
use std::sync::Arc;

/// A line of the author's code.
type Line = &'static Location<'static>;

/// What was said about a game so far.
pub(super) struct Draft {
    pub(super) title: String,
    pub(super) about: String,
    pub(super) places: Places,
    pub(super) board: Option<Item>,
    /// Types in the order in which they came, each with its constructors.
    pub(super) types: Vec<(KindId, Vec<Item>)>,
    pub(super) predicates: Vec<PredicateDraft>,
    pub(super) stages: Vec<StageDraft>,
    pub(super) initial: Vec<Prop>,
    /// Cells that are not free at first.
    pub(super) taken: Vec<(String, PlaceId)>,
    pub(super) start: Option<(usize, TermExpr, PlaceId)>,
    pub(super) directives: Vec<Item>,
    pub(super) mistakes: Vec<GridProblem>,
}

/// A predicate with what is known of it: facts and backward rules.
pub(super) struct PredicateDraft {
    pub(super) name: String,
    pub(super) place: PlaceId,
    pub(super) items: Vec<Item>,
}

/// A stage that is being put together.
pub(super) struct StageDraft {
    pub(super) name: String,
    pub(super) place: PlaceId,
    pub(super) way: Way,
    pub(super) rules: Vec<RuleDraft>,
    pub(super) success: Option<(To, PlaceId)>,
    pub(super) failure: Option<(To, PlaceId)>,
}

/// A rule of a stage, as its author wrote it.
pub(super) struct RuleDraft {
    pub(super) name: String,
    pub(super) place: PlaceId,
    pub(super) label: String,
    /// The variable of the player whose turn it is.
    pub(super) mover: Arc<str>,
    pub(super) left: Vec<Prop>,
    pub(super) right: Vec<Prop>,
}

impl Draft {
    pub(super) fn new(title: &str, about: &str, line: Line) -> Draft {
        Draft {
            title: title.to_owned(),
            about: about.to_owned(),
            places: Places::new(line),
            board: None,
            types: Vec::new(),
            predicates: Vec::new(),
            stages: Vec::new(),
            initial: Vec::new(),
            taken: Vec::new(),
            start: None,
            directives: Vec::new(),
            mistakes: Vec::new(),
        }
    }

    pub(super) fn mistake(&mut self, mistake: GridMistake, place: PlaceId) {
        let place = self.places.get(place).clone();
        self.mistakes.push(GridProblem::Mistake { mistake, place });
    }
}

/// An item, with a place.
pub(super) fn placed(mut item: Item, place: PlaceId) -> Item {
    item.set_span(place.span());
    item
}

impl Grid {
    /// Notes where something was said.
    pub(crate) fn place(&self, what: String, line: Line) -> PlaceId {
        self.draft.borrow_mut().places.add(what, line)
    }

    /// Notes where something was given a name, and checks that name.
    pub(super) fn named(&self, what: &str, name: &str, line: Line) -> PlaceId {
        let place = self.place(format!("{what} `{name}`"), line);
        self.check_name(name, place);
        place
    }

    pub(crate) fn check_name(&self, name: &str, place: PlaceId) {
        if let Some(mistake) = names::wrong_name(name) {
            self.mistake(mistake, place);
        }
    }

    pub(crate) fn mistake(&self, mistake: GridMistake, place: PlaceId) {
        self.draft.borrow_mut().mistake(mistake, place);
    }

    pub(super) fn directive(&self, name: &str, arguments: Vec<Argument>, place: PlaceId) {
        let directive = placed(node::directive(name, arguments), place);
        self.draft.borrow_mut().directives.push(directive);
    }

    /// Gives the variables of a rule their names, and returns that of the mover.
    pub(super) fn settle_variables(
        &self,
        sides: &mut [&mut Vec<Prop>],
        place: PlaceId,
    ) -> Arc<str> {
        let (mover, wrong) = variables::settle(sides);
        wrong.into_iter().for_each(|mistake| self.mistake(mistake, place));
        mover
    }

    pub(super) fn stage(&self, name: &str, way: Way, line: Line) -> GridStage<'_> {
        let place = self.named("the stage", name, line);
        let mut draft = self.draft.borrow_mut();
        draft.stages.push(StageDraft {
            name: name.to_owned(),
            place,
            way,
            rules: Vec::new(),
            success: None,
            failure: None,
        });
        GridStage::new(self, draft.stages.len() - 1)
    }

    pub(crate) fn add_rule(
        &self,
        stage: usize,
        name: &str,
        label: &str,
        rule: GridRule<'_>,
        line: Line,
    ) {
        let of = self.draft.borrow().stages[stage].name.clone();
        let place = self.place(format!("the rule `{name}` of the stage `{of}`"), line);
        self.check_name(name, place);
        let GridRule { mut left, mut right, .. } = rule;
        let mover = self.settle_variables(&mut [&mut left, &mut right], place);
        let (name, label) = (name.to_owned(), label.to_owned());
        let rule = RuleDraft { name, place, label, mover, left, right };
        self.draft.borrow_mut().stages[stage].rules.push(rule);
    }

    pub(crate) fn link(&self, stage: usize, success: bool, to: To, line: Line) {
        let what = if success { "success" } else { "failure" };
        let name = self.draft.borrow().stages[stage].name.clone();
        let place = self.place(format!("what {what} of the stage `{name}` leads to"), line);
        let mut draft = self.draft.borrow_mut();
        let stage = &mut draft.stages[stage];
        let slot = if success { &mut stage.success } else { &mut stage.failure };
        if slot.replace((to, place)).is_some() {
            let twice = if success { GridMistake::SuccessTwice } else { GridMistake::FailureTwice };
            draft.mistake(twice(name), place);
        }
    }

    pub(crate) fn link_always(&self, stage: usize, to: To, line: Line) {
        if self.draft.borrow().stages[stage].way != Way::Repeated {
            self.link(stage, true, to, line);
        }
        self.link(stage, false, to, line);
    }

    pub(crate) fn settles(&self, stage: usize, line: Line) {
        let name = self.draft.borrow().stages[stage].name.clone();
        let place = self.place(format!("the stage `{name}`"), line);
        self.directive("settles", vec![Argument::Name(node::name(&name))], place);
    }

    pub(crate) fn set_board(&self, board: Item, place: PlaceId) {
        let second = self.draft.borrow_mut().board.replace(placed(board, place)).is_some();
        if second {
            return self.mistake(GridMistake::SecondBoard, place);
        }
        let free = placed(node::declare("free", &[CellKind::NAME], "pred"), place);
        let free = PredicateDraft { name: "free".to_owned(), place, items: vec![free] };
        self.draft.borrow_mut().predicates.push(free);
    }

    /// Declares a predicate with all its facts, unless it is there with the same.
    pub(crate) fn table<A: Kinds>(&self, name: &str, facts: Vec<Vec<TermExpr>>, line: Line) {
        let kinds: Vec<&str> = A::kinds().iter().map(|kind| kind.name).collect();
        let mut items = vec![node::declare(name, &kinds, "bwd")];
        let fact = |arguments| node::backward(node::atom(name, arguments), Vec::new());
        items.extend(facts.into_iter().map(fact));
        let at = |place| items.iter().map(move |item| placed(item.clone(), place));
        let same =
            |it: &PredicateDraft| it.name == name && at(it.place).eq(it.items.iter().cloned());
        if self.draft.borrow().predicates.iter().any(same) {
            return;
        }
        let place = self.named("the predicate", name, line);
        A::kinds().into_iter().for_each(|kind| self.kind(kind, line));
        let items = at(place).collect();
        let table = PredicateDraft { name: name.to_owned(), place, items };
        self.draft.borrow_mut().predicates.push(table);
    }

    /// A cell that is not free when play begins.
    pub(crate) fn taken_at_first(&self, cell: &str, place: PlaceId) {
        let mut draft = self.draft.borrow_mut();
        let first = draft.taken.iter().find(|(other, _)| **other == *cell);
        match first.map(|(_, first)| draft.places.get(*first).clone()) {
            Some(first) => {
                let twice = GridMistake::CellSetTwice { cell: cell.to_owned(), first };
                draft.mistake(twice, place);
            }
            None => draft.taken.push((cell.to_owned(), place)),
        }
    }

    /// Something that is there when play begins.
    pub(crate) fn there_at_first(&self, atom: GridAtom<'_>, place: PlaceId) {
        let mut atoms = vec![atom.prop];
        self.settle_variables(&mut [&mut atoms], place);
        atoms.iter_mut().for_each(|atom| atom.set_span(place.span()));
        self.draft.borrow_mut().initial.extend(atoms);
    }

    /// Makes sure that the type of a kind is declared; numbers need no declaration.
    fn kind(&self, kind: KindId, line: Line) {
        if kind == KindId::of::<Nat>() {
            return;
        }
        let known =
            self.draft.borrow().types.iter().map(|(it, _)| *it).find(|it| it.name == kind.name);
        match known {
            Some(known) if known == kind => {}
            Some(_) => {
                let place = self.place(format!("the kind `{}`", kind.name), line);
                self.mistake(GridMistake::KindsAlike(kind.name), place);
            }
            None => {
                let place = self.named("the kind", kind.name, line);
                let declared = placed(node::declare(kind.name, &[], "type"), place);
                self.draft.borrow_mut().types.push((kind, vec![declared]));
            }
        }
    }

    pub(super) fn constructor(&self, name: &str, arguments: &[KindId], kind: KindId, line: Line) {
        let place = self.named("the value", name, line);
        arguments.iter().for_each(|argument| self.kind(*argument, line));
        if kind == KindId::of::<Nat>() {
            return self.mistake(GridMistake::NumberByName(name.to_owned()), place);
        }
        self.kind(kind, line);
        let arguments: Vec<&str> = arguments.iter().map(|kind| kind.name).collect();
        let declared = placed(node::declare(name, &arguments, kind.name), place);
        let mut draft = self.draft.borrow_mut();
        let mut types = draft.types.iter_mut();
        if let Some((_, items)) = types.find(|(other, _)| other.name == kind.name) {
            items.push(declared);
        }
    }

    pub(super) fn predicate(&self, name: &str, arguments: &[KindId], kind: &str, line: Line) {
        let place = self.named("the predicate", name, line);
        arguments.iter().for_each(|argument| self.kind(*argument, line));
        let arguments: Vec<&str> = arguments.iter().map(|kind| kind.name).collect();
        let declared = placed(node::declare(name, &arguments, kind), place);
        let predicate = PredicateDraft { name: name.to_owned(), place, items: vec![declared] };
        self.draft.borrow_mut().predicates.push(predicate);
    }

    pub(super) fn follows(
        &self,
        mut head: Vec<Prop>,
        mut goals: Vec<Prop>,
        what: &'static str,
        line: Line,
    ) {
        let about = match head.first().map(|prop| &prop.kind) {
            Some(PropKind::Atom(atom)) => format!("{what} about `{}`", atom.head.text),
            _ => what.to_owned(),
        };
        let place = self.place(about, line);
        self.settle_variables(&mut [&mut head, &mut goals], place);
        let mut heads = head.into_iter().map(|prop| prop.kind);
        let (Some(PropKind::Atom(head)), None) = (heads.next(), heads.next()) else {
            return self.mistake(GridMistake::NotOneAtom(what), place);
        };
        let mut draft = self.draft.borrow_mut();
        let mut known = draft.predicates.iter_mut();
        match known.find(|known| *known.name == *head.head.text) {
            Some(known) => known.items.push(placed(node::backward(head, goals), place)),
            None => draft.mistake(GridMistake::Undeclared(head.head.text.to_string()), place),
        }
    }
}
