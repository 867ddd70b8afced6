//! From a grounded program to a net, in passes:
//!
//! ```text
//! Grounding ──▶ GroundProgram ──▶ Places ──▶ Conditions ──▶ Controls ──▶ Net
//!               start, changes    which atom  what has to     what can     counters, packed
//!               of every choice   is what     hold, variants  happen where positions, fast paths
//! ```
//!
//! Each pass is a struct with its results; later passes only read earlier ones, except that controls
//! add conditions of their own to the table.

mod aggregates;
mod condition_table;
mod conditions;
mod controls;
mod counters;
mod derived;
mod ground;
mod net;
mod outcomes;
mod places;
mod premises;
mod sums;
mod variants;

use crate::build::conditions::Conditions;
use crate::build::controls::Controls;
use crate::build::ground::GroundProgram;
use crate::build::places::Places;
use crate::runtime::net::Net;
use senet_ground::{Grounding, GroundingError};

/// Makes the net of a grounded program, from a start.
pub(crate) fn build(ground: &Grounding<'_>, start: usize) -> Result<Net, GroundingError> {
    let program = GroundProgram::new(ground, start)?;
    // Control states multiply. If there are too many, the largest control variable becomes places,
    // and the passes are run again with one variable less.
    let mut most_atoms = usize::MAX;
    loop {
        let places = Places::new(&program, most_atoms);
        let largest = places.largest_variable();
        match build_net(&program, places) {
            Err(GroundingError::Large) if largest > 0 => most_atoms = largest,
            other => return other,
        }
    }
}

fn build_net(program: &GroundProgram<'_, '_>, places: Places) -> Result<Net, GroundingError> {
    let mut conditions = Conditions::new(program, &places)?;
    let controls = Controls::new(program, &places, &mut conditions)?;
    Ok(net::assemble(program, places, conditions, controls))
}
