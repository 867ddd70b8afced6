//! The compiled program and how a position moves through it, from one decision to the next.

use crate::branch::{Branch, Followed};
use crate::cells::cells_of;
use crate::choices::{Kind, Site};
use crate::fast::{self, PlainVectors};
use crate::ops::{Code, Frame, Reg, Tables};
use crate::order::Order;
use crate::pack::PackPlan;
use crate::state::{BitState, Now};
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
    /// For each cell of the part, its distance from the first.
    pub(crate) offsets: Vec<i16>,
}

/// Cells of a move that depend on each other.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Part {
    /// Which cells of the move these are.
    pub(crate) cells: Vec<u8>,
    pub(crate) slices: Vec<Slice>,
}

/// A group of moves, compiled.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Choice {
    pub(crate) variant: u32,
    pub(crate) rule: u32,
    pub(crate) seat: Seat,
    pub(crate) chooser: u64,
    /// Whether there are any, apart from their cells; `None` if that is certain.
    pub(crate) cond: Option<Reg>,
    pub(crate) parts: Vec<Part>,
    pub(crate) effect: Change,
    /// Each way to match, for the weights of chance.
    pub(crate) ways: Vec<WeighedWay>,
}

/// A way to match.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct WeighedWay {
    pub(crate) weight: u64,
    pub(crate) cond: Option<Reg>,
    /// The cells of a part are numbers of cells of the move, or `u8::MAX` for others.
    pub(crate) parts: Vec<Part>,
}

/// What a move does.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Change {
    pub(crate) clears: Vec<(Reg, Site)>,
    pub(crate) sets: Vec<(Reg, Site)>,
    /// Sets that have to be worked out first.
    pub(crate) code: Code,
    /// Whether there is anything beside single bits.
    pub(crate) works: bool,
    /// Whether the code looks at the cells of the move.
    pub(crate) looks: bool,
    /// Of the control states that it leads to, those where a play ends or has been decided.
    pub(crate) ends: Vec<u32>,
    /// `next` of each control state of the class, one after the other; empty if there is but one.
    pub(crate) ways: Vec<u32>,
    /// Planes, and the registers of what is taken from them and added to them.
    pub(crate) clear_sets: Vec<(Reg, Reg)>,
    pub(crate) set_sets: Vec<(Reg, Reg)>,
    pub(crate) conds: Vec<Reg>,
    pub(crate) next: Vec<u32>,
    /// For each of `ways`, or of `next` where there are none: the rules of the certain links that it skips. Empty if it
    /// skips none.
    pub(crate) hops: Vec<Hop>,
}

/// The rules of certain links, one after the other.
pub(crate) type Hop = Box<[u32]>;

/// Where the rules that fire are noted, if anyone asks. Not a function that a caller brings along: what runs a position
/// on would be compiled once for each of them.
pub(crate) struct Fired<'a>(Option<&'a mut Vec<u32>>);

impl Fired<'_> {
    /// Rules are not noted.
    pub(crate) fn untold() -> Fired<'static> {
        Fired(None)
    }

    /// They are appended here.
    pub(crate) fn told_to(rules: &mut Vec<u32>) -> Fired<'_> {
        Fired(Some(rules))
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

/// Moves with the same distances between their cells, for counting and drawing slice by slice.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct FlatSlice {
    /// Whether there are any, or [`NO_REG`] if that is certain.
    pub(crate) cond: Reg,
    /// The set of first cells, or [`NO_REG`] if the moves have no cells.
    pub(crate) reg: Reg,
    /// For each cell of the move, its distance from the first.
    pub(crate) offsets: [i16; MOVE_CELLS],
    /// How many cells a move has.
    pub(crate) cells: u8,
    /// The choices that the moves belong to; there is at least one.
    pub(crate) kinds: Box<[Kind]>,
}

impl FlatSlice {
    /// How many moves it has.
    #[inline(always)]
    pub(crate) fn count<const W: usize>(&self, words: &[u64]) -> u64 {
        if self.cond != NO_REG && !truth::<W>(words, self.cond) {
            return 0;
        }
        if self.reg == NO_REG { 1 } else { size::<W>(words, self.reg) }
    }

    /// The choice that the move beginning in a cell belongs to; `has` tells whether a plane has a cell.
    #[inline(always)]
    pub(crate) fn choice(
        &self,
        first: u16,
        cells: u16,
        has: impl Fn(u32, u16) -> bool + Copy,
    ) -> u16 {
        let (last, others) = self.kinds.split_last().expect("there is a choice");
        let found = others.iter().find(|kind| kind.fits(first, cells, has));
        found.unwrap_or(last).choice
    }

