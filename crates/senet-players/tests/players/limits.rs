//! Every bot obeys its limit in every path. Time is counted in what games are asked to do, so that a
//! busy machine changes nothing.

use super::hidden::Poker;
use super::{bot, choose, listed, made_up};
use senet_game::{
    Abilities, DynGame, Game, HiddenInformation, Log, MoveIndex, Observer, Outcome, Rng, Seat,
    Turn, View,
};
use senet_players::{Bot, Environment, InformationState, Knowledge, SearchLimit};
use senet_positional::games::Hex;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// Microseconds that went by.
pub(super) type Ticks = Arc<AtomicU64>;

/// A game whose moves take time: so many ticks each, listed or made.
struct Timed<G> {
    game: G,
    ticks: Ticks,
    cost: u64,
}

impl<G> Timed<G> {
    fn work(&self) {
        self.ticks.fetch_add(self.cost, Ordering::Relaxed);
    }
}

impl<G: Game> Game for Timed<G> {
    type State = G::State;
    type Move = G::Move;

    fn seats(&self) -> usize {
        self.game.seats()
    }

    fn start(&self) -> G::State {
        self.game.start()
    }

    fn turn(&self, state: &G::State) -> Turn {
        self.game.turn(state)
    }

    fn moves(&self, state: &G::State, out: &mut Vec<G::Move>) {
        self.work();
        self.game.moves(state, out);
    }

    fn apply(&self, state: &mut G::State, mv: &G::Move, log: &mut impl Log) {
        self.work();
        self.game.apply(state, mv, log);
    }

    fn move_name(&self, state: &G::State, mv: &G::Move) -> String {
        self.game.move_name(state, mv)
    }

    fn view(&self, state: &G::State, observer: Observer) -> View {
        self.game.view(state, observer)
    }

    fn random_move(&self, state: &G::State, rng: &mut Rng, moves: &mut Vec<G::Move>) -> G::Move {
        self.game.random_move(state, rng, moves)
    }

    fn abilities(&self) -> Abilities<Timed<G>> {
        // Abilities of the game itself, except for those that the tests below are about.
        let abilities = self.game.abilities();
        Abilities {
            hidden_information: abilities.hidden_information.is_some().then_some(
                HiddenInformation {
                    observation_key: |timed, state, observer| {
                        timed.game.view(state, observer).key()
                    },
                    observed_move: |timed, state, mv, observer| {
                        let hidden = timed.game.abilities().hidden_information;
                        let hidden = hidden.expect("it hides something");
                        (hidden.observed_move)(&timed.game, state, mv, observer)
                    },
                    determinize: |timed, state, seat, rng| {
                        let hidden = timed.game.abilities().hidden_information;
                        let hidden = hidden.expect("it hides something");
                        (hidden.determinize)(&timed.game, state, seat, rng)
                    },
                },
            ),
            // Leaves are collected, though playouts are made one by one.
            lanes: Some(8),
            running_scores: Some(|timed, state| {
                timed.game.abilities().running_scores.and_then(|scores| scores(&timed.game, state))
            }),
            ..Abilities::default()
        }
    }
}

/// The same game, for which bots collect leaves.
pub(super) fn in_lanes<G: Game>(game: G) -> Arc<dyn DynGame> {
    made_up(Timed { game, ticks: Ticks::default(), cost: 0 })
}

/// A game that goes on for longer than anybody looks; points are told while it is played. In the second
/// form nearly all of its moves are made by chance.
struct Marathon {
    by_chance: bool,
}

impl Game for Marathon {
    type State = (u64, [i64; 2]);
    type Move = u8;

    fn seats(&self) -> usize {
        2
    }

    fn start(&self) -> Self::State {
        (0, [0; 2])
    }

    fn turn(&self, (ply, points): &Self::State) -> Turn {
        match ply {
            1_000_000.. => {
                let winner = Seat(u8::from(points[1] > points[0]));
                let scores = Some((*points).into());
                Turn::Over(Outcome { scores, ..Outcome::won(winner) })
            }
            ply if self.by_chance && ply % 100_000 != 0 => Turn::Chance,
            ply => Turn::Player(Seat((ply % 2) as u8)),
        }
    }

    fn moves(&self, _: &Self::State, out: &mut Vec<u8>) {
        out.clear();
        out.extend(0..20);
    }

