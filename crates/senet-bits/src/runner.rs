//! The compiled program, and its execution on one position from one decision to the next.

use crate::branch::{Branch, Followed};
use crate::cells::cells_of;
use crate::decision::{CellRef, DecisionCase};
use crate::fast::{self, PortableVectors};
use crate::ops::{Code, Frame, Reg, Tables};
use crate::order::Order;
use crate::pack::PackPlan;
use crate::state::{BitState, Status};
use crate::vectors::Vectors;
use crate::widths::by_width;
use senet_game::{LimitKind, Outcome, Seat};

/// The most cells that one move has.
pub(crate) const MOVE_CELLS: usize = 4;

/// A move: a variant (a rule with values for its small variables) and the cells of the others.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BitMove {
    pub(crate) variant: u32,
    pub(crate) cells: [u16; MOVE_CELLS],
}

/// A set of first cells; the other cells of a move are at fixed distances.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Slice {
    pub(crate) reg: Reg,
    /// For each cell of the factor, its distance from the first.
    pub(crate) offsets: Vec<i16>,
}

/// A factor of a group: cells of a move that depend on each other.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Factor {
    /// Which cells of the move these are.
    pub(crate) cells: Vec<u8>,
    pub(crate) slices: Vec<Slice>,
}

/// A group of moves, compiled.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct MoveGroup {
    pub(crate) variant: u32,
    pub(crate) rule: u32,
    pub(crate) seat: Seat,
    pub(crate) chooser: u64,
    /// The condition for the group to have moves, apart from cells; `None` if it always holds.
    pub(crate) cond: Option<Reg>,
    pub(crate) factors: Vec<Factor>,
    pub(crate) effect: Effect,
    /// The matches that look like these moves, for the weights of chance.
    pub(crate) matches: Vec<WeightedMatch>,
}

/// Matches of a rule with their weight.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct WeightedMatch {
    pub(crate) weight: u64,
    pub(crate) cond: Option<Reg>,
    /// The cells of a factor are indices of cells of the move, or `u8::MAX` for variables that do not identify it.
    pub(crate) factors: Vec<Factor>,
}

/// The effect of a move, compiled.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Effect {
    pub(crate) clears: Vec<(Reg, CellRef)>,
    pub(crate) sets: Vec<(Reg, CellRef)>,
    /// Operations that compute masks and conditions.
    pub(crate) code: Code,
    /// Whether there are masks or conditions, beside single bits.
    pub(crate) has_code: bool,
    /// Whether the code may read the cells of the move.
    pub(crate) reads_cells: bool,
    /// The targets at which a play ends or has been decided.
    pub(crate) ends: Vec<u32>,
    /// `next` of each member of the class, one after the other; empty if there is only one.
    pub(crate) member_targets: Vec<u32>,
    /// Planes, each with the register of its mask.
    pub(crate) clear_masks: Vec<(Reg, Reg)>,
    pub(crate) set_masks: Vec<(Reg, Reg)>,
    pub(crate) conds: Vec<Reg>,
    pub(crate) next: Vec<u32>,
    /// For each of `member_targets`, or of `next` if that is empty: the rules of the certain links that it skips. Empty if
    /// it skips none.
    pub(crate) skipped_links: Vec<LinkRules>,
}

/// The rules of certain links, one after the other.
pub(crate) type LinkRules = Box<[u32]>;

/// A sink for the rules that fire, if the caller wants them. Not a generic closure, for which the whole interpreter would
/// be instantiated once per caller.
pub(crate) struct FiredRules<'a>(Option<&'a mut Vec<u32>>);

impl FiredRules<'_> {
    /// Ignores rules.
    pub(crate) fn ignored() -> FiredRules<'static> {
        FiredRules(None)
    }

    /// Appends rules to a list.
    pub(crate) fn recorded_in(rules: &mut Vec<u32>) -> FiredRules<'_> {
        FiredRules(Some(rules))
    }

    #[inline(always)]
    pub(crate) fn rule(&mut self, rule: u32) {
        if let Some(rules) = &mut self.0 {
            rules.push(rule);
        }
    }
}