    /// The move that begins in a cell, and its choice.
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
        let choice = self.choice(first, 64 * W as u16, has);
        let mut cells = [0; MOVE_CELLS];
        for (cell, offset) in cells.iter_mut().zip(&self.offsets).take(usize::from(self.cells)) {
            *cell = first.wrapping_add_signed(*offset);
        }
        (choice, BitMove { variant: segment.variants[usize::from(choice)], cells })
    }

    /// The `n`-th move, in the order of cells, and its choice.
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

/// Choices whose sets are worked out together.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Segment {
    pub(crate) code: Code,
    pub(crate) choices: Vec<Choice>,
    /// Whether all have one chooser, and no order.
    pub(crate) plain: bool,
    /// What the weights of chance need besides.
    pub(crate) ways_code: Code,
    /// All moves, if none is a choice in each of several parts; the choices then have no parts.
    pub(crate) flat: Option<Vec<FlatSlice>>,
    /// The most cells that a move has.
    pub(crate) cells: usize,
    /// The variants of the choices.
    pub(crate) variants: Vec<u32>,
    /// The lowest variant, and for it and those that follow the number of their choice, if they have one.
    pub(crate) by_variant: (u32, Vec<u16>),
    /// The class of control states that only look and that all moves lead to, if there is one.
    pub(crate) judge: Option<u32>,
}

impl Segment {
    /// Where each variant is found.
    pub(crate) fn index(&mut self) {
        self.variants = self.choices.iter().map(|c| c.variant).collect();
        let low = self.variants.iter().min().copied().unwrap_or(0);
        let high = self.variants.iter().max().copied().unwrap_or(0);
        self.by_variant = (low, vec![u16::MAX; (high - low) as usize + 1]);
        // From the back, so that of two choices of one variant the first is found.
        for (i, variant) in self.variants.iter().enumerate().rev() {
            self.by_variant.1[(variant - low) as usize] = i as u16;
        }
    }
}

/// A control state, compiled.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Node {
    pub(crate) ended: bool,
    pub(crate) interactive: bool,
    pub(crate) settles: bool,
    pub(crate) ordered: bool,
    /// Rules, tried one segment after another.
    pub(crate) rules: Vec<Segment>,
    pub(crate) links: Vec<Segment>,
    /// All that happens here, if that is only to look and go elsewhere.
    pub(crate) branch: Option<Branch>,
    /// Whether an outcome is there already.
    pub(crate) decided: bool,
    /// The outcome, here and at the end, if only the control state tells it.
    pub(crate) outcome: Option<(Outcome, Outcome)>,
    pub(crate) forbids: bool,
    /// The first control state that differs from this one only in where it leads: see `classes.rs`.
    pub(crate) class: u32,
    /// Which of its class it is.
    pub(crate) member: u32,
    /// How much work a round is for lanes, about: see [`Node::rate`].
    pub(crate) work: usize,
    /// Whether lanes are looked at one by one here.
    pub(crate) alone: bool,
    /// Whether what `#forbid` says holds right after a move that led here.
    pub(crate) forbidden: Option<Code>,
}

impl Node {
    /// Estimates the work of a round: operations, and what counting, drawing and changing cost besides.
    pub(crate) fn rate(&mut self, words: usize) {
        let slices = |s: &Segment| s.flat.as_ref().map_or(64, |flat| 2 * flat.len() * words);
        let segments = self.rules.iter().chain(&self.links);
        let work = segments.map(|s| s.code.ops.len() * words + slices(s) + 4);
        self.work = work.sum::<usize>() + 24;
    }
}

/// A compiled program.
#[derive(Debug, Clone)]
pub(crate) struct BitProgram {
    pub(crate) nodes: Vec<Node>,
    pub(crate) tables: Tables,
    pub(crate) frame: Frame,
    pub(crate) planes: usize,
    /// How many registers there are.
    pub(crate) registers: usize,
    pub(crate) words: usize,
    /// For each variant, the places of its values in canonical order, and of its cells.
    pub(crate) order: Vec<Order>,
    pub(crate) packing: PackPlan,
    pub(crate) steps: u64,
    /// Whether automatic steps can form a cycle, and have to be counted.
    pub(crate) goes_round: bool,
    /// Whether some control states differ only in where they lead.
    pub(crate) classed: bool,
    /// The most slices that a segment has.
    pub(crate) slices: usize,
}

/// The number of cells of a register.
#[inline(always)]
fn size<const W: usize>(words: &[u64], reg: Reg) -> u64 {
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
            return (64 * i as u32 + S::bit(*word, n as u32).trailing_zeros()) as u16;
        }
        n -= bits;
    }
    unreachable!("the register has so many cells")
}

