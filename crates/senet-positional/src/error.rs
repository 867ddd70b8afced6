//! Why rules make no game.

use crate::tracker::Region;
use senet_board::BoardError;

/// Rules, or values chosen for them, of which no game can be made.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RulesError {
    /// There is no such board.
    #[error(transparent)]
    Board(#[from] BoardError),
    /// A number is too small or too large.
    #[error("{what} is {value}, but must be from {least} to {most}")]
    OutOfRange {
        /// What the number is, such as `size`.
        what: &'static str,
        /// The number.
        value: u32,
        /// The least that it may be.
        least: u32,
        /// The most that it may be.
        most: u32,
    },
    /// The game has no places.
    #[error("there is nothing to claim")]
    NoPlaces,
    /// Places have 16-bit numbers, one of which stands for what lies beyond the rim.
    #[error("{0} places cannot be claimed: there may be 65535 at most")]
    TooManyPlaces(usize),
    /// A place is listed twice, or is not on the board.
    #[error("place {0} is listed twice, or is not on the board")]
    BadPlace(usize),
    /// No place has this name.
    #[error("there is no place `{0}`")]
    UnknownPlace(String),
    /// This many cannot play.
    #[error("{count} cannot play: the game is for {least} to {most}")]
    Players {
        /// How many would play.
        count: usize,
        /// The fewest who can.
        least: usize,
        /// The most who can.
        most: usize,
    },
    /// A rule is about a seat that does not exist.
    #[error("there is no player {} among {seats}", seat + 1)]
    UnknownSeat {
        /// The seat, counted from 0.
        seat: u8,
        /// How many seats there are.
        seats: usize,
    },
    /// In each turn at least one place is claimed.
    #[error("a turn without claims is no turn")]
    EmptyTurn,
    /// Stones fall on boards of squares without seams, of which every cell can be claimed and every
    /// column is in one piece.
    #[error("stones cannot fall here: that takes squares, columns without gaps, and no torus")]
    NothingFalls,
    /// The tracker takes the cells of the board for its places.
    #[error("the places of this game are not the cells of its board, which its tracker counts on")]
    PlacesAreNotCells,
    /// So many in a row do not fit.
    #[error("{length} in a row do not fit on {width} × {height}")]
    LineDoesNotFit {
        /// How many in a row.
        length: u32,
        /// Columns of the board.
        width: u32,
        /// Rows of the board.
        height: u32,
    },
    /// A condition asks for a line that no board can have.
    #[error("{0} in a row cannot be looked for, only 1 to 64")]
    LineLength(u32),
    /// A line of the board is longer than a machine word.
    #[error("lines can have up to 64 cells, and the board has longer ones")]
    LineTooLong,
    /// More lines than 16 bits can number.
    #[error("the board has more than 65535 lines")]
    TooManyLines,
    /// A line leads back to its beginning.
    #[error("on a torus or a ring lines have no ends: track `Sets` of `board.lines(k)` instead")]
    EndlessLines,
    /// The tracker of lines is for boards with another number of axes: four on squares, three on
    /// hexagons.
    #[error("lines along {tracked} axes are tracked, but the board has {found}")]
    Axes {
        /// As many as the tracker is for.
        tracked: usize,
        /// As many as the board has.
        found: usize,
    },
    /// More parts of the board than a group has bits for.
    #[error("{count} regions are too many: a board may have {most} of its own")]
    TooManyRegions {
        /// How many were given.
        count: usize,
        /// How many there may be.
        most: usize,
    },
    /// A condition asks for a region that the tracker does not know.
    #[error("the board has no {0} that groups could touch")]
    UnknownRegion(Region),
    /// A condition asks for more regions than it names.
    #[error("of {named} regions a group cannot touch {needed}")]
    TooFewRegions {
        /// How many a group is to touch.
        needed: u32,
        /// How many the condition names.
        named: u32,
    },
    /// Rings are defined on hexagons.
    #[error("rings are made of hexagons, and this board has none")]
    NoHexagons,
    /// Rings are looked for on a board from which cells are cut out.
    #[error("rings cannot be looked for on a board with holes")]
    RingAroundHoles,
    /// A set contains a place that does not exist.
    #[error("a set has place {0}, which does not exist")]
    BadSet(usize),
    /// The wires of a seat are not one for each place.
    #[error("wires are given for {given} places or players, but the game has {needed}")]
    Wires {
        /// As many as were given.
        given: usize,
        /// As many as the game has.
        needed: usize,
    },
    /// Points of wires have 16-bit numbers.
    #[error("{0} points cannot be joined: there may be 65535 at most")]
    TooManyPoints(usize),
    /// A wire, or a condition, names a point that does not exist.
    #[error("there is no point {0}")]
    UnknownPoint(u16),
    /// A graph has no vertex of this name.
    #[error("there is no vertex `{0}`")]
    UnknownVertex(String),
    /// Text that should be an edge, two names joined by `-`, is none.
    #[error("`{0}` is not an edge")]
    NotAnEdge(String),
    /// Two vertices should be joined that are one and the same.
    #[error("the two vertices are the same")]
    SameVertices,
    /// Two vertices should be joined between which no way leads.
    #[error("Cut has won before the game begins")]
    NoWay,
    /// Winning paths are listed one by one, and there are too many.
    #[error("size {0} has too many paths")]
    TooManyPaths(u32),
    /// Two games with different numbers of players cannot be one.
    #[error("one game is for {left} players, the other for {right}")]
    DifferentSeats {
        /// Players of the first game.
        left: usize,
        /// Players of the second game.
        right: usize,
    },
    /// Games made of others take only games in which every open place may be claimed.
    #[error("a game that restricts claims cannot be part of this one")]
    RestrictedClaims,
}

/// A number that must lie within limits.
pub(crate) fn within(
    what: &'static str,
    value: u32,
    least: u32,
    most: u32,
) -> Result<u32, RulesError> {
    let fine = (least..=most).contains(&value);
    fine.then_some(value).ok_or(RulesError::OutOfRange { what, value, least, most })
}
