//! Sensors in a game: whatever a host could say is a move.

use crate::engine::Engine;
use crate::join::Answers;
use senet_program::{PredId, TypeId, TypeShape};
use senet_words::Value;
use std::sync::Arc;

/// A sensing predicate of finite types has at most this many things to say in a game.
const MAX_SAID: usize = 10_000;

/// Everything that a sensing predicate of finite types could say.
pub(super) fn all_values(engine: &Engine, predicate: PredId) -> Answers {
    let arguments = &engine.program.predicate(predicate).arguments;
    if arguments.is_empty() {
        return Arc::new([1]);
    }
    tuples(engine, arguments).map_or(Arc::new([]), |rows| rows.concat().into())
}

/// Every row of values of these types; `None` if there are too many, or infinitely many.
pub(super) fn tuples(engine: &Engine, types: &[TypeId]) -> Option<Vec<Vec<Value>>> {
    let mut rows: Vec<Vec<Value>> = vec![Vec::new()];
    for ty in types {
        let values = values_of(engine, *ty)?;
        if rows.len().checked_mul(values.len())? > MAX_SAID {
            return None;
        }
        let longer = |row: &Vec<Value>| -> Vec<Vec<Value>> {
            values.iter().map(|v| row.iter().copied().chain([*v]).collect()).collect()
        };
        rows = rows.iter().flat_map(longer).collect();
    }
    Some(rows)
}

/// Every value of a finite type, in canonical order.
fn values_of(engine: &Engine, ty: TypeId) -> Option<Vec<Value>> {
    let declared = engine.program.ty(ty);
    if !matches!(declared.shape, TypeShape::Constants | TypeShape::Finite) {
        return None;
    }
    let mut out = Vec::new();
    for constructor in &declared.constructors {
        let rows = tuples(engine, &engine.program.constructor(*constructor).arguments)?;
        out.extend(rows.iter().map(|row| engine.interner.intern(*constructor, row)));
    }
    Some(out)
}
