//! What the premises of a rule need of places, once its variables have values.

use crate::build::conditions::Translator;
use crate::build::ground::block_types;
use crate::build::places::AtomRole;
use crate::runtime::condition::Literal;
use crate::runtime::variant::{ControlAtom, PlaceCopies};
use crate::runtime::weights::falling;
use senet_ground::{AtomId, Env, GroundingError, without_aggregates};
use senet_program::{Block, Premise, TypeId};

/// What premises need.
#[derive(Debug, Default)]
pub(super) struct Needs {
    pub(super) literals: Vec<Literal>,
    pub(super) control: Vec<ControlAtom>,
    /// Copies that can be picked in different ways.
    pub(super) ways: Vec<PlaceCopies>,
    /// Ways to pick among copies that never change.
    pub(super) constant_ways: u128,
    pub(super) impossible: bool,
}

impl Translator<'_, '_, '_> {
    /// What premises need, blocks aside, all variables known.
    pub(super) fn needs(
        &mut self,
        premises: &[Premise],
        env: &Env,
    ) -> Result<Needs, GroundingError> {
        let mut needs = Needs { constant_ways: 1, ..Needs::default() };
        let mut copies: Vec<(AtomId, u32)> = Vec::new();
        for premise in premises {
            match premise {
                // Linear: two premises that match the same atom need two copies of it.
                Premise::Take(atom) | Premise::Read(atom) => {
                    let atom = self.program.atom(atom, env);
                    match copies.iter_mut().find(|(a, _)| *a == atom) {
                        Some((_, n)) => *n += 1,
                        None => copies.push((atom, 1)),
                    }
                }
                Premise::Persistent(atom) => {
                    self.persistent(self.program.atom(atom, env), &mut needs);
                }
                Premise::Derived(atom) if !self.program.ground.reached.is_static(premise) => {
                    let atom = self.program.atom(atom, env);
                    let literal = self.derived.get(&atom).copied();
                    needs.literals.push(literal.unwrap_or(Literal::FALSE));
                }
                _ => {}
            }
        }
        for (atom, n) in copies {
            self.copies(atom, n, &mut needs)?;
        }
        needs.impossible |= needs.literals.contains(&Literal::FALSE);
        needs.literals.retain(|l| *l != Literal::TRUE);
        needs.literals.sort_unstable();
        needs.literals.dedup();
        Ok(needs)
    }

    fn persistent(&self, atom: AtomId, needs: &mut Needs) {
        match self.places.persistent[atom.index()] {
            AtomRole::Place(place) => needs.literals.push(Literal::of(place.condition())),
            AtomRole::Constant(_) => {}
            _ => needs.impossible = true,
        }
    }

    fn copies(&mut self, atom: AtomId, n: u32, needs: &mut Needs) -> Result<(), GroundingError> {
        let atoms = &self.program.ground.reached.atoms;
        let (linear, persistent) = (atoms.linear[atom.index()], atoms.persistent[atom.index()]);
        if linear && persistent {
            return Err(GroundingError::Both);
        }
        if persistent {
            self.persistent(atom, needs);
            return Ok(());
        }
        match self.places.linear[atom.index()] {
            // Copies that never change: whether there are enough is known now, and so is the
            // weight.
            AtomRole::Constant(there) => {
                needs.impossible |= there < u64::from(n);
                needs.constant_ways = needs.constant_ways.saturating_mul(falling(there, n));
            }
            // Not a literal: control states are distinguished by it.
            AtomRole::Control(atom) => {
                needs.impossible |= n > 1;
                needs.control.push(atom);
            }
            AtomRole::Place(place) => {
                if self.places.list[place].copies.is_some() {
                    needs.ways.push(PlaceCopies { place, copies: n });
                }
                let literal = self.at_least(place, n);
                needs.literals.push(literal);
            }
            AtomRole::Never => needs.impossible = true,
        }
        Ok(())
    }

    /// What a match of a block needs, with the blocks inside of it.
    pub(super) fn needs_inside(
        &mut self,
        block: &Block,
        outer: &[TypeId],
        env: &Env,
    ) -> Result<Needs, GroundingError> {
        let (blocks, plain) = without_aggregates(&block.premises)?;
        let mut needs = self.needs(&plain, env)?;
        self.blocks(&blocks, &block_types(block, outer), env, &mut needs.literals)?;
        Ok(needs)
    }

    /// `not`: the negation of a disjunction over the matches of the block.
    pub(super) fn none_of(
        &mut self,
        block: &Block,
        outer: &[TypeId],
        env: &Env,
    ) -> Result<Literal, GroundingError> {
        let mut any = Vec::new();
        for env in self.program.block_matches(block, outer, env)? {
            let needs = self.needs_inside(block, outer, &env)?;
            if !needs.impossible {
                any.push(self.table.all(needs.literals));
            }
        }
        Ok(self.table.any(any).not())
    }
}
