//! Sampling on all cores: threads, progress, Ctrl-C and the bound on memory around a [`Sampler`].

use crate::failure::{Failure, out_of_memory};
use crate::interrupt;
use crate::memory;
use crate::progress::Progress;
use crate::words::digits;
use senet_analysis::{Observations, PlayStats, SampleConfig, SampleError, Sampler};
use senet_game::DynGame;
use senet_tui::SystemEnvironment;
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// What was sampled, and why it may be less than was asked for.
pub(crate) struct Sampled {
    pub(crate) stats: PlayStats,
    pub(crate) stopped: Option<Stopped>,
}

/// Why sampling stopped early.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Stopped {
    Interrupted,
    Memory,
}

impl Stopped {
    /// Says so, after the partial results were printed, and gives the exit code.
    pub(crate) fn report(self) -> crate::failure::Outcome {
        match self {
            Stopped::Interrupted => {
                crate::output::message("senet: interrupted; these are partial results");
                Ok(interrupt::INTERRUPTED)
            }
            Stopped::Memory => Err(out_of_memory("or sample fewer playouts: --playouts")),
        }
    }
}

/// A part of all playouts: the blocks whose number leaves this remainder.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Shard {
    /// From 0.
    pub(crate) index: u64,
    pub(crate) of: u64,
}

/// What of a configuration is sampled, and what is watched meanwhile.
pub(crate) struct Part {
    pub(crate) playouts: Range<u64>,
    pub(crate) shard: Shard,
    pub(crate) observations: Option<Arc<Observations>>,
}

impl Part {
    /// All playouts.
    pub(crate) fn whole(config: &SampleConfig) -> Part {
        Part::range(0..config.playouts)
    }

    /// The playouts of these numbers.
    pub(crate) fn range(playouts: Range<u64>) -> Part {
        Part { playouts, shard: Shard { index: 0, of: 1 }, observations: None }
    }
}

/// Shards are made of blocks of so many random playouts, and of single games of bots.
const BLOCK: u64 = 64;
/// How often the main thread looks whether it should stop.
const LOOK: Duration = Duration::from_millis(25);

/// How many threads to use if nothing is said.
pub(crate) fn all_cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// Samples a game on some threads. The result does not depend on how many.
pub(crate) fn sample(
    game: &Arc<dyn DynGame>,
    config: &SampleConfig,
    threads: usize,
    part: &Part,
    what: &str,
) -> Result<Sampled, Failure> {
    let blocks = Blocks::new(config, part);
    let (next, done) = (AtomicU64::new(0), AtomicU64::new(0));
    let stop = Arc::new(AtomicBool::new(false));
    let (send, ended) = channel();
    interrupt::note();
    let mut progress = Progress::new();
    let began = Instant::now();
    let mut stopped = None;
    std::thread::scope(|scope| {
        for _ in 0..threads.clamp(1, 256) {
            let (send, blocks, next, done, stop) = (send.clone(), &blocks, &next, &done, &stop);
            scope.spawn(move || {
                let observed = part.observations.as_ref();
                let worked = work(game, (config, observed), blocks, (next, done), stop);
                // The receiver lives as long as this scope.
                let _ = send.send(worked);
            });
        }
        drop(send);
        let mut stats = PlayStats::new(game.seats());
        let mut failed = None;
        loop {
            match ended.recv_timeout(LOOK) {
                Ok(Ok(part)) => stats.merge(&part),
                Ok(Err(why)) => {
                    stop.store(true, Ordering::Relaxed);
                    failed = Some(why);
                }
                Err(RecvTimeoutError::Disconnected) => break,
                Err(RecvTimeoutError::Timeout) => {}
            }
            if stopped.is_none() {
                stopped = if interrupt::noted() {
                    Some(Stopped::Interrupted)
                } else if memory::is_short() {
                    Some(Stopped::Memory)
                } else {
                    None
                };
                if stopped.is_some() {
                    stop.store(true, Ordering::Relaxed);
                }
            }
            let done = done.load(Ordering::Relaxed);
            progress.tick(|| estimate(what, done, blocks.playouts, began.elapsed()));
        }
        progress.done();
        match failed {
            Some(why) => Err(failure(&why)),
            None => Ok(Sampled { stats, stopped }),
        }
    })
}

