//! Looks ahead: all moves, as far as the effort goes, deeper and deeper.
//!
//! For two seats a line that cannot change the result is cut off; chance is averaged; with more
//! seats everybody else is thought to be against the one who thinks. What lies beyond the horizon is
//! guessed by a few playouts.

use crate::bot::Mind;
use crate::effort::Watch;
use crate::goal::Yardstick;
use crate::playout::playout_until;
use crate::think::{Opinion, Player, World};
use rustc_hash::{FxHashMap, FxHasher};
use senet_game::{Game, Rng, Seat, Turn};
use std::hash::{Hash, Hasher};

/// Playouts to guess with.
const PLAYOUTS: u32 = 4;
/// Deeper than this nobody looks.
const DEEPEST: u32 = 200;
/// As many positions are remembered.
const REMEMBERED: usize = 1 << 20;

/// A player who looks ahead.
pub(crate) struct AlphaBeta<G: Game> {
    mind: Mind,
    table: FxHashMap<u64, Entry<G::Move>>,
}

/// What is remembered of a position.
struct Entry<M> {
    depth: u32,
    value: f64,
    bound: Bound,
    certain: bool,
    best: Option<M>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Bound {
    Exact,
    AtLeast,
    AtMost,
}

/// A value, and whether it is certain: nothing that it rests on was guessed. A value outside the
/// window that was asked about is a bound, and then the bound is certain.
type Judged = (f64, bool);

impl<G: Game> AlphaBeta<G> {
    pub(crate) fn new(mind: Mind) -> AlphaBeta<G> {
        AlphaBeta { mind, table: FxHashMap::default() }
    }
}

impl<G: Game> Player<G> for AlphaBeta<G> {
    fn choose(
        &mut self,
        game: &G,
        state: &G::State,
        rng: &mut Rng,
        world: &dyn World,
    ) -> Opinion<G::Move> {
        let mut moves = Vec::new();
        game.moves(state, &mut moves);
        let first = moves.first().expect("a position with a turn has a move").clone();
        let Turn::Player(me) = game.turn(state) else {
            return Opinion::of(first);
        };
        // What was guessed for one seat means nothing to another.
        self.table.clear();
        let watch = Watch::new(self.mind.effort, world);
        let mut search = Search {
            game,
            me,
            yardstick: Yardstick::new(self.mind.goal, game, state, rng),
            watch: &watch,
            nodes: 0,
            guesses: 0,
            table: &mut self.table,
            seed: rng.bits(),
            spare: Vec::new(),
        };
        let mut opinion = Opinion::of(first);
        for depth in 1..=DEEPEST {
            search.guesses = 0;
            let Some((best, value, certain)) = search.root(state, &mut moves, depth) else {
                break;
            };
            let line = search.line(state, &best, depth);
            let value = Some(value);
            opinion = Opinion { best, value, proven: certain, nodes: search.nodes, line };
            // Looking deeper shows nothing new if nothing was guessed.
            if certain || search.guesses == 0 {
                break;
            }
        }
        Opinion { nodes: search.nodes, ..opinion }
    }
}

struct Search<'a, 'w, G: Game> {
    game: &'a G,
    me: Seat,
    yardstick: Yardstick,
    watch: &'a Watch<'w>,
    nodes: u64,
    /// How often something was guessed, or remembered that was, at this depth.
    guesses: u64,
    table: &'a mut FxHashMap<u64, Entry<G::Move>>,
    seed: u64,
    spare: Vec<G::Move>,
}

impl<G: Game> Search<'_, '_, G> {
    /// The best move to a depth; `None` if the effort was used up before all were seen, except that
    /// the first look gives the best of what it saw.
    fn root(
        &mut self,
        state: &G::State,
        moves: &mut [G::Move],
        depth: u32,
    ) -> Option<(G::Move, f64, bool)> {
        let mut alpha = f64::NEG_INFINITY;
        let mut best: Option<(usize, f64)> = None;
        let mut all = true;
        let mut won = false;
        for (i, mv) in moves.iter().enumerate() {
            let mut after = state.clone();
            self.game.apply(&mut after, mv, &mut ());
            let Some((value, certain)) = self.value(&after, depth - 1, alpha, f64::INFINITY) else {
                if depth > 1 {
                    return None;
                }
                all = false;
                break;
            };
            all &= certain;
            if best.is_none_or(|(_, b)| value > b) {
                best = Some((i, value));
                won = certain && value >= 1.0;
            }
            alpha = alpha.max(value);
            if won {
                break;
            }
        }
        let (at, value) = best?;
        // The best so far is looked at first when looking deeper.
        moves[..=at].rotate_right(1);
        Some((moves[0].clone(), value, all || won))
    }

