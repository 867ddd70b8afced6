//! `cargo xtask test`: every check that decides whether a change is good, one after the other.
//!
//! A failed step does not stop the others, so one run shows everything that is wrong.

use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use crate::{cargo, packages, tidy, web};

/// How much to run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Extent {
    /// Everything: what continuous integration runs.
    Full,
    /// What fits between two edits: no slow steps, and fewer random cases (`SENET_QUICK=1`).
    Quick,
    /// What takes minutes and more: ignored tests, and many random programs.
    Slow,
}

struct Step {
    name: &'static str,
    job: Job,
    /// Left out of a quick run.
    slow: bool,
    /// What to try when the step fails.
    hint: &'static str,
}

enum Job {
    Cargo {
        args: &'static [&'static str],
        rustdocflags: Option<&'static str>,
    },
    Tidy,
    /// All tests: with nextest where it is installed, which runs test binaries side by side, else
    /// with `cargo test`; documentation tests in either case. Building them also builds the binary
    /// that the later steps run; `cargo build` would compile most crates a second time, because
    /// development dependencies switch on features of shared crates.
    Tests,
    /// Checks that libraries compile for the browser, where the target is there or can be added.
    Wasm(&'static [&'static str]),
    /// Cargo with these arguments, and 100,000 random programs.
    ManyCases(&'static [&'static str]),
    /// The tests of the page in a browser, against the binary that the other tests have built; many
    /// more tries of what takes long, if so.
    Page {
        slowly: bool,
    },
    /// The binary that the other tests have built, with these arguments, once for each game in `games/`.
    EachGame(&'static [&'static str]),
}

const fn cargo_job(args: &'static [&'static str]) -> Job {
    Job::Cargo { args, rustdocflags: None }
}

/// The steps of a slow run.
const SLOW_STEPS: &[Step] = &[
    Step {
        name: "ignored tests",
        job: cargo_job(&["test", "--release", "--workspace", "--no-fail-fast", "--", "--ignored"]),
        slow: true,
        hint: "run `cargo test --release -p CRATE NAME -- --ignored` for the test that failed",
    },
    Step {
        name: "random programs",
        job: Job::ManyCases(&["test", "--release", "-p", "testkit", "-p", "senet-bits"]),
        slow: true,
        hint: "SENET_CASES=100000 draws as many random programs; each failure names its seed",
    },
    Step {
        name: "page",
        job: Job::Page { slowly: true },
        slow: true,
        hint: "run `SENET_SLOW=1 node --test tests/` in web/ with SENET=../target/debug/senet",
    },
];

const STEPS: &[Step] = &[
    Step {
        name: "format",
        job: cargo_job(&["fmt", "--all", "--check"]),
        slow: false,
        hint: "run `cargo fmt --all`",
    },
    Step {
        name: "lints",
        job: cargo_job(&["clippy", "--workspace", "--all-targets", "--", "-D", "warnings"]),
        slow: false,
        hint: "run `cargo clippy --workspace --all-targets`; clippy.toml gives the reasons",
    },
    Step {
        name: "tidy",
        job: Job::Tidy,
        slow: false,
        hint: "each problem says what to do; `cargo xtask tidy` checks again",
    },
    Step {
        name: "tests",
        job: Job::Tests,
        slow: false,
        hint: "run `cargo test -p CRATE NAME` for the test that failed",
    },
    Step {
        name: "WebAssembly",
        job: Job::Wasm(&["senet-ide", "senet-workbench"]),
        slow: true,
        hint: "run `cargo check --target wasm32-unknown-unknown -p CRATE`; a pure library has no \
               files, threads or clock",
    },
    Step {
        name: "docs",
        job: Job::Cargo {
            args: &["doc", "--workspace", "--no-deps"],
            rustdocflags: Some("-D warnings"),
        },
        slow: true,
        hint: "run `cargo doc --workspace --no-deps` and mend the links it names",
    },
    Step {
        name: "games check",
        job: Job::EachGame(&["check"]),
        slow: true,
        hint: "run `cargo run -- check FILE` for the games named above",
    },
    Step {
        name: "games format",
        job: Job::EachGame(&["fmt", "--check"]),
        slow: true,
        hint: "run `cargo run -- fmt FILE` for the games named above",
    },
    Step {
        name: "tree-sitter",
        job: cargo_job(&[
            "test",
            "--manifest-path",
            "editors/tree-sitter-senet/Cargo.toml",
            "--target-dir",
            "target/tree-sitter",
        ]),
        slow: true,
        hint: "run `cargo test` in editors/tree-sitter-senet; `cargo run --example generate` there \
               writes the parser anew",
    },
    Step {
        name: "page",
        job: Job::Page { slowly: false },
        slow: true,
        hint: "run `node --test tests/` in web/ with SENET=../target/debug/senet",
    },
];

struct Done {
    step: &'static Step,
    took: Duration,
    result: Result<(), String>,
}

