//! Patterns over the position that directives speak of: `#forbid`, and the properties `#never`, `#reach`,
//! `#always-possible`, `#inevitable`, `#once` and `#conserve`.

use crate::check::game::GamePass;
use crate::check::scope::Scope;
use crate::codes;
use crate::program::{Atom, Conclusion, Pattern, PredKind, Property, PropertyKind, Variable};
use senet_syntax::Span;
use senet_syntax::ast::{self, Directive, Prop, PropKind};

impl<'a> GamePass<'_, 'a> {
    /// `#forbid`: a pattern that must not hold after a move of a stage.
    pub(super) fn forbid(&mut self, directive: &'a Directive) {
        let stage = self.resolver.stage_named(directive.get(0));
        let found = self.pattern(directive.get(1), "`#forbid`");
        let (Some(stage), Some((pattern, places))) = (stage, found) else {
            return;
        };
        let forbidden = &mut self.resolver.declared.stages[stage.index()].forbidden;
        self.out.forbidden_places.push((stage, forbidden.len(), places));
        forbidden.push(pattern);
    }

    /// `#never A.`
    pub(super) fn never(&mut self, directive: &'a Directive) {
        self.property(directive, "`#never`", PropertyKind::Never);
    }

    /// `#reach A.`
    pub(super) fn reach(&mut self, directive: &'a Directive) {
        self.property(directive, "`#reach`", PropertyKind::Reach);
    }

    /// `#always-possible A.`
    pub(super) fn always_possible(&mut self, directive: &'a Directive) {
        self.property(directive, "`#always-possible`", PropertyKind::AlwaysPossible);
    }

    /// `#inevitable A.`
    pub(super) fn inevitable(&mut self, directive: &'a Directive) {
        self.property(directive, "`#inevitable`", PropertyKind::Inevitable);
    }

    /// `#once A.`
    pub(super) fn once(&mut self, directive: &'a Directive) {
        self.property(directive, "`#once`", PropertyKind::Once);
    }

    fn property(
        &mut self,
        directive: &'a Directive,
        what: &str,
        kind: fn(Pattern) -> PropertyKind,
    ) {
        if let Some((pattern, places)) = self.pattern(directive.get(0), what) {
            self.out.property_places.push(places);
            self.out.properties.push(Property { kind: kind(pattern), span: directive.span });
        }
    }

    /// `#conserve free C + disc _ C = 1.`
    pub(super) fn conserve(&mut self, directive: &'a Directive) {
        let (atoms, total): &(Vec<ast::AtomExpr>, ast::Count) = directive.get(0);
        let span = directive.span;
        let mut scope = Scope::default();
        let mut counted = Vec::with_capacity(atoms.len());
        for written in atoms {
            let Some(atom) = self.resolver.atom(written, &mut scope) else {
                continue;
            };
            let predicate = &self.resolver.declared.predicates[atom.predicate.index()];
            if predicate.kind != PredKind::Linear {
                let message =
                    format!("`{}` is not in the position, so it is not counted", predicate.name);
                self.resolver.error(
                    &codes::MISPLACED,
                    written.span,
                    message,
                    "an atom of a `pred` belongs here",
                );
                scope.failed = true;
            }
            counted.push(Conclusion { atom, persistent: false });
        }
        let total = self.resolver.count(total);
        // Sums in arguments would become premises here, and `#conserve` has none.
        let mut sums = Vec::new();
        let (variables, Some(total), false) = (
            self.resolver.finish_scope(&mut scope, &mut sums, &mut counted, &mut []),
            total,
            scope.failed,
        ) else {
            return;
        };
        if let Some((place, _)) = sums.first() {
            let message = "`#conserve` counts atoms as they are";
            return self.resolver.error(&codes::MISPLACED, *place, message, "no sums belong here");
        }
        let counted: Vec<Atom> = counted.into_iter().map(|c| c.atom).collect();
        // The sum is taken for each value of the named variables, so each atom has to have all of
        // them.
        if let Some((variable, lacking)) = lacking(&variables, &counted) {
            let message = format!("`{variable}` is given, so every atom of `#conserve` needs it");
            let span = atoms[lacking].span;
            return self.resolver.error(
                &codes::MISPLACED,
                span,
                message,
                "it is not here; `_` is any value",
            );
        }
        let atoms = counted;
        self.out.property_places.push(Vec::new());
        let kind = PropertyKind::Conserve { variables, atoms, total };
        self.out.properties.push(Property { kind, span });
    }

    /// Premises about a position, with variables of their own.
    fn pattern(&mut self, props: &'a [Prop], what: &str) -> Option<(Pattern, Vec<Span>)> {
        let mut scope = Scope::default();
        for prop in props {
            let quiet = matches!(&prop.kind, PropKind::Atom(a) if self.resolver.is_qui(a));
            if quiet || matches!(prop.kind, PropKind::Stage(_)) {
                self.resolver.error(
                    &codes::MISPLACED,
                    prop.span,
                    format!("{what} speaks of positions, not of stages"),
                    "this is not an atom of a position",
                );
                return None;
            }
        }
        let mut premises = self.resolver.reading(props, &mut scope, what);
        let single = scope.single().map(|(v, span)| (v.to_owned(), span));
        self.out.single.extend(single);
        if scope.failed {
            return None;
        }
        let variables = self.resolver.finish_scope(&mut scope, &mut premises, &mut [], &mut []);
        let (places, premises) = premises.into_iter().unzip();
        Some((Pattern { variables, premises }, places))
    }
}

/// A named variable of a sum that one of its atoms lacks.
fn lacking<'v>(variables: &'v [Variable], atoms: &[Atom]) -> Option<(&'v str, usize)> {
    let named = variables.iter().enumerate().filter(|(_, v)| v.name != "_" && !v.is_hidden());
    named.into_iter().find_map(|(i, variable)| {
        let has = |atom: &Atom| {
            let mut has = false;
            atom.each_variable(&mut |v| has |= v.index() == i);
            has
        };
        Some((variable.name.as_str(), atoms.iter().position(|a| !has(a))?))
    })
}
