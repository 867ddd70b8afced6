//! How fast a game is played at random and gone through breadth first, whatever it is made of.

use super::LONG;
use super::clock::Clock;
use crate::failure::Failure;
use baselines::{Baseline, Draw};
use senet_analysis::{Bounds, Halt, explore};
use senet_game::{Game, Limits, Referee, Rng, RulesOfPlay, Stop, Turn};
use senet_players::{Bot, Effort, Mind};
use senet_tui::Outside;
use serde::Serialize;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// Who runs alone may find a quiet moment of the machine: the game and the program by hand take turns.
const ROUNDS: u32 = 8;
/// Games that the program by hand plays between two looks at the clock.
const GAMES: u32 = 256;
/// Positions that are kept, and bytes for them, before it begins anew.
const BOUNDS: Bounds = Bounds { positions: 4_000_000, depth: None, memory: 2 << 30 };

/// Playouts and positions.
#[derive(Debug, Serialize)]
pub(super) struct Play {
    pub(super) playouts_per_second: f64,
    pub(super) moves_per_second: f64,
    /// Of the program that knows this game only, if there is one.
    pub(super) by_hand_playouts_per_second: Option<f64>,
    pub(super) share_of_by_hand: Option<f64>,
    /// Of `mcts` who thinks about the start, if that is somebody's turn and nothing is hidden.
    pub(super) mcts_playouts_per_second: Option<f64>,
    pub(super) mcts_share: Option<f64>,
    /// Breadth first.
    pub(super) positions_per_second: f64,
    pub(super) edges_per_second: f64,
    /// As they are kept when all are: packed if they can be, else as the start.
    pub(super) bytes_per_position: usize,
}

/// What to measure with.
#[derive(Clone, Copy)]
pub(super) struct Terms {
    pub(super) seed: u64,
    pub(super) time: Duration,
    pub(super) limits: Limits,
    pub(super) by_hand: Option<Baseline>,
}

impl Play {
    pub(super) fn of<G: Game + 'static>(game: &G, terms: Terms) -> Result<Play, Failure> {
        let mut ours = Playing::new(game, terms.seed);
        let mut search = Searching::new(game, terms.seed);
        let mut draw = Draw::new(terms.seed);
        let (mut games, mut spent) = (0, Duration::ZERO);
        for _ in 0..ROUNDS {
            ours.play(terms.time / ROUNDS, terms.limits)?;
            if let Some(search) = &mut search {
                search.think(terms.time / ROUNDS);
            }
            if let Some(play) = terms.by_hand {
                let (begun, clock) = (Instant::now(), Clock::begin());
                while begun.elapsed() < terms.time / ROUNDS {
                    std::hint::black_box(play(&mut draw, GAMES));
                    games += u64::from(GAMES);
                }
                spent += clock.spent();
            }
        }
        let seconds = ours.spent.as_secs_f64();
        let playouts = ours.played as f64 / seconds;
        let by_hand = terms.by_hand.map(|_| games as f64 / spent.as_secs_f64());
        let mcts = search.map(|search| search.playouts as f64 / search.spent.as_secs_f64());
        let (positions, edges) = positions(game, terms)?;
        Ok(Play {
            playouts_per_second: playouts,
            moves_per_second: (ours.made + ours.length) as f64 / seconds,
            by_hand_playouts_per_second: by_hand,
            share_of_by_hand: by_hand.map(|n| playouts / n),
            mcts_playouts_per_second: mcts,
            mcts_share: mcts.map(|n| n / playouts),
            positions_per_second: positions,
            edges_per_second: edges,
            bytes_per_position: match game.packed_bits() {
                Some(bits) if bits <= 64 => size_of::<u64>(),
                Some(_) => size_of::<u128>(),
                None => game.bytes(&game.start()),
            },
        })
    }
}

/// Playing at random, one game after the other.
struct Playing<'a, G: Game> {
    game: &'a G,
    start: G::State,
    state: G::State,
    /// For games with rules of play.
    referee: Option<Referee<G::State>>,
    /// Whether a rule of play has ended it.
    ended: bool,
    rng: Rng,
    moves: Vec<G::Move>,
    played: u64,
    made: u64,
    /// Moves of the game that is being played.
    length: u64,
    spent: Duration,
}

