//! `docs/net.md` shows what `senet debug net tic-tac-toe` prints.

use senet_engine::Engine;
use senet_game::Limits;
use senet_net::NetGame;
use senet_program::{Options, check};
use std::sync::Arc;

fn listing(text: &str) -> String {
    let program = check(text, &Options::default()).program.expect("a text of the catalogue");
    let engine = Arc::new(Engine::new(Arc::new(program), Limits::default()));
    NetGame::new(engine, 0).expect("it is finite").listing()
}

/// The blocks of the page that are marked as parts of the listing.
fn blocks(page: &str) -> Vec<&str> {
    let parts = page.split("```net\n").skip(1);
    parts.map(|part| part.split("\n```").next().expect("a block ends")).collect()
}

#[test]
fn the_page_shows_the_whole_listing() {
    let page = include_str!("../../../docs/net.md");
    let shown = blocks(page).join("\n\n") + "\n";
    let listing = listing(include_str!("../../../games/tic-tac-toe.cep"));
    assert_eq!(shown, listing, "write the new listing into the `net` blocks of docs/net.md");
}

#[test]
fn every_kind_of_net_has_a_listing() {
    // Cycles and hashed keys; comprehensions; counted copies and chance; conditions on demand.
    for (name, text, part) in [
        ("hex", include_str!("../../../games/hex.cep"), "hashed keys instead"),
        ("othello", include_str!("../../../games/othello.cep"), "evaluated on demand"),
        ("dice-race", include_str!("../../../games/dice-race.cep"), "no fast path"),
    ] {
        assert!(listing(text).contains(part), "{name}");
    }
}

#[test]
fn what_is_there_at_most_once_is_part_of_the_control_state() {
    // Nobody has a turn while tiles are shuffled, and nobody after the end.
    let text = "
        player : type. x : player. o : player. #players player.
        next player player : bwd. next x o. next o x.
        cell : type. a : cell. b : cell. c : cell.
        coin : pred. free cell : pred. man player cell : pred. turn player : pred.
        stage shuffle = { spend : coin -o (). }
        stage play = { move : turn P * man P A * free B * next P Q -o man P B * free A * turn Q. }
        #interactive play.
        stage over = {}
        qui * stage shuffle -o stage play * turn x.
        qui * stage play * turn P -o stage over.
        #trace _ shuffle { coin, coin, man x a, man o b, free c }.";
    let listing = listing(text);
    assert!(listing.contains("turn x, turn o, or nothing\n"), "{listing}");
    // The free place is in the control state too, so a choice of a man leads to a control state of its own.
    let chooses = "stage play * free c * turn x; fast path: x chooses from 3 rows";
    assert!(listing.contains(chooses), "{listing}");
    assert!(listing.contains("stage shuffle * free c; "), "{listing}");
}
