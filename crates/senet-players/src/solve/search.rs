//! Proofs by search: is a position worth at least so much to the first seat?
//!
//! Every question is one of yes and no. Whoever moves tries what did well elsewhere, and one move
//! that answers the question settles it. An answer rests only on answers that were found before it,
//! so that none is wrong even where play can come back to a position; there the search would only
//! never end, and says so instead.

use super::memory::Memory;
use super::{Inquiry, Stuck, Worth};
use rustc_hash::{FxHashSet, FxHasher};
use senet_game::{Game, Seat, Turn};
use std::hash::{Hash, Hasher};

/// How many plies deep play may go.
const DEEPEST: usize = 3_000;
/// After so many plies more it is looked whether a position has come back.
const LOOK_BACK: usize = 64;
/// Entries in the memory of what moves did well.
const HISTORY: usize = 1 << 12;

/// What was found out so far; it may be asked again and again.
pub(super) struct Notes<G: Game> {
    memory: Memory<G>,
    levels: Vec<Level<G>>,
    /// For each seat, how well a move did as an answer.
    history: [Vec<u32>; 2],
}

pub(super) struct Search<'a, 'w, G: Game> {
    notes: &'a mut Notes<G>,
    inquiry: &'a mut Inquiry<'w, G>,
    /// Words for the positions from the first to the one in question.
    path: Vec<u64>,
}

/// Room for the moves of one ply, and for where they lead.
struct Level<G: Game> {
    moves: Vec<G::Move>,
    children: Vec<G::State>,
    order: Vec<Open>,
    /// The move that last settled a question here.
    killer: Option<G::Move>,
}

/// A move that has to be looked into.
#[derive(Clone, Copy)]
struct Open {
    mv: usize,
    code: Option<u128>,
    did_well: u32,
}

/// A question: is it worth at least so much to the first seat? And who moves, wanting which answer.
#[derive(Clone, Copy)]
struct Question {
    goal: Worth,
    mover: Seat,
    wanted: bool,
}

impl<G: Game> Default for Level<G> {
    fn default() -> Level<G> {
        Level { moves: Vec::new(), children: Vec::new(), order: Vec::new(), killer: None }
    }
}

impl<G: Game> Notes<G> {
    /// Nothing is known yet; so many bytes may be used.
    pub(super) fn new(game: &G, start: &G::State, bytes: u64) -> Notes<G> {
        Notes {
            memory: Memory::new(game, start, bytes),
            levels: Vec::new(),
            history: [vec![0; HISTORY], vec![0; HISTORY]],
        }
    }

    /// Between which bounds a position is worth what it is.
    pub(super) fn bounds(&self, game: &G, state: &G::State) -> (Worth, Worth) {
        let known = self.memory.get(state, game.code(state));
        (known.least, known.most)
    }
}

impl<'a, 'w, G: Game> Search<'a, 'w, G> {
    pub(super) fn new(
        notes: &'a mut Notes<G>,
        inquiry: &'a mut Inquiry<'w, G>,
    ) -> Search<'a, 'w, G> {
        Search { notes, inquiry, path: Vec::new() }
    }

    /// Whether a position is worth at least so much to the first seat.
    pub(super) fn reaches(&mut self, state: &G::State, goal: Worth) -> Result<bool, Stuck> {
        if goal == Worth::Loss {
            return Ok(true);
        }
        self.path.clear();
        let code = self.inquiry.game.code(state);
        match self.at_once(state, code, goal)? {
            Some(answer) => Ok(answer),
            None => self.ask(state, code, goal),
        }
    }

    /// What a position is worth to the first seat.
    pub(super) fn worth(&mut self, state: &G::State) -> Result<Worth, Stuck> {
        if !self.reaches(state, Worth::Draw)? {
            return Ok(Worth::Loss);
        }
        let won = self.reaches(state, Worth::Win)?;
        Ok(if won { Worth::Win } else { Worth::Draw })
    }

    /// The answer, where it can be seen without looking ahead.
    fn at_once(
        &self,
        state: &G::State,
        code: Option<u128>,
        goal: Worth,
    ) -> Result<Option<bool>, Stuck> {
        match self.inquiry.game.turn(state) {
            Turn::Over(outcome) => Ok(Some(Worth::of(&outcome) >= goal)),
            Turn::Stopped(budget) => Err(Stuck::Stopped(budget)),
            Turn::Chance => Err(Stuck::Chance),
            Turn::Player(_) if goal == Worth::Win && !self.inquiry.game.may_win(state, Seat(0)) => {
                Ok(Some(false))
            }
            Turn::Player(_)
                if goal == Worth::Draw && !self.inquiry.game.may_win(state, Seat(1)) =>
            {
                Ok(Some(true))
            }
            Turn::Player(_) => Ok(self.notes.memory.get(state, code).reaches(goal)),
        }
    }

