//! Coloured graphs: the plain way to ask about positions.

use proptest::prelude::{any, proptest};
use senet_board::{Board, Cell, Dir, Shape};
use senet_positional::ColoredGraph;

fn board(shape: Shape) -> Board {
    Board::new(shape).expect("a fine shape")
}

fn hexagon(side: u32) -> Board {
    board(Shape::HexHex { side })
}

fn names(board: &Board, cells: &[Cell]) -> String {
    cells.iter().map(|&cell| board.name(cell)).collect::<Vec<_>>().join(" ")
}

#[test]
fn values_and_edges() {
    let mut graph =
        ColoredGraph::new(["u", "v", "w"], [(Cell(0), Cell(1), 5), (Cell(1), Cell(2), 7)]);
    assert_eq!(graph.edge(Cell(2), Cell(1)), Some(&7));
    assert_eq!(graph.edge(Cell(0), Cell(2)), None);
    graph.set(Cell(0), "x");
    assert_eq!(graph.values().copied().collect::<String>(), "xvw");
    let long = graph.clone().map(|cell, value| format!("{value}{}", cell.0));
    assert_eq!(long.value(Cell(2)).map(String::as_str), Some("w2"));
    let wide = graph.clone().filter_edges(|&e| e > 5);
    assert_eq!(wide.components(), [vec![Cell(0)], vec![Cell(1), Cell(2)]]);
    let split = graph.clone().filter(|&value| value != "v");
    assert_eq!(split.components().len(), 2);
    assert_eq!(split.edges(Cell(0)).count(), 0, "edges to what is gone are gone");
    let doubled = graph.map_edges(|_, _, e| 2 * e);
    assert_eq!(doubled.edge(Cell(0), Cell(1)), Some(&10));
}

#[test]
fn missing_directions_are_sides() {
    let board = hexagon(4);
    let graph = ColoredGraph::of_board(&board, ());
    let some = |i: u8| Some(Dir(i % 6));
    // Two directions that follow each other are missing on the side between them.
    let found: Vec<Vec<Cell>> =
        (5..11).map(|i| graph.missing_directions(&[some(i), some(i + 1)])).collect();
    let sides: Vec<Vec<Cell>> = board.sides().iter().map(|side| side.cells.clone()).collect();
    assert_eq!(found, sides);
}

#[test]
fn lines_and_distances() {
    let board = board(Shape::Square { width: 4, height: 3 });
    let graph = ColoredGraph::of_board(&board, ());
    let east = board.dir("east");
    let line = graph.in_line(4, &[east]).expect("a row has four cells");
    assert_eq!(names(&board, &line), "a1 b1 c1 d1");
    assert_eq!(graph.in_line(5, &[east]), None);
    assert_eq!(graph.distances(&[Cell(0)])[11], Some(5));
    let way = graph.shortest_way(&[Cell(0)], &[Cell(3), Cell(4)]).expect("there is one");
    assert_eq!(names(&board, &way), "a2 a1");
}

#[test]
fn the_smallest_part_that_connects() {
    let board = hexagon(3);
    let graph = ColoredGraph::of_board(&board, ());
    let sides: Vec<Vec<Cell>> = board.sides().iter().map(|side| side.cells.clone()).collect();
    let part = |wanted: fn(usize) -> bool, numbers: &[usize]| {
        let sides: Vec<Vec<Cell>> = numbers.iter().map(|&i| sides[i].clone()).collect();
        graph.any_connections(wanted, &sides).map(|part| part.len())
    };
    assert_eq!(part(|n| n >= 2, &[0, 1]), Some(1), "a corner is in two sides");
    assert_eq!(part(|n| n == 2, &[0, 3]), Some(5), "straight across");
    assert_eq!(part(|n| n == 3, &[0, 2, 4]), Some(7), "two steps from the middle to each");
    assert_eq!(part(|n| n == 2, &[0, 2, 4]), None, "the whole board touches all three");
    assert_eq!(part(|n| n == 6, &[0, 1, 2, 3, 4, 5]), Some(7), "three corners will do");
}

#[test]
fn too_many_paths_are_not_listed() {
    let board = board(Shape::Hex { width: 6, height: 6 });
    let graph = ColoredGraph::of_board(&board, ());
    let [north, _, south, _] = board.sides() else { panic!("four sides") };
    assert!(graph.winning_set_paths(&north.cells, &south.cells, 50).is_none());
}

proptest! {
    /// Some cells connect two sides exactly if they contain one of the paths, and no path contains
    /// another.
    #[test]
    fn paths_are_the_minimal_connections(bits in any::<u16>()) {
        let board = board(Shape::Hex { width: 4, height: 4 });
        let graph = ColoredGraph::of_board(&board, ());
        let [north, _, south, _] = board.sides() else { panic!("four sides") };
        let paths = graph.winning_set_paths(&north.cells, &south.cells, 10_000).expect("few");
        let chosen = |cell: &Cell| bits & 1 << cell.0 != 0;
        let mut some = graph.clone();
        some.retain(|cell, ()| chosen(&cell));
        let connects = some.shortest_way(&north.cells, &south.cells).is_some();
        assert_eq!(connects, paths.iter().any(|path| path.iter().all(chosen)));
        let pick = &paths[usize::from(bits) % paths.len()];
        let inside = |path: &&Vec<Cell>| path.iter().all(|cell| pick.contains(cell));
        assert_eq!(paths.iter().filter(inside).count(), 1, "only the path itself");
    }

    /// Nothing smaller connects: leaving out any cell of the part breaks it.
    #[test]
    fn parts_are_minimal(bits in any::<u32>()) {
        let board = hexagon(3);
        let mut graph = ColoredGraph::of_board(&board, ());
        graph.retain(|cell, ()| bits & 1 << cell.0 != 0);
        let sides: Vec<Vec<Cell>> =
            [0, 2, 4].iter().map(|&i| board.sides()[i].cells.clone()).collect();
        if let Some(part) = graph.any_connections(|n| n == 3, &sides) {
            for gone in &part {
                let mut rest = graph.clone();
                rest.retain(|cell, ()| part.contains(&cell) && cell != *gone);
                assert!(rest.any_connections(|n| n == 3, &sides).is_none());
            }
        }
    }
}
