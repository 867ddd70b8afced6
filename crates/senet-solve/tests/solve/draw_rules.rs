//! Draw rules: values, lines, strategies and best moves under the referee, compared with playing
//! everything.

use crate::PLENTY;
use crate::graph_game::{GraphGame, Keys, brute_force, moves};
use crate::values::play_line;
use rustc_hash::FxHashMap;
use senet_game::{Cursor, DrawRules, DynGame, Rng, Seat, Turn};
use senet_solve::{GameValue, PositionValue, SolveMethod, Solver, Strategy, VerifyError};

const NONE: DrawRules = DrawRules { repeat: None, limit: None, quiet: None };

fn solver(game: &GraphGame) -> Solver {
    Solver::new(game.erased(), PLENTY)
}

fn value(solver: &mut Solver, cursor: &mut dyn Cursor) -> PositionValue {
    solver.value(cursor, &mut |_| true).expect("a small game")
}

/// The first seat wins after five moves that nobody can avoid.
fn five_moves() -> GraphGame {
    GraphGame::of(
        &[(0, &[1]), (1, &[2]), (0, &[3]), (1, &[4]), (0, &[5]), (0, &[])],
        &[(5, GameValue::Win)],
    )
}

#[test]
fn a_win_after_the_limit_is_a_draw() {
    let plain = solver(&five_moves()).solve(&mut |_| true);
    assert_eq!((plain.lower, plain.distance), (GameValue::Win, Some(5)));
    for (limit, expected) in [(3, GameValue::Draw), (4, GameValue::Draw), (5, GameValue::Win)] {
        let game = five_moves().with_rules(DrawRules { limit: Some(limit), ..NONE });
        let mut solver = solver(&game);
        let solution = solver.solve(&mut |_| true);
        assert_eq!((solution.lower, solution.upper), (expected, expected), "limit {limit}");
        assert_eq!(solution.line.len() as u64, limit);
        check(&game, &mut solver);
    }
}

#[test]
fn a_limit_is_kept_by_the_loser_and_hurries_the_winner() {
    // 0 may win in 1 + 2 moves by 1, or in one more by 4; the second seat may go round by 3.
    let game = GraphGame::of(
        &[(0, &[4, 1]), (1, &[2]), (0, &[5]), (1, &[4]), (1, &[6]), (0, &[]), (0, &[7]), (1, &[5])],
        &[(5, GameValue::Win)],
    );
    let four = game.clone().with_rules(DrawRules { limit: Some(4), ..NONE });
    let solution = solver(&four).solve(&mut |_| true);
    assert_eq!((solution.lower, solution.distance), (GameValue::Win, Some(3)));
    let names: Vec<&str> = solution.line.iter().map(|mv| mv.name.as_str()).collect();
    assert_eq!(names[0], "1", "the shorter way");
    let three = game.clone().with_rules(DrawRules { limit: Some(3), ..NONE });
    assert_eq!(solver(&three).solve(&mut |_| true).lower, GameValue::Win);
    let two = game.with_rules(DrawRules { limit: Some(2), ..NONE });
    assert_eq!(solver(&two).solve(&mut |_| true).lower, GameValue::Draw);
}

#[test]
fn quiet_moves_must_be_interrupted() {
    // Straight on it takes four quiet moves to win; round by 5 it takes six, one of them not quiet.
    let mut game = GraphGame::of(
        &[
            (0, &[1, 5]),
            (1, &[2]),
            (0, &[3]),
            (1, &[4]),
            (0, &[]),
            (1, &[6]),
            (0, &[7]),
            (1, &[8]),
            (0, &[9]),
            (1, &[4]),
        ],
        &[(4, GameValue::Win)],
    );
    game.points[6].next[0].1 = true;
    let solve = |quiet, game: &GraphGame| {
        let game = game.clone().with_rules(DrawRules { quiet: Some(quiet), ..NONE });
        let mut solver = solver(&game);
        let solution = solver.solve(&mut |_| true);
        check(&game, &mut solver);
        (solution.lower, solution.distance)
    };
    assert_eq!(solve(4, &game), (GameValue::Win, Some(4)), "a win on the last move counts");
    assert_eq!(solve(3, &game), (GameValue::Win, Some(6)), "the way round");
    assert_eq!(solve(2, &game), (GameValue::Draw, None));
}

