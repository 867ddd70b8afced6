//! One thread's alpha-beta search.

use crate::clock::SearchClock;
use crate::goal::{Utility, lead};
use rustc_hash::FxHashMap;
use senet_game::{Cursor, HashedKey, MoveId, MoveIndex, Rng, Seat, Turn};

/// Playouts that evaluate a position at the horizon.
const PLAYOUTS: u32 = 4;
/// Evaluations are less than a win and more than a loss, so that these are always preferred.
const BEST_EVALUATION: f64 = 0.99;
/// The transposition table holds so many positions, and then takes no new ones.
const TABLE_SIZE: usize = 1 << 20;

/// What a value rests on, from the surest on. The basis of a value is that of the weakest part that it
/// needs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Basis {
    /// Ends by the rules of the game: it holds whenever the position comes up.
    Rules,
    /// Ends by draw rules, or values of positions that were reached in another way: it may hold for
    /// this path only.
    Path,
    /// Evaluations at the horizon.
    Evaluation,
}

/// A value for the searching seat. If it lies outside of the window that was asked about it is a
/// bound, and the basis is that of the bound.
#[derive(Debug, Clone, Copy)]
struct Value {
    value: f64,
    basis: Basis,
}

/// An entry of the transposition table.
///
/// The graph history interaction problem (Campbell 1985; Kishimoto & Müller 2004): where draw rules
/// count moves or repetitions, the value of a position depends on the way that led to it. A value that
/// rests on an end by a draw rule is therefore not stored, only the move that was best; and a value
/// that was proven after another history counts as [`Basis::Path`], because a draw rule may end the
/// play before the proof does.
struct Entry {
    best: MoveId,
    depth: u32,
    /// What is known of the value; `None` if it rests on a draw rule.
    known: Option<(Value, Bound)>,
    /// [`senet_game::Referee::history_hash`] on the way to the position.
    history: u64,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Bound {
    Exact,
    Lower,
    Upper,
}

/// What was found out about some moves of the root.
pub(super) struct RootResult {
    /// The best of them, with its value.
    pub(super) best: Option<(MoveIndex, f64)>,
    /// The basis of all of them together.
    pub(super) basis: Basis,
    /// Whether the best one is proven to win.
    pub(super) is_won: bool,
}

impl RootResult {
    /// Together with what was found out about more moves; the best so far stays the best unless
    /// another one is better.
    pub(super) fn or(self, other: RootResult) -> RootResult {
        let better = |(_, value): &(MoveIndex, f64)| self.best.is_none_or(|(_, b)| *value > b);
        RootResult {
            best: other.best.filter(better).or(self.best),
            basis: self.basis.max(other.basis),
            is_won: self.is_won || other.is_won,
        }
    }

    /// Whether a move is better than this.
    pub(super) fn beats(&self, value: f64) -> bool {
        self.best.is_some_and(|(_, best)| best > value)
    }
}

/// One thread's search. Its cursor stands at the root between two calls, at depth 0.
pub(super) struct Search<'a> {
    cursor: Box<dyn Cursor>,
    seat: Seat,
    utility: Utility,
    /// The lead that means a sure win, if points tell something.
    points: Option<f64>,
    clock: SearchClock<'a>,
    /// The seed of the playouts that evaluate positions.
    seed: u64,
    /// The moves of the root, in canonical order.
    root: Vec<MoveId>,
    nodes: u64,
    evaluations: u64,
    table: FxHashMap<HashedKey, Entry>,
    /// Lists of moves that are not in use.
    spare: Vec<Vec<MoveId>>,
}

