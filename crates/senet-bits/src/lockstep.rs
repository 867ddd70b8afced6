//! Many random playouts in lockstep.
//!
//! SIMD over games: each register holds a word of every lane, and each lane plays its own game. Every round executes one
//! class of control states: its operations run over all lanes, and a mask selects the lanes that are in it (as a GPU
//! executes divergent branches). The others wait; since a lane that has ended starts a new playout at once, they fall
//! back into step. What a lane draws comes from the random stream of its playout, in the same order as in a
//! single playout, so that results depend neither on lanes nor on threads.

mod alone;
mod factors;
mod fired;
mod select;
mod trial;
mod visits;

use crate::branch::Branch;
use crate::decision::CellRef;
use crate::game::BitGame;
use crate::ops::{Code, Reg};
use crate::runner::{BitProgram, ControlNode, Effect, NO_REG, Segment};
use crate::state::{BitState, Status};
use crate::streams::Streams;
use crate::vectors::{LaneIter, Vectors};
use crate::widths;
use fired::{EndedPlayout, LaneRulesFired};
use senet_game::{
    LimitKind, MoveMade, Outcome, PLAYOUT_CAP, Playout, PlayoutBatch, PlayoutEnd, PlayoutStart,
    Referee, Rng, Tally, Turn,
};
use std::collections::VecDeque;
use std::marker::PhantomData;
use trial::Trial;
use visits::Visits;

/// A lane without a playout.
const IDLE: u64 = u64::MAX;

/// No group.
const NONE: u64 = u64::MAX;

/// The tally is asked whether to go on every so many rounds.
const ASKED: u64 = 16;

/// How often a lane draws a move that `#forbid` rejects before it continues as a single position.
const LANE_TRIES: u32 = 8;

/// The referee of a lane, needed where draw rules are about more than the number of moves.
struct LaneReferee {
    referee: Referee,
    /// The last move, until the referee has seen its result, and whether it was one-way.
    made: Option<(MoveMade, bool)>,
}

/// Playouts in lockstep.
///
/// `W` is the number of words of a set, or 0 if that is known only at run time; `L` the number of lanes; and `S` the
/// vector instructions (`vectors.rs`). The shape of a register is thus a constant, on which it depends that loops over
/// lanes become vector instructions.
struct Lockstep<'g, const W: usize, const L: usize, S> {
    game: &'g BitGame,
    program: &'g BitProgram,
    regs: Vec<u64>,
    /// The control state of each lane.
    control: [u64; L],
    /// The class of each lane's control state, except for `stale` lanes, whose control state was set one by one.
    class: [u64; L],
    stale: u64,
    /// The class of each control state.
    class_of: Vec<u64>,
    /// For each control state, the statistics that the scheduler uses.
    visits: Vec<Visits>,
    rounds: u64,
    /// Steps since the last decision, by lane.
    steps: [u64; L],
    /// Which playout each lane plays.
    playout: [u64; L],
    plies: [u64; L],
    /// Moves of players, for a limit on them.
    moves: [u64; L],
    /// A playout is a draw after this many moves of players; `u64::MAX` without a limit.
    limit: [u64; L],
    /// No lane can reach a limit within this many moves, so that limits need not be checked.
    moves_before_check: u64,
    streams: Streams<L>,
    /// The referee of each lane; empty if a limit on moves is the only draw rule.
    rules: Vec<LaneReferee>,
    /// For each word of each slice of a segment, the number of moves of every lane.
    counts: Vec<[u64; L]>,
    /// The number of lanes without a playout.
    idle: usize,
    /// A scratch position, for lanes that continue alone.
    single: BitState,
    /// Planes and growing fills before moves that `#forbid` may reject.
    before: Vec<u64>,
    /// Playouts that have ended, from the first that was not yet reported.
    ended: VecDeque<Option<EndedPlayout>>,
    /// The rules that have fired in each lane, if they are counted.
    fired: LaneRulesFired<L>,
    reported: u64,
    select: PhantomData<S>,
}

/// Lanes on boards of one word, and on larger boards.
pub(crate) const LANES: usize = 32;
pub(crate) const LANES_OF_WORDS: usize = 8;

