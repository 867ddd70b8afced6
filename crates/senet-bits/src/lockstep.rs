//! Many random playouts in lockstep.
//!
//! Each register holds a word of every lane, and each lane plays its own game. In every round the control
//! state with the most lanes is looked at; its operations run over all lanes at once, and only those lanes
//! move that are in it. Lanes of the others wait: since a lane that has ended begins anew at once, they fall
//! back into step by themselves. What a lane draws comes from the random stream of its playout, in the same
//! order as in a single playout, so that results depend neither on lanes nor on threads.

use crate::code::Reg;
use crate::effects::Site;
use crate::fast;
use crate::game::BitGame;
use crate::runner::{BitProgram, BitState, Change, Choice, MOVE_CELLS, Node, Now, Segment, select};
use senet_game::{
    Budget, MoveMade, Outcome, PLAYOUT_CAP, Playout, PlayoutBatch, PlayoutEnd, Referee, Rng, Tally,
    Turn, weighted_index,
};
use std::collections::VecDeque;

/// A lane without a playout.
const IDLE: u32 = u32::MAX;

struct Lane {
    rng: Rng,
    referee: Referee,
    /// Which playout it plays.
    playout: u64,
    plies: u64,
    /// Steps since the last decision.
    steps: u64,
    /// The last move, until the draw rules have seen what it led to.
    made: Option<MoveMade>,
}

struct Lockstep<'g, const W: usize, const L: usize, const N: usize> {
    game: &'g BitGame,
    program: &'g BitProgram,
    regs: Vec<u64>,
    control: [u32; L],
    lanes: Vec<Lane>,
    ruled: bool,
    /// A single position, for what lanes cannot do together.
    single: BitState,
    /// Playouts that have ended, from the first that was not yet told.
    ended: VecDeque<Option<Playout>>,
    told: u64,
}

/// What a lane is going to do.
#[derive(Clone, Copy)]
struct Plan {
    choice: u16,
    cells: [u16; MOVE_CELLS],
}

/// Plays a batch; lanes are as wide as the machine's vectors can use.
#[inline(always)]
pub(crate) fn playouts<const W: usize, const L: usize, const N: usize>(
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
        steps: 0,
        made: None,
    });
    let mut lockstep = Lockstep::<W, L, N> {
        game,
        program,
        regs: vec![0; program.registers * N],
        control: [IDLE; L],
        lanes: lanes.collect(),
        ruled: !batch.referee.rules().is_empty(),
        single: program.blank(),
        ended: VecDeque::new(),
        told: 0,
    };
    lockstep.play(from, batch, tally);
}

