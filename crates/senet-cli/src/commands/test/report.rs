//! The results of tests: for people as `cargo test` tells them, as JSON, and as JUnit's XML.

use super::{TestVerdict, Tested};
use serde_json::{Value, json};
use std::fmt::Write;
use std::time::Duration;

/// A test, as soon as it has run.
pub(super) fn line(test: &Tested) -> String {
    let verdict = match &test.verdict {
        TestVerdict::Passed => "ok".to_owned(),
        TestVerdict::Failed(_) => "FAILED".to_owned(),
        TestVerdict::Ignored(why) => format!("ignored, {why}"),
    };
    format!("test {}: {} ... {verdict}\n", test.place, test.name)
}

/// How many passed, failed and were ignored.
fn counts(tests: &[Tested]) -> (usize, usize, usize) {
    let count = |is: fn(&TestVerdict) -> bool| tests.iter().filter(|t| is(&t.verdict)).count();
    (
        count(|v| matches!(v, TestVerdict::Passed)),
        count(|v| matches!(v, TestVerdict::Failed(_))),
        count(|v| matches!(v, TestVerdict::Ignored(_))),
    )
}

/// What comes after all tests.
pub(super) fn text(tests: &[Tested], took: Duration) -> String {
    let mut out = String::new();
    for test in tests {
        let TestVerdict::Failed(why) = &test.verdict else { continue };
        if out.is_empty() {
            out.push_str("\nfailures:\n");
        }
        out.push_str(&format!("\n---- {}: {}\n{}\n", test.place, test.name, why.trim_end()));
    }
    let (passed, failed, ignored) = counts(tests);
    let verdict = if failed > 0 { "FAILED" } else { "ok" };
    let seconds = took.as_secs_f64();
    let _ = writeln!(
        out,
        "\ntest result: {verdict}. {passed} passed; {failed} failed; {ignored} ignored; finished in {seconds:.2}s"
    );
    out
}

/// As data.
pub(super) fn json(tests: &[Tested], took: Duration) -> String {
    let one = |test: &Tested| {
        let (status, message) = match &test.verdict {
            TestVerdict::Passed => ("passed", Value::Null),
            TestVerdict::Failed(why) => ("failed", why.as_str().into()),
            TestVerdict::Ignored(why) => ("ignored", why.as_str().into()),
        };
        let seconds = test.took.as_secs_f64();
        json!({
            "place": test.place, "name": test.name, "status": status,
            "message": message, "seconds": seconds,
        })
    };
    let all: Vec<Value> = tests.iter().map(one).collect();
    let (passed, failed, ignored) = counts(tests);
    let report = json!({
        "passed": passed, "failed": failed, "ignored": ignored,
        "seconds": took.as_secs_f64(), "tests": all,
    });
    format!("{report:#}\n")
}

/// As JUnit writes it, which build servers read.
pub(super) fn junit(tests: &[Tested], took: Duration) -> String {
    let (_, failed, ignored) = counts(tests);
    let (n, seconds) = (tests.len(), took.as_secs_f64());
    let mut out = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n  <testsuite name=\"senet\" \
         tests=\"{n}\" failures=\"{failed}\" errors=\"0\" skipped=\"{ignored}\" time=\"{seconds:.3}\">\n"
    );
    for test in tests {
        let (place, name) = (xml(&test.place), xml(&test.name));
        let seconds = test.took.as_secs_f64();
        let head =
            format!("    <testcase classname=\"{place}\" name=\"{name}\" time=\"{seconds:.3}\"");
        let _ = match &test.verdict {
            TestVerdict::Passed => writeln!(out, "{head}/>"),
            TestVerdict::Failed(why) => {
                let first = xml(why.lines().next().unwrap_or_default());
                let why = xml(why);
                writeln!(out, "{head}><failure message=\"{first}\">{why}</failure></testcase>")
            }
            TestVerdict::Ignored(why) => {
                writeln!(out, "{head}><skipped message=\"{}\"/></testcase>", xml(why))
            }
        };
    }
    out.push_str("  </testsuite>\n</testsuites>\n");
    out
}

/// A text within XML, which has no control characters but line ends and tabs.
fn xml(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '&' => out.push_str("&amp;"),
            '"' => out.push_str("&quot;"),
            '\n' | '\t' => out.push(letter),
            other if other.is_control() => out.push('\u{FFFD}'),
            other => out.push(other),
        }
    }
    out
}
