//! Chores that need a tool besides cargo: `fuzz`, `mutants`, `deny` and `msrv`. Where the tool is
//! missing, one line says how to install it, and the chore fails.

use crate::cargo;
use std::io;
use std::path::Path;
use std::process::{Command, Stdio};

/// The modules in which a mistake would be a wrong answer and not a crash, each with its crate.
const MUTATED: &[(&str, &str)] = &[
    ("senet-game", "crates/senet-game/src/referee.rs"),
    ("senet-engine", "crates/senet-engine/src/agenda.rs"),
    ("senet-engine", "crates/senet-engine/src/machine/back.rs"),
    ("senet-ground", "crates/senet-ground/src/invariant.rs"),
    ("senet-net", "crates/senet-net/src/runtime/weights.rs"),
    ("senet-positional", "crates/senet-positional/src/packing.rs"),
    ("senet-solve", "crates/senet-solve/src/retrograde.rs"),
    ("senet-words", "crates/senet-words/src/view.rs"),
];

/// At most so many changes are tried in each module: 8 modules, 200 in all.
const MUTANTS: usize = 25;

/// Runs each fuzz target for some seconds, on libFuzzer.
///
/// # Errors
/// If a folder cannot be read.
pub fn fuzz(root: &Path, seconds: u64) -> io::Result<bool> {
    if !has(root, &["fuzz", "--version"], "cargo install cargo-fuzz") {
        return Ok(false);
    }
    let folder = root.join("fuzz");
    let mut names = Vec::new();
    for entry in std::fs::read_dir(folder.join("fuzz_targets"))? {
        let path = entry?.path();
        names.extend(path.file_stem().and_then(|n| n.to_str()).map(str::to_owned));
    }
    names.sort();
    let mut fine = true;
    for name in names {
        println!("==== fuzz {name}");
        let corpus = format!("corpus/{name}");
        std::fs::create_dir_all(folder.join(&corpus))?;
        let mut command = cargo::cargo(&folder);
        // libFuzzer's flags are not stable; with this, a stable compiler takes them. The code is safe
        // Rust, so that sanitizers would find nothing that panics and limits do not.
        command.env("RUSTC_BOOTSTRAP", "1").args(["fuzz", "run", "--sanitizer", "none"]);
        command.args([&name, &corpus]);
        // The seeds at the top are programs; other targets have folders of their own.
        let seeds = if name == "read" { "seeds".to_owned() } else { format!("seeds/{name}") };
        command.args(folder.join(&seeds).is_dir().then_some(seeds));
        command.arg("--").args(["-max_len=4096", "-timeout=10", "-rss_limit_mb=4096"]);
        command.arg(format!("-max_total_time={seconds}"));
        fine &= command.status()?.success();
    }
    Ok(fine)
}

/// Changes the chosen modules here and there, and looks whether a test of their crate fails.
///
/// # Errors
/// If cargo cannot be started.
pub fn mutants(root: &Path) -> io::Result<bool> {
    if !has(root, &["mutants", "--version"], "cargo install cargo-mutants") {
        return Ok(false);
    }
    let mut fine = true;
    for (package, file) in MUTATED {
        println!("==== mutants of {file}");
        let listing = ["mutants", "--list", "--package", package, "-f", file];
        let listed = cargo::cargo(root).args(listing).output()?;
        let found = String::from_utf8_lossy(&listed.stdout).lines().count();
        // A shard of a round-robin division is a sample spread over the file.
        let shards = found.div_ceil(MUTANTS).max(1);
        let mut command = cargo::cargo(root);
        command.args(["mutants", "--package", package, "--test-package", package, "-f", file]);
        command.args(["--shard", &format!("0/{shards}"), "--sharding", "round-robin"]);
        command.args(["--timeout", "120"]);
        fine &= command.status()?.success();
    }
    Ok(fine)
}

/// Checks licences, duplicates and sources of dependencies, by `deny.toml`.
///
/// # Errors
/// If cargo cannot be started.
pub fn deny(root: &Path) -> io::Result<bool> {
    if !has(root, &["deny", "--version"], "cargo install cargo-deny") {
        return Ok(false);
    }
    let mut command = cargo::cargo(root);
    command.args(["deny", "--offline", "check", "licenses", "bans", "sources"]);
    Ok(command.status()?.success())
}

/// Checks that the oldest compiler that the manifest names takes the workspace.
///
/// # Errors
/// If the manifest cannot be read or rustup cannot be started.
pub fn msrv(root: &Path) -> io::Result<bool> {
    let manifest = std::fs::read_to_string(root.join("Cargo.toml"))?;
    let version = oldest(&manifest).ok_or_else(|| {
        io::Error::other("the top Cargo.toml names no rust-version under [workspace.package]")
    })?;
    let rustup = |args: &[&str]| {
        let mut command = Command::new("rustup");
        command.current_dir(root).args(["run", &version]).args(args);
        command
    };
    let there =
        rustup(&["cargo", "--version"]).stdout(Stdio::null()).stderr(Stdio::null()).status();
    if !there.is_ok_and(|status| status.success()) {
        println!(
            "rust {version} is missing: `rustup toolchain install {version} --profile minimal`"
        );
        return Ok(false);
    }
    let mut command = rustup(&["cargo", "check", "--workspace", "--all-targets"]);
    // A folder of its own, because compilers do not share what they make.
    command.env("CARGO_TARGET_DIR", cargo::target_dir(root)?.join("msrv"));
    command.env_remove("CARGO").env_remove("RUSTUP_TOOLCHAIN");
    Ok(command.status()?.success())
}

