//! Applying suggested fixes to a text, as `senet fix` does.

use crate::Analysis;
use senet_program::Options;
use senet_syntax::{Applicability, Diagnostic, Fix, Severity, TextEdit, apply_edits};
use serde::Serialize;

/// A fix that was applied.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct AppliedFix {
    /// The code of what it mended.
    pub code: &'static str,
    /// What was wrong.
    pub message: String,
    /// What it did.
    pub title: String,
    /// The line, from 1, in the text as it was at that moment.
    pub line: usize,
}

/// A text after its fixes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Fixed {
    /// The text.
    pub text: String,
    /// What was done, in order.
    pub applied: Vec<AppliedFix>,
    /// What is still to be said about the text.
    pub remaining: Vec<Diagnostic>,
}

/// One mistake may hide the next; after so many rounds, whatever is left is left.
const MOST_ROUNDS: usize = 50;

/// Applies the fixes that diagnostics suggest, again and again until none is left: those that are
/// certain or, with `guesses`, the first of each. A fix after which there are more errors than before
/// is not made, unless it mends the text as text: that may bring others to light.
///
/// ```
/// let fixed = senet_ide::fix("p : pred\nstage s = { r : p => p; }\n#trace 1 s { p }.\n",
///                            &Default::default(), false);
/// assert_eq!(fixed.text, "p : pred.\nstage s = { r : p -o p. }\n#trace 1 s { p }.\n");
/// assert_eq!(fixed.applied.len(), 3);
/// ```
pub fn fix(text: &str, options: &Options, guesses: bool) -> Fixed {
    let mut analysis = Analysis::new(text, options);
    let mut applied = Vec::new();
    let mut seen = vec![text.to_owned()];
    for _ in 0..MOST_ROUNDS {
        let chosen = choose(&analysis, guesses);
        let Some((after, done)) = make(&analysis, chosen, options) else { break };
        // Two fixes that undo each other are no progress.
        if seen.iter().any(|text| text == after.text()) {
            break;
        }
        seen.push(after.text().to_owned());
        applied.extend(done);
        analysis = after;
    }
    let remaining = analysis.diagnostics().to_vec();
    Fixed { text: analysis.text().to_owned(), applied, remaining }
}

/// The fix for each diagnostic that has one; none of them overlap.
fn choose(analysis: &Analysis, guesses: bool) -> Vec<(AppliedFix, Fix)> {
    let mut chosen: Vec<(AppliedFix, Fix)> = Vec::new();
    for diagnostic in analysis.diagnostics() {
        // A warning is mended only if that is certain: what it is about may be meant.
        let guesses = guesses && diagnostic.severity == Severity::Error;
        let fits = |fix: &Fix| guesses || fix.applicability == Applicability::MachineApplicable;
        let Some(fix) = analysis.fixes(diagnostic).into_iter().find(fits) else { continue };
        let overlaps = |a: &TextEdit, b: &TextEdit| {
            let apart = a.span.end <= b.span.start || b.span.end <= a.span.start;
            !apart || a.span.start == b.span.start
        };
        let taken = chosen.iter().flat_map(|(_, f)| &f.edits);
        if { taken }.any(|edit| fix.edits.iter().any(|other| overlaps(edit, other))) {
            continue;
        }
        let told = AppliedFix {
            code: diagnostic.code.0.id,
            message: diagnostic.message.clone(),
            title: fix.title.clone(),
            line: analysis.line_of(diagnostic.span()),
        };
        chosen.push((told, fix));
    }
    chosen
}

/// The text after some fixes: all of them if that is no worse, or else the first that is none.
fn make(
    analysis: &Analysis,
    chosen: Vec<(AppliedFix, Fix)>,
    options: &Options,
) -> Option<(Analysis, Vec<AppliedFix>)> {
    // A fixed syntax error may uncover errors of the checker, so syntax errors are compared first.
    let errors = |a: &Analysis| {
        let all = || a.diagnostics().iter().filter(|d| d.severity == Severity::Error);
        (all().filter(|d| d.code.0.id.starts_with("E00")).count(), all().count())
    };
    let before = errors(analysis);
    let after = |edits: &[TextEdit]| {
        let text = apply_edits(analysis.text(), edits)?;
        let after = Analysis::new(&text, options);
        (text != analysis.text() && errors(&after) <= before).then_some(after)
    };
    let all: Vec<TextEdit> = chosen.iter().flat_map(|(_, f)| f.edits.clone()).collect();
    if let Some(found) = after(&all) {
        return Some((found, chosen.into_iter().map(|(told, _)| told).collect()));
    }
    let mut alone = chosen.into_iter();
    alone.find_map(|(told, fix)| Some((after(&fix.edits)?, vec![told])))
}
