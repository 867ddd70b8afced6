//! A position of a net, and how its nodes are kept up to date.

use super::net::{LEAF, Lit, NOBODY, Net, Node, SOON};
use senet_game::{LimitKind, Seat};
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// The bits that tell whether counters have been reached.
const TOPS: u64 = 0x8080_8080_8080_8080;

/// A move: a variant of a rule, and the choice in each of its parts as one number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NetMove {
    pub(crate) variant: u32,
    pub(crate) choice: u64,
}

/// Whose turn it is, in few words; what the end means is found in the position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Now {
    Player(Seat),
    Chance,
    /// Over; `ended` if that is not because of an outcome atom, so that scores count.
    Over {
        ended: bool,
    },
    Stopped(LimitKind),
}

/// A change in an array, for printed nets; what is left of the arrays changes nothing.
#[derive(Debug)]
#[allow(dead_code, reason = "only printed nets make them")]
pub(crate) struct Fixed<const F: usize, const M: usize, const A: usize> {
    /// Words of bits, and the bits that turn over.
    pub(crate) flips: [(u32, u64); F],
    /// Words of counters whose bits are a byte, that byte, and what is added to them.
    pub(crate) mirrored: [(u32, u32, u64); M],
    /// Words of counters, and what is added to them.
    pub(crate) adds: [(u32, u64); A],
    /// What is added to the code of the position.
    pub(crate) code: u128,
}

/// A position in which somebody decides, or nobody does any more.
#[derive(Debug)]
pub struct NetState {
    pub(crate) control: u32,
    pub(crate) now: Now,
    /// Which nodes hold; places come first.
    pub(crate) bits: Vec<u64>,
    /// How far each node is from holding: bytes, eight to a word.
    pub(crate) sums: Vec<u64>,
    pub(crate) copies: Vec<u64>,
    /// A word for each atom that is there, all added up.
    pub(crate) code: u128,
    /// The outcomes of chance with their weights, or the moves that `#forbid` leaves.
    pub(crate) listed: Option<Arc<[(NetMove, u128)]>>,
    /// Nodes to look at again.
    queue: Vec<u32>,
    /// Circles of nodes that may hold only by themselves.
    doubts: Vec<u32>,
    /// How many bits belong to places.
    places: usize,
}

impl Clone for NetState {
    fn clone(&self) -> NetState {
        NetState {
            control: self.control,
            now: self.now,
            bits: self.bits.clone(),
            sums: self.sums.clone(),
            copies: self.copies.clone(),
            code: self.code,
            listed: self.listed.clone(),
            queue: Vec::new(),
            doubts: Vec::new(),
            places: self.places,
        }
    }

    fn clone_from(&mut self, other: &NetState) {
        self.control = other.control;
        self.now = other.now;
        self.bits.clone_from(&other.bits);
        self.sums.clone_from(&other.sums);
        self.copies.clone_from(&other.copies);
        self.code = other.code;
        self.listed.clone_from(&other.listed);
        self.places = other.places;
    }
}

impl NetState {
    /// The words of the places, and what remains of the last one.
    pub(crate) fn place_words(&self) -> (&[u64], u64) {
        let whole = self.places / 64;
        let rest = self.places % 64;
        let last = if rest == 0 { 0 } else { self.bits[whole] & ((1 << rest) - 1) };
        (&self.bits[..whole], last)
    }

    /// The position as a mixture of its bits, for positions that do not fit a code.
    pub(crate) fn mixed(&self) -> u128 {
        let (words, last) = self.place_words();
        let copies = self.copies.iter().map(|n| u128::from(*n));
        let words = words.iter().chain([&last]).map(|w| u128::from(*w));
        words.chain(copies).fold(u128::from(self.control) + 1, |mixed, word| {
            let mixed = (mixed ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15_F39C_C060_5CED_C835);
            mixed ^ mixed >> 67
        })
    }

    /// Whether two states are the same position, whoever's turn it is.
    pub(crate) fn same_position(&self, other: &NetState) -> bool {
        self.control == other.control
            && self.place_words() == other.place_words()
            && self.copies == other.copies
    }
}

impl PartialEq for NetState {
    fn eq(&self, other: &NetState) -> bool {
        self.same_position(other) && self.now == other.now
    }
}

impl Eq for NetState {}

impl Hash for NetState {
    fn hash<H: Hasher>(&self, state: &mut H) {
        let (words, last) = self.place_words();
        let mut sum = u64::from(self.control).wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ last;
        let mut mix = |word: u64| {
            let wide =
                u128::from(sum ^ 0xA076_1D64_78BD_642F) * u128::from(word ^ 0xE703_7ED1_A0B4_28DB);
            sum = (wide as u64) ^ (wide >> 64) as u64;
        };
        words.iter().for_each(|w| mix(*w));
        self.copies.iter().for_each(|n| mix(*n));
        mix(last);
        state.write_u64(sum);
    }
}

