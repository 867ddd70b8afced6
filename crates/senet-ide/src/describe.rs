//! Symbols in words: signatures, and what uses them.

use crate::Analysis;
use crate::index::{Access, Entity, Expected, RuleKind, Space, SymbolId};
use senet_program::{PredKind, TypeId, TypeShape};
use senet_syntax::Span;

impl Analysis {
    /// The name of a type; `?` if it is not known.
    pub(crate) fn type_name(&self, ty: TypeId) -> &str {
        self.declared().types.get(ty.index()).map_or("?", |t| t.name.as_str())
    }

    /// How a place that expects something says so.
    pub(crate) fn expected_name(&self, expected: Expected) -> Option<&str> {
        match expected {
            Expected::Anything => None,
            Expected::Number => Some("nat"),
            Expected::Type(ty) => Some(self.type_name(ty)),
        }
    }

    /// What can stand as an argument: the types of a predicate or constructor.
    pub(crate) fn parameters(&self, symbol: SymbolId) -> Vec<String> {
        let entity = self.index.symbol(symbol).entity;
        let types = crate::index::argument_types(entity, &self.declared(), 0, 0);
        types.iter().map(|ty| self.expected_name(*ty).unwrap_or("?").to_owned()).collect()
    }

    /// The declaration of a symbol as it would be written.
    pub(crate) fn signature_of(&self, symbol: SymbolId) -> String {
        let found = self.index.symbol(symbol);
        let declared = self.declared();
        let words = || {
            let mut out = found.name.to_string();
            for word in self.parameters(symbol) {
                out.push(' ');
                out.push_str(&word);
            }
            out
        };
        match found.entity {
            Entity::Type(id) => match declared.types.get(id.index()).map(|t| t.shape) {
                Some(TypeShape::Range { low, high }) => format!("{} : {low}..{high}.", found.name),
                _ => match declared.boards.iter().find(|b| b.ty == id) {
                    Some(_) => self.item_text(found.definition, &found.name),
                    None => format!("{} : type.", found.name),
                },
            },
            Entity::Constant(id) => {
                let ty = declared.constructors[id.index()].ty;
                format!("{} : {}.", words(), self.type_name(ty))
            }
            Entity::Predicate(id) => {
                let kind = declared.predicates[id.index()].kind;
                format!("{} : {}.", words(), kind_word(kind))
            }
            Entity::Relation(relation) => format!("{} : bwd.", relation.form),
            Entity::Stage(_) => format!("stage {}", found.name),
            Entity::Context => format!("context {}", found.name),
            Entity::Rule => self.item_text(found.definition, &found.name),
            Entity::Option => self.item_text(found.definition, &found.name),
            Entity::Variable { ty, .. } => match self.expected_name(ty) {
                Some(ty) => format!("{} : {ty}", found.name),
                None => found.name.to_string(),
            },
            Entity::Unknown => format!("{} {}", found.space.word(), found.name),
        }
    }

    /// The text of the item around a place, with single blanks; the name if there is none.
    fn item_text(&self, place: Option<Span>, name: &str) -> String {
        let text = self.full_text();
        let item = place.and_then(|p| crate::tree_at::item_at(&self.tree, p.start, true));
        let Some(item) = item else { return name.to_owned() };
        let tokens = &self.tree.tokens()[item.token_range()];
        let comments = |k: senet_syntax::lexer::TokenKind| k.is_trivia();
        let mut out = String::new();
        for token in tokens {
            if comments(token.kind) {
                if !out.ends_with(' ') {
                    out.push(' ');
                }
            } else {
                out.push_str(token.span.of(text));
            }
        }
        out
    }

    /// What the rules, contexts and directives do with a predicate, a line for each kind of use.
    pub(crate) fn usage(&self, symbol: SymbolId) -> Vec<String> {
        const LISTED: &[(&str, &[Access])] = &[
            ("made by", &[Access::Make]),
            ("taken by", &[Access::Take]),
            ("read by", &[Access::Keep, Access::Ask, Access::Persistent, Access::Sense]),
            ("absent in", &[Access::Absent]),
            ("counted by", &[Access::Aggregate]),
            ("derived by", &[Access::Derive]),
            ("starts in", &[Access::Start]),
            ("named by", &[Access::Mention]),
        ];
        let mut out = Vec::new();
        for (words, accesses) in LISTED {
            let mut users: Vec<String> = Vec::new();
            let mut more = 0;
            let mut last = None;
            for place in self.index.places(symbol).filter(|o| accesses.contains(&o.access)) {
                // The places of one rule stand together.
                if place.rule.is_some() && last == Some(place.rule) {
                    continue;
                }
                last = Some(place.rule);
                if users.len() == MOST_USERS {
                    more += 1;
                    continue;
                }
                let user = self.user(place.span, place.rule);
                if !users.contains(&user) {
                    users.push(user);
                }
            }
            if users.is_empty() {
                continue;
            }
            let more = if more > 0 { format!(" and {more} more") } else { String::new() };
            out.push(format!("{words} {}{more}", users.join(", ")));
        }
        out
    }

    /// What stands around a use, in a word or two.
    fn user(&self, place: Span, rule: Option<u32>) -> String {
        let text = self.full_text();
        let line = || self.line_of(place);
        if let Some(info) = rule.map(|r| &self.index.rules[r as usize]) {
            let name = info.name.map(|n| n.of(text));
            let stage = info.stage.map(|s| &*self.index.symbol(s).name);
            match (info.kind, name, stage) {
                (RuleKind::Step, Some(name), Some(stage)) => {
                    return format!("`{name}` in `{stage}`");
                }
                (RuleKind::Step | RuleKind::Clause, Some(name), _) => return format!("`{name}`"),
                (RuleKind::Step, None, Some(stage)) => {
                    return format!("a rule of `{stage}` (line {})", line());
                }
                (RuleKind::Link, Some(name), _) => return format!("the link `{name}`"),
                (RuleKind::Link, None, Some(stage)) => return format!("a link out of `{stage}`"),
                (RuleKind::Clause, None, _) => return format!("line {}", line()),
                _ => {}
            }
        }
        let item = crate::tree_at::item_at(&self.tree, place.start, false);
        let Some(item) = item else { return format!("line {}", line()) };
        let first = self.tree.tokens()[item.token_range().start].span.of(text);
        match first {
            "context" => {
                let name = item.child().map_or("", |n| n.span().of(text));
                format!("the context `{name}`")
            }
            directive if directive.starts_with('#') => format!("`{directive}`"),
            _ => format!("line {}", line()),
        }
    }

    /// The symbol of a name in a space.
    pub(crate) fn named(&self, space: Space, name: &str) -> Option<SymbolId> {
        self.index.names.get(space, name)
    }
}

/// How many users of a predicate are listed by name.
const MOST_USERS: usize = 6;

/// The word that declares a predicate of a kind.
pub(crate) fn kind_word(kind: PredKind) -> &'static str {
    match kind {
        PredKind::Linear => "pred",
        PredKind::Derived => "bwd",
        PredKind::Sense => "sense",
        PredKind::Action => "action",
    }
}
