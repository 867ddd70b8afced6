//! How many plays there are to a depth: the usual test of a game's rules.

use senet_game::{Game, Seat, Turn};

/// What to count.
#[derive(Debug, Clone, Copy)]
pub struct Perft {
    /// How deep.
    pub depth: usize,
    /// Whether one level is a whole turn, all moves up to somebody else's, instead of one move.
    pub turns: bool,
    /// At most so many moves are made.
    pub moves: u64,
}

/// What was counted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Counted {
    /// Plays by depth, from 1. A play that ends earlier counts once.
    pub plays: Vec<u64>,
    /// Whether the budget of moves, or the longest turn, ran out before the last depth was counted.
    pub cut: bool,
}

/// A turn that goes on for longer than this is not counted.
const HIGHEST: usize = 2_000;

/// Counts plays, depth by depth. `watch` is asked now and then whether to go on.
pub fn perft<G: Game>(game: &G, what: Perft, watch: &mut dyn FnMut() -> bool) -> Counted {
    let mut plays = Vec::new();
    let mut counter = Counter { game, turns: what.turns, left: what.moves, watch };
    for depth in 1..=what.depth {
        let start = game.start();
        let seat = mover(game, &start);
        match counter.count(&start, seat, depth, 0) {
            Some(n) => plays.push(n),
            None => return Counted { plays, cut: true },
        }
    }
    Counted { plays, cut: false }
}

fn mover<G: Game>(game: &G, state: &G::State) -> Option<Seat> {
    match game.turn(state) {
        Turn::Player(seat) => Some(seat),
        _ => None,
    }
}

struct Counter<'a, G> {
    game: &'a G,
    turns: bool,
    left: u64,
    watch: &'a mut dyn FnMut() -> bool,
}

impl<G: Game> Counter<'_, G> {
    /// Plays from a position in which `seat` has `depth` levels before it; `None` if the budget
    /// does not suffice.
    fn count(
        &mut self,
        state: &G::State,
        seat: Option<Seat>,
        depth: usize,
        height: usize,
    ) -> Option<u64> {
        if height > HIGHEST {
            return None;
        }
        if depth == 0 {
            return Some(1);
        }
        let mut moves = Vec::new();
        self.game.moves(state, &mut moves);
        if moves.is_empty() {
            return Some(1);
        }
        // The last moves need not be made to be counted.
        if depth == 1 && !self.turns {
            return Some(moves.len() as u64);
        }
        let mut total: u64 = 0;
        for mv in &moves {
            self.left = self.left.checked_sub(1)?;
            if self.left.is_multiple_of(4096) && !(self.watch)() {
                return None;
            }
            let mut after = state.clone();
            self.game.apply(&mut after, mv, &mut ());
            let next = mover(self.game, &after);
            // In a whole turn, moves of the same seat, and of chance between them, are one level.
            let on = self.turns && (next == seat || matches!(self.game.turn(&after), Turn::Chance));
            let depth = if on { depth } else { depth - 1 };
            total = total.saturating_add(self.count(&after, next.or(seat), depth, height + 1)?);
        }
        Some(total)
    }
}
