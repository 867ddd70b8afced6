//! The compiled program and how a position moves through it, from one decision to the next.

use crate::code::{Code, Frame, Reg, Tables};
use crate::effects::Site;
use crate::fast;
use crate::pack::PackPlan;
use senet_game::{Budget, Outcome, Seat};
use std::sync::Arc;

/// The most cells that one move has.
pub(crate) const MOVE_CELLS: usize = 4;

/// A move: a variant (a rule with values for its small variables) and the cells of the others.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BitMove {
    pub(crate) variant: u32,
    pub(crate) cells: [u16; MOVE_CELLS],
}

/// Who decides in a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Now {
    Player(Seat),
    Chance,
    Over,
    Stopped(Budget),
}

/// Moves of chance with their weights.
pub(crate) type Listed = Option<Arc<[(BitMove, u128)]>>;

/// A set of first cells; the other cells of a move are at fixed distances.
#[derive(Debug, Clone)]
pub(crate) struct Slice {
    pub(crate) reg: Reg,
    /// For each cell of the part, its distance from the first.
    pub(crate) offsets: Vec<i16>,
}

/// Cells of a move that depend on each other.
#[derive(Debug, Clone)]
pub(crate) struct Part {
    /// Which cells of the move these are.
    pub(crate) cells: Vec<u8>,
    pub(crate) slices: Vec<Slice>,
}

/// A group of moves, compiled.
#[derive(Debug, Clone)]
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
#[derive(Debug, Clone)]
pub(crate) struct WeighedWay {
    pub(crate) weight: u64,
    pub(crate) cond: Option<Reg>,
    /// The cells of a part are numbers of cells of the move, or `u8::MAX` for others.
    pub(crate) parts: Vec<Part>,
}

/// What a move does.
#[derive(Debug, Clone, Default)]
pub(crate) struct Change {
    pub(crate) clears: Vec<(Reg, Site)>,
    pub(crate) sets: Vec<(Reg, Site)>,
    /// Sets that have to be worked out first.
    pub(crate) code: Code,
    /// Whether there is anything beside single bits.
    pub(crate) works: bool,
    /// Whether the code looks at the cells of the move.
    pub(crate) looks: bool,
    /// Planes, and the registers of what is taken from them and added to them.
    pub(crate) clear_sets: Vec<(Reg, Reg)>,
    pub(crate) set_sets: Vec<(Reg, Reg)>,
    pub(crate) conds: Vec<Reg>,
    pub(crate) next: Vec<u32>,
}

/// Choices whose sets are worked out together.
#[derive(Debug, Clone, Default)]
pub(crate) struct Segment {
    pub(crate) code: Code,
    pub(crate) choices: Vec<Choice>,
    /// Whether all have one chooser, and no order.
    pub(crate) plain: bool,
    /// What the weights of chance need besides.
    pub(crate) ways_code: Code,
}

/// A control state, compiled.
#[derive(Debug, Clone, Default)]
pub(crate) struct Node {
    pub(crate) ended: bool,
    pub(crate) interactive: bool,
    pub(crate) settles: bool,
    pub(crate) ordered: bool,
    /// Rules, tried one segment after another.
    pub(crate) rules: Vec<Segment>,
    pub(crate) links: Vec<Segment>,
    /// Whether an outcome is there already.
    pub(crate) decided: bool,
    /// The outcome, here and at the end, if only the control state tells it.
    pub(crate) outcome: Option<(Outcome, Outcome)>,
    pub(crate) forbids: bool,
    /// Whether lanes are looked at one by one here.
    pub(crate) alone: bool,
    /// Whether what `#forbid` says holds right after a move that led here.
    pub(crate) forbidden: Option<Code>,
}

/// A compiled program.
#[derive(Debug)]
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
}

/// The canonical order of a variant's moves.
#[derive(Debug, Clone)]
pub(crate) struct Order {
    pub(crate) rule: u32,
    /// Ranks of small values; where a cell belongs, which one it is.
    pub(crate) key: Vec<Result<u16, u8>>,
}

/// A position while the program runs.
#[derive(Debug)]
pub struct BitState {
    pub(crate) control: u32,
    pub(crate) now: Now,
    /// The segment whose moves are open.
    pub(crate) segment: u16,
    /// How many moves there are, before `#forbid`.
    pub(crate) count: u64,
    /// Which choices of the segment are open, if it is not plain.
    pub(crate) open: u64,
    pub(crate) listed: Listed,
    /// Registers: planes first, then the sets of moves, then what is forgotten.
    pub(crate) words: Vec<u64>,
    /// How many words belong to the position.
    pub(crate) position: u32,
    /// How many words are kept when it is copied.
    pub(crate) kept: u32,
}

