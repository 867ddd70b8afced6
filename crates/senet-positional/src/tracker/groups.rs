//! Groups: connected stones of one seat, and which regions of the board they touch.

use super::{Region, Regions, Tracker};
use crate::error::RulesError;
use crate::setup::Setup;
use crate::stones::{PlaceId, Stones};
use senet_board::{Board, Cell};
use senet_game::Seat;

/// Keeps the groups of each seat: union-find by rank, with path halving (Tarjan and van Leeuwen 1984) and a
/// bit for each region that a group touches. A claim costs a few steps per neighbour, and the logarithm of
/// a group at worst. There is no way to take one back: searches copy the position.
#[derive(Debug, Clone)]
pub struct Groups {
    near: Near,
    /// The regions of each place, and none beyond the rim.
    regions: Vec<Regions>,
    known: Regions,
}

/// The neighbours of each place.
#[derive(Debug, Clone)]
enum Near {
    /// Around each hexagon in order, so that neighbours that follow each other touch.
    Hexagons(Vec<[PlaceId; 6]>),
    /// In any graph.
    Graph { first: Vec<u32>, places: Vec<PlaceId> },
}

/// What is kept beside a stone: its place in the tree of its group.
///
/// Eight bytes, so that it is read and written at once.
#[derive(Debug, Clone, Copy)]
#[repr(align(8))]
pub struct Member {
    parent: PlaceId,
    rank: u16,
    touches: Regions,
}

/// The group that a claim has led to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Group {
    /// The regions that any stone of the group is in.
    pub touches: Regions,
    /// Whether stones met that were connected already: the claim has closed a loop.
    pub closes_loop: bool,
    /// On hexagons: which of the neighbours, in order, are the seat's.
    pub near: u8,
}

impl Groups {
    /// Groups over the cells of a board, and the cells of each region that they may touch. A region
    /// without cells is one that nobody touches.
    pub fn new<'a>(
        setup: &Setup<'_>,
        parts: impl IntoIterator<Item = (Region, &'a [Cell])>,
    ) -> Result<Groups, RulesError> {
        setup.places_are_cells()?;
        let board = setup.board();
        let mut regions = vec![Regions::default(); board.len() + 1];
        let mut known = Regions::default();
        for (region, cells) in parts {
            known = known.union(Regions::of([region]));
            for cell in cells {
                let here = regions[..board.len()].get_mut(cell.index());
                let here = here.ok_or(RulesError::BadPlace(cell.index()))?;
                *here = here.union(Regions::of([region]));
            }
        }
        let near = if board.directions().len() == 6 { hexagons(board) } else { graph(board) };
        Ok(Groups { near, regions, known })
    }

    /// Groups whose regions are the sides of the board; a corner is in both its sides.
    pub fn by_sides(setup: &Setup<'_>) -> Result<Groups, RulesError> {
        let sides = setup.board().sides().iter();
        Groups::new(setup, sides.map(|side| (Region::side(side.compass), side.cells.as_slice())))
    }

    /// Groups whose regions are any parts of the board, `Region::nth_own(0)` and so on, where their
    /// number is not known before.
    pub fn by_parts(setup: &Setup<'_>, parts: &[Vec<Cell>]) -> Result<Groups, RulesError> {
        let (count, most) = (parts.len(), Region::MOST_OWN);
        if count > most {
            return Err(RulesError::TooManyRegions { count, most });
        }
        let regions = (0..count).filter_map(Region::nth_own);
        Groups::new(setup, regions.zip(parts.iter().map(Vec::as_slice)))
    }

    /// The regions that a place is in.
    pub fn regions(&self, place: PlaceId) -> Regions {
        self.regions[usize::from(place)]
    }

    /// The regions that groups may touch.
    pub fn known(&self) -> Regions {
        self.known
    }

    pub(crate) fn is_hexagonal(&self) -> bool {
        matches!(self.near, Near::Hexagons(_))
    }

    /// The six places around a hexagon, in order; the number of places stands for none.
    pub(crate) fn around(&self, place: PlaceId) -> &[PlaceId] {
        match &self.near {
            Near::Hexagons(around) => &around[usize::from(place)],
            Near::Graph { first, places } => {
                let range = &first[usize::from(place)..][..2];
                &places[range[0] as usize..range[1] as usize]
            }
        }
    }
}

fn hexagons(board: &Board) -> Near {
    let rim = board.len() as PlaceId;
    let around = |cell| {
        let mut around = [rim; 6];
        for (i, place) in around.iter_mut().enumerate() {
            let next = board.step(senet_board::Dir(i as u8), cell);
            *place = next.map_or(rim, |next| next.0 as PlaceId);
        }
        around
    };
    Near::Hexagons(board.cells().map(around).collect())
}

fn graph(board: &Board) -> Near {
    let mut first = vec![0];
    let mut places = Vec::new();
    for cell in board.cells() {
        places.extend(board.neighbours(cell).iter().map(|next| next.0 as PlaceId));
        first.push(places.len() as u32);
    }
    Near::Graph { first, places }
}

