//! The mistakes of people who write their first game: what is said helps, and tools can mend most of
//! it.

#[path = "../../../tests/support.rs"]
mod support;

use senet_ide::{Analysis, fix};
use senet_program::Options;
use senet_syntax::Severity;
use std::fmt::Write;

/// The sections of the corpus about newcomers.
fn newcomers() -> Vec<support::Section> {
    let all = support::corpus().into_iter();
    all.filter(|s| s.name.starts_with("newcomer: ")).collect()
}

/// What the help of a diagnostic should say: words behind `%?`.
fn helps(text: &str) -> Vec<String> {
    let lines = text.lines().filter_map(|line| line.split_once("%?"));
    let words = lines.map(|(_, words)| words.split("%~").next().unwrap_or("").trim().to_owned());
    words.collect()
}

#[test]
fn there_are_fifty_mistakes() {
    assert!(newcomers().len() >= 80, "{}", newcomers().len());
}

#[test]
fn every_message_says_what_to_do() {
    let mut report = String::new();
    for section in newcomers() {
        let analysis = Analysis::new(&section.text, &Options::default());
        let all: Vec<&str> =
            analysis.diagnostics().iter().flat_map(|d| &d.help).map(String::as_str).collect();
        for words in helps(&section.text) {
            if !all.iter().any(|help| help.contains(&words)) {
                let _ = writeln!(report, "{}: no help says `{words}`: {all:?}", section.name);
            }
        }
        let mut helped = analysis.diagnostics().iter();
        if !helped.any(|d| !d.help.is_empty()) {
            let _ = writeln!(report, "{}: nothing helps", section.name);
        }
    }
    assert!(report.is_empty(), "\n{report}");
}

#[test]
fn tools_mend_what_can_be_mended() {
    let mut report = String::new();
    for section in newcomers() {
        let fixed = fix(&section.text, &Options::default(), true);
        let errors: Vec<_> =
            fixed.remaining.iter().filter(|d| d.severity == Severity::Error).collect();
        let by_hand = section.text.contains("%- by hand");
        if errors.is_empty() == by_hand {
            let told: Vec<_> = errors.iter().map(|d| &d.message).collect();
            let text = &fixed.text;
            let _ = writeln!(report, "{}: by hand: {by_hand}, {told:?}\n{text}", section.name);
        }
    }
    assert!(report.is_empty(), "\n{report}");
}

#[test]
fn certain_fixes_never_make_it_worse() {
    for section in support::corpus() {
        let before = Analysis::new(&section.text, &Options::default());
        let count = |all: &[senet_syntax::Diagnostic]| {
            all.iter().filter(|d| d.code.0.id.starts_with("E00")).count()
        };
        let fixed = fix(&section.text, &Options::default(), false);
        let (a, b) = (count(before.diagnostics()), count(&fixed.remaining));
        assert!(b <= a, "{}: {a} became {b}\n{}", section.place, fixed.text);
        if before.diagnostics().is_empty() {
            assert_eq!(fixed.text, section.text, "{}: nothing was wrong", section.place);
        }
    }
}
