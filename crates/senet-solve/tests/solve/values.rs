//! Values without draw rules.

use crate::PLENTY;
use crate::graph_game::{GraphGame, brute_force};
use rustc_hash::FxHashMap;
use senet_game::{Cursor, DynGame, Expand, Listed, Position, Rng, Seat, Turn, erase};
use senet_positional::games::{ConnectFour, Gale, Havannah, Hex, Mnk, Progression, Y};
use senet_solve::{
    Assumption, GameValue, PositionValue, SearchMethod, Solution, SolveError, SolveLimits,
    SolveMethod, Solver,
};
use std::ops::ControlFlow;
use std::sync::Arc;

pub(crate) fn game<G: Listed>(options: &[(&str, u64)]) -> Arc<dyn DynGame> {
    let options: Vec<(String, String)> =
        options.iter().map(|(name, value)| ((*name).to_owned(), value.to_string())).collect();
    let info = G::info();
    let chosen = info.choose(&options, None).expect("good options");
    erase(Arc::new(G::from_options(&chosen).expect("good options")), info)
}

/// Solves a game by alpha-beta, and by proof numbers, which must find the same.
fn solve(game: &Arc<dyn DynGame>) -> Solution {
    let solution = Solver::new(Arc::clone(game), PLENTY).solve(&mut |_| true);
    let method = SearchMethod::ProofNumbers;
    let other = Solver::searching(Arc::clone(game), PLENTY, method).solve(&mut |_| true);
    assert_eq!((other.lower, other.upper), (solution.lower, solution.upper));
    assert_eq!(other.error, solution.error);
    let values = |solution: &Solution| -> Vec<GameValue> {
        solution.moves.iter().map(|(_, after)| after.value).collect()
    };
    assert_eq!(values(&other), values(&solution));
    assert_eq!(solution.error, None);
    assert_eq!(solution.lower, solution.upper);
    solution
}

fn value<G: Listed>(options: &[(&str, u64)]) -> GameValue {
    solve(&game::<G>(options)).lower
}

fn mnk(width: u64, height: u64, k: u64) -> GameValue {
    value::<Mnk>(&[("width", width), ("height", height), ("k", k)])
}

fn four(width: u64, height: u64) -> GameValue {
    value::<ConnectFour>(&[("width", width), ("height", height)])
}

/// The opening moves after which the first seat wins.
pub(crate) fn winning_openings(game: &Arc<dyn DynGame>) -> Vec<String> {
    let solution = solve(game);
    let wins = solution.moves.into_iter().filter(|(_, after)| after.value == GameValue::Win);
    wins.map(|(mv, _)| mv.name).collect()
}

#[test]
fn k_in_a_row() {
    assert_eq!(mnk(3, 3, 3), GameValue::Draw);
    assert_eq!(mnk(4, 3, 3), GameValue::Win);
    assert_eq!(mnk(4, 4, 3), GameValue::Win);
    assert_eq!(mnk(4, 4, 4), GameValue::Draw);
    assert_eq!(mnk(5, 4, 4), GameValue::Draw);
}

#[test]
#[ignore = "a minute: cargo test --release -p senet-solve --test solve -- --ignored"]
fn four_in_a_row_on_five_by_five() {
    assert_eq!(mnk(5, 5, 4), GameValue::Draw);
}

#[test]
fn connect_four() {
    assert_eq!(four(4, 4), GameValue::Draw);
    assert_eq!(four(5, 4), GameValue::Draw);
}

#[test]
#[ignore = "a minute: cargo test --release -p senet-solve --test solve -- --ignored"]
fn connect_four_on_wider_boards() {
    assert_eq!(four(6, 4), GameValue::Loss);
    assert_eq!(four(6, 5), GameValue::Draw);
}

#[test]
fn moves_in_a_column_are_told_apart() {
    let four = game::<ConnectFour>(&[("width", 4), ("height", 4)]);
    let mut cursor = four.cursor();
    let (mut before, mut after) = (Vec::new(), Vec::new());
    cursor.moves(&mut before);
    cursor.apply(before[0]);
    cursor.moves(&mut after);
    assert_ne!(before[0], after[0], "the same column, a cell higher");
    assert_eq!(before[1..], after[1..]);
}

