//! Settling: an automatic stage in which the order of steps makes no difference.
//!
//! Two steps that could happen side by side either share no atom, and then each can follow the
//! other, or they overlap: one takes what the other needs. Each overlap, in its most general form,
//! is a small position; if its two outcomes are equal, or become equal after at most one more step
//! on each side, then all orders end alike. (A critical-pair argument; joining in at most one step
//! makes it hold without knowing that the stage ends.)

use crate::ids::{PredId, VarId};
use crate::program::{Atom, Premise, Program, Rule, Settling, Stage, Term};
use crate::show::Show;

/// More rules than this in one stage are not compared in pairs.
const MAX_RULES: usize = 64;
/// More overlaps than this of two rules are not looked at.
const MAX_OVERLAPS: usize = 2_000;

/// Judges every automatic stage that the author has not vouched for.
pub(crate) fn settle(program: &mut Program) {
    let judged: Vec<Settling> = program
        .stages
        .iter()
        .map(|stage| judge(program, stage))
        .collect();
    for (stage, settling) in program.stages.iter_mut().zip(judged) {
        stage.settling = settling;
    }
}

fn judge(program: &Program, stage: &Stage) -> Settling {
    if stage.interactive {
        return Settling::Unknown("somebody chooses here".to_owned());
    }
    if stage.settling == Settling::Believed {
        return Settling::Believed;
    }
    let rules: Vec<&Rule> = stage.rules.iter().map(|r| program.rule(*r)).collect();
    if rules.len() > MAX_RULES {
        return Settling::Unknown(format!("more than {MAX_RULES} rules are not compared"));
    }
    for (i, first) in rules.iter().enumerate() {
        if let Some(why) = unsuitable(program, first, &rules) {
            return Settling::Unknown(why);
        }
        for second in &rules[i..] {
            if let Err(why) = compare(program, first, second, &rules) {
                return Settling::Unknown(why);
            }
        }
    }
    Settling::Proved
}

fn called(rule: &Rule) -> String {
    rule.name
        .as_ref()
        .map_or("a rule without a name".to_owned(), |n| format!("`{n}`"))
}

/// What this argument does not cover.
fn unsuitable(program: &Program, rule: &Rule, rules: &[&Rule]) -> Option<String> {
    for premise in &rule.premises {
        match premise {
            Premise::Sense(_) => return Some(format!("{} asks the host", called(rule))),
            Premise::Take(atom) if can_last(program, atom.predicate) => {
                let name = &program.predicate(atom.predicate).name;
                return Some(format!("`{name}` is both consumed and persistent"));
            }
            Premise::Derived(atom) if program.predicate(atom.predicate).reads_position => {
                let reads = position_reads(program, atom.predicate);
                let takes = |r: &&Rule| {
                    r.premises
                        .iter()
                        .any(|p| matches!(p, Premise::Take(a) if reads.contains(&a.predicate)))
                };
                if let Some(taker) = rules.iter().find(|r| takes(r)) {
                    let name = &program.predicate(atom.predicate).name;
                    return Some(format!(
                        "{} takes what `{name}` is derived from",
                        called(taker)
                    ));
                }
            }
            _ => {}
        }
    }
    None
}

/// Whether an atom of this predicate is ever persistent.
pub(crate) fn can_last(program: &Program, predicate: PredId) -> bool {
    let made = program.rules.iter().flat_map(|r| &r.conclusions);
    let given = program.starts.iter().flat_map(|s| &s.atoms);
    made.chain(given)
        .any(|c| c.persistent && c.atom.predicate == predicate)
}

/// The predicates of the position that a derived predicate reads, directly or not.
fn position_reads(program: &Program, predicate: PredId) -> Vec<PredId> {
    let (mut open, mut seen, mut reads) = (vec![predicate], vec![predicate], Vec::new());
    while let Some(p) = open.pop() {
        for clause in program.clauses.iter().filter(|c| c.head.predicate == p) {
            for goal in &clause.goals {
                let Some(atom) = goal.atom() else { continue };
                match goal {
                    Premise::Derived(_) if !seen.contains(&atom.predicate) => {
                        seen.push(atom.predicate);
                        open.push(atom.predicate);
                    }
                    Premise::Derived(_) => {}
                    _ => reads.push(atom.predicate),
                }
            }
        }
    }
    reads
}

