//! Splitting a rule into independent factors.
//!
//! Variables of small types that make a difference, such as players, get their values first; what
//! facts then determine is computed. The factors are the connected components of the graph whose
//! nodes are premises and the other variables: premises, conclusions and comprehensions that share a
//! variable belong together, and so do premises that one atom could serve. The matches of a rule are
//! the product of the matches of its factors, which is never written out.

use crate::error::GroundingError;
use crate::grounding::join::{JoinQuery, types};
use crate::grounding::{ComprehensionFactor, Factor, FactorId, FactorKind, Grounding, RuleVariant};
use crate::terms::Env;
use rustc_hash::FxHashSet;
use senet_engine::Value;
use senet_program::{Atom, Premise, Program, Rule, RuleId, Term, TypeShape, VarId};

/// Calls its argument for each variable.
type Each<'a> = &'a dyn Fn(&mut dyn FnMut(VarId));

/// Types with at most this many constants are small.
const SMALL: usize = 4;
/// A rule has at most this many variants.
const VARIANTS: usize = 64;

/// Blocks with what depends on their values, and all other premises.
pub fn separate_blocks(premises: &[Premise]) -> (Vec<Premise>, Vec<Premise>) {
    let counted = counted_variables(premises);
    let depends = |p: &&Premise| p.block().is_some() || mentions(p, &counted);
    let (a, b): (Vec<&Premise>, Vec<&Premise>) = premises.iter().partition(depends);
    (a.into_iter().cloned().collect(), b.into_iter().cloned().collect())
}

/// The same, where nothing may be counted: inside of comprehensions and blocks.
pub fn without_aggregates(
    premises: &[Premise],
) -> Result<(Vec<Premise>, Vec<Premise>), GroundingError> {
    let (blocks, plain) = separate_blocks(premises);
    let absence = blocks.iter().all(|p| matches!(p, Premise::Not(_)));
    if absence { Ok((blocks, plain)) } else { Err(GroundingError::CountedInside) }
}

/// Aggregates of a clause may only decide whether it holds.
pub(crate) fn only_checks(factor: &Factor, head: &Atom) -> Result<(), GroundingError> {
    let mut all = factor.premises.clone();
    all.extend(factor.blocks.iter().cloned());
    let counted = counted_variables(&all);
    let mut in_head = false;
    head.each_variable(&mut |v| in_head |= counted.contains(&v));
    if in_head { Err(GroundingError::Counted) } else { Ok(()) }
}

/// Variables whose values come from aggregates alone: their targets, and what is computed from them.
fn counted_variables(premises: &[Premise]) -> Vec<VarId> {
    let mut matched: FxHashSet<VarId> = FxHashSet::default();
    for premise in premises {
        if let Some(atom) = premise.atom() {
            atom.each_variable(&mut |v| {
                matched.insert(v);
            });
        }
    }
    let mut counted: Vec<VarId> = Vec::new();
    for premise in premises {
        if let Premise::Aggregate { target, .. } = premise {
            target.each_variable(&mut |v| {
                if !matched.contains(&v) {
                    counted.push(v);
                }
            });
        }
    }
    loop {
        let before = counted.len();
        for premise in premises {
            if let Premise::Compute { .. } | Premise::Same(..) = premise
                && mentions(premise, &counted)
            {
                premise.each_variable(&mut |v| {
                    if !matched.contains(&v) && !counted.contains(&v) {
                        counted.push(v);
                    }
                });
            }
        }
        if counted.len() == before {
            return counted;
        }
    }
}

fn mentions(premise: &Premise, variables: &[VarId]) -> bool {
    let mut some = false;
    premise.each_variable(&mut |v| some |= variables.contains(&v));
    some
}

