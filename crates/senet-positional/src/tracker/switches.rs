//! Switches: edges of a graph that one seat closes for good and another cuts.

use super::{Nets, Tracker, Wires};
use crate::error::RulesError;
use crate::setup::Setup;
use crate::stones::{PlaceId, Stones};
use senet_game::Seat;

/// Keeps whether two terminals of a graph are joined by the edges of one seat, Short, and whether the
/// other, Cut, has separated them.
///
/// Joining is a union of points. For separating, one way between the terminals over edges that are
/// not cut is kept: only when Cut takes an edge of just this way is another one looked for.
#[derive(Debug, Clone)]
pub struct Switches {
    wires: Wires,
    short: Seat,
    terminals: (u16, u16),
    open_way: Option<Vec<PlaceId>>,
}

/// What Short has joined, and a way that Cut has left open.
#[derive(Debug, Clone)]
pub struct Circuit {
    nets: Nets,
    /// By place: whether it is part of the way.
    way: Vec<bool>,
}

/// What a claim has led to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Switched {
    /// Nothing is decided.
    Open,
    /// The terminals are joined.
    Joined,
    /// No way is left between the terminals.
    Separated,
}

impl Switches {
    /// A graph whose edges are the places, and two of its points as terminals.
    pub fn new(
        setup: &Setup<'_>,
        points: usize,
        edges: Vec<(u16, u16)>,
        terminals: (u16, u16),
        short: Seat,
    ) -> Result<Switches, RulesError> {
        setup.two_play()?;
        setup.seat(short.0)?;
        let last = terminals.0.max(terminals.1);
        if usize::from(last) >= points {
            return Err(RulesError::UnknownPoint(last));
        }
        let ends: Vec<Option<(u16, u16)>> = edges.into_iter().map(Some).collect();
        let wires = Wires::unchecked_seats(setup.places().len(), points, &[ends])?;
        let open_way = wires.way(NET, terminals.0, terminals.1, |_| true);
        Ok(Switches { wires, short, terminals, open_way })
    }

    /// Whether there is a way between the terminals at all.
    pub fn is_connected(&self) -> bool {
        self.open_way.is_some()
    }

    /// Edges of Short that join the terminals.
    pub fn joining<K: Copy>(&self, stones: &Stones<K>) -> Vec<PlaceId> {
        let (from, to) = self.terminals;
        let mine = |place| stones.has(self.short, place);
        self.wires.way(NET, from, to, mine).unwrap_or_default()
    }

    /// Edges of Cut that separate the terminals, none of them in vain: those between what can still
    /// be reached from one terminal and what the other is left with.
    pub fn separating<K: Copy>(&self, stones: &Stones<K>) -> Vec<PlaceId> {
        let (from, to) = self.terminals;
        let cut = |place| stones.owner(place).is_some_and(|seat| seat != self.short);
        let near = self.wires.reach(NET, from, |place| !cut(place));
        let is_near = |point: u16| point == from || near[usize::from(point)].is_some();
        let ends = |place| self.wires.ends(NET, place).expect("every edge has ends");
        let away = |place| {
            let (a, b) = ends(place);
            !is_near(a) && !is_near(b)
        };
        let far = self.wires.reach(NET, to, away);
        let is_far = |point: u16| point == to || far[usize::from(point)].is_some();
        let between = |&place: &PlaceId| {
            let (a, b) = ends(place);
            (is_near(a) && is_far(b)) || (is_near(b) && is_far(a))
        };
        (0..stones.places() as PlaceId).filter(between).collect()
    }

    fn marked(&self, way: &[PlaceId], places: usize) -> Vec<bool> {
        let mut marked = vec![false; places];
        way.iter().for_each(|&place| marked[usize::from(place)] = true);
        marked
    }
}

/// The wires are those of one net: nobody but Short joins anything.
const NET: Seat = Seat(0);

impl Tracker for Switches {
    type Kept = ();
    type Memory = Circuit;
    type Report = Switched;

    fn kept(&self, _: PlaceId) {}

    fn memory(&self) -> Circuit {
        let way = self.open_way.as_deref().unwrap_or_default();
        Circuit { nets: self.wires.memory(), way: self.marked(way, self.wires.places()) }
    }

    #[inline]
    fn claimed(
        &self,
        stones: &mut Stones<()>,
        memory: &mut Circuit,
        seat: Seat,
        place: PlaceId,
    ) -> Switched {
        let (from, to) = self.terminals;
        if seat == self.short {
            self.wires.claimed(stones, &mut memory.nets, NET, place);
            return if memory.nets.joined(from, to) { Switched::Joined } else { Switched::Open };
        }
        if !memory.way[usize::from(place)] {
            return Switched::Open;
        }
        let uncut = |p| stones.owner(p).is_none_or(|owner| owner == self.short);
        match self.wires.way(NET, from, to, uncut) {
            Some(way) => {
                memory.way = self.marked(&way, stones.places());
                Switched::Open
            }
            // The old way stays: it is the one that is open again if this claim is taken back.
            None => Switched::Separated,
        }
    }
}
