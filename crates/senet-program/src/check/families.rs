//! Families: rules that are written once and stand for one rule for each value. And the values of
//! finite types, which families, sets and `(X : t)` go over.

use crate::check::resolver::Resolver;
use crate::check::rules::RulePass;
use crate::codes;
use crate::ids::{PredId, TypeId};
use crate::program::{Atom, Clause, PredKind, Predicate, Term, TypeShape};
use senet_syntax::ast::{Domain, Family, Item, Name};
use senet_syntax::{Diagnostic, Span};

/// A finite type has at most this many values where they are listed.
const MAX_VALUES: usize = 100_000;
/// Families make at most this many rules.
const MAX_INSTANCES: usize = 20_000;

impl<'a> RulePass<'_, 'a> {
    /// Calls `f` with each item of a family, once for each way to choose the values of its
    /// variables. A mistake is reported for one of them only.
    pub(super) fn each_instance(
        &mut self,
        family: &'a Family,
        f: &mut dyn FnMut(&mut RulePass<'_, 'a>, &'a Item),
    ) {
        let mut domains: Vec<(&'a str, Vec<Term>)> = Vec::new();
        let mut size = 1usize;
        for (name, domain) in &family.over {
            let Some(values) = self.resolver.domain(name, domain) else {
                return;
            };
            size = size.saturating_mul(values.len());
            domains.push((&name.text, values));
        }
        // The limit is on the sum over all families: a hundred small ones cost as much as a large one.
        // Sizes of nested families multiply, because the inner one is counted again in each instance.
        self.instances = self.instances.saturating_add(size);
        if self.instances > MAX_INSTANCES {
            let message = format!("families make more than {MAX_INSTANCES} rules");
            self.resolver.error(
                &codes::BAD_FAMILY,
                family.span,
                message,
                format!("this one: {size}"),
            );
            return;
        }
        let outside = self.resolver.around.len();
        for number in 0..size {
            // The number of an instance, read as digits to the bases of the domains, the
            // last variable first: instances come in lexicographic order.
            let mut rest = number;
            let mut chosen: Vec<(&'a str, Term)> = Vec::with_capacity(domains.len());
            for (name, values) in domains.iter().rev() {
                chosen.push((name, values[rest % values.len()].clone()));
                rest /= values.len();
            }
            self.resolver.around.extend(chosen.into_iter().rev());
            // The values stand on a stack, innermost last, where names are looked up from the end: an
            // inner family may use a variable of the outer one, or hide it.
            let before = self.resolver.diagnostics.len();
            for item in &family.items {
                match item {
                    Item::Family(inner) => self.each_instance(inner, f),
                    other => f(self, other),
                }
            }
            self.resolver.around.truncate(outside);
            if self.resolver.diagnostics.len() > before {
                return;
            }
        }
    }

    pub(super) fn not_in_family(&mut self, item: &'a Item) {
        let span = match item {
            Item::Declare(d) => d.span,
            Item::Stage(s) => s.name.span,
            Item::Context(c) => c.name.span,
            Item::Directive(d) => d.span,
            Item::Range(r) => r.span,
            Item::Board(b) => b.span,
            Item::Rule(r) => r.span,
            Item::Family(f) => f.span,
        };
        let message = "a family holds rules, and nothing else";
        self.resolver.error(&codes::MISPLACED, span, message, "this is not a rule");
    }
}

impl<'a> Resolver<'a> {
    /// What the variable of a family goes over.
    fn domain(&mut self, name: &'a Name, domain: &'a Domain) -> Option<Vec<Term>> {
        if !senet_syntax::ast::is_variable(&name.text) {
            let found = Diagnostic::new(
                &codes::BAD_FAMILY,
                name.span,
                format!("`{}` is not a variable", name.text),
                "the variable of a family begins in upper case",
            );
            self.diagnostics.push(found);
            return None;
        }
        match domain {
            Domain::Range(low, high) => {
                let (a, b) = (self.count(low)?, self.count(high)?);
                let place = low.span().to(high.span());
                if a > b || (b - a) as usize >= MAX_INSTANCES {
                    let message = format!("a family cannot go from {a} to {b}");
                    let label = if a > b { "there is nothing between" } else { "too many" };
                    self.error(&codes::BAD_FAMILY, place, message, label);
                    return None;
                }
                Some((a..=b).map(Term::Number).collect())
            }
            Domain::Type(ty) => {
                let id = self.type_named(ty, false)?;
                self.listed(id, ty)
            }
        }
    }

    /// Every value of a finite type; says so if there are too many.
    fn listed(&mut self, ty: TypeId, name: &'a Name) -> Option<Vec<Term>> {
        let found = self.values(ty);
        if found.is_none() {
            let declared = &self.declared.types[ty.index()];
            let infinite = !declared.shape.is_finite();
            let message = match infinite {
                true => format!("the type `{}` has values without end", name.text),
                false => format!("the type `{}` has too many values to list", name.text),
            };
            let place = declared.span;
            let found = Diagnostic::new(
                &codes::BAD_FAMILY,
                name.span,
                message,
                "a finite type belongs here",
            );
            let found = if declared.shape == TypeShape::Natural {
                found.help("declare a range, such as `pips : 0..48.`, or write `1..6`")
            } else {
                found.label(place, "declared here")
            };
            self.diagnostics.push(found);
        }
        found
    }

    /// Every value of a finite type, in canonical order; `None` if there are too many.
    fn values(&self, ty: TypeId) -> Option<Vec<Term>> {
        let declared = self.declared.types.get(ty.index())?;
        match declared.shape {
            TypeShape::Range { low, high } => {
                let fits = high - low < MAX_VALUES as u64;
                fits.then(|| (low..=high).map(Term::Number).collect())
            }
            TypeShape::Constants | TypeShape::Finite => {
                let mut out = Vec::new();
                for c in &declared.constructors {
                    // The product of the values of all arguments, the last one varying fastest: canonical
                    // order. Types are finite here, so the recursion has no cycle.
                    let mut rows: Vec<Vec<Term>> = vec![Vec::new()];
                    for argument in &self.declared.constructors[c.index()].arguments {
                        let values = self.values(*argument)?;
                        if rows.len().saturating_mul(values.len()) > MAX_VALUES {
                            return None;
                        }
                        let longer = |row: &Vec<Term>| {
                            let row = row.clone();
                            values
                                .iter()
                                .map(move |v| [row.as_slice(), std::slice::from_ref(v)].concat())
                        };
                        rows = rows.iter().flat_map(longer).collect();
                    }
                    out.extend(rows.into_iter().map(|row| Term::Apply(*c, row)));
                    if out.len() > MAX_VALUES {
                        return None;
                    }
                }
                Some(out)
            }
            TypeShape::Peano { .. } | TypeShape::Natural | TypeShape::Infinite => None,
        }
    }

    /// A derived predicate of one argument that holds of each value of a finite type.
    pub(super) fn members(&mut self, ty: TypeId, name: &'a Name) -> Option<PredId> {
        if let Some(known) = self.tables.members.get(&ty) {
            return Some(*known);
        }
        let values = self.listed(ty, name)?;
        let (text, span) =
            (self.declared.types[ty.index()].name.clone(), self.declared.types[ty.index()].span);
        let rows = values.into_iter().map(|value| vec![value]).collect();
        let id = self.table(&text, vec![ty], rows, span);
        self.tables.members.insert(ty, id);
        Some(id)
    }

    /// A derived predicate that nobody has to write down: a table of facts.
    pub(super) fn table(
        &mut self,
        name: &str,
        arguments: Vec<TypeId>,
        rows: Vec<Vec<Term>>,
        span: Span,
    ) -> PredId {
        let id = PredId::new(self.declared.predicates.len());
        self.used.insert(id);
        self.declared.predicates.push(Predicate {
            name: name.to_owned(),
            arguments,
            kind: PredKind::Derived,
            host: None,
            glyph: None,
            reads_position: false,
            given: true,
            span,
        });
        self.clauses.extend(rows.into_iter().map(|arguments| Clause {
            name: None,
            variables: Vec::new(),
            head: Atom { predicate: id, arguments },
            goals: Vec::new(),
            span,
        }));
        id
    }

    /// What the variable of a family is here.
    pub(super) fn family_value(&self, name: &str) -> Option<Term> {
        let mut all = self.around.iter().rev();
        all.find(|(variable, _)| *variable == name).map(|(_, value)| value.clone())
    }

    /// The value of a family's variable where a value of type `ty` belongs.
    pub(super) fn instance(&mut self, value: Term, name: &'a Name, ty: TypeId) -> Option<Term> {
        let is = match &value {
            Term::Number(n) => return self.number(*n, ty, name.span),
            Term::Apply(c, _) => self.declared.constructors[c.index()].ty,
            _ => return None,
        };
        if is == ty || ty == crate::check::declarations::UNKNOWN {
            return Some(value);
        }
        let (has, wants) = (self.type_name(is), self.a_type(ty));
        let found = Diagnostic::new(
            &codes::MISMATCH,
            name.span,
            format!("`{}` is a `{has}`, but {wants} belongs here", name.text),
            format!("expected {wants}"),
        );
        self.diagnostics.push(found);
        None
    }

    /// The name of a rule with the values of the families around it: `roll/3`.
    pub(super) fn instance_name(&self, name: &str) -> String {
        let mut out = name.to_owned();
        for (_, value) in self.instance_values() {
            out.push('/');
            out.push_str(&value.replace(' ', "-"));
        }
        out
    }

    /// The variables of the families around a rule, and their values as text.
    pub(super) fn instance_values(&self) -> Vec<(String, String)> {
        let show = crate::show::Show::of(
            &self.declared.types,
            &self.declared.constructors,
            &self.declared.predicates,
        );
        let shown = |(name, value): &(&str, Term)| {
            let mut out = String::new();
            show.term(value, TypeId(0), &[], false, &mut out);
            ((*name).to_owned(), out)
        };
        self.around.iter().map(shown).collect()
    }
}
