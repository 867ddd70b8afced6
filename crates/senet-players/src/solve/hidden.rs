//! Games in which not everybody sees everything: exact values for tiny games of two, in which what
//! one wins the other loses.
//!
//! All plays are written out as a tree. What a seat has seen so far tells it what it can tell apart;
//! a way to play gives, for each such situation, the moves their shares. In the form of sequences
//! (Koller, Megiddo and von Stengel) the best way to play is a linear program, which fractions solve
//! exactly, once for each seat. The two values must meet, and that is the proof.

use super::fraction::Fraction;
use super::simplex::Program;
use super::{Allowance, Inquiry, Stuck, Watch};
use rustc_hash::FxHashMap;
use senet_game::{Eye, Game, Outcome, Seat, Turn};

/// What was found out about a game with secrets.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mixed {
    /// What the game is worth to the first seat: if the points of both add up to the same in every
    /// end, how many it has on average above half of them; else from -1 to 1.
    pub value: Fraction,
    /// Whether the value is in points.
    pub points: bool,
    /// For each seat, a best way to play.
    pub plans: [Vec<Situation>; 2],
    /// Positions looked at.
    pub positions: u64,
}

/// What a seat does in a situation that it can get into.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Situation {
    /// What it has seen being played.
    pub seen: Vec<String>,
    /// Its moves, by name, with the share of each.
    pub moves: Vec<(String, Fraction)>,
}

/// No tree with more positions is written out, whatever the allowance.
const MOST: u64 = 20_000;
/// No more situations of both together.
const MOST_SITUATIONS: usize = 60;

/// The exact value of a tiny game with secrets; [`Stuck::Hidden`], if the game is not tiny.
pub fn mixed<G: Game>(game: &G, allowance: Allowance, watch: Watch<'_>) -> Result<Mixed, Stuck> {
    if game.seats() != 2 {
        return Err(Stuck::Seats);
    }
    let mut tree = Tree {
        inquiry: Inquiry::new(game, allowance.positions.min(MOST), watch),
        sides: [Side::new(), Side::new()],
        ends: Vec::new(),
    };
    let walked = tree.walk(&game.start(), [Trail::default(), Trail::default()], Fraction::ONE, 0);
    walked.map_err(|why| match why {
        Stuck::Positions if allowance.positions >= MOST => Stuck::Hidden,
        other => other,
    })?;
    // Points tell what one wins from the other if there are as many of them in every end.
    let sum = |end: &End| end.scores.and_then(|(first, second)| first.checked_add(second));
    let all = tree.ends.first().and_then(sum);
    let points = all.is_some() && tree.ends.iter().all(|end| sum(end) == all);
    let worth = |end: &End| match end.scores {
        Some((first, second)) if points => Fraction::new(i128::from(first) - i128::from(second), 2),
        _ => Some(Fraction::whole(end.utility.into())),
    };
    let payoff = |end: &End| Some((end.sequences, end.chance.times(worth(end)?)?));
    let payoffs: Option<Vec<_>> = tree.ends.iter().map(payoff).collect();
    let payoffs = payoffs.ok_or(Stuck::Numbers)?;
    let mirrored: Option<Vec<_>> = payoffs
        .iter()
        .map(|([a, b], value)| Some(([*b, *a], Fraction::ZERO.minus(*value)?)))
        .collect();
    let [first, second] = &tree.sides;
    let (value, x) = best(first, second, &payoffs).ok_or(Stuck::Numbers)?;
    let (other, y) = mirrored.and_then(|m| best(second, first, &m)).ok_or(Stuck::Numbers)?;
    // What one can make sure of is what the other can hold it to.
    if value.plus(other) != Some(Fraction::ZERO) {
        return Err(Stuck::Numbers);
    }
    let plans = [first.plan(&x), second.plan(&y)];
    Ok(Mixed { value, points, plans, positions: tree.inquiry.nodes })
}

/// A seat's own view of the tree. Sequence 0 is to have played nothing.
struct Side {
    situations: Vec<Known>,
    /// The situations by what was seen.
    index: FxHashMap<Vec<String>, usize>,
    sequences: usize,
}

/// A situation, the sequence that leads to it, and the sequences of its moves.
struct Known {
    told: Vec<String>,
    before: usize,
    moves: Vec<(String, usize)>,
}

/// What a seat has seen on the way, and what it has played.
#[derive(Clone, Default)]
struct Trail {
    /// Everything, to tell situations apart.
    seen: Vec<String>,
    /// The plays alone, to tell people.
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

struct Tree<'w, G: Game> {
    inquiry: Inquiry<'w, G>,
    sides: [Side; 2],
    ends: Vec<End>,
}

/// Deeper than this nothing is tiny.
const DEEPEST: usize = 200;

