//! Terms and atoms: each name resolved, each argument of the right type.

use crate::check::Checker;
use crate::check::declarations::UNKNOWN;
use crate::codes;
use crate::ids::{PredId, TypeId, VarId};
use crate::program::{Atom, Shape, Term, Variable};
use rustc_hash::FxHashMap;
use senet_syntax::ast;
use senet_syntax::suggest::nearest;
use senet_syntax::{Diagnostic, Span};

/// The variables of one rule, clause or pattern.
#[derive(Default)]
pub(super) struct Scope<'a> {
    pub(super) variables: Vec<Variable>,
    /// First occurrence and number of occurrences of each variable.
    pub(super) uses: Vec<(Span, u32)>,
    pub(super) names: FxHashMap<&'a str, VarId>,
    /// What variables are not allowed to be here, and why.
    pub(super) ground: Option<&'static str>,
    /// Whether `_` has no meaning here: on a right side.
    pub(super) no_wild: bool,
}

impl<'a> Scope<'a> {
    pub(super) fn get(&self, name: &str) -> Option<VarId> {
        self.names.get(name).copied()
    }

    /// Variables with a name that occur once.
    pub(super) fn single(&self) -> impl Iterator<Item = (&str, Span)> {
        let all = self.variables.iter().zip(&self.uses);
        all.filter(|(v, (_, n))| v.name != "_" && *n == 1)
            .map(|(v, (s, _))| (v.name.as_str(), *s))
    }

    fn fresh(&mut self, name: &str, ty: TypeId, span: Span) -> VarId {
        let id = VarId::new(self.variables.len());
        self.variables.push(Variable {
            name: name.to_owned(),
            ty,
        });
        self.uses.push((span, 1));
        id
    }
}

impl<'a> Checker<'a> {
    pub(super) fn predicate_named(&mut self, atom: &'a ast::Atom) -> Option<PredId> {
        let name = &*atom.head.text;
        if let Some(found) = self.predicate_names.get(name) {
            self.notes.used.insert(*found);
            return Some(*found);
        }
        let mut found = Diagnostic::new(
            &codes::UNKNOWN_PREDICATE,
            atom.head.span,
            format!("there is no predicate `{name}`"),
            "unknown predicate",
        );
        let near = nearest(name, self.predicates.iter().map(|p| p.name.as_str()));
        if let Some(constructor) = self.constructor_names.get(name) {
            let place = self.constructors[constructor.index()].span;
            found = found.label(
                place,
                format!("`{name}` is a constructor, and no predicate"),
            );
        } else if self.contexts.contains_key(name) {
            found = found.help(format!(
                "`{name}` is a context; it can stand in other contexts only"
            ));
        } else if near.is_none() {
            let words = vec!["…"; atom.arguments.len()].join(" ");
            let space = if words.is_empty() { "" } else { " " };
            found = found.help(format!("declare it: `{name}{space}{words} : pred.`"));
        }
        self.diagnostics.push(found.did_you_mean(near));
        None
    }

    pub(super) fn atom(&mut self, atom: &'a ast::Atom, scope: &mut Scope<'a>) -> Option<Atom> {
        let Some(predicate) = self.predicate_named(atom) else {
            // Its variables have been seen all the same.
            for argument in &atom.arguments {
                self.term(argument, UNKNOWN, scope);
            }
            return None;
        };
        let declared = &self.predicates[predicate.index()];
        let (types, place) = (declared.arguments.clone(), declared.span);
        let what = format!("the predicate `{}`", declared.name);
        let arguments = self.arguments(&what, place, &types, &atom.arguments, atom.span, scope)?;
        Some(Atom {
            predicate,
            arguments,
        })
    }

