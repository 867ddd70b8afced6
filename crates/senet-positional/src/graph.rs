//! Graphs with a value on each vertex and each edge: what games look like to those who describe
//! them, and the slow but plain way to ask anything about a position.

mod connect;
mod paths;

use senet_board::{Board, Cell, Dir};
use std::collections::VecDeque;

/// A graph whose vertices are numbered like cells; vertices may be missing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ColoredGraph<V, E> {
    values: Vec<Option<V>>,
    /// From each vertex, where edges lead, and what is on them.
    edges: Vec<Vec<(Cell, E)>>,
}

impl<V: Clone> ColoredGraph<V, Option<Dir>> {
    /// The cells of a board, all with one value. On each edge, as seen from either end, is the first
    /// direction in which it leads; boards of graphs have none.
    pub fn of_board(board: &Board, value: V) -> ColoredGraph<V, Option<Dir>> {
        let dirs = || (0..board.directions().len() as u8).map(Dir);
        let edge = |from: Cell, to: Cell| {
            let towards = dirs().find(|&dir| board.step(dir, from) == Some(to));
            (to, towards)
        };
        let edges = |from| board.neighbours(from).iter().map(|&to| edge(from, to)).collect();
        ColoredGraph {
            values: vec![Some(value); board.len()],
            edges: board.cells().map(edges).collect(),
        }
    }
}

impl<V, E> ColoredGraph<V, E> {
    /// Vertices with these values, and edges that look the same from both ends. Edges to vertices
    /// that do not exist are left out.
    pub fn new(
        values: impl IntoIterator<Item = V>,
        edges: impl IntoIterator<Item = (Cell, Cell, E)>,
    ) -> ColoredGraph<V, E>
    where
        E: Clone,
    {
        let values: Vec<Option<V>> = values.into_iter().map(Some).collect();
        let mut lists = vec![Vec::new(); values.len()];
        for (a, b, value) in edges {
            if a.index() < lists.len() && b.index() < lists.len() {
                lists[a.index()].push((b, value.clone()));
                lists[b.index()].push((a, value));
            }
        }
        ColoredGraph { values, edges: lists }
    }

    /// The vertices, in order.
    pub fn vertices(&self) -> impl Iterator<Item = Cell> {
        let present = self.values.iter().enumerate().filter(|(_, value)| value.is_some());
        present.map(|(i, _)| Cell(i as u32))
    }

    /// The values of the vertices, in order.
    pub fn values(&self) -> impl Iterator<Item = &V> {
        self.values.iter().flatten()
    }

    /// The value of a vertex, if it is there.
    pub fn value(&self, vertex: Cell) -> Option<&V> {
        self.values.get(vertex.index())?.as_ref()
    }

    /// Gives a vertex that is there another value.
    pub fn set(&mut self, vertex: Cell, value: V) {
        if let Some(old @ Some(_)) = self.values.get_mut(vertex.index()) {
            *old = Some(value);
        }
    }

    /// The edges from a vertex: where they lead, and what is on them.
    pub fn edges(&self, vertex: Cell) -> impl Iterator<Item = (Cell, &E)> {
        let there = self.value(vertex).is_some();
        let list = if there { self.edges[vertex.index()].as_slice() } else { &[] };
        list.iter().filter(|(to, _)| self.value(*to).is_some()).map(|(to, e)| (*to, e))
    }

    /// What is on the edge from one vertex to another.
    pub fn edge(&self, from: Cell, to: Cell) -> Option<&E> {
        self.edges(from).find(|(other, _)| *other == to).map(|(_, e)| e)
    }

    /// The graph with other values on its vertices.
    pub fn map<W>(self, mut f: impl FnMut(Cell, V) -> W) -> ColoredGraph<W, E> {
        let values = self.values.into_iter().enumerate();
        let values = values.map(|(i, value)| value.map(|value| f(Cell(i as u32), value)));
        ColoredGraph { values: values.collect(), edges: self.edges }
    }

    /// The graph with other values on its edges.
    pub fn map_edges<F>(self, mut f: impl FnMut(Cell, Cell, E) -> F) -> ColoredGraph<V, F> {
        let mut list = |(from, edges): (usize, Vec<(Cell, E)>)| {
            let from = Cell(from as u32);
            edges.into_iter().map(|(to, e)| (to, f(from, to, e))).collect()
        };
        let edges = self.edges.into_iter().enumerate().map(&mut list).collect();
        ColoredGraph { values: self.values, edges }
    }