    /// The answer by looking ahead.
    fn ask(&mut self, state: &G::State, code: Option<u128>, goal: Worth) -> Result<bool, Stuck> {
        let Turn::Player(mover) = self.inquiry.game.turn(state) else {
            return Err(Stuck::Chance);
        };
        self.spend(state, code)?;
        let began = self.inquiry.nodes;
        // The first seat wants a yes, the second a no.
        let question = Question { goal, mover, wanted: mover == Seat(0) };
        let depth = self.path.len() - 1;
        if self.notes.levels.len() <= depth + 1 {
            self.notes.levels.resize_with(depth + 2, Level::default);
        }
        let mut level = std::mem::take(&mut self.notes.levels[depth]);
        let answer = self.settle(state, question, &mut level);
        self.notes.levels[depth] = level;
        self.path.pop();
        let answer = answer?;
        let known = self.notes.memory.get(state, code).with(goal, answer);
        self.notes.memory.put(self.inquiry.game, state, code, known, self.inquiry.nodes - began);
        Ok(answer)
    }

    fn settle(
        &mut self,
        state: &G::State,
        question: Question,
        level: &mut Level<G>,
    ) -> Result<bool, Stuck> {
        let Question { goal, mover, wanted } = question;
        if let Some(mv) = self.expand(state, question, level)? {
            level.killer = Some(level.moves[mv].clone());
            return Ok(wanted);
        }
        level.order.sort_by(|a, b| b.did_well.cmp(&a.did_well).then(a.mv.cmp(&b.mv)));
        for at in 0..level.order.len() {
            let Open { mv, code, .. } = level.order[at];
            let child = &level.children[mv];
            let answer = match self.notes.memory.get(child, code).reaches(goal) {
                Some(answer) => answer,
                None => self.ask(child, code, goal)?,
            };
            if answer == wanted {
                self.did_well(mover, &level.moves[mv], at);
                level.killer = Some(level.moves[mv].clone());
                return Ok(wanted);
            }
            // What refuted this move may be worth taking oneself.
            if let Some(refutation) = &self.notes.levels[self.path.len()].killer {
                let rest = &mut level.order[at + 1..];
                let same = |open: &Open| level.moves[open.mv] == *refutation;
                if let Some(found) = rest.iter().position(same) {
                    rest[..=found].rotate_right(1);
                }
            }
        }
        Ok(!wanted)
    }

    /// Makes every move once. A move that settles the question at once is returned; those that have
    /// to be looked into are put into the order.
    fn expand(
        &mut self,
        state: &G::State,
        question: Question,
        level: &mut Level<G>,
    ) -> Result<Option<usize>, Stuck> {
        let Level { moves, children, order, killer } = level;
        self.inquiry.game.moves(state, moves);
        order.clear();
        // What settled the last question here is tried first.
        let first = killer.as_ref().and_then(|k| moves.iter().position(|m| m == k));
        let others = (0..moves.len()).filter(|i| Some(*i) != first);
        if children.len() < moves.len() {
            children.resize(moves.len(), state.clone());
        }
        for i in first.into_iter().chain(others) {
            let child = &mut children[i];
            child.clone_from(state);
            self.inquiry.game.apply(child, &moves[i], &mut ());
            let code = self.inquiry.game.code(child);
            match self.at_once(child, code, question.goal)? {
                Some(answer) if answer == question.wanted => return Ok(Some(i)),
                Some(_) => {}
                None => {
                    let seat = usize::from(question.mover.0 & 1);
                    let did_well = if Some(i) == first {
                        u32::MAX
                    } else {
                        self.notes.history[seat][slot(&moves[i])]
                    };
                    order.push(Open { mv: i, code, did_well });
                }
            }
        }
        Ok(None)
    }

    fn did_well(&mut self, mover: Seat, mv: &G::Move, tried: usize) {
        let history = &mut self.notes.history[usize::from(mover.0 & 1)];
        let entry = &mut history[slot(mv)];
        *entry += 1 + tried as u32;
        if *entry > 1 << 24 {
            history.iter_mut().for_each(|n| *n /= 2);
        }
    }

    /// Counts a node, puts it on the path, and looks whether it was one too many.
    fn spend(&mut self, state: &G::State, code: Option<u128>) -> Result<(), Stuck> {
        self.path.push(code.map_or_else(|| word(state), |code| word(&code)));
        self.inquiry.spend()?;
        if self.path.len().is_multiple_of(LOOK_BACK) {
            let mut seen = FxHashSet::default();
            if !self.path.iter().all(|word| seen.insert(*word)) {
                return Err(Stuck::Cycle);
            }
            if self.path.len() > DEEPEST {
                return Err(Stuck::Depth);
            }
        }
        Ok(())
    }
}

fn word(what: &impl Hash) -> u64 {
    let mut hasher = FxHasher::default();
    what.hash(&mut hasher);
    hasher.finish()
}

/// Where a move stands in the history.
fn slot(mv: &impl Hash) -> usize {
    (word(mv) >> 20) as usize & (HISTORY - 1)
}
