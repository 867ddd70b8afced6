//! Every game and every corpus program without syntax errors is parsed without an error, and the tokens are
//! those of the shared corpus.

use std::path::{Path, PathBuf};
use tree_sitter::{Node, Parser, Query};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn parser() -> Parser {
    let mut parser = Parser::new();
    parser.set_language(&tree_sitter_senet::LANGUAGE.into()).unwrap();
    parser
}

fn programs(folder: &str) -> Vec<(String, String)> {
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(root().join(folder)).unwrap().map(|e| e.unwrap().path()).collect();
    files.sort();
    let files = files.into_iter().filter(|f| f.extension().is_some_and(|e| e == "cep"));
    files.map(|f| (f.display().to_string(), std::fs::read_to_string(&f).unwrap())).collect()
}

#[test]
fn games_are_parsed() {
    let mut parser = parser();
    let mut seen = 0;
    for (name, text) in programs("games") {
        let tree = parser.parse(&text, None).unwrap();
        assert!(!tree.root_node().has_error(), "{name}: {}", tree.root_node().to_sexp());
        seen += 1;
    }
    assert!(seen > 30);
}

#[test]
fn corpus_programs_are_parsed() {
    let mut parser = parser();
    let (mut seen, mut wrong) = (0, Vec::new());
    for (name, text) in programs("tests/corpus") {
        for section in text.split("\n%% ") {
            // Sections that expect a syntax error (E00…) have one.
            if section.contains("%~ E00")
                || section.contains("%~^ E00")
                || section.contains("^ E00")
            {
                continue;
            }
            seen += 1;
            let section = format!("% {section}");
            let tree = parser.parse(&section, None).unwrap();
            if tree.root_node().has_error() {
                wrong.push(format!("{name}: {}", section.lines().next().unwrap_or_default()));
            }
        }
    }
    assert!(seen > 100, "{seen}");
    assert!(wrong.is_empty(), "{} of {seen}: {wrong:#?}", wrong.len());
}

fn class(node: Node<'_>) -> Option<&'static str> {
    Some(match node.kind() {
        "comment" => "comment",
        "string" => "text",
        "directive_name" => "directive",
        "-o" | "o-" | "<-" | "->" => "arrow",
        "pred" | "stage" | "context" => "keyword",
        "variable" => "variable",
        "name" | "ordered" | "for" => "name",
        "host_name" => "host",
        "wildcard" | "_" => "wildcard",
        "number" => "number",
        "==" | "<>" | "<=" | ">=" | "=" | "<" | ">" | "+" | "*" | "^" | "|" | "!" | "$" => {
            "operator"
        }
        "." | ".." | ":" | "," | "(" | ")" | "{" | "}" => "punctuation",
        _ => return None,
    })
}

#[test]
fn tokens_are_those_of_the_corpus() {
    let text = std::fs::read_to_string(root().join("editors/corpus/tokens.cep")).unwrap();
    let tree = parser().parse(&text, None).unwrap();
    let mut found = Vec::new();
    let mut left = vec![tree.root_node()];
    while let Some(node) = left.pop() {
        if node.child_count() == 0 {
            if let Some(class) = class(node) {
                found.push((class.to_owned(), text[node.byte_range()].trim_end().to_owned()));
            }
            continue;
        }
        let mut cursor = node.walk();
        let children: Vec<Node<'_>> = node.children(&mut cursor).collect();
        left.extend(children.into_iter().rev());
    }
    let expected = std::fs::read_to_string(root().join("editors/corpus/tokens.txt")).unwrap();
    let expected: Vec<(String, String)> = expected
        .lines()
        .map(|line| {
            let (class, token) = line.split_once('\t').unwrap();
            let token = token[1..token.len() - 1].replace("\\\"", "\"").replace("\\\\", "\\");
            (class.to_owned(), token)
        })
        .collect();
    assert_eq!(found, expected);
}

#[test]
fn queries_are_understood() {
    for name in ["highlights", "folds", "indents", "tags", "locals"] {
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("queries/{name}.scm"));
        let text = std::fs::read_to_string(file).unwrap();
        Query::new(&tree_sitter_senet::LANGUAGE.into(), &text)
            .unwrap_or_else(|e| panic!("{name}: {e}"));
    }
}