#[test]
fn what_must_not_come_back_is_remembered() {
    // From 1, the first seat wins only by 0.
    let game = GraphGame::of(
        &[(1, &[1]), (0, &[2]), (1, &[0, 3]), (0, &[4]), (0, &[])],
        &[(4, GameValue::Win)],
    );
    let game = game.with_rules(DrawRules { repeat: Some(2), ..NONE });
    let mut solver = solver(&game);
    // The second seat goes round, which is a draw.
    assert_eq!(solver.solve(&mut |_| true).lower, GameValue::Draw);
    // In a play that came from 0 by way of 1 there is nowhere to go back to; in one that begins in 3
    // there is nothing to go back to.
    let mut cursor = game.cursor_at(3);
    assert_eq!(value(&mut solver, &mut *cursor).value, GameValue::Win);
    check(&game, &mut solver);
}

#[test]
fn a_win_by_a_position_of_the_past_is_none() {
    // The first seat may step aside from 0 to 1, and wins only from 0.
    let game = GraphGame::of(&[(0, &[1, 2]), (1, &[0]), (0, &[])], &[(2, GameValue::Win)]);
    let plain = game.clone();
    let game = game.with_rules(DrawRules { repeat: Some(2), ..NONE });
    let mut solver = solver(&game);
    assert_eq!(solver.solve(&mut |_| true).distance, Some(1));
    let mut cursor = game.erased().cursor();
    let aside = moves(&mut *cursor)[0];
    cursor.apply(aside);
    assert_eq!(value(&mut solver, &mut *cursor).value, GameValue::Draw, "0 came up before");
    let mut fresh = game.cursor_at(1);
    assert_eq!(value(&mut solver, &mut *fresh).distance, Some(2), "a play that begins there");
    let mut cursor = plain.erased().cursor();
    let aside = moves(&mut *cursor)[0];
    cursor.apply(aside);
    let mut other = Solver::new(plain.erased(), PLENTY);
    assert_eq!(value(&mut other, &mut *cursor).distance, Some(2));
}

#[test]
fn a_mirror_image_of_the_past_is_not_the_past() {
    // From 2, the way by 1 leads back to 0; the way by its image 5 leads to 4, the image of 0, which wins.
    let mut game = GraphGame::of(
        &[
            (0, &[2, 3]),
            (1, &[0]),
            (0, &[1, 5]),
            (0, &[]),
            (0, &[6, 7]),
            (1, &[4]),
            (0, &[5, 1]),
            (0, &[]),
        ],
        &[(3, GameValue::Win), (7, GameValue::Win)],
    );
    game.keys = Keys::Mirrored;
    let game = game.with_rules(DrawRules { repeat: Some(2), ..NONE });
    let mut cursor = game.erased().cursor();
    let aside = moves(&mut *cursor)[0];
    cursor.apply(aside);
    let found = value(&mut solver(&game), &mut *cursor);
    assert_eq!(found, brute_force(&mut *cursor));
    assert_eq!(found.distance, Some(3));
}

/// Everything that the solver says about a game is compared with playing everything.
fn check(graph: &GraphGame, solver: &mut Solver) {
    let game = graph.erased();
    let expected = brute_force(&mut *game.cursor());
    let solution = solver.solve(&mut |_| true);
    assert_eq!(solution.error, None, "{graph:?}");
    let found = PositionValue { value: solution.lower, distance: solution.distance };
    assert_eq!(found, expected, "{graph:?}");
    assert_eq!(solution.upper, expected.value);
    for (mv, after) in &solution.moves {
        let mut cursor = game.cursor();
        let id = moves(&mut *cursor)[mv.index.0 as usize];
        cursor.apply(id);
        assert_eq!(comparable(*after), comparable(brute_force(&mut *cursor)), "{graph:?}");
    }
    // The line, under the true referee. It may break off where a position comes back.
    let mut cursor = game.cursor();
    play_line(&mut *cursor, &solution);
    match cursor.turn() {
        Turn::Over(outcome) => assert_eq!(GameValue::of(&outcome), expected.value, "{graph:?}"),
        _ => assert_eq!(expected.value, GameValue::Draw, "{graph:?}: {:?}", solution.line),
    }
    for seat in game.all_seats() {
        let promised = expected.value.for_seat(seat);
        let strategy = solver.strategy(seat, &mut |_| true).expect("a small game");
        assert_eq!(strategy.value, promised);
        let verified = strategy.verify(&*game, &mut |_| true);
        let verified = verified.unwrap_or_else(|error| panic!("{error}: {strategy} {graph:?}"));
        assert!(verified.worst >= promised, "{verified:?}: {strategy} {graph:?}");
        let played = worst(&strategy, 0, &mut *game.cursor(), &mut 0);
        assert!(played >= verified.worst, "{verified:?}, but {played:?}: {strategy} {graph:?}");
        let mut longest = 0;
        keeps(solver, &mut *game.cursor(), seat, promised, graph, &mut longest);
        if let Some(moves) = verified.longest {
            worst(&strategy, 0, &mut *game.cursor(), &mut longest);
            assert!(moves >= longest.min(moves), "{graph:?}");
        }
    }
}

