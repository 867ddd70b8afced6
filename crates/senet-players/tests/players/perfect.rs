//! Perfect play is what it says, or an error.

use super::draw_rules::{Graph, minimax};
use super::hidden::Poker;
use super::limits::{GRACE, LIMIT, Ticks, Work, games};
use super::{after, ask, bot, choose, duel, listed, made_up, moves};
use senet_game::{DynGame, Game, Log, MoveIndex, Observer, Outcome, Rng, Seat, Turn, View};
use senet_players::{Environment, InformationState, Knowledge, PlayerError, SearchLimit};
use senet_positional::games::{ConnectFour, Hex, Mnk};
use senet_solve::SolveError;
use std::sync::Arc;
use std::time::Duration;

#[test]
fn tic_tac_toe_is_played_perfectly() {
    let game = listed::<Mnk>(&[]);
    let (_, result) = ask(&game, &mut *game.cursor(), "perfect");
    assert_eq!((result.value, result.proven), (Some(0.0), true));
    for seed in 0..8 {
        assert!(duel(&game, ["perfect", "random"], seed) >= 0.0);
        assert!(duel(&game, ["random", "perfect"], seed) <= 0.0);
    }
    let mut at = after(&game, "a1 a2 b1 b2");
    assert_eq!(ask(&game, &mut *at, "perfect").0, "c1");
}

/// Whether a bot can play, and the move that it would make, in an environment.
fn attempt(
    game: &Arc<dyn DynGame>,
    who: senet_players::Bot,
    environment: &dyn Environment,
) -> [Result<Option<MoveIndex>, PlayerError>; 2] {
    let mut at = game.cursor();
    let prepared = who.player().prepare(game, &mut *at, environment).map(|()| None);
    let mut player = who.player();
    let chosen = choose(game, &mut *at, &mut *player, &mut Rng::new(1), environment);
    [prepared, chosen.map(|result| Some(result.best))]
}

#[test]
fn a_game_that_is_too_large_is_an_error_and_not_a_guess() {
    let large = [listed::<Hex>(&[("size", "11")]), listed::<ConnectFour>(&[])];
    for game in large {
        for result in attempt(&game, bot("perfect:2000"), &()) {
            let error = result.expect_err("nobody can solve this");
            let text = error.to_string();
            let PlayerError::NotSolved { reason, .. } = error else { panic!("{text}") };
            assert_eq!(reason, SolveError::Positions);
            assert!(text.contains("the limit of 2000 positions was reached"), "{text}");
            assert!(text.contains("try perfect:20000"), "{text}");
        }
    }
}

#[test]
fn hidden_information_is_an_error() {
    let game = made_up(Poker { cards: 3 });
    let mut player = bot("perfect").player();
    let is_hidden =
        |error| matches!(error, PlayerError::NotSolved { reason: SolveError::Hidden, .. });
    assert!(player.prepare(&game, &mut *game.cursor(), &()).is_err_and(is_hidden));
    let history = [0, 0].map(MoveIndex);
    let known = InformationState::new(&game, Seat(0), &game.start(), &history);
    let result = player.choose(&game, Knowledge::Hidden(&known), &mut Rng::new(1), &());
    assert!(result.is_err_and(is_hidden));
}

#[test]
fn time_is_kept_and_cancelling_ends_it() {
    let ticks = Ticks::default();
    // The solver asks for the time after every 64 moves.
    for (name, game) in games(&ticks, &[5, 100]) {
        for cancel in [false, true] {
            let limit = if cancel { Duration::from_secs(3600) } else { LIMIT };
            let who = bot("perfect:1000000").with_limit(SearchLimit::Time(limit));
            let work = |began: Duration| Work {
                ticks: Arc::clone(&ticks),
                cancelled_at: cancel.then_some(began + LIMIT),
            };
            for (i, prepare) in [true, false].into_iter().enumerate() {
                let began = work(Duration::ZERO).now();
                let work = work(began);
                let (mut at, mut player) = (game.cursor(), who.player());
                let error = if prepare {
                    player.prepare(&game, &mut *at, &work).expect_err("nobody can solve this")
                } else {
                    choose(&game, &mut *at, &mut *player, &mut Rng::new(1), &work)
                        .expect_err("nobody can solve this")
                };
                let took = work.now() - began;
                assert!(took <= LIMIT + GRACE, "{name}, cancelled: {cancel}, {i}: {took:?}");
                let text = error.to_string();
                match error {
                    PlayerError::Cancelled => assert!(cancel, "{name}"),
                    PlayerError::NotSolved { .. } => {
                        assert!(text.contains("the time limit of 60ms was reached"), "{text}");
                    }
                    other => panic!("{other}"),
                }
            }
        }
    }
}

