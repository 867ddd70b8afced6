//! Many random playouts in lockstep.
//!
//! Each register holds a word of every lane, and each lane plays its own game. In every round one class of
//! control states is looked at; its operations run over all lanes at once, and only those lanes move that are
//! in it. Lanes of the others wait: since a lane that has ended begins anew at once, they fall back into step
//! by themselves. What a lane draws comes from the random stream of its playout, in the same
//! order as in a single playout, so that results depend neither on lanes nor on threads.

mod alone;
mod fired;
mod parts;
mod pick;
mod visits;

use crate::branch::Branch;
use crate::choices::Site;
use crate::game::BitGame;
use crate::ops::{Code, Reg};
use crate::runner::{BitProgram, Change, NO_REG, Node, Segment};
use crate::state::{BitState, Now};
use crate::streams::Streams;
use crate::vectors::{Members, Vectors};
use crate::widths;
use fired::{EndedPlayout, LaneRulesFired};
use senet_game::{
    LimitKind, MoveMade, Outcome, PLAYOUT_CAP, Playout, PlayoutBatch, PlayoutEnd, Referee,
    RefereeMark, Rng, Tally, Turn,
};
use std::collections::VecDeque;
use std::marker::PhantomData;
use visits::Visits;

/// A lane without a playout.
const IDLE: u64 = u64::MAX;

/// No choice.
const NONE: u64 = u64::MAX;

/// So often a lane draws a move that `#forbid` may take back before it goes on by itself.
const LANE_TRIES: u32 = 8;

/// The draw rules of a lane, where they are about more than the number of moves.
struct LaneRules {
    referee: Referee,
    /// The beginning of a playout.
    begin: RefereeMark,
    /// The last move, until the draw rules have seen what it led to, and whether it was one-way.
    made: Option<(MoveMade, bool)>,
}

/// What lanes were before moves that `#forbid` may take back.
struct Trial<const L: usize> {
    control: [u64; L],
    rngs: [Rng; L],
}

/// `W` is how many words a set takes, or 0 if that is known at run time only.
struct Lockstep<'g, const W: usize, const L: usize, S> {
    game: &'g BitGame,
    program: &'g BitProgram,
    regs: Vec<u64>,
    /// The control state of each lane.
    control: [u64; L],
    /// Its class, but for lanes that are `stale`: those went elsewhere one by one.
    class: [u64; L],
    stale: u64,
    /// The class of each control state.
    class_of: Vec<u64>,
    /// For each control state, how many lanes it has had, how much a lane in it weighs, and what its work is.
    visits: Vec<Visits>,
    rounds: u64,
    /// Steps since the last decision, by lane.
    steps: [u64; L],
    /// Which playout each lane plays.
    playout: [u64; L],
    plies: [u64; L],
    /// Moves of players, for a limit on them.
    moves: [u64; L],
    /// So many moves of players are a draw; never reached where there is no limit.
    limit: u64,
    /// So many more moves are made before any lane can come to a limit.
    unlimited: u64,
    streams: Streams<L>,
    /// The draw rules of each lane; none where a limit is all there is.
    rules: Vec<LaneRules>,
    /// For each word of each slice of a segment, how many moves every lane has in it.
    counts: Vec<[u64; L]>,
    /// How many lanes have no playout.
    idle: usize,
    /// A single position, for what lanes cannot do together.
    single: BitState,
    /// Planes and floods before moves that `#forbid` may take back.
    before: Vec<u64>,
    /// Playouts that have ended, from the first that was not yet told.
    ended: VecDeque<Option<EndedPlayout>>,
    /// The rules that have fired in each lane, if they are counted.
    fired: LaneRulesFired<L>,
    told: u64,
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
    from: &BitState,
    batch: &PlayoutBatch<'_>,
    tally: &mut dyn Tally,
) {
    let program = &game.program;
    let words = if W > 0 { W } else { program.words };
    let rules = batch.referee.rules();
    let counts_only = rules.repeat.is_none() && rules.quiet.is_none();
    let lanes = if counts_only { 0 } else { L };
    let begin = batch.referee.mark();
    let lane_rules =
        (0..lanes).map(|_| LaneRules { referee: batch.referee.clone(), begin, made: None });
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
        limit: batch.referee.moves_left().filter(|_| counts_only).unwrap_or(u64::MAX),
        unlimited: 0,
        streams: Streams::new(),
        rules: lane_rules.collect(),
        counts: vec![[0; L]; program.slices * words],
        idle: L,
        single: program.blank(),
        before: Vec::new(),
        ended: VecDeque::new(),
        fired: LaneRulesFired::new(if tally.counts_rules() { game.rules() } else { 0 }),
        told: 0,
        select: PhantomData,
    };
    lockstep.play(from, batch, tally);
}

