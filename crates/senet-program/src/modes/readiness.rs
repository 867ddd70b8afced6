//! Goals are solved when they are ready, whatever the order in which they are written.

use crate::modes::Bound;
use crate::program::Premise;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Up to this many goals are tried in every order.
const FEW: usize = 8;

/// Binds what can be bound: first everything that is read off the position, then, again and again,
/// the first goal that is ready. Returns the goals that never get ready, in order.
///
/// Of many goals, each is tested at first and whenever one of its variables gets a value (watched
/// variables), so that the cost is linear in the length of the rule.
pub(super) fn solve(
    goals: &[Premise],
    bound: &mut Bound,
    mut ready: impl FnMut(&Premise, &Bound) -> bool,
) -> Vec<usize> {
    let mut waiting = Vec::new();
    for (i, goal) in goals.iter().enumerate() {
        match goal {
            goal if goal.in_position() || matches!(goal, Premise::Sense(_)) => bound.bind_all(goal),
            _ => waiting.push(i),
        }
    }
    // Few goals: look through them again after each that was solved, which is quadratic, and
    // faster than the lists below.
    if waiting.len() <= FEW {
        let mut is_next = |i: &usize| ready(&goals[*i], bound).then(|| bound.bind_all(&goals[*i]));
        while let Some(at) = waiting.iter().position(|i| is_next(i).is_some()) {
            waiting.remove(at);
        }
        return waiting;
    }
    // Many goals: forward chaining with a queue. A variable that gets its value wakes the goals
    // that it stands in, each variable once, so the whole takes the time of the rule's length,
    // apart from the heap. The heap keeps the written order among those that are ready.
    let mut stands_in = vec![Vec::new(); bound.variables()];
    for i in &waiting {
        goals[*i].each_variable(&mut |v| stands_in[v.index()].push(*i));
    }
    let mut is_ready = vec![false; goals.len()];
    let mut solved = vec![false; goals.len()];
    let mut next = BinaryHeap::new();
    for i in &waiting {
        is_ready[*i] = ready(&goals[*i], bound);
        if is_ready[*i] {
            next.push(Reverse(*i));
        }
    }
    let mut touched = Vec::new();
    while let Some(Reverse(i)) = next.pop() {
        if solved[i] || !is_ready[i] {
            continue;
        }
        solved[i] = true;
        goals[i].each_variable(&mut |v| {
            if !bound.has(v) {
                bound.bind(v);
                touched.append(&mut stands_in[v.index()]);
            }
        });
        for j in touched.drain(..).filter(|j| !solved[*j]) {
            let now = ready(&goals[j], bound);
            if now && !is_ready[j] {
                next.push(Reverse(j));
            }
            is_ready[j] = now;
        }
    }
    waiting.retain(|i| !solved[*i]);
    waiting
}

/// Makes for each goal of a derived predicate the queries that come up if one atom of the position is
/// matched after it. One query for all of `reach A B`, followed by a look whether there is a stone on
/// `B`, is often less work than one query for each stone.
pub(super) fn earlier(
    goals: &[Premise],
    given: &Bound,
    mut ready: impl FnMut(&Premise, &Bound) -> bool,
) {
    if goals.len() > FEW {
        return;
    }
    for (late, _) in goals.iter().enumerate().filter(|(_, goal)| goal.in_position()) {
        let mut bound = given.clone();
        for (i, goal) in goals.iter().enumerate() {
            if i != late && goal.in_position() {
                bound.bind_all(goal);
            }
        }
        for goal in goals.iter().filter(|goal| matches!(goal, Premise::Derived(_))) {
            ready(goal, &bound);
        }
    }
}

/// Whether goals can be solved in some order, each when it is ready. `None` if there are too many
/// to try every order, or if there is only one.
///
/// Which order is best shows only when all queries are decided, so every query that some order leads to
/// is registered here: `times` can be answered because its goals can be taken the other way round.
pub(super) fn some_order(
    goals: &[Premise],
    given: &Bound,
    mut ready: impl FnMut(&Premise, &Bound) -> bool,
) -> Option<bool> {
    let derived = goals.iter().filter(|goal| matches!(goal, Premise::Derived(_)));
    if derived.take(2).count() < 2 {
        return None;
    }
    let mut bound = given.clone();
    let mut waiting = [0; FEW];
    let mut all = 0;
    for (i, goal) in goals.iter().enumerate() {
        if goal.in_position() || matches!(goal, Premise::Sense(_)) {
            bound.bind_all(goal);
        } else {
            *waiting.get_mut(all)? = i;
            all += 1;
        }
    }
    let waiting = &waiting[..all];
    let all = (1 << all) - 1;
    // Depth-first over the sets of goals that are solved: what is bound depends on the set and
    // not on the order, so each of the 2^n sets is visited once, where there are n! orders.
    let mut seen = [false; 1 << FEW];
    let mut open = vec![(0, bound)];
    while let Some((solved, bound)) = open.pop() {
        for (i, goal) in waiting.iter().map(|i| &goals[*i]).enumerate() {
            let with = solved | 1 << i;
            if with == solved || !ready(goal, &bound) || std::mem::replace(&mut seen[with], true) {
                continue;
            }
            let mut bound = bound.clone();
            bound.bind_all(goal);
            open.push((with, bound));
        }
    }
    Some(seen[all])
}