impl Clone for BitState {
    fn clone(&self) -> BitState {
        let mut words = Vec::with_capacity(self.words.len());
        words.extend_from_slice(&self.words[..self.kept as usize]);
        words.resize(self.words.len(), 0);
        BitState { words, listed: self.listed.clone(), ..*self }
    }

    fn clone_from(&mut self, from: &BitState) {
        let kept = from.kept as usize;
        if self.words.len() == from.words.len() {
            self.words[..kept].copy_from_slice(&from.words[..kept]);
        } else {
            self.words.clone_from(&from.words);
        }
        let words = std::mem::take(&mut self.words);
        let listed =
            if from.listed.is_some() || self.listed.is_some() { from.listed.clone() } else { None };
        *self = BitState { words, listed, ..*from };
    }
}

impl PartialEq for BitState {
    fn eq(&self, other: &BitState) -> bool {
        self.control == other.control && self.now == other.now && self.planes() == other.planes()
    }
}

impl Eq for BitState {}

impl std::hash::Hash for BitState {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.control.hash(state);
        self.planes().hash(state);
    }
}

impl BitState {
    pub(crate) fn planes(&self) -> &[u64] {
        &self.words[..self.position as usize]
    }
}

/// The `n`-th set bit of a word.
#[inline(always)]
pub(crate) fn select(mut word: u64, mut n: u32) -> u32 {
    // Halves, quarters, … by their number of bits (Vigna 2008 has faster ways; this one is portable).
    let mut at = 0;
    for width in [32, 16, 8] {
        let low = word & ((1u64 << width) - 1);
        let bits = low.count_ones();
        if n >= bits {
            n -= bits;
            word >>= width;
            at += width;
        } else {
            word = low;
        }
    }
    for _ in 0..n {
        word &= word - 1;
    }
    at + word.trailing_zeros()
}

/// The number of cells of a register.
#[inline(always)]
fn size<const W: usize>(words: &[u64], reg: Reg) -> u64 {
    let at = usize::from(reg) * W;
    words[at..at + W].iter().map(|w| u64::from(w.count_ones())).sum()
}

/// The `n`-th cell of a register.
#[inline(always)]
fn nth<const W: usize>(words: &[u64], reg: Reg, mut n: u64) -> u16 {
    let at = usize::from(reg) * W;
    for (i, word) in words[at..at + W].iter().enumerate() {
        let bits = u64::from(word.count_ones());
        if n < bits {
            return (64 * i as u32 + select(*word, n as u32)) as u16;
        }
        n -= bits;
    }
    unreachable!("the register has so many cells")
}

#[inline(always)]
fn truth<const W: usize>(words: &[u64], reg: Reg) -> bool {
    words[usize::from(reg) * W] != 0
}

impl Choice {
    #[inline(always)]
    fn count<const W: usize>(&self, words: &[u64]) -> u64 {
        if self.cond.is_some_and(|reg| !truth::<W>(words, reg)) {
            return 0;
        }
        self.parts.iter().map(|part| part.count::<W>(words)).product()
    }

    /// The `n`-th move, in the order of slices.
    #[inline(always)]
    fn nth<const W: usize>(&self, words: &[u64], mut n: u64) -> BitMove {
        let mut cells = [0; MOVE_CELLS];
        for part in &self.parts {
            let all = part.count::<W>(words);
            part.nth::<W>(words, n % all, &mut cells);
            n /= all;
        }
        BitMove { variant: self.variant, cells }
    }

    fn each<const W: usize>(&self, words: &[u64], out: &mut Vec<BitMove>) {
        let all = self.count::<W>(words);
        if all > 0
            && let [part] = &self.parts[..]
            && let [slice] = &part.slices[..]
        {
            // In the order of cells, which mostly is the canonical one.
            let at = usize::from(slice.reg) * W;
            for (i, word) in words[at..at + W].iter().enumerate() {
                let mut rest = *word;
                while rest != 0 {
                    let cell = 64 * i as u32 + rest.trailing_zeros();
                    rest &= rest - 1;
                    let mut cells = [0; MOVE_CELLS];
                    part.place(slice, cell as u16, &mut cells);
                    out.push(BitMove { variant: self.variant, cells });
                }
            }
            return;
        }
        out.extend((0..all).map(|n| self.nth::<W>(words, n)));
    }
}

