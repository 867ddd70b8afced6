//! Any text, as a strategy.

#![no_main]

#[path = "../played.rs"]
mod played;

libfuzzer_sys::fuzz_target!(|text: &str| played::strategy(text));