    /// Arguments against the types that are declared for them.
    fn arguments(
        &mut self,
        what: &str,
        declared: Span,
        types: &[TypeId],
        arguments: &'a [ast::Term],
        span: Span,
        scope: &mut Scope<'a>,
    ) -> Option<Vec<Term>> {
        if types.len() != arguments.len() {
            let mut found = Diagnostic::new(
                &codes::ARITY,
                span,
                format!(
                    "{what} takes {}, not {}",
                    count(types.len()),
                    arguments.len()
                ),
                format!("{} here", count(arguments.len())),
            )
            .label(declared, "declared here");
            let extra = arguments.iter().find_map(|a| match a {
                ast::Term::Apply(name, inner, _) if inner.is_empty() => self
                    .predicate_names
                    .contains_key(&*name.text)
                    .then_some(&name.text),
                _ => None,
            });
            if let Some(name) = extra
                && arguments.len() > types.len()
            {
                found = found.help(format!(
                    "`{name}` is a predicate: is a `*`, a `,` or a `.` missing before it?"
                ));
            } else if arguments.len() > types.len() {
                found = found.help("a term with arguments stands in parentheses: `c (s N)`");
            }
            self.diagnostics.push(found);
        }
        let all: Vec<Option<Term>> = arguments
            .iter()
            .enumerate()
            .map(|(i, argument)| {
                let ty = types.get(i).copied().unwrap_or(UNKNOWN);
                self.term(argument, ty, scope)
            })
            .collect();
        let all: Option<Vec<Term>> = all.into_iter().collect();
        all.filter(|all| all.len() == types.len())
    }

    /// A term where a value of type `ty` belongs.
    pub(super) fn term(
        &mut self,
        term: &'a ast::Term,
        ty: TypeId,
        scope: &mut Scope<'a>,
    ) -> Option<Term> {
        match term {
            ast::Term::Wild(span) => {
                if let Some(why) = scope.ground {
                    self.not_ground(*span, "_", why);
                    return None;
                }
                if scope.no_wild {
                    self.error(
                        &codes::UNBOUND,
                        *span,
                        "`_` on a right side stands for nothing in particular",
                        "which value is meant?",
                    );
                    return None;
                }
                Some(Term::Variable(scope.fresh("_", ty, *span)))
            }
            ast::Term::Variable(name) => self.variable(name, ty, scope).map(Term::Variable),
            ast::Term::Number(number, span) => {
                if ty == UNKNOWN {
                    return None;
                }
                match self.types[ty.index()].shape {
                    Shape::Peano { .. } => Some(Term::Number(*number)),
                    _ => {
                        self.no_number(*number, ty, *span);
                        None
                    }
                }
            }
            ast::Term::Apply(name, arguments, span) => {
                self.apply(name, arguments, *span, ty, scope)
            }
        }
    }

    fn variable(
        &mut self,
        name: &'a ast::Name,
        ty: TypeId,
        scope: &mut Scope<'a>,
    ) -> Option<VarId> {
        if let Some(why) = scope.ground {
            self.not_ground(name.span, &name.text, why);
            return None;
        }
        if let Some(id) = scope.get(&name.text) {
            scope.uses[id.index()].1 += 1;
            let known = &mut scope.variables[id.index()].ty;
            if *known == UNKNOWN {
                *known = ty;
            }
            let (known, first) = (*known, scope.uses[id.index()].0);
            if known != ty && ty != UNKNOWN {
                let (is, wants) = (self.type_name(known), self.type_name(ty));
                let found = Diagnostic::new(
                    &codes::MISMATCH,
                    name.span,
                    format!("`{}` is used as two types at once", name.text),
                    format!("a `{wants}` belongs here"),
                );
                let first = found.label(first, format!("here it is a `{is}`"));
                self.diagnostics.push(first);
                return None;
            }
            return Some(id);
        }
        let id = scope.fresh(&name.text, ty, name.span);
        scope.names.insert(&name.text, id);
        Some(id)
    }

