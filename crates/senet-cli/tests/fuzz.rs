//! The fuzz targets for records, strategies, UGI and the protocol of the page, briefly: over their seeds, every beginning of them, and
//! damaged copies. `fuzz/README.md` tells how to go on for longer.

#![allow(clippy::disallowed_methods, reason = "tests read files")]

#[path = "../../../fuzz/page.rs"]
mod page;
#[path = "../../../fuzz/played.rs"]
mod played;

use senet_game::Rng;
use std::path::Path;

/// The seeds of a target.
fn seeds(target: &str) -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/seeds").join(target);
    let files = std::fs::read_dir(&folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
    let mut paths: Vec<_> =
        files.map(|file| file.expect("the folder can be listed").path()).collect();
    paths.sort();
    paths.iter().map(|path| std::fs::read_to_string(path).expect("a seed can be read")).collect()
}

/// Runs a target over its seeds, over beginnings of them that differ by `step` bytes, and over damaged copies.
fn briefly(target: &str, run: fn(&str), step: usize, damages: usize) {
    let seeds = seeds(target);
    assert!(!seeds.is_empty(), "{target} has no seeds");
    for seed in &seeds {
        run(seed);
        let ends = (0..seed.len()).step_by(step);
        for end in ends.filter(|end| seed.is_char_boundary(*end)) {
            run(&seed[..end]);
        }
    }
    let mut rng = Rng::new(1);
    for _ in 0..damages {
        let mut below = |n: usize| rng.index(n.max(1) as u64) as usize;
        let seed = seeds[below(seeds.len())].as_bytes();
        let mut damaged = seed.to_vec();
        for _ in 0..=below(3) {
            let (from, to) = (below(seed.len()), below(damaged.len()));
            let piece = &seed[from..(from + below(12)).min(seed.len())];
            let hole = to..(to + below(6)).min(damaged.len());
            damaged.splice(hole, piece.iter().copied());
        }
        run(&String::from_utf8_lossy(&damaged));
    }
}

#[test]
fn records_are_read() {
    briefly("record", played::record, 1, 500);
}

#[test]
fn strategies_are_read() {
    briefly("strategy", played::strategy, 1, 500);
}

#[test]
fn engines_hear_anything() {
    briefly("ugi", played::ugi, 1, 500);
}

/// Seeds that could not be read would try nothing.
#[test]
fn pages_ask_anything() {
    let seeds = seeds("protocol");
    for line in seeds.iter().flat_map(|seed| seed.lines()) {
        let request: Result<senet_workbench::Request, _> = serde_json::from_str(line);
        assert!(request.is_ok(), "{line}: {request:?}");
    }
    briefly("protocol", page::protocol, 211, 60);
}