impl<'a, G: Game> Playing<'a, G> {
    fn new(game: &'a G, seed: u64) -> Playing<'a, G> {
        let start = game.start();
        Playing {
            referee: referee(game, &start),
            ended: false,
            state: start.clone(),
            start,
            game,
            rng: Rng::new(seed),
            moves: Vec::new(),
            played: 0,
            made: 0,
            length: 0,
            spent: Duration::ZERO,
        }
    }

    /// Goes on for a while.
    fn play(&mut self, time: Duration, limits: Limits) -> Result<(), Failure> {
        let (begun, clock) = (Instant::now(), Clock::begin());
        for looks in 1u64.. {
            match self.game.turn(&self.state) {
                Turn::Over(_) => self.begin(),
                _ if self.ended || self.length >= LONG => self.begin(),
                Turn::Stopped(budget) => {
                    let doing = "between two moves".to_owned();
                    return Err(Stop { budget, limit: limits.of(budget), doing }.into());
                }
                turn => self.step(&turn),
            }
            // A look at the clock now and then; at every end it would be a tenth of a short game.
            if looks % 64 == 0 && begun.elapsed() >= time {
                break;
            }
        }
        self.spent += clock.spent();
        Ok(())
    }

    /// One game is over: the next one.
    fn begin(&mut self) {
        self.played += u64::from(self.length < LONG);
        self.state.clone_from(&self.start);
        if self.referee.is_some() {
            self.referee = referee(self.game, &self.state);
        }
        self.ended = false;
        self.made += self.length;
        self.length = 0;
    }

    #[inline]
    fn step(&mut self, turn: &Turn) {
        let mv = self.game.pick(&self.state, &mut self.rng, &mut self.moves);
        self.game.apply(&mut self.state, &mv, &mut ());
        self.length += 1;
        if let Some(referee) = &mut self.referee {
            let after = self.game.turn(&self.state);
            let after = referee.watch(turn, self.game.stirs(&mv), &self.state, after);
            self.ended = matches!(after, Turn::Over(_));
        }
    }
}

/// Thinking about the start, again and again.
struct Searching<'a, G: Game> {
    game: &'a G,
    start: G::State,
    rng: Rng,
    outside: Outside,
    playouts: u64,
    spent: Duration,
}

impl<'a, G: Game + 'static> Searching<'a, G> {
    /// Nothing, if there is nothing to think about, or not all of it is seen.
    fn new(game: &'a G, seed: u64) -> Option<Searching<'a, G>> {
        let start = game.start();
        let open = matches!(game.turn(&start), Turn::Player(_)) && !game.hides();
        let outside = Outside::new(Arc::new(AtomicBool::new(false)));
        let (playouts, spent) = (0, Duration::ZERO);
        open.then(|| Searching { game, start, rng: Rng::new(seed), outside, playouts, spent })
    }

    /// Goes on for a while, each time without what was found out before.
    fn think(&mut self, time: Duration) {
        let (begun, clock) = (Instant::now(), Clock::begin());
        while begun.elapsed() < time {
            let mut player = Bot::Mcts(Mind::of(Effort::Time(time))).player();
            let opinion = player.choose(self.game, &self.start, &mut self.rng, &self.outside);
            self.playouts += opinion.nodes;
        }
        self.spent += clock.spent();
    }
}

fn referee<G: Game>(game: &G, state: &G::State) -> Option<Referee<G::State>> {
    let rules = game.rules_of_play();
    (rules != RulesOfPlay::default()).then(|| Referee::new(rules, state))
}

/// Positions and edges per second, breadth first from the start, again and again if there are few.
fn positions<G: Game>(game: &G, terms: Terms) -> Result<(f64, f64), Failure> {
    let (mut positions, mut edges) = (0, 0);
    let (begun, clock) = (Instant::now(), Clock::begin());
    while begun.elapsed() < terms.time {
        let found = explore(game, BOUNDS, &mut |_| begun.elapsed() < terms.time);
        if let Some(Halt::Stopped(budget)) = found.halt {
            let doing = "between two moves".to_owned();
            return Err(Stop { budget, limit: terms.limits.of(budget), doing }.into());
        }
        positions += found.positions + found.chances;
        edges += found.edges;
    }
    let seconds = clock.spent().as_secs_f64();
    Ok((positions as f64 / seconds, edges as f64 / seconds))
}
