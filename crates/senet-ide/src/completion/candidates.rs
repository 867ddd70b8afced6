//! The names that a place can hold.

use crate::Analysis;
use crate::completion::{Completion, CompletionKind};
use crate::index::{Access, Entity, Expected, Space, SymbolId, argument_types, predicate_kind};
use crate::marked::Marked;
use rustc_hash::FxHashSet;
use senet_program::relations::BOARD_RELATIONS;
use senet_program::{PredKind, TypeId};
use senet_syntax::TextEdit;

/// How well something fits.
mod rank {
    pub(super) const BEST: u32 = 0;
    pub(super) const GOOD: u32 = 10;
    pub(super) const FITS: u32 = 20;
    pub(super) const RARE: u32 = 30;
    pub(super) const LAST: u32 = 40;
}

/// The most constants of one type that are offered: a longer list is not read.
const MOST_CONSTANTS: usize = 400;

pub(super) struct Candidates<'a> {
    pub(super) analysis: &'a Analysis,
    pub(super) marked: &'a Marked,
    found: Vec<Completion>,
}

impl<'a> Candidates<'a> {
    pub(super) fn new(analysis: &'a Analysis, marked: &'a Marked) -> Candidates<'a> {
        Candidates { analysis, marked, found: Vec::new() }
    }

    /// What begins as what is written so far, the best first.
    pub(super) fn finish(self) -> Vec<Completion> {
        let written = self.marked.prefix.of(&self.marked.text).to_lowercase();
        let mut out: Vec<Completion> = Vec::new();
        let mut seen: FxHashSet<(String, CompletionKind)> = FxHashSet::default();
        for candidate in self.found {
            let label = candidate.label.to_lowercase();
            // Beginnings count most; elsewhere in a name is better than nothing.
            let far = match label.find(&written) {
                Some(0) => 0,
                Some(_) if written.chars().count() > 1 => 100,
                _ => continue,
            };
            if seen.insert((candidate.label.clone(), candidate.kind)) {
                out.push(Completion { rank: candidate.rank + far, ..candidate });
            }
        }
        out.sort_by_key(|c| c.rank);
        out
    }

    pub(super) fn push(&mut self, label: &str, kind: CompletionKind, rank: u32) -> &mut Completion {
        self.found.push(Completion {
            label: label.to_owned(),
            kind,
            detail: None,
            documentation: None,
            edit: TextEdit::new(self.marked.prefix, label),
            snippet: None,
            rank,
        });
        self.found.last_mut().expect("one was pushed just now")
    }

    pub(super) fn keyword(&mut self, word: &str, rank: u32) {
        let meaning = crate::words::meaning(word);
        let found = self.push(word, CompletionKind::Keyword, rank);
        found.detail = meaning.map(|w| w.form.to_owned());
        found.documentation = meaning.map(|w| w.about.to_owned());
    }

    /// A symbol of the text without arguments.
    fn symbol(&mut self, id: SymbolId, kind: CompletionKind, rank: u32) {
        let symbol = self.analysis.index.symbol(id);
        let (name, place) = (symbol.name.to_string(), symbol.definition);
        let detail = self.analysis.signature_of(id);
        let place = place.filter(|_| !symbol.given);
        let about = place.and_then(|p| self.analysis.documentation_at(p));
        let found = self.push(&name, kind, rank);
        found.detail = Some(detail);
        found.documentation = about;
    }

    /// The declared symbols of a space.
    fn symbols(&self, space: Space) -> Vec<SymbolId> {
        let symbols = &self.analysis.index.symbols;
        let declared =
            |s: &crate::index::Symbol| s.space == space && !matches!(s.entity, Entity::Unknown);
        (0u32..).zip(symbols).filter(|(_, s)| declared(s)).map(|(i, _)| SymbolId(i)).collect()
    }

    pub(super) fn all(&mut self, space: Space, kind: CompletionKind, rank: u32) {
        for id in self.symbols(space) {
            self.symbol(id, kind, rank);
        }
    }

    /// What the name at the cursor can be.
    pub(super) fn collect(&mut self) {
        let Some(found) = self.marked.occurrence().copied() else {
            return self.other_places();
        };
        let space = self.marked.index.symbol(found.symbol).space;
        match (space, found.access) {
            (Space::Type, Access::Define) | (Space::Stage | Space::Context, Access::Define) => {}
            (Space::Rule, Access::Define) => self.premises(found.rule),
            (Space::Predicate, Access::Define) => {}
            (Space::Constant, Access::Define) => {}
            (Space::Option, Access::Define) => {}
            (Space::Type, _) => self.types(),
            (Space::Stage, _) => self.all(Space::Stage, CompletionKind::Stage, rank::BEST),
            (Space::Rule, _) => {
                self.all(Space::Rule, CompletionKind::Rule, rank::BEST);
                if self.in_directive("label") {
                    self.all(Space::Constant, CompletionKind::Constant, rank::GOOD);
                }
            }
            (Space::Context, _) => self.all(Space::Context, CompletionKind::Context, rank::BEST),
            (Space::Option, _) => {
                self.numbers();
                self.other_places();
            }
            (Space::Predicate, Access::Derive) => self.heads(),
            (Space::Predicate, Access::Make) => self.conclusions(found.rule),
            (Space::Predicate, Access::Start) => self.entries(),
            (Space::Predicate, Access::Mention) => {
                self.predicates(|_| true, rank::BEST);
                if self.in_directive("glyph") {
                    self.all(Space::Constant, CompletionKind::Constant, rank::GOOD);
                }
            }
            (Space::Predicate, _) => self.premises(found.rule),
            (Space::Constant | Space::Variable, Access::Mention) => {
                self.all(Space::Constant, CompletionKind::Constant, rank::GOOD);
                self.all(Space::Rule, CompletionKind::Rule, rank::BEST);
            }
            (Space::Constant | Space::Variable, _) => self.terms(found.expects, found.rule),
        }
    }

    // ---- propositions

    fn predicates(&mut self, fits: impl Fn(PredKind) -> bool, rank: u32) {
        let declared = self.analysis.declared();
        for id in self.symbols(Space::Predicate) {
            let entity = self.analysis.index.symbol(id).entity;
            let Some(kind) = predicate_kind(entity, &declared) else { continue };
            if !fits(kind) {
                continue;
            }
            let given = self.analysis.index.symbol(id).given;
            if matches!(entity, Entity::Relation(_)) {
                continue; // all of them come below, used or not
            }
            self.symbol(id, CompletionKind::Predicate, rank + u32::from(given));
            let parameters = self.analysis.parameters(id);
            self.with_holes(&parameters);
        }
    }

    /// Adds places for arguments to the last candidate.
    fn with_holes(&mut self, parameters: &[String]) {
        let Some(last) = self.found.last_mut() else { return };
        if parameters.is_empty() {
            return;
        }
        let mut snippet = last.label.clone();
        for (i, parameter) in parameters.iter().enumerate() {
            snippet.push_str(&format!(" ${{{}:{parameter}}}", i + 1));
        }
        last.snippet = Some(snippet);
    }

    fn relations(&mut self, rank: u32) {
        if self.analysis.declared().boards.is_empty() {
            return;
        }
        for relation in BOARD_RELATIONS {
            let own = self.analysis.named(Space::Predicate, relation.name);
            let own = own.map(|id| self.analysis.index.symbol(id).entity);
            if own.is_some_and(|entity| !matches!(entity, Entity::Relation(_))) {
                continue;
            }
            let words: Vec<String> = relation.form.split(' ').skip(1).map(str::to_owned).collect();
            let found = self.push(relation.name, CompletionKind::Relation, rank);
            found.detail = Some(relation.form.to_owned());
            found.documentation = Some(relation.about.to_owned());
            self.with_holes(&words);
        }
    }

    fn premises(&mut self, rule: Option<u32>) {
        self.predicates(|kind| kind != PredKind::Action, rank::BEST);
        self.relations(rank::GOOD);
        self.variables(Expected::Anything, rule, rank::FITS);
        self.keyword("not", rank::RARE);
        for word in ["count", "sum", "max", "min"] {
            if self.behind_equals() {
                self.keyword(word, rank::BEST);
            }
        }
        if self.outside_of_stages() {
            self.keyword("qui", rank::BEST);
            self.keyword("stage", rank::GOOD);
        }
        if self.begins_item() {
            self.items();
        }
    }

    fn conclusions(&mut self, _rule: Option<u32>) {
        let made = |kind| matches!(kind, PredKind::Linear | PredKind::Action);
        self.predicates(made, rank::BEST);
        if self.outside_of_stages() {
            self.keyword("stage", rank::BEST);
        }
    }

    /// The beginning of a fact, a backward rule, or of any other item.
    fn heads(&mut self) {
        if self.begins_item() {
            self.items();
        }
        self.predicates(|kind| kind == PredKind::Derived, rank::FITS);
    }

    /// What a context holds.
    fn entries(&mut self) {
        self.all(Space::Context, CompletionKind::Context, rank::GOOD);
        let made = |kind| matches!(kind, PredKind::Linear | PredKind::Action);
        if self.in_braces() {
            self.predicates(made, rank::BEST);
            self.keyword("rows", rank::LAST);
        }
    }

    // ---- terms

    fn terms(&mut self, expects: Expected, rule: Option<u32>) {
        self.variables(expects, rule, rank::BEST);
        if rule.is_some() && !self.on_right() {
            self.keyword("_", rank::GOOD);
        }
        let declared = self.analysis.declared();
        match expects {
            Expected::Type(ty) => self.constants(ty, rank::GOOD + 1),
            Expected::Number => {}
            Expected::Anything => self.all(Space::Constant, CompletionKind::Constant, rank::RARE),
        }
        let number = match expects {
            Expected::Type(ty) => {
                declared.types.get(ty.index()).is_some_and(|t| t.shape.is_number())
            }
            Expected::Number => true,
            Expected::Anything => false,
        };
        if number {
            self.numbers();
        }
        if self.behind_equals() {
            for word in ["count", "sum", "max", "min"] {
                self.keyword(word, rank::RARE);
            }
        }
    }

    fn constants(&mut self, ty: TypeId, rank: u32) {
        let declared = self.analysis.declared();
        let Some(found) = declared.types.get(ty.index()) else { return };
        for id in found.constructors.iter().take(MOST_CONSTANTS) {
            let constructor = &declared.constructors[id.index()];
            let entity = Entity::Constant(*id);
            let types = argument_types(entity, &declared, 0, 0);
            let words: Vec<String> = types
                .iter()
                .map(|t| self.analysis.expected_name(*t).unwrap_or("?").to_owned())
                .collect();
            let detail = found.name.to_string();
            let name = constructor.name.clone();
            let candidate = self.push(&name, CompletionKind::Constant, rank);
            candidate.detail = Some(detail);
            if !words.is_empty() {
                self.with_holes(&words);
                let last = self.found.last_mut().expect("one was pushed just now");
                last.snippet = last.snippet.take().map(|s| format!("({s})"));
                last.edit.text = format!("({name} )");
            }
        }
    }

    fn numbers(&mut self) {
        self.all(Space::Option, CompletionKind::Option, rank::GOOD);
    }

    /// The variables of a rule that may be of a type.
    fn variables(&mut self, expects: Expected, rule: Option<u32>, rank: u32) {
        let index = &self.marked.index;
        let mut at = rule;
        while let Some(rule) = at {
            for id in index.variables(rule) {
                let symbol = index.symbol(id);
                let Entity::Variable { ty, .. } = symbol.entity else { continue };
                // The name at the cursor is no candidate.
                if symbol.definition == Some(self.marked.mark) || !self.may_be(ty, expects) {
                    continue;
                }
                let detail = self.analysis.expected_name(ty).map(str::to_owned);
                let known = u32::from(ty == Expected::Anything && expects != ty);
                let name = symbol.name.to_string();
                let found = self.push(&name, CompletionKind::Variable, rank + known);
                found.detail = detail;
            }
            at = index.rules[rule as usize].outer;
        }
    }

    fn may_be(&self, ty: Expected, wanted: Expected) -> bool {
        let types = self.analysis.declared().types;
        let number = |ty: TypeId| types.get(ty.index()).is_some_and(|t| t.shape.is_number());
        match (ty, wanted) {
            (Expected::Anything, _) | (_, Expected::Anything) => true,
            (Expected::Type(a), Expected::Type(b)) => a == b,
            (Expected::Number, Expected::Type(ty)) | (Expected::Type(ty), Expected::Number) => {
                number(ty)
            }
            (Expected::Number, Expected::Number) => true,
        }
    }

    fn types(&mut self) {
        if self.is_kind() {
            for word in ["type", "pred", "bwd", "sense", "action"] {
                self.keyword(word, rank::GOOD);
            }
        }
        self.all(Space::Type, CompletionKind::Type, rank::BEST);
        if self.analysis.named(Space::Type, "nat").is_none() {
            let found = self.push("nat", CompletionKind::Type, rank::GOOD);
            found.detail = Some("the natural numbers".to_owned());
        }
    }
}
