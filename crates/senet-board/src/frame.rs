//! Where the cells of a shape lie: columns and rows, before holes are cut.

use crate::compass::Way;
use crate::shape::{CellLayout, Shape};
use crate::spec::{BoardError, MOST_CELLS, MOST_EDGES, Spec};

/// A shape as cells in columns and rows, in the order of the board.
#[derive(Debug, Clone)]
pub(crate) struct Frame {
    pub(crate) layout: CellLayout,
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
        let (shape, kind) = (&spec.shape, spec.shape.kind());
        let (width, height) = shape.rectangle();
        // At least half of the rectangle are cells, whatever the shape: a larger one need not be
        // looked through.
        if width.saturating_mul(height) > 2 * u64::from(MOST_CELLS) {
            return Err(BoardError::TooManyCells);
        }
        let (width, height, sizes) = (width as i32, height as i32, shape.sizes());
        let all = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
        let at: Vec<(i32, i32)> = all.filter(|&(x, y)| (kind.inside)(&sizes, x, y)).collect();
        if at.is_empty() {
            return Err(BoardError::Empty);
        }
        if at.len() > MOST_CELLS as usize {
            return Err(BoardError::TooManyCells);
        }
        let edges = at.len() as u64 * (at.len() as u64 - 1) / 2;
        if matches!(shape, Shape::Complete { .. }) && edges > u64::from(MOST_EDGES) {
            return Err(BoardError::TooManyEdges);
        }
        if spec.torus && !kind.torus {
            return Err(BoardError::NoTorus);
        }
        if spec.eight && kind.layout != CellLayout::Square {
            return Err(BoardError::NoDiagonals);
        }
        if let Some(at) = shape.named_squares() {
            let most = |of: fn(&(i32, i32)) -> i32| at.iter().map(of).max().unwrap_or(0) + 1;
            let (width, height) = (most(|at| at.0), most(|at| at.1));
            let (layout, ways) = (CellLayout::Square, kind.ways);
            return Ok(Frame { layout, width, height, ways, wraps: false, at });
        }
        let wraps = spec.torus || kind.wraps;
        Ok(Frame { layout: kind.layout, width, height, ways: kind.ways, wraps, at })
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
        let grid = matches!(self.layout, CellLayout::Square | CellLayout::Hex { .. });
        let given = match &spec.shape {
            Shape::Graph { cells, .. } => Some(cells),
            _ => None,
        };
        let usual = if grid || given.is_some() { "" } else { "p" };
        let prefix = spec.prefix.as_deref().unwrap_or(usual);
        let columns: Vec<String> =
            if grid { (0..self.width as u32).map(letters).collect() } else { Vec::new() };
        let name = |(i, &(x, y)): (usize, &(i32, i32))| match given {
            Some(names) => format!("{prefix}{}", names[i]),
            None if grid => format!("{prefix}{}{}", columns[x as usize], y + 1),
            None => format!("{prefix}{}", x + 1),
        };
        self.at.iter().enumerate().map(name).collect()
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
