//! Random asts: those that a text can have. Places are all the same; nobody looks at them.

use proptest::prelude::{BoxedStrategy, Just, Strategy, any, prop};
use proptest::{option, prop_oneof};
use senet_syntax::Span;
use senet_syntax::ast::{
    Atom, Body, Context, Declare, Directive, DirectiveKind, File, Item, Mark, Name, Prop, PropKind,
    Rule, Stage, Term, Text,
};

const NOWHERE: Span = Span { start: 0, end: 0 };

fn named(text: &str) -> Name {
    Name { text: text.into(), span: NOWHERE }
}

/// A name that is no keyword, no arrow and no variable. Nor is it `qui` or `//`: at the
/// beginning of a line, `qui * stage` is taken for the next link, whose predecessor lacks its dot,
/// and `// word word` for somebody's comment.
fn small() -> impl Strategy<Value = Name> {
    let taken = ["pred", "stage", "context", "-o", "o-"];
    let name = prop_oneof![
        6 => "[a-z][a-z0-9]{0,5}",
        2 => "[a-zäλ/\\\\-][a-zA-Z0-9_'/\\\\-]{0,8}",
        1 => Just("-".to_owned()),
    ];
    let free = move |n: &String| !taken.contains(&n.as_str()) && !n.starts_with("//");
    name.prop_filter("keywords, arrows and comments are no names", free).prop_map(|n| named(&n))
}

fn big() -> impl Strategy<Value = Name> {
    "[A-ZÄ][a-z0-9'-]{0,3}".prop_map(|n| named(&n))
}

fn predicate() -> impl Strategy<Value = Name> {
    prop_oneof![8 => small(), 1 => big()]
}

fn term() -> BoxedStrategy<Term> {
    let leaf = prop_oneof![
        Just(Term::Wild(NOWHERE)),
        big().prop_map(Term::Variable),
        any::<u64>().prop_map(|n| Term::Number(n, NOWHERE)),
        small().prop_map(|n| Term::Apply(n, vec![], NOWHERE)),
    ];
    let inside = |inner| {
        (small(), prop::collection::vec(inner, 0..4))
            .prop_map(|(name, arguments)| Term::Apply(name, arguments, NOWHERE))
    };
    leaf.prop_recursive(4, 12, 3, inside).boxed()
}

fn terms() -> impl Strategy<Value = Vec<Term>> {
    prop::collection::vec(term(), 0..4)
}

fn atom() -> impl Strategy<Value = Atom> {
    (predicate(), terms()).prop_map(|(head, arguments)| Atom { head, arguments, span: NOWHERE })
}

fn prop_strategy() -> impl Strategy<Value = Prop> {
    let mark = prop::sample::select(vec![Mark::Plain, Mark::Plain, Mark::Read, Mark::Bang]);
    let both = || (term().prop_map(Box::new), term().prop_map(Box::new));
    let kind = prop_oneof![
        6 => atom().prop_map(PropKind::Atom),
        1 => small().prop_map(PropKind::Stage),
        1 => both().prop_map(|(a, b)| PropKind::Same(a, b)),
        1 => both().prop_map(|(a, b)| PropKind::Differ(a, b)),
    ];
    (mark, kind).prop_map(|(mark, kind)| Prop { mark, kind, span: NOWHERE })
}

fn props(most: usize) -> impl Strategy<Value = Vec<Prop>> {
    prop::collection::vec(prop_strategy(), 0..most)
}

fn rule() -> impl Strategy<Value = Item> {
    let forward = (props(9), props(6)).prop_map(|(left, right)| Body::Forward { left, right });
    let backward = (atom(), props(5)).prop_map(|(head, goals)| Body::Backward { head, goals });
    (option::of(small()), prop_oneof![2 => forward, 1 => backward]).prop_map(|(name, body)| {
        let fact = matches!(&body, Body::Backward { head, goals }
            if goals.is_empty() && head.arguments.is_empty());
        // `name : p.` is a declaration as far as the text can tell.
        let name = name.filter(|_| !fact);
        Item::Rule(Rule { name, body, span: NOWHERE })
    })
}

fn declare() -> impl Strategy<Value = Item> {
    let kind = prop_oneof![
        2 => prop::sample::select(vec!["type", "pred", "bwd", "sense", "action"]).prop_map(named),
        1 => predicate(),
    ];
    (predicate(), terms(), kind).prop_map(|(subject, arguments, kind)| {
        Item::Declare(Declare { subject, arguments, kind, span: NOWHERE })
    })
}

fn stage() -> impl Strategy<Value = Item> {
    let items = prop::collection::vec(prop_oneof![5 => rule(), 1 => declare()], 0..4);
    (predicate(), items).prop_map(|(name, items)| Item::Stage(Stage { name, items, span: NOWHERE }))
}

fn context() -> impl Strategy<Value = Item> {
    (predicate(), props(30))
        .prop_map(|(name, atoms)| Item::Context(Context { name, atoms, span: NOWHERE }))
}

fn text() -> impl Strategy<Value = Text> {
    prop_oneof!["[a-z {}]{0,90}", "\\PC{0,8}", "[\"\\\\\n\t\r%]{0,4}"]
        .prop_map(|t| Text { text: t.into(), span: NOWHERE })
}

fn directive() -> impl Strategy<Value = Item> {
    use DirectiveKind as D;
    let host = prop_oneof![big(), "_[A-Z]{1,4}".prop_map(|n| named(&n))].boxed();
    let trace = (option::of(any::<u64>()), small(), props(12));
    let range = option::of((any::<u64>(), any::<u64>()));
    let kind = prop_oneof![
        trace.prop_map(|(limit, stage, atoms)| D::Trace { limit, stage, atoms }),
        small().prop_map(D::Interactive),
        (big(), small()).prop_map(|(a, b)| D::Builtin(a, b)),
        (small(), host.clone()).prop_map(|(a, b)| D::Sensor(a, b)),
        (small(), host).prop_map(|(a, b)| D::Action(a, b)),
        (small(), range).prop_map(|(a, b)| D::Players(a, b)),
        (small(), term()).prop_map(|(a, b)| D::Chooser(a, b)),
        prop_oneof![
            small().prop_map(D::Win),
            small().prop_map(D::Lose),
            small().prop_map(D::Draw),
            small().prop_map(D::Score),
            small().prop_map(D::Settles),
        ],
        atom().prop_map(D::Hidden),
        (small(), props(5)).prop_map(|(a, b)| D::Forbid(a, b)),
        (any::<u64>(), small()).prop_map(|(a, b)| D::Repeat(a, b)),
        (any::<u64>(), small()).prop_map(|(a, b)| D::Limit(a, b)),
        text().prop_map(D::Title),
        text().prop_map(D::About),
        (small(), text()).prop_map(|(a, b)| D::Label(a, b)),
        (small(), text()).prop_map(|(a, b)| D::Glyph(a, b)),
    ];
    kind.prop_map(|kind| Item::Directive(Directive { kind, span: NOWHERE }))
}

/// A whole program.
pub(super) fn file() -> impl Strategy<Value = File> {
    let item = prop_oneof![
        3 => rule(),
        3 => declare(),
        2 => stage(),
        1 => context(),
        3 => directive(),
    ];
    prop::collection::vec(item, 0..8).prop_map(|items| File { items })
}
