//! What an edit of the structure means for the ast.

use senet_syntax::Span;
use senet_syntax::ast::{
    Body, Declare, Item, Mark, Prop, PropKind, RuleDecl, SourceFile, TermExpr,
};
use senet_syntax::directive::Argument;

/// How the ast has to change.
#[derive(Debug, Clone)]
pub(crate) enum Expected {
    /// The list of a rule or context changes like this.
    Parts(ListAt, PartChange),
    /// An item goes.
    ItemGone(Span),
    /// An item, given as text, stands among those of a stage, a family or the file.
    ItemAdded(Option<Span>, usize, String),
    /// An item stands at another place among those of a stage, a family or the file.
    ItemMoved(Span, Option<Span>, usize),
    /// An item stands there twice, the second time with a name of its own.
    ItemDoubled(Span),
    /// An argument of a part becomes another term.
    Term(ListAt, usize, Vec<usize>, String),
    /// A stage becomes ordered or not.
    Ordered(Span, bool),
    /// Whether a directive says that the stage of this name is interactive; the rest is as before.
    Interactive(String, bool),
    /// As many items as before: the harness renames back and compares.
    Renamed,
    /// The program is what this text says.
    Text(String),
    /// An item goes, and perhaps others that use it.
    FewerItems,
}

/// A list of parts: of the item at a place, the first list (premises, goals, atoms) or the second; then
/// from part to part inward, by their indices, to what each asks for or, the second, what braces make.
#[derive(Debug, Clone)]
pub(crate) struct ListAt {
    pub(crate) item: Span,
    pub(crate) second: bool,
    pub(crate) inward: Vec<(usize, bool)>,
}

/// What happens to a list.
#[derive(Debug, Clone)]
pub(crate) enum PartChange {
    Removed(usize),
    Added(usize),
    Moved(usize, usize),
    Doubled(usize),
    Marked(usize, Mark),
    Negated(usize),
    Asserted(usize),
    Copies(usize, Option<u64>),
    Sign(usize, String),
}

impl Expected {
    /// Compares the ast after an edit with what the edit means.
    pub(crate) fn compare(
        &self,
        before: &SourceFile,
        after: &SourceFile,
        told: &dyn Fn() -> String,
    ) {
        let mut wanted = before.clone();
        let mut found = after.clone();
        match self {
            Expected::Parts(at, PartChange::Added(index)) => {
                // What was added was chosen; without it, everything is as before.
                let place = nth_item(before, at.item);
                let Some(place) = place else { panic!("the item is not found\n{}", told()) };
                let list = list_at(&mut found, &place, at).expect("the list is still there");
                let index = (*index).min(list.len() - 1);
                list.remove(index);
            }
            Expected::Parts(at, change) => {
                let place = nth_item(before, at.item).expect("the item is there");
                let list = list_at(&mut wanted, &place, at).expect("the list is there");
                change.make(list);
            }
            Expected::Term(at, part, path, text) => {
                let place = nth_item(before, at.item).expect("the item is there");
                let list = list_at(&mut wanted, &place, at).expect("the list is there");
                set_term(&mut list[*part], path, text);
            }
            Expected::ItemGone(span) => {
                let place = nth_item(before, *span).expect("the item is there");
                let (last, path) = place.split_last().expect("an item has a place");
                items_at(&mut wanted.items, path).remove(*last);
            }
            Expected::Ordered(span, ordered) => {
                let place = nth_item(before, *span).expect("the item is there");
                let Item::Stage(stage) = &mut wanted.items[place[0]] else { panic!("no stage") };
                stage.ordered = *ordered;
            }
            Expected::ItemAdded(into, at, text) => {
                let new = senet_syntax::parse(text).file.items;
                let items = container(&mut wanted, before, *into);
                let at = (*at).min(items.len());
                items.splice(at..at, new);
            }
            Expected::ItemMoved(span, into, at) => {
                let place = nth_item(before, *span).expect("the item is there");
                let (last, path) = place.split_last().expect("an item has a place");
                // What leaves a list before the target moves the target up.
                let target = into.map(|span| nth_item(before, span).expect("the target is there"));
                let moved = items_at(&mut wanted.items, path).remove(*last);
                let target = target.map(|mut target| {
                    let same = target.len() > path.len() && target[..path.len()] == *path;
                    if same && target[path.len()] > *last {
                        target[path.len()] -= 1;
                    }
                    target
                });
                let items = items_at(&mut wanted.items, &target.unwrap_or_default());
                items.insert((*at).min(items.len()), moved);
            }
            Expected::ItemDoubled(span) => {
                let place = nth_item(before, *span).expect("the item is there");
                let (last, path) = place.split_last().expect("an item has a place");
                let mut copy = items_at(&mut found.items, path).remove(last + 1);
                let original = items_at(&mut wanted.items, path)[*last].clone();
                if let (Some(new), Some(old)) = (name_of(&mut copy), name_of(&mut original.clone()))
                {
                    new.text = old.text.clone();
                }
                let alone = |item: Item| crate::said(&SourceFile { items: vec![item] });
                assert_eq!(alone(copy), alone(original), "{}", told());
            }
            Expected::Interactive(stage, on) => {
                let is = |item: &Item| match item {
                    Item::Directive(directive) => {
                        let text = crate::said(&SourceFile { items: vec![item.clone()] });
                        directive.name() == "interactive"
                            && text.trim() == format!("#interactive {stage}.")
                    }
                    _ => false,
                };
                assert_eq!(found.items.iter().any(is), *on, "{}", told());
                wanted.items.retain(|item| !is(item));
                found.items.retain(|item| !is(item));
            }
            Expected::Text(text) => wanted = senet_syntax::parse(text).file,
            Expected::FewerItems => {
                assert!(count(&after.items) < count(&before.items), "{}", told());
                return;
            }
            Expected::Renamed => {
                assert_eq!(before.items.len(), after.items.len(), "{}", told());
                return;
            }
        }
        assert_eq!(crate::said(&wanted), crate::said(&found), "{}", told());
    }
}