/// No register.
pub(crate) const NO_REG: Reg = Reg::MAX;

/// Moves with the same distances between their cells: counted by popcount, drawn by selecting a bit.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct FlatSlice {
    /// The condition for the slice to have moves, or [`NO_REG`] if it always holds.
    pub(crate) cond: Reg,
    /// The set of first cells, or [`NO_REG`] if the moves have no cells.
    pub(crate) reg: Reg,
    /// For each cell of the move, its distance from the first.
    pub(crate) offsets: [i16; MOVE_CELLS],
    /// How many cells a move has.
    pub(crate) cells: u8,
    /// The decision list that finds the group of a move; it has at least one case.
    pub(crate) cases: Box<[DecisionCase]>,
}

impl FlatSlice {
    /// The number of moves.
    #[inline(always)]
    pub(crate) fn count<const W: usize>(&self, words: &[u64]) -> u64 {
        if self.cond != NO_REG && !is_set::<W>(words, self.cond) {
            return 0;
        }
        if self.reg == NO_REG { 1 } else { popcount::<W>(words, self.reg) }
    }

    /// The group of the move that begins in a cell; `has` says whether a plane has a cell.
    #[inline(always)]
    pub(crate) fn group(
        &self,
        first: u16,
        cells: u16,
        has: impl Fn(u32, u16) -> bool + Copy,
    ) -> u16 {
        let (last, others) = self.cases.split_last().expect("there is a choice");
        let found = others.iter().find(|case| case.fits(first, cells, has));
        found.unwrap_or(last).group
    }

    /// The move that begins in a cell, and its group.
    #[inline(always)]
    fn place<const W: usize>(
        &self,
        words: &[u64],
        segment: &Segment,
        first: u16,
    ) -> (u16, BitMove) {
        let has = |plane: u32, cell: u16| {
            words[plane as usize * W + usize::from(cell / 64)] >> (cell % 64) & 1 == 1
        };
        let group = self.group(first, 64 * W as u16, has);
        let mut cells = [0; MOVE_CELLS];
        for (cell, offset) in cells.iter_mut().zip(&self.offsets).take(usize::from(self.cells)) {
            *cell = first.wrapping_add_signed(*offset);
        }
        (group, BitMove { variant: segment.variants[usize::from(group)], cells })
    }

    /// The `n`-th move, in the order of cells, and its group.
    #[inline(always)]
    pub(crate) fn nth<const W: usize, S: Vectors>(
        &self,
        words: &[u64],
        segment: &Segment,
        n: u64,
    ) -> (u16, BitMove) {
        let first = if self.reg == NO_REG { 0 } else { nth::<W, S>(words, self.reg, n) };
        self.place::<W>(words, segment, first)
    }

    /// Every move, in the order of cells.
    pub(crate) fn each<const W: usize>(
        &self,
        words: &[u64],
        segment: &Segment,
        out: &mut Vec<BitMove>,
    ) {
        if self.count::<W>(words) == 0 {
            return;
        }
        if self.reg == NO_REG {
            return out.push(self.place::<W>(words, segment, 0).1);
        }
        let at = usize::from(self.reg) * W;
        let cells = cells_of(&words[at..at + W]);
        out.extend(cells.map(|cell| self.place::<W>(words, segment, cell as u16).1));
    }
}

/// Groups whose sets are computed by one list of operations.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Segment {
    pub(crate) code: Code,
    pub(crate) groups: Vec<MoveGroup>,
    /// Whether all groups have one chooser, and no order.
    pub(crate) plain: bool,
    /// Operations that only the weights of chance need.
    pub(crate) weights_code: Code,
    /// All moves as slices, if no group has several factors; groups then have no factors.
    pub(crate) flat: Option<Vec<FlatSlice>>,
    /// The most cells that a move has.
    pub(crate) cells: usize,
    /// The variants of the groups.
    pub(crate) variants: Vec<u32>,
    /// The lowest variant, and a table from it upwards of the group of each variant.
    pub(crate) by_variant: (u32, Vec<u16>),
    /// The class of branches that all moves lead to, if there is one: lockstep runs it in the same round.
    pub(crate) fused_branch: Option<u32>,
}

