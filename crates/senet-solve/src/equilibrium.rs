//! Equilibria of tiny games with hidden information: two seats, and what one wins the other loses.
//!
//! All plays are written out as a tree, under the draw rules. What a seat has observed so far decides what
//! it can tell apart: its information sets. In the sequence form (Koller, Megiddo and von Stengel, 1996) a
//! best mixed strategy is a linear program whose size is that of the tree; fractions solve it exactly,
//! once for each seat. The two values must meet, and that is the proof.
//!
//! Invariant: perfect recall. A seat's key is the sequence of what it has observed, its own moves
//! included, so that every information set is reached by one sequence of its own moves.

use crate::fraction::{Fraction, share, whole};
use crate::limits::{NodeCounter, SolveError, SolveLimits, SolveWatch};
use crate::simplex::LinearProgram;
use num_traits::{One, Zero};
use rustc_hash::FxHashMap;
use senet_game::{Cursor, DynGame, MoveId, Observer, Outcome, Seat, Turn};

/// An equilibrium: for each seat a strategy that neither can do better against.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Equilibrium {
    /// What the game is worth to the first seat: if the points of both add up to the same in every
    /// end, how many it has on average above half of them; else from -1 to 1.
    pub value: Fraction,
    /// Whether the value is in points.
    pub points: bool,
    /// For each seat, a best mixed strategy, as what it does in each information set.
    pub strategies: [Vec<InformationSet>; 2],
    /// Positions looked at.
    pub positions: u64,
}

/// What a seat does where it has observed the same.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InformationSet {
    /// The moves that it has seen being played, in words.
    pub observed: Vec<String>,
    /// Its moves, by name, with the probability of each.
    pub moves: Vec<(String, Fraction)>,
}

/// No tree with more nodes is written out, whatever the limits.
const MAX_NODES: u64 = 20_000;
/// No more information sets of both seats together.
const MAX_INFORMATION_SETS: usize = 60;
/// Deeper than this nothing is tiny; it bounds the recursion.
const MAX_DEPTH: usize = 200;

/// The exact value of a tiny game with hidden information, and an equilibrium;
/// [`SolveError::Hidden`] if the game is not tiny.
pub fn equilibrium(
    game: &dyn DynGame,
    limits: SolveLimits,
    watch: SolveWatch<'_>,
) -> Result<Equilibrium, SolveError> {
    if game.seats() != 2 {
        let alone = game.seats() == 1;
        return Err(if alone { SolveError::Hidden } else { SolveError::Seats });
    }
    let mut tree = Tree {
        counter: NodeCounter::new(limits.positions.min(MAX_NODES), watch),
        sides: [Side::new(), Side::new()],
        ends: Vec::new(),
    };
    let mut cursor = game.cursor();
    let walked = tree.walk(&mut *cursor, &[Trail::default(), Trail::default()], &Fraction::one());
    walked.map_err(|error| match error {
        SolveError::Positions if limits.positions >= MAX_NODES => SolveError::Hidden,
        other => other,
    })?;
    let (payoffs, points) = tree.payoffs();
    let mirrored: Vec<Payoff> = payoffs.iter().map(|([a, b], value)| ([*b, *a], -value)).collect();
    let [first, second] = &tree.sides;
    let (value, x) = maximin(first, second, &payoffs);
    let (other, y) = maximin(second, first, &mirrored);
    // The minimax theorem: what one can make sure of is what the other can hold it to.
    assert!((&value + &other).is_zero(), "both sides find the same value");
    let strategies = [first.strategy(&x), second.strategy(&y)];
    Ok(Equilibrium { value, points, strategies, positions: tree.counter.nodes })
}

/// A seat's own part of the tree. Sequence 0 is to have played nothing.
struct Side {
    sets: Vec<Set>,
    /// The information sets by what was observed.
    index: FxHashMap<Vec<u128>, usize>,
    sequences: usize,
}

/// An information set, the sequence that leads to it, and the sequences of its moves.
struct Set {
    told: Vec<String>,
    before: usize,
    moves: Vec<(String, usize)>,
}

