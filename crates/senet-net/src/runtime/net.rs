//! The net: places, nodes that are kept up to date, and what can be done in each control state.

use super::late::Late;
use super::outcome::{Says, Tally};
use super::pack::Packing;
use super::quick::Quicks;
use senet_game::{Outcome, Seat};

/// A node, or that it does not hold, or something that always or never holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Lit(pub(crate) u32);

impl Lit {
    pub(crate) const TRUE: Lit = Lit(u32::MAX - 1);
    pub(crate) const FALSE: Lit = Lit(u32::MAX);

    pub(crate) fn of(node: u32) -> Lit {
        Lit(node << 1)
    }

    pub(crate) fn not(self) -> Lit {
        Lit(self.0 ^ 1)
    }

    pub(crate) fn node(self) -> usize {
        (self.0 >> 1) as usize
    }

    pub(crate) fn is_negative(self) -> bool {
        self.0 & 1 != 0
    }

    pub(crate) fn is_constant(self) -> bool {
        self.0 >= Lit::TRUE.0
    }
}

/// An atom that comes and goes.
#[derive(Debug, Clone)]
pub(crate) struct Place {
    pub(crate) predicate: u32,
    pub(crate) values: Box<[u64]>,
    pub(crate) persistent: bool,
    /// Where its copies are counted, unless there is never more than one.
    pub(crate) copies: Option<u32>,
    /// Nodes that want at least so many copies.
    pub(crate) thresholds: Vec<(u32, u32)>,
}

/// What a node says.
#[derive(Debug, Clone)]
pub(crate) enum Node {
    /// A place.
    Place,
    /// That a place has at least some copies; kept by the place.
    AtLeast,
    /// That all of these hold.
    All(Vec<Lit>),
    /// That one of these holds.
    Any(Vec<Lit>),
}

/// What changes when something happens.
#[derive(Debug, Clone, Default)]
pub(crate) struct Delta {
    /// Places that lose their only copy, and then those that get one, or are there for good.
    pub(crate) sets: Vec<u32>,
    /// How many of them lose it.
    pub(crate) offs: usize,
    /// Places whose copies are counted.
    pub(crate) counted: Vec<(u32, i32)>,
    /// All of it at once, if every place is known to change: a number among the net's changes.
    pub(crate) fused: Option<u32>,
}

/// Changes of which everything is known, one behind the other. The first one is none at all.
#[derive(Debug, Clone)]
pub(crate) struct Changes {
    /// Where its parts begin, and its code.
    pub(super) list: Vec<(u32, u32, u32, u128)>,
    pub(super) flips: Vec<(u32, u64)>,
    pub(super) mirrored: Vec<(u32, u32, u64)>,
    pub(super) adds: Vec<(u32, u64)>,
}

/// A change of which everything is known: what it has of each kind.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Change<'c> {
    pub(crate) flips: &'c [(u32, u64)],
    pub(crate) mirrored: &'c [(u32, u32, u64)],
    pub(crate) adds: &'c [(u32, u64)],
    pub(crate) code: u128,
}

impl Changes {
    pub(crate) fn new() -> Changes {
        let mut changes = Changes {
            list: vec![(0, 0, 0, 0)],
            flips: Vec::new(),
            mirrored: Vec::new(),
            adds: Vec::new(),
        };
        changes.push(&Fused::default());
        changes
    }

    /// Adds a change; its number.
    pub(crate) fn push(&mut self, fused: &Fused) -> u32 {
        let number = self.list.len() as u32 - 1;
        if fused.is_nothing() && number > 0 {
            return 0;
        }
        self.flips.extend(&fused.flips);
        self.mirrored.extend(&fused.mirrored);
        self.adds.extend(&fused.adds);
        if let Some((_, _, _, code)) = self.list.last_mut() {
            *code = fused.code;
        }
        let (flips, mirrored) = (self.flips.len() as u32, self.mirrored.len() as u32);
        self.list.push((flips, mirrored, self.adds.len() as u32, 0));
        number
    }

    #[inline(always)]
    pub(crate) fn get(&self, change: u32) -> Change<'_> {
        let (flips, mirrored, adds, code) = self.list[change as usize];
        let (flips_end, mirrored_end, adds_end, _) = self.list[change as usize + 1];
        Change {
            flips: &self.flips[flips as usize..flips_end as usize],
            mirrored: &self.mirrored[mirrored as usize..mirrored_end as usize],
            adds: &self.adds[adds as usize..adds_end as usize],
            code,
        }
    }

    /// Two changes as one.
    pub(crate) fn both(&self, one: u32, other: u32) -> Fused {
        let mut out = Fused::default();
        for change in [self.get(one), self.get(other)] {
            change.flips.iter().for_each(|(word, bits)| out.flip(*word, *bits));
            change.mirrored.iter().for_each(|(word, byte, by)| out.add(*word, Some(*byte), *by));
            change.adds.iter().for_each(|(word, by)| out.add(*word, None, *by));
            out.code = out.code.wrapping_add(change.code);
        }
        out
    }
}

