//! How fast a game is played at random, searched and explored, whatever it is made of.

use super::clock::Clock;
use crate::failure::Failure;
use baselines::{Baseline, Draw};
use senet_game::{Cursor, DynGame, LimitReached, Limits, Playout, PlayoutEnd, Referee, Rng, Turn};
use senet_players::{Bot, Knowledge, SearchConfig, SearchLimit};
use senet_solve::{ExploreLimits, ExploreStop, explore};
use senet_tui::SystemEnvironment;
use serde::Serialize;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Measurements are interleaved in so many rounds, to cancel the noise of the machine.
const ROUNDS: u32 = 8;
/// Games that the baseline plays between two looks at the clock.
const GAMES: u32 = 256;
/// Moves between two looks at the clock: a look at every end would be a tenth of a short game.
const MOVES: u64 = 512;
/// Positions that are kept, and bytes for them, before exploration begins anew.
const LIMITS: ExploreLimits = ExploreLimits { positions: 4_000_000, depth: None, memory: 2 << 30 };

/// Playouts and positions.
#[derive(Debug, Serialize)]
pub(super) struct Play {
    /// Under the draw rules of the game, as it is played everywhere.
    pub(super) playouts_per_second: f64,
    pub(super) moves_per_second: f64,
    pub(super) moves_per_playout: f64,
    /// One at a time, as a tree search plays them; the figures above are of many at once.
    pub(super) single_playouts_per_second: f64,
    /// Without draw rules, as other systems play; only for games that have draw rules.
    pub(super) without_draw_rules: Option<Rate>,
    /// Of the hand-written baseline, which knows no draw rules, if there is one.
    pub(super) baseline_playouts_per_second: Option<f64>,
    pub(super) share_of_baseline: Option<f64>,
    /// Of `mcts` at the first position, if that is a player's turn and nothing is hidden.
    pub(super) mcts_playouts_per_second: Option<f64>,
    pub(super) mcts_share: Option<f64>,
    /// Breadth first.
    pub(super) positions_per_second: f64,
    pub(super) edges_per_second: f64,
    /// As they are stored in exploration: packed if they can be, else as the first position.
    pub(super) bytes_per_position: usize,
}

/// How fast playouts are made.
#[derive(Debug, Clone, Copy, Serialize)]
pub(super) struct Rate {
    pub(super) playouts_per_second: f64,
    pub(super) moves_per_second: f64,
    pub(super) moves_per_playout: f64,
}

/// A fixed amount of work.
#[derive(Debug, Clone, Copy)]
pub(super) struct Amount {
    pub(super) playouts: u64,
    /// Whether playouts are made together, where the engine can.
    pub(super) lockstep: bool,
}

/// How much was played.
#[derive(Debug, Serialize)]
pub(super) struct Played {
    pub(super) playouts: u64,
    pub(super) moves: u64,
}

impl Played {
    /// Plays exactly so much from the start.
    pub(super) fn of(game: &dyn DynGame, amount: Amount, seed: u64) -> Played {
        let (mut cursor, mut moves) = (game.cursor(), 0);
        if amount.lockstep {
            cursor.playouts(amount.playouts, seed, 0, &mut |playout: &Playout| {
                moves += playout.plies;
                ControlFlow::Continue(())
            });
        } else {
            for i in 0..amount.playouts {
                cursor.push();
                // It is asked whether to stop once for each move.
                let mut stop = || {
                    moves += 1;
                    false
                };
                cursor.playout(&mut Rng::nth(seed, i), &mut stop, None);
                cursor.pop();
            }
        }
        Played { playouts: amount.playouts, moves }
    }
}

/// What to measure with.
#[derive(Clone, Copy)]
pub(super) struct Terms {
    pub(super) seed: u64,
    pub(super) time: Duration,
    pub(super) limits: Limits,
    pub(super) baseline: Option<Baseline>,
    /// Instead of measuring, play so much.
    pub(super) amount: Option<Amount>,
}

impl Terms {
    fn stopped(&self, kind: senet_game::LimitKind) -> Failure {
        let doing = "between two moves".to_owned();
        LimitReached { kind, limit: self.limits.of(kind), doing }.into()
    }
}

impl Play {
    pub(super) fn of(game: &Arc<dyn DynGame>, terms: Terms) -> Result<Play, Failure> {
        let mut ruled = Playing::new(game.cursor(), terms.seed);
        let mut plain = (!game.draw_rules().is_empty()).then(|| {
            let mut cursor = game.cursor();
            cursor.set_referee(Referee::none());
            Playing::new(cursor, terms.seed)
        });
        let mut single = Playing::new(game.cursor(), terms.seed);
        let mut search = Searching::new(game, terms.seed);
        let mut draw = Draw::new(terms.seed);
        let (mut games, mut spent) = (0, Duration::ZERO);
        let time = terms.time / ROUNDS;
        for _ in 0..ROUNDS {
            ruled.play(time, &terms)?;
            single.play_singly(time);
            if let Some(plain) = &mut plain {
                plain.play(time, &terms)?;
            }
            if let Some(search) = &mut search {
                search.think(time)?;
            }
            if let Some(play) = terms.baseline {
                let (begun, clock) = (Instant::now(), Clock::begin());
                while begun.elapsed() < time {
                    std::hint::black_box(play(&mut draw, GAMES));
                    games += u64::from(GAMES);
                }
                spent += clock.spent();
            }
        }
        let rate = ruled.rate();
        let without_draw_rules = plain.map(|plain| plain.rate());
        let compared = without_draw_rules.unwrap_or(rate).playouts_per_second;
        let baseline = terms.baseline.map(|_| games as f64 / spent.as_secs_f64());
        let mcts = search.map(|search| search.playouts as f64 / search.spent.as_secs_f64());
        let (positions, edges) = positions(&**game, &terms)?;
        Ok(Play {
            playouts_per_second: rate.playouts_per_second,
            moves_per_second: rate.moves_per_second,
            moves_per_playout: rate.moves_per_playout,
            single_playouts_per_second: single.played as f64 / single.spent.as_secs_f64(),
            without_draw_rules,
            baseline_playouts_per_second: baseline,
            share_of_baseline: baseline.map(|n| compared / n),
            mcts_playouts_per_second: mcts,
            mcts_share: mcts.map(|n| n / rate.playouts_per_second),
            positions_per_second: positions,
            edges_per_second: edges,
            bytes_per_position: match game.packed_bits() {
                Some(bits) if bits <= 64 => size_of::<u64>(),
                Some(_) => size_of::<u128>(),
                None => game.cursor().state_bytes(),
            },
        })
    }
}

