//! The grid games play as they should, and so do their texts.

use super::{lines, othello, others};
use senet_engine::TermGame;
use senet_game::{
    Cursor, DynGame, Event, GameInfo, Limits, MoveId, Observer, Rng, Seat, Turn, erase,
};
use senet_grid::{CellKind, End, Grid, GridAtom, Pred, Rules, Shape};
use senet_program::{Options, Program};
use std::collections::BTreeSet;
use std::sync::Arc;
use testkit::contract::perft;
use testkit::walk::walk;

/// The game itself, and the game that its text gives.
fn both(grid: &Grid) -> [Arc<dyn DynGame>; 2] {
    let program = grid.program().unwrap_or_else(|wrong| panic!("{wrong}\n{}", grid.text())).program;
    let again = senet_program::check(&grid.text(), &Options::default());
    let again = again.program.expect("what is printed can be read");
    [program, again].map(term_game)
}

fn term_game(program: Program) -> Arc<dyn DynGame> {
    let game = TermGame::new(Arc::new(program), Limits::default(), 0);
    erase(Arc::new(game), GameInfo::default())
}

/// A program without its places, which are none in a grid.
fn without_spans(program: &Program) -> String {
    let text = format!("{program:?}");
    let parts = text.split("Span { start: ");
    parts.map(|part| part.split_once('}').map_or(part, |(_, rest)| rest)).collect()
}

#[test]
fn the_text_of_every_grid_is_the_same_program_and_has_no_warnings() {
    for (name, grid) in super::GRIDS {
        let grid = grid();
        let built = grid.program().unwrap_or_else(|wrong| panic!("{name}: {wrong}"));
        // Points grow until the coins run out, and the rook goes up or right: the checker cannot see
        // that this ends.
        let ends = |w: &&senet_grid::GridDiagnostic| {
            ["W0010", "W0013"].iter().all(|code| !w.to_string().contains(code))
        };
        let warning = built.warnings.iter().find(ends);
        assert!(
            warning.is_none(),
            "{name}: {}",
            warning.map_or(String::new(), ToString::to_string)
        );
        let read = senet_program::check(&grid.text(), &Options::default());
        assert_eq!(read.diagnostics.len(), built.warnings.len(), "{name}: {:?}", read.diagnostics);
        let read = read.program.expect("what is printed can be read");
        assert_eq!(without_spans(&built.program), without_spans(&read), "{name}");
    }
}

#[test]
fn tic_tac_toe_has_all_its_positions() {
    for game in both(&lines::tic_tac_toe()) {
        let found = walk(&*game, 10_000);
        assert_eq!((found.positions, found.edges, found.ends), (5478, 16167, [626, 316, 16]));
    }
}

#[test]
fn connect_four_has_its_move_counts() {
    for game in both(&lines::connect_four(7, 6)) {
        let mut cursor = game.cursor();
        let counts = (1..=4).map(|depth| perft(&mut *cursor, depth));
        assert_eq!(counts.collect::<Vec<_>>(), [7, 49, 343, 2401]);
    }
}

#[test]
fn othello_has_its_move_counts() {
    for game in both(&othello::othello()) {
        let mut cursor = game.cursor();
        let counts = (1..=4).map(|depth| perft(&mut *cursor, depth));
        assert_eq!(counts.collect::<Vec<_>>(), [4, 12, 56, 244]);
    }
}

/// Whether any move leads to a position of which something is true.
fn any_child(cursor: &mut dyn Cursor, mut is: impl FnMut(&mut dyn Cursor) -> bool) -> bool {
    let mut moves = Vec::new();
    cursor.moves(&mut moves);
    moves.into_iter().any(|mv| {
        cursor.push();
        cursor.apply(mv);
        let found = is(cursor);
        cursor.pop();
        found
    })
}

/// Whether whoever is to move can win, whatever the other does.
fn wins(cursor: &mut dyn Cursor) -> bool {
    let Turn::Player(mover) = cursor.turn() else { return false };
    any_child(cursor, |cursor| match cursor.turn() {
        Turn::Over(end) => end.utility(mover) > 0.0,
        _ => !wins(cursor),
    })
}

