//! The page that compares lengths of programs tells the truth about ours.

#![allow(clippy::disallowed_methods, reason = "a test: it reads the page and the games")]

use senet_syntax::DIRECTIVES;
use std::path::Path;

/// Whether a line begins a directive that only describes the game or how it looks.
fn describes(line: &str) -> bool {
    let word = line.strip_prefix('#').and_then(|rest| rest.split(' ').next());
    DIRECTIVES.iter().any(|form| form.describes && Some(form.name) == word)
}

/// Lines that are neither blank nor comments, nor describe the game.
fn lines(text: &str) -> usize {
    let mut describing = false;
    let counts = |line: &&str| {
        let goes_on = describing && line.starts_with(' ');
        describing = goes_on || describes(line);
        let line = line.trim();
        !describing && !line.is_empty() && !line.starts_with('%')
    };
    text.lines().filter(counts).count()
}

#[test]
fn the_lengths_of_our_games_are_as_the_page_says() {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs");
    let page = std::fs::read_to_string(docs.join("lines-of-code.md")).expect("the page is there");
    let mut rows = 0;
    for row in page.lines().filter(|line| line.starts_with("| [")) {
        let (_, file) = row.split_once("](").expect("a link to the game");
        let (file, rest) = file.split_once(')').expect("the link ends");
        let said: usize =
            rest.split('|').nth(1).expect("our column").trim().parse().expect("digits");
        let text = std::fs::read_to_string(docs.join(file)).expect("the game is there");
        assert_eq!(lines(&text), said, "{file}");
        rows += 1;
    }
    assert!(rows > 10, "the table has {rows} rows");
}