impl<const W: usize, const L: usize, S: Vectors> Lockstep<'_, W, L, S> {
    #[inline(always)]
    fn play(&mut self, from: &BitState, batch: &PlayoutBatch<'_>, tally: &mut dyn Tally) {
        // Playouts are told in the order of their numbers, whatever order they end in: results do
        // not depend on the number of lanes.
        let mut begun = 0;
        loop {
            // Only where lanes are idle has anything ended.
            if self.idle > 0 {
                for l in S::members(&S::same(&self.control, &S::splat(IDLE))) {
                    if begun < batch.n {
                        self.begin(l, from, batch, begun);
                        begun += 1;
                    }
                }
                while let Some(Some(_)) = self.ended.front() {
                    let ended = self.ended.pop_front().flatten().expect("just seen");
                    let EndedPlayout { playout, fired } = ended;
                    self.told += 1;
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
        }
    }

    #[inline(always)]
    fn begin(&mut self, l: usize, from: &BitState, batch: &PlayoutBatch<'_>, n: u64) {
        // Planes, and the floods that are kept with them.
        for (i, word) in from.words[..self.program.frame.kept * self.words()].iter().enumerate() {
            self.regs[i * L + l] = *word;
        }
        self.ended.push_back(None);
        self.go(l, from.control);
        self.idle -= 1;
        self.streams.set(l, &Rng::nth(batch.seed, batch.first.wrapping_add(n)));
        if let Some(rules) = self.rules.get_mut(l) {
            rules.referee.rewind(rules.begin);
            rules.made = None;
        }
        (self.playout[l], self.plies[l], self.moves[l], self.steps[l]) = (n, 0, 0, 0);
        if from.now == Now::Over {
            let outcome = self.outcome(l);
            self.finish(l, outcome, PlayoutEnd::Rules);
        }
    }

    #[inline(always)]
    fn finish(&mut self, l: usize, outcome: Outcome, end: PlayoutEnd) {
        let at = (self.playout[l] - self.told) as usize;
        let playout = Playout { outcome, plies: self.plies[l], end };
        self.ended[at] = Some(EndedPlayout { playout, fired: self.fired.take(l) });
        self.control[l] = IDLE;
        self.stale |= 1 << l;
        self.idle += 1;
    }

    /// The control state to look at next: where most lanes are, by weight.
    ///
    /// Lanes fall out of step where only some of them capture, say. Waiting pays in a control state that
    /// all others will soon come to; where few come at all, few would ever be together. By the square-root
    /// rule of stock-keeping (Harris 1913), what it pays to wait for grows with the root of how many come
    /// and of what a round costs.
    #[inline(always)]
    fn next_control(&mut self) -> Option<u64> {
        let classes = self.classes();
        // One comparison for each class that has a lane, and not for each class of the program.
        let mut open = !S::bits(&S::same(&classes, &S::splat(IDLE))) & ((1 << L) - 1);
        let mut best = (0, IDLE, 0);
        while open != 0 {
            let control = classes[open.trailing_zeros() as usize];
            let here = S::bits(&S::same(&classes, &S::splat(control)));
            open &= !here;
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

    /// A lane comes to a control state.
    #[inline(always)]
    fn go(&mut self, l: usize, control: u32) {
        self.control[l] = u64::from(control);
        self.stale |= 1 << l;
    }

    /// The lanes of a mask come to a control state.
    #[inline(always)]
    fn go_all(&mut self, mask: &[u64; L], control: u32) {
        self.control = S::select(mask, &S::splat(u64::from(control)), &self.control);
        if self.program.classed {
            let class = self.class_of[control as usize];
            self.class = S::select(mask, &S::splat(class), &self.class);
        }
    }

    /// The class of each lane's control state.
    #[inline(always)]
    fn classes(&mut self) -> [u64; L] {
        if !self.program.classed {
            return self.control;
        }
        // Looked up once for each of them, and not for all lanes whenever they are compared.
        for l in Members(std::mem::take(&mut self.stale)) {
            let control = self.control[l];
            self.class[l] = if control == IDLE { IDLE } else { self.class_of[control as usize] };
        }
        self.class
    }

    /// Everything that happens in one class of control states, to all lanes that are in it.
    #[inline(always)]
    fn round(&mut self, control: u64) {
        let program = self.program;
        let node = &program.nodes[control as usize];
        let classes = self.classes();
        let mut pending = S::same(&classes, &S::splat(control));
        if program.goes_round {
            pending = self.count_steps(node, pending);
        }
        if node.alone {
            for l in S::members(&pending) {
                self.alone(l);
            }
            return;
        }
        if let Some(branch) = &node.branch {
            return self.branch(branch, &pending);
        }
        let rules = node.rules.iter().map(|s| (s, node.interactive));
        // Everything in here is inlined once, and so is compiled for wide vectors.
        for (segment, interactive) in rules.chain(node.links.iter().map(|s| (s, false))) {
            if !S::any(&pending) {
                return;
            }
            self.segment(node, segment, &mut pending, interactive);
        }
        self.finish_all(&pending);
    }

    /// Counts a step of some lanes; those are left that have not made too many of them.
    #[inline(always)]
    fn count_steps(&mut self, node: &Node, lanes: [u64; L]) -> [u64; L] {
        // A mask is -1 in its lanes: subtracting it counts one up.
        self.steps = S::sub(&self.steps, &lanes);
        let most = self.program.steps.min(i64::MAX as u64);
        let late = S::and(&S::less(&S::splat(most), &self.steps), &lanes);
        if node.ended || !S::any(&late) {
            return lanes;
        }
        for l in S::members(&late) {
            self.finish(l, Outcome::draw(), PlayoutEnd::Stopped(LimitKind::Steps));
        }
        S::and_not(&lanes, &late)
    }

    /// All that happens in a control state that only looks and goes elsewhere.
    #[inline(always)]
    fn branch(&mut self, branch: &Branch, lanes: &[u64; L]) {
        self.exec(&branch.code);
        let none = S::splat(0);
        // As `BitProgram::follow` does for one position: the first segment with a condition that
        // holds leads on, and two conditions of one segment are left to the general way, lane by
        // lane.
        let (mut open, mut several, mut ended) = (*lanes, none, none);
        let mut arm_number = 0;
        let control = self.control;
        for arms in &branch.segments {
            let mut found = none;
            for arm in arms {
                let mut holds = open;
                if arm.cond != NO_REG {
                    let fails = S::same(self.word(arm.cond, 0), &none);
                    holds =
                        if arm.negated { S::and(&open, &fails) } else { S::and_not(&open, &fails) };
                }
                if arms.len() > 1 {
                    several = S::or(&several, &S::and(&found, &holds));
                }
                found = S::or(&found, &holds);
                // Where another holds too, the lane goes back.
                self.go_all(&holds, arm.to);
                if let Some(ways) = branch.ways.get(arm_number) {
                    for l in S::members(&holds) {
                        let member = self.program.nodes[control[l] as usize].member;
                        self.go(l, ways[member as usize]);
                    }
                }
                self.fired.hold(arm_number, &holds);
                arm_number += 1;
                if arm.ends {
                    ended = S::or(&ended, &holds);
                }
            }
            open = S::and_not(&open, &found);
        }
        self.note_arms(branch, &control, &several);
        if S::any(&several) {
            for l in S::members(&several) {
                self.go(l, control[l] as u32);
                self.alone(l);
            }
            ended = S::and_not(&ended, &several);
        }
        for l in S::members(&ended) {
            let node = &self.program.nodes[self.control[l] as usize];
            if node.ended || node.decided && node.interactive {
                self.end(l);
            }
        }
        if S::any(&open) {
            self.finish_all(&open);
        }
    }

    /// A lane has come to where play is over, or decided.
    fn end(&mut self, l: usize) {
        if self.program.nodes[self.control[l] as usize].ended {
            self.finish_by_rules(l);
        } else {
            self.alone(l);
        }
    }

    fn finish_by_rules(&mut self, l: usize) {
        let outcome = self.outcome(l);
        self.finish(l, outcome, PlayoutEnd::Rules);
    }

    /// The rules have ended the playouts of some lanes.
    #[inline(always)]
    fn finish_all(&mut self, mask: &[u64; L]) {
        for l in S::members(mask) {
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
        node: &Node,
        segment: &Segment,
        pending: &mut [u64; L],
        interactive: bool,
    ) {
        self.exec(&segment.code);
        let total = match &segment.flat {
            Some(flat) => self.count_flat(flat),
            None => self.count_parts(segment, pending),
        };
        let has = S::some_of(&total, pending);
        if !S::any(&has) {
            return;
        }
        *pending = S::and_not(pending, &has);
        let mut able = has;
        if interactive {
            if node.decided {
                return self.finish_all(&has);
            }
            able = self.go_on(has);
        } else {
            let several = S::and(&S::less(&S::splat(1), &total), &has);
            if S::any(&several) {
                able = S::and_not(&has, &several);
                for l in S::members(&several) {
                    self.alone(l);
                }
            }
        }
        let moved = able;
        let trial = (interactive && node.forbids).then(|| self.begin_trial());
        let mut tried = 0;
        loop {
            // What is the only thing to do is not drawn.
            let n = if interactive { self.streams.index::<S>(&total, &able) } else { S::splat(0) };
            let choices = match &segment.flat {
                Some(flat) if segment.cells == 0 && !interactive => self.pick_holding(flat, &able),
                Some(flat) => self.pick_flat(flat, n, &able),
                None => self.pick_parts(segment, &n, &able),
            };
            if interactive && trial.is_none() {
                self.count_moves(&able);
                self.note_moves(segment, &choices, &able, None);
            }
            if trial.is_none() {
                self.note_rules(segment, &choices, &able);
            }
            match &segment.choices[..] {
                [only] => self.change(&only.effect, &able),
                _ => self.change_all(segment, &choices),
            }
            let Some(trial) = &trial else { break };
            let bad = self.forbidden(&able);
            self.take_back(trial, &bad);
            let stands = S::and_not(&able, &bad);
            self.count_moves(&stands);
            self.note_moves(segment, &choices, &stands, Some(trial));
            self.note_rules(segment, &choices, &stands);
            able = bad;
            if !S::any(&able) {
                break;
            }
            tried += 1;
            if tried == LANE_TRIES {
                for l in S::members(&able) {
                    // If no move stands, nothing was drawn.
                    self.alone_after(l, tried, &trial.rngs[l]);
                }
                break;
            }
        }
        if let (Some(judge), None) = (segment.judge, &trial) {
            self.judge(judge, moved);
        }
    }

    /// Judges the moves that lanes have just made, instead of waiting for a round of its own, if most
    /// of the lanes have made one.
    #[inline(always)]
    fn judge(&mut self, class: u32, moved: [u64; L]) {
        let judge = &self.program.nodes[class as usize];
        // The draw rules may have ended the playout of a lane that has just moved.
        let moved = S::and(&moved, &S::same(&self.classes(), &S::splat(u64::from(class))));
        let lanes = moved.iter().map(|lane| lane & 1).sum::<u64>();
        if let Some(branch) = &judge.branch
            && lanes >= L as u64 / 2
        {
            let lanes =
                if self.program.goes_round { self.count_steps(judge, moved) } else { moved };
            self.branch(branch, &lanes);
        }
    }

    /// Keeps what lanes were before moves that may be taken back.
    fn begin_trial(&mut self) -> Trial<L> {
        self.before.clear();
        self.before.extend_from_slice(&self.regs[..self.program.frame.kept * self.size()]);
        let rngs = std::array::from_fn(|l| self.streams.get(l));
        Trial { control: self.control, rngs }
    }

    /// Of some lanes those whose last move led to what is forbidden.
    #[inline(always)]
    fn forbidden(&mut self, lanes: &[u64; L]) -> [u64; L] {
        let program = self.program;
        let (mut bad, mut open) = (S::splat(0), *lanes);
        while let Some(first) = S::members(&open).next() {
            let to = self.control[first];
            let here = S::and(&S::same(&self.control, &S::splat(to)), &open);
            open = S::and_not(&open, &here);
            if let Some(code) = &program.nodes[to as usize].forbidden {
                self.exec(code);
                bad = S::or(&bad, &S::some_of(self.word(code.outs[0], 0), &here));
            }
        }
        bad
    }

    /// Takes the last moves of some lanes back.
    #[inline(always)]
    fn take_back(&mut self, trial: &Trial<L>, bad: &[u64; L]) {
        for l in S::members(bad) {
            for i in 0..self.program.frame.kept * self.words() {
                self.regs[i * L + l] = self.before[i * L + l];
            }
            self.go(l, trial.control[l] as u32);
        }
    }

    /// Some lanes make a move of a player.
    #[inline(always)]
    fn count_moves(&mut self, mask: &[u64; L]) {
        self.plies = S::sub(&self.plies, mask);
        self.moves = S::sub(&self.moves, mask);
        if self.program.goes_round {
            self.steps = S::and_not(&self.steps, mask);
        }
    }

    /// Keeps the moves that were drawn for the draw rules. Lanes are where the moves were drawn, unless the
    /// moves were tried.
    #[inline(always)]
    fn note_moves(
        &mut self,
        segment: &Segment,
        choices: &[u64; L],
        lanes: &[u64; L],
        trial: Option<&Trial<L>>,
    ) {
        if self.rules.is_empty() {
            return;
        }
        for l in S::members(lanes) {
            let variant = segment.variants[choices[l] as usize];
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

    /// Choice by choice, each for all lanes that have drawn it.
    #[inline(always)]
    fn change_all(&mut self, segment: &Segment, choices: &[u64; L]) {
        let mut open = !S::bits(&S::same(choices, &S::splat(NONE))) & ((1 << L) - 1);
        while open != 0 {
            let i = choices[open.trailing_zeros() as usize];
            let mask = S::same(choices, &S::splat(i));
            open &= !S::bits(&mask);
            self.change(&segment.choices[i as usize].effect, &mask);
        }
    }

    /// Of some lanes those that may make another move; the playouts of the others have ended.
    #[inline(always)]
    fn go_on(&mut self, lanes: [u64; L]) -> [u64; L] {
        if !self.rules.is_empty() {
            let able = lanes;
            let mut lanes = lanes;
            for l in S::members(&able) {
                if !self.goes_on(l) {
                    lanes[l] = 0;
                }
            }
            return lanes;
        }
        // No lane makes more than one move between two looks.
        if self.unlimited > 0 {
            self.unlimited -= 1;
            return lanes;
        }
        let mut lanes = lanes;
        for (l, lane) in lanes.iter_mut().enumerate() {
            if *lane != 0 && !self.goes_on(l) {
                *lane = 0;
            }
        }
        let left = |l: usize| {
            let moves = self.limit.saturating_sub(self.moves[l]);
            moves.min(PLAYOUT_CAP.saturating_sub(self.plies[l]))
        };
        let playing = (0..L).filter(|l| self.control[*l] != IDLE);
        self.unlimited = playing.map(left).min().unwrap_or(0).saturating_sub(1);
        lanes
    }

    /// Whether a lane may make another move: neither a draw rule nor the length of the play ends it.
    #[inline(always)]
    fn goes_on(&mut self, l: usize) -> bool {
        let planes = self.program.planes * self.words();
        let drawn = match self.rules.get_mut(l) {
            None => self.moves[l] >= self.limit,
            Some(rules) => {
                match rules.made.take() {
                    None => {}
                    Some((made, true)) => rules.referee.leave(made, &Turn::Chance),
                    Some((made, false)) => {
                        let mut key = 0;
                        if rules.referee.needs_keys() {
                            // Keys cost a pass over all planes: they are worked out only if a rule
                            // on repetitions needs them.
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

    /// Carries out a change in some lanes. Single bits are cleared before sets are added, and set after
    /// that, as for a single position.
    #[inline(always)]
    fn change(&mut self, change: &Change, mask: &[u64; L]) {
        let program = self.program;
        // Operations run over all lanes, also those outside of the mask. There they write scratch
        // registers, and floods, which are right for the planes of any lane; planes are written
        // under the mask only.
        if change.works {
            self.exec(&change.code);
        }
        for (plane, site) in &change.clears {
            self.single_bits::<false>(*plane, *site, mask);
        }
        for (plane, set) in &change.clear_sets {
            self.all_bits::<false>(*plane, *set, mask);
        }
        for (plane, set) in &change.set_sets {
            self.all_bits::<true>(*plane, *set, mask);
        }
        for (plane, site) in &change.sets {
            self.single_bits::<true>(*plane, *site, mask);
        }
        self.note_hops(change, mask);
        match change.conds[..] {
            _ if !change.ways.is_empty() => {
                for l in S::members(mask) {
                    let member = program.nodes[self.control[l] as usize].member as usize;
                    let way = member * change.next.len() + self.next_of(change, l);
                    self.go(l, change.ways[way]);
                }
            }
            [] => {
                self.go_all(mask, change.next[0]);
            }
            [cond] => {
                let yes = S::some_of(self.word(cond, 0), mask);
                self.go_all(mask, change.next[0]);
                self.go_all(&yes, change.next[1]);
            }
            _ => {
                for l in S::members(mask) {
                    self.go(l, change.next[self.next_of(change, l)]);
                }
            }
        }
        // Lanes whose game has ended begin anew at once. They would wait until most of the others have
        // ended, too.
        for end in &change.ends {
            let here = S::and(&S::same(&self.control, &S::splat(u64::from(*end))), mask);
            for l in S::members(&here) {
                self.end(l);
            }
        }
    }

    /// Which of the ways on the conditions of a change lead to.
    #[inline(always)]
    fn next_of(&self, change: &Change, l: usize) -> usize {
        let mut next = 0;
        for (i, reg) in change.conds.iter().enumerate() {
            next |= usize::from(self.regs[usize::from(*reg) * self.size() + l] != 0) << i;
        }
        next
    }

    /// Adds a whole register to a plane, or takes it away. (No function is passed for that: what is passed
    /// is not inlined where vectors are wide.)
    #[inline(always)]
    fn all_bits<const ADDS: bool>(&mut self, plane: Reg, set: Reg, mask: &[u64; L]) {
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

    /// How many words a set takes. For boards of one word the compiler knows it; all others share one copy of
    /// the code.
    #[inline(always)]
    fn words(&self) -> usize {
        if W > 0 { W } else { self.program.words }
    }

    /// How many numbers a register takes.
    #[inline(always)]
    fn size(&self) -> usize {
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
        let at = usize::from(reg) * self.size() + w * L;
        self.regs[at..at + L].try_into().expect("L lanes")
    }

    #[inline(always)]
    fn word_mut(&mut self, reg: Reg, w: usize) -> &mut [u64; L] {
        let at = usize::from(reg) * self.size() + w * L;
        (&mut self.regs[at..at + L]).try_into().expect("L lanes")
    }

    /// Adds one cell to a plane in each lane, or takes it away.
    #[inline(always)]
    fn single_bits<const ADDS: bool>(&mut self, plane: Reg, site: Site, mask: &[u64; L]) {
        match site {
            Site::Var(i) => {
                let chosen = self.program.frame.chosen + usize::from(i);
                self.all_bits::<ADDS>(plane, chosen as Reg, mask);
            }
            Site::Cell(c) => {
                let bits = S::and(&S::splat(1 << (c % 64)), mask);
                self.change_word::<ADDS>(plane, usize::from(c / 64), &bits);
            }
            Site::Local(_) => unreachable!("matches are sets"),
        }
    }
}