/// Plays a batch, in [`LANES`] if `W` is 1, and in [`LANES_OF_WORDS`] if it is 0, for a number of words that
/// only the program tells.
#[inline(always)]
pub(crate) fn playouts<const W: usize, const L: usize, S: Vectors>(
    game: &BitGame,
    batch: &PlayoutBatch<'_, BitState>,
    tally: &mut dyn Tally,
) {
    let program = &game.program;
    let words = if W > 0 { W } else { program.words };
    let rules = batch.start(0).referee.rules();
    let lanes = if rules.repeat.is_none() && rules.quiet.is_none() { 0 } else { L };
    let lane_rules = (0..lanes).map(|_| LaneReferee { referee: Referee::none(), made: None });
    let mut lockstep = Lockstep::<W, L, S> {
        game,
        program,
        regs: vec![0; program.registers * words * L],
        control: [IDLE; L],
        class: [IDLE; L],
        stale: 0,
        class_of: program.nodes.iter().map(|node| u64::from(node.class)).collect(),
        visits: program.nodes.iter().map(Visits::new).collect(),
        rounds: 0,
        steps: [0; L],
        playout: [0; L],
        plies: [0; L],
        moves: [0; L],
        limit: [u64::MAX; L],
        moves_before_check: 0,
        streams: Streams::new(),
        rules: lane_rules.collect(),
        counts: vec![[0; L]; program.slices * words],
        idle: L,
        single: program.empty_state(),
        before: Vec::new(),
        ended: VecDeque::new(),
        fired: LaneRulesFired::new(if tally.counts_rules() { game.rules() } else { 0 }),
        reported: 0,
        select: PhantomData,
    };
    lockstep.play(batch, tally);
}

