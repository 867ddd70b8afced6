//! The graph of set operations: expressions over planes in which equal parts are found once.
//!
//! Constructors simplify as they go (hash-consing with local rewriting). Each expression knows its
//! *support*, a constant superset of its value: where that is empty, so is the expression, which is what
//! ends recursion along the rows of a board. A truth value is a set of all bits or of none, so that a
//! condition is an intersection.

use crate::cells::CellSet;
use crate::ops::{MemberRow, RowTable};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

/// An expression, by number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Expr(pub(crate) u32);

/// A number that is known when the program runs, by number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Num(pub(crate) u32);

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) enum Node {
    Const(CellSet),
    /// A plane of the position.
    Plane(u32),
    /// The cell of a move's variable, alone.
    Chosen(u32),
    And(Expr, Expr),
    Or(Expr, Expr),
    AndNot(Expr, Expr),
    /// Every cell so much further on.
    Shift(Expr, i32),
    /// Whether there is a cell.
    Any(Expr),
    /// Whether there are two cells or more.
    Many(Expr),
    /// Whether all cells of some row of a table are in the set.
    Line(Expr, u32),
    /// Whether so many cells in a row, at even distances, are in the set, for some distance of a table.
    Rows(Expr, u32),
    /// The cells that the rows of a table give, of rows all of whose cells are in the set.
    Members(Expr, u32),
    Compare(Compare, Num, Num),
    /// The cell with this number.
    OneHot(Num),
    /// What a recursion has found so far.
    Found(u32),
    /// The least fixpoint of a body that contains `Found` of this number.
    Fix(u32, Expr),
    /// The least X ⊇ seed with X ⊇ T ∩ shift(X, δ) for each (T, δ): a run along a row if there is one
    /// term, a flood if there are several.
    Fill(Expr, Box<[(Expr, i32)]>),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Compare {
    Same,
    Less,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) enum NumNode {
    Known(u64),
    /// The sum of products of sums of numbers of cells.
    Count(Vec<Vec<Vec<Expr>>>),
    Plus(Num, Num),
    /// The difference, or 0.
    Minus(Num, Num),
}

#[derive(Debug, Clone)]
struct Info {
    support: CellSet,
    /// Whether it is a truth value.
    truth: bool,
    /// The recursions whose `Found` it contains.
    open: Vec<u32>,
}

/// A shift goes inside of an intersection of at most so many sets.
const SHIFTED_LEAVES: usize = 16;

#[derive(Debug, Default)]
pub(crate) struct Graph {
    nodes: Vec<Node>,
    infos: Vec<Info>,
    ids: FxHashMap<Node, Expr>,
    nums: Vec<NumNode>,
    num_ids: FxHashMap<NumNode, Num>,
    fixes: u32,
    /// For `Rows`.
    pub(crate) rows: Vec<RowTable>,
    /// Rows of cells, for `Line`.
    pub(crate) lines: Vec<Vec<CellSet>>,
    /// For `Members`.
    pub(crate) members: Vec<Vec<MemberRow>>,
    /// Planes that are known to have a cell here.
    pub(crate) present: Vec<u32>,
    /// Fixpoints that are the same function of the planes in every control state.
    pub(crate) uncontrolled: Vec<Expr>,
}

impl Graph {
    pub(crate) fn node(&self, e: Expr) -> &Node {
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

    pub(crate) fn open(&self, e: Expr) -> &[u32] {
        &self.infos[e.0 as usize].open
    }

    fn is_truth(&self, e: Expr) -> bool {
        self.infos[e.0 as usize].truth
    }

    pub(crate) fn constant(&self, e: Expr) -> Option<CellSet> {
        match self.node(e) {
            Node::Const(set) => Some(*set),
            _ => None,
        }
    }

    pub(crate) fn is_empty(&self, e: Expr) -> bool {
        self.constant(e) == Some(CellSet::EMPTY)
    }

    pub(crate) fn is_true(&self, e: Expr) -> bool {
        self.constant(e) == Some(CellSet::FULL)
    }

    fn add(&mut self, node: Node, support: CellSet, truth: bool, open: Vec<u32>) -> Expr {
        if support.is_empty() && !matches!(node, Node::Const(_)) {
            return self.empty();
        }
        // Hash-consing: equal expressions have equal numbers, so common subexpressions are
        // found by construction, and equality is a comparison of numbers.
        if let Some(known) = self.ids.get(&node) {
            return *known;
        }
        let e = Expr(self.nodes.len() as u32);
        self.nodes.push(node.clone());
        self.infos.push(Info { support, truth, open });
        self.ids.insert(node, e);
        e
    }

    fn opened(&self, a: Expr, b: Expr) -> Vec<u32> {
        let mut open = self.open(a).to_vec();
        open.extend_from_slice(self.open(b));
        open.sort_unstable();
        open.dedup();
        open
    }

    pub(crate) fn set(&mut self, set: CellSet) -> Expr {
        let truth = set.is_empty() || set == CellSet::FULL;
        self.add(Node::Const(set), set, truth, Vec::new())
    }

    pub(crate) fn empty(&mut self) -> Expr {
        self.set(CellSet::EMPTY)
    }

    pub(crate) fn truth(&mut self, holds: bool) -> Expr {
        self.set(if holds { CellSet::FULL } else { CellSet::EMPTY })
    }

    pub(crate) fn plane(&mut self, plane: u32, domain: CellSet) -> Expr {
        self.add(Node::Plane(plane), domain, false, Vec::new())
    }

    /// A plane that has been asked for before.
    pub(crate) fn known_plane(&self, plane: u32) -> Expr {
        self.ids[&Node::Plane(plane)]
    }

    pub(crate) fn chosen(&mut self, i: u32, domain: CellSet) -> Expr {
        // Variables of different boards are told apart by their support: the number is unique.
        self.add(Node::Chosen(i), domain, false, Vec::new())
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
            (Node::Const(x), Node::Const(y)) => return self.set(x.and(y)),
            (Node::Const(_), _) => return self.and(b, a),
            (Node::And(x, c), Node::Const(mask)) if self.constant(c).is_some() => {
                let c = self.constant(c).expect("just seen").and(mask);
                let c = self.set(c);
                return self.and(x, c);
            }
            (_, Node::Const(mask)) => {
                let support = self.support(a);
                if support.is_subset(mask) {
                    return a;
                }
                let open = self.open(a).to_vec();
                let b = self.set(mask.and(support));
                return self.add(Node::And(a, b), support.and(mask), false, open);
            }
            (Node::And(x, c), _) if self.constant(c).is_some() => {
                let inner = self.and(x, b);
                return self.and(inner, c);
            }
            (_, Node::And(y, c)) if self.constant(c).is_some() => {
                let inner = self.and(a, y);
                return self.and(inner, c);
            }
            // A row that is to give a cell of the set has to have it, too.
            (Node::Members(x, table), _) if x == b => return self.own_members(x, table),
            (_, Node::Members(y, table)) if y == a => return self.own_members(y, table),
            (Node::And(x, y), _) if x == b || y == b => return a,
            (_, Node::And(x, y)) if x == a || y == a => return b,
            _ => {}
        }
        // Operands of commutative operations stand in the order of their numbers, so that `a
        // ∩ b` and `b ∩ a` are one node.
        let (a, b) = if a < b { (a, b) } else { (b, a) };
        let support = self.support(a).and(self.support(b));
        let truth = self.is_truth(a) && self.is_truth(b);
        let open = self.opened(a, b);
        self.add(Node::And(a, b), support, truth, open)
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
            // What is new beside a set, with the set.
            if let Node::AndNot(new, known) = *self.node(b)
                && known == a
            {
                return self.or(a, new);
            }
        }
        for (a, b) in [(a, b), (b, a)] {
            // Absorption: a part of a set, with the set.
            if let Node::And(x, y) = *self.node(a)
                && (x == b || y == b)
            {
                return b;
            }
        }
        if let (Node::And(x, c), Node::And(y, d)) = (self.node(a).clone(), self.node(b).clone())
            && x == y
            && let (Some(c), Some(d)) = (self.constant(c), self.constant(d))
        {
            // Two parts of one set, by place.
            let places = self.set(c.or(d));
            return self.and(x, places);
        }
        if let (Node::Any(x), Node::Any(y)) = (self.node(a), self.node(b)) {
            let (x, y) = (*x, *y);
            let either = self.or(x, y);
            return self.any(either);
        }
        if let (Node::Members(x, t), Node::Members(y, u)) = (self.node(a), self.node(b))
            && x == y
        {
            let (x, t, u) = (*x, *t as usize, *u as usize);
            let rows = [&self.members[t][..], &self.members[u][..]].concat();
            return self.members(x, rows);
        }
        // Fills are linear: fills of two seeds are the fill of their union.
        if let (Node::Fill(s, t), Node::Fill(r, u)) = (self.node(a).clone(), self.node(b).clone())
            && t == u
        {
            let seed = self.or(s, r);
            return self.fill(seed, t.to_vec());
        }
        if let Some(merged) = self.merged(a, b) {
            return merged;
        }
        // What does not merge with a union may merge with a part of it.
        for (union, one) in [(a, b), (b, a)] {
            if let Node::Or(x, y) = *self.node(union) {
                for (x, y) in [(x, y), (y, x)] {
                    if let Some(merged) = self.merged(x, one) {
                        return self.or(merged, y);
                    }
                }
            }
        }
        let (a, b) = if a < b { (a, b) } else { (b, a) };
        let support = self.support(a).or(self.support(b));
        let truth = self.is_truth(a) && self.is_truth(b);
        let open = self.opened(a, b);
        self.add(Node::Or(a, b), support, truth, open)
    }

    /// The union of two sets as one expression that is smaller than both, if there is one.
    fn merged(&mut self, a: Expr, b: Expr) -> Option<Expr> {
        // Shifts by one distance, with the same mask.
        let plain = |g: &Graph, e: Expr| match *g.node(e) {
            Node::Shift(x, by) => Some((x, by, CellSet::FULL)),
            Node::And(x, c) => match (g.node(x), g.constant(c)) {
                (Node::Shift(x, by), Some(mask)) => Some((*x, *by, mask)),
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

    /// The union of two intersections that share a set, with what they share written once.
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
            let all = self.truth(true);
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

    /// The sets that an intersection is of, and its constant part; `None` if it is none, or of many.
    fn factors(&self, e: Expr) -> Option<(Vec<Expr>, CellSet)> {
        let (mut out, mut mask, mut open) = (Vec::new(), CellSet::FULL, vec![e]);
        while let Some(e) = open.pop() {
            match self.node(e) {
                Node::And(a, b) => open.extend([*a, *b]),
                Node::Const(set) => mask = mask.and(*set),
                _ if out.len() == SHIFTED_LEAVES => return None,
                _ => out.push(e),
            }
        }
        matches!(self.node(e), Node::And(..)).then_some((out, mask))
    }

    /// The union of many; fills that differ only in their seeds become one.
    pub(crate) fn union(&mut self, all: &[Expr]) -> Expr {
        let (mut parts, mut open) = (Vec::new(), all.to_vec());
        open.reverse();
        while let Some(e) = open.pop() {
            match *self.node(e) {
                Node::Or(a, b) if parts.len() < 4096 => open.extend([b, a]),
                _ => parts.push(e),
            }
        }
        parts.sort_unstable();
        parts.dedup();
        let fills = |g: &Graph, e: &Expr| matches!(g.node(*e), Node::Fill(..));
        let (mut fill, rest): (Vec<Expr>, Vec<Expr>) =
            parts.into_iter().partition(|e| fills(self, e));
        let mut out = self.empty();
        while let Some(mut e) = fill.pop() {
            let Node::Fill(_, terms) = self.node(e).clone() else { continue };
            let same = |g: &Graph, o: Expr| matches!(g.node(o), Node::Fill(_, t) if *t == terms);
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
        let truth = self.is_truth(a) && self.is_truth(b);
        let open = self.opened(a, b);
        self.add(Node::AndNot(a, b), support, truth, open)
    }

    pub(crate) fn not(&mut self, truth: Expr) -> Expr {
        if let Node::AndNot(a, b) = *self.node(truth)
            && self.is_true(a)
        {
            return b;
        }
        let all = self.truth(true);
        self.and_not(all, truth)
    }

    pub(crate) fn shift(&mut self, a: Expr, by: i32) -> Expr {
        if by == 0 {
            return a;
        }
        match *self.node(a) {
            Node::Const(set) => return self.set(set.shift(by)),
            Node::And(x, c) if self.constant(c).is_some() => {
                let mask = self.constant(c).expect("just seen").shift(by);
                let (x, mask) = (self.shift(x, by), self.set(mask));
                return self.and(x, mask);
            }
            // There and back: what left the board on the way is masked.
            Node::Shift(x, first) => {
                let mask = self.support(x).shift(first).shift(by);
                let (moved, mask) = (self.shift(x, first + by), self.set(mask));
                return self.and(moved, mask);
            }
            // Shifts go inside of intersections, where they meet other shifts and cancel out; so a set that was
            // found from either end of a move is the same expression.
            Node::And(x, y) if self.plain_leaves(a, SHIFTED_LEAVES).is_some() => {
                // A truth value is the same everywhere.
                let x = if self.is_truth(x) { x } else { self.shift(x, by) };
                let y = if self.is_truth(y) { y } else { self.shift(y, by) };
                return self.and(x, y);
            }
            _ => {}
        }
        let (support, open) = (self.support(a).shift(by), self.open(a).to_vec());
        self.add(Node::Shift(a, by), support, false, open)
    }

    /// What an expression is made of, one level down.
    pub(crate) fn parts(&self, e: Expr, out: &mut Vec<Expr>) {
        match self.node(e) {
            Node::Const(_) | Node::Plane(_) | Node::Chosen(_) | Node::Found(_) => {}
            Node::And(a, b) | Node::Or(a, b) | Node::AndNot(a, b) => out.extend([*a, *b]),
            Node::Shift(a, _)
            | Node::Any(a)
            | Node::Many(a)
            | Node::Line(a, _)
            | Node::Rows(a, _)
            | Node::Members(a, _)
            | Node::Fix(_, a) => out.push(*a),
            Node::Fill(a, terms) => {
                out.push(*a);
                out.extend(terms.iter().map(|(t, _)| *t));
            }
            Node::Compare(_, a, b) => [a, b].into_iter().for_each(|n| self.num_parts(*n, out)),
            Node::OneHot(n) => self.num_parts(*n, out),
        }
    }

    /// The sets that a number counts.
    fn num_parts(&self, n: Num, out: &mut Vec<Expr>) {
        match self.num(n) {
            NumNode::Known(_) => {}
            NumNode::Count(sums) => out.extend(sums.iter().flatten().flatten()),
            NumNode::Plus(a, b) | NumNode::Minus(a, b) => {
                self.num_parts(*a, out);
                self.num_parts(*b, out);
            }
        }
    }

    /// How many planes an intersection is of, moved or not, if it is of nothing else and of at most so many.
    fn plain_leaves(&self, e: Expr, most: usize) -> Option<usize> {
        let inner = match *self.node(e) {
            Node::And(a, b) => {
                let left = self.plain_leaves(a, most)?;
                let right = self.plain_leaves(b, most.checked_sub(left)?)?;
                return Some(left + right);
            }
            Node::Shift(a, _) => a,
            _ => e,
        };
        let plain = matches!(self.node(inner), Node::Plane(_) | Node::Chosen(_) | Node::Const(_))
            || self.is_truth(e);
        (plain && most > 0).then_some(1)
    }

    pub(crate) fn any(&mut self, a: Expr) -> Expr {
        if self.is_truth(a) {
            return a;
        }
        if let Some(set) = self.constant(a) {
            return self.truth(!set.is_empty());
        }
        match self.node(a).clone() {
            Node::Plane(p) if self.present.contains(&p) => return self.truth(true),
            Node::Chosen(_) | Node::OneHot(_) => return self.truth(true),
            // A fill has a cell exactly if its seed has one.
            Node::Fill(seed, _) => return self.any(seed),
            Node::And(x, t) if self.is_truth(t) => {
                let x = self.any(x);
                return self.and(x, t);
            }
            Node::And(t, x) if self.is_truth(t) => {
                let x = self.any(x);
                return self.and(x, t);
            }
            _ => {}
        }
        let open = self.open(a).to_vec();
        self.add(Node::Any(a), CellSet::FULL, true, open)
    }

    /// Whether there are two cells or more.
    pub(crate) fn many(&mut self, a: Expr) -> Expr {
        if let Some(set) = self.constant(a) {
            return self.truth(set.len() > 1);
        }
        let open = self.open(a).to_vec();
        self.add(Node::Many(a), CellSet::FULL, true, open)
    }

    /// Whether all cells of some row are in the set.
    pub(crate) fn line(&mut self, a: Expr, rows: Vec<CellSet>) -> Expr {
        let table = self.lines.iter().position(|known| *known == rows);
        let table = table.unwrap_or_else(|| {
            self.lines.push(rows);
            self.lines.len() - 1
        });
        let open = self.open(a).to_vec();
        self.add(Node::Line(a, table as u32), CellSet::FULL, true, open)
    }

    /// Whether there is a row.
    pub(crate) fn rows(&mut self, a: Expr, rows: RowTable) -> Expr {
        let table = self.rows.iter().position(|known| *known == rows);
        let table = table.unwrap_or_else(|| {
            self.rows.push(rows);
            self.rows.len() - 1
        });
        let open = self.open(a).to_vec();
        self.add(Node::Rows(a, table as u32), CellSet::FULL, true, open)
    }

    /// The cells that rows give, of rows all of whose cells are in the set.
    pub(crate) fn members(&mut self, a: Expr, rows: Vec<MemberRow>) -> Expr {
        // Rows of the same cells are one.
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
        let open = self.open(a).to_vec();
        self.add(Node::Members(a, table as u32), support, false, open)
    }

    /// Those that are in the set themselves.
    fn own_members(&mut self, a: Expr, table: u32) -> Expr {
        let rows = self.members[table as usize].iter().flat_map(|(cells, gives)| {
            gives.iter().map(|c| (cells.or(CellSet::single(c)), CellSet::single(c)))
        });
        let rows = rows.collect();
        self.members(a, rows)
    }

    pub(crate) fn number(&mut self, node: NumNode) -> Num {
        if let NumNode::Plus(a, b) | NumNode::Minus(a, b) = node
            && *self.num(b) == NumNode::Known(0)
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

    /// Whether an expression can only grow while these planes do not shrink.
    pub(crate) fn grows(&self, e: Expr, shrinks: &[bool]) -> bool {
        match self.node(e) {
            Node::Const(_) => true,
            Node::Plane(p) => !shrinks[*p as usize],
            Node::And(a, b) | Node::Or(a, b) => self.grows(*a, shrinks) && self.grows(*b, shrinks),
            Node::Shift(a, _) | Node::Members(a, _) => self.grows(*a, shrinks),
            Node::Fill(seed, terms) => {
                self.grows(*seed, shrinks) && terms.iter().all(|(t, _)| self.grows(*t, shrinks))
            }
            _ => false,
        }
    }

    /// An upper bound of a number.
    pub(crate) fn largest(&self, n: Num) -> u64 {
        match self.num(n) {
            NumNode::Known(n) => *n,
            NumNode::Plus(a, b) => self.largest(*a).saturating_add(self.largest(*b)),
            NumNode::Minus(a, _) => self.largest(*a),
            NumNode::Count(sums) => {
                let sum = |all: &Vec<Expr>| {
                    all.iter().map(|e| self.support(*e).len() as u64).sum::<u64>()
                };
                sums.iter().map(|p| p.iter().map(sum).product::<u64>()).sum()
            }
        }
    }

    fn num_open(&self, n: Num) -> Vec<u32> {
        match self.num(n) {
            NumNode::Known(_) => Vec::new(),
            NumNode::Plus(a, b) | NumNode::Minus(a, b) => {
                let mut open = self.num_open(*a);
                open.extend(self.num_open(*b));
                open
            }
            NumNode::Count(parts) => {
                let all = parts.iter().flatten().flatten();
                let mut open: Vec<u32> = all.flat_map(|e| self.open(*e)).copied().collect();
                open.sort_unstable();
                open.dedup();
                open
            }
        }
    }

    pub(crate) fn compare(&mut self, how: Compare, a: Num, b: Num) -> Expr {
        if let (NumNode::Known(x), NumNode::Known(y)) = (self.num(a), self.num(b)) {
            let holds = match how {
                Compare::Same => x == y,
                Compare::Less => x < y,
            };
            return self.truth(holds);
        }
        let mut open = self.num_open(a);
        open.extend(self.num_open(b));
        self.add(Node::Compare(how, a, b), CellSet::FULL, true, open)
    }

    /// The cell with a number, alone; none if the number is not in the domain.
    pub(crate) fn one_hot(&mut self, n: Num, domain: CellSet) -> Expr {
        let open = self.num_open(n);
        self.add(Node::OneHot(n), domain, false, open)
    }

    /// A new recursion: its number, and what it has found so far.
    pub(crate) fn found(&mut self, domain: CellSet, truth: bool) -> (u32, Expr) {
        let var = self.fixes;
        self.fixes += 1;
        let domain = if truth { CellSet::FULL } else { domain };
        (var, self.add(Node::Found(var), domain, truth, vec![var]))
    }

    /// The least fixpoint of a body.
    pub(crate) fn fix(&mut self, var: u32, body: Expr) -> Expr {
        if !self.open(body).contains(&var) {
            return body;
        }
        if let Some((seed, terms)) = self.linear(body, var) {
            return self.fill(seed, terms);
        }
        let (support, truth) = (self.support(body), self.is_truth(body));
        let open = self.open(body).iter().copied().filter(|v| *v != var).collect();
        self.add(Node::Fix(var, body), support, truth, open)
    }

    fn fill(&mut self, seed: Expr, terms: Vec<(Expr, i32)>) -> Expr {
        let mut merged: Vec<(Expr, i32)> = Vec::new();
        for (through, by) in terms {
            if by == 0 || self.is_empty(through) {
                continue;
            }
            match merged.iter().position(|(_, d)| *d == by) {
                Some(i) => merged[i].0 = self.or(merged[i].0, through),
                None => merged.push((through, by)),
            }
        }
        merged.sort_unstable_by_key(|(e, d)| (*d, *e));
        if merged.is_empty() || self.is_empty(seed) {
            return seed;
        }
        let mut support = self.support(seed);
        loop {
            let mut next = support;
            for (through, by) in &merged {
                next = next.or(support.shift(*by).and(self.support(*through)));
            }
            if next == support {
                break;
            }
            support = next;
        }
        let mut open = self.open(seed).to_vec();
        merged.iter().for_each(|(t, _)| open.extend_from_slice(self.open(*t)));
        open.sort_unstable();
        open.dedup();
        self.add(Node::Fill(seed, merged.into()), support, false, open)
    }

    /// A body as seed ∪ ⋃ T ∩ shift(X, δ), if it has that form.
    fn linear(&mut self, e: Expr, var: u32) -> Option<(Expr, Vec<(Expr, i32)>)> {
        if !self.open(e).contains(&var) {
            return Some((e, Vec::new()));
        }
        match *self.node(e) {
            Node::Found(_) if self.is_truth(e) => None,
            Node::Found(_) => {
                let (none, all) = (self.empty(), self.truth(true));
                Some((none, vec![(all, 0)]))
            }
            Node::Or(a, b) => {
                let (s, mut terms) = self.linear(a, var)?;
                let (r, others) = self.linear(b, var)?;
                terms.extend(others);
                Some((self.or(s, r), terms))
            }
            Node::And(a, b) => {
                let (a, b) = if self.open(a).contains(&var) { (a, b) } else { (b, a) };
                if self.open(b).contains(&var) {
                    return None;
                }
                let (s, terms) = self.linear(a, var)?;
                let terms = terms.into_iter().map(|(t, d)| (self.and(t, b), d)).collect();
                Some((self.and(s, b), terms))
            }
            Node::AndNot(a, b) if !self.open(b).contains(&var) => {
                let (s, terms) = self.linear(a, var)?;
                let terms = terms.into_iter().map(|(t, d)| (self.and_not(t, b), d)).collect();
                Some((self.and_not(s, b), terms))
            }
            Node::Shift(a, by) => {
                let (s, terms) = self.linear(a, var)?;
                // A term with T = "all" keeps what falls off the end: that is what the shift of all is.
                let terms = terms.into_iter().map(|(t, d)| (self.shift(t, by), d + by)).collect();
                Some((self.shift(s, by), terms))
            }
            _ => None,
        }
    }
}
