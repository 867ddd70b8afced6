//! Questions of an editor that change nothing.

use crate::capabilities::modifier_bits;
use crate::convert::{Places, json};
use crate::documents::{Documents, View};
use crate::messages::{PositionParams, Range, RangeParams, ReferenceParams, SelectionRangeParams};
use crate::uri;
use senet_ide::{
    CompletionKind, FoldingKind, HintKind, OutlineItem, OutlineKind, ReferenceKind, SourceLocation,
    TokenType,
};
use senet_syntax::{LineIndex, Span};
use serde_json::{Value, json as object};

/// Entries of a completion list.
const MOST_COMPLETIONS: usize = 400;

pub(crate) fn completion(view: &View, params: PositionParams) -> Value {
    let places = Places::of(view);
    let offset = places.offset(params.position);
    let list = view.analysis.completions(offset.min(view.length));
    let more = list.len() > MOST_COMPLETIONS;
    let item = |(i, c): (usize, &senet_ide::Completion)| {
        let mut edit = places.edit(&c.edit);
        if let Some(snippet) = &c.snippet {
            edit.new_text = snippet.clone();
        }
        object!({
            "label": c.label,
            "kind": completion_kind(c.kind),
            "detail": c.detail,
            "documentation": c.documentation.as_ref().map(|d| markdown(d)),
            // Editors sort by letters: the place in our order, with zeros before.
            "sortText": format!("{i:04}"),
            "filterText": c.label,
            "insertTextFormat": if c.snippet.is_some() { 2 } else { 1 },
            "textEdit": edit,
        })
    };
    let items: Vec<Value> = list.iter().take(MOST_COMPLETIONS).enumerate().map(item).collect();
    object!({ "isIncomplete": more, "items": items })
}

fn completion_kind(kind: CompletionKind) -> u8 {
    match kind {
        CompletionKind::Variable => 6,
        CompletionKind::Constant => 20,
        CompletionKind::Predicate => 3,
        CompletionKind::Relation => 3,
        CompletionKind::Type => 25,
        CompletionKind::Stage => 9,
        CompletionKind::Context => 22,
        CompletionKind::Rule => 2,
        CompletionKind::Option => 21,
        CompletionKind::Directive => 14,
        CompletionKind::Keyword => 14,
        CompletionKind::Snippet => 15,
    }
}

fn markdown(text: &str) -> Value {
    object!({ "kind": "markdown", "value": text })
}

pub(crate) fn hover(view: &View, params: PositionParams) -> Value {
    let places = Places::of(view);
    let offset = places.offset(params.position);
    let Some(hover) = view.analysis.hover(offset) else { return Value::Null };
    object!({ "contents": markdown(&hover.markdown), "range": places.range(hover.span) })
}

pub(crate) fn signature(view: &View, params: PositionParams) -> Value {
    let offset = Places::of(view).offset(params.position);
    let Some(help) = view.analysis.signature_help(offset) else { return Value::Null };
    let label = &help.label;
    let lines = LineIndex::new(label);
    let units = |offset| lines.utf16(label, offset).column;
    let parameters: Vec<Value> = help
        .parameters
        .iter()
        .map(|span| object!({ "label": [units(span.start), units(span.end)] }))
        .collect();
    let active = help.active.map_or(parameters.len(), |i| i);
    let signature = object!({
        "label": label,
        "documentation": help.documentation.as_ref().map(|d| markdown(d)),
        "parameters": parameters,
        "activeParameter": active,
    });
    object!({ "signatures": [signature], "activeSignature": 0, "activeParameter": active })
}

pub(crate) fn definition(
    documents: &Documents,
    view: &View,
    uri: &str,
    params: PositionParams,
) -> Value {
    let offset = Places::of(view).offset(params.position);
    let all = view.analysis.definition(offset);
    json(
        all.iter()
            .filter_map(|place| location(documents, view, uri, place))
            .collect::<Vec<Value>>(),
    )
}

pub(crate) fn references(
    documents: &Documents,
    view: &View,
    uri: &str,
    params: ReferenceParams,
) -> Value {
    let offset = Places::of(view).offset(params.position);
    let declaration = params.context.include_declaration;
    let all = view.analysis.references(offset);
    let wanted = all.iter().filter(|r| declaration || r.kind != ReferenceKind::Declaration);
    let found = wanted.filter_map(|r| location(documents, view, uri, &r.location));
    json(found.collect::<Vec<Value>>())
}

/// A place in this text or in an included one, which is read as it is open or lies on the disk.
fn location(
    documents: &Documents,
    view: &View,
    uri: &str,
    place: &SourceLocation,
) -> Option<Value> {
    let Some(file) = &place.file else {
        let range = Places::of(view).range(place.span);
        return view.is_own(place.span).then(|| object!({ "uri": uri, "range": range }));
    };
    let path = view.path_of(file)?;
    let text = documents.text_of(&path)?;
    let lines = LineIndex::new(&text);
    let range = Places { text: &text, lines: &lines }.range(place.span);
    Some(object!({ "uri": uri::of_path(&path), "range": range }))
}

