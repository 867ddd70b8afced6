//! Left and right sides: from written propositions to premises and conclusions.

use crate::check::declarations::{NUMBER, UNKNOWN};
use crate::check::resolver::Resolver;
use crate::check::scope::Scope;
use crate::check::unknown::plain_name;
use crate::codes;
use crate::ids::TypeId;
use crate::program::{Atom, Conclusion, PredKind, Premise, Term};
use senet_syntax::ast::{self, Comparison, Mark, Prop, PropKind};
use senet_syntax::{Diagnostic, Fix, Span, TextEdit};

/// Premises and where each of them stands.
pub(super) type Placed = Vec<(Span, Premise)>;

/// An atom in a rule has at most this many copies: each is a premise of its own.
const MAX_COPIES: u64 = 256;

impl<'a> Resolver<'a> {
    /// `qui`, unless the program has a predicate of that name.
    pub(super) fn is_qui(&self, atom: &ast::AtomExpr) -> bool {
        &*atom.head.text == "qui" && !self.names.predicates.contains_key("qui")
    }

    /// A left side. Comparisons come last, when the types of variables are known.
    pub(super) fn premises(&mut self, props: &'a [Prop], scope: &mut Scope<'a>) -> Placed {
        let mut out: Placed = Vec::with_capacity(props.len());
        let mut comparisons: Vec<&'a Prop> = Vec::new();
        let mut blocks: Vec<&'a Prop> = Vec::new();
        for prop in props {
            match &prop.kind {
                PropKind::Atom(atom) if self.is_qui(atom) => {}
                PropKind::Atom(atom) => {
                    let copies = self.copies(prop, scope);
                    let premise = self.premise(atom, prop.mark, scope);
                    scope.failed |= premise.is_none();
                    if let (Some(premise), Some(copies)) = (premise, copies) {
                        out.extend(std::iter::repeat_n((prop.span, premise), copies));
                    }
                }
                PropKind::Member(term, ty) => {
                    let premise = self.member(term, ty, scope);
                    scope.failed |= premise.is_none();
                    out.extend(premise.map(|p| (prop.span, p)));
                }
                PropKind::Compare(..) => comparisons.push(prop),
                // The number comes first: other premises may compare it.
                PropKind::Aggregate(aggregate) => {
                    self.announce(&aggregate.target, scope);
                    blocks.push(prop);
                }
                PropKind::Not(_) => blocks.push(prop),
                PropKind::Stage(_) => {}
                PropKind::Comprehension(..) | PropKind::Set(..) | PropKind::Rows(..) => {
                    scope.failed = true;
                    let message = "braces and rows make atoms; they stand on right sides";
                    self.error(&codes::MISPLACED, prop.span, message, "not on a left side");
                }
            }
        }
        if comparisons.is_empty() && blocks.is_empty() {
            return out;
        }
        // Blocks (`not`, `count`) come after everything else: which of their variables are local and which
        // come from outside is known only when the outside is complete.
        self.comparisons(comparisons, scope, &mut out);
        for prop in blocks {
            let premise = match &prop.kind {
                PropKind::Not(props) => self.negation(props, scope),
                PropKind::Aggregate(aggregate) => self.aggregate(aggregate, scope),
                _ => None,
            };
            scope.failed |= premise.is_none();
            out.extend(premise.map(|p| (prop.span, p)));
        }
        // Back in the order of the text, which traces show and which breaks ties between join orders.
        out.sort_by_key(|(span, _)| span.start);
        out
    }

    /// The variable that an aggregate gives a value to is known from the outside.
    fn announce(&mut self, target: &'a ast::TermExpr, scope: &mut Scope<'a>) {
        if let ast::TermExpr::Variable(name) = target
            && scope.get(&name.text).is_none()
            && self.family_value(&name.text).is_none()
        {
            let id = scope.fresh(&name.text, NUMBER, name.span);
            scope.forget(id);
        }
    }

    /// How many copies of an atom are meant.
    pub(super) fn copies(&mut self, prop: &'a Prop, scope: &mut Scope<'a>) -> Option<usize> {
        let Some(count) = &prop.copies else {
            return Some(1);
        };
        let found = self.count(count);
        scope.failed |= found.is_none();
        let n = found?;
        if n > MAX_COPIES {
            scope.failed = true;
            let found = Diagnostic::new(
                &codes::MISMATCH,
                count.span(),
                format!("{n} copies of an atom in one rule"),
                format!("at most {MAX_COPIES}"),
            );
            self.diagnostics.push(found.help("large amounts are better kept as a number"));
            return None;
        }
        Some(n as usize)
    }

    /// `(X : t)`
    fn member(
        &mut self,
        term: &'a ast::TermExpr,
        name: &'a ast::Name,
        scope: &mut Scope<'a>,
    ) -> Option<Premise> {
        let ty = self.type_named(name, false);
        let Some(ty) = ty else {
            scope.mention(std::slice::from_ref(term));
            return None;
        };
        // Membership is a table of all values, as a derived predicate: engines need no case for it, and the
        // planner treats it as it treats every other table.
        let term = self.term(term, ty, scope)?;
        let predicate = self.members(ty, name)?;
        Some(Premise::Derived(Atom { predicate, arguments: vec![term] }))
    }

