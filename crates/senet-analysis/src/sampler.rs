//! Plays playouts in small units, for as long as the caller wants, and counts them.

use crate::config::{SampleConfig, Strides};
use crate::detail::DetailLook;
use crate::observe::{Observations, TraceQueries};
use crate::stats::PlayStats;
use crate::tension::{JUDGED_BY, MOMENTS, Moment, judge};
use senet_game::{
    Cursor, DynGame, Event, MoveId, MoveIndex, Outcome, PLAYOUT_CAP, Playout, PlayoutEnd, Position,
    Rng, RulesFired, Tally, Turn,
};
use senet_players::{Bot, Environment, InformationState, Knowledge, Player, PlayerError};
use std::collections::VecDeque;
use std::ops::{ControlFlow, Range};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Playouts that are played in one go. A call for many is cheaper, where games are played in lockstep.
const CHUNK: u64 = 512;
/// Cursors number the moves that they meet; after so many a new one begins, so that memory is bounded in
/// games with endlessly many moves.
const MOST_MOVES: usize = 100_000;
/// The random streams of judgements differ from those of playouts by this.
const JUDGE_SEED: u64 = 0x6A09_E667_F3BC_C908;

/// Plays playouts and counts them, in small units.
///
/// A sampler belongs to one thread. To share the work, give each thread an [idle](Sampler::idle) sampler of
/// the same configuration and [add](Sampler::add) ranges of playouts to it; [`PlayStats::merge`] puts the
/// results together, and they are the same for every division.
pub struct Sampler {
    game: Arc<dyn DynGame>,
    config: SampleConfig,
    strides: Strides,
    start: Position,
    cursor: Box<dyn Cursor>,
    stats: PlayStats,
    todo: VecDeque<Unit>,
    look: DetailLook,
    line: Vec<MoveId>,
    /// The rules that fire before the first decision, and those of the play that is looked at.
    start_fired: RulesFired,
    fired: RulesFired,
    heard: Vec<u32>,
    judging: Option<Judging>,
    observations: Option<Arc<Observations>>,
    queries: Option<Arc<TraceQueries>>,
    events: Vec<Event>,
    cancel: Option<Arc<AtomicBool>>,
}

/// A unit of work.
enum Unit {
    /// Playouts of which only the end is counted; then a closer look at those whose turn it is.
    Range(Range<u64>),
    /// A closer look at one play.
    Look(u64),
}

/// A play whose positions are being judged, one after another.
struct Judging {
    playout: u64,
    line: Vec<MoveId>,
    outcome: Outcome,
    moments: Vec<Moment>,
    /// The cursor stands after so many moves of the line.
    at: usize,
}

/// Which looks are taken at a play.
#[derive(Debug, Clone, Copy)]
struct Looks {
    detail: bool,
    rules: bool,
    asked: bool,
}

/// Why sampling cannot go on.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum SampleError {
    /// A bot cannot play.
    #[error("{bot} cannot play: {why}")]
    Player {
        /// The specification of the bot, such as `mcts:1s`.
        bot: String,
        /// The reason that it gives.
        why: PlayerError,
    },
    /// Neither one bot for all seats nor one for each.
    #[error("there are {seats} seats and {bots} bots: name one bot for all, or one for each seat")]
    Seats {
        /// How many seats the game has.
        seats: usize,
        /// How many bots were named.
        bots: usize,
    },
}

impl Sampler {
    /// A sampler of all playouts of a configuration.
    pub fn new(game: &Arc<dyn DynGame>, config: SampleConfig) -> Sampler {
        let all = 0..config.playouts;
        let mut sampler = Sampler::idle(game, config);
        sampler.add(all);
        sampler
    }

    /// A sampler that has nothing to do yet.
    pub fn idle(game: &Arc<dyn DynGame>, config: SampleConfig) -> Sampler {
        let cursor = game.cursor();
        let (mut heard, mut start_fired) = (Vec::new(), RulesFired::new(game.rule_names().len()));
        cursor.start_fired(&mut heard);
        heard.iter().for_each(|rule| start_fired.add(*rule));
        Sampler {
            strides: config.strides(),
            start: cursor.save(),
            stats: PlayStats::new(game.seats()),
            game: Arc::clone(game),
            config,
            cursor,
            todo: VecDeque::new(),
            look: DetailLook::default(),
            line: Vec::new(),
            fired: RulesFired::new(game.rule_names().len()),
            start_fired,
            heard,
            judging: None,
            observations: None,
            queries: None,
            events: Vec::new(),
            cancel: None,
        }
    }