/// What a seat has observed on the way, and what it has played.
#[derive(Clone, Default)]
struct Trail {
    /// Keys of moves and positions, to tell information sets apart.
    observed: Vec<u128>,
    /// The moves in words, for people.
    told: Vec<String>,
    sequence: usize,
}

/// An end: how likely chance is to lead there, and what both have played.
struct End {
    sequences: [usize; 2],
    chance: Fraction,
    utility: i64,
    scores: Option<(i64, i64)>,
}

/// What a pair of sequences pays to the side that is looked at.
type Payoff = ([usize; 2], Fraction);

struct Tree<'w> {
    counter: NodeCounter<'w>,
    sides: [Side; 2],
    ends: Vec<End>,
}

impl Tree<'_> {
    fn walk(
        &mut self,
        cursor: &mut dyn Cursor,
        trails: &[Trail; 2],
        chance: &Fraction,
    ) -> Result<(), SolveError> {
        self.counter.count()?;
        let mover = match cursor.turn() {
            Turn::Over(outcome) => {
                self.end(&outcome, trails, chance);
                return Ok(());
            }
            Turn::Stopped(kind) => return Err(SolveError::Stopped(kind)),
            Turn::Chance => None,
            Turn::Player(seat) => Some(usize::from(seat.0)),
        };
        let mut moves = Vec::new();
        cursor.moves(&mut moves);
        let set = match mover {
            Some(side) => {
                let names = moves.iter().map(|mv| cursor.move_name(*mv)).collect();
                Some(self.sides[side].set(&trails[side], names)?)
            }
            None => None,
        };
        let sets: usize = self.sides.iter().map(|side| side.sets.len()).sum();
        if cursor.depth() >= MAX_DEPTH || sets > MAX_INFORMATION_SETS {
            return Err(SolveError::Positions);
        }
        let weight = |mv: &MoveId| if mover.is_none() { cursor.weight(*mv) } else { 1 };
        let weights: Vec<u128> = moves.iter().map(weight).collect();
        let total = weights.iter().try_fold(0u128, |sum, weight| sum.checked_add(*weight));
        let total = total.ok_or(SolveError::Weights)?;
        for (i, mv) in moves.iter().enumerate() {
            let mut next = trails.clone();
            let observers = [Seat(0), Seat(1)].map(Observer::Seat);
            for (trail, observer) in next.iter_mut().zip(observers) {
                trail.observed.push(cursor.observed_move(*mv, observer));
                trail.told.push(cursor.describe_move(*mv, observer).text);
            }
            cursor.push();
            cursor.apply(*mv);
            for (trail, observer) in next.iter_mut().zip(observers) {
                trail.observed.push(cursor.observation_key(observer));
            }
            match (mover, set) {
                (Some(side), Some(set)) => {
                    next[side].sequence = self.sides[side].sets[set].moves[i].1;
                    self.walk(cursor, &next, chance)?;
                }
                _ => self.walk(cursor, &next, &(chance * share(weights[i], total)))?,
            }
            cursor.pop();
        }
        Ok(())
    }

    fn end(&mut self, outcome: &Outcome, trails: &[Trail; 2], chance: &Fraction) {
        let scores = outcome.scores.as_deref().filter(|s| s.len() == 2).map(|s| (s[0], s[1]));
        let utility = outcome.utility(Seat(0)) as i64;
        let sequences = [trails[0].sequence, trails[1].sequence];
        self.ends.push(End { sequences, chance: chance.clone(), utility, scores });
    }

    /// What each end pays to the first seat, times how likely chance is to lead there; and whether that
    /// is in points.
    fn payoffs(&self) -> (Vec<Payoff>, bool) {
        // Points tell what one wins from the other if there are as many of them in every end.
        let sum = |end: &End| end.scores.and_then(|(first, second)| first.checked_add(second));
        let all = self.ends.first().and_then(sum);
        let points = all.is_some() && self.ends.iter().all(|end| sum(end) == all);
        let value = |end: &End| match end.scores {
            Some((first, second)) if points => (whole(first) - whole(second)) / whole(2),
            _ => whole(end.utility),
        };
        let payoff = |end: &End| (end.sequences, &end.chance * value(end));
        (self.ends.iter().map(payoff).collect(), points)
    }
}