/// Makes the move with this label.
fn make(cursor: &mut dyn Cursor, label: &str) {
    let mut moves = Vec::new();
    cursor.moves(&mut moves);
    let labelled =
        moves.into_iter().find(|mv| cursor.describe_move(*mv, Observer::All).text == label);
    cursor.apply(labelled.unwrap_or_else(|| panic!("`{label}` is not possible")));
}

fn after(game: &dyn DynGame, labels: &[&str]) -> Turn {
    let mut cursor = game.cursor();
    labels.iter().for_each(|label| make(&mut *cursor, label));
    cursor.turn()
}

#[test]
fn nim_is_won_but_for_every_fourth_number() {
    let [game, _] = both(&others::nim());
    let mut cursor = game.cursor();
    let mut left = 21;
    while left > 0 {
        assert_eq!(left < 10 && wins(&mut *cursor), left < 10 && left % 4 != 0, "{left} left");
        make(&mut *cursor, "take one");
        left -= 1;
    }
    assert!(matches!(cursor.turn(), Turn::Over(end) if end.utility(Seat(0)) > 0.0));
}

#[test]
fn a_rook_that_wanders_on_a_square_is_nim_with_two_equal_heaps() {
    for size in 1..4 {
        for game in both(&others::wandering_rook(size)) {
            assert!(!wins(&mut *game.cursor()), "{size}");
        }
    }
}

#[test]
fn a_knight_tours_five_by_five_but_not_three_by_three() {
    fn tours(cursor: &mut dyn Cursor) -> bool {
        match cursor.turn() {
            Turn::Over(end) => end.utility(Seat(0)) > 0.0,
            _ => any_child(cursor, tours),
        }
    }
    for (size, there_is_one) in [(3, false), (5, true)] {
        let [game, _] = both(&others::knights_tour(size));
        assert_eq!(tours(&mut *game.cursor()), there_is_one, "{size}");
    }
}

#[test]
fn three_players_have_turns_and_scores() {
    for game in both(&others::max_points()) {
        let Turn::Over(end) = after(&*game, &["take 5", "take 3", "take 1", "take 2", "take 1"])
        else {
            panic!("no coin is left");
        };
        assert_eq!(end.scores.as_deref(), Some(&[7, 4, 1][..]));
        assert_eq!(end.utility(Seat(0)), 1.0);
    }
}

#[test]
fn secrets_stay_secret() {
    let [game, _] = both(&others::rock_paper_scissors());
    let mut cursor = game.cursor();
    make(&mut *cursor, "choose rock");
    let seen = |seat| format!("{:?}", cursor.view(Observer::Seat(Seat(seat))).atoms);
    assert!(seen(0).contains("rock") && !seen(1).contains("rock"));
    let winner = |names: &[&str]| match after(&*game, names) {
        Turn::Over(end) => (end.utility(Seat(0)), end.utility(Seat(1))),
        turn => panic!("{turn:?}"),
    };
    assert_eq!(winner(&["choose rock", "choose scissors"]), (1.0, -1.0));
    assert_eq!(winner(&["choose rock", "choose paper"]), (-1.0, 1.0));
    assert_eq!(winner(&["choose paper", "choose paper"]), (0.0, 0.0));
}

#[test]
fn othello_ends_with_every_disc_counted() {
    let text = othello::othello().text();
    let game = |passing: u64| {
        let values = [("passing".to_owned(), passing)].into();
        let checked = senet_program::check(&text, &Options { values, ..Options::default() });
        term_game(checked.program.expect("it is fine"))
    };
    let (with, without) = (game(1), game(0));
    let mut shorter = 0;
    for seed in 0..8 {
        let (long, discs) = counted(&*with, seed);
        assert!((9..=64).contains(&discs), "{discs}");
        let (short, discs) = counted(&*without, seed);
        assert!(short <= long && discs == short + 4, "{short} moves, {discs} discs");
        shorter += usize::from(short < long);
    }
    assert!(shorter > 0, "somebody who is stuck ends the game, where nobody may pass");
}

/// A game at random: how many moves it has, and how many discs are counted.
fn counted(game: &dyn DynGame, seed: u64) -> (i64, i64) {
    let mut rng = Rng::new(seed);
    let mut cursor = game.cursor();
    let mut made = 0;
    while let Turn::Player(_) = cursor.turn() {
        let mv = cursor.random_move(&mut rng);
        cursor.apply(mv);
        made += 1;
    }
    let Turn::Over(end) = cursor.turn() else { panic!("it is over") };
    (made, end.scores.expect("it keeps scores").iter().sum())
}

