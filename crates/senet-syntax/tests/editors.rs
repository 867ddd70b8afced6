//! Highlighters of editors agree with the lexer: one corpus of tokens for all of them.
//!
//! `editors/corpus/tokens.txt` lists the tokens of `tokens.cep` with their classes, and is checked here
//! against the lexer (`SENET_UPDATE=1` writes it anew). The TextMate grammar is compared with it, and with
//! the lexer on every game and corpus program, by `editors/vscode/test/grammar.mjs`, where there is Node.
//! `editors/tree-sitter-senet/tests` and `web/tests/grammar.test.mjs` do so for the other two grammars.

#![allow(
    clippy::disallowed_methods,
    clippy::unwrap_used,
    reason = "tests read files and start programs, and a panic there is a failed test"
)]

use senet_syntax::lexer::{TokenKind, tokens};
use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// What a token is to a highlighter; `None` for space.
fn class(kind: TokenKind, text: &str) -> Option<&'static str> {
    use TokenKind::{
        Arrow, AtLeast, AtMost, BackArrow, BackLolli, Bang, Bar, Caret, Close, CloseBrace, Colon,
        Comma, Comment, Context, Differ, Directive, Dollar, Dot, DotDot, Equals, HostName, Less,
        Lolli, More, Name, Number, Open, OpenBrace, Plus, Pred, Same, Space, Stage, Star, Text,
        Wild,
    };
    Some(match kind {
        Space => return None,
        Comment => "comment",
        Text => "text",
        Directive => "directive",
        Lolli | BackLolli | BackArrow | Arrow => "arrow",
        Pred | Stage | Context => "keyword",
        Name if text.starts_with(char::is_uppercase) => "variable",
        Name => "name",
        HostName => "host",
        Wild => "wildcard",
        Number => "number",
        Equals | Bang | Dollar | Star | Same | Differ | Less | AtMost | More | AtLeast | Plus
        | Caret | Bar => "operator",
        Dot | DotDot | Colon | Comma | Open | Close | OpenBrace | CloseBrace => "punctuation",
        _ => "mistake",
    })
}

/// The tokens of a text, a line for each: the class and the letters as JSON.
fn listed(text: &str) -> String {
    let mut out = String::new();
    for token in tokens(text) {
        let letters = token.span.of(text);
        let Some(class) = class(token.kind, letters) else { continue };
        let letters = letters.trim_end_matches('\r');
        let escaped: String = letters
            .chars()
            .map(|c| match c {
                '"' => "\\\"".to_owned(),
                '\\' => "\\\\".to_owned(),
                '\t' => "\\t".to_owned(),
                other => other.to_string(),
            })
            .collect();
        out.push_str(&format!("{class}\t\"{escaped}\"\n"));
    }
    out
}

#[test]
fn the_lexer_agrees_with_the_corpus() {
    let corpus = root().join("editors/corpus");
    let found = listed(&std::fs::read_to_string(corpus.join("tokens.cep")).unwrap());
    let file = corpus.join("tokens.txt");
    if std::env::var_os("SENET_UPDATE").is_some() {
        std::fs::write(&file, &found).unwrap();
    }
    let expected = std::fs::read_to_string(&file).unwrap();
    for (i, (a, b)) in expected.lines().zip(found.lines()).enumerate() {
        assert_eq!(a, b, "line {}", i + 1);
    }
    assert_eq!(expected.lines().count(), found.lines().count());
    let classes = ["comment", "text", "directive", "arrow", "keyword", "variable", "name", "host"];
    let more = ["wildcard", "number", "operator", "punctuation"];
    for class in classes.iter().chain(&more) {
        assert!(expected.contains(&format!("{class}\t")), "no {class} in the corpus");
    }
}

#[test]
fn the_textmate_grammar_agrees_with_the_lexer() {
    if !Command::new("node").arg("--version").output().is_ok_and(|o| o.status.success()) {
        println!("skipped: there is no `node` here");
        return;
    }
    let mut lists = String::new();
    for folder in ["games", "tests/corpus"] {
        let mut files: Vec<PathBuf> =
            std::fs::read_dir(root().join(folder)).unwrap().map(|e| e.unwrap().path()).collect();
        files.sort();
        for file in files.iter().filter(|f| f.extension().is_some_and(|e| e == "cep")) {
            let text = std::fs::read_to_string(file).unwrap();
            // Mistakes have no colour that anybody promised.
            let right = listed(&text);
            lists.extend(
                right.lines().filter(|l| !l.starts_with("mistake")).flat_map(|l| [l, "\n"]),
            );
        }
    }
    assert!(lists.lines().count() > 10_000);
    let list = Path::new(env!("CARGO_TARGET_TMPDIR")).join("tokens-of-games.txt");
    std::fs::write(&list, lists).unwrap();
    let script = root().join("editors/vscode/test/grammar.mjs");
    let out = Command::new("node").arg(script).arg(&list).output().unwrap();
    assert!(out.status.success(), "{}", String::from_utf8_lossy(&out.stderr));
}