/// What is left out of a search is never better than what is not, in value or in distance.
fn urgent_moves_suffice(game: &Arc<dyn DynGame>) {
    let mut known = FxHashMap::default();
    let mut cursor = game.cursor();
    by_the_rules(&mut *cursor, &mut known);
    let mut positions: Vec<(u128, Position)> =
        known.into_keys().map(|position| (0, position)).collect();
    for (key, position) in &mut positions {
        cursor.load(position);
        *key = cursor.exact_key().expect("a small board").0;
    }
    positions.sort_by_key(|(key, _)| *key);
    let mut solver = Solver::new(Arc::clone(game), PLENTY);
    let (mut some, mut looked_at) = (0, 0);
    for (_, position) in positions.iter().step_by(7) {
        cursor.load(position);
        let Turn::Player(mover) = cursor.turn() else { continue };
        let mut best = |cursor: &mut dyn Cursor, urgent| {
            let mut shown = Vec::new();
            cursor.expand(&Expand { urgent, ..Expand::default() }, &mut |child| {
                shown.push(child.index);
                ControlFlow::Continue(())
            });
            let values = shown.iter().map(|index| {
                cursor.enter(*index);
                let found = solver.value(cursor, &mut |_| true).expect("a small game");
                cursor.pop();
                // Better first by value, then sooner wins and later losses.
                let value = found.value.for_seat(mover);
                let distance = i64::from(found.distance.unwrap_or(0));
                (value, if value == GameValue::Win { -distance } else { distance })
            });
            (values.max(), shown.len())
        };
        let (all, urgent) = (best(&mut *cursor, false), best(&mut *cursor, true));
        assert_eq!(all.0, urgent.0);
        some += usize::from(urgent.1 < all.1);
        looked_at += 1;
    }
    assert!(some * 5 > looked_at, "{some} of {looked_at}");
}

#[test]
fn moves_that_overlook_a_threat_can_be_left_out() {
    urgent_moves_suffice(&game::<Mnk>(&[]));
    urgent_moves_suffice(&game::<Mnk>(&[("width", 4), ("height", 3)]));
    urgent_moves_suffice(&game::<ConnectFour>(&[("width", 4), ("height", 4)]));
    urgent_moves_suffice(&game::<Hex>(&[("size", 3)]));
    urgent_moves_suffice(&game::<Y>(&[("size", 3)]));
}

/// Where safe links tell who wins, they tell the truth, and the moves that they leave are enough.
#[test]
fn safe_links_tell_who_wins() {
    let hex = game::<Hex>(&[("size", 3)]);
    let mut known = FxHashMap::default();
    let mut cursor = hex.cursor();
    by_the_rules(&mut *cursor, &mut known);
    let how = Expand { values: true, ..Expand::default() };
    let (mut foreseen, mut left_out, mut children) = (0, 0, 0);
    let positions: Vec<(&Position, &GameValue)> = known.iter().collect();
    for (position, value) in positions {
        cursor.load(position);
        let Turn::Player(mover) = cursor.turn() else { continue };
        let (mut best, mut shown) = (None, Vec::new());
        cursor.expand(&how, &mut |child| {
            shown.push((child.index, child.winner));
            ControlFlow::Continue(())
        });
        left_out += cursor.count_moves() - shown.len();
        children += shown.len();
        for (index, winner) in shown {
            cursor.enter(index);
            let after = match cursor.turn() {
                Turn::Over(outcome) => GameValue::of(&outcome),
                _ => known[&cursor.save()],
            };
            cursor.pop();
            if winner.is_some() {
                assert_eq!(winner, after.winner());
                foreseen += 1;
            }
            best = best.max(Some(after.for_seat(mover)));
        }
        assert_eq!(best, Some(value.for_seat(mover)));
    }
    assert!(
        foreseen * 2 > children && left_out * 2 > children,
        "{foreseen}, {left_out}, {children}"
    );
}

#[test]
fn hex_has_few_winning_openings() {
    assert_eq!(winning_openings(&game::<Hex>(&[("size", 3)])).len(), 5);
    let four = game::<Hex>(&[("size", 4)]);
    assert_eq!(winning_openings(&four), ["d1", "c2", "b3", "a4"], "the short diagonal");
    let five = game::<Hex>(&[("size", 5)]);
    let won = ["e1", "b2", "c2", "d2", "e2", "b3", "c3", "d3", "a4", "b4", "c4", "d4", "a5"];
    assert_eq!(winning_openings(&five), won);
}

