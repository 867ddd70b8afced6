//! Backward rules, facts, and patterns over the position.

use crate::check::Checker;
use crate::check::rules::Placed;
use crate::check::scope::Scope;
use crate::check::terms::count;
use crate::codes;
use crate::program::{
    Atom, Clause, Conclusion, Pattern, PredKind, Premise, Property, PropertyKind, Variable,
};
use senet_syntax::ast::{self, Directive, Prop, PropKind};
use senet_syntax::{Diagnostic, Span};

impl<'a> Checker<'a> {
    /// `name : p.` where `p` is a predicate.
    pub(super) fn named_fact(&mut self, declare: &'a ast::Declare) {
        let kind = &declare.kind;
        if self.names.types.contains_key(&*kind.text) || !declare.arguments.is_empty() {
            return;
        }
        let Some(&predicate) = self.names.predicates.get(&*kind.text) else {
            return;
        };
        self.notes.used.insert(predicate);
        let declared = &self.declared.predicates[predicate.index()];
        let arity = declared.arguments.len();
        if arity != 0 {
            let found = Diagnostic::new(
                &codes::ARITY,
                kind.span,
                format!("the predicate `{}` takes {}, not 0", declared.name, count(arity)),
                "no arguments here",
            );
            self.diagnostics.push(found.label(declared.span, "declared here"));
            return;
        }
        let head = Atom { predicate, arguments: Vec::new() };
        if self.derivable(&head, kind.span) {
            self.meaning.clauses.push(Clause {
                name: Some(declare.subject.text.as_ref().to_owned()),
                variables: Vec::new(),
                head,
                goals: Vec::new(),
                span: declare.span,
            });
        }
    }

    fn derivable(&mut self, head: &Atom, place: Span) -> bool {
        let predicate = &self.declared.predicates[head.predicate.index()];
        if predicate.kind == PredKind::Derived {
            return true;
        }
        let name = &predicate.name;
        let found = Diagnostic::new(
            &codes::NOT_DERIVED,
            place,
            format!("`{name}` is not a `bwd` predicate, so it has no facts or backward rules"),
            "the head of a fact or backward rule",
        )
        .label(predicate.span, "declared here");
        let dots = " …".repeat(predicate.arguments.len());
        let help = format!("declare it as `{name}{dots} : bwd.`, or put the atom into a context");
        self.diagnostics.push(found.help(help));
        false
    }

    pub(super) fn clause(
        &mut self,
        name: Option<&'a ast::Name>,
        head: &'a ast::AtomExpr,
        goals: &'a [Prop],
        span: Span,
    ) {
        let mut scope = Scope::default();
        let place = head.span;
        let head = self.atom(head, &mut scope);
        scope.failed |= !head.as_ref().is_some_and(|head| self.derivable(head, place));
        for goal in goals {
            let quiet = matches!(&goal.kind, PropKind::Atom(a) if self.is_qui(a));
            if quiet || matches!(goal.kind, PropKind::Stage(_)) {
                self.error(
                    &codes::MISPLACED,
                    goal.span,
                    "a backward rule cannot speak of stages",
                    "only links between stages may",
                );
                scope.failed = true;
            }
        }
        let mut goals = self.reading(goals, &mut scope, "a backward rule");
        let single = scope.single().map(|(v, span)| (v.to_owned(), span));
        self.notes.single.extend(single);
        if scope.failed {
            return;
        }
        let Some(head) = head else { return };
        let mut head = [Conclusion { atom: head, persistent: false }];
        let variables = self.finish_scope(&mut scope, &mut goals, &mut head, &mut []);
        let [Conclusion { atom: head, .. }] = head;
        self.meaning.clauses.push(Clause {
            name: name.map(|n| self.instance_name(&n.text)),
            variables,
            head,
            goals: goals.into_iter().map(|(_, goal)| goal).collect(),
            span,
        });
    }

