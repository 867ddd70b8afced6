//! Cells, columns and rows of a matrix.

use crate::choice::Choice;
use senet_board::Cell as BoardCell;
use std::fmt::{self, Debug};

/// A cell of a matrix `W` wide and `H` high. It is always on the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct MatrixCell<const W: usize, const H: usize> {
    pub(super) x: u8,
    pub(super) y: u8,
}

/// A column of a matrix, `a` at the left.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MatrixColumn<const W: usize, const H: usize>(u8);

/// A row of a matrix, `1` at the bottom.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MatrixRow<const W: usize, const H: usize>(u8);

impl<const W: usize, const H: usize> MatrixCell<W, H> {
    /// The cell in this column and row, both counted from 0 at `a1`, if there is one.
    pub fn new(x: usize, y: usize) -> Option<Self> {
        (x < W && y < H).then_some(MatrixCell { x: x as u8, y: y as u8 })
    }

    /// The column, counted from 0 at the left.
    pub fn x(self) -> usize {
        usize::from(self.x)
    }

    /// The row, counted from 0 at the bottom.
    pub fn y(self) -> usize {
        usize::from(self.y)
    }

    /// The column that it lies in.
    pub fn column(self) -> MatrixColumn<W, H> {
        MatrixColumn(self.x)
    }

    /// The row that it lies in.
    pub fn row(self) -> MatrixRow<W, H> {
        MatrixRow(self.y)
    }

    /// The cell so many columns to the right and so many rows up, if there is one.
    pub fn step(self, right: isize, up: isize) -> Option<Self> {
        let (x, y) = (self.x().checked_add_signed(right)?, self.y().checked_add_signed(up)?);
        MatrixCell::new(x, y)
    }
}

impl<const W: usize, const H: usize> MatrixColumn<W, H> {
    /// Its cells, from the bottom.
    pub fn cells(self) -> impl DoubleEndedIterator<Item = MatrixCell<W, H>> + ExactSizeIterator {
        (0..H).map(move |y| MatrixCell { x: self.0, y: y as u8 })
    }
}

impl<const W: usize, const H: usize> MatrixRow<W, H> {
    /// Its cells, from the left.
    pub fn cells(self) -> impl DoubleEndedIterator<Item = MatrixCell<W, H>> + ExactSizeIterator {
        (0..W).map(move |x| MatrixCell { x: x as u8, y: self.0 })
    }
}

/// Cells are in order row by row from the bottom, as on boards.
impl<const W: usize, const H: usize> Ord for MatrixCell<W, H> {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        (self.y, self.x).cmp(&(other.y, other.x))
    }
}

impl<const W: usize, const H: usize> PartialOrd for MatrixCell<W, H> {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl<const W: usize, const H: usize> Choice for MatrixCell<W, H> {
    const COUNT: usize = {
        assert!(0 < W && W < 256 && 0 < H && H < 256, "a board has 1 to 255 columns and rows");
        W * H
    };

    fn nth(i: usize) -> Self {
        MatrixCell { x: (i % W) as u8, y: (i / W) as u8 }
    }

    fn index(self) -> usize {
        self.y() * W + self.x()
    }

    fn name(self) -> String {
        format!("{}{}", letters(self.x()), self.y() + 1)
    }

    fn places(self, out: &mut Vec<BoardCell>) {
        out.push(BoardCell(self.index() as u32));
    }
}

impl<const W: usize, const H: usize> Choice for MatrixColumn<W, H> {
    const COUNT: usize = W;

    fn nth(i: usize) -> Self {
        MatrixColumn(i as u8)
    }

    fn index(self) -> usize {
        usize::from(self.0)
    }

    fn name(self) -> String {
        letters(self.index())
    }
}

impl<const W: usize, const H: usize> Choice for MatrixRow<W, H> {
    const COUNT: usize = H;

    fn nth(i: usize) -> Self {
        MatrixRow(i as u8)
    }

    fn index(self) -> usize {
        usize::from(self.0)
    }

    fn name(self) -> String {
        (self.index() + 1).to_string()
    }
}

/// a, b, …, z, aa, ab, …: as boards name their columns.
fn letters(column: usize) -> String {
    let letter = (b'a' + (column % 26) as u8) as char;
    match column / 26 {
        0 => letter.to_string(),
        more => letters(more - 1) + &letter.to_string(),
    }
}

impl<const W: usize, const H: usize> Debug for MatrixCell<W, H> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name())
    }
}

impl<const W: usize, const H: usize> Debug for MatrixColumn<W, H> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name())
    }
}

impl<const W: usize, const H: usize> Debug for MatrixRow<W, H> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name())
    }
}

/// Where to click for a move.
#[diagnostic::on_unimplemented(
    message = "`clicks` must say which cells to click",
    label = "this is not a cell, nor the number of one, nor several",
    note = "return a `MatrixCell`, the number of a cell of the scene as `usize`, or an `Option`, array \
            or `Vec` of them"
)]
pub trait Clicks {
    /// Adds the cells, in order.
    fn clicks(self, out: &mut Vec<BoardCell>);
}

impl<const W: usize, const H: usize> Clicks for MatrixCell<W, H> {
    fn clicks(self, out: &mut Vec<BoardCell>) {
        self.places(out);
    }
}

impl Clicks for usize {
    fn clicks(self, out: &mut Vec<BoardCell>) {
        out.push(BoardCell(self as u32));
    }
}

impl<C: Clicks> Clicks for Option<C> {
    fn clicks(self, out: &mut Vec<BoardCell>) {
        self.into_iter().for_each(|one| one.clicks(out));
    }
}

impl<C: Clicks> Clicks for Vec<C> {
    fn clicks(self, out: &mut Vec<BoardCell>) {
        self.into_iter().for_each(|one| one.clicks(out));
    }
}

impl<C: Clicks, const N: usize> Clicks for [C; N] {
    fn clicks(self, out: &mut Vec<BoardCell>) {
        self.into_iter().for_each(|one| one.clicks(out));
    }
}

#[cfg(test)]
mod tests {
    use super::{Choice, MatrixCell};
    use senet_board::{Board, Shape, Spec};

    #[test]
    fn cells_are_numbered_and_named_as_on_boards() {
        let shape = Shape::Square { width: 5, height: 30 };
        let board = Board::new(Spec::from(shape)).unwrap();
        let names: Vec<&str> = board.cells().map(|cell| board.name(cell)).collect();
        let ours: Vec<String> = MatrixCell::<5, 30>::all().map(Choice::name).collect();
        assert_eq!(ours, names);
        assert!(MatrixCell::<5, 30>::all().is_sorted());
    }

    #[test]
    fn steps_stay_on_the_board() {
        let corner = MatrixCell::<3, 2>::new(2, 1).unwrap();
        assert_eq!(corner.step(1, 0), None);
        assert_eq!(corner.step(0, 1), None);
        assert_eq!(corner.step(-2, -1), MatrixCell::new(0, 0));
        assert_eq!(corner.column().cells().len(), 2);
        assert_eq!(corner.row().cells().len(), 3);
    }
}
