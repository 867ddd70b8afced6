//! How the server holds up: many matches with durable writes, idle matches, and hostile clients.
//!
//! ```console
//! $ cargo bench -p senet-server --bench load                 # 1,000 matches for 30 seconds
//! $ cargo bench -p senet-server --bench load -- load 200 10  # 200 matches for 10 seconds
//! $ cargo bench -p senet-server --bench load -- idle         # memory of a match that nobody looks at
//! $ cargo bench -p senet-server --bench load -- hostile      # honest matches while others attack
//! ```
//!
//! The server is a process of its own, on the loopback interface. Latency is the time from the moment
//! at which a move is due, whether or not the client could send it then, to its arrival in the other
//! player's browser, so a stall counts for every move that it delays.

#![allow(
    clippy::unwrap_used,
    clippy::disallowed_methods,
    clippy::disallowed_types,
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a benchmark: it needs clocks, processes and sockets, and a panic is a failed run"
)]

#[path = "load/attacks.rs"]
mod attacks;
#[path = "load/client.rs"]
mod client;

use client::{Client, Pair};
use senet_server::{Library, ServeConfig, Server};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

fn main() {
    let words: Vec<String> = std::env::args().skip(1).filter(|w| w != "--bench").collect();
    let number = |i: usize, usual: u64| words.get(i).and_then(|w| w.parse().ok()).unwrap_or(usual);
    match words.first().map(String::as_str) {
        Some("serve") => serve(Path::new(&words[1])),
        Some("idle") => idle(number(1, 2_000)),
        Some("hostile") => hostile(number(1, 20)),
        None | Some("load") => load(number(1, 1_000), Duration::from_secs(number(2, 30))),
        Some(word) => eprintln!("there are load, idle and hostile, not `{word}`"),
    }
}

/// The server process: prints its address and waits to be killed.
fn serve(store: &Path) {
    let config =
        ServeConfig { port: Some(0), ..ServeConfig::new(store.into(), Library::default()) };
    let server = Server::start(config).unwrap();
    println!("{}", server.address());
    loop {
        std::thread::park();
    }
}

/// A server in a process of its own, with a folder of its own; both end with it.
pub(crate) struct Served {
    child: Child,
    folder: PathBuf,
    pub(crate) address: SocketAddr,
}

