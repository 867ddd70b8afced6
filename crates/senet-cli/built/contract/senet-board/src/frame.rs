//! Where the cells of a shape lie: columns and rows, before holes are cut.
//!
//! Every shape but the loose graphs is some of the cells of a rectangle, with steps between them.

use crate::compass::{LEANS_LEFT, LEANS_RIGHT, RING, ROW, SQUARE, Way};
use crate::spec::{BoardError, MOST_CELLS, MOST_EDGES, Shape, Spec};

/// What kind of picture the columns and rows make.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Layout {
    /// Squares.
    Square,
    /// Hexagons in level rows; a row is this many halves of a cell further right than the one below.
    Hex(i32),
    /// Dots in a row.
    Row,
    /// Dots on a circle.
    Circle,
}

/// A shape as cells in columns and rows, in the order of the board.
#[derive(Debug, Clone)]
pub(crate) struct Frame {
    pub(crate) layout: Layout,
    pub(crate) width: i32,
    pub(crate) height: i32,
    pub(crate) ways: &'static [Way],
    /// Whether steps that leave the rectangle come back on the other side.
    pub(crate) wraps: bool,
    /// Column and row of each cell, from 0.
    pub(crate) at: Vec<(i32, i32)>,
}

impl Frame {
    /// The frame of a shape. Sizes are judged before anything is stored.
    pub(crate) fn new(spec: &Spec) -> Result<Frame, BoardError> {
        let shape = &spec.shape;
        let cells = count(shape);
        if cells == 0 {
            return Err(BoardError::Empty);
        }
        if cells > u128::from(MOST_CELLS) {
            return Err(BoardError::TooManyCells);
        }
        if matches!(shape, Shape::Complete { .. })
            && cells * (cells - 1) / 2 > u128::from(MOST_EDGES)
        {
            return Err(BoardError::TooManyEdges);
        }
        let square = matches!(shape, Shape::Square { .. });
        if spec.torus && !square {
            return Err(BoardError::NoTorus);
        }
        if spec.eight && !square {
            return Err(BoardError::NoDiagonals);
        }
        let (layout, width, height, ways) = match *shape {
            Shape::Square { width, height } => (Layout::Square, width, height, SQUARE),
            Shape::Hex { width, height } => (Layout::Hex(1), width, height, LEANS_RIGHT),
            Shape::HexHex { side } => (Layout::Hex(-1), 2 * side - 1, 2 * side - 1, LEANS_LEFT),
            Shape::Triangle { side } => (Layout::Hex(1), side, side, LEANS_RIGHT),
            Shape::Ring { cells } => (Layout::Circle, cells, 1, RING),
            Shape::Line { cells } => (Layout::Row, cells, 1, ROW),
            Shape::Complete { .. } | Shape::Graph { .. } => {
                (Layout::Circle, cells as u32, 1, &[][..])
            }
        };
        let (width, height) = (width as i32, height as i32);
        let inside = |x: i32, y: i32| match *shape {
            Shape::HexHex { side } => (x - y).abs() < side as i32,
            Shape::Triangle { side } => x + y < side as i32,
            _ => true,
        };
        let all = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
        let at = all.filter(|&(x, y)| inside(x, y)).collect();
        let wraps = spec.torus || matches!(shape, Shape::Ring { .. });
        Ok(Frame { layout, width, height, ways, wraps, at })
    }

    /// Where a step leads, on an endless board or around the rectangle; perhaps to no cell.
    pub(crate) fn step(&self, (x, y): (i32, i32), way: &Way) -> (i32, i32) {
        let (x, y) = (x + way.dx, y + way.dy);
        if self.wraps { (x.rem_euclid(self.width), y.rem_euclid(self.height)) } else { (x, y) }
    }

    /// The place of a column and row in the rectangle, if it is in it.
    pub(crate) fn slot(&self, (x, y): (i32, i32)) -> Option<usize> {
        let inside = (0..self.width).contains(&x) && (0..self.height).contains(&y);
        inside.then(|| (y * self.width + x) as usize)
    }

    /// The names of the cells.
    pub(crate) fn names(&self, spec: &Spec) -> Vec<String> {
        let grid = matches!(self.layout, Layout::Square | Layout::Hex(_));
        let given = match &spec.shape {
            Shape::Graph { cells, .. } => Some(cells),
            _ => None,
        };
        let usual = if grid || given.is_some() { "" } else { "p" };
        let prefix = spec.prefix.as_deref().unwrap_or(usual);
        let columns: Vec<String> =
            if grid { (0..self.width as u32).map(letters).collect() } else { Vec::new() };
        let name = |&(x, y): &(i32, i32)| match given {
            Some(names) => format!("{prefix}{}", names[x as usize]),
            None if grid => format!("{prefix}{}{}", columns[x as usize], y + 1),
            None => format!("{prefix}{}", x + 1),
        };
        self.at.iter().map(name).collect()
    }
}

/// How many cells a shape has.
fn count(shape: &Shape) -> u128 {
    let square = |w: u32, h: u32| u128::from(w) * u128::from(h);
    match *shape {
        Shape::Square { width, height } | Shape::Hex { width, height } => square(width, height),
        Shape::HexHex { side: 0 } => 0,
        Shape::HexHex { side } => 3 * square(side, side - 1) + 1,
        Shape::Triangle { side } => (square(side, side) + u128::from(side)) / 2,
        Shape::Ring { cells } | Shape::Line { cells } | Shape::Complete { cells } => {
            u128::from(cells)
        }
        Shape::Graph { ref cells, .. } => cells.len() as u128,
    }
}

/// The name of a column: a to z, then aa, ab, …
fn letters(column: u32) -> String {
    let mut rest = column + 1;
    let mut name = Vec::new();
    while rest > 0 {
        rest -= 1;
        name.push((b'a' + (rest % 26) as u8) as char);
        rest /= 26;
    }
    name.iter().rev().collect()
}

#[cfg(test)]
mod tests {
    use super::letters;

    #[test]
    fn columns_go_on_after_z() {
        let names: Vec<String> = [0, 25, 26, 27, 51, 52, 701, 702].map(letters).into();
        assert_eq!(names, ["a", "z", "aa", "ab", "az", "ba", "zz", "aaa"]);
    }
}
