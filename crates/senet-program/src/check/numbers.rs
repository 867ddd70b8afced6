//! Numbers: the type that needs no declaration, ranges, names that stand for numbers, and sums.

use crate::check::declarations::{NUMBER, UNKNOWN};
use crate::check::resolver::Resolver;
use crate::check::scope::Scope;
use crate::codes;
use crate::ids::{TypeId, VarId};
use crate::program::{Operator, Premise, Term, Type, TypeShape};
use senet_syntax::ast::{self, Comparison, Count, Name};
use senet_syntax::{Diagnostic, Span};

/// The end of the longest range: half of what 64 bits hold.
const LARGEST: u64 = u64::MAX / 2;

impl<'a> Resolver<'a> {
    /// The type of numbers without a bound: `nat`, or one that the program did not have to declare.
    pub(super) fn natural(&mut self) -> TypeId {
        // There is one type of unbounded numbers: the program's own `nat` if it has one (Peano or not),
        // else one that is added when a number first needs it. A program's `nat` that is something else
        // keeps its name, and the added type cannot be named.
        let declared = self.names.types.get("nat").copied();
        let number = |ty: &TypeId| self.declared.types[ty.index()].shape.bounds().1 == u64::MAX;
        let is_number = |ty: &TypeId| self.declared.types[ty.index()].shape.is_number();
        if let Some(ty) = declared.filter(|ty| is_number(ty) && number(ty)) {
            return ty;
        }
        if let Some(at) = self.declared.types.iter().position(|t| t.shape == TypeShape::Natural) {
            return TypeId::new(at);
        }
        let id = TypeId::new(self.declared.types.len());
        self.declared.types.push(Type {
            name: "nat".to_owned(),
            constructors: Vec::new(),
            shape: TypeShape::Natural,
            span: Span::new(0, 0),
        });
        if declared.is_none() {
            self.names.types.insert("nat", id);
        }
        id
    }

    /// `pips : 0..48.`
    pub(super) fn declare_range(&mut self, range: &'a ast::Range) {
        let (Some(low), Some(high)) = (self.count(&range.low), self.count(&range.high)) else {
            return;
        };
        let name = &range.name;
        if low > high {
            let found = Diagnostic::new(
                &codes::BAD_DECLARATION,
                range.low.span().to(range.high.span()),
                format!("the type `{}` would have no numbers", name.text),
                format!("{low} is more than {high}"),
            );
            self.diagnostics.push(found);
        }
        if high > LARGEST {
            let found = Diagnostic::new(
                &codes::BAD_DECLARATION,
                range.high.span(),
                format!("the numbers of `{}` would be too large", name.text),
                format!("a range ends at {LARGEST} at the latest"),
            );
            // Sums of two such numbers still fit, so that a result outside of the range is seen.
            self.diagnostics.push(found);
        }
        if let Some(before) = self.names.types.get(&*name.text) {
            let before = self.declared.types[before.index()].span;
            return self.twice("type", name, before);
        }
        self.names.types.insert(&name.text, TypeId::new(self.declared.types.len()));
        self.declared.types.push(Type {
            name: name.text.as_ref().to_owned(),
            constructors: Vec::new(),
            shape: TypeShape::Range { low, high: high.max(low) },
            span: name.span,
        });
    }

    /// A number, or what a name stands for.
    pub(super) fn count(&mut self, count: &'a Count) -> Option<u64> {
        match count {
            Count::Number(n, _) => Some(*n),
            Count::Name(name) => self.number_named(&name.text).or_else(|| {
                self.no_number(name);
                None
            }),
        }
    }

    /// The number that a name stands for: an option, or the variable of a family.
    pub(super) fn number_named(&self, name: &str) -> Option<u64> {
        let family = self.around.iter().find(|(variable, _)| *variable == name);
        match family.map(|(_, value)| value) {
            Some(Term::Number(n)) => Some(*n),
            Some(_) => None,
            None => self.numbers.values.get(name).copied(),
        }
    }

    fn no_number(&mut self, name: &'a Name) {
        let known = self.numbers.options.iter().map(|o| o.name.as_str());
        let near = self.near(&name.text, known).map(str::to_owned);
        let found = Diagnostic::new(
            &codes::NO_NUMBER,
            name.span,
            format!("`{}` stands for no number", name.text),
            "a number belongs here",
        );
        self.diagnostics.push(match near {
            Some(near) => found.did_you_mean(Some(&near)),
            None => found.help(format!("declare it: `#option {} 1..9 = 3.`", name.text)),
        });
    }

    /// Whether values of a type can stand where a number belongs.
    pub(super) fn is_number(&self, ty: TypeId) -> bool {
        Scope::is_open(ty)
            || self.declared.types.get(ty.index()).is_some_and(|t| t.shape.is_number())
    }

