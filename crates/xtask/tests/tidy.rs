//! The repository itself keeps the rules of the house, so that `cargo test` alone decides.

use std::path::Path;

use xtask::tidy::{Workspace, check};

#[test]
fn the_repository_is_tidy() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let tree = Workspace::read(&root).unwrap();
    let problems: Vec<String> = check(&tree).iter().map(ToString::to_string).collect();
    assert!(problems.is_empty(), "\n{}\n", problems.join("\n"));
}
