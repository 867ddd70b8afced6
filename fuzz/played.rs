//! What is fuzzed besides programs: records, strategies and lines said to an engine. Each function panics if
//! a promise is broken, and returns otherwise. The tests of `senet-cli` run them briefly, libFuzzer as long
//! as you like.

use senet_games::{OpenOptions, Source, open};
use senet_match::ugi::Ugi;
use senet_match::{Bot, Record};
use senet_solve::Strategy;

/// The record of a match: what can be read is printed and read again.
#[allow(dead_code, reason = "each fuzz target uses one of these")]
pub(crate) fn record(text: &str) {
    if let Ok(record) = text.parse::<Record>() {
        let printed = record.to_string();
        let again = printed.parse::<Record>().expect("printed records can be read");
        assert_eq!(again.to_string(), printed, "printing again prints the same");
    }
}

/// A strategy: what can be read is printed and read again.
#[allow(dead_code, reason = "each fuzz target uses one of these")]
pub(crate) fn strategy(text: &str) {
    if let Ok(strategy) = text.parse::<Strategy>() {
        let again = strategy.to_string().parse::<Strategy>();
        assert_eq!(again.as_ref(), Ok(&strategy), "printed strategies can be read");
    }
}

/// Lines, said to an engine that plays tic-tac-toe.
#[allow(dead_code, reason = "each fuzz target uses one of these")]
pub(crate) fn ugi(text: &str) {
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
}
