//! Othello.

use senet_grid::{Cell, Dir, End, Grid, Nat, Player, Shape};

/// With the usual pass; or, as in the thesis on Spira, over as soon as somebody is stuck.
pub(crate) fn othello(with_passes: bool) -> Grid {
    let g = Grid::new("Othello", "Enclose the other's discs between yours to turn them over.");
    let [black, white] = g.players(["black", "white"]);
    let board = g.board(Shape::Square { width: 8, height: 8 });
    let disc = g.pred::<(Player, Cell)>("disc");
    let last = g.pred::<(Cell,)>("last");
    let (step, next) = (board.step(), g.next());

    // Between A and B, in the direction D, there is nothing but discs of the player after P.
    let run = g.derived::<(Player, Dir, Cell, Cell)>("run");
    g.derive(|r| {
        let (p, q, d, a, b) = (r.mover(), r.any("Q"), r.any("D"), r.any("A"), r.any("B"));
        r.from([next.of(p, q), step.of(d, a, b), disc.of(q, b)]).to([run.of(p, d, a, b)])
    });
    g.derive(|r| {
        let (p, q, d, a) = (r.mover(), r.any("Q"), r.any("D"), r.any("A"));
        let (b, c) = (r.any("B"), r.any("C"));
        r.from([run.of(p, d, a, b), next.of(p, q), step.of(d, b, c), disc.of(q, c)])
            .to([run.of(p, d, a, c)])
    });
    let flanks = g.derived::<(Player, Cell)>("flanks");
    g.derive(|r| {
        let (p, d, a, b, c) = (r.mover(), r.any("D"), r.any("A"), r.any("B"), r.any("C"));
        r.from([run.of(p, d, a, b), step.of(d, b, c), disc.of(p, c)]).to([flanks.of(p, a)])
    });

    let (play, again) = (g.interactive("play"), g.interactive("again"));
    for (stage, name) in [(play, "place"), (again, "answer")] {
        stage.rule(name, "place on {C}", |r| {
            let (p, c) = (r.mover(), r.any("C"));
            r.from([board.free.of(c), flanks.of(p, c)]).to([disc.of(p, c), last.of(c)])
        });
    }
    let flip = g.repeated("flip").rule("flip", "", |r| {
        let (p, q, d) = (r.mover(), r.any("Q"), r.any("D"));
        let (c, b, e) = (r.any("C"), r.any("B"), r.any("E"));
        r.from([last.of(c).kept(), run.of(p, d, c, b), next.of(p, q), disc.of(q, b)])
            .and([step.of(d, b, e), disc.of(p, e).kept()])
            .to([disc.of(p, b)])
    });
    let forget = g.automatic("forget").rule("forget", "", |r| r.from([last.of(r.any("C"))]).to([]));
    let (points, counted) =
        (g.pred::<(Player, Nat)>("points"), g.pred::<(Player, Cell)>("counted"));
    let count = g.repeated("count").rule("count", "", |r| {
        let (q, c, n) = (r.any("Q"), r.any("C"), r.any("N"));
        r.from([disc.of(q, c), points.of(q, n)])
            .to([counted.of(q, c), points.of(q, g.succ().of(n))])
    });
    g.score(&points);

    play.on_success(flip);
    if with_passes {
        play.on_failure(again.of_next_player())
    } else {
        play.on_failure(count)
    };
    again.on_success(flip).on_failure(count);
    flip.then(forget).settles();
    forget.then(play.of_next_player());
    count.then(End::Rest).settles();
    for (cell, player) in [("d4", &white), ("e5", &white), ("d5", &black), ("e4", &black)] {
        board.set(cell, |cell| disc.of(player, cell));
    }
    g.initially([points.of(&black, 0), points.of(&white, 0)]);
    g.start(&play, &black);
    g
}
