//! Reads the command line of `cargo xtask` and calls the chore that it names.
#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    clippy::disallowed_methods,
    reason = "a shell: arguments in, text out"
)]

use std::path::PathBuf;
use std::process::ExitCode;

const USAGE: &str = "\
The chores of this repository.

Usage: cargo xtask <COMMAND>

Commands:
  test [--quick]   Run every check: format, lints, tidy, tests, docs, shipped games.
                   --quick leaves out docs and the release build, and draws fewer random cases
  test --slow      Run what takes minutes: ignored tests, 100,000 random programs
  fuzz [SECONDS]   Run each fuzz target for so long, 300 seconds if nothing is said
  mutants          Change chosen modules here and there, and see whether a test notices
  deny             Check licences, duplicates and sources of dependencies
  msrv             Check that the oldest compiler of the manifest takes everything
  tidy             Check the rules of the house: crate edges, file headers, code map, reasons
  web              Build the page in web/ and stamp it; needs Node.js
  book             Make the documentation a book with search, in target/book
  dist             Make the archive of this platform: program, completions, manual, licences;
                   --profile release takes less time to build, and gives a slower program
  bench [FILTER]   Run the benchmarks whose name contains FILTER and write target/bench-report.md
  bench --games    Print how fast the shipped board games are played, on bits and on the net
  bench --write    The same, and put the tables into docs/performance.md
  help             Print this text

Exit code: 0 all is well, 1 something failed, 2 the command line is wrong or a file is unreadable.
";

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    if args.is_empty() || args.iter().any(|a| matches!(*a, "--help" | "-h" | "help")) {
        print!("{USAGE}");
        return ExitCode::SUCCESS;
    }
    let root = root();
    let result = match args[..] {
        ["test"] => xtask::test::run(&root, xtask::test::Extent::Full),
        ["test", "--quick"] => xtask::test::run(&root, xtask::test::Extent::Quick),
        ["test", "--slow"] => xtask::test::run(&root, xtask::test::Extent::Slow),
        ["fuzz"] => xtask::tools::fuzz(&root, 300),
        ["fuzz", seconds] if seconds.parse::<u64>().is_ok() => {
            xtask::tools::fuzz(&root, seconds.parse().unwrap_or(300))
        }
        ["mutants"] => xtask::tools::mutants(&root),
        ["deny"] => xtask::tools::deny(&root),
        ["msrv"] => xtask::tools::msrv(&root),
        ["tidy"] => xtask::tidy::run(&root),
        ["web"] => xtask::web::build(&root),
        ["book"] => xtask::book::build(&root),
        ["dist"] => xtask::dist::build(&root, None),
        ["dist", "--profile", profile] => xtask::dist::build(&root, Some(profile)),
        ["bench"] => xtask::bench::run(&root, None),
        ["bench", "--games"] => xtask::bench_games::run(&root, false),
        ["bench", "--write"] => xtask::bench_games::run(&root, true),
        ["bench", filter] if !filter.starts_with('-') => xtask::bench::run(&root, Some(filter)),
        _ => {
            eprintln!("error: cannot understand `cargo xtask {}`\n\n{USAGE}", args.join(" "));
            return ExitCode::from(2);
        }
    };
    match result {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}

/// The top folder of the repository, from wherever inside it the command was given. Cargo says at run time where
/// the package lies; what the compiler recorded would still name the old place after the folder was copied or moved
/// together with its `target/`.
fn root() -> PathBuf {
    let recorded = || env!("CARGO_MANIFEST_DIR").into();
    let here = PathBuf::from(std::env::var_os("CARGO_MANIFEST_DIR").unwrap_or_else(recorded));
    here.ancestors().nth(2).expect("xtask lies two folders below the top").to_path_buf()
}
