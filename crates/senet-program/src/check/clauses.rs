//! Rules of derivation and facts.

use crate::check::rules::RulePass;
use crate::check::scope::Scope;
use crate::check::terms::count;
use crate::codes;
use crate::program::{Atom, Clause, Conclusion, PredKind};
use senet_syntax::ast::{self, Prop, PropKind};
use senet_syntax::{Diagnostic, Span};

impl<'a> RulePass<'_, 'a> {
    /// `name : p.` where `p` is a predicate.
    pub(super) fn named_fact(&mut self, declare: &'a ast::Declare) {
        let kind = &declare.kind;
        if self.resolver.names.types.contains_key(&*kind.text) || !declare.arguments.is_empty() {
            return;
        }
        let Some(&predicate) = self.resolver.names.predicates.get(&*kind.text) else {
            return;
        };
        self.resolver.used.insert(predicate);
        let declared = &self.resolver.declared.predicates[predicate.index()];
        let arity = declared.arguments.len();
        if arity != 0 {
            let found = Diagnostic::new(
                &codes::ARITY,
                kind.span,
                format!("the predicate `{}` takes {}, not 0", declared.name, count(arity)),
                "no arguments here",
            );
            self.resolver.diagnostics.push(found.label(declared.span, "declared here"));
            return;
        }
        let head = Atom { predicate, arguments: Vec::new() };
        if self.derivable(&head, kind.span) {
            self.resolver.clauses.push(Clause {
                name: Some(declare.subject.text.as_ref().to_owned()),
                variables: Vec::new(),
                head,
                goals: Vec::new(),
                span: declare.span,
            });
        }
    }

    fn derivable(&mut self, head: &Atom, place: Span) -> bool {
        let predicate = &self.resolver.declared.predicates[head.predicate.index()];
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
        self.resolver.diagnostics.push(found.help(help));
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
        let head = self.resolver.atom(head, &mut scope);
        scope.failed |= !head.as_ref().is_some_and(|head| self.derivable(head, place));
        for goal in goals {
            let quiet = matches!(&goal.kind, PropKind::Atom(a) if self.resolver.is_qui(a));
            if quiet || matches!(goal.kind, PropKind::Stage(_)) {
                self.resolver.error(
                    &codes::MISPLACED,
                    goal.span,
                    "a backward rule cannot speak of stages",
                    "only links between stages may",
                );
                scope.failed = true;
            }
        }
        let mut goals = self.resolver.reading(goals, &mut scope, "a backward rule");
        let single = scope.single().map(|(v, span)| (v.to_owned(), span));
        self.out.single_in_clauses.extend(single);
        if scope.failed {
            return;
        }
        let Some(head) = head else { return };
        // `finish_scope` renumbers premises and conclusions alike: the head passes as a conclusion.
        let mut head = [Conclusion { atom: head, persistent: false }];
        let variables = self.resolver.finish_scope(&mut scope, &mut goals, &mut head, &mut []);
        let [Conclusion { atom: head, .. }] = head;
        self.resolver.clauses.push(Clause {
            name: name.map(|n| self.resolver.instance_name(&n.text)),
            variables,
            head,
            goals: goals.into_iter().map(|(_, goal)| goal).collect(),
            span,
        });
    }
}