    fn apply(&self, (ply, points): &mut Self::State, mv: &u8, _: &mut impl Log) {
        points[(*ply % 2) as usize] += i64::from(*mv);
        *ply += 1;
    }

    fn move_name(&self, _: &Self::State, mv: &u8) -> String {
        mv.to_string()
    }

    fn view(&self, (ply, _): &Self::State, _: Observer) -> View {
        View::facts([("ply", ply.to_string())])
    }

    fn abilities(&self) -> Abilities<Marathon> {
        Abilities {
            running_scores: Some(|_, (_, points)| Some((*points).into())),
            ..Abilities::default()
        }
    }
}

/// An environment whose time is the time of the games.
pub(super) struct Work {
    pub(super) ticks: Ticks,
    pub(super) cancelled_at: Option<Duration>,
}

impl Environment for Work {
    fn now(&self) -> Duration {
        Duration::from_micros(self.ticks.load(Ordering::Relaxed))
    }

    fn is_cancelled(&self) -> bool {
        self.cancelled_at.is_some_and(|at| self.now() >= at)
    }
}

const BOTS: [&str; 10] = [
    "random",
    "greedy",
    "alphabeta",
    "alphabeta:20000:x2",
    "alphabeta:20000:score",
    "mcts",
    "mcts:20000:x2",
    "mcts:20000:score",
    "level:1",
    "level:10",
];

#[test]
fn no_bot_is_left_out() {
    for name in Bot::NAMES.iter().filter(|name| **name != "perfect") {
        let is_here = BOTS.iter().any(|bot| bot.split(':').next() == Some(name));
        assert!(is_here, "add {name} to BOTS: every bot keeps its limits");
    }
}

#[test]
fn every_bot_is_in_the_documentation() {
    let page = include_str!("../../../../docs/commands.md");
    for name in Bot::NAMES {
        let row = format!("| `{name}");
        assert!(page.contains(&row), "add a row for {name} to the bots of docs/commands.md");
    }
}

/// The games, with moves that take so many µs each.
pub(super) fn games(ticks: &Ticks, costs: &[u64]) -> Vec<(String, Arc<dyn DynGame>)> {
    let mut games: Vec<(String, Arc<dyn DynGame>)> = Vec::new();
    for cost in costs.iter().copied() {
        let ticks = || Arc::clone(ticks);
        let hex = super::plain::<Hex>(&[("size", "11")]);
        games.push((format!("Hex, {cost} µs"), made_up(Timed { game: hex, ticks: ticks(), cost })));
        for by_chance in [false, true] {
            let game = Marathon { by_chance };
            let name = format!("marathon, {cost} µs, by chance: {by_chance}");
            games.push((name, made_up(Timed { game, ticks: ticks(), cost })));
        }
    }
    games
}

/// The limit, and how much longer a bot may take: 10 ms, and the few moves that it is in the middle of.
pub(super) const LIMIT: Duration = Duration::from_millis(60);
pub(super) const GRACE: Duration = Duration::from_millis(20);

/// Lets a bot choose a first move and a second one after the answer, and says how long it took at most.
fn longest(game: &Arc<dyn DynGame>, who: Bot, work: &mut Work) -> Duration {
    let (mut player, mut rng) = (who.player(), Rng::new(1));
    let mut cursor = game.cursor();
    let mut longest = Duration::ZERO;
    for _ in 0..2 {
        while cursor.turn() == Turn::Chance {
            let mv = cursor.random_move(&mut rng);
            cursor.apply(mv);
        }
        let began = work.now();
        work.cancelled_at = work.cancelled_at.map(|_| began + LIMIT);
        let result = choose(game, &mut *cursor, &mut *player, &mut rng, work).expect("a move");
        longest = longest.max(work.now() - began);
        for index in [result.best, MoveIndex(0)] {
            if matches!(cursor.turn(), Turn::Player(_)) {
                let mv = super::moves(&mut *cursor)[index.0 as usize];
                cursor.apply(mv);
            }
        }
    }
    longest
}

#[test]
fn time_limits_are_kept() {
    let ticks = Ticks::default();
    for (name, game) in games(&ticks, &[5, 100, 2_000]) {
        for who in BOTS {
            let limited = bot(who).with_limit(SearchLimit::Time(LIMIT));
            let mut work = Work { ticks: Arc::clone(&ticks), cancelled_at: None };
            let took = longest(&game, limited, &mut work);
            assert!(took <= LIMIT + GRACE, "{who} on {name}: {took:?}");
        }
    }
}

