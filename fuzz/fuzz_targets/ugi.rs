//! Any lines, said to an engine that plays tic-tac-toe.

#![no_main]

use senet_games::{OpenOptions, Source, open};
use senet_match::Bot;
use senet_match::ugi::Ugi;

libfuzzer_sys::fuzz_target!(|text: &str| {
    // Searches without a bound would not end here, where time stands still.
    if text.contains("infinite") || text.contains("time") {
        return;
    }
    let game = open(Source::Catalogue("tic-tac-toe"), &OpenOptions::default());
    let mut ugi = Ugi::new(game.expect("it is shipped"), Bot::random(), 1);
    for line in text.lines() {
        if !ugi.hear(line, &(), &mut |said| assert!(!said.contains('\n'))) {
            return;
        }
    }
});