impl Side {
    fn new() -> Side {
        Side { sets: Vec::new(), index: FxHashMap::default(), sequences: 1 }
    }

    /// The information set of a seat that has observed all that, with these moves.
    fn set(&mut self, trail: &Trail, names: Vec<String>) -> Result<usize, SolveError> {
        if let Some(at) = self.index.get(&trail.observed) {
            let set = &self.sets[*at];
            let same =
                set.before == trail.sequence && set.moves.iter().map(|(name, _)| name).eq(&names);
            return if same { Ok(*at) } else { Err(SolveError::Observations) };
        }
        let first = self.sequences;
        self.sequences += names.len();
        let moves = names.into_iter().zip(first..).collect();
        self.sets.push(Set { told: trail.told.clone(), before: trail.sequence, moves });
        self.index.insert(trail.observed.clone(), self.sets.len() - 1);
        Ok(self.sets.len() - 1)
    }

    /// The probabilities of moves, from the probabilities of sequences.
    fn strategy(&self, sequences: &[Fraction]) -> Vec<InformationSet> {
        let set = |set: &Set| {
            let before = &sequences[set.before];
            let share = |sequence: usize| match before.is_zero() {
                // Where its own play never leads, any move will do.
                true => share(1, set.moves.len() as u128),
                false => &sequences[sequence] / before,
            };
            let moves = set.moves.iter().map(|(name, at)| (name.clone(), share(*at)));
            InformationSet { observed: set.told.clone(), moves: moves.collect() }
        };
        self.sets.iter().map(set).collect()
    }
}

/// The most that one side can make sure of against the other, and the probabilities of its sequences.
///
/// The other side's best answer is a linear program of its own, whose dual has a variable for each of
/// the other's information sets and one for the whole; that one is maximised.
fn maximin(one: &Side, other: &Side, payoffs: &[Payoff]) -> (Fraction, Vec<Fraction>) {
    // In the sequence form a strategy is a realization plan x: x of the empty sequence is 1, and
    // at each information set the sequences of its moves add up to the one that leads there.
    // Those are the equations below; behaviour at a set is recovered by dividing.
    let n = one.sequences;
    // Variables that may be negative are the difference of two that may not.
    let duals = other.sets.len() + 1;
    let width = n + 2 * duals;
    let minus = whole(-1);
    let empty = || vec![Fraction::zero(); width];
    let mut equal = Vec::new();
    let mut row = empty();
    row[0] = Fraction::one();
    equal.push((row, Fraction::one()));
    for set in &one.sets {
        let mut row = empty();
        row[set.before] = minus.clone();
        for (_, sequence) in &set.moves {
            row[*sequence] = Fraction::one();
        }
        equal.push((row, Fraction::zero()));
    }
    // For each sequence of the other: the value of its information set is at most what it pays, with
    // the values of the information sets after it.
    let mut at_most: Vec<(Vec<Fraction>, Fraction)> =
        (0..other.sequences).map(|_| (empty(), Fraction::zero())).collect();
    let add = |row: &mut Vec<Fraction>, dual: usize, what: &Fraction| {
        let at = n + 2 * dual;
        row[at] += what;
        row[at + 1] -= what;
    };
    add(&mut at_most[0].0, 0, &Fraction::one());
    for (i, set) in other.sets.iter().enumerate() {
        for (_, sequence) in &set.moves {
            add(&mut at_most[*sequence].0, i + 1, &Fraction::one());
        }
        add(&mut at_most[set.before].0, i + 1, &minus);
    }
    for ([mine, theirs], value) in payoffs {
        at_most[*theirs].0[*mine] -= value;
    }
    let mut objective = empty();
    (objective[n], objective[n + 1]) = (Fraction::one(), minus);
    let solution = LinearProgram { objective, equal, at_most }.solve();
    let (value, mut variables) = solution.expect("a finite game has a value");
    variables.truncate(n);
    (value, variables)
}