#[test]
fn cancelled_searches_end() {
    let ticks = Ticks::default();
    for (name, game) in games(&ticks, &[5, 100, 2_000]) {
        for who in BOTS {
            let hour = SearchLimit::Time(Duration::from_secs(3600));
            let cancelled_at = Some(Duration::ZERO);
            let mut work = Work { ticks: Arc::clone(&ticks), cancelled_at };
            let took = longest(&game, bot(who).with_limit(hour), &mut work);
            assert!(took <= LIMIT + GRACE, "{who} on {name}: {took:?}");
        }
    }
}

#[test]
fn node_limits_are_kept() {
    let games = [listed::<Hex>(&[("size", "11")]), made_up(Marathon { by_chance: false })];
    for game in games {
        for (who, most) in [
            ("random", 0),
            ("greedy:16", 16),
            ("alphabeta:50", 50),
            ("alphabeta:50:x2", 100),
            ("mcts:7", 7),
            ("mcts:5:x2", 10),
            ("level:1", 4),
        ] {
            let (player, rng) = (&mut *bot(who).player(), &mut Rng::new(1));
            let result = choose(&game, &mut *game.cursor(), player, rng, &()).expect("a move");
            assert!(result.nodes <= most, "{who}: {}", result.nodes);
        }
    }
}

/// Chance draws a number that nobody sees, and shows it afterwards: one replay in a thousand fits.
struct Secret;

impl Game for Secret {
    type State = (u16, u8);
    type Move = u16;

    fn seats(&self) -> usize {
        1
    }

    fn start(&self) -> (u16, u8) {
        (0, 0)
    }

    fn turn(&self, (_, ply): &(u16, u8)) -> Turn {
        match ply {
            0 | 1 => Turn::Chance,
            2 => Turn::Player(Seat(0)),
            _ => Turn::Over(Outcome::draw()),
        }
    }

    fn moves(&self, (_, ply): &(u16, u8), out: &mut Vec<u16>) {
        out.clear();
        out.extend(0..if *ply == 0 { 1_000 } else { 2 });
    }

    fn apply(&self, (number, ply): &mut (u16, u8), mv: &u16, _: &mut impl Log) {
        *number = if *ply == 0 { *mv } else { *number };
        *ply += 1;
    }

    fn move_name(&self, _: &(u16, u8), mv: &u16) -> String {
        mv.to_string()
    }

    fn view(&self, (number, ply): &(u16, u8), _: Observer) -> View {
        let seen = if *ply < 2 { 0 } else { *number };
        View::facts([("ply", ply.to_string()), ("number", seen.to_string())])
    }

    fn abilities(&self) -> Abilities<Secret> {
        Abilities {
            hidden_information: Some(HiddenInformation {
                observation_key: |game, state, observer| game.view(state, observer).key(),
                observed_move: |_, (_, ply), mv, _| if *ply == 0 { 0 } else { u128::from(*mv) },
                determinize: |_, state, _, _| *state,
            }),
            ..Abilities::default()
        }
    }
}

#[test]
fn determinization_by_replay_keeps_the_time_too() {
    let ticks = Ticks::default();
    for cost in [5, 500, 2_000] {
        let poker = Timed { game: Poker { cards: 200 }, ticks: Arc::clone(&ticks), cost };
        let secret = Timed { game: Secret, ticks: Arc::clone(&ticks), cost };
        let cases = [(made_up(poker), Seat(1), [3, 9, 1]), (made_up(secret), Seat(0), [77, 0, 0])];
        for (game, seat, history) in cases {
            let history = &history.map(MoveIndex)[..2 + usize::from(seat.0)];
            let known = InformationState::new(&game, seat, &game.start(), history);
            for who in BOTS {
                let work = Work { ticks: Arc::clone(&ticks), cancelled_at: None };
                let mut player = bot(who).with_limit(SearchLimit::Time(LIMIT)).player();
                let (began, rng) = (work.now(), &mut Rng::new(1));
                let result = player.choose(&game, Knowledge::Hidden(&known), rng, &work);
                assert!(result.is_ok());
                let took = work.now() - began;
                assert!(took <= LIMIT + GRACE, "{who}, {cost} µs: {took:?}");
            }
        }
    }
}