pub(crate) fn highlights(view: &View, params: PositionParams) -> Value {
    let places = Places::of(view);
    let offset = places.offset(params.position);
    let mark = |(span, kind): (Span, ReferenceKind)| {
        let kind = match kind {
            ReferenceKind::Write | ReferenceKind::Take => 3,
            ReferenceKind::Read => 2,
            ReferenceKind::Declaration => 1,
        };
        object!({ "range": places.range(span), "kind": kind })
    };
    let own = view.analysis.highlights(offset).into_iter().filter(|(span, _)| view.is_own(*span));
    json(own.map(mark).collect::<Vec<Value>>())
}

pub(crate) fn symbols(view: &View) -> Value {
    let all = view.analysis.outline();
    let own = all.iter().filter(|item| view.is_own(item.span));
    json(own.map(|item| symbol(Places::of(view), item)).collect::<Vec<Value>>())
}

fn symbol(places: Places<'_>, item: &OutlineItem) -> Value {
    let children: Vec<Value> = item.children.iter().map(|c| symbol(places, c)).collect();
    object!({
        "name": if item.name.is_empty() { "…" } else { &item.name },
        "detail": item.detail,
        "kind": symbol_kind(item.kind),
        "range": places.range(item.span),
        "selectionRange": places.range(item.selection),
        "children": children,
    })
}

fn symbol_kind(kind: OutlineKind) -> u8 {
    match kind {
        OutlineKind::Type => 5,
        OutlineKind::Constant => 22,
        OutlineKind::Predicate => 12,
        OutlineKind::Board => 18,
        OutlineKind::Stage => 3,
        OutlineKind::Rule => 6,
        OutlineKind::Link => 24,
        OutlineKind::Clause => 17,
        OutlineKind::Family => 4,
        OutlineKind::Context => 19,
        OutlineKind::Directive => 7,
        OutlineKind::Broken => 21,
    }
}

/// Symbols of all open texts whose names contain some letters.
pub(crate) fn workspace_symbols(documents: &mut Documents, params: &Value) -> Value {
    let query = params["query"].as_str().unwrap_or_default().to_lowercase();
    let mut out = Vec::new();
    for uri in documents.addresses() {
        let Some(view) = documents.view(&uri) else { continue };
        let mut left = view.analysis.outline();
        left.reverse();
        while let Some(mut item) = left.pop() {
            if view.is_own(item.span) && item.name.to_lowercase().contains(&query) {
                let range = Places::of(&view).range(item.selection);
                let location = object!({ "uri": uri, "range": range });
                let kind = symbol_kind(item.kind);
                out.push(object!({ "name": item.name, "kind": kind, "location": location }));
            }
            left.extend(item.children.drain(..).rev());
        }
    }
    json(out)
}

pub(crate) fn folding(view: &View) -> Value {
    let own = view.analysis.folding_ranges().into_iter().filter(|r| view.is_own(r.span));
    let fold = |r: senet_ide::FoldingRange| {
        let kind = match r.kind {
            FoldingKind::Comment => "comment",
            FoldingKind::Region => "region",
        };
        object!({ "startLine": r.first, "endLine": r.last, "kind": kind })
    };
    json(own.map(fold).collect::<Vec<Value>>())
}

pub(crate) fn selections(view: &View, params: SelectionRangeParams) -> Value {
    let places = Places::of(view);
    let all = params.positions.into_iter().map(|place| {
        let mut ranges = view.analysis.selection_ranges(places.offset(place));
        // The last is the whole analysis, of which we show what the editor has.
        ranges.iter_mut().for_each(|r| r.end = r.end.min(view.length));
        let grown = ranges.iter().rev().fold(Value::Null, |parent, span| {
            let range = places.range(*span);
            match parent {
                Value::Null => object!({ "range": range }),
                parent => object!({ "range": range, "parent": parent }),
            }
        });
        match grown {
            Value::Null => object!({ "range": Range { start: place, end: place } }),
            grown => grown,
        }
    });
    json(all.collect::<Vec<Value>>())
}

/// Semantic tokens, each relative to the one before.
pub(crate) fn tokens(view: &View, range: Option<Range>) -> Value {
    let places = Places::of(view);
    let whole = Span::new(0, view.length);
    let range = range.map_or(whole, |range| places.span(range));
    let mut data: Vec<u32> = Vec::new();
    let (mut line, mut column) = (0, 0);
    for token in view.analysis.semantic_tokens_within(range) {
        if !view.is_own(token.span) {
            break;
        }
        let at = places.range(token.span);
        let same = at.start.line == line;
        let kind = TokenType::ALL.iter().position(|t| *t == token.token_type);
        data.extend([
            at.start.line - line,
            if same { at.start.character - column } else { at.start.character },
            at.end.character.saturating_sub(at.start.character),
            kind.expect("ALL has every token type") as u32,
            modifier_bits(token.modifiers),
        ]);
        (line, column) = (at.start.line, at.start.character);
    }
    object!({ "data": data })
}

pub(crate) fn hints(view: &View, params: RangeParams) -> Value {
    let places = Places::of(view);
    let hints = view.analysis.inlay_hints(places.span(params.range));
    let own = hints.iter().filter(|h| h.offset <= view.length);
    let hint = |h: &senet_ide::InlayHint| {
        let mut out = object!({ "position": places.position(h.offset), "label": h.label });
        if h.kind == HintKind::Type {
            out["kind"] = 1.into();
        }
        out
    };
    json(own.map(hint).collect::<Vec<Value>>())
}