impl Grounding<'_> {
    /// Takes in a rule, as factors.
    pub(super) fn rule(&mut self, id: RuleId) -> Result<(), GroundingError> {
        let rule = self.program().rule(id).clone();
        // Whether such a rule changes anything would depend on all its matches together.
        if !rule.comprehensions.is_empty() && rule.all_made().any(|c| c.persistent) {
            return Err(GroundingError::PersistentComprehension);
        }
        let counted = counted_variables(&rule.premises);
        if rule.effective.iter().any(|v| counted.contains(v)) {
            return Err(GroundingError::Counted);
        }
        for env in self.variants_of(&rule) {
            if let Some((env, done)) = self.determined(&rule, env)? {
                self.variant(id, &rule, env, &done, rule.saturates())?;
            }
        }
        Ok(())
    }

    /// The values of small variables.
    fn variants_of(&self, rule: &Rule) -> Vec<Env> {
        let program = self.program();
        let mut envs: Vec<Env> = vec![vec![None; rule.variables.len()]];
        for v in &rule.effective {
            let ty = rule.variables[v.index()].ty;
            let values = small(program, ty);
            // The player who chooses always gets a value, so that a variant belongs to one seat.
            let chooses = rule.chooser == Some(Term::Variable(*v));
            if values.is_empty() || (envs.len() * values.len() > VARIANTS && !chooses) {
                continue;
            }
            let each = |env: Env| {
                let with = |value: &Value| {
                    let mut env = env.clone();
                    env[v.index()] = Some(*value);
                    env
                };
                values.iter().map(with).collect::<Vec<_>>()
            };
            envs = envs.into_iter().flat_map(each).collect();
        }
        envs
    }

    /// Computes what facts determine (unit propagation over premises that read no position); `None`
    /// if they do not hold.
    fn determined(
        &self,
        rule: &Rule,
        mut env: Env,
    ) -> Result<Option<(Env, Vec<bool>)>, GroundingError> {
        let types = types(&rule.variables);
        let mut done = vec![false; rule.premises.len()];
        loop {
            let mut more = false;
            for (i, premise) in rule.premises.iter().enumerate() {
                if done[i] || !self.reached.is_static(premise) {
                    continue;
                }
                if premise.atom().is_none() {
                    match self.reached.terms().guard(premise, &types, &mut env) {
                        None => continue,
                        Some(false) => return Ok(None),
                        Some(true) => (done[i], more) = (true, true),
                    }
                    continue;
                }
                let mut known = false;
                premise.each_variable(&mut |v| known |= env[v.index()].is_some());
                // A fact of which nothing is known yet is better matched with the factor that needs
                // it.
                if !known {
                    continue;
                }
                let mut found: Vec<Env> = Vec::new();
                let query = JoinQuery { premises: std::slice::from_ref(premise), types: &types };
                match self.reached.join(query, 0, &env, &mut |e| found.push(e.clone())) {
                    Err(GroundingError::Order) => continue,
                    result => result?,
                }
                // One match determines its variables, and may determine others; none refutes the
                // variant.
                match found.len() {
                    0 => return Ok(None),
                    1 => {
                        env = found.remove(0);
                        (done[i], more) = (true, true);
                    }
                    _ => {}
                }
            }
            if !more {
                return Ok(Some((env, done)));
            }
        }
    }

    fn variant(
        &mut self,
        id: RuleId,
        rule: &Rule,
        env: Env,
        done: &[bool],
        whole: bool,
    ) -> Result<(), GroundingError> {
        let open = |f: Each<'_>| {
            let mut out = Vec::new();
            f(&mut |v: VarId| {
                if v.index() < env.len() && env[v.index()].is_none() {
                    out.push(v.index());
                }
            });
            out
        };
        // Connected components by union-find.
        let mut sets = UnionFind::new(rule.variables.len() + rule.premises.len());
        let premises: Vec<usize> = (0..rule.premises.len()).filter(|i| !done[*i]).collect();
        let node = |premise: usize| rule.variables.len() + premise;
        // Premises are linked with their open variables. Variables that have values link nothing:
        // that is why small variables get theirs first.
        for i in &premises {
            for v in open(&|f| rule.premises[*i].each_variable(&mut |v| f(v))) {
                sets.join(node(*i), v);
            }
        }
        // What a conclusion makes must be known from one factor alone.
        for conclusion in &rule.conclusions {
            let vars = open(&|f| conclusion.atom.each_variable(&mut |v| f(v)));
            vars.windows(2).for_each(|w| sets.join(w[0], w[1]));
        }
        let outer: Vec<Vec<usize>> = rule
            .comprehensions
            .iter()
            .map(|comprehension| {
                open(&|f| {
                    comprehension.block.each_outer_variable(&mut |v| f(v));
                    for made in &comprehension.makes {
                        made.atom.each_variable(&mut |v| {
                            if v.index() < comprehension.block.outer {
                                f(v);
                            }
                        });
                    }
                })
            })
            .collect();
        for vars in &outer {
            vars.windows(2).for_each(|w| sets.join(w[0], w[1]));
        }
        // Two premises that one atom could serve need two copies of it, which only a common factor
        // can count. A rule that saturates is one factor: whether it changes anything is a question
        // about all of it.
        for (a, i) in premises.iter().enumerate() {
            for j in &premises[..a] {
                let (p, q) = (&rule.premises[*i], &rule.premises[*j]);
                if whole || (may_share(p, q, &env)) {
                    sets.join(node(*i), node(*j));
                }
            }
        }
        let at = self.variants.len();
        self.variants.push(RuleVariant {
            rule: id,
            env: env.clone(),
            factors: Vec::new(),
            common: Vec::new(),
            comprehensions: Vec::new(),
            complete: false,
        });
        let (blocks, _) = separate_blocks(&rule.premises);
        // Each component becomes a factor, in the order of its first premise.
        let mut roots: Vec<usize> = Vec::new();
        let mut factors: Vec<Factor> = Vec::new();
        for i in &premises {
            let root = sets.root(node(*i));
            let at_root = roots.iter().position(|r| *r == root).unwrap_or_else(|| {
                roots.push(root);
                let types = types(&rule.variables);
                factors.push(Factor::new(FactorKind::Variant(at), Vec::new(), env.clone(), types));
                roots.len() - 1
            });
            let premise = rule.premises[*i].clone();
            let factor = &mut factors[at_root];
            let block = blocks.contains(&premise);
            let to = if block { &mut factor.blocks } else { &mut factor.premises };
            to.push(premise);
        }
        // Its choices can only be numbered if a factor binds it.
        for v in &rule.effective {
            if env[v.index()].is_none() {
                let root = sets.root(v.index());
                let factor = roots.iter().position(|r| *r == root).ok_or(GroundingError::Order)?;
                factors[factor].effective.push(*v);
            }
        }
        let engine = self.reached.engine;
        let conclusions = rule.conclusions.iter().enumerate();
        for (n, conclusion) in conclusions.filter(|(_, c)| engine.stays(c.atom.predicate)) {
            let vars = open(&|f| conclusion.atom.each_variable(&mut |v| f(v)));
            match vars.first() {
                Some(v) => {
                    let root = sets.root(*v);
                    let factor =
                        roots.iter().position(|r| *r == root).ok_or(GroundingError::Order)?;
                    factors[factor].conclusions.push(n);
                }
                None => self.variants[at].common.push(n),
            }
        }
        for (n, vars) in outer.iter().enumerate() {
            match vars.first() {
                Some(v) => {
                    let root = sets.root(*v);
                    let factor =
                        roots.iter().position(|r| *r == root).ok_or(GroundingError::Order)?;
                    factors[factor].comprehensions.push(n);
                }
                None => {
                    let factor = ComprehensionFactor::PENDING;
                    let pending = ComprehensionFactor { comprehension: n, factor };
                    self.variants[at].comprehensions.push(pending);
                }
            }
        }
        // All factors are known before the first one is matched: conclusions wait for all of them.
        let first = self.factors.len() as u32;
        let last = first + factors.len() as u32;
        self.variants[at].factors = (first..last).map(FactorId).collect();
        self.add_factors(factors)?;
        self.conclude(at, None)
    }
}

