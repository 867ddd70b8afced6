//! Going from a name to its declaration, and to all places where it stands.

use crate::Analysis;
use crate::index::{Access, Occurrence, SymbolId};
use senet_syntax::Span;
use serde::Serialize;

/// A place, in the text or in one that it includes.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct SourceLocation {
    /// The name of the included text, as `#include` has it; `None` for the text itself.
    pub file: Option<String>,
    /// Where it stands there.
    pub span: Span,
}

/// What a place does with the name that stands there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum ReferenceKind {
    /// It declares the name.
    Declaration,
    /// It puts such atoms into the position, or derives them.
    Write,
    /// It takes such atoms out of the position.
    Take,
    /// Anything else.
    Read,
}

/// A place where a symbol is written.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SymbolReference {
    /// Where.
    pub location: SourceLocation,
    /// What it does there.
    pub kind: ReferenceKind,
}

impl Analysis {
    /// Where the name at a byte is declared. What comes with a board or with the players leads
    /// there; a name that is declared twice, or rules of one name, lead to several places.
    ///
    /// ```
    /// # use senet_ide::Analysis;
    /// let text = "p : pred. stage s = { r : p -o . }";
    /// let analysis = Analysis::new(text, &Default::default());
    /// let use_of_p = text.rfind('p').unwrap() as u32;
    /// assert_eq!(analysis.definition(use_of_p)[0].span.range(), 0..1);
    /// ```
    pub fn definition(&self, offset: u32) -> Vec<SourceLocation> {
        let Some(found) = self.name_at(offset) else { return Vec::new() };
        let symbol = self.index.symbol(found.symbol);
        let all = self.index.places(found.symbol);
        let mut spans: Vec<Span> =
            all.filter(|o| o.access == Access::Define).map(|o| o.span).collect();
        if spans.is_empty() {
            spans.extend(symbol.definition);
        }
        spans.into_iter().map(|span| self.location(span)).collect()
    }

    /// Every place of the name at a byte, its declaration included, in order.
    pub fn references(&self, offset: u32) -> Vec<SymbolReference> {
        let Some(found) = self.name_at(offset) else { return Vec::new() };
        let symbols = self.same(found.symbol);
        let mut out: Vec<(Span, ReferenceKind)> = symbols
            .iter()
            .flat_map(|id| self.index.places(*id))
            .map(|o| (o.span, reference_kind(o, self.is_declaration(o))))
            .collect();
        out.sort();
        out.dedup();
        out.into_iter()
            .map(|(span, kind)| SymbolReference { location: self.location(span), kind })
            .collect()
    }

    /// The same places as [`Analysis::references`], in the text itself: to mark them.
    pub fn highlights(&self, offset: u32) -> Vec<(Span, ReferenceKind)> {
        let own = self.references(offset).into_iter().filter(|r| r.location.file.is_none());
        own.map(|r| (r.location.span, r.kind)).collect()
    }

    pub(crate) fn name_at(&self, offset: u32) -> Option<&Occurrence> {
        self.index.at(offset).filter(|o| self.is_own(o.span))
    }

    fn is_declaration(&self, place: &Occurrence) -> bool {
        place.access == Access::Define
            || self.index.symbol(place.symbol).definition == Some(place.span)
    }

    /// A symbol with those that a directive names together with it.
    pub(crate) fn same(&self, symbol: SymbolId) -> Vec<SymbolId> {
        let mut out = vec![symbol];
        let mut at = 0;
        while at < out.len() {
            let id = out[at];
            for tie in self.index.ties.iter().filter(|t| t.variables.contains(&id)) {
                for other in &tie.variables {
                    if !out.contains(other) {
                        out.push(*other);
                    }
                }
            }
            at += 1;
        }
        out
    }

    pub(crate) fn location(&self, span: Span) -> SourceLocation {
        match self.included(span) {
            Some((file, span)) => SourceLocation { file: Some(file.to_owned()), span },
            None => SourceLocation { file: None, span },
        }
    }
}

fn reference_kind(place: &Occurrence, declares: bool) -> ReferenceKind {
    match place.access {
        _ if declares => ReferenceKind::Declaration,
        Access::Make | Access::Derive | Access::Start => ReferenceKind::Write,
        Access::Take => ReferenceKind::Take,
        _ => ReferenceKind::Read,
    }
}
