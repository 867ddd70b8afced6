//! A net printed as a crate that stands alone: `senet build`.
//!
//! The crate holds the net as numbers, its fast path as code, its words as tables, the very files of
//! [`runtime`](crate::runtime), and the contract of games with the geometry of boards.

mod contract;
mod fast_path;
mod words;

use crate::game::NetGame;
use crate::runtime::data::Data;
use std::fmt::Write as _;
use thiserror::Error;

/// A file of a crate: its path in there, and its text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PrintedFile {
    /// The path, with slashes, from the crate's folder.
    pub path: String,
    /// The text.
    pub text: String,
}

/// Why a net is not printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PrintError {
    /// Seats do not see everything, and who sees what is computed from the rules.
    #[error(
        "not all players see everything in it, and what a seat sees is worked out from the rules, \
         which a printed game does not have"
    )]
    Hides,
    /// More moves than can be given names one by one.
    #[error("it has more than a million different moves")]
    Moves,
}

/// More moves than this are not named one by one.
const MOVES: u64 = 1_000_000;

const RUNTIME: &[(&str, &str)] = &[
    ("runtime.rs", include_str!("runtime.rs")),
    ("runtime/aggregate.rs", include_str!("runtime/aggregate.rs")),
    ("runtime/bits.rs", include_str!("runtime/bits.rs")),
    ("runtime/change.rs", include_str!("runtime/change.rs")),
    ("runtime/condition.rs", include_str!("runtime/condition.rs")),
    ("runtime/control.rs", include_str!("runtime/control.rs")),
    ("runtime/data.rs", include_str!("runtime/data.rs")),
    ("runtime/fast_path.rs", include_str!("runtime/fast_path.rs")),
    ("runtime/fast_path/describe.rs", include_str!("runtime/fast_path/describe.rs")),
    ("runtime/fire.rs", include_str!("runtime/fire.rs")),
    ("runtime/ids.rs", include_str!("runtime/ids.rs")),
    ("runtime/moves.rs", include_str!("runtime/moves.rs")),
    ("runtime/net.rs", include_str!("runtime/net.rs")),
    ("runtime/outcome.rs", include_str!("runtime/outcome.rs")),
    ("runtime/pack.rs", include_str!("runtime/pack.rs")),
    ("runtime/propagate.rs", include_str!("runtime/propagate.rs")),
    ("runtime/run.rs", include_str!("runtime/run.rs")),
    ("runtime/state.rs", include_str!("runtime/state.rs")),
    ("runtime/variant.rs", include_str!("runtime/variant.rs")),
    ("runtime/weights.rs", include_str!("runtime/weights.rs")),
];

const TEMPLATE: &[(&str, &str)] = &[
    ("lib.rs", include_str!("../template/src/lib.rs")),
    ("main.rs", include_str!("../template/src/main.rs")),
    ("game.rs", include_str!("../template/src/game.rs")),
];

impl NetGame {
    /// The game as a crate of its own: it plays, measures itself, and implements
    /// [`Game`](senet_game::Game).
    pub fn print(&self, name: &str, title: &str) -> Result<Vec<PrintedFile>, PrintError> {
        let package = package(name);
        let mut files: Vec<PrintedFile> = Vec::new();
        let mut add = |path: String, text: String| files.push(PrintedFile { path, text });
        add("Cargo.toml".to_owned(), manifest(&package, title));
        add(".cargo/config.toml".to_owned(), CONFIG.to_owned());
        add(".gitignore".to_owned(), "target\n".to_owned());
        for (path, text) in RUNTIME {
            add(format!("src/{path}"), (*text).to_owned());
        }
        for (path, text) in TEMPLATE {
            add(format!("src/{path}"), text.replace("GAME_CRATE", &package.replace('-', "_")));
        }
        add("src/net.rs".to_owned(), self.numbers());
        add("src/fast_path.rs".to_owned(), fast_path::print(&self.net));
        add("src/words.rs".to_owned(), self.print_words(&package, title)?);
        add("src/moves.txt".to_owned(), self.move_words()?);
        for (path, text) in contract::MANIFESTS.iter().chain(contract::SOURCES) {
            add(format!("contract/{path}"), (*text).to_owned());
        }
        Ok(files)
    }

    /// The net as numbers.
    fn numbers(&self) -> String {
        let mut words = Vec::new();
        self.net.write(&mut words);
        let mut out = "//! The net, as `runtime::data` reads it.\n\n".to_owned();
        let _ =
            writeln!(out, "#[rustfmt::skip]\npub(crate) static NET: [u64; {}] = [", words.len());
        for line in words.chunks(24) {
            let numbers: Vec<String> = line.iter().map(u64::to_string).collect();
            let _ = writeln!(out, "    {},", numbers.join(", "));
        }
        out + "];\n"
    }
}

/// A name that cargo takes.
fn package(name: &str) -> String {
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
         [dependencies]\nsenet-game = {{ path = \"contract/senet-game\" }}\n\n\
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
