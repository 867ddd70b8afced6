//! Strongly connected components.

/// Strongly connected components, each after those that it needs (Tarjan 1972, with an explicit
/// stack: dependency graphs of large boards are deep). Linear in nodes and edges.
pub(super) fn components(needs: &[Vec<usize>]) -> Vec<Vec<usize>> {
    let n = needs.len();
    let mut out = Vec::new();
    let (mut index, mut low) = (vec![usize::MAX; n], vec![0; n]);
    let mut on_stack = vec![false; n];
    let mut stack = Vec::new();
    let mut count = 0;
    for root in 0..n {
        if index[root] != usize::MAX {
            continue;
        }
        let mut path = vec![(root, 0)];
        while let Some((node, edge)) = path.last_mut() {
            let v = *node;
            // First visit: `low` is the least index that is reachable and still on the stack.
            if *edge == 0 {
                (index[v], low[v]) = (count, count);
                count += 1;
                stack.push(v);
                on_stack[v] = true;
            }
            if let Some(w) = needs[v].get(*edge).copied() {
                *edge += 1;
                if index[w] == usize::MAX {
                    path.push((w, 0));
                // An edge back into the current path: all on the way belong together.
                } else if on_stack[w] {
                    low[v] = low[v].min(index[w]);
                }
                continue;
            }
            path.pop();
            if let Some((parent, _)) = path.last() {
                low[*parent] = low[*parent].min(low[v]);
            }
            // `v` is the first of its component, and all above it on the stack are the others.
            if low[v] == index[v] {
                let at = stack.iter().rposition(|w| *w == v).expect("on the stack");
                let component = stack.split_off(at);
                component.iter().for_each(|w| on_stack[*w] = false);
                out.push(component);
            }
        }
    }
    out
}

/// Whether a component has an edge inside.
pub(super) fn is_cycle(component: &[usize], needs: &[Vec<usize>]) -> bool {
    component.len() > 1 || needs[component[0]].contains(&component[0])
}

#[cfg(test)]
mod tests {
    use super::components;

    #[test]
    fn what_is_needed_comes_first() {
        let all = components(&[vec![1], vec![2], vec![1], vec![0]]);
        assert_eq!(all, [vec![1, 2], vec![0], vec![3]]);
    }
}
