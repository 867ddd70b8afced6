//! Each shape, as a player would describe it.

use senet_board::{Board, BoardError, Cell, Compass, Outline, Shape, Spec, Spot};

fn board(shape: Shape) -> Board {
    Board::new(shape).expect("a fine shape")
}

fn square(width: u32, height: u32) -> Shape {
    Shape::Square { width, height }
}

fn graph(cells: &str, edges: &str) -> Shape {
    let edges = edges.split_whitespace().map(|edge| edge.split_once(':').expect("two names"));
    Shape::Graph {
        cells: cells.split_whitespace().map(str::to_owned).collect(),
        edges: edges.map(|(a, b)| (a.to_owned(), b.to_owned())).collect(),
    }
}

fn names(board: &Board, cells: &[Cell]) -> String {
    cells.iter().map(|&cell| board.name(cell)).collect::<Vec<_>>().join(" ")
}

fn all(board: &Board) -> String {
    names(board, &board.cells().collect::<Vec<_>>())
}

fn neighbours(board: &Board, name: &str) -> String {
    names(board, board.neighbours(board.cell(name).expect("a cell")))
}

fn sides(board: &Board) -> Vec<String> {
    let each = board.sides().iter();
    each.map(|side| format!("{}: {}", side.name, names(board, &side.cells))).collect()
}

fn lines(board: &Board, length: usize) -> Vec<String> {
    board.lines(length).iter().map(|line| names(board, line)).collect()
}

#[test]
fn squares() {
    let board = board(square(3, 2));
    assert_eq!(all(&board), "a1 b1 c1 a2 b2 c2");
    assert_eq!(neighbours(&board, "b1"), "a1 c1 b2");
    assert_eq!(sides(&board), ["north: a2 b2 c2", "east: c1 c2", "south: a1 b1 c1", "west: a1 a2"]);
    assert_eq!(names(&board, board.corners()), "a1 c1 a2 c2");
    let side = |compass| board.side(compass).map(|side| names(&board, &side.cells));
    assert_eq!(side(Compass::East).as_deref(), Some("c1 c2"));
    assert_eq!(side(Compass::Northeast), None, "squares have four sides");
    let c2 = board.cell("c2").unwrap();
    assert_eq!((board.column(c2), board.row(c2)), (Some(3), Some(2)));
    let step = |dir| {
        let to = board.step(board.dir(dir).unwrap(), board.cell("b1").unwrap());
        to.map(|cell| board.name(cell))
    };
    assert_eq!(step("northeast"), Some("c2"));
    assert_eq!(step("south"), None);
    let diagonal = board.directions().iter().filter(|d| !d.orthogonal).map(|d| d.name);
    assert_eq!(diagonal.collect::<Vec<_>>(), ["northeast", "southeast", "southwest", "northwest"]);
    assert_eq!(lines(&board, 3), ["a1 b1 c1", "a2 b2 c2"]);
    assert_eq!(board.lines(2).len(), 4 + 3 + 2 + 2);
    assert_eq!(board.distance(Cell(0), c2), Some(3));
}

#[test]
fn eight_neighbours() {
    let spec = Spec { eight: true, ..square(3, 3).into() };
    let board = Board::new(spec).unwrap();
    assert_eq!(neighbours(&board, "b2"), "a1 b1 c1 a2 c2 a3 b3 c3");
    assert_eq!(board.distance(Cell(0), Cell(8)), Some(2));
}

#[test]
fn lines_of_known_boards() {
    assert_eq!(board(square(3, 3)).lines(3).len(), 8);
    assert_eq!(board(square(7, 6)).lines(4).len(), 69);
    assert_eq!(board(square(15, 15)).lines(5).len(), 572);
    assert_eq!(board(Shape::HexHex { side: 5 }).lines(9).len(), 3);
    assert_eq!(board(square(4, 4)).lines(1).len(), 16);
    assert!(board(square(4, 4)).lines(0).is_empty());
    assert!(board(square(4, 4)).lines(5).is_empty());
}

