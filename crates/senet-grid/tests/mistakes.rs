//! Mistakes that are told when a grid becomes a program. Those that Rust sees are in the documentation
//! of the crate.

use senet_grid::{
    CellKind, End, Grid, GridError, GridKind, GridMistake, GridProblem, GridStage, GridValue, Nat,
    PlayerKind, Shape,
};

/// The mistakes of a grid, apart from what the checker says.
fn mistakes(wrong: &GridError) -> Vec<GridMistake> {
    let problems = wrong.problems.iter();
    let mistakes = problems.filter_map(|problem| match problem {
        GridProblem::Mistake { mistake, .. } => Some(mistake.clone()),
        _ => None,
    });
    mistakes.collect()
}

/// The codes of what the checker says.
fn codes(wrong: &GridError) -> Vec<&'static str> {
    let problems = wrong.problems.iter();
    let codes = problems.filter_map(|problem| match problem {
        GridProblem::Rules(found) => Some(found.diagnostic.code.0.id),
        _ => None,
    });
    codes.collect()
}

/// A game in which everything but one thing is fine.
fn fine(wrong: impl for<'g> FnOnce(&'g Grid, GridStage<'g>, &GridValue<PlayerKind>)) -> Grid {
    let g = Grid::new("Fine", "Take a stick.");
    let [ann, _] = g.players(["ann", "bob"]);
    let stick = g.pred::<()>("stick");
    let play = g.interactive("play").rule("take", "", |r| r.from([stick.of()]).to([]));
    play.on_success(play.of_next_player()).on_failure(End::Lose);
    g.initially([stick.of()]);
    g.start(&play, &ann);
    wrong(&g, play, &ann);
    g
}

#[test]
fn a_fine_game_has_no_mistakes_and_no_warnings() {
    let checked = fine(|_, _, _| {}).program().expect("it is fine");
    assert!(checked.warnings.is_empty(), "{}", checked.warnings[0]);
}

#[test]
fn what_is_missing_is_said() {
    let g = Grid::new("Nothing", "Nothing happens.");
    let _ = g.players(["one", "two"]);
    let play = g.interactive("play");
    play.on_success(End::Win).on_success(End::Draw);
    let wrong = g.program().expect_err("there are no rules");
    let play = || "play".to_owned();
    assert_eq!(
        mistakes(&wrong),
        [
            GridMistake::SuccessTwice(play()),
            GridMistake::NoStart,
            GridMistake::NoRules(play()),
            GridMistake::NoFailure(play()),
        ]
    );
    assert!(g.unchecked().is_err(), "what is missing needs no checker");
}

#[test]
fn what_the_checker_finds_names_the_rule_and_its_line() {
    let g = Grid::new("Wrong", "Moves out of nowhere.");
    let [one, _] = g.players(["one", "two"]);
    let board = g.board(Shape::Ring { cells: 5 });
    let at = g.pred::<(PlayerKind, CellKind)>("at");
    let play = g.interactive("play");
    let line = line!() + 1;
    play.rule("jump", "", |r| {
        let (p, a) = (r.mover(), r.any("A"));
        r.from([at.of(p, a)]).to([at.of(p, r.any("B"))])
    });
    play.then(End::Draw);
    g.initially([at.of(&one, board.cell("p1"))]);
    g.start(&play, &one);
    let wrong = g.program().expect_err("nobody knows B");
    assert!(mistakes(&wrong).is_empty(), "{wrong}");
    let GridProblem::Rules(found) = &wrong.problems[0] else { panic!("{wrong}") };
    assert_eq!(found.diagnostic.code.0.id, "E0201");
    let place = &found.places[0];
    assert_eq!(place.what, "the rule `jump` of the stage `play`");
    assert_eq!((place.location.file(), place.location.line()), (file!(), line));
    let said = wrong.to_string();
    let where_it_is = format!("in the rule `jump` of the stage `play` ({}:{line}:", file!());
    assert!(said.starts_with("error[E0201]: ") && said.contains(&where_it_is), "{said}");
    assert_eq!(said.matches("in the rule `jump`").count(), 1, "a place is named once: {said}");
}

