//! Exploration of packed positions: tables of numbers, expanded in blocks, on as many threads as the caller has.
//!
//! A layer is worked through in lots of [`LOT`] positions. First the children of all blocks of a lot are made, each block
//! by whichever worker is free; then each worker adds those children to the tables that are its own, in their order.
//! What is found depends neither on the number of workers nor on their speed: a position belongs to one of [`SHARDS`]
//! tables by its hash, and a lot that might reach a limit is added by one worker, child by child.
//!
//! Of positions that a symmetry of the game maps to each other, only the least is kept (symmetry reduction: Ip and Dill,
//! *Better verification through symmetry*, 1996). All are counted, since the number of its images is known.

use super::keys::KeySet;
use super::{Counts, Explored, Met, Watch};
use crate::workers::Workers;
use senet_data::hash::{finalize, mix};
use senet_game::{DynGame, ExactKey, PackedChild, Referee};
use std::hash::Hash;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// How many positions are expanded at once. Their children are looked up one after the other, which
/// takes less time than alternating, because memory then answers several look-ups at a time.
const BLOCK: usize = 256;
/// How many positions are expanded before their children are added.
const LOT: usize = 64 * BLOCK;
/// How many tables there are. Part of the result where a limit is reached, so it is a constant.
const SHARDS: usize = 64;

/// A packed position of a fixed width.
pub(super) trait Packed: Copy + Eq + Hash + Send + Sync {
    /// Stands where no position is.
    const HOLE: Self;

    fn pack(key: ExactKey) -> Self;
    fn unpack(self) -> ExactKey;

    /// A hash all of whose bits are good.
    fn hash64(self) -> u64;
}

impl Packed for u64 {
    const HOLE: u64 = u64::MAX;

    fn pack(key: ExactKey) -> u64 {
        key.0 as u64
    }

    fn unpack(self) -> ExactKey {
        ExactKey(u128::from(self))
    }

    fn hash64(self) -> u64 {
        finalize(self)
    }
}

impl Packed for u128 {
    const HOLE: u128 = u128::MAX;

    fn pack(key: ExactKey) -> u128 {
        key.0
    }

    fn unpack(self) -> ExactKey {
        ExactKey(self)
    }

    fn hash64(self) -> u64 {
        mix(finalize(self as u64), (self >> 64) as u64)
    }
}

/// One of the tables, and what was met in it for the first time in the layer that is being filled.
struct Shard<K> {
    seen: KeySet<K>,
    next: Vec<K>,
}

/// A child in the order in which it came, with its table.
#[derive(Clone, Copy)]
struct Found<K> {
    key: K,
    /// How many positions it stands for.
    stands_for: u32,
    met: Met,
    shard: u8,
}

/// What one block of positions leads to.
struct Expanded<K> {
    /// The children, each in the part of the worker who has its table.
    parts: Vec<Vec<Found<K>>>,
    /// Moves, each as often as there are images of the position in which it is made.
    edges: u64,
}

impl<K> Expanded<K> {
    fn children(&self) -> usize {
        self.parts.iter().map(Vec::len).sum()
    }
}

/// Explores a game from its start; `None` if a position does not fit its packing.
pub(super) fn explore<K: Packed>(
    game: &dyn DynGame,
    mut counts: Counts,
    workers: &dyn Workers,
    watch: Watch<'_>,
) -> Option<Explored> {
    let mut cursor = game.cursor();
    cursor.set_referee(Referee::none());
    let images = Images::new(game, cursor.exact_key()?);
    let mut shards: Vec<Mutex<Shard<K>>> = Vec::new();
    let empty = || Mutex::new(Shard { seen: KeySet::new(), next: Vec::new() });
    shards.resize_with(SHARDS, empty);
    let (key, stands_for) = images.least(cursor.exact_key()?, &mut Vec::new());
    let start = found(K::pack(key), Met::of(&cursor.turn()), stands_for);
    drop(cursor);
    let start = Expanded { parts: vec![vec![start]], edges: 0 };
    add_one_by_one(&mut shards, &[start], &mut counts, workers);
    let mut lot: Vec<K> = Vec::with_capacity(LOT);
    loop {
        let mut layer: Vec<Vec<K>> =
            shards.iter_mut().map(|shard| std::mem::take(&mut own(shard).next)).collect();
        let mut waiting: usize = layer.iter().map(Vec::len).sum();
        if !counts.next_layer(waiting) {
            break;
        }
        // From the last list, so that each is given back as soon as its positions are expanded.
        while waiting > 0 {
            lot.clear();
            while let Some(list) = layer.last_mut().filter(|_| lot.len() < LOT) {
                lot.extend(list.drain(list.len().saturating_sub(LOT - lot.len())..));
                if list.is_empty() {
                    layer.pop();
                }
            }
            waiting -= lot.len();
            let expanded = expand(game, &images, &lot, workers)?;
            let children: usize = expanded.iter().map(Expanded::children).sum();
            counts.found.edges += expanded.iter().map(|block| block.edges).sum::<u64>();
            let lists: usize = layer.iter().map(Vec::capacity).sum();
            let beside = lists * size_of::<K>() + children * size_of::<Found<K>>();
            counts.beside = beside as u64;
            if may_be_full(&mut shards, &counts, children, workers) {
                add_one_by_one(&mut shards, &expanded, &mut counts, workers);
            } else {
                add_at_once(&shards, &expanded, &mut counts, workers);
            }
            let tables = shards.iter_mut().map(|shard| {
                let Shard { seen, next } = own(shard);
                seen.bytes() + next.capacity() * size_of::<K>()
            });
            counts.uses(tables.sum::<usize>() + beside);
            if !counts.work((lot.len() + children) as u64, watch) {
                return Some(counts.found);
            }
        }
    }
    if images.all > 1 {
        counts.found.classes = Some(counts.kept);
    }
    Some(counts.found)
}