/// The `rust-version` of a manifest.
fn oldest(manifest: &str) -> Option<String> {
    let line = manifest.lines().find(|line| line.trim_start().starts_with("rust-version"))?;
    Some(line.split('"').nth(1)?.to_owned())
}

/// Whether a cargo command is there; else says how to install it.
fn has(root: &Path, args: &[&str], install: &str) -> bool {
    let mut command = cargo::cargo(root);
    command.args(args).stdout(Stdio::null()).stderr(Stdio::null());
    let there = command.status().is_ok_and(|status| status.success());
    if !there {
        println!("`cargo {}` is missing: `{install}`", args[0]);
    }
    there
}

#[cfg(test)]
mod tests {
    use super::{MUTATED, oldest};
    use std::path::Path;

    fn root() -> std::path::PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
    }

    /// All packages that the lock file names, as cargo describes them.
    fn packages() -> Vec<serde_json::Value> {
        // Crates for other platforms too, which a build alone does not fetch.
        let args = ["metadata", "--locked", "--format-version", "1"];
        let listed = crate::cargo::cargo(&root()).args(args).output().expect("cargo runs");
        assert!(listed.status.success(), "{}", String::from_utf8_lossy(&listed.stderr));
        let listed: serde_json::Value = serde_json::from_slice(&listed.stdout).expect("JSON");
        let packages = listed["packages"].as_array().expect("a list");
        assert!(packages.len() > 50, "{} packages", packages.len());
        packages.clone()
    }

    #[test]
    fn the_modules_that_are_mutated_exist() {
        let root = root();
        for (package, file) in MUTATED {
            assert!(root.join(file).is_file(), "{file}");
            assert!(file.starts_with(&format!("crates/{package}/")), "{file}");
        }
    }

    /// What `cargo xtask deny` checks with cargo-deny, as far as cargo itself knows it: every licence of a
    /// dependency is allowed by `deny.toml`, and everything comes from crates.io.
    #[test]
    fn licences_and_sources_of_dependencies_are_allowed() {
        let deny = std::fs::read_to_string(root().join("deny.toml")).expect("it is there");
        let deny: toml_edit::DocumentMut = deny.parse().expect("deny.toml is TOML");
        let allowed = deny["licenses"]["allow"].as_array().expect("a list");
        let allowed: Vec<&str> = allowed.iter().filter_map(|licence| licence.as_str()).collect();
        for package in packages() {
            let name = &package["name"];
            let source = package["source"].as_str().unwrap_or("this repository");
            let known =
                ["this repository", "registry+https://github.com/rust-lang/crates.io-index"];
            assert!(known.contains(&source), "{name} comes from {source}");
            let licence = package["license"].as_str().unwrap_or_default().replace('/', " OR ");
            // `A AND (B OR C)`: of each part, one licence has to be allowed.
            let fine = |part: &str| {
                part.split(" OR ").any(|one| allowed.contains(&one.trim_matches(['(', ')', ' '])))
            };
            assert!(licence.split(" AND ").all(fine), "{name}: {licence}");
        }
        assert_eq!(deny["sources"]["unknown-git"].as_str(), Some("deny"));
    }

    #[test]
    fn fuzz_targets_are_declared_and_have_seeds() {
        let fuzz = root().join("fuzz");
        let manifest = std::fs::read_to_string(fuzz.join("Cargo.toml")).expect("it is there");
        for entry in std::fs::read_dir(fuzz.join("fuzz_targets")).expect("it is there") {
            let path = entry.expect("it can be read").path();
            let name = path.file_stem().and_then(|n| n.to_str()).expect("a name").to_owned();
            assert!(manifest.contains(&format!("name = \"{name}\"")), "{name}");
            let seeds = fuzz.join("seeds").join(if name == "read" { "" } else { &name });
            assert!(std::fs::read_dir(&seeds).is_ok_and(|mut all| all.next().is_some()), "{name}");
        }
    }

    /// What `cargo xtask msrv` finds out with the oldest compiler, as far as cargo itself knows it: no package
    /// asks for a newer one, and all of ours name it. Clippy looks after the standard library
    /// (`incompatible_msrv`).
    #[test]
    fn no_package_needs_a_newer_compiler() {
        let manifest = std::fs::read_to_string(root().join("Cargo.toml")).expect("it is there");
        // `1.89` and `1.89.0` are the same.
        let parts = |version: &str| -> Vec<u64> {
            version.split('.').take(2).map(|part| part.parse().expect("a number")).collect()
        };
        let ours = oldest(&manifest).expect("the workspace names one");
        for package in packages() {
            let name = &package["name"];
            match package["rust_version"].as_str() {
                Some(version) => assert!(parts(version) <= parts(&ours), "{name}: {version}"),
                None => assert!(package["source"].is_string(), "{name} names no rust-version"),
            }
        }
    }

    #[test]
    fn the_oldest_compiler_is_read_from_the_manifest() {
        let text = "[workspace.package]\nedition = \"2024\"\nrust-version = \"1.88\"\n";
        assert_eq!(oldest(text).as_deref(), Some("1.88"));
        assert_eq!(oldest("[workspace]"), None);
    }
}
