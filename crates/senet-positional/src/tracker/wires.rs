//! Wires: each place joins two points, perhaps other points for other seats.

use super::Tracker;
use crate::error::RulesError;
use crate::setup::Setup;
use crate::stones::{PlaceId, Stones};
use senet_game::Seat;
use std::collections::VecDeque;

/// Keeps which points each seat has joined: union-find by rank. For games whose places are edges, such as
/// Gale, where each seat has a net of its own.
#[derive(Debug, Clone)]
pub struct Wires {
    /// What each seat joins by claiming each place; seats one after the other.
    ends: Vec<Option<(u16, u16)>>,
    places: usize,
    /// For each seat and point: where places lead from there.
    around: Vec<Vec<Vec<(u16, PlaceId)>>>,
    points: usize,
}

/// The nets of all seats.
#[derive(Debug, Clone)]
pub struct Nets {
    points: Vec<Knot>,
}

#[derive(Debug, Clone, Copy)]
struct Knot {
    parent: u16,
    rank: u8,
}

impl Wires {
    /// Wires between the points `0..points`: for each seat, what each place joins.
    pub fn new(
        setup: &Setup<'_>,
        points: usize,
        seats: &[Vec<Option<(u16, u16)>>],
    ) -> Result<Wires, RulesError> {
        if seats.len() != setup.seats() {
            return Err(RulesError::Wires { given: seats.len(), needed: setup.seats() });
        }
        Wires::unchecked_seats(setup.places().len(), points, seats)
    }

    /// Wires for a number of seats other than that of the players.
    pub(crate) fn unchecked_seats(
        places: usize,
        points: usize,
        seats: &[Vec<Option<(u16, u16)>>],
    ) -> Result<Wires, RulesError> {
        if let Some(ends) = seats.iter().find(|ends| ends.len() != places) {
            return Err(RulesError::Wires { given: ends.len(), needed: places });
        }
        if points > usize::from(u16::MAX) {
            return Err(RulesError::TooManyPoints(points));
        }
        let ends = seats.iter().flatten().flatten().flat_map(|&(a, b)| [a, b]);
        if let Some(point) = ends.into_iter().find(|&point| usize::from(point) >= points) {
            return Err(RulesError::UnknownPoint(point));
        }
        let around = seats.iter().map(|ends| {
            let mut around = vec![Vec::new(); points];
            for (place, ends) in ends.iter().enumerate() {
                if let Some((a, b)) = *ends {
                    around[usize::from(a)].push((b, place as PlaceId));
                    around[usize::from(b)].push((a, place as PlaceId));
                }
            }
            around
        });
        Ok(Wires { ends: seats.concat(), places, around: around.collect(), points })
    }

    /// How many places there are.
    pub(crate) fn places(&self) -> usize {
        self.places
    }

    /// How many points there are.
    pub fn points(&self) -> usize {
        self.points
    }

    /// What a seat joins at a place.
    pub fn ends(&self, seat: Seat, place: PlaceId) -> Option<(u16, u16)> {
        self.ends[usize::from(seat.0) * self.places + usize::from(place)]
    }

    /// The shortest way for a seat from one point to another, over places that are fine.
    pub fn way(
        &self,
        seat: Seat,
        from: u16,
        to: u16,
        fine: impl Fn(PlaceId) -> bool,
    ) -> Option<Vec<PlaceId>> {
        // Breadth-first search, then back from the end.
        let came = self.reach(seat, from, fine);
        let mut way = Vec::new();
        let mut at = to;
        while at != from {
            let (before, place) = came[usize::from(at)]?;
            way.push(place);
            at = before;
        }
        Some(way)
    }

    /// How each point is reached from one point, over places that are fine: from which point, and
    /// over which place. The point itself is not reached from anywhere.
    pub(crate) fn reach(
        &self,
        seat: Seat,
        from: u16,
        fine: impl Fn(PlaceId) -> bool,
    ) -> Vec<Option<(u16, PlaceId)>> {
        let around = &self.around[usize::from(seat.0)];
        let mut came = vec![None; self.points];
        let mut queue = VecDeque::from([from]);
        while let Some(point) = queue.pop_front() {
            for &(next, place) in &around[usize::from(point)] {
                if next != from && came[usize::from(next)].is_none() && fine(place) {
                    came[usize::from(next)] = Some((point, place));
                    queue.push_back(next);
                }
            }
        }
        came
    }
}

impl Nets {
    /// Whether two points are joined.
    #[inline]
    pub fn joined(&self, a: u16, b: u16) -> bool {
        self.root(a) == self.root(b)
    }

    #[inline]
    fn root(&self, mut point: u16) -> u16 {
        loop {
            let parent = self.points[usize::from(point)].parent;
            if parent == point {
                return point;
            }
            point = parent;
        }
    }

    #[inline]
    fn join(&mut self, a: u16, b: u16) {
        // No path compression, so that `joined` can ask of a shared position; by rank alone, paths are
        // at most as long as the logarithm of the points.
        let (a, b) = (self.root(a), self.root(b));
        if a == b {
            return;
        }
        let (mine, other) = (self.points[usize::from(a)], self.points[usize::from(b)]);
        let (root, child) = if mine.rank < other.rank { (b, a) } else { (a, b) };
        self.points[usize::from(root)].rank += u8::from(mine.rank == other.rank);
        self.points[usize::from(child)].parent = root;
    }
}

impl Tracker for Wires {
    type Kept = ();
    type Memory = Nets;
    type Report = ();

    fn kept(&self, _: PlaceId) {}

    fn memory(&self) -> Nets {
        let points = (0..self.points as u16).map(|parent| Knot { parent, rank: 0 }).collect();
        Nets { points }
    }

    #[inline]
    fn claimed(&self, _: &mut Stones<()>, memory: &mut Nets, seat: Seat, place: PlaceId) {
        if let Some((a, b)) = self.ends(seat, place) {
            memory.join(a, b);
        }
    }
}
