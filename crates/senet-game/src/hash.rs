//! 128-bit hashes of anything that can be hashed: keys of positions.

use rustc_hash::FxHasher;
use senet_data::hash::{GOLDEN, finalize};
use std::hash::{Hash, Hasher};

/// A 128-bit hasher: FxHash in two lanes that begin differently, each finished by a mixer, because
/// FxHash alone leaves its low bits weak.
#[derive(Clone)]
pub struct Hash128(FxHasher, FxHasher);

/// The 128-bit hash of a value.
pub fn hash128(what: &impl Hash) -> u128 {
    let mut hasher = Hash128::default();
    what.hash(&mut hasher);
    hasher.finish128()
}

impl Hash128 {
    /// The hash of what was written so far.
    pub fn finish128(&self) -> u128 {
        u128::from(finalize(self.0.finish())) << 64 | u128::from(finalize(self.1.finish()))
    }
}

impl Default for Hash128 {
    fn default() -> Hash128 {
        let lane = |seed: u64| {
            let mut lane = FxHasher::default();
            lane.write_u64(seed);
            lane
        };
        Hash128(lane(GOLDEN), lane(0xD1B5_4A32_D192_ED03))
    }
}

/// Writes to both lanes.
macro_rules! both {
    ($($write:ident($type:ty)),*) => {
        $(fn $write(&mut self, what: $type) {
            self.0.$write(what);
            self.1.$write(what);
        })*
    };
}

impl Hasher for Hash128 {
    both!(write(&[u8]), write_u8(u8), write_u16(u16), write_u32(u32), write_u64(u64));
    both!(write_u128(u128), write_usize(usize));

    fn finish(&self) -> u64 {
        (self.finish128() >> 64) as u64
    }
}
