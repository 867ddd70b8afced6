//! Random asts: those that a text can have. Places are all the same; nobody looks at them.

use proptest::prelude::{BoxedStrategy, Just, Strategy, any, prop};
use proptest::{option, prop_oneof};
use senet_syntax::ast::{
    Aggregate, Argument, AtomExpr, BoardDecl, Body, By, Comparison, Context, Count, Declare,
    Directive, Domain, Family, Item, Mark, Name, Operator, Prop, PropKind, Range, RuleDecl,
    SourceFile, StageDecl, TermExpr, Text,
};
use senet_syntax::directive::Slot;
use senet_syntax::{DIRECTIVES, Span};

const NOWHERE: Span = Span { start: 0, end: 0 };

fn named(text: &str) -> Name {
    Name { text: text.into(), span: NOWHERE }
}

/// A name that is no keyword, no arrow and no variable. Nor is it `qui` or `//`: at the
/// beginning of a line, `qui * stage` is taken for the next link, whose predecessor lacks its dot,
/// and `// word word` or `-- word word` for somebody's comment.
fn small() -> impl Strategy<Value = Name> {
    let taken = [
        "pred", "stage", "context", "-o", "o-", "not", "count", "sum", "max", "min", "mod", "rows",
        "for", "in", "board", "ordered", "torus", "eight", "without", "named", "edges",
    ];
    let name = prop_oneof![
        6 => "[a-z][a-z0-9]{0,5}",
        2 => "[a-zäλ/\\\\-][a-zA-Z0-9_'/\\\\-]{0,8}",
        1 => Just("-".to_owned()),
    ];
    let free = move |n: &String| {
        !taken.contains(&n.as_str()) && !n.starts_with("//") && !n.starts_with("--")
    };
    name.prop_filter("keywords, arrows and comments are no names", free).prop_map(|n| named(&n))
}

/// A name in a term, where `-` and `/` are operators.
fn value() -> impl Strategy<Value = Name> {
    small().prop_filter("an operator", |n| &*n.text != "-" && &*n.text != "/")
}

fn count() -> impl Strategy<Value = Count> {
    prop_oneof![any::<u64>().prop_map(|n| Count::Number(n, NOWHERE)), value().prop_map(Count::Name)]
}

fn operator() -> impl Strategy<Value = Operator> {
    use Operator::{Minus, Modulo, Over, Plus, Times};
    prop::sample::select(vec![Plus, Minus, Times, Over, Modulo])
}

fn big() -> impl Strategy<Value = Name> {
    "[A-ZÄ][a-z0-9'-]{0,3}".prop_map(|n| named(&n))
}

fn predicate() -> impl Strategy<Value = Name> {
    prop_oneof![8 => small(), 1 => big()]
}

fn term() -> BoxedStrategy<TermExpr> {
    let leaf = prop_oneof![
        Just(TermExpr::Wild(NOWHERE)),
        big().prop_map(TermExpr::Variable),
        any::<u64>().prop_map(|n| TermExpr::Number(n, NOWHERE)),
        value().prop_map(|n| TermExpr::Apply(n, vec![], NOWHERE)),
    ];
    let inside = |inner: BoxedStrategy<TermExpr>| {
        prop_oneof![
            3 => (value(), prop::collection::vec(inner.clone(), 0..4))
                .prop_map(|(name, arguments)| TermExpr::Apply(name, arguments, NOWHERE)),
            1 => (operator(), inner.clone(), inner)
                .prop_map(|(o, a, b)| TermExpr::Compute(o, Box::new((a, b)), NOWHERE)),
        ]
    };
    leaf.boxed().prop_recursive(4, 12, 3, inside).boxed()
}

fn terms() -> impl Strategy<Value = Vec<TermExpr>> {
    prop::collection::vec(term(), 0..4)
}

fn atom() -> impl Strategy<Value = AtomExpr> {
    (predicate(), terms()).prop_map(|(head, arguments)| AtomExpr { head, arguments, span: NOWHERE })
}

