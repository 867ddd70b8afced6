//! Games in which chance has a say: what they are worth on average.
//!
//! All positions are listed and taken apart into groups in which play can go round; what a group
//! leads to is known before the group. A position alone is the best of its moves, or their mean. A
//! group in which nobody has a choice is a system of equations, which fractions solve exactly. Where
//! somebody has a choice in a group, or fractions grow too large, every value is held between a lower
//! and an upper bound that are drawn together as far as they go. Play without end is worth 0.

mod equations;
mod groups;

use super::fraction::Fraction;
use super::graph::{Graph, Kind, Map};
use super::{Allowance, Inquiry, Stuck, Watch, Worth};
use groups::groups;
use senet_game::{Game, Seat, Turn};
use std::collections::VecDeque;

/// A number that is exact, or lies between two others.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Number {
    /// Exactly this.
    Exact(Fraction),
    /// At least the first and at most the second, but for the rounding of floating-point numbers,
    /// which is less than 10⁻⁹.
    Between(f64, f64),
}

impl Number {
    /// The number, or the middle of where it lies.
    pub fn near(self) -> f64 {
        match self {
            Number::Exact(fraction) => fraction.near(),
            Number::Between(low, high) => f64::midpoint(low, high),
        }
    }
}

/// What was found out about a game with chance.
#[derive(Debug, Clone, PartialEq)]
pub struct Odds<M> {
    /// What the start is worth to the first seat on average, from -1 to 1.
    pub mean: Number,
    /// The moves at the start, of a player or of chance, and what each is worth.
    pub moves: Vec<(M, Number)>,
    /// If nobody has a choice: how likely the first seat wins, nobody does, and it loses.
    pub chances: Option<[Number; 3]>,
    /// If nobody has a choice and play always ends: how often chance decides, on average.
    pub length: Option<Number>,
    /// Positions looked at.
    pub positions: u64,
}

/// Bounds are drawn together until they are so near.
const NEAR: f64 = 1e-12;
/// Or until so many rounds were made.
const ROUNDS: u64 = 20_000;

/// What every position of a game with chance is worth, from one of them on.
pub struct Means<G: Game> {
    graph: Graph<G>,
    groups: Vec<Vec<u32>>,
    values: Vec<Number>,
    /// How many moves it takes at least from each position to an end, if players give nothing away
    /// and chance is kind.
    ways: Vec<u32>,
}

impl<G: Game> Means<G> {
    /// Finds them out for one or two seats.
    pub fn new(
        game: &G,
        from: &G::State,
        allowance: Allowance,
        watch: Watch<'_>,
    ) -> Result<Means<G>, Stuck> {
        if game.seats() > 2 {
            return Err(Stuck::Seats);
        }
        let mut inquiry = Inquiry::new(game, allowance.positions, watch);
        let graph = Graph::explore(&mut inquiry, from, allowance.memory, false)?;
        let groups = groups(&graph.map);
        let worth = |kind: Kind| match kind {
            Kind::Over(worth) => Some(Fraction::whole(worth as i128 - 1)),
            _ => None,
        };
        let values = match equations::solve(&graph.map, &groups, worth, Fraction::ZERO) {
            Some(values) => values.into_iter().map(Number::Exact).collect(),
            None => bounds(&graph.map, &groups, &mut || inquiry.goes_on())?,
        };
        let ways = ways(&graph.map, &values);
        Ok(Means { graph, groups, values, ways })
    }

    /// A best move of somebody in one of these positions, and what it is worth to the first seat.
    /// Of moves that are worth the same, one from which the end is nearest is taken by whoever is
    /// better off: the others might go round for ever.
    pub fn best(&self, game: &G, state: &G::State) -> Option<(G::Move, Number)> {
        let Turn::Player(mover) = game.turn(state) else { return None };
        let number = self.graph.find(game, state)?;
        let after = self.graph.map.next(number);
        let sign = if mover == Seat(0) { 1.0 } else { -1.0 };
        let value = |to: &u32| sign * self.values[*to as usize].near();
        let most = after.iter().map(value).fold(f64::NEG_INFINITY, f64::max);
        let best = (0..after.len()).filter(|i| value(&after[*i]) >= most - SAME);
        let best = if most > SAME {
            best.min_by_key(|i| self.ways[after[*i] as usize])?
        } else {
            best.max_by_key(|i| (self.ways[after[*i] as usize], after.len() - i))?
        };
        let mut moves = Vec::new();
        game.moves(state, &mut moves);
        Some((moves.swap_remove(best), self.values[after[best] as usize]))
    }

    /// How many positions there are.
    pub fn positions(&self) -> u64 {
        self.graph.map.len() as u64
    }
}

/// Values that are not further apart count as the same.
const SAME: f64 = 1e-9;

