//! What is asked of numbers that are counted, in the words of the runtime.

use crate::build::Builder;
use crate::runtime::late::{Env, Guard, Operator, Term};
use senet_ground::GroundingError;
use senet_program::{Premise, TypeId};

impl Builder<'_, '_> {
    /// The least and the greatest number of each type.
    pub(super) fn bounds(&self, types: &[TypeId]) -> Vec<(u64, u64)> {
        let program = self.ground.world.engine.program();
        types.iter().map(|ty| program.ty(*ty).shape.bounds()).collect()
    }

    pub(super) fn late_term(
        &self,
        term: &senet_program::Term,
        env: &Env,
    ) -> Result<Term, GroundingError> {
        Ok(match term {
            senet_program::Term::Variable(v) => Term::Variable(v.index() as u32),
            senet_program::Term::Number(n) => Term::Number(*n),
            senet_program::Term::Plus(v, n) => Term::Plus(v.index() as u32, *n),
            senet_program::Term::Apply(..) => {
                // If all is known it is a value; otherwise it would have to be taken apart.
                Term::Number(self.ground.world.value(term, env).ok_or(GroundingError::Counted)?)
            }
        })
    }

    /// A guard; `None` for what holds anyway.
    pub(super) fn late_guard(
        &self,
        premise: &Premise,
        env: &Env,
    ) -> Result<Option<Guard>, GroundingError> {
        let term = |t| self.late_term(t, env);
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