#[test]
fn a_torus_has_no_sides() {
    let board = Board::new(Spec { torus: true, ..square(3, 3).into() }).unwrap();
    assert_eq!(neighbours(&board, "a1"), "b1 c1 a2 a3");
    assert!(board.sides().is_empty() && board.corners().is_empty());
    // The affine plane of order 3: twelve lines.
    assert_eq!(board.lines(3).len(), 12);
    let narrow = Board::new(Spec { torus: true, ..square(2, 1).into() }).unwrap();
    assert_eq!(lines(&narrow, 2), ["a1 b1"]);
    assert_eq!(narrow.edges().len(), 1);
    let wide = Board::new(Spec { torus: true, ..square(4, 1).into() }).unwrap();
    assert_eq!(lines(&wide, 3), ["a1 b1 c1", "b1 c1 d1", "c1 d1 a1", "d1 a1 b1"]);
}

#[test]
fn hex_has_a_sharp_corner_at_a1() {
    let board = board(Shape::Hex { width: 3, height: 3 });
    assert_eq!(neighbours(&board, "a1"), "b1 a2");
    assert_eq!(neighbours(&board, "b2"), "b1 c1 a2 c2 a3 b3");
    assert_eq!(sides(&board)[1], "east: c1 c2 c3");
    assert_eq!(names(&board, board.corners()), "a1 c1 a3 c3");
    let (a1, a2) = (board.point(Cell(0)), board.point(Cell(3)));
    assert!(a2.x > a1.x && a2.y < a1.y, "rows go up, and to the right");
    assert!(matches!(board.outline(Cell(0)), Outline::Polygon(p) if p.len() == 6));
}

#[test]
fn hexagon() {
    let board = board(Shape::HexHex { side: 2 });
    assert_eq!(all(&board), "a1 b1 a2 b2 c2 b3 c3");
    assert_eq!(neighbours(&board, "b2"), "a1 b1 a2 c2 b3 c3");
    assert_eq!(neighbours(&board, "a1"), "b1 a2 b2");
    assert_eq!(
        sides(&board),
        [
            "north: b3 c3",
            "northeast: c2 c3",
            "southeast: b1 c2",
            "south: a1 b1",
            "southwest: a1 a2",
            "northwest: a2 b3"
        ]
    );
    assert_eq!(board.corners().len(), 6);
    assert_eq!(lines(&board, 3), ["a1 b2 c3", "b1 b2 b3", "a2 b2 c2"]);
}

#[test]
fn triangle() {
    let board = board(Shape::Triangle { side: 3 });
    assert_eq!(all(&board), "a1 b1 c1 a2 b2 a3");
    assert_eq!(neighbours(&board, "b1"), "a1 c1 a2 b2");
    assert_eq!(sides(&board), ["northeast: c1 b2 a3", "south: a1 b1 c1", "northwest: a1 a2 a3"]);
    assert_eq!(names(&board, board.corners()), "a1 c1 a3");
}

#[test]
fn rings_lines_and_complete_graphs() {
    let ring = board(Shape::Ring { cells: 4 });
    assert_eq!(all(&ring), "p1 p2 p3 p4");
    assert_eq!(neighbours(&ring, "p1"), "p2 p4");
    assert_eq!(ring.step(ring.dir("ccw").unwrap(), Cell(0)), Some(Cell(3)));
    assert_eq!(lines(&ring, 4), ["p1 p2 p3 p4"]);
    assert_eq!(lines(&ring, 3).len(), 4);
    assert_eq!(ring.row(Cell(0)), None);
    let line = board(Shape::Line { cells: 3 });
    assert_eq!(sides(&line), ["east: p3", "west: p1"]);
    assert_eq!(names(&line, line.corners()), "p1 p3");
    assert_eq!(line.column(Cell(2)), Some(3));
    let complete = board(Shape::Complete { cells: 6 });
    assert_eq!(complete.edges().len(), 15);
    assert!(complete.directions().is_empty());
    assert_eq!(complete.outline(Cell(0)), Outline::Dot { radius: 0.3 });
    let numbered = Spec { prefix: Some(String::new()), ..Shape::Line { cells: 9 }.into() };
    assert_eq!(all(&Board::new(numbered).unwrap()), "1 2 3 4 5 6 7 8 9");
}

#[test]
fn graphs_by_edges() {
    let board = board(graph("u v w x", "w:u u:v v:w"));
    assert_eq!(neighbours(&board, "u"), "v w");
    assert_eq!(board.distance(Cell(0), Cell(3)), None);
    let prefix = Spec { prefix: Some("l".to_owned()), ..graph("u v", "u:v").into() };
    assert_eq!(all(&Board::new(prefix).unwrap()), "lu lv");
}