impl Segment {
    /// Builds the table from variants to groups.
    pub(crate) fn index(&mut self) {
        self.variants = self.groups.iter().map(|c| c.variant).collect();
        let low = self.variants.iter().min().copied().unwrap_or(0);
        let high = self.variants.iter().max().copied().unwrap_or(0);
        self.by_variant = (low, vec![u16::MAX; (high - low) as usize + 1]);
        // From the back, so that of two groups of one variant the first is found.
        for (i, variant) in self.variants.iter().enumerate().rev() {
            self.by_variant.1[(variant - low) as usize] = i as u16;
        }
    }
}

/// A control state, compiled: a node of the graph of control states, whose edges are the targets of its effects.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct ControlNode {
    pub(crate) ended: bool,
    pub(crate) interactive: bool,
    /// Whether the order of its automatic steps does not matter, so that the first may be taken without chance.
    pub(crate) settles: bool,
    pub(crate) ordered: bool,
    /// Rules, tried one segment after another.
    pub(crate) rules: Vec<Segment>,
    pub(crate) links: Vec<Segment>,
    /// The branch, if this control state only reads the position.
    pub(crate) branch: Option<Branch>,
    /// Whether an outcome is present.
    pub(crate) decided: bool,
    /// The outcome in mid-play and at the end, if it depends on the control state alone.
    pub(crate) outcome: Option<(Outcome, Outcome)>,
    /// Whether moves from here are on trial: players choose, and the stage has a `#forbid`.
    pub(crate) forbids: bool,
    /// The first control state that differs from this one only in where it leads: see `classes.rs`.
    pub(crate) class: u32,
    /// Its index among the members of its class.
    pub(crate) member: u32,
    /// The estimated cost of a lockstep round: see [`ControlNode::estimate_cost`].
    pub(crate) cost: usize,
    /// Whether lanes are played one by one here.
    pub(crate) one_by_one: bool,
    /// The condition of the stage's `#forbid`, if it has one: a move on trial that leads here is taken back if it holds.
    pub(crate) forbidden: Option<Code>,
}

impl ControlNode {
    /// Estimates the cost of a lockstep round: operations, and what counting, drawing and updating cost besides.
    pub(crate) fn estimate_cost(&mut self, words: usize) {
        let slices = |s: &Segment| s.flat.as_ref().map_or(64, |flat| 2 * flat.len() * words);
        let segments = self.rules.iter().chain(&self.links);
        let cost = segments.map(|s| s.code.ops.len() * words + slices(s) + 4);
        self.cost = cost.sum::<usize>() + 24;
    }
}

/// A compiled program.
#[derive(Debug, Clone)]
pub(crate) struct BitProgram {
    pub(crate) nodes: Vec<ControlNode>,
    pub(crate) tables: Tables,
    pub(crate) frame: Frame,
    pub(crate) planes: usize,
    /// The number of registers of all kinds: see [`Frame`].
    pub(crate) registers: usize,
    /// The number of words of a set: 1, 2, 4 or 8.
    pub(crate) words: usize,
    /// The canonical order of each variant's moves.
    pub(crate) order: Vec<Order>,
    pub(crate) packing: PackPlan,
    /// The most automatic steps between two decisions (`Limits::steps` of the engine).
    pub(crate) steps: u64,
    /// Whether automatic steps can form a cycle, and have to be counted.
    pub(crate) has_silent_cycle: bool,
    /// Whether some control states differ only in where they lead.
    pub(crate) has_classes: bool,
    /// The most slices that a segment has.
    pub(crate) slices: usize,
}

/// The number of cells of a register.
#[inline(always)]
fn popcount<const W: usize>(words: &[u64], reg: Reg) -> u64 {
    let at = usize::from(reg) * W;
    words[at..at + W].iter().map(|w| u64::from(w.count_ones())).sum()
}