/// How many items there are, those of stages and families included.
fn count(items: &[Item]) -> usize {
    let inner = items.iter().map(|item| match item {
        Item::Stage(stage) => count(&stage.items),
        Item::Family(family) => count(&family.items),
        _ => 0,
    });
    items.len() + inner.sum::<usize>()
}

/// The items of a stage or family of the file before, or of the file.
fn container<'f>(
    file: &'f mut SourceFile,
    before: &SourceFile,
    into: Option<Span>,
) -> &'f mut Vec<Item> {
    let place = into.map(|span| nth_item(before, span).expect("the target is there"));
    items_at(&mut file.items, &place.unwrap_or_default())
}

/// The name that an item declares.
fn name_of(item: &mut Item) -> Option<&mut senet_syntax::ast::Name> {
    match item {
        Item::Declare(declare) => Some(&mut declare.subject),
        Item::Rule(rule) => rule.name.as_mut(),
        Item::Stage(stage) => Some(&mut stage.name),
        Item::Context(context) => Some(&mut context.name),
        Item::Range(range) => Some(&mut range.name),
        Item::Board(board) => Some(&mut board.name),
        Item::Directive(_) | Item::Family(_) => None,
    }
}

/// The place of the item that stands at a span, as indices from the file down.
fn nth_item(file: &SourceFile, span: Span) -> Option<Vec<usize>> {
    fn find(items: &[Item], span: Span) -> Option<Vec<usize>> {
        for (i, item) in items.iter().enumerate() {
            if span_of(item) == span {
                return Some(vec![i]);
            }
            let inner = match item {
                Item::Stage(stage) => find(&stage.items, span),
                Item::Family(family) => find(&family.items, span),
                _ => None,
            };
            if let Some(mut path) = inner {
                path.insert(0, i);
                return Some(path);
            }
        }
        None
    }
    find(&file.items, span)
}

fn span_of(item: &Item) -> Span {
    match item {
        Item::Declare(Declare { span, .. }) | Item::Rule(RuleDecl { span, .. }) => *span,
        Item::Stage(stage) => stage.span,
        Item::Context(context) => context.span,
        Item::Directive(directive) => directive.span,
        Item::Range(range) => range.span,
        Item::Board(board) => board.span,
        Item::Family(family) => family.span,
    }
}

fn items_at<'f>(items: &'f mut Vec<Item>, path: &[usize]) -> &'f mut Vec<Item> {
    match path {
        [] => items,
        [first, rest @ ..] => match &mut items[*first] {
            Item::Stage(stage) => items_at(&mut stage.items, rest),
            Item::Family(family) => items_at(&mut family.items, rest),
            other => panic!("{other:?} holds no items"),
        },
    }
}

