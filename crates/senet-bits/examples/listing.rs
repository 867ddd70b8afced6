//! Prints the bit program of a game: `cargo run -p senet-bits --example listing -- GAME`.

#![allow(clippy::disallowed_methods, clippy::print_stdout, reason = "a shell")]

use senet_bits::BitGame;
use senet_engine::Engine;
use senet_game::Limits;
use senet_program::{Options, check};
use std::sync::Arc;

fn main() {
    for name in std::env::args().skip(1) {
        let text = std::fs::read_to_string(format!("games/{name}.cep")).expect("a game");
        let program = Arc::new(check(&text, &Options::default()).program.expect("a program"));
        match BitGame::new(Arc::new(Engine::new(program, Limits::default())), 0) {
            Ok(game) => println!("{}", game.listing()),
            Err(why) => println!("{name}: {why}"),
        }
    }
}
