//! Mistakes that the checker finds. Those that Rust sees are in the documentation of the crate.

use senet_grid::{Cell, End, Grid, Player, Shape};

#[test]
fn what_is_missing_is_said() {
    let g = Grid::new("Nothing", "Nothing happens.");
    let _ = g.players(["one", "two"]);
    let play = g.interactive("play");
    play.on_success(End::Win).on_success(End::Draw);
    let wrong = g.program().expect_err("there are no rules");
    assert_eq!(
        wrong.missing,
        [
            "the stage `play` says twice what success leads to",
            "the game does not say where it starts",
            "the stage `play` has no rules",
            "the stage `play` does not say what failure leads to",
        ]
    );
}

#[test]
fn what_the_checker_finds_points_into_the_text() {
    let g = Grid::new("Wrong", "Moves out of nowhere.");
    let [one, _] = g.players(["one", "two"]);
    let board = g.board(Shape::Ring { cells: 5 });
    let at = g.pred::<(Player, Cell)>("at");
    let play = g.interactive("play").rule("jump", "", |r| {
        let (p, a) = (r.mover(), r.any("A"));
        r.from([at.of(p, a)]).to([at.of(p, r.any("B"))])
    });
    play.then(End::Draw);
    g.initially([at.of(&one, board.cell("p9"))]);
    g.start(&play, &one);
    let wrong = g.program().expect_err("nobody knows B, and there is no p9");
    assert!(wrong.missing.is_empty());
    let codes: Vec<&str> = wrong.diagnostics.iter().map(|it| it.code.0.id).collect();
    assert!(codes.contains(&"E0201"), "{wrong}: {codes:?}");
    assert!(wrong.to_string().contains("p9"), "{wrong}");
}

#[test]
fn a_board_that_cannot_be_is_a_mistake_and_not_a_panic() {
    let g = Grid::new("Empty", "A board without cells.");
    g.board(Shape::Square { width: 0, height: 3 });
    let wrong = g.program().expect_err("there is no such board");
    assert!(wrong.missing[0].starts_with("there is no such board"), "{wrong}");
}
