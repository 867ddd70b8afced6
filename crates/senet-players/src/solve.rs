//! Solving: what a game is worth when everybody plays as well as can be.
//!
//! A [`Solver`] finds it out for one or two seats who see everything, without chance; [`odds`] is for
//! games with chance, and [`mixed`] for tiny games with secrets. Where play cannot come back to
//! a position it searches ([`Method::Search`]); where it can, it lists every position and goes from
//! the ends backwards ([`Method::Backward`]), and play without end is a draw. Nothing is guessed:
//! when the [`Allowance`] ends before the answer is there, [`Solution::stuck`] says why, and the
//! bounds say how far it came.

mod backward;
mod chance;
mod fraction;
mod graph;
mod hidden;
mod memory;
mod search;
mod simplex;
mod strategy;
mod within;

use backward::Verdicts;
pub use chance::{Means, Number, Odds, odds};
pub use fraction::Fraction;
use graph::{Graph, Kind};
pub use hidden::{Mixed, Situation, mixed};
use search::{Notes, Search};
use senet_game::{Budget, Game, Outcome, Seat, Turn};
pub use strategy::Strategy;
use within::Plies;

/// What a position is worth to the first seat; for a single seat, whether it reaches its goal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Worth {
    /// The other one wins.
    Loss,
    /// Nobody wins, or nobody can bring it to an end.
    Draw,
    /// It wins.
    Win,
}

/// What is certain of a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Judgement {
    /// What it is worth to the first seat.
    pub worth: Worth,
    /// If it is won or lost: in how many moves, when the winner hurries and the loser holds out, if
    /// that was found out.
    pub distance: Option<u32>,
}

/// What was found out about a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Solution<M> {
    /// How it was found out.
    pub method: Method,
    /// The start is worth at least this to the first seat.
    pub least: Worth,
    /// And at most this.
    pub most: Worth,
    /// In how many moves it is won or lost, if that was found out.
    pub distance: Option<u32>,
    /// The moves at the start, as far as they were judged.
    pub moves: Vec<(M, Judgement)>,
    /// Best play from the start on; it may break off.
    pub line: Vec<M>,
    /// Positions looked at.
    pub positions: u64,
    /// Why not everything was found out.
    pub stuck: Option<Stuck>,
}

/// How it was found out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Method {
    /// By looking ahead, with a memory for positions.
    Search,
    /// From the ends backwards over all positions.
    Backward,
}

/// How much may be spent on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Allowance {
    /// Positions looked at.
    pub positions: u64,
    /// Bytes for what is known of positions, roughly.
    pub memory: u64,
}

/// Why there is no answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stuck {
    /// The positions that may be looked at were looked at.
    Positions,
    /// The positions do not fit into the memory.
    Memory,
    /// Whoever watches wants no more.
    Told,
    /// Play can come back to a position.
    Cycle,
    /// Play goes on for too long.
    Depth,
    /// Chance has a say.
    Chance,
    /// More than two play.
    Seats,
    /// Not everybody sees everything.
    Hidden,
    /// Fractions became too large to be exact.
    Numbers,
    /// Between two moves, the program ran out of a budget.
    Stopped(Budget),
}

/// Somebody who sees now and then how many positions were looked at, and whether to go on.
pub type Watch<'a> = &'a mut dyn FnMut(u64) -> bool;

/// Nodes between two looks at the watcher.
const BETWEEN: u64 = 1024;
/// A line of best play is told up to here.
const LONGEST_LINE: usize = 500;
/// A distance may take so many times the positions that the value took, and so many more.
const PATIENCE: u64 = 10;
const PATIENCE_MORE: u64 = 200_000;

impl Worth {
    /// From worst to best.
    pub const ALL: [Worth; 3] = [Worth::Loss, Worth::Draw, Worth::Win];

    /// What an outcome is worth to the first seat.
    pub fn of(outcome: &Outcome) -> Worth {
        match outcome.utility(Seat(0)) {
            u if u > 0.0 => Worth::Win,
            u if u < 0.0 => Worth::Loss,
            _ => Worth::Draw,
        }
    }

