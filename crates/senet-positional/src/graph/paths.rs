//! All ways to connect two sides.

use super::ColoredGraph;
use senet_board::Cell;

impl<V, E> ColoredGraph<V, E> {
    /// All paths from one side to another of which no vertex could be left out: the winning sets of
    /// whoever wants to connect the two. `None` if there are more than `most`, or if finding them
    /// takes too long: their number grows exponentially with the board.
    pub fn winning_set_paths(
        &self,
        from: &[Cell],
        to: &[Cell],
        most: usize,
    ) -> Option<Vec<Vec<Cell>>> {
        let mark = |side: &[Cell]| {
            let mut marked = vec![false; self.values.len()];
            side.iter()
                .filter(|v| self.value(**v).is_some())
                .for_each(|v| marked[v.index()] = true);
            marked
        };
        let mut search = Search {
            graph: self,
            start: mark(from),
            goal: mark(to),
            beside: vec![0; self.values.len()],
            path: Vec::new(),
            found: Vec::new(),
            most,
            steps: most.saturating_mul(64),
        };
        for vertex in self.vertices().filter(|v| search.start[v.index()]).collect::<Vec<_>>() {
            search.extend(vertex)?;
        }
        Some(search.found)
    }
}

struct Search<'a, V, E> {
    graph: &'a ColoredGraph<V, E>,
    start: Vec<bool>,
    goal: Vec<bool>,
    /// How many vertices of the path each vertex is next to.
    beside: Vec<u32>,
    path: Vec<Cell>,
    found: Vec<Vec<Cell>>,
    most: usize,
    steps: usize,
}

impl<V, E> Search<'_, V, E> {
    /// Goes on with a vertex. A path that touches itself, or its side again, has a shortcut. The
    /// depth is bounded by the longest path without shortcuts.
    fn extend(&mut self, vertex: Cell) -> Option<()> {
        self.steps = self.steps.checked_sub(1)?;
        self.path.push(vertex);
        if self.goal[vertex.index()] {
            let mut set = self.path.clone();
            set.sort_unstable();
            self.found.push(set);
            if self.found.len() > self.most {
                return None;
            }
        } else {
            let next: Vec<Cell> = self.graph.edges(vertex).map(|(v, _)| v).collect();
            next.iter().for_each(|v| self.beside[v.index()] += 1);
            for &v in &next {
                if self.beside[v.index()] == 1 && !self.start[v.index()] {
                    self.extend(v)?;
                }
            }
            next.iter().for_each(|v| self.beside[v.index()] -= 1);
        }
        self.path.pop();
        Some(())
    }
}
