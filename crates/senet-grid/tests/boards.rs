//! Boards of every shape, as the language has them.

use senet_board::SHAPES;
use senet_grid::{CellKind, EdgeKind, End, Grid, PlayerKind, Shape, Spec};

/// Players take neighbouring cells in turn.
fn taking(spec: impl Into<Spec>) -> Grid {
    let g = Grid::new("Taking", "Take a free cell beside a free cell.");
    let [ann, _] = g.players(["ann", "bob"]);
    let board = g.board(spec);
    let taken = g.pred::<(PlayerKind, CellKind)>("taken");
    let play = g.interactive("play").rule("take", "take {C}", |r| {
        let (p, c, d) = (r.mover(), r.any("C"), r.any("D"));
        r.from([board.free.of(c), board.adjacent().of(c, d), board.free.of(d).kept()])
            .to([taken.of(p, c)])
    });
    play.on_success(play.of_next_player()).on_failure(End::Lose);
    g.start(&play, &ann);
    g
}

#[test]
fn every_shape_makes_a_program() {
    let pair = |a: &str, b: &str| (a.to_owned(), b.to_owned());
    let graph = Shape::Graph {
        cells: ["a", "b", "c"].map(String::from).into(),
        edges: vec![pair("a", "b"), pair("b", "c")],
    };
    let sized = SHAPES.iter().filter(|kind| kind.sizes > 0).map(|kind| {
        let sizes = &[4, 3][..kind.sizes];
        let words: Vec<String> = sizes.iter().map(u32::to_string).collect();
        let shape = kind.shape(sizes).expect("as many sizes as it takes");
        (shape, format!("board cell = {} {}.", kind.name, words.join(" ")))
    });
    for (shape, text) in sized.chain([(graph, "board cell = graph { a - b, b - c }.".to_owned())]) {
        let grid = taking(shape);
        assert!(grid.text().contains(&text), "{}", grid.text());
        grid.program().unwrap_or_else(|wrong| panic!("{wrong}\n{}", grid.text()));
    }
}

#[test]
fn boards_may_be_bent_and_cut() {
    let shape = Shape::Square { width: 4, height: 4 };
    let spec = Spec { torus: true, without: vec!["b2".to_owned()], ..shape.into() };
    let grid = taking(spec);
    assert!(grid.text().contains("board cell = square 4 4 torus without b2."), "{}", grid.text());
    grid.program().unwrap_or_else(|wrong| panic!("{wrong}\n{}", grid.text()));
}

#[test]
fn squares_may_have_eight_neighbours() {
    let shape = Shape::Square { width: 3, height: 3 };
    let grid = taking(Spec { eight: true, ..shape.into() });
    assert!(grid.text().contains("board cell = square 3 3 eight."), "{}", grid.text());
    grid.program().unwrap_or_else(|wrong| panic!("{wrong}\n{}", grid.text()));
    let wrong = taking(Spec { eight: true, ..Shape::Ring { cells: 5 }.into() }).program();
    let wrong = wrong.expect_err("a ring has no diagonals").to_string();
    assert!(wrong.contains("only a board of squares has diagonal neighbours"), "{wrong}");
}

#[test]
fn edges_may_be_places() {
    let g = Grid::new("Bridges", "Draw an edge at a cell where you are, and go along it.");
    let [ann, _] = g.players(["ann", "bob"]);
    let shape = Shape::Square { width: 2, height: 2 };
    let board = g.board(Spec { edges: true, ..shape.into() });
    let (open, at) = (g.pred::<(EdgeKind,)>("open"), g.pred::<(CellKind,)>("at"));
    let play = g.interactive("play").rule("cross", "cross {E}", |r| {
        let (e, a, b) = (r.any("E"), r.any("A"), r.any("B"));
        r.from([at.of(a), open.of(e), board.joins().of(e, a, b)]).to([at.of(b)])
    });
    play.on_success(play.of_next_player()).on_failure(End::Lose);
    let edges: Vec<_> = board.edges().collect();
    assert_eq!(edges.len(), 4);
    g.initially(edges.iter().map(|edge| open.of(edge)));
    g.initially([at.of(board.cell("a1"))]);
    g.start(&play, &ann);
    let checked = g.program().unwrap_or_else(|wrong| panic!("{wrong}\n{}", g.text()));
    assert!(g.text().contains("board cell = square 2 2 edges edge."), "{}", g.text());
    assert_eq!(checked.program.seats(), 2);
}

#[test]
fn a_cell_of_a_graph_that_joins_nothing_is_told() {
    let cells = ["a", "b", "c"].map(String::from).into();
    let edges = vec![("a".to_owned(), "b".to_owned())];
    let wrong = taking(Shape::Graph { cells, edges }).program().expect_err("nobody gets to c");
    assert!(wrong.to_string().contains("`c` of the graph has no neighbours"), "{wrong}");
}