    /// What it is worth to a seat, from -1 to 1.
    pub fn utility(self, seat: Seat) -> f64 {
        let first = f64::from(self as u8) - 1.0;
        if seat == Seat(0) { first } else { -first }
    }

    /// The next worse one; a loss is the worst.
    fn before(self) -> Worth {
        if self == Worth::Win { Worth::Draw } else { Worth::Loss }
    }

    /// The next better one, if there is one.
    fn after(self) -> Option<Worth> {
        Worth::ALL.get(self as usize + 1).copied()
    }
}

impl<M> Solution<M> {
    /// Nothing was found out.
    fn nothing(stuck: Stuck) -> Solution<M> {
        Solution {
            method: Method::Search,
            least: Worth::Loss,
            most: Worth::Win,
            distance: None,
            moves: Vec::new(),
            line: Vec::new(),
            positions: 0,
            stuck: Some(stuck),
        }
    }
}

/// A question that is being looked into: the game, and what was spent on it.
struct Inquiry<'w, G: Game> {
    game: &'w G,
    nodes: u64,
    most: u64,
    watch: Watch<'w>,
}

impl<'w, G: Game> Inquiry<'w, G> {
    fn new(game: &'w G, positions: u64, watch: Watch<'w>) -> Inquiry<'w, G> {
        Inquiry { game, nodes: 0, most: positions, watch }
    }

    /// A position is looked at.
    fn spend(&mut self) -> Result<(), Stuck> {
        if self.nodes >= self.most {
            return Err(Stuck::Positions);
        }
        self.nodes += 1;
        if self.nodes.is_multiple_of(BETWEEN) && !(self.watch)(self.nodes) {
            return Err(Stuck::Told);
        }
        Ok(())
    }

    /// Whether whoever watches wants to go on.
    fn goes_on(&mut self) -> bool {
        (self.watch)(self.nodes)
    }

    /// Asks something on the side that may take a multiple of what was spent so far, but not more
    /// than there is.
    fn aside<T>(&mut self, question: impl FnOnce(&mut Self) -> Result<T, Stuck>) -> Option<T> {
        let (most, patience) = (self.most, PATIENCE * self.nodes + PATIENCE_MORE);
        self.most = most.min(self.nodes.saturating_add(patience));
        let answer = question(self).ok();
        self.most = most;
        answer
    }
}

/// Finds out what positions are worth, and remembers it.
pub struct Solver<G: Game> {
    allowance: Allowance,
    /// The first position that was asked about.
    from: Option<G::State>,
    way: Option<Way<G>>,
}

enum Way<G: Game> {
    /// What the search knows; how soon the first seat wins, and the second.
    Search(Box<Notes<G>>, [Plies<G>; 2]),
    Backward(Box<Graph<G>>, Verdicts),
}

impl<G: Game> Solver<G> {
    /// Nothing is known yet.
    pub fn new(allowance: Allowance) -> Solver<G> {
        Solver { allowance, from: None, way: None }
    }

    /// What a position is worth.
    pub fn judge(
        &mut self,
        game: &G,
        state: &G::State,
        watch: Watch<'_>,
    ) -> Result<Judgement, Stuck> {
        let mut inquiry = Inquiry::new(game, self.allowance.positions, watch);
        self.judge_now(&mut inquiry, state)
    }

    /// A best move, what it is worth, and how many positions were looked at: the shortest way to a
    /// win, the longest to a loss where that was found out, and the first move that keeps a draw.
    pub fn best(
        &mut self,
        game: &G,
        state: &G::State,
        watch: Watch<'_>,
    ) -> Result<(G::Move, Judgement, u64), Stuck> {
        let mut inquiry = Inquiry::new(game, self.allowance.positions, watch);
        let (mv, judgement) = self.best_now(&mut inquiry, state)?;
        Ok((mv, judgement, inquiry.nodes))
    }

