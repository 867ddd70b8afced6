//! Expected values.

use crate::PLENTY;
use crate::graph_game::{CHANCE, GraphGame, Keys, brute_force_mean, moves};
use num_traits::ToPrimitive;
use senet_game::{
    Abilities, DrawRules, DynGame, Game, GameInfo, Log, Observer, Outcome, Rng, Seat, Turn, View,
    erase,
};
use senet_solve::{
    Assumption, ExpectedValue, ExpectedValues, SolveError, SolveLimits, Solver, expected_values,
};
use std::sync::Arc;

#[test]
fn chance_is_averaged() {
    let mut rng = Rng::new(11);
    let mut exact = 0;
    for round in 0..1_500 {
        // Where play goes round, nobody has a choice; else it goes down, and everybody has.
        let down = round % 2 == 0;
        let mut graph = GraphGame::random(&mut rng, 2, down).with_chance(&mut rng);
        if !down {
            graph.points.iter_mut().for_each(|point| point.owner = CHANCE);
        }
        let found = expected_values(&*graph.erased(), PLENTY, &mut |_| true);
        let found = found.expect("a small game");
        let expected = graph.means()[0];
        let near = (found.value.to_f64() - expected).abs() < 1e-6;
        assert!(near, "{found:?} and {expected}: {graph:?}");
        exact += u32::from(matches!(found.value, ExpectedValue::Exact(_)));
        assert_eq!(found.assumption, None);
    }
    assert_eq!(exact, 1_500);
}

#[test]
fn the_best_chances_are_taken() {
    let mut rng = Rng::new(12);
    let mut asked = 0;
    for _ in 0..500 {
        let graph = GraphGame::random(&mut rng, 2, true).with_chance(&mut rng);
        let means = graph.means();
        let game = graph.erased();
        let solved = ExpectedValues::new(&mut *game.cursor(), PLENTY, &mut |_| true);
        let solved = solved.expect("a small game");
        for (at, mean) in means.iter().enumerate() {
            let mut cursor = graph.cursor_at(at as u8);
            if !matches!(cursor.turn(), Turn::Player(_)) {
                continue;
            }
            // Points that do not come after the start are not among those that were solved.
            let Some((mv, value)) = solved.best_move(&mut *cursor) else { continue };
            let to = usize::from(graph.points[at].next[mv.0 as usize].0);
            assert!((means[to] - mean).abs() < 1e-9, "point {at} of {graph:?}");
            assert!((value.to_f64() - mean).abs() < 1e-9);
            let here = solved.value(&mut *cursor).expect("it is among them");
            assert!((here.to_f64() - mean).abs() < 1e-9);
            asked += 1;
        }
    }
    assert!(asked > 700, "{asked}");
}

#[test]
fn choices_where_play_goes_round_are_held_between_bounds() {
    let mut rng = Rng::new(12);
    for _ in 0..500 {
        let graph = GraphGame::random(&mut rng, 2, false).with_chance(&mut rng);
        let found = expected_values(&*graph.erased(), PLENTY, &mut |_| true);
        let found = found.expect("a small game");
        let expected = graph.means()[0];
        match &found.value {
            ExpectedValue::Exact(exact) => {
                assert!((exact.to_f64().unwrap() - expected).abs() < 1e-6, "{graph:?}");
            }
            ExpectedValue::Between(low, high) => {
                let held = (*low - 1e-9..=*high + 1e-9).contains(&expected);
                assert!(held, "{found:?}: {graph:?}");
            }
        }
    }
}