fn comparison() -> impl Strategy<Value = Comparison> {
    use Comparison::{AtLeast, AtMost, Differ, Is, Less, More, Same};
    prop::sample::select(vec![Same, Differ, Is, Less, AtMost, More, AtLeast])
}

fn plain_prop() -> BoxedStrategy<Prop> {
    let mark = prop::sample::select(vec![Mark::Plain, Mark::Plain, Mark::Read, Mark::Bang]);
    let both = || (term().prop_map(Box::new), term().prop_map(Box::new));
    let kind = prop_oneof![
        6 => atom().prop_map(PropKind::Atom),
        1 => small().prop_map(PropKind::Stage),
        2 => (comparison(), both()).prop_map(|(c, (a, b))| PropKind::Compare(c, a, b)),
        1 => (term(), value()).prop_map(|(t, ty)| PropKind::Member(Box::new(t), ty)),
    ];
    let copies = option::weighted(0.2, count());
    (mark, kind, copies)
        .prop_map(|(mark, kind, copies)| {
            let copies = copies.filter(|_| matches!(kind, PropKind::Atom(_))).map(Box::new);
            Prop { mark, kind, copies, span: NOWHERE }
        })
        .boxed()
}

fn aggregate() -> impl Strategy<Value = Aggregate> {
    let by = prop::sample::select(vec![By::Count, By::Sum, By::Max, By::Min]);
    let inside = prop::collection::vec(plain_prop(), 1..4);
    (term(), by, term(), inside).prop_map(|(target, by, value, props)| {
        let value = (by != By::Count).then_some(value);
        Aggregate { target, by, value, props }
    })
}

fn prop_strategy() -> BoxedStrategy<Prop> {
    let few = |n| prop::collection::vec(plain_prop(), 1..n);
    let lines = prop::collection::vec(text(), 1..3);
    let kind = prop_oneof![
        few(4).prop_map(PropKind::Not),
        aggregate().prop_map(|a| PropKind::Aggregate(Box::new(a))),
        (few(3), few(3)).prop_map(|(a, b)| PropKind::Comprehension(a, b)),
        (few(3), few(3)).prop_map(|(a, b)| PropKind::Set(a, b)),
        (value(), lines).prop_map(|(b, l)| PropKind::Rows(b, l)),
    ];
    let block = kind.prop_map(|kind| Prop { mark: Mark::Plain, kind, copies: None, span: NOWHERE });
    prop_oneof![5 => plain_prop(), 1 => block].boxed()
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
        Item::Rule(RuleDecl { name, body, span: NOWHERE })
    })
}

fn declare() -> impl Strategy<Value = Item> {
    let kind = prop_oneof![
        2 => prop::sample::select(vec!["type", "pred", "bwd", "sense", "action"]).prop_map(named),
        1 => predicate(),
    ];
    // A program that declares `-` has no differences.
    let subject = prop_oneof![8 => value(), 1 => big()];
    (subject, terms(), kind).prop_map(|(subject, arguments, kind)| {
        Item::Declare(Declare { subject, arguments, kind, span: NOWHERE })
    })
}

fn stage() -> impl Strategy<Value = Item> {
    let items = prop::collection::vec(prop_oneof![5 => rule(), 1 => declare()], 0..4);
    (predicate(), any::<bool>(), items).prop_map(|(name, ordered, items)| {
        Item::Stage(StageDecl { name, ordered, items, span: NOWHERE })
    })
}

fn context() -> impl Strategy<Value = Item> {
    (predicate(), props(30))
        .prop_map(|(name, atoms)| Item::Context(Context { name, atoms, span: NOWHERE }))
}

fn board() -> impl Strategy<Value = Item> {
    let names = |n| prop::collection::vec(value(), 0..n);
    let sizes = prop::collection::vec(count(), 0..3);
    let links = prop::collection::vec((value(), value()), 0..3);
    let options = (any::<[bool; 2]>(), names(3), option::of(value()), option::of(value()));
    (value(), value(), sizes, links, options).prop_map(|(name, shape, sizes, links, options)| {
        let (flags, without, prefix, edges) = options;
        let [torus, eight] = flags.map(|flag| flag.then_some(NOWHERE));
        let span = NOWHERE;
        let board =
            BoardDecl { name, shape, sizes, links, torus, eight, without, prefix, edges, span };
        Item::Board(Box::new(board))
    })
}

