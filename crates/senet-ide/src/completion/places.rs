//! Where the cursor is, where the index alone does not tell.

use crate::completion::CompletionKind;
use crate::completion::candidates::Candidates;
use crate::directive::{Slot, slots};
use crate::index::Space;
use senet_program::relations::{BOARD_OPTIONS, SHAPES};
use senet_syntax::lexer::TokenKind;
use senet_syntax::tree::{NodeKind, SyntaxNode};

/// Whole items to be filled in.
const ITEMS: &[(&str, &str)] = &[
    ("stage", "stage ${1:play} = {\n  ${2:rule} : ${3:premise} -o ${4:result}.\n}"),
    ("ordered stage", "ordered stage ${1:play} = {\n  ${2:rule} : ${3:premise} -o ${4:result}.\n}"),
    ("context", "context ${1:start} = { ${2:atoms} }."),
    ("board", "board ${1:cell} = ${2:square 8 8}."),
    ("for", "for ${1:N} in ${2:1..6} { ${3:rule} : ${4:premise} -o ${5:result}. }"),
    ("link", "qui * stage ${1:from} -o stage ${2:to}."),
    ("type", "${1:name} : type."),
    ("pred", "${1:name} ${2:types} : pred."),
    ("bwd", "${1:name} ${2:types} : bwd."),
];

impl Candidates<'_> {
    fn path(&self) -> Vec<SyntaxNode<'_>> {
        self.marked.path()
    }

    fn item(&self) -> Option<SyntaxNode<'_>> {
        self.path().into_iter().rfind(|n| crate::tree_at::is_item(n.kind()))
    }

    /// The first word of the item around the cursor.
    fn first_word(&self) -> &str {
        let item = self.item();
        let token = item.map(|n| self.marked.parse.tree.tokens()[n.token_range().start]);
        token.map_or("", |t| t.span.of(&self.marked.text))
    }

    /// The last token before the cursor that means something.
    fn before(&self) -> TokenKind {
        let tokens = self.marked.parse.tree.tokens();
        let at = tokens.partition_point(|t| t.span.start < self.marked.mark.start);
        let mut before = tokens[..at].iter().rev();
        before.find(|t| !t.kind.is_trivia()).map_or(TokenKind::End, |t| t.kind)
    }

    pub(super) fn begins_item(&self) -> bool {
        let first = self.item().is_some_and(|n| n.span().start == self.marked.mark.start);
        let before = self.before();
        first || matches!(before, TokenKind::End | TokenKind::Dot | TokenKind::CloseBrace)
    }

    pub(super) fn in_directive(&self, name: &str) -> bool {
        self.first_word().strip_prefix('#') == Some(name)
    }

    pub(super) fn in_braces(&self) -> bool {
        self.path().iter().any(|n| n.kind() == NodeKind::Braces)
    }

    pub(super) fn outside_of_stages(&self) -> bool {
        !self.path().iter().any(|n| n.kind() == NodeKind::StageItem)
    }

    pub(super) fn behind_equals(&self) -> bool {
        self.before() == TokenKind::Equals
    }

    /// Whether the cursor stands behind the arrow of a rule.
    pub(super) fn on_right(&self) -> bool {
        let path = self.path();
        let Some(chain) = path.iter().find(|n| n.kind() == NodeKind::Chain) else { return false };
        let arrow = chain.token(TokenKind::Lolli).or_else(|| chain.token(TokenKind::WrongArrow));
        arrow.is_some_and(|t| t.span.end <= self.marked.mark.start)
    }

    /// Whether a kind such as `pred` may stand here: behind the `:` of a declaration.
    pub(super) fn is_kind(&self) -> bool {
        self.before() == TokenKind::Colon
            && !self.path().iter().any(|n| n.kind() == NodeKind::Paren)
    }

    /// Items to be filled in.
    pub(super) fn items(&mut self) {
        let outside = self.outside_of_stages();
        for (word, snippet) in ITEMS.iter().filter(|(word, _)| outside || *word == "for") {
            let text = plain(snippet);
            let found = self.push(word, CompletionKind::Snippet, 25);
            found.edit.text = text;
            found.snippet = Some((*snippet).to_owned());
            found.documentation = crate::words::meaning(word).map(|w| w.about.to_owned());
        }
    }

    /// Places without a name in the index: boards, and words in directives.
    pub(super) fn other_places(&mut self) {
        let Some(item) = self.item() else { return self.items() };
        let kind = item.kind();
        let at = item.children().position(|n| n.span().start == self.marked.mark.start);
        match (kind, at) {
            (NodeKind::BoardItem, Some(1)) => {
                for shape in SHAPES {
                    let found = self.push(shape.name, CompletionKind::Keyword, 0);
                    found.detail = Some(shape.form.to_owned());
                    found.documentation = Some(shape.about.to_owned());
                    found.edit.text = shape.form.to_owned();
                }
            }
            (NodeKind::BoardItem, Some(_)) => {
                for (name, form, about) in BOARD_OPTIONS {
                    let found = self.push(name, CompletionKind::Keyword, 0);
                    found.detail = Some((*form).to_owned());
                    found.documentation = Some((*about).to_owned());
                }
            }
            (NodeKind::DirectiveItem, Some(at)) => self.directive_slot(at),
            (NodeKind::Item, _) if self.begins_item() => self.items(),
            _ => {}
        }
    }

    fn directive_slot(&mut self, at: usize) {
        let name = self.first_word().trim_start_matches('#').to_owned();
        let slots = slots(&name);
        match slots.get(at).or(slots.last()) {
            Some(Slot::Outcome) => self.keyword("draw", 0),
            Some(Slot::Since) => self.keyword("since", 0),
            Some(Slot::Role) => {
                for role in ["NAT", "NAT_ZERO", "NAT_SUCC"] {
                    self.push(role, CompletionKind::Keyword, 0);
                }
            }
            Some(Slot::Who) => {
                let rules = self.analysis.index.rules.len() as u32;
                let mut names: Vec<String> = Vec::new();
                for rule in 0..rules {
                    let all = self.analysis.index.variables(rule);
                    names.extend(all.map(|id| self.analysis.index.symbol(id).name.to_string()));
                }
                names.sort();
                names.dedup();
                for name in names {
                    self.push(&name, CompletionKind::Variable, 0);
                }
                self.all(Space::Constant, CompletionKind::Constant, 10);
            }
            _ => {}
        }
    }
}