    /// What a position is worth to the one who thinks.
    fn value(
        &mut self,
        state: &G::State,
        depth: u32,
        mut alpha: f64,
        mut beta: f64,
    ) -> Option<Judged> {
        self.nodes += 1;
        if self.watch.spent(self.nodes) {
            return None;
        }
        let mover = match self.game.turn(state) {
            Turn::Over(outcome) => return Some((self.yardstick.worth(&outcome, self.me), true)),
            Turn::Stopped(_) => return Some((0.0, false)),
            _ if depth == 0 => return Some((self.guess(state), false)),
            Turn::Chance => return self.average(state, depth),
            Turn::Player(seat) => seat,
        };
        let key = key(state);
        let (low, high) = (alpha, beta);
        let mut first = None;
        if let Some(entry) = self.table.get(&key) {
            first.clone_from(&entry.best);
            let enough = match entry.bound {
                Bound::Exact => true,
                Bound::AtLeast => entry.value >= beta,
                Bound::AtMost => entry.value <= alpha,
            };
            // What is certain stays so, however deep one looks.
            if enough && (entry.certain || entry.depth == depth) {
                self.guesses += u64::from(!entry.certain);
                return Some((entry.value, entry.certain));
            }
        }
        let mut moves = Vec::new();
        self.game.moves(state, &mut moves);
        if let Some(at) = first.and_then(|f| moves.iter().position(|m| *m == f)) {
            moves[..=at].rotate_right(1);
        }
        let mine = mover == self.me;
        let mut best: Option<(usize, Judged)> = None;
        // Whether what was seen of every move is certain.
        let mut all = true;
        let mut cut = false;
        for (i, mv) in moves.iter().enumerate() {
            let mut after = state.clone();
            self.game.apply(&mut after, mv, &mut ());
            let judged = self.value(&after, depth - 1, alpha, beta)?;
            all &= judged.1;
            let better = |b: Judged| if mine { judged.0 > b.0 } else { judged.0 < b.0 };
            if best.is_none_or(|(_, b)| better(b)) {
                best = Some((i, judged));
            }
            if mine {
                alpha = alpha.max(judged.0);
            } else {
                beta = beta.min(judged.0);
            }
            // Nobody can do better than to win, or will let the other do better than the bound.
            let won = judged.1 && judged.0 == if mine { 1.0 } else { -1.0 };
            if alpha >= beta || won {
                cut = true;
                break;
            }
        }
        let (at, (value, certain)) = best?;
        // A move that is too good decides alone; else every move has to be known.
        let certain = if cut { certain } else { all };
        let bound = match value {
            v if v <= low => Bound::AtMost,
            v if v >= high => Bound::AtLeast,
            _ => Bound::Exact,
        };
        if self.table.len() < REMEMBERED || self.table.contains_key(&key) {
            let best = Some(moves[at].clone());
            self.table.insert(key, Entry { depth, value, bound, certain, best });
        }
        Some((value, certain))
    }

    /// What chance makes of it.
    fn average(&mut self, state: &G::State, depth: u32) -> Option<Judged> {
        let mut moves = Vec::new();
        self.game.moves(state, &mut moves);
        let (mut sum, mut total, mut all) = (0.0, 0.0, true);
        for mv in &moves {
            let weight = self.game.weight(state, mv) as f64;
            let mut after = state.clone();
            self.game.apply(&mut after, mv, &mut ());
            let judged = self.value(&after, depth - 1, f64::NEG_INFINITY, f64::INFINITY)?;
            sum += judged.0 * weight;
            total += weight;
            all &= judged.1;
        }
        Some((sum / total, all))
    }

    /// A guess: the mean of a few playouts, the same ones whenever the position is met again.
    fn guess(&mut self, state: &G::State) -> f64 {
        self.guesses += 1;
        let mut rng = Rng::nth(self.seed, key(state));
        let mut sum = 0.0;
        for _ in 0..PLAYOUTS {
            let (mut state, late) = (state.clone(), || self.watch.late());
            let outcome = playout_until(self.game, &mut state, &mut rng, &mut self.spare, &late);
            sum += self.yardstick.worth(&outcome, self.me);
        }
        // Never as good, or as bad, as what is certain.
        0.99 * sum / f64::from(PLAYOUTS)
    }

    /// How play is expected to go on.
    fn line(&self, state: &G::State, best: &G::Move, depth: u32) -> Vec<G::Move> {
        let mut line = vec![best.clone()];
        let mut at = state.clone();
        self.game.apply(&mut at, best, &mut ());
        let mut moves = Vec::new();
        while line.len() < depth as usize {
            let next = self.table.get(&key(&at)).and_then(|e| e.best.clone());
            self.game.moves(&at, &mut moves);
            let Some(next) = next.filter(|n| moves.contains(n)) else {
                break;
            };
            self.game.apply(&mut at, &next, &mut ());
            line.push(next);
        }
        line
    }
}

fn key(state: &impl Hash) -> u64 {
    let mut hasher = FxHasher::default();
    state.hash(&mut hasher);
    hasher.finish()
}