fn comparable(it: PositionValue) -> PositionValue {
    PositionValue { distance: it.distance.filter(|_| it.value != GameValue::Draw), ..it }
}

/// The worst that a strategy can come to, by playing everything.
fn worst(strategy: &Strategy, at: usize, cursor: &mut dyn Cursor, longest: &mut u64) -> GameValue {
    *longest = (*longest).max(cursor.depth() as u64);
    let mover = match cursor.turn() {
        Turn::Over(outcome) => return GameValue::of(&outcome).for_seat(strategy.seat),
        Turn::Player(mover) => mover,
        other => panic!("{other:?}"),
    };
    let mut worst_so_far = GameValue::Win;
    let listed = &strategy.positions[at];
    let mine = mover == strategy.seat;
    assert!(!mine || listed.len() == 1);
    for id in moves(cursor) {
        let name = cursor.move_name(id);
        let planned = listed.iter().find(|mv| mv.name == name);
        let Some(planned) = planned else {
            assert!(mine, "every reply is listed");
            continue;
        };
        cursor.push();
        cursor.apply(id);
        let value = match planned.to {
            Some(to) => worst(strategy, to, cursor, longest),
            None => match cursor.turn() {
                Turn::Over(outcome) => GameValue::of(&outcome).for_seat(strategy.seat),
                _ => panic!("the game goes on"),
            },
        };
        cursor.pop();
        worst_so_far = worst_so_far.min(value);
    }
    worst_so_far
}

/// Best moves against every reply never do worse than promised.
fn keeps(
    solver: &mut Solver,
    cursor: &mut dyn Cursor,
    seat: Seat,
    promised: GameValue,
    graph: &GraphGame,
    longest: &mut u64,
) {
    *longest = (*longest).max(cursor.depth() as u64);
    let mover = match cursor.turn() {
        Turn::Over(outcome) => {
            let value = GameValue::of(&outcome).for_seat(seat);
            assert!(value >= promised, "{value:?} instead of {promised:?}: {graph:?}");
            return;
        }
        Turn::Player(mover) => mover,
        other => panic!("{other:?}"),
    };
    let all = moves(cursor);
    let played = if mover == seat {
        let best = solver.best_move(cursor, &mut |_| true).expect("a small game");
        assert!(best.value.value.for_seat(seat) >= promised, "{best:?}: {graph:?}");
        vec![all[best.mv.0 as usize]]
    } else {
        all
    };
    for id in played {
        cursor.push();
        cursor.apply(id);
        keeps(solver, cursor, seat, promised, graph, longest);
        cursor.pop();
    }
}

/// Plays at random, and compares the value of every position on the way, under the referee of the play.
fn check_on_the_way(graph: &GraphGame, solver: &mut Solver, rng: &mut Rng) {
    let mut cursor = graph.erased().cursor();
    loop {
        let found = value(solver, &mut *cursor);
        let expected = brute_force(&mut *cursor);
        assert_eq!(comparable(found), comparable(expected), "{:?} {graph:?}", cursor.referee());
        if matches!(cursor.turn(), Turn::Over(_)) {
            return;
        }
        let mv = cursor.random_move(rng);
        cursor.apply(mv);
    }
}

/// Whether draw rules change the value of a game.
fn changed(graph: &GraphGame) -> u32 {
    let plain = graph.values()[0];
    u32::from(plain != comparable(brute_force(&mut *graph.erased().cursor())))
}

