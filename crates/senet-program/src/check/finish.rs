//! The end of reading a rule: open types become `nat`, sums that are patterns become patterns
//! again, and hidden and local variables get their numbers behind the written ones.

use crate::check::declarations::NUMBER;
use crate::check::premises::Placed;
use crate::check::resolver::Resolver;
use crate::check::scope::{HIDDEN, LOCAL, Local, Scope};
use crate::ids::{TypeId, VarId};
use crate::program::{Block, Comprehension, Conclusion, Operator, Premise, Term, Variable};
use rustc_hash::{FxHashMap, FxHashSet};
use senet_syntax::Span;

/// What hidden variables turn out to be.
type Known = FxHashMap<VarId, Term>;

/// The final numbers of the variables of one scope.
struct Numbers<'s> {
    /// What hidden variables turned out to be.
    known: Known,
    /// The other hidden ones come behind the written ones.
    hidden: FxHashMap<VarId, VarId>,
    locals: &'s [Local],
    /// Where the variables of each block begin, from the outermost to the one that is finished.
    outer: Vec<usize>,
    /// The types of all variables that there are here.
    types: Vec<TypeId>,
}

impl Numbers<'_> {
    fn number(&self, v: VarId) -> VarId {
        match v.0 {
            HIDDEN.. => self.hidden[&v],
            LOCAL.. => {
                let (depth, at) = self.locals[(v.0 - LOCAL) as usize];
                VarId::new(self.outer[depth] + at)
            }
            _ => v,
        }
    }
}

impl<'a> Resolver<'a> {
    /// Finishes the premises, conclusions and comprehensions of one scope; returns all variables.
    pub(super) fn finish_scope(
        &mut self,
        scope: &mut Scope<'a>,
        premises: &mut Placed,
        conclusions: &mut [Conclusion],
        comprehensions: &mut [Comprehension],
    ) -> Vec<Variable> {
        let mut variables = std::mem::take(&mut scope.variables);
        for ty in variables.iter_mut().map(|v| &mut v.ty).chain(&mut scope.hidden) {
            self.settle_type(ty);
        }
        // Without sums and blocks everything is in order as it stands.
        let block =
            |p: &(Span, Premise)| matches!(p.1, Premise::Not(_) | Premise::Aggregate { .. });
        if scope.hidden.is_empty() && comprehensions.is_empty() && !premises.iter().any(block) {
            return variables;
        }
        let type_of = |v: VarId| match v.0 {
            HIDDEN.. => Some(scope.hidden[(v.0 - HIDDEN) as usize]),
            LOCAL.. => None,
            _ => Some(variables[v.index()].ty),
        };
        let (places, mut computed): (Vec<Span>, Vec<Premise>) =
            std::mem::take(&mut scope.computed).into_iter().unzip();
        let defined: FxHashSet<VarId> = premises.iter().filter_map(|(_, p)| defines(p)).collect();
        // `p (N + 1)` was read as `p H` with `H = N + 1`. Where H is hidden and its sum is
        // the only thing that defines it, it becomes the pattern `N + 1` again, which can be
        // matched in both directions.
        let hides = |v: VarId| v.0 >= HIDDEN && !defined.contains(&v);
        let known = self.patterns(&mut computed, &type_of, &hides);
        // All sums of a rule that are left are blamed at the first of their places.
        let place = places.first().copied().unwrap_or(Span::new(0, 0));
        premises.extend(computed.into_iter().map(|premise| (place, premise)));
        let mut hidden: FxHashMap<VarId, VarId> = FxHashMap::default();
        for (i, ty) in scope.hidden.iter().enumerate() {
            let id = VarId(HIDDEN + i as u32);
            if !known.contains_key(&id) {
                hidden.insert(id, VarId::new(variables.len()));
                variables.push(Variable { name: String::new(), ty: *ty });
            }
        }
        let types = variables.iter().map(|v| v.ty).collect();
        let mut numbers =
            Numbers { known, hidden, locals: &scope.locals, outer: Vec::new(), types };
        for (_, premise) in premises.iter_mut() {
            self.finish_premise(premise, &mut numbers);
        }
        for conclusion in conclusions {
            replace_atom(&mut conclusion.atom.arguments, &numbers);
        }
        for Comprehension { block, makes } in comprehensions {
            self.finish_block(block, &mut numbers, |numbers| {
                for made in makes {
                    replace_atom(&mut made.atom.arguments, numbers);
                }
            });
        }
        variables
    }

