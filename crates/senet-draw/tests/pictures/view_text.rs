//! Positions as text: what a player sees in a terminal.

use senet_board::{Board, Place, Shape, Spec, Spot};
use senet_draw::{Marks, TextStyle, view_text};
use senet_game::{Piece, Scene, Seat, View, ViewAtom, ViewHidden};
use std::sync::Arc;

fn board(spec: impl Into<Spec>) -> Arc<Board> {
    Arc::new(Board::new(spec).expect("the spec of a test is right"))
}

fn square(width: u32, height: u32) -> Arc<Board> {
    board(Shape::Square { width, height })
}

fn spot(board: &Board, name: &str) -> Spot {
    board.spot(name).expect("the board has the place")
}

/// Pieces as `c3 x 0`: a place, a glyph, and a seat from 0 or `-` for nobody.
fn scene(board: &Arc<Board>, pieces: &[&str]) -> Scene {
    let piece = |text: &&str| {
        let words: Vec<&str> = text.split(' ').collect();
        let seat = words[2].parse().ok().map(Seat);
        let copies = words.get(3).map_or(1, |n| n.parse().expect("a number"));
        let (kind, glyph) = (words[1].to_owned(), words[1].to_owned());
        Piece { spot: spot(board, words[0]), kind, glyph, seat, copies, opposite: None }
    };
    Scene { board: board.clone(), pieces: pieces.iter().map(piece).collect() }
}

fn view(board: &Arc<Board>, pieces: &[&str]) -> View {
    View { boards: vec![scene(board, pieces)], ..View::default() }
}

fn places(board: &Board, names: &[&str]) -> Vec<Place> {
    names.iter().map(|name| Place { board: 0, spot: spot(board, name) }).collect()
}

fn plain() -> TextStyle {
    TextStyle::default()
}

/// The text begins with an empty line, so that the lines of an expectation stand below each other.
#[track_caller]
fn shows(view: &View, marks: &Marks, style: &TextStyle, expected: &str) {
    let text = view_text(view, marks, &["alice".into(), "bob".into()], style);
    assert_eq!(format!("\n{text}"), expected, "\n{text}");
}

#[test]
fn a_won_game_of_tic_tac_toe() {
    let board = square(3, 3);
    let view = view(&board, &["a1 x 0", "b1 x 0", "c1 x 0", "b2 o 1", "a3 o 1"]);
    let marks = Marks {
        last: places(&board, &["c1"]),
        deciding: places(&board, &["a1", "b1", "c1"]),
        ..Marks::default()
    };
    let expected = "
  3  o  ·  ·
  2  ·  o  ·
  1 (x)(x)(x)
     a  b  c
";
    shows(&view, &marks, &plain(), expected);
}

#[test]
fn the_last_move_and_the_choices() {
    let board = square(3, 2);
    let view = view(&board, &["a1 x 0", "b1 o 1"]);
    let marks = Marks {
        last: places(&board, &["b1"]),
        choices: places(&board, &["a1", "a2", "c2"]),
        ..Marks::default()
    };
    let expected = "
  2  +  ·  +
  1 <x>[o] ·
     a  b  c
";
    shows(&view, &marks, &plain(), expected);
}

#[test]
fn colours_say_whose_it_is() {
    let board = square(2, 1);
    let view = view(&board, &["a1 o 0", "b1 o 1"]);
    let colour = TextStyle { colour: true, ..plain() };
    let text = view_text(&view, &Marks::default(), &[], &colour);
    assert!(text.contains("\x1b[0;1;38;5;33mo\x1b[0m  \x1b[0;1;38;5;208mo\x1b[0m\n"), "{text:?}");
    // Without colours, the number of the seat does.
    shows(&view, &Marks::default(), &plain(), "\n  1  o₁ o₂\n     a  b\n");
    let ascii = TextStyle { unicode: false, ..plain() };
    shows(&view, &Marks::default(), &ascii, "\n  1  o_1  o_2\n      a    b\n");
}

#[test]
fn wide_and_long_pieces_keep_the_columns() {
    let board = square(3, 3);
    let pieces = ["a1 王 0", "b2 Ro 1", "c3 x -", "a3 • - 12", "c1 2 - 3"];
    let expected = "
  3  •12   ·    x
  2   ·   Ro    ·
  1  王    ·   2×3
      a    b    c
";
    shows(&view(&board, &pieces), &Marks::default(), &plain(), expected);
}

