//! What atoms say about winning.

use crate::runtime::outcome::Says;
use senet_engine::Value;
use senet_program::{PredId, Program};

/// Whether a predicate says anything about winning.
pub(super) fn tells(program: &Program, predicate: PredId) -> bool {
    let game = program.game();
    [&game.win, &game.lose, &game.draw, &game.score].iter().any(|p| p.contains(&predicate))
}

/// What an atom says.
pub(super) fn says(program: &Program, predicate: PredId, values: &[Value]) -> Says {
    let game = program.game();
    let seat = |value: Value| {
        let players = game.players.as_ref()?;
        players.seats.iter().position(|c| u64::from(c.0) == value).map(|at| at as u8)
    };
    let named: Vec<u8> = match values.first() {
        Some(player) => seat(*player).into_iter().collect(),
        None => (0..program.seats() as u8).collect(),
    };
    let mut says = Says::default();
    if game.win.contains(&predicate) {
        says.won.clone_from(&named);
    }
    if game.lose.contains(&predicate) {
        says.lost = named;
    }
    says.drawn = game.draw.contains(&predicate);
    if game.score.contains(&predicate) {
        says.score = match *values {
            [player, n] => seat(player).map(|s| (s, n)),
            [n] => Some((0, n)),
            _ => None,
        };
    }
    says
}
