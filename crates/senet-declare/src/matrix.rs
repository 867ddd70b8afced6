//! Boards of rows and columns.

use crate::cell::{MatrixCell, MatrixColumn};
use crate::choice::Choice;
use crate::show::PlacedPiece;
use senet_board::{Board, Cell as BoardCell, Shape, Spec};
use std::sync::Arc;

/// Cells in `W` columns and `H` rows, each empty or with one piece. An array is a single row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Matrix<P, const W: usize, const H: usize> {
    rows: [[Option<P>; W]; H],
}

/// Pieces of one kind in a line without a gap.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MatrixLine {
    /// The cells of the board that it goes through, from one end to the other.
    pub cells: Vec<BoardCell>,
}

const ACROSS: (isize, isize) = (1, 0);
const UP: (isize, isize) = (0, 1);
const RISING: (isize, isize) = (1, 1);
const FALLING: (isize, isize) = (1, -1);

impl<P: Copy + Eq, const W: usize, const H: usize> Matrix<P, W, H> {
    /// The same on every cell: a piece, or nothing.
    pub fn all(what: Option<P>) -> Self {
        Matrix { rows: [[what; W]; H] }
    }

    /// A board as it looks on paper: the top row first.
    pub fn drawn(rows_from_top: [[Option<P>; W]; H]) -> Self {
        let mut rows = rows_from_top;
        rows.reverse();
        Matrix { rows }
    }

    /// A board with something on each cell as a function says.
    pub fn from_fn(mut what: impl FnMut(MatrixCell<W, H>) -> Option<P>) -> Self {
        let mut board = Matrix::all(None);
        for cell in MatrixCell::all() {
            *board.at(cell) = what(cell);
        }
        board
    }

    /// The board as geometry.
    pub fn scene() -> Option<Arc<Board>> {
        let shape = Shape::Square { width: W as u32, height: H as u32 };
        Board::new(Spec::from(shape)).ok().map(Arc::new)
    }

    /// Whether this column and row, both counted from 0 at `a1`, are on the board.
    pub fn in_bounds(&self, x: usize, y: usize) -> bool {
        x < W && y < H
    }

    /// What lies on a cell.
    pub fn get(&self, cell: MatrixCell<W, H>) -> Option<P> {
        self.rows[cell.y()][cell.x()]
    }

    /// Whether nothing lies on a cell.
    pub fn is_empty(&self, cell: MatrixCell<W, H>) -> bool {
        self.get(cell).is_none()
    }

    /// Whether something lies on every cell.
    pub fn is_full(&self) -> bool {
        self.rows.iter().flatten().all(Option::is_some)
    }

    /// Puts a piece on a cell, in place of what was there.
    pub fn place(&mut self, cell: MatrixCell<W, H>, piece: P) {
        *self.at(cell) = Some(piece);
    }

    /// Takes away what lies on a cell.
    pub fn take(&mut self, cell: MatrixCell<W, H>) -> Option<P> {
        self.at(cell).take()
    }

    /// The lowest empty cell of a column: where a piece falls that is dropped into it.
    pub fn lowest_empty(&self, column: MatrixColumn<W, H>) -> Option<MatrixCell<W, H>> {
        column.cells().find(|&cell| self.is_empty(cell))
    }

    /// The cells with this piece, in order.
    pub fn cells_with(&self, piece: P) -> impl Iterator<Item = MatrixCell<W, H>> {
        MatrixCell::all().filter(move |&cell| self.get(cell) == Some(piece))
    }

    /// How many cells have this piece.
    pub fn count(&self, piece: P) -> usize {
        self.cells_with(piece).count()
    }

    /// At least `n` of a piece in a row, if there are.
    pub fn in_row(&self, n: usize, piece: P) -> Option<MatrixLine> {
        self.find(n, piece, &[ACROSS])
    }

    /// At least `n` of a piece in a column, if there are.
    pub fn in_column(&self, n: usize, piece: P) -> Option<MatrixLine> {
        self.find(n, piece, &[UP])
    }

    /// At least `n` of a piece in a diagonal, if there are.
    pub fn in_diagonal(&self, n: usize, piece: P) -> Option<MatrixLine> {
        self.find(n, piece, &[RISING, FALLING])
    }

    /// At least `n` of a piece in a row, column or diagonal, if there are.
    pub fn in_row_col_or_diag(&self, n: usize, piece: P) -> Option<MatrixLine> {
        self.find(n, piece, &[ACROSS, UP, RISING, FALLING])
    }

    /// At least `n` in a row, column or diagonal through a cell and of its piece, if there are:
    /// after a move that is all that can be new, and quicker to see.
    pub fn line_through(&self, cell: MatrixCell<W, H>, n: usize) -> Option<MatrixLine> {
        let piece = self.get(cell)?;
        [ACROSS, UP, RISING, FALLING].into_iter().find_map(|(dx, dy)| {
            let back = self.run(cell, (-dx, -dy), piece);
            let length = back + 1 + self.run(cell, (dx, dy), piece);
            let back = back as isize;
            (length >= n).then(|| Self::line(cell.step(-dx * back, -dy * back), (dx, dy), length))
        })
    }

