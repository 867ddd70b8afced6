//! Names, terms and premises of a program that is written out.

use senet_engine::{Engine, Value};
use senet_program::{
    Atom, Block, Conclusion, Operator, PredId, Predicate, Premise, Term, TypeId, TypeShape,
    Variable,
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
    /// Names that are not free.
    taken: BTreeSet<String>,
    /// The types of numbers that arithmetic can be about. Those that need no declaration are one.
    numbers: Vec<Numbers>,
    /// Directives that come behind the stages.
    pub(super) later: Vec<String>,
}

/// A type of numbers as it is written out, and what it needs.
struct Numbers {
    /// The program's own type; `None` for those that need no declaration.
    own: Option<TypeId>,
    name: String,
    zero: String,
    succ: String,
    /// What the names of its arithmetic begin with.
    stem: String,
    needs: Cell<Needs>,
}

/// The arithmetic that Ceptre has not.
#[derive(Clone, Copy, Default)]
struct Needs {
    plus: bool,
    times: bool,
    most: bool,
    split: bool,
}

impl Numbers {
    fn need(&self, change: impl FnOnce(&mut Needs)) {
        let mut needs = self.needs.get();
        change(&mut needs);
        self.needs.set(needs);
    }

    /// The declarations that it needs.
    fn arithmetic(&self) -> String {
        let Numbers { own, name, zero, succ: s, stem, needs } = self;
        let needs = needs.get();
        let mut out = String::new();
        if own.is_none() {
            out += &format!(
                "{name} : type. {zero} : {name}. {s} {name} : {name}.\n#builtin NAT {name}. \
                 #builtin NAT_ZERO {zero}. #builtin NAT_SUCC {s}.\n"
            );
        }
        if needs.plus || needs.times {
            out += &format!(
                "{stem}-plus {name} {name} {name} : bwd.\n{stem}-plus {zero} N N.\n\
                 {stem}-plus ({s} N) M ({s} P) <- {stem}-plus N M P.\n"
            );
        }
        if needs.times {
            out += &format!(
                "{stem}-times {name} {name} {name} : bwd.\n{stem}-times {zero} _ {zero}.\n\
                 {stem}-times ({s} N) M P <- {stem}-times N M Q <- {stem}-plus Q M P.\n"
            );
        }
        if needs.most || needs.split {
            out += &format!(
                "{stem}-most {name} {name} : bwd.\n{stem}-most {zero} _.\n\
                 {stem}-most ({s} N) ({s} M) <- {stem}-most N M.\n"
            );
        }
        if needs.split {
            // So many parts, and what is left over.
            out += &format!(
                "{stem}-split {name} {name} {name} {name} : bwd.\n\
                 {stem}-split {zero} ({s} _) {zero} {zero}.\n\
                 {stem}-split ({s} N) M Q ({s} R) <- {stem}-split N M Q R <- {stem}-most ({s} ({s} R)) M.\n\
                 {stem}-split ({s} N) ({s} R) ({s} Q) {zero} <- {stem}-split N ({s} R) Q R.\n"
            );
        }
        out
    }
}