#[test]
fn warnings_reach_the_author() {
    let g = fine(|g, _, _| {
        g.pred::<()>("unused");
    });
    let checked = g.program().expect("a warning is no error");
    let [warning] = checked.warnings.as_slice() else { panic!("{:?}", checked.warnings) };
    assert_eq!(warning.places[0].what, "the predicate `unused`");
    assert!(warning.to_string().starts_with("warning[W"), "{warning}");
    let g = fine(|g, play, _| {
        g.pred::<()>("unused");
        play.on_failure(End::Draw);
    });
    assert_eq!(g.program().expect_err("failure leads to two things").warnings.len(), 1);
}

#[test]
fn a_board_that_cannot_be_is_a_mistake_and_not_a_panic() {
    let g = Grid::new("Empty", "A board without cells.");
    let board = g.board(Shape::Square { width: 0, height: 3 });
    let _ = board.cell("a1");
    let wrong = g.program().expect_err("there is no such board");
    assert!(wrong.to_string().starts_with("there is no such board"), "{wrong}");
    assert_eq!(mistakes(&wrong).len(), 2, "there is no start either: {wrong}");
}

#[test]
fn a_cell_is_set_once() {
    let set = |cells: [&str; 2]| {
        fine(|g, _, ann| {
            let board = g.board(Shape::Square { width: 2, height: 2 });
            let mark = g.pred::<(PlayerKind, CellKind)>("mark");
            g.automatic("look")
                .rule("see", "", |r| r.from([mark.of(r.mover(), r.any("_"))]).to([]))
                .then(End::Draw);
            cells.iter().for_each(|cell| board.set(cell, |cell| mark.of(ann, cell)));
        })
    };
    let twice = mistakes(&set(["a1", "a1"]).program().expect_err("a1 is set twice"));
    let [GridMistake::CellSetTwice { cell, first }] = twice.as_slice() else { panic!("{twice:?}") };
    assert_eq!((cell.as_str(), first.what.as_str()), ("a1", "what lies on `a1`"));
    set(["a1", "a2"]).program().expect("two cells are fine");
}

#[test]
fn cells_and_directions_have_to_be_there() {
    let g = fine(|g, _, _| {
        let board = g.board(Shape::Square { width: 3, height: 3 });
        let _ = (board.cell("d1"), board.dir("norht"));
    });
    let wrong = g.program().expect_err("neither is there");
    let said: Vec<String> = mistakes(&wrong).iter().map(ToString::to_string).collect();
    assert!(said[0].starts_with("the board has no cell `d1`"), "{said:?}");
    assert_eq!(said[1], "the board has no direction `norht`; did you mean `north`?");
}

#[test]
fn names_are_names_of_the_language() {
    let named = |name: &'static str| {
        fine(|g, _, _| {
            g.pred::<()>(name);
        })
    };
    let mistake = |name: &'static str| {
        let wrong = named(name).program().expect_err("the name is wrong");
        mistakes(&wrong)[0].to_string()
    };
    for name in ["two words", "", "1st", "a.", "_", "//x", "-o", "naïve!", "x\n"] {
        assert!(mistake(name).contains("is not a name"), "{name:?}: {}", mistake(name));
    }
    for name in ["stage", "count", "qui", "nat"] {
        assert!(mistake(name).contains("is a word of the language"), "{}", mistake(name));
    }
    assert!(mistake("Upper").contains("begins in upper case"));
    named("naïve-one'").program().expect("letters are letters everywhere");
}

