//! `cargo xtask bench`: runs the benchmarks and writes what they measured to one Markdown table.
//!
//! Criterion leaves its numbers in `target/criterion/**/new/`; only those of this run are reported.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::SystemTime;

use crate::cargo;
use serde_json::Value;

/// One benchmark, as criterion measured it.
#[derive(Clone, PartialEq, Debug)]
struct Measured {
    name: String,
    /// Nanoseconds: the mean, and the bounds of its confidence interval.
    mean: f64,
    low: f64,
    high: f64,
    /// How much one iteration works through, and of what.
    amount: Option<(f64, &'static str)>,
}

/// Runs the benchmarks whose name contains `filter` and writes the report; true if all ran.
///
/// # Errors
/// When cargo cannot be started, or a result cannot be read, or the report cannot be written.
pub fn run(root: &Path, filter: Option<&str>) -> io::Result<bool> {
    let target = cargo::target_dir(root)?;
    let report_path = target.join("bench-report.md");
    let mut passed = true;
    let mut measured = Vec::new();
    if has_benches(root)? {
        let begin = SystemTime::now();
        let mut command = cargo::cargo(root);
        // Benchmark targets only: unit tests do not understand criterion's arguments.
        command.args(["bench", "--workspace", "--bench", "*", "--"]).args(filter);
        passed = command.status()?.success();
        gather(&target.join("criterion"), begin, &mut measured)?;
        measured.sort_by(|a, b| a.name.cmp(&b.name));
    }
    fs::create_dir_all(&target)?;
    fs::write(&report_path, report(&measured, filter, &machine()))?;
    match measured.len() {
        0 => println!("No benchmark was run: {}.", why_none(filter)),
        1 => println!("1 benchmark was run."),
        n => println!("{n} benchmarks were run."),
    }
    println!("The report is in {}", report_path.display());
    Ok(passed)
}

/// Whether any crate has a `benches` folder with something in it.
fn has_benches(root: &Path) -> io::Result<bool> {
    for folder in folders(&root.join("crates"))? {
        let benches = folder.join("benches");
        if benches.is_dir() && fs::read_dir(benches)?.next().is_some() {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Collects every `new/estimates.json` below a folder that was written after `begin`.
fn gather(folder: &Path, begin: SystemTime, found: &mut Vec<Measured>) -> io::Result<()> {
    for folder in folders(folder)? {
        let estimates = folder.join("estimates.json");
        let is_new = folder.file_name().is_some_and(|name| name == "new");
        if is_new && estimates.is_file() && fs::metadata(&estimates)?.modified()? >= begin {
            let benchmark = fs::read_to_string(folder.join("benchmark.json")).unwrap_or_default();
            found.extend(read(&fs::read_to_string(estimates)?, &benchmark));
        } else {
            gather(&folder, begin, found)?;
        }
    }
    Ok(())
}

/// The folders in a folder, sorted; none if there is no such folder.
fn folders(folder: &Path) -> io::Result<Vec<PathBuf>> {
    if !folder.is_dir() {
        return Ok(Vec::new());
    }
    let mut found = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}

/// One measurement, from the two files that criterion writes about it.
fn read(estimates: &str, benchmark: &str) -> Option<Measured> {
    let estimates: Value = serde_json::from_str(estimates).ok()?;
    let benchmark: Value = serde_json::from_str(benchmark).ok()?;
    let mean = &estimates["mean"];
    let interval = &mean["confidence_interval"];
    let of = |key: &str, unit| Some((benchmark["throughput"][key].as_f64()?, unit));
    Some(Measured {
        name: benchmark["full_id"].as_str()?.to_owned(),
        mean: mean["point_estimate"].as_f64()?,
        low: interval["lower_bound"].as_f64()?,
        high: interval["upper_bound"].as_f64()?,
        amount: of("Elements", "").or_else(|| of("Bytes", "B")).or_else(|| of("BytesDecimal", "B")),
    })
}

fn report(measured: &[Measured], filter: Option<&str>, machine: &str) -> String {
    let mut text = format!("# Benchmarks\n\n{machine}\n\n");
    if measured.is_empty() {
        return text + &format!("No benchmark was run: {}.\n", why_none(filter));
    }
    text += "| benchmark | mean | 95 % interval | throughput | share of baseline |\n\
             |---|---:|---:|---:|---:|\n";
    for one @ Measured { name, mean, low, high, amount } in measured {
        let share =
            baseline(one, measured).map_or("–".to_owned(), |s| format!("{:.1} %", 100.0 * s));
        let rate = match amount {
            Some((amount, unit)) => format!("{}{unit}/s", scaled(amount * 1e9 / mean)),
            None => "–".to_owned(),
        };
        let (mean, low, high) = (time(*mean), time(*low), time(*high));
        // A bar would end the cell.
        let name = name.replace('|', "\\|");
        text += &format!("| {name} | {mean} | {low} … {high} | {rate} | {share} |\n");
    }
    text
}

/// The throughput as a share of that of the benchmark with the same name and `baseline`, if there is one;
/// `built` is not part of the name.
fn baseline(one: &Measured, all: &[Measured]) -> Option<f64> {
    let rate = |m: &Measured| m.amount.map(|(amount, _)| amount / m.mean);
    let name = one.name.strip_suffix(" built").unwrap_or(&one.name);
    let baseline = all.iter().find(|m| m.name == format!("{name} baseline"))?;
    Some(rate(one)? / rate(baseline)?)
}

fn why_none(filter: Option<&str>) -> String {
    match filter {
        Some(filter) => format!("none in crates/*/benches has a name that contains `{filter}`"),
        None => "there are none in crates/*/benches yet, or they failed".to_owned(),
    }
}

/// Nanoseconds in the unit that reads best.
fn time(nanoseconds: f64) -> String {
    let (value, unit) = match nanoseconds {
        n if n < 1e3 => (n, "ns"),
        n if n < 1e6 => (n / 1e3, "µs"),
        n if n < 1e9 => (n / 1e6, "ms"),
        n => (n / 1e9, "s"),
    };
    format!("{} {unit}", three_digits(value))
}

/// A number with the prefix that reads best, ready for a unit.
fn scaled(number: f64) -> String {
    let (value, prefix) = match number {
        n if n < 1e3 => (n, ""),
        n if n < 1e6 => (n / 1e3, "k"),
        n if n < 1e9 => (n / 1e6, "M"),
        n => (n / 1e9, "G"),
    };
    format!("{} {prefix}", three_digits(value))
}

fn three_digits(value: f64) -> String {
    let decimals = match value {
        v if v < 10.0 => 2,
        v if v < 100.0 => 1,
        _ => 0,
    };
    format!("{value:.decimals$}")
}

/// What the numbers depend on: system, cores, compiler.
fn machine() -> String {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let version = Command::new(rustc).arg("--version").output();
    let version = version.map(|o| String::from_utf8_lossy(&o.stdout).trim().to_owned());
    let cores = std::thread::available_parallelism().map_or(0, usize::from);
    let (os, arch) = (std::env::consts::OS, std::env::consts::ARCH);
    format!("{os} {arch}, {cores} cores, {}.", version.unwrap_or_else(|_| "unknown rustc".into()))
}

#[cfg(test)]
mod tests {
    use super::{Measured, read, report, scaled, time};

    const ESTIMATES: &str = r#"{"mean":{"confidence_interval":{"confidence_level":0.95,
        "lower_bound":1900.0,"upper_bound":2100.0},"point_estimate":2000.0,"standard_error":3.0},
        "median":{"point_estimate":1.0}}"#;

    #[test]
    fn criterion_files_become_a_row() {
        let benchmark = r#"{"group_id":"parse","full_id":"parse/10 MB","throughput":{"Bytes":4}}"#;
        let measured = read(ESTIMATES, benchmark).unwrap();
        assert_eq!(measured.amount, Some((4.0, "B")));
        let text = report(&[measured], None, "A machine.");
        let row = "| parse/10 MB | 2.00 µs | 1.90 µs … 2.10 µs | 2.00 MB/s | – |\n";
        assert!(text.ends_with(row), "{text}");
    }

    #[test]
    fn throughput_is_optional() {
        let measured = read(ESTIMATES, r#"{"full_id":"a|b","throughput":null}"#).unwrap();
        assert_eq!(
            measured,
            Measured { name: "a|b".into(), amount: None, mean: 2000.0, low: 1900.0, high: 2100.0 }
        );
        assert!(
            report(&[measured], None, "")
                .ends_with("| a\\|b | 2.00 µs | 1.90 µs … 2.10 µs | – | – |\n")
        );
    }

    #[test]
    fn a_benchmark_is_compared_with_its_baseline() {
        let row = |name: &str, mean, amount| Measured {
            name: name.into(),
            mean,
            low: mean,
            high: mean,
            amount: Some((amount, "")),
        };
        let text = report(&[row("hex", 400.0, 1.0), row("hex baseline", 640.0, 64.0)], None, "");
        assert!(text.contains("| hex | 400 ns | 400 ns … 400 ns | 2.50 M/s | 2.5 % |"), "{text}");
        assert!(text.ends_with("| 100 M/s | – |\n"), "{text}");
    }

    #[test]
    fn a_report_about_nothing_says_so() {
        assert!(report(&[], None, "").contains("No benchmark was run: there are none"));
        assert!(report(&[], Some("hex"), "").contains("`hex`"));
    }

    #[test]
    fn numbers_read_well() {
        assert_eq!(
            [0.5, 12.34, 123_456.0, 5e6, 3e9].map(time),
            ["0.50 ns", "12.3 ns", "123 µs", "5.00 ms", "3.00 s"]
        );
        assert_eq!([12.0, 5478.0, 2.5e6].map(scaled), ["12.0 ", "5.48 k", "2.50 M"]);
    }
}