/// The `n`-th cell of a register.
#[inline(always)]
fn nth<const W: usize, S: Vectors>(words: &[u64], reg: Reg, mut n: u64) -> u16 {
    let at = usize::from(reg) * W;
    for (i, word) in words[at..at + W].iter().enumerate() {
        // A register of one word has the cell, whatever `n` is: its bits need not be counted.
        let bits = if W == 1 { u64::MAX } else { u64::from(word.count_ones()) };
        if n < bits {
            return (64 * i as u32 + S::nth_bit(*word, n as u32).trailing_zeros()) as u16;
        }
        n -= bits;
    }
    unreachable!("the register has so many cells")
}

#[inline(always)]
pub(crate) fn is_set<const W: usize>(words: &[u64], reg: Reg) -> bool {
    words[usize::from(reg) * W] != 0
}

impl MoveGroup {
    #[inline(always)]
    pub(crate) fn count<const W: usize>(&self, words: &[u64]) -> u64 {
        if self.cond.is_some_and(|reg| !is_set::<W>(words, reg)) {
            return 0;
        }
        self.factors.iter().map(|factor| factor.count::<W>(words)).product()
    }

    /// The `n`-th move, in the order of slices.
    #[inline(always)]
    pub(crate) fn nth<const W: usize, S: Vectors>(&self, words: &[u64], mut n: u64) -> BitMove {
        let mut cells = [0; MOVE_CELLS];
        if let [only] = &self.factors[..] {
            only.nth::<W, S>(words, n, &mut cells);
            return BitMove { variant: self.variant, cells };
        }
        for factor in &self.factors {
            let all = factor.count::<W>(words);
            // `n` is a number in mixed radix: a digit for each factor, the first factor's the lowest.
            factor.nth::<W, S>(words, n % all, &mut cells);
            n /= all;
        }
        BitMove { variant: self.variant, cells }
    }

    pub(crate) fn each<const W: usize>(&self, words: &[u64], out: &mut Vec<BitMove>) {
        let all = self.count::<W>(words);
        out.extend((0..all).map(|n| self.nth::<W, PortableVectors>(words, n)));
    }
}

impl Factor {
    #[inline(always)]
    pub(crate) fn count<const W: usize>(&self, words: &[u64]) -> u64 {
        self.slices.iter().map(|s| popcount::<W>(words, s.reg)).sum()
    }

    #[inline]
    pub(crate) fn place(&self, slice: &Slice, first: u16, cells: &mut [u16; MOVE_CELLS]) {
        if let [0] = self.cells[..] {
            cells[0] = first;
            return;
        }
        for (cell, offset) in self.cells.iter().zip(&slice.offsets) {
            if usize::from(*cell) < MOVE_CELLS {
                cells[usize::from(*cell)] = first.wrapping_add_signed(*offset);
            }
        }
    }

    #[inline(always)]
    pub(crate) fn nth<const W: usize, S: Vectors>(
        &self,
        words: &[u64],
        mut n: u64,
        cells: &mut [u16; MOVE_CELLS],
    ) {
        if let [only] = &self.slices[..] {
            return self.place(only, nth::<W, S>(words, only.reg, n), cells);
        }
        for slice in &self.slices {
            let all = popcount::<W>(words, slice.reg);
            if n < all {
                return self.place(slice, nth::<W, S>(words, slice.reg, n), cells);
            }
            n -= all;
        }
    }
}

impl BitProgram {
    #[inline(always)]
    pub(crate) fn exec<const W: usize>(&self, code: &Code, words: &mut [u64]) {
        fast::run::<W>(&code.ops, &self.tables, words);
    }

    /// A copy with space for all registers.
    pub(crate) fn copy(&self, state: &BitState) -> BitState {
        let mut copy = state.clone();
        copy.reserve(self.registers * self.words);
        copy
    }

    /// A position with empty planes.
    pub(crate) fn empty_state(&self) -> BitState {
        let words = self.planes * self.words;
        BitState {
            control: 0,
            status: Status::Over,
            segment: 0,
            count: 0,
            enabled_groups: !0,
            chance_moves: None,
            words: vec![0; self.registers * self.words],
            plane_words: words as u32,
            copied_words: (self.frame.move_cells * self.words) as u32,
        }
    }

