//! `cargo xtask web`: builds the page, and the test that the built page belongs to its sources.
//!
//! `web/dist` is committed, so that `cargo run --release -- serve` needs Rust and nothing else. Its
//! stamp is a hash of everything that it is built from.

use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::packages;

/// What the page is built from, below `web/`.
const SOURCES: &[&str] = &[
    "src",
    "public",
    "index.html",
    "package.json",
    "package-lock.json",
    "svelte.config.js",
    "tsconfig.json",
    "vite.config.ts",
    "vite.component.config.ts",
];

/// Where the hash of the sources stands.
const STAMP: &str = "dist/stamp.txt";

/// What to install where the page cannot be built or tested.
pub(crate) const NEEDED: &str = "install Node.js (with npm) and Chromium: on Debian \
                                 `apt-get install nodejs npm chromium`";

/// Builds the page and stamps it; false if something failed, which has been printed.
///
/// # Errors
/// When a file cannot be read or written.
pub fn build(root: &Path) -> io::Result<bool> {
    let web = root.join("web");
    if !install(&web) {
        return Ok(false);
    }
    for script in ["check", "build"] {
        if !npm(&web, &["run", "--silent", script]) {
            eprintln!("error: `npm run {script}` failed in web/");
            return Ok(false);
        }
    }
    std::fs::write(web.join(STAMP), format!("{}\n", hash(&web)?))?;
    println!("web/dist is built");
    Ok(true)
}

/// Installs what the page is built with, as the lock file says; false if that does not work.
pub(crate) fn install(web: &Path) -> bool {
    if !web.join("node_modules/vite").is_dir() && !npm(web, &["ci", "--loglevel=error"]) {
        eprintln!("error: the packages of web/ cannot be installed: {NEEDED}");
        return false;
    }
    true
}

fn npm(web: &Path, args: &[&str]) -> bool {
    let program = if cfg!(windows) { "npm.cmd" } else { "npm" };
    Command::new(program).args(args).current_dir(web).status().is_ok_and(|s| s.success())
}

/// The tests of the page in Chromium, against the binaries in a folder: `senet`, and the example of a
/// game of one's own, if it was built. Where Node.js or Chromium cannot be had, a line says what to
/// install; that is a failure only in continuous integration (the variable `CI`).
///
/// # Errors
/// None today: whatever goes wrong is a failed step.
pub(crate) fn test(root: &Path, built: &Path, slowly: bool) -> Result<(), String> {
    let web = root.join("web");
    let program = |name: &str| built.join(format!("{name}{}", std::env::consts::EXE_SUFFIX));
    let node = packages::starts("node");
    let browser = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"]
        .iter()
        .any(|path| Path::new(path).exists())
        || std::env::var_os("CHROMIUM").is_some()
        || packages::install("chromium", "the tests of the page");
    if !node || !browser || !install(&web) {
        if packages::in_ci() {
            return Err(format!("the tests of the page cannot run: {NEEDED}"));
        }
        println!("WARNING: the tests of the page are LEFT OUT: {NEEDED}");
        return Ok(());
    }
    let mut tests = Command::new("node");
    tests
        .args(["--test", "--test-concurrency=1"])
        .args(["tests/grammar.test.mjs", "tests/page.test.mjs"])
        .env("SENET", program("senet"))
        .current_dir(&web);
    let example = program("examples/page");
    if example.exists() {
        tests.env("SENET_EXAMPLE", example);
    }
    if slowly {
        tests.env("SENET_SLOW", "1");
    }
    match tests.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("ended with {status}")),
        Err(error) => Err(format!("cannot start node: {error}")),
    }
}

/// A hash of the sources: FNV-1a over names and contents, with line ends as git stores them.
///
/// # Errors
/// When a file cannot be read.
pub fn hash(web: &Path) -> io::Result<String> {
    let mut files = Vec::new();
    for source in SOURCES {
        collect(&web.join(source), &mut files)?;
    }
    files.sort();
    let mut hash: u64 = 0xcbf2_9ce4_8422_2325;
    let mut add = |bytes: &[u8]| {
        for byte in bytes.iter().filter(|b| **b != b'\r') {
            hash = (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    };
    for file in files {
        let name = file.strip_prefix(web).unwrap_or(&file).to_string_lossy().replace('\\', "/");
        add(name.as_bytes());
        add(&[0]);
        add(&std::fs::read(&file)?);
        add(&[0]);
    }
    Ok(format!("{hash:016x}"))
}

fn collect(path: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    if !path.is_dir() {
        files.push(path.to_path_buf());
        return Ok(());
    }
    for entry in std::fs::read_dir(path)? {
        collect(&entry?.path(), files)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{STAMP, hash};
    use std::path::Path;

    fn web() -> std::path::PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web")
    }

    #[test]
    fn the_built_page_belongs_to_its_sources() {
        let stamp = std::fs::read_to_string(web().join(STAMP)).unwrap_or_default();
        let now = hash(&web()).unwrap();
        assert_eq!(stamp.trim(), now, "the page is older than its sources: `cargo xtask web`");
    }

    #[test]
    fn the_lock_file_names_no_registry() {
        let lock = std::fs::read_to_string(web().join("package-lock.json")).unwrap();
        assert!(!lock.contains("\"resolved\""), "web/.npmrc leaves addresses out");
    }
}
