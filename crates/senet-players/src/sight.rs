//! What a seat knows of a position, and what the position could be for all that it knows.

use senet_game::{Eye, Game, Rng, Seat, Turn, View, ViewMove};

/// So many moves are tried to find one history that fits what was seen.
const TRIED: usize = 2_000;

/// What the seat whose turn it is knows of a position. Whoever has this can look at the position
/// itself only if nothing of it is hidden.
pub struct Sight<'a, G: Game> {
    game: &'a G,
    state: &'a G::State,
    seat: Seat,
    past: Vec<Seen<G::Move>>,
}

/// Something that was played, as the seat saw it.
struct Seen<M> {
    by: Turn,
    /// The move, if the seat made it itself.
    own: Option<M>,
    shown: ViewMove,
    /// The position after it.
    view: View,
}

/// Something that was played: the position before it, the move, and the position after it.
pub type Played<'a, G> = (&'a <G as Game>::State, &'a <G as Game>::Move, &'a <G as Game>::State);

impl<'a, G: Game> Sight<'a, G> {
    /// What the seat whose turn it is knows of a position; `past` is what was played from the start
    /// to it. `None` if it is nobody's turn.
    pub fn new(
        game: &'a G,
        state: &'a G::State,
        past: impl IntoIterator<Item = Played<'a, G>>,
    ) -> Option<Sight<'a, G>>
    where
        G: 'a,
    {
        let Turn::Player(seat) = game.turn(state) else {
            return None;
        };
        let eye = Eye::Seat(seat);
        let seen = |(before, mv, after): Played<'a, G>| {
            let by = game.turn(before);
            let own = (by == Turn::Player(seat)).then(|| mv.clone());
            let (shown, view) = (game.show(before, mv, eye), game.view(after, eye));
            Seen { by, own, shown, view }
        };
        let past = if game.hides() { past.into_iter().map(seen).collect() } else { Vec::new() };
        Some(Sight { game, state, seat, past })
    }

    /// The seat.
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// The position, if nothing is ever hidden in this game.
    pub fn open(&self) -> Option<&'a G::State> {
        (!self.game.hides()).then_some(self.state)
    }

    /// What the seat may do: it always knows that.
    pub fn moves(&self, out: &mut Vec<G::Move>) {
        self.game.moves(self.state, out);
    }

    /// One of these at random.
    pub fn pick(&self, rng: &mut Rng, moves: &mut Vec<G::Move>) -> G::Move {
        self.game.pick(self.state, rng, moves)
    }

    /// A position that could be the one, for all that the seat has seen.
    ///
    /// Plays the game again from its start: where the seat saw less than everything, anything may
    /// have happened that would have looked the same. If that finds nothing, the game itself imagines
    /// something.
    pub fn imagine(&self, rng: &mut Rng) -> G::State {
        self.imagine_until(rng, &|| false)
    }

    /// The same, in a hurry: once it is late, the game imagines something at once.
    pub(crate) fn imagine_until(&self, rng: &mut Rng, late: &dyn Fn() -> bool) -> G::State {
        let mut left = TRIED;
        while left > 0 && !late() {
            if let Some(state) = self.again(rng, &mut left) {
                return state;
            }
        }
        self.game.imagine(self.state, self.seat, rng)
    }

    /// One try to play the past again.
    fn again(&self, rng: &mut Rng, left: &mut usize) -> Option<G::State> {
        let mut state = self.game.start();
        let mut moves = Vec::new();
        for seen in &self.past {
            state = self.step(&state, seen, rng, &mut moves, left)?;
        }
        let looks = self.game.turn(&state) == Turn::Player(self.seat);
        // Whoever was set down in the middle of a game has seen nothing of what came before.
        let eye = Eye::Seat(self.seat);
        let fits = || self.game.view(&state, eye) == self.game.view(self.state, eye);
        if looks && fits() {
            return Some(state);
        }
        *left = left.saturating_sub(1 + TRIED / 8);
        None
    }

    /// A move that would have looked like the one that was made, and where it leads.
    fn step(
        &self,
        state: &G::State,
        seen: &Seen<G::Move>,
        rng: &mut Rng,
        moves: &mut Vec<G::Move>,
        left: &mut usize,
    ) -> Option<G::State> {
        *left = left.saturating_sub(1);
        if self.game.turn(state) != seen.by {
            return None;
        }
        let eye = Eye::Seat(self.seat);
        self.game.moves(state, moves);
        match &seen.own {
            Some(own) => moves.retain(|mv| mv == own),
            None => moves.retain(|mv| self.game.show(state, mv, eye) == seen.shown),
        }
        while !moves.is_empty() {
            let mv = moves.swap_remove(self.heavy(state, moves, rng));
            *left = left.saturating_sub(1);
            let mut after = state.clone();
            self.game.apply(&mut after, &mv, &mut ());
            if self.game.view(&after, eye) == seen.view {
                return Some(after);
            }
        }
        None
    }

    /// Where one of some moves stands, at random, by weight if chance decides.
    fn heavy(&self, state: &G::State, moves: &[G::Move], rng: &mut Rng) -> usize {
        let total: u128 = moves.iter().map(|mv| self.game.weight(state, mv)).sum();
        let mut at = rng.below(total.max(1));
        for (i, mv) in moves.iter().enumerate() {
            let weight = self.game.weight(state, mv);
            if at < weight {
                return i;
            }
            at -= weight;
        }
        moves.len() - 1
    }
}
