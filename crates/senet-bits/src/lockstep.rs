//! Many random playouts in lockstep.
//!
//! Each register holds a word of every lane, and each lane plays its own game. In every round the control
//! state with the most lanes is looked at; its operations run over all lanes at once, and only those lanes
//! move that are in it. Lanes of the others wait: since a lane that has ended begins anew at once, they fall
//! back into step by themselves. What a lane draws comes from the random stream of its playout, in the same
//! order as in a single playout, so that results depend neither on lanes nor on threads.

use crate::code::Reg;
use crate::effects::Site;
use crate::exec::each;
use crate::fast::{self, Select};
use crate::game::BitGame;
use crate::runner::{
    BitMove, BitProgram, Change, Choice, FlatSlice, MOVE_CELLS, NO_REG, Node, Segment,
};
use crate::state::{BitState, Now};
use senet_game::{
    LimitKind, MoveMade, Outcome, PLAYOUT_CAP, Playout, PlayoutBatch, PlayoutEnd, Referee, Rng,
    Tally, Turn, weighted_index,
};
use std::collections::VecDeque;
use std::marker::PhantomData;

/// A lane without a playout.
const IDLE: u32 = u32::MAX;

/// So often a lane draws a move that `#forbid` may take back before it goes on by itself.
const LANE_TRIES: u32 = 8;

struct Lane {
    rng: Rng,
    /// Which playout it plays.
    playout: u64,
    plies: u64,
    referee: Referee,
    /// The last move, until the draw rules have seen what it led to.
    made: Option<MoveMade>,
}

struct Lockstep<'g, const W: usize, const L: usize, const N: usize, S> {
    game: &'g BitGame,
    program: &'g BitProgram,
    regs: Vec<u64>,
    control: [u32; L],
    /// Steps since the last decision, by lane.
    steps: [u64; L],
    lanes: Vec<Lane>,
    /// For each slice of a segment, how many moves every lane has in it.
    counts: Vec<[u32; L]>,
    ruled: bool,
    /// A single position, for what lanes cannot do together.
    single: BitState,
    /// Planes and floods before moves that `#forbid` may take back.
    before: Vec<u64>,
    /// Playouts that have ended, from the first that was not yet told.
    ended: VecDeque<Option<Playout>>,
    told: u64,
    select: PhantomData<S>,
}

/// Plays a batch; lanes are as wide as the machine's vectors can use.
#[inline(always)]
pub(crate) fn playouts<const W: usize, const L: usize, const N: usize, S: Select>(
    game: &BitGame,
    from: &BitState,
    batch: &PlayoutBatch<'_>,
    tally: &mut dyn Tally,
) {
    let program = &game.program;
    let lanes = (0..L).map(|_| Lane {
        rng: Rng::new(0),
        referee: batch.referee.clone(),
        playout: 0,
        plies: 0,
        made: None,
    });
    let mut lockstep = Lockstep::<W, L, N, S> {
        game,
        program,
        regs: vec![0; program.registers * N],
        control: [IDLE; L],
        steps: [0; L],
        lanes: lanes.collect(),
        counts: vec![[0; L]; program.slices],
        ruled: !batch.referee.rules().is_empty(),
        single: program.blank(),
        before: Vec::new(),
        ended: VecDeque::new(),
        told: 0,
        select: PhantomData,
    };
    lockstep.play(from, batch, tally);
}

