//! Groups: connected stones of one seat, and which marked parts of the board they touch.

use super::Tracker;
use crate::stones::{PlaceId, Stones};
use senet_board::{Board, Cell};
use senet_game::Seat;

/// Keeps the groups of each seat: a union by rank that can be undone, with marks for the sides that
/// a group touches. A claim costs a few steps per neighbour, and the logarithm of a group at worst.
#[derive(Debug, Clone)]
pub struct Groups {
    near: Near,
    marks: Vec<u16>,
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
    marks: u16,
    rank: u16,
}

/// The group that a claim has led to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Group {
    /// The marks that it touches, one bit each.
    pub marks: u16,
    /// Whether stones met that were connected already: the claim has closed a loop.
    pub closes_loop: bool,
    /// On hexagons: which of the neighbours, in order, are the seat's.
    pub near: u8,
}

/// The tree that another tree was hung into, as it was before.
#[derive(Debug, Clone, Copy)]
pub struct Union {
    root: PlaceId,
    child: PlaceId,
    rank: u16,
    marks: u16,
}

/// What has to be undone when claims are taken back; written only once somebody wants to go back.
#[derive(Debug, Clone, Default)]
pub struct Unions {
    recording: bool,
    list: Vec<Union>,
}

/// How many parts of a board can be marked.
const MOST_MARKS: usize = 16;

impl Groups {
    /// Groups over the cells of a board; bit `i` of a group's marks tells whether it touches a cell
    /// of part `i`.
    ///
    /// # Panics
    ///
    /// If there are more than sixteen parts: that is a mistake in the game, not of a player.
    pub fn new<'a>(board: &Board, parts: impl IntoIterator<Item = &'a [Cell]>) -> Groups {
        let mut marks = vec![0; board.len() + 1];
        for (i, part) in parts.into_iter().enumerate() {
            assert!(i < MOST_MARKS, "a group has a bit for each of {MOST_MARKS} marks");
            for cell in part {
                marks[cell.index()] |= 1 << i;
            }
        }
        let near = if board.directions().len() == 6 { hexagons(board) } else { graph(board) };
        Groups { near, marks }
    }

    /// Groups whose marks are the sides of the board, in their order; a corner is in both its sides.
    pub fn by_sides(board: &Board) -> Groups {
        Groups::new(board, board.sides().iter().map(|side| side.cells.as_slice()))
    }

    /// The marks of one place.
    pub fn marks(&self, place: PlaceId) -> u16 {
        self.marks[usize::from(place)]
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

/// The root of a group. As long as nobody wants to go back, ways to it are made shorter in passing.
#[inline(always)]
fn root(stones: &mut Stones<Member>, memory: &Unions, mut place: PlaceId) -> PlaceId {
    loop {
        let parent = stones.kept(place).parent;
        let above = stones.kept(parent).parent;
        if above == parent {
            return parent;
        }
        if !memory.recording {
            stones.kept_mut(place).parent = above;
        }
        place = above;
    }
}

/// Makes one group of two, given by their roots; returns the new root.
#[inline(always)]
fn unite(stones: &mut Stones<Member>, memory: &mut Unions, a: PlaceId, b: PlaceId) -> PlaceId {
    let (mine, other) = (stones.kept(a), stones.kept(b));
    let (root, child, above, below) =
        if mine.rank < other.rank { (b, a, other, mine) } else { (a, b, mine, other) };
    if memory.recording {
        memory.list.push(Union { root, child, rank: above.rank, marks: above.marks });
    }
    let rank = above.rank + u16::from(above.rank == below.rank);
    *stones.kept_mut(root) = Member { parent: root, rank, marks: above.marks | below.marks };
    stones.kept_mut(child).parent = root;
    root
}

/// A group meets another, given by their roots: they become one, or have been one all along.
#[inline(always)]
fn meet(
    stones: &mut Stones<Member>,
    memory: &mut Unions,
    group: PlaceId,
    other: PlaceId,
    closes_loop: bool,
) -> (PlaceId, bool) {
    if other == group { (group, true) } else { (unite(stones, memory, group, other), closes_loop) }
}

impl Tracker for Groups {
    type Kept = Member;
    type Memory = Unions;
    type Report = Group;
    type Point = usize;

    fn kept(&self, place: PlaceId) -> Member {
        Member { parent: place, marks: self.marks[usize::from(place)], rank: 0 }
    }

    fn memory(&self) -> Unions {
        Unions::default()
    }

    #[inline]
    fn claimed(
        &self,
        stones: &mut Stones<Member>,
        memory: &mut Unions,
        seat: Seat,
        place: PlaceId,
    ) -> Group {
        let mut group = place;
        let mut closes_loop = false;
        let mut near = 0u8;
        match &self.near {
            Near::Hexagons(around) => {
                let around = &around[usize::from(place)];
                for (i, &next) in around.iter().enumerate() {
                    near |= u8::from(stones.has(seat, next)) << i;
                }
                // Neighbours that follow each other are one group already: one of each run will do.
                let mut runs = near & !(near << 1 | near >> 5);
                if near == 0b11_1111 {
                    runs = 1;
                }
                while runs != 0 {
                    let other = root(stones, memory, around[runs.trailing_zeros() as usize]);
                    (group, closes_loop) = meet(stones, memory, group, other, closes_loop);
                    runs &= runs - 1;
                }
            }
            Near::Graph { first, places } => {
                let range = &first[usize::from(place)..][..2];
                for &next in &places[range[0] as usize..range[1] as usize] {
                    if stones.has(seat, next) {
                        let other = root(stones, memory, next);
                        (group, closes_loop) = meet(stones, memory, group, other, closes_loop);
                    }
                }
            }
        }
        Group { marks: stones.kept(group).marks, closes_loop, near }
    }

    fn point(&self, memory: &mut Unions) -> usize {
        memory.recording = true;
        memory.list.len()
    }

    fn unclaimed(
        &self,
        stones: &mut Stones<Member>,
        memory: &mut Unions,
        _: Seat,
        _: PlaceId,
        point: usize,
    ) {
        for Union { root, child, rank, marks } in memory.list.drain(point..).rev() {
            *stones.kept_mut(root) = Member { parent: root, rank, marks };
            stones.kept_mut(child).parent = child;
        }
    }
}