#[test]
fn random_games_with_a_limit_are_worth_what_they_are_by_hand() {
    let mut rng = Rng::new(51);
    let (mut differ, mut methods) = (0, [0, 0]);
    for round in 0..1_200 {
        let count = 3 + rng.index(6);
        let graph = match round % 4 {
            0 => GraphGame::with_points(&mut rng, 2, true, count),
            1 => GraphGame::with_points(&mut rng, 2, false, count),
            _ => GraphGame::long(&mut rng, 2, count),
        };
        let some = |odds, most, rng: &mut Rng| (rng.index(odds) == 0).then(|| 1 + rng.index(most));
        let rules = DrawRules {
            limit: Some(1 + rng.index(6)),
            quiet: some(2, 4, &mut rng),
            repeat: some(2, 3, &mut rng),
        };
        let graph = graph.with_rules(rules);
        let mut solver = solver(&graph);
        check(&graph, &mut solver);
        let method = solver.solve(&mut |_| true).method;
        methods[usize::from(method == SolveMethod::Retrograde)] += 1;
        differ += changed(&graph);
        for _ in 0..3 {
            check_on_the_way(&graph, &mut solver, &mut rng);
        }
    }
    assert!(differ > 200 && methods.iter().all(|n| *n > 100), "{differ} {methods:?}");
}

#[test]
fn random_games_with_quiet_moves_are_worth_what_they_are_by_hand() {
    let mut rng = Rng::new(52);
    let mut differ = 0;
    for _ in 0..800 {
        // Irreversible moves lead from the first half to the second, and nothing leads back.
        let mut graph = GraphGame::long(&mut rng, 2, 8);
        for at in 0..8u8 {
            for (to, irreversible) in &mut graph.points[usize::from(at)].next {
                *to = if at >= 4 && *to < 4 { *to + 4 } else { *to };
                *irreversible = at < 4 && *to >= 4;
            }
        }
        let rules = DrawRules {
            limit: (rng.index(4) == 0).then(|| 2 + rng.index(6)),
            quiet: Some(2 + rng.index(3)),
            repeat: (rng.index(2) == 0).then(|| 2 + rng.index(2)),
        };
        let graph = graph.with_rules(rules);
        let mut solver = solver(&graph);
        check(&graph, &mut solver);
        differ += changed(&graph);
        check_on_the_way(&graph, &mut solver, &mut rng);
    }
    assert!(differ > 100, "{differ}");
}

#[test]
fn random_games_with_repetition_are_worth_what_they_are_by_hand() {
    let mut rng = Rng::new(53);
    let mut wins = 0;
    for _ in 0..400 {
        let mut graph = GraphGame::with_points(&mut rng, 2, false, 5);
        for point in &mut graph.points {
            point.next.truncate(2);
            point.next.iter_mut().for_each(|(_, irreversible)| *irreversible = false);
        }
        if rng.index(2) == 0 {
            graph.points.truncate(3);
            for point in &mut graph.points {
                point.next.iter_mut().for_each(|(to, _)| *to %= 3);
            }
            graph = graph.mirrored(&mut rng);
        }
        let rules = DrawRules { repeat: Some(2 + rng.index(2)), ..NONE };
        let graph = graph.with_rules(rules);
        let mut solver = solver(&graph);
        check(&graph, &mut solver);
        // From the start, going round for ever is the same as going round.
        assert_eq!(changed(&graph), 0);
        wins += u32::from(graph.values()[0].value != GameValue::Draw);
        for _ in 0..3 {
            check_on_the_way(&graph, &mut solver, &mut rng);
        }
    }
    assert!(wins > 50, "{wins}");
}

#[test]
fn alone_the_goal_is_reached_within_the_limit_or_not_at_all() {
    let mut rng = Rng::new(54);
    for _ in 0..800 {
        let graph = GraphGame::random(&mut rng, 1, false);
        let quiet = (rng.index(4) == 0).then(|| 1 + rng.index(4));
        let graph = graph.with_rules(DrawRules { limit: Some(1 + rng.index(6)), quiet, ..NONE });
        let mut solver = solver(&graph);
        let expected = brute_force(&mut *graph.erased().cursor());
        let solution = solver.solve(&mut |_| true);
        let found = PositionValue { value: solution.lower, distance: solution.distance };
        assert_eq!(found, expected, "{graph:?}");
        check_on_the_way(&graph, &mut solver, &mut rng);
        let strategy = solver.strategy(Seat(0), &mut |_| true).expect("a small game");
        let verified = strategy.verify(&*graph.erased(), &mut |_| true).expect("it fits");
        assert_eq!(verified.worst, expected.value, "{strategy} {graph:?}");
    }
}