/// How far it is, how fast, and how long it will take.
pub(crate) fn estimate(what: &str, done: u64, all: u64, spent: Duration) -> String {
    let rate = done as f64 / spent.as_secs_f64().max(1e-9);
    let left = (all - done.min(all)) as f64 / rate.max(1e-9);
    let percent = 100 * done / all.max(1);
    let left =
        if left < 100.0 { format!("{left:.0} s") } else { format!("{:.0} min", left / 60.0) };
    format!("{what}: {percent} % of {}, {} /s, {left} left", digits(all), digits(rate as u64))
}

fn failure(why: &SampleError) -> Failure {
    Failure::bad(why.to_string())
}

/// What one thread samples: blocks that no other has taken.
fn work(
    game: &Arc<dyn DynGame>,
    (config, observed): (&SampleConfig, Option<&Arc<Observations>>),
    blocks: &Blocks,
    (next, done): (&AtomicU64, &AtomicU64),
    stop: &Arc<AtomicBool>,
) -> Result<PlayStats, SampleError> {
    let environment = SystemEnvironment::new(Arc::clone(stop));
    let mut sampler = Sampler::idle(game, config.clone());
    sampler.cancel_on(Arc::clone(stop));
    if let Some(observed) = observed {
        sampler.observe(Arc::clone(observed));
    }
    while let Some(ranges) = blocks.get(next.fetch_add(1, Ordering::Relaxed)) {
        let mut playouts = 0;
        for range in ranges {
            playouts += range.end - range.start;
            sampler.add(range);
        }
        sampler.work_with(&environment, &mut || !stop.load(Ordering::Relaxed))?;
        if stop.load(Ordering::Relaxed) {
            break;
        }
        done.fetch_add(playouts, Ordering::Relaxed);
    }
    Ok(sampler.into_stats())
}

/// The playouts of a shard, in pieces for the threads.
struct Blocks {
    shard: Shard,
    /// The number of the first playout, and how many there are over all shards.
    first: u64,
    all: u64,
    /// Playouts of a block.
    block: u64,
    /// Playouts of this shard.
    playouts: u64,
    /// Blocks in a piece.
    piece: u64,
}

impl Blocks {
    fn new(config: &SampleConfig, part: &Part) -> Blocks {
        let (shard, first) = (part.shard, part.playouts.start);
        let all = part.playouts.end - first;
        // A game of bots takes long: one at a time keeps all threads busy to the end.
        let (block, piece) = match config.players.is_empty() {
            true => (BLOCK, (all / shard.of / BLOCK / 32).clamp(1, 64)),
            false => (1, 1),
        };
        let blocks = all.div_ceil(block);
        let own = blocks.saturating_sub(shard.index).div_ceil(shard.of);
        // The last block of all may be shorter.
        let has_last = blocks > 0 && (blocks - 1) % shard.of == shard.index;
        let short = if has_last { blocks * block - all } else { 0 };
        Blocks { shard, first, all, block, playouts: own * block - short, piece }
    }

    /// The ranges of a piece, by its number.
    fn get(&self, piece: u64) -> Option<Vec<Range<u64>>> {
        let first = piece.checked_mul(self.piece)?;
        let range = |i: u64| {
            let block = (first + i).checked_mul(self.shard.of)?.checked_add(self.shard.index)?;
            let start = block.checked_mul(self.block)?;
            let end = (start + self.block).min(self.all);
            (start < self.all).then(|| self.first + start..self.first + end)
        };
        let mut ranges: Vec<Range<u64>> = Vec::new();
        for range in (0..self.piece).map_while(range) {
            // Neighbours are played in one go.
            match ranges.last_mut() {
                Some(last) if last.end == range.start => last.end = range.end,
                _ => ranges.push(range),
            }
        }
        (!ranges.is_empty()).then_some(ranges)
    }
}

#[cfg(test)]
mod tests {
    use super::{Blocks, Part, Shard};
    use senet_analysis::SampleConfig;

    #[test]
    fn shards_cover_every_playout_once() {
        for (playouts, of) in [(0, 1), (1, 3), (64, 2), (1_000, 3), (100_001, 7)] {
            let config = SampleConfig { playouts, ..SampleConfig::default() };
            let mut seen = vec![0; playouts as usize];
            for index in 0..of {
                let part = Part { shard: Shard { index, of }, ..Part::whole(&config) };
                let blocks = Blocks::new(&config, &part);
                let ranges = (0..).map_while(|piece| blocks.get(piece)).flatten();
                let mut own = 0;
                for playout in ranges.flatten() {
                    seen[playout as usize] += 1;
                    own += 1;
                }
                assert_eq!(own, blocks.playouts, "{playouts} {index}/{of}");
            }
            assert!(seen.iter().all(|times| *times == 1), "{playouts} in {of}");
        }
    }
}
