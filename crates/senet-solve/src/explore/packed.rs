//! Exploration of packed positions: tables of numbers, expanded in blocks, on as many threads as the caller has.
//!
//! A layer is worked through in lots of [`LOT`] positions. First the children of all blocks of a lot are made, each block
//! by whichever worker is free; then each worker adds those children to the tables that are its own, in their order.
//! What is found depends neither on the number of workers nor on their speed: a position belongs to one of [`SHARDS`]
//! tables by its hash, and a lot that might reach a limit is added by one worker, child by child.
//!
//! Of positions that a symmetry of the game maps to each other, only the least is kept (symmetry reduction: Ip and Dill,
//! *Better verification through symmetry*, 1996). All are counted, since the number of its images is known.

use super::{Counts, Explored, Watch};
use crate::workers::Workers;
use rustc_hash::{FxBuildHasher, FxHashSet};
use senet_game::{DynGame, ExactKey, PackedChild, Referee, Turn};
use std::hash::{BuildHasher, Hash};
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
    fn pack(key: ExactKey) -> Self;
    fn unpack(self) -> ExactKey;
}

impl Packed for u64 {
    fn pack(key: ExactKey) -> u64 {
        key.0 as u64
    }

    fn unpack(self) -> ExactKey {
        ExactKey(u128::from(self))
    }
}

impl Packed for u128 {
    fn pack(key: ExactKey) -> u128 {
        key.0
    }

    fn unpack(self) -> ExactKey {
        ExactKey(self)
    }
}

/// One of the tables, and what was met in it for the first time in the layer that is being filled.
struct Shard<K> {
    seen: FxHashSet<K>,
    next: Vec<K>,
}

impl<K: Packed> Shard<K> {
    /// Bytes of the table: one control byte for each slot.
    fn bytes(&self) -> usize {
        self.seen.capacity() * 8 / 7 * (size_of::<K>() + 1)
    }
}

/// A child in the order in which it came, with its table.
struct Found<K> {
    key: K,
    shard: u8,
    turn: Turn,
    /// How many positions it stands for.
    stands_for: u32,
}

/// What one block of positions leads to.
struct Expanded<K> {
    children: Vec<Found<K>>,
    /// Moves, each as often as there are images of the position in which it is made.
    edges: u64,
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
    let empty = || Mutex::new(Shard { seen: FxHashSet::default(), next: Vec::new() });
    shards.resize_with(SHARDS, empty);
    let (key, stands_for) = images.least(cursor.exact_key()?, &mut Vec::new());
    let start = found(K::pack(key), cursor.turn(), stands_for);
    drop(cursor);
    add_one_by_one(&mut shards, &[Expanded { children: vec![start], edges: 0 }], &mut counts);
    loop {
        let mut layer: Vec<K> = Vec::new();
        shards.iter_mut().for_each(|shard| layer.append(&mut own(shard).next));
        if !counts.next_layer(layer.len()) {
            break;
        }
        for lot in layer.chunks(LOT) {
            let expanded = expand(game, &images, lot, workers)?;
            let children: usize = expanded.iter().map(|block| block.children.len()).sum();
            counts.found.edges += expanded.iter().map(|block| block.edges).sum::<u64>();
            if may_be_full(&mut shards, &counts, children) {
                add_one_by_one(&mut shards, &expanded, &mut counts);
            } else {
                add_at_once(&shards, &expanded, &mut counts, workers);
            }
            let tables: usize = shards.iter_mut().map(|shard| own(shard).bytes()).sum();
            let lists =
                layer.capacity() + shards.iter_mut().map(|s| own(s).next.capacity()).sum::<usize>();
            let waiting = children * size_of::<Found<K>>();
            counts.uses(tables + lists * size_of::<K>() + waiting);
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

fn found<K: Packed>(key: K, turn: Turn, stands_for: u32) -> Found<K> {
    // The high bits: the low ones are those by which a table finds its slot.
    let shard = (FxBuildHasher.hash_one(key) >> 48) as usize % SHARDS;
    Found { key, shard: shard as u8, turn, stands_for }
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
            let child = |child: PackedChild| {
                let (key, stands_for) = images.least(child.key, &mut space);
                found(K::pack(key), child.turn, stands_for)
            };
            let children = children.drain(..).map(child).collect();
            *done[at].lock().expect("no worker has panicked") = Some(Expanded { children, edges });
        }
    });
    let all = done.into_iter().map(|one| one.into_inner().expect("no worker has panicked"));
    fits.into_inner().then(|| all.flatten().collect())
}

/// Whether so many more states may be more than the limits allow.
fn may_be_full<K: Packed>(
    shards: &mut [Mutex<Shard<K>>],
    counts: &Counts,
    children: usize,
) -> bool {
    counts.kept + children as u64 > counts.limits.positions
        || bytes_with::<K>(shards, children) > counts.limits.memory
}

/// What the tables may take when so many states more are added. While a table grows, the old one is there beside one
/// of twice its size, and so is the list of what waits.
fn bytes_with<K: Packed>(shards: &mut [Mutex<Shard<K>>], more: usize) -> u64 {
    let bytes = shards.iter_mut().map(|shard| {
        let shard = own(shard);
        let grows = shard.seen.len() + more.div_ceil(SHARDS) * 2 > shard.seen.capacity();
        let table = shard.bytes();
        (if grows { 3 * table } else { table }) + 4 * shard.next.len() * size_of::<K>()
    });
    bytes.sum::<usize>() as u64
}

/// Adds the children of a lot, each worker those of its own tables. No limit is near.
fn add_at_once<K: Packed>(
    shards: &[Mutex<Shard<K>>],
    expanded: &[Expanded<K>],
    counts: &mut Counts,
    workers: &dyn Workers,
) {
    let n = workers.count().clamp(1, SHARDS);
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
        // Every worker reads all children and adds those of its own shards: no locks are
        // taken child by child, and each table sees its children in one order.
        for child in expanded.iter().flat_map(|block| &block.children) {
            let Some(shard) = &mut mine[usize::from(child.shard)] else { continue };
            if shard.seen.insert(child.key) && counts.add(&child.turn, 0, child.stands_for) {
                shard.next.push(child.key);
            }
        }
    });
    for part in parts {
        counts.take(part.into_inner().expect("no worker has panicked"));
    }
}

/// Adds the children of a lot in their order, for as long as the limits allow.
fn add_one_by_one<K: Packed>(
    shards: &mut [Mutex<Shard<K>>],
    expanded: &[Expanded<K>],
    counts: &mut Counts,
) {
    for (i, child) in expanded.iter().flat_map(|block| &block.children).enumerate() {
        // Tables grow seldom, so their bytes are summed up now and then.
        if i.is_multiple_of(BLOCK) {
            counts.bytes = bytes_with::<K>(shards, 2 * BLOCK);
        }
        let full = counts.full(0);
        let shard = own(&mut shards[usize::from(child.shard)]);
        match full {
            Some(why) => {
                if !shard.seen.contains(&child.key) {
                    counts.stop(why);
                }
            }
            None => {
                if shard.seen.insert(child.key) && counts.add(&child.turn, 0, child.stands_for) {
                    shard.next.push(child.key);
                }
            }
        }
    }
}
