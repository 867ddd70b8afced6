//! Games without lines.

use senet_grid::{CellKind, DirKind, End, Grid, GridKind, Nat, PlayerKind, Shape, none, plus};

pub(crate) fn nim() -> Grid {
    let g = Grid::new("Nim", "Take one to three of twenty-one sticks. The last stick wins.");
    g.origin(["counting"], "traditional");
    let [first, _] = g.players(["ann", "bob"]);
    let sticks = g.pred::<(Nat,)>("sticks");
    let play = g.interactive("play");
    for (taken, name) in [(1, "one"), (2, "two"), (3, "three")] {
        play.rule(&format!("take-{name}"), &format!("take {name}"), |r| {
            let n = r.any("N");
            r.from([sticks.of(plus(n, taken))]).to([sticks.of(n)])
        });
    }
    play.on_success(play.of_next_player()).on_failure(End::Lose);
    g.initially([sticks.of(21)]);
    g.goal("take the last stick");
    g.tell("lose", "No stick is left for {A}.");
    g.start(&play, &first);
    g
}

pub(crate) fn knights_tour(size: u32) -> Grid {
    let g = Grid::new("Knight's tour", "Visit every cell once, by a knight's moves.");
    g.origin(["puzzle"], "traditional; al-Adli, about 840");
    let [knight] = g.players(["knight"]);
    let board = g.board(Shape::Square { width: size, height: size });
    let (at, seen) = (g.pred::<(CellKind,)>("at"), g.pred::<(CellKind,)>("seen"));
    let leap = board.leap("leap", 2, 1);
    let play = g.interactive("play").rule("leap-to", "leap to {B}", |r| {
        let (a, b) = (r.any("A"), r.any("B"));
        r.from([at.of(a), leap.of(a, b), board.free.of(b)]).to([seen.of(a), at.of(b)])
    });
    let check = g
        .automatic("check")
        .rule("all-seen", "", |r| r.from([none([board.free.of(r.any("_"))])]).to([]));
    play.on_success(play).on_failure(check);
    check.on_success(End::Win).on_failure(End::Lose);
    board.set("a1", |cell| at.of(cell));
    g.goal("visit every cell once");
    g.tell("all-seen", "Every cell has been visited.");
    g.tell("lose", "The knight cannot leap any further.");
    g.glyph("at", "♞");
    g.glyph("seen", "×");
    g.start(&play, &knight);
    g
}

pub(crate) fn wandering_rook(size: u32) -> Grid {
    let g = Grid::new(
        "Wandering rook",
        "Move the rook up or to the right, as far as you like. A player who cannot move loses.",
    );
    g.origin(["counting"], "traditional");
    let [first, _] = g.players(["ann", "bob"]);
    let board = g.board(Shape::Square { width: size, height: size });
    let (rook, step) = (g.pred::<(CellKind,)>("rook"), board.step());
    let slide = g.derived::<(DirKind, CellKind, CellKind)>("slide");
    for way in ["north", "east"].map(|name| board.dir(name)) {
        g.derive(|r| {
            let (a, b) = (r.any("A"), r.any("B"));
            r.from([step.of(&way, a, b)]).to([slide.of(&way, a, b)])
        });
    }
    g.derive(|r| {
        let (d, a, b, c) = (r.any("D"), r.any("A"), r.any("B"), r.any("C"));
        r.from([slide.of(d, a, b), step.of(d, b, c)]).to([slide.of(d, a, c)])
    });
    let play = g.interactive("play").rule("go", "go to {B}", |r| {
        let (d, a, b) = (r.any("_"), r.any("A"), r.any("B"));
        r.from([rook.of(a), slide.of(d, a, b), board.free.of(b)]).to([rook.of(b), board.free.of(a)])
    });
    play.on_success(play.of_next_player()).on_failure(End::Lose);
    board.set("a1", |cell| rook.of(cell));
    g.goal("make the last move");
    g.tell("lose", "{A} cannot move.");
    g.glyph("rook", "♜");
    g.start(&play, &first);
    g
}

pub(crate) fn max_points() -> Grid {
    let g = Grid::new(
        "Max points",
        "Three players take coins in turn, each worth its number of points. The most points win.",
    );
    g.origin(["counting", "three"], "Senet");
    let all @ [ann, _, _] = &g.players(["ann", "bob", "cid"]);
    let (coin, points) = (g.pred::<(Nat,)>("coin"), g.pred::<(PlayerKind, Nat)>("points"));
    let play = g.interactive("play").rule("take", "take {K}", |r| {
        let (p, n, k) = (r.mover(), r.any("N"), r.any("K"));
        r.from([coin.of(k), points.of(p, n)]).to([points.of(p, plus(n, k))])
    });
    play.on_success(play.of_next_player()).on_failure(End::Rest);
    g.score(&points);
    g.goal("take the most points");
    g.initially([1, 1, 2, 3, 5].map(|value| coin.of(value)));
    g.initially(all.iter().map(|player| points.of(player, 0)));
    g.start(&play, ann);
    g
}

pub(crate) enum Sign {}

impl GridKind for Sign {
    const NAME: &'static str = "sign";
}

pub(crate) fn rock_paper_scissors() -> Grid {
    let g = Grid::new(
        "Rock, paper, scissors",
        "Choose in secret: rock beats scissors, scissors beat paper, paper beats rock.",
    );
    g.origin(["secret"], "traditional");
    let [ann, bob] = g.players(["ann", "bob"]);
    let signs = ["rock", "scissors", "paper"].map(|name| g.value::<Sign>(name));
    let (sign, beats) = (g.derived::<(Sign,)>("sign-of"), g.derived::<(Sign, Sign)>("beats"));
    for (i, one) in signs.iter().enumerate() {
        g.fact(sign.of(one));
        g.fact(beats.of(one, &signs[(i + 1) % 3]));
    }
    let (waits, chosen) =
        (g.pred::<(PlayerKind,)>("waits"), g.pred::<(PlayerKind, Sign)>("chosen"));
    g.hidden(|r| chosen.of(r.mover(), r.any("_")));
    let play = g.interactive("play").rule("choose", "choose {S}", |r| {
        let (p, s) = (r.mover(), r.any("S"));
        r.from([waits.of(p), sign.of(s)]).to([chosen.of(p, s)])
    });
    let [mine, theirs] = ["mine", "theirs"].map(|name| {
        g.automatic(name).rule(name, "", |r| {
            let (p, q, s, t) = (r.mover(), r.any("Q"), r.any("S"), r.any("T"));
            let both = [chosen.of(p, s).kept(), g.next().of(p, q), chosen.of(q, t).kept()];
            r.from(both).and([beats.of(s, t)]).to([])
        })
    });
    play.on_success(play.of_next_player()).on_failure(mine);
    mine.on_success(End::Win).on_failure(theirs.of_next_player());
    theirs.on_success(End::Win).on_failure(End::Draw);
    g.goal("choose what beats your opponent's choice");
    g.tell("win", "{A}'s choice wins.");
    g.tell("draw", "Both chose the same.");
    g.initially([waits.of(&ann), waits.of(&bob)]);
    g.start(&play, &ann);
    g
}
