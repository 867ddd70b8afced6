//! Random numbers, as quick as they can be.

/// Quick random numbers: a counter, multiplied and folded.
#[derive(Debug, Clone)]
pub struct Draw(u64);

impl Draw {
    /// Numbers that depend on nothing but the seed.
    pub fn new(seed: u64) -> Draw {
        Draw(seed)
    }

    #[inline(always)]
    pub(crate) fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let wide = u128::from(self.0) * u128::from(self.0 ^ 0xD1B5_4A32_D192_ED03);
        (wide >> 64) as u64 ^ wide as u64
    }

    /// Nearly evenly below a small `n`.
    #[inline(always)]
    pub(crate) fn below(&mut self, n: usize) -> usize {
        (((self.bits() >> 32) * n as u64) >> 32) as usize
    }

    /// Two at once, from the halves of one draw.
    #[inline(always)]
    pub(crate) fn two_below(&mut self, n: usize, m: usize) -> (usize, usize) {
        let bits = self.bits();
        let (high, low) = (bits >> 32, bits & 0xFFFF_FFFF);
        (((high * n as u64) >> 32) as usize, ((low * m as u64) >> 32) as usize)
    }
}

/// One draw that serves several small numbers: what is left of the fraction after each.
pub(crate) struct Fraction(pub(crate) u64);

impl Fraction {
    /// Nearly evenly below `n`, as long as the product of all `n` is far from 2^64.
    #[inline(always)]
    pub(crate) fn below(&mut self, n: u64) -> u64 {
        let wide = u128::from(self.0) * u128::from(n);
        self.0 = wide as u64;
        (wide >> 64) as u64
    }
}
