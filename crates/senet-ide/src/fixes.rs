//! Fixes that need the tree, beside those that diagnostics carry; and applying them to a text.

mod apply;
mod shapes;

pub use apply::{AppliedFix, Fixed, fix};

use crate::Analysis;
use crate::index::{Entity, Occurrence, Space};
use crate::tree_at::item_at;
use senet_syntax::lexer::TokenKind;
use senet_syntax::tree::{NodeKind, SyntaxNode};
use senet_syntax::{Applicability, Diagnostic, Fix, Span, TextEdit};

impl Analysis {
    /// The changes of the text that mend what a diagnostic reports, the best first.
    ///
    /// ```
    /// # use senet_ide::Analysis;
    /// let text = "p : pred.\nstage s = { r : p -> p. }\n#trace 1 s { p }.";
    /// let analysis = Analysis::new(text, &Default::default());
    /// let fixes = analysis.fixes(&analysis.diagnostics()[0]);
    /// assert_eq!(fixes[0].title, "write `-o`");
    /// ```
    pub fn fixes(&self, diagnostic: &Diagnostic) -> Vec<Fix> {
        let mut out = diagnostic.fixes.clone();
        let place = diagnostic.span();
        if !self.is_own(place) {
            return out;
        }
        if out.iter().any(|fix| fix.applicability == Applicability::MachineApplicable) {
            return out; // what was meant is known
        }
        match diagnostic.code.0.id {
            "E0003" => out.extend(self.move_out(place)),
            "E0101" | "E0102" | "E0103" | "E0104" | "E0105" => {
                out.extend(self.declaration_fix(place));
            }
            "E0106" => out.extend(self.once_only(diagnostic)),
            "E0107" => out.extend(self.missing_separator(place)),
            "E0109" => out.extend(self.set_of_all(place)),
            "E0111" => out.extend(self.small_letters(place)),
            "E0201" => out.extend(self.next_player(place)),
            "E0203" => {
                out.extend(self.without_mark(place));
                out.extend(self.kind_instead(diagnostic, "pred"));
            }
            "E0204" => out.extend(self.kind_instead(diagnostic, "bwd")),
            "E0205" => {
                out.extend(self.right_arrow(place));
                out.extend(self.move_out(place));
            }
            "W0001" => out.extend(self.without_declaration(place)),
            "W0002" => out.extend(self.absent_instead(place)),
            "W0011" => out.extend(self.a_start()),
            "W0015" => out.extend(self.an_outcome(diagnostic)),
            "W0016" => out.extend(self.somebody_chooses(place)),
            _ => {}
        }
        out
    }

    /// Declares the name at a place.
    fn declaration_fix(&self, place: Span) -> Option<Fix> {
        let mut actions = Vec::new();
        self.declare_missing(place, &mut actions);
        let action = actions.into_iter().next()?;
        Some(Fix::guess(action.title, action.edits))
    }

