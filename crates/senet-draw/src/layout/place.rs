//! Step 4: coordinates. Each item wants to be where its neighbours are; the order and the room that
//! every item needs are kept exactly.

use super::sketch::{Item, Kind, Sketch};

/// Sweeps down and up over all layers.
const ROUNDS: usize = 12;
/// Least space from one layer to the next.
const BETWEEN_LAYERS: f64 = 46.0;

/// Places all items of the sketch, with its corner at the origin.
pub(super) fn assign(sketch: &mut Sketch) {
    across(sketch);
    along(sketch);
    let left = sketch
        .items
        .iter()
        .map(|i| i.x - i.before)
        .fold(f64::INFINITY, f64::min);
    let right = sketch
        .items
        .iter()
        .map(|i| i.x + i.after)
        .fold(f64::NEG_INFINITY, f64::max);
    for item in &mut sketch.items {
        item.x -= left;
    }
    sketch.across = right - left;
}

fn across(sketch: &mut Sketch) {
    let Sketch { items, layers, .. } = sketch;
    for layer in layers.iter() {
        let width = layer
            .iter()
            .map(|&i| items[i].before + items[i].after)
            .sum::<f64>();
        for &i in layer {
            items[i].x = -width / 2.0;
        }
        settle(items, layer, |_| (0.0, 0.0));
    }
    let sum = |items: &[Item], around: &[(usize, f64)]| {
        around
            .iter()
            .fold((0.0, 0.0), |(total, sum), &(other, weight)| {
                (total + weight, sum + weight * items[other].x)
            })
    };
    for _ in 0..ROUNDS {
        for layer in layers.iter() {
            let pulls: Vec<_> = layer.iter().map(|&i| sum(items, &items[i].up)).collect();
            settle(items, layer, |slot| pulls[slot]);
        }
        for layer in layers.iter().rev() {
            let pulls: Vec<_> = layer.iter().map(|&i| sum(items, &items[i].down)).collect();
            settle(items, layer, |slot| pulls[slot]);
        }
    }
}

/// Moves the items of one layer as near to the wanted places as order and room allow, by least
/// squares (pooling adjacent violators). `pull` gives total weight and weighted sum of places.
fn settle(items: &mut [Item], layer: &[usize], pull: impl Fn(usize) -> (f64, f64)) {
    // Without neighbours an item stays where it is, unless others need the room.
    const INERTIA: f64 = 0.01;
    // In this view every item has no width: `offset` is the room taken by those before it.
    let mut offsets = Vec::with_capacity(layer.len());
    let mut offset = 0.0;
    let mut blocks: Vec<(f64, f64, usize)> = Vec::with_capacity(layer.len());
    for (slot, &i) in layer.iter().enumerate() {
        if slot > 0 {
            let before = &items[layer[slot - 1]];
            offset += before.after + gap(before, &items[i]) + items[i].before;
        }
        offsets.push(offset);
        let (weight, sum) = pull(slot);
        let (mut weight, mut sum) = (weight + INERTIA, sum + INERTIA * items[i].x);
        sum -= weight * offset;
        let mut count = 1;
        while let Some(&(w, s, c)) = blocks.last()
            && s / w > sum / weight
        {
            blocks.pop();
            weight += w;
            sum += s;
            count += c;
        }
        blocks.push((weight, sum, count));
    }
    let mut slot = 0;
    for (weight, sum, count) in blocks {
        for _ in 0..count {
            items[layer[slot]].x = sum / weight + offsets[slot];
            slot += 1;
        }
    }
}

/// Least space between two items that stand side by side.
fn gap(a: &Item, b: &Item) -> f64 {
    match (a.kind, b.kind) {
        (Kind::Node, Kind::Node) => 28.0,
        (Kind::Node, _) | (_, Kind::Node) => 18.0,
        (Kind::Bend, Kind::Bend) => 14.0,
        _ => 10.0,
    }
}

fn along(sketch: &mut Sketch) {
    let Sketch {
        items,
        layers,
        bands,
        ..
    } = sketch;
    let labelled = items.iter().any(|item| item.kind == Kind::Label);
    let least = if labelled {
        BETWEEN_LAYERS / 2.0
    } else {
        BETWEEN_LAYERS
    };
    let mut top = 0.0;
    for layer in layers.iter() {
        let height = layer.iter().map(|&i| items[i].along).fold(0.0, f64::max);
        bands.push((top, top + height));
        let mut slant = 0.0_f64;
        for &i in layer {
            items[i].y = top + height / 2.0;
            for &(below, _) in &items[i].down {
                slant = slant.max((items[below].x - items[i].x).abs());
            }
        }
        // Flat lines are hard to follow: they get more room.
        top += height + least + (0.08 * slant - 8.0).clamp(0.0, 60.0);
    }
    sketch.along = bands.last().map_or(0.0, |band| band.1);
}