impl<const W: usize, const L: usize, const N: usize, S: Select> Lockstep<'_, W, L, N, S> {
    #[inline(always)]
    fn play(&mut self, from: &BitState, batch: &PlayoutBatch<'_>, tally: &mut dyn Tally) {
        let mut begun = 0;
        loop {
            for l in 0..L {
                if self.control[l] == IDLE && begun < batch.n {
                    self.begin(l, from, batch, begun);
                    begun += 1;
                }
            }
            while let Some(Some(_)) = self.ended.front() {
                let playout = self.ended.pop_front().flatten().expect("just seen");
                self.told += 1;
                if tally.count(&playout).is_break() {
                    return;
                }
            }
            let Some(control) = self.majority() else {
                if begun >= batch.n {
                    return;
                }
                continue;
            };
            self.round(control);
        }
    }

    fn begin(&mut self, l: usize, from: &BitState, batch: &PlayoutBatch<'_>, n: u64) {
        // Planes, and the floods that are kept with them.
        for (i, word) in from.words[..self.program.frame.kept * W].iter().enumerate() {
            self.regs[i * L + l] = *word;
        }
        self.ended.push_back(None);
        self.control[l] = from.control;
        let lane = &mut self.lanes[l];
        lane.rng = Rng::nth(batch.seed, batch.first.wrapping_add(n));
        if self.ruled {
            lane.referee.clone_from(batch.referee);
        }
        (lane.playout, lane.plies, lane.made) = (n, 0, None);
        self.steps[l] = 0;
        if from.now == Now::Over {
            let outcome = self.outcome(l);
            self.finish(l, outcome, PlayoutEnd::Rules);
        }
    }

    fn finish(&mut self, l: usize, outcome: Outcome, end: PlayoutEnd) {
        let lane = &self.lanes[l];
        let at = (lane.playout - self.told) as usize;
        self.ended[at] = Some(Playout { outcome, plies: lane.plies, end });
        self.control[l] = IDLE;
    }

    /// The control state that most lanes are in, or half of them.
    #[inline(always)]
    fn majority(&self) -> Option<u32> {
        let mut best = (0, IDLE);
        for control in self.control {
            if control == IDLE || control == best.1 {
                continue;
            }
            let lanes = self.control.iter().filter(|c| **c == control).count();
            if 2 * lanes >= L {
                return Some(control);
            }
            if lanes > best.0 {
                best = (lanes, control);
            }
        }
        (best.0 > 0).then_some(best.1)
    }

    /// Everything that happens in one control state, to all lanes that are in it.
    #[inline(always)]
    fn round(&mut self, control: u32) {
        let program = self.program;
        let node = &program.nodes[control as usize];
        let mut pending: [bool; L] = each(|l| self.control[l] == control);
        self.steps = each(|l| self.steps[l] + u64::from(pending[l]));
        if self.steps.iter().any(|n| *n > program.steps) && !node.ended {
            for (l, pending) in pending.iter_mut().enumerate() {
                if *pending && self.steps[l] > program.steps {
                    *pending = false;
                    self.finish(l, Outcome::draw(), PlayoutEnd::Stopped(LimitKind::Steps));
                }
            }
        }
        if node.ended {
            for l in (0..L).filter(|l| pending[*l]) {
                let outcome = self.outcome(l);
                self.finish(l, outcome, PlayoutEnd::Rules);
            }
            return;
        }
        if node.alone {
            for l in (0..L).filter(|l| pending[*l]) {
                self.alone(l);
            }
            return;
        }
        for segment in &node.rules {
            self.segment(node, segment, &mut pending, true);
            if !pending.contains(&true) {
                return;
            }
        }
        for segment in &node.links {
            self.segment(node, segment, &mut pending, false);
            if !pending.contains(&true) {
                return;
            }
        }
        for l in (0..L).filter(|l| pending[*l]) {
            let outcome = self.outcome(l);
            self.finish(l, outcome, PlayoutEnd::Rules);
        }
    }

    /// Works out the moves of a segment; lanes that have one draw it, and all are made at once.
    #[inline(always)]
    fn segment(&mut self, node: &Node, segment: &Segment, pending: &mut [bool; L], rules: bool) {
        let program = self.program;
        fast::run::<W, L, N>(&segment.code.ops, &program.tables, &mut self.regs);
        let total = match &segment.flat {
            Some(flat) => self.count_flat(flat),
            None => each(|l| if pending[l] { self.count(segment, l) } else { 0 }),
        };
        let mut choices = [u16::MAX; L];
        let interactive = rules && node.interactive;
        if let (Some(flat), true, true, false) =
            (&segment.flat, interactive, node.forbids, node.decided)
        {
            self.try_moves(segment, flat, &total, pending);
            return;
        }
        if let (Some(flat), false, 0) = (&segment.flat, interactive, segment.cells) {
            // Conditions only: of all lanes at once.
            let decided: [bool; L] = each(|l| pending[l] && total[l] == 1);
            for (slice, counts) in flat.iter().zip(&self.counts) {
                let choice = slice.kinds[0].choice;
                choices = each(|l| if decided[l] && counts[l] != 0 { choice } else { choices[l] });
            }
            let several: [bool; L] = each(|l| pending[l] && total[l] > 1);
            *pending = each(|l| pending[l] && total[l] == 0);
            if several.contains(&true) {
                for l in (0..L).filter(|l| several[*l]) {
                    self.alone(l);
                }
            }
            self.change_all(segment, choices);
            return;
        }
        let chosen = program.frame.chosen * N;
        self.regs[chosen..chosen + segment.cells * N].fill(0);
        for l in 0..L {
            if !pending[l] || total[l] == 0 {
                continue;
            }
            pending[l] = false;
            let mut n = 0;
            if interactive {
                if node.decided {
                    let outcome = self.outcome(l);
                    self.finish(l, outcome, PlayoutEnd::Rules);
                    continue;
                }
                if !self.goes_on(l) {
                    continue;
                }
                let lane = &mut self.lanes[l];
                n = lane.rng.index(total[l]);
                lane.plies += 1;
                self.steps[l] = 0;
            } else if total[l] > 1 {
                self.alone(l);
                continue;
            }
            choices[l] = match &segment.flat {
                Some(flat) => self.pick_flat(flat, l, n as u32),
                None => self.pick(segment, l, n),
            };
            if interactive && self.ruled {
                let variant = segment.choices[usize::from(choices[l])].variant;
                let irreversible = self.game.is_irreversible(variant);
                self.lanes[l].made = Some(MoveMade { by_player: true, irreversible });
            }
        }
        self.change_all(segment, choices);
    }

    /// Moves that `#forbid` may take back: each lane draws one, all are made at once, and those that led to
    /// what is forbidden are taken back and drawn again (rejection: uniform over the moves that stand).
    #[inline(always)]
    fn try_moves(
        &mut self,
        segment: &Segment,
        flat: &[FlatSlice],
        total: &[u64; L],
        pending: &mut [bool; L],
    ) {
        let program = self.program;
        let mut trying: [bool; L] = each(|l| pending[l] && total[l] > 0);
        *pending = each(|l| pending[l] && total[l] == 0);
        for (l, trying) in trying.iter_mut().enumerate() {
            if *trying {
                *trying = self.goes_on(l);
            }
        }
        let position = program.frame.kept * N;
        self.before.clear();
        self.before.extend_from_slice(&self.regs[..position]);
        let (control, chosen) = (self.control, program.frame.chosen * N);
        let rngs: [Option<Rng>; L] =
            std::array::from_fn(|l| trying[l].then(|| self.lanes[l].rng.clone()));
        for tried in 0..=LANE_TRIES {
            if !trying.contains(&true) {
                return;
            }
            if tried == LANE_TRIES {
                for l in (0..L).filter(|l| trying[*l]) {
                    // If no move stands, nothing was drawn.
                    let rng = rngs[l].clone().expect("it is trying");
                    self.alone_after(l, tried, rng);
                }
                return;
            }
            self.regs[chosen..chosen + segment.cells * N].fill(0);
            let mut choices = [u16::MAX; L];
            for l in (0..L).filter(|l| trying[*l]) {
                let n = self.lanes[l].rng.index(total[l]);
                choices[l] = self.pick_flat(flat, l, n as u32);
            }
            self.change_all(segment, choices);
            let mut bad = [false; L];
            let mut open = trying;
            while let Some(first) = open.iter().position(|open| *open) {
                let to = self.control[first];
                let here: [bool; L] = each(|l| open[l] && self.control[l] == to);
                open = each(|l| open[l] && !here[l]);
                if let Some(code) = &program.nodes[to as usize].forbidden {
                    fast::run::<W, L, N>(&code.ops, &program.tables, &mut self.regs);
                    let at = usize::from(code.outs[0]) * N;
                    bad = each(|l| bad[l] || here[l] && self.regs[at + l] != 0);
                }
            }
            for l in 0..L {
                if !trying[l] {
                    continue;
                }
                if bad[l] {
                    for i in 0..program.frame.kept * W {
                        self.regs[i * L + l] = self.before[i * L + l];
                    }
                    self.control[l] = control[l];
                    continue;
                }
                trying[l] = false;
                self.steps[l] = 0;
                let lane = &mut self.lanes[l];
                lane.plies += 1;
                if self.ruled {
                    let variant = segment.variants[usize::from(choices[l])];
                    let irreversible = self.game.is_irreversible(variant);
                    lane.made = Some(MoveMade { by_player: true, irreversible });
                }
            }
        }
    }

    /// A lane whose first draws were all taken back goes on by itself; `rng` is what it drew from.
    fn alone_after(&mut self, l: usize, tried: u32, rng: Rng) {
        self.extract(l);
        self.program.settle::<W>(&mut self.single);
        let same = (0..self.program.planes * W)
            .all(|i| self.single.words[i] == self.regs[i * L + l])
            && self.single.control == self.control[l];
        if !same || !matches!(self.single.now, Now::Player(_)) {
            // No move stands: the links have led elsewhere, or it is over.
            self.lanes[l].rng = rng;
            self.take_over(l);
            return;
        }
        let rng = &mut self.lanes[l].rng;
        let mv = self.program.random_after::<W, S>(&self.single, rng, tried);
        self.fire_alone(l, &mv);
    }

    /// Choice by choice, each for all lanes that have drawn it.
    #[inline(always)]
    fn change_all(&mut self, segment: &Segment, mut choices: [u16; L]) {
        while let Some(i) = choices.iter().copied().find(|i| *i != u16::MAX) {
            let mask: [u64; L] = each(|l| u64::from(choices[l] == i).wrapping_neg());
            choices = each(|l| choices[l] | mask[l] as u16);
            self.change(&segment.choices[usize::from(i)].effect, &mask);
        }
    }

    /// How many moves each lane has.
    #[inline(always)]
    fn count_flat(&mut self, flat: &[FlatSlice]) -> [u64; L] {
        let mut total = [0; L];
        for (slice, counts) in flat.iter().zip(&mut self.counts) {
            let mut here = [1; L];
            if slice.reg != NO_REG {
                here = [0; L];
                let at = usize::from(slice.reg) * N;
                let words: &[u64; N] = self.regs[at..at + N].try_into().expect("N words");
                for w in 0..W {
                    here = each(|l| here[l] + words[w * L + l].count_ones());
                }
            }
            if slice.cond != NO_REG {
                let at = usize::from(slice.cond) * N;
                let truth: &[u64; L] = self.regs[at..at + L].try_into().expect("L lanes");
                here = each(|l| if truth[l] != 0 { here[l] } else { 0 });
            }
            *counts = here;
            total = each(|l| total[l] + u64::from(here[l]));
        }
        total
    }

    /// The choice of a lane's `n`-th move; its cells are put into the registers for cells.
    #[inline(always)]
    fn pick_flat(&mut self, flat: &[FlatSlice], l: usize, mut n: u32) -> u16 {
        let mut i = 0;
        if flat.len() > 1 {
            while n >= self.counts[i][l] {
                n -= self.counts[i][l];
                i += 1;
            }
        }
        let slice = &flat[i];
        let mut first = 0;
        if slice.reg != NO_REG {
            let at = usize::from(slice.reg) * N + l;
            let mut w = 0;
            let mut word = self.regs[at];
            while W > 1 && n >= word.count_ones() {
                n -= word.count_ones();
                w += 1;
                word = self.regs[at + w * L];
            }
            let bit = S::bit(word, n);
            let chosen = self.program.frame.chosen * N;
            self.regs[chosen + w * L + l] = bit;
            first = 64 * w as u32 + bit.trailing_zeros();
            let cells = usize::from(slice.cells);
            for (c, offset) in slice.offsets.iter().enumerate().take(cells).skip(1) {
                let cell = first.wrapping_add_signed(i32::from(*offset)) as usize;
                self.regs[chosen + c * N + cell / 64 * L + l] = 1 << (cell % 64);
            }
        }
        let has = |plane: u32, cell: u16| {
            let word = self.regs[plane as usize * N + usize::from(cell / 64) * L + l];
            word >> (cell % 64) & 1 == 1
        };
        slice.choice(first as u16, 64 * W as u16, has)
    }

    /// Whether a lane may make another move: neither a draw rule nor the length of the play ends it.
    #[inline(always)]
    fn goes_on(&mut self, l: usize) -> bool {
        if self.ruled
            && let Some(made) = self.lanes[l].made.take()
        {
            let key = if self.lanes[l].referee.needs_keys() {
                let planes = self.program.planes * W;
                let words = (0..planes).map(|i| self.regs[i * L + l]);
                self.game.mix(self.control[l], words)
            } else {
                0
            };
            let lane = &mut self.lanes[l];
            lane.referee.watch(made, key, &Turn::Chance);
            if lane.referee.is_draw() {
                self.finish(l, Outcome::draw(), PlayoutEnd::DrawRule);
                return false;
            }
        }
        if self.lanes[l].plies >= PLAYOUT_CAP {
            self.finish(l, Outcome::draw(), PlayoutEnd::Cap);
            return false;
        }
        true
    }

    #[inline(always)]
    fn size(&self, reg: Reg, l: usize) -> u64 {
        let at = usize::from(reg) * N + l;
        (0..W).map(|w| u64::from(self.regs[at + w * L].count_ones())).sum()
    }

    #[inline(always)]
    fn holds(&self, choice: &Choice, l: usize) -> bool {
        choice.cond.is_none_or(|reg| self.regs[usize::from(reg) * N + l] != 0)
    }

    #[inline(always)]
    fn count(&self, segment: &Segment, l: usize) -> u64 {
        let mut sum = 0;
        for choice in segment.choices.iter().filter(|c| self.holds(c, l)) {
            let mut product = 1;
            for part in &choice.parts {
                product *= part.slices.iter().map(|s| self.size(s.reg, l)).sum::<u64>();
            }
            sum += product;
        }
        sum
    }

    /// The choice of a lane's `n`-th move, in the same order as in a single playout; its cells are put
    /// into the registers for cells.
    fn pick(&mut self, segment: &Segment, l: usize, mut n: u64) -> u16 {
        for (i, choice) in segment.choices.iter().enumerate() {
            if !self.holds(choice, l) {
                continue;
            }
            let sizes = |part: &crate::runner::Part| -> u64 {
                part.slices.iter().map(|s| self.size(s.reg, l)).sum()
            };
            let all: u64 = choice.parts.iter().map(sizes).product();
            if n >= all {
                n -= all;
                continue;
            }
            let mut cells = [0; MOVE_CELLS];
            for part in &choice.parts {
                let all = sizes(part);
                let mut k = n % all;
                n /= all;
                for slice in &part.slices {
                    let size = self.size(slice.reg, l);
                    if k >= size {
                        k -= size;
                        continue;
                    }
                    let at = usize::from(slice.reg) * N + l;
                    for w in 0..W {
                        let word = self.regs[at + w * L];
                        let bits = u64::from(word.count_ones());
                        if k < bits {
                            let first = 64 * w as u32 + S::bit(word, k as u32).trailing_zeros();
                            part.place(slice, first as u16, &mut cells);
                            break;
                        }
                        k -= bits;
                    }
                    break;
                }
            }
            let chosen = self.program.frame.chosen * N;
            for (c, cell) in cells.iter().enumerate().take(segment.cells) {
                let (word, bit) = (usize::from(cell / 64), 1 << (cell % 64));
                self.regs[chosen + c * N + word * L + l] = bit;
            }
            return i as u16;
        }
        unreachable!("there are so many moves")
    }

    /// Carries out a change in some lanes. Single bits are cleared before sets are added, and set after
    /// that, as for a single position.
    #[inline(always)]
    fn change(&mut self, change: &Change, mask: &[u64; L]) {
        let program = self.program;
        let mut next = [0usize; L];
        if change.works {
            fast::run::<W, L, N>(&change.code.ops, &program.tables, &mut self.regs);
            for (i, reg) in change.conds.iter().enumerate() {
                for (l, next) in next.iter_mut().enumerate() {
                    *next |= usize::from(self.regs[usize::from(*reg) * N + l] != 0) << i;
                }
            }
        }
        for (plane, site) in &change.clears {
            self.single_bits(*plane, *site, mask, |word, bits| word & !bits);
        }
        for (plane, set) in &change.clear_sets {
            self.all_bits(*plane, *set, mask, |word, bits| word & !bits);
        }
        for (plane, set) in &change.set_sets {
            self.all_bits(*plane, *set, mask, |word, bits| word | bits);
        }
        for (plane, site) in &change.sets {
            self.single_bits(*plane, *site, mask, |word, bits| word | bits);
        }
        if change.conds.is_empty() {
            let to = change.next[0];
            self.control = each(|l| if mask[l] != 0 { to } else { self.control[l] });
        } else {
            for l in (0..L).filter(|l| mask[*l] != 0) {
                self.control[l] = change.next[next[l]];
            }
        }
        // Lanes whose game has ended restart at once instead of idling until the others end.
        if change.ends {
            for l in (0..L).filter(|l| mask[*l] != 0) {
                if program.nodes[self.control[l] as usize].ended {
                    let outcome = self.outcome(l);
                    self.finish(l, outcome, PlayoutEnd::Rules);
                }
            }
        }
    }

    /// Changes a plane by a whole register.
    #[inline(always)]
    fn all_bits(&mut self, plane: Reg, set: Reg, mask: &[u64; L], f: impl Fn(u64, u64) -> u64) {
        let (plane, set) = (usize::from(plane) * N, usize::from(set) * N);
        let bits: [u64; N] = self.regs[set..set + N].try_into().expect("N words");
        let words: &mut [u64; N] =
            (&mut self.regs[plane..plane + N]).try_into().expect("a register has N words");
        *words = each(|i| f(words[i], bits[i] & mask[i % L]));
    }

    /// Changes a plane by one cell in each lane.
    #[inline(always)]
    fn single_bits(
        &mut self,
        plane: Reg,
        site: Site,
        mask: &[u64; L],
        f: impl Fn(u64, u64) -> u64,
    ) {
        match site {
            Site::Var(i) => {
                let chosen = self.program.frame.chosen + usize::from(i);
                self.all_bits(plane, chosen as Reg, mask, f);
            }
            Site::Cell(c) => {
                let at = usize::from(plane) * N + usize::from(c / 64) * L;
                for (word, mask) in self.regs[at..at + L].iter_mut().zip(mask) {
                    *word = f(*word, 1 << (c % 64) & mask);
                }
            }
            Site::Local(_) => unreachable!("matches are sets"),
        }
    }

    /// Copies a lane into the single position.
    fn extract(&mut self, l: usize) {
        for i in 0..self.program.frame.kept * W {
            self.single.words[i] = self.regs[i * L + l];
        }
        self.single.control = self.control[l];
    }

    fn outcome(&mut self, l: usize) -> Outcome {
        let node = &self.program.nodes[self.control[l] as usize];
        if let Some((_, end)) = &node.outcome {
            return end.clone();
        }
        self.extract(l);
        self.single.now = Now::Over;
        self.game.outcome(&self.single, true)
    }

    /// One move of a lane by itself: chance, and what `#forbid` may take back.
    fn alone(&mut self, l: usize) {
        self.extract(l);
        self.program.settle::<W>(&mut self.single);
        if !self.take_over(l) || !self.goes_on(l) {
            return;
        }
        let rng = &mut self.lanes[l].rng;
        let mv = match &self.single.listed {
            Some(listed) => listed[weighted_index(rng, listed.len(), |i| listed[i].1)].0,
            None => self.program.random::<W, S>(&self.single, rng),
        };
        self.fire_alone(l, &mv);
    }

    /// A lane comes to where the single position is: false if it has ended there.
    fn take_over(&mut self, l: usize) -> bool {
        self.control[l] = self.single.control;
        match self.single.now {
            Now::Over => {
                let outcome = self.game.outcome(&self.single, true);
                self.finish(l, outcome, PlayoutEnd::Rules);
                return false;
            }
            Now::Stopped(limit) => {
                self.finish(l, Outcome::draw(), PlayoutEnd::Stopped(limit));
                return false;
            }
            Now::Player(_) | Now::Chance => {}
        }
        // The draw rules look at the position that lanes have in their planes.
        self.copy_back(l);
        true
    }

    /// Copies the planes of the single position, and its floods, into a lane.
    fn copy_back(&mut self, l: usize) {
        for i in 0..self.program.frame.kept * W {
            self.regs[i * L + l] = self.single.words[i];
        }
    }

    /// Makes a move in the single position and copies what it led to.
    fn fire_alone(&mut self, l: usize, mv: &BitMove) {
        let by_player = matches!(self.single.now, Now::Player(_));
        self.program.fire::<W>(&mut self.single, mv);
        self.copy_back(l);
        self.control[l] = self.single.control;
        let lane = &mut self.lanes[l];
        lane.plies += 1;
        self.steps[l] = 0;
        if self.ruled {
            let irreversible = self.game.is_irreversible(mv.variant);
            lane.made = Some(MoveMade { by_player, irreversible });
        }
    }
}
