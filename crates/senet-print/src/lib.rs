//! What the crates that `senet build` prints have in common.
//!
//! Input: a game on an engine, its moves and its atoms. Output: the files ([`PrintedFile`]) that do not depend on the
//! engine: manifests, the contract of games with the geometry of boards, the program that plays and measures, what is
//! said and seen as tables ([`PrintedWords`]), and how secrets are drawn anew. The engines `senet-net` and `senet-bits`
//! add their own runtime, and what they compiled.
//!
//! ```
//! let files = senet_print::common_files("My game!", "My game");
//! assert_eq!(senet_print::package("My game!"), "my-game");
//! assert!(files.iter().any(|file| file.path == "src/main.rs"));
//! ```

mod contract;
pub mod numbers;
mod outcome_atom;
pub mod outcomes;
mod words;

pub use outcome_atom::outcome_atom;
pub use words::PrintedWords;

use thiserror::Error;

/// A file of a crate: its path in there, and its text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PrintedFile {
    /// The path, with slashes, from the crate's folder.
    pub path: String,
    /// The text.
    pub text: String,
}

impl PrintedFile {
    /// A file.
    pub fn new(path: impl Into<String>, text: impl Into<String>) -> PrintedFile {
        PrintedFile { path: path.into(), text: text.into() }
    }
}

/// Why a game is not printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PrintError {
    /// More moves than can be given names one by one.
    #[error("it has more than a million different moves")]
    Moves,
    /// More atoms than can be given names one by one.
    #[error("more than a million different atoms can be there")]
    Atoms,
}

const SHARED: &[(&str, &str)] = &[
    ("main.rs", include_str!("../template/main.rs")),
    ("atoms.rs", include_str!("../template/atoms.rs")),
    ("numbers.rs", include_str!("numbers.rs")),
    ("outcomes.rs", include_str!("outcomes.rs")),
];

/// The files of every printed crate: the manifest, the contract, and what plays and measures.
pub fn common_files(name: &str, title: &str) -> Vec<PrintedFile> {
    let package = package(name);
    let mut files = vec![
        PrintedFile::new("Cargo.toml", manifest(&package, title)),
        PrintedFile::new(".cargo/config.toml", CONFIG),
        PrintedFile::new(".gitignore", "target\n"),
    ];
    let of_crate = package.replace('-', "_");
    for (path, text) in SHARED {
        files.push(PrintedFile::new(format!("src/{path}"), text.replace("GAME_CRATE", &of_crate)));
    }
    for (path, text) in contract::MANIFESTS.iter().chain(contract::SOURCES) {
        files.push(PrintedFile::new(format!("contract/{path}"), *text));
    }
    files
}

/// Numbers as the source of a static.
pub fn print_numbers(name: &str, numbers: &[u64]) -> String {
    let mut out =
        format!("#[rustfmt::skip]\npub(crate) static {name}: [u64; {}] = [\n", numbers.len());
    for line in numbers.chunks(24) {
        let line: Vec<String> = line.iter().map(u64::to_string).collect();
        out.push_str(&format!("    {},\n", line.join(", ")));
    }
    out + "];\n"
}

/// A name that cargo takes.
pub fn package(name: &str) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' };
    let name: String = name.chars().map(plain).collect();
    let name = name.trim_matches('-');
    if name.is_empty() || name.starts_with(|c: char| c.is_ascii_digit()) || name == "test" {
        return format!("game-{name}").trim_end_matches('-').to_owned();
    }
    name.to_owned()
}

fn manifest(package: &str, title: &str) -> String {
    format!(
        "# Printed by `senet build`.\n\n[package]\nname = \"{package}\"\ndescription = {title:?}\n\
         version = \"0.1.0\"\nedition = \"2024\"\npublish = false\n\n[workspace]\n\n\
         [dependencies]\nrustc-hash = \"2.1\"\nsenet-data = {{ path = \"contract/senet-data\" }}\n\
         senet-game = {{ path = \"contract/senet-game\" }}\n\n\
         [profile.release]\nlto = \"fat\"\ncodegen-units = 1\npanic = \"abort\"\n"
    )
}

const CONFIG: &str = "# For the processor that it is compiled on; take this out to carry the program \
                      elsewhere.\n[build]\nrustflags = [\"-C\", \"target-cpu=native\"]\n";

#[cfg(test)]
mod tests {
    use super::package;

    #[test]
    fn packages_have_names_that_cargo_takes() {
        assert_eq!(package("tic-tac-toe"), "tic-tac-toe");
        assert_eq!(package("My game!"), "my-game");
        assert_eq!(package("2048"), "game-2048");
        assert_eq!(package("…"), "game");
    }
}
