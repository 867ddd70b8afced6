//! Choosing a bit of a word, with neither a loop nor a branch.

const ONES: u64 = 0x0101_0101_0101_0101;

/// For each byte, where its bits are, lowest first.
const WHERE: [[u8; 8]; 256] = {
    let mut table = [[0; 8]; 256];
    let mut byte = 0;
    while byte < 256 {
        let (mut bit, mut found) = (0, 0);
        while bit < 8 {
            if byte >> bit & 1 == 1 {
                table[byte][found] = bit as u8;
                found += 1;
            }
            bit += 1;
        }
        byte += 1;
    }
    table
};

/// How many bits each byte of a word has together with the bytes below it.
#[derive(Clone, Copy)]
pub(crate) struct Counts(u64);

impl Counts {
    #[inline(always)]
    pub(crate) fn of(word: u64) -> Counts {
        let twos = word - (word >> 1 & 0x5555_5555_5555_5555);
        let fours = (twos & 0x3333_3333_3333_3333) + (twos >> 2 & 0x3333_3333_3333_3333);
        let bytes = (fours + (fours >> 4)) & 0x0F0F_0F0F_0F0F_0F0F;
        Counts(bytes.wrapping_mul(ONES))
    }

    /// All bits of the word.
    #[inline(always)]
    pub(crate) fn total(self) -> usize {
        (self.0 >> 56) as usize
    }

    /// Where bit number `n` of the word is, counted from the lowest; `n` is below the total.
    #[inline(always)]
    pub(crate) fn nth(self, word: u64, n: usize) -> u32 {
        // The high bit of each byte that lies wholly below the bit.
        let below = (((n as u64 * ONES) | (ONES << 7)) - self.0) & (ONES << 7);
        let shift = ((below >> 7).wrapping_mul(ONES) >> 56 << 3) as u32 & 63;
        let before = (self.0 << 8 >> shift) as usize & 0xFF;
        let byte = (word >> shift) as usize & 0xFF;
        shift + u32::from(WHERE[byte][n.wrapping_sub(before) & 7])
    }
}

#[cfg(test)]
mod tests {
    use super::Counts;
    use crate::draw::Draw;

    #[test]
    fn every_bit_can_be_picked() {
        let mut draw = Draw::new(7);
        let random = (0..200).map(|i| draw.bits() & if i % 3 == 0 { draw.bits() } else { !0 });
        for word in random.chain([1, 1 << 63, !0, 0xFF00_0000_0000_00FF]) {
            let bits: Vec<u32> = (0..64).filter(|i| word >> i & 1 == 1).collect();
            let counts = Counts::of(word);
            assert_eq!(counts.total(), bits.len(), "{word:x}");
            for (n, bit) in bits.iter().enumerate() {
                assert_eq!(counts.nth(word, n), *bit, "bit {n} of {word:x}");
            }
        }
    }
}
