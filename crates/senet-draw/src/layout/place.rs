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
    let left = sketch.items.iter().map(|i| i.x - i.before).fold(f64::INFINITY, f64::min);
    let right = sketch.items.iter().map(|i| i.x + i.after).fold(f64::NEG_INFINITY, f64::max);
    for item in &mut sketch.items {
        item.x -= left;
    }
    sketch.across = right - left;
}

fn across(sketch: &mut Sketch) {
    let Sketch { items, layers, .. } = sketch;
    for layer in layers.iter() {
        let width = layer.iter().map(|&i| items[i].before + items[i].after).sum::<f64>();
        for &i in layer {
            items[i].x = -width / 2.0;
        }
        settle(items, layer, |_| (0.0, 0.0));
    }
    let sum = |items: &[Item], around: &[(usize, f64)]| {
        around.iter().fold((0.0, 0.0), |(total, sum), &(other, weight)| {
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

/// Moves the items of one layer as near to the wanted places as order and room allow. `pull` gives
/// the total weight and the weighted sum of the places that the neighbours of an item want.
fn settle(items: &mut [Item], layer: &[usize], pull: impl Fn(usize) -> (f64, f64)) {
    // Without neighbours an item stays where it is, unless others need the room.
    const INERTIA: f64 = 0.01;
    let crowd = (60.0 / layer.len() as f64).clamp(0.25, 1.0);
    let mut offset = 0.0;
    let want = |(slot, &i): (usize, &usize)| {
        if let Some(&before) = slot.checked_sub(1).and_then(|slot| layer.get(slot)) {
            let before = &items[before];
            offset += before.after + gap(before, &items[i], crowd) + items[i].before;
        }
        let (weight, sum) = pull(slot);
        Want { weight: weight + INERTIA, sum: sum + INERTIA * items[i].x, offset }
    };
    let wants: Vec<Want> = layer.iter().enumerate().map(want).collect();
    for (x, &i) in nearest(&wants).into_iter().zip(layer) {
        items[i].x = x;
    }
}

/// The place that something on a line wants: `sum / weight`, at least as far from the things
/// before it as the offsets differ.
pub(super) struct Want {
    pub(super) weight: f64,
    pub(super) sum: f64,
    pub(super) offset: f64,
}

/// The places nearest to the wanted ones that keep order and distances, by least squares: whoever
/// collides is pooled and moves as one from then on.
pub(super) fn nearest(wants: &[Want]) -> Vec<f64> {
    // Weight, weighted sum of places less offsets, and size of each pool.
    let mut pools: Vec<(f64, f64, usize)> = Vec::with_capacity(wants.len());
    for want in wants {
        let (mut weight, mut sum) = (want.weight, want.sum - want.weight * want.offset);
        let mut count = 1;
        while let Some(&(w, s, c)) = pools.last()
            && s / w > sum / weight
        {
            pools.pop();
            weight += w;
            sum += s;
            count += c;
        }
        pools.push((weight, sum, count));
    }
    let starts = pools.iter().flat_map(|&(weight, sum, n)| std::iter::repeat_n(sum / weight, n));
    starts.zip(wants).map(|(start, want)| start + want.offset).collect()
}

/// Least space between two items that stand side by side; bends in a crowd stand closer.
fn gap(a: &Item, b: &Item, crowd: f64) -> f64 {
    match (a.kind, b.kind) {
        (Kind::Node, Kind::Node) => 28.0,
        (Kind::Node, _) | (_, Kind::Node) => 18.0,
        (Kind::Bend, Kind::Bend) => 14.0 * crowd,
        _ => 10.0,
    }
}

fn along(sketch: &mut Sketch) {
    let Sketch { items, layers, bands, .. } = sketch;
    let labelled = items.iter().any(|item| item.kind == Kind::Label);
    let least = if labelled { BETWEEN_LAYERS / 2.0 } else { BETWEEN_LAYERS };
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

#[cfg(test)]
mod tests {
    use super::{Want, nearest};

    #[test]
    fn who_collides_shares_the_move() {
        let want = |place: f64, offset| Want { weight: 1.0, sum: place, offset };
        assert_eq!(nearest(&[want(0.0, 0.0), want(100.0, 10.0)]), [0.0, 100.0]);
        assert_eq!(nearest(&[want(0.0, 0.0), want(0.0, 10.0)]), [-5.0, 5.0]);
        assert_eq!(nearest(&[want(9.0, 0.0), want(0.0, 0.0), want(0.0, 0.0)]), [3.0; 3]);
    }
}
