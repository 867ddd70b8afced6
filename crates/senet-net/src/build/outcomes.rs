//! Which atoms are about the outcome.

use senet_program::{PredId, Program};

/// Whether the atoms of a predicate are outcome atoms.
pub(super) fn is_outcome(program: &Program, predicate: PredId) -> bool {
    let game = program.game();
    [&game.win, &game.lose, &game.draw, &game.score].iter().any(|p| p.contains(&predicate))
}
