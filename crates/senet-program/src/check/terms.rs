//! Terms and atoms: each name resolved, each argument of the right type.

use crate::check::declarations::{NUMBER, UNKNOWN};
use crate::check::resolver::Resolver;
use crate::check::scope::Scope;
use crate::check::unknown::{joining_word, plain_name, premise_instead};
use crate::codes;
use crate::ids::{ConId, PredId, TypeId, VarId};
use crate::program::{Atom, Term, TypeShape};
use senet_syntax::ast;
use senet_syntax::{Diagnostic, Fix, Span, TextEdit};

/// What takes arguments.
#[derive(Clone, Copy)]
enum Head {
    Predicate(PredId),
    Constructor(ConId),
}

impl<'a> Resolver<'a> {
    pub(super) fn atom(&mut self, atom: &'a ast::AtomExpr, scope: &mut Scope<'a>) -> Option<Atom> {
        if self.short_line(atom) {
            scope.mention(&atom.arguments);
            return None;
        }
        // A relation of a board (`north`, `line`) becomes a predicate when it is first asked for, so that
        // a program pays only for the tables that it uses.
        let known = self.names.predicates.get(&*atom.head.text).copied();
        let Some(predicate) = known.or_else(|| self.board_relation(atom, scope)) else {
            self.unknown_predicate(&atom.head, &atom.arguments);
            scope.mention(&atom.arguments);
            return None;
        };
        // Standing in a context is no use that a lint should count.
        if scope.ground.is_none() {
            self.used.insert(predicate);
        }
        let arguments =
            self.arguments(Head::Predicate(predicate), &atom.arguments, atom.span, scope)?;
        Some(Atom { predicate, arguments })
    }

    /// A constructor that is written like a predicate, at the head of an atom.
    pub(super) fn constructed(
        &mut self,
        atom: &'a ast::AtomExpr,
        scope: &mut Scope<'a>,
    ) -> Option<Term> {
        self.apply(&atom.head, &atom.arguments, atom.span, UNKNOWN, scope)
    }

    fn signature(&self, head: Head) -> &[TypeId] {
        match head {
            Head::Predicate(p) => &self.declared.predicates[p.index()].arguments,
            Head::Constructor(c) => &self.declared.constructors[c.index()].arguments,
        }
    }

    /// Arguments against the types that are declared for them.
    fn arguments(
        &mut self,
        head: Head,
        arguments: &'a [ast::TermExpr],
        span: Span,
        scope: &mut Scope<'a>,
    ) -> Option<Vec<Term>> {
        if self.signature(head).len() != arguments.len() {
            self.wrong_number(head, arguments, span);
            scope.mention(arguments);
            return None;
        }
        // All arguments are resolved even after one has failed: each mistake is reported, and each variable
        // is seen, so that it is not also reported as unused.
        let before = self.diagnostics.len();
        let mut out = Vec::with_capacity(arguments.len());
        for (i, argument) in arguments.iter().enumerate() {
            let ty = self.signature(head)[i];
            out.extend(self.term(argument, ty, scope));
        }
        if out.len() < arguments.len() {
            self.one_mismatch(head, before);
            return None;
        }
        Some(out)
    }

    /// Arguments in the wrong order are one mistake, and the declaration helps to see it.
    fn one_mismatch(&mut self, head: Head, before: usize) {
        let new = &self.diagnostics[before..];
        let mismatch = |d: &Diagnostic| d.code.0.id == codes::MISMATCH.id && d.help.is_empty();
        if new.is_empty() || !new.iter().all(mismatch) {
            return;
        }
        if self.signature(head).len() < 2 {
            let last = self.diagnostics.last_mut().filter(|d| d.message.contains("two types"));
            if let Some(last) = last {
                last.help
                    .push("one name is one value; give one of the two another name".to_owned());
            }
            return;
        }
        // Several mismatches in one atom are most often one mistake, the order of the arguments. Only
        // the first report stays, with the declaration beside it.
        let order = if new.len() > 1 { "are the arguments in another order? " } else { "" };
        let help = format!("{order}the declaration is `{}`", self.form(head));
        self.diagnostics.truncate(before + 1);
        self.diagnostics[before].help.push(help);
    }

