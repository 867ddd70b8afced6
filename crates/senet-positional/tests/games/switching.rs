//! Games on edges: Shannon's against Lehman's theorem, Gale, and slow descriptions of both.

use crate::common::{deciding, game, play, solve, winner};
use crate::slow::{agree, goes_back, other};
use proptest::prelude::{any, proptest};
use rustc_hash::FxHashSet;
use senet_board::{Cell, Shape, Spot};
use senet_game::{Listed, OptionError, Seat};
use senet_positional::games::{Gale, Shannon, ShannonRules};
use senet_positional::{ColoredGraph, Positional, PositionalRules, PositionalState, Switches};

type Pairs = Vec<(usize, usize)>;

fn pairs(n: usize) -> Pairs {
    (0..n).flat_map(|a| (a + 1..n).map(move |b| (a, b))).collect()
}

/// All graphs of `n` vertices that hang together, once each up to a change of names that keeps the
/// terminals, which are vertices 0 and 1.
fn graphs(n: usize) -> Vec<Pairs> {
    let all = pairs(n);
    let names: Vec<Vec<usize>> =
        permutations(n).into_iter().filter(|p| p[0] < 2 && p[1] < 2).collect();
    let bit = |a: usize, b: usize| {
        let pair = (a.min(b), a.max(b));
        1u32 << all.iter().position(|&other| other == pair).expect("a pair of vertices")
    };
    let least = |set: u32| {
        let edges: Vec<_> = (0..all.len()).filter(|i| set & 1 << i != 0).map(|i| all[i]).collect();
        let renamed = |p: &Vec<usize>| edges.iter().map(|&(a, b)| bit(p[a], p[b])).sum::<u32>();
        names.iter().map(renamed).min().expect("at least the names that they have")
    };
    let sets: FxHashSet<u32> = (0..1u32 << all.len()).filter(|&set| least(set) == set).collect();
    let mut sets: Vec<u32> = sets.into_iter().collect();
    sets.sort_unstable();
    let edges = |set: u32| -> Pairs {
        (0..all.len()).filter(|i| set & 1 << i != 0).map(|i| all[i]).collect()
    };
    sets.into_iter().map(edges).filter(|edges| hangs_together(n, edges)).collect()
}

fn permutations(n: usize) -> Vec<Vec<usize>> {
    if n == 0 {
        return vec![Vec::new()];
    }
    let insert = |p: Vec<usize>| {
        (0..n).map(move |i| {
            let mut p = p.clone();
            p.insert(i, n - 1);
            p
        })
    };
    permutations(n - 1).into_iter().flat_map(insert).collect()
}

fn hangs_together(n: usize, edges: &Pairs) -> bool {
    let edges = edges.iter().map(|&(a, b)| (Cell(a as u32), Cell(b as u32), ()));
    ColoredGraph::new(vec![(); n], edges).components().len() == 1
}

/// Lehman: whether some vertices, both terminals among them, are spanned by two trees that share no
/// edge; by Nash-Williams and Tutte, if each way to split them leaves enough edges between the parts.
fn two_trees(n: usize, edges: &Pairs) -> bool {
    let sets = (0..1u32 << n).filter(|set| set & 0b11 == 0b11);
    sets.into_iter().any(|set| {
        let members: Vec<usize> = (0..n).filter(|v| set & 1 << v != 0).collect();
        let inside: Vec<_> =
            edges.iter().filter(|(a, b)| members.contains(a) && members.contains(b)).collect();
        splits(members.len()).iter().all(|split| {
            let part = |v: usize| split[members.iter().position(|&m| m == v).expect("inside")];
            let between = inside.iter().filter(|(a, b)| part(*a) != part(*b)).count();
            let parts = split.iter().max().map_or(0, |most| most + 1);
            between >= 2 * (parts - 1)
        })
    })
}

/// All ways to split `n` things: the number of the part of each.
fn splits(n: usize) -> Vec<Vec<usize>> {
    let mut all: Vec<Vec<usize>> = vec![vec![]];
    for _ in 0..n {
        let longer = |split: Vec<usize>| {
            let parts = split.iter().max().map_or(0, |most| most + 1);
            (0..=parts).map(move |part| [split.as_slice(), &[part]].concat())
        };
        all = all.into_iter().flat_map(longer).collect();
    }
    all
}

fn shannon(n: usize, edges: &Pairs, short: Seat) -> Shannon {
    let name = |v: usize| format!("v{v}");
    let shape = Shape::Graph {
        cells: (0..n).map(name).collect(),
        edges: edges.iter().map(|&(a, b)| (name(a), name(b))).collect(),
    };
    let rules = ShannonRules::new(shape, "v0", "v1", short).expect("it hangs together");
    Positional::new(rules).expect("a small graph")
}

#[test]
fn lehman() {
    let mut count = 0;
    for n in 2..=5 {
        for edges in graphs(n) {
            count += 1;
            let short_second = solve(&shannon(n, &edges, Seat(1))) == -1;
            assert_eq!(short_second, two_trees(n, &edges), "second on {edges:?}");
            let mut more = edges.clone();
            more.push((0, 1));
            let short_first = solve(&shannon(n, &edges, Seat(0))) == 1;
            assert_eq!(short_first, two_trees(n, &more), "first on {edges:?}");
        }
    }
    assert_eq!(count, 118, "connected graphs of up to five vertices, two of them marked");
}