impl<const W: usize, const L: usize, const N: usize> Lockstep<'_, W, L, N> {
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
        (lane.playout, lane.plies, lane.steps, lane.made) = (n, 0, 0, None);
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

    /// The control state that most lanes are in.
    #[inline(always)]
    fn majority(&self) -> Option<u32> {
        let first = self.control[0];
        if first != IDLE && self.control.iter().all(|c| *c == first) {
            return Some(first);
        }
        let mut best = (0, IDLE);
        for (i, control) in self.control.iter().enumerate() {
            if *control != IDLE && *control != best.1 {
                let lanes = self.control[i..].iter().filter(|c| *c == control).count();
                if lanes > best.0 {
                    best = (lanes, *control);
                }
            }
        }
        (best.0 > 0).then_some(best.1)
    }

    /// Everything that happens in one control state, to all lanes that are in it.
    #[inline(always)]
    fn round(&mut self, control: u32) {
        let program = self.program;
        let node = &program.nodes[control as usize];
        let mut pending: [bool; L] = std::array::from_fn(|l| self.control[l] == control);
        for l in 0..L {
            self.lanes[l].steps += u64::from(pending[l]);
            if pending[l] && self.lanes[l].steps > program.steps && !node.ended {
                pending[l] = false;
                self.finish(l, Outcome::draw(), PlayoutEnd::Stopped(Budget::Steps));
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

    #[inline(always)]
    fn segment(&mut self, node: &Node, segment: &Segment, pending: &mut [bool; L], rules: bool) {
        let program = self.program;
        fast::run::<W, L, N>(&segment.code.ops, &program.tables, &mut self.regs);
        let mut plans = [Plan { choice: u16::MAX, cells: [0; MOVE_CELLS] }; L];
        let mut any = false;
        for l in 0..L {
            if !pending[l] {
                continue;
            }
            let all = self.count(segment, l);
            if all == 0 {
                continue;
            }
            pending[l] = false;
            let interactive = rules && node.interactive;
            if interactive {
                if node.decided {
                    let outcome = self.outcome(l);
                    self.finish(l, outcome, PlayoutEnd::Rules);
                    continue;
                }
                if !self.goes_on(l) {
                    continue;
                }
            } else if all > 1 {
                self.alone(l);
                continue;
            }
            let n = if interactive { self.lanes[l].rng.index(all) } else { 0 };
            plans[l] = self.nth(segment, l, n);
            any = true;
            let lane = &mut self.lanes[l];
            if interactive {
                lane.plies += 1;
                lane.steps = 0;
                if self.ruled {
                    let variant = segment.choices[usize::from(plans[l].choice)].variant;
                    let irreversible = self.game.is_irreversible(variant);
                    lane.made = Some(MoveMade { by_player: true, irreversible });
                }
            }
        }
        if any {
            self.change(segment, &plans);
        }
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

    /// The `n`-th move of a lane, in the same order as in a single playout.
    #[inline(always)]
    fn nth(&self, segment: &Segment, l: usize, mut n: u64) -> Plan {
        for (i, choice) in segment.choices.iter().enumerate() {
            if !self.holds(choice, l) {
                continue;
            }
            let sizes = |part: &crate::runner::Part| -> u64 {
                part.slices.iter().map(|s| self.size(s.reg, l)).sum()
            };
            let all: u64 = if segment.choices.len() == 1 {
                u64::MAX
            } else {
                choice.parts.iter().map(sizes).product()
            };
            if n >= all {
                n -= all;
                continue;
            }
            let mut cells = [0; MOVE_CELLS];
            for part in &choice.parts {
                let all = if choice.parts.len() == 1 { u64::MAX } else { sizes(part) };
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
                            let first = 64 * w as u32 + select(word, k as u32);
                            part.place(slice, first as u16, &mut cells);
                            break;
                        }
                        k -= bits;
                    }
                    break;
                }
            }
            return Plan { choice: i as u16, cells };
        }
        unreachable!("there are so many moves")
    }

    /// Carries out what lanes have drawn, choice by choice.
    #[inline(always)]
    fn change(&mut self, segment: &Segment, plans: &[Plan; L]) {
        for (i, choice) in segment.choices.iter().enumerate() {
            let in_it: [bool; L] = std::array::from_fn(|l| usize::from(plans[l].choice) == i);
            if !in_it.contains(&true) {
                continue;
            }
            let change = &choice.effect;
            let mut next = [0usize; L];
            if change.works {
                next = self.work(change, plans, &in_it);
            }
            for l in 0..L {
                if in_it[l] {
                    self.single_bits(change, &plans[l], l, change.works);
                    self.control[l] = change.next[next[l]];
                }
            }
        }
    }

    /// Comprehensions and conditions, for all lanes at once. Single bits are cleared before sets are
    /// added, and set after that.
    #[inline(always)]
    fn work(&mut self, change: &Change, plans: &[Plan; L], in_it: &[bool; L]) -> [usize; L] {
        let program = self.program;
        if change.looks {
            for i in 0..MOVE_CELLS {
                let at = (program.frame.chosen + i) * N;
                self.regs[at..at + N].fill(0);
                for l in 0..L {
                    let cell = usize::from(plans[l].cells[i]);
                    if in_it[l] && cell / 64 < W {
                        self.regs[at + cell / 64 * L + l] = 1 << (cell % 64);
                    }
                }
            }
        }
        fast::run::<W, L, N>(&change.code.ops, &program.tables, &mut self.regs);
        let mut next = [0usize; L];
        for (i, reg) in change.conds.iter().enumerate() {
            for (l, next) in next.iter_mut().enumerate() {
                *next |= usize::from(self.regs[usize::from(*reg) * N + l] != 0) << i;
            }
        }
        let mask: [u64; N] = std::array::from_fn(|i| u64::from(in_it[i % L]).wrapping_neg());
        for l in (0..L).filter(|l| in_it[*l]) {
            for (plane, site) in &change.clears {
                self.bit(*plane, *site, &plans[l], l, false);
            }
        }
        for (plane, set) in &change.clear_sets {
            for (i, mask) in mask.iter().enumerate() {
                let set = self.regs[usize::from(*set) * N + i] & mask;
                self.regs[usize::from(*plane) * N + i] &= !set;
            }
        }
        for (plane, set) in &change.set_sets {
            for (i, mask) in mask.iter().enumerate() {
                let set = self.regs[usize::from(*set) * N + i] & mask;
                self.regs[usize::from(*plane) * N + i] |= set;
            }
        }
        next
    }

    #[inline(always)]
    fn bit(&mut self, plane: Reg, site: Site, plan: &Plan, l: usize, set: bool) {
        let cell = usize::from(match site {
            Site::Var(i) => plan.cells[usize::from(i)],
            Site::Cell(c) => c,
            Site::Local(_) => unreachable!("matches are sets"),
        });
        let word = &mut self.regs[usize::from(plane) * N + cell / 64 * L + l];
        if set {
            *word |= 1 << (cell % 64);
        } else {
            *word &= !(1 << (cell % 64));
        }
    }

    #[inline(always)]
    fn single_bits(&mut self, change: &Change, plan: &Plan, l: usize, cleared: bool) {
        if !cleared {
            for (plane, site) in &change.clears {
                self.bit(*plane, *site, plan, l, false);
            }
        }
        for (plane, site) in &change.sets {
            self.bit(*plane, *site, plan, l, true);
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
        self.control[l] = self.single.control;
        match self.single.now {
            Now::Over => {
                let outcome = self.game.outcome(&self.single, true);
                self.finish(l, outcome, PlayoutEnd::Rules);
                return;
            }
            Now::Stopped(budget) => {
                self.finish(l, Outcome::draw(), PlayoutEnd::Stopped(budget));
                return;
            }
            Now::Player(_) | Now::Chance => {}
        }
        // The draw rules look at the position that lanes have in their planes.
        for i in 0..self.program.planes * W {
            self.regs[i * L + l] = self.single.words[i];
        }
        if !self.goes_on(l) {
            return;
        }
        let rng = &mut self.lanes[l].rng;
        let mv = match &self.single.listed {
            Some(listed) => listed[weighted_index(rng, listed.len(), |i| listed[i].1)].0,
            None => self.program.random::<W>(&self.single, rng),
        };
        let by_player = matches!(self.single.now, Now::Player(_));
        self.program.fire::<W>(&mut self.single, &mv);
        for i in 0..self.program.planes * W {
            self.regs[i * L + l] = self.single.words[i];
        }
        self.control[l] = self.single.control;
        let lane = &mut self.lanes[l];
        lane.plies += 1;
        lane.steps = 0;
        if self.ruled {
            let irreversible = self.game.is_irreversible(mv.variant);
            lane.made = Some(MoveMade { by_player, irreversible });
        }
    }
}