/// A position with variables, and what is assumed about them.
#[derive(Clone, Default, PartialEq, Eq)]
struct Sketch {
    linear: Vec<Atom>,
    lasting: Vec<Atom>,
}

#[derive(Default)]
struct Assumed {
    derived: Vec<Atom>,
    differ: Vec<(Term, Term)>,
}

/// Checks every overlap of two rules.
fn compare(program: &Program, first: &Rule, second: &Rule, rules: &[&Rule]) -> Result<(), String> {
    let offset = first.variables.len() as u32;
    let left = linear_premises(first, 0);
    let right = linear_premises(second, offset);
    let mut overlaps = 0;
    // Depth-first over the premises of the first rule: each pairs with none or one of the second.
    let mut open: Vec<(usize, Vec<Option<usize>>, Unifier)> = vec![(0, Vec::new(), Unifier::new())];
    while let Some((at, pairs, unifier)) = open.pop() {
        if at < left.len() {
            let mut none = pairs.clone();
            none.push(None);
            open.push((at + 1, none, unifier.clone()));
            for (j, other) in right.iter().enumerate() {
                if pairs.contains(&Some(j)) || other.atom.predicate != left[at].atom.predicate {
                    continue;
                }
                let mut unifier = unifier.clone();
                if unifier.atoms(&left[at].atom, &other.atom) {
                    let mut with = pairs.clone();
                    with.push(Some(j));
                    open.push((at + 1, with, unifier));
                }
            }
            continue;
        }
        let contested = pairs
            .iter()
            .enumerate()
            .any(|(i, j)| j.is_some_and(|j| left[i].taken || right[j].taken));
        if !contested {
            continue;
        }
        overlaps += 1;
        if overlaps > MAX_OVERLAPS {
            return Err(format!(
                "{} and {} overlap in too many ways",
                called(first),
                called(second)
            ));
        }
        let mut unifier = unifier;
        if !functions(program, first, second, offset, &mut unifier) {
            continue; // no facts allow this overlap
        }
        if !rejoins(
            first, second, offset, &left, &right, &pairs, &unifier, rules,
        ) {
            let shared = pairs.iter().enumerate().find_map(|(i, j)| {
                j.is_some_and(|j| left[i].taken || right[j].taken)
                    .then(|| &left[i].atom)
            });
            let show = Show::new(program);
            let shared = shared.map_or(String::new(), |a| show.atom(a, &first.variables));
            return Err(if std::ptr::eq(first, second) {
                format!("two ways to apply {} compete for `{shared}`", called(first))
            } else {
                format!(
                    "{} and {} compete for `{shared}`",
                    called(first),
                    called(second)
                )
            });
        }
    }
    Ok(())
}

/// Facts that are a function give the same results for the same arguments: `next P Q` and
/// `next P R` mean that Q is R. Returns whether that is possible at all.
fn functions(
    program: &Program,
    first: &Rule,
    second: &Rule,
    offset: u32,
    unifier: &mut Unifier,
) -> bool {
    let derived = |rule: &Rule, offset: u32| -> Vec<Atom> {
        let tables = rule.premises.iter().filter_map(|p| match p {
            Premise::Derived(a) if program.modes.is_table(a.predicate) => Some(shift(a, offset)),
            _ => None,
        });
        tables.collect()
    };
    let mut atoms = derived(first, 0);
    atoms.extend(derived(second, offset));
    loop {
        let mut changed = false;
        for (i, a) in atoms.iter().enumerate() {
            for b in atoms[i + 1..].iter().filter(|b| b.predicate == a.predicate) {
                let (a, b) = (unifier.atom(a), unifier.atom(b));
                let same: Vec<bool> = a
                    .arguments
                    .iter()
                    .zip(&b.arguments)
                    .map(|(a, b)| a == b)
                    .collect();
                if a == b || !is_function(program, a.predicate, &same) {
                    continue;
                }
                if !unifier.atoms(&a, &b) {
                    return false;
                }
                changed = true;
            }
        }
        if !changed {
            return true;
        }
    }
}

/// Whether no two facts of a predicate agree on just these arguments.
fn is_function(program: &Program, predicate: PredId, same: &[bool]) -> bool {
    let mut seen = rustc_hash::FxHashMap::default();
    program
        .clauses
        .iter()
        .filter(|c| c.head.predicate == predicate)
        .all(|clause| {
            let arguments = clause.head.arguments.iter().zip(same);
            let (key, rest): (Vec<_>, Vec<_>) = arguments.partition(|(_, same)| **same);
            *seen.entry(key).or_insert_with(|| rest.clone()) == rest
        })
}