#[test]
fn the_first_player_wins_y_and_bridg_it() {
    assert_eq!(value::<Y>(&[("size", 3)]), GameValue::Win);
    assert_eq!(value::<Y>(&[("size", 4)]), GameValue::Win);
    for size in 1..=3 {
        assert_eq!(value::<Gale>(&[("size", size)]), GameValue::Win, "size {size}");
    }
}

#[test]
fn arithmetic_progressions() {
    for n in 3..=12 {
        let expected = if n <= 4 { GameValue::Draw } else { GameValue::Win };
        assert_eq!(value::<Progression>(&[("n", n)]), expected, "n = {n}");
    }
}

/// Plays a line, by index; the names have to fit.
pub(crate) fn play_line(cursor: &mut dyn Cursor, solution: &Solution) {
    for mv in &solution.line {
        let mut ids = Vec::new();
        cursor.moves(&mut ids);
        let id = ids[mv.index.0 as usize];
        assert_eq!(cursor.move_name(id), mv.name);
        cursor.apply(id);
    }
}

#[test]
fn the_line_leads_to_what_was_promised() {
    for (width, height, k) in [(3, 3, 3), (4, 4, 3), (4, 3, 3)] {
        let mnk = game::<Mnk>(&[("width", width), ("height", height), ("k", k)]);
        let solution = solve(&mnk);
        let mut cursor = mnk.cursor();
        play_line(&mut *cursor, &solution);
        let Turn::Over(outcome) = cursor.turn() else { panic!("the line goes to the end") };
        assert_eq!(GameValue::of(&outcome), solution.lower);
        let moves = solution.distance.map(|d| d as usize);
        assert!(moves.is_none_or(|moves| moves == solution.line.len()));
    }
}

#[test]
fn a_limit_that_is_reached_leaves_bounds() {
    let four = game::<ConnectFour>(&[("width", 6), ("height", 4)]);
    let little = SolveLimits { positions: 10_000, memory: 1 << 20 };
    let solution = Solver::new(Arc::clone(&four), little).solve(&mut |_| true);
    assert_eq!(solution.error, Some(SolveError::Positions));
    assert!(solution.lower <= GameValue::Loss && solution.upper >= GameValue::Loss);
    assert_eq!(solution.positions, 10_000);
    let solution = Solver::new(four, PLENTY).solve(&mut |positions| positions < 5_000);
    assert_eq!(solution.error, Some(SolveError::Cancelled));
}

#[test]
fn a_best_move_leaves_the_cursor_where_it_was() {
    let four = game::<ConnectFour>(&[("width", 4), ("height", 4)]);
    let mut solver = Solver::new(Arc::clone(&four), PLENTY);
    let mut cursor = four.cursor();
    cursor.push();
    let mut ids = Vec::new();
    cursor.moves(&mut ids);
    cursor.apply(ids[1]);
    let (here, depth) = (cursor.save(), cursor.depth());
    let best = solver.best_move(&mut *cursor, &mut |_| true).expect("a small game");
    assert_eq!(best.value.value, GameValue::Draw);
    assert!(cursor.is_at(&here) && cursor.depth() == depth);
    let over = game::<Mnk>(&[("width", 1), ("height", 1), ("k", 1)]);
    let mut cursor = over.cursor();
    cursor.moves(&mut ids);
    cursor.apply(ids[0]);
    let nothing = Solver::new(over, PLENTY).best_move(&mut *cursor, &mut |_| true);
    assert_eq!(nothing, Err(SolveError::NoDecision));
}

