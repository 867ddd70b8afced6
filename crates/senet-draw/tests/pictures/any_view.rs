//! Any position can be drawn, whatever its boards, names and marks are.

use crate::well_formed::check_well_formed;
use proptest::prelude::{Just, ProptestConfig, Strategy, any, prop, prop_oneof, proptest};
use senet_board::{Board, Cell, Compass, Edge, Place, SHAPES, Shape, Spec, Spot};
use senet_draw::{Marks, TextStyle, view_svg, view_text};
use senet_game::{Piece, Scene, Seat, View, ViewAtom, ViewHidden};
use std::sync::Arc;

fn size() -> impl Strategy<Value = u32> {
    prop_oneof![20 => 1u32..12, 1 => 12u32..60]
}

fn shape() -> impl Strategy<Value = Shape> {
    let sized = (0..SHAPES.len(), prop::collection::vec(size(), 2)).prop_map(|(kind, sizes)| {
        let kind = &SHAPES[kind];
        kind.shape(&sizes[..kind.sizes]).expect("as many sizes as it takes")
    });
    // A graph has no sizes, and without cells it is not a board.
    let sized = sized.prop_filter("has cells", |shape| !matches!(shape, Shape::Graph { .. }));
    prop_oneof![7 => sized, 1 => graph()]
}

fn graph() -> impl Strategy<Value = Shape> {
    let names = prop::collection::btree_set("[a-z<&\"'\u{1b}将]{1,9}", 1..20);
    names.prop_flat_map(|names| {
        let cells: Vec<String> = names.into_iter().collect();
        let pair = (0..cells.len(), 0..cells.len());
        let pairs = prop::collection::btree_set(pair, 0..40);
        (Just(cells), pairs).prop_map(|(cells, pairs)| {
            let name = |i: usize| cells[i].clone();
            let edges = pairs.into_iter().filter(|(a, b)| a < b).map(|(a, b)| (name(a), name(b)));
            Shape::Graph { edges: edges.collect(), cells }
        })
    })
}

/// A board with some of its cells cut out, if it may be so.
fn board() -> impl Strategy<Value = Arc<Board>> {
    let cut = prop::collection::vec(any::<prop::sample::Index>(), 0..5);
    (shape(), any::<bool>(), any::<[bool; 2]>(), cut).prop_map(
        |(shape, edges, [torus, eight], cut)| {
            let square = matches!(shape, Shape::Square { .. });
            let (torus, eight) = (torus && square, eight && square);
            let spec = Spec { edges, torus, eight, ..shape.into() };
            let whole = Board::new(spec.clone()).expect("the sizes are small");
            let names = cut.iter().map(|i| whole.name(Cell(i.index(whole.len()) as u32)));
            let mut without: Vec<String> = names.map(str::to_owned).collect();
            without.sort();
            without.dedup();
            Arc::new(Board::new(Spec { without, ..spec }).unwrap_or(whole))
        },
    )
}

/// Any spot, also such as the board does not have.
fn spot() -> impl Strategy<Value = Spot> {
    let number = || prop_oneof![30 => 0u32..40, 1 => any::<u32>()];
    prop_oneof![
        3 => number().prop_map(|n| Spot::Cell(Cell(n))),
        1 => number().prop_map(|n| Spot::Edge(Edge(n))),
    ]
}

fn text() -> impl Strategy<Value = String> {
    prop_oneof![3 => "[a-zA-Z●○♜将-]{0,2}", 1 => "\\PC{0,12}", 1 => any::<String>()]
}

fn piece() -> impl Strategy<Value = Piece> {
    let copies = prop_oneof![5 => 0u64..3, 1 => any::<u64>()];
    let opposite = prop::option::weighted(0.2, (0u32..50).prop_map(Cell));
    (spot(), text(), text(), any::<Option<u8>>(), copies, opposite).prop_map(
        |(spot, kind, glyph, seat, copies, opposite)| Piece {
            spot,
            kind,
            glyph,
            seat: seat.map(Seat),
            copies,
            opposite,
        },
    )
}

