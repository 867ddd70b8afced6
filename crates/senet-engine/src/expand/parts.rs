//! Names, terms and premises of a program that is written out.

use crate::engine::Engine;
use crate::value::Value;
use senet_program::{
    Atom, Block, Conclusion, Operator, PredId, Predicate, Premise, Shape, Term, TypeId, Variable,
};
use std::cell::Cell;
use std::collections::BTreeSet;

/// A variable with the name that it is written with.
#[derive(Debug, Clone)]
pub(super) struct Named {
    name: String,
    ty: TypeId,
}

/// How things are called, and which arithmetic is needed.
pub(super) struct Names<'e> {
    engine: &'e Engine,
    predicates: Vec<String>,
    /// The type of numbers, if the program does not declare one: its name, zero and one more.
    nat: Option<(String, String)>,
    needs: Cell<Needs>,
    /// Directives that come behind the stages.
    pub(super) later: Vec<String>,
}

/// What numbers need that Ceptre has not.
#[derive(Clone, Copy, Default)]
struct Needs {
    nat: bool,
    plus: bool,
    times: bool,
    most: bool,
}

/// Whether an operation has no counterpart in Ceptre.
pub(super) fn divides(operator: Operator) -> bool {
    matches!(operator, Operator::Over | Operator::Modulo)
}

