//! Any lines, said to an engine.

#![no_main]

#[path = "../played.rs"]
mod played;

libfuzzer_sys::fuzz_target!(|text: &str| played::ugi(text));
