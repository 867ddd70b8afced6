//! Othello.

use senet_grid::{CellKind, DirKind, End, Grid, Nat, PlayerKind, Shape, count, each, same};

const COUNTS: &str =
    "A disc is placed on {C}: black has {count disc black _}, white has {count disc white _}.";

/// Othello. Without passing, as in the thesis on Spira, it is over as soon as somebody is stuck.
pub(crate) fn othello() -> Grid {
    let g = Grid::new("Othello (grid)", "Enclose enemy discs between yours to turn them over.");
    g.origin(["flipping"], "Lewis Waterman and John Mollett, 1883, as Reversi");
    let [black, white] = g.players(["black", "white"]);
    let board = g.board(Shape::Square { width: 8, height: 8 });
    let disc = g.pred::<(PlayerKind, CellKind)>("disc");
    let (step, next) = (board.step(), g.next());
    // From B on, in the direction D, there are discs of the player after P, and then one of P.
    let closed = g.derived::<(PlayerKind, DirKind, CellKind)>("closed");
    g.derive(|r| {
        let (p, q, d, b, e) = (r.mover(), r.any("Q"), r.any("D"), r.any("B"), r.any("E"));
        r.from([next.of(p, q), disc.of(q, b), step.of(d, b, e), disc.of(p, e)])
            .to([closed.of(p, d, b)])
    });
    g.derive(|r| {
        let (p, q, d, b, c) = (r.mover(), r.any("Q"), r.any("D"), r.any("B"), r.any("C"));
        r.from([next.of(p, q), disc.of(q, b), step.of(d, b, c), closed.of(p, d, c)])
            .to([closed.of(p, d, b)])
    });
    // If P places on A, the disc on B is turned over.
    let caught = g.derived::<(PlayerKind, DirKind, CellKind, CellKind)>("caught");
    g.derive(|r| {
        let (p, d, a, b) = (r.mover(), r.any("D"), r.any("A"), r.any("B"));
        r.from([step.of(d, a, b), closed.of(p, d, b)]).to([caught.of(p, d, a, b)])
    });
    g.derive(|r| {
        let (p, d, a, b, c) = (r.mover(), r.any("D"), r.any("A"), r.any("B"), r.any("C"));
        r.from([caught.of(p, d, a, b), step.of(d, b, c), closed.of(p, d, c)])
            .to([caught.of(p, d, a, c)])
    });
    let (play, again) = (g.interactive("play"), g.interactive("again"));
    for (stage, name) in [(play, "place"), (again, "answer")] {
        stage.rule(name, "place on {C}", |r| {
            let (p, c, b) = (r.mover(), r.any("C"), r.any("B"));
            let turned = [caught.of(p, r.any("_"), c, b), disc.of(r.any("_"), b)];
            r.from([board.free.of(c), caught.of(p, r.any("_"), c, r.any("_"))])
                .to([disc.of(p, c), each(turned, [disc.of(p, b)])])
        });
        g.tell(name, COUNTS);
    }
    let (points, passing) = (g.pred::<(PlayerKind, Nat)>("points"), g.option("passing", 0..=1, 1));
    let tally = g.automatic("tally").rule("tally", "", |r| {
        let (p, q, n, m) = (r.mover(), r.any("Q"), r.any("N"), r.any("M"));
        let discs = |player| [disc.of(player, r.any("_"))];
        r.from([next.of(p, q), count(n, discs(p)), count(m, discs(q))])
            .to([points.of(p, n), points.of(q, m)])
    });
    g.score(&points);
    let stuck = g.automatic("stuck").rule("pass", "", |r| r.from([same(&passing, 1)]).to([]));
    play.on_success(play.of_next_player()).on_failure(stuck);
    stuck.on_success(again.of_next_player()).on_failure(tally);
    again.on_success(play.of_next_player()).on_failure(tally);
    tally.then(End::Rest);
    for (cell, player) in [("d4", &white), ("e5", &white), ("d5", &black), ("e4", &black)] {
        board.set(cell, |cell| disc.of(player, cell));
    }
    g.goal("own more discs at the end");
    g.start(&play, &black);
    g
}
