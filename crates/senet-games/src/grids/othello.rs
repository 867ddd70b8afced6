//! Othello.

use senet_grid::{Cell, Dir, End, Grid, Nat, Player, Shape, count};

/// With the usual pass; or, as in the thesis on Spira, over as soon as somebody is stuck.
pub(crate) fn othello(with_passes: bool) -> Grid {
    let g = Grid::new("Othello", "Enclose the other's discs between yours to turn them over.");
    g.origin(["flipping"], "Lewis Waterman and John Mollett, 1883, as Reversi");
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
    let points = g.pred::<(Player, Nat)>("points");
    let tally = g.automatic("tally").rule("tally", "", |r| {
        let (p, q, n, m) = (r.mover(), r.any("Q"), r.any("N"), r.any("M"));
        let discs = |player| [disc.of(player, r.any("_"))];
        r.from([next.of(p, q), count(n, discs(p)), count(m, discs(q))])
            .to([points.of(p, n), points.of(q, m)])
    });
    g.score(&points);

    play.on_success(flip);
    if with_passes {
        play.on_failure(again.of_next_player())
    } else {
        play.on_failure(tally)
    };
    again.on_success(flip).on_failure(tally);
    flip.then(forget).settles();
    forget.then(play.of_next_player());
    tally.then(End::Rest);
    for (cell, player) in [("d4", &white), ("e5", &white), ("d5", &black), ("e4", &black)] {
        board.set(cell, |cell| disc.of(player, cell));
    }
    g.start(&play, &black);
    g
}