    /// A predicate or constructor with the types of its arguments.
    fn form(&self, head: Head) -> String {
        let name = match head {
            Head::Predicate(p) => &self.declared.predicates[p.index()].name,
            Head::Constructor(c) => &self.declared.constructors[c.index()].name,
        };
        let types = self.signature(head).iter().map(|ty| self.type_name(*ty));
        let words: Vec<&str> = [name.as_str()].into_iter().chain(types).collect();
        words.join(" ")
    }

    fn wrong_number(&mut self, head: Head, arguments: &[ast::TermExpr], span: Span) {
        let (what, name, declared) = match head {
            Head::Predicate(p) => {
                let predicate = &self.declared.predicates[p.index()];
                ("predicate", &predicate.name, predicate.span)
            }
            Head::Constructor(c) => {
                let constructor = &self.declared.constructors[c.index()];
                ("constructor", &constructor.name, constructor.span)
            }
        };
        let (takes, has) = (self.signature(head).len(), arguments.len());
        let form = self.form(head);
        let found = Diagnostic::new(
            &codes::ARITY,
            span,
            format!("the {what} `{name}` takes {}, not {has}", count(takes)),
            format!("{} here", count(has)),
        )
        .label(declared, format!("declared here: `{form}`"));
        // Too many arguments are usually something else: a forgotten `*` or `.`, so that the next atom is
        // read as arguments, a sum or a term without parentheses. The causes are tried from the most
        // specific to the most general, and the first that fits gives the help.
        let joined = arguments.iter().enumerate().find_map(|(i, a)| match a {
            ast::TermExpr::Apply(name, inner, _) if inner.is_empty() => {
                let text = &*name.text;
                self.names.predicates.contains_key(text).then_some((i, text))
            }
            _ => None,
        });
        let constructors = arguments.iter().any(|a| match a {
            ast::TermExpr::Apply(name, inner, _) if inner.is_empty() => {
                let c = self.names.constructors.get(&*name.text);
                c.is_some_and(|c| !self.declared.constructors[c.index()].arguments.is_empty())
            }
            _ => false,
        });
        if let Some(sum) = self.bare_sum(arguments).filter(|_| has > takes) {
            let (first, last) = (arguments[sum - 1].span(), arguments[sum + 1].span());
            let edits = vec![TextEdit::insert(first.start, "("), TextEdit::insert(last.end, ")")];
            let sign = plain_name(&arguments[sum]).unwrap_or("-");
            let operand = |t: &ast::TermExpr| match t {
                ast::TermExpr::Variable(name) => String::from(&*name.text),
                ast::TermExpr::Number(n, _) => n.to_string(),
                _ => "…".to_owned(),
            };
            let (a, b) = (operand(&arguments[sum - 1]), operand(&arguments[sum + 1]));
            let help = format!("a sum stands in parentheses: `{name} ({a} {sign} {b})`");
            let message = format!("`{a} {sign} {b}` stands without its parentheses");
            let found = Diagnostic { message, ..found };
            let fix = Fix::certain("put the sum in parentheses", edits);
            self.diagnostics.push(found.help(help).fix(fix));
            return;
        }
        let called = &ast::Name { text: name.as_str().into(), span };
        if let Some((words, fix)) = joining_word(called, arguments).filter(|_| has > takes) {
            self.diagnostics.push(fix.into_iter().fold(found.help(words), Diagnostic::fix));
            return;
        }
        let arrow = super::unknown::arrow_help(called, arguments);
        self.diagnostics.push(match (has > takes, joined, arrow) {
            // `turn next P`: where the first argument belongs stands a predicate.
            (true, Some((at, name)), _) if at < takes => found.help(premise_instead(name)),
            (true, Some((_, name)), _) => found.help(format!(
                "`{name}` is a predicate: is a `*`, a `,` or a `.` missing before it?"
            )),
            (true, _, Some(arrow)) => found.help(arrow),
            (true, ..) if constructors => {
                found.help("a term with arguments stands in parentheses: `c (s N)`")
            }
            (true, ..) => found.help(format!("the declaration is `{form}`")),
            (false, ..) => {
                found.help(format!("which argument is missing? the declaration is `{form}`"))
            }
        });
    }

