//! What rules become: variables that stay apart, arguments of any number, and text that says the same.

use senet_grid::{
    And, CellKind, End, Grid, GridKind, GridProgram, Nat, PlayerKind, Shape, differ, none, plus,
};
use senet_program::{Options, Program, UncheckedProgram, check};

fn checked(g: &Grid) -> GridProgram {
    g.program().unwrap_or_else(|wrong| panic!("{wrong}\n{}", g.text()))
}

/// A rule of a program, by name: the names of its variables.
fn variables<'p>(program: &'p Program, rule: &str) -> Vec<&'p str> {
    let rule = program.rules().iter().find(|it| it.name.as_deref() == Some(rule));
    let variables = rule.expect("there is such a rule").variables.iter();
    variables.map(|variable| variable.name.as_str()).collect()
}

/// A game with a board, marks, and one rule in the stage `look`.
fn looking(
    rule: impl for<'r> FnOnce(
        senet_grid::Rules<'r>,
        &senet_grid::GridBoard<'_>,
        &senet_grid::Pred<(PlayerKind, CellKind)>,
    ) -> senet_grid::GridRule<'r>,
) -> Grid {
    let g = Grid::new("Looking", "Look.");
    let [ann, _] = g.players(["ann", "bob"]);
    let board = g.board(Shape::Square { width: 3, height: 3 });
    let mark = g.pred::<(PlayerKind, CellKind)>("mark");
    let look = g.automatic("look").rule("see", "", |r| rule(r, &board, &mark)).then(End::Draw);
    g.initially([mark.of(&ann, board.cell("a1"))]);
    g.start(&look, &ann);
    g
}

#[test]
fn variables_of_helpers_are_not_those_of_the_author() {
    // `X1` and `X2` stand for other cells than the line.
    let g = looking(|r, board, mark| {
        let (mine, other) = (r.any("X1"), r.any("X2"));
        let line = board.in_a_line(&r, 3, |c| mark.of(r.mover(), c).kept());
        r.from(line).and([board.free.of(mine), board.free.of(other), differ(mine, other)]).to([])
    });
    let program = checked(&g).program;
    let names = variables(&program, "see");
    assert_eq!(names.len(), 6, "a player, three cells of a line, and two others: {names:?}");
    assert!(g.text().contains("line X3 X4 X5"), "{}", g.text());
}

#[test]
fn fresh_variables_differ_from_each_other() {
    let g = looking(|r, board, _| {
        let (a, b) = (r.fresh(), r.fresh());
        r.from([
            board.free.of(a),
            board.free.of(b),
            differ(a, b),
            none([board.adjacent().of(a, b)]),
        ])
        .to([])
    });
    let program = checked(&g).program;
    assert_eq!(variables(&program, "see"), ["P", "X1", "X2"]);
}

#[test]
fn the_mover_is_not_another_variable_of_its_name() {
    let g = looking(|r, _, mark| {
        let (p, c, d) = (r.any::<PlayerKind>("P"), r.any("C"), r.any("D"));
        r.from([mark.of(r.mover(), c), mark.of(p, d), differ(p, r.mover()), differ(c, d)]).to([])
    });
    let program = checked(&g).program;
    assert_eq!(variables(&program, "see"), ["P'", "C", "P", "D"]);
    assert!(g.text().contains("at-look P' * mark P' C * mark P D"), "{}", g.text());
}

/// Colours of pegs.
enum Peg {}

impl GridKind for Peg {
    const NAME: &'static str = "peg";
}

