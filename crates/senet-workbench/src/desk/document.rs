//! A text that is being written: its problems, and what an editor asks about it.

use super::DeskError;
use super::units::Units;
use crate::protocol::{
    CompletionItem, HoverText, OutlineEntry, PageEdit, Problem, ProblemFix, SweptOption,
    WriteAnswer, WriteAsk,
};
use senet_ide::{Analysis, OutlineItem};
use senet_program::Options;
use senet_syntax::{Applicability, Diagnostic, Severity, Span, TextEdit, apply_edits};
use serde::Serialize;

/// So many problems are told; with more of them, the first ones are what matters.
const MOST_PROBLEMS: usize = 200;
/// So many completions are listed.
const MOST_COMPLETIONS: usize = 200;

/// A text that is being written, in one version.
#[derive(Debug)]
pub(crate) struct Document {
    pub(crate) version: u32,
    pub(crate) analysis: Analysis,
    pub(crate) units: Units,
}

impl Document {
    pub(crate) fn new(version: u32, text: &str) -> Document {
        let analysis = Analysis::new(text, &Options::default());
        Document { version, analysis, units: Units::new(text) }
    }

    /// The text after some changes of this version; `None` if they overlap or lie outside.
    pub(crate) fn edited(&self, edits: &[PageEdit]) -> Option<String> {
        let edit = |edit: &PageEdit| {
            let (start, end) = (self.units.byte(edit.from), self.units.byte(edit.to));
            TextEdit::new(Span { start, end: end.max(start) }, edit.insert.as_str())
        };
        let edits: Vec<TextEdit> = edits.iter().map(edit).collect();
        apply_edits(self.analysis.text(), &edits)
    }

    pub(crate) fn checked(&self) -> WriteAnswer {
        let diagnostics = self.analysis.diagnostics().iter();
        let program = self.analysis.program();
        let starts = program.map_or_else(Vec::new, |program| {
            let stage = |start: &senet_program::Start| program.stage(start.stage).name.clone();
            program.starts().iter().map(stage).collect()
        });
        let small = |n: u64| u32::try_from(n).unwrap_or(u32::MAX);
        let options = program.map_or_else(Vec::new, |program| {
            let option = |option: &senet_program::GameOption| SweptOption {
                name: option.name.clone(),
                least: small(option.low),
                most: small(option.high),
                usual: small(option.default),
            };
            program.game().options.iter().map(option).collect()
        });
        WriteAnswer::Checked {
            version: self.version,
            problems: diagnostics.take(MOST_PROBLEMS).map(|d| self.problem(d)).collect(),
            valid: program.is_some(),
            playable: program.is_some_and(|program| !program.starts().is_empty()),
            title: program.and_then(|program| program.game().title.clone()),
            starts,
            options,
        }
    }

    fn problem(&self, diagnostic: &Diagnostic) -> Problem {
        let (from, to) = self.units.range(diagnostic.span());
        let label = |label: &senet_syntax::Label| {
            let (from, to) = self.units.range(label.span);
            (from, to, label.text.clone())
        };
        let fixes = self.analysis.fixes(diagnostic);
        Problem {
            from,
            to,
            error: diagnostic.severity == Severity::Error,
            code: diagnostic.code.0.id.to_owned(),
            message: diagnostic.message.clone(),
            labels: diagnostic.labels.iter().map(label).collect(),
            help: diagnostic.help.clone(),
            fixes: fixes
                .iter()
                .map(|fix| ProblemFix {
                    title: fix.title.clone(),
                    edits: self.units.edits(&fix.edits),
                    certain: fix.applicability == Applicability::MachineApplicable,
                })
                .collect(),
        }
    }

