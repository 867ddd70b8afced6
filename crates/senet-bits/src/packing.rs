//! Plans how positions are packed, when the program is compiled.

use crate::cells::CellSet;
use crate::control::Explored;
use crate::pack::{Exclusive, PackPlan};

/// How many bits tell `n` values apart.
fn bits_for(n: usize) -> u32 {
    usize::BITS - n.saturating_sub(1).leading_zeros()
}

impl PackPlan {
    /// A plan for a program; `exclusive` lists families of which a cell is in at most one, each with
    /// the cells that are always in exactly one, if that is so.
    pub(crate) fn new(
        explored: &Explored<'_>,
        exclusive: &[(Vec<usize>, Option<CellSet>)],
        words: usize,
        controls: usize,
    ) -> PackPlan {
        let layout = &explored.compiler.layout;
        let mut plan = PackPlan { control: bits_for(controls), ..PackPlan::default() };
        plan.bits = plan.control;
        let mut done = vec![false; layout.families.len()];
        let mut order: Vec<&(Vec<usize>, Option<CellSet>)> = exclusive.iter().collect();
        // Greedy, largest sets first: k planes in one set take log2(k) bits a cell instead of k,
        // and one more value where a cell may be in none of them.
        order.sort_by_key(|(set, exact)| std::cmp::Reverse((set.len(), exact.is_some())));
        for (set, exact) in order {
            let plain = |f: &usize| !done[*f] && layout.families[*f].types.len() == 1;
            let families: Vec<usize> = set.iter().copied().filter(plain).collect();
            if families.is_empty() {
                continue;
            }
            // Of a part of the set, a cell may be in none.
            let exact = exact.filter(|_| families.len() == set.len());
            let planes = families.iter().map(|f| layout.families[*f].plane as usize).collect();
            families.iter().for_each(|f| done[*f] = true);
            let domain = |f: &usize| layout.domain(layout.families[*f].types[0]).cells();
            let all = families.iter().map(domain).fold(CellSet::EMPTY, CellSet::or);
            let cells = exact.unwrap_or(all);
            let digits = bits_for(families.len() + usize::from(exact.is_none()));
            let count = cells.len() as u32;
            plan.bits += digits * count;
            plan.exclusive.push(Exclusive {
                planes,
                cells: cells.0[..words].to_vec(),
                count,
                digits,
                exact: exact.is_some(),
            });
        }
        for (i, family) in layout.families.iter().enumerate().filter(|(i, _)| !done[*i]) {
            assert!(layout.singleton[family.predicate.index()], "family {i} is a singleton");
            for (at, ty) in family.types.iter().enumerate() {
                let bits = bits_for(layout.domain(*ty).values.len() + 1);
                plan.singletons.push((family.plane as usize + at, bits));
                plan.bits += bits;
            }
        }
        plan
    }
}