    /// Everything about the start of a game.
    pub fn solve(&mut self, game: &G, watch: Watch<'_>) -> Solution<G::Move> {
        let mut inquiry = Inquiry::new(game, self.allowance.positions, watch);
        let start = game.start();
        if game.hides() {
            return Solution::nothing(Stuck::Hidden);
        }
        self.from = Some(start.clone());
        let judged = self.judge_now(&mut inquiry, &start);
        let mut moves = Vec::new();
        let mut line = Vec::new();
        let (least, most, distance, stuck) = match judged {
            Err(why) => {
                let (least, most) = self.bounds(game, &start);
                (least, most, None, Some(why))
            }
            Ok(Judgement { worth, distance }) => {
                let played = self.play_on(&mut inquiry, &start, &mut line);
                let judged = self.judge_moves(&mut inquiry, &start, &mut moves);
                (worth, worth, distance, played.and(judged).err())
            }
        };
        let method = match self.way {
            Some(Way::Search(..)) => Method::Search,
            _ => Method::Backward,
        };
        Solution { method, least, most, distance, moves, line, positions: inquiry.nodes, stuck }
    }

    /// What is known of a position without looking at more.
    fn bounds(&self, game: &G, state: &G::State) -> (Worth, Worth) {
        match &self.way {
            Some(Way::Search(notes, _)) => notes.bounds(game, state),
            _ => (Worth::Loss, Worth::Win),
        }
    }

    fn judge_now(
        &mut self,
        inquiry: &mut Inquiry<'_, G>,
        state: &G::State,
    ) -> Result<Judgement, Stuck> {
        if let Turn::Over(outcome) = inquiry.game.turn(state) {
            return Ok(Judgement { worth: Worth::of(&outcome), distance: Some(0) });
        }
        if inquiry.game.seats() > 2 {
            return Err(Stuck::Seats);
        }
        if let Some(known) = self.listed(inquiry.game, state) {
            return Ok(known);
        }
        let searches = inquiry.game.seats() == 2 && !matches!(self.way, Some(Way::Backward(..)));
        if searches {
            match self.search(inquiry, state) {
                Err(Stuck::Cycle | Stuck::Depth) => {}
                answer => return answer,
            }
        }
        // What comes from the first position asked about is likely to be asked about next.
        let first = self.from.get_or_insert_with(|| state.clone()).clone();
        self.list(inquiry, &first)?;
        if self.listed(inquiry.game, state).is_none() {
            self.list(inquiry, state)?;
            self.from = Some(state.clone());
        }
        Ok(self.listed(inquiry.game, state).expect("what is listed from it has it, too"))
    }

    /// What going backwards has shown of a position.
    fn listed(&self, game: &G, state: &G::State) -> Option<Judgement> {
        match &self.way {
            Some(Way::Backward(graph, verdicts)) => {
                graph.find(game, state).map(|number| verdicts.judge(number))
            }
            _ => None,
        }
    }

    /// Lists all positions from one on, and goes backwards.
    fn list(&mut self, inquiry: &mut Inquiry<'_, G>, from: &G::State) -> Result<(), Stuck> {
        self.way = None;
        // A single seat is done when its goal is reached; two have to see everything.
        let until_won = inquiry.game.seats() == 1;
        let graph = Graph::explore(inquiry, from, self.allowance.memory, until_won)?;
        if graph.map.kinds.contains(&Kind::Chance) {
            return Err(Stuck::Chance);
        }
        let verdicts = Verdicts::new(&graph.map);
        self.way = Some(Way::Backward(Box::new(graph), verdicts));
        Ok(())
    }

    fn search(
        &mut self,
        inquiry: &mut Inquiry<'_, G>,
        state: &G::State,
    ) -> Result<Judgement, Stuck> {
        let memory = self.allowance.memory;
        let begin = || {
            // Three quarters for values, the rest for distances.
            let notes = Notes::new(inquiry.game, state, memory / 4 * 3);
            Way::Search(Box::new(notes), [0, 1].map(|_| Plies::new(memory / 8)))
        };
        let Way::Search(notes, plies) = self.way.get_or_insert_with(begin) else {
            return Err(Stuck::Cycle);
        };
        let worth = Search::new(notes, inquiry).worth(state)?;
        let distance = match worth {
            Worth::Draw => None,
            Worth::Win => inquiry.aside(|ask| plies[0].distance(ask, state, worth)),
            Worth::Loss => inquiry.aside(|ask| plies[1].distance(ask, state, worth)),
        };
        Ok(Judgement { worth, distance })
    }

