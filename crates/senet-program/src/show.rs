//! Parts of a program as text, for messages, menus and `senet debug`.

use crate::ids::TypeId;
use crate::program::{
    Atom, Block, Conclusion, Constructor, Predicate, Premise, Program, Property, PropertyKind,
    Role, Rule, Term, Type, TypeShape, Variable,
};
use std::fmt::Write;

/// Writes terms and atoms with their names.
#[derive(Debug, Clone, Copy)]
pub struct Show<'p> {
    types: &'p [Type],
    constructors: &'p [Constructor],
    predicates: &'p [Predicate],
}

impl<'p> Show<'p> {
    /// For a program.
    pub fn new(program: &'p Program) -> Show<'p> {
        Show::of(&program.types, &program.constructors, &program.predicates)
    }

    pub(crate) fn of(
        types: &'p [Type],
        constructors: &'p [Constructor],
        predicates: &'p [Predicate],
    ) -> Show<'p> {
        Show { types, constructors, predicates }
    }

    /// An atom: `on a B`.
    pub fn atom(&self, atom: &Atom, variables: &[Variable]) -> String {
        let predicate = &self.predicates[atom.predicate.index()];
        let mut out = predicate.name.clone();
        for (argument, ty) in atom.arguments.iter().zip(&predicate.arguments) {
            out.push(' ');
            self.term(argument, *ty, variables, true, &mut out);
        }
        out
    }

    /// A premise with its mark.
    pub fn premise(&self, premise: &Premise, variables: &[Variable]) -> String {
        match premise {
            Premise::Take(atom) | Premise::Derived(atom) | Premise::Sense(atom) => {
                self.atom(atom, variables)
            }
            Premise::Read(atom) => format!("${}", self.atom(atom, variables)),
            Premise::Persistent(atom) => format!("!{}", self.atom(atom, variables)),
            Premise::Same(left, right) => self.compare(left, "==", right, variables),
            Premise::Differ(left, right) => self.compare(left, "<>", right, variables),
            Premise::Less { left, right, or_same } => {
                let sign = if *or_same { "<=" } else { "<" };
                self.compare(left, sign, right, variables)
            }
            Premise::Compute { target, operator, left, right } => {
                let sum = self.compare(left, operator.sign(), right, variables);
                match variables[target.index()].name.as_str() {
                    "" => sum,
                    name => format!("{name} = {sum}"),
                }
            }
            Premise::Not(block) => format!("not ({})", self.block(block, variables)),
            Premise::Aggregate { target, by, value, block } => {
                let inside = self.inside(block, variables);
                let mut out = String::new();
                // The type matters only to `N + n`, which terms of a declared Peano type write as
                // `s (s N)`; plain numbers and variables look the same in each.
                self.term(target, TypeId(0), variables, true, &mut out);
                write!(out, " = {} ", by.word()).expect("writing to a string cannot fail");
                if let Some(value) = value {
                    self.term(value, TypeId(0), &inside, true, &mut out);
                    out.push(' ');
                }
                format!("{out}({})", self.block(block, variables))
            }
        }
    }

    /// The variables inside of a block, those from outside first.
    fn inside(&self, block: &Block, outer: &[Variable]) -> Vec<Variable> {
        outer.iter().chain(&block.locals).cloned().collect()
    }

    fn block(&self, block: &Block, outer: &[Variable]) -> String {
        let variables = self.inside(block, outer);
        let parts = block.premises.iter().map(|p| match p {
            // Everything in a block is read; the mark would say nothing.
            Premise::Read(atom) => self.atom(atom, &variables),
            other => self.premise(other, &variables),
        });
        parts.collect::<Vec<_>>().join(" * ")
    }

    fn compare(&self, left: &Term, sign: &str, right: &Term, variables: &[Variable]) -> String {
        // A variable or constructor on either side tells the type; two numbers need none.
        let ty = [left, right].into_iter().find_map(|t| match t {
            Term::Variable(v) | Term::Plus(v, _) => Some(variables[v.index()].ty),
            Term::Apply(c, _) => Some(self.constructors[c.index()].ty),
            Term::Number(_) => None,
        });
        let ty = ty.unwrap_or(TypeId(0));
        let mut out = String::new();
        self.term(left, ty, variables, false, &mut out);
        write!(out, " {sign} ").expect("writing to a string cannot fail");
        self.term(right, ty, variables, false, &mut out);
        out
    }

