//! The expected values of all nodes of a graph.

use super::{ExpectedValue, SAME, equations};
use crate::fraction::{Fraction, whole};
use crate::graph::{Edges, Graph, GraphLimits, NodeKind};
use crate::limits::{NodeCounter, SolveError};
use crate::value::GameValue;
use num_traits::{One, Zero};
use senet_data::try_components;
use senet_game::{Cursor, Seat};
use std::collections::VecDeque;

/// Bounds are drawn together until they are so near.
const NEAR: f64 = 1e-12;
/// Or until so many rounds were made.
const MAX_ROUNDS: u64 = 20_000;

/// A graph with the values of its nodes.
pub(super) struct GraphValues {
    graph: Graph,
    components: Vec<Vec<u32>>,
    pub(super) values: Vec<ExpectedValue>,
    /// How many moves it takes at least from each node to an end, by moves that keep what the node is
    /// worth, if chance is kind.
    pub(super) to_end: Vec<u32>,
    /// How many moves players can make from each node at most without ending the game; the largest number
    /// if play can go round.
    longest: Vec<u64>,
}

impl GraphValues {
    /// Lists the graph from where a cursor stands, and solves it.
    pub(super) fn new(
        root: &dyn Cursor,
        memory: u64,
        counter: &mut NodeCounter<'_>,
    ) -> Result<GraphValues, SolveError> {
        let limits = GraphLimits { memory, depth: None, until_won: false, chance: true };
        let graph = Graph::explore(root, limits, counter)?;
        let edges = &graph.edges;
        let components =
            try_components(edges.len(), |node| edges.next(node as usize), || counter.step())?;
        let end = |kind: NodeKind| match kind {
            NodeKind::Over(value) => Some(whole(value as i64 - 1)),
            _ => None,
        };
        let values: Vec<ExpectedValue> =
            match equations::solve(edges, &components, end, &Fraction::zero(), counter) {
                Some(values) => values.into_iter().map(ExpectedValue::Exact).collect(),
                None if counter.is_cancelled => return Err(SolveError::Cancelled),
                None => interval_iteration(edges, &components, counter)?,
            };
        let to_end = to_end(edges, &values, counter)?;
        let longest = longest(edges, &components, counter)?;
        Ok(GraphValues { graph, components, values, to_end, longest })
    }

    pub(super) fn len(&self) -> usize {
        self.values.len()
    }

    pub(super) fn find(&self, cursor: &dyn Cursor) -> Option<usize> {
        self.graph.find(cursor)
    }

    pub(super) fn longest(&self, number: usize) -> u64 {
        self.longest[number]
    }

    /// Whether play can go round.
    pub(super) fn is_cyclic(&self) -> bool {
        let edges = &self.graph.edges;
        self.components.iter().any(|component| goes_round(edges, component))
    }

    pub(super) fn is_exact(&self) -> bool {
        self.values.iter().all(|value| matches!(value, ExpectedValue::Exact(_)))
    }

    /// The values after the moves of a node, in canonical order.
    pub(super) fn values_after(&self, number: usize) -> impl Iterator<Item = ExpectedValue> + '_ {
        self.graph.edges.next(number).iter().map(|to| self.values[*to as usize].clone())
    }

    /// If no player ever has a choice: the probabilities of a win for the first seat, of a draw, and of a
    /// loss; and the expected number of decisions of chance.
    pub(super) fn fate(&self) -> (Option<[ExpectedValue; 3]>, Option<ExpectedValue>) {
        let edges = &self.graph.edges;
        if (0..edges.len()).any(|number| is_choice(edges, number)) {
            return (None, None);
        }
        let solve = |end: &dyn Fn(NodeKind) -> Option<Fraction>, more: &Fraction| {
            let go_on = &mut |_| true;
            let counter = &mut NodeCounter::new(u64::MAX, go_on);
            equations::solve(edges, &self.components, end, more, counter)
                .map(|mut values| values.swap_remove(0))
        };
        let probability = |wanted: GameValue| {
            let hit = |kind: NodeKind| match kind {
                NodeKind::Over(value) if value == wanted => Some(Fraction::one()),
                NodeKind::Over(_) => Some(Fraction::zero()),
                _ => None,
            };
            solve(&hit, &Fraction::zero())
        };
        let all = [GameValue::Win, GameValue::Draw, GameValue::Loss].map(probability);
        let [Some(win), Some(draw), Some(loss)] = all else { return (None, None) };
        let ended = |kind: NodeKind| matches!(kind, NodeKind::Over(_)).then_some(Fraction::zero());
        // Play that may go on for ever has no length.
        let ends = (&win + &draw + &loss).is_one();
        let length = if ends { solve(&ended, &Fraction::one()) } else { None };
        (Some([win, draw, loss].map(ExpectedValue::Exact)), length.map(ExpectedValue::Exact))
    }
}