/// How many moves it takes at least from each position to an end, by moves that keep what the
/// position is worth.
fn ways(graph: &Map, values: &[Number]) -> Vec<u32> {
    let (first, from) = graph.backwards();
    let mut ways = vec![u32::MAX; graph.len()];
    let mut waiting = VecDeque::new();
    for (number, kind) in graph.kinds.iter().enumerate() {
        if matches!(kind, Kind::Over(_)) {
            ways[number] = 0;
            waiting.push_back(number);
        }
    }
    while let Some(number) = waiting.pop_front() {
        for before in &from[first[number] as usize..first[number + 1] as usize] {
            let before = *before as usize;
            let keeps = graph.kinds[before] == Kind::Chance
                || (values[before].near() - values[number].near()).abs() <= SAME;
            if keeps && ways[before] == u32::MAX {
                ways[before] = ways[number] + 1;
                waiting.push_back(before);
            }
        }
    }
    ways
}

/// What a game of one or two seats with chance is worth.
pub fn odds<G: Game>(
    game: &G,
    allowance: Allowance,
    watch: Watch<'_>,
) -> Result<Odds<G::Move>, Stuck> {
    let start = game.start();
    let means = Means::new(game, &start, allowance, watch)?;
    let graph = &means.graph.map;
    let mut moves = Vec::new();
    if !matches!(game.turn(&start), Turn::Over(_)) {
        game.moves(&start, &mut moves);
    }
    let after = graph.next(0).iter().map(|to| means.values[*to as usize]);
    let moves = moves.into_iter().zip(after).collect();
    let fate = if is_fate(graph) { fate(graph, &means.groups) } else { (None, None) };
    let (chances, length) = fate;
    Ok(Odds { mean: means.values[0], moves, chances, length, positions: means.positions() })
}

/// Whether nobody ever has a choice.
fn is_fate(graph: &Map) -> bool {
    (0..graph.len()).all(|number| !is_choice(graph, number))
}

/// Whether somebody has a choice here.
fn is_choice(graph: &Map, number: usize) -> bool {
    let next = graph.next(number);
    matches!(graph.kinds[number], Kind::Player(_)) && next.iter().any(|to| *to != next[0])
}

/// How likely the first seat wins, nobody does, or it loses; and how often chance decides.
fn fate(graph: &Map, groups: &[Vec<u32>]) -> (Option<[Number; 3]>, Option<Number>) {
    let chance_of = |wanted: Worth| {
        let hit = |kind: Kind| match kind {
            Kind::Over(worth) if worth == wanted => Some(Fraction::ONE),
            Kind::Over(_) => Some(Fraction::ZERO),
            _ => None,
        };
        equations::solve(graph, groups, hit, Fraction::ZERO).map(|values| values[0])
    };
    let all = [Worth::Win, Worth::Draw, Worth::Loss].map(chance_of);
    let [Some(win), Some(draw), Some(loss)] = all else { return (None, None) };
    let sum = win.plus(draw).and_then(|sum| sum.plus(loss));
    let ended = |kind: Kind| matches!(kind, Kind::Over(_)).then_some(Fraction::ZERO);
    let length = || equations::solve(graph, groups, ended, Fraction::ONE).map(|values| values[0]);
    // Play that may go on for ever has no length.
    let length = if sum == Some(Fraction::ONE) { length() } else { None };
    (Some([win, draw, loss].map(Number::Exact)), length.map(Number::Exact))
}

/// Bounds for every position, drawn together group by group.
fn bounds(
    graph: &Map,
    groups: &[Vec<u32>],
    goes_on: &mut dyn FnMut() -> bool,
) -> Result<Vec<Number>, Stuck> {
    let mut low = vec![-1.0; graph.len()];
    let mut high = vec![1.0; graph.len()];
    for group in groups {
        for _ in 0..ROUNDS {
            let mut moved: f64 = 0.0;
            for number in group.iter().map(|number| *number as usize) {
                let next = (update(graph, number, &low), update(graph, number, &high));
                moved = moved.max((next.0 - low[number]).abs()).max((next.1 - high[number]).abs());
                (low[number], high[number]) = next;
            }
            let apart = group.iter().map(|n| high[*n as usize] - low[*n as usize]);
            if moved == 0.0 || apart.fold(0.0, f64::max) < NEAR {
                break;
            }
            if !goes_on() {
                return Err(Stuck::Told);
            }
        }
    }
    Ok(low.into_iter().zip(high).map(|(low, high)| Number::Between(low, high)).collect())
}

/// What a position is worth if what comes after it is worth so much.
fn update(graph: &Map, number: usize, values: &[f64]) -> f64 {
    let next = graph.next(number).iter().map(|to| values[*to as usize]);
    match graph.kinds[number] {
        Kind::Over(worth) => worth.utility(Seat(0)),
        Kind::Player(Seat(0)) => next.fold(f64::NEG_INFINITY, f64::max),
        Kind::Player(_) => next.fold(f64::INFINITY, f64::min),
        Kind::Chance => {
            let weights = graph.weights(number).iter().map(|weight| *weight as f64);
            let total: f64 = weights.clone().sum();
            next.zip(weights).map(|(value, weight)| value * weight).sum::<f64>() / total
        }
    }
}