/// A place with more groups around it than this is not foreseen.
const MOST_MET: usize = 8;

/// Which of the places around a hexagon are a seat's.
#[inline(always)]
fn neighbours(stones: &Stones<Member>, seat: Seat, around: &[PlaceId; 6]) -> u8 {
    let has = |(i, &next): (usize, &PlaceId)| u8::from(stones.has(seat, next)) << i;
    around.iter().enumerate().map(has).fold(0, |near, bit| near | bit)
}

/// One of each run of neighbours: those that follow each other are one group already.
#[inline(always)]
fn first_of_runs(near: u8) -> u8 {
    // A bit begins a run if the one before it, around the hexagon, is not set; a full ring has no
    // beginning, and any bit will do.
    if near == 0b11_1111 { 1 } else { near & !(near << 1 | near >> 5) }
}

/// The root of a group (union-find with path halving).
#[inline(always)]
fn root(stones: &mut Stones<Member>, mut place: PlaceId) -> PlaceId {
    loop {
        let parent = stones.kept(place).parent;
        let above = stones.kept(parent).parent;
        if above == parent {
            return parent;
        }
        stones.kept_mut(place).parent = above;
        place = above;
    }
}

/// Makes one group of two, given by their roots; returns the new root.
#[inline(always)]
fn unite(stones: &mut Stones<Member>, a: PlaceId, b: PlaceId) -> PlaceId {
    let (mine, other) = (stones.kept(a), stones.kept(b));
    let (root, child, above, below) =
        if mine.rank < other.rank { (b, a, other, mine) } else { (a, b, mine, other) };
    let rank = above.rank + u16::from(above.rank == below.rank);
    let touches = above.touches.union(below.touches);
    *stones.kept_mut(root) = Member { parent: root, rank, touches };
    stones.kept_mut(child).parent = root;
    root
}

/// A group meets another, given by their roots: they become one, or have been one all along.
#[inline(always)]
fn meet(
    stones: &mut Stones<Member>,
    group: PlaceId,
    other: PlaceId,
    closes_loop: bool,
) -> (PlaceId, bool) {
    if other == group { (group, true) } else { (unite(stones, group, other), closes_loop) }
}

impl Tracker for Groups {
    type Kept = Member;
    type Memory = ();
    type Report = Group;

    fn kept(&self, place: PlaceId) -> Member {
        Member { parent: place, rank: 0, touches: self.regions[usize::from(place)] }
    }

    fn memory(&self) {}

    #[inline]
    fn claimed(
        &self,
        stones: &mut Stones<Member>,
        (): &mut (),
        seat: Seat,
        place: PlaceId,
    ) -> Group {
        // A loop is closed when a neighbour belongs to the group already, through another neighbour. On
        // hexagons a run of neighbours counts once, because its members touch each other: three stones
        // that touch are no loop.
        let mut group = place;
        let mut closes_loop = false;
        let mut near = 0u8;
        match &self.near {
            Near::Hexagons(around) => {
                let around = &around[usize::from(place)];
                near = neighbours(stones, seat, around);
                let mut runs = first_of_runs(near);
                while runs != 0 {
                    let other = root(stones, around[runs.trailing_zeros() as usize]);
                    (group, closes_loop) = meet(stones, group, other, closes_loop);
                    runs &= runs - 1;
                }
            }
            Near::Graph { first, places } => {
                let range = &first[usize::from(place)..][..2];
                for &next in &places[range[0] as usize..range[1] as usize] {
                    if stones.has(seat, next) {
                        let other = root(stones, next);
                        (group, closes_loop) = meet(stones, group, other, closes_loop);
                    }
                }
            }
        }
        Group { touches: stones.kept(group).touches, closes_loop, near }
    }

    #[inline]
    fn foresee(
        &self,
        stones: &Stones<Member>,
        (): &(),
        seat: Seat,
        place: PlaceId,
    ) -> Option<Group> {
        // The same as `claimed` without a change: roots are found without path halving, and the groups
        // that would meet are kept in a short list.
        let (mut touches, mut closes_loop, mut near) = (self.regions(place), false, 0);
        let mut met = [PlaceId::MAX; MOST_MET];
        let mut count = 0;
        let mut meet = |next: PlaceId| {
            let mut root = next;
            while stones.kept(root).parent != root {
                root = stones.kept(root).parent;
            }
            if met[..count].contains(&root) {
                closes_loop = true;
                return Some(());
            }
            *met.get_mut(count)? = root;
            count += 1;
            touches = touches.union(stones.kept(root).touches);
            Some(())
        };
        match &self.near {
            Near::Hexagons(around) => {
                let around = &around[usize::from(place)];
                near = neighbours(stones, seat, around);
                let mut runs = first_of_runs(near);
                while runs != 0 {
                    meet(around[runs.trailing_zeros() as usize])?;
                    runs &= runs - 1;
                }
            }
            Near::Graph { .. } => {
                for &next in self.around(place).iter().filter(|next| stones.has(seat, **next)) {
                    meet(next)?;
                }
            }
        }
        Some(Group { touches, closes_loop, near })
    }
}