    /// In a set, goals only ask.
    pub(super) fn only_goals(&mut self, goals: &'a [Prop], scope: &mut Scope<'a>) {
        for goal in goals {
            let PropKind::Atom(atom) = &goal.kind else {
                continue;
            };
            let predicate = self.names.predicates.get(&*atom.head.text);
            let derived = predicate
                .is_none_or(|p| self.declared.predicates[p.index()].kind == PredKind::Derived);
            if derived || goal.mark != Mark::Plain {
                continue;
            }
            scope.failed = true;
            let found = Diagnostic::new(
                &codes::MISPLACED,
                goal.span,
                format!("`{}` is an atom of the position", atom.head.text),
                "the goals of a set are derived, compared, or `X : t`",
            );
            self.diagnostics.push(found.help("to rewrite atoms, write `{ a -o b }`"));
        }
    }

    /// Comparisons, each as soon as one of its sides tells the type of both.
    fn comparisons(&mut self, mut left: Vec<&'a Prop>, scope: &mut Scope<'a>, out: &mut Placed) {
        // Type inference by rounds: a comparison that gives its variables a type may tell
        // the types of the next. It ends when a round settles nothing; with n comparisons
        // there are at most n rounds.
        while !left.is_empty() {
            let before = left.len();
            left.retain(|prop| {
                let PropKind::Compare(sign, a, b) = &prop.kind else {
                    return false;
                };
                let order = !matches!(sign, Comparison::Same | Comparison::Is | Comparison::Differ);
                if matches!(sign, Comparison::Same | Comparison::Is) && never_equal(a, b) {
                    self.never_equal(prop.span, a);
                }
                let sides = (self.compared(a, scope), self.compared(b, scope));
                let ty = match sides {
                    _ if order => Some(NUMBER),
                    (Some(NUMBER), Some(other)) | (Some(other), _) | (None, Some(other)) => {
                        Some(other)
                    }
                    (None, None) => None,
                };
                let Some(ty) = ty else { return true };
                if self.is_number(ty) {
                    let premise = self.compare_numbers(*sign, a, b, scope);
                    out.extend(premise.map(|p| (prop.span, p)));
                    return false;
                }
                let (a, b) = (self.term(a, ty, scope), self.term(b, ty, scope));
                if let (Some(a), Some(b)) = (a, b) {
                    let premise = match sign {
                        Comparison::Differ => Premise::Differ(a, b),
                        _ => Premise::Same(a, b),
                    };
                    out.push((prop.span, premise));
                }
                false
            });
            if left.len() == before {
                break;
            }
        }
        for prop in left {
            let failed = std::mem::replace(&mut scope.failed, true);
            if failed {
                continue; // the missing type may be a consequence
            }
            let found = Diagnostic::new(
                &codes::MISMATCH,
                prop.span,
                "the type of these two terms is not known",
                "nothing else says what they are",
            );
            self.diagnostics.push(match &prop.kind {
                // `r = p -o q` for `r : p -o q`.
                PropKind::Compare(Comparison::Is, a, b) if self.is_rule_name(a) => {
                    let between = Span::new(a.span().end, b.span().start);
                    let edits = vec![TextEdit::new(between, " : ")];
                    let message = "the name of a rule is followed by `:`";
                    Diagnostic::new(&codes::MISMATCH, between, message, "`:` belongs here")
                        .help("write `NAME : needs -o makes.`")
                        .fix(Fix::certain("write `:`", edits))
                }
                _ => found.help("compare with something that other premises mention"),
            });
        }
    }

    /// `N = N + 1`, which is no assignment.
    fn never_equal(&mut self, place: Span, variable: &ast::TermExpr) {
        let ast::TermExpr::Variable(name) = variable else { return };
        let n = &name.text;
        let found = Diagnostic::new(
            &codes::NEVER_FIRES,
            place,
            format!("no `{n}` is equal to this: the rule can never fire"),
            "a comparison, not an assignment",
        );
        let help =
            "to change a number, take its atom and make another one: `score N -o score (N + 1)`";
        self.diagnostics.push(found.help(help));
    }

    /// Whether a term is nothing but a small name that has no other meaning.
    fn is_rule_name(&self, term: &ast::TermExpr) -> bool {
        let name = plain_name(term);
        name.is_some_and(|name| !self.names.constructors.contains_key(name))
    }