/// Random playouts.
struct Playing {
    cursor: Box<dyn Cursor>,
    seed: u64,
    played: u64,
    plies: u64,
    spent: Duration,
}

impl Playing {
    fn new(cursor: Box<dyn Cursor>, seed: u64) -> Playing {
        Playing { cursor, seed, played: 0, plies: 0, spent: Duration::ZERO }
    }

    /// Plays for a while.
    fn play(&mut self, time: Duration, terms: &Terms) -> Result<(), Failure> {
        let Playing { cursor, seed, played, plies, spent } = self;
        let (begun, clock) = (Instant::now(), Clock::begin());
        let (mut since, mut stopped) = (0, None);
        let mut tally = |playout: &Playout| {
            *played += 1;
            *plies += playout.plies;
            since += playout.plies + 1;
            if let PlayoutEnd::Stopped(kind) = playout.end {
                stopped = Some(kind);
                return ControlFlow::Break(());
            }
            if since < MOVES {
                return ControlFlow::Continue(());
            }
            since = 0;
            if begun.elapsed() >= time { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        cursor.playouts(u64::MAX, *seed, 0, &mut tally);
        *spent += clock.spent();
        stopped.map_or(Ok(()), |kind| Err(terms.stopped(kind)))
    }

    /// Plays for a while, each playout by itself and from the position where the cursor stands.
    fn play_singly(&mut self, time: Duration) {
        let Playing { cursor, seed, played, spent, .. } = self;
        let (begun, clock) = (Instant::now(), Clock::begin());
        loop {
            for _ in 0..16 {
                let mut rng = Rng::nth(*seed, *played);
                cursor.push();
                cursor.playout(&mut rng, &mut || false, None);
                cursor.pop();
                *played += 1;
            }
            if begun.elapsed() >= time {
                break;
            }
        }
        *spent += clock.spent();
    }

    fn rate(&self) -> Rate {
        let seconds = self.spent.as_secs_f64();
        Rate {
            playouts_per_second: self.played as f64 / seconds,
            moves_per_second: self.plies as f64 / seconds,
            moves_per_playout: self.plies as f64 / self.played as f64,
        }
    }
}

/// Monte Carlo tree search at the first position, again and again.
struct Searching<'a> {
    game: &'a Arc<dyn DynGame>,
    rng: Rng,
    environment: SystemEnvironment,
    playouts: u64,
    spent: Duration,
}

impl<'a> Searching<'a> {
    /// `None`, if it is not a player's turn, or not everything is seen.
    fn new(game: &'a Arc<dyn DynGame>, seed: u64) -> Option<Searching<'a>> {
        let open = matches!(game.cursor().turn(), Turn::Player(_));
        let environment = SystemEnvironment::new(Arc::default());
        let (rng, playouts, spent) = (Rng::new(seed), 0, Duration::ZERO);
        let searching = Searching { game, rng, environment, playouts, spent };
        (open && !game.has_hidden_information()).then_some(searching)
    }

    /// Searches for a while, each time without what was found before.
    fn think(&mut self, time: Duration) -> Result<(), Failure> {
        let (begun, clock) = (Instant::now(), Clock::begin());
        while begun.elapsed() < time {
            let mut player = Bot::mcts(SearchConfig::new(SearchLimit::Time(time))).player();
            let mut cursor = self.game.cursor();
            let knowledge = Knowledge::Open(&mut *cursor);
            let found = player.choose(self.game, knowledge, &mut self.rng, &self.environment);
            self.playouts += found.map_err(|why| Failure::bad(why.to_string()))?.nodes;
        }
        self.spent += clock.spent();
        Ok(())
    }
}

/// Positions and edges per second, breadth first from the start, again and again if there are few.
fn positions(game: &dyn DynGame, terms: &Terms) -> Result<(f64, f64), Failure> {
    let (mut positions, mut edges) = (0, 0);
    let (begun, clock) = (Instant::now(), Clock::begin());
    while begun.elapsed() < terms.time {
        let found = explore(game, LIMITS, &mut |_| begun.elapsed() < terms.time);
        if let Some(ExploreStop::Stopped(kind)) = found.stopped {
            return Err(terms.stopped(kind));
        }
        positions += found.positions + found.chance_nodes;
        edges += found.edges;
    }
    let seconds = clock.spent().as_secs_f64();
    Ok((positions as f64 / seconds, edges as f64 / seconds))
}
