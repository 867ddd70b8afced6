//! Blocks: `not` becomes a literal, aggregates and the guards over their values are kept for the
//! runtime to compute.

use crate::build::conditions::Translator;
use crate::runtime::aggregate::{
    Aggregate, AggregateCheck, AggregateKind, AggregateMatch, Env, Guard, NumberRange, Operator,
    Term,
};
use crate::runtime::condition::Literal;
use senet_ground::GroundingError;
use senet_program::{By, Premise, TypeId};

impl Translator<'_, '_, '_> {
    /// Adds the literals of blocks; what depends on aggregates is returned.
    pub(super) fn blocks(
        &mut self,
        blocks: &[Premise],
        types: &[TypeId],
        env: &Env,
        literals: &mut Vec<Literal>,
    ) -> Result<Option<Box<AggregateCheck>>, GroundingError> {
        let program = self.program.program();
        let range = |ty: &TypeId| {
            let (low, high) = program.ty(*ty).shape.bounds();
            NumberRange { low, high }
        };
        let mut check = AggregateCheck {
            env: env.clone(),
            bounds: types.iter().map(range).collect(),
            aggregates: Vec::new(),
            guards: Vec::new(),
        };
        for premise in blocks {
            match premise {
                Premise::Not(block) => literals.push(self.none_of(block, types, env)?),
                Premise::Aggregate { .. } => {
                    // Computed when the rule is tested.
                    check.aggregates.push(self.aggregate(premise, types, env)?);
                }
                other => check.guards.extend(self.guard(other, env)?),
            }
        }
        let some = !check.aggregates.is_empty() || !check.guards.is_empty();
        Ok(some.then(|| Box::new(check)))
    }

    /// An aggregate, as what each match gives.
    fn aggregate(
        &mut self,
        premise: &Premise,
        outer: &[TypeId],
        env: &Env,
    ) -> Result<Aggregate, GroundingError> {
        let Premise::Aggregate { by, target, value, block, .. } = premise else {
            unreachable!("called for aggregates only")
        };
        let mut matches = Vec::new();
        for env in self.program.block_matches(block, outer, env)? {
            let needs = self.needs_inside(block, outer, &env)?;
            if !needs.impossible {
                let reached = &self.program.ground.reached;
                let n = value.as_ref().map_or(Some(1), |v| reached.value(v, &env));
                matches.push(AggregateMatch {
                    value: n.ok_or(GroundingError::Counted)?,
                    when: needs.literals,
                    ways: needs.ways,
                    constant_ways: needs.constant_ways,
                });
            }
        }
        let kind = match by {
            By::Count | By::Sum => AggregateKind::Sum,
            By::Max => AggregateKind::Max,
            By::Min => AggregateKind::Min,
        };
        Ok(Aggregate { kind, target: self.term(target, env)?, matches })
    }

    fn term(&self, term: &senet_program::Term, env: &Env) -> Result<Term, GroundingError> {
        Ok(match term {
            senet_program::Term::Variable(v) => Term::Variable(v.index() as u32),
            senet_program::Term::Number(n) => Term::Number(*n),
            senet_program::Term::Plus(v, n) => Term::Plus(v.index() as u32, *n),
            senet_program::Term::Apply(..) => {
                // If all is known it is a value; otherwise it would have to be taken apart.
                let value = self.program.ground.reached.value(term, env);
                Term::Number(value.ok_or(GroundingError::Counted)?)
            }
        })
    }

    /// A guard; `None` for what grounding has settled.
    fn guard(&self, premise: &Premise, env: &Env) -> Result<Option<Guard>, GroundingError> {
        let term = |t| self.term(t, env);
        Ok(Some(match premise {
            Premise::Same(left, right) => Guard::Same(term(left)?, term(right)?),
            Premise::Differ(left, right) => Guard::Differ(term(left)?, term(right)?),
            Premise::Less { left, right, or_same: false } => Guard::Less(term(left)?, term(right)?),
            Premise::Less { left, right, or_same: true } => {
                Guard::LessOrSame(term(left)?, term(right)?)
            }
            Premise::Compute { target, operator, left, right } => {
                let operator = match operator {
                    senet_program::Operator::Plus => Operator::Plus,
                    senet_program::Operator::Minus => Operator::Minus,
                    senet_program::Operator::Times => Operator::Times,
                    senet_program::Operator::Over => Operator::Over,
                    senet_program::Operator::Modulo => Operator::Modulo,
                };
                Guard::Compute(target.index() as u32, operator, term(left)?, term(right)?)
            }
            _ => return Ok(None),
        }))
    }
}