#[test]
fn limits_that_play_can_reach_are_counted() {
    let mut rng = Rng::new(13);
    let mut bound = 0;
    for round in 0..600 {
        let mut graph =
            GraphGame::with_points(&mut rng, 2, round % 3 == 0, 6).with_chance(&mut rng);
        // A player between any two decisions of chance, so that the limit ends every play.
        for at in 0..graph.points.len() {
            if graph.points[at].owner == CHANCE {
                let next = graph.points[at].next.clone();
                let next = next.into_iter().filter(|(to, _)| {
                    graph.points[usize::from(*to)].owner != CHANCE
                        || graph.points[usize::from(*to)].end.is_some()
                });
                graph.points[at].next = next.collect();
                if graph.points[at].next.is_empty() && graph.points[at].end.is_none() {
                    graph.points[at].owner = Seat(0);
                    graph.points[at].next = vec![(at as u8, false)];
                }
            }
        }
        let limit = 1 + rng.index(4);
        let quiet = (rng.index(2) == 0).then(|| 1 + rng.index(3));
        let graph = graph.with_rules(DrawRules { limit: Some(limit), quiet, repeat: None });
        let game = graph.erased();
        let found = expected_values(&*game, PLENTY, &mut |_| true).expect("a small game");
        let expected = brute_force_mean(&mut *game.cursor());
        let near = (found.value.to_f64() - expected).abs() < 1e-9;
        assert!(near, "{found:?} and {expected}: {graph:?}");
        bound += u32::from((graph.means()[0] - expected).abs() > 1e-3);
        // And with fewer moves left, wherever play leads.
        let solved = ExpectedValues::new(&mut *game.cursor(), PLENTY, &mut |_| true);
        let solved = solved.expect("a small game");
        let mut cursor = game.cursor();
        while let Turn::Player(_) | Turn::Chance = cursor.turn() {
            let here = solved.value(&mut *cursor).expect("play from the start is solved");
            let expected = brute_force_mean(&mut *cursor);
            assert!((here.to_f64() - expected).abs() < 1e-9, "{graph:?}");
            if let Turn::Player(_) = cursor.turn() {
                let (mv, _) = solved.best_move(&mut *cursor).expect("it is solved");
                let mut after = cursor.fork();
                let id = moves(&mut *after)[mv.0 as usize];
                after.apply(id);
                let kept = brute_force_mean(&mut *after);
                assert!((kept - expected).abs() < 1e-9, "{graph:?}");
            }
            let mv = cursor.random_move(&mut rng);
            cursor.apply(mv);
        }
    }
    assert!(bound > 50, "the limit changes something: {bound}");
}

#[test]
fn repetitions_with_chance_are_an_assumption() {
    // 0 → chance → back, or a win.
    let mut graph = GraphGame::of(&[(0, &[1]), (9, &[0, 2]), (0, &[])], &[]);
    graph.points[2].end = Some(senet_solve::GameValue::Win);
    let solve = |rules| {
        let game = graph.clone().with_rules(rules).erased();
        expected_values(&*game, PLENTY, &mut |_| true).expect("a small game")
    };
    let plain = solve(DrawRules::default());
    assert_eq!((plain.assumption, plain.value.to_f64()), (None, 1.0));
    let repeat = solve(DrawRules { repeat: Some(3), ..DrawRules::default() });
    assert_eq!(repeat.assumption, Some(Assumption::Repetition));
    // A limit far away makes no difference that could be seen.
    let far = solve(DrawRules { limit: Some(1_000), ..DrawRules::default() });
    assert_eq!((far.value, far.assumption), (plain.value, Some(Assumption::LongPlay)));
    let near = solve(DrawRules { limit: Some(2), ..DrawRules::default() });
    assert_eq!((near.value.to_f64(), near.assumption), (2.0 / 3.0, None));
    let once = DrawRules { repeat: Some(1), ..DrawRules::default() };
    assert_eq!(solve(once).value.to_f64(), 0.0);
    // Chance may come back to the start at once, which is over then.
    let mut graph = GraphGame::of(&[(9, &[0, 1]), (0, &[])], &[(1, senet_solve::GameValue::Win)]);
    assert_eq!(
        expected_values(&*graph.erased(), PLENTY, &mut |_| true).map(|it| it.value.to_f64()),
        Ok(1.0)
    );
    graph.rules = once;
    assert_eq!(
        expected_values(&*graph.erased(), PLENTY, &mut |_| true).map(|it| it.value.to_f64()),
        Ok(2.0 / 3.0)
    );
}

#[test]
fn the_solver_without_chance_says_so() {
    let mut graph = GraphGame::of(&[(0, &[1]), (9, &[0, 0])], &[]);
    for (seats, keys) in [(1, Keys::Whole), (2, Keys::Canonical)] {
        (graph.seats, graph.keys) = (seats, keys);
        let mut solver = Solver::new(graph.erased(), PLENTY);
        assert_eq!(solver.solve(&mut |_| true).error, Some(SolveError::Chance));
        let few = SolveLimits { positions: 1, ..PLENTY };
        let stopped = expected_values(&*graph.erased(), few, &mut |_| true);
        assert_eq!(stopped, Err(SolveError::Positions));
    }
}

/// Craps: two dice; 7 and 11 win at once, 2, 3 and 12 lose; any other sum has to come again before
/// a 7 does.
#[derive(Debug)]
struct Craps;

