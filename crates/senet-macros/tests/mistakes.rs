//! Mistakes in declarations, each with what its author is told: the line is always the author's.
//!
//! `TRYBUILD=overwrite cargo test -p senet-macros --test mistakes` writes the answers anew.

#[test]
fn mistakes_are_told_where_they_are() {
    trybuild::TestCases::new().compile_fail("tests/mistakes/*.rs");
}
