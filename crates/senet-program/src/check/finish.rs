//! The end of reading a rule: open types become `nat`, sums that are patterns become patterns
//! again, and hidden and local variables get their numbers behind the written ones.

use crate::check::Checker;
use crate::check::declarations::NUMBER;
use crate::check::rules::Placed;
use crate::check::scope::{HIDDEN, LOCAL, Scope};
use crate::ids::{TypeId, VarId};
use crate::program::{Block, Conclusion, Operator, Premise, Rewrite, Term, Variable};
use rustc_hash::FxHashMap;
use senet_syntax::Span;

/// What hidden variables turn out to be.
type Known = FxHashMap<VarId, Term>;

impl<'a> Checker<'a> {
    /// Finishes the premises, conclusions and rewrites of one scope; returns all variables.
    pub(super) fn finish_scope(
        &mut self,
        scope: &mut Scope<'a>,
        premises: &mut Placed,
        conclusions: &mut [Conclusion],
        rewrites: &mut [Rewrite],
    ) -> Vec<Variable> {
        let mut variables = std::mem::take(&mut scope.variables);
        for ty in variables.iter_mut().map(|v| &mut v.ty).chain(&mut scope.hidden) {
            self.settle_type(ty);
        }
        let type_of = |v: VarId| match v.0 {
            HIDDEN.. => Some(scope.hidden[(v.0 - HIDDEN) as usize]),
            LOCAL.. => None,
            _ => Some(variables[v.index()].ty),
        };
        let (places, mut computed): (Vec<Span>, Vec<Premise>) =
            std::mem::take(&mut scope.computed).into_iter().unzip();
        let known = self.patterns(&mut computed, &type_of, &|v| v.0 >= HIDDEN);
        // All sums of a rule that are left are blamed at the first of their places.
        let place = places.first().copied().unwrap_or(Span::new(0, 0));
        premises.extend(computed.into_iter().map(|premise| (place, premise)));
        // What is left of the hidden ones comes behind the written ones.
        let mut place: FxHashMap<VarId, VarId> = FxHashMap::default();
        for (i, ty) in scope.hidden.iter().enumerate() {
            let id = VarId(HIDDEN + i as u32);
            if !known.contains_key(&id) {
                place.insert(id, VarId::new(variables.len()));
                variables.push(Variable { name: String::new(), ty: *ty });
            }
        }
        let outer = variables.len();
        let number = |v: VarId| match v.0 {
            HIDDEN.. => place[&v],
            LOCAL.. => VarId::new(outer + (v.0 - LOCAL) as usize),
            _ => v,
        };
        let types: Vec<TypeId> = variables.iter().map(|v| v.ty).collect();
        for (_, premise) in premises.iter_mut() {
            replace(premise, &known, &number);
            if let Premise::Not(block) | Premise::Aggregate { block, .. } = premise {
                let inner = self.finish_block(block, outer, &types, &known, &number);
                if let Premise::Aggregate { value: Some(value), .. } = premise {
                    replace_term(value, &inner, &number);
                }
            }
        }
        for conclusion in conclusions {
            replace_atom(&mut conclusion.atom.arguments, &known, &number);
        }
        for rewrite in rewrites {
            let inner = self.finish_block(&mut rewrite.block, outer, &types, &known, &number);
            for made in &mut rewrite.makes {
                replace_atom(&mut made.atom.arguments, &inner, &number);
            }
        }
        variables
    }

    fn settle_type(&mut self, ty: &mut TypeId) {
        if *ty == NUMBER {
            *ty = self.natural();
        }
    }

    /// Finishes a block; returns what hidden variables are there.
    fn finish_block(
        &mut self,
        block: &mut Block,
        outer: usize,
        types: &[TypeId],
        known: &Known,
        number: &impl Fn(VarId) -> VarId,
    ) -> Known {
        for variable in &mut block.locals {
            self.settle_type(&mut variable.ty);
        }
        let type_of = |v: VarId| match v.0 {
            HIDDEN.. => None,
            LOCAL.. => Some(block.locals[(v.0 - LOCAL) as usize].ty),
            _ => Some(types[v.index()]),
        };
        let hides = |v: VarId| v.0 >= LOCAL && block.locals[(v.0 - LOCAL) as usize].name.is_empty();
        let mut inner = self.patterns(&mut block.premises, &type_of, &hides);
        inner.extend(known.iter().map(|(v, t)| (*v, t.clone())));
        for premise in &mut block.premises {
            replace(premise, &inner, number);
        }
        block.outer = outer;
        inner
    }

    /// Finds the sums of a variable and a constant that can be patterns, and takes them out of the
    /// premises. Numbers of a range cannot: whether they are in it has to be checked.
    fn patterns(
        &self,
        premises: &mut Vec<Premise>,
        ty: &dyn Fn(VarId) -> Option<TypeId>,
        hides: &dyn Fn(VarId) -> bool,
    ) -> Known {
        let unbounded = |v: VarId| {
            let shape = ty(v).and_then(|t| self.types.get(t.index())).map(|t| t.shape);
            shape.is_some_and(|s| s.is_number() && s.bounds() == (0, u64::MAX))
        };
        let mut known = Known::default();
        premises.retain(|premise| {
            let Premise::Compute { target, operator: Operator::Plus, left, right } = premise else {
                return true;
            };
            let (Term::Variable(v), Term::Number(n)) = (left, right) else {
                return true;
            };
            let pattern = match known.get(v) {
                Some(Term::Plus(w, m)) => m.checked_add(*n).map(|sum| Term::Plus(*w, sum)),
                _ if *n == 0 => None,
                _ => Some(Term::Plus(*v, *n)),
            };
            match pattern {
                Some(pattern) if hides(*target) && unbounded(*v) && unbounded(*target) => {
                    known.insert(*target, pattern);
                    false
                }
                _ => true,
            }
        });
        known
    }
}

fn replace(premise: &mut Premise, known: &Known, number: &impl Fn(VarId) -> VarId) {
    match premise {
        Premise::Take(atom)
        | Premise::Read(atom)
        | Premise::Persistent(atom)
        | Premise::Derived(atom)
        | Premise::Sense(atom) => replace_atom(&mut atom.arguments, known, number),
        Premise::Same(left, right)
        | Premise::Differ(left, right)
        | Premise::Less { left, right, .. } => {
            replace_term(left, known, number);
            replace_term(right, known, number);
        }
        Premise::Compute { target, left, right, .. } => {
            *target = number(*target);
            replace_term(left, known, number);
            replace_term(right, known, number);
        }
        Premise::Not(_) => {}
        Premise::Aggregate { target, .. } => replace_term(target, known, number),
    }
}

fn replace_atom(terms: &mut [Term], known: &Known, number: &impl Fn(VarId) -> VarId) {
    for term in terms {
        replace_term(term, known, number);
    }
}

fn replace_term(term: &mut Term, known: &Known, number: &impl Fn(VarId) -> VarId) {
    match term {
        Term::Variable(v) => {
            *term = match known.get(v) {
                Some(Term::Plus(w, n)) => Term::Plus(number(*w), *n),
                _ => Term::Variable(number(*v)),
            };
        }
        Term::Plus(v, n) => {
            let n = *n;
            *term = match known.get(v) {
                Some(Term::Plus(w, m)) => Term::Plus(number(*w), m.saturating_add(n)),
                _ => Term::Plus(number(*v), n),
            };
        }
        Term::Apply(_, inner) => replace_atom(inner, known, number),
        Term::Number(_) => {}
    }
}
