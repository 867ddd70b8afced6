//! `cargo xtask bench --games`: how fast the shipped board games are played, on each engine that has them.
//!
//! One row for each game: playouts per second of CPU time on bits, one at a time and in lockstep, and on the net;
//! shares of the hand-written baseline that was measured in the same run, so that tables from different
//! machines can be compared; and instructions per move, where valgrind is installed, which do not depend on
//! what else the machine does. `--write` puts the tables into `docs/performance.md`, with date and commit.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;
use std::time::Duration;

use crate::bench_process;
use crate::cargo;
use serde_json::Value;

/// Games of the table, in the order of their difficulty, and how many playouts are enough to count
/// instructions by.
const GAMES: &[(&str, u64)] = &[
    ("tic-tac-toe", 2000),
    ("connect-four", 500),
    ("othello", 50),
    ("breakthrough", 50),
    ("gomoku", 30),
    ("hex", 30),
    ("yavalath", 100),
    ("y", 50),
    ("draughts", 30),
    ("nine-mens-morris", 20),
    ("minichess", 10),
    ("chess", 3),
    ("dots-and-boxes", 30),
    ("quarto", 100),
    ("peg-solitaire", 200),
    ("sliding-tiles", 5),
    ("sokoban", 5),
    ("kalah", 5),
];

/// Games by which build profiles are compared.
const PROFILE_GAMES: &[&str] = &["tic-tac-toe", "othello", "chess", "hex"];

/// A measurement that takes longer is given up.
const MEASURING: Duration = Duration::from_secs(90);

/// A count of instructions that takes longer is given up.
const COUNTING: Duration = Duration::from_secs(150);

/// What one run of `senet bench` says.
#[derive(Debug, Clone, PartialEq)]
struct GameSpeed {
    engine: String,
    single: f64,
    many: f64,
    moves_each: f64,
    baseline: Option<f64>,
}

/// A game, as it was measured.
#[derive(Debug, Clone, PartialEq)]
struct Row {
    name: String,
    bits: Option<GameSpeed>,
    net: Option<GameSpeed>,
    /// On the engine that plays it, if nobody asks for one.
    usual: GameSpeed,
    /// Instructions per move on bits, one at a time and in lockstep; on the usual engine where there are no bits.
    instructions: Option<(f64, f64)>,
}

/// Measures and prints the tables; true if every game could be measured. With `write`, the tables replace
/// those in `docs/performance.md`; what was measured is written before instructions are counted, and
/// again after that, so that an end in the middle leaves a whole table.
///
/// # Errors
/// When cargo or the tool cannot be started, or the document cannot be written.
pub fn run(root: &Path, write: bool) -> io::Result<bool> {
    let Some(senet) = built(root, "dist")? else { return Ok(false) };
    let release = if write { built(root, "release")? } else { None };
    let mut rows = Vec::new();
    print!("{HEAD}");
    for (game, _) in GAMES {
        let Some(usual) = measure(&senet, game, None)? else {
            println!("`{game}` could not be measured in {} s", MEASURING.as_secs());
            continue;
        };
        let (bits, net) =
            (measure(&senet, game, Some("bits"))?, measure(&senet, game, Some("net"))?);
        let row = Row { name: (*game).to_owned(), bits, net, usual, instructions: None };
        println!("{}", line(&row));
        rows.push(row);
    }
    if let Some(release) = release {
        let mut profiles = Vec::new();
        for game in PROFILE_GAMES {
            // One after the other, so that both see the same machine.
            let (a, b) = (measure(&release, game, None)?, measure(&senet, game, None)?);
            profiles.extend(a.zip(b).map(|(a, b)| ((*game).to_owned(), a.single, b.single)));
        }
        put(root, "profiles", &profile_table(&profiles))?;
        put(root, "games", &format!("{}\n\n{}", about(root), table(&rows)))?;
    }
    println!("Counting instructions; `-` where valgrind takes more than {} s.", COUNTING.as_secs());
    count_all(&senet, &mut rows);
    println!("\n{}", table(&rows));
    if write {
        put(root, "games", &format!("{}\n\n{}", about(root), table(&rows)))?;
        println!("The tables are in docs/performance.md");
    }
    Ok(rows.len() == GAMES.len())
}

