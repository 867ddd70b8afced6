//! The language tests: every section of `tests/corpus` gives the diagnostics that it says, and
//! survives printing, formatting, other line ends and a byte-order mark.

#[path = "../../../tests/support.rs"]
mod support;

use senet_program::{Options, all_codes, check};
use senet_syntax::ast::Item;
use senet_syntax::{DIRECTIVES, Diagnostic, LineIndex, format, parse, print};
use std::collections::BTreeSet;
use std::fmt::Write;
use support::{Expected, Section, comments, corpus, without_spans};

fn diagnostics(text: &str) -> Vec<(usize, Diagnostic)> {
    let index = LineIndex::new(text);
    let found = check(text, &Options::default()).diagnostics;
    let line = |d: &Diagnostic| index.line(d.span().start) + 1;
    found.into_iter().map(|d| (line(&d), d)).collect()
}

/// What differs between the diagnostics that a section expects and those that it gives.
fn differences(section: &Section, text: &str) -> Vec<String> {
    let mut found = diagnostics(text);
    let mut out = Vec::new();
    for Expected { line, code, message } in &section.expected {
        let fits = |(at, d): &(usize, Diagnostic)| {
            at == line && d.code.0.id == code && d.message.contains(message.as_str())
        };
        match found.iter().position(fits) {
            Some(at) => {
                found.remove(at);
            }
            None => out.push(format!("expected line {line}: {code} {message}")),
        }
    }
    for (line, d) in found {
        out.push(format!("not expected line {line}: {} {}", d.code.0.id, d.message));
    }
    out
}

/// Fails with everything that is wrong in any section.
#[track_caller]
fn each_section(wrong: impl Fn(&Section) -> Vec<String>) {
    let sections = corpus();
    assert!(sections.len() > 100, "the corpus was not found");
    let mut report = String::new();
    let mut bad = 0;
    for section in &sections {
        let wrong = wrong(section);
        if !wrong.is_empty() {
            bad += 1;
            writeln!(report, "\n{}: {}", section.place, section.name)
                .expect("strings can be written to");
            for line in wrong {
                writeln!(report, "    {}", line.replace('\n', "\n    "))
                    .expect("strings can be written to");
            }
        }
    }
    assert!(report.is_empty(), "{bad} of {} sections:\n{report}", sections.len());
}

#[test]
fn corpus_sections_give_the_diagnostics_that_they_say() {
    each_section(|section| differences(section, &section.text));
}

#[test]
fn corpus_sections_may_have_other_line_ends_and_a_byte_order_mark() {
    each_section(|section| {
        let other = format!("\u{FEFF}{}", section.text.replace('\n', "\r\n"));
        differences(section, &other)
    });
}

#[test]
fn corpus_sections_print_and_parse_back() {
    each_section(|section| {
        let first = parse(&section.text);
        if !first.diagnostics.is_empty() {
            return Vec::new();
        }
        let printed = print(&first.file);
        let second = parse(&printed);
        let same = without_spans(&first.file) == without_spans(&second.file);
        if same && second.diagnostics.is_empty() {
            return Vec::new();
        }
        vec![format!("printed as\n{printed}{:?}", second.diagnostics)]
    });
}

#[test]
fn corpus_sections_keep_their_meaning_and_comments_when_formatted() {
    each_section(|section| {
        let text = &section.text;
        let first = parse(text);
        let Ok(pretty) = format(text) else {
            return Vec::new();
        };
        let mut wrong = Vec::new();
        if without_spans(&first.file) != without_spans(&parse(&pretty).file) {
            wrong.push(format!("another meaning:\n{pretty}"));
        }
        if comments(text) != comments(&pretty) {
            wrong.push(format!("other comments:\n{pretty}"));
        }
        match format(&pretty) {
            Ok(again) if again == pretty => {}
            Ok(again) => wrong.push(format!("not idempotent:\n{pretty}\n{again}")),
            Err(_) => wrong.push(format!("cannot be read:\n{pretty}")),
        }
        wrong
    });
}

#[test]
fn corpus_sections_use_every_directive() {
    let clean = corpus().into_iter().filter(|section| section.expected.is_empty());
    let mut used = BTreeSet::new();
    for section in clean {
        let items = parse(&section.text).file.items;
        used.extend(items.iter().filter_map(|item| match item {
            Item::Directive(directive) => Some(directive.name()),
            _ => None,
        }));
    }
    let unused = DIRECTIVES.iter().map(|form| form.name).filter(|name| !used.contains(name));
    // What is included is another file, and a section has none beside it.
    let unused: Vec<&str> = unused.filter(|name| *name != "include").collect();
    assert_eq!(unused, [""; 0], "no section without mistakes has these directives");
}

#[test]
fn corpus_sections_cover_every_code() {
    let sections = corpus();
    let mut wrong = Vec::new();
    let expected: BTreeSet<&str> =
        sections.iter().flat_map(|s| &s.expected).map(|e| e.code.as_str()).collect();
    let known: BTreeSet<&str> = all_codes().map(|c| c.id).collect();
    wrong.extend(expected.difference(&known).map(|c| format!("there is no code {c}")));
    // Texts of 16 MiB and 20000 mistakes are no sections; tests below have them.
    let beyond = ["E0009", "E0013", "W0012"];
    let missing = known.difference(&expected).filter(|c| !beyond.contains(c));
    wrong.extend(missing.map(|c| format!("no section expects {c}")));
    for lint in known.iter().filter(|c| c.starts_with('W') && **c != "W0012") {
        for (end, fires) in [("fires", true), ("does not", false)] {
            let named = |s: &&Section| s.name.starts_with(*lint) && s.name.ends_with(end);
            let expects = |s: &Section| s.expected.iter().any(|e| e.code == *lint) == fires;
            if !sections.iter().filter(named).any(expects) {
                wrong.push(format!("no section is called `{lint} … {end}`"));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn too_long_texts_are_not_read() {
    let text = "%".repeat(senet_syntax::MAX_TEXT + 1);
    let found = diagnostics(&text);
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].1.code.0.id, "E0009");
    // A comment that just fits is an empty program.
    let found = diagnostics(&text[1..]);
    assert_eq!(found.iter().map(|(_, d)| d.code.0.id).collect::<Vec<_>>(), ["W0011"]);
}

#[test]
fn too_many_mistakes_are_counted() {
    let errors = diagnostics(&"t : type.\n".repeat(30_001));
    let last = &errors.last().unwrap().1;
    assert_eq!((errors.len(), last.code.0.id), (20_001, "E0013"));
    assert_eq!(last.message, "10000 more errors are not written down");
    let unknown = diagnostics(&"?\n".repeat(30_000));
    assert_eq!(unknown.last().unwrap().1.message, "10000 more errors are not written down");
    let links = "qui * stage s -o stage s.\n".repeat(30_001);
    let warnings = diagnostics(&format!("stage s = {{}} #trace _ s {{}}.\n{links}"));
    let last = &warnings.last().unwrap().1;
    assert_eq!((warnings.len(), last.code.0.id), (20_001, "W0012"));
    assert_eq!(last.message, "10000 more warnings are not written down");
}
