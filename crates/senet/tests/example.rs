//! The example project is a project of its own that uses the façade as any user would. It is
//! built, and played through a pipe.

#![allow(clippy::disallowed_methods, reason = "a test: it runs cargo on a project of its own")]

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

#[test]
fn a_new_project_with_twenty_lines_is_a_playable_game() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let temporary = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let project = temporary.join("first-game");
    std::fs::create_dir_all(project.join("src")).expect("a folder for the project");
    let example = root.join("examples/first-game");
    let manifest = std::fs::read_to_string(example.join("Cargo.toml")).expect("the manifest");
    let here = env!("CARGO_MANIFEST_DIR").replace('\\', "/");
    let manifest = manifest.replace("../../crates/senet", &here);
    // The same profile as here, so that what the tests have built is not built again.
    let workspace = std::fs::read_to_string(root.join("Cargo.toml")).expect("the workspace");
    let profile = workspace.split_once("[profile.dev]").expect("a profile for tests").1;
    let profile = profile.split_once("[profile.release]").expect("and one for releases").0;
    let manifest = format!("{manifest}\n[profile.dev]{profile}");
    std::fs::write(project.join("Cargo.toml"), manifest).expect("it can be written");
    for (from, to) in [
        (example.join("src/main.rs"), project.join("src/main.rs")),
        // The same versions as here, so that nothing has to be fetched or built twice.
        (root.join("Cargo.lock"), project.join("Cargo.lock")),
    ] {
        std::fs::copy(from, to).expect("it can be copied");
    }
    let lines = std::fs::read_to_string(project.join("src/main.rs")).expect("the program");
    let code = lines.lines().filter(|l| !l.trim().is_empty() && !l.starts_with("//!"));
    assert!(code.count() <= 20, "twenty lines are enough");

    let mut game = Command::new(env!("CARGO"))
        .args(["run", "--quiet", "--offline", "--target-dir"])
        .arg(temporary.parent().expect("target"))
        .current_dir(&project)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("cargo runs");
    let moves = "take one\n".repeat(7);
    game.stdin.take().expect("a pipe").write_all(moves.as_bytes()).expect("it listens");
    let output = game.wait_with_output().expect("it ends");
    let said = String::from_utf8_lossy(&output.stdout);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    assert!(said.starts_with("Take the last match\n"), "{said}{errors}");
    assert!(said.trim_end().ends_with(" wins."), "{said}{errors}");
}
