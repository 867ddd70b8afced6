//! Random trees print and parse back, random layouts format to the same program, and random or
//! damaged texts never break the parser.

#[path = "../../../tests/support.rs"]
mod support;

#[path = "properties/trees.rs"]
mod trees;

use proptest::prelude::{Just, ProptestConfig, Strategy, any, prop, prop_assert, prop_assert_eq};
use proptest::test_runner::TestCaseError;
use proptest::{prop_oneof, proptest};
use senet_syntax::lexer::{TokenKind, tokens};
use senet_syntax::tree::{SyntaxNode, SyntaxTree};
use senet_syntax::{Span, format, parse, print};
use support::{cases, comments, corpus, programs, without_spans};

proptest! {
    #![proptest_config(ProptestConfig {
        cases: cases(2_000),
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn printing_and_parsing_is_the_identity(file in trees::file()) {
        let text = print(&file);
        let back = parse(&text);
        prop_assert!(back.diagnostics.is_empty(), "{text}\n{:?}", back.diagnostics);
        prop_assert_eq!(without_spans(&back.file), without_spans(&file), "{}", text);
        prop_assert_eq!(format(&text), Ok(text), "printed is pretty");
    }

    #[test]
    fn every_place_in_an_item_can_be_set(mut file in trees::file()) {
        let before = without_spans(&file);
        for item in &mut file.items {
            item.set_span(Span::new(7, 9));
        }
        let debug = format!("{file:?}");
        let spans = debug.matches("Span {").count();
        prop_assert_eq!(debug.matches("Span { start: 7, end: 9 }").count(), spans, "{}", debug);
        prop_assert_eq!(without_spans(&file), before);
    }

    #[test]
    fn formatting_keeps_everything_but_layout(
        file in trees::file(),
        gaps in prop::collection::vec(gap(), 1..40),
    ) {
        let text = with_gaps(&print(&file), &gaps);
        let pretty = format(&text);
        prop_assert!(pretty.is_ok(), "{text}\n{pretty:?}");
        let pretty = pretty.unwrap();
        prop_assert_eq!(without_spans(&parse(&pretty).file), without_spans(&file), "{}", text);
        prop_assert_eq!(comments(&pretty), comments(&text), "{}", text);
        prop_assert_eq!(format(&pretty), Ok(pretty), "from:\n{}", text);
    }

    #[test]
    fn random_texts_are_read(text in "\\PC*|[a-z .:*{}()#!$,=%\"<>\n-]*") {
        sound(&text)?;
    }

    #[test]
    fn random_words_are_read(words in prop::collection::vec(word(), 0..60)) {
        sound(&words.concat())?;
    }

    #[test]
    fn damaged_programs_are_read(
        which in any::<prop::sample::Index>(),
        damages in prop::collection::vec(damage(), 1..6),
    ) {
        let all = texts();
        sound(&damaged(&all[which.index(all.len())], &damages))?;
    }
}

/// Every text gives a tree of all its tokens, properly nested, and places that exist.
fn sound(text: &str) -> Result<(), TestCaseError> {
    let read = parse(text);
    let again: String = read.tree.tokens().iter().map(|t| t.span.of(text)).collect();
    prop_assert_eq!(&again, text, "the tree is lossless");
    let root = read.tree.root().expect("short texts have a root");
    prop_assert_eq!(root.token_range(), 0..read.tree.tokens().len());
    nested(&read.tree, root)?;
    // A prime, so that all kinds of places are tried in time.
    for offset in (0..=text.len() as u32).step_by(7) {
        let path: Vec<usize> = read.tree.path_at(offset).iter().map(|n| n.index()).collect();
        prop_assert_eq!(path, path_by_search(root, offset), "{}", offset);
    }
    for diagnostic in &read.diagnostics {
        for label in &diagnostic.labels {
            prop_assert!(text.get(label.span.range()).is_some(), "{:?}", diagnostic);
        }
    }
    let printed = print(&read.file);
    if read.diagnostics.is_empty() {
        let back = parse(&printed);
        prop_assert_eq!(without_spans(&back.file), without_spans(&read.file), "{}", printed);
        let pretty = format(text).expect("a text without mistakes is formatted");
        prop_assert_eq!(without_spans(&parse(&pretty).file), without_spans(&read.file));
        prop_assert_eq!(comments(&pretty), comments(text));
        prop_assert_eq!(format(&pretty), Ok(pretty));
    } else {
        let _ = format(text);
    }
    Ok(())
}