    /// `p N - 1` for `p (N - 1)`: where the operator stands among the arguments.
    fn bare_sum(&self, arguments: &[ast::TermExpr]) -> Option<usize> {
        let number = |term: &ast::TermExpr| match term {
            ast::TermExpr::Variable(_) | ast::TermExpr::Number(..) | ast::TermExpr::Compute(..) => {
                true
            }
            ast::TermExpr::Apply(name, inner, _) => {
                inner.is_empty() && self.numbers.values.contains_key(&*name.text)
            }
            ast::TermExpr::Wild(_) => false,
        };
        let operator = |term: &ast::TermExpr| matches!(plain_name(term), Some("-" | "/" | "mod"));
        let inner = 1..arguments.len().saturating_sub(1);
        let fits = |at: &usize| {
            operator(&arguments[*at]) && number(&arguments[at - 1]) && number(&arguments[at + 1])
        };
        { inner }.find(fits)
    }

    /// A term where a value of type `ty` belongs.
    pub(super) fn term(
        &mut self,
        term: &'a ast::TermExpr,
        ty: TypeId,
        scope: &mut Scope<'a>,
    ) -> Option<Term> {
        let found = match term {
            ast::TermExpr::Wild(span) => self.wild(*span, ty, scope),
            // The variable of a family is a constant in each of its instances.
            ast::TermExpr::Variable(name) => match self.family_value(&name.text) {
                Some(value) => self.instance(value, name, ty),
                None => self.variable(name, ty, scope).map(Term::Variable),
            },
            ast::TermExpr::Number(number, span) => self.number(*number, ty, *span),
            ast::TermExpr::Apply(name, arguments, span) => {
                match self.numbers.values.get(&*name.text).copied() {
                    Some(number) if arguments.is_empty() => self.number(number, ty, *span),
                    _ => self.apply(name, arguments, *span, ty, scope),
                }
            }
            ast::TermExpr::Compute(operator, sides, span) => {
                self.sum(*operator, sides, *span, ty, scope)
            }
        };
        scope.failed |= found.is_none();
        found
    }

    fn wild(&mut self, span: Span, ty: TypeId, scope: &mut Scope<'a>) -> Option<Term> {
        if let Some(place) = scope.ground {
            self.not_ground(span, "_", place);
            return None;
        }
        if scope.no_wild {
            let found = Diagnostic::new(
                &codes::UNBOUND,
                span,
                "`_` on a right side stands for nothing in particular",
                "which value is meant?",
            );
            let help = "name the value in a premise, and use the name here";
            self.diagnostics.push(found.help(help));
            return None;
        }
        Some(Term::Variable(scope.fresh("_", ty, span)))
    }

    fn variable(
        &mut self,
        name: &'a ast::Name,
        ty: TypeId,
        scope: &mut Scope<'a>,
    ) -> Option<VarId> {
        if let Some(place) = scope.ground {
            self.not_ground(name.span, &name.text, place);
            return None;
        }
        let Some(id) = scope.get(&name.text) else {
            return Some(scope.fresh(&name.text, ty, name.span));
        };
        scope.again(id);
        // Types are inferred by unification without structure: a variable begins as UNKNOWN, or as
        // NUMBER where only arithmetic mentions it, and is narrowed once, to the first declared type
        // that it meets. The order of premises does not matter, except for which of two types a message
        // calls the first.
        let known = scope.ty(id);
        if *known == UNKNOWN || (*known == NUMBER && self.is_number(ty)) {
            *known = if ty == UNKNOWN { *known } else { ty };
        }
        let known = *known;
        if known == ty || ty == UNKNOWN || (ty == NUMBER && self.is_number(known)) {
            return Some(id);
        }
        let (is, wants) = (self.a_type(known), self.a_type(ty));
        let found = Diagnostic::new(
            &codes::MISMATCH,
            name.span,
            format!("`{}` is used as two types at once", name.text),
            format!("here it has to be {wants}"),
        );
        let found = found.label(scope.place(id), format!("here it is {is}"));
        self.diagnostics.push(found);
        None
    }

