//! `cargo xtask bench --games`: how fast the shipped board games are played, on each engine that has them.
//!
//! The table has one row for each game and engine, with the share of the hand-written baseline that was
//! measured in the same run, so that tables from different machines can be compared.

use std::io;
use std::path::Path;
use std::process::Command;

use crate::cargo;
use serde_json::Value;

/// Games of the table, in the order of their difficulty.
const GAMES: &[&str] = &[
    "tic-tac-toe",
    "connect-four",
    "othello",
    "breakthrough",
    "gomoku",
    "hex",
    "draughts",
    "nine-mens-morris",
    "minichess",
    "chess",
    "dots-and-boxes",
    "quarto",
    "peg-solitaire",
    "sliding-tiles",
    "sokoban",
];

/// What one run of `senet bench` says.
#[derive(Debug, Clone, PartialEq)]
struct GameSpeed {
    name: String,
    engine: String,
    single: f64,
    many: f64,
    moves: f64,
    baseline: Option<f64>,
}

/// Builds the tool, measures every game on bits and on the net, and prints the table; true if the games
/// that must have been measured were.
///
/// # Errors
/// When cargo or the tool cannot be started.
pub fn run(root: &Path) -> io::Result<bool> {
    let built =
        cargo::cargo(root).args(["build", "--profile", "dist", "-p", "senet-cli"]).status()?;
    if !built.success() {
        return Ok(false);
    }
    let senet = cargo::target_dir(root)?.join("dist").join("senet");
    let mut all = Vec::new();
    for game in GAMES {
        for engine in ["bits", "net"] {
            // A game that has no such engine is left out.
            all.extend(measure(&senet, game, engine)?);
        }
    }
    print!("{}", table(&all));
    Ok(GAMES.iter().all(|game| all.iter().any(|speed| speed.name == *game)))
}

fn measure(senet: &Path, game: &str, engine: &str) -> io::Result<Option<GameSpeed>> {
    let mut command = Command::new(senet);
    command.args(["bench", game, "--engine", engine, "--seconds", "1", "--seed", "1"]);
    let output = command.args(["--format", "json"]).output()?;
    Ok(output.status.success().then(|| read(&String::from_utf8_lossy(&output.stdout))).flatten())
}

/// The first entry of a report.
fn read(text: &str) -> Option<GameSpeed> {
    let report: Value = serde_json::from_str(text).ok()?;
    let entry = report.get(0)?;
    let number = |key: &str| entry[key].as_f64();
    let word = |key: &str| entry[key].as_str().map(str::to_owned);
    Some(GameSpeed {
        name: word("name")?,
        engine: word("engine")?,
        single: number("single_playouts_per_second")?,
        many: number("playouts_per_second")?,
        moves: number("moves_per_second")?,
        baseline: number("baseline_playouts_per_second"),
    })
}

fn table(all: &[GameSpeed]) -> String {
    let mut out = "| game | engine | playouts/s, one at a time | playouts/s, many at once | moves/s | of the baseline |\n\
         |---|---|---|---|---|---|\n"
        .to_owned();
    for speed in all {
        let GameSpeed { name, engine, single, many, moves, baseline } = speed;
        let share = baseline.map_or("–".to_owned(), |n| {
            format!("{:.1} %, {:.1} %", 100.0 * single / n, 100.0 * many / n)
        });
        let (single, many, moves) = (short(*single), short(*many), short(*moves));
        out += &format!("| {name} | {engine} | {single} | {many} | {moves} | {share} |\n");
    }
    out
}

/// A number with three digits that mean something.
fn short(n: f64) -> String {
    match n {
        n if n >= 1e6 => format!("{:.2} M", n / 1e6),
        n if n >= 1e3 => format!("{:.1} k", n / 1e3),
        n => format!("{n:.1}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_report_becomes_a_row() {
        let text = r#"[{"name": "hex", "engine": "bits", "playouts_per_second": 2000.0,
            "moves_per_second": 3e6, "single_playouts_per_second": 1000.0,
            "baseline_playouts_per_second": 4000.0}]"#;
        let speed = read(text).unwrap();
        assert!(
            table(&[speed]).ends_with("| hex | bits | 1.0 k | 2.0 k | 3.00 M | 25.0 %, 50.0 % |\n")
        );
        assert_eq!(read("nothing"), None);
    }
}
