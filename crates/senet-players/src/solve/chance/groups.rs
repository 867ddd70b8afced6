//! Groups of positions in which play can go round (Tarjan's strongly connected components).

use crate::solve::graph::Map;

/// All positions, in groups; what a group leads to comes before it.
pub(super) fn groups(graph: &Map) -> Vec<Vec<u32>> {
    let mut finder = Finder {
        met: vec![None; graph.len()],
        back: vec![0; graph.len()],
        grouped: vec![false; graph.len()],
        open: Vec::new(),
        path: Vec::new(),
        groups: Vec::new(),
        count: 0,
    };
    for root in 0..graph.len() {
        if finder.met[root].is_none() {
            finder.walk(graph, root);
        }
    }
    finder.groups
}

struct Finder {
    /// When a position was met.
    met: Vec<Option<u32>>,
    /// The earliest position, by when it was met, to which play can come back.
    back: Vec<u32>,
    grouped: Vec<bool>,
    /// Met, and not yet in a group.
    open: Vec<u32>,
    /// Positions on the way, and how many moves of each were followed.
    path: Vec<(usize, usize)>,
    groups: Vec<Vec<u32>>,
    count: u32,
}

impl Finder {
    fn walk(&mut self, graph: &Map, root: usize) {
        self.meet(root);
        while let Some((number, followed)) = self.path.last_mut() {
            let number = *number;
            let Some(to) = graph.next(number).get(*followed) else {
                self.leave(number);
                continue;
            };
            *followed += 1;
            let to = *to as usize;
            match self.met[to] {
                None => self.meet(to),
                Some(when) if !self.grouped[to] => {
                    self.back[number] = self.back[number].min(when);
                }
                Some(_) => {}
            }
        }
    }

    fn meet(&mut self, number: usize) {
        self.met[number] = Some(self.count);
        self.back[number] = self.count;
        self.count += 1;
        self.open.push(number as u32);
        self.path.push((number, 0));
    }

    fn leave(&mut self, number: usize) {
        self.path.pop();
        if let Some((before, _)) = self.path.last() {
            self.back[*before] = self.back[*before].min(self.back[number]);
        }
        if self.met[number] == Some(self.back[number]) {
            let from = self.open.iter().rposition(|open| *open as usize == number);
            let group = self.open.split_off(from.expect("it was met and not grouped"));
            group.iter().for_each(|number| self.grouped[*number as usize] = true);
            self.groups.push(group);
        }
    }
}