#[test]
fn predicates_and_constructors_have_any_number_of_arguments() {
    let g = Grid::new("Many", "Many arguments.");
    let [ann, _] = g.players(["ann", "bob"]);
    let red = g.value::<Peg>("red");
    let five = g.pred::<(PlayerKind, Peg, Peg, Peg, Nat)>("five");
    type Twelve = (Nat, Nat, Nat, Nat, Nat, Nat, Nat, Nat, Nat, Nat, Nat, PlayerKind);
    let twelve = g.pred::<Twelve>("twelve");
    let row = g.con::<[Peg; 14], Peg>("row");
    let wall = g.pred::<And<(PlayerKind, Nat), And<[Peg; 20], (Nat,)>>>("wall");
    let play = g.interactive("play").rule("go", "", |r| {
        let (p, q, n) = (r.mover(), r.any::<PlayerKind>("Q"), r.any::<Nat>("N"));
        let pegs: [_; 14] = std::array::from_fn(|_| r.fresh());
        let twenty: [_; 20] = std::array::from_fn(|_| r.fresh());
        r.from([
            five.of(p, row.of(pegs), r.any("_"), r.any("_"), n),
            twelve.of(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, plus(n, 1), q),
            wall.of((p, 2), (twenty, (n,))),
        ])
        .to([wall.of((p, 3), (twenty, (n,)))])
    });
    play.then(End::Draw);
    let reds: [_; 14] = std::array::from_fn(|_| &red);
    g.initially([five.of(&ann, row.of(reds), &red, &red, 0)]);
    g.start(&play, &ann);
    let program = checked(&g).program;
    let arity = |name: &str| {
        let predicate = program.predicates().iter().find(|it| it.name == name);
        predicate.expect("it is declared").arguments.len()
    };
    assert_eq!(["five", "twelve", "wall"].map(arity), [5, 12, 23]);
}

/// A program without its places.
fn shape(program: &Program) -> String {
    let text = format!("{program:?}");
    let parts = text.split("Span { start: ");
    parts.map(|part| part.split_once('}').map_or(part, |(_, rest)| rest)).collect()
}

#[test]
fn the_text_of_a_grid_is_the_same_program() {
    let g = Grid::new("Say \"both\"", "A \\ and\na line.");
    g.origin(["one", "two"], "here");
    let [ann, _, _] = g.players(["ann", "bob", "cid"]);
    let board = g.board(Shape::HexHex { side: 3 });
    let (mark, points) =
        (g.pred::<(PlayerKind, CellKind)>("mark"), g.pred::<(PlayerKind, Nat)>("points"));
    let most = g.option("most", 1..=9, 4);
    let far = g.derived::<(CellKind, CellKind)>("far");
    g.derive(|r| {
        let (a, b) = (r.any("A"), r.any("B"));
        r.from([differ(a, b), none([board.adjacent().of(a, b)])]).to([far.of(a, b)])
    });
    let play = g.interactive("play").rule("place", "{P} on {C}", |r| {
        let (p, c, n) = (r.mover(), r.any("C"), r.any("N"));
        r.from([board.free.of(c), points.of(p, n), senet_grid::less(n, &most)])
            .to([mark.of(p, c).for_good(), points.of(p, plus(n, 1))])
    });
    let clear = g.repeated("clear").rule("lift", "", |r| {
        let line = board.in_a_line(&r, 3, |c| board.free.of(c));
        r.from(line).to([])
    });
    play.on_success(clear.settles()).on_failure(End::Rest);
    clear.on_failure(play.of_next_player());
    g.score(&points);
    g.limit(40);
    g.glyph("mark", "●");
    g.hidden(|r| points.of(r.mover(), r.any("_")));
    board.set("c3", |cell| mark.of(&ann, cell));
    g.start(&play, &ann);
    let options = Options { values: vec![("most".to_owned(), 7)], ..Options::default() };
    let built = g.check(&options).unwrap_or_else(|wrong| panic!("{wrong}\n{}", g.text()));
    let read = check(&g.text(), &options).program.expect("what is printed can be read");
    assert_eq!(shape(&built.program), shape(&read));
    // What it says about itself needs no checker, from the text or from the grid.
    let unchecked = g.unchecked().expect("nothing is missing");
    assert_eq!(unchecked.header(), UncheckedProgram::parse(&g.text(), None).header());
    assert_eq!(unchecked.header().players, (3, 3));
}