/// Counts the instructions of all games, on all cores: a count does not depend on what else a machine does.
fn count_all(senet: &Path, rows: &mut [Row]) {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let queue = Mutex::new(rows.iter_mut());
    let next = || queue.lock().ok()?.next();
    std::thread::scope(|scope| {
        for _ in 0..cores {
            scope.spawn(|| {
                while let Some(row) = next() {
                    let engine = row.bits.as_ref().map(|_| "bits");
                    let playouts = GAMES.iter().find(|(name, _)| *name == row.name);
                    row.instructions =
                        playouts.and_then(|(_, n)| instructions(senet, &row.name, engine, *n));
                    println!("{}", line(row));
                }
            });
        }
    });
}

/// Puts a table into `docs/performance.md`.
fn put(root: &Path, name: &str, table: &str) -> io::Result<()> {
    let document = root.join("docs").join("performance.md");
    let text = replaced(&fs::read_to_string(&document)?, name, table).ok_or_else(|| {
        io::Error::other(format!("docs/performance.md has no place for `{name}`"))
    })?;
    fs::write(&document, text)
}

/// The tool, built with a profile.
fn built(root: &Path, profile: &str) -> io::Result<Option<PathBuf>> {
    let built =
        cargo::cargo(root).args(["build", "--profile", profile, "-p", "senet-cli"]).status()?;
    Ok(built.success().then_some(cargo::target_dir(root)?.join(profile).join("senet")))
}

/// The arguments that all measurements share. Catalogue games may have a version in Rust; the text is meant.
fn bench(senet: &Path, game: &str, engine: Option<&str>) -> Vec<String> {
    let mut args = vec![senet.display().to_string(), "bench".to_owned(), game.to_owned()];
    match engine {
        Some(engine) => args.extend(["--engine".to_owned(), engine.to_owned()]),
        None => args.extend(["--as".to_owned(), "rules".to_owned()]),
    }
    args.extend(["--seed", "1", "--format", "json"].map(str::to_owned));
    args
}

fn measure(senet: &Path, game: &str, engine: Option<&str>) -> io::Result<Option<GameSpeed>> {
    let args = bench(senet, game, engine);
    let mut command = Command::new(&args[0]);
    command.args(&args[1..]).args(["--seconds", "1"]);
    let written = bench_process::run(&mut command, MEASURING)?;
    Ok(written.and_then(|written| read(&written.stdout)))
}

/// The first entry of a report.
fn read(text: &str) -> Option<GameSpeed> {
    let report: Value = serde_json::from_str(text).ok()?;
    let entry = report.get(0)?;
    let number = |key: &str| entry[key].as_f64();
    Some(GameSpeed {
        engine: entry["engine"].as_str()?.to_owned(),
        single: number("single_playouts_per_second")?,
        many: number("playouts_per_second")?,
        moves_each: number("moves_per_playout")?,
        baseline: number("baseline_playouts_per_second"),
    })
}

/// Instructions per move, one playout at a time and many at once, if valgrind is there.
fn instructions(
    senet: &Path,
    game: &str,
    engine: Option<&str>,
    playouts: u64,
) -> Option<(f64, f64)> {
    // What it takes to begin is in all counts, and falls out.
    let (begun, moved) = counted(senet, game, engine, 1, false)?;
    let per_move = |playouts: u64, lockstep: bool| {
        let (all, moves) = counted(senet, game, engine, playouts, lockstep)?;
        Some((all - begun) / (moves - moved).max(1.0))
    };
    // All lanes are to be at work nearly all of the time.
    Some((per_move(playouts, false)?, per_move(5 * playouts, true)?))
}

/// How many instructions it takes to make some playouts, and how many moves those have.
fn counted(
    senet: &Path,
    game: &str,
    engine: Option<&str>,
    playouts: u64,
    lockstep: bool,
) -> Option<(f64, f64)> {
    let mut command = Command::new("valgrind");
    command.args(["--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null"]);
    command.args(bench(senet, game, engine)).args(["--playouts", &playouts.to_string()]);
    if lockstep {
        command.arg("--lockstep");
    }
    let written = bench_process::run(&mut command, COUNTING).ok()??;
    let report: Value = serde_json::from_str(&written.stdout).ok()?;
    let moves = report.get(0)?["moves"].as_f64()?;
    Some((references(&written.stderr)?, moves))
}

/// The number of instructions in what cachegrind prints.
fn references(text: &str) -> Option<f64> {
    let line = text.lines().find(|line| line.contains("I refs:") || line.contains("I   refs:"))?;
    line.rsplit(':').next()?.trim().replace(',', "").parse().ok()
}

