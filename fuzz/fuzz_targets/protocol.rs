//! Any lines, as requests of the page.

#![no_main]

#[path = "../page.rs"]
mod page;

libfuzzer_sys::fuzz_target!(|text: &str| page::protocol(text));
