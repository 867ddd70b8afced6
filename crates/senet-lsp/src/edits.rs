//! Changes of texts: formatting, code actions, and renaming, in several files if a name is in several.

use crate::convert::{Places, json};
use crate::documents::{Documents, View};
use crate::messages::{CodeActionParams, LspEdit, PositionParams, RenameParams};
use crate::server::{Answer, refused};
use crate::uri;
use lsp_server::ErrorCode;
use senet_ide::{ActionKind, Analysis, RenameError};
use senet_syntax::{LineIndex, Severity, TextEdit, apply_edits};
use serde_json::{Map, Value, json as object};
use std::collections::BTreeMap;
use std::path::PathBuf;

pub(crate) fn format(view: &View) -> Answer {
    // The text alone: what stands behind it is ours.
    let text = &view.analysis.text()[..view.length as usize];
    let alone = Analysis::new(text, &Default::default());
    match alone.format() {
        Ok(edits) => Ok(json(Places::of(view).edits(&edits))),
        Err(diagnostics) => {
            let first = diagnostics.first();
            let (line, why) = first.map_or((0, "it cannot be read"), |d| {
                (alone.lines().line(d.span().start) + 1, d.message.as_str())
            });
            let message = format!("not formatted: line {line}: {why}");
            Err(refused(ErrorCode::RequestFailed, message))
        }
    }
}

pub(crate) fn actions(view: &View, uri: &str, params: CodeActionParams) -> Value {
    let places = Places::of(view);
    let only = params.context.only.unwrap_or_default();
    let mut out = Vec::new();
    for action in view.analysis.code_actions(places.span(params.range)) {
        let kind = match action.kind {
            ActionKind::QuickFix => "quickfix",
            ActionKind::Extract => "refactor.extract",
            ActionKind::Rewrite => "refactor.rewrite",
        };
        let asked = |k: &String| {
            let rest = kind.strip_prefix(k.as_str());
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
        };
        // A place to add something at the end is the end of the text itself.
        let mut edits = action.edits;
        for edit in &mut edits {
            edit.span.start = edit.span.start.min(view.length);
            edit.span.end = edit.span.end.min(view.length);
        }
        if !only.is_empty() && !only.iter().any(asked) {
            continue;
        }
        let mended = |d: &&Value| action.code.is_some_and(|own| d["code"] == own);
        let mended: Vec<&Value> = params.context.diagnostics.iter().filter(mended).collect();
        out.push(object!({
            "title": action.title,
            "kind": kind,
            "diagnostics": mended,
            "isPreferred": action.preferred,
            "edit": changes([(uri.to_owned(), places.edits(&edits))]),
        }));
    }
    json(out)
}

fn changes(all: impl IntoIterator<Item = (String, Vec<LspEdit>)>) -> Value {
    let all: Map<String, Value> = all.into_iter().map(|(uri, edits)| (uri, json(edits))).collect();
    object!({ "changes": all })
}

fn no(why: impl ToString) -> lsp_server::ResponseError {
    refused(ErrorCode::RequestFailed, why)
}

pub(crate) fn prepare(view: &View, params: PositionParams) -> Answer {
    let places = Places::of(view);
    let offset = places.offset(params.position);
    match view.analysis.prepare_rename(offset) {
        Ok(span) => Ok(json(places.range(span))),
        // It is in several files, all of which can be changed.
        Err(RenameError::Included { .. }) => Ok(object!({ "defaultBehavior": true })),
        Err(why) => Err(no(why)),
    }
}

pub(crate) fn rename(
    documents: &Documents,
    view: &View,
    uri: &str,
    params: RenameParams,
) -> Answer {
    let places = Places::of(view);
    let offset = places.offset(params.position);
    match view.analysis.rename(offset, &params.new_name) {
        Ok(edits) => Ok(changes([(uri.to_owned(), places.edits(&edits))])),
        Err(RenameError::Included { .. }) => {
            rename_everywhere(documents, view, uri, offset, &params.new_name)
        }
        Err(why) => Err(no(why)),
    }
}

/// Renames in this text and in all that it is checked together with. The language service renames in
/// one text alone, so the result is checked: it must have no error that was not there.
fn rename_everywhere(
    documents: &Documents,
    view: &View,
    uri: &str,
    offset: u32,
    to: &str,
) -> Answer {
    let own = uri::to_path(uri).ok_or_else(|| no("a text without a file has no others"))?;
    let mut edits: BTreeMap<PathBuf, Vec<TextEdit>> = BTreeMap::new();
    for reference in view.analysis.references(offset) {
        let path = match &reference.location.file {
            None => own.clone(),
            Some(file) => view.path_of(file).ok_or_else(|| no("a file is not there"))?,
        };
        edits.entry(path).or_default().push(TextEdit::new(reference.location.span, to));
    }
    let mut out = Vec::new();
    let mut contents = Vec::new();
    for (path, edits) in &edits {
        let text = documents.text_of(path).ok_or_else(|| no("a file is not there"))?;
        let lines = LineIndex::new(&text);
        out.push((uri::of_path(path), Places { text: &text, lines: &lines }.edits(edits)));
        let after = apply_edits(&text, edits).ok_or_else(|| no("a file has changed"))?;
        contents.push((path.clone(), after));
    }
    let after = documents.view_after(uri, &contents).ok_or_else(|| no("the text is not open"))?;
    let errors = |view: &View| {
        let all = view.analysis.diagnostics().iter();
        all.filter(|d| d.severity == Severity::Error).map(|d| d.message.clone()).collect::<Vec<_>>()
    };
    let before = errors(view);
    let new = errors(&after);
    if new.len() > before.len() {
        let why = new.into_iter().find(|m| !before.contains(m)).unwrap_or_default();
        return Err(no(format!("it cannot be called `{to}`: {why}")));
    }
    // The address of the text itself is written as the editor writes it.
    let own = uri::of_path(&own);
    Ok(changes(out.into_iter().map(|(at, edits)| match at == own {
        true => (uri.to_owned(), edits),
        false => (at, edits),
    })))
}