impl Game for Craps {
    /// The point, or 0 before the first throw; 1 if it is won, and 13 if it is lost.
    type State = u8;
    type Move = u8;

    fn seats(&self) -> usize {
        1
    }

    fn start(&self) -> u8 {
        0
    }

    fn turn(&self, state: &u8) -> Turn {
        match state {
            1 => Turn::Over(Outcome::won(Seat(0))),
            13 => Turn::Over(Outcome::won(Seat(1))),
            _ => Turn::Chance,
        }
    }

    fn moves(&self, state: &u8, out: &mut Vec<u8>) {
        out.clear();
        if ![1, 13].contains(state) {
            out.extend(2..=12);
        }
    }

    fn apply(&self, state: &mut u8, sum: &u8, _: &mut impl Log) {
        *state = match (*state, *sum) {
            (0, 7 | 11) => 1,
            (0, 2 | 3 | 12) => 13,
            (0, point) => point,
            (point, sum) if point == sum => 1,
            (_, 7) => 13,
            (point, _) => point,
        };
    }

    fn move_name(&self, _: &u8, sum: &u8) -> String {
        sum.to_string()
    }

    fn view(&self, _: &u8, _: Observer) -> View {
        View::default()
    }

    fn weight(&self, _: &u8, sum: &u8) -> u128 {
        u128::from(6 - sum.abs_diff(7))
    }

    fn abilities(&self) -> Abilities<Craps> {
        // No player ever moves, so that no limit is ever reached.
        let draw_rules = DrawRules { limit: Some(1), ..DrawRules::default() };
        Abilities { draw_rules, ..Abilities::default() }
    }
}

#[test]
fn the_shooter_wins_craps_a_little_too_rarely() {
    let game: Arc<dyn DynGame> = erase(Arc::new(Craps), GameInfo::default());
    let found = expected_values(&*game, PLENTY, &mut |_| true).expect("a small game");
    let Some([ExpectedValue::Exact(wins), _, ExpectedValue::Exact(loses)]) = &found.probabilities
    else {
        panic!("probabilities are exact: {found:?}")
    };
    assert_eq!((wins.to_string(), loses.to_string()), ("244/495".into(), "251/495".into()));
    let Some(ExpectedValue::Exact(length)) = &found.length else { panic!("it ends: {found:?}") };
    assert_eq!(length.to_string(), "557/165", "throws on average");
    assert_eq!(found.assumption, None);
}

/// A climb of thirty steps; at each, one time in a large prime, the climber falls.
#[derive(Debug)]
struct Climb;

const STEPS: u8 = 30;
const PRIME: u128 = 1_000_000_007;

impl Game for Climb {
    /// The step; one beyond the last has fallen.
    type State = u8;
    type Move = bool;

    fn seats(&self) -> usize {
        1
    }

    fn start(&self) -> u8 {
        0
    }

    fn turn(&self, state: &u8) -> Turn {
        match *state {
            STEPS => Turn::Over(Outcome::won(Seat(0))),
            at if at > STEPS => Turn::Over(Outcome::won(Seat(1))),
            _ => Turn::Chance,
        }
    }

    fn moves(&self, state: &u8, out: &mut Vec<bool>) {
        out.clear();
        if *state < STEPS {
            out.extend([false, true]);
        }
    }

    fn apply(&self, state: &mut u8, climbs: &bool, _: &mut impl Log) {
        *state = if *climbs { *state + 1 } else { STEPS + 1 };
    }

    fn move_name(&self, _: &u8, climbs: &bool) -> String {
        climbs.to_string()
    }

    fn view(&self, _: &u8, _: Observer) -> View {
        View::default()
    }

    fn weight(&self, _: &u8, climbs: &bool) -> u128 {
        if *climbs { PRIME - 1 } else { 1 }
    }
}

#[test]
fn large_fractions_stay_exact() {
    let game: Arc<dyn DynGame> = erase(Arc::new(Climb), GameInfo::default());
    let found = expected_values(&*game, PLENTY, &mut |_| true).expect("a small game");
    let Some([ExpectedValue::Exact(wins), ..]) = &found.probabilities else {
        panic!("probabilities are exact: {found:?}")
    };
    let (over, under) = (wins.numer().to_string(), wins.denom().to_string());
    assert_eq!((over.len(), under.len()), (271, 271), "{wins}");
    assert!(under.ends_with("249") && over.ends_with("776"), "7^30 and 6^30 end like this: {wins}");
}
