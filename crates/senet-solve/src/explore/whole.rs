//! Exploration of positions that are not packed: a table of whole positions.

use super::{Counts, ExploreStop, Explored, Met, WATCH_EVERY, Watch};
use rustc_hash::FxHashMap;
use senet_game::{Cursor, DynGame, Position, Referee, Turn};

/// Bytes for a position beside its state: two counters, a slot in the table and one in a layer.
const OVERHEAD: u64 = 60;

/// Positions that are not packed are slow to make, some 100 µs, and large. A move counts as so many states
/// and so does a mebibyte of new positions, so that the watcher is asked every few milliseconds.
const MOVE: u64 = WATCH_EVERY / 64;
const BYTES: u64 = (1 << 20) / MOVE;

struct Table {
    /// Positions by hash, so that one that was met before need not be copied to be found; one whose
    /// place is taken goes to the next.
    seen: FxHashMap<u64, Position>,
    next: Vec<Position>,
}

/// Explores a game from its start.
pub(super) fn explore(game: &dyn DynGame, mut counts: Counts, watch: Watch<'_>) -> Explored {
    // The rest is for a table that grows beside the old one, and for what states do not count of themselves.
    counts.limits.memory = counts.limits.memory / 4 * 3;
    let mut cursor = game.cursor();
    let mut table = Table { seen: FxHashMap::default(), next: Vec::new() };
    let turn = cursor.turn();
    table.meet(&*cursor, &turn, &mut counts);
    let mut moves = Vec::new();
    let mut layer = Vec::new();
    while counts.next_layer(table.next.len()) {
        std::mem::swap(&mut layer, &mut table.next);
        for position in layer.drain(..) {
            cursor.load(&position);
            cursor.set_referee(Referee::none());
            // Child by child, because the children of a large position together are larger still.
            cursor.moves(&mut moves);
            for mv in &moves {
                let before = counts.bytes;
                cursor.push();
                cursor.apply(*mv);
                let turn = cursor.turn();
                table.meet(&*cursor, &turn, &mut counts);
                cursor.pop();
                counts.found.edges += 1;
                if counts.found.stopped == Some(ExploreStop::Memory) {
                    counts.end_layer();
                    return counts.found;
                }
                if !counts.work(MOVE + (counts.bytes - before) / BYTES, watch) {
                    return counts.found;
                }
            }
        }
    }
    counts.found
}

impl Table {
    /// The cursor stands in a position that came up.
    fn meet(&mut self, cursor: &dyn Cursor, turn: &Turn, counts: &mut Counts) {
        // Linear probing over hashes, with comparison of whole positions: a collision costs
        // time, never a wrong count.
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
        if counts.add(Met::of(turn), bytes, 1) {
            self.next.push(position.clone());
        }
        self.seen.insert(hash, position);
        counts.uses(counts.bytes as usize);
    }
}