    /// Makes a move of a group, and records its rule and those of the links that are skipped after it.
    #[inline(always)]
    fn fire_group<const W: usize>(
        &self,
        state: &mut BitState,
        group: &MoveGroup,
        cells: &[u16; MOVE_CELLS],
        fired: &mut FiredRules<'_>,
    ) {
        fired.rule(group.rule);
        let next = self.apply_effect::<W>(state, &group.effect, cells);
        group
            .effect
            .skipped_links
            .get(next)
            .into_iter()
            .flatten()
            .for_each(|rule| fired.rule(*rule));
    }

    /// Applies an effect to the planes and the control state; returns the index of the target.
    #[inline(always)]
    pub(crate) fn apply_effect<const W: usize>(
        &self,
        state: &mut BitState,
        effect: &Effect,
        cells: &[u16; MOVE_CELLS],
    ) -> usize {
        let words = &mut state.words[..];
        let bit = |site: CellRef| {
            let cell = match site {
                CellRef::Var(i) => cells[usize::from(i)],
                CellRef::Cell(c) => c,
                CellRef::Match(_) => unreachable!("matches are sets"),
            };
            (usize::from(cell / 64), 1u64 << (cell % 64))
        };
        // Masks and conditions are computed in the position before the move; then bits and masks are
        // cleared, and setting comes last, because a move may put back what it took.
        let mut next = 0;
        if effect.has_code {
            if effect.reads_cells {
                for (i, cell) in cells.iter().enumerate() {
                    let at = (self.frame.move_cells + i) * W;
                    words[at..at + W].fill(0);
                    if usize::from(cell / 64) < W {
                        words[at + usize::from(cell / 64)] = 1 << (cell % 64);
                    }
                }
            }
            self.exec::<W>(&effect.code, words);
            for (i, reg) in effect.conds.iter().enumerate() {
                next |= usize::from(is_set::<W>(words, *reg)) << i;
            }
        }
        for (plane, site) in &effect.clears {
            let (word, bit) = bit(*site);
            words[usize::from(*plane) * W + word] &= !bit;
        }
        for (plane, set) in &effect.clear_masks {
            for w in 0..W {
                words[usize::from(*plane) * W + w] &= !words[usize::from(*set) * W + w];
            }
        }
        for (plane, set) in &effect.set_masks {
            for w in 0..W {
                words[usize::from(*plane) * W + w] |= words[usize::from(*set) * W + w];
            }
        }
        for (plane, site) in &effect.sets {
            let (word, bit) = bit(*site);
            words[usize::from(*plane) * W + word] |= bit;
        }
        state.control = effect.next[next];
        next
    }

    /// Computes the moves of a segment; returns their number.
    #[inline(always)]
    fn find_moves<const W: usize>(&self, state: &mut BitState, segment: &Segment) -> u64 {
        self.exec::<W>(&segment.code, &mut state.words);
        if let Some(flat) = &segment.flat {
            return flat.iter().map(|f| f.count::<W>(&state.words)).sum();
        }
        if segment.plain {
            return segment.groups.iter().map(|c| c.count::<W>(&state.words)).sum();
        }
        // With an order or several choosers it matters which groups have moves: see `keep_eligible`.
        let counts: Vec<u64> = segment.groups.iter().map(|c| c.count::<W>(&state.words)).collect();
        state.enabled_groups = 0;
        for i in (0..counts.len()).filter(|i| counts[*i] > 0) {
            state.enabled_groups |= 1 << i;
        }
        counts.iter().sum()
    }