impl Part {
    #[inline(always)]
    fn count<const W: usize>(&self, words: &[u64]) -> u64 {
        self.slices.iter().map(|s| size::<W>(words, s.reg)).sum()
    }

    #[inline]
    pub(crate) fn place(&self, slice: &Slice, first: u16, cells: &mut [u16; MOVE_CELLS]) {
        for (cell, offset) in self.cells.iter().zip(&slice.offsets) {
            if usize::from(*cell) < MOVE_CELLS {
                cells[usize::from(*cell)] = first.wrapping_add_signed(*offset);
            }
        }
    }

    #[inline(always)]
    fn nth<const W: usize>(&self, words: &[u64], mut n: u64, cells: &mut [u16; MOVE_CELLS]) {
        for slice in &self.slices {
            let all = size::<W>(words, slice.reg);
            if n < all {
                return self.place(slice, nth::<W>(words, slice.reg, n), cells);
            }
            n -= all;
        }
    }
}

impl BitProgram {
    #[inline(always)]
    fn exec<const W: usize>(&self, code: &Code, words: &mut [u64]) {
        fast::run::<W, 1, W>(&code.ops, &self.tables, words);
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

    /// Carries out what a move does to the planes and to the control state.
    #[inline(always)]
    pub(crate) fn change<const W: usize>(
        &self,
        state: &mut BitState,
        change: &Change,
        cells: &[u16; MOVE_CELLS],
    ) {
        let words = &mut state.words[..];
        let bit = |site: Site| {
            let cell = match site {
                Site::Var(i) => cells[usize::from(i)],
                Site::Cell(c) => c,
                Site::Local(_) => unreachable!("matches are sets"),
            };
            (usize::from(cell / 64), 1u64 << (cell % 64))
        };
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
    }

    /// Works out the moves of a segment: how many there are.
    #[inline(always)]
    fn open<const W: usize>(&self, state: &mut BitState, segment: &Segment) -> u64 {
        self.exec::<W>(&segment.code, &mut state.words);
        if segment.plain {
            return segment.choices.iter().map(|c| c.count::<W>(&state.words)).sum();
        }
        // The first rule of each chooser, in an ordered stage; of those, who comes first.
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
    fn is_open(state: &BitState, segment: &Segment, i: usize) -> bool {
        segment.plain || state.open >> i & 1 == 1
    }

    /// The segment whose moves are open.
    pub(crate) fn segment(&self, state: &BitState) -> &Segment {
        &self.nodes[state.control as usize].rules[usize::from(state.segment)]
    }

    /// The choice that a move belongs to.
    pub(crate) fn choice<'s>(&self, segment: &'s Segment, variant: u32) -> &'s Choice {
        let found = segment.choices.iter().find(|c| c.variant == variant);
        found.expect("a move of this position")
    }

    /// The open moves of a segment, in canonical order.
    fn list<const W: usize>(&self, state: &BitState, segment: &Segment, out: &mut Vec<BitMove>) {
        out.clear();
        for (i, choice) in segment.choices.iter().enumerate() {
            if BitProgram::is_open(state, segment, i) {
                choice.each::<W>(&state.words, out);
            }
        }
        let sorted = match &segment.choices[..] {
            [only] => {
                only.parts.is_empty()
                    || matches!(&only.parts[..], [p] if p.slices.len() == 1 && p.cells[0] == 0)
            }
            _ => false,
        };
        if !sorted {
            out.sort_by_cached_key(|mv| self.key(mv));
        }
    }

    /// Where a move stands in canonical order.
    pub(crate) fn key(&self, mv: &BitMove) -> (u32, Vec<u16>) {
        let order = &self.order[mv.variant as usize];
        let rank = |k: &Result<u16, u8>| match k {
            Ok(rank) => *rank,
            Err(cell) => mv.cells[usize::from(*cell)],
        };
        (order.rule, order.key.iter().map(rank).collect())
    }