fn own<K>(shard: &mut Mutex<Shard<K>>) -> &mut Shard<K> {
    shard.get_mut().expect("no worker has panicked")
}

fn found<K: Packed>(key: K, met: Met, stands_for: u32) -> Found<K> {
    // The low bits: the high ones are those by which a table finds its slot.
    let shard = key.hash64() as usize % SHARDS;
    Found { key, stands_for, met, shard: shard as u8 }
}

/// The symmetries of a game.
struct Images<'g> {
    game: &'g dyn DynGame,
    /// How many there are, with the one that changes nothing.
    all: usize,
}

impl<'g> Images<'g> {
    fn new(game: &'g dyn DynGame, start: ExactKey) -> Images<'g> {
        let mut images = Vec::new();
        game.packed_images(start, &mut images);
        Images { game, all: images.len() + 1 }
    }

    /// The least of the images of a position, and how many different ones there are.
    fn least(&self, key: ExactKey, space: &mut Vec<u128>) -> (ExactKey, u32) {
        if self.all == 1 {
            return (key, 1);
        }
        space.clear();
        self.game.packed_images(key, space);
        // The images that are the position itself are a group: by Lagrange, its size divides that of the whole.
        let same = 1 + space.iter().filter(|image| **image == key.0).count();
        let least = space.iter().copied().fold(key.0, u128::min);
        (ExactKey(least), (self.all / same) as u32)
    }
}

/// The children of a lot, block by block. `None` if one does not fit its packing.
fn expand<K: Packed>(
    game: &dyn DynGame,
    images: &Images<'_>,
    lot: &[K],
    workers: &dyn Workers,
) -> Option<Vec<Expanded<K>>> {
    let blocks: Vec<&[K]> = lot.chunks(BLOCK).collect();
    let (next, fits) = (AtomicUsize::new(0), AtomicBool::new(true));
    let done: Vec<Mutex<Option<Expanded<K>>>> = blocks.iter().map(|_| Mutex::new(None)).collect();
    let adders = adders(workers);
    // Blocks are taken by a shared counter, and their results are put down by block number: who
    // did what does not show.
    workers.run(workers.count().min(blocks.len()), &|_| {
        let mut cursor = game.cursor();
        cursor.set_referee(Referee::none());
        let (mut keys, mut children) = (Vec::with_capacity(BLOCK), Vec::new());
        let (mut space, mut weights) = (Vec::new(), Vec::new());
        while let Some(at) =
            Some(next.fetch_add(1, Ordering::Relaxed)).filter(|at| *at < blocks.len())
        {
            keys.clear();
            keys.extend(blocks[at].iter().map(|key| key.unpack()));
            children.clear();
            if !cursor.expand_packed(&keys, &mut children) {
                fits.store(false, Ordering::Relaxed);
                return;
            }
            weights.clear();
            weights.extend(keys.iter().map(|key| images.least(*key, &mut space).1));
            let edges =
                children.iter().map(|child| u64::from(weights[child.parent as usize])).sum();
            let share = children.len() / adders + children.len() / 8;
            let mut parts: Vec<Vec<Found<K>>> =
                (0..adders).map(|_| Vec::with_capacity(share)).collect();
            for PackedChild { key, turn, .. } in children.drain(..) {
                let (key, stands_for) = images.least(key, &mut space);
                let found = found(K::pack(key), Met::of(&turn), stands_for);
                parts[usize::from(found.shard) % adders].push(found);
            }
            *done[at].lock().expect("no worker has panicked") = Some(Expanded { parts, edges });
        }
    });
    let all = done.into_iter().map(|one| one.into_inner().expect("no worker has panicked"));
    fits.into_inner().then(|| all.flatten().collect())
}

/// How many workers add children to tables: worker `i` has the tables whose number gives the rest `i`.
fn adders(workers: &dyn Workers) -> usize {
    workers.count().clamp(1, SHARDS)
}

/// Whether so many more states may be more than the limits allow.
fn may_be_full<K: Packed>(
    shards: &mut [Mutex<Shard<K>>],
    counts: &Counts,
    children: usize,
    workers: &dyn Workers,
) -> bool {
    counts.kept + children as u64 > counts.limits.positions
        || bytes_with::<K>(shards, children, workers) + counts.beside > counts.limits.memory
}

/// What the tables and the lists of what waits may take when so many states more are added. While one of them grows, the old
/// one is there beside the new one; each worker lets one grow at a time.
fn bytes_with<K: Packed>(
    shards: &mut [Mutex<Shard<K>>],
    more: usize,
    workers: &dyn Workers,
) -> u64 {
    // Twice the share of a table, as some get more than others.
    let more = more.div_ceil(SHARDS) * 2;
    let (mut bytes, mut largest) = (0, 0);
    for shard in shards {
        let Shard { seen, next } = own(shard);
        let grows = next.len() + more > next.capacity();
        let list = if grows { next.capacity().max(more) * 2 } else { next.capacity() };
        bytes += seen.bytes_with(more) + list * size_of::<K>();
        largest = largest.max(seen.bytes().max(next.capacity() * size_of::<K>()));
    }
    (bytes + adders(workers) * largest) as u64
}

/// Adds the children of a lot, each worker those of its own tables. No limit is near.
fn add_at_once<K: Packed>(
    shards: &[Mutex<Shard<K>>],
    expanded: &[Expanded<K>],
    counts: &mut Counts,
    workers: &dyn Workers,
) {
    let n = adders(workers);
    let parts: Vec<Mutex<Counts>> = (0..n).map(|_| Mutex::new(counts.part())).collect();
    workers.run(n, &|worker| {
        let mut counts = parts[worker].lock().expect("no worker has panicked");
        let mut mine: Vec<_> = shards
            .iter()
            .enumerate()
            .map(|(i, shard)| {
                (i % n == worker).then(|| shard.lock().expect("no worker has panicked"))
            })
            .collect();
        // No locks are taken child by child, and each table sees its children in one order, whichever thread adds them.
        for child in expanded.iter().flat_map(|block| &block.parts[worker]) {
            let Some(shard) = &mut mine[usize::from(child.shard)] else { continue };
            if shard.seen.insert(child.key) && counts.add(child.met, 0, child.stands_for) {
                shard.next.push(child.key);
            }
        }
    });
    for part in parts {
        counts.take(part.into_inner().expect("no worker has panicked"));
    }
}

/// Adds the children of a lot block by block and table by table, for as long as the limits allow.
fn add_one_by_one<K: Packed>(
    shards: &mut [Mutex<Shard<K>>],
    expanded: &[Expanded<K>],
    counts: &mut Counts,
    workers: &dyn Workers,
) {
    let mut children: Vec<Found<K>> = Vec::new();
    for block in expanded {
        children.clear();
        children.extend(block.parts.iter().flatten());
        // A stable sort: in whatever parts they came, the order is the same.
        children.sort_by_key(|child| child.shard);
        for (i, child) in children.iter().enumerate() {
            // Tables grow seldom, so their bytes are summed up now and then.
            if i.is_multiple_of(BLOCK) {
                counts.bytes = bytes_with::<K>(shards, 2 * BLOCK, workers) + counts.beside;
            }
            let full = counts.full(0);
            let shard = own(&mut shards[usize::from(child.shard)]);
            match full {
                Some(why) => {
                    if !shard.seen.contains(child.key) {
                        counts.stop(why);
                    }
                }
                None => {
                    if shard.seen.insert(child.key) && counts.add(child.met, 0, child.stands_for) {
                        shard.next.push(child.key);
                    }
                }
            }
        }
    }
}