    /// Restricts the enabled groups to those that the order of rules and the first seat allow; returns the number of moves.
    #[inline(always)]
    fn keep_eligible<const W: usize>(
        &self,
        state: &mut BitState,
        segment: &Segment,
        ordered: bool,
        by_seat: bool,
    ) -> u64 {
        if segment.plain {
            return state.count;
        }
        let has = |groups: u64, i: usize| groups >> i & 1 == 1;
        let all = || segment.groups.iter().enumerate();
        let mut enabled = state.enabled_groups;
        if ordered {
            // In an ordered stage each chooser has the first rule that applies; quadratic in the
            // groups, of which there are at most 64.
            let earlier = |i: usize, c: &MoveGroup| {
                all().any(|(j, o)| {
                    has(state.enabled_groups, j)
                        && j != i
                        && o.chooser == c.chooser
                        && o.rule < c.rule
                })
            };
            for (i, group) in all() {
                if earlier(i, group) {
                    enabled &= !(1 << i);
                }
            }
        }
        if by_seat
            && let Some(seat) = all().filter(|(i, _)| has(enabled, *i)).map(|(_, c)| c.seat).min()
        {
            for (i, group) in all() {
                if group.seat != seat {
                    enabled &= !(1 << i);
                }
            }
        }
        state.enabled_groups = enabled;
        let words = &state.words;
        all().filter(|(i, _)| has(enabled, *i)).map(|(_, c)| c.count::<W>(words)).sum()
    }

    #[inline(always)]
    pub(crate) fn is_group_enabled(state: &BitState, segment: &Segment, i: usize) -> bool {
        segment.plain || state.enabled_groups >> i & 1 == 1
    }

    /// The segment whose moves a player chooses from.
    pub(crate) fn segment(&self, state: &BitState) -> &Segment {
        &self.nodes[state.control as usize].rules[usize::from(state.segment)]
    }

