//! The expression graph: set operations over planes, as a hash-consed directed acyclic graph.
//!
//! Constructors simplify by local rewriting. Each expression has a *support*, a constant superset of its
//! value (an abstract interpretation): where that is empty, so is the expression, which is what ends
//! recursion along the rows of a board. A Boolean is a set of all bits or of none, so that a condition is
//! an intersection.

mod fixpoint;

use crate::cells::CellSet;
use crate::ops::{MemberRow, RowTable};
use rustc_hash::FxHashMap;
use senet_program::TypeId;
use std::collections::BTreeMap;

/// The id of an expression.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Expr(pub(crate) u32);

/// The id of an expression whose value is a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Num(pub(crate) u32);

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) enum ExprNode {
    Const(CellSet),
    /// A plane of the position.
    Plane(u32),
    /// The one-cell set of a move's variable, by the variable's index among those of the move. The type of its board is
    /// part of the node, because a node has one support, and control states are compiled into one graph.
    MoveCell {
        var: u8,
        ty: TypeId,
    },
    And(Expr, Expr),
    Or(Expr, Expr),
    AndNot(Expr, Expr),
    /// All cells moved by a distance.
    Shift(Expr, i32),
    /// Whether the set is nonempty.
    Any(Expr),
    /// Whether the set has two cells or more.
    MoreThanOne(Expr),
    /// Whether some mask of a table is a subset of the set.
    AnyMask(Expr, u32),
    /// Whether the set has a row of cells at even distances, for some distance of a table.
    InARow(Expr, u32),
    /// The union of what the rows of a table give, over the rows whose cells are all in the set.
    RowMembers(Expr, u32),
    Compare(Compare, Num, Num),
    /// The one-cell set of the cell with this number.
    OneHot(Num),
    /// The variable of a fixpoint: its value in the last round.
    FixVar(u32),
    /// The least fixpoint of a body over the `FixVar` with this number.
    Fixpoint(u32, Expr),
    /// The least X ⊇ seed with X ⊇ T ∩ shift(X, δ) for each (T, δ): a fill in one direction if there is
    /// one term, a flood if there are several.
    Fill(Expr, Box<[(Expr, i32)]>),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Compare {
    Equal,
    Less,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) enum NumNode {
    Const(u64),
    /// The sum of products of sums of numbers of cells.
    Count(Vec<Vec<Vec<Expr>>>),
    Plus(Num, Num),
    /// The difference, or 0.
    Minus(Num, Num),
}

#[derive(Debug, Clone)]
struct ExprInfo {
    support: CellSet,
    /// Whether the value is a Boolean: all bits or none.
    boolean: bool,
    /// The fixpoint variables that occur free in it.
    free: Vec<u32>,
}

/// Shifts are distributed over intersections of at most this many sets.
const SHIFTED_LEAVES: usize = 16;

#[derive(Debug, Default)]
pub(crate) struct Graph {
    nodes: Vec<ExprNode>,
    infos: Vec<ExprInfo>,
    ids: FxHashMap<ExprNode, Expr>,
    nums: Vec<NumNode>,
    num_ids: FxHashMap<NumNode, Num>,
    next_fix_var: u32,
    /// Tables of `InARow`.
    pub(crate) rows: Vec<RowTable>,
    /// Tables of `AnyMask`.
    pub(crate) masks: Vec<Vec<CellSet>>,
    /// Tables of `RowMembers`.
    pub(crate) members: Vec<Vec<MemberRow>>,
    /// Planes that are nonempty in the control state being compiled.
    pub(crate) nonempty: Vec<u32>,
    /// Fixpoints that are the same function of the planes in every control state.
    pub(crate) control_free: Vec<Expr>,
}

impl Graph {
    pub(crate) fn node(&self, e: Expr) -> &ExprNode {
        &self.nodes[e.0 as usize]
    }

    pub(crate) fn num(&self, n: Num) -> &NumNode {
        &self.nums[n.0 as usize]
    }

    pub(crate) fn len(&self) -> usize {
        self.nodes.len()
    }

    pub(crate) fn support(&self, e: Expr) -> CellSet {
        self.infos[e.0 as usize].support
    }

    pub(crate) fn free_vars(&self, e: Expr) -> &[u32] {
        &self.infos[e.0 as usize].free
    }

    fn is_boolean(&self, e: Expr) -> bool {
        self.infos[e.0 as usize].boolean
    }

    pub(crate) fn constant(&self, e: Expr) -> Option<CellSet> {
        match self.node(e) {
            ExprNode::Const(set) => Some(*set),
            _ => None,
        }
    }

    pub(crate) fn is_empty(&self, e: Expr) -> bool {
        self.constant(e) == Some(CellSet::EMPTY)
    }

    pub(crate) fn is_true(&self, e: Expr) -> bool {
        self.constant(e) == Some(CellSet::FULL)
    }

    fn add(&mut self, node: ExprNode, support: CellSet, boolean: bool, free: Vec<u32>) -> Expr {
        if support.is_empty() && !matches!(node, ExprNode::Const(_)) {
            return self.empty();
        }
        // Hash-consing: equal expressions have equal numbers, so common subexpressions are
        // found by construction, and equality is a comparison of numbers.
        if let Some(known) = self.ids.get(&node) {
            return *known;
        }
        let e = Expr(self.nodes.len() as u32);
        self.nodes.push(node.clone());
        self.infos.push(ExprInfo { support, boolean, free });
        self.ids.insert(node, e);
        e
    }

    fn free_vars_of(&self, a: Expr, b: Expr) -> Vec<u32> {
        let mut free = self.free_vars(a).to_vec();
        free.extend_from_slice(self.free_vars(b));
        free.sort_unstable();
        free.dedup();
        free
    }

    pub(crate) fn set(&mut self, set: CellSet) -> Expr {
        let boolean = set.is_empty() || set == CellSet::FULL;
        self.add(ExprNode::Const(set), set, boolean, Vec::new())
    }

    pub(crate) fn empty(&mut self) -> Expr {
        self.set(CellSet::EMPTY)
    }

    pub(crate) fn boolean(&mut self, holds: bool) -> Expr {
        self.set(if holds { CellSet::FULL } else { CellSet::EMPTY })
    }

    pub(crate) fn plane(&mut self, plane: u32, domain: CellSet) -> Expr {
        self.add(ExprNode::Plane(plane), domain, false, Vec::new())
    }

    /// A plane that has been asked for before.
    pub(crate) fn known_plane(&self, plane: u32) -> Expr {
        self.ids[&ExprNode::Plane(plane)]
    }

    pub(crate) fn move_cell(&mut self, var: u8, ty: TypeId, domain: CellSet) -> Expr {
        self.add(ExprNode::MoveCell { var, ty }, domain, false, Vec::new())
    }

    pub(crate) fn and(&mut self, a: Expr, b: Expr) -> Expr {
        if a == b || self.is_true(b) {
            return a;
        }
        if self.is_true(a) {
            return b;
        }
        // Constants go outside, where they meet: masks of several shifts become one.
        match (self.node(a).clone(), self.node(b).clone()) {
            (ExprNode::Const(x), ExprNode::Const(y)) => return self.set(x.and(y)),
            (ExprNode::Const(_), _) => return self.and(b, a),
            (ExprNode::And(x, c), ExprNode::Const(mask)) if self.constant(c).is_some() => {
                let c = self.constant(c).expect("just seen").and(mask);
                let c = self.set(c);
                return self.and(x, c);
            }
            (_, ExprNode::Const(mask)) => {
                let support = self.support(a);
                if support.is_subset(mask) {
                    return a;
                }
                let free = self.free_vars(a).to_vec();
                let b = self.set(mask.and(support));
                return self.add(ExprNode::And(a, b), support.and(mask), false, free);
            }
            (ExprNode::And(x, c), _) if self.constant(c).is_some() => {
                let inner = self.and(x, b);
                return self.and(inner, c);
            }
            (_, ExprNode::And(y, c)) if self.constant(c).is_some() => {
                let inner = self.and(a, y);
                return self.and(inner, c);
            }
            // A row that gives a cell of the set has to contain it, too.
            (ExprNode::RowMembers(x, table), _) if x == b => return self.own_row_members(x, table),
            (_, ExprNode::RowMembers(y, table)) if y == a => return self.own_row_members(y, table),
            (ExprNode::And(x, y), _) if x == b || y == b => return a,
            (_, ExprNode::And(x, y)) if x == a || y == a => return b,
            _ => {}
        }
        // Operands of commutative operations stand in the order of their numbers, so that `a
        // ∩ b` and `b ∩ a` are one node.
        let (a, b) = if a < b { (a, b) } else { (b, a) };
        let support = self.support(a).and(self.support(b));
        let boolean = self.is_boolean(a) && self.is_boolean(b);
        let free = self.free_vars_of(a, b);
        self.add(ExprNode::And(a, b), support, boolean, free)
    }

    pub(crate) fn or(&mut self, a: Expr, b: Expr) -> Expr {
        if a == b || self.is_empty(b) || self.is_true(a) {
            return a;
        }
        if self.is_empty(a) || self.is_true(b) {
            return b;
        }
        if let (Some(x), Some(y)) = (self.constant(a), self.constant(b)) {
            return self.set(x.or(y));
        }
        for (a, b) in [(a, b), (b, a)] {
            // a ∪ (b \ a) = a ∪ b.
            if let ExprNode::AndNot(new, known) = *self.node(b)
                && known == a
            {
                return self.or(a, new);
            }
        }
        for (a, b) in [(a, b), (b, a)] {
            // Absorption: (x ∩ b) ∪ b = b.
            if let ExprNode::And(x, y) = *self.node(a)
                && (x == b || y == b)
            {
                return b;
            }
        }
        if let (ExprNode::And(x, c), ExprNode::And(y, d)) =
            (self.node(a).clone(), self.node(b).clone())
            && x == y
            && let (Some(c), Some(d)) = (self.constant(c), self.constant(d))
        {
            // (x ∩ c) ∪ (x ∩ d) = x ∩ (c ∪ d) for constant masks.
            let places = self.set(c.or(d));
            return self.and(x, places);
        }
        if let (ExprNode::Any(x), ExprNode::Any(y)) = (self.node(a), self.node(b)) {
            let (x, y) = (*x, *y);
            let either = self.or(x, y);
            return self.any(either);
        }
        if let (ExprNode::RowMembers(x, t), ExprNode::RowMembers(y, u)) =
            (self.node(a), self.node(b))
            && x == y
        {
            let (x, t, u) = (*x, *t as usize, *u as usize);
            let rows = [&self.members[t][..], &self.members[u][..]].concat();
            return self.row_members(x, rows);
        }
        // Fills are linear: fills of two seeds are the fill of their union.
        if let (ExprNode::Fill(s, t), ExprNode::Fill(r, u)) =
            (self.node(a).clone(), self.node(b).clone())
            && t == u
        {
            let seed = self.or(s, r);
            return self.fill(seed, t.to_vec());
        }
        if let Some(merged) = self.merged(a, b) {
            return merged;
        }
        // What does not merge with a union may merge with one of its operands.
        for (union, one) in [(a, b), (b, a)] {
            if let ExprNode::Or(x, y) = *self.node(union) {
                for (x, y) in [(x, y), (y, x)] {
                    if let Some(merged) = self.merged(x, one) {
                        return self.or(merged, y);
                    }
                }
            }
        }
        let (a, b) = if a < b { (a, b) } else { (b, a) };
        let support = self.support(a).or(self.support(b));
        let boolean = self.is_boolean(a) && self.is_boolean(b);
        let free = self.free_vars_of(a, b);
        self.add(ExprNode::Or(a, b), support, boolean, free)
    }

    /// The union of two sets as one smaller expression, if a rewriting rule applies.
    fn merged(&mut self, a: Expr, b: Expr) -> Option<Expr> {
        // Shifts by the same distance under the same mask: shift the union.
        let plain = |g: &Graph, e: Expr| match *g.node(e) {
            ExprNode::Shift(x, by) => Some((x, by, CellSet::FULL)),
            ExprNode::And(x, c) => match (g.node(x), g.constant(c)) {
                (ExprNode::Shift(x, by), Some(mask)) => Some((*x, *by, mask)),
                _ => None,
            },
            _ => None,
        };
        if let (Some((x, by, mask)), Some((y, also, other))) = (plain(self, a), plain(self, b))
            && (by, mask) == (also, other)
        {
            let either = self.or(x, y);
            let (moved, mask) = (self.shift(either, by), self.set(mask));
            return Some(self.and(moved, mask));
        }
        self.factored(a, b)
    }

    /// The union of two intersections that share operands, by distributivity: (x ∩ s) ∪ (y ∩ s) = (x ∪ y) ∩ s.
    fn factored(&mut self, a: Expr, b: Expr) -> Option<Expr> {
        let ((mut xs, x_mask), (mut ys, y_mask)) = (self.factors(a)?, self.factors(b)?);
        let shared: Vec<Expr> = xs.iter().copied().filter(|x| ys.contains(x)).collect();
        if shared.is_empty() {
            return None;
        }
        xs.retain(|x| !shared.contains(x));
        ys.retain(|y| !shared.contains(y));
        let same = x_mask == y_mask;
        let mut rest = |mut parts: Vec<Expr>, mask: CellSet| {
            if !same {
                parts.push(self.set(mask));
            }
            let all = self.boolean(true);
            parts.into_iter().fold(all, |out, part| self.and(out, part))
        };
        let (x, y) = (rest(xs, x_mask), rest(ys, y_mask));
        let mut out = self.or(x, y);
        for part in shared {
            out = self.and(out, part);
        }
        if same {
            let mask = self.set(x_mask);
            out = self.and(out, mask);
        }
        Some(out)
    }

    /// The operands of an intersection, and its constant mask; `None` if it is no intersection, or too large.
    fn factors(&self, e: Expr) -> Option<(Vec<Expr>, CellSet)> {
        let (mut out, mut mask, mut pending) = (Vec::new(), CellSet::FULL, vec![e]);
        while let Some(e) = pending.pop() {
            match self.node(e) {
                ExprNode::And(a, b) => pending.extend([*a, *b]),
                ExprNode::Const(set) => mask = mask.and(*set),
                _ if out.len() == SHIFTED_LEAVES => return None,
                _ => out.push(e),
            }
        }
        matches!(self.node(e), ExprNode::And(..)).then_some((out, mask))
    }

    /// The union of many sets; fills that differ only in their seeds become one.
    pub(crate) fn union(&mut self, all: &[Expr]) -> Expr {
        let (mut parts, mut pending) = (Vec::new(), all.to_vec());
        pending.reverse();
        while let Some(e) = pending.pop() {
            match *self.node(e) {
                ExprNode::Or(a, b) if parts.len() < 4096 => pending.extend([b, a]),
                _ => parts.push(e),
            }
        }
        parts.sort_unstable();
        parts.dedup();
        let fills = |g: &Graph, e: &Expr| matches!(g.node(*e), ExprNode::Fill(..));
        let (mut fill, rest): (Vec<Expr>, Vec<Expr>) =
            parts.into_iter().partition(|e| fills(self, e));
        let mut out = self.empty();
        while let Some(mut e) = fill.pop() {
            let ExprNode::Fill(_, terms) = self.node(e).clone() else { continue };
            let same =
                |g: &Graph, o: Expr| matches!(g.node(o), ExprNode::Fill(_, t) if *t == terms);
            let (equal, others): (Vec<_>, Vec<_>) = fill.into_iter().partition(|o| same(self, *o));
            fill = others;
            for other in equal {
                e = self.or(e, other);
            }
            out = self.or(out, e);
        }
        for e in rest {
            out = self.or(out, e);
        }
        out
    }

    pub(crate) fn and_not(&mut self, a: Expr, b: Expr) -> Expr {
        if a == b || self.is_true(b) {
            return self.empty();
        }
        match (self.constant(a), self.constant(b)) {
            (Some(x), Some(y)) => return self.set(x.and_not(y)),
            (None, Some(y)) => {
                let rest = self.support(a).and_not(y);
                let rest = self.set(rest);
                return self.and(a, rest);
            }
            _ => {}
        }
        if self.support(a).and(self.support(b)).is_empty() {
            return a;
        }
        let support = self.support(a);
        let boolean = self.is_boolean(a) && self.is_boolean(b);
        let free = self.free_vars_of(a, b);
        self.add(ExprNode::AndNot(a, b), support, boolean, free)
    }

    pub(crate) fn not(&mut self, truth: Expr) -> Expr {
        if let ExprNode::AndNot(a, b) = *self.node(truth)
            && self.is_true(a)
        {
            return b;
        }
        let all = self.boolean(true);
        self.and_not(all, truth)
    }

    pub(crate) fn shift(&mut self, a: Expr, by: i32) -> Expr {
        if by == 0 {
            return a;
        }
        match *self.node(a) {
            ExprNode::Const(set) => return self.set(set.shift(by)),
            ExprNode::And(x, c) if self.constant(c).is_some() => {
                let mask = self.constant(c).expect("just seen").shift(by);
                let (x, mask) = (self.shift(x, by), self.set(mask));
                return self.and(x, mask);
            }
            // Two shifts become one; cells that the first moved off the board are masked.
            ExprNode::Shift(x, first) => {
                let mask = self.support(x).shift(first).shift(by);
                let (moved, mask) = (self.shift(x, first + by), self.set(mask));
                return self.and(moved, mask);
            }
            // Distribute shifts over intersections, where they meet other shifts and cancel out: a set
            // computed from either end of a move is then the same expression.
            ExprNode::And(x, y) if self.plain_leaves(a, SHIFTED_LEAVES).is_some() => {
                // A Boolean is invariant under shifts.
                let x = if self.is_boolean(x) { x } else { self.shift(x, by) };
                let y = if self.is_boolean(y) { y } else { self.shift(y, by) };
                return self.and(x, y);
            }
            _ => {}
        }
        let (support, free) = (self.support(a).shift(by), self.free_vars(a).to_vec());
        self.add(ExprNode::Shift(a, by), support, false, free)
    }

    /// The direct operands of an expression.
    pub(crate) fn operands(&self, e: Expr, out: &mut Vec<Expr>) {
        match self.node(e) {
            ExprNode::Const(_)
            | ExprNode::Plane(_)
            | ExprNode::MoveCell { .. }
            | ExprNode::FixVar(_) => {}
            ExprNode::And(a, b) | ExprNode::Or(a, b) | ExprNode::AndNot(a, b) => {
                out.extend([*a, *b]);
            }
            ExprNode::Shift(a, _)
            | ExprNode::Any(a)
            | ExprNode::MoreThanOne(a)
            | ExprNode::AnyMask(a, _)
            | ExprNode::InARow(a, _)
            | ExprNode::RowMembers(a, _)
            | ExprNode::Fixpoint(_, a) => out.push(*a),
            ExprNode::Fill(a, terms) => {
                out.push(*a);
                out.extend(terms.iter().map(|(t, _)| *t));
            }
            ExprNode::Compare(_, a, b) => {
                [a, b].into_iter().for_each(|n| self.num_operands(*n, out));
            }
            ExprNode::OneHot(n) => self.num_operands(*n, out),
        }
    }

    /// The sets that a number counts.
    fn num_operands(&self, n: Num, out: &mut Vec<Expr>) {
        match self.num(n) {
            NumNode::Const(_) => {}
            NumNode::Count(sums) => out.extend(sums.iter().flatten().flatten()),
            NumNode::Plus(a, b) | NumNode::Minus(a, b) => {
                self.num_operands(*a, out);
                self.num_operands(*b, out);
            }
        }
    }

    /// The number of leaves of an intersection, if all are planes (shifted or not) and there are at most `most`.
    fn plain_leaves(&self, e: Expr, most: usize) -> Option<usize> {
        let inner = match *self.node(e) {
            ExprNode::And(a, b) => {
                let left = self.plain_leaves(a, most)?;
                let right = self.plain_leaves(b, most.checked_sub(left)?)?;
                return Some(left + right);
            }
            ExprNode::Shift(a, _) => a,
            _ => e,
        };
        let plain = matches!(
            self.node(inner),
            ExprNode::Plane(_) | ExprNode::MoveCell { .. } | ExprNode::Const(_)
        ) || self.is_boolean(e);
        (plain && most > 0).then_some(1)
    }

    pub(crate) fn any(&mut self, a: Expr) -> Expr {
        if self.is_boolean(a) {
            return a;
        }
        if let Some(set) = self.constant(a) {
            return self.boolean(!set.is_empty());
        }
        match self.node(a).clone() {
            ExprNode::Plane(p) if self.nonempty.contains(&p) => return self.boolean(true),
            ExprNode::MoveCell { .. } | ExprNode::OneHot(_) => return self.boolean(true),
            // A fill is nonempty exactly if its seed is.
            ExprNode::Fill(seed, _) => return self.any(seed),
            ExprNode::And(x, t) if self.is_boolean(t) => {
                let x = self.any(x);
                return self.and(x, t);
            }
            ExprNode::And(t, x) if self.is_boolean(t) => {
                let x = self.any(x);
                return self.and(x, t);
            }
            _ => {}
        }
        let free = self.free_vars(a).to_vec();
        self.add(ExprNode::Any(a), CellSet::FULL, true, free)
    }

    /// Whether a set has two cells or more.
    pub(crate) fn more_than_one(&mut self, a: Expr) -> Expr {
        if let Some(set) = self.constant(a) {
            return self.boolean(set.len() > 1);
        }
        let free = self.free_vars(a).to_vec();
        self.add(ExprNode::MoreThanOne(a), CellSet::FULL, true, free)
    }

    /// Whether some row is a subset of the set.
    pub(crate) fn any_mask(&mut self, a: Expr, rows: Vec<CellSet>) -> Expr {
        let table = self.masks.iter().position(|known| *known == rows);
        let table = table.unwrap_or_else(|| {
            self.masks.push(rows);
            self.masks.len() - 1
        });
        let free = self.free_vars(a).to_vec();
        self.add(ExprNode::AnyMask(a, table as u32), CellSet::FULL, true, free)
    }

    /// Whether the set has a row of the table.
    pub(crate) fn in_a_row(&mut self, a: Expr, rows: RowTable) -> Expr {
        let table = self.rows.iter().position(|known| *known == rows);
        let table = table.unwrap_or_else(|| {
            self.rows.push(rows);
            self.rows.len() - 1
        });
        let free = self.free_vars(a).to_vec();
        self.add(ExprNode::InARow(a, table as u32), CellSet::FULL, true, free)
    }

    /// The union of what rows give, over the rows whose cells are all in the set.
    pub(crate) fn row_members(&mut self, a: Expr, rows: Vec<MemberRow>) -> Expr {
        // Rows over the same cells are united.
        let mut merged: BTreeMap<CellSet, CellSet> = BTreeMap::new();
        for (cells, gives) in rows {
            let known = merged.entry(cells).or_insert(CellSet::EMPTY);
            *known = known.or(gives);
        }
        let able = |(cells, _): &MemberRow| cells.is_subset(self.support(a));
        let rows: Vec<MemberRow> = merged.into_iter().filter(able).collect();
        let support = rows.iter().fold(CellSet::EMPTY, |all, (_, gives)| all.or(*gives));
        let table = self.members.iter().position(|known| *known == rows);
        let table = table.unwrap_or_else(|| {
            self.members.push(rows);
            self.members.len() - 1
        });
        let free = self.free_vars(a).to_vec();
        self.add(ExprNode::RowMembers(a, table as u32), support, false, free)
    }

    /// The row members that are in the set themselves.
    fn own_row_members(&mut self, a: Expr, table: u32) -> Expr {
        let rows = self.members[table as usize].iter().flat_map(|(cells, gives)| {
            gives.iter().map(|c| (cells.or(CellSet::single(c)), CellSet::single(c)))
        });
        let rows = rows.collect();
        self.row_members(a, rows)
    }

    pub(crate) fn number(&mut self, node: NumNode) -> Num {
        if let NumNode::Plus(a, b) | NumNode::Minus(a, b) = node
            && *self.num(b) == NumNode::Const(0)
        {
            return a;
        }
        if let Some(known) = self.num_ids.get(&node) {
            return *known;
        }
        let n = Num(self.nums.len() as u32);
        self.nums.push(node.clone());
        self.num_ids.insert(node, n);
        n
    }

    /// Whether an expression is monotone in planes of which none shrinks.
    pub(crate) fn is_monotone(&self, e: Expr, shrinks: &[bool]) -> bool {
        match self.node(e) {
            ExprNode::Const(_) => true,
            ExprNode::Plane(p) => !shrinks[*p as usize],
            ExprNode::And(a, b) | ExprNode::Or(a, b) => {
                self.is_monotone(*a, shrinks) && self.is_monotone(*b, shrinks)
            }
            ExprNode::Shift(a, _) | ExprNode::RowMembers(a, _) => self.is_monotone(*a, shrinks),
            ExprNode::Fill(seed, terms) => {
                self.is_monotone(*seed, shrinks)
                    && terms.iter().all(|(t, _)| self.is_monotone(*t, shrinks))
            }
            _ => false,
        }
    }

    /// A bound that no position exceeds, from the supports of the sets that are counted.
    pub(crate) fn upper_bound(&self, n: Num) -> u64 {
        match self.num(n) {
            NumNode::Const(n) => *n,
            NumNode::Plus(a, b) => self.upper_bound(*a).saturating_add(self.upper_bound(*b)),
            NumNode::Minus(a, _) => self.upper_bound(*a),
            NumNode::Count(sums) => {
                let sum = |all: &Vec<Expr>| {
                    all.iter().map(|e| self.support(*e).len() as u64).sum::<u64>()
                };
                sums.iter().map(|p| p.iter().map(sum).product::<u64>()).sum()
            }
        }
    }

    fn num_free_vars(&self, n: Num) -> Vec<u32> {
        match self.num(n) {
            NumNode::Const(_) => Vec::new(),
            NumNode::Plus(a, b) | NumNode::Minus(a, b) => {
                let mut free = self.num_free_vars(*a);
                free.extend(self.num_free_vars(*b));
                free
            }
            NumNode::Count(parts) => {
                let all = parts.iter().flatten().flatten();
                let mut free: Vec<u32> = all.flat_map(|e| self.free_vars(*e)).copied().collect();
                free.sort_unstable();
                free.dedup();
                free
            }
        }
    }

    pub(crate) fn compare(&mut self, how: Compare, a: Num, b: Num) -> Expr {
        if let (NumNode::Const(x), NumNode::Const(y)) = (self.num(a), self.num(b)) {
            let holds = match how {
                Compare::Equal => x == y,
                Compare::Less => x < y,
            };
            return self.boolean(holds);
        }
        let mut free = self.num_free_vars(a);
        free.extend(self.num_free_vars(b));
        self.add(ExprNode::Compare(how, a, b), CellSet::FULL, true, free)
    }

    /// The one-cell set of the cell with a number; empty if the number is not in the domain.
    pub(crate) fn one_hot(&mut self, n: Num, domain: CellSet) -> Expr {
        let free = self.num_free_vars(n);
        self.add(ExprNode::OneHot(n), domain, false, free)
    }
}