impl Fused {
    fn is_nothing(&self) -> bool {
        self.flips.is_empty() && self.mirrored.is_empty() && self.adds.is_empty() && self.code == 0
    }

    pub(crate) fn flip(&mut self, word: u32, bits: u64) {
        match self.flips.iter_mut().find(|(w, _)| *w == word) {
            Some((_, all)) => *all ^= bits,
            None => self.flips.push((word, bits)),
        }
        self.flips.retain(|(_, bits)| *bits != 0);
    }

    /// Adds to a word of counters, and says where its bits are if they are a byte.
    pub(crate) fn add(&mut self, word: u32, byte: Option<u32>, by: u64) {
        if let Some(byte) = byte {
            match self.mirrored.iter_mut().find(|(w, ..)| *w == word) {
                Some((.., sum)) => *sum = sum.wrapping_add(by),
                None => self.mirrored.push((word, byte, by)),
            }
            self.mirrored.retain(|(.., by)| *by != 0);
            return;
        }
        match self.adds.iter_mut().find(|(w, _)| *w == word) {
            Some((_, sum)) => *sum = sum.wrapping_add(by),
            None => self.adds.push((word, by)),
        }
        self.adds.retain(|(_, by)| *by != 0);
    }
}

/// What a change comes to when every place in it is known to change.
#[derive(Debug, Clone, Default)]
pub(crate) struct Fused {
    /// Words of bits, and the bits that turn over.
    pub(crate) flips: Vec<(u32, u64)>,
    /// Words of counters whose bits are a byte, that byte, and what is added to them.
    pub(crate) mirrored: Vec<(u32, u32, u64)>,
    /// Other words of counters, and what is added to them.
    pub(crate) adds: Vec<(u32, u64)>,
    /// What is added to the code of the position.
    pub(crate) code: u128,
}

impl Delta {
    pub(crate) fn off(&self) -> &[u32] {
        &self.sets[..self.offs]
    }

    pub(crate) fn on(&self) -> &[u32] {
        &self.sets[self.offs..]
    }

    pub(crate) fn turn_off(&mut self, place: u32) {
        self.sets.insert(self.offs, place);
        self.offs += 1;
    }

    pub(crate) fn turn_on(&mut self, place: u32) {
        self.sets.push(place);
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.sets.is_empty() && self.counted.is_empty()
    }
}

/// A match of braces.
#[derive(Debug, Clone)]
pub(crate) struct Inner {
    pub(crate) when: Vec<Lit>,
    /// What it takes: places and copies.
    pub(crate) takes: Vec<(u32, u32)>,
    pub(crate) delta: Delta,
}

/// One way to make a choice possible.
#[derive(Debug, Clone)]
pub(crate) struct Instance {
    /// When it holds, but for what is worked out late.
    pub(crate) lit: Lit,
    /// The control atoms that it needs, by variable.
    pub(crate) control: Vec<(u32, u32)>,
    /// Copies that can be picked in different ways.
    pub(crate) ways: Vec<(u32, u32)>,
    pub(crate) factor: u128,
    /// What has to be worked out when it matters.
    pub(crate) late: Option<Box<Late>>,
}

/// A choice of a unit.
#[derive(Debug, Clone)]
pub(crate) struct Choice {
    pub(crate) values: Box<[u64]>,
    /// Where the values stand in the order of their types.
    pub(crate) ranks: Box<[u32]>,
    pub(crate) instances: Vec<Instance>,
    pub(crate) delta: Delta,
    /// What it takes, if braces want to know.
    pub(crate) takes: Vec<(u32, u32)>,
    /// Control variables and their new atoms.
    pub(crate) control: Vec<(u32, u32)>,
    /// Its braces, each as matches in canonical order.
    pub(crate) inner: Vec<Vec<Inner>>,
}

/// A unit of a variant.
#[derive(Debug, Clone)]
pub(crate) struct Part {
    /// Which of the rule's effective variables its choices give values to.
    pub(crate) effective: Vec<usize>,
    pub(crate) choices: Vec<Choice>,
    /// The nodes of its choices, if they stand in a row and nothing else matters.
    pub(crate) row: Option<u32>,
}

