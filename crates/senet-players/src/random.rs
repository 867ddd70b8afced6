//! Plays at random.

use crate::environment::Environment;
use crate::player::{Knowledge, Player, PlayerError, SearchResult};
use senet_game::{DynGame, MoveIndex, Rng};
use std::sync::Arc;

/// Plays any legal move, each as likely as the others.
#[derive(Debug)]
pub(crate) struct Random;

impl Player for Random {
    fn choose(
        &mut self,
        _: &Arc<dyn DynGame>,
        knowledge: Knowledge<'_>,
        rng: &mut Rng,
        _: &dyn Environment,
    ) -> Result<SearchResult, PlayerError> {
        knowledge.seat()?;
        let best = match knowledge {
            // By its place: the moves need not be listed where a game can count them.
            Knowledge::Open(cursor) => MoveIndex(rng.index(cursor.count_moves() as u64) as u32),
            Knowledge::Hidden(known) => known.random_move(rng),
        };
        Ok(SearchResult::of(best))
    }
}
