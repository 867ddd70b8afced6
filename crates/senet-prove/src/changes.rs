//! What rules change, symbolically: which atoms go and come in one step, with variables left as they are.
//!
//! Everything that is shown from these rows holds for every instance of a rule, so nothing has to be
//! grounded: arguments about sums of atoms take the same time on any board, and work for programs
//! without bounds.

use senet_program::{
    Atom, ConId, PredId, PredKind, Premise, Program, Role, RuleId, StageId, Term, TypeShape, VarId,
};

/// Atoms that go (-1) and come (+1) together.
#[derive(Debug, Clone)]
pub(crate) struct Change {
    pub(crate) rule: RuleId,
    /// Which comprehension of the rule it belongs to; `None` for the rule itself, which fires once.
    pub(crate) comprehension: Option<usize>,
    pub(crate) atoms: Vec<(Atom, i64)>,
    /// The stages that the rule leads from and to.
    pub(crate) stages: (StageId, Option<StageId>),
}

/// The changes of all rules, over the predicates that are counted.
#[derive(Debug)]
pub(crate) struct Changes {
    pub(crate) all: Vec<Change>,
    /// For each predicate, whether its atoms are counted: linear, and never persistent, so that a
    /// premise takes exactly one copy.
    pub(crate) counted: Vec<bool>,
}

impl Changes {
    pub(crate) fn new(program: &Program) -> Changes {
        let counted = counted(program);
        let mut all = Vec::new();
        for (i, rule) in program.rules().iter().enumerate() {
            let stages = match rule.role {
                Role::Step(stage) => (stage, Some(stage)),
                Role::Link(from, to) => (from, to),
            };
            let change =
                |comprehension, premises: &[Premise], made: &mut dyn Iterator<Item = &Atom>| {
                    let taken = premises.iter().filter_map(|p| match p {
                        Premise::Take(atom) => Some((atom.clone(), -1)),
                        _ => None,
                    });
                    let made = made.map(|atom| (atom.clone(), 1));
                    let atoms = taken.chain(made).filter(|(a, _)| counted[a.predicate.index()]);
                    Change { rule: RuleId::new(i), comprehension, atoms: atoms.collect(), stages }
                };
            let made = rule.conclusions.iter().filter(|c| !c.persistent);
            all.push(change(None, &rule.premises, &mut made.map(|c| &c.atom)));
            for (n, inner) in rule.comprehensions.iter().enumerate() {
                let made = inner.makes.iter().filter(|c| !c.persistent);
                all.push(change(Some(n), &inner.block.premises, &mut made.map(|c| &c.atom)));
            }
        }
        Changes { all, counted }
    }
}

fn counted(program: &Program) -> Vec<bool> {
    let mut counted: Vec<bool> = program
        .predicates()
        .iter()
        .map(|p| p.kind == PredKind::Linear && p.host.is_none())
        .collect();
    let made = program.rules().iter().flat_map(senet_program::Rule::all_made);
    let given = program.starts().iter().flat_map(senet_program::Start::all_made);
    for made in made.chain(given).filter(|c| c.persistent) {
        counted[made.atom.predicate.index()] = false;
    }
    counted
}

/// A sum of atoms: how many there are that fit one of some patterns, for given values of its variables.
/// Variables called `_` may be anything; all others are the key.
#[derive(Debug, Clone)]
pub(crate) struct AtomSum {
    pub(crate) atoms: Vec<Atom>,
    /// The variables of the key, with their types; every atom has all of them.
    pub(crate) key: Vec<VarId>,
    pub(crate) types: Vec<senet_program::TypeId>,
}

/// How an atom with variables of a rule stands to a pattern.
enum Fit {
    /// Every instance fits; the terms of the key.
    Always(Vec<Term>),
    Never,
    /// It depends on a variable of the rule.
    Depends(VarId),
    Unclear,
}