impl<const W: usize, const L: usize, S: Vectors> Lockstep<'_, W, L, S> {
    #[inline(always)]
    fn play(&mut self, batch: &PlayoutBatch<'_, BitState>, tally: &mut dyn Tally) {
        // Playouts are reported in the order of their numbers, whatever order they end in, so that
        // results do not depend on the number of lanes.
        let mut begun = 0;
        loop {
            // Only where lanes are idle has anything ended.
            if self.idle > 0 {
                for l in S::lanes(&S::equal(&self.control, &S::splat(IDLE))) {
                    if begun < batch.n {
                        self.start_playout(l, batch, begun);
                        begun += 1;
                    }
                }
                while let Some(Some(_)) = self.ended.front() {
                    let ended = self.ended.pop_front().flatten().expect("just seen");
                    let EndedPlayout { playout, fired } = ended;
                    self.reported += 1;
                    if let Some(fired) = fired {
                        tally.rules(&fired);
                    }
                    if tally.count(&playout).is_break() {
                        return;
                    }
                }
            }
            let Some(control) = self.next_control() else {
                if begun >= batch.n {
                    return;
                }
                continue;
            };
            self.round(control);
            if self.rounds.is_multiple_of(ASKED) && tally.stop() {
                return;
            }
        }
    }

    #[inline(always)]
    fn start_playout(&mut self, l: usize, batch: &PlayoutBatch<'_, BitState>, n: u64) {
        let PlayoutStart { state: from, referee } = batch.start(n);
        // Planes, and the growing fills that are saved with them.
        for (i, word) in
            from.words[..self.program.frame.move_sets * self.words()].iter().enumerate()
        {
            self.regs[i * L + l] = *word;
        }
        self.ended.push_back(None);
        self.set_control(l, from.control);
        self.idle -= 1;
        self.streams.set(l, &Rng::nth(batch.seed, batch.first.wrapping_add(n)));
        match self.rules.get_mut(l) {
            Some(rules) => *rules = LaneReferee { referee: referee.clone(), made: None },
            None => {
                self.limit[l] = referee.moves_left().unwrap_or(u64::MAX);
                self.moves_before_check = self.moves_before_check.min(self.limit[l]);
            }
        }
        (self.playout[l], self.plies[l], self.moves[l], self.steps[l]) = (n, 0, 0, 0);
        if from.status == Status::Over {
            let outcome = self.outcome(l);
            self.finish(l, outcome, PlayoutEnd::Rules);
        }
    }

    #[inline(always)]
    fn finish(&mut self, l: usize, outcome: Outcome, end: PlayoutEnd) {
        let at = (self.playout[l] - self.reported) as usize;
        let playout = Playout { outcome, plies: self.plies[l], end };
        self.ended[at] = Some(EndedPlayout { playout, fired: self.fired.take(l) });
        self.control[l] = IDLE;
        self.stale |= 1 << l;
        self.idle += 1;
    }

    /// The scheduler: the class to execute next is the one with the most lanes, by weight.
    ///
    /// Lanes fall out of step where only some of them capture, say. Waiting pays in a control state that
    /// all others will soon come to; where few come at all, few would ever be together. By the square-root
    /// rule of stock-keeping (Harris 1913), what it pays to wait for grows with the root of how many come
    /// and of what a round costs.
    #[inline(always)]
    fn next_control(&mut self) -> Option<u64> {
        let classes = self.classes();
        // One comparison for each class that has a lane, not for each class of the program.
        let mut left = !S::bitmask(&S::equal(&classes, &S::splat(IDLE))) & ((1 << L) - 1);
        let mut best = (0, IDLE, 0);
        while left != 0 {
            let control = classes[left.trailing_zeros() as usize];
            let here = S::bitmask(&S::equal(&classes, &S::splat(control)));
            left &= !here;
            let lanes = u64::from(here.count_ones());
            let worth = lanes * self.visits[control as usize].weight;
            if worth > best.0 {
                best = (worth, control, lanes);
            }
        }
        if best.1 == IDLE {
            return None;
        }
        self.visits[best.1 as usize].lanes += best.2;
        self.rounds += 1;
        if self.rounds.is_power_of_two() || self.rounds.is_multiple_of(4096) {
            self.visits.iter_mut().for_each(Visits::weigh);
        }
        Some(best.1)
    }

    /// Sets the control state of a lane.
    #[inline(always)]
    fn set_control(&mut self, l: usize, control: u32) {
        self.control[l] = u64::from(control);
        self.stale |= 1 << l;
    }

    /// Sets the control state of the lanes in a mask.
    #[inline(always)]
    fn set_control_in(&mut self, mask: &[u64; L], control: u32) {
        self.control = S::select(mask, &S::splat(u64::from(control)), &self.control);
        if self.program.has_classes {
            let class = self.class_of[control as usize];
            self.class = S::select(mask, &S::splat(class), &self.class);
        }
    }

    /// The class of each lane's control state.
    #[inline(always)]
    fn classes(&mut self) -> [u64; L] {
        if !self.program.has_classes {
            return self.control;
        }
        // Looked up once for each stale lane, not for all lanes at each comparison.
        for l in LaneIter(std::mem::take(&mut self.stale)) {
            let control = self.control[l];
            self.class[l] = if control == IDLE { IDLE } else { self.class_of[control as usize] };
        }
        self.class
    }

    /// Executes one class of control states for all lanes that are in it.
    #[inline(always)]
    fn round(&mut self, control: u64) {
        let program = self.program;
        let node = &program.nodes[control as usize];
        let classes = self.classes();
        let mut pending = S::equal(&classes, &S::splat(control));
        if program.has_silent_cycle {
            pending = self.count_steps(node, pending);
        }
        if node.one_by_one {
            for l in S::lanes(&pending) {
                self.step_alone(l);
            }
            return;
        }
        if let Some(branch) = &node.branch {
            return self.branch(branch, &pending);
        }
        let rules = node.rules.iter().map(|s| (s, node.interactive));
        // Everything below is inlined once, and so is compiled for AVX2.
        for (segment, interactive) in rules.chain(node.links.iter().map(|s| (s, false))) {
            if !S::any(&pending) {
                return;
            }
            self.segment(node, segment, &mut pending, interactive);
        }
        self.finish_all(&pending);
    }

    /// Counts a step of some lanes; returns those that are within the limit.
    #[inline(always)]
    fn count_steps(&mut self, node: &ControlNode, lanes: [u64; L]) -> [u64; L] {
        // A mask is -1 in its lanes: subtracting it counts one up.
        self.steps = S::sub(&self.steps, &lanes);
        let most = self.program.steps.min(i64::MAX as u64);
        let late = S::and(&S::less(&S::splat(most), &self.steps), &lanes);
        if node.ended || !S::any(&late) {
            return lanes;
        }
        for l in S::lanes(&late) {
            self.finish(l, Outcome::draw(), PlayoutEnd::Stopped(LimitKind::Steps));
        }
        S::and_not(&lanes, &late)
    }

    /// Executes a branch.
    #[inline(always)]
    fn branch(&mut self, branch: &Branch, lanes: &[u64; L]) {
        self.exec(&branch.code);
        let none = S::splat(0);
        // As `BitProgram::follow` does for one position: the first segment with a condition that
        // holds leads on, and two conditions of one segment are left to the general path, lane by
        // lane.
        let (mut left, mut several, mut ended) = (*lanes, none, none);
        let mut arm_number = 0;
        let control = self.control;
        for arms in &branch.segments {
            let mut found = none;
            for arm in arms {
                let mut holds = left;
                if arm.cond != NO_REG {
                    let fails = S::equal(self.word(arm.cond, 0), &none);
                    holds =
                        if arm.negated { S::and(&left, &fails) } else { S::and_not(&left, &fails) };
                }
                if arms.len() > 1 {
                    several = S::or(&several, &S::and(&found, &holds));
                }
                found = S::or(&found, &holds);
                // Where another condition of the segment holds too, the lane is sent back below.
                self.set_control_in(&holds, arm.to);
                if let Some(member_targets) = branch.member_targets.get(arm_number) {
                    for l in S::lanes(&holds) {
                        let member = self.program.nodes[control[l] as usize].member;
                        self.set_control(l, member_targets[member as usize]);
                    }
                }
                self.fired.hold(arm_number, &holds);
                arm_number += 1;
                if arm.ends {
                    ended = S::or(&ended, &holds);
                }
            }
            left = S::and_not(&left, &found);
        }
        self.record_arms(branch, &control, &several);
        if S::any(&several) {
            for l in S::lanes(&several) {
                self.set_control(l, control[l] as u32);
                self.step_alone(l);
            }
            ended = S::and_not(&ended, &several);
        }
        for l in S::lanes(&ended) {
            let node = &self.program.nodes[self.control[l] as usize];
            if node.ended || node.decided && node.interactive {
                self.end(l);
            }
        }
        if S::any(&left) {
            // No condition holds anywhere: play is over.
            self.finish_all(&left);
        }
    }

    /// A lane has come to where play is over, or decided.
    fn end(&mut self, l: usize) {
        if self.program.nodes[self.control[l] as usize].ended {
            self.finish_by_rules(l);
        } else {
            self.step_alone(l);
        }
    }

    fn finish_by_rules(&mut self, l: usize) {
        let outcome = self.outcome(l);
        self.finish(l, outcome, PlayoutEnd::Rules);
    }

    /// The rules have ended the playouts of some lanes.
    #[inline(always)]
    fn finish_all(&mut self, mask: &[u64; L]) {
        for l in S::lanes(mask) {
            self.finish_by_rules(l);
        }
    }

    /// Works out the moves of a segment; lanes that have one draw it, and all are made at once.
    ///
    /// Moves that `#forbid` may take back are drawn and made by all lanes, and those that led to what is
    /// forbidden are taken back and drawn again (rejection: uniform over the moves that stand).
    #[inline(always)]
    fn segment(
        &mut self,
        node: &ControlNode,
        segment: &Segment,
        pending: &mut [u64; L],
        interactive: bool,
    ) {
        self.exec(&segment.code);
        let total = match &segment.flat {
            Some(flat) => self.count_flat(flat),
            None => self.count_factored(segment, pending),
        };
        let has = S::nonzero_in(&total, pending);
        if !S::any(&has) {
            return;
        }
        *pending = S::and_not(pending, &has);
        let mut able = has;
        if interactive {
            if node.decided {
                return self.finish_all(&has);
            }
            able = self.lanes_that_may_move(has);
        } else {
            let several = S::and(&S::less(&S::splat(1), &total), &has);
            if S::any(&several) {
                able = S::and_not(&has, &several);
                for l in S::lanes(&several) {
                    self.step_alone(l);
                }
            }
        }
        let moved = able;
        let trial = (interactive && node.forbids).then(|| self.begin_trial());
        let mut tried = 0;
        loop {
            // An automatic step is the only one: nothing is drawn.
            let n = if interactive { self.streams.index::<S>(&total, &able) } else { S::splat(0) };
            let groups = match &segment.flat {
                Some(flat) if segment.cells == 0 && !interactive => {
                    self.select_holding(flat, &able)
                }
                Some(flat) => self.select_flat(flat, n, &able),
                None => self.select_factored(segment, &n, &able),
            };
            if interactive && trial.is_none() {
                self.count_moves(&able);
                self.record_moves(segment, &groups, &able, None);
            }
            if trial.is_none() {
                self.record_rules(segment, &groups, &able);
            }
            match &segment.groups[..] {
                [only] => self.apply_effect(&only.effect, &able),
                _ => self.apply_effects(segment, &groups),
            }
            let Some(trial) = &trial else { break };
            let bad = self.forbidden(&able);
            self.undo_trial(trial, &bad);
            let stands = S::and_not(&able, &bad);
            self.count_moves(&stands);
            self.record_moves(segment, &groups, &stands, Some(trial));
            self.record_rules(segment, &groups, &stands);
            able = bad;
            if !S::any(&able) {
                break;
            }
            tried += 1;
            if tried == LANE_TRIES {
                for l in S::lanes(&able) {
                    // The stream is rewound if no move is legal.
                    self.alone_after(l, tried, &trial.rngs[l]);
                }
                break;
            }
        }
        if let (Some(judge), None) = (segment.fused_branch, &trial) {
            self.run_fused_branch(judge, moved);
        }
    }

    /// Executes the branch that all moves of a segment lead to in the same round, if at least half of the lanes have
    /// moved.
    #[inline(always)]
    fn run_fused_branch(&mut self, class: u32, moved: [u64; L]) {
        let judge = &self.program.nodes[class as usize];
        // The draw rules may have ended the playout of a lane that has just moved.
        let moved = S::and(&moved, &S::equal(&self.classes(), &S::splat(u64::from(class))));
        let lanes = moved.iter().map(|lane| lane & 1).sum::<u64>();
        if let Some(branch) = &judge.branch
            && lanes >= L as u64 / 2
        {
            let lanes =
                if self.program.has_silent_cycle { self.count_steps(judge, moved) } else { moved };
            self.branch(branch, &lanes);
        }
    }

    /// Counts a move of a player in some lanes.
    #[inline(always)]
    fn count_moves(&mut self, mask: &[u64; L]) {
        self.plies = S::sub(&self.plies, mask);
        self.moves = S::sub(&self.moves, mask);
        if self.program.has_silent_cycle {
            self.steps = S::and_not(&self.steps, mask);
        }
    }

    /// Records the drawn moves for the referees. Lanes still have the position before the move, unless it is on trial.
    #[inline(always)]
    fn record_moves(
        &mut self,
        segment: &Segment,
        groups: &[u64; L],
        lanes: &[u64; L],
        trial: Option<&Trial<L>>,
    ) {
        if self.rules.is_empty() {
            return;
        }
        for l in S::lanes(lanes) {
            let variant = segment.variants[groups[l] as usize];
            let made =
                MoveMade { by_player: true, irreversible: self.game.is_irreversible(variant) };
            let one_way = self.game.is_one_way(variant);
            if !one_way && self.rules[l].referee.lacks_key() {
                let key = match trial {
                    Some(trial) => self.key_of(&self.before, trial.control[l], l),
                    None => self.key_of(&self.regs, self.control[l], l),
                };
                self.rules[l].referee.give_key(key);
            }
            self.rules[l].made = Some((made, one_way));
        }
    }

    /// The key of a lane's position.
    fn key_of(&self, regs: &[u64], control: u64, l: usize) -> u128 {
        let words = (0..self.program.planes * self.words()).map(|i| regs[i * L + l]);
        self.game.mix(control as u32, words)
    }

    /// Applies the effect of each group to all lanes that have drawn it.
    #[inline(always)]
    fn apply_effects(&mut self, segment: &Segment, groups: &[u64; L]) {
        let mut left = !S::bitmask(&S::equal(groups, &S::splat(NONE))) & ((1 << L) - 1);
        while left != 0 {
            let i = groups[left.trailing_zeros() as usize];
            let mask = S::equal(groups, &S::splat(i));
            left &= !S::bitmask(&mask);
            self.apply_effect(&segment.groups[i as usize].effect, &mask);
        }
    }

    /// The lanes that may make another move; ends the playouts of the others.
    #[inline(always)]
    fn lanes_that_may_move(&mut self, lanes: [u64; L]) -> [u64; L] {
        if !self.rules.is_empty() {
            let able = lanes;
            let mut lanes = lanes;
            for l in S::lanes(&able) {
                if !self.may_move(l) {
                    lanes[l] = 0;
                }
            }
            return lanes;
        }
        // No lane makes more than one move between two calls.
        if self.moves_before_check > 0 {
            self.moves_before_check -= 1;
            return lanes;
        }
        let mut lanes = lanes;
        for (l, lane) in lanes.iter_mut().enumerate() {
            if *lane != 0 && !self.may_move(l) {
                *lane = 0;
            }
        }
        let left = |l: usize| {
            let moves = self.limit[l].saturating_sub(self.moves[l]);
            moves.min(PLAYOUT_CAP.saturating_sub(self.plies[l]))
        };
        let playing = (0..L).filter(|l| self.control[*l] != IDLE);
        self.moves_before_check = playing.map(left).min().unwrap_or(0).saturating_sub(1);
        lanes
    }

    /// Whether a lane may make another move; ends its playout if a draw rule or the cap on its length says so.
    #[inline(always)]
    fn may_move(&mut self, l: usize) -> bool {
        let planes = self.program.planes * self.words();
        let drawn = match self.rules.get_mut(l) {
            None => self.moves[l] >= self.limit[l],
            Some(rules) => {
                match rules.made.take() {
                    None => {}
                    Some((made, true)) => rules.referee.leave(made, &Turn::Chance),
                    Some((made, false)) => {
                        let mut key = 0;
                        if rules.referee.needs_keys() {
                            // A key costs a pass over all planes: computed only for a rule on
                            // repetitions.
                            let words = (0..planes).map(|i| self.regs[i * L + l]);
                            key = self.game.mix(self.control[l] as u32, words);
                        }
                        rules.referee.watch(made, key, &Turn::Chance);
                    }
                }
                rules.referee.is_draw()
            }
        };
        if drawn {
            self.finish(l, Outcome::draw(), PlayoutEnd::DrawRule);
        } else if self.plies[l] >= PLAYOUT_CAP {
            self.finish(l, Outcome::draw(), PlayoutEnd::Cap);
        }
        self.control[l] != IDLE
    }

    /// Applies an effect to some lanes, in the same order as to a single position: clear bits, clear masks, set masks,
    /// set bits.
    #[inline(always)]
    fn apply_effect(&mut self, effect: &Effect, mask: &[u64; L]) {
        let program = self.program;
        // Operations run over all lanes, also those outside the mask. There they write scratch
        // registers and growing fills, which are valid for the planes of any lane; planes are written
        // under the mask.
        if effect.has_code {
            self.exec(&effect.code);
        }
        for (plane, site) in &effect.clears {
            self.change_cell::<false>(*plane, *site, mask);
        }
        for (plane, set) in &effect.clear_masks {
            self.change_plane::<false>(*plane, *set, mask);
        }
        for (plane, set) in &effect.set_masks {
            self.change_plane::<true>(*plane, *set, mask);
        }
        for (plane, site) in &effect.sets {
            self.change_cell::<true>(*plane, *site, mask);
        }
        self.record_skipped_links(effect, mask);
        match effect.conds[..] {
            _ if !effect.member_targets.is_empty() => {
                for l in S::lanes(mask) {
                    let member = program.nodes[self.control[l] as usize].member as usize;
                    let target = member * effect.next.len() + self.next_of(effect, l);
                    self.set_control(l, effect.member_targets[target]);
                }
            }
            [] => {
                self.set_control_in(mask, effect.next[0]);
            }
            [cond] => {
                let yes = S::nonzero_in(self.word(cond, 0), mask);
                self.set_control_in(mask, effect.next[0]);
                self.set_control_in(&yes, effect.next[1]);
            }
            _ => {
                for l in S::lanes(mask) {
                    self.set_control(l, effect.next[self.next_of(effect, l)]);
                }
            }
        }
        // A lane whose play has ended starts a new playout at once; in a class of its own it would
        // wait until most of the others have ended, too.
        for end in &effect.ends {
            let here = S::and(&S::equal(&self.control, &S::splat(u64::from(*end))), mask);
            for l in S::lanes(&here) {
                self.end(l);
            }
        }
    }

    /// The index into the targets of an effect that its conditions select in a lane.
    #[inline(always)]
    fn next_of(&self, effect: &Effect, l: usize) -> usize {
        let mut next = 0;
        for (i, reg) in effect.conds.iter().enumerate() {
            next |= usize::from(self.regs[usize::from(*reg) * self.register_len() + l] != 0) << i;
        }
        next
    }

    /// Sets or clears a mask in a plane. (A const parameter instead of a closure: closures are not inlined into functions
    /// with target features.)
    #[inline(always)]
    fn change_plane<const ADDS: bool>(&mut self, plane: Reg, set: Reg, mask: &[u64; L]) {
        for w in 0..self.words() {
            let bits = S::and(self.word(set, w), mask);
            self.change_word::<ADDS>(plane, w, &bits);
        }
    }

    #[inline(always)]
    fn change_word<const ADDS: bool>(&mut self, plane: Reg, w: usize, bits: &[u64; L]) {
        let words = self.word_mut(plane, w);
        *words = if ADDS { S::or(words, bits) } else { S::and_not(words, bits) };
    }

    /// The number of words of a set. For boards of one word it is a constant; all others share one copy of the code.
    #[inline(always)]
    fn words(&self) -> usize {
        if W > 0 { W } else { self.program.words }
    }

    /// The number of `u64`s of a register: words by lanes.
    #[inline(always)]
    fn register_len(&self) -> usize {
        self.words() * L
    }

    /// Runs a list of operations in all lanes.
    #[inline(always)]
    fn exec(&mut self, code: &Code) {
        widths::run_lanes::<W>(code, self.program, &mut self.regs);
    }

    /// A word of a register in all lanes.
    #[inline(always)]
    fn word(&self, reg: Reg, w: usize) -> &[u64; L] {
        let at = usize::from(reg) * self.register_len() + w * L;
        self.regs[at..at + L].try_into().expect("L lanes")
    }

    #[inline(always)]
    fn word_mut(&mut self, reg: Reg, w: usize) -> &mut [u64; L] {
        let at = usize::from(reg) * self.register_len() + w * L;
        (&mut self.regs[at..at + L]).try_into().expect("L lanes")
    }

    /// Sets or clears one cell of a plane in each lane.
    #[inline(always)]
    fn change_cell<const ADDS: bool>(&mut self, plane: Reg, site: CellRef, mask: &[u64; L]) {
        match site {
            CellRef::Var(i) => {
                let chosen = self.program.frame.move_cells + usize::from(i);
                self.change_plane::<ADDS>(plane, chosen as Reg, mask);
            }
            CellRef::Cell(c) => {
                let bits = S::and(&S::splat(1 << (c % 64)), mask);
                self.change_word::<ADDS>(plane, usize::from(c / 64), &bits);
            }
            CellRef::Match(_) => unreachable!("matches are sets"),
        }
    }
}