    /// A conclusion with its mark.
    pub fn conclusion(&self, conclusion: &Conclusion, variables: &[Variable]) -> String {
        let mark = if conclusion.persistent { "!" } else { "" };
        format!("{mark}{}", self.atom(&conclusion.atom, variables))
    }

    /// A term; `argument` puts parentheses around what needs them.
    pub fn term(
        &self,
        term: &Term,
        ty: TypeId,
        variables: &[Variable],
        argument: bool,
        out: &mut String,
    ) {
        match term {
            Term::Variable(v) if variables[v.index()].is_hidden() => out.push_str("(…)"),
            Term::Variable(v) => out.push_str(&variables[v.index()].name),
            Term::Number(n) => write!(out, "{n}").expect("writing to a string cannot fail"),
            Term::Plus(v, n) => {
                let shape = self.types.get(ty.index()).map(|t| t.shape);
                // `Plus` is `N + n` for built-in numbers and `s (s N)` for those that a program
                // declares.
                let Some(TypeShape::Peano { succ, .. }) = shape else {
                    let name = &variables[v.index()].name;
                    let sum = format!("{name} + {n}");
                    out.push_str(&if argument { format!("({sum})") } else { sum });
                    return;
                };
                let succ = self.constructors[succ.index()].name.as_str();
                let inner = *n as usize - 1;
                out.push_str(if argument { "(" } else { "" });
                for _ in 0..inner {
                    write!(out, "{succ} (").expect("writing to a string cannot fail");
                }
                write!(out, "{succ} {}", variables[v.index()].name)
                    .expect("writing to a string cannot fail");
                out.extend(std::iter::repeat_n(')', inner));
                out.push_str(if argument { ")" } else { "" });
            }
            Term::Apply(c, arguments) => {
                let constructor = &self.constructors[c.index()];
                let open = argument && !arguments.is_empty();
                out.push_str(if open { "(" } else { "" });
                out.push_str(&constructor.name);
                for (argument, ty) in arguments.iter().zip(&constructor.arguments) {
                    out.push(' ');
                    self.term(argument, *ty, variables, true, out);
                }
                out.push_str(if open { ")" } else { "" });
            }
        }
    }

    /// A property as it would be written.
    pub fn property(&self, property: &Property) -> String {
        let what = match &property.kind {
            PropertyKind::Conserve { variables, atoms, total } => {
                let atoms: Vec<String> = atoms.iter().map(|a| self.atom(a, variables)).collect();
                format!("{} = {total}", atoms.join(" + "))
            }
            kind => {
                let pattern = kind.pattern().expect("all others have patterns");
                join(pattern.premises.iter().map(|p| match p {
                    Premise::Read(atom) => self.atom(atom, &pattern.variables),
                    other => self.premise(other, &pattern.variables),
                }))
            }
        };
        format!("#{} {what}.", property.kind.directive())
    }

    /// A rule or link as it would be written.
    pub fn rule(&self, program: &Program, rule: &Rule) -> String {
        let mut left: Vec<String> = Vec::new();
        let mut right: Vec<String> = Vec::new();
        if let Role::Link(from, to) = rule.role {
            left.extend(["qui".to_owned(), format!("stage {}", program.stage(from).name)]);
            right.extend(to.map(|to| format!("stage {}", program.stage(to).name)));
        }
        left.extend(rule.premises.iter().map(|p| self.premise(p, &rule.variables)));
        right.extend(rule.conclusions.iter().map(|c| self.conclusion(c, &rule.variables)));
        for comprehension in &rule.comprehensions {
            let inside = self.inside(&comprehension.block, &rule.variables);
            let needs = comprehension.block.premises.iter().map(|p| self.premise(p, &inside));
            let makes = comprehension.makes.iter().map(|c| self.conclusion(c, &inside));
            right.push(format!("{{ {} -o {} }}", join(needs), join(makes)));
        }
        let name = rule.name.as_ref().map_or(String::new(), |n| format!("{n} : "));
        format!("{name}{} -o {}.", join(left.into_iter()), join(right.into_iter()))
    }
}

/// One side of a rule.
fn join(parts: impl Iterator<Item = String>) -> String {
    let parts: Vec<String> = parts.collect();
    if parts.is_empty() { "()".to_owned() } else { parts.join(" * ") }
}
