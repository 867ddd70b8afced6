//! Any bytes, as a program text: read, printed, formatted and checked.

#![no_main]

#[path = "../target.rs"]
mod target;

libfuzzer_sys::fuzz_target!(|data: &[u8]| target::read(data));