    /// Answers what an editor asks about the text. `None` if the question is for somebody else.
    pub(crate) fn answer(&self, ask: &WriteAsk) -> Option<Result<WriteAnswer, DeskError>> {
        let analysis = &self.analysis;
        let byte = |at: &u32| self.units.byte(*at);
        let edits = |edits: &[TextEdit]| WriteAnswer::Edits { edits: self.units.edits(edits) };
        let refused = |why: &dyn std::fmt::Display| DeskError::Refused(why.to_string());
        Some(Ok(match ask {
            WriteAsk::Complete { at } => self.completions(byte(at)),
            WriteAsk::Hover { at } => {
                let hover = analysis.hover(byte(at)).map(|hover| {
                    let (from, to) = self.units.range(hover.span);
                    HoverText { from, to, markdown: hover.markdown }
                });
                WriteAnswer::Hover { hover }
            }
            WriteAsk::Definition { at } => {
                let own = analysis.definition(byte(at)).into_iter().filter(|l| l.file.is_none());
                WriteAnswer::Places { places: own.map(|l| self.units.range(l.span)).collect() }
            }
            WriteAsk::References { at } => {
                let all = analysis.highlights(byte(at)).into_iter();
                WriteAnswer::Places { places: all.map(|(s, _)| self.units.range(s)).collect() }
            }
            WriteAsk::Renamable { at } => match analysis.prepare_rename(byte(at)) {
                Ok(span) => WriteAnswer::Places { places: vec![self.units.range(span)] },
                Err(why) => return Some(Err(refused(&why))),
            },
            WriteAsk::Rename { at, to } => match analysis.rename(byte(at), to) {
                Ok(made) => edits(&made),
                Err(why) => return Some(Err(refused(&why))),
            },
            WriteAsk::Format {} => match analysis.format() {
                Ok(made) => edits(&made),
                Err(_) => {
                    let why =
                        "a text that cannot be read cannot be formatted: mend the errors first";
                    return Some(Err(DeskError::Refused(why.to_owned())));
                }
            },
            WriteAsk::Symbols {} => {
                let mut items = Vec::new();
                self.outline(&analysis.outline(), 0, &mut items);
                WriteAnswer::Outline { items }
            }
            WriteAsk::Actions { from, to } => {
                let range = Span { start: byte(from), end: byte(to).max(byte(from)) };
                let actions = analysis.code_actions(range).into_iter();
                WriteAnswer::Fixes {
                    fixes: actions
                        .map(|action| ProblemFix {
                            title: action.title,
                            edits: self.units.edits(&action.edits),
                            certain: action.preferred,
                        })
                        .collect(),
                }
            }
            WriteAsk::Structure {} => {
                let mut structure =
                    serde_json::to_value(analysis.structure()).expect("blocks are plain data");
                self.units.convert(&mut structure);
                WriteAnswer::Structure { structure }
            }
            WriteAsk::Choices { slot } => match analysis.choices(*slot) {
                Ok(choices) => WriteAnswer::Choices {
                    choices: serde_json::to_value(choices).expect("choices are plain data"),
                },
                Err(why) => return Some(Err(refused(&why))),
            },
            WriteAsk::Change { edit } => match analysis.edit(edit) {
                Ok(made) => edits(&made),
                Err(why) => return Some(Err(refused(&why))),
            },
            _ => return None,
        }))
    }

    fn completions(&self, at: u32) -> WriteAnswer {
        let items = self.analysis.completions(at).into_iter().take(MOST_COMPLETIONS);
        let item = |item: senet_ide::Completion| CompletionItem {
            label: item.label,
            kind: word(&item.kind),
            detail: item.detail,
            documentation: item.documentation,
            edit: self.units.edit(&item.edit),
            snippet: item.snippet,
        };
        WriteAnswer::Completions { items: items.map(item).collect() }
    }

    fn outline(&self, items: &[OutlineItem], depth: u32, out: &mut Vec<OutlineEntry>) {
        for item in items {
            let (from, to) = self.units.range(item.selection);
            out.push(OutlineEntry {
                name: item.name.clone(),
                detail: item.detail.clone(),
                kind: word(&item.kind),
                depth,
                from,
                to,
            });
            self.outline(&item.children, depth + 1, out);
        }
    }
}

/// The word that an enum without data is written as.
fn word(value: &impl Serialize) -> String {
    let value = serde_json::to_value(value).ok();
    value.and_then(|v| v.as_str().map(str::to_owned)).unwrap_or_default()
}
