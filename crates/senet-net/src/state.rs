//! A position of a net, and how its nodes are kept up to date.

use crate::net::{Lit, Net, Node};
use senet_game::{Budget, Seat};
use std::hash::{Hash, Hasher};
use std::sync::Arc;

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
    Stopped(Budget),
}

/// A position in which somebody decides, or nobody does any more.
#[derive(Debug)]
pub struct NetState {
    pub(crate) control: u32,
    pub(crate) now: Now,
    /// Which nodes hold; places come first.
    pub(crate) bits: Vec<u64>,
    /// For each node, how far it is from holding.
    pub(crate) sums: Vec<i16>,
    pub(crate) copies: Vec<u32>,
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
        self.copies.iter().for_each(|n| mix(u64::from(*n)));
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
            sums: self.blank.clone(),
            copies: vec![0; self.counted],
            code: 0,
            listed: None,
            queue: Vec::new(),
            doubts: Vec::new(),
            places: self.places.len(),
        };
        for (i, sum) in self.blank.iter().enumerate() {
            if *sum >= 0 && !self.lazy[i] {
                state.queue.push(i as u32);
            }
        }
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
    pub(crate) fn count(&self, state: &mut NetState, place: u32, by: i64) -> bool {
        let declared = &self.places[place as usize];
        let Some(at) = declared.copies else {
            self.set(state, place, by > 0);
            return true;
        };
        let before = state.copies[at as usize];
        let Ok(after) = u32::try_from(i64::from(before) + by) else {
            return false;
        };
        state.copies[at as usize] = after;
        let word = self.packing.words[place as usize];
        state.code = state.code.wrapping_add(word.wrapping_mul(by as i128 as u128));
        if (before > 0) != (after > 0) {
            self.flip(state, place as usize);
        }
        for (n, node) in &declared.thresholds {
            if (before >= *n) != (after >= *n) {
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
        let up = *word >> (node % 64) & 1;
        let (from, to) = (self.edges.starts[node] as usize, self.edges.starts[node + 1] as usize);
        for edge in &self.edges.targets[from..to] {
            let target = (*edge >> 1) as usize;
            let more = (u64::from(*edge) & 1) ^ up;
            let before = state.sums[target];
            let after = before + (2 * more as i16 - 1);
            state.sums[target] = after;
            if (before ^ after) < 0 {
                state.queue.push(target as u32);
            }
            if more == 0 && !self.cycles.is_empty() {
                self.doubt(state, target);
            }
        }
    }

    /// A node in a circle that holds has lost a support: perhaps the circle holds only itself.
    #[cold]
    fn doubt(&self, state: &mut NetState, node: usize) {
        let cycle = self.cycle_of[node];
        if cycle != u32::MAX && bit(state, node) && !state.doubts.contains(&cycle) {
            state.doubts.push(cycle);
        }
    }

    /// Looks again at all nodes whose sums have changed sides, until nothing changes.
    pub(crate) fn drain(&self, state: &mut NetState) {
        loop {
            let mut next = 0;
            while next < state.queue.len() {
                let node = state.queue[next] as usize;
                next += 1;
                if bit(state, node) != (state.sums[node] >= 0) {
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
        let members = &self.cycles[cycle as usize];
        let inside = |node: usize| self.cycle_of[node] == cycle;
        let mut open: Vec<usize> = Vec::new();
        for node in members.iter().map(|n| *n as usize) {
            let (Node::All(lits) | Node::Any(lits)) = &self.nodes[node] else {
                continue;
            };
            let told = lits.iter().filter(|l| !inside(l.node()) && bit(state, l.node()));
            let sum: i16 = told.map(|l| if l.is_negative() { -1 } else { 1 }).sum();
            state.sums[node] = self.blank[node] + sum;
            if state.sums[node] >= 0 {
                open.push(node);
            }
        }
        while let Some(node) = open.pop() {
            for edge in self.edges_of(node) {
                let target = (edge >> 1) as usize;
                if inside(target) {
                    state.sums[target] += 1;
                    if state.sums[target] == 0 {
                        open.push(target);
                    }
                }
            }
        }
        for node in members.iter().map(|n| *n as usize) {
            let now = state.sums[node] >= 0;
            if bit(state, node) == now {
                continue;
            }
            state.bits[node / 64] ^= 1 << (node % 64);
            for edge in self.edges_of(node) {
                let target = (edge >> 1) as usize;
                if inside(target) {
                    continue;
                }
                let before = state.sums[target];
                let after = if (edge & 1 == 0) == now { before + 1 } else { before - 1 };
                state.sums[target] = after;
                if (before ^ after) < 0 {
                    state.queue.push(target as u32);
                }
                if after < before {
                    self.doubt(state, target);
                }
            }
        }
    }

    fn edges_of(&self, node: usize) -> impl Iterator<Item = u32> {
        let (from, to) = (self.edges.starts[node] as usize, self.edges.starts[node + 1] as usize);
        self.edges.targets[from..to].iter().copied()
    }
}

/// Whether a node that is kept up to date holds.
#[inline]
pub(crate) fn bit(state: &NetState, node: usize) -> bool {
    state.bits[node / 64] >> (node % 64) & 1 != 0
}
