//! One MCTS search of connect four, to be counted by a profiler: what `nodes` cost is the difference
//! between two runs, because start-up is the same.
//!
//! `valgrind --tool=callgrind target/release/examples/mcts 20000`
#![allow(clippy::disallowed_methods, clippy::print_stdout, reason = "a shell: reads its argument")]

use senet_game::{Listed, Rng, erase};
use senet_players::{Bot, Knowledge, SearchConfig, SearchLimit};
use senet_positional::games::ConnectFour;
use std::sync::Arc;

fn main() {
    let nodes = std::env::args().nth(1).and_then(|n| n.parse().ok()).unwrap_or(20_000);
    let info = ConnectFour::info();
    let options = info.choose(&[], None).expect("the usual options");
    let game = erase(Arc::new(ConnectFour::from_options(&options).expect("the usual board")), info);
    let mut player = Bot::mcts(SearchConfig::new(SearchLimit::Nodes(nodes))).player();
    let mut cursor = game.cursor();
    let knowledge = Knowledge::Open(&mut *cursor);
    let result = player.choose(&game, knowledge, &mut Rng::new(1), &()).expect("a move");
    println!("move {} of {} playouts: {:?}", result.best.0, result.nodes, result.value);
}
