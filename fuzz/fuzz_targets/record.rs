//! Any text, as the record of a match.

#![no_main]

#[path = "../played.rs"]
mod played;

libfuzzer_sys::fuzz_target!(|text: &str| played::record(text));