impl Served {
    fn start() -> Served {
        let folder = std::env::temp_dir().join(format!("senet-load-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let mut child = Command::new(std::env::current_exe().unwrap())
            .arg("serve")
            .arg(folder.join("matches.db"))
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        let out = child.stdout.take().unwrap();
        std::io::BufRead::read_line(&mut std::io::BufReader::new(out), &mut line).unwrap();
        Served { child, folder, address: line.trim().parse().unwrap() }
    }

    /// Resident memory in KiB, and processor time so far; zero where `/proc` is not there.
    pub(crate) fn usage(&self) -> (u64, Duration) {
        let file = |name: &str| {
            std::fs::read_to_string(format!("/proc/{}/{name}", self.child.id())).unwrap_or_default()
        };
        let status = file("status");
        let resident = status.lines().find_map(|l| l.strip_prefix("VmRSS:"));
        let kib = resident.and_then(|l| l.split_whitespace().next()?.parse().ok()).unwrap_or(0);
        // Fields 14 and 15 in ticks of 10 ms; the name before them may hold blanks.
        let stat = file("stat");
        let fields: Vec<u64> = stat
            .rsplit(')')
            .next()
            .unwrap_or_default()
            .split_whitespace()
            .map(|w| w.parse().unwrap_or(0))
            .collect();
        let ticks = fields.get(11).copied().unwrap_or(0) + fields.get(12).copied().unwrap_or(0);
        (kib, Duration::from_millis(10 * ticks))
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

/// Latencies from several threads.
#[derive(Clone, Default)]
pub(crate) struct Latencies(Arc<Mutex<Vec<Duration>>>);

impl Latencies {
    pub(crate) fn add(&self, latency: Duration) {
        self.0.lock().unwrap().push(latency);
    }

    /// Takes what there is, and says its percentiles.
    pub(crate) fn report(&self) -> String {
        let mut all = std::mem::take(&mut *self.0.lock().unwrap());
        if all.is_empty() {
            return "no moves".to_owned();
        }
        all.sort();
        let at = |share: f64| {
            let i = ((all.len() as f64 * share).ceil() as usize).clamp(1, all.len()) - 1;
            format!("{:.1}", all[i].as_secs_f64() * 1e3)
        };
        format!(
            "{} moves, p50 {} ms, p99 {} ms, p99.9 {} ms, most {} ms",
            all.len(),
            at(0.5),
            at(0.99),
            at(0.999),
            at(1.0)
        )
    }
}

/// Plays matches, one move a second each, until told to stop; returns the threads.
pub(crate) fn play(
    address: SocketAddr,
    matches: u64,
    latencies: &Latencies,
    stop: &Arc<AtomicBool>,
) -> Vec<std::thread::JoinHandle<u64>> {
    const PERIOD: Duration = Duration::from_secs(1);
    let mut threads = Vec::new();
    let opened = Arc::new(std::sync::Barrier::new(matches as usize));
    for i in 0..matches {
        let (latencies, stop, opened) = (latencies.clone(), Arc::clone(stop), Arc::clone(&opened));
        let body = move || {
            let mut pair = Pair::open(address, "hex");
            opened.wait();
            // Spread over the second, as people are.
            let mut due = Instant::now() + PERIOD.mul_f64(i as f64 / matches as f64);
            let mut moves = 0;
            while !stop.load(Ordering::Relaxed) {
                std::thread::sleep(due.saturating_duration_since(Instant::now()));
                if !pair.play() {
                    pair = Pair::open(address, "hex");
                    due = Instant::now();
                    continue;
                }
                latencies.add(due.elapsed());
                moves += 1;
                due += PERIOD;
            }
            moves
        };
        let thread = std::thread::Builder::new().stack_size(256 << 10).spawn(body).unwrap();
        threads.push(thread);
    }
    threads
}

fn load(matches: u64, time: Duration) {
    let server = Served::start();
    let (before, _) = server.usage();
    let (latencies, stop) = (Latencies::default(), Arc::new(AtomicBool::new(false)));
    let began = Instant::now();
    let threads = play(server.address, matches, &latencies, &stop);
    // Opening is not measured: wait until every match has moved.
    while latencies.0.lock().unwrap().len() < matches as usize {
        std::thread::sleep(Duration::from_millis(100));
    }
    println!("{matches} matches opened in {:.1} s", began.elapsed().as_secs_f64());
    std::thread::sleep(Duration::from_secs(1));
    latencies.report();
    let (_, worked) = server.usage();
    std::thread::sleep(time);
    let (after, now) = server.usage();
    println!("{}", latencies.report());
    let share = (now - worked).as_secs_f64() / time.as_secs_f64();
    let each = (after.saturating_sub(before)) as f64 / matches as f64;
    println!("server: {share:.2} cores, {each:.0} KiB for a match with two browsers");
    stop.store(true, Ordering::Relaxed);
    for thread in threads {
        let _ = thread.join();
    }
}

fn idle(matches: u64) {
    let server = Served::start();
    let mut host = Client::connect(server.address);
    // The first ones open the game and warm the allocator up.
    for _ in 0..50 {
        host.open_and_leave("hex");
    }
    let (before, _) = server.usage();
    for _ in 0..matches {
        host.open_and_leave("hex");
    }
    let (after, _) = server.usage();
    let each = (after - before) as f64 / matches as f64;
    println!("{matches} idle matches: {each:.1} KiB each");
}

fn hostile(matches: u64) {
    let server = Served::start();
    let (latencies, stop) = (Latencies::default(), Arc::new(AtomicBool::new(false)));
    let threads = play(server.address, matches, &latencies, &stop);
    std::thread::sleep(Duration::from_secs(5));
    let show = |what: &str, seconds: f64| {
        let (kib, _) = server.usage();
        println!("{what} ({seconds:.1} s, {} MiB): {}", kib >> 10, latencies.report());
    };
    show("nobody attacks", 5.0);
    for (what, attack, tries, _) in attacks::ALL {
        let began = Instant::now();
        let said = attack(server.address, tries);
        show(&format!("{what}: {said}"), began.elapsed().as_secs_f64());
    }
    stop.store(true, Ordering::Relaxed);
    let played: Vec<u64> = threads.into_iter().map(|t| t.join().unwrap()).collect();
    let (least, most) = (played.iter().min().unwrap(), played.iter().max().unwrap());
    println!("{matches} honest matches went on: {least} to {most} moves each");
}
