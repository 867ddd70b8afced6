//! Edits of whole items: adding, removing, moving, copying.

use crate::Analysis;
use crate::lists::tokens_within;
use crate::structure::edit::Edited;
use crate::structure::{EditError, NewItem, StructureId};
use crate::tree_at::is_item;
use senet_syntax::lexer::TokenKind;
use senet_syntax::tree::{NodeKind, SyntaxNode};
use senet_syntax::{Span, TextEdit};

/// Where items stand.
#[derive(Debug, Clone, Copy)]
struct Container<'t> {
    node: SyntaxNode<'t>,
    is_file: bool,
}

impl<'t> Container<'t> {
    /// Its items, in order.
    fn items(self) -> Vec<SyntaxNode<'t>> {
        self.node.children().filter(|n| is_item(n.kind())).collect()
    }
}

impl Analysis {
    fn container(&self, into: Option<StructureId>) -> Result<Container<'_>, EditError> {
        match into {
            None => {
                let node = self.tree.root().ok_or(EditError::UnknownNode)?;
                Ok(Container { node, is_file: true })
            }
            Some(id) => {
                let node = self.node_of(id)?;
                match node.kind() {
                    NodeKind::StageItem | NodeKind::FamilyItem => {
                        Ok(Container { node, is_file: false })
                    }
                    _ => Err(EditError::NotApplicable("items stand in stages and families")),
                }
            }
        }
    }

    pub(super) fn add_new_item(
        &self,
        into: Option<StructureId>,
        at: usize,
        item: &NewItem,
    ) -> Edited {
        let container = self.container(into)?;
        let rule = matches!(item, NewItem::Rule { .. });
        if rule == container.is_file {
            let why = "rules stand in stages, and everything else outside";
            return Err(EditError::NotApplicable(why));
        }
        let items = self.own_items(container);
        Ok(self.insert_item(container, &items, at, &item.to_string()))
    }

    /// The items of a container that lie in the text itself.
    fn own_items<'t>(&self, container: Container<'t>) -> Vec<SyntaxNode<'t>> {
        let items = container.items().into_iter();
        items.filter(|n| self.is_own(n.span())).collect()
    }

    /// Puts the text of an item before the one at `at`, or behind the last.
    fn insert_item(
        &self,
        container: Container<'_>,
        items: &[SyntaxNode<'_>],
        at: usize,
        text: &str,
    ) -> Vec<TextEdit> {
        if let Some(before) = at.checked_sub(1).and_then(|i| items.get(i).or(items.last())) {
            return self.insertion_behind(*before, text);
        }
        if let Some(first) = items.first() {
            // In front of the comments that belong to the first item.
            let at = self.with_comments(*first).start;
            let margin = self.margin(first.span().start);
            return vec![TextEdit::insert(at, format!("{text}\n{margin}"))];
        }
        if container.is_file {
            let end = self.text().len() as u32;
            let gap = if self.text().is_empty() || self.text().ends_with('\n') { "" } else { "\n" };
            return vec![TextEdit::insert(end, format!("{gap}{text}\n"))];
        }
        // The first rule of a stage or family, before its closing brace.
        let margin = self.margin(container.node.span().start);
        let close = container.node.token(TokenKind::CloseBrace).map(|t| t.span.start);
        let open = container.node.token(TokenKind::OpenBrace).map(|t| t.span.end);
        let (Some(close), Some(open)) = (close, open) else { return Vec::new() };
        let inside = Span::new(open, close);
        let fresh =
            inside.of(self.text()).ends_with(['\n', ' ']) && inside.of(self.text()).contains('\n');
        let begin = if fresh { "  ".to_owned() } else { format!("\n{margin}  ") };
        vec![TextEdit::insert(close, format!("{begin}{text}\n{margin}"))]
    }

    /// Puts the text of an item behind another one.
    pub(crate) fn insertion_behind(&self, item: SyntaxNode<'_>, text: &str) -> Vec<TextEdit> {
        let margin = self.margin(item.span().start);
        let end = self.with_comments(item).end;
        // Another item, or a closing brace, on the same line.
        let rest = &self.text()[end as usize..];
        let rest = rest.split('\n').next().unwrap_or("");
        let alone = rest.trim().is_empty();
        let comment = end > item.span().end;
        if alone || comment {
            return vec![TextEdit::insert(end, format!("\n{margin}{text}"))];
        }
        // A comment would swallow what follows on the line.
        if begins_or_ends_in_comment(text) {
            return vec![TextEdit::insert(end, format!("\n{margin}{text}\n{margin}"))];
        }
        vec![TextEdit::insert(end, format!("  {text}"))]
    }

    /// The blanks before the first word of a line.
    fn margin(&self, offset: u32) -> String {
        let start = self.lines().start(self.lines().line(offset), self.text());
        self.text()[start..].chars().take_while(|c| matches!(c, ' ' | '\t')).collect()
    }

    /// An item with the comments on the lines right above it and behind it, unless something else
    /// stands on its lines.
    fn with_comments(&self, item: SyntaxNode<'_>) -> Span {
        let text = self.text();
        let tokens = self.tree.tokens();
        let range = item.token_range();
        let mut span = item.span();
        let mut before = range.start;
        // A comment of its own line, then one line end and blanks.
        while let Some(space) = before.checked_sub(1).map(|i| tokens[i]) {
            let ends = space.span.of(text).matches('\n').count();
            if space.kind != TokenKind::Space || ends != 1 {
                break;
            }
            let Some(comment) = before.checked_sub(2).map(|i| tokens[i]) else { break };
            if comment.kind != TokenKind::Comment {
                break;
            }
            let above = before.checked_sub(3).map(|i| tokens[i]);
            let own_line =
                above.is_none_or(|t| t.kind == TokenKind::Space && t.span.of(text).contains('\n'));
            if !own_line {
                break;
            }
            span.start = comment.span.start;
            before -= 2;
        }
        let mut after = tokens[range.end..].iter();
        let mut next = after.next();
        if let Some(space) = next.filter(|t| t.kind == TokenKind::Space) {
            if space.span.of(text).contains('\n') {
                return span;
            }
            next = after.next();
        }
        if let Some(comment) = next.filter(|t| t.kind == TokenKind::Comment)
            && self.is_own(comment.span)
        {
            let end = comment.span.of(text).trim_end().len() as u32;
            span.end = comment.span.start + end;
        }
        span
    }

    /// Takes an item out. Its lines go if nothing else stands on them; comments stay.
    pub(crate) fn item_removal(&self, item: SyntaxNode<'_>) -> Vec<TextEdit> {
        let comments = tokens_within(&self.tree, item.span());
        if comments.iter().any(|t| t.kind == TokenKind::Comment) {
            return crate::lists::deletion(&self.tree, item.span());
        }
        vec![TextEdit::delete(self.whole_lines(item.span()))]
    }

    /// A range with the rest of its lines, if nothing else stands on them; else with the blanks
    /// behind it.
    fn whole_lines(&self, span: Span) -> Span {
        let text = self.text();
        let start = self.lines().start(self.lines().line(span.start), text);
        let before = &text[start..span.start as usize];
        let rest = &text[span.end as usize..];
        let line_end = rest.find('\n').map_or(rest.len(), |at| at + 1);
        let after = &rest[..line_end];
        if before.trim().is_empty() && after.trim().is_empty() {
            return Span::new(start as u32, span.end + line_end as u32);
        }
        if after.trim().is_empty() {
            let blanks = before.len() - before.trim_end().len();
            return Span::new(span.start - blanks as u32, span.end);
        }
        let blanks = after.len() - after.trim_start_matches([' ', '\t']).len();
        Span::new(span.start, span.end + blanks as u32)
    }

    pub(super) fn move_node(
        &self,
        id: StructureId,
        into: Option<StructureId>,
        at: usize,
    ) -> Edited {
        let node = self.node_of(id)?;
        if !is_item(node.kind()) {
            return match into {
                None => self.move_part(id, at),
                Some(_) => Err(EditError::NotApplicable("a part stays in its list")),
            };
        }
        let container = self.container(into)?;
        let inside = container.node.index();
        if self
            .path_of(StructureId(inside as u32))
            .is_ok_and(|path| path.iter().any(|n| n.index() == node.index()))
        {
            return Err(EditError::NotApplicable("it would stand in itself"));
        }
        let all = self.own_items(container);
        let here = all.iter().position(|n| n.index() == node.index());
        let others: Vec<SyntaxNode<'_>> =
            all.iter().copied().filter(|n| n.index() != node.index()).collect();
        if here.is_some_and(|here| here == at.min(others.len())) {
            return Ok(Vec::new());
        }
        let whole = self.with_comments(node);
        let text = whole.of(self.text());
        // Text that ends in a comment needs the line end behind it.
        let shared = others.iter().any(|n| touches_lines(self, n.span(), whole));
        let (whole, text) = if shared && whole == node.span() {
            (node.span(), node.span().of(self.text()))
        } else {
            (whole, text)
        };
        let mut edits = vec![TextEdit::delete(self.whole_lines(whole))];
        edits.extend(self.insert_item(container, &others, at, text));
        Ok(edits)
    }

    pub(super) fn duplicate(&self, id: StructureId, name: Option<&str>) -> Edited {
        let node = self.node_of(id)?;
        if !is_item(node.kind()) {
            return self.duplicate_part(id);
        }
        let span = node.span();
        let mut text = span.of(self.text()).to_owned();
        if let Some(place) = self.name_of(node) {
            let old = place.of(self.text());
            let fresh = match name {
                Some(name) => name.to_owned(),
                None if old == "-" => old.to_owned(),
                None => self.copy_name(old),
            };
            let range = (place.start - span.start) as usize..(place.end - span.start) as usize;
            text.replace_range(range, &fresh);
        }
        Ok(self.insertion_behind(node, &text))
    }

    /// The first of `name-2`, `name-3` and so on that nothing is called yet.
    fn copy_name(&self, name: &str) -> String {
        use crate::index::Space;
        let spaces = [
            Space::Type,
            Space::Constant,
            Space::Predicate,
            Space::Stage,
            Space::Context,
            Space::Rule,
            Space::Option,
        ];
        let mut names = (2..).map(|n| format!("{name}-{n}"));
        let free = |name: &String| spaces.iter().all(|s| self.named(*s, name).is_none());
        names.find(free).expect("there are more numbers than names")
    }
}

/// Whether the first or the last token of a text is a comment.
fn begins_or_ends_in_comment(text: &str) -> bool {
    let tokens = senet_syntax::lexer::tokens(text);
    let comment =
        |t: Option<&senet_syntax::lexer::Token>| t.is_some_and(|t| t.kind == TokenKind::Comment);
    comment(tokens.first()) || comment(tokens.last())
}

/// Whether two ranges share a line.
fn touches_lines(analysis: &Analysis, a: Span, b: Span) -> bool {
    let line = |offset| analysis.lines().line(offset);
    line(a.start) <= line(b.end) && line(b.start) <= line(a.end)
}
