//! What properties say about one position.

use crate::reference::{Reference, ReferenceLimit, ReferencePosition};
use crate::terms::match_atom;
use senet_program::{Atom, Program, PropertyKind, Term, TypeId, TypeShape, Variable};
use std::collections::BTreeMap;

impl Reference<'_> {
    /// Whether the pattern of a property holds in a position; of `#conserve`, whether the sum is right.
    pub fn property_holds(
        &self,
        position: &ReferencePosition,
        property: &PropertyKind,
    ) -> Result<bool, ReferenceLimit> {
        match property {
            PropertyKind::Conserve { variables, atoms, total } => {
                Ok(sum_is(self.program, variables, atoms, *total, position))
            }
            PropertyKind::Never(pattern)
            | PropertyKind::Reach(pattern)
            | PropertyKind::AlwaysPossible(pattern)
            | PropertyKind::Inevitable(pattern)
            | PropertyKind::Once(pattern) => self.pattern_holds(position, pattern),
        }
    }
}

/// Whether there are as many atoms as the total that fit a pattern, for all values of the named variables;
/// `_` may be anything.
fn sum_is(
    program: &Program,
    variables: &[Variable],
    atoms: &[Atom],
    total: u64,
    position: &ReferencePosition,
) -> bool {
    let named: Vec<usize> = (0..variables.len()).filter(|v| variables[*v].name != "_").collect();
    let mut sums: BTreeMap<Vec<Term>, u64> = BTreeMap::new();
    let only = |a: &&Atom| !position.linear.contains_key(*a);
    let persistent = position.persistent.iter().filter(only).map(|a| (a, 1));
    for (atom, n) in position.linear.iter().map(|(a, n)| (a, *n)).chain(persistent) {
        for pattern in atoms {
            let mut values = vec![None; variables.len()];
            if match_atom(pattern, atom, &mut values) {
                let key = named.iter().map(|v| values[*v].clone());
                let key = key.collect::<Option<_>>().expect("each atom has all named variables");
                *sums.entry(key).or_insert(0) += n;
            }
        }
    }
    // Keys without any atom have the sum zero.
    let keys = named.iter().map(|v| number_of_values(program, variables[*v].ty));
    let keys = keys.into_iter().try_fold(1u64, |n, m| n.checked_mul(m?));
    sums.values().all(|n| *n == total) && (total == 0 || keys == Some(sums.len() as u64))
}

fn number_of_values(program: &Program, ty: TypeId) -> Option<u64> {
    match program.ty(ty).shape {
        TypeShape::Constants => Some(program.ty(ty).constructors.len() as u64),
        TypeShape::Range { low, high } => (high - low).checked_add(1),
        _ => None,
    }
}