struct Need {
    atom: Atom,
    taken: bool,
}

fn linear_premises(rule: &Rule, offset: u32) -> Vec<Need> {
    let need = |premise: &Premise| match premise {
        Premise::Take(atom) => Some(Need {
            atom: shift(atom, offset),
            taken: true,
        }),
        Premise::Read(atom) => Some(Need {
            atom: shift(atom, offset),
            taken: false,
        }),
        _ => None,
    };
    rule.premises.iter().filter_map(need).collect()
}

#[expect(
    clippy::too_many_arguments,
    reason = "one overlap is described by all of these"
)]
fn rejoins(
    first: &Rule,
    second: &Rule,
    offset: u32,
    left: &[Need],
    right: &[Need],
    pairs: &[Option<usize>],
    unifier: &Unifier,
    rules: &[&Rule],
) -> bool {
    let mut assumed = Assumed::default();
    let mut base = Sketch::default();
    for (rule, offset) in [(first, 0), (second, offset)] {
        for premise in &rule.premises {
            match premise {
                Premise::Derived(atom) => assumed.derived.push(unifier.atom(&shift(atom, offset))),
                Premise::Persistent(atom) => base.lasting.push(unifier.atom(&shift(atom, offset))),
                Premise::Differ(a, b) => {
                    let a = unifier.term(&shift_term(a, offset));
                    let b = unifier.term(&shift_term(b, offset));
                    if a == b {
                        return true; // this overlap cannot happen
                    }
                    assumed.differ.push((a, b));
                }
                Premise::Same(a, b) => {
                    let a = unifier.term(&shift_term(a, offset));
                    let b = unifier.term(&shift_term(b, offset));
                    if a != b && a.is_ground() && b.is_ground() {
                        return true;
                    }
                }
                _ => {}
            }
        }
    }
    base.linear
        .extend(left.iter().map(|n| unifier.atom(&n.atom)));
    for (j, need) in right.iter().enumerate() {
        if !pairs.contains(&Some(j)) {
            base.linear.push(unifier.atom(&need.atom));
        }
    }
    let after = |rule: &Rule, offset: u32, needs: &[Need]| {
        let mut sketch = base.clone();
        for need in needs.iter().filter(|n| n.taken) {
            let atom = unifier.atom(&need.atom);
            let at = sketch.linear.iter().position(|a| *a == atom);
            sketch
                .linear
                .swap_remove(at.expect("what is taken was put into the sketch"));
        }
        for conclusion in &rule.conclusions {
            let atom = unifier.atom(&shift(&conclusion.atom, offset));
            sketch.add(atom, conclusion.persistent);
        }
        sketch.sorted()
    };
    let one = after(first, 0, left);
    let two = after(second, offset, right);
    if one == two {
        return true;
    }
    let mut from_one = successors(&one, rules, &assumed);
    from_one.push(one);
    let mut from_two = successors(&two, rules, &assumed);
    from_two.push(two);
    from_one.iter().any(|s| from_two.contains(s))
}

impl Sketch {
    fn add(&mut self, atom: Atom, persistent: bool) {
        if !persistent {
            self.linear.push(atom);
        } else if !self.lasting.contains(&atom) {
            self.lasting.push(atom);
        }
    }

    fn sorted(mut self) -> Sketch {
        self.linear.sort();
        self.lasting.sort();
        self.lasting.dedup();
        self
    }
}

/// Everything that one more step can make of a sketch, its variables taken as constants.
fn successors(sketch: &Sketch, rules: &[&Rule], assumed: &Assumed) -> Vec<Sketch> {
    let mut out = Vec::new();
    for rule in rules {
        let values = vec![None; rule.variables.len()];
        let mut used = vec![false; sketch.linear.len()];
        apply(
            sketch,
            rule,
            0,
            values,
            &mut used,
            &mut Vec::new(),
            assumed,
            &mut out,
        );
    }
    out
}

