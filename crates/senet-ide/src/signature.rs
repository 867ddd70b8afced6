//! Signature help: which argument of what is being written.

use crate::Analysis;
use crate::directive::DIRECTIVES;
use crate::index::{Entity, SymbolId};
use crate::marked::Marked;
use crate::tree_at::is_item;
use senet_syntax::Span;
use senet_syntax::tree::{NodeKind, SyntaxNode};
use serde::Serialize;

/// What is being written, and which of its arguments.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SignatureHelp {
    /// The whole, as it is declared: `disc player cell : pred.`
    pub label: String,
    /// The ranges of its arguments in the label.
    pub parameters: Vec<Span>,
    /// Which of them is being written, if there are that many.
    pub active: Option<usize>,
    /// The comment at its declaration.
    pub documentation: Option<String>,
}

impl Analysis {
    /// The predicate, constructor or directive whose argument is being written at a byte.
    ///
    /// ```
    /// # use senet_ide::Analysis;
    /// let text = "t : type. u : type. p t u : pred. stage s = { r : p X  -o . }";
    /// let analysis = Analysis::new(text, &Default::default());
    /// let help = analysis.signature_help(text.find("  -o").unwrap() as u32 + 1).unwrap();
    /// assert_eq!(help.label, "p t u : pred.");
    /// assert_eq!(help.active, Some(1));
    /// assert_eq!(help.parameters[1].of(&help.label), "u");
    /// ```
    pub fn signature_help(&self, offset: u32) -> Option<SignatureHelp> {
        let marked = Marked::new(self, offset)?;
        let path = marked.path();
        let inside = |n: &SyntaxNode<'_>| n.span().start < marked.mark.start;
        for node in path.iter().rev() {
            match node.kind() {
                NodeKind::App if inside(node) => {
                    if let Some(found) = self.application(&marked, *node) {
                        return Some(found);
                    }
                }
                NodeKind::DirectiveItem => return self.directive_signature(&marked, *node),
                kind if is_item(kind) => return None,
                _ => {}
            }
        }
        None
    }

    fn application(&self, marked: &Marked, node: SyntaxNode<'_>) -> Option<SignatureHelp> {
        let children: Vec<SyntaxNode<'_>> = node.children().collect();
        let at = children
            .iter()
            .position(|n| n.span().start <= marked.mark.start && marked.mark.end <= n.span().end)?;
        let mut head = *children.first()?;
        let mut active = at.checked_sub(1)?;
        // `not p X`: the predicate comes second.
        let word = head.span().of(&marked.text);
        if word == "not" && marked.index.exactly(head.span()).is_none() {
            head = *children.get(1)?;
            active = at.checked_sub(2)?;
        }
        let found = marked.index.exactly(head.span())?;
        let name = &marked.index.symbol(found.symbol).name;
        let space = marked.index.symbol(found.symbol).space;
        match marked.index.symbol(found.symbol).entity {
            Entity::Relation(relation) => {
                let words: Vec<String> =
                    relation.form.split(' ').skip(1).map(str::to_owned).collect();
                let (mut label, parameters) = listed(relation.name, &words);
                label.push_str(" : bwd.");
                let active = if relation.variadic { active.min(words.len() - 1) } else { active };
                Some(SignatureHelp {
                    label,
                    active: Some(active).filter(|a| *a < parameters.len()),
                    parameters,
                    documentation: Some(relation.about.to_owned()),
                })
            }
            Entity::Predicate(_) | Entity::Constant(_) => {
                let id = self.named(space, name)?;
                Some(self.signature_with(id, active))
            }
            _ => None,
        }
    }

    fn signature_with(&self, id: SymbolId, active: usize) -> SignatureHelp {
        let symbol = self.index.symbol(id);
        let (_, parameters) = listed(&symbol.name, &self.parameters(id));
        let place = symbol.definition.filter(|_| !symbol.given);
        SignatureHelp {
            label: self.signature_of(id),
            active: Some(active).filter(|a| *a < parameters.len()),
            parameters,
            documentation: place.and_then(|p| self.documentation_at(p)),
        }
    }

    fn directive_signature(&self, marked: &Marked, node: SyntaxNode<'_>) -> Option<SignatureHelp> {
        let first = marked.parse.tree.tokens()[node.token_range().start];
        let name = first.span.of(&marked.text).strip_prefix('#')?;
        let form = DIRECTIVES.iter().find(|form| form.name == name)?;
        let before = node.children().filter(|n| n.span().end < marked.mark.start).count();
        let label = form.forms.last()?.trim_end_matches('.').to_owned();
        let mut parameters = Vec::new();
        let mut at = 0;
        for word in label.split(' ') {
            if at > 0 {
                parameters.push(Span::new(at as u32, (at + word.len()) as u32));
            }
            at += word.len() + 1;
        }
        Some(SignatureHelp {
            active: Some(before).filter(|a| *a < parameters.len()),
            label,
            parameters,
            documentation: Some(form.about.to_owned()),
        })
    }
}

/// A name and its arguments, and the ranges of the arguments.
fn listed(name: &str, arguments: &[String]) -> (String, Vec<Span>) {
    let mut label = name.to_owned();
    let mut spans = Vec::new();
    for argument in arguments {
        label.push(' ');
        let start = label.len() as u32;
        label.push_str(argument);
        spans.push(Span::new(start, label.len() as u32));
    }
    (label, spans)
}