#[test]
fn what_does_not_fit_is_told_below() {
    let board = square(2, 2);
    let pieces = ["a1 x 0", "a1 o 1", "b2 • - 1234567", "b1 castle 0", "b1 tower 1"];
    let expected = "
  2     ·       •1M
  1    xo     castle…
        a        b
  b1: castle, tower
  b2: • ×1234567
";
    shows(&view(&board, &pieces), &Marks::default(), &plain(), expected);
}

#[test]
fn wide_boards_stand_closer() {
    let board = square(10, 2);
    let view = view(&board, &["a1 x 0", "b1 x 0", "d1 o 1"]);
    let marks = Marks { deciding: places(&board, &["a1", "b1"]), ..Marks::default() };
    let expected = "
  2  · · · · · · · · · ·
  1 (x|x)· o · · · · · ·
     a b c d e f g h i j
";
    shows(&view, &marks, &TextStyle { width: 26, ..plain() }, expected);
    let expected = "
  2 ··········
  1 xx·o······
    a c e g i
  deciding: a1, b1
";
    shows(&view, &marks, &TextStyle { width: 20, ..plain() }, expected);
}

#[test]
fn the_widest_boards_are_cut_into_bands() {
    let board = square(20, 2);
    let view = view(&board, &["a1 x 0", "b1 x 0", "l1 o 1"]);
    let marks = Marks { deciding: places(&board, &["a1", "b1"]), ..Marks::default() };
    let expected = "
  2  · · · · · · · ·
  1 (x|x)· · · · · ·
     a b c d e f g h

  2  · · · · · · · ·
  1  · · · o · · · ·
     i j k l m n o p

  2  · · · ·
  1  · · · ·
     q r s t
";
    shows(&view, &marks, &TextStyle { width: 22, ..plain() }, expected);
}

#[test]
fn the_rhombus_leans() {
    let board = board(Shape::Hex { width: 4, height: 3 });
    let view = view(&board, &["a1 x 0", "c2 o 1"]);
    let marks = Marks { last: places(&board, &["c2"]), ..Marks::default() };
    let expected = "
      3  ·   ·   ·   ·
    2  ·   ·  [o]  ·
  1  x   ·   ·   ·
   a   b   c   d
";
    shows(&view, &marks, &plain(), expected);
    let expected = "
    3  · · · ·
   2  · ·[o]·
  1  x · · ·
    a b c d
";
    shows(&view, &marks, &TextStyle { width: 20, ..plain() }, expected);
}

#[test]
fn the_hexagon_has_letters_where_its_columns_end() {
    let board = board(Shape::HexHex { side: 3 });
    let expected = "
      5  ·   ·   ·
    4  ·   ·   ·   ·
  3  ·   ·   ·   ·   ·
    2  ·   x   ·   ·   e
      1  ·   ·   ·   d
           a   b   c
";
    shows(&view(&board, &["b2 x 0"]), &Marks::default(), &plain(), expected);
}

#[test]
fn the_triangle_stands_on_its_side() {
    let board = board(Shape::Triangle { side: 4 });
    let expected = "
        4  ·
      3  ·   ·
    2  ·   x   ·
  1  ·   ·   ·   ·
   a   b   c   d
";
    shows(&view(&board, &["b2 x 0"]), &Marks::default(), &plain(), expected);
}

#[test]
fn holes_are_blank() {
    let without = ["a1", "b2", "c3"].map(str::to_owned).to_vec();
    let board = board(Spec { without, ..Shape::Square { width: 3, height: 3 }.into() });
    let expected = "
  3  ·  ·
  2  ·     ·
  1     ·  x
     a  b  c
";
    shows(&view(&board, &["c1 x 0"]), &Marks::default(), &plain(), expected);
}

#[test]
fn prefixes_stand_in_no_label() {
    let prefix = Some("left_".to_owned());
    let board = board(Spec { prefix, ..Shape::Square { width: 2, height: 1 }.into() });
    shows(&view(&board, &[]), &Marks::default(), &plain(), "\n  1  ·  ·\n     a  b\n");
}

