//! Exact expected values: backward induction over strongly connected components, and a system of linear
//! equations for each component in which nobody has a choice (an absorbing Markov chain).

use super::is_choice;
use crate::fraction::{Fraction, bits, share};
use crate::graph::{Edges, NodeKind};
use crate::limits::NodeCounter;
use num_traits::{One, Zero};
use senet_game::Seat;

/// More nodes in a component are too many equations: elimination is cubic.
const MAX_EQUATIONS: usize = 200;

/// Numbers with more bits are left to intervals: six hundred digits are of no use to a reader, and
/// denominators grow with every decision of chance.
const MAX_BITS: u64 = 2048;

/// The expected value of every node, if ends have the value `end` and each decision of chance adds
/// `more`. `None` if a player has a choice where play goes round, if fractions grow too large, or if the
/// caller cancels. Where play cannot end, it is 0.
pub(super) fn solve(
    edges: &Edges,
    components: &[Vec<u32>],
    end: impl Fn(NodeKind) -> Option<Fraction>,
    more: &Fraction,
    counter: &mut NodeCounter<'_>,
) -> Option<Vec<Fraction>> {
    let mut values = vec![Fraction::zero(); edges.len()];
    let mut place = vec![usize::MAX; edges.len()];
    for component in components {
        counter.step().ok()?;
        if let [number] = component[..]
            && !edges.next(number as usize).contains(&number)
        {
            let number = number as usize;
            values[number] = match end(edges.kinds[number]) {
                Some(value) => value,
                None => alone(edges, number, &values, more)?,
            };
            if bits(&values[number]) > MAX_BITS {
                return None;
            }
            continue;
        }
        // Where a player chooses inside of a cycle the system is not linear (its solution is
        // a fixed point of max and min), and is left to intervals.
        if component.len() > MAX_EQUATIONS
            || component.iter().any(|n| is_choice(edges, *n as usize))
        {
            return None;
        }
        for (i, number) in component.iter().enumerate() {
            place[*number as usize] = i;
        }
        let inside = |number: u32| place[number as usize] < component.len();
        let ends = component.iter().any(|n| edges.next(*n as usize).iter().any(|to| !inside(*to)));
        if ends {
            for (number, value) in
                component.iter().zip(together(edges, component, &place, &values, more, counter)?)
            {
                values[*number as usize] = value;
            }
        }
        component.iter().for_each(|number| place[*number as usize] = usize::MAX);
    }
    Some(values)
}

/// The chance of each move: certain, if a player has no choice.
fn chances(edges: &Edges, number: usize) -> Option<Vec<(u32, Fraction)>> {
    let next = edges.next(number);
    if edges.kinds[number] != NodeKind::Chance {
        return Some(next.first().map(|to| (*to, Fraction::one())).into_iter().collect());
    }
    let weights = edges.weights(number);
    let total = weights.iter().try_fold(0u128, |sum, weight| sum.checked_add(*weight))?;
    Some(next.iter().zip(weights).map(|(to, weight)| (*to, share(*weight, total))).collect())
}

/// The value of the best move, or the mean of all.
fn alone(edges: &Edges, number: usize, values: &[Fraction], more: &Fraction) -> Option<Fraction> {
    let NodeKind::Player(seat) = edges.kinds[number] else {
        let mut sum = more.clone();
        for (to, chance) in chances(edges, number)? {
            sum += chance * &values[to as usize];
        }
        return Some(sum);
    };
    let values = edges.next(number).iter().map(|to| &values[*to as usize]);
    if seat == Seat(0) { values.max().cloned() } else { values.min().cloned() }
}

/// The values of a component in which nobody has a choice: one equation for each node.
fn together(
    edges: &Edges,
    component: &[u32],
    place: &[usize],
    values: &[Fraction],
    more: &Fraction,
    counter: &mut NodeCounter<'_>,
) -> Option<Vec<Fraction>> {
    // One equation for a node: its value less the weighted values inside of the component is
    // what leads out of it. The matrix is that of an absorbing chain, I - Q, so it has an
    // inverse if play can leave the component from everywhere in it, which holds as soon as it
    // can from somewhere.
    let n = component.len();
    let mut rows = vec![vec![Fraction::zero(); n + 1]; n];
    for (i, number) in component.iter().map(|number| *number as usize).enumerate() {
        let row = &mut rows[i];
        row[i] = Fraction::one();
        if edges.kinds[number] == NodeKind::Chance {
            row[n] = more.clone();
        }
        for (to, chance) in chances(edges, number)? {
            let to = to as usize;
            if place[to] < n {
                row[place[to]] -= chance;
            } else {
                row[n] += chance * &values[to];
            }
        }
    }
    eliminate(rows, counter)
}

/// Gauss-Jordan elimination: the solution of equations, each a row with its right side last.
fn eliminate(mut rows: Vec<Vec<Fraction>>, counter: &mut NodeCounter<'_>) -> Option<Vec<Fraction>> {
    let n = rows.len();
    for i in 0..n {
        let pivot = (i..n).find(|row| !rows[*row][i].is_zero())?;
        rows.swap(i, pivot);
        let by = rows[i][i].clone();
        for cell in &mut rows[i] {
            *cell /= &by;
        }
        let pivot = rows[i].clone();
        for (at, row) in rows.iter_mut().enumerate() {
            if at == i || row[i].is_zero() {
                continue;
            }
            let factor = row[i].clone();
            for (cell, above) in row.iter_mut().zip(&pivot).filter(|(_, above)| !above.is_zero()) {
                counter.step().ok()?;
                *cell -= &factor * above;
            }
        }
    }
    Some(rows.into_iter().map(|mut row| row.swap_remove(n)).collect())
}
