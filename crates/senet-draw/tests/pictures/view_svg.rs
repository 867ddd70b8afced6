//! Positions as pictures: what a page and its reader find in them.

use crate::well_formed::check_well_formed;
use senet_board::{Board, Place, Shape, Spec};
use senet_draw::{Marks, view_svg};
use senet_game::{Piece, Scene, Seat, View, ViewAtom};
use std::sync::Arc;

fn board(spec: impl Into<Spec>) -> Arc<Board> {
    Arc::new(Board::new(spec).expect("the spec of a test is right"))
}

fn piece(board: &Board, place: &str, glyph: &str, seat: Option<u8>) -> Piece {
    Piece {
        spot: board.spot(place).expect("the board has the place"),
        kind: glyph.to_owned(),
        glyph: glyph.to_owned(),
        seat: seat.map(Seat),
        copies: 1,
        opposite: None,
    }
}

fn places(board: &Board, names: &[&str]) -> Vec<Place> {
    let spot = |name: &&str| board.spot(name).expect("the board has the place");
    names.iter().map(|name| Place { board: 0, spot: spot(name) }).collect()
}

fn picture(board: &Arc<Board>, pieces: Vec<Piece>, marks: &Marks) -> String {
    let scene = Scene { board: board.clone(), pieces };
    let view = View { boards: vec![scene], ..View::default() };
    let svg = view_svg(&view, marks, &["alice".into(), "bob".into()]);
    check_well_formed(&svg);
    svg
}

/// What is drawn for a place: from its group to the end of the line.
fn drawn<'a>(svg: &'a str, place: &str) -> &'a str {
    let name = format!("data-place=\"{place}\"");
    svg.lines().find(|line| line.contains(&name)).expect("the place is drawn")
}

#[test]
fn a_won_game_of_tic_tac_toe() {
    let board = board(Shape::Square { width: 3, height: 3 });
    let x = |place| piece(&board, place, "x", Some(0));
    let pieces = vec![x("a1"), x("b1"), x("c1"), piece(&board, "b2", "o", Some(1))];
    let marks = Marks {
        last: places(&board, &["c1"]),
        deciding: places(&board, &["a1", "b1", "c1"]),
        choices: places(&board, &["a3"]),
        ..Marks::default()
    };
    let svg = picture(&board, pieces, &marks);
    assert!(svg.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\""), "{svg}");
    assert!(svg.contains("viewBox=\"0 0 ") && svg.contains("role=\"img\""));
    let heard = "aria-label=\"Board of 3 by 3 squares; alice: x on a1, b1, c1; bob: o on b2; \
                 last move c1; decided by a1, b1, c1.\"";
    assert!(svg.contains(heard), "{svg}");
    let c1 = drawn(&svg, "c1");
    assert!(c1.contains("last deciding") && c1.contains("<title>c1: x (alice)</title>"), "{c1}");
    assert!(c1.contains("class=\"ring\"") && c1.contains("class=\"piece hue0\""), "{c1}");
    let a3 = drawn(&svg, "a3");
    assert!(a3.contains(" choice\"") && a3.contains("class=\"spot\""), "{a3}");
    assert!(a3.contains("<title>a3</title>"), "{a3}");
    for name in ["a", "b", "c", "1", "2", "3"] {
        assert!(svg.contains(&format!(">{name}</text>")), "the label {name}");
    }
}

#[test]
fn a_player_called_red_is_red() {
    let board = board(Shape::Square { width: 2, height: 1 });
    let pieces = vec![piece(&board, "a1", "●", Some(0)), piece(&board, "b1", "●", Some(1))];
    let view = View { boards: vec![Scene { board, pieces }], ..View::default() };
    let class = |seats: [&str; 2], place| {
        let svg = view_svg(&view, &Marks::default(), &seats.map(str::to_owned));
        let drawn = drawn(&svg, place).to_owned();
        drawn.split("class=\"piece ").nth(1).and_then(|s| s.split('"').next()).map(str::to_owned)
    };
    let named = (class(["red", "blue"], "a1"), class(["red", "blue"], "b1"));
    let free = (class(["amy", "bo"], "a1"), class(["amy", "bo"], "b1"));
    assert_eq!(named.1, free.0, "blue is the first colour that is given");
    assert_ne!(named.0, free.1, "red is not the second");
}