    fn apply(
        &mut self,
        name: &'a ast::Name,
        arguments: &'a [ast::Term],
        span: Span,
        ty: TypeId,
        scope: &mut Scope<'a>,
    ) -> Option<Term> {
        let Some(&id) = self.constructor_names.get(&*name.text) else {
            self.unknown_constant(name, ty);
            for argument in arguments {
                self.term(argument, UNKNOWN, scope);
            }
            return None;
        };
        let constructor = &self.constructors[id.index()];
        let (is, declared) = (constructor.ty, constructor.span);
        let types = constructor.arguments.clone();
        if is != ty && ty != UNKNOWN {
            let (has, wants) = (self.type_name(is).to_owned(), self.type_name(ty).to_owned());
            let found = Diagnostic::new(
                &codes::MISMATCH,
                span,
                format!("`{}` is a `{has}`, but a `{wants}` belongs here", name.text),
                format!("expected a `{wants}`"),
            );
            self.diagnostics
                .push(found.label(declared, format!("`{}` is declared here", name.text)));
            return None;
        }
        let what = format!("the constructor `{}`", name.text);
        let mut inner = self.arguments(&what, declared, &types, arguments, span, scope)?;
        Some(match self.types[is.index()].shape {
            Shape::Peano { zero, .. } if id == zero => Term::Number(0),
            Shape::Peano { .. } => match inner.pop()? {
                Term::Number(n) => Term::Number(n.checked_add(1)?),
                Term::Variable(v) => Term::Plus(v, 1),
                Term::Plus(v, n) => Term::Plus(v, n + 1),
                other @ Term::Apply(..) => other,
            },
            _ => Term::Apply(id, inner),
        })
    }

    fn unknown_constant(&mut self, name: &ast::Name, ty: TypeId) {
        let of_type = self.constructors.iter().filter(|c| c.ty == ty);
        let near = nearest(&name.text, of_type.map(|c| c.name.as_str())).or_else(|| {
            nearest(
                &name.text,
                self.constructors.iter().map(|c| c.name.as_str()),
            )
        });
        let mut found = Diagnostic::new(
            &codes::UNKNOWN_CONSTANT,
            name.span,
            format!("there is no constant or constructor `{}`", name.text),
            "unknown name",
        );
        if let Some(ty) = self.type_names.get(&*name.text) {
            let place = self.types[ty.index()].span;
            found = found.label(place, format!("`{}` is a type, not a value", name.text));
        } else if let Some(p) = self.predicate_names.get(&*name.text) {
            let place = self.predicates[p.index()].span;
            found = found
                .label(
                    place,
                    format!("`{}` is a predicate, not a value", name.text),
                )
                .help("is a `*`, a `,` or a `.` missing before it?");
        } else if near.is_none() && ty != UNKNOWN {
            let ty = self.type_name(ty);
            found = found.help(format!("declare it: `{} : {ty}.`", name.text));
            if ast::is_variable(&capital(&name.text)) && name.text.chars().count() == 1 {
                let big = capital(&name.text);
                found = found.help(format!("a variable begins in upper case: `{big}`"));
            }
        }
        self.diagnostics.push(found.did_you_mean(near));
    }

    fn no_number(&mut self, number: u64, ty: TypeId, span: Span) {
        let wants = self.type_name(ty).to_owned();
        let found = Diagnostic::new(
            &codes::MISMATCH,
            span,
            format!("{number} is a number, but a `{wants}` belongs here"),
            format!("expected a `{wants}`"),
        )
        .label(self.types[ty.index()].span, "declared here")
        .help("a type of numbers has two constructors, such as `z : nat.` and `s nat : nat.`");
        self.diagnostics.push(found);
    }

    fn not_ground(&mut self, span: Span, name: &str, why: &str) {
        self.error(
            &codes::NOT_GROUND,
            span,
            format!("`{name}` has no value here"),
            format!("{why} holds no variables"),
        );
    }

    pub(super) fn type_name(&self, ty: TypeId) -> &str {
        self.types.get(ty.index()).map_or("?", |t| t.name.as_str())
    }
}

fn capital(name: &str) -> String {
    let mut chars = name.chars();
    chars
        .next()
        .map_or(String::new(), |c| c.to_uppercase().chain(chars).collect())
}

fn count(n: usize) -> String {
    match n {
        0 => "no arguments".to_owned(),
        1 => "1 argument".to_owned(),
        n => format!("{n} arguments"),
    }
}