impl<'e> Names<'e> {
    pub(super) fn new(engine: &'e Engine) -> Names<'e> {
        let program = engine.program();
        let mut taken: BTreeSet<String> = program.types().iter().map(|t| t.name.clone()).collect();
        taken.extend(program.constructors().iter().map(|c| c.name.clone()));
        let own = program.predicates().iter().filter(|p| !p.given);
        taken.extend(own.map(|p| p.name.clone()));
        let mut fresh = |stem: &str| {
            let mut name = stem.to_owned();
            let mut n = 1;
            while !taken.insert(name.clone()) {
                n += 1;
                name = format!("{stem}-{n}");
            }
            name
        };
        let seating = |p: &Predicate| matches!(p.name.as_str(), "next" | "seated");
        let predicates = program.predicates().iter().map(|p| match p.given {
            true if !seating(p) => fresh(&p.name),
            _ => p.name.clone(),
        });
        let predicates = predicates.collect();
        let unwritten = |s: Shape| matches!(s, Shape::Natural | Shape::Range { .. });
        let nat = program.types().iter().any(|t| unwritten(t.shape));
        let nat = nat.then(|| (fresh("number"), fresh("succ")));
        Names { engine, predicates, nat, needs: Cell::default(), later: Vec::new() }
    }

    fn need(&self, change: impl FnOnce(&mut Needs)) {
        let mut needs = self.needs.get();
        change(&mut needs);
        self.needs.set(needs);
    }

    /// The declarations that numbers need.
    pub(super) fn arithmetic(&self) -> String {
        let needs = self.needs.get();
        let Some((nat, s)) = &self.nat else {
            return String::new();
        };
        let mut out = format!(
            "{nat} : type. {nat}-zero : {nat}. {s} {nat} : {nat}.\n#builtin NAT {nat}. #builtin \
             NAT_ZERO {nat}-zero. #builtin NAT_SUCC {s}.\n"
        );
        if needs.plus || needs.times {
            out += &format!(
                "{nat}-plus {nat} {nat} {nat} : bwd.\n{nat}-plus {nat}-zero N N.\n\
                 {nat}-plus ({s} N) M ({s} P) <- {nat}-plus N M P.\n"
            );
        }
        if needs.times {
            out += &format!(
                "{nat}-times {nat} {nat} {nat} : bwd.\n{nat}-times {nat}-zero _ {nat}-zero.\n\
                 {nat}-times ({s} N) M P <- {nat}-times N M Q <- {nat}-plus Q M P.\n"
            );
        }
        if needs.most {
            out += &format!(
                "{nat}-most {nat} {nat} : bwd.\n{nat}-most {nat}-zero _.\n\
                 {nat}-most ({s} N) ({s} M) <- {nat}-most N M.\n"
            );
        }
        out
    }

    /// `next` and `seated` come with `#players`.
    pub(super) fn is_seating(&self, predicate: &Predicate) -> bool {
        predicate.given && matches!(predicate.name.as_str(), "next" | "seated")
    }

    pub(super) fn ty(&self, ty: TypeId) -> String {
        let declared = self.engine.program().ty(ty);
        match (&self.nat, declared.shape) {
            (Some((nat, _)), Shape::Natural | Shape::Range { .. }) => {
                self.need(|n| n.nat = true);
                nat.clone()
            }
            _ => declared.name.clone(),
        }
    }

    pub(super) fn predicate(&self, id: PredId) -> &str {
        &self.predicates[id.index()]
    }

    /// The variables of a rule; those that nobody wrote get names that are not taken.
    pub(super) fn variables(&self, variables: &[Variable]) -> Vec<Named> {
        let mut taken: BTreeSet<String> = variables.iter().map(|v| v.name.clone()).collect();
        let named = variables.iter().map(|v| {
            let mut name = v.name.clone();
            let mut n = 0;
            while v.is_hidden() && !taken.insert(name.clone()) {
                n += 1;
                name = format!("Sum{n}");
            }
            Named { name, ty: v.ty }
        });
        named.collect()
    }

    /// The variables inside of a block.
    pub(super) fn inside(&self, outer: &[Named], block: &Block) -> Vec<Named> {
        let locals = self.variables(&block.locals);
        let locals = locals.into_iter().map(|local| {
            let clash = outer.iter().any(|o| o.name == local.name) && local.name != "_";
            let name = if clash { format!("{}'", local.name) } else { local.name };
            Named { name, ty: local.ty }
        });
        outer.iter().cloned().chain(locals).collect()
    }

    pub(super) fn conclusion(&self, made: &Conclusion, variables: &[Named]) -> String {
        let mark = if made.persistent { "!" } else { "" };
        format!("{mark}{}", self.atom(&made.atom, variables))
    }

    pub(super) fn atom(&self, atom: &Atom, variables: &[Named]) -> String {
        let arguments =
            atom.arguments.iter().map(|t| format!(" {}", self.term(t, variables, true)));
        format!("{}{}", self.predicate(atom.predicate), arguments.collect::<String>())
    }

    /// An atom of a position.
    pub(super) fn ground(&self, predicate: PredId, values: &[Value]) -> String {
        let program = self.engine.program();
        let types = &program.predicate(predicate).arguments;
        let shown = values.iter().zip(types);
        let shown =
            shown.map(|(v, ty)| format!(" {}", self.engine.bank().show(program, *ty, *v, true)));
        format!("{}{}", self.predicate(predicate), shown.collect::<String>())
    }

    pub(super) fn term(&self, term: &Term, variables: &[Named], argument: bool) -> String {
        let program = self.engine.program();
        let open = |text: String, wraps: bool| if wraps { format!("({text})") } else { text };
        match term {
            Term::Variable(v) => variables[v.index()].name.clone(),
            Term::Number(n) => n.to_string(),
            Term::Plus(v, n) => {
                let ty = program.ty(variables[v.index()].ty);
                let succ = match (ty.shape, &self.nat) {
                    (Shape::Peano { succ, .. }, _) => program.constructor(succ).name.clone(),
                    (_, Some((_, succ))) => succ.clone(),
                    _ => "s".to_owned(),
                };
                let name = &variables[v.index()].name;
                let inner = (1..*n).fold(format!("{succ} {name}"), |t, _| format!("{succ} ({t})"));
                open(inner, argument)
            }
            Term::Apply(c, inner) => {
                let parts = inner.iter().map(|t| format!(" {}", self.term(t, variables, true)));
                let text = format!("{}{}", program.constructor(*c).name, parts.collect::<String>());
                open(text, argument && !inner.is_empty())
            }
        }
    }

    /// A premise; some take several in Ceptre.
    pub(super) fn premise(&self, premise: &Premise, variables: &[Named]) -> Vec<String> {
        let term = |t: &Term| self.term(t, variables, true);
        let side = |t: &Term| self.term(t, variables, false);
        let one = match premise {
            Premise::Take(atom) | Premise::Derived(atom) | Premise::Sense(atom) => {
                self.atom(atom, variables)
            }
            Premise::Read(atom) => format!("${}", self.atom(atom, variables)),
            Premise::Persistent(atom) => format!("!{}", self.atom(atom, variables)),
            Premise::Same(a, b) => format!("{} == {}", side(a), side(b)),
            Premise::Differ(a, b) => format!("{} <> {}", side(a), side(b)),
            Premise::Less { left, right, or_same } => self.less(left, right, *or_same, variables),
            Premise::Compute { target, operator, left, right } => {
                let target = Term::Variable(*target);
                return self.sum(&target, *operator, (left, right), variables);
            }
            Premise::Not(block) => format!("not ({})", self.block(block, variables)),
            Premise::Aggregate { target, by, value, block } => {
                let inside = self.inside(variables, block);
                let value = value.as_ref().map(|v| format!(" {}", self.term(v, &inside, true)));
                let value = value.unwrap_or_default();
                let block = self.block(block, variables);
                format!("{} = {}{value} ({block})", term(target), by.word())
            }
        };
        vec![one]
    }

    fn less(&self, left: &Term, right: &Term, or_same: bool, variables: &[Named]) -> String {
        let (a, b) = (self.term(left, variables, true), self.term(right, variables, true));
        match (&self.nat, self.all_given(&[left, right], variables)) {
            (Some((nat, succ)), true) => {
                self.need(|n| n.most = true);
                if or_same {
                    format!("{nat}-most {a} {b}")
                } else {
                    format!("{nat}-most ({succ} {a}) {b}")
                }
            }
            _ => {
                let sign = if or_same { "<=" } else { "<" };
                format!(
                    "{} {sign} {}",
                    self.term(left, variables, false),
                    self.term(right, variables, false)
                )
            }
        }
    }

    /// Whether all variables are numbers that are written out here; others keep their own type.
    fn all_given(&self, terms: &[&Term], variables: &[Named]) -> bool {
        let mut given = true;
        for term in terms {
            term.each_variable(&mut |v| {
                let shape = self.engine.program().ty(variables[v.index()].ty).shape;
                given &= matches!(shape, Shape::Natural | Shape::Range { .. });
            });
        }
        given
    }

    fn sum(
        &self,
        target: &Term,
        operator: Operator,
        (left, right): (&Term, &Term),
        variables: &[Named],
    ) -> Vec<String> {
        let show = |t: &Term| self.term(t, variables, true);
        let (t, a, b) = (show(target), show(left), show(right));
        let given = self.all_given(&[target, left, right], variables) && !divides(operator);
        let Some((nat, _)) = self.nat.as_ref().filter(|_| given) else {
            let sign = operator.sign();
            return vec![format!("{t} = ({a} {sign} {b})")];
        };
        let mut out = vec![match operator {
            Operator::Plus => format!("{nat}-plus {a} {b} {t}"),
            Operator::Minus => format!("{nat}-plus {b} {t} {a}"),
            _ => format!("{nat}-times {a} {b} {t}"),
        }];
        self.need(|n| {
            n.plus = true;
            n.times |= operator == Operator::Times;
        });
        let mut bounds = |term: &Term| {
            if let Term::Variable(v) = term
                && let Shape::Range { low, high } =
                    self.engine.program().ty(variables[v.index()].ty).shape
            {
                let name = &variables[v.index()].name;
                self.need(|n| n.most = true);
                out.push(format!("{nat}-most {name} {high}"));
                out.push(format!("{nat}-most {low} {name}"));
            }
        };
        bounds(target);
        bounds(left);
        bounds(right);
        out
    }

    fn block(&self, block: &Block, outer: &[Named]) -> String {
        let inside = self.inside(outer, block);
        let parts = block.premises.iter().flat_map(|p| self.premise(p, &inside));
        let parts: Vec<String> = parts.map(|p| p.trim_start_matches('$').to_owned()).collect();
        parts.join(" * ")
    }
}