    /// The pieces, for a view.
    pub fn tokens(&self, token: impl Fn(usize, P) -> PlacedPiece) -> Vec<PlacedPiece> {
        let pieces = self.rows.iter().flatten().enumerate();
        pieces.filter_map(|(i, &piece)| Some(token(i, piece?))).collect()
    }

    fn at(&mut self, cell: MatrixCell<W, H>) -> &mut Option<P> {
        &mut self.rows[cell.y()][cell.x()]
    }

    /// The first line of at least `n`, found by its first `n` cells.
    fn find(&self, n: usize, piece: P, directions: &[(isize, isize)]) -> Option<MatrixLine> {
        let n = n.max(1);
        directions.iter().find_map(|&(dx, dy)| {
            // Where a line of `n` may begin without leaving the board.
            let xs = 0..if dx == 0 { W } else { (W + 1).saturating_sub(n) };
            let ys = match dy {
                0 => 0..H,
                1 => 0..(H + 1).saturating_sub(n),
                _ => n - 1..H,
            };
            let at = |x: usize, y: usize, i: usize| {
                let i = i as isize;
                self.rows[y.wrapping_add_signed(dy * i)][x.wrapping_add_signed(dx * i)]
            };
            ys.flat_map(|y| xs.clone().map(move |x| (x, y)))
                .find(|&(x, y)| (0..n).all(|i| at(x, y, i) == Some(piece)))
                .map(|(x, y)| {
                    let start = MatrixCell { x: x as u8, y: y as u8 };
                    Self::line(Some(start), (dx, dy), 1 + self.run(start, (dx, dy), piece))
                })
        })
    }

    /// How many cells with a piece follow each other, from the one beside `cell` on.
    fn run(&self, cell: MatrixCell<W, H>, (dx, dy): (isize, isize), piece: P) -> usize {
        let next = |cell: &MatrixCell<W, H>| {
            cell.step(dx, dy).filter(|&cell| self.get(cell) == Some(piece))
        };
        std::iter::successors(next(&cell), next).count()
    }

    fn line(from: Option<MatrixCell<W, H>>, (dx, dy): (isize, isize), length: usize) -> MatrixLine {
        let cells = std::iter::successors(from, |cell| cell.step(dx, dy)).take(length);
        MatrixLine { cells: cells.map(|cell| BoardCell(cell.index() as u32)).collect() }
    }
}

impl<P: Copy + Eq, const W: usize, const H: usize> Default for Matrix<P, W, H> {
    fn default() -> Self {
        Matrix::all(None)
    }
}

#[cfg(test)]
mod tests {
    use super::{Choice, Matrix, MatrixCell, MatrixLine};

    type Field = Matrix<char, 4, 3>;

    fn drawn(rows: [&str; 3]) -> Field {
        let piece = |c: char| (c != '.').then_some(c);
        Matrix::drawn(rows.map(|row| {
            let mut row = row.chars().map(piece);
            [(); 4].map(|()| row.next().flatten())
        }))
    }

    fn names(line: Option<MatrixLine>) -> Vec<String> {
        let cells = line.into_iter().flat_map(|line| line.cells);
        cells.map(|cell| MatrixCell::<4, 3>::nth(cell.index()).name()).collect()
    }

    #[test]
    fn lines_are_found_where_they_are() {
        let row = drawn(["....", "xxx.", "oo.o"]);
        assert_eq!(names(row.in_row(3, 'x')), ["a2", "b2", "c2"]);
        assert_eq!(names(row.in_row(3, 'o')), [""; 0]);
        assert_eq!(names(row.in_column(3, 'x')), [""; 0]);
        let column = drawn(["x...", "x.o.", "x.oo"]);
        assert_eq!(names(column.in_column(3, 'x')), ["a1", "a2", "a3"]);
        let rising = drawn(["..x.", ".x..", "x..."]);
        assert_eq!(names(rising.in_diagonal(3, 'x')), ["a1", "b2", "c3"]);
        let falling = drawn([".x..", "..x.", "...x"]);
        assert_eq!(names(falling.in_row_col_or_diag(3, 'x')), ["b3", "c2", "d1"]);
        assert_eq!(falling.in_row_col_or_diag(4, 'x'), None);
    }

    #[test]
    fn a_line_through_a_cell_is_the_line_that_the_search_finds() {
        for bits in 0u32..1 << 12 {
            let board = Field::from_fn(|cell| (bits >> cell.index() & 1 == 1).then_some('x'));
            let through = MatrixCell::all().filter_map(|cell| board.line_through(cell, 3)).count();
            let found = board.in_row_col_or_diag(3, 'x');
            assert_eq!(found.is_some(), through > 0, "{board:?}");
            if let Some(line) = found {
                let cell = MatrixCell::nth(line.cells[1].index());
                assert!(board.line_through(cell, 3).is_some(), "{board:?}");
            }
        }
    }

    #[test]
    fn pieces_fall_come_and_go() {
        let mut board = drawn(["....", ".o..", ".xo."]);
        let column = MatrixCell::<4, 3>::new(1, 0).unwrap().column();
        let slot = board.lowest_empty(column).unwrap();
        assert_eq!(slot.name(), "b3");
        board.place(slot, 'x');
        assert_eq!((board.lowest_empty(column), board.count('x')), (None, 2));
        assert_eq!(
            (board.take(slot), board.is_empty(slot), board.is_full()),
            (Some('x'), true, false)
        );
    }
}