#[test]
fn a_limit_that_is_never_reached_costs_nothing() {
    let mut rng = Rng::new(55);
    for _ in 0..200 {
        let graph = GraphGame::with_points(&mut rng, 2, true, 40);
        let far = DrawRules { limit: Some(500), quiet: Some(400), repeat: Some(3) };
        let (plain, ruled) = (solver(&graph), solver(&graph.clone().with_rules(far)));
        let [plain, ruled] = [plain, ruled].map(|mut solver| {
            let solution = solver.solve(&mut |_| true);
            let strategy = solver.strategy(Seat(0), &mut |_| true).expect("a small game");
            (solution, strategy)
        });
        assert_eq!(plain, ruled);
    }
}

#[test]
fn the_verifier_counts_as_the_referee_does() {
    let text = "senet strategy 1\ngame graph\nseat 1\nvalue win\n\n\
                @1\n0\t@2\n@2\n0\t@3\n@3\n0\t@4\n@4\n0\t@5\n@5\n0\tend\n";
    let strategy: Strategy = text.parse().expect("a strategy");
    let worst = |rules| {
        let game = five_moves().with_rules(rules).erased();
        strategy.verify(&*game, &mut |_| true).map(|it| (it.worst, it.longest))
    };
    assert_eq!(worst(NONE), Ok((GameValue::Win, Some(5))));
    assert_eq!(worst(DrawRules { limit: Some(5), ..NONE }), Ok((GameValue::Win, Some(5))));
    assert_eq!(worst(DrawRules { limit: Some(4), ..NONE }), Ok((GameValue::Draw, Some(4))));
    assert_eq!(worst(DrawRules { quiet: Some(5), ..NONE }), Ok((GameValue::Win, Some(5))));
    assert_eq!(worst(DrawRules { quiet: Some(4), ..NONE }), Ok((GameValue::Draw, Some(4))));
    assert_eq!(worst(DrawRules { repeat: Some(1), ..NONE }), Ok((GameValue::Draw, Some(1))));
    // A strategy that ends too soon is fine only where a draw rule ended the play.
    let short = text.replace("@3\n0\t@4\n@4\n0\t@5\n@5\n0\tend\n", "@3\n0\tend\n");
    let short: Strategy = short.parse().expect("a strategy");
    let verify = |limit| {
        let game = five_moves().with_rules(DrawRules { limit: Some(limit), ..NONE }).erased();
        short.verify(&*game, &mut |_| true).map(|it| it.worst)
    };
    assert_eq!(verify(3), Ok(GameValue::Draw));
    assert_eq!(verify(4), Err(VerifyError::GoesOn(3)));
}