impl Net {
    /// A position in which nothing is there.
    pub(crate) fn blank(&self) -> NetState {
        let mut state = NetState {
            control: self.start_control,
            now: Now::Chance,
            bits: vec![0; self.nodes.len().div_ceil(64).max(1)],
            sums: self.counters.blank.clone(),
            copies: vec![0; self.counted],
            code: 0,
            listed: None,
            queue: Vec::new(),
            doubts: Vec::new(),
            places: self.places.len(),
        };
        let nodes = self.counters.node.iter().filter(|n| **n != NOBODY);
        let nodes = nodes.map(|n| n & !(LEAF | SOON));
        state.queue.extend(nodes.filter(|n| self.reached(&state.sums, *n as usize)));
        self.drain(&mut state);
        state
    }

    /// Whether a literal holds.
    #[inline]
    pub(crate) fn holds(&self, state: &NetState, lit: Lit) -> bool {
        if lit.is_constant() {
            return lit == Lit::TRUE;
        }
        let node = lit.node();
        let holds = if self.lazy[node] { self.look(state, node) } else { bit(state, node) };
        holds != lit.is_negative()
    }

    /// Whether a literal holds that is kept up to date.
    #[inline]
    pub(crate) fn kept(&self, state: &NetState, lit: Lit) -> bool {
        if lit.is_constant() {
            return lit == Lit::TRUE;
        }
        bit(state, lit.node()) != lit.is_negative()
    }

    /// Works a node out.
    fn look(&self, state: &NetState, node: usize) -> bool {
        match &self.nodes[node] {
            Node::All(lits) => lits.iter().all(|l| self.holds(state, *l)),
            Node::Any(lits) => lits.iter().any(|l| self.holds(state, *l)),
            Node::Place | Node::AtLeast => bit(state, node),
        }
    }

    /// Sets a place that has one copy or none.
    #[inline]
    pub(crate) fn set(&self, state: &mut NetState, place: u32, there: bool) {
        if bit(state, place as usize) != there {
            let word = self.packing.words[place as usize];
            state.code =
                if there { state.code.wrapping_add(word) } else { state.code.wrapping_sub(word) };
            self.flip(state, place as usize);
        }
    }

    /// Adds copies to a place, or takes them away. False if there are too many.
    pub(crate) fn count(&self, state: &mut NetState, place: u32, by: i128) -> bool {
        let declared = &self.places[place as usize];
        let Some(at) = declared.copies else {
            self.set(state, place, by > 0);
            return true;
        };
        let before = state.copies[at as usize];
        let Ok(after) = u64::try_from(i128::from(before) + by) else {
            return false;
        };
        state.copies[at as usize] = after;
        let word = self.packing.words[place as usize];
        state.code = state.code.wrapping_add(word.wrapping_mul(by as u128));
        if (before > 0) != (after > 0) {
            self.flip(state, place as usize);
        }
        for (n, node) in &declared.thresholds {
            if (before >= u64::from(*n)) != (after >= u64::from(*n)) {
                self.flip(state, *node as usize);
            }
        }
        true
    }

    /// Turns a node over and tells those who depend on it.
    #[inline]
    fn flip(&self, state: &mut NetState, node: usize) {
        let word = &mut state.bits[node / 64];
        *word ^= 1 << (node % 64);
        let up = *word >> (node % 64) & 1 != 0;
        for tell in self.counters.tells(node) {
            self.add(state, tell.word, if up { tell.by } else { tell.by.wrapping_neg() });
            if tell.doubts & (1 + u32::from(up)) != 0 {
                self.doubt(state, node, up);
            }
        }
    }

    /// Adds to a word of counters; nodes that change sides are to be looked at again.
    #[inline(always)]
    fn add(&self, state: &mut NetState, word: u32, by: u64) {
        let sum = &mut state.sums[word as usize];
        let after = sum.wrapping_add(by);
        let crossed = (*sum ^ after) & TOPS;
        *sum = after;
        if crossed != 0 {
            self.crossed(state, word, crossed);
        }
    }

    /// Some counters of a word have changed sides.
    fn crossed(&self, state: &mut NetState, word: u32, mut crossed: u64) {
        while crossed != 0 {
            let slot = word * 8 + crossed.trailing_zeros() / 8;
            let node = self.counters.node[slot as usize];
            let at = (node & !(LEAF | SOON)) as usize;
            if node & LEAF != 0 {
                state.bits[at / 64] ^= 1 << (at % 64);
            } else if node & SOON != 0 {
                self.flip(state, at);
            } else {
                state.queue.push(node);
            }
            crossed &= crossed - 1;
        }
    }

    /// Makes a change of which everything is known.
    #[inline(always)]
    pub(crate) fn fuse(&self, state: &mut NetState, change: u32) {
        let change = self.changes.get(change);
        for (word, bits) in change.flips {
            state.bits[*word as usize] ^= bits;
        }
        for (word, byte, by) in change.mirrored {
            add_mirrored(state, *word, *byte, *by);
        }
        for (word, by) in change.adds {
            self.add(state, *word, *by);
        }
        state.code = state.code.wrapping_add(change.code);
    }