fn list_at<'f>(
    file: &'f mut SourceFile,
    place: &[usize],
    at: &ListAt,
) -> Option<&'f mut Vec<Prop>> {
    let second = at.second;
    let (last, path) = place.split_last()?;
    let item = items_at(&mut file.items, path).get_mut(*last)?;
    let mut list = match item {
        Item::Rule(rule) => match &mut rule.body {
            Body::Forward { left, right } => Some(if second { right } else { left }),
            Body::Backward { goals, .. } => (!second).then_some(goals),
        },
        Item::Context(context) => (!second).then_some(&mut context.atoms),
        Item::Directive(directive) => directive.arguments_mut().find_map(|a| match a {
            Argument::Atoms(atoms) => Some(atoms),
            _ => None,
        }),
        _ => None,
    }?;
    for (part, makes) in &at.inward {
        list = match (&mut list.get_mut(*part)?.kind, makes) {
            (PropKind::Not(inside), false) => inside,
            (PropKind::Aggregate(aggregate), false) => &mut aggregate.props,
            (PropKind::Comprehension(asks, _) | PropKind::Set(_, asks), false) => asks,
            (PropKind::Comprehension(_, made) | PropKind::Set(made, _), true) => made,
            _ => return None,
        };
    }
    Some(list)
}

impl PartChange {
    fn make(&self, list: &mut Vec<Prop>) {
        match self {
            PartChange::Removed(at) => {
                list.remove(*at);
            }
            PartChange::Added(_) => {}
            PartChange::Moved(from, to) => {
                let part = list.remove(*from);
                list.insert((*to).min(list.len()), part);
            }
            PartChange::Doubled(at) => list.insert(at + 1, list[*at].clone()),
            PartChange::Marked(at, mark) => list[*at].mark = *mark,
            PartChange::Negated(at) => {
                let mut inner = list[*at].clone();
                let span = inner.span;
                inner.mark = Mark::Plain;
                let kind = PropKind::Not(vec![inner]);
                list[*at] = Prop { mark: Mark::Plain, kind, copies: None, span };
            }
            PartChange::Asserted(at) => {
                let PropKind::Not(inside) = &list[*at].kind else { return };
                let mark = list[*at].mark;
                list[*at] = Prop { mark, ..inside[0].clone() };
            }
            PartChange::Copies(at, copies) => {
                let span = list[*at].span;
                let copies = copies.map(|n| Box::new(senet_syntax::ast::Count::Number(n, span)));
                match &mut list[*at].kind {
                    PropKind::Not(inside) => inside[0].copies = copies,
                    _ => list[*at].copies = copies,
                }
            }
            PartChange::Sign(at, sign) => {
                use senet_syntax::ast::Comparison as C;
                let all = [C::Same, C::Differ, C::Is, C::Less, C::AtMost, C::More, C::AtLeast];
                let new = all.into_iter().find(|c| c.sign() == sign).expect("a sign");
                if let PropKind::Compare(old, _, _) = &mut list[*at].kind {
                    *old = new;
                }
            }
        }
    }
}

/// Writes a term into a part; the path leads through the arguments.
fn set_term(prop: &mut Prop, path: &[usize], text: &str) {
    let parsed = senet_syntax::parse(&format!("r : p {text} -o ()."));
    let Some(Item::Rule(rule)) = parsed.file.items.into_iter().next() else {
        panic!("{text} is not a term");
    };
    let Body::Forward { left, .. } = rule.body else { panic!("{text} is not a term") };
    let PropKind::Atom(atom) = left.into_iter().next().expect("an atom").kind else {
        panic!("{text} is not a term")
    };
    let new = atom.arguments.into_iter().next().expect("a term");
    let (first, rest) = path.split_first().expect("a slot is an argument");
    let term = match &mut prop.kind {
        PropKind::Atom(atom) => &mut atom.arguments[*first],
        PropKind::Not(inside) => match &mut inside[0].kind {
            PropKind::Atom(atom) => &mut atom.arguments[*first],
            other => panic!("{other:?}"),
        },
        PropKind::Compare(_, left, right) => {
            if *first == 0 {
                &mut **left
            } else {
                &mut **right
            }
        }
        PropKind::Member(term, _) => &mut **term,
        other => panic!("{other:?}"),
    };
    *inner(term, rest) = new;
}

fn inner<'t>(term: &'t mut TermExpr, path: &[usize]) -> &'t mut TermExpr {
    match (path, term) {
        ([], term) => term,
        ([first, rest @ ..], TermExpr::Apply(_, arguments, _)) => {
            inner(&mut arguments[*first], rest)
        }
        (_, other) => panic!("{other:?} has no arguments"),
    }
}