#[test]
fn the_verifier_is_not_taken_in() {
    // The second seat wins at 3 if it may.
    let game = GraphGame::of(
        &[(0, &[1]), (1, &[2, 3]), (0, &[]), (0, &[])],
        &[(2, GameValue::Win), (3, GameValue::Loss)],
    );
    let verify = |text: &str, game: &GraphGame| {
        let text = format!("senet strategy 1\ngame graph\nseat 1\nvalue win\n\n{text}");
        let strategy: Strategy = text.parse().expect("a strategy");
        strategy.verify(&*game.erased(), &mut |_| true).map(|it| it.worst)
    };
    let no_answer = VerifyError::NoAnswer { position: 2, name: "1".to_owned() };
    assert_eq!(verify("@1\n0\t@2\n@2\n0\tend\n", &game), Err(no_answer));
    assert_eq!(verify("@1\n0\t@2\n@2\n0\tend\n1\tend\n", &game), Ok(GameValue::Loss));
    assert_eq!(verify("@1\n0\t@2\n@2\n0\t@1\n1\tend\n", &game), Err(VerifyError::Over(2)));
    assert_eq!(verify("@1\n0\t@2\n", &game), Err(VerifyError::Missing(2)));
    assert_eq!(verify("@1\n5\t@2\n", &game), Err(VerifyError::NotOneMove(1)));
    let another = VerifyError::AnotherPosition { after: 1, position: 1 };
    assert_eq!(verify("@1\n0\t@1\n", &game), Err(another));
    // A loss that the limit prevents is none.
    let limited = game.with_rules(DrawRules { limit: Some(1), ..NONE });
    assert_eq!(verify("@1\n0\t@2\n@2\n0\tend\n1\tend\n", &limited), Ok(GameValue::Draw));
    // A position that comes back under another number is a repetition.
    let round = GraphGame::of(&[(0, &[1]), (1, &[0]), (0, &[])], &[(2, GameValue::Win)]);
    let mut round = round.with_rules(DrawRules { repeat: Some(2), ..NONE });
    round.points[0].next.push((2, false));
    let twice = "@1\n0\t@2\n@2\n0\t@3\n@3\n1\tend\n";
    assert_eq!(verify(twice, &round), Ok(GameValue::Draw));
    assert_eq!(verify(twice, &round.clone().with_rules(NONE)), Ok(GameValue::Win));
    // But not if a move between was irreversible.
    round.points[1].next[0].1 = true;
    assert_eq!(verify(twice, &round), Ok(GameValue::Win));
    // Of two ways to the same position, the limit ends the longer one.
    let ways = GraphGame::of(
        &[(0, &[1]), (1, &[3, 2]), (0, &[3]), (0, &[4]), (0, &[])],
        &[(4, GameValue::Win)],
    );
    let both = "@1\n0\t@2\n@2\n0\t@3\n1\t@4\n@3\n0\tend\n@4\n0\t@3\n";
    let limited = |limit| ways.clone().with_rules(DrawRules { limit: Some(limit), ..NONE });
    assert_eq!(verify(both, &limited(4)), Ok(GameValue::Win));
    assert_eq!(verify(both, &limited(3)), Ok(GameValue::Draw));
}

/// Random strategies, good and bad: what the verifier promises is never more than what happens.
#[test]
fn random_strategies_never_prove_too_much() {
    let mut rng = Rng::new(56);
    let mut exact = 0;
    for _ in 0..2_000 {
        let count = 2 + rng.index(5);
        let graph = GraphGame::with_points(&mut rng, 2, false, count);
        let limit = Some(1 + rng.index(6));
        let quiet = (rng.index(2) == 0).then(|| 1 + rng.index(4));
        let repeat = (rng.index(2) == 0).then(|| 2 + rng.index(2));
        let graph = graph.with_rules(DrawRules { limit, quiet, repeat });
        let game = graph.erased();
        let strategy = random_strategy(&*game, &mut rng);
        let verified = strategy.verify(&*game, &mut |_| true).expect("it fits");
        let played = worst(&strategy, 0, &mut *game.cursor(), &mut 0);
        assert!(verified.worst <= played, "{verified:?}, but {played:?}: {strategy} {graph:?}");
        exact += u32::from(verified.worst == played);
    }
    assert!(exact > 1_900, "{exact}");
}

/// Any move in every position, each position once.
fn random_strategy(game: &dyn DynGame, rng: &mut Rng) -> Strategy {
    let seat = Seat(rng.index(2) as u8);
    let mut cursor = game.cursor();
    cursor.set_referee(senet_game::Referee::none());
    let mut numbers = FxHashMap::from_iter([(cursor.save(), 0)]);
    let mut waiting = vec![cursor.save()];
    let mut positions = Vec::new();
    while let Some(position) = waiting.get(positions.len()).cloned() {
        cursor.load(&position);
        cursor.set_referee(senet_game::Referee::none());
        let mut ids = moves(&mut *cursor);
        if cursor.turn() == Turn::Player(seat) {
            let at = rng.index(ids.len() as u64) as usize;
            ids = vec![ids[at]];
        }
        let mut listed = Vec::new();
        for id in ids {
            let name = cursor.move_name(id);
            cursor.push();
            cursor.apply(id);
            let to = matches!(cursor.turn(), Turn::Player(_)).then(|| {
                *numbers.entry(cursor.save()).or_insert_with_key(|position| {
                    waiting.push(position.clone());
                    waiting.len() - 1
                })
            });
            cursor.pop();
            listed.push(senet_solve::StrategyMove { name, to });
        }
        positions.push(listed);
    }
    let (game, options) = ("graph".to_owned(), Vec::new());
    Strategy { game, options, seat, value: GameValue::Loss, positions }
}
