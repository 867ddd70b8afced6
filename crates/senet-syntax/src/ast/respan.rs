//! Setting the places of a part of an ast, all of it at once: for builders, whose parts stand in no
//! text and whose spans are numbers of their own.

use super::{
    Aggregate, Argument, AtomExpr, Body, Count, Directive, Domain, Item, Name, Prop, PropKind,
    RuleDecl, TermExpr, Text,
};
use crate::span::Span;

impl Item {
    /// Gives it and everything in it this place.
    pub fn set_span(&mut self, place: Span) {
        match self {
            Item::Declare(declare) => {
                declare.subject.span = place;
                declare.kind.span = place;
                declare.span = place;
                terms(&mut declare.arguments, place);
            }
            Item::Rule(rule) => rule.set_span(place),
            Item::Stage(stage) => {
                stage.name.span = place;
                stage.span = place;
                stage.items.iter_mut().for_each(|item| item.set_span(place));
            }
            Item::Context(context) => {
                context.name.span = place;
                context.span = place;
                props(&mut context.atoms, place);
            }
            Item::Directive(directive) => directive.set_span(place),
            Item::Range(range) => {
                range.name.span = place;
                range.span = place;
                range.low.set_span(place);
                range.high.set_span(place);
            }
            Item::Board(board) => {
                board.span = place;
                let links = board.links.iter_mut().flat_map(|(a, b)| [a, b]);
                let optional = board.prefix.iter_mut().chain(&mut board.edges);
                let all = [&mut board.name, &mut board.shape].into_iter();
                names(all.chain(links).chain(&mut board.without).chain(optional), place);
                board.sizes.iter_mut().for_each(|size| size.set_span(place));
                board.torus.iter_mut().chain(&mut board.eight).for_each(|span| *span = place);
            }
            Item::Family(family) => {
                family.span = place;
                family.items.iter_mut().for_each(|item| item.set_span(place));
                for (name, domain) in &mut family.over {
                    name.span = place;
                    match domain {
                        Domain::Type(ty) => ty.span = place,
                        Domain::Range(low, high) => {
                            low.set_span(place);
                            high.set_span(place);
                        }
                    }
                }
            }
        }
    }
}

impl RuleDecl {
    fn set_span(&mut self, place: Span) {
        self.span = place;
        names(&mut self.name, place);
        match &mut self.body {
            Body::Forward { left, right } => {
                props(left, place);
                props(right, place);
            }
            Body::Backward { head, goals } => {
                head.set_span(place);
                props(goals, place);
            }
        }
    }
}

impl Directive {
    fn set_span(&mut self, place: Span) {
        self.span = place;
        for argument in self.arguments_mut() {
            match argument {
                Argument::Limit(_) | Argument::Number(_) | Argument::Range(_) => {}
                Argument::Name(name) => name.span = place,
                Argument::Names(all) => names(all, place),
                Argument::Term(term) => term.set_span(place),
                Argument::Atom(atom) => atom.set_span(place),
                Argument::Atoms(atoms) => props(atoms, place),
                Argument::Sum((atoms, total)) => {
                    atoms.iter_mut().for_each(|atom| atom.set_span(place));
                    total.set_span(place);
                }
                Argument::Count(count) => count.set_span(place),
                Argument::Text(text) => text.span = place,
                Argument::Texts(all) => texts(all, place),
            }
        }
    }
}

impl Prop {
    /// Gives it and everything in it this place.
    pub fn set_span(&mut self, place: Span) {
        self.span = place;
        self.copies.iter_mut().for_each(|copies| copies.set_span(place));
        match &mut self.kind {
            PropKind::Atom(atom) => atom.set_span(place),
            PropKind::Stage(name) => name.span = place,
            PropKind::Compare(_, left, right) => {
                left.set_span(place);
                right.set_span(place);
            }
            PropKind::Not(inside) => props(inside, place),
            PropKind::Aggregate(aggregate) => {
                let Aggregate { target, value, props: inside, .. } = &mut **aggregate;
                target.set_span(place);
                value.iter_mut().for_each(|value| value.set_span(place));
                props(inside, place);
            }
            PropKind::Member(term, ty) => {
                term.set_span(place);
                ty.span = place;
            }
            PropKind::Comprehension(left, right) | PropKind::Set(left, right) => {
                props(left, place);
                props(right, place);
            }
            PropKind::Rows(board, lines) => {
                board.span = place;
                texts(lines, place);
            }
        }
    }
}

impl AtomExpr {
    fn set_span(&mut self, place: Span) {
        self.span = place;
        self.head.span = place;
        terms(&mut self.arguments, place);
    }
}

impl TermExpr {
    fn set_span(&mut self, place: Span) {
        match self {
            TermExpr::Wild(span) | TermExpr::Number(_, span) => *span = place,
            TermExpr::Variable(name) => name.span = place,
            TermExpr::Apply(name, arguments, span) => {
                name.span = place;
                *span = place;
                terms(arguments, place);
            }
            TermExpr::Compute(_, sides, span) => {
                *span = place;
                sides.0.set_span(place);
                sides.1.set_span(place);
            }
        }
    }
}

impl Count {
    fn set_span(&mut self, place: Span) {
        match self {
            Count::Number(_, span) => *span = place,
            Count::Name(name) => name.span = place,
        }
    }
}

fn props(props: &mut [Prop], place: Span) {
    props.iter_mut().for_each(|prop| prop.set_span(place));
}

fn terms(terms: &mut [TermExpr], place: Span) {
    terms.iter_mut().for_each(|term| term.set_span(place));
}

fn names<'n>(names: impl IntoIterator<Item = &'n mut Name>, place: Span) {
    names.into_iter().for_each(|name| name.span = place);
}

fn texts(texts: &mut [Text], place: Span) {
    texts.iter_mut().for_each(|text| text.span = place);
}