const HEAD: &str = "\
| game | bits, one at a time | bits, lockstep | net | runs on | moves/s there | baseline | shares of it | instructions a move |
|---|---|---|---|---|---|---|---|---|
";

fn table(rows: &[Row]) -> String {
    rows.iter().fold(HEAD.to_owned(), |out, row| out + &line(row) + "\n")
}

fn line(row: &Row) -> String {
    let Row { name, bits, net, usual, instructions } = row;
    let none = || "–".to_owned();
    let rate = |speed: &Option<GameSpeed>, f: fn(&GameSpeed) -> f64| {
        speed.as_ref().map_or_else(none, |speed| short(f(speed)))
    };
    let shares = |of: f64| {
        let share = |n: f64| format!("{:.1} %", 100.0 * n / of);
        let bits = bits.as_ref().map(|b| [share(b.single), share(b.many)]);
        let net = net.as_ref().map(|n| share(n.single));
        bits.into_iter().flatten().chain(net).collect::<Vec<_>>().join(", ")
    };
    format!(
        "| {name} | {} | {} | {} | {} | {} | {} | {} | {} |",
        rate(bits, |s| s.single),
        rate(bits, |s| s.many),
        rate(net, |s| s.single),
        usual.engine,
        short(usual.single * usual.moves_each),
        usual.baseline.map_or_else(none, short),
        usual.baseline.map_or_else(none, shares),
        instructions.map_or_else(none, |(single, many)| format!("{single:.0}, {many:.0}")),
    )
}

fn profile_table(rows: &[(String, f64, f64)]) -> String {
    let mut out = "| game | release | dist | dist is faster by |\n|---|---|---|---|\n".to_owned();
    for (name, release, dist) in rows {
        let faster = 100.0 * (dist / release - 1.0);
        out += &format!("| {name} | {} | {} | {faster:.0} % |\n", short(*release), short(*dist));
    }
    out
}

/// When, from which commit and on which machine the figures are.
fn about(root: &Path) -> String {
    let said = |program: &str, args: &[&str]| {
        let output = Command::new(program).args(args).current_dir(root).output();
        output.map(|o| String::from_utf8_lossy(&o.stdout).trim().to_owned()).unwrap_or_default()
    };
    let load = fs::read_to_string("/proc/loadavg").unwrap_or_default();
    let load = load.split(' ').next().unwrap_or("?").to_owned();
    format!(
        "{}, commit {}, {} cores with a load of {load}.",
        said("date", &["-u", "+%-d %B %Y"]),
        said("git", &["rev-parse", "--short", "HEAD"]),
        std::thread::available_parallelism().map_or(0, usize::from),
    )
}

/// A text with what stands between the marks of a table replaced.
fn replaced(text: &str, name: &str, table: &str) -> Option<String> {
    let (begin, end) = (format!("<!-- bench {name} -->\n"), format!("<!-- end {name} -->"));
    let from = text.find(&begin)? + begin.len();
    let to = from + text[from..].find(&end)?;
    Some(format!("{}\n{table}\n{}", &text[..from], &text[to..]))
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
            "moves_per_second": 3e6, "single_playouts_per_second": 1000.0, "moves_per_playout": 70.0,
            "baseline_playouts_per_second": 4000.0}]"#;
        let usual = read(text).unwrap();
        let (bits, net) = (Some(usual.clone()), None);
        let instructions = Some((512.4, 80.0));
        let row = Row { name: "hex".to_owned(), bits, net, usual, instructions };
        assert_eq!(
            line(&row),
            "| hex | 1.0 k | 2.0 k | – | bits | 70.0 k | 4.0 k | 25.0 %, 50.0 % | 512, 80 |"
        );
        assert_eq!(read("nothing"), None);
    }

    #[test]
    fn instructions_are_read() {
        let text = "==1== \n==1== I   refs:      1,234,567\n==1== ";
        assert_eq!(references(text), Some(1_234_567.0));
        assert_eq!(references("nothing"), None);
    }

    #[test]
    fn tables_are_replaced_between_their_marks() {
        let text = "# A\n\n<!-- bench games -->\nold\n<!-- end games -->\n\nB\n";
        let new = replaced(text, "games", "| new |\n").unwrap();
        assert_eq!(new, "# A\n\n<!-- bench games -->\n\n| new |\n\n<!-- end games -->\n\nB\n");
        assert_eq!(replaced(&new, "games", "| new |\n").unwrap(), new);
        assert_eq!(replaced(text, "profiles", ""), None);
    }
}