#[expect(
    clippy::too_many_arguments,
    reason = "the state of a small backtracking search"
)]
fn apply(
    sketch: &Sketch,
    rule: &Rule,
    at: usize,
    values: Vec<Option<Term>>,
    used: &mut Vec<bool>,
    taken: &mut Vec<usize>,
    assumed: &Assumed,
    out: &mut Vec<Sketch>,
) {
    // Premises that bind come first; guards are judged when all is bound.
    let binding = |p: &Premise| !matches!(p, Premise::Same(..) | Premise::Differ(..));
    let order: Vec<&Premise> = rule
        .premises
        .iter()
        .filter(|p| binding(p))
        .chain(rule.premises.iter().filter(|p| !binding(p)))
        .collect();
    if out.len() > 200 {
        return;
    }
    let Some(premise) = order.get(at) else {
        let mut next = sketch.clone();
        let mut gone = taken.clone();
        gone.sort_unstable();
        for i in gone.into_iter().rev() {
            next.linear.remove(i);
        }
        for conclusion in &rule.conclusions {
            let Some(atom) = instance(&conclusion.atom, &values) else {
                return;
            };
            next.add(atom, conclusion.persistent);
        }
        out.push(next.sorted());
        return;
    };
    match premise {
        Premise::Take(pattern) | Premise::Read(pattern) => {
            for i in 0..sketch.linear.len() {
                let mut values = values.clone();
                if used[i] || !matches(pattern, &sketch.linear[i], &mut values) {
                    continue;
                }
                used[i] = true;
                let take = matches!(premise, Premise::Take(_));
                if take {
                    taken.push(i);
                }
                apply(sketch, rule, at + 1, values, used, taken, assumed, out);
                if take {
                    taken.pop();
                }
                used[i] = false;
            }
        }
        Premise::Persistent(pattern) | Premise::Derived(pattern) => {
            let derived = matches!(premise, Premise::Derived(_));
            let known = if derived {
                &assumed.derived
            } else {
                &sketch.lasting
            };
            for atom in known {
                let mut values = values.clone();
                if matches(pattern, atom, &mut values) {
                    apply(sketch, rule, at + 1, values, used, taken, assumed, out);
                }
            }
        }
        Premise::Sense(_) => {}
        Premise::Same(a, b) | Premise::Differ(a, b) => {
            let (Some(a), Some(b)) = (instance_term(a, &values), instance_term(b, &values)) else {
                return;
            };
            let holds = if matches!(premise, Premise::Same(..)) {
                a == b
            } else {
                let told = |(x, y): &(Term, Term)| (*x == a && *y == b) || (*x == b && *y == a);
                (a.is_ground() && b.is_ground() && a != b) || assumed.differ.iter().any(told)
            };
            if holds {
                apply(sketch, rule, at + 1, values, used, taken, assumed, out);
            }
        }
    }
}

fn matches(pattern: &Atom, atom: &Atom, values: &mut [Option<Term>]) -> bool {
    pattern.predicate == atom.predicate
        && pattern
            .arguments
            .iter()
            .zip(&atom.arguments)
            .all(|(p, t)| match_term(p, t, values))
}

fn match_term(pattern: &Term, term: &Term, values: &mut [Option<Term>]) -> bool {
    match (pattern, term) {
        (Term::Variable(v), term) => match &values[v.index()] {
            Some(known) => known == term,
            None => {
                values[v.index()] = Some(term.clone());
                true
            }
        },
        (Term::Plus(v, n), term) => match minus(term, *n) {
            Some(rest) => match_term(&Term::Variable(*v), &rest, values),
            None => false,
        },
        (Term::Number(m), Term::Number(n)) => m == n,
        (Term::Apply(c, inner), Term::Apply(d, others)) => {
            c == d
                && inner
                    .iter()
                    .zip(others)
                    .all(|(p, t)| match_term(p, t, values))
        }
        _ => false,
    }
}

/// `term - n`, where that is a term.
fn minus(term: &Term, n: u64) -> Option<Term> {
    match term {
        Term::Number(m) => m.checked_sub(n).map(Term::Number),
        Term::Plus(w, m) if *m > n => Some(Term::Plus(*w, m - n)),
        Term::Plus(w, m) if *m == n => Some(Term::Variable(*w)),
        _ => None,
    }
}

fn plus(term: Term, n: u64) -> Term {
    match term {
        Term::Number(m) => Term::Number(m.saturating_add(n)),
        Term::Variable(v) if n > 0 => Term::Plus(v, n),
        Term::Plus(v, m) => Term::Plus(v, m.saturating_add(n)),
        other => other,
    }
}

