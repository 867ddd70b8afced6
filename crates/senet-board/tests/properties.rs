//! What holds on every board.

use proptest::collection::vec;
use proptest::prelude::{Just, Strategy, any, prop_oneof, proptest};
use proptest::sample::subsequence;
use senet_board::{Board, Cell, CellLayout, Dir, Edge, Point, SHAPES, Shape, Spec, Spot};
use std::collections::HashSet;

fn shapes() -> impl Strategy<Value = Shape> {
    let sized = (0..SHAPES.len(), vec(1u32..8, 2)).prop_map(|(kind, sizes)| {
        let kind = &SHAPES[kind];
        kind.shape(&sizes[..kind.sizes]).expect("as many sizes as it takes")
    });
    // A graph has no sizes, and without cells it is not a board.
    let sized = sized.prop_filter("has cells", |shape| !matches!(shape, Shape::Graph { .. }));
    let long = (8u32..30, any::<bool>()).prop_map(|(cells, ring)| match ring {
        true => Shape::Ring { cells },
        false => Shape::Line { cells },
    });
    prop_oneof![6 => sized, 1 => long, 1 => graphs()]
}

fn graphs() -> impl Strategy<Value = Shape> {
    (1usize..9).prop_flat_map(|n| {
        let cells: Vec<String> = (0..n).map(|i| format!("v{i}")).collect();
        let name = cells.clone();
        let pairs = (0..n).flat_map(|a| (a + 1..n).map(move |b| (a, b)));
        let pairs: Vec<(String, String)> =
            pairs.map(|(a, b)| (name[a].clone(), name[b].clone())).collect();
        let most = pairs.len();
        let edges = subsequence(pairs, 0..=most);
        (Just(cells), edges).prop_map(|(cells, edges)| Shape::Graph { cells, edges })
    })
}

/// Boards with some cells cut out, tori and edges included.
fn boards() -> impl Strategy<Value = Board> {
    (shapes(), any::<(bool, bool, bool)>(), any::<u64>()).prop_map(
        |(shape, (torus, eight, edges), holes)| {
            let square = shape.kind().layout == CellLayout::Square;
            let whole =
                Spec { torus: torus && square, eight: eight && square, edges, ..shape.into() };
            let board = Board::new(whole.clone()).expect("a fine shape");
            let cut = |cell: &Cell| cell.0 > 0 && holes.rotate_left(cell.0 * 7) % 5 == 0;
            let without = board.cells().filter(cut).map(|cell| board.name(cell).to_owned());
            let without = if holes % 2 == 0 { without.collect() } else { Vec::new() };
            Board::new(Spec { without, ..whole }).expect("the first cell is left")
        },
    )
}

fn dirs(board: &Board) -> impl Iterator<Item = Dir> + use<> {
    (0..board.directions().len() as u8).map(Dir)
}

fn far(a: Point, b: Point) -> bool {
    (a.x - b.x).hypot(a.y - b.y) > 0.9
}

proptest! {
    #[test]
    fn steps_go_back_by_the_opposite(board in boards()) {
        for dir in dirs(&board) {
            assert_eq!(board.opposite(board.opposite(dir)), dir);
            assert_eq!(board.dir(board.directions()[dir.index()].name), Some(dir));
            for cell in board.cells() {
                if let Some(to) = board.step(dir, cell) {
                    assert_eq!(board.step(board.opposite(dir), to), Some(cell));
                    assert_ne!(to, cell);
                }
            }
        }
    }

    #[test]
    fn neighbours_are_mutual_and_one_step_away(board in boards()) {
        for a in board.cells() {
            assert!(board.neighbours(a).is_sorted_by(|x, y| x < y));
            for &b in board.neighbours(a) {
                assert!(board.adjacent(b, a) && a != b);
                assert_eq!(board.distance(a, b), Some(1));
                let steps = || dirs(&board).any(|dir| board.step(dir, a) == Some(b));
                assert!(board.directions().is_empty() || steps());
                let edge = board.edge(a, b).expect("neighbours have an edge");
                assert_eq!(board.edges()[edge.index()], (a.min(b), a.max(b)));
            }
            for dir in dirs(&board) {
                let counts = board.directions()[dir.index()].orthogonal || board.spec().eight;
                if let Some(b) = board.step(dir, a).filter(|_| counts) {
                    assert!(board.adjacent(a, b));
                }
            }
        }
        assert!(board.edges().is_sorted_by(|x, y| x < y));
    }

    #[test]
    fn names_are_unique_and_read_back(board in boards()) {
        for cell in board.cells() {
            assert_eq!(board.cell(board.name(cell)), Some(cell));
            assert_eq!(board.spot(board.name(cell)), Some(Spot::Cell(cell)));
        }
        for i in 0..board.edges().len() {
            let spot = Spot::Edge(Edge(i as u32));
            let found = board.spot(&board.spot_name(spot));
            assert_eq!(found, Some(spot).filter(|_| board.spec().edges));
        }
    }

    #[test]
    fn lines_are_lines_and_all_of_them(board in boards(), length in 2usize..6) {
        let mut sets = HashSet::new();
        for line in board.lines(length).iter() {
            let straight = |dir| line.windows(2).all(|w| board.step(dir, w[0]) == Some(w[1]));
            assert!(dirs(&board).any(straight));
            let mut set = line.to_vec();
            set.sort();
            set.dedup();
            assert_eq!(set.len(), length, "no cell twice");
            let seams = board.spec().torus || matches!(board.spec().shape, Shape::Ring { .. });
            assert!(seams || line.is_sorted());
            assert!(sets.insert(set), "each set once");
        }
        for dir in dirs(&board) {
            for cell in board.cells() {
                let walk = std::iter::successors(Some(cell), |&at| board.step(dir, at));
                let mut set: Vec<Cell> = walk.take(length).collect();
                set.sort();
                set.dedup();
                assert!(set.len() < length || sets.contains(&set), "no line is missing");
            }
        }
    }

    #[test]
    fn every_place_has_a_point_of_its_own(board in boards()) {
        let size = board.bounds();
        for a in board.cells() {
            let at = board.point(a);
            assert!(at.x > 0.0 && at.y > 0.0 && at.x < size.x && at.y < size.y);
            for b in board.cells().take(a.index()) {
                assert!(far(board.point(a), board.point(b)));
            }
        }
        let count = board.edges().len() as u32;
        let points = (0..count).map(|i| board.edge_point(Edge(i)));
        let distinct: HashSet<_> =
            points.map(|p| ((p.x * 1e6).round() as i64, (p.y * 1e6).round() as i64)).collect();
        assert_eq!(distinct.len(), count as usize);
    }

    #[test]
    fn corners_are_in_sides(board in boards()) {
        let rim: HashSet<Cell> = board.sides().iter().flat_map(|s| s.cells.clone()).collect();
        assert!(board.corners().iter().all(|corner| rim.contains(corner)));
        assert!(board.sides().iter().all(|side| side.cells.is_sorted()));
    }
}
