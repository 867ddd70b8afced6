//! Directions: which there are on a shape, and what is opposite to what.

use crate::place::Dir;

/// The points of the compass, clockwise: where the sides of boards lie. North is up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Compass {
    North,
    Northeast,
    East,
    Southeast,
    South,
    Southwest,
    West,
    Northwest,
}

impl Compass {
    /// All eight, clockwise from north.
    pub const ALL: [Compass; 8] = [
        Compass::North,
        Compass::Northeast,
        Compass::East,
        Compass::Southeast,
        Compass::South,
        Compass::Southwest,
        Compass::West,
        Compass::Northwest,
    ];

    /// The word, such as `northeast`.
    pub const fn name(self) -> &'static str {
        match self {
            Compass::North => "north",
            Compass::Northeast => "northeast",
            Compass::East => "east",
            Compass::Southeast => "southeast",
            Compass::South => "south",
            Compass::Southwest => "southwest",
            Compass::West => "west",
            Compass::Northwest => "northwest",
        }
    }
}

/// A direction of a board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Direction {
    /// Its name, such as `northeast`.
    pub name: &'static str,
    /// Whether a step leads over an edge of the cell, not a corner. Only squares have others.
    pub orthogonal: bool,
    /// The way back.
    pub opposite: Dir,
}

/// A step in the frame of a shape.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Way {
    pub(crate) name: &'static str,
    pub(crate) dx: i32,
    pub(crate) dy: i32,
    pub(crate) orthogonal: bool,
}

const fn way(name: &'static str, dx: i32, dy: i32) -> Way {
    Way { name, dx, dy, orthogonal: true }
}

const fn diagonal(name: &'static str, dx: i32, dy: i32) -> Way {
    Way { name, dx, dy, orthogonal: false }
}

/// Squares: clockwise from north.
pub(crate) const SQUARE: &[Way] = &[
    way("north", 0, 1),
    diagonal("northeast", 1, 1),
    way("east", 1, 0),
    diagonal("southeast", 1, -1),
    way("south", 0, -1),
    diagonal("southwest", -1, -1),
    way("west", -1, 0),
    diagonal("northwest", -1, 1),
];

/// Hexagons whose columns lean to the right.
pub(crate) const LEANS_RIGHT: &[Way] = &[
    way("northeast", 0, 1),
    way("east", 1, 0),
    way("southeast", 1, -1),
    way("southwest", 0, -1),
    way("west", -1, 0),
    way("northwest", -1, 1),
];

/// Hexagons whose columns lean to the left.
pub(crate) const LEANS_LEFT: &[Way] = &[
    way("northeast", 1, 1),
    way("east", 1, 0),
    way("southeast", 0, -1),
    way("southwest", -1, -1),
    way("west", -1, 0),
    way("northwest", 0, 1),
];

/// A row of cells.
pub(crate) const ROW: &[Way] = &[way("east", 1, 0), way("west", -1, 0)];

/// A circle of cells.
pub(crate) const RING: &[Way] = &[way("cw", 1, 0), way("ccw", -1, 0)];

/// The ways, for all players to see. Ways are listed around, so the opposite is half a turn away.
pub(crate) fn directions(ways: &[Way]) -> Vec<Direction> {
    let opposite = |i| Dir(((i + ways.len() / 2) % ways.len()) as u8);
    let each = |(i, way): (usize, &Way)| Direction {
        name: way.name,
        orthogonal: way.orthogonal,
        opposite: opposite(i),
    };
    ways.iter().enumerate().map(each).collect()
}
