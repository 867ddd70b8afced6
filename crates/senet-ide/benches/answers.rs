//! How long answers take.
fn main() {}
