//! Exploration and perft.

use crate::graph_game::{GraphGame, Keys};
use crate::values::game;
use rustc_hash::FxHashSet;
use senet_game::Rng;
use senet_positional::games::{ConnectFour, Mnk};
use senet_solve::{ExploreLimits, ExploreStop, Explored, Perft, explore, perft};

const PLENTY: ExploreLimits = ExploreLimits { positions: u64::MAX, depth: None, memory: u64::MAX };

/// What can be compared: memory depends on how positions are kept.
fn counts(explored: Explored) -> Explored {
    Explored { memory: 0, ..explored }
}

#[test]
fn tic_tac_toe_has_5478_positions() {
    let found = explore(&*game::<Mnk>(&[]), PLENTY, &mut |_| true);
    assert_eq!((found.positions, found.edges, found.ends.total()), (5_478, 16_167, 958));
    assert_eq!(found.classes, Some(765), "turns and reflections of the board");
    assert_eq!(found.ends.won, [626, 316]);
    assert_eq!(found.by_ply, [1, 9, 72, 252, 756, 1_260, 1_520, 1_140, 390, 78]);
    assert_eq!(found.stopped, None);
}

#[test]
fn connect_four_has_as_many_positions_as_known() {
    let board = game::<ConnectFour>(&[("width", 4), ("height", 4)]);
    assert_eq!(explore(&*board, PLENTY, &mut |_| true).positions, 161_029);
}

#[test]
fn positions_are_counted_alike_however_they_are_kept() {
    let mut rng = Rng::new(21);
    for _ in 0..500 {
        let mut graph = GraphGame::random(&mut rng, 2, false).with_chance(&mut rng);
        let mut found = Vec::new();
        for keys in [Keys::Whole, Keys::Packed(8), Keys::Packed(100), Keys::PackedButOne] {
            graph.keys = keys;
            found.push(counts(explore(&*graph.erased(), PLENTY, &mut |_| true)));
        }
        assert!(found.iter().all(|counts| *counts == found[0]), "{found:?} {graph:?}");
        // By nothing but the rules.
        let mut seen = FxHashSet::from_iter([0u8]);
        let mut waiting = vec![0u8];
        let mut edges = 0;
        while let Some(at) = waiting.pop() {
            let point = &graph.points[usize::from(at)];
            for (to, _) in point.next.iter().filter(|_| point.end.is_none()) {
                edges += 1;
                if seen.insert(*to) {
                    waiting.push(*to);
                }
            }
        }
        assert_eq!(found[0].positions + found[0].chance_nodes, seen.len() as u64);
        assert_eq!(found[0].edges, edges);
    }
}

#[test]
fn limits_say_what_was_reached() {
    for game in [game::<Mnk>(&[]), {
        let mut graph = GraphGame::with_points(&mut Rng::new(3), 2, true, 30);
        graph.keys = Keys::Packed(8);
        graph.erased()
    }] {
        let all = explore(&*game, PLENTY, &mut |_| true).positions;
        let few = ExploreLimits { positions: 2, ..PLENTY };
        let found = explore(&*game, few, &mut |_| true);
        let kept = found.classes.unwrap_or(found.positions);
        assert_eq!((kept, found.stopped), (2, Some(ExploreStop::Positions)));
        let exact = ExploreLimits { positions: all, ..PLENTY };
        assert_eq!(explore(&*game, exact, &mut |_| true).stopped, None);
        let shallow = ExploreLimits { depth: Some(1), ..PLENTY };
        let found = explore(&*game, shallow, &mut |_| true);
        assert_eq!((found.by_ply.len(), found.stopped), (2, Some(ExploreStop::Depth)));
        let small = ExploreLimits { memory: 10, ..PLENTY };
        let found = explore(&*game, small, &mut |_| true);
        assert_eq!(found.stopped, Some(ExploreStop::Memory));
    }
    let board = game::<ConnectFour>(&[("width", 4), ("height", 4)]);
    let found = explore(&*board, PLENTY, &mut |found| found.positions < 1_000);
    assert_eq!(found.stopped, Some(ExploreStop::Cancelled));
    assert_eq!(found.positions, found.by_ply.iter().sum::<u64>());
}

#[test]
fn plays_are_counted_to_a_depth() {
    let what = Perft { depth: 9, turns: false, moves: u64::MAX };
    let counted = perft(&*game::<Mnk>(&[]), what, &mut || true);
    // The last number is that of all games of tic-tac-toe; plays that end earlier count once.
    assert_eq!(counted.plays, [9, 72, 504, 3_024, 15_120, 56_160, 154_944, 255_168, 255_168]);
    assert!(!counted.cut);
    // Where every play has ended, there is nothing more to count, however deep it was asked for.
    let deep = perft(&*game::<Mnk>(&[]), Perft { depth: 1_000_000_000, ..what }, &mut || true);
    assert_eq!(deep.plays.len(), 10);
    assert!(!deep.cut && deep.plays[..9] == counted.plays && deep.plays[9] == 255_168);
    let counted = perft(&*game::<Mnk>(&[]), Perft { moves: 1_000, ..what }, &mut || true);
    assert!(counted.cut && counted.plays.len() == 4);
    // Two stones a turn: a level is a whole turn.
    let biased = game::<Mnk>(&[("p", 2), ("q", 2)]);
    let turns = Perft { depth: 1, turns: true, moves: u64::MAX };
    assert_eq!(perft(&*biased, turns, &mut || true).plays, [9 * 8]);
}