#[test]
fn every_name_is_checked() {
    enum Odd {}
    impl GridKind for Odd {
        const NAME: &'static str = "odd kind";
    }
    let wrong: [fn(&Grid); 7] = [
        |g| drop(g.value::<PlayerKind>("a b")),
        |g| drop(g.con::<(Nat,), PlayerKind>("a b")),
        |g| drop(g.derived::<(Nat,)>("a b")),
        |g| drop(g.pred::<(Odd,)>("odd")),
        |g| drop(g.option("a b", 0..=1, 0)),
        |g| {
            g.interactive("a b").then(End::Draw).rule("r", "", |r| r.from([]).to([]));
        },
        |g| {
            g.automatic("s").then(End::Draw).rule("a b", "", |r| r.from([]).to([]));
        },
    ];
    for (i, wrong) in wrong.into_iter().enumerate() {
        let g = fine(|g, _, _| wrong(g));
        let wrong = mistakes(&g.program().expect_err("the name is wrong"));
        assert!(matches!(wrong[..], [GridMistake::NotAName(_)]), "{i}: {wrong:?}");
    }
    let wrong = fine(|g, play, _| {
        let sticks = g.pred::<(Nat,)>("sticks");
        play.rule("more", "", |r| r.from([sticks.of(r.any("n")), sticks.of(r.any("N 1"))]).to([]));
    });
    let wrong = mistakes(&wrong.program().expect_err("these are no variables"));
    assert!(wrong.contains(&GridMistake::LowerCase("n".to_owned())), "{wrong:?}");
    assert!(wrong.contains(&GridMistake::NotAName("N 1".to_owned())), "{wrong:?}");
}

#[test]
fn what_a_grid_gives_is_not_declared_again() {
    let declared = |name: &'static str, board: bool| {
        let g = fine(|g, _, _| {
            if board {
                g.board(Shape::Ring { cells: 3 });
            }
            g.pred::<(Nat,)>(name);
        });
        g.program()
    };
    for (name, board) in [("next", false), ("line", true), ("row", true)] {
        let wrong = declared(name, board).expect_err("a helper would speak of the wrong one");
        assert_eq!(mistakes(&wrong), [GridMistake::Given(name.to_owned())]);
    }
    declared("row", false).expect("without a board there are no rows");
    // What the checker sees is told with both places.
    let wrong = declared("at-play", false).expect_err("the stage has a token of this name");
    let GridProblem::Rules(found) = &wrong.problems[0] else { panic!("{wrong}") };
    let places: Vec<&str> = found.places.iter().map(|place| place.what.as_str()).collect();
    assert_eq!(places, ["the stage `play`", "the predicate `at-play`"]);
}

#[test]
fn kinds_values_and_labels_are_what_they_are_called() {
    enum One {}
    enum Two {}
    impl GridKind for One {
        const NAME: &'static str = "piece";
    }
    impl GridKind for Two {
        const NAME: &'static str = "piece";
    }
    let g = fine(|g, play, _| {
        g.value::<One>("king");
        g.value::<Two>("queen");
        g.value::<Nat>("seven");
        play.rule("again", "one thing", |r| r.from([]).to([]));
        play.rule("again", "another", |r| r.from([]).to([]));
    });
    let wrong = mistakes(&g.program().expect_err("there is much to mend"));
    for mistake in [
        GridMistake::KindsAlike("piece"),
        GridMistake::NumberByName("seven".to_owned()),
        GridMistake::LabelsDiffer("again".to_owned()),
    ] {
        assert!(wrong.contains(&mistake), "{wrong:?}");
    }
}

#[test]
fn facts_are_atoms_of_this_grid() {
    let other = Grid::new("Other", "");
    let theirs = other.derived::<()>("theirs");
    let g = fine(|g, _, _| {
        g.fact(theirs.of());
        g.derive(|r| r.from([]).to([]));
        g.hidden(|_| senet_grid::same::<Nat>(1, 1));
    });
    let wrong = mistakes(&g.program().expect_err("none of these is fine"));
    assert_eq!(
        wrong,
        [
            GridMistake::Undeclared("theirs".to_owned()),
            GridMistake::NotOneAtom("what is derived"),
            GridMistake::NotOneAtom("what is hidden"),
        ]
    );
}

#[test]
fn a_table_has_one_meaning() {
    let leaps = |far: u32| {
        let g = fine(|g, play, _| {
            let board = g.board(Shape::Square { width: 4, height: 4 });
            let leap = board.leap("leap", 2, 1);
            let again = board.leap("leap", far, 1);
            for (name, leap) in [("one", leap), ("two", again)] {
                play.rule(name, "", |r| {
                    r.from([board.free.of(r.any("A")), leap.of(r.any("A"), r.any("_"))]).to([])
                });
            }
        });
        g.program()
    };
    leaps(2).expect("the same table twice is one table");
    assert!(!codes(&leaps(3).expect_err("these are two")).is_empty());
}