#[test]
fn gale_is_won_by_who_begins() {
    for size in 1..=3 {
        assert_eq!(solve(&game::<Gale>(&[("size", size)])), 1, "size {size}");
    }
}

#[test]
fn edges_that_decided() {
    let grid: Shannon = game(&[("width", 2), ("height", 3)]);
    let joined = "a1-b1 a1-a2 b1-b2 a2-b2 b2-b3";
    assert_eq!(deciding(&grid, joined), "a1-b1 b1-b2 b2-b3");
    let separated = "a1-a2 b2-b3 a2-a3 a3-b3";
    assert_eq!(winner(&grid, &play(&grid, separated)), Some(Some(Seat(1))), "Cut can win");
    assert_eq!(deciding(&grid, separated), "b2-b3 a3-b3");
    let gale: Gale = game(&[("size", 2)]);
    assert_eq!(deciding(&gale, "a1-b1 a2-b2 b1-c1"), "a1-b1 b1-c1");
    assert_eq!(deciding(&gale, "a1-b1 b1-c1 b1-b2 b2-c2"), "b1-c1 b2-c2", "blue crosses red");
}

#[test]
fn shannon_options() {
    let with = |pairs: &[(&str, &str)]| -> Result<Shannon, OptionError> {
        let pairs: Vec<(String, String)> =
            pairs.iter().map(|(n, v)| ((*n).to_owned(), (*v).to_owned())).collect();
        Shannon::from_options(&Shannon::info().choose(&pairs, None).expect("options that exist"))
    };
    let game = with(&[("graph", "s-a,a-t,s-t"), ("from", "s"), ("to", "t")]).unwrap();
    assert_eq!(solve(&game), 1);
    let second = [("graph", "s-a,a-t,s-t"), ("from", "s"), ("to", "t"), ("first", "cut")];
    assert_eq!(solve(&with(&second).unwrap()), 1, "Cut begins and wins");
    let message =
        |pairs: &[(&str, &str)]| with(pairs).map(|_| ()).expect_err("no such game").to_string();
    assert_eq!(message(&[("graph", "s-a,b-t"), ("to", "t")]), "Cut has won before the game begins");
    assert_eq!(message(&[("graph", "s")]), "`s` is not an edge");
    assert_eq!(message(&[("from", "z9")]), "there is no vertex `z9`");
    assert_eq!(message(&[("width", "1"), ("height", "1")]), "the two vertices are the same");
}

/// The vertices of the board, with the edges that a test likes.
fn net<R: PositionalRules>(
    game: &Positional<R>,
    fine: impl Fn(u16) -> bool,
) -> ColoredGraph<(), ()> {
    let board = game.board();
    let edges = game.places().spots().iter().enumerate().filter(|(i, _)| fine(*i as u16));
    let edges = edges.filter_map(|(_, spot)| match spot {
        Spot::Edge(edge) => Some(board.edges()[edge.index()]),
        Spot::Cell(_) => None,
    });
    ColoredGraph::new(vec![(); board.len()], edges.map(|(a, b)| (a, b, ())))
}

fn joined(graph: &ColoredGraph<(), ()>, from: &[Cell], to: &[Cell]) -> bool {
    graph.shortest_way(from, to).is_some()
}

fn shannon_slowly(game: &Shannon, state: &PositionalState<Switches>, mover: Seat) -> Option<Seat> {
    let ends = (&[Cell(0)], &[Cell(game.board().len() as u32 - 1)]);
    let owner = |place| state.stones().owner(place);
    let short = net(game, |place| owner(place) == Some(Seat(0)));
    let left = net(game, |place| owner(place) != Some(Seat(1)));
    match mover {
        Seat(0) => joined(&short, ends.0, ends.1).then_some(mover),
        _ => (!joined(&left, ends.0, ends.1)).then_some(mover),
    }
}

proptest! {
    #[test]
    fn shannon_on_grids(seed in any::<u64>(), width in 1u64..6, height in 2u64..6) {
        let grid: Shannon = game(&[("width", width), ("height", height)]);
        agree(&grid, seed, |state, mover| shannon_slowly(&grid, state, mover));
        goes_back(&grid, seed);
    }

    #[test]
    fn gale(seed in any::<u64>(), size in 1u64..6) {
        let gale: Gale = game(&[("size", size)]);
        let column = |n: u64| -> Vec<Cell> {
            let board = gale.board();
            board.cells().filter(|&c| board.column(c) == Some(n as u32)).collect()
        };
        // Red's sides are joined from the start; blue has won when red no longer can.
        agree(&gale, seed, |state, mover| {
            let owner = |place| state.stones().owner(place);
            let red = net(&gale, |place| owner(place) == Some(Seat(0)));
            let open = net(&gale, |place| owner(place) != Some(Seat(1)));
            let (west, east) = (column(1), column(size + 1));
            match mover {
                Seat(0) => joined(&red, &west, &east).then_some(mover),
                _ => (!joined(&open, &west, &east)).then_some(other(Seat(0))),
            }
        });
        goes_back(&gale, seed);
    }
}