    /// Runs on to the next decision.
    #[inline(always)]
    pub(crate) fn settle<const W: usize>(&self, state: &mut BitState) {
        state.listed = None;
        let mut steps = 0;
        'steps: loop {
            let node = &self.nodes[state.control as usize];
            if node.ended {
                state.now = Now::Over;
                return;
            }
            steps += 1;
            if steps > self.steps {
                state.now = Now::Stopped(Budget::Steps);
                return;
            }
            for (i, segment) in node.rules.iter().enumerate() {
                state.count = self.open::<W>(state, segment);
                if state.count == 0 {
                    continue;
                }
                state.segment = i as u16;
                if node.interactive {
                    if node.decided {
                        state.now = Now::Over;
                        return;
                    }
                    if node.forbids {
                        match self.some_allowed::<W>(state, segment) {
                            Some(seat) => state.now = Now::Player(seat),
                            None => break,
                        }
                        return;
                    }
                    state.count = self.narrow::<W>(state, segment, node.ordered, true);
                    let first = (0..segment.choices.len())
                        .find(|i| BitProgram::is_open(state, segment, *i));
                    state.now = Now::Player(segment.choices[first.unwrap_or(0)].seat);
                    return;
                }
                state.count = self.narrow::<W>(state, segment, node.ordered, false);
                if self.fire_or_chance::<W>(state, segment, node.settles) {
                    return;
                }
                continue 'steps;
            }
            for segment in &node.links {
                state.open = !0;
                state.count = self.open::<W>(state, segment);
                if state.count > 0 {
                    state.count = self.narrow::<W>(state, segment, true, false);
                    if self.fire_or_chance::<W>(state, segment, false) {
                        return;
                    }
                    continue 'steps;
                }
            }
            state.now = Now::Over;
            return;
        }
    }

    /// One silent step, or a turn of chance: `true` if it is chance's turn, or over.
    #[inline(always)]
    fn fire_or_chance<const W: usize>(
        &self,
        state: &mut BitState,
        segment: &Segment,
        settles: bool,
    ) -> bool {
        if state.count == 1 {
            let open = (0..segment.choices.len()).find(|i| {
                BitProgram::is_open(state, segment, *i)
                    && segment.choices[*i].count::<W>(&state.words) > 0
            });
            let choice = &segment.choices[open.expect("there is one")];
            let mv = choice.nth::<W>(&state.words, 0);
            self.change::<W>(state, &choice.effect, &mv.cells);
            return false;
        }
        let mut moves = Vec::new();
        self.list::<W>(state, segment, &mut moves);
        if settles {
            let choice = self.choice(segment, moves[0].variant);
            self.change::<W>(state, &choice.effect, &moves[0].cells);
            return false;
        }
        self.chance::<W>(state, segment, moves)
    }

    /// Moves that lead to the same position are one outcome; a single outcome is no chance.
    fn chance<const W: usize>(
        &self,
        state: &mut BitState,
        segment: &Segment,
        moves: Vec<BitMove>,
    ) -> bool {
        let weights = self.weights::<W>(state, segment);
        let mut outcomes: Vec<(BitState, BitMove, u128)> = Vec::new();
        for mv in moves {
            let choice = self.choice(segment, mv.variant);
            let mut after = state.clone();
            self.change::<W>(&mut after, &choice.effect, &mv.cells);
            let found = weights.iter().filter(|(other, _)| *other == mv);
            let weight: u128 = found.map(|(_, w)| *w).sum();
            let same = |o: &BitState| o.control == after.control && o.planes() == after.planes();
            match outcomes.iter_mut().find(|(o, _, _)| same(o)) {
                Some((_, _, sum)) => *sum += weight,
                None => outcomes.push((after, mv, weight)),
            }
        }
        if outcomes.len() == 1 {
            let (after, _, _) = outcomes.pop().expect("just counted");
            state.control = after.control;
            let position = state.position as usize;
            state.words[..position].copy_from_slice(&after.words[..position]);
            return false;
        }
        if self.nodes[state.control as usize].decided {
            state.now = Now::Over;
            return true;
        }
        state.listed = Some(outcomes.into_iter().map(|(_, mv, w)| (mv, w)).collect());
        state.now = Now::Chance;
        true
    }

    /// The moves of a segment with the number of ways in which they match.
    fn weights<const W: usize>(&self, state: &BitState, segment: &Segment) -> Vec<(BitMove, u128)> {
        let mut words = state.words.clone();
        self.exec::<W>(&segment.ways_code, &mut words);
        let mut out = Vec::new();
        for choice in &segment.choices {
            for way in &choice.ways {
                if way.cond.is_some_and(|reg| !truth::<W>(&words, reg)) {
                    continue;
                }
                let all: u64 = way.parts.iter().map(|p| p.count::<W>(&words)).product();
                for n in 0..all {
                    let (mut cells, mut n) = ([0; MOVE_CELLS], n);
                    for part in &way.parts {
                        let all = part.count::<W>(&words);
                        part.nth::<W>(&words, n % all, &mut cells);
                        n /= all;
                    }
                    let mv = BitMove { variant: choice.variant, cells };
                    out.push((mv, u128::from(way.weight)));
                }
            }
        }
        out
    }

    /// Makes a move and runs on.
    #[inline(always)]
    pub(crate) fn play<const W: usize>(&self, state: &mut BitState, mv: &BitMove) {
        self.fire::<W>(state, mv);
        self.settle::<W>(state);
    }

    /// Makes a move.
    #[inline(always)]
    pub(crate) fn fire<const W: usize>(&self, state: &mut BitState, mv: &BitMove) {
        match state.now {
            Now::Chance => {
                let node = &self.nodes[state.control as usize];
                let all = node.rules.iter().chain(&node.links).flat_map(|s| &s.choices);
                let choice = all.into_iter().find(|c| c.variant == mv.variant);
                let choice = choice.expect("a move of this position");
                self.change::<W>(state, &choice.effect, &mv.cells);
            }
            _ => {
                let segment = self.segment(state);
                let choice = match &segment.choices[..] {
                    [only] => only,
                    _ => self.choice(segment, mv.variant),
                };
                self.change::<W>(state, &choice.effect, &mv.cells);
            }
        }
    }

    /// The legal moves, in canonical order.
    pub(crate) fn moves<const W: usize>(&self, state: &BitState, out: &mut Vec<BitMove>) {
        out.clear();
        match (&state.now, &state.listed) {
            (_, Some(listed)) => out.extend(listed.iter().map(|(mv, _)| *mv)),
            (Now::Player(_), None) => {
                let segment = self.segment(state);
                self.list::<W>(state, segment, out);
                if self.nodes[state.control as usize].forbids {
                    let mut after = state.clone();
                    out.retain(|mv| self.is_allowed::<W>(state, segment, mv, &mut after));
                }
            }
            _ => {}
        }
    }

    /// Whether `#forbid` leaves a move: it is made, and what must not hold is looked for.
    fn is_allowed<const W: usize>(
        &self,
        state: &BitState,
        segment: &Segment,
        mv: &BitMove,
        after: &mut BitState,
    ) -> bool {
        let position = self.frame.kept * W;
        after.words[..position].copy_from_slice(&state.words[..position]);
        after.control = state.control;
        self.change::<W>(after, &self.choice(segment, mv.variant).effect, &mv.cells);
        match &self.nodes[after.control as usize].forbidden {
            Some(code) => {
                self.exec::<W>(code, &mut after.words);
                !truth::<W>(&after.words, code.outs[0])
            }
            None => true,
        }
    }

    /// Whether `#forbid` leaves any move, and to whom.
    fn some_allowed<const W: usize>(
        &self,
        state: &mut BitState,
        segment: &Segment,
    ) -> Option<Seat> {
        let mut after = state.clone();
        for (i, choice) in segment.choices.iter().enumerate() {
            if !BitProgram::is_open(state, segment, i) {
                continue;
            }
            for n in 0..choice.count::<W>(&state.words) {
                let mv = choice.nth::<W>(&state.words, n);
                if self.is_allowed::<W>(state, segment, &mv, &mut after) {
                    return Some(choice.seat);
                }
            }
        }
        None
    }

    /// The `n`-th open move, in no particular order.
    #[inline(always)]
    fn nth_open<const W: usize>(&self, state: &BitState, segment: &Segment, mut n: u64) -> BitMove {
        if let [only] = &segment.choices[..] {
            return only.nth::<W>(&state.words, n);
        }
        for (i, choice) in segment.choices.iter().enumerate() {
            if !BitProgram::is_open(state, segment, i) {
                continue;
            }
            let all = choice.count::<W>(&state.words);
            if n < all {
                return choice.nth::<W>(&state.words, n);
            }
            n -= all;
        }
        unreachable!("there are so many moves")
    }

    /// A random move of a player. Of moves that `#forbid` may take back, one is drawn until it stands:
    /// that is uniform over those that stand.
    #[inline(always)]
    pub(crate) fn random<const W: usize>(
        &self,
        state: &BitState,
        rng: &mut senet_game::Rng,
    ) -> BitMove {
        let segment = self.segment(state);
        if !self.nodes[state.control as usize].forbids {
            let n = rng.index(state.count);
            return self.nth_open::<W>(state, segment, n);
        }
        let mut after = state.clone();
        for _ in 0..64 {
            let n = rng.index(state.count);
            let mv = self.nth_open::<W>(state, segment, n);
            if self.is_allowed::<W>(state, segment, &mv, &mut after) {
                return mv;
            }
        }
        let mut all = Vec::new();
        self.moves::<W>(state, &mut all);
        all[rng.index(all.len() as u64) as usize]
    }
}
