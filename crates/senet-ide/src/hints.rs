//! Inlay hints: types of variables, weights of rules, how many rules a family makes.

use crate::Analysis;
use crate::index::{Entity, RuleKind};
use senet_syntax::Span;
use senet_syntax::lexer::TokenKind;
use serde::Serialize;

/// What a hint tells.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum HintKind {
    /// The type of a variable.
    Type,
    /// How often chance takes a rule.
    Weight,
    /// How many rules a family makes.
    Count,
}

/// A few words that an editor shows between the letters of the text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct InlayHint {
    /// The byte before which they are shown.
    pub offset: u32,
    /// The words.
    pub label: String,
    /// What they tell.
    pub kind: HintKind,
}

impl Analysis {
    /// The hints within a range, in order.
    ///
    /// ```
    /// # use senet_ide::Analysis;
    /// let text = "t : type. a : t. p t : pred. stage s = { r : p X -o p X. } #trace 1 s { p a }.";
    /// let analysis = Analysis::new(text, &Default::default());
    /// let hints = analysis.inlay_hints(senet_syntax::Span::new(0, text.len() as u32));
    /// assert_eq!(hints.len(), 1);
    /// assert_eq!(hints[0].label, ": t");
    /// ```
    pub fn inlay_hints(&self, range: Span) -> Vec<InlayHint> {
        let mut out = Vec::new();
        let inside =
            |at: u32| range.start <= at && at <= range.end && self.is_own(Span::new(at, at));
        for (i, rule) in (0u32..).zip(&self.index.rules) {
            let near = rule.span.start <= range.end && range.start <= rule.span.end;
            if !near || rule.kind == RuleKind::Family {
                continue;
            }
            for id in self.index.variables(i) {
                let symbol = self.index.symbol(id);
                let (Entity::Variable { ty, .. }, Some(place)) = (symbol.entity, symbol.definition)
                else {
                    continue;
                };
                if let (Some(ty), true) = (self.expected_name(ty), inside(place.end)) {
                    let (offset, label) = (place.end, format!(": {ty}"));
                    out.push(InlayHint { offset, label, kind: HintKind::Type });
                }
            }
        }
        self.rule_hints(&mut out, &inside);
        out.sort_by_key(|hint| hint.offset);
        out
    }

    /// Weights and sizes of families, which only a checked program has.
    fn rule_hints(&self, out: &mut Vec<InlayHint>, inside: &dyn Fn(u32) -> bool) {
        let Some(program) = self.program() else { return };
        let mut weighed: Vec<Span> = Vec::new();
        for rule in program.rules() {
            if rule.weight != 1 && inside(rule.span.end) && weighed.last() != Some(&rule.span) {
                weighed.push(rule.span);
                let (offset, label) = (rule.span.end, format!(" ×{}", rule.weight));
                out.push(InlayHint { offset, label, kind: HintKind::Weight });
            }
        }
        weighed.sort_unstable();
        out.dedup();
        for family in self.index.rules.iter().filter(|r| r.kind == RuleKind::Family) {
            let within =
                |span: Span| family.span.start <= span.start && span.end <= family.span.end;
            let made = program.rules().iter().filter(|r| within(r.span)).count();
            let item = crate::tree_at::item_at(&self.tree, family.span.start, false);
            let path = self.tree.path_at(family.span.start + 1);
            let node = path.iter().find(|n| n.span() == family.span).copied().or(item);
            let brace = node.and_then(|n| n.token(TokenKind::OpenBrace));
            if let (Some(brace), true) = (brace, made > 1)
                && inside(brace.span.end)
            {
                let label = format!(" {made} rules");
                out.push(InlayHint { offset: brace.span.end, label, kind: HintKind::Count });
            }
        }
    }
}