    /// Keeps only some vertices; the others keep their numbers.
    pub fn retain(&mut self, mut keep: impl FnMut(Cell, &V) -> bool) {
        for (i, value) in self.values.iter_mut().enumerate() {
            if value.as_ref().is_some_and(|v| !keep(Cell(i as u32), v)) {
                *value = None;
            }
        }
    }

    /// The graph with only the vertices whose value is wanted.
    pub fn filter(mut self, mut keep: impl FnMut(&V) -> bool) -> ColoredGraph<V, E> {
        self.retain(|_, value| keep(value));
        self
    }

    /// The graph with only the edges whose value is wanted.
    pub fn filter_edges(mut self, mut keep: impl FnMut(&E) -> bool) -> ColoredGraph<V, E> {
        self.edges.iter_mut().for_each(|list| list.retain(|(_, e)| keep(e)));
        self
    }

    /// The connected parts, each by rising number, sorted by their first vertex.
    pub fn components(&self) -> Vec<Vec<Cell>> {
        let mut seen = vec![false; self.values.len()];
        let mut components = Vec::new();
        for start in self.vertices() {
            if seen[start.index()] {
                continue;
            }
            let distances = self.distances(&[start]);
            let reached = self.vertices().filter(|v| distances[v.index()].is_some());
            let component: Vec<Cell> = reached.collect();
            component.iter().for_each(|v| seen[v.index()] = true);
            components.push(component);
        }
        components
    }

    /// How many steps lead from the nearest of some vertices to each vertex.
    pub fn distances(&self, from: &[Cell]) -> Vec<Option<u32>> {
        let mut distances = vec![None; self.values.len()];
        let mut queue = VecDeque::new();
        for &vertex in from {
            if self.value(vertex).is_some() && distances[vertex.index()].is_none() {
                distances[vertex.index()] = Some(0);
                queue.push_back((vertex, 0));
            }
        }
        while let Some((vertex, distance)) = queue.pop_front() {
            for (next, _) in self.edges(vertex) {
                if distances[next.index()].is_none() {
                    distances[next.index()] = Some(distance + 1);
                    queue.push_back((next, distance + 1));
                }
            }
        }
        distances
    }

    /// A shortest way from one of some vertices to one of some others, both ends included.
    pub fn shortest_way(&self, from: &[Cell], to: &[Cell]) -> Option<Vec<Cell>> {
        // Breadth-first distances from one end, then down them from the other.
        let distances = self.distances(from);
        let reached = to.iter().filter_map(|v| Some((distances.get(v.index()).copied()??, *v)));
        let (mut left, mut at) = reached.min()?;
        let mut way = vec![at];
        while left > 0 {
            left -= 1;
            let closer =
                self.edges(at).map(|(v, _)| v).find(|v| distances[v.index()] == Some(left));
            at = closer?;
            way.push(at);
        }
        Some(way)
    }

    /// The vertices from which no edge leads in any of these directions: the rim on that side.
    pub fn missing_directions(&self, directions: &[E]) -> Vec<Cell>
    where
        E: PartialEq,
    {
        let leads = |vertex| self.edges(vertex).any(|(_, e)| directions.contains(e));
        self.vertices().filter(|&vertex| !leads(vertex)).collect()
    }

    /// A walk along edges with this value, from a vertex as long as it goes; a vertex that was passed
    /// ends it.
    pub fn walk(&self, from: Cell, direction: &E) -> Vec<Cell>
    where
        E: PartialEq,
    {
        let mut walk = Vec::new();
        let mut at = self.value(from).map(|_| from);
        while let Some(vertex) = at.filter(|v| !walk.contains(v)) {
            walk.push(vertex);
            at = self.edges(vertex).find(|(_, e)| *e == direction).map(|(v, _)| v);
        }
        walk
    }

    /// `length` vertices in line along one of the directions, if there are: the first that is found.
    pub fn in_line(&self, length: usize, directions: &[E]) -> Option<Vec<Cell>>
    where
        E: PartialEq,
    {
        let starts = self.vertices().flat_map(|v| directions.iter().map(move |d| (v, d)));
        let mut walks = starts.map(|(v, direction)| self.walk(v, direction));
        walks.find(|walk| walk.len() >= length).map(|mut walk| {
            walk.truncate(length);
            walk
        })
    }
}