/// Runs the steps and prints a summary; true if all of them passed.
///
/// # Errors
/// None today: whatever goes wrong inside a step is that step's failure.
pub fn run(root: &Path, extent: Extent) -> io::Result<bool> {
    let mut done = Vec::new();
    let steps = if extent == Extent::Slow { SLOW_STEPS } else { STEPS };
    if extent == Extent::Quick {
        let left_out = steps.iter().filter(|step| step.slow).map(|step| step.name);
        let left_out = left_out.collect::<Vec<_>>().join(", ");
        println!("left out: {left_out}; what tests leave out is listed after them\n");
    }
    for step in steps.iter().filter(|step| extent != Extent::Quick || !step.slow) {
        println!("==== {}", step.name);
        let begin = Instant::now();
        let result = step.job.run(root, extent);
        let took = begin.elapsed();
        match &result {
            Ok(()) => println!("==== {}: passed in {}\n", step.name, seconds(took)),
            Err(why) => println!("==== {}: FAILED in {}: {why}\n", step.name, seconds(took)),
        }
        done.push(Done { step, took, result });
    }
    print!("{}", summary(&done));
    Ok(done.iter().all(|d| d.result.is_ok()))
}

/// A line for each step, and the closing line that scripts read.
fn summary(done: &[Done]) -> String {
    let mut text = String::new();
    for Done { step, took, result } in done {
        let mark = if result.is_ok() { "ok  " } else { "FAIL" };
        text += &format!("{mark} {:>9}  {}\n", seconds(*took), step.name);
        if let Err(why) = result {
            text += &format!("                {why}\n                {}\n", step.hint);
        }
    }
    let total = done.iter().map(|d| d.took).sum();
    let failed = done.iter().filter(|d| d.result.is_err()).count();
    text += &format!("     {:>9}  in all\n", seconds(total));
    text += &format!("{} passed, {failed} failed\n", done.len() - failed);
    text
}

fn seconds(time: Duration) -> String {
    format!("{:.1} s", time.as_secs_f64())
}

/// Switches on `debug_assert` and the standard library's checks of its own preconditions, which the
/// development profile leaves out, in what a slow run builds.
const RELEASE_ASSERTIONS: &str = "CARGO_PROFILE_RELEASE_DEBUG_ASSERTIONS";

impl Job {
    fn run(&self, root: &Path, extent: Extent) -> Result<(), String> {
        match self {
            Job::Cargo { args, rustdocflags } => {
                let mut command = cargo::cargo(root);
                command.args(*args);
                if let Some(flags) = rustdocflags {
                    command.env("RUSTDOCFLAGS", flags);
                }
                match extent {
                    Extent::Quick => command.env("SENET_QUICK", "1"),
                    Extent::Slow => command.env(RELEASE_ASSERTIONS, "true"),
                    Extent::Full => &mut command,
                };
                finish(&mut command)
            }
            Job::Tidy => match tidy::run(root) {
                Ok(true) => Ok(()),
                Ok(false) => Err("rules of the house are broken".to_owned()),
                Err(error) => Err(error.to_string()),
            },
            Job::Tests => tests(root, extent),
            Job::ManyCases(args) => {
                let mut command = cargo::cargo(root);
                command.args(*args).env("SENET_CASES", "100000").env(RELEASE_ASSERTIONS, "true");
                finish(&mut command)
            }
            Job::Wasm(crates) => wasm(root, crates),
            Job::Page { slowly } => {
                let target = cargo::target_dir(root).map_err(|e| e.to_string())?;
                web::test(root, &target.join("debug"), *slowly)
            }
            Job::EachGame(args) => each_game(root, args),
        }
    }
}

/// The feature that the example of a game on the page needs, so that the tests build it.
const EXAMPLES: &str = "--features=senet/web";

fn tests(root: &Path, extent: Extent) -> Result<(), String> {
    if extent != Extent::Quick {
        if !packages::starts("nvim")
            && !packages::install("neovim", "a test of the language server")
        {
            println!("WARNING: without Neovim, its test of the language server is LEFT OUT");
        }
        return all_tests(root, None);
    }
    let report = cargo::target_dir(root).map_err(|e| e.to_string())?.join("left-out.txt");
    let _ = std::fs::remove_file(&report);
    let result = all_tests(root, Some(&report));
    let left_out = std::fs::read_to_string(&report).unwrap_or_default();
    print!("{}", left_out_of(&left_out));
    result
}

/// What quick tests reported that they left out, each thing once.
fn left_out_of(report: &str) -> String {
    let lines: std::collections::BTreeSet<&str> = report.lines().collect();
    let lines: String = lines.iter().map(|line| format!("  {line}\n")).collect();
    if lines.is_empty() { lines } else { format!("left out in quick tests:\n{lines}") }
}