fn view() -> impl Strategy<Value = View> {
    let scene = (board(), prop::collection::vec(piece(), 0..20))
        .prop_map(|(board, pieces)| Scene { board, pieces });
    let atom = (text(), prop::collection::vec(text(), 0..4), any::<u64>()).prop_map(
        |(predicate, arguments, copies)| ViewAtom {
            predicate,
            arguments,
            copies,
            persistent: copies == 0,
        },
    );
    let hidden =
        (text(), any::<Option<u8>>(), any::<u64>()).prop_map(|(predicate, owner, copies)| {
            ViewHidden { predicate, owner: owner.map(Seat), copies }
        });
    let boards = prop::collection::vec(scene, 0..3);
    let atoms = prop::collection::vec(atom, 0..6);
    (boards, atoms, prop::collection::vec(hidden, 0..3)).prop_map(|(boards, atoms, hidden)| View {
        stage: String::new(),
        boards,
        atoms,
        hidden,
        ..View::default()
    })
}

fn places() -> impl Strategy<Value = Vec<Place>> {
    let place = (0u8..3, spot()).prop_map(|(board, spot)| Place { board, spot });
    prop::collection::vec(place, 0..6)
}

fn marks() -> impl Strategy<Value = Marks> {
    let side = (0u8..3, prop::sample::select(Compass::ALL.to_vec()));
    let sides = prop::collection::vec(side.prop_map(|(seat, side)| (Seat(seat), side)), 0..4);
    let dual = prop::option::of((0u8..3).prop_map(Seat));
    (places(), places(), places(), sides, dual).prop_map(
        |(last, deciding, choices, sides, dual)| Marks { last, deciding, choices, sides, dual },
    )
}

fn style() -> impl Strategy<Value = TextStyle> {
    let width = prop_oneof![3 => 20usize..120, 1 => 0usize..20, 1 => Just(usize::MAX)];
    (any::<[bool; 2]>(), width).prop_map(|([colour, unicode], width)| TextStyle {
        colour,
        unicode,
        width,
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn text_is_drawn(view in view(), marks in marks(), style in style()) {
        let seats = ["al\u{1b}ice".to_owned()];
        let text = view_text(&view, &marks, &seats, &style);
        assert_eq!(text, view_text(&view, &marks, &seats, &style));
        let escapes = text.matches('\u{1b}').count();
        assert_eq!(text.matches("\u{1b}[0").count(), escapes, "only our own codes");
        assert!(style.colour || escapes == 0);
        assert!(text.chars().all(|c| c == '\n' || c == '\u{1b}' || !c.is_control()), "{text:?}");
        assert!(style.unicode || text.is_ascii(), "{text}");
        assert!(text.lines().all(|line| line == line.trim_end()), "{text:?}");
    }

    #[test]
    fn a_picture_is_drawn(view in view(), marks in marks(), seat in any::<String>()) {
        let seats = [seat];
        let svg = view_svg(&view, &marks, &seats);
        check_well_formed(&svg);
        assert_eq!(svg, view_svg(&view, &marks, &seats));
        assert!(!svg.contains("NaN") && !svg.contains("inf"));
        let cells: usize = view.boards.iter().map(|scene| scene.board.len()).sum();
        assert_eq!(svg.matches("<g class=\"cell").count(), cells, "every cell can be clicked");
    }
}

#[test]
fn the_largest_boards_are_drawn() {
    let shapes = [
        Shape::Square { width: 256, height: 256 },
        Shape::Square { width: 1, height: 65_536 },
        Shape::Line { cells: 65_536 },
        Shape::Hex { width: 200, height: 200 },
        Shape::HexHex { side: 100 },
        Shape::Ring { cells: 65_536 },
        Shape::Complete { cells: 1_000 },
    ];
    for shape in shapes {
        let board = Arc::new(Board::new(shape).expect("as large as boards may be"));
        let view = View { boards: vec![Scene { board, pieces: Vec::new() }], ..View::default() };
        assert!(!view_text(&view, &Marks::default(), &[], &TextStyle::default()).is_empty());
        assert!(view_svg(&view, &Marks::default(), &[]).ends_with("</svg>\n"));
    }
}
