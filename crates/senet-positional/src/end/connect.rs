//! Conditions on groups: touching sides, closing rings.

use super::{Condition, Look};
use crate::error::RulesError;
use crate::graph::ColoredGraph;
use crate::setup::Setup;
use crate::stones::PlaceId;
use crate::tracker::{Group, Groups, Region, Regions};
use senet_board::{Cell, Dir};

/// See [`connects`].
#[derive(Debug, Clone, Copy)]
pub struct Connects {
    count: u32,
    regions: Regions,
}

/// One group touches at least `count` of these regions: `connects(2, [Region::NORTH, Region::SOUTH])`.
#[inline]
pub const fn connects<const N: usize>(count: u32, regions: [Region; N]) -> Connects {
    Connects { count, regions: Regions::of(regions) }
}

impl Condition<Groups> for Connects {
    #[inline(always)]
    fn holds(&self, look: &Look<'_, Groups>) -> bool {
        look.report.touches.intersection(self.regions).len() >= self.count
    }

    fn places(&self, look: &Look<'_, Groups>) -> Vec<PlaceId> {
        let part = |region: Region| -> Vec<Cell> {
            let inside = |cell: &Cell| look.tracker.regions(cell.0 as PlaceId).contains(region);
            look.board.cells().filter(inside).collect()
        };
        let parts: Vec<Vec<Cell>> = self.regions.iter().map(part).collect();
        let count = self.count as usize;
        let found = mine(look).any_connections(|touched| touched >= count, &parts);
        look.places_of(&found.unwrap_or_default())
    }

    fn check(&self, _: &Setup<'_>, tracker: &Groups) -> Result<(), RulesError> {
        let unknown = self.regions.iter().find(|&region| !tracker.known().contains(region));
        if let Some(region) = unknown {
            return Err(RulesError::UnknownRegion(region));
        }
        let (needed, named) = (self.count, self.regions.len());
        let fine = needed <= named;
        fine.then_some(()).ok_or(RulesError::TooFewRegions { needed, named })
    }
}

/// The stones of the player who has just moved, as a graph.
fn mine(look: &Look<'_, Groups>) -> ColoredGraph<(), Option<Dir>> {
    let mut graph = ColoredGraph::of_board(look.board, ());
    graph.retain(|cell, ()| look.mine(cell.0 as PlaceId));
    graph
}

/// See [`ring`].
#[derive(Debug, Clone, Copy)]
pub struct Ring;

/// Stones form a ring around at least one cell, whatever is on it. For boards of hexagons without
/// holes.
pub const fn ring() -> Ring {
    Ring
}

impl Ring {
    /// The ring is new: either the claim has joined two ends of a group, and then there is something
    /// between them on both sides; or it has filled the last gap around a stone of the same seat.
    #[inline]
    fn around_a_stone(look: &Look<'_, Groups>) -> Option<PlaceId> {
        let Group { near, .. } = look.report;
        let turned = |by: u32| near << by | near >> (6 - by);
        let middles = near & turned(1) & turned(5) & 0b11_1111;
        if middles == 0 {
            return None;
        }
        let around = look.tracker.around(look.place);
        let inside = |i: &usize| {
            let centre = around[*i];
            middles & 1 << i != 0 && look.tracker.around(centre).iter().all(|&p| look.mine(p))
        };
        (0..6).find(inside).map(|i| around[i])
    }
}

impl Condition<Groups> for Ring {
    #[inline(always)]
    fn holds(&self, look: &Look<'_, Groups>) -> bool {
        look.report.closes_loop || Ring::around_a_stone(look).is_some()
    }

    fn places(&self, look: &Look<'_, Groups>) -> Vec<PlaceId> {
        if let Some(centre) = Ring::around_a_stone(look) {
            return look.tracker.around(centre).to_vec();
        }
        // The shortest way from one run of neighbours to another that does not pass the claim.
        let place = Cell(look.place.into());
        let mut graph = mine(look);
        graph.retain(|cell, ()| cell != place);
        let around = look.tracker.around(look.place);
        let near = look.report.near;
        let starts = (0..6).filter(|&i| near & 1 << i != 0 && near & 1 << ((i + 5) % 6) == 0);
        let run = |start: usize| -> Vec<Cell> {
            let following = (start..start + 6).map(|i| i % 6);
            let mine = following.take_while(|i| near & 1 << i != 0);
            mine.map(|i| Cell(around[i].into())).collect()
        };
        let runs: Vec<Vec<Cell>> = starts.map(run).collect();
        let pairs =
            runs.iter().enumerate().flat_map(|(i, a)| runs[..i].iter().map(move |b| (a, b)));
        let ways = pairs.filter_map(|(a, b)| graph.shortest_way(a, b));
        let mut ring = ways.min_by_key(Vec::len).unwrap_or_default();
        ring.push(place);
        look.places_of(&ring)
    }

    fn check(&self, setup: &Setup<'_>, tracker: &Groups) -> Result<(), RulesError> {
        // Stones around a hole close a loop with no cell inside of it.
        if !setup.board().spec().without.is_empty() {
            return Err(RulesError::RingAroundHoles);
        }
        tracker.is_hexagonal().then_some(()).ok_or(RulesError::NoHexagons)
    }
}
