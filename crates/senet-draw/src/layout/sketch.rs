//! Step 2: one connected part of the graph as items in layers, where every line goes only from one
//! layer to the next: long edges get bends, and labels are items so that nothing overlaps them.

use super::Sizes;
use super::layers::{against, layers};
use crate::graph::Graph;

/// A connected part of the graph without its loops.
#[derive(Default)]
pub(super) struct Part {
    /// The nodes, as positions in the graph.
    pub(super) nodes: Vec<usize>,
    /// The edges, as positions in the graph.
    pub(super) edges: Vec<usize>,
    /// The ends of those edges, as positions in `nodes`.
    pub(super) ends: Vec<(usize, usize)>,
}

/// A part on its way to a drawing.
pub(super) struct Sketch {
    pub(super) part: Part,
    /// First the nodes, in the order of `part.nodes`; then bends and labels.
    pub(super) items: Vec<Item>,
    /// The items of each layer, from left to right.
    pub(super) layers: Vec<Vec<usize>>,
    /// The top and bottom of each layer.
    pub(super) bands: Vec<(f64, f64)>,
    /// The way of each edge, in the order of `part.edges`.
    pub(super) paths: Vec<Path>,
    /// The size of the whole part.
    pub(super) across: f64,
    pub(super) along: f64,
}

/// Something that takes room in a layer.
pub(super) struct Item {
    pub(super) kind: Kind,
    pub(super) layer: usize,
    /// The position in the layer.
    pub(super) slot: usize,
    /// The room needed on either side of the centre, and in the direction of the edges.
    pub(super) before: f64,
    pub(super) after: f64,
    pub(super) along: f64,
    /// The centre.
    pub(super) x: f64,
    pub(super) y: f64,
    /// The items that lines lead to in the layer above and in the layer below, with the strength
    /// by which each line wants to be straight.
    pub(super) up: Vec<(usize, f64)>,
    pub(super) down: Vec<(usize, f64)>,
}

/// What an item is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Node,
    Bend,
    Label,
}

/// The items that an edge visits from top to bottom.
pub(super) struct Path {
    pub(super) items: Vec<usize>,
    /// Whether the edge points upwards.
    pub(super) against: bool,
    /// Whether it was too long to get bends.
    pub(super) far: bool,
}

impl Sketch {
    /// Assigns layers and adds bends, as long as there are any left to give.
    pub(super) fn new(part: Part, graph: &Graph, sizes: &mut Sizes, bends: &mut usize) -> Self {
        let count = part.nodes.len();
        let against = against(count, &part.ends);
        let downward = |(&(from, to), &up): (&(usize, usize), &bool)| {
            if up { (to, from) } else { (from, to) }
        };
        let ends: Vec<(usize, usize)> = part.ends.iter().zip(&against).map(downward).collect();
        let mut lines = vec![(0, 0); count];
        for &(top, bottom) in &ends {
            lines[top].0 += 1;
            lines[bottom].1 += 1;
        }
        for (&node, &(below, above)) in part.nodes.iter().zip(&lines) {
            sizes.nodes[node].make_room(below.max(above));
        }
        // Labels live in layers of their own between those of the nodes.
        let span = if part.edges.iter().any(|&e| sizes.labels[e].is_some()) { 2 } else { 1 };
        let layer = layers(count, &ends, span);

        let node = |(&node, &layer): (&usize, &usize)| {
            let outline = &sizes.nodes[node];
            let half = outline.across / 2.0;
            Item {
                after: half + outline.beside,
                ..Item::new(Kind::Node, layer, half, outline.along)
            }
        };
        let mut sketch = Self {
            items: part.nodes.iter().zip(&layer).map(node).collect(),
            layers: vec![Vec::new(); layer.iter().max().map_or(0, |l| l + 1)],
            bands: Vec::new(),
            paths: Vec::with_capacity(ends.len()),
            across: 0.0,
            along: 0.0,
            part,
        };

        // Short edges get their bends first.
        let mut by_length: Vec<usize> = (0..ends.len()).collect();
        by_length.sort_by_key(|&e| layer[ends[e].1] - layer[ends[e].0]);
        let mut far = vec![false; ends.len()];
        for e in by_length {
            let needed = layer[ends[e].1] - layer[ends[e].0] - 1;
            far[e] = needed > *bends;
            *bends -= if far[e] { 0 } else { needed };
        }
        for (e, &(top, bottom)) in ends.iter().enumerate() {
            let edge = sketch.part.edges[e];
            let (from, to) = (graph.edges[edge].from, graph.edges[edge].to);
            let group = graph.nodes[from].group;
            // Lanes are straight; what leads back makes way for what leads on.
            let pull = match against[e] {
                _ if group.is_some() && group == graph.nodes[to].group => 8.0,
                true => 0.05,
                false => 1.0,
            };
            let items = sketch.path(top, bottom, sizes.labels[edge], far[e], pull);
            sketch.paths.push(Path { items, against: against[e], far: far[e] });
        }
        sketch
    }

    /// Adds the bends and the label between two nodes.
    fn path(
        &mut self,
        top: usize,
        bottom: usize,
        label: Option<(f64, f64)>,
        far: bool,
        pull: f64,
    ) -> Vec<usize> {
        let (first, last) = (self.items[top].layer, self.items[bottom].layer);
        // The layers of nodes are even when there are labels, so an odd one is free of nodes.
        let middle = ((first + last) / 2) | 1;
        let mut items = vec![top];
        for layer in first + 1..last {
            let item = match label {
                Some((across, along)) if layer == middle => {
                    Item::new(Kind::Label, layer, across / 2.0, along)
                }
                _ if far => continue,
                _ => Item::new(Kind::Bend, layer, 0.0, 0.0),
            };
            items.push(self.items.len());
            self.items.push(item);
        }
        items.push(bottom);
        for pair in items.windows(2) {
            let (a, b) = (pair[0], pair[1]);
            if self.items[a].layer + 1 == self.items[b].layer {
                let bends = [a, b].iter().filter(|&&i| self.items[i].kind != Kind::Node).count();
                let weight = pull * [1.0, 2.0, 8.0][bends];
                self.items[a].down.push((b, weight));
                self.items[b].up.push((a, weight));
            }
        }
        items
    }
}

impl Item {
    fn new(kind: Kind, layer: usize, half: f64, along: f64) -> Self {
        Self {
            kind,
            layer,
            slot: 0,
            before: half,
            after: half,
            along,
            x: 0.0,
            y: 0.0,
            up: Vec::new(),
            down: Vec::new(),
        }
    }
}