impl<'a> Search<'a> {
    pub(super) fn new(
        mut cursor: Box<dyn Cursor>,
        seat: Seat,
        utility: Utility,
        points: Option<f64>,
        clock: SearchClock<'a>,
        seed: u64,
    ) -> Search<'a> {
        let mut root = Vec::new();
        cursor.moves(&mut root);
        Search {
            cursor,
            seat,
            utility,
            points,
            clock,
            seed,
            root,
            nodes: 0,
            evaluations: 0,
            table: FxHashMap::default(),
            spare: Vec::new(),
        }
    }

    /// The moves of the root, in canonical order.
    pub(super) fn root_moves(&self) -> Vec<MoveIndex> {
        (0..self.root.len()).map(|i| MoveIndex(i as u32)).collect()
    }

    /// Positions that were looked at.
    pub(super) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Evaluations that the results of this iteration rest on.
    pub(super) fn evaluations(&self) -> u64 {
        self.evaluations
    }

    /// Begins to count evaluations anew.
    pub(super) fn begin_iteration(&mut self) {
        self.evaluations = 0;
    }

    /// The best of some moves of the root, to a depth; `None` if the limit was reached before all were
    /// searched, except that depth 1 gives the best of those that were.
    pub(super) fn root(
        &mut self,
        moves: &[MoveIndex],
        depth: u32,
        mut alpha: f64,
    ) -> Option<RootResult> {
        let mut found = RootResult { best: None, basis: Basis::Rules, is_won: false };
        for index in moves {
            let mv = self.root[index.0 as usize];
            let Some(Value { value, basis }) = self.after(mv, depth, alpha, f64::INFINITY) else {
                while self.cursor.depth() > 0 {
                    self.cursor.pop();
                }
                if depth > 1 {
                    return None;
                }
                found.basis = Basis::Evaluation;
                break;
            };
            found.basis = found.basis.max(basis);
            if found.best.is_none_or(|(_, best)| value > best) {
                found.best = Some((*index, value));
                found.is_won = basis == Basis::Rules && value >= 1.0;
            }
            alpha = alpha.max(value);
            if found.is_won {
                break;
            }
        }
        Some(found)
    }

    /// The value of the position after a move; `None` if the limit was reached, and then the cursor
    /// stays where it was at that moment.
    fn after(&mut self, mv: MoveId, depth: u32, alpha: f64, beta: f64) -> Option<Value> {
        self.cursor.push();
        self.cursor.apply(mv);
        let value = self.value(depth - 1, alpha, beta)?;
        self.cursor.pop();
        Some(value)
    }

    /// The value of the position, fail-soft.
    fn value(&mut self, depth: u32, alpha: f64, beta: f64) -> Option<Value> {
        if self.clock.is_spent(self.nodes) {
            return None;
        }
        self.nodes += 1;
        let mover = match self.cursor.turn() {
            Turn::Over(outcome) => {
                let by_draw_rule = self.cursor.referee().is_draw();
                let basis = if by_draw_rule { Basis::Path } else { Basis::Rules };
                return Some(Value { value: self.utility.of(&outcome, self.seat), basis });
            }
            Turn::Stopped(_) => return Some(Value { value: 0.0, basis: Basis::Evaluation }),
            _ if depth == 0 => {
                self.evaluations += 1;
                return Some(Value { value: self.evaluate(), basis: Basis::Evaluation });
            }
            Turn::Chance => return self.expectation(depth),
            Turn::Player(seat) => seat,
        };
        // The table is asked after ends and evaluations, which are cheaper than a look-up
        // that misses the cache.
        let key = self.cursor.hashed_key();
        let history = self.cursor.referee().history_hash(u64::from(super::MAX_DEPTH));
        let mut first = None;
        if let Some(entry) = self.table.get(&key) {
            first = Some(entry.best);
            if let Some(value) = entry.value(depth, history, alpha, beta) {
                self.evaluations += u64::from(value.basis == Basis::Evaluation);
                return Some(value);
            }
        }
        let mut moves = self.spare.pop().unwrap_or_default();
        self.cursor.moves(&mut moves);
        if let Some(at) = first.and_then(|first| moves.iter().position(|mv| *mv == first)) {
            moves[..=at].rotate_right(1);
        }
        // The move that was best at a smaller depth comes first: with iterative deepening
        // this is most of what makes alpha-beta cut.
        let (best, value) = self.best_of(&moves, mover, depth, alpha, beta)?;
        self.spare.push(moves);
        if self.table.len() < TABLE_SIZE || self.table.contains_key(&key) {
            let bound = match value.value {
                v if v <= alpha => Bound::Upper,
                v if v >= beta => Bound::Lower,
                _ => Bound::Exact,
            };
            let known = (value.basis != Basis::Path).then_some((value, bound));
            self.table.insert(key, Entry { best, depth, known, history });
        }
        Some(value)
    }

    /// The best of some moves for the one who makes it, and its value.
    fn best_of(
        &mut self,
        moves: &[MoveId],
        mover: Seat,
        depth: u32,
        mut alpha: f64,
        mut beta: f64,
    ) -> Option<(MoveId, Value)> {
        let own = mover == self.seat;
        let mut best: Option<(MoveId, Value)> = None;
        let mut basis = Basis::Rules;
        for mv in moves {
            let found = self.after(*mv, depth, alpha, beta)?;
            basis = basis.max(found.basis);
            let better = |b: Value| if own { found.value > b.value } else { found.value < b.value };
            if best.is_none_or(|(_, b)| better(b)) {
                best = Some((*mv, found));
            }
            if own {
                alpha = alpha.max(found.value);
            } else {
                beta = beta.min(found.value);
            }
            // A cutoff, or a win that is proven: this move decides alone, whatever the others rest on.
            let won = found.basis == Basis::Rules && found.value == if own { 1.0 } else { -1.0 };
            if alpha >= beta || won {
                return best;
            }
        }
        best.map(|(mv, Value { value, .. })| (mv, Value { value, basis }))
    }

    /// The mean over the moves of chance, by weight (expectimax, without cutoffs).
    fn expectation(&mut self, depth: u32) -> Option<Value> {
        let mut moves = self.spare.pop().unwrap_or_default();
        self.cursor.moves(&mut moves);
        let (mut sum, mut total, mut basis) = (0.0, 0.0, Basis::Rules);
        for mv in &moves {
            let weight = self.cursor.weight(*mv) as f64;
            // The window of a mean says nothing about its parts without bounds on the
            // others (that would be Star1; Ballard, 1983), so the children get the full
            // one.
            let found = self.after(*mv, depth, f64::NEG_INFINITY, f64::INFINITY)?;
            sum += found.value * weight;
            total += weight;
            basis = basis.max(found.basis);
        }
        self.spare.push(moves);
        Some(Value { value: sum / total, basis })
    }

    /// Evaluates a position at the horizon: by points, else by the mean of a few playouts, which are
    /// the same ones whenever the position comes up.
    fn evaluate(&mut self) -> f64 {
        if let Some(points) = self.points
            && let Some(lead) = self.cursor.scores().and_then(|scores| lead(&scores, self.seat))
        {
            return BEST_EVALUATION * (lead / points).clamp(-1.0, 1.0);
        }
        let mut rng = Rng::nth(self.seed, self.cursor.hashed_key().0 as u64);
        let mut sum = 0.0;
        for _ in 0..PLAYOUTS {
            self.cursor.push();
            let clock = &self.clock;
            let outcome = self.cursor.playout(&mut rng, &mut || clock.is_over(), None);
            self.cursor.pop();
            sum += self.utility.of(&outcome, self.seat);
        }
        BEST_EVALUATION * sum / f64::from(PLAYOUTS)
    }

    /// The principal variation after a move of the root, as far as the table remembers it.
    pub(super) fn principal_variation(&mut self, best: MoveIndex, depth: u32) -> Vec<MoveIndex> {
        let mut line = vec![best];
        let mut moves = Vec::new();
        self.cursor.push();
        self.cursor.apply(self.root[best.0 as usize]);
        while line.len() < depth as usize && !self.clock.is_over() {
            let next = self.table.get(&self.cursor.hashed_key()).map(|entry| entry.best);
            self.cursor.moves(&mut moves);
            let Some(at) = next.and_then(|next| moves.iter().position(|mv| *mv == next)) else {
                break;
            };
            self.cursor.apply(moves[at]);
            line.push(MoveIndex(at as u32));
        }
        self.cursor.pop();
        line
    }
}

impl Entry {
    /// The value of the position, if what is known decides it for this depth, history and window.
    fn value(&self, depth: u32, history: u64, alpha: f64, beta: f64) -> Option<Value> {
        let (mut found, bound) = self.known?;
        let decides = match bound {
            Bound::Exact => true,
            Bound::Lower => found.value >= beta,
            Bound::Upper => found.value <= alpha,
        };
        // What rests on the rules stays so, however deep one looks.
        if !decides || (found.basis != Basis::Rules && self.depth != depth) {
            return None;
        }
        if self.history != history {
            found.basis = found.basis.max(Basis::Path);
        }
        Some(found)
    }
}