    /// The type of one side of a comparison, as far as it shows by itself.
    pub(super) fn compared(&self, term: &ast::TermExpr, scope: &mut Scope<'a>) -> Option<TypeId> {
        let ty = match term {
            ast::TermExpr::Variable(name) => match self.family_value(&name.text) {
                Some(Term::Apply(c, _)) => self.declared.constructors[c.index()].ty,
                Some(_) => NUMBER,
                None => *scope.ty(scope.get(&name.text)?),
            },
            ast::TermExpr::Apply(name, _, _) if self.numbers.values.contains_key(&*name.text) => {
                NUMBER
            }
            ast::TermExpr::Apply(name, _, _) => {
                self.declared.constructors[self.names.constructors.get(&*name.text)?.index()].ty
            }
            ast::TermExpr::Number(..) | ast::TermExpr::Compute(..) => NUMBER,
            ast::TermExpr::Wild(_) => return None,
        };
        (ty != UNKNOWN).then_some(ty)
    }

    fn premise(
        &mut self,
        atom: &'a ast::AtomExpr,
        mark: Mark,
        scope: &mut Scope<'a>,
    ) -> Option<Premise> {
        let atom = self.atom(atom, scope)?;
        Some(match (self.declared.predicates[atom.predicate.index()].kind, mark) {
            (PredKind::Derived, _) => Premise::Derived(atom),
            (PredKind::Sense, _) => Premise::Sense(atom),
            (_, Mark::Plain) => Premise::Take(atom),
            (_, Mark::Read) => Premise::Read(atom),
            (_, Mark::Bang) => Premise::Persistent(atom),
        })
    }

    /// What stands on a right side, or in a context.
    pub(super) fn conclusion(
        &mut self,
        prop: &'a Prop,
        scope: &mut Scope<'a>,
    ) -> Option<Conclusion> {
        if let PropKind::Stage(_) = &prop.kind {
            return None; // where the link leads
        }
        let found = self.made(prop, scope);
        scope.failed |= found.is_none();
        found
    }

    fn made(&mut self, prop: &'a Prop, scope: &mut Scope<'a>) -> Option<Conclusion> {
        let PropKind::Atom(atom) = &prop.kind else {
            let (code, message) = match &prop.kind {
                PropKind::Not(_) => (&codes::BAD_CONCLUSION, "`not` cannot be made true"),
                PropKind::Comprehension(..) | PropKind::Set(..) => {
                    (&codes::NESTED, "braces do not nest")
                }
                PropKind::Rows(..) => (&codes::BAD_CONCLUSION, "rows are drawn in contexts"),
                _ => (&codes::BAD_CONCLUSION, "a comparison cannot be made true"),
            };
            let found = Diagnostic::new(code, prop.span, message, "only atoms are made here");
            self.diagnostics.push(match &prop.kind {
                PropKind::Compare(..) => found.help(
                    "to change a number, take its atom and make another one: \
                     `score N -o score (N + 1)`",
                ),
                PropKind::Not(_) => found.help("to take an atom away, put it on the left side"),
                _ => found,
            });
            return None;
        };
        if self.is_qui(atom) {
            self.error(
                &codes::BAD_CONCLUSION,
                prop.span,
                "`qui` cannot be made; it is there when nothing else can happen",
                "not on a right side",
            );
            return None;
        }
        if prop.mark == Mark::Read {
            let found = Diagnostic::new(
                &codes::BAD_CONCLUSION,
                prop.span,
                "`$` has meaning on left sides only",
                "everything here is made anew",
            );
            self.diagnostics.push(found.help("leave the `$` out"));
            return None;
        }
        let place = atom.span;
        let atom = self.atom(atom, scope)?;
        self.makeable(&atom, place)?;
        Some(Conclusion { atom, persistent: prop.mark == Mark::Bang })
    }

    /// Whether atoms of this predicate can be put into a position.
    fn makeable(&mut self, atom: &Atom, place: Span) -> Option<()> {
        let predicate = &self.declared.predicates[atom.predicate.index()];
        let why = match predicate.kind {
            PredKind::Linear | PredKind::Action => return Some(()),
            PredKind::Derived => "it is derived by backward rules",
            PredKind::Sense => "it is asked of the host",
        };
        let name = &predicate.name;
        let found = Diagnostic::new(
            &codes::BAD_CONCLUSION,
            place,
            format!("`{name}` cannot be made: {why}"),
            "not here",
        )
        .label(predicate.span, "declared here");
        let dots = " …".repeat(predicate.arguments.len());
        let help = format!("if rules shall make it, declare it as `{name}{dots} : pred.`");
        self.diagnostics.push(found.help(help));
        None
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
}

/// Whether the second term is the first, a variable, with something added or taken away.
fn never_equal(a: &ast::TermExpr, b: &ast::TermExpr) -> bool {
    let (ast::TermExpr::Variable(name), ast::TermExpr::Compute(operator, sides, _)) = (a, b) else {
        return false;
    };
    let same =
        |term: &ast::TermExpr| matches!(term, ast::TermExpr::Variable(v) if v.text == name.text);
    let some = matches!(sides.1, ast::TermExpr::Number(1.., _));
    matches!(operator, ast::Operator::Plus | ast::Operator::Minus) && same(&sides.0) && some
}
