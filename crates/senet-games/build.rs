//! Lists `games/*.cep`, so that a new game is built in without anybody writing its name down.

#![allow(
    clippy::disallowed_methods,
    reason = "a build script: it reads a folder and writes a list"
)]

use std::fmt::Write;
use std::path::{Path, PathBuf};

fn main() {
    let here = std::env::var("CARGO_MANIFEST_DIR").expect("cargo sets it");
    let out = std::env::var("OUT_DIR").expect("cargo sets it");
    let games = Path::new(&here).join("../../games");
    println!("cargo::rerun-if-changed={}", games.display());
    let mut files: Vec<PathBuf> = std::fs::read_dir(&games)
        .expect("the games stand in games/")
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|e| e == "cep"))
        .collect();
    files.sort();
    let mut list = String::from("&[\n");
    for file in files {
        let name = file.file_stem().unwrap_or_default().to_string_lossy();
        writeln!(list, "    ({name:?}, include_str!({file:?})),")
            .expect("strings can be written to");
    }
    list.push_str("]\n");
    std::fs::write(Path::new(&out).join("games.rs"), list).expect("the list can be written");
}