    fn settle_type(&mut self, ty: &mut TypeId) {
        if *ty == NUMBER {
            *ty = self.natural();
        }
    }

    fn finish_premise(&mut self, premise: &mut Premise, numbers: &mut Numbers<'_>) {
        replace(premise, numbers);
        match premise {
            Premise::Not(block) => self.finish_block(block, numbers, |_| {}),
            Premise::Aggregate { value, block, .. } => {
                self.finish_block(block, numbers, |numbers| {
                    value.iter_mut().for_each(|value| replace_term(value, numbers));
                });
            }
            _ => {}
        }
    }

    /// Finishes a block, and what else stands `inside` of it.
    fn finish_block(
        &mut self,
        block: &mut Block,
        numbers: &mut Numbers<'_>,
        inside: impl FnOnce(&Numbers<'_>),
    ) {
        for variable in &mut block.locals {
            self.settle_type(&mut variable.ty);
        }
        block.outer = numbers.types.len();
        numbers.outer.push(block.outer);
        numbers.types.extend(block.locals.iter().map(|v| v.ty));
        let type_of = |v: VarId| match v.0 {
            HIDDEN.. => None,
            _ => Some(numbers.types[numbers.number(v).index()]),
        };
        let depth = numbers.outer.len() - 1;
        let hides = |v: VarId| {
            let local = v.0.checked_sub(LOCAL).and_then(|i| numbers.locals.get(i as usize));
            local.is_some_and(|(d, at)| *d == depth && block.locals[*at].is_hidden())
        };
        let known = self.patterns(&mut block.premises, &type_of, &hides);
        numbers.known.extend(known);
        for premise in &mut block.premises {
            self.finish_premise(premise, numbers);
        }
        inside(numbers);
        numbers.types.truncate(block.outer);
        numbers.outer.pop();
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
            let shape = ty(v).and_then(|t| self.declared.types.get(t.index())).map(|t| t.shape);
            shape.is_some_and(|s| s.is_number() && s.bounds() == (0, u64::MAX))
        };
        // A sum that is compared with another one, `(N + 1) = (M + 2)`, has two definitions: neither can
        // be taken out without the other.
        let mut defined: FxHashMap<VarId, usize> = FxHashMap::default();
        for target in premises.iter().filter_map(defines) {
            *defined.entry(target).or_default() += 1;
        }
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
                Some(pattern)
                    if hides(*target)
                        && unbounded(*v)
                        && unbounded(*target)
                        && defined.get(target) == Some(&1) =>
                {
                    known.insert(*target, pattern);
                    false
                }
                _ => true,
            }
        });
        known
    }
}

/// The variable that a premise gives its value by a sum.
fn defines(premise: &Premise) -> Option<VarId> {
    match premise {
        Premise::Compute { target, .. } => Some(*target),
        _ => None,
    }
}

fn replace(premise: &mut Premise, numbers: &Numbers<'_>) {
    match premise {
        Premise::Take(atom)
        | Premise::Read(atom)
        | Premise::Persistent(atom)
        | Premise::Derived(atom)
        | Premise::Sense(atom) => replace_atom(&mut atom.arguments, numbers),
        Premise::Same(left, right)
        | Premise::Differ(left, right)
        | Premise::Less { left, right, .. } => {
            replace_term(left, numbers);
            replace_term(right, numbers);
        }
        Premise::Compute { target, left, right, .. } => {
            *target = numbers.number(*target);
            replace_term(left, numbers);
            replace_term(right, numbers);
        }
        Premise::Not(_) => {}
        Premise::Aggregate { target, .. } => replace_term(target, numbers),
    }
}

fn replace_atom(terms: &mut [Term], numbers: &Numbers<'_>) {
    for term in terms {
        replace_term(term, numbers);
    }
}

fn replace_term(term: &mut Term, numbers: &Numbers<'_>) {
    match term {
        Term::Variable(v) => {
            *term = match numbers.known.get(v) {
                Some(Term::Plus(w, n)) => Term::Plus(numbers.number(*w), *n),
                _ => Term::Variable(numbers.number(*v)),
            };
        }
        Term::Plus(v, n) => {
            let n = *n;
            *term = match numbers.known.get(v) {
                Some(Term::Plus(w, m)) => Term::Plus(numbers.number(*w), m.saturating_add(n)),
                _ => Term::Plus(numbers.number(*v), n),
            };
        }
        Term::Apply(_, inner) => replace_atom(inner, numbers),
        Term::Number(_) => {}
    }
}