#[inline(always)]
pub(crate) fn truth<const W: usize>(words: &[u64], reg: Reg) -> bool {
    words[usize::from(reg) * W] != 0
}

impl Choice {
    #[inline(always)]
    pub(crate) fn count<const W: usize>(&self, words: &[u64]) -> u64 {
        if self.cond.is_some_and(|reg| !truth::<W>(words, reg)) {
            return 0;
        }
        self.parts.iter().map(|part| part.count::<W>(words)).product()
    }

    /// The `n`-th move, in the order of slices.
    #[inline(always)]
    pub(crate) fn nth<const W: usize, S: Vectors>(&self, words: &[u64], mut n: u64) -> BitMove {
        let mut cells = [0; MOVE_CELLS];
        if let [only] = &self.parts[..] {
            only.nth::<W, S>(words, n, &mut cells);
            return BitMove { variant: self.variant, cells };
        }
        for part in &self.parts {
            let all = part.count::<W>(words);
            // `n` is a number in mixed radix: a digit for each part, the first part's the lowest.
            part.nth::<W, S>(words, n % all, &mut cells);
            n /= all;
        }
        BitMove { variant: self.variant, cells }
    }

    pub(crate) fn each<const W: usize>(&self, words: &[u64], out: &mut Vec<BitMove>) {
        let all = self.count::<W>(words);
        out.extend((0..all).map(|n| self.nth::<W, PlainVectors>(words, n)));
    }
}