#[test]
fn edges_are_places_where_they_are_wanted() {
    let plain = board(square(2, 2));
    assert_eq!(plain.spot("a1-b1"), None);
    let board = Board::new(Spec { edges: true, ..square(2, 2).into() }).unwrap();
    let edge = board.edge(Cell(3), Cell(1)).unwrap();
    assert_eq!(board.edge_name(edge), "b1-b2");
    assert_eq!(board.spot("b1-b2"), Some(Spot::Edge(edge)));
    assert_eq!(board.spot("b2-b1"), None, "one name each");
    assert_eq!(board.edge(Cell(0), Cell(3)), None);
    assert!(matches!(board.outline(Cell(0)), Outline::Dot { .. }));
}

#[test]
fn what_is_cut_out_is_nowhere() {
    let without = vec!["b2".to_owned()];
    let board = Board::new(Spec { without, ..square(3, 3).into() }).unwrap();
    assert_eq!(all(&board), "a1 b1 c1 a2 c2 a3 b3 c3");
    assert_eq!(board.cell("b2"), None);
    assert_eq!(neighbours(&board, "a2"), "a1 a3");
    assert_eq!(board.lines(3).len(), 4, "no line passes the hole");
    assert_eq!(board.step(board.dir("east").unwrap(), board.cell("a2").unwrap()), None);
    let corner = Spec { without: vec!["a1".to_owned()], ..square(2, 2).into() };
    assert_eq!(sides(&Board::new(corner).unwrap())[2], "south: b1");
}

#[test]
fn bad_boards_are_errors() {
    let bad = |spec: Spec| Board::new(spec).expect_err("no such board");
    for shape in [
        square(0, 3),
        Shape::Hex { width: 3, height: 0 },
        Shape::HexHex { side: 0 },
        Shape::Triangle { side: 0 },
        Shape::Ring { cells: 0 },
        Shape::Line { cells: 0 },
        Shape::Complete { cells: 0 },
        graph("", ""),
    ] {
        assert_eq!(bad(shape.into()), BoardError::Empty);
    }
    for shape in [
        square(257, 256),
        square(u32::MAX, u32::MAX),
        Shape::HexHex { side: u32::MAX },
        Shape::Triangle { side: u32::MAX },
        Shape::Ring { cells: 1 << 17 },
    ] {
        assert_eq!(bad(shape.into()), BoardError::TooManyCells);
    }
    assert_eq!(bad(Shape::Complete { cells: 1449 }.into()), BoardError::TooManyEdges);
    assert_eq!(bad(graph("a a", "").into()), BoardError::RepeatedCell("a".to_owned()));
    assert_eq!(bad(graph("a b", "a:a").into()), BoardError::SelfLoop("a".to_owned()));
    assert_eq!(bad(graph("a b", "a:c").into()), BoardError::UnknownCell("c".to_owned()));
    let twice = BoardError::RepeatedEdge("b".to_owned(), "a".to_owned());
    assert_eq!(bad(graph("a b", "a:b b:a").into()), twice);
    let nameless = Shape::Graph { cells: vec![String::new()], edges: Vec::new() };
    assert_eq!(bad(nameless.into()), BoardError::NamelessCell);
    let without = |names: &[&str]| Spec {
        without: names.iter().map(|&name| name.to_owned()).collect(),
        ..square(2, 1).into()
    };
    assert_eq!(bad(without(&["c1"])), BoardError::UnknownCell("c1".to_owned()));
    assert_eq!(bad(without(&["a1", "a1"])), BoardError::RepeatedCell("a1".to_owned()));
    assert_eq!(bad(without(&["a1", "b1"])), BoardError::Empty);
    let hexes = Spec::from(Shape::HexHex { side: 3 });
    assert_eq!(bad(Spec { torus: true, ..hexes.clone() }), BoardError::NoTorus);
    assert_eq!(bad(Spec { eight: true, ..hexes }), BoardError::NoDiagonals);
    let dashes = Spec { edges: true, ..graph("a b-c a-b c", "a:b-c a-b:c").into() };
    assert_eq!(bad(dashes), BoardError::AmbiguousEdge("a-b-c".to_owned()));
    assert_eq!(BoardError::Empty.to_string(), "a board needs at least one cell");
}