#[test]
fn random_games_are_worth_what_they_are_by_hand() {
    let mut rng = Rng::new(9);
    let mut methods = [0, 0];
    for round in 0..3_000 {
        let down = round % 2 == 0;
        let graph = GraphGame::random(&mut rng, 2, down);
        let solution = solve(&graph.erased());
        methods[usize::from(solution.method == SolveMethod::Retrograde)] += 1;
        let expected = graph.values();
        let found = PositionValue { value: solution.lower, distance: solution.distance };
        assert_eq!(found, expected[0], "{graph:?}");
        let mut solver = Solver::new(graph.erased(), PLENTY);
        for (at, expected) in expected.iter().enumerate() {
            let mut cursor = graph.cursor_at(at as u8);
            let found = solver.value(&mut *cursor, &mut |_| true).expect("a small game");
            assert_eq!(found.value, expected.value, "point {at} of {graph:?}");
            if found.distance != Some(0) {
                assert_eq!(found.distance, expected.distance, "point {at} of {graph:?}");
            }
        }
        for (mv, after) in &solution.moves {
            let to = usize::from(graph.points[0].next[mv.index.0 as usize].0);
            assert_eq!(after.value, expected[to].value);
        }
    }
    assert!(methods.iter().all(|n| *n > 200), "both ways are tried: {methods:?}");
}

#[test]
fn one_seat_reaches_its_goal_as_soon_as_can_be() {
    let mut rng = Rng::new(10);
    for _ in 0..1_000 {
        let graph = GraphGame::random(&mut rng, 1, false);
        let mut solver = Solver::new(graph.erased(), PLENTY);
        let solution = solver.solve(&mut |_| true);
        let values = graph.values();
        // Whoever cannot win alone would rather not lose.
        if values[0].value == GameValue::Win {
            assert_eq!((solution.lower, solution.distance), (values[0].value, values[0].distance));
            assert_eq!(solution.line.len() as u32, values[0].distance.expect("it is won"));
        } else {
            assert!(solution.lower < GameValue::Win, "{graph:?}");
        }
        // Whatever was asked before, other positions are solved right.
        for (at, expected) in values.iter().enumerate() {
            let mut cursor = graph.cursor_at(at as u8);
            let found = solver.value(&mut *cursor, &mut |_| true).expect("a small game");
            assert_eq!(found.value, expected.value, "point {at} of {graph:?}");
            if found.value == GameValue::Win {
                assert_eq!(found.distance, expected.distance, "point {at} of {graph:?}");
            }
        }
    }
}

#[test]
fn beside_the_shortest_way_distances_are_found_anew() {
    // 0-1-2-6 is the shortest way. From 4 it is three moves by 1, but two by 5, which was not looked at.
    let mut graph = GraphGame::of(
        &[(0, &[1, 3]), (0, &[2]), (0, &[6]), (0, &[4]), (0, &[1, 5]), (0, &[6]), (0, &[])],
        &[(6, GameValue::Win)],
    );
    graph.seats = 1;
    let mut solver = Solver::new(graph.erased(), PLENTY);
    assert_eq!(solver.solve(&mut |_| true).distance, Some(3));
    let found = solver.value(&mut *graph.cursor_at(4), &mut |_| true);
    assert_eq!(found, Ok(PositionValue { value: GameValue::Win, distance: Some(2) }));
}

#[test]
fn play_that_goes_round_is_a_draw_that_is_assumed() {
    // 0 ⇄ 1, and whoever leaves loses.
    let graph = GraphGame::of(
        &[(0, &[1, 2]), (1, &[0, 3]), (0, &[]), (0, &[])],
        &[(2, GameValue::Loss), (3, GameValue::Win)],
    );
    let solution = solve(&graph.erased());
    assert_eq!((solution.lower, solution.method), (GameValue::Draw, SolveMethod::Retrograde));
    assert_eq!(solution.assumption, Some(Assumption::EndlessPlay));
    let rules = senet_game::DrawRules { repeat: Some(3), ..Default::default() };
    let solution = solve(&graph.with_rules(rules).erased());
    assert_eq!((solution.lower, solution.assumption), (GameValue::Draw, None));
}