/// Children stand inside their parent, one after the other. Empty nodes stand anywhere.
fn nested(tree: &SyntaxTree, root: SyntaxNode<'_>) -> Result<(), TestCaseError> {
    let mut open = vec![root];
    let mut seen = 0;
    while let Some(node) = open.pop() {
        seen += 1;
        let range = node.token_range();
        let mut at = range.start;
        for child in node.children() {
            let inner = child.token_range();
            if !inner.is_empty() {
                prop_assert!(at <= inner.start && inner.end <= range.end, "{:?}", node.kind());
                at = inner.end;
            }
            open.push(child);
        }
    }
    prop_assert_eq!(seen, tree.nodes().count());
    Ok(())
}

/// What [`SyntaxTree::path_at`] finds, child by child.
fn path_by_search(root: SyntaxNode<'_>, offset: u32) -> Vec<usize> {
    let mut path = vec![root];
    let around = |n: &SyntaxNode<'_>| {
        let Span { start, end } = n.span();
        start <= offset && offset <= end && start < end
    };
    while let Some(inner) = path.last().and_then(|n| n.children().filter(around).last()) {
        path.push(inner);
    }
    path.iter().map(|n| n.index()).collect()
}

/// The shipped games and the corpus.
fn texts() -> Vec<String> {
    let games = programs("games").into_iter().map(|(_, text)| text);
    games.chain(corpus().into_iter().map(|s| s.text)).collect()
}

/// What may stand between two tokens.
fn gap() -> impl Strategy<Value = &'static str> {
    prop_oneof![
        4 => Just(" "),
        2 => Just("\n"),
        1 => Just("\n\n\n"),
        1 => Just("\t \r\n"),
        1 => Just(" % behind\n"),
        1 => Just("\n  % alone\n"),
        1 => Just("\n\n% apart\n\n"),
        1 => Just(" % one\n% two\n\n% three \n"),
    ]
}

/// The tokens of a text with other space between them.
fn with_gaps(text: &str, gaps: &[&str]) -> String {
    let mut out = String::new();
    let mut gaps = gaps.iter().cycle();
    for token in tokens(text).iter().filter(|t| t.kind != TokenKind::Space) {
        out.push_str(token.span.of(text));
        out.push_str(gaps.next().expect("a cycle goes on"));
    }
    out
}

/// Pieces of programs, right and wrong.
fn word() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec![
        "stage ", "context ", "pred ", "type ", "qui ", "#trace ", "#label ", "# ", "p ", "X ",
        "q' ", "_ ", "_H ", "3 ", "3d ", "\"t\" ", "\"", "\\", ".", ":", ",", "=", "!", "$", "*",
        " -o ", " o- ", "<- ", " -> ", "==", "<>", "(", ")", "{", "}", "()", "..", "\n", "% c\n",
        ";", "&", "=>", "?", "é", "\u{FEFF}", "\0", "%", "-", "r : ", "{ p, ", "} ",
    ])
}

/// A change to a text: where it begins and ends, and what comes there.
fn damage() -> impl Strategy<Value = (prop::sample::Index, usize, String)> {
    let other = prop_oneof![
        3 => Just(String::new()),
        3 => word().prop_map(str::to_owned),
        1 => "\\PC{0,3}",
    ];
    (any::<prop::sample::Index>(), 0usize..12, other)
}

fn damaged(text: &str, damages: &[(prop::sample::Index, usize, String)]) -> String {
    let mut chars: Vec<char> = text.chars().collect();
    for (at, length, other) in damages {
        let at = at.index(chars.len() + 1);
        let end = (at + length).min(chars.len());
        chars.splice(at..end, other.chars());
    }
    chars.into_iter().collect()
}

/// A rule that begins with a name like `//` reads the same on a line of its own.
#[test]
fn a_declared_name_is_no_comment() {
    sound("// : pred. //p : pred.\nstage s = { // * // -o //p. }\n#trace _ s {//}.\n").unwrap();
    let read = parse("a : pred. // what an atom is\n-- and more\nb : pred.\n");
    let fixed = read.diagnostics.iter().map(|d| d.fixes.len()).collect::<Vec<_>>();
    assert_eq!(fixed, [1, 1], "{:?}", read.diagnostics);
    assert_eq!(read.file.items.len(), 2);
}