#[test]
fn a_row_of_cells() {
    let board = board(Shape::Line { cells: 5 });
    let marks = Marks { last: places(&board, &["p5"]), ..Marks::default() };
    let expected = "
   x   ·   ·   ·  [o]
   p1  p2  p3  p4  p5
";
    shows(&view(&board, &["p1 x 0", "p5 o 1"]), &marks, &plain(), expected);
}

#[test]
fn a_ring_is_round_and_a_large_one_a_list() {
    let ring = board(Shape::Ring { cells: 8 });
    let marks =
        Marks { last: places(&ring, &["p5"]), choices: places(&ring, &["p7"]), ..Marks::default() };
    let expected = "
        x p1
    · p8    · p2

   + p7      · p3

    · p6    · p4
       [o]p5
";
    shows(&view(&ring, &["p1 x 0", "p5 o 1"]), &marks, &plain(), expected);
    let large = board(Shape::Ring { cells: 60 });
    let text = view_text(&view(&large, &["p60 x 0"]), &Marks::default(), &[], &plain());
    assert!(text.starts_with("   · p1    · p2    · p3"), "{text}");
    assert!(text.ends_with("x p60\n"), "{text}");
}

#[test]
fn a_graph_lists_its_neighbours() {
    let cells = ["york", "ely", "bath"].map(str::to_owned).to_vec();
    let edges = vec![("york".to_owned(), "ely".to_owned()), ("ely".to_owned(), "bath".to_owned())];
    let board = board(Shape::Graph { cells, edges });
    let expected = "
       · york

   x bath  · ely

  york: ely
  ely: york, bath
  bath: ely
";
    shows(&view(&board, &["bath x 0"]), &Marks::default(), &plain(), expected);
}

#[test]
fn edges_carry_pieces_on_squares() {
    let spec = Spec { edges: true, ..Shape::Square { width: 3, height: 2 }.into() };
    let board = board(spec);
    let view = view(&board, &["a1-b1 - 0", "b1-b2 - 0", "b2-c2 x 1", "c1 o 1"]);
    let marks = Marks {
        last: places(&board, &["b2-c2"]),
        choices: places(&board, &["a1-a2"]),
        ..Marks::default()
    };
    let expected = "
  2  ·     ·─[x]─·
     +     |
  1  ·-----·     o
     a     b     c
";
    shows(&view, &marks, &plain(), expected);
}

#[test]
fn boxes_belong_to_the_middle_of_four_dots() {
    let dots = board(Spec { edges: true, ..Shape::Square { width: 3, height: 2 }.into() });
    let lines = ["a1-a2 ─ -", "a1-b1 ─ -", "b1-b2 ─ -", "a2-b2 ─ -"];
    let mut view = view(&dots, &lines);
    let step = |cell| dots.step(dots.dir("northeast").unwrap(), cell);
    let owned = |name: &str| Piece {
        spot: spot(&dots, name),
        opposite: dots.cell(name).and_then(step),
        kind: "owner".into(),
        glyph: "r".into(),
        seat: Some(Seat(0)),
        copies: 1,
    };
    // A dot of the upper rim names no box: what lies there lies on the dot.
    view.boards[0].pieces.extend([owned("a1"), owned("c2")]);
    let expected = "
  2  ·─────·     r
     │  r  │
  1  ·─────·     ·
     a     b     c
";
    shows(&view, &Marks::default(), &plain(), expected);
}

#[test]
fn two_signs_on_a_cell_do_not_widen_the_board() {
    let board = square(3, 2);
    let marks = Marks { last: places(&board, &["b1"]), ..Marks::default() };
    let expected = "
  2  ·  ·  ·
  1  · [▣×]@
     a  b  c
";
    let view = view(&board, &["b1 ▣ -", "b1 × -", "c1 @ -"]);
    shows(&view, &marks, &plain(), expected);
}

#[test]
fn what_lies_around_a_torus_is_told_below() {
    let spec = Spec { edges: true, torus: true, ..Shape::Square { width: 3, height: 3 }.into() };
    let board = board(spec);
    let text = view_text(&view(&board, &["a1-c1 x 0"]), &Marks::default(), &[], &plain());
    assert!(text.ends_with("  a1-c1: x\n"), "{text}");
}