    /// Samples these playouts too. No playout may be added twice.
    pub fn add(&mut self, playouts: Range<u64>) {
        if !playouts.is_empty() {
            self.todo.push_back(Unit::Range(playouts));
        }
    }

    /// Watches patterns in the plays whose positions are looked at ([`SampleConfig::detail`]).
    pub fn observe(&mut self, observations: Arc<Observations>) {
        self.observations = Some(observations);
    }

    /// Asks queries of the plays that [`SampleConfig::queries`] says. In these, rules are not counted.
    pub fn ask(&mut self, queries: Arc<TraceQueries>) {
        self.queries = Some(queries);
    }

    /// Gives up long playouts, too, once this flag is set. What was counted stays.
    pub fn cancel_on(&mut self, flag: Arc<AtomicBool>) {
        self.cancel = Some(flag);
    }

    /// Whether everything was sampled.
    pub fn is_done(&self) -> bool {
        self.todo.is_empty() && self.judging.is_none()
    }

    /// What was counted so far.
    pub fn stats(&self) -> &PlayStats {
        &self.stats
    }

    /// What was counted, to be merged with others.
    pub fn into_stats(self) -> PlayStats {
        self.stats
    }

    /// The configuration.
    pub fn config(&self) -> &SampleConfig {
        &self.config
    }

    /// Works until everything is done or `more` says no; it is asked after every playout. Bots play
    /// without a clock: see [`Sampler::work_with`].
    pub fn work(&mut self, more: &mut dyn FnMut() -> bool) -> Result<(), SampleError> {
        self.work_with(&(), more)
    }

    /// The same, with a clock for bots that think for a time.
    pub fn work_with(
        &mut self,
        environment: &dyn Environment,
        more: &mut dyn FnMut() -> bool,
    ) -> Result<(), SampleError> {
        while !self.is_done() && !self.is_cancelled() {
            if self.judging.is_some() {
                self.judge_next();
            } else {
                match self.todo.pop_front() {
                    Some(Unit::Range(range)) if self.config.players.is_empty() => {
                        if self.plain(range, more).is_break() {
                            return Ok(());
                        }
                        continue;
                    }
                    Some(Unit::Range(range)) => {
                        let next = range.start + 1;
                        self.bots(range.start, environment)?;
                        if next < range.end {
                            self.todo.push_front(Unit::Range(next..range.end));
                        }
                    }
                    Some(Unit::Look(playout)) => self.closer(playout),
                    None => {}
                }
            }
            if !more() {
                break;
            }
        }
        Ok(())
    }