    fn judge_moves(
        &mut self,
        inquiry: &mut Inquiry<'_, G>,
        state: &G::State,
        out: &mut Vec<(G::Move, Judgement)>,
    ) -> Result<(), Stuck> {
        for (mv, after) in children(inquiry.game, state) {
            let judgement = self.judge_now(inquiry, &after)?;
            out.push((mv, judgement));
        }
        // Alone, it was looked no further than the goal: the other moves are only not as good.
        if inquiry.game.seats() == 1
            && let Ok(Judgement { worth: Worth::Win, distance: Some(d) }) =
                self.judge_now(inquiry, state)
        {
            out.retain(|(_, it)| it.worth == Worth::Win && it.distance.is_some_and(|n| n < d));
        }
        Ok(())
    }

    fn best_now(
        &mut self,
        inquiry: &mut Inquiry<'_, G>,
        state: &G::State,
    ) -> Result<(G::Move, Judgement), Stuck> {
        let Turn::Player(mover) = inquiry.game.turn(state) else {
            return Err(Stuck::Chance);
        };
        let judgement = self.judge_now(inquiry, state)?;
        let left = judgement.distance.map(|d| d.saturating_sub(1));
        let mut kept = None;
        for (mv, after) in children(inquiry.game, state) {
            if !self.keeps(inquiry, &after, mover, judgement.worth)? {
                continue;
            }
            if left.is_none() || self.judge_now(inquiry, &after)?.distance == left {
                return Ok((mv, judgement));
            }
            kept.get_or_insert(mv);
        }
        // Something keeps the value, or it would not be the value.
        kept.map(|mv| (mv, judgement)).ok_or(Stuck::Depth)
    }

    /// Whether somebody who has just moved has kept what the position was worth.
    fn keeps(
        &mut self,
        inquiry: &mut Inquiry<'_, G>,
        after: &G::State,
        mover: Seat,
        worth: Worth,
    ) -> Result<bool, Stuck> {
        let first = mover == Seat(0);
        if let Some(Way::Search(notes, _)) = &mut self.way {
            let mut search = Search::new(notes, inquiry);
            let answer = match (first, worth.after()) {
                (true, _) => search.reaches(after, worth),
                (false, Some(better)) => search.reaches(after, better).map(|it| !it),
                (false, None) => Ok(true),
            };
            if !matches!(answer, Err(Stuck::Cycle | Stuck::Depth)) {
                return answer;
            }
        }
        let judged = self.judge_now(inquiry, after)?.worth;
        Ok(if first { judged >= worth } else { judged <= worth })
    }

    /// Best play until the end, or until it comes back to where it was.
    fn play_on(
        &mut self,
        inquiry: &mut Inquiry<'_, G>,
        state: &G::State,
        line: &mut Vec<G::Move>,
    ) -> Result<(), Stuck> {
        let mut seen = vec![state.clone()];
        while let Some(state) = seen.last().filter(|_| line.len() < LONGEST_LINE) {
            if !matches!(inquiry.game.turn(state), Turn::Player(_)) {
                break;
            }
            let (mv, _) = self.best_now(inquiry, state)?;
            let mut after = state.clone();
            inquiry.game.apply(&mut after, &mv, &mut ());
            line.push(mv);
            if seen.contains(&after) {
                break;
            }
            seen.push(after);
        }
        Ok(())
    }
}

/// Where each move leads.
fn children<G: Game>(game: &G, state: &G::State) -> Vec<(G::Move, G::State)> {
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    let after = |mv: G::Move| {
        let mut after = state.clone();
        game.apply(&mut after, &mv, &mut ());
        (mv, after)
    };
    moves.into_iter().map(after).collect()
}