/// A rule with values for its small variables.
#[derive(Debug, Clone)]
pub(crate) struct Variant {
    pub(crate) rule: u32,
    pub(crate) seat: Seat,
    /// The values of the effective variables, as far as they are fixed.
    pub(crate) values: Vec<Option<u64>>,
    /// Where they stand in the order of their types.
    pub(crate) ranks: Vec<Option<u32>>,
    pub(crate) parts: Vec<Part>,
    pub(crate) delta: Delta,
    pub(crate) takes: Vec<(u32, u32)>,
    pub(crate) control: Vec<(u32, u32)>,
    pub(crate) inner: Vec<Vec<Inner>>,
    pub(crate) weight: u64,
    pub(crate) from: u32,
    pub(crate) link: bool,
    /// Where it leads; `None` ends the program.
    pub(crate) to: Option<u32>,
    pub(crate) has_inner: bool,
}

impl Variant {
    /// Every change that it can make.
    pub(crate) fn each_delta(&mut self, mut f: impl FnMut(&mut Delta)) {
        f(&mut self.delta);
        let choices = self.parts.iter_mut().flat_map(|p| &mut p.choices);
        let mut inner: Vec<&mut Inner> = self.inner.iter_mut().flatten().collect();
        for choice in choices {
            f(&mut choice.delta);
            inner.extend(choice.inner.iter_mut().flatten());
        }
        inner.into_iter().for_each(|i| f(&mut i.delta));
    }
}

/// What a choice in one part looks like in a control state.
#[derive(Debug, Clone)]
pub(crate) enum Group {
    /// Nodes in a row: the first one, which is the first choice, and how many.
    Row(u32, u32),
    /// Choices and when they are possible.
    List(Vec<(u32, Lit)>),
    /// Choices whose possibility has to be worked out.
    Late(Vec<u32>),
}

/// A part of a variant whose choice is open in a control state.
#[derive(Debug, Clone)]
pub(crate) struct Open {
    pub(crate) part: u32,
    /// What one more choice adds to the number of a move.
    pub(crate) stride: u64,
    pub(crate) group: Group,
}

/// Where something leads.
#[derive(Debug, Clone)]
pub(crate) enum Next {
    One(u32),
    /// By the choice in one open part.
    By(u32, Vec<u32>),
}

/// A variant in a control state.
#[derive(Debug, Clone)]
pub(crate) struct Entry {
    pub(crate) variant: u32,
    /// All of these have to hold; the first stands apart, because most often it is the only one.
    pub(crate) first: Lit,
    pub(crate) when: Vec<Lit>,
    /// Whether the first decides alone.
    pub(crate) simple: bool,
    /// Whether nothing is left to choose, there are no braces, and the program goes on.
    pub(crate) jumps: bool,
    /// Parts that have to hold in some way that is worked out, by number.
    pub(crate) late: Vec<u32>,
    pub(crate) open: Vec<Open>,
    /// The number of the move whose open choices are all the first.
    pub(crate) base: u64,
    /// The choices that the control state makes.
    pub(crate) fixed: Vec<u32>,
    pub(crate) next: Next,
    /// What happens whatever the choices are.
    pub(crate) delta: Delta,
}

/// A control state: the stage, and which of the atoms that exclude each other is there.
#[derive(Debug, Clone, Default)]
pub(crate) struct Control {
    pub(crate) stage: u32,
    /// For each control variable, its atom.
    pub(crate) atoms: Vec<u32>,
    pub(crate) rules: Vec<Entry>,
    pub(crate) links: Vec<Entry>,
    pub(crate) interactive: bool,
    pub(crate) settles: bool,
    pub(crate) ordered: bool,
    /// Whether an outcome atom is there.
    pub(crate) decided: bool,
    /// With more copies of an atom than this, something that is counted here may be too large to be
    /// stored.
    pub(crate) sums: Option<u64>,
    /// What the end would mean here, if control atoms tell everything: now, and at the very end.
    pub(crate) outcomes: Option<(Outcome, Outcome)>,
    /// Nothing can happen here but going on to another one.
    pub(crate) onward: Option<u32>,
}

impl Control {
    /// Every change that its entries make whatever is chosen.
    pub(crate) fn each_delta(&mut self, mut f: impl FnMut(&mut Delta)) {
        self.rules.iter_mut().chain(&mut self.links).for_each(|e| f(&mut e.delta));
    }
}

