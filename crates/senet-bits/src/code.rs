//! From the graph of set operations to a list of them: the order, the registers, and fused operations.

use crate::cells::CellSet;
use crate::error::BitsError;
use crate::expr::{Compare, Expr, ExprNode, Graph, Num, NumNode};
use crate::ops::{Code, FillTable, FillTerm, Frame, Op, Reg, Tables};
use rustc_hash::FxHashMap;

impl Tables {
    fn fill(&mut self, table: FillTable) -> u16 {
        // Equal tables come from expressions that are emitted soon after each other; a search
        // through all of them would make compiling quadratic.
        let known = self.fills.iter().rev().take(256).position(|known| *known == table);
        let at = known.map(|back| self.fills.len() - 1 - back);
        at.unwrap_or_else(|| {
            self.fills.push(table);
            self.fills.len() - 1
        }) as u16
    }

    fn constant(&mut self, set: CellSet) -> u16 {
        let at = self.consts.iter().position(|c| *c == set);
        at.unwrap_or_else(|| {
            self.consts.push(set);
            self.consts.len() - 1
        }) as u16
    }
}

/// Where something is in a table; it is added if it is new, so that equal programs have equal numbers.
fn number_of<T: PartialEq>(table: &mut Vec<T>, entry: T) -> u16 {
    let at = table.iter().position(|known| *known == entry);
    at.unwrap_or_else(|| {
        table.push(entry);
        table.len() - 1
    }) as u16
}

struct Emitter<'g> {
    graph: &'g Graph,
    tables: &'g mut Tables,
    frame: Frame,
    /// Fills that only grow.
    growing: &'g [Expr],
    uses: FxHashMap<Expr, u32>,
    regs: FxHashMap<Expr, Reg>,
    nums: FxHashMap<Num, Reg>,
    free: Vec<Reg>,
    next: usize,
    top: usize,
    ops: Vec<Op>,
    /// Inside of a loop, or where there is one, registers are not used again.
    reuse: bool,
    /// Where each root is to be kept.
    pinned: FxHashMap<Expr, Reg>,
}

/// The list of operations for some expressions; `known` are found already. `keep` puts what is found into the
/// registers that are kept with a position. Returns the number of registers in use, too.
pub(crate) fn emit<'g>(
    graph: &'g Graph,
    tables: &'g mut Tables,
    frame: Frame,
    growing: &'g [Expr],
    known: &FxHashMap<Expr, Reg>,
    roots: &[Expr],
    keep: bool,
) -> Result<(Code, usize), BitsError> {
    let mut emitter = Emitter {
        graph,
        tables,
        frame,
        growing,
        uses: FxHashMap::default(),
        regs: known.clone(),
        nums: FxHashMap::default(),
        free: Vec::new(),
        next: frame.scratch,
        top: frame.scratch,
        ops: Vec::new(),
        reuse: true,
        pinned: FxHashMap::default(),
    };
    for root in roots {
        emitter.count(*root);
        // A root is never done with.
        *emitter.uses.entry(*root).or_default() += 1;
    }
    if keep {
        let mut at = frame.move_sets;
        for root in roots {
            let placed = matches!(graph.node(*root), ExprNode::Plane(_)) || growing.contains(root);
            if !placed && !emitter.pinned.contains_key(root) {
                emitter.pinned.insert(*root, at as Reg);
                at += 1;
            }
        }
    }
    // Operations come in depth-first order of their first use, and a register is free again
    // after the last: a linear scan over a tree, in which uses are counted beforehand.
    let outs: Vec<Reg> = roots.iter().map(|root| emitter.value(*root)).collect();
    let (top, ops) = (emitter.top, emitter.ops);
    if top >= usize::from(u16::MAX) || ops.len() >= usize::from(u16::MAX) {
        return Err(BitsError::Large("a control state".to_owned(), usize::from(u16::MAX)));
    }
    Ok((Code { ops, outs }, top))
}