impl Grounding<'_> {
    fn add_factors(&mut self, factors: Vec<Factor>) -> Result<(), GroundingError> {
        // All get their ids first, so that factors which matching adds do not come between.
        let ids = factors.into_iter().map(|factor| self.place_factor(factor));
        let ids = ids.collect::<Result<Vec<FactorId>, _>>()?;
        ids.into_iter().try_for_each(|id| self.match_factor(id))
    }
}

/// The constants of a small type.
fn small(program: &Program, ty: senet_program::TypeId) -> Vec<Value> {
    let players = program.game().players.as_ref().is_some_and(|p| p.ty == ty);
    let declared = program.ty(ty);
    let few = players || declared.constructors.len() <= SMALL;
    if declared.shape != TypeShape::Constants || !few {
        return Vec::new();
    }
    declared.constructors.iter().map(|c| u64::from(c.0)).collect()
}

/// Whether one atom could serve two premises that need a copy each.
fn may_share(p: &Premise, q: &Premise, env: &Env) -> bool {
    let copies = |p: &Premise| matches!(p, Premise::Take(_) | Premise::Read(_));
    let (Some(a), Some(b)) = (p.atom(), q.atom()) else {
        return false;
    };
    if !copies(p) || !copies(q) || a.predicate != b.predicate {
        return false;
    }
    let constant = |t: &Term| match t {
        Term::Variable(v) => env[v.index()],
        Term::Number(n) => Some(*n),
        Term::Apply(c, inner) if inner.is_empty() => Some(u64::from(c.0)),
        _ => None,
    };
    a.arguments.iter().zip(&b.arguments).all(|(s, t)| match (constant(s), constant(t)) {
        (Some(s), Some(t)) => s == t,
        _ => true,
    })
}

/// Disjoint sets. The root of a set is its least member, so that factors have a stable order.
struct UnionFind(Vec<usize>);

impl UnionFind {
    fn new(n: usize) -> UnionFind {
        UnionFind((0..n).collect())
    }

    fn root(&self, mut i: usize) -> usize {
        while self.0[i] != i {
            i = self.0[i];
        }
        i
    }

    fn join(&mut self, a: usize, b: usize) {
        let (a, b) = (self.root(a), self.root(b));
        self.0[a.max(b)] = a.min(b);
    }
}