    /// The group that has the moves of a variant in a segment.
    pub(crate) fn group<'s>(&self, segment: &'s Segment, variant: u32) -> &'s MoveGroup {
        let (low, groups) = &segment.by_variant;
        &segment.groups[usize::from(groups[(variant - low) as usize])]
    }

    /// Takes automatic steps up to the next decision.
    #[inline(always)]
    fn settle<const W: usize>(&self, state: &mut BitState, fired: &mut FiredRules<'_>) {
        state.chance_moves = None;
        let mut steps = 0;
        'steps: loop {
            let node = &self.nodes[state.control as usize];
            if node.ended {
                state.count = 0;
                state.status = Status::Over;
                return;
            }
            // Automatic steps are bounded by the engine's limit: a cycle of them would not end.
            steps += 1;
            if steps > self.steps {
                state.status = Status::Stopped(LimitKind::Steps);
                return;
            }
            if let Some(branch) = &node.branch {
                match self.follow::<W>(branch, state, fired) {
                    Followed::To(control) => {
                        state.control = control;
                        continue;
                    }
                    Followed::Nowhere => {
                        state.count = 0;
                        state.status = Status::Over;
                        return;
                    }
                    Followed::Several => {}
                }
            }
            let mut silent = &node.rules[..];
            if node.interactive {
                if self.decide::<W>(state, node) {
                    return;
                }
                silent = &[];
            }
            // Automatic steps: rules, then links.
            let rules = silent.iter().map(|s| (s, true));
            for (segment, is_rule) in rules.chain(node.links.iter().map(|s| (s, false))) {
                if !is_rule {
                    state.enabled_groups = !0;
                }
                state.count = self.find_moves::<W>(state, segment);
                if state.count == 0 {
                    continue;
                }
                state.count =
                    self.keep_eligible::<W>(state, segment, node.ordered || !is_rule, false);
                let settles = node.settles && is_rule;
                if self.fire_or_chance::<W>(state, segment, settles, fired) {
                    return;
                }
                continue 'steps;
            }
            state.status = Status::Over;
            return;
        }
    }

    /// Finds the moves of a player; false if there are none.
    #[inline(always)]
    fn decide<const W: usize>(&self, state: &mut BitState, node: &ControlNode) -> bool {
        for (i, segment) in node.rules.iter().enumerate() {
            state.count = self.find_moves::<W>(state, segment);
            if state.count == 0 {
                continue;
            }
            state.segment = i as u16;
            if node.decided {
                state.status = Status::Over;
                return true;
            }
            if node.forbids {
                // If every move of the segment is forbidden, later rules are not tried, and the links are next.
                let Some(seat) = self.seat_with_legal_move(state, segment) else { return false };
                state.status = Status::Player(seat);
                return true;
            }
            let mut first = 0;
            if !segment.plain {
                state.count = self.keep_eligible::<W>(state, segment, node.ordered, true);
                let mut all = 0..segment.groups.len();
                first = all.find(|i| BitProgram::is_group_enabled(state, segment, *i)).unwrap_or(0);
            }
            state.status = Status::Player(segment.groups[first].seat);
            return true;
        }
        false
    }

    /// One automatic step, or a turn of chance: `true` if it is chance's turn, or the play is over.
    #[inline(always)]
    fn fire_or_chance<const W: usize>(
        &self,
        state: &mut BitState,
        segment: &Segment,
        settles: bool,
        fired: &mut FiredRules<'_>,
    ) -> bool {
        let (group, mv) = if state.count == 1 {
            self.only_move::<W>(state, segment)
        } else {
            let mut moves = Vec::new();
            self.list::<W>(state, segment, &mut moves);
            // If the stage settles, or its author says so, the order of its steps makes no difference: the
            // first is taken, without chance.
            if !settles {
                let weighted = self.weights::<W>(state, segment);
                let first = moves[0].variant;
                let chance = self.merge_outcomes(state, segment, moves, weighted);
                if !chance {
                    // All moves lead to the same, and the first of them is said to have been made.
                    fired.rule(self.group(segment, first).rule);
                }
                return chance;
            }
            (self.group(segment, moves[0].variant), moves[0])
        };
        self.fire_group::<W>(state, group, &mv.cells, fired);
        false
    }

    /// The move of a segment that has only one.
    #[inline(always)]
    fn only_move<'s, const W: usize>(
        &self,
        state: &BitState,
        segment: &'s Segment,
    ) -> (&'s MoveGroup, BitMove) {
        let words = &state.words;
        if let Some(flat) = &segment.flat {
            let slice = flat.iter().find(|f| f.count::<W>(words) > 0).expect("there is one");
            let (group, mv) = slice.nth::<W, PortableVectors>(words, segment, 0);
            return (&segment.groups[usize::from(group)], mv);
        }
        let mut groups = segment.groups.iter().enumerate();
        let found = groups.find(|(i, c)| {
            BitProgram::is_group_enabled(state, segment, *i) && c.count::<W>(words) > 0
        });
        let (_, group) = found.expect("there is one");
        (group, group.nth::<W, PortableVectors>(words, 0))
    }

    /// Makes a move, if one is given, and advances to the next decision. Inlined into
    /// [`advance`](BitProgram::advance) alone: a second copy would be as large as all the rest of this file.
    #[inline(always)]
    pub(crate) fn play<const W: usize>(
        &self,
        state: &mut BitState,
        mv: Option<&BitMove>,
        fired: &mut FiredRules<'_>,
    ) {
        state.reserve(self.registers * W);
        if let Some(mv) = mv {
            let group = self.group_of(state, mv);
            self.fire_group::<W>(state, group, &mv.cells, fired);
        }
        self.settle::<W>(state, fired);
    }

    /// The group of a legal move.
    #[inline(always)]
    fn group_of(&self, state: &BitState, mv: &BitMove) -> &MoveGroup {
        match state.status {
            Status::Chance => {
                let node = &self.nodes[state.control as usize];
                let mut all = node.rules.iter().chain(&node.links).flat_map(|s| &s.groups);
                all.find(|c| c.variant == mv.variant).expect("a move of this position")
            }
            _ => {
                let segment = self.segment(state);
                match &segment.groups[..] {
                    [only] => only,
                    _ => self.group(segment, mv.variant),
                }
            }
        }
    }

    /// Makes a move without the automatic steps after it.
    pub(crate) fn fire(&self, state: &mut BitState, mv: &BitMove, fired: &mut FiredRules<'_>) {
        let group = self.group_of(state, mv);
        by_width!(self, BitProgram::fire_group, state, group, &mv.cells, fired);
    }

    /// [`apply_effect`](BitProgram::apply_effect) outside inner loops: one copy of the code.
    pub(crate) fn apply_effect_once(
        &self,
        state: &mut BitState,
        effect: &Effect,
        cells: &[u16; MOVE_CELLS],
    ) {
        by_width!(self, BitProgram::apply_effect, state, effect, cells);
    }
}
