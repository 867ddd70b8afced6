//! What several test programs share: the sections of the corpus, the shipped games, and asts without
//! places. A test takes it in with `#[path = "…/tests/support.rs"] mod support;`.

#![allow(
    dead_code,
    unreachable_pub,
    clippy::disallowed_methods,
    reason = "each test uses a part of this, and tests read files"
)]

#[path = "quick.rs"]
pub mod quick;

use std::path::{Path, PathBuf};

/// A program of the corpus, and the diagnostics that it should give.
#[derive(Debug)]
pub struct Section {
    /// The file and the line where it begins, to click on.
    pub place: String,
    pub name: String,
    pub text: String,
    pub expected: Vec<Expected>,
}

/// A diagnostic that should be given.
#[derive(Debug, Clone)]
pub struct Expected {
    /// The line in the section, from 1.
    pub line: usize,
    pub code: String,
    /// What its message contains.
    pub message: String,
}

/// The top folder of the repository.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// How many random cases to try: fewer if `SENET_QUICK` is set.
pub fn cases(many: u32) -> u32 {
    let fewer = many.div_ceil(10);
    if quick::leaves_out(&format!("{fewer} of {many} cases")) { fewer } else { many }
}

/// Every `.cep` file of a folder, by name.
pub fn programs(folder: &str) -> Vec<(PathBuf, String)> {
    let folder = root().join(folder);
    let entries =
        std::fs::read_dir(&folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
    let mut paths: Vec<PathBuf> =
        entries.map(|e| e.expect("a folder can be read").path()).collect();
    paths.retain(|p| p.extension().is_some_and(|e| e == "cep"));
    paths.sort();
    let read = |path: PathBuf| {
        let text = std::fs::read_to_string(&path).expect("a file can be read");
        (path, text)
    };
    paths.into_iter().map(read).collect()
}

/// Every section of the corpus.
pub fn corpus() -> Vec<Section> {
    let files = programs("tests/corpus");
    let sections = files.iter().flat_map(|(path, text)| {
        let file = path.file_name().expect("a file has a name").to_string_lossy().into_owned();
        sections(&file, text)
    });
    sections.collect()
}

/// The sections of a file. `%% name` begins one; `%~ CODE words` at the end of a line expects a
/// diagnostic there, and `%~^ CODE words` on a line of its own expects it on the nearest line above
/// that is not of this kind. `%? words` and `%- words` are for tests of help and fixes.
pub fn sections(file: &str, text: &str) -> Vec<Section> {
    let mut out: Vec<Section> = Vec::new();
    let mut line_in_section = 0;
    let mut above = 0;
    for (i, line) in text.lines().enumerate() {
        if let Some(name) = line.strip_prefix("%% ") {
            out.push(Section {
                place: format!("tests/corpus/{file}:{}", i + 1),
                name: name.trim().to_owned(),
                text: String::new(),
                expected: Vec::new(),
            });
            line_in_section = 0;
            continue;
        }
        let Some(section) = out.last_mut() else {
            assert!(
                line.is_empty() || line.starts_with('%'),
                "{file}:{}: a section begins with `%% name`",
                i + 1
            );
            continue;
        };
        line_in_section += 1;
        section.text.push_str(line);
        section.text.push('\n');
        let marks = ["%~^", "%?", "%- "];
        let below = marks.iter().any(|mark| line.trim_start().starts_with(mark));
        if !below {
            above = line_in_section;
        }
        for expected in line.split("%~").skip(1) {
            // What the help says is checked elsewhere.
            let expected = expected.split("%?").next().unwrap_or("");
            let expected = expected.trim_start_matches('^').trim();
            let (code, message) = expected.split_once(' ').unwrap_or((expected, ""));
            section.expected.push(Expected {
                line: above,
                code: code.to_owned(),
                message: message.trim().to_owned(),
            });
        }
    }
    out
}

/// The `Debug` form of something, without places: two asts that say the same look the same.
pub fn without_spans(value: &impl std::fmt::Debug) -> String {
    let text = format!("{value:?}");
    let mut out = String::with_capacity(text.len());
    let mut rest = text.as_str();
    while let Some((before, after)) = rest.split_once("Span { start: ") {
        out.push_str(before);
        rest = after.split_once('}').expect("a span ends").1;
    }
    out + rest
}

/// The comments of a text, in order.
pub fn comments(text: &str) -> Vec<&str> {
    let tokens = senet_syntax::lexer::tokens(text);
    let comments = tokens.iter().filter(|t| t.kind == senet_syntax::lexer::TokenKind::Comment);
    comments.map(|t| t.span.of(text).trim_end()).collect()
}