    /// Premises that only read: nothing is consumed, and the host is not asked.
    pub(super) fn reading(
        &mut self,
        props: &'a [Prop],
        scope: &mut Scope<'a>,
        what: &str,
    ) -> Placed {
        let mut premises = self.premises(props, scope);
        for (place, premise) in &mut premises {
            match premise {
                Premise::Take(atom) => *premise = Premise::Read(atom.clone()),
                Premise::Sense(atom) => {
                    let name = &self.declared.predicates[atom.predicate.index()].name;
                    let message = format!("{what} cannot ask the host for `{name}`");
                    self.error(
                        &codes::MISPLACED,
                        *place,
                        message,
                        "sensing stands in rules of stages",
                    );
                    scope.failed = true;
                }
                _ => {}
            }
        }
        premises
    }

    /// `#forbid`: a pattern that must not hold after a move of a stage.
    pub(super) fn forbid(&mut self, directive: &'a Directive) {
        let stage = self.stage_named(directive.get(0));
        let found = self.pattern(directive.get(1), "`#forbid`");
        let (Some(stage), Some((pattern, places))) = (stage, found) else {
            return;
        };
        let forbidden = &mut self.declared.stages[stage.index()].forbidden;
        self.notes.forbidden.push((stage, forbidden.len(), places));
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
            self.notes.properties.push(places);
            self.meaning.properties.push(Property { kind: kind(pattern), span: directive.span });
        }
    }

    /// `#conserve free C + disc _ C = 1.`
    pub(super) fn conserve(&mut self, directive: &'a Directive) {
        let (atoms, total): &(Vec<ast::AtomExpr>, ast::Count) = directive.get(0);
        let span = directive.span;
        let mut scope = Scope::default();
        let mut counted = Vec::with_capacity(atoms.len());
        for written in atoms {
            let Some(atom) = self.atom(written, &mut scope) else {
                continue;
            };
            let predicate = &self.declared.predicates[atom.predicate.index()];
            if predicate.kind != PredKind::Linear {
                let message =
                    format!("`{}` is not in the position, so it is not counted", predicate.name);
                self.error(
                    &codes::MISPLACED,
                    written.span,
                    message,
                    "an atom of a `pred` belongs here",
                );
                scope.failed = true;
            }
            counted.push(Conclusion { atom, persistent: false });
        }
        let total = self.count(total);
        let mut sums = Vec::new();
        let (variables, Some(total), false) =
            (self.finish_scope(&mut scope, &mut sums, &mut counted, &mut []), total, scope.failed)
        else {
            return;
        };
        if let Some((place, _)) = sums.first() {
            let message = "`#conserve` counts atoms as they are";
            return self.error(&codes::MISPLACED, *place, message, "no sums belong here");
        }
        let counted: Vec<Atom> = counted.into_iter().map(|c| c.atom).collect();
        if let Some((variable, lacking)) = lacking(&variables, &counted) {
            let message = format!("`{variable}` is given, so every atom of `#conserve` needs it");
            let span = atoms[lacking].span;
            return self.error(
                &codes::MISPLACED,
                span,
                message,
                "it is not here; `_` is any value",
            );
        }
        let atoms = counted;
        self.notes.properties.push(Vec::new());
        let kind = PropertyKind::Conserve { variables, atoms, total };
        self.meaning.properties.push(Property { kind, span });
    }

    /// Premises about a position, with variables of their own.
    fn pattern(&mut self, props: &'a [Prop], what: &str) -> Option<(Pattern, Vec<Span>)> {
        let mut scope = Scope::default();
        for prop in props {
            let quiet = matches!(&prop.kind, PropKind::Atom(a) if self.is_qui(a));
            if quiet || matches!(prop.kind, PropKind::Stage(_)) {
                self.error(
                    &codes::MISPLACED,
                    prop.span,
                    format!("{what} speaks of positions, not of stages"),
                    "this is no atom of a position",
                );
                return None;
            }
        }
        let mut premises = self.reading(props, &mut scope, what);
        let single = scope.single().map(|(v, span)| (v.to_owned(), span));
        self.notes.single.extend(single);
        if scope.failed {
            return None;
        }
        let variables = self.finish_scope(&mut scope, &mut premises, &mut [], &mut []);
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