    /// `p X q Y` where `q` is a predicate: something is missing before it.
    fn missing_separator(&self, place: Span) -> Option<Fix> {
        let path = self.tree.path_at(place.start);
        let atom = path.iter().rfind(|n| n.kind() == NodeKind::App && n.span() == place)?;
        let is_predicate = |n: &SyntaxNode<'_>| {
            let name = n.span().of(self.full_text());
            n.kind() == NodeKind::Name && self.named(Space::Predicate, name).is_some()
        };
        let next = atom.children().skip(1).find(is_predicate)?;
        let context = path.iter().any(|n| n.kind() == NodeKind::Braces)
            && !path.iter().any(|n| n.kind() == NodeKind::StageItem);
        let rule = path.iter().any(|n| matches!(n.kind(), NodeKind::Chain | NodeKind::BackChain));
        let before = self.tree.tokens()[..next.token_range().start].iter().rev();
        let end = { before }.find(|t| !t.kind.is_trivia())?.span.end;
        let sign = match (context, rule) {
            (true, _) => ",",
            (_, true) => " *",
            _ => ".",
        };
        let edits = vec![TextEdit::insert(end, sign)];
        Some(Fix::guess(format!("put a `{}` between", sign.trim()), edits))
    }

    /// A constant in upper case gets small letters everywhere.
    fn small_letters(&self, place: Span) -> Option<Fix> {
        let name = place.of(self.text());
        let found = self.index.exactly(place)?;
        let constant = self.index.symbol(found.symbol).space == Space::Constant;
        let small = name.to_lowercase();
        if !constant || !senet_syntax::ast::is_variable(name) || small == name {
            return None;
        }
        let tokens = self.tree.tokens().iter().filter(|t| self.is_own(t.span));
        let same = tokens.filter(|t| t.kind == TokenKind::Name && t.span.of(self.text()) == name);
        let edits = same.map(|t| TextEdit::new(t.span, small.as_str())).collect();
        let taken = self.named(Space::Constant, &small).is_some();
        (!taken).then(|| Fix::certain(format!("write `{small}` everywhere"), edits))
    }

    /// The player after the one who moves.
    fn next_player(&self, place: Span) -> Option<Fix> {
        let name = place.of(self.text());
        let found = *self.index.exactly(place)?;
        let players = self.named(Space::Predicate, "next")?;
        let Entity::Predicate(next) = self.index.symbol(players).entity else { return None };
        let ty = *self.declared().predicates[next.index()].arguments.first()?;
        let is_player = |o: &Occurrence| match self.index.symbol(o.symbol).entity {
            Entity::Variable { ty: is, .. } => is == crate::index::Expected::Type(ty),
            _ => false,
        };
        let rule = found.rule.filter(|_| is_player(&found))?;
        let variables = self.index.variables(rule);
        let known = { variables }.find(|id| {
            let place = self.index.places(*id).next();
            *id != found.symbol && place.is_some_and(is_player)
        })?;
        let item = item_at(&self.tree, place.start, true)?;
        let (left, _) = crate::lists::rule_sides(item)?;
        let (last, _) = *left.parts().last()?;
        let premise = format!("next {} {name}", self.index.symbol(known).name);
        let edits = vec![TextEdit::insert(last.span().end, format!(" * {premise}"))];
        Some(Fix::guess(format!("add the premise `{premise}`"), edits))
    }

    /// `$` on a right side.
    fn without_mark(&self, place: Span) -> Option<Fix> {
        let mark = Span::new(place.start, place.start + 1);
        let here = self.text().get(mark.range())? == "$";
        here.then(|| Fix::certain("leave the `$` out", vec![TextEdit::delete(mark)]))
    }

    /// A fact of a predicate that is not derived, or an effect of one that is.
    fn kind_instead(&self, diagnostic: &Diagnostic, kind: &str) -> Option<Fix> {
        let declared = diagnostic.labels.get(1)?.span;
        let item = item_at(&self.tree, declared.start, true)?;
        let old = item.child()?.children().nth(1)?;
        let edits = vec![TextEdit::new(old.span(), kind)];
        Some(Fix::guess(format!("declare it as `{kind}`"), edits))
    }

    /// The same declaration a second time.
    fn once_only(&self, diagnostic: &Diagnostic) -> Option<Fix> {
        let item = |place: Span| item_at(&self.tree, place.start, true);
        let (again, first) = (item(diagnostic.span())?, item(diagnostic.labels.get(1)?.span)?);
        let bare =
            |n: SyntaxNode<'_>| crate::lists::bare_text(&self.tree, n.span(), self.full_text());
        let same = again.index() != first.index() && bare(again) == bare(first);
        same.then(|| Fix::certain("take the second one out", self.item_removal(again)))
    }

    /// `free C` in a context, for all cells: `{ free C | C : cell }`.
    fn set_of_all(&self, place: Span) -> Option<Fix> {
        let name = place.of(self.text());
        let path = self.tree.path_at(place.start);
        let atom = path.iter().rfind(|n| n.kind() == NodeKind::App)?;
        let alone = path.last()?.kind() == NodeKind::Name && name != "_";
        let ty = self.expected_name(self.index.exactly(place)?.expects).filter(|_| alone)?;
        let set = format!("{{ {} | {name} : {ty} }}", atom.span().of(self.text()));
        let edits = vec![TextEdit::new(atom.span(), set.as_str())];
        Some(Fix::guess(format!("one for each value: `{set}`"), edits))
    }

    fn without_declaration(&self, place: Span) -> Option<Fix> {
        let item = item_at(&self.tree, place.start, true)?;
        Some(Fix::guess("take the declaration out", self.item_removal(item)))
    }

    /// `!p` where `not p` is meant.
    fn absent_instead(&self, place: Span) -> Option<Fix> {
        let mark = Span::new(place.start, place.start + 1);
        let here = self.text().get(mark.range())? == "!";
        here.then(|| Fix::guess("ask for its absence: `not`", vec![TextEdit::new(mark, "not ")]))
    }

    fn a_start(&self) -> Option<Fix> {
        let stage = self.declared().stages.first()?;
        let contexts = self.index.symbols.iter().filter(|s| s.space == Space::Context);
        let context = { contexts }.next().map_or("{}", |c| &c.name);
        let line = format!("#trace _ {} {context}.", stage.name);
        let end = self.text().trim_end().len() as u32;
        let edits = vec![TextEdit::insert(end, format!("\n{line}"))];
        Some(Fix::guess(format!("begin with `{line}`"), edits))
    }

    fn an_outcome(&self, diagnostic: &Diagnostic) -> Option<Fix> {
        let help = diagnostic.help.first()?;
        let line = help.split('`').nth(1)?;
        let item = item_at(&self.tree, diagnostic.span().start, true)?;
        let edits = vec![TextEdit::insert(item.span().end, format!("  {line}"))];
        Some(Fix::guess(format!("say `{line}`"), edits))
    }

    fn somebody_chooses(&self, place: Span) -> Option<Fix> {
        let item = item_at(&self.tree, place.start, false)?;
        let line = format!("#interactive {}.", place.of(self.text()));
        let edits = self.insertion_behind(item, &line);
        Some(Fix::guess(format!("say `{line}`"), edits))
    }
}
