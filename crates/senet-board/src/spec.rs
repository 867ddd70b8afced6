//! What board is wanted, as data, and why there may be no such board.

use crate::shape::Shape;

/// A board as it is specified. `Spec::from(shape)` is that shape with nothing special about it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Spec {
    /// The shape.
    pub shape: Shape,
    /// Whether opposite sides meet; only squares can.
    pub torus: bool,
    /// Whether the diagonal neighbours on squares count as neighbours.
    pub eight: bool,
    /// Whether edges are places too: moves may name them, and cells are drawn as dots between them.
    pub edges: bool,
    /// Names of cells that are cut out, as the board would name them.
    pub without: Vec<String>,
    /// Whether row 1 is drawn at the top, as some games count; only squares can be. Nothing but the
    /// picture depends on it.
    pub downward: bool,
    /// What every name begins with. Usually nothing; `p` on rings, lines and complete graphs, whose
    /// cells have nothing but a number: `p1`, `p2`, …
    pub prefix: Option<String>,
}

impl From<Shape> for Spec {
    fn from(shape: Shape) -> Spec {
        Spec {
            shape,
            torus: false,
            eight: false,
            edges: false,
            without: Vec::new(),
            downward: false,
            prefix: None,
        }
    }
}

/// The most cells that a board may have.
pub const MOST_CELLS: u32 = 1 << 16;

/// The most edges that a board may have: enough for every grid, and for a complete graph of 1,448.
pub const MOST_EDGES: u32 = 1 << 20;

/// Why there is no such board.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BoardError {
    /// There must be at least one cell.
    #[error("a board needs at least one cell")]
    Empty,
    /// More cells than [`MOST_CELLS`].
    #[error("a board has at most {MOST_CELLS} cells")]
    TooManyCells,
    /// More edges than [`MOST_EDGES`].
    #[error("a board has at most {MOST_EDGES} edges")]
    TooManyEdges,
    /// No cell has this name.
    #[error("the board has no cell `{0}`")]
    UnknownCell(String),
    /// The name is given twice.
    #[error("the cell `{0}` is named twice")]
    RepeatedCell(String),
    /// The two are joined twice.
    #[error("`{0}` and `{1}` are joined twice")]
    RepeatedEdge(String, String),
    /// A cell cannot be its own neighbour.
    #[error("`{0}` cannot be its own neighbour")]
    SelfLoop(String),
    /// Two edges, or a cell and an edge, would have this name.
    #[error("`{0}` could be two things: name the cells without `-`")]
    AmbiguousEdge(String),
    /// A cell needs a name of at least one character.
    #[error("every cell needs a name")]
    NamelessCell,
    /// Only squares can be a torus.
    #[error("only a board of squares can be a torus")]
    NoTorus,
    /// Only squares can have row 1 at the top.
    #[error("only a board of squares that is no torus can have row 1 at the top")]
    NotDownward,
    /// Only squares have diagonal neighbours.
    #[error("only a board of squares has diagonal neighbours")]
    NoDiagonals,
}
