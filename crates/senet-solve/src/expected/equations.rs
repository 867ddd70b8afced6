//! Exact expected values: backward induction over strongly connected components, and a system of linear
//! equations for each component in which nobody has a choice (an absorbing Markov chain).

use super::is_choice;
use crate::fraction::Fraction;
use crate::graph::{Edges, NodeKind};
use crate::limits::NodeCounter;
use senet_game::Seat;
use std::cmp::Ordering;

/// More nodes in a component are too many equations: elimination is cubic.
const MAX_EQUATIONS: usize = 200;

/// The expected value of every node, if ends have the value `end` and each decision of chance adds
/// `more`. `None` if somebody has a choice where play goes round, if fractions grow too large, or if the
/// caller cancels. Where play cannot end, it is 0.
pub(super) fn solve(
    edges: &Edges,
    components: &[Vec<u32>],
    end: impl Fn(NodeKind) -> Option<Fraction>,
    more: Fraction,
    counter: &mut NodeCounter<'_>,
) -> Option<Vec<Fraction>> {
    let mut values = vec![Fraction::ZERO; edges.len()];
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
            continue;
        }
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
        return Some(next.first().map(|to| (*to, Fraction::ONE)).into_iter().collect());
    }
    let weights = edges.weights(number);
    let weights: Option<Vec<i128>> = weights.iter().map(|w| i128::try_from(*w).ok()).collect();
    let weights = weights?;
    let total = weights.iter().try_fold(0i128, |sum, weight| sum.checked_add(*weight))?;
    let part = |(to, weight): (&u32, i128)| Some((*to, Fraction::new(weight, total)?));
    next.iter().zip(weights).map(part).collect()
}

/// The value of the best move, or the mean of all.
fn alone(edges: &Edges, number: usize, values: &[Fraction], more: Fraction) -> Option<Fraction> {
    let NodeKind::Player(seat) = edges.kinds[number] else {
        let mut sum = more;
        for (to, chance) in chances(edges, number)? {
            sum = sum.checked_add(chance.checked_mul(values[to as usize])?)?;
        }
        return Some(sum);
    };
    let wanted = if seat == Seat(0) { Ordering::Greater } else { Ordering::Less };
    let mut best = None;
    for value in edges.next(number).iter().map(|to| values[*to as usize]) {
        match best {
            Some(so_far) if value.checked_cmp(so_far)? != wanted => {}
            _ => best = Some(value),
        }
    }
    best
}

/// The values of a component in which nobody has a choice: one equation for each node.
fn together(
    edges: &Edges,
    component: &[u32],
    place: &[usize],
    values: &[Fraction],
    more: Fraction,
    counter: &mut NodeCounter<'_>,
) -> Option<Vec<Fraction>> {
    let n = component.len();
    let mut rows = vec![vec![Fraction::ZERO; n + 1]; n];
    for (i, number) in component.iter().map(|number| *number as usize).enumerate() {
        let row = &mut rows[i];
        row[i] = Fraction::ONE;
        if edges.kinds[number] == NodeKind::Chance {
            row[n] = more;
        }
        for (to, chance) in chances(edges, number)? {
            let to = to as usize;
            if place[to] < n {
                row[place[to]] = row[place[to]].checked_sub(chance)?;
            } else {
                row[n] = row[n].checked_add(chance.checked_mul(values[to])?)?;
            }
        }
    }
    eliminate(rows, counter)
}

/// Gauss-Jordan elimination: the solution of equations, each a row with its right side last.
fn eliminate(mut rows: Vec<Vec<Fraction>>, counter: &mut NodeCounter<'_>) -> Option<Vec<Fraction>> {
    let n = rows.len();
    for i in 0..n {
        let pivot = (i..n).find(|row| rows[*row][i].signum() != 0)?;
        rows.swap(i, pivot);
        let by = rows[i][i];
        for cell in &mut rows[i] {
            *cell = cell.checked_div(by)?;
        }
        let pivot = rows[i].clone();
        for (at, row) in rows.iter_mut().enumerate() {
            let factor = row[i];
            if at != i && factor.signum() != 0 {
                for (cell, above) in row.iter_mut().zip(&pivot) {
                    counter.step().ok()?;
                    *cell = cell.checked_sub(factor.checked_mul(*above)?)?;
                }
            }
        }
    }
    Some(rows.into_iter().map(|row| row[n]).collect())
}