#[test]
fn edges_of_a_complete_graph_are_a_table() {
    let board = board(Spec { edges: true, ..Shape::Complete { cells: 4 }.into() });
    let marks = Marks { last: places(&board, &["p2-p3"]), ..Marks::default() };
    let text = view_text(&view(&board, &["p1-p4 x 0", "p2-p3 o 1"]), &marks, &[], &plain());
    let expected = "
      p1  p2  p3
  p2  ·
  p3  ·  [o]
  p4  x   ·   ·
";
    assert!(text.ends_with(expected), "{text}");
}

#[test]
fn edges_of_a_graph_stand_between_neighbours() {
    let cells = ["a", "b", "c"].map(str::to_owned).to_vec();
    let edges = vec![("a".to_owned(), "b".to_owned()), ("b".to_owned(), "c".to_owned())];
    let board = board(Spec { edges: true, ..Shape::Graph { cells, edges }.into() });
    let marks = Marks { choices: places(&board, &["b-c"]), ..Marks::default() };
    let text = view_text(&view(&board, &["a-b x 0"]), &marks, &[], &plain());
    assert!(text.ends_with("\n  a:  b=x\n  b:  a=x  c=+\n  c:  b=+\n"), "{text}");
}

#[test]
fn several_boards_stand_side_by_side_if_they_can() {
    let board = square(2, 1);
    let both = View { boards: vec![scene(&board, &["a1 x 0"]); 2], ..View::default() };
    let marks =
        Marks { last: vec![Place { board: 1, spot: spot(&board, "b1") }], ..Marks::default() };
    let expected = "\n  1  x  ·    1  x [·]\n     a  b       a  b\n";
    shows(&both, &marks, &plain(), expected);
    let expected = "\n  1  x  ·\n     a  b\n\n  1  x [·]\n     a  b\n";
    shows(&both, &marks, &TextStyle { width: 14, ..plain() }, expected);
}

#[test]
fn facts_are_grouped_and_hidden_ones_counted() {
    let atom = |predicate: &str, arguments: &[&str], copies| ViewAtom {
        predicate: predicate.to_owned(),
        arguments: arguments.iter().map(|a| (*a).to_owned()).collect(),
        copies,
        persistent: false,
    };
    let view = View {
        atoms: vec![
            atom("hand", &["alice", "ace"], 1),
            atom("hand", &["alice", "king"], 2),
            atom("on", &["s z", "top"], 1),
            atom("rain", &[], 3),
        ],
        hidden: vec![
            ViewHidden { predicate: "hand".into(), owner: Some(Seat(1)), copies: 3 },
            ViewHidden { predicate: "deck".into(), owner: None, copies: 40 },
        ],
        ..View::default()
    };
    let expected = "
  alice's hand: ace, king ×2
  on (s z): top
  rain ×3
  bob's hand: 3 hidden
  deck: 40 hidden
";
    shows(&view, &Marks::default(), &plain(), expected);
    let narrow = TextStyle { width: 18, unicode: false, ..plain() };
    let text = view_text(&view, &Marks::default(), &[], &narrow);
    assert!(text.starts_with("  hand alice: ace,\n    king x2\n"), "{text}");
    assert!(text.contains("  player 2's hand:"), "{text}");
}

#[test]
fn nothing_to_show_and_wrong_places() {
    shows(&View::default(), &Marks::default(), &plain(), "\n");
    let small = square(1, 1);
    let elsewhere = Place { board: 7, spot: Spot::Edge(senet_board::Edge(9)) };
    let outside = senet_board::Cell(99).into();
    let marks = Marks { last: vec![elsewhere, outside], ..Marks::default() };
    shows(&view(&small, &[]), &marks, &plain(), "\n  1  ·\n     a\n");
}

#[test]
fn hostile_names_do_nothing_to_the_terminal() {
    let small = square(1, 1);
    let mut view = view(&small, &["a1 \u{1b}[2J\u{202e} 0"]);
    view.hidden.push(ViewHidden { predicate: "\u{1b}]0;x".into(), owner: None, copies: 1 });
    let text = view_text(&view, &Marks::default(), &[], &plain());
    assert!(text.chars().all(|c| c == '\n' || !c.is_control()), "{text:?}");
    assert!(!text.contains('\u{202e}'), "{text:?}");
}