impl Emitter<'_> {
    /// Counts how often everything below an expression is used.
    fn count(&mut self, e: Expr) {
        let uses = self.uses.entry(e).or_default();
        *uses += 1;
        if *uses > 1 || self.regs.contains_key(&e) {
            return;
        }
        match self.graph.node(e).clone() {
            ExprNode::Const(_)
            | ExprNode::Plane(_)
            | ExprNode::MoveCell { .. }
            | ExprNode::FixVar(_) => {}
            ExprNode::And(a, b) | ExprNode::Or(a, b) | ExprNode::AndNot(a, b) => {
                self.count(a);
                self.count(b);
            }
            ExprNode::Shift(a, _)
            | ExprNode::Any(a)
            | ExprNode::MoreThanOne(a)
            | ExprNode::AnyMask(a, _)
            | ExprNode::InARow(a, _)
            | ExprNode::RowMembers(a, _) => self.count(a),
            ExprNode::Compare(_, a, b) => {
                self.count_num(a);
                self.count_num(b);
            }
            ExprNode::OneHot(n) => self.count_num(n),
            ExprNode::Fixpoint(_, body) => {
                // Uses are counted for straight-line code. A loop reads again in its next round
                // what seems to be done with, so no register may be given away.
                self.reuse = false;
                self.count(body);
            }
            ExprNode::Fill(seed, terms) => {
                self.count(seed);
                terms.iter().for_each(|(t, _)| self.count(*t));
            }
        }
    }

    fn count_num(&mut self, n: Num) {
        // Numbers stay where they are, and so does what they count.
        match self.graph.num(n).clone() {
            NumNode::Count(sums) => {
                for e in sums.iter().flatten().flatten() {
                    self.count(*e);
                    *self.uses.entry(*e).or_default() += 1;
                }
            }
            NumNode::Plus(a, b) | NumNode::Minus(a, b) => {
                self.count_num(a);
                self.count_num(b);
            }
            NumNode::Const(_) => {}
        }
    }

    fn target(&mut self, e: Expr) -> Reg {
        if let Some(pinned) = self.pinned.get(&e) {
            return *pinned;
        }
        if self.reuse
            && let Some(reg) = self.free.pop()
        {
            return reg;
        }
        self.next += 1;
        self.top = self.top.max(self.next);
        (self.next - 1) as Reg
    }

    /// An expression has been used once more.
    fn done(&mut self, e: Expr) {
        let Some(uses) = self.uses.get_mut(&e) else { return };
        *uses = uses.saturating_sub(1);
        if *uses == 0
            && let Some(reg) = self.regs.get(&e)
            && usize::from(*reg) >= self.frame.scratch
            && self.reuse
        {
            self.free.push(*reg);
        }
    }

    fn once(&self, e: Expr) -> bool {
        self.uses.get(&e) == Some(&1) && !self.regs.contains_key(&e)
    }

    fn value(&mut self, e: Expr) -> Reg {
        if let Some(reg) = self.regs.get(&e) {
            return *reg;
        }
        let node = self.graph.node(e).clone();
        let reg = match node {
            ExprNode::Plane(p) => p as Reg,
            ExprNode::MoveCell { var, .. } => (self.frame.move_cells + usize::from(var)) as Reg,
            ExprNode::FixVar(_) => self.target(e),
            ExprNode::Const(set) => {
                let c = self.tables.constant(set);
                let d = self.target(e);
                self.ops.push(Op::Const { d, c });
                d
            }
            ExprNode::And(a, b) => self.and(e, a, b),
            ExprNode::Or(a, b) => self.binary(e, a, b, |d, a, b| Op::Or { d, a, b }),
            ExprNode::AndNot(a, b) => self.binary(e, a, b, |d, a, b| Op::AndNot { d, a, b }),
            ExprNode::Shift(a, k) => self.unary(e, a, |d, a| Op::Shift { d, a, k: k as i16 }),
            ExprNode::Any(a) => self.unary(e, a, |d, a| Op::Any { d, a }),
            ExprNode::MoreThanOne(a) => self.unary(e, a, |d, a| Op::MoreThanOne { d, a }),
            ExprNode::InARow(a, table) => {
                self.unary(e, a, |d, a| Op::InARow { d, a, table: table as u16 })
            }
            ExprNode::RowMembers(a, table) => {
                self.unary(e, a, |d, a| Op::RowMembers { d, a, table: table as u16 })
            }
            ExprNode::AnyMask(a, table) => {
                self.unary(e, a, |d, a| Op::AnyMask { d, a, table: table as u16 })
            }
            ExprNode::Compare(how, a, b) => {
                let (a, b) = (self.number(a), self.number(b));
                let d = self.target(e);
                self.ops.push(match how {
                    Compare::Equal => Op::Equal { d, a, b },
                    Compare::Less => Op::Less { d, a, b },
                });
                d
            }
            ExprNode::OneHot(n) => {
                let a = self.number(n);
                let d = self.target(e);
                self.ops.push(Op::OneHot { d, a });
                d
            }
            ExprNode::Fixpoint(var, body) => self.fix(e, var, body),
            ExprNode::Fill(seed, terms) => {
                let a = self.value(seed);
                let steps = self.steps(seed, &terms);
                // Fuse a mask on the passable cells into the fill, unless the masked set has other uses.
                let mut regs = Vec::new();
                let mut terms = terms.to_vec();
                for (through, k) in &mut terms {
                    let mut mask = CellSet::FULL;
                    if let ExprNode::And(inner, c) = *self.graph.node(*through)
                        && let Some(set) = self.graph.constant(c)
                        && self.once(*through)
                    {
                        self.done(*through);
                        (*through, mask) = (inner, set);
                    }
                    let through = self.value(*through);
                    regs.push(FillTerm { through, by: *k as i16, mask });
                }
                let table = self.tables.fill(FillTable { terms: regs, steps });
                let d = match self.growing.iter().position(|g| *g == e) {
                    Some(at) => {
                        let d = (self.frame.growing_fills + at) as Reg;
                        self.ops.push(Op::ExtendFill { d, a, table });
                        d
                    }
                    None => {
                        let d = self.target(e);
                        self.ops.push(Op::Fill { d, a, table });
                        d
                    }
                };
                self.done(seed);
                terms.iter().for_each(|(t, _)| self.done(*t));
                d
            }
        };
        self.regs.insert(e, reg);
        reg
    }

    /// How many steps a fill takes at most, if the board ends it.
    fn steps(&self, seed: Expr, terms: &[(Expr, i32)]) -> Option<u16> {
        // The seed's support is moved on until it has left the board, or all cells that can be
        // passed.
        let [(through, k)] = terms else { return None };
        let mut front = self.graph.support(seed);
        for n in 0..64 {
            front = front.shift(*k).and(self.graph.support(*through));
            if front.is_empty() {
                return Some(n);
            }
        }
        None
    }

    fn unary(&mut self, e: Expr, a: Expr, op: impl Fn(Reg, Reg) -> Op) -> Reg {
        let x = self.value(a);
        // Before the target is chosen, so that the result may take the operand's register:
        // operations load everything before they store.
        self.done(a);
        let d = self.target(e);
        self.ops.push(op(d, x));
        d
    }

    fn binary(&mut self, e: Expr, a: Expr, b: Expr, op: impl Fn(Reg, Reg, Reg) -> Op) -> Reg {
        let (x, y) = (self.value(a), self.value(b));
        self.done(a);
        self.done(b);
        let d = self.target(e);
        self.ops.push(op(d, x, y));
        d
    }

    fn and(&mut self, e: Expr, a: Expr, b: Expr) -> Reg {
        let graph = self.graph;
        // Peephole fusion: an interpreted operation costs about the same whatever it does. A shift
        // with other uses is not fused, because it has to be found in any case.
        if let ExprNode::Const(set) = graph.node(b) {
            let c = self.tables.constant(*set);
            if let ExprNode::Shift(x, k) = *graph.node(a)
                && self.once(a)
            {
                self.done(a);
                return self.unary(e, x, |d, a| Op::ShiftC { d, a, k: k as i16, c });
            }
            if let ExprNode::And(x, y) = *graph.node(a)
                && self.once(a)
            {
                for (x, y) in [(x, y), (y, x)] {
                    if let ExprNode::Shift(z, k) = *graph.node(y)
                        && self.once(y)
                        && graph.constant(x).is_none()
                    {
                        self.done(a);
                        self.done(y);
                        let k = k as i16;
                        return self.binary(e, x, z, |d, a, b| Op::AndShiftC { d, a, b, k, c });
                    }
                }
            }
            return self.unary(e, a, |d, a| Op::AndC { d, a, c });
        }
        for (a, b) in [(a, b), (b, a)] {
            if let ExprNode::Shift(x, k) = *graph.node(b)
                && self.once(b)
            {
                self.done(b);
                return self.binary(e, a, x, |d, a, b| Op::AndShift { d, a, b, k: k as i16 });
            }
        }
        self.binary(e, a, b, |d, a, b| Op::And { d, a, b })
    }

    fn number(&mut self, n: Num) -> Reg {
        if let Some(reg) = self.nums.get(&n) {
            return *reg;
        }
        let op: Box<dyn Fn(Reg) -> Op> = match self.graph.num(n).clone() {
            NumNode::Const(value) => {
                let c = number_of(&mut self.tables.numbers, value);
                Box::new(move |d| Op::Number { d, c })
            }
            NumNode::Plus(a, b) => {
                let (a, b) = (self.number(a), self.number(b));
                Box::new(move |d| Op::Plus { d, a, b })
            }
            NumNode::Minus(a, b) => {
                let (a, b) = (self.number(a), self.number(b));
                Box::new(move |d| Op::Minus { d, a, b })
            }
            NumNode::Count(sums) => {
                let product =
                    |sum: &Vec<Expr>, s: &mut Self| sum.iter().map(|e| s.value(*e)).collect();
                let mut table: Vec<Vec<Vec<Reg>>> = Vec::new();
                for products in &sums {
                    table.push(products.iter().map(|sum| product(sum, self)).collect());
                }
                let table = number_of(&mut self.tables.counts, table);
                Box::new(move |d| Op::Count { d, table })
            }
        };
        self.next += 1;
        self.top = self.top.max(self.next);
        let d = (self.next - 1) as Reg;
        self.ops.push(op(d));
        self.nums.insert(n, d);
        d
    }

    /// A fixpoint that is no fill: its body again and again, until nothing changes.
    fn fix(&mut self, e: Expr, var: u32, body: Expr) -> Reg {
        // Kleene iteration from the empty set. Bodies are monotone, because the checker rejects
        // recursion through `not` and counts; so every round but the last adds a cell.
        self.hoist(body, var);
        let x = self.target(e);
        let c = self.tables.constant(CellSet::EMPTY);
        self.ops.push(Op::Const { d: x, c });
        let to = self.ops.len() as u16;
        let found = self.variable_of(body, var);
        self.regs.insert(found, x);
        let y = self.value(body);
        self.ops.push(Op::Loop { x, y, to });
        x
    }

    /// The unknown of a fixpoint.
    fn variable_of(&self, e: Expr, var: u32) -> Expr {
        let (mut pending, mut seen) = (vec![e], Vec::new());
        while let Some(e) = pending.pop() {
            if seen.contains(&e) || !self.graph.free_vars(e).contains(&var) {
                continue;
            }
            seen.push(e);
            match self.graph.node(e) {
                ExprNode::FixVar(v) if *v == var => return e,
                ExprNode::And(a, b) | ExprNode::Or(a, b) | ExprNode::AndNot(a, b) => {
                    pending.extend([*a, *b]);
                }
                ExprNode::Shift(a, _)
                | ExprNode::Any(a)
                | ExprNode::MoreThanOne(a)
                | ExprNode::AnyMask(a, _)
                | ExprNode::InARow(a, _)
                | ExprNode::RowMembers(a, _) => pending.push(*a),
                ExprNode::Fixpoint(_, a) => pending.push(*a),
                ExprNode::Fill(a, terms) => {
                    pending.push(*a);
                    pending.extend(terms.iter().map(|(t, _)| *t));
                }
                ExprNode::Compare(_, a, b) => {
                    for n in [a, b] {
                        if let NumNode::Count(sums) = self.graph.num(*n) {
                            pending.extend(sums.iter().flatten().flatten());
                        }
                    }
                }
                _ => {}
            }
        }
        unreachable!("a fixpoint contains its unknown")
    }

    /// What does not change in a loop is worked out before it (loop-invariant code motion).
    fn hoist(&mut self, e: Expr, var: u32) {
        if !self.graph.free_vars(e).contains(&var) {
            self.value(e);
            return;
        }
        match self.graph.node(e).clone() {
            ExprNode::And(a, b) | ExprNode::Or(a, b) | ExprNode::AndNot(a, b) => {
                self.hoist(a, var);
                if self.graph.constant(b).is_none() {
                    self.hoist(b, var);
                }
            }
            ExprNode::Shift(a, _)
            | ExprNode::Any(a)
            | ExprNode::MoreThanOne(a)
            | ExprNode::AnyMask(a, _)
            | ExprNode::InARow(a, _)
            | ExprNode::RowMembers(a, _) => self.hoist(a, var),
            ExprNode::Fixpoint(_, a) => self.hoist(a, var),
            ExprNode::Fill(a, terms) => {
                self.hoist(a, var);
                terms.iter().for_each(|(t, _)| self.hoist(*t, var));
            }
            _ => {}
        }
    }
}