/// Runs all tests, quickly if there is a file for what they leave out.
fn all_tests(root: &Path, report: Option<&Path>) -> Result<(), String> {
    let run = |args: &[&str]| {
        let mut command = cargo::cargo(root);
        command.args(args);
        if let Some(report) = report {
            command.env("SENET_QUICK", "1").env("SENET_LEFT_OUT", report);
        }
        finish(&mut command)
    };
    let nextest = cargo::cargo(root)
        .args(["nextest", "--version"])
        .stdout(std::process::Stdio::null())
        .stderr(std::process::Stdio::null())
        .status()
        .is_ok_and(|status| status.success());
    if !nextest {
        return run(&["test", "--workspace", EXAMPLES, "--no-fail-fast"]);
    }
    // Both are run, so that one run shows everything.
    let tests = run(&["nextest", "run", "--workspace", EXAMPLES, "--no-fail-fast"]);
    let docs = run(&["test", "--workspace", EXAMPLES, "--doc", "--no-fail-fast"]);
    tests.and(docs)
}

/// The target of browsers.
const WASM: &str = "wasm32-unknown-unknown";

fn wasm(root: &Path, crates: &[&str]) -> Result<(), String> {
    if !has_wasm() {
        println!("left out: `rustup target add {WASM}` does not work here");
        return Ok(());
    }
    let mut command = cargo::cargo(root);
    command.args(["check", "--target", WASM]);
    for name in crates {
        command.args(["-p", name]);
    }
    finish(&mut command)
}

/// Whether the standard library for browsers is installed; installs it if that is possible.
fn has_wasm() -> bool {
    let rustup = |args: &[&str]| Command::new("rustup").args(args).output();
    let installed = rustup(&["target", "list", "--installed"]);
    let listed = |out: &std::process::Output| {
        String::from_utf8_lossy(&out.stdout).lines().any(|line| line.trim() == WASM)
    };
    installed.is_ok_and(|out| listed(&out))
        || rustup(&["target", "add", WASM]).is_ok_and(|out| out.status.success())
}

fn each_game(root: &Path, args: &[&str]) -> Result<(), String> {
    let games = games(&root.join("games")).map_err(|e| format!("cannot list games/: {e}"))?;
    if games.is_empty() {
        return Err("there are no .cep files in games/".to_owned());
    }
    let target = cargo::target_dir(root).map_err(|e| e.to_string())?;
    let senet = target.join("debug").join(format!("senet{}", std::env::consts::EXE_SUFFIX));
    let mut bad = Vec::new();
    for game in &games {
        // Relative paths, as a user in this folder would type them, so that messages can be clicked.
        let shown = game.strip_prefix(root).unwrap_or(game);
        if let Err(why) = finish(Command::new(&senet).current_dir(root).args(args).arg(shown)) {
            bad.push(format!("{}: {why}", shown.display()));
        }
    }
    println!(
        "{} of {} games pass `senet {}`",
        games.len() - bad.len(),
        games.len(),
        args.join(" ")
    );
    if bad.is_empty() { Ok(()) } else { Err(bad.join("; ")) }
}

fn games(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut games = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.extension().is_some_and(|e| e == "cep") {
            games.push(path);
        }
    }
    games.sort();
    Ok(games)
}

/// Runs a command to its end, with our own output streams.
fn finish(command: &mut Command) -> Result<(), String> {
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("ended with {status}")),
        Err(error) => {
            Err(format!("cannot start {}: {error}", command.get_program().to_string_lossy()))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Done, Duration, STEPS, left_out_of, summary};

    fn done(results: &[Result<(), &str>]) -> Vec<Done> {
        let steps = STEPS.iter().zip(results);
        steps
            .map(|(step, result)| Done {
                step,
                took: Duration::from_millis(1250),
                result: result.map_err(str::to_owned),
            })
            .collect()
    }

    #[test]
    fn the_closing_line_counts_steps() {
        assert!(summary(&done(&[Ok(()), Ok(())])).ends_with("\n2 passed, 0 failed\n"));
        assert!(summary(&done(&[Ok(()), Err("no"), Ok(())])).ends_with("\n2 passed, 1 failed\n"));
    }

    #[test]
    fn a_failure_comes_with_its_reason_and_a_hint() {
        let text = summary(&done(&[Err("ended with exit status: 1")]));
        assert!(text.starts_with("FAIL     1.2 s  format\n"), "{text}");
        assert!(text.contains("ended with exit status: 1"), "{text}");
        assert!(text.contains("cargo fmt --all"), "{text}");
    }

    #[test]
    fn what_tests_leave_out_is_listed_once() {
        assert_eq!(left_out_of(""), "");
        let listed = left_out_of("b: depth 3\na: 5 of 100 random cases\nb: depth 3\n");
        assert_eq!(listed, "left out in quick tests:\n  a: 5 of 100 random cases\n  b: depth 3\n");
    }

    #[test]
    fn quick_leaves_out_only_what_builds_twice() {
        let slow: Vec<_> = STEPS.iter().filter(|s| s.slow).map(|s| s.name).collect();
        assert_eq!(
            slow,
            ["WebAssembly", "docs", "games check", "games format", "tree-sitter", "page"]
        );
    }
}