    fn is_cancelled(&self) -> bool {
        self.cancel.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed))
    }

    /// Plays a chunk of a range at random; the looks at them and the rest of the range come next.
    fn plain(&mut self, range: Range<u64>, more: &mut dyn FnMut() -> bool) -> ControlFlow<()> {
        let n = (range.end - range.start).min(CHUNK);
        let all_rules = self.strides.rules == 1 && !self.game.rule_names().is_empty();
        let mut tally = Ends {
            stats: &mut self.stats,
            start_fired: all_rules.then_some(&self.start_fired),
            cancel: self.cancel.as_deref(),
            more,
            told: 0,
            pause: false,
        };
        self.cursor.playouts(n, self.config.seed, range.start, &mut tally);
        let (told, pause) = (tally.told, tally.pause);
        let next = range.start + told;
        if next < range.end {
            self.todo.push_front(Unit::Range(next..range.end));
        }
        let due = |stride: u64| match stride {
            0 => None,
            n => Some(range.start.next_multiple_of(n)..next).map(|r| (r.start..r.end, n)),
        };
        let Strides { detail, rules, tension, queries } = self.strides;
        let rules = if all_rules { 0 } else { rules };
        let queries = if self.queries.is_some() { queries } else { 0 };
        // Looks are taken in the order of playouts, each once.
        let mut looks: Vec<u64> = [detail, rules, tension, queries]
            .into_iter()
            .filter_map(due)
            .flat_map(|(range, n)| range.step_by(n as usize))
            .collect();
        looks.sort_unstable();
        looks.dedup();
        for playout in looks.into_iter().rev() {
            self.todo.push_front(Unit::Look(playout));
        }
        if pause { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    /// Looks at each position of a random playout, which is the same as the one that was counted.
    fn closer(&mut self, playout: u64) {
        let mut rng = Rng::nth(self.config.seed, playout);
        let played =
            self.follow(playout, &mut rng, &mut |cursor, _, rng| Ok(cursor.random_move(rng)));
        // Random moves cannot fail, and a cancelled play is not counted.
        if let Ok(Some(played)) = played {
            self.judge_later(playout, played);
        }
    }

    /// A play by bots.
    fn bots(&mut self, playout: u64, environment: &dyn Environment) -> Result<(), SampleError> {
        let seats = self.game.seats();
        let bots = match &self.config.players[..] {
            [one] => vec![*one; seats],
            many if many.len() == seats => many.to_vec(),
            many => return Err(SampleError::Seats { seats, bots: many.len() }),
        };
        let error = |bot: Bot| move |why| SampleError::Player { bot: bot.to_string(), why };
        let mut players: Vec<Box<dyn Player>> = Vec::new();
        for bot in &bots {
            let mut player = bot.player();
            let ready = player.prepare(&self.game, &mut *self.cursor, environment);
            ready.map_err(error(*bot))?;
            players.push(player);
        }
        let (game, start) = (Arc::clone(&self.game), self.start.clone());
        let mut history: Vec<MoveIndex> = Vec::new();
        let mut listed = Vec::new();
        let hidden = game.has_hidden_information();
        let mut rng = Rng::nth(self.config.seed, playout);
        let mut choose = |cursor: &mut dyn Cursor, turn: &Turn, rng: &mut Rng| {
            let index = match turn {
                Turn::Player(seat) => {
                    let at = usize::from(seat.0);
                    let known;
                    let knowledge = if hidden {
                        known = InformationState::new(&game, *seat, &start, &history);
                        Knowledge::Hidden(&known)
                    } else {
                        Knowledge::Open(&mut *cursor)
                    };
                    let found = players[at].choose(&game, knowledge, rng, environment);
                    found.map_err(error(bots[at]))?.best
                }
                _ => {
                    let mv = cursor.random_move(rng);
                    cursor.moves(&mut listed);
                    let at = listed.iter().position(|one| *one == mv).unwrap_or_default();
                    MoveIndex(at as u32)
                }
            };
            history.push(index);
            cursor.moves(&mut listed);
            match (listed.get(index.0 as usize), turn) {
                (Some(mv), _) => Ok(*mv),
                (None, Turn::Player(seat)) => {
                    let why = PlayerError::IllegalMove(index);
                    Err(error(bots[usize::from(seat.0)])(why))
                }
                (None, _) => Ok(cursor.random_move(rng)),
            }
        };
        if let Some(played) = self.follow(playout, &mut rng, &mut choose)? {
            self.stats.count(&played);
            self.judge_later(playout, played);
        }
        Ok(())
    }

    /// Plays with moves that a player or bot chooses, and looks at the positions as far as it is this playout's
    /// turn. `None` if it was cancelled.
    fn follow(
        &mut self,
        playout: u64,
        rng: &mut Rng,
        choose: Choose<'_>,
    ) -> Result<Option<Playout>, SampleError> {
        if self.look.known_moves() > MOST_MOVES {
            self.cursor = self.game.cursor();
            self.look.forget_moves();
        }
        let due = |stride: u64| stride > 0 && playout.is_multiple_of(stride);
        let (detail, rules) = (due(self.strides.detail), due(self.strides.rules));
        let asked = self.queries.is_some() && due(self.strides.queries);
        // In random playouts, where all rules are counted, they were counted as they fired.
        let counted = self.strides.rules == 1 && self.config.players.is_empty();
        let rules = rules && !counted && !asked && !self.game.rule_names().is_empty();
        self.line.clear();
        self.fired.clear();
        self.events.clear();
        self.look.begin(self.game.seats());
        self.cursor.push();
        let looks = Looks { detail, rules, asked };
        let played = self.run(rng, choose, looks);
        self.cursor.pop();
        let Some(played) = played? else { return Ok(None) };
        if detail {
            self.look.end(&played.outcome, &mut self.stats.detail);
        }
        if rules {
            self.stats.rules.count(&self.start_fired, &self.fired);
        }
        if let Some(queries) = self.queries.as_ref().filter(|_| asked) {
            let told = (&self.start, &self.events[..]);
            queries.ask(playout, told, &mut self.stats.queries);
        }
        Ok(Some(played))
    }

    /// The moves of one play.
    fn run(
        &mut self,
        rng: &mut Rng,
        choose: Choose<'_>,
        Looks { detail, rules, asked }: Looks,
    ) -> Result<Option<Playout>, SampleError> {
        let cursor = &mut *self.cursor;
        let draw = |plies, end| Ok(Some(Playout { outcome: Outcome::draw(), plies, end }));
        let mut plies = 0;
        let watched = self.observations.as_deref().filter(|_| detail);
        loop {
            let turn = cursor.turn();
            if let Some(watched) = watched {
                let is_end =
                    matches!(turn, Turn::Over(_) | Turn::Stopped(_)) || plies >= PLAYOUT_CAP;
                watched.look(&cursor.save(), is_end, &mut self.stats.observed);
            }
            match &turn {
                Turn::Over(outcome) => {
                    let end = match cursor.referee().is_draw() {
                        true => PlayoutEnd::DrawRule,
                        false => PlayoutEnd::Rules,
                    };
                    return Ok(Some(Playout { outcome: outcome.clone(), plies, end }));
                }
                Turn::Stopped(kind) => return draw(plies, PlayoutEnd::Stopped(*kind)),
                _ if plies >= PLAYOUT_CAP => return draw(plies, PlayoutEnd::Cap),
                _ if self.cancel.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed)) => {
                    return Ok(None);
                }
                Turn::Player(_) | Turn::Chance => {}
            }
            let mv = choose(cursor, &turn, rng)?;
            if detail {
                match turn {
                    Turn::Player(seat) => {
                        let made = (seat, cursor.count_moves(), mv);
                        self.look.choice(cursor, made, &mut self.stats.detail);
                    }
                    _ => self.look.chance(&mut self.stats.detail),
                }
            }
            self.line.push(mv);
            if asked {
                cursor.apply_told(mv, &mut self.events);
            } else if rules {
                self.heard.clear();
                cursor.apply_fired(mv, &mut self.heard);
                self.heard.iter().for_each(|rule| self.fired.add(*rule));
            } else {
                cursor.apply(mv);
            }
            plies += 1;
        }
    }

    /// The positions of a play are judged next, if it is this playout's turn.
    fn judge_later(&mut self, playout: u64, played: Playout) {
        let stride = self.strides.tension;
        if stride > 0 && playout.is_multiple_of(stride) && !self.line.is_empty() {
            self.cursor.push();
            self.judging = Some(Judging {
                playout,
                line: self.line.clone(),
                outcome: played.outcome,
                moments: Vec::new(),
                at: 0,
            });
        }
    }

    /// Judges the next position of the play that is being judged.
    fn judge_next(&mut self) {
        let Some(judging) = &mut self.judging else { return };
        let Judging { playout, line, outcome, moments, at } = judging;
        let count = line.len().min(MOMENTS);
        let next = moments.len() * line.len() / count;
        for mv in &line[*at..next] {
            self.cursor.apply(*mv);
        }
        *at = next;
        let number = *playout * MOMENTS as u64 + moments.len() as u64;
        let worth = judge(&mut *self.cursor, self.config.seed ^ JUDGE_SEED, number * JUDGED_BY);
        moments.push(Moment { at: next as f64 / line.len() as f64, worth });
        if moments.len() == count {
            self.stats.tension.count(moments, outcome);
            self.judging = None;
            self.cursor.pop();
        }
    }
}

