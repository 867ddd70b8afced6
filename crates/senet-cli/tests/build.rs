//! `senet build` writes a crate, writes it again, and leaves other folders alone.

#![allow(clippy::disallowed_methods, reason = "tests write files and start programs")]

use std::path::Path;
use std::process::{Command, Output};

fn build(folder: &Path) -> Output {
    let senet = Command::new(env!("CARGO_BIN_EXE_senet"))
        .args(["build", "tic-tac-toe", "-o"])
        .arg(folder)
        .output();
    senet.expect("senet runs")
}

#[test]
fn a_crate_is_written_once_and_other_folders_are_left_alone() {
    let root = Path::new(env!("CARGO_TARGET_TMPDIR")).join("build-command");
    if root.exists() {
        std::fs::remove_dir_all(&root).expect("it is ours");
    }
    let folder = root.join("some/where");
    let first = build(&folder);
    let said = String::from_utf8_lossy(&first.stderr).into_owned();
    assert!(first.status.success() && said.contains("cargo run --release"), "{said}");
    let read = |path: &str| std::fs::read_to_string(folder.join(path)).expect("it was written");
    assert!(read("Cargo.toml").contains("name = \"tic-tac-toe\""));
    assert!(read("src/main.rs").contains("use tic_tac_toe::"));
    let date = |path: &str| {
        let data = std::fs::metadata(folder.join(path)).expect("it was written");
        data.modified().expect("files have dates")
    };
    let before = date("src/program.rs");
    assert!(build(&folder).status.success(), "printed again");
    assert_eq!(date("src/program.rs"), before, "what has not changed is not written");

    let mine = root.join("mine");
    std::fs::create_dir_all(&mine).expect("it can be made");
    std::fs::write(mine.join("notes.txt"), "mine").expect("it can be written");
    let refused = build(&mine);
    assert_eq!(refused.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&refused.stderr).contains("--force"));
    assert!(!mine.join("Cargo.toml").exists());
}