/// A snippet without the marks of its places.
fn plain(snippet: &str) -> String {
    let mut out = String::new();
    let mut rest = snippet;
    while let Some((before, after)) = rest.split_once("${") {
        out.push_str(before);
        let (hole, after) = after.split_once('}').unwrap_or((after, ""));
        out.push_str(hole.split_once(':').map_or("", |(_, text)| text));
        rest = after;
    }
    out + rest
}

/// The form of a directive as a snippet: words in capitals are places to fill in.
pub(super) fn snippet(form: &str) -> String {
    let mut out = String::new();
    let mut number = 0;
    let mut word = String::new();
    let mut flush = |word: &mut String, out: &mut String| {
        if word.chars().count() > 1 && word.chars().all(char::is_uppercase) {
            number += 1;
            out.push_str(&format!("${{{number}:{word}}}"));
        } else {
            out.push_str(word);
        }
        word.clear();
    };
    for c in form.chars() {
        if c.is_alphabetic() {
            word.push(c);
        } else {
            flush(&mut word, &mut out);
            if matches!(c, '$' | '}' | '\\') {
                out.push('\\');
            }
            out.push(c);
        }
    }
    flush(&mut word, &mut out);
    out
}

#[cfg(test)]
mod tests {
    use super::{plain, snippet};

    #[test]
    fn forms_become_snippets() {
        assert_eq!(snippet("#label NAME \"TEXT\"."), "#label ${1:NAME} \"${2:TEXT}\".");
        assert_eq!(plain("stage ${1:s} = { ${2:r} }"), "stage s = { r }");
    }
}