/// Chooses a move where a cursor stands.
type Choose<'a> =
    &'a mut dyn FnMut(&mut dyn Cursor, &Turn, &mut Rng) -> Result<MoveId, SampleError>;

/// Counts how playouts end, and asks between them whether to go on.
struct Ends<'a> {
    stats: &'a mut PlayStats,
    /// The rules that fire before the first decision, if all rules are counted.
    start_fired: Option<&'a RulesFired>,
    cancel: Option<&'a AtomicBool>,
    more: &'a mut dyn FnMut() -> bool,
    told: u64,
    pause: bool,
}

impl Tally for Ends<'_> {
    fn count(&mut self, playout: &Playout) -> ControlFlow<()> {
        self.stats.count(playout);
        self.told += 1;
        self.pause = !(self.more)();
        if self.pause { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn counts_rules(&self) -> bool {
        self.start_fired.is_some()
    }

    fn rules(&mut self, fired: &RulesFired) {
        if let Some(start) = self.start_fired {
            self.stats.rules.count(start, fired);
        }
    }

    fn stop(&mut self) -> bool {
        self.cancel.is_some_and(|flag| flag.load(Ordering::Relaxed))
    }
}

/// The moves of a random playout by name, of chance too: an example that replays.
pub fn playout_moves(game: &Arc<dyn DynGame>, seed: u64, playout: u64) -> Vec<String> {
    let mut cursor = game.cursor();
    let mut rng = Rng::nth(seed, playout);
    let mut out = Vec::new();
    while matches!(cursor.turn(), Turn::Player(_) | Turn::Chance)
        && out.len() < PLAYOUT_CAP as usize
    {
        let mv = cursor.random_move(&mut rng);
        out.push(cursor.move_name(mv));
        cursor.apply(mv);
    }
    out
}