fn range() -> impl Strategy<Value = Item> {
    (predicate(), count(), count())
        .prop_map(|(name, low, high)| Item::Range(Range { name, low, high, span: NOWHERE }))
}

fn family() -> impl Strategy<Value = Item> {
    let domain = prop_oneof![
        value().prop_map(Domain::Type),
        (count(), count()).prop_map(|(a, b)| Domain::Range(a, b)),
    ];
    let over = prop::collection::vec((big(), domain), 1..3);
    (over, prop::collection::vec(rule(), 0..3))
        .prop_map(|(over, items)| Item::Family(Family { over, items, span: NOWHERE }))
}

fn text() -> impl Strategy<Value = Text> {
    prop_oneof!["[a-z {}]{0,90}", "\\PC{0,8}", "[\"\\\\\n\t\r%]{0,4}"]
        .prop_map(|t| Text { text: t.into(), span: NOWHERE })
}

/// What may fill a slot.
fn argument(slot: Slot) -> BoxedStrategy<Argument> {
    let numbers = || (any::<u64>(), any::<u64>()).prop_map(Argument::Range);
    let atoms = |atoms: BoxedStrategy<Vec<Prop>>| atoms.prop_map(Argument::Atoms).boxed();
    match slot {
        Slot::Limit => option::of(any::<u64>()).prop_map(Argument::Limit).boxed(),
        Slot::Stage | Slot::Type | Slot::Predicate | Slot::Rule | Slot::Name | Slot::Outcome => {
            small().prop_map(Argument::Name).boxed()
        }
        Slot::Role => big().prop_map(Argument::Name).boxed(),
        Slot::Host => {
            let host = prop_oneof![big(), "_[A-Z]{1,4}".prop_map(|n| named(&n))];
            host.prop_map(Argument::Name).boxed()
        }
        Slot::Who => term().prop_map(Argument::Term).boxed(),
        Slot::Atom => atom().prop_map(Argument::Atom).boxed(),
        Slot::Context => atoms(props(12).boxed()),
        Slot::Atoms => atoms(props(5).boxed()),
        Slot::Formula => atoms(prop::collection::vec(plain_prop(), 1..3).boxed()),
        Slot::Sum => {
            let sum = (prop::collection::vec(atom(), 1..3), count());
            sum.prop_map(Argument::Sum).boxed()
        }
        Slot::Count => count().prop_map(Argument::Count).boxed(),
        Slot::Number | Slot::Default => any::<u64>().prop_map(Argument::Number).boxed(),
        Slot::Range | Slot::Seats => numbers().boxed(),
        Slot::Text => text().prop_map(Argument::Text).boxed(),
        Slot::Texts => prop::collection::vec(text(), 1..3).prop_map(Argument::Texts).boxed(),
        Slot::Since | Slot::Names => {
            prop::collection::vec(small(), 1..3).prop_map(Argument::Names).boxed()
        }
    }
}

/// Any directive of the table.
fn directive() -> impl Strategy<Value = Item> {
    let whole = (0..DIRECTIVES.len(), any::<bool>()).prop_flat_map(|(row, full)| {
        let form = &DIRECTIVES[row];
        let slots = form.slots.iter().filter(move |slot| full || !slot.is_optional());
        let arguments: Vec<_> = slots.map(|slot| argument(*slot)).collect();
        (Just(form.name), arguments)
    });
    whole.prop_map(|(name, arguments)| {
        let directive = Directive::new(name, arguments, NOWHERE);
        Item::Directive(directive.expect("the arguments are those of the slots"))
    })
}

/// A whole program.
pub(super) fn file() -> impl Strategy<Value = SourceFile> {
    let item = prop_oneof![
        3 => rule(),
        3 => declare(),
        2 => stage(),
        1 => context(),
        3 => directive(),
        1 => board(),
        1 => range(),
        1 => family(),
    ];
    prop::collection::vec(item, 0..8).prop_map(|items| SourceFile { items })
}