    /// Makes a change that has a fixed size.
    #[inline(always)]
    #[allow(dead_code, reason = "only printed nets make them")]
    pub(crate) fn make<const F: usize, const M: usize, const A: usize>(
        &self,
        state: &mut NetState,
        change: &Fixed<F, M, A>,
    ) {
        for (word, bits) in &change.flips {
            state.bits[*word as usize] ^= bits;
        }
        for (word, byte, by) in &change.mirrored {
            add_mirrored(state, *word, *byte, *by);
        }
        let mut crossed = [0; A];
        let mut some = 0;
        for (crossed, (word, by)) in crossed.iter_mut().zip(&change.adds) {
            let sum = &mut state.sums[*word as usize];
            let after = sum.wrapping_add(*by);
            *crossed = (*sum ^ after) & TOPS;
            some |= *crossed;
            *sum = after;
        }
        state.code = state.code.wrapping_add(change.code);
        if some != 0 {
            for (crossed, (word, _)) in crossed.iter().zip(&change.adds) {
                if *crossed != 0 {
                    self.crossed(state, *word, *crossed);
                }
            }
            self.drain(state);
        }
    }

    /// Whether a node has all that it needs.
    #[inline]
    fn reached(&self, sums: &[u64], node: usize) -> bool {
        let slot = self.counters.slot[node] as usize;
        sums[slot / 8] >> (slot % 8 * 8 + 7) & 1 != 0
    }

    /// A node that holds has lost a support: if it is in a circle, perhaps that holds only itself.
    #[cold]
    fn doubt(&self, state: &mut NetState, source: usize, up: bool) {
        for (target, by) in self.edges.of(source) {
            if (*by < 0) == up {
                self.doubt_one(state, *target as usize);
            }
        }
    }

    fn doubt_one(&self, state: &mut NetState, node: usize) {
        let cycle = self.cycle_of[node];
        if cycle != u32::MAX && bit(state, node) && !state.doubts.contains(&cycle) {
            state.doubts.push(cycle);
        }
    }

    /// Looks again at all nodes whose counters have changed sides, until nothing changes.
    #[inline]
    pub(crate) fn drain(&self, state: &mut NetState) {
        if !state.queue.is_empty() || !state.doubts.is_empty() {
            self.look_again(state);
        }
    }

    fn look_again(&self, state: &mut NetState) {
        loop {
            let mut next = 0;
            while next < state.queue.len() {
                let node = state.queue[next] as usize;
                next += 1;
                if bit(state, node) != self.reached(&state.sums, node) {
                    self.flip(state, node);
                }
            }
            state.queue.clear();
            let Some(cycle) = state.doubts.pop() else {
                return;
            };
            self.renew(state, cycle);
        }
    }

    /// Works a circle out from nothing, and tells the others what has changed.
    fn renew(&self, state: &mut NetState, cycle: u32) {
        let members = || self.cycles[cycle as usize].iter().map(|n| *n as usize);
        let inside = |node: usize| self.cycle_of[node] == cycle;
        // As if nothing in the circle held; what changes in the end is told to the others.
        let before: Vec<bool> = members().map(|n| bit(state, n)).collect();
        for (node, _) in members().zip(&before).filter(|(_, before)| **before) {
            for (target, by) in self.edges.of(node).iter().filter(|(t, _)| inside(*t as usize)) {
                self.tell(state, *target, -*by);
            }
        }
        let mut open: Vec<usize> = members().filter(|n| self.reached(&state.sums, *n)).collect();
        while let Some(node) = open.pop() {
            for (target, by) in self.edges.of(node).iter().filter(|(t, _)| inside(*t as usize)) {
                let had = self.reached(&state.sums, *target as usize);
                self.tell(state, *target, *by);
                if !had && self.reached(&state.sums, *target as usize) {
                    open.push(*target as usize);
                }
            }
        }
        state.queue.clear();
        for (node, before) in members().zip(before) {
            let now = self.reached(&state.sums, node);
            if before == now {
                continue;
            }
            state.bits[node / 64] ^= 1 << (node % 64);
            for (target, by) in self.edges.of(node).iter().filter(|(t, _)| !inside(*t as usize)) {
                let by = if now { *by } else { -*by };
                self.tell(state, *target, by);
                if by < 0 {
                    self.doubt_one(state, *target as usize);
                }
            }
        }
    }

    /// Adds to the counter of a node.
    fn tell(&self, state: &mut NetState, target: u32, by: i16) {
        let slot = self.counters.slot[target as usize];
        self.add(state, slot / 8, (i64::from(by) as u64) << (slot % 8 * 8));
    }
}

/// Adds to a word of counters whose bits are a byte; those that change sides turn over, without a
/// branch that could be guessed wrong.
#[inline(always)]
fn add_mirrored(state: &mut NetState, word: u32, byte: u32, by: u64) {
    let sum = &mut state.sums[word as usize];
    let after = sum.wrapping_add(by);
    let crossed = (*sum ^ after) & TOPS;
    *sum = after;
    // One bit of each byte becomes one byte.
    let turned = (crossed >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56;
    state.bits[byte as usize / 8] ^= turned << (byte % 8 * 8);
}

/// Whether a node that is kept up to date holds.
#[inline]
pub(crate) fn bit(state: &NetState, node: usize) -> bool {
    state.bits[node / 64] >> (node % 64) & 1 != 0
}