    fn apply(
        &mut self,
        name: &'a ast::Name,
        arguments: &'a [ast::TermExpr],
        span: Span,
        ty: TypeId,
        scope: &mut Scope<'a>,
    ) -> Option<Term> {
        let Some(&id) = self.names.constructors.get(&*name.text) else {
            self.unknown_constant(name, arguments, ty);
            scope.mention(arguments);
            return None;
        };
        let constructor = &self.declared.constructors[id.index()];
        let (is, declared) = (constructor.ty, constructor.span);
        let number = ty == NUMBER && self.is_number(is);
        if is != ty && ty != UNKNOWN && is != UNKNOWN && !number {
            let (has, wants) = (self.type_name(is), self.a_type(ty));
            let found = Diagnostic::new(
                &codes::MISMATCH,
                span,
                format!("`{}` is a `{has}`, but {wants} belongs here", name.text),
                format!("expected {wants}"),
            );
            let label = format!("`{}` is declared here", name.text);
            self.diagnostics.push(found.label(declared, label));
            scope.mention(arguments);
            return None;
        }
        // Peano numbers are numbers from here on: `s (s N)` is `N + 2` and `z` is 0, so that engines store
        // them as one word and arithmetic needs no recursion.
        let mut inner = self.arguments(Head::Constructor(id), arguments, span, scope)?;
        let shape = self.declared.types.get(is.index())?.shape;
        Some(match shape {
            TypeShape::Peano { zero, .. } if id == zero => Term::Number(0),
            TypeShape::Peano { .. } => match inner.pop()? {
                Term::Variable(v) => Term::Plus(v, 1),
                Term::Plus(v, n) => Term::Plus(v, n + 1),
                Term::Number(u64::MAX) => {
                    self.error(
                        &codes::MISMATCH,
                        span,
                        "this number is too large",
                        format!("the largest is {}", u64::MAX),
                    );
                    return None;
                }
                Term::Number(n) => Term::Number(n + 1),
                other @ Term::Apply(..) => other,
            },
            _ => Term::Apply(id, inner),
        })
    }

    fn not_ground(&mut self, span: Span, name: &str, place: &str) {
        if self.names.constructors.contains_key(name) {
            return; // a constant in upper case, which its declaration was blamed for
        }
        let found = Diagnostic::new(
            &codes::NOT_GROUND,
            span,
            format!("`{name}` has no value here"),
            format!("{place} holds no variables"),
        );
        let small = name.to_lowercase();
        let known = self.names.constructors.contains_key(&*small);
        self.diagnostics.push(match known {
            true => found.did_you_mean(Some(&small)),
            false if name == "_" => found.help("write a constant; for each of them, write a set"),
            false => found.help(format!("for all of them write a set: `{{ … | {name} : TYPE }}`")),
        });
    }

    /// How messages call a value of a type.
    pub(super) fn a_type(&self, ty: TypeId) -> String {
        match ty {
            NUMBER => "a number".to_owned(),
            ty => format!("a `{}`", self.type_name(ty)),
        }
    }

    pub(super) fn type_name(&self, ty: TypeId) -> &str {
        self.declared.types.get(ty.index()).map_or("?", |t| t.name.as_str())
    }
}

/// `no arguments`, `1 argument`, `2 arguments`.
pub(super) fn count(n: usize) -> String {
    match n {
        0 => "no arguments".to_owned(),
        1 => "1 argument".to_owned(),
        n => format!("{n} arguments"),
    }
}