/// Whether a player has a choice in a node.
pub(super) fn is_choice(edges: &Edges, number: usize) -> bool {
    let next = edges.next(number);
    matches!(edges.kinds[number], NodeKind::Player(_)) && next.iter().any(|to| *to != next[0])
}

/// How many moves it takes at least from each node to an end, by moves that keep what it is worth.
fn to_end(
    edges: &Edges,
    values: &[ExpectedValue],
    counter: &mut NodeCounter<'_>,
) -> Result<Vec<u32>, SolveError> {
    let reversed = edges.reversed(counter)?;
    let mut to_end = vec![u32::MAX; edges.len()];
    let mut waiting = VecDeque::new();
    for (number, kind) in edges.kinds.iter().enumerate() {
        if matches!(kind, NodeKind::Over(_)) {
            to_end[number] = 0;
            waiting.push_back(number);
        }
    }
    // Breadth first, backwards from the ends, along moves that lose nothing.
    while let Some(number) = waiting.pop_front() {
        for before in reversed.before(number) {
            counter.step()?;
            let keeps = edges.kinds[before] == NodeKind::Chance
                || (values[before].to_f64() - values[number].to_f64()).abs() <= SAME;
            if keeps && to_end[before] == u32::MAX {
                to_end[before] = to_end[number] + 1;
                waiting.push_back(before);
            }
        }
    }
    Ok(to_end)
}

/// How many moves players can make from each node at most without ending the game.
fn longest(
    edges: &Edges,
    components: &[Vec<u32>],
    counter: &mut NodeCounter<'_>,
) -> Result<Vec<u64>, SolveError> {
    let mut longest = vec![0; edges.len()];
    for component in components {
        counter.step()?;
        let nodes = || component.iter().map(|number| *number as usize);
        let player = |number: usize| matches!(edges.kinds[number], NodeKind::Player(_));
        let moves = u64::from(nodes().any(player));
        let most = if moves == 1 && goes_round(edges, component) {
            u64::MAX
        } else {
            // What is in the component itself is still 0.
            let next = nodes().flat_map(|number| edges.next(number)).map(|to| *to as usize);
            let on = next.filter(|to| !matches!(edges.kinds[*to], NodeKind::Over(_)));
            let after = on.map(|to| longest[to]).max();
            after.map_or(0, |after: u64| after.saturating_add(moves))
        };
        nodes().for_each(|number| longest[number] = most);
    }
    Ok(longest)
}

/// Whether play can go round in a component.
fn goes_round(edges: &Edges, component: &[u32]) -> bool {
    match component {
        [number] => edges.next(*number as usize).contains(number),
        _ => true,
    }
}

/// Bounds for every node, drawn together component by component.
fn interval_iteration(
    edges: &Edges,
    components: &[Vec<u32>],
    counter: &mut NodeCounter<'_>,
) -> Result<Vec<ExpectedValue>, SolveError> {
    let mut low = vec![-1.0; edges.len()];
    let mut high = vec![1.0; edges.len()];
    for component in components {
        // Gauss–Seidel: a round uses the values that it has just found. From below and from
        // above at once, so that the distance of the two bounds is a proof; plain value
        // iteration can stop far from the value without showing it (Haddad and Monmege,
        // *Interval iteration*, 2018).
        for _ in 0..MAX_ROUNDS {
            let mut moved: f64 = 0.0;
            for number in component.iter().map(|number| *number as usize) {
                counter.step()?;
                let next = (update(edges, number, &low), update(edges, number, &high));
                moved = moved.max((next.0 - low[number]).abs()).max((next.1 - high[number]).abs());
                (low[number], high[number]) = next;
            }
            let apart = component.iter().map(|n| high[*n as usize] - low[*n as usize]);
            if moved == 0.0 || apart.fold(0.0, f64::max) < NEAR {
                break;
            }
        }
    }
    Ok(low.into_iter().zip(high).map(|(low, high)| ExpectedValue::Between(low, high)).collect())
}

/// What a node is worth if what comes after it is worth so much.
fn update(edges: &Edges, number: usize, values: &[f64]) -> f64 {
    let next = edges.next(number).iter().map(|to| values[*to as usize]);
    match edges.kinds[number] {
        NodeKind::Over(value) => value.utility(Seat(0)),
        NodeKind::Player(Seat(0)) => next.fold(f64::NEG_INFINITY, f64::max),
        NodeKind::Player(_) => next.fold(f64::INFINITY, f64::min),
        NodeKind::Chance => {
            let weights = edges.weights(number).iter().map(|weight| *weight as f64);
            let total: f64 = weights.clone().sum();
            next.zip(weights).map(|(value, weight)| value * weight).sum::<f64>() / total
        }
    }
}
