//! Nothing that can be asked about any place of any text leads to a panic, and every answer lies in
//! the text.

use crate::support;
use senet_ide::Analysis;
use senet_program::Options;
use senet_syntax::{Span, apply_edits};

fn everything(text: &str, step: usize) {
    let analysis = Analysis::new(text, &Options::default());
    let whole = Span::new(0, text.len() as u32);
    let inside = |span: Span| assert!(text.get(span.range()).is_some(), "{span:?} in {text:?}");
    for diagnostic in analysis.diagnostics() {
        diagnostic.labels.iter().for_each(|l| inside(l.span));
        for fix in &diagnostic.fixes {
            assert!(apply_edits(text, &fix.edits).is_some(), "{fix:?} in {text:?}");
        }
    }
    analysis.semantic_tokens().iter().for_each(|t| inside(t.span));
    analysis.folding_ranges().iter().for_each(|f| inside(f.span));
    analysis.inlay_hints(whole).iter().for_each(|h| inside(Span::new(h.offset, h.offset)));
    analysis.outline().iter().for_each(|o| {
        inside(o.span);
        inside(o.selection);
    });
    let _ = analysis.format();
    for offset in (0..=text.len() as u32 + 2).step_by(step) {
        if let Some(hover) = analysis.hover(offset) {
            inside(hover.span);
        }
        analysis.selection_ranges(offset).into_iter().for_each(inside);
        analysis.definition(offset).iter().for_each(|l| inside(l.span));
        analysis.references(offset).iter().for_each(|r| inside(r.location.span));
        for completion in analysis.completions(offset) {
            inside(completion.edit.span);
        }
        if let Some(help) = analysis.signature_help(offset) {
            help.parameters.iter().for_each(|p| assert!(help.label.get(p.range()).is_some()));
        }
        for end in [offset, offset + 9, offset + 40] {
            for action in analysis.code_actions(Span { start: offset, end }) {
                assert!(apply_edits(text, &action.edits).is_some(), "{action:?} in {text:?}");
            }
        }
        if let Ok(edits) = analysis.rename(offset, "renamed") {
            assert!(apply_edits(text, &edits).is_some());
        }
    }
}

#[test]
fn every_place_of_the_corpus_can_be_asked_about() {
    let step = support::cases(40) as usize;
    for section in support::corpus() {
        everything(&section.text, (120 / step).max(1));
    }
}

#[test]
fn every_game_can_be_asked_about() {
    for (_, text) in support::programs("games") {
        everything(&text, 61);
    }
}

#[test]
fn half_of_a_game_can_be_asked_about() {
    for (_, text) in support::programs("games").into_iter().step_by(4) {
        let mut cut = text.len() / 2;
        while !text.is_char_boundary(cut) {
            cut += 1;
        }
        everything(&text[..cut], 97);
        everything(&text[cut..], 97);
    }
}

#[test]
fn strange_texts_can_be_asked_about() {
    for text in
        ["", "\u{FEFF}", "é😀", "stage", "#", "(((", "{{{|", "a:b:c", "\"", "p^", "for N in"]
    {
        everything(text, 1);
    }
}