/// The value of every position, by nothing but the rules.
fn by_the_rules(cursor: &mut dyn Cursor, known: &mut FxHashMap<Position, GameValue>) -> GameValue {
    let mover = match cursor.turn() {
        Turn::Over(outcome) => return GameValue::of(&outcome),
        Turn::Player(seat) => seat,
        other => panic!("no value: {other:?}"),
    };
    let here = cursor.save();
    if let Some(value) = known.get(&here) {
        return *value;
    }
    let mut children = Vec::new();
    cursor.expand(&Expand::default(), &mut |child| {
        children.push(child.index);
        ControlFlow::Continue(())
    });
    let mut after = Vec::new();
    for index in children {
        cursor.enter(index);
        after.push(by_the_rules(cursor, known));
        cursor.pop();
    }
    let after = after.into_iter();
    let value = if mover == Seat(0) { after.max() } else { after.min() };
    let value = value.expect("a position with a turn has a move");
    known.insert(here, value);
    value
}

/// Positions with the same key are worth the same, and who may not win does not. Returns how many keys
/// there are of positions in which a player moves.
fn keys_tell_the_truth(game: &Arc<dyn DynGame>) -> usize {
    let mut known = FxHashMap::default();
    let mut cursor = game.cursor();
    by_the_rules(&mut *cursor, &mut known);
    let mut keys: FxHashMap<u128, GameValue> = FxHashMap::default();
    let keyed = known.into_iter().map(|(position, value)| {
        cursor.load(&position);
        (cursor.canonical_key().expect("a small board").0, position, value)
    });
    let mut positions: Vec<(u128, Position, GameValue)> = keyed.collect();
    positions.sort_by_key(|(key, _, _)| *key);
    for (key, position, value) in &positions {
        cursor.load(position);
        assert_eq!(keys.entry(*key).or_insert(*value), value);
        assert!(*value != GameValue::Win || cursor.may_win(Seat(0)));
        assert!(*value != GameValue::Loss || cursor.may_win(Seat(1)));
    }
    keys.len()
}

#[test]
fn mirror_images_share_a_key_and_nothing_else_does() {
    // 765 positions up to symmetry, 138 of which are ends.
    assert_eq!(keys_tell_the_truth(&game::<Mnk>(&[])), 765 - 138);
    keys_tell_the_truth(&game::<Mnk>(&[("width", 4), ("height", 3)]));
    keys_tell_the_truth(&game::<Mnk>(&[("height", 2), ("k", 2), ("p", 2)]));
    keys_tell_the_truth(&game::<ConnectFour>(&[("width", 4), ("height", 4)]));
    keys_tell_the_truth(&game::<Hex>(&[("size", 3)]));
    keys_tell_the_truth(&game::<Y>(&[("size", 3)]));
    keys_tell_the_truth(&game::<Gale>(&[("size", 2)]));
    keys_tell_the_truth(&game::<Havannah>(&[("size", 2)]));
}

#[test]
fn strategies_prove_what_they_promise() {
    let games = [
        game::<Mnk>(&[("width", 4), ("height", 4), ("k", 3)]),
        game::<Mnk>(&[]),
        game::<Hex>(&[("size", 3)]),
        game::<ConnectFour>(&[("width", 4), ("height", 4)]),
    ];
    for game in games {
        let mut solver = Solver::new(Arc::clone(&game), PLENTY);
        let value = solver.solve(&mut |_| true).lower;
        for seat in [Seat(0), Seat(1)] {
            let strategy = solver.strategy(seat, &mut |_| true).expect("a small game");
            assert_eq!(strategy.value, value.for_seat(seat));
            let read = strategy.to_string().parse().expect("what was written can be read");
            assert_eq!(strategy, read);
            let verified = read.verify(&*game, &mut |_| true).expect("it fits");
            assert!(verified.worst >= strategy.value, "{}", game.info().name);
        }
    }
    // Nothing proves more than there is.
    let three = game::<Mnk>(&[]);
    let strategy = Solver::new(Arc::clone(&three), PLENTY).strategy(Seat(0), &mut |_| true);
    let verified = strategy.expect("a small game").verify(&*three, &mut |_| true);
    assert_eq!(verified.map(|it| it.worst), Ok(GameValue::Draw));
}

#[test]
fn brute_force_agrees_where_play_ends() {
    let mut rng = Rng::new(31);
    for _ in 0..500 {
        let graph = GraphGame::random(&mut rng, 2, true);
        let expected = brute_force(&mut *graph.cursor_at(0));
        let found = solve(&graph.erased());
        assert_eq!((found.lower, found.distance), (expected.value, expected.distance), "{graph:?}");
    }
}
