//! Regions: the parts of a board that groups may touch.

use senet_board::Compass;
use std::fmt;

/// A part of the board that groups may touch: one of its sides, or a part that a game marks itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Region(u8);

/// Some regions, one bit for each.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Regions(u32);

/// The first regions are the sides.
const SIDES: u8 = Compass::ALL.len() as u8;

impl Region {
    /// The side in the north.
    pub const NORTH: Region = Region::side(Compass::North);
    /// The side in the northeast.
    pub const NORTHEAST: Region = Region::side(Compass::Northeast);
    /// The side in the east.
    pub const EAST: Region = Region::side(Compass::East);
    /// The side in the southeast.
    pub const SOUTHEAST: Region = Region::side(Compass::Southeast);
    /// The side in the south.
    pub const SOUTH: Region = Region::side(Compass::South);
    /// The side in the southwest.
    pub const SOUTHWEST: Region = Region::side(Compass::Southwest);
    /// The side in the west.
    pub const WEST: Region = Region::side(Compass::West);
    /// The side in the northwest.
    pub const NORTHWEST: Region = Region::side(Compass::Northwest);

    /// How many regions a game can mark beside the sides of its board.
    pub const MOST_OWN: usize = (u32::BITS as u8 - SIDES) as usize;

    /// The side of a board that lies in this direction.
    pub const fn side(compass: Compass) -> Region {
        Region(compass as u8)
    }

    /// Names for `N` regions that a game marks itself, such as the corners of Havannah. More than
    /// [`Region::MOST_OWN`] do not compile.
    pub const fn own<const N: usize>() -> [Region; N] {
        const { assert!(N <= Region::MOST_OWN, "a game marks at most 24 regions of its own") };
        let mut regions = [Region(SIDES); N];
        let mut i = 0;
        while i < N {
            regions[i] = Region(SIDES + i as u8);
            i += 1;
        }
        regions
    }

    /// A region that a game marks itself, by number below [`Region::MOST_OWN`].
    pub const fn nth_own(number: usize) -> Option<Region> {
        if number < Region::MOST_OWN { Some(Region(SIDES + number as u8)) } else { None }
    }
}

impl fmt::Display for Region {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match Compass::ALL.get(usize::from(self.0)) {
            Some(compass) => write!(f, "{} side", compass.name()),
            None => write!(f, "region {}", self.0 - SIDES),
        }
    }
}

impl Regions {
    /// The set of these regions.
    #[inline]
    pub const fn of<const N: usize>(regions: [Region; N]) -> Regions {
        let mut bits = 0;
        let mut i = 0;
        while i < N {
            bits |= 1 << regions[i].0;
            i += 1;
        }
        Regions(bits)
    }

    /// Whether a region is in the set.
    pub const fn contains(self, region: Region) -> bool {
        self.0 & 1 << region.0 != 0
    }

    /// Whether there are none.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many there are.
    #[inline]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// The regions of both sets.
    #[inline]
    pub const fn union(self, other: Regions) -> Regions {
        Regions(self.0 | other.0)
    }

    /// The regions that are in both sets.
    #[inline]
    pub const fn intersection(self, other: Regions) -> Regions {
        Regions(self.0 & other.0)
    }

    /// The regions, in order.
    pub fn iter(self) -> impl Iterator<Item = Region> {
        (0..u32::BITS as u8).map(Region).filter(move |&region| self.contains(region))
    }
}
