//! How soon a win can be forced: looked for in one ply, in two, and so on.

use super::{Inquiry, Stuck, Worth};
use rustc_hash::FxHashMap;
use senet_game::{Game, Seat, Turn};

/// For positions that were met: within how many plies the win cannot be forced, and within how many
/// it can.
pub(super) struct Plies<G: Game> {
    codes: FxHashMap<u128, (u16, u16)>,
    whole: FxHashMap<G::State, (u16, u16)>,
    bytes: u64,
    most: u64,
}

/// No win is looked for that takes longer.
const LONGEST: u16 = 1_000;
const ENTRY: u64 = 40;

impl<G: Game> Plies<G> {
    /// Nothing is known yet; so many bytes may be used.
    pub(super) fn new(bytes: u64) -> Plies<G> {
        let (codes, whole) = (FxHashMap::default(), FxHashMap::default());
        Plies { codes, whole, bytes: 0, most: bytes }
    }

    fn get(&self, state: &G::State, code: Option<u128>) -> (u16, u16) {
        let found = match code {
            Some(code) => self.codes.get(&code),
            None => self.whole.get(state),
        };
        found.copied().unwrap_or((0, u16::MAX))
    }

    fn put(
        &mut self,
        game: &G,
        state: &G::State,
        code: Option<u128>,
        known: (u16, u16),
    ) -> Result<(), Stuck> {
        let new = match code {
            Some(code) => self.codes.insert(code, known).is_none(),
            None => self.whole.insert(state.clone(), known).is_none(),
        };
        if new {
            self.bytes += ENTRY + if code.is_some() { 0 } else { game.bytes(state) as u64 };
        }
        if self.bytes > self.most { Err(Stuck::Memory) } else { Ok(()) }
    }

    /// The least number of plies in which a position is won that is known to be won for somebody.
    pub(super) fn distance(
        &mut self,
        inquiry: &mut Inquiry<'_, G>,
        state: &G::State,
        worth: Worth,
    ) -> Result<u32, Stuck> {
        let winner = if worth == Worth::Win { Seat(0) } else { Seat(1) };
        for plies in 0..LONGEST {
            if self.within(inquiry, state, winner, plies)? {
                return Ok(u32::from(plies));
            }
        }
        Err(Stuck::Depth)
    }

    /// Whether somebody can force a win within so many plies.
    fn within(
        &mut self,
        inquiry: &mut Inquiry<'_, G>,
        state: &G::State,
        winner: Seat,
        plies: u16,
    ) -> Result<bool, Stuck> {
        let game = inquiry.game;
        let mover = match game.turn(state) {
            Turn::Over(outcome) => return Ok(outcome.utility(winner) > 0.0),
            Turn::Player(mover) => mover,
            Turn::Chance => return Err(Stuck::Chance),
            Turn::Stopped(budget) => return Err(Stuck::Stopped(budget)),
        };
        if plies == 0 || !game.may_win(state, winner) {
            return Ok(false);
        }
        let code = game.code(state);
        let (never, surely) = self.get(state, code);
        if plies <= never || plies >= surely {
            return Ok(plies >= surely);
        }
        inquiry.spend()?;
        let mut moves = Vec::new();
        game.moves(state, &mut moves);
        let mut children = Vec::with_capacity(moves.len());
        let mine = mover == winner;
        let mut found = !mine;
        // What ends at once, or was seen before, comes first.
        for mv in &moves {
            let mut after = state.clone();
            game.apply(&mut after, mv, &mut ());
            match game.turn(&after) {
                Turn::Over(outcome) => {
                    if (outcome.utility(winner) > 0.0) == mine {
                        found = mine;
                        children.clear();
                        break;
                    }
                }
                _ => children.push(after),
            }
        }
        for after in children {
            if self.within(inquiry, &after, winner, plies - 1)? == mine {
                found = mine;
                break;
            }
        }
        let known = if found { (never, plies) } else { (plies, surely) };
        self.put(game, state, code, known)?;
        Ok(found)
    }
}
