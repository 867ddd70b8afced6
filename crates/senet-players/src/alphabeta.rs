//! Looks ahead: all moves, as far as the effort goes, deeper and deeper.
//!
//! For two seats a line that cannot change the result is cut off; chance is averaged; with more
//! seats everybody else is thought to be against the one who thinks. What lies beyond the horizon is
//! guessed: by the points where the game tells them while it is played, else by a few playouts.

use crate::bot::Mind;
use crate::effort::Watch;
use crate::goal::{ROOM, Yardstick, ahead};
use crate::think::{Opinion, Player, World};
use crate::together::together;
use crate::walk::{Moves, On, Walk};
use rustc_hash::FxHashMap;
use senet_game::{Game, Rng, Seat, Turn};

/// Playouts to guess with.
const PLAYOUTS: u32 = 4;
/// Plays that are looked at to see whether points tell something.
const PLAYS: u32 = 16;
/// Moves of each of them.
const MOVES: u32 = 500;
/// Deeper than this nobody looks.
const DEEPEST: u32 = 200;
/// As many positions are remembered.
const REMEMBERED: usize = 1 << 20;

/// A player who looks ahead.
#[derive(Debug)]
pub(crate) struct AlphaBeta {
    mind: Mind,
}

/// What is remembered of a position.
struct Entry {
    depth: u32,
    value: f64,
    bound: Bound,
    certain: bool,
    best: u32,
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

impl AlphaBeta {
    pub(crate) fn new(mind: Mind) -> AlphaBeta {
        AlphaBeta { mind }
    }
}

impl<G: Game> Player<G> for AlphaBeta {
    fn choose(
        &mut self,
        game: &G,
        state: &G::State,
        rng: &mut Rng,
        world: &dyn World,
    ) -> Opinion<G::Move> {
        let yardstick = Yardstick::new(self.mind.goal, game, state, rng);
        let walk = |_| On::from(game, state, Moves::default());
        let mut walks: Vec<_> = (0..self.mind.threads).map(walk).collect();
        let watched = |walk| (walk as &mut dyn Walk, Watch::new(self.mind.effort, world));
        let (by, opinion) = look(walks.iter_mut().map(watched).collect(), yardstick, rng);
        opinion.map(|mv| walks[by].mv(mv).clone())
    }
}

/// Looks ahead, deeper and deeper, with a thread for each walk; and the thread that found the best
/// move, whose numbers those of the line are.
///
/// Each thread has some of the first moves, always the same ones, and remembers what it saw of
/// them. What they see of each other's moves is only what the best one was worth at the depth
/// before, so that play is the same whichever thread is the fastest.
fn look<'a>(
    mut threads: Vec<(&'a mut dyn Walk, Watch<'a>)>,
    yardstick: Yardstick,
    rng: &mut Rng,
) -> (usize, Opinion<u32>) {
    let mut moves = Vec::new();
    // The first moves have the same numbers everywhere: they are the first to get one.
    for (walk, _) in &mut threads {
        walk.moves(&mut moves);
    }
    let first = *moves.first().expect("a position with a turn has a move");
    let (walk, watch) = &mut threads[0];
    let Turn::Player(me) = walk.turn() else {
        return (0, Opinion::of(first));
    };
    let points = points(*walk, watch, rng);
    let seed = rng.bits();
    let search = |(walk, watch)| Search {
        walk,
        me,
        yardstick,
        points,
        watch,
        nodes: 0,
        guesses: 0,
        table: FxHashMap::default(),
        seed,
        spare: Vec::new(),
    };
    let mut searches: Vec<Search<'_>> = threads.into_iter().map(search).collect();
    let mut opinion = (0, Opinion::of(first));
    for depth in 1..=DEEPEST {
        searches.iter_mut().for_each(|search| search.guesses = 0);
        let guess = opinion.1.value.unwrap_or(f64::NEG_INFINITY);
        let Some(seen) = all(&mut searches, &moves, depth, guess) else {
            break;
        };
        let Some((best, value)) = seen.best else {
            break;
        };
        // The best so far is looked at first when looking deeper.
        let at = moves.iter().position(|mv| *mv == best).expect("it is one of them");
        moves[..=at].rotate_right(1);
        let by = best as usize % searches.len();
        let line = searches[by].line(best, depth);
        let proven = seen.certain || seen.won;
        opinion = (by, Opinion { best, value: Some(value), proven, nodes: 0, line });
        // Looking deeper shows nothing new if nothing was guessed.
        if proven || searches.iter().all(|search| search.guesses == 0) {
            break;
        }
    }
    opinion.1.nodes = searches.iter().map(|search| search.nodes).sum();
    opinion
}