impl<G: Game> Tree<'_, G> {
    fn walk(
        &mut self,
        state: &G::State,
        trails: [Trail; 2],
        chance: Fraction,
        depth: usize,
    ) -> Result<(), Stuck> {
        self.inquiry.spend()?;
        let game = self.inquiry.game;
        let mut moves = Vec::new();
        game.moves(state, &mut moves);
        let total = moves.iter().try_fold(0u128, |sum, mv| sum.checked_add(game.weight(state, mv)));
        let (mover, at) = match game.turn(state) {
            Turn::Over(outcome) => {
                self.end(&outcome, &trails, chance);
                return Ok(());
            }
            Turn::Stopped(budget) => return Err(Stuck::Stopped(budget)),
            Turn::Chance => (None, None),
            Turn::Player(seat) => {
                let side = usize::from(seat.0);
                let names = moves.iter().map(|mv| game.name(state, mv)).collect();
                (Some(side), Some(self.sides[side].situation(&trails[side], names)))
            }
        };
        if depth >= DEEPEST
            || self.sides.iter().map(|s| s.situations.len()).sum::<usize>() > MOST_SITUATIONS
        {
            return Err(Stuck::Positions);
        }
        for (i, mv) in moves.iter().enumerate() {
            let mut after = state.clone();
            game.apply(&mut after, mv, &mut ());
            let mut next = trails.clone();
            for (seat, trail) in next.iter_mut().enumerate() {
                let eye = Eye::Seat(Seat(seat as u8));
                let told = game.show(state, mv, eye).text;
                trail.seen.push(told.clone());
                trail.seen.push(format!("{:?}", game.view(&after, eye)));
                trail.told.push(told);
            }
            let mut chance = chance;
            match (mover, at) {
                (Some(side), Some(at)) => {
                    next[side].sequence = self.sides[side].situations[at].moves[i].1;
                }
                _ => {
                    let parts = total.and_then(|total| i128::try_from(total).ok());
                    let weight = i128::try_from(game.weight(state, mv)).ok();
                    let share = weight.zip(parts).and_then(|(w, parts)| Fraction::new(w, parts));
                    chance = share.and_then(|share| chance.times(share)).ok_or(Stuck::Numbers)?;
                }
            }
            self.walk(&after, next, chance, depth + 1)?;
        }
        Ok(())
    }

    fn end(&mut self, outcome: &Outcome, trails: &[Trail; 2], chance: Fraction) {
        let scores = outcome.scores.as_deref().filter(|s| s.len() == 2).map(|s| (s[0], s[1]));
        let utility = outcome.utility(Seat(0)) as i64;
        let sequences = [trails[0].sequence, trails[1].sequence];
        self.ends.push(End { sequences, chance, utility, scores });
    }
}

impl Side {
    fn new() -> Side {
        Side { situations: Vec::new(), index: FxHashMap::default(), sequences: 1 }
    }

    /// The situation of a seat that has seen all that, with these moves.
    fn situation(&mut self, trail: &Trail, names: Vec<String>) -> usize {
        if let Some(at) = self.index.get(&trail.seen) {
            return *at;
        }
        let first = self.sequences;
        self.sequences += names.len();
        let moves = names.into_iter().zip(first..).collect();
        let known = Known { told: trail.told.clone(), before: trail.sequence, moves };
        self.situations.push(known);
        self.index.insert(trail.seen.clone(), self.situations.len() - 1);
        self.situations.len() - 1
    }

    /// The shares of moves, from how likely sequences are.
    fn plan(&self, likely: &[Fraction]) -> Vec<Situation> {
        let situation = |known: &Known| {
            let before = likely[known.before];
            // Where its own play never leads, any move will do.
            let even = Fraction::new(1, known.moves.len() as i128).unwrap_or(Fraction::ONE);
            let share = |sequence: usize| likely[sequence].by(before).unwrap_or(even);
            let moves = known.moves.iter().map(|(name, at)| (name.clone(), share(*at)));
            Situation { seen: known.told.clone(), moves: moves.collect() }
        };
        self.situations.iter().map(situation).collect()
    }
}

/// The most that one side can make sure of against the other, and how likely each of its sequences
/// then is.
///
/// The other side's best answer is a program of its own, whose dual has a number for each of the
/// other's situations and one for the whole; that one is what is made as large as can be.
fn best(
    one: &Side,
    other: &Side,
    payoffs: &[([usize; 2], Fraction)],
) -> Option<(Fraction, Vec<Fraction>)> {
    let n = one.sequences;
    // Numbers that may be negative are the difference of two that may not.
    let duals = other.situations.len() + 1;
    let width = n + 2 * duals;
    let minus = Fraction::whole(-1);
    let empty = || vec![Fraction::ZERO; width];
    let mut equal = Vec::new();
    let mut row = empty();
    row[0] = Fraction::ONE;
    equal.push((row, Fraction::ONE));
    for known in &one.situations {
        let mut row = empty();
        row[known.before] = minus;
        for (_, sequence) in &known.moves {
            row[*sequence] = Fraction::ONE;
        }
        equal.push((row, Fraction::ZERO));
    }
    // For each sequence of the other: what its situation is worth is at most what it pays, with what
    // the situations after it are worth.
    let mut at_most: Vec<(Vec<Fraction>, Fraction)> =
        (0..other.sequences).map(|_| (empty(), Fraction::ZERO)).collect();
    let add = |row: &mut Vec<Fraction>, dual: usize, what: Fraction| {
        let at = n + 2 * dual;
        row[at] = row[at].plus(what)?;
        row[at + 1] = row[at + 1].minus(what)?;
        Some(())
    };
    add(&mut at_most[0].0, 0, Fraction::ONE)?;
    for (i, known) in other.situations.iter().enumerate() {
        for (_, sequence) in &known.moves {
            add(&mut at_most[*sequence].0, i + 1, Fraction::ONE)?;
        }
        add(&mut at_most[known.before].0, i + 1, minus)?;
    }
    for ([mine, theirs], value) in payoffs {
        let cell = &mut at_most[*theirs].0[*mine];
        *cell = cell.minus(*value)?;
    }
    let mut goal = empty();
    (goal[n], goal[n + 1]) = (Fraction::ONE, minus);
    let (value, variables) = Program { goal, equal, at_most }.solve()?;
    Some((value, variables[..n].to_vec()))
}
