//! What positions are worth, exactly: equations in fractions.

use super::is_choice;
use crate::solve::fraction::Fraction;
use crate::solve::graph::{Kind, Map};
use senet_game::Seat;
use std::cmp::Ordering;

/// More positions in a group are too many equations.
const MOST: usize = 200;

/// What every position is worth, if an end is worth `worth` and each decision of chance adds `more`.
/// Nothing, if somebody has a choice where play goes round, or if fractions grow too large. Where
/// play cannot end, it is worth 0.
pub(super) fn solve(
    graph: &Map,
    groups: &[Vec<u32>],
    worth: impl Fn(Kind) -> Option<Fraction>,
    more: Fraction,
) -> Option<Vec<Fraction>> {
    let mut values = vec![Fraction::ZERO; graph.len()];
    let mut place = vec![usize::MAX; graph.len()];
    for group in groups {
        if let [number] = group[..]
            && !graph.next(number as usize).contains(&number)
        {
            let number = number as usize;
            values[number] = match worth(graph.kinds[number]) {
                Some(worth) => worth,
                None => alone(graph, number, &values, more)?,
            };
            continue;
        }
        if group.len() > MOST || group.iter().any(|n| is_choice(graph, *n as usize)) {
            return None;
        }
        for (i, number) in group.iter().enumerate() {
            place[*number as usize] = i;
        }
        let inside = |number: u32| place[number as usize] < group.len();
        let ends = group.iter().any(|n| graph.next(*n as usize).iter().any(|to| !inside(*to)));
        if ends {
            for (number, value) in group.iter().zip(together(graph, group, &place, &values, more)?)
            {
                values[*number as usize] = value;
            }
        }
        group.iter().for_each(|number| place[*number as usize] = usize::MAX);
    }
    Some(values)
}

/// The chance of each move: certain, if a player has no choice.
fn chances(graph: &Map, number: usize) -> Option<Vec<(u32, Fraction)>> {
    let next = graph.next(number);
    if graph.kinds[number] != Kind::Chance {
        return Some(next.first().map(|to| (*to, Fraction::ONE)).into_iter().collect());
    }
    let weights = graph.weights(number);
    let weights: Option<Vec<i128>> = weights.iter().map(|w| i128::try_from(*w).ok()).collect();
    let weights = weights?;
    let total = weights.iter().try_fold(0i128, |sum, weight| sum.checked_add(*weight))?;
    let part = |(to, weight): (&u32, i128)| Some((*to, Fraction::new(weight, total)?));
    next.iter().zip(weights).map(part).collect()
}

/// The best move, or the mean of all.
fn alone(graph: &Map, number: usize, values: &[Fraction], more: Fraction) -> Option<Fraction> {
    let Kind::Player(seat) = graph.kinds[number] else {
        let mut sum = more;
        for (to, chance) in chances(graph, number)? {
            sum = sum.plus(chance.times(values[to as usize])?)?;
        }
        return Some(sum);
    };
    let wanted = if seat == Seat(0) { Ordering::Greater } else { Ordering::Less };
    let mut best = None;
    for value in graph.next(number).iter().map(|to| values[*to as usize]) {
        match best {
            Some(so_far) if value.compare(so_far)? != wanted => {}
            _ => best = Some(value),
        }
    }
    best
}

/// The values of a group in which nobody has a choice: one equation for each position.
fn together(
    graph: &Map,
    group: &[u32],
    place: &[usize],
    values: &[Fraction],
    more: Fraction,
) -> Option<Vec<Fraction>> {
    let n = group.len();
    let mut rows = vec![vec![Fraction::ZERO; n + 1]; n];
    for (i, number) in group.iter().map(|number| *number as usize).enumerate() {
        let row = &mut rows[i];
        row[i] = Fraction::ONE;
        if graph.kinds[number] == Kind::Chance {
            row[n] = more;
        }
        for (to, chance) in chances(graph, number)? {
            let to = to as usize;
            if place[to] < n {
                row[place[to]] = row[place[to]].minus(chance)?;
            } else {
                row[n] = row[n].plus(chance.times(values[to])?)?;
            }
        }
    }
    eliminate(rows)
}

/// Gauss: the solution of equations, each a row with its right side last.
fn eliminate(mut rows: Vec<Vec<Fraction>>) -> Option<Vec<Fraction>> {
    let n = rows.len();
    for i in 0..n {
        let pivot = (i..n).find(|row| rows[*row][i].sign() != 0)?;
        rows.swap(i, pivot);
        let by = rows[i][i];
        for cell in &mut rows[i] {
            *cell = cell.by(by)?;
        }
        let pivot = rows[i].clone();
        for (at, row) in rows.iter_mut().enumerate() {
            let factor = row[i];
            if at != i && factor.sign() != 0 {
                for (cell, above) in row.iter_mut().zip(&pivot) {
                    *cell = cell.minus(factor.times(*above)?)?;
                }
            }
        }
    }
    Some(rows.into_iter().map(|row| row[n]).collect())
}