/// Looks at all first moves, to a depth. `guess` is what the first of them was worth when it was
/// looked at last: until it is known what it is worth now, that is the bar for all the others.
fn all(searches: &mut [Search<'_>], moves: &[u32], depth: u32, guess: f64) -> Option<Seen> {
    let threads = searches.len();
    if threads == 1 {
        return searches[0].root(moves, depth, f64::NEG_INFINITY);
    }
    let (lead, rest) = moves.split_first().expect("there are moves");
    let leader = *lead as usize % threads;
    let own = |by: usize| -> Vec<u32> {
        rest.iter().copied().filter(|mv| *mv as usize % threads == by).collect()
    };
    let seen = together(searches.iter_mut().enumerate().collect(), |(by, search)| {
        if by != leader {
            return search.root(&own(by), depth, guess);
        }
        let seen = search.root(&[*lead], depth, f64::NEG_INFINITY)?;
        match seen.best {
            Some((_, bar)) if !seen.won => {
                let others = search.root(&own(by), depth, bar)?;
                Some(seen.or(others))
            }
            _ => Some(seen),
        }
    });
    let mut others = seen;
    let mut seen = others.remove(leader)?;
    let (Some((_, bar)), false) = (seen.best, seen.won) else {
        return Some(seen);
    };
    let passed = |other: &Option<Seen>| other.as_ref().is_some_and(|o| o.beats(guess));
    if bar < guess && !others.iter().any(passed) {
        // Less than was thought: what did not reach the bar may be better than this after all.
        let rest = searches.iter_mut().enumerate().filter(|(by, _)| *by != leader);
        others = together(rest.collect(), |(by, search)| search.root(&own(by), depth, bar));
    }
    // Of moves that are worth the same, the first is taken.
    let at = |other: &Option<Seen>| {
        let best = other.as_ref().and_then(|seen| seen.best);
        moves.iter().position(|mv| best.is_some_and(|(best, _)| *mv == best))
    };
    others.sort_by_key(at);
    for other in others {
        seen = seen.or(other?);
    }
    Some(seen)
}

/// By how many points one is ahead who has surely won; nothing, if points do not tell, because there
/// are none or only at the end.
fn points(walk: &mut dyn Walk, watch: &Watch<'_>, rng: &mut Rng) -> Option<f64> {
    walk.scores()?;
    let (mut told, mut most) = (false, 1.0_f64);
    for _ in 0..PLAYS {
        walk.home();
        for _ in 0..MOVES {
            let scores = walk.scores()?;
            let over = !matches!(walk.turn(), Turn::Player(_) | Turn::Chance);
            told |= !over && scores.iter().any(|points| *points != scores[0]);
            let leads = (0..scores.len()).filter_map(|seat| ahead(&scores, Seat(seat as u8)));
            most = leads.fold(most, |most, lead| most.max(lead.abs()));
            if over || watch.late() {
                break;
            }
            let mv = walk.pick(rng);
            walk.go(mv);
        }
    }
    walk.home();
    told.then_some(ROOM * most)
}

/// What was seen of some first moves.
struct Seen {
    /// The best of them, and what it is worth.
    best: Option<(u32, f64)>,
    /// Whether what was seen of each is certain.
    certain: bool,
    /// Whether the best one surely wins.
    won: bool,
}

impl Seen {
    /// What was seen of more moves; the best so far stays the best unless another one is better.
    fn or(self, other: Seen) -> Seen {
        let better = |(_, value): &(u32, f64)| self.best.is_none_or(|(_, best)| *value > best);
        Seen {
            best: other.best.filter(better).or(self.best),
            certain: self.certain && other.certain,
            won: self.won || other.won,
        }
    }

    fn beats(&self, bar: f64) -> bool {
        self.best.is_some_and(|(_, best)| best > bar)
    }
}

struct Search<'a> {
    walk: &'a mut dyn Walk,
    me: Seat,
    yardstick: Yardstick,
    /// What points are measured by, if they tell something.
    points: Option<f64>,
    watch: Watch<'a>,
    nodes: u64,
    /// How often something was guessed, or remembered that was, at this depth.
    guesses: u64,
    table: FxHashMap<u64, Entry>,
    seed: u64,
    /// Room for lists of moves.
    spare: Vec<Vec<u32>>,
}