impl Part {
    #[inline(always)]
    pub(crate) fn count<const W: usize>(&self, words: &[u64]) -> u64 {
        self.slices.iter().map(|s| size::<W>(words, s.reg)).sum()
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
            let all = size::<W>(words, slice.reg);
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

    /// A copy with room for registers.
    pub(crate) fn copy(&self, state: &BitState) -> BitState {
        let mut copy = state.clone();
        copy.room(self.registers * self.words);
        copy
    }

    /// A position with nothing in it.
    pub(crate) fn blank(&self) -> BitState {
        let words = self.planes * self.words;
        BitState {
            control: 0,
            now: Now::Over,
            segment: 0,
            count: 0,
            open: !0,
            listed: None,
            words: vec![0; self.registers * self.words],
            position: words as u32,
            kept: (self.frame.chosen * self.words) as u32,
        }
    }

    /// Makes a choice, and tells its rule and those of the links that are skipped after it.
    #[inline(always)]
    fn make_choice<const W: usize>(
        &self,
        state: &mut BitState,
        choice: &Choice,
        cells: &[u16; MOVE_CELLS],
        fired: &mut Fired<'_>,
    ) {
        fired.rule(choice.rule);
        let next = self.change::<W>(state, &choice.effect, cells);
        choice.effect.hops.get(next).into_iter().flatten().for_each(|rule| fired.rule(*rule));
    }

    /// Carries out what a move does to the planes and to the control state; which of the ways on it takes.
    #[inline(always)]
    pub(crate) fn change<const W: usize>(
        &self,
        state: &mut BitState,
        change: &Change,
        cells: &[u16; MOVE_CELLS],
    ) -> usize {
        let words = &mut state.words[..];
        let bit = |site: Site| {
            let cell = match site {
                Site::Var(i) => cells[usize::from(i)],
                Site::Cell(c) => c,
                Site::Local(_) => unreachable!("matches are sets"),
            };
            (usize::from(cell / 64), 1u64 << (cell % 64))
        };
        // All that is asked, is asked of the position before the move; then bits and sets are
        // taken, and what is made comes last, because a move may put back what it took.
        let mut next = 0;
        if change.works {
            if change.looks {
                for (i, cell) in cells.iter().enumerate() {
                    let at = (self.frame.chosen + i) * W;
                    words[at..at + W].fill(0);
                    if usize::from(cell / 64) < W {
                        words[at + usize::from(cell / 64)] = 1 << (cell % 64);
                    }
                }
            }
            self.exec::<W>(&change.code, words);
            for (i, reg) in change.conds.iter().enumerate() {
                next |= usize::from(truth::<W>(words, *reg)) << i;
            }
        }
        for (plane, site) in &change.clears {
            let (word, bit) = bit(*site);
            words[usize::from(*plane) * W + word] &= !bit;
        }
        for (plane, set) in &change.clear_sets {
            for w in 0..W {
                words[usize::from(*plane) * W + w] &= !words[usize::from(*set) * W + w];
            }
        }
        for (plane, set) in &change.set_sets {
            for w in 0..W {
                words[usize::from(*plane) * W + w] |= words[usize::from(*set) * W + w];
            }
        }
        for (plane, site) in &change.sets {
            let (word, bit) = bit(*site);
            words[usize::from(*plane) * W + word] |= bit;
        }
        state.control = change.next[next];
        next
    }

    /// Works out the moves of a segment: how many there are.
    #[inline(always)]
    fn open<const W: usize>(&self, state: &mut BitState, segment: &Segment) -> u64 {
        self.exec::<W>(&segment.code, &mut state.words);
        if let Some(flat) = &segment.flat {
            return flat.iter().map(|f| f.count::<W>(&state.words)).sum();
        }
        if segment.plain {
            return segment.choices.iter().map(|c| c.count::<W>(&state.words)).sum();
        }
        // With an order or several choosers it matters which choices have moves: see `narrow`.
        let counts: Vec<u64> = segment.choices.iter().map(|c| c.count::<W>(&state.words)).collect();
        state.open = 0;
        for i in (0..counts.len()).filter(|i| counts[*i] > 0) {
            state.open |= 1 << i;
        }
        counts.iter().sum()
    }

    /// Of the open choices, those that an order and the first seat leave; returns their number.
    #[inline(always)]
    fn narrow<const W: usize>(
        &self,
        state: &mut BitState,
        segment: &Segment,
        ordered: bool,
        by_seat: bool,
    ) -> u64 {
        if segment.plain {
            return state.count;
        }
        let is_open = |open: u64, i: usize| open >> i & 1 == 1;
        let all = || segment.choices.iter().enumerate();
        let mut open = state.open;
        if ordered {
            // In an ordered stage each chooser has the first rule that applies; quadratic in the
            // choices, of which there are at most 64.
            let earlier = |i: usize, c: &Choice| {
                all().any(|(j, o)| {
                    is_open(state.open, j) && j != i && o.chooser == c.chooser && o.rule < c.rule
                })
            };
            for (i, choice) in all() {
                if earlier(i, choice) {
                    open &= !(1 << i);
                }
            }
        }
        if by_seat
            && let Some(seat) = all().filter(|(i, _)| is_open(open, *i)).map(|(_, c)| c.seat).min()
        {
            for (i, choice) in all() {
                if choice.seat != seat {
                    open &= !(1 << i);
                }
            }
        }
        state.open = open;
        let words = &state.words;
        all().filter(|(i, _)| is_open(open, *i)).map(|(_, c)| c.count::<W>(words)).sum()
    }

    #[inline(always)]
    pub(crate) fn is_open(state: &BitState, segment: &Segment, i: usize) -> bool {
        segment.plain || state.open >> i & 1 == 1
    }

    /// The segment whose moves are open.
    pub(crate) fn segment(&self, state: &BitState) -> &Segment {
        &self.nodes[state.control as usize].rules[usize::from(state.segment)]
    }

    /// The choice that a move belongs to.
    pub(crate) fn choice<'s>(&self, segment: &'s Segment, variant: u32) -> &'s Choice {
        let (low, choices) = &segment.by_variant;
        &segment.choices[usize::from(choices[(variant - low) as usize])]
    }

    /// Runs on to the next decision.
    #[inline(always)]
    fn settle<const W: usize>(&self, state: &mut BitState, fired: &mut Fired<'_>) {
        state.listed = None;
        let mut steps = 0;
        'steps: loop {
            let node = &self.nodes[state.control as usize];
            if node.ended {
                state.count = 0;
                state.now = Now::Over;
                return;
            }
            // Silent steps are bounded by the limit of the engine: a cycle of them would go on for
            // ever.
            steps += 1;
            if steps > self.steps {
                state.now = Now::Stopped(LimitKind::Steps);
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
                        state.now = Now::Over;
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
            // What happens by itself: rules, then links.
            let rules = silent.iter().map(|s| (s, true));
            for (segment, is_rule) in rules.chain(node.links.iter().map(|s| (s, false))) {
                if !is_rule {
                    state.open = !0;
                }
                state.count = self.open::<W>(state, segment);
                if state.count == 0 {
                    continue;
                }
                state.count = self.narrow::<W>(state, segment, node.ordered || !is_rule, false);
                let settles = node.settles && is_rule;
                if self.fire_or_chance::<W>(state, segment, settles, fired) {
                    return;
                }
                continue 'steps;
            }
            state.now = Now::Over;
            return;
        }
    }

    /// Works out what a player may do: false if there is nothing.
    #[inline(always)]
    fn decide<const W: usize>(&self, state: &mut BitState, node: &Node) -> bool {
        for (i, segment) in node.rules.iter().enumerate() {
            state.count = self.open::<W>(state, segment);
            if state.count == 0 {
                continue;
            }
            state.segment = i as u16;
            if node.decided {
                state.now = Now::Over;
                return true;
            }
            if node.forbids {
                // If every move of the segment is forbidden, later rules are not tried, and the links are next.
                let Some(seat) = self.some_allowed(state, segment) else { return false };
                state.now = Now::Player(seat);
                return true;
            }
            let mut first = 0;
            if !segment.plain {
                state.count = self.narrow::<W>(state, segment, node.ordered, true);
                let mut all = 0..segment.choices.len();
                first = all.find(|i| BitProgram::is_open(state, segment, *i)).unwrap_or(0);
            }
            state.now = Now::Player(segment.choices[first].seat);
            return true;
        }
        false
    }

    /// One silent step, or a turn of chance: `true` if it is chance's turn, or over.
    #[inline(always)]
    fn fire_or_chance<const W: usize>(
        &self,
        state: &mut BitState,
        segment: &Segment,
        settles: bool,
        fired: &mut Fired<'_>,
    ) -> bool {
        let (choice, mv) = if state.count == 1 {
            self.only_move::<W>(state, segment)
        } else {
            let mut moves = Vec::new();
            self.list::<W>(state, segment, &mut moves);
            // If the stage settles, or its author says so, the order of its steps makes no difference: the
            // first is taken, without chance.
            if !settles {
                let ways = self.weights::<W>(state, segment);
                let first = moves[0].variant;
                let chance = self.chance(state, segment, moves, ways);
                if !chance {
                    // All moves lead to the same, and the first of them is said to have been made.
                    fired.rule(self.choice(segment, first).rule);
                }
                return chance;
            }
            (self.choice(segment, moves[0].variant), moves[0])
        };
        self.make_choice::<W>(state, choice, &mv.cells, fired);
        false
    }

    /// The move of a segment that has but one.
    #[inline(always)]
    fn only_move<'s, const W: usize>(
        &self,
        state: &BitState,
        segment: &'s Segment,
    ) -> (&'s Choice, BitMove) {
        let words = &state.words;
        if let Some(flat) = &segment.flat {
            let slice = flat.iter().find(|f| f.count::<W>(words) > 0).expect("there is one");
            let (choice, mv) = slice.nth::<W, PlainVectors>(words, segment, 0);
            return (&segment.choices[usize::from(choice)], mv);
        }
        let mut open = segment.choices.iter().enumerate();
        let open =
            open.find(|(i, c)| BitProgram::is_open(state, segment, *i) && c.count::<W>(words) > 0);
        let (_, choice) = open.expect("there is one");
        (choice, choice.nth::<W, PlainVectors>(words, 0))
    }

    /// Makes a move, if there is one, and runs on to the next decision. Inlined into
    /// [`advance`](BitProgram::advance) alone: a second copy would be as large as all the rest of this file.
    #[inline(always)]
    pub(crate) fn play<const W: usize>(
        &self,
        state: &mut BitState,
        mv: Option<&BitMove>,
        fired: &mut Fired<'_>,
    ) {
        state.room(self.registers * W);
        if let Some(mv) = mv {
            let choice = self.choice_of(state, mv);
            self.make_choice::<W>(state, choice, &mv.cells, fired);
        }
        self.settle::<W>(state, fired);
    }

    /// The choice of the turn that a move belongs to.
    #[inline(always)]
    fn choice_of(&self, state: &BitState, mv: &BitMove) -> &Choice {
        match state.now {
            Now::Chance => {
                let node = &self.nodes[state.control as usize];
                let mut all = node.rules.iter().chain(&node.links).flat_map(|s| &s.choices);
                all.find(|c| c.variant == mv.variant).expect("a move of this position")
            }
            _ => {
                let segment = self.segment(state);
                match &segment.choices[..] {
                    [only] => only,
                    _ => self.choice(segment, mv.variant),
                }
            }
        }
    }

    /// Makes a move, without what follows.
    pub(crate) fn fire(&self, state: &mut BitState, mv: &BitMove, fired: &mut Fired<'_>) {
        let choice = self.choice_of(state, mv);
        by_width!(self, BitProgram::make_choice, state, choice, &mv.cells, fired);
    }

    /// [`change`](BitProgram::change) for what is not in an inner loop: one copy.
    pub(crate) fn carry_out(
        &self,
        state: &mut BitState,
        change: &Change,
        cells: &[u16; MOVE_CELLS],
    ) {
        by_width!(self, BitProgram::change, state, change, cells);
    }
}