impl<'e> Names<'e> {
    pub(super) fn new(engine: &'e Engine) -> Names<'e> {
        let program = engine.program();
        let mut taken: BTreeSet<String> = program.types().iter().map(|t| t.name.clone()).collect();
        taken.extend(program.constructors().iter().map(|c| c.name.clone()));
        let own = program.predicates().iter().filter(|p| !p.given);
        taken.extend(own.map(|p| p.name.clone()));
        taken.extend(program.stages().iter().map(|s| s.name.clone()));
        let mut fresh = |stem: &str| fresh(&mut taken, stem);
        let seating = |p: &Predicate| matches!(p.name.as_str(), "next" | "seated");
        let predicates = program.predicates().iter().map(|p| match p.given {
            true if !seating(p) => fresh(&p.name),
            _ => p.name.clone(),
        });
        let predicates = predicates.collect();
        let unwritten = |s: TypeShape| matches!(s, TypeShape::Natural | TypeShape::Range { .. });
        let mut numbers = Vec::new();
        if program.types().iter().any(|t| unwritten(t.shape)) {
            let name = fresh("number");
            let (zero, succ) = (fresh(&format!("{name}-zero")), fresh("succ"));
            let (stem, needs) = (name.clone(), Cell::default());
            numbers.push(Numbers { own: None, name, zero, succ, stem, needs });
        }
        for (i, ty) in program.types().iter().enumerate() {
            if let TypeShape::Peano { zero, succ } = ty.shape {
                numbers.push(Numbers {
                    own: Some(TypeId::new(i)),
                    name: ty.name.clone(),
                    zero: program.constructor(zero).name.clone(),
                    succ: program.constructor(succ).name.clone(),
                    stem: fresh(&format!("{}-sum", ty.name)),
                    needs: Cell::default(),
                });
            }
        }
        Names { engine, predicates, taken, numbers, later: Vec::new() }
    }

    /// A name that nothing has.
    pub(super) fn fresh(&mut self, stem: &str) -> String {
        fresh(&mut self.taken, stem)
    }

    /// The declarations that numbers need.
    pub(super) fn arithmetic(&self) -> String {
        self.numbers.iter().map(Numbers::arithmetic).collect()
    }

    /// How the numbers of a type are written out.
    fn numbers(&self, ty: TypeId) -> Option<&Numbers> {
        let own = match self.engine.program().ty(ty).shape {
            TypeShape::Natural | TypeShape::Range { .. } => None,
            TypeShape::Peano { .. } => Some(ty),
            _ => return None,
        };
        self.numbers.iter().find(|n| n.own == own)
    }

    /// The one type of numbers that terms speak of.
    fn one_type(&self, terms: &[&Term], variables: &[Named]) -> Option<&Numbers> {
        let mut types = Vec::new();
        for term in terms {
            term.each_variable(&mut |v| types.push(variables[v.index()].ty));
        }
        let mut all = types.into_iter().map(|ty| self.numbers(ty));
        let first = all.next()??;
        all.all(|n| n.is_some_and(|n| n.own == first.own)).then_some(first)
    }

    /// `next` and `seated` come with `#players`.
    pub(super) fn is_seating(&self, predicate: &Predicate) -> bool {
        predicate.given && matches!(predicate.name.as_str(), "next" | "seated")
    }

    pub(super) fn ty(&self, ty: TypeId) -> String {
        let declared = self.engine.program().ty(ty);
        match declared.shape {
            TypeShape::Natural | TypeShape::Range { .. } => {
                let numbers = self.numbers(ty);
                numbers.map_or_else(|| declared.name.clone(), |n| n.name.clone())
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
        let shown = shown
            .map(|(v, ty)| format!(" {}", self.engine.interner().show(program, *ty, *v, true)));
        format!("{}{}", self.predicate(predicate), shown.collect::<String>())
    }

    pub(super) fn term(&self, term: &Term, variables: &[Named], argument: bool) -> String {
        let program = self.engine.program();
        let open = |text: String, wraps: bool| if wraps { format!("({text})") } else { text };
        match term {
            Term::Variable(v) => variables[v.index()].name.clone(),
            Term::Number(n) => n.to_string(),
            Term::Plus(v, n) => {
                let numbers = self.numbers(variables[v.index()].ty);
                let succ = &numbers.expect("only numbers are so much more").succ;
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

    /// A premise; some take several in Ceptre. And whether Ceptre can say it, blocks aside.
    pub(super) fn premise(&self, premise: &Premise, variables: &[Named]) -> (Vec<String>, bool) {
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
            Premise::Less { left, right, or_same } => {
                return self.less(left, right, *or_same, variables);
            }
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
                let mut out = vec![format!("{} = {}{value} ({block})", term(target), by.word())];
                self.between(&[target], variables, &mut out);
                return (out, true);
            }
        };
        (vec![one], true)
    }

    fn less(
        &self,
        left: &Term,
        right: &Term,
        or_same: bool,
        variables: &[Named],
    ) -> (Vec<String>, bool) {
        let (a, b) = (self.term(left, variables, true), self.term(right, variables, true));
        let Some(numbers) = self.one_type(&[left, right], variables) else {
            let sign = if or_same { "<=" } else { "<" };
            let plain = |t| self.term(t, variables, false);
            return (vec![format!("{} {sign} {}", plain(left), plain(right))], false);
        };
        numbers.need(|n| n.most = true);
        let Numbers { stem, succ, .. } = numbers;
        let a = if or_same { a } else { format!("({succ} {a})") };
        (vec![format!("{stem}-most {a} {b}")], true)
    }

    fn sum(
        &self,
        target: &Term,
        operator: Operator,
        (left, right): (&Term, &Term),
        variables: &[Named],
    ) -> (Vec<String>, bool) {
        let show = |t: &Term| self.term(t, variables, true);
        let (t, a, b) = (show(target), show(left), show(right));
        let Some(numbers) = self.one_type(&[target, left, right], variables) else {
            let mut out = vec![format!("{t} = ({a} {} {b})", operator.sign())];
            self.between(&[target, left, right], variables, &mut out);
            return (out, false);
        };
        let stem = &numbers.stem;
        let mut out = vec![match operator {
            Operator::Plus => format!("{stem}-plus {a} {b} {t}"),
            Operator::Minus => format!("{stem}-plus {b} {t} {a}"),
            Operator::Times => format!("{stem}-times {a} {b} {t}"),
            Operator::Over => format!("{stem}-split {a} {b} {t} _"),
            Operator::Modulo => format!("{stem}-split {a} {b} _ {t}"),
        }];
        numbers.need(|n| match operator {
            Operator::Plus | Operator::Minus => n.plus = true,
            Operator::Times => n.times = true,
            Operator::Over | Operator::Modulo => n.split = true,
        });
        self.between(&[target, left, right], variables, &mut out);
        (out, true)
    }

    /// That results are in their ranges.
    fn between(&self, terms: &[&Term], variables: &[Named], out: &mut Vec<String>) {
        for term in terms {
            let Term::Variable(v) = term else {
                continue;
            };
            let Named { name, ty } = &variables[v.index()];
            if let TypeShape::Range { low, high } = self.engine.program().ty(*ty).shape
                && let Some(numbers) = self.numbers(*ty)
            {
                numbers.need(|n| n.most = true);
                let stem = &numbers.stem;
                out.push(format!("{stem}-most {name} {high}"));
                out.push(format!("{stem}-most {low} {name}"));
            }
        }
    }

    fn block(&self, block: &Block, outer: &[Named]) -> String {
        let inside = self.inside(outer, block);
        let parts = block.premises.iter().flat_map(|p| self.premise(p, &inside).0);
        let parts: Vec<String> = parts.map(|p| p.trim_start_matches('$').to_owned()).collect();
        parts.join(" * ")
    }
}

/// A name that is not taken yet, and is from now on.
fn fresh(taken: &mut BTreeSet<String>, stem: &str) -> String {
    let mut name = stem.to_owned();
    let mut n = 1;
    while !taken.insert(name.clone()) {
        n += 1;
        name = format!("{stem}-{n}");
    }
    name
}