#[test]
fn boxes_are_drawn_between_their_dots() {
    let dots = board(Spec { edges: true, ..Shape::Square { width: 2, height: 2 }.into() });
    let mut owned = piece(&dots, "a1", "r", Some(0));
    owned.opposite = dots.cell("b2");
    let scene = Scene { board: dots, pieces: vec![owned] };
    let view = View { boards: vec![scene], ..View::default() };
    let svg = view_svg(&view, &Marks::default(), &["red".into(), "blue".into()]);
    assert!(svg.contains("<title>box from a1 to b2: red</title><rect"), "{svg}");
    assert!(svg.contains("<title>a1</title>"), "the dot itself is empty: {svg}");
}

#[test]
fn edges_can_be_clicked_where_they_are_places() {
    let square = Shape::Square { width: 2, height: 2 };
    let board = board(Spec { edges: true, ..square.into() });
    let pieces = vec![piece(&board, "a1-b1", "-", Some(1)), piece(&board, "a1-a2", "w", Some(0))];
    let svg = picture(&board, pieces, &Marks::default());
    assert_eq!(svg.matches("<g class=\"edge").count(), 4);
    let line = drawn(&svg, "a1-b1");
    assert!(line.contains("hue1") && !line.contains("class=\"piece"), "a line says it: {line}");
    let piece = drawn(&svg, "a1-a2");
    assert!(piece.contains("class=\"piece hue0\"") && piece.contains(">w</text>"), "{piece}");
    let plain =
        picture(&self::board(Shape::Square { width: 2, height: 2 }), vec![], &Marks::default());
    assert!(!plain.contains("<path"), "edges of cells that touch are not drawn");
}

#[test]
fn rings_and_graphs_show_their_lines_and_names() {
    let ring = board(Shape::Ring { cells: 5 });
    let svg = picture(&ring, vec![], &Marks::default());
    assert_eq!(svg.matches("class=\"way\"").count(), 5);
    assert!(svg.contains(">p5</text>"));
    assert!(svg.contains("aria-label=\"Ring of 5 cells.\""));
}

#[test]
fn names_and_glyphs_are_never_markup() {
    let evil = "\"'><script>&";
    let graph = board(Shape::Graph { cells: vec![evil.to_owned()], edges: vec![] });
    let mut hostile = piece(&graph, evil, evil, Some(0));
    hostile.copies = u64::MAX;
    let view =
        View { boards: vec![Scene { board: graph, pieces: vec![hostile; 12] }], ..View::default() };
    let svg = view_svg(&view, &Marks::default(), &[evil.to_owned()]);
    check_well_formed(&svg);
    assert!(!svg.contains("<script"));
    assert!(svg.contains("data-place=\"&quot;&#39;&gt;&lt;script&gt;&amp;\""), "{svg}");
}

#[test]
fn without_boards_there_is_a_table_of_facts() {
    let atom = |argument: &str| ViewAtom {
        predicate: "hand".to_owned(),
        arguments: vec!["alice".to_owned(), argument.to_owned()],
        copies: 1,
        persistent: false,
    };
    let view = View { atoms: vec![atom("ace"), atom("king")], ..View::default() };
    let svg = view_svg(&view, &Marks::default(), &[]);
    check_well_formed(&svg);
    assert!(svg.contains(">hand alice</text>") && svg.contains(">ace, king</text>"), "{svg}");
    assert!(svg.contains("aria-label=\"hand alice: ace, king.\""), "{svg}");
    let nothing = view_svg(&View::default(), &Marks::default(), &[]);
    check_well_formed(&nothing);
    assert!(nothing.contains("Nothing to see"));
}

#[test]
fn facts_stay_beside_the_board() {
    let board = board(Shape::Square { width: 1, height: 1 });
    let fact =
        ViewAtom { predicate: "rain".to_owned(), arguments: vec![], copies: 1, persistent: false };
    let scene = Scene { board, pieces: vec![] };
    let view = View { boards: vec![scene.clone(), scene], atoms: vec![fact], ..View::default() };
    let svg = view_svg(&view, &Marks::default(), &[]);
    assert!(!svg.contains("rain"));
    assert!(svg.contains("data-board=\"0\"") && svg.contains("data-board=\"1\""));
}