/// A die of three is rolled until the player stops: a one ends the game, and 4 in all win.
struct Dice;

impl Game for Dice {
    type State = (u8, bool, bool);
    type Move = u8;

    fn seats(&self) -> usize {
        1
    }

    fn start(&self) -> Self::State {
        (0, false, false)
    }

    fn turn(&self, (sum, rolling, over): &Self::State) -> Turn {
        match (rolling, over) {
            _ if *sum >= 4 => Turn::Over(Outcome::won(Seat(0))),
            (_, true) => Turn::Over(Outcome::draw()),
            (true, _) => Turn::Chance,
            _ => Turn::Player(Seat(0)),
        }
    }

    fn moves(&self, (_, rolling, _): &Self::State, out: &mut Vec<u8>) {
        out.clear();
        out.extend(if *rolling { 1..=3 } else { 0..=1 });
    }

    fn apply(&self, (sum, rolling, over): &mut Self::State, mv: &u8, _: &mut impl Log) {
        match (*rolling, *mv) {
            (false, 0) => *over = true,
            (false, _) => *rolling = true,
            (true, 1) => (*sum, *over) = (0, true),
            (true, n) => (*sum, *rolling) = (*sum + n, false),
        }
    }

    fn move_name(&self, (_, rolling, _): &Self::State, mv: &u8) -> String {
        if *rolling { format!("roll {mv}") } else { ["stop", "roll"][usize::from(*mv)].to_owned() }
    }

    fn view(&self, (sum, ..): &Self::State, _: Observer) -> View {
        View::facts([("sum", sum.to_string())])
    }
}

#[test]
fn chance_is_averaged() {
    let game = made_up(Dice);
    let (name, result) = ask(&game, &mut *game.cursor(), "perfect");
    // Two rolls of 2 or 3 are needed: the second one always reaches 4.
    assert_eq!(name, "roll");
    let value = result.value.expect("it knows");
    assert!(result.proven && (value - 4.0 / 9.0).abs() < 1e-9, "{value}");
}

#[test]
fn the_value_is_kept_under_the_draw_rules() {
    let mut rng = Rng::new(11);
    for case in 0..500 {
        let game = made_up(Graph::random(&mut rng));
        let mut at = game.cursor();
        let mut players = [bot("perfect").player(), bot("perfect").player()];
        let mut promised = [-1.0; 2];
        while let Turn::Player(seat) = at.turn() {
            let own = usize::from(seat.0);
            let truth = minimax(&mut *at, seat);
            // One plays perfectly in every other case, the other at random.
            let index = if own == case % 2 {
                let player = &mut *players[own];
                let result = choose(&game, &mut *at, player, &mut rng, &()).expect("a small game");
                assert_eq!(result.value, Some(truth), "case {case}");
                assert!(truth >= promised[own], "case {case}: it had {}", promised[own]);
                promised[own] = truth;
                result.best
            } else {
                MoveIndex(rng.index(at.count_moves() as u64) as u32)
            };
            let mv = moves(&mut *at)[index.0 as usize];
            at.apply(mv);
        }
        if let Turn::Over(outcome) = at.turn() {
            let own = case % 2;
            let utility = outcome.utility(Seat(own as u8));
            assert!(utility >= promised[own], "case {case}: {utility}, not {}", promised[own]);
        }
    }
}