impl Search<'_> {
    /// The best of some first moves to a depth; `None` if the effort was used up before all were
    /// seen, except that the first look gives the best of what it saw.
    fn root(&mut self, moves: &[u32], depth: u32, mut alpha: f64) -> Option<Seen> {
        let mut seen = Seen { best: None, certain: true, won: false };
        for mv in moves {
            self.walk.home();
            self.walk.go(*mv);
            let Some((value, certain)) = self.value(depth - 1, alpha, f64::INFINITY) else {
                if depth > 1 {
                    return None;
                }
                seen.certain = false;
                break;
            };
            seen.certain &= certain;
            if seen.best.is_none_or(|(_, best)| value > best) {
                seen.best = Some((*mv, value));
                seen.won = certain && value >= 1.0;
            }
            alpha = alpha.max(value);
            if seen.won {
                break;
            }
        }
        Some(seen)
    }

    /// What a position is worth to the one who thinks. The walk comes back to it unless the effort
    /// is used up.
    fn value(&mut self, depth: u32, alpha: f64, beta: f64) -> Option<Judged> {
        self.nodes += 1;
        if self.watch.spent(self.nodes) {
            return None;
        }
        let mover = match self.walk.turn() {
            Turn::Over(outcome) => return Some((self.yardstick.worth(&outcome, self.me), true)),
            Turn::Stopped(_) => return Some((0.0, false)),
            _ if depth == 0 => return Some((self.guess(), false)),
            Turn::Chance => return self.average(depth),
            Turn::Player(seat) => seat,
        };
        let key = self.walk.key();
        let mut first = None;
        if let Some(entry) = self.table.get(&key) {
            first = Some(entry.best);
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
        let mut moves = self.spare.pop().unwrap_or_default();
        self.walk.moves(&mut moves);
        if let Some(at) = first.and_then(|f| moves.iter().position(|m| *m == f)) {
            moves[..=at].rotate_right(1);
        }
        let (best, (value, certain)) = self.best_of(&moves, mover, depth, alpha, beta)?;
        self.spare.push(moves);
        let bound = match value {
            v if v <= alpha => Bound::AtMost,
            v if v >= beta => Bound::AtLeast,
            _ => Bound::Exact,
        };
        if self.table.len() < REMEMBERED || self.table.contains_key(&key) {
            self.table.insert(key, Entry { depth, value, bound, certain, best });
        }
        Some((value, certain))
    }

    /// The best of some moves of somebody, and what it is worth.
    fn best_of(
        &mut self,
        moves: &[u32],
        mover: Seat,
        depth: u32,
        mut alpha: f64,
        mut beta: f64,
    ) -> Option<(u32, Judged)> {
        let mine = mover == self.me;
        let mut best: Option<(u32, Judged)> = None;
        // Whether what was seen of every move is certain.
        let mut all = true;
        for mv in moves {
            let judged = self.after(*mv, depth, alpha, beta)?;
            all &= judged.1;
            let better = |b: Judged| if mine { judged.0 > b.0 } else { judged.0 < b.0 };
            if best.is_none_or(|(_, b)| better(b)) {
                best = Some((*mv, judged));
            }
            if mine {
                alpha = alpha.max(judged.0);
            } else {
                beta = beta.min(judged.0);
            }
            // Nobody can do better than to win, or will let the other do better than the bound:
            // such a move decides alone.
            let won = judged.1 && judged.0 == if mine { 1.0 } else { -1.0 };
            if alpha >= beta || won {
                return best;
            }
        }
        best.map(|(mv, (value, _))| (mv, (value, all)))
    }

    /// What a move is worth.
    fn after(&mut self, mv: u32, depth: u32, alpha: f64, beta: f64) -> Option<Judged> {
        self.walk.deeper();
        self.walk.go(mv);
        let judged = self.value(depth - 1, alpha, beta)?;
        self.walk.back();
        Some(judged)
    }

    /// What chance makes of it.
    fn average(&mut self, depth: u32) -> Option<Judged> {
        let mut moves = Vec::new();
        self.walk.moves(&mut moves);
        let (mut sum, mut total, mut all) = (0.0, 0.0, true);
        for mv in moves {
            let weight = self.walk.weight(mv) as f64;
            let judged = self.after(mv, depth, f64::NEG_INFINITY, f64::INFINITY)?;
            sum += judged.0 * weight;
            total += weight;
            all &= judged.1;
        }
        Some((sum / total, all))
    }

    /// A guess: by points, or the mean of a few playouts, the same ones whenever the position is met
    /// again.
    fn guess(&mut self) -> f64 {
        self.guesses += 1;
        if let Some(points) = self.points
            && let Some(lead) = self.walk.scores().and_then(|scores| ahead(&scores, self.me))
        {
            return 0.99 * (lead / points).clamp(-1.0, 1.0);
        }
        let mut rng = Rng::nth(self.seed, self.walk.key());
        let mut sum = 0.0;
        for _ in 0..PLAYOUTS {
            self.walk.deeper();
            let outcome = self.walk.play_out(&mut rng, &self.watch, None);
            self.walk.back();
            sum += self.yardstick.worth(&outcome, self.me);
        }
        // Never as good, or as bad, as what is certain.
        0.99 * sum / f64::from(PLAYOUTS)
    }

    /// How play is expected to go on.
    fn line(&mut self, best: u32, depth: u32) -> Vec<u32> {
        let mut line = vec![best];
        self.walk.home();
        self.walk.go(best);
        let mut moves = Vec::new();
        while line.len() < depth as usize {
            let next = self.table.get(&self.walk.key()).map(|entry| entry.best);
            self.walk.moves(&mut moves);
            let Some(next) = next.filter(|n| moves.contains(n)) else {
                break;
            };
            self.walk.go(next);
            line.push(next);
        }
        line
    }
}