/// The edges of the nodes: each says whom to tell, and how.
#[derive(Debug, Clone, Default)]
pub(crate) struct Edges {
    pub(crate) starts: Vec<u32>,
    /// The targets, and what it adds to their counters that this one holds.
    pub(crate) targets: Vec<(u32, i16)>,
}

impl Edges {
    pub(crate) fn of(&self, node: usize) -> &[(u32, i16)] {
        &self.targets[self.starts[node] as usize..self.starts[node + 1] as usize]
    }
}

/// What a node tells when it begins to hold; the opposite when it no longer does. Eight counters
/// are one word, so that one sum tells up to eight others.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Tell {
    pub(crate) word: u32,
    /// Whether a node in a circle may lose a support when this one falls (1), or rises (2).
    pub(crate) doubts: u32,
    pub(crate) by: u64,
}

/// Where the counters of nodes are, and what nodes tell them.
#[derive(Debug, Clone, Default)]
pub(crate) struct Counters {
    /// The counter of each node; `u32::MAX` if it has none.
    pub(crate) slot: Vec<u32>,
    /// The node of each counter, with a mark, `LEAF` or `SOON`; `NOBODY` in gaps.
    pub(crate) node: Vec<u32>,
    /// For each word of counters, the byte of bits that says the same; `NOBODY` if there is none.
    pub(crate) mirror: Vec<u32>,
    /// The counters when nothing holds, eight to a word. A node holds when the highest bit of its
    /// counter is set.
    pub(crate) blank: Vec<u64>,
    pub(crate) starts: Vec<u32>,
    pub(crate) tells: Vec<Tell>,
}

/// Marks nodes that tell nobody: their bits turn over with their counters.
pub(crate) const LEAF: u32 = 1 << 31;

/// Marks nodes from which little follows: that is told at once, without a queue.
pub(crate) const SOON: u32 = 1 << 30;

/// No node, or no byte.
pub(crate) const NOBODY: u32 = u32::MAX;

impl Counters {
    #[inline]
    pub(crate) fn tells(&self, node: usize) -> &[Tell] {
        &self.tells[self.starts[node] as usize..self.starts[node + 1] as usize]
    }
}

/// A compiled net.
#[derive(Debug)]
pub(crate) struct Net {
    pub(crate) places: Vec<Place>,
    pub(crate) nodes: Vec<Node>,
    pub(crate) lazy: Vec<bool>,
    pub(crate) edges: Edges,
    pub(crate) counters: Counters,
    pub(crate) changes: Changes,
    pub(crate) quick: Quicks,
    /// For each node, its cycle; `u32::MAX` if it is in none.
    pub(crate) cycle_of: Vec<u32>,
    pub(crate) cycles: Vec<Vec<u32>>,
    pub(crate) variants: Vec<Variant>,
    pub(crate) controls: Vec<Control>,
    /// The atoms of control variables.
    pub(crate) control_atoms: Vec<Vec<(u32, Box<[u64]>)>>,
    /// Atoms that are always there.
    pub(crate) constant: Vec<(u32, Box<[u64]>, u64, bool)>,
    /// Whether an outcome atom is there, among the places.
    pub(crate) decided: Lit,
    /// For each stage, what must not hold after a move.
    pub(crate) forbidden: Vec<Vec<Lit>>,
    pub(crate) counted: usize,
    pub(crate) start_control: u32,
    pub(crate) start_places: Vec<(u32, u64)>,
    pub(crate) packing: Packing,
    /// Places that say something about winning, and what.
    pub(crate) telling: Vec<(u32, Says)>,
    /// What the atoms of control variables say about it.
    pub(crate) control_says: Vec<Vec<Says>>,
    /// And the atoms that are always there, with their copies.
    pub(crate) constant_says: Vec<(Says, u64)>,
    pub(crate) seats: usize,
    /// Whether points are counted.
    pub(crate) scores: bool,
}

impl Net {
    /// Notes for each control state what the end means there, if control atoms tell everything.
    pub(crate) fn tell_outcomes(&mut self) {
        if !self.telling.is_empty() || !self.constant_says.is_empty() {
            return;
        }
        for control in &mut self.controls {
            let outcome = |ended| {
                let mut tally = Tally::new(self.seats, self.scores);
                let atoms = self.control_says.iter().zip(&control.atoms);
                atoms.for_each(|(all, at)| tally.see(&all[*at as usize], 1));
                tally.outcome(ended)
            };
            control.outcomes = Some((outcome(false), outcome(true)));
        }
    }
}
