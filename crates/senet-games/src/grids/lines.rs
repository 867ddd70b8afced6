//! Games of lines.

use senet_grid::{CellKind, End, Grid, PlayerKind, Shape};

pub(crate) fn tic_tac_toe() -> Grid {
    let g = Grid::new("Tic-tac-toe", "Three of your marks in a row, a column or a diagonal win.");
    g.origin(["line"], "traditional");
    let [x, _] = g.players(["x", "o"]);
    let board = g.board(Shape::Square { width: 3, height: 3 });
    let mark = g.pred::<(PlayerKind, CellKind)>("mark");
    let play = g.interactive("play").rule("place", "place on {C}", |r| {
        let (p, c) = (r.mover(), r.any("C"));
        r.from([board.free.of(c)]).to([mark.of(p, c)])
    });
    let judge = g.automatic("judge").rule("three", "", |r| {
        let p = r.mover();
        r.from(board.in_a_line(&r, 3, |c| mark.of(p, c).kept())).to([])
    });
    play.on_success(judge).on_failure(End::Draw);
    judge.on_success(End::Win).on_failure(play.of_next_player());
    g.goal("get three marks in a row");
    g.tell("win", "{A} has three in a row.");
    g.tell("draw", "The board is full.");
    g.start(&play, &x);
    g
}

pub(crate) fn connect_four(width: u32, height: u32) -> Grid {
    let g = Grid::new("Connect four", "Drop discs into columns. Four of yours in a line win.");
    g.origin(["line"], "Howard Wexler and Ned Strongin, 1974");
    let [red, _] = g.players(["red", "yellow"]);
    let board = g.board(Shape::Square { width, height });
    let (open, disc) = (g.pred::<(CellKind,)>("open"), g.pred::<(PlayerKind, CellKind)>("disc"));
    let (step, north) = (board.step(), board.dir("north"));
    for cell in board.geometry().cells().take(width as usize) {
        board.set(board.geometry().name(cell), |cell| open.of(cell));
    }
    let play = g
        .interactive("play")
        .rule("drop", "drop on {C}", |r| {
            let (p, c, u) = (r.mover(), r.any("C"), r.any("U"));
            r.from([open.of(c), step.of(&north, c, u), board.free.of(u)])
                .to([disc.of(p, c), open.of(u)])
        })
        .rule("fill", "drop on {C}", |r| {
            let (p, c) = (r.mover(), r.any("C"));
            r.from([open.of(c), board.side().of(&north, c)]).to([disc.of(p, c)])
        });
    let judge = g.automatic("judge").rule("four", "", |r| {
        let p = r.mover();
        r.from(board.in_a_line(&r, 4, |c| disc.of(p, c).kept())).to([])
    });
    play.on_success(judge).on_failure(End::Draw);
    judge.on_success(End::Win).on_failure(play.of_next_player());
    g.goal("get four discs in a row");
    g.tell("win", "{A} has four in a row.");
    g.tell("draw", "The board is full.");
    g.start(&play, &red);
    g
}