#[test]
fn rows_columns_and_diagonals_are_what_they_are_called() {
    type Lines =
        for<'r> fn(&senet_grid::GridBoard<'_>, &Rules<'r>, &Pred<(CellKind,)>) -> Vec<GridAtom<'r>>;
    let of: [(Lines, u64); 4] = [
        (|board, r, mark| board.in_a_row(r, 3, |c| mark.of(c)), 3),
        (|board, r, mark| board.in_a_column(r, 3, |c| mark.of(c)), 3),
        (|board, r, mark| board.in_a_diagonal(r, 3, |c| mark.of(c)), 2),
        (|board, r, mark| board.in_a_line(r, 3, |c| mark.of(c)), 8),
    ];
    for (lines, there_are) in of {
        let g = Grid::new("Lines", "Take three marks in a line.");
        let [ann] = g.players(["ann"]);
        let board = g.board(Shape::Square { width: 3, height: 3 });
        let mark = g.pred::<(CellKind,)>("mark");
        let play = g.interactive("play");
        play.rule("take", "", |r| r.from(lines(&board, &r, &mark)).to([])).then(End::Win);
        g.initially(board.cells().collect::<Vec<_>>().iter().map(|cell| mark.of(cell)));
        g.start(&play, &ann);
        let [game, _] = both(&g);
        assert_eq!(perft(&mut *game.cursor(), 1), there_are);
    }
}

#[test]
fn a_winning_line_is_told_and_stays() {
    let [game, _] = both(&lines::tic_tac_toe());
    let mut cursor = game.cursor();
    for cell in ["a1", "a2", "b2", "a3"] {
        make(&mut *cursor, &format!("place on {cell}"));
    }
    let mut moves = Vec::new();
    cursor.moves(&mut moves);
    let last = moves.into_iter().find(|mv| cursor.move_name(*mv).ends_with("c3"));
    let mut events: Vec<Event> = Vec::new();
    cursor.apply_told(last.expect("it is free"), &mut events);
    let view = cursor.view(Observer::Public);
    let board = &view.boards[0].board;
    let told = events.iter().flat_map(|event| &event.deciding);
    let told: BTreeSet<String> = told.map(|place| board.spot_name(place.spot)).collect();
    assert_eq!(told, BTreeSet::from(["a1", "b2", "c3"].map(String::from)));
    assert_eq!(view.boards[0].pieces.len(), 5, "nothing was used up");
}

#[test]
fn every_text_has_the_plays_of_its_grid() {
    for (name, grid) in super::GRIDS.iter().map(|(name, grid)| (*name, grid())) {
        let [game, again] = both(&grid);
        for seed in 0..3 {
            let mut rng = Rng::new(seed);
            let (mut here, mut there) = (game.cursor(), again.cursor());
            let (mut moves, mut others) = (Vec::new(), Vec::new());
            for ply in 0..40 {
                assert_eq!(here.turn(), there.turn(), "{name}, ply {ply}");
                here.moves(&mut moves);
                there.moves(&mut others);
                let names = |cursor: &dyn Cursor, moves: &[MoveId]| {
                    moves.iter().map(|mv| cursor.move_name(*mv)).collect::<Vec<_>>()
                };
                assert_eq!(names(&*here, &moves), names(&*there, &others), "{name}");
                if moves.is_empty() {
                    break;
                }
                let at = rng.index(moves.len() as u64) as usize;
                here.apply(moves[at]);
                there.apply(others[at]);
            }
        }
    }
}

#[test]
fn games_are_as_short_as_their_rules() {
    let grids = [
        (include_str!("lines.rs"), "pub(crate) fn tic_tac_toe()", 25),
        (include_str!("othello.rs"), "pub(crate) fn othello()", 60),
    ];
    let declared = [
        (include_str!("../declared/tic_tac_toe.rs"), "senet_macros::game! {", 39),
        (include_str!("../declared/connect_four.rs"), "senet_macros::game! {", 39),
    ];
    for (text, first, most) in grids.into_iter().chain(declared) {
        let game = text.lines().skip_while(|line| !line.starts_with(first));
        let lines = game.take_while(|line| *line != "}").count() + 1;
        assert!((2..=most).contains(&lines), "{first}: {lines} lines");
    }
}
