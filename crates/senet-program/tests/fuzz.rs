//! The fuzz target, briefly: over its seeds, the games and the corpus, and over damaged copies of
//! them. `fuzz/README.md` tells how to go on for longer.

#[path = "../../../tests/support.rs"]
mod support;

#[path = "../../../fuzz/target.rs"]
mod target;

use support::{cases, corpus, programs};

fn texts() -> Vec<String> {
    let files = ["fuzz/seeds", "games"].map(programs).into_iter().flatten();
    let files = files.map(|(_, text)| text);
    files.chain(corpus().into_iter().map(|s| s.text)).collect()
}

#[test]
fn every_text_is_read_printed_formatted_and_checked() {
    let texts = texts();
    assert!(texts.len() > 100, "the texts were not found");
    for text in &texts {
        target::read(text.as_bytes());
    }
}

#[test]
fn every_beginning_of_a_seed_is_read() {
    for (_, text) in programs("fuzz/seeds") {
        for end in 0..text.len() {
            target::read(&text.as_bytes()[..end]);
        }
    }
}

#[test]
fn damaged_texts_are_read() {
    let texts = texts();
    let mut random = Random(1);
    for _ in 0..cases(4_000) {
        let mut bytes = texts[random.below(texts.len())].clone().into_bytes();
        for _ in 0..=random.below(4) {
            let other = texts[random.below(texts.len())].as_bytes();
            let piece = random.range(other.len(), 40);
            let hole = random.range(bytes.len(), 20);
            let piece = match random.below(4) {
                0 => Vec::new(),
                1 => vec![b"(){}.:*,!$#%\"-_ \n="[random.below(18)]],
                _ => other[piece].to_vec(),
            };
            bytes.splice(hole, piece);
        }
        target::read(&bytes);
    }
}

/// A small generator of numbers (xorshift): the same ones each time.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % n.max(1) as u64) as usize
    }

    /// A range of at most `most` within `length`.
    fn range(&mut self, length: usize, most: usize) -> std::ops::Range<usize> {
        let start = self.below(length + 1);
        start..(start + self.below(most)).min(length)
    }
}
