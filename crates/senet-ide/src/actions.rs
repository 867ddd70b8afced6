//! Code actions: fixes of what is reported, and changes of the text that keep its meaning.

mod declare;
mod expand;
mod extract;
mod marks;

use crate::Analysis;
use senet_program::{Checked, check};
use senet_syntax::{Applicability, Severity, Span, TextEdit, apply_edits};
use serde::Serialize;

/// What an action is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum ActionKind {
    /// It mends what a diagnostic reports.
    QuickFix,
    /// It takes something out into a declaration of its own.
    Extract,
    /// It says something in another way.
    Rewrite,
}

/// A change of the text that is offered at a place.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct CodeAction {
    /// What it does, as an entry of a menu.
    pub title: String,
    /// What it is for.
    pub kind: ActionKind,
    /// The changes, none of which overlap.
    pub edits: Vec<TextEdit>,
    /// The code of the diagnostic that it mends.
    pub code: Option<&'static str>,
    /// Whether a tool may do it without asking.
    pub preferred: bool,
}

impl CodeAction {
    fn new(kind: ActionKind, title: impl Into<String>, edits: Vec<TextEdit>) -> CodeAction {
        CodeAction { title: title.into(), kind, edits, code: None, preferred: false }
    }
}

impl Analysis {
    /// What can be done at a byte or with a selection.
    ///
    /// ```
    /// # use senet_ide::Analysis;
    /// # use senet_syntax::Span;
    /// let text = "t : type. a : t.\nstage s = { r : p a -o . }\n#trace 1 s { p a }.";
    /// let analysis = Analysis::new(text, &Default::default());
    /// let at = text.find("p a").unwrap() as u32;
    /// let actions = analysis.code_actions(Span::new(at, at));
    /// assert_eq!(actions[0].title, "declare the predicate `p t : pred.`");
    /// ```
    pub fn code_actions(&self, range: Span) -> Vec<CodeAction> {
        let end = self.text().len() as u32;
        let range = Span { start: range.start.min(end), end: range.end.min(end) };
        let mut out = Vec::new();
        self.quick_fixes(range, &mut out);
        self.change_marks(range, &mut out);
        self.name_rule(range, &mut out);
        self.extract_derived(range, &mut out);
        self.expand_extensions(range, &mut out);
        out
    }

    fn quick_fixes(&self, range: Span, out: &mut Vec<CodeAction>) {
        for diagnostic in self.diagnostics() {
            let places = diagnostic.labels.iter().map(|l| l.span);
            if !{ places }.any(|span| touches(span, range)) {
                continue;
            }
            for fix in self.fixes(diagnostic) {
                let action = CodeAction::new(ActionKind::QuickFix, fix.title, fix.edits);
                out.push(CodeAction {
                    code: Some(diagnostic.code.0.id),
                    preferred: fix.applicability == Applicability::MachineApplicable,
                    ..action
                });
            }
        }
    }

    /// What checking says after some edits; `None` if they make things worse.
    fn checked_after(&self, edits: &[TextEdit]) -> Option<Checked> {
        let after = apply_edits(self.text(), edits)?;
        let checked = check(&after, &self.options);
        let errors = |all: &[senet_syntax::Diagnostic]| {
            all.iter().filter(|d| d.severity == Severity::Error).count()
        };
        (errors(&checked.diagnostics) <= errors(self.diagnostics())).then_some(checked)
    }
}

/// Whether two ranges overlap or touch.
fn touches(a: Span, b: Span) -> bool {
    a.start <= b.end && b.start <= a.end
}