fn instance(atom: &Atom, values: &[Option<Term>]) -> Option<Atom> {
    let arguments: Option<Vec<Term>> = atom
        .arguments
        .iter()
        .map(|t| instance_term(t, values))
        .collect();
    Some(Atom {
        predicate: atom.predicate,
        arguments: arguments?,
    })
}

fn instance_term(term: &Term, values: &[Option<Term>]) -> Option<Term> {
    Some(match term {
        Term::Variable(v) => values[v.index()].clone()?,
        Term::Plus(v, n) => plus(values[v.index()].clone()?, *n),
        Term::Number(n) => Term::Number(*n),
        Term::Apply(c, inner) => {
            let inner: Option<Vec<Term>> = inner.iter().map(|t| instance_term(t, values)).collect();
            Term::Apply(*c, inner?)
        }
    })
}

fn shift(atom: &Atom, offset: u32) -> Atom {
    let arguments = atom
        .arguments
        .iter()
        .map(|t| shift_term(t, offset))
        .collect();
    Atom {
        predicate: atom.predicate,
        arguments,
    }
}

fn shift_term(term: &Term, offset: u32) -> Term {
    match term {
        Term::Variable(v) => Term::Variable(VarId(v.0 + offset)),
        Term::Plus(v, n) => Term::Plus(VarId(v.0 + offset), *n),
        Term::Number(n) => Term::Number(*n),
        Term::Apply(c, inner) => {
            Term::Apply(*c, inner.iter().map(|t| shift_term(t, offset)).collect())
        }
    }
}

/// First-order unification with numbers.
#[derive(Clone)]
struct Unifier {
    values: Vec<Option<Term>>,
}

impl Unifier {
    fn new() -> Unifier {
        Unifier { values: Vec::new() }
    }

    fn get(&self, v: VarId) -> Option<&Term> {
        self.values.get(v.index()).and_then(Option::as_ref)
    }

    fn set(&mut self, v: VarId, term: Term) -> bool {
        let mut inside = false;
        term.each_variable(&mut |w| inside |= w == v);
        if inside {
            return false;
        }
        if self.values.len() <= v.index() {
            self.values.resize(v.index() + 1, None);
        }
        self.values[v.index()] = Some(term);
        true
    }

    fn atom(&self, atom: &Atom) -> Atom {
        let arguments = atom.arguments.iter().map(|t| self.term(t)).collect();
        Atom {
            predicate: atom.predicate,
            arguments,
        }
    }

    fn term(&self, term: &Term) -> Term {
        match term {
            Term::Variable(v) => self.get(*v).map_or_else(|| term.clone(), |t| self.term(t)),
            Term::Plus(v, n) => match self.get(*v) {
                Some(t) => plus(self.term(t), *n),
                None => term.clone(),
            },
            Term::Number(_) => term.clone(),
            Term::Apply(c, inner) => Term::Apply(*c, inner.iter().map(|t| self.term(t)).collect()),
        }
    }

    fn atoms(&mut self, a: &Atom, b: &Atom) -> bool {
        a.arguments
            .iter()
            .zip(&b.arguments)
            .all(|(a, b)| self.unify(a, b))
    }

    fn unify(&mut self, a: &Term, b: &Term) -> bool {
        let (a, b) = (self.term(a), self.term(b));
        if a == b {
            return true;
        }
        match (a, b) {
            (Term::Variable(v), t) | (t, Term::Variable(v)) => self.set(v, t),
            (Term::Plus(v, m), Term::Plus(w, n)) if m >= n => {
                v != w && self.set(w, plus(Term::Variable(v), m - n))
            }
            (Term::Plus(v, m), Term::Plus(w, n)) => {
                v != w && self.set(v, plus(Term::Variable(w), n - m))
            }
            (Term::Plus(v, n), Term::Number(m)) | (Term::Number(m), Term::Plus(v, n)) => m
                .checked_sub(n)
                .is_some_and(|rest| self.set(v, Term::Number(rest))),
            (Term::Apply(c, inner), Term::Apply(d, others)) => {
                c == d && inner.iter().zip(&others).all(|(a, b)| self.unify(a, b))
            }
            _ => false,
        }
    }
}