    /// A number where a value of type `ty` belongs.
    pub(super) fn number(&mut self, number: u64, ty: TypeId, span: Span) -> Option<Term> {
        if ty == NUMBER {
            return Some(Term::Number(number));
        }
        let declared = self.declared.types.get(ty.index())?;
        let (low, high) = declared.shape.bounds();
        if declared.shape.is_number() && (low..=high).contains(&number) {
            return Some(Term::Number(number));
        }
        let wants = &declared.name;
        let found = if declared.shape.is_number() {
            Diagnostic::new(
                &codes::MISMATCH,
                span,
                format!("{number} is not a `{wants}`"),
                format!("a `{wants}` is from {low} to {high}"),
            )
            .label(declared.span, "declared here")
        } else {
            Diagnostic::new(
                &codes::MISMATCH,
                span,
                format!("{number} is a number, but a `{wants}` belongs here"),
                format!("expected a `{wants}`"),
            )
            .label(declared.span, "declared here")
            .help("a type of numbers is `nat`, or a range such as `pips : 0..48.`")
        };
        self.diagnostics.push(found);
        None
    }

    /// `N + 1` where a value of type `ty` belongs: a generated variable.
    pub(super) fn sum(
        &mut self,
        operator: Operator,
        sides: &'a (ast::TermExpr, ast::TermExpr),
        span: Span,
        ty: TypeId,
        scope: &mut Scope<'a>,
    ) -> Option<Term> {
        if !self.is_number(ty) {
            let wants = self.type_name(ty);
            let found = Diagnostic::new(
                &codes::MISMATCH,
                span,
                format!("`{}` makes a number, but a `{wants}` belongs here", operator.sign()),
                format!("expected a `{wants}`"),
            );
            self.diagnostics.push(found);
            return None;
        }
        // Sums are flattened (administrative normal form): `p (N + 1)` becomes `p X` with a hidden variable
        // and a premise that computes it, so that join plans treat it like any other binding.
        // A sum of constants is worked out here.
        let left = self.term(&sides.0, NUMBER, scope);
        let right = self.term(&sides.1, NUMBER, scope);
        let (left, right) = (left?, right?);
        if let (Term::Number(a), Term::Number(b)) = (&left, &right) {
            let Some(result) = operator.compute(*a, *b) else {
                let shown = format!("{a} {} {b}", operator.sign());
                let found = Diagnostic::new(
                    &codes::MISMATCH,
                    span,
                    format!("`{shown}` is not a number"),
                    "numbers are whole, not negative, and below 2^64",
                );
                self.diagnostics.push(found);
                return None;
            };
            return self.number(result, if ty == UNKNOWN { NUMBER } else { ty }, span);
        }
        let target = scope.fresh_hidden(if ty == UNKNOWN { NUMBER } else { ty }, span);
        let premise = Premise::Compute { target, operator, left, right };
        scope.compute(span, premise);
        Some(Term::Variable(target))
    }

    /// A comparison of numbers, once it is known to be one.
    pub(super) fn compare_numbers(
        &mut self,
        sign: Comparison,
        a: &'a ast::TermExpr,
        b: &'a ast::TermExpr,
        scope: &mut Scope<'a>,
    ) -> Option<Premise> {
        // `X = N + 1` gives `X` its value directly, so that it is of the type of `X`.
        let equal = matches!(sign, Comparison::Same | Comparison::Is);
        if let (true, ast::TermExpr::Variable(_), ast::TermExpr::Compute(operator, sides, _)) =
            (equal, a, b)
            && let Some(Term::Variable(target)) = self.term(a, NUMBER, scope)
        {
            let left = self.term(&sides.0, NUMBER, scope);
            let right = self.term(&sides.1, NUMBER, scope);
            let (left, right, operator) = (left?, right?, *operator);
            return Some(Premise::Compute { target, operator, left, right });
        }
        let (left, right) = (self.term(a, NUMBER, scope), self.term(b, NUMBER, scope));
        let (left, right) = (left?, right?);
        Some(match sign {
            Comparison::Same | Comparison::Is => self.equal_numbers(left, right, scope),
            Comparison::Differ => Premise::Differ(left, right),
            Comparison::Less => Premise::Less { left, right, or_same: false },
            Comparison::AtMost => Premise::Less { left, right, or_same: true },
            Comparison::More => Premise::Less { left: right, right: left, or_same: false },
            Comparison::AtLeast => Premise::Less { left: right, right: left, or_same: true },
        })
    }

    /// Two numbers are the same. Where they may be of different types, a value that goes from one
    /// to the other has to be of both.
    fn equal_numbers(&mut self, left: Term, right: Term, scope: &mut Scope<'a>) -> Premise {
        let ty = |term: &Term, scope: &mut Scope<'a>| match term {
            Term::Variable(v) | Term::Plus(v, _) => Some(*scope.ty(*v)),
            _ => None,
        };
        // `X = Y` as `X = Y + 0`: computing checks that the result is in the range of the target's
        // type, a plain equation would carry a number over that its type does not have.
        let types = (ty(&left, scope), ty(&right, scope));
        let settled = types.0.is_some_and(|t| !Scope::is_open(t));
        let zero = Term::Number(0);
        let compute = |target: VarId, left: Term| {
            let (operator, right) = (Operator::Plus, zero);
            Premise::Compute { target, operator, left, right }
        };
        match (left, right) {
            (left, right) if settled && types.0 == types.1 => Premise::Same(left, right),
            (Term::Variable(v), right) => compute(v, right),
            (left, Term::Variable(v)) => compute(v, left),
            (left, right) => Premise::Same(left, right),
        }
    }
}