impl AtomSum {
    /// Whether no step of the program changes the sum for any key. Rule variables that decide whether an
    /// atom is counted are tried with each of their values.
    pub(crate) fn is_conserved(&self, program: &Program, changes: &Changes) -> bool {
        self.atoms.iter().all(|a| changes.counted[a.predicate.index()])
            && changes.all.iter().all(|change| {
                let rule = program.rule(change.rule);
                let mut types: Vec<_> = rule.variables.iter().map(|v| v.ty).collect();
                if let Some(n) = change.comprehension {
                    types.extend(rule.comprehensions[n].block.locals.iter().map(|v| v.ty));
                }
                self.balanced(program, &change.atoms, &types, 4)
            })
    }

    fn balanced(
        &self,
        program: &Program,
        atoms: &[(Atom, i64)],
        types: &[senet_program::TypeId],
        splits: usize,
    ) -> bool {
        // By the key as a term: how much the sum changes for it. Where it depends on a variable whether an
        // atom is counted, each value of the variable is a case of its own, up to `splits` variables deep.
        let mut sums: Vec<(Vec<Term>, i64)> = Vec::new();
        for (atom, n) in atoms {
            for pattern in &self.atoms {
                match self.fit(pattern, atom) {
                    Fit::Never => {}
                    Fit::Unclear => return false,
                    Fit::Always(key) => match sums.iter_mut().find(|(k, _)| *k == key) {
                        Some((_, sum)) => *sum += n,
                        None => sums.push((key, *n)),
                    },
                    Fit::Depends(v) => {
                        let ty = program.ty(types[v.index()]);
                        if splits == 0 || ty.shape != TypeShape::Constants {
                            return false;
                        }
                        return ty.constructors.iter().all(|c| {
                            let with = |(a, n): &(Atom, i64)| (assign(a, v, *c), *n);
                            let atoms: Vec<(Atom, i64)> = atoms.iter().map(with).collect();
                            self.balanced(program, &atoms, types, splits - 1)
                        });
                    }
                }
            }
        }
        // Keys that differ as terms may be equal as values; then their sums add up, and stay zero.
        sums.iter().all(|(_, sum)| *sum == 0)
    }

    fn fit(&self, pattern: &Atom, atom: &Atom) -> Fit {
        if pattern.predicate != atom.predicate {
            return Fit::Never;
        }
        let mut key: Vec<Option<Term>> = vec![None; self.key.len()];
        let mut depends = None;
        for (p, t) in pattern.arguments.iter().zip(&atom.arguments) {
            match (p, t) {
                (Term::Variable(v), t) => {
                    let Some(at) = self.key.iter().position(|k| k == v) else {
                        continue;
                    };
                    match &key[at] {
                        None => key[at] = Some(t.clone()),
                        Some(known) if known == t => {}
                        Some(_) => return Fit::Unclear,
                    }
                }
                (p, t) if p == t => {}
                (p, t) if p.is_ground() && t.is_ground() => return Fit::Never,
                (p, Term::Variable(v)) if p.is_ground() => depends = Some(*v),
                _ => return Fit::Unclear,
            }
        }
        match depends {
            Some(v) => Fit::Depends(v),
            None => key.into_iter().collect::<Option<_>>().map_or(Fit::Unclear, Fit::Always),
        }
    }
}

fn assign(atom: &Atom, variable: VarId, constant: ConId) -> Atom {
    fn term(t: &Term, variable: VarId, constant: ConId) -> Term {
        match t {
            Term::Variable(v) if *v == variable => Term::Apply(constant, Vec::new()),
            Term::Apply(c, inner) => {
                Term::Apply(*c, inner.iter().map(|t| term(t, variable, constant)).collect())
            }
            other => other.clone(),
        }
    }
    let arguments = atom.arguments.iter().map(|t| term(t, variable, constant)).collect();
    Atom { predicate: atom.predicate, arguments }
}

/// The predicates whose atoms are counted, in order of declaration.
pub(crate) fn counted_predicates(changes: &Changes) -> impl Iterator<Item = PredId> + '_ {
    (0..changes.counted.len()).filter(|p| changes.counted[*p]).map(PredId::new)
}
