//! Strongly connected components of a graph: the sets of nodes in which play can go round.
//!
//! Tarjan's algorithm (1972) with an explicit stack, linear in the edges.

use crate::graph::Edges;
use crate::limits::{NodeCounter, SolveError};

/// All nodes, in components; what a component leads to comes before it.
pub(super) fn components(
    edges: &Edges,
    counter: &mut NodeCounter<'_>,
) -> Result<Vec<Vec<u32>>, SolveError> {
    let mut finder = Finder {
        met: vec![None; edges.len()],
        low: vec![0; edges.len()],
        closed: vec![false; edges.len()],
        open: Vec::new(),
        path: Vec::new(),
        components: Vec::new(),
        count: 0,
    };
    for root in 0..edges.len() {
        if finder.met[root].is_none() {
            finder.walk(edges, root, counter)?;
        }
    }
    Ok(finder.components)
}

struct Finder {
    /// When a node was met.
    met: Vec<Option<u32>>,
    /// The low link: the earliest node, by when it was met, to which play can come back.
    low: Vec<u32>,
    closed: Vec<bool>,
    /// Nodes that were met and are not yet in a component.
    open: Vec<u32>,
    /// Nodes on the path, and how many moves of each were followed.
    path: Vec<(usize, usize)>,
    components: Vec<Vec<u32>>,
    count: u32,
}

impl Finder {
    fn walk(
        &mut self,
        edges: &Edges,
        root: usize,
        counter: &mut NodeCounter<'_>,
    ) -> Result<(), SolveError> {
        self.meet(root);
        while let Some((number, followed)) = self.path.last_mut() {
            counter.step()?;
            let number = *number;
            let Some(to) = edges.next(number).get(*followed) else {
                self.leave(number);
                continue;
            };
            *followed += 1;
            let to = *to as usize;
            match self.met[to] {
                None => self.meet(to),
                Some(when) if !self.closed[to] => {
                    self.low[number] = self.low[number].min(when);
                }
                Some(_) => {}
            }
        }
        Ok(())
    }

    fn meet(&mut self, number: usize) {
        self.met[number] = Some(self.count);
        self.low[number] = self.count;
        self.count += 1;
        self.open.push(number as u32);
        self.path.push((number, 0));
    }

    fn leave(&mut self, number: usize) {
        self.path.pop();
        if let Some((before, _)) = self.path.last() {
            self.low[*before] = self.low[*before].min(self.low[number]);
        }
        if self.met[number] == Some(self.low[number]) {
            let from = self.open.iter().rposition(|open| *open as usize == number);
            let component = self.open.split_off(from.expect("it was met and not closed"));
            component.iter().for_each(|number| self.closed[*number as usize] = true);
            self.components.push(component);
        }
    }
}
