//! The programs in the documentation work: those in `docs/` and the README that are marked as `cep`,
//! or as `cep error CODE`.

#![allow(
    clippy::disallowed_methods,
    clippy::unwrap_used,
    reason = "tests read files, and a panic there is a failed test"
)]

use senet_program::{Options, check};
use senet_syntax::DIRECTIVES;
use std::collections::BTreeSet;
use std::path::Path;

/// The blocks of a page: the line of each, its mark, and its text.
fn blocks(page: &str) -> Vec<(usize, String, String)> {
    let mut out = Vec::new();
    let mut open: Option<(usize, String, String)> = None;
    for (i, line) in page.lines().enumerate() {
        match (&mut open, line.strip_prefix("```")) {
            (Some(_), Some(_)) => out.extend(open.take()),
            (Some((_, _, text)), None) => *text += &format!("{line}\n"),
            (None, Some(mark)) => open = Some((i + 1, mark.trim().to_owned(), String::new())),
            (None, None) => {}
        }
    }
    out
}

#[test]
fn programs_in_the_documentation_work() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut seen = 0;
    let mut wrong = Vec::new();
    for page in ["docs/language.md", "README.md", "tests/corpus/README.md"] {
        let text = std::fs::read_to_string(root.join(page)).unwrap();
        for (line, mark, text) in blocks(&text) {
            let words: Vec<&str> = mark.split(' ').collect();
            let expected: &[&str] = match words.as_slice() {
                ["cep"] => &[],
                ["cep", "error", codes @ ..] => codes,
                _ => continue,
            };
            seen += 1;
            let found = check(&text, &Options::default()).diagnostics;
            let found: Vec<String> =
                found.iter().map(|d| format!("{}: {}", d.code.0.id, d.message)).collect();
            let fits = found.len() == expected.len()
                && found.iter().zip(expected).all(|(f, e)| f.starts_with(e));
            // A page may show declarations alone: nothing to run is no mistake there.
            let alone = expected.is_empty()
                && !text.contains("stage")
                && found.iter().all(|f| f.starts_with("W0001") || f.starts_with("W0011"));
            if !fits && !alone {
                wrong.push(format!("{page}:{line}: {found:?}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(seen > 15, "only {seen} programs were found");
}

/// The names of the directives that a page mentions in `…`.
fn directives_in(page: &str) -> BTreeSet<&str> {
    let words = page.split('`').filter_map(|word| word.strip_prefix('#'));
    words.map(|word| word.split([' ', '.']).next().unwrap_or(word)).collect()
}

#[test]
fn the_list_of_directives_has_them_all_and_no_others() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let page = std::fs::read_to_string(root.join("docs/language.md")).unwrap();
    let list = page.split("\n## ").find(|section| section.starts_with("All directives\n"));
    let listed = directives_in(list.expect("there is a list of all directives"));
    let table: BTreeSet<&str> = DIRECTIVES.iter().map(|form| form.name).collect();
    let missing: Vec<&&str> = table.difference(&listed).collect();
    let unknown: Vec<&&str> = listed.difference(&table).collect();
    assert!(missing.is_empty(), "`docs/language.md` does not list {missing:?}");
    assert!(unknown.is_empty(), "`docs/language.md` lists {unknown:?}, which do not exist");
}

#[test]
fn every_shape_of_board_is_documented_and_in_the_corpus() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let page = std::fs::read_to_string(root.join("docs/language.md")).unwrap();
    let table = page.split("\n\n").find(|part| part.starts_with("| shape |")).unwrap();
    let corpus = std::fs::read_to_string(root.join("tests/corpus/boards.cep")).unwrap();
    for kind in senet_program::relations::SHAPES {
        assert!(table.contains(&format!("`{} ", kind.name)), "docs/language.md: {}", kind.name);
        let used = format!(" = {} ", kind.name);
        assert!(corpus.contains(&used), "tests/corpus/boards.cep: {}", kind.name);
    }
}
