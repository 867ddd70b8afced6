//! Exploration of positions that are not packed: a table of whole positions.

use super::{Counts, Explored, Watch};
use rustc_hash::FxHashMap;
use senet_game::{Cursor, DynGame, Expand, MoveIndex, Position, Referee, Turn};
use std::ops::ControlFlow;

/// Bytes for a position beside its state: two counters, a slot in the table and one in a layer.
const OVERHEAD: u64 = 60;

struct Table {
    /// Positions by hash, so that one that was met before need not be copied to be found; one whose
    /// place is taken goes to the next.
    seen: FxHashMap<u64, Position>,
    next: Vec<Position>,
}

/// Explores a game from its start.
pub(super) fn explore(game: &dyn DynGame, mut counts: Counts, watch: Watch<'_>) -> Explored {
    let mut cursor = game.cursor();
    let mut table = Table { seen: FxHashMap::default(), next: Vec::new() };
    let turn = cursor.turn();
    table.meet(&*cursor, &turn, &mut counts);
    let mut children: Vec<(MoveIndex, Turn)> = Vec::new();
    let mut layer = Vec::new();
    while counts.next_layer(table.next.len()) {
        std::mem::swap(&mut layer, &mut table.next);
        for position in layer.drain(..) {
            if !counts.expand(1, watch) {
                return counts.found;
            }
            cursor.load(&position);
            cursor.set_referee(Referee::none());
            children.clear();
            cursor.expand(&Expand::default(), &mut |child| {
                children.push((child.index, child.turn.clone()));
                ControlFlow::Continue(())
            });
            counts.found.edges += children.len() as u64;
            for (index, turn) in &children {
                cursor.enter(*index);
                table.meet(&*cursor, turn, &mut counts);
                cursor.pop();
            }
        }
    }
    counts.found
}

impl Table {
    /// The cursor stands in a position that came up.
    fn meet(&mut self, cursor: &dyn Cursor, turn: &Turn, counts: &mut Counts) {
        let mut hash = cursor.hashed_key().0 as u64;
        while let Some(position) = self.seen.get(&hash) {
            if cursor.is_at(position) {
                return;
            }
            hash = hash.wrapping_add(1);
        }
        let bytes = cursor.state_bytes() as u64 + OVERHEAD;
        if let Some(why) = counts.full(bytes) {
            counts.stop(why);
            return;
        }
        let position = cursor.save();
        if counts.add(turn, bytes) {
            self.next.push(position.clone());
        }
        self.seen.insert(hash, position);
        counts.uses(counts.bytes as usize);
    }
}
