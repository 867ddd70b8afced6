//! `senet fix`: mends what diagnostics say how to mend.

use crate::cli::{FixArgs, ReportFormat};
use crate::failure::{BAD_PROGRAM, Outcome};
use crate::include::beside;
use crate::input::{Source, read, rewrite};
use crate::output;
use crate::report::{self, FileReport};
use senet_ide::{AppliedFix, Fixed};
use senet_program::Options;
use senet_syntax::Severity;
use serde::Serialize;

/// What was done to one file, as data.
#[derive(Serialize)]
struct FixReport<'a> {
    file: &'a str,
    applied: &'a [AppliedFix],
    /// What is still wrong.
    remaining: FileReport<'a>,
    /// The text afterwards, if it is not written anywhere else.
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<&'a str>,
}

pub(crate) fn run(args: &FixArgs) -> Outcome {
    let stdin = ["-".to_owned()];
    let files = if args.files.is_empty() { &stdin[..] } else { &args.files };
    let mut code = 0;
    let mut reports = Vec::new();
    for file in files {
        let source = read(file)?;
        let options = beside(&source, &Options::default());
        let fixed = senet_ide::fix(&source.text, &options, args.guess);
        let errors = fixed.remaining.iter().any(|d| d.severity == Severity::Error);
        if errors || (args.check && !fixed.applied.is_empty()) {
            code = BAD_PROGRAM;
        }
        // What is left stands in the text as it is now.
        let after = Source { name: source.name.clone(), text: fixed.text.clone() };
        match args.format {
            ReportFormat::Text => tell(args, file, &after, &fixed),
            ReportFormat::Json => {
                let report = FixReport {
                    file: &source.name,
                    applied: &fixed.applied,
                    remaining: report::data(&after, &fixed.remaining, None),
                    text: (file == "-" || args.check).then_some(&fixed.text),
                };
                let report = serde_json::to_string_pretty(&report);
                reports.push(report.expect("a report has only texts and numbers"));
            }
        }
        if file != "-" && !args.check && fixed.text != source.text {
            rewrite(file, &fixed.text)?;
        }
    }
    if args.format == ReportFormat::Json {
        output::data(&format!("[{}]\n", reports.join(", ")));
    }
    Ok(code)
}

/// Tells what was mended and what is left. The text itself goes to standard output if it was read from
/// standard input, and messages go elsewhere then.
fn tell(args: &FixArgs, file: &str, after: &Source, fixed: &Fixed) {
    let mut lines = String::new();
    let how = if args.check { "would " } else { "" };
    for AppliedFix { code, message, title, line } in &fixed.applied {
        lines.push_str(&format!("{}:{line}: {how}{title} ({code}: {message})\n", after.name));
    }
    if file == "-" {
        output::aside(&lines);
        if !args.check {
            output::data(&fixed.text);
        }
    } else {
        output::data(&lines);
        if fixed.applied.is_empty() && fixed.remaining.is_empty() {
            output::data(&format!("{}: nothing to mend\n", after.name));
        }
    }
    // With `--check` the text stays as it was, so places in the mended one mean nothing.
    if !args.check || fixed.applied.is_empty() {
        report::show(after, &fixed.remaining, Some(50));
    }
}
