//! The smallest part of a graph that connects some sides.

use super::ColoredGraph;
use senet_board::Cell;
use std::collections::VecDeque;

/// Up to so many sides the smallest part is found; with more, it is the whole component.
const MOST_SIDES: usize = 10;

/// How the smallest part at a vertex came about.
#[derive(Debug, Clone, Copy)]
enum Origin {
    /// The vertex is in the side.
    Side,
    /// One more step from here.
    Step(Cell),
    /// Two parts meet: one touches these sides, the other the rest.
    Meet(usize),
}

impl<V, E> ColoredGraph<V, E> {
    /// For each component, counts how many of the sides it touches. If the count is what is wanted
    /// in some component, returns the smallest part of it that touches as many sides as are needed.
    pub fn any_connections(
        &self,
        wanted: impl Fn(usize) -> bool,
        sides: &[Vec<Cell>],
    ) -> Option<Vec<Cell>> {
        self.components().into_iter().find_map(|component| {
            let touches = |side: &&Vec<Cell>| side.iter().any(|v| component.contains(v));
            let touched: Vec<&Vec<Cell>> = sides.iter().filter(touches).collect();
            if !wanted(touched.len()) {
                return None;
            }
            let needed = (0..=touched.len()).find(|&n| wanted(n))?;
            Some(match needed {
                0 => Vec::new(),
                _ if touched.len() > MOST_SIDES => component,
                _ => self.smallest_part(&component, &touched, needed),
            })
        })
    }

    /// The fewest vertices of a component that hang together and touch `needed` of the sides.
    fn smallest_part(&self, component: &[Cell], sides: &[&Vec<Cell>], needed: usize) -> Vec<Cell> {
        // Steiner trees by dynamic programming over sets of sides (Dreyfus and Wagner 1971): a tree at a
        // vertex either consists of two trees that meet there, or is one more step than a tree at a
        // neighbour. Cost: 3^sides vertices to let trees meet, and a search of the graph for each set.
        let all = 1usize << sides.len();
        let vertices = self.values.len();
        let mut best: Vec<Vec<Option<(u32, Origin)>>> = vec![vec![None; vertices]; all];
        let mut smallest: Option<(u32, usize, Cell)> = None;
        for set in 1..all {
            for &vertex in component {
                best[set][vertex.index()] = start(&best, sides, set, vertex);
            }
            self.spread(&mut best[set], component);
            if set.count_ones() as usize == needed {
                let sizes = component.iter().map(|&v| (best[set][v.index()], v));
                let here = sizes.filter_map(|(b, v)| Some((b?.0, set, v))).min();
                smallest = smallest.into_iter().chain(here).min();
            }
        }
        let mut part = Vec::new();
        let mut stack: Vec<(usize, Cell)> = smallest.map(|(_, s, v)| (s, v)).into_iter().collect();
        while let Some((set, vertex)) = stack.pop() {
            part.push(vertex);
            match best[set][vertex.index()].map(|(_, origin)| origin) {
                Some(Origin::Step(from)) => stack.push((set, from)),
                Some(Origin::Meet(some)) => stack.extend([(some, vertex), (set ^ some, vertex)]),
                Some(Origin::Side) | None => {}
            }
        }
        part.sort_unstable();
        part.dedup();
        part
    }

    /// Every vertex may be reached from a neighbour by one more step.
    fn spread(&self, best: &mut [Option<(u32, Origin)>], component: &[Cell]) {
        // Dijkstra's algorithm with edges of length one, as a queue in the order of sizes; a vertex whose
        // size improves again is queued again.
        let mut order: Vec<Cell> =
            component.iter().copied().filter(|v| best[v.index()].is_some()).collect();
        order.sort_by_key(|v| best[v.index()].map(|(size, _)| size));
        let mut queue: VecDeque<Cell> = order.into();
        while let Some(vertex) = queue.pop_front() {
            let Some((size, _)) = best[vertex.index()] else { continue };
            for (next, _) in self.edges(vertex) {
                if best[next.index()].is_none_or(|(old, _)| old > size + 1) {
                    best[next.index()] = Some((size + 1, Origin::Step(vertex)));
                    queue.push_back(next);
                }
            }
        }
    }
}

/// The smallest part at a vertex that touches a set of sides and needs no step.
fn start(
    best: &[Vec<Option<(u32, Origin)>>],
    sides: &[&Vec<Cell>],
    set: usize,
    vertex: Cell,
) -> Option<(u32, Origin)> {
    if set.is_power_of_two() {
        let side = sides[set.trailing_zeros() as usize];
        return side.contains(&vertex).then_some((1, Origin::Side));
    }
    let halves = (1..set).filter(|some| some & set == *some);
    let meet = |some: usize| {
        let (a, b) = (best[some][vertex.index()]?, best[set ^ some][vertex.index()]?);
        Some((a.0 + b.0 - 1, Origin::Meet(some)))
    };
    halves.filter_map(meet).min_by_key(|(size, _)| *size)
}
