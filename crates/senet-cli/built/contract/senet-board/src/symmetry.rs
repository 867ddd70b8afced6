//! The symmetries of a board: turns and reflections after which it lies as before.

use crate::board::Board;
use crate::drawing::Point;
use crate::place::{Cell, Dir};
use rustc_hash::FxHashMap;
use std::f64::consts::TAU;

/// Turns that are tried: by these parts of a full circle.
const TURNS: u32 = 24;
/// Points are compared to this part of the distance between neighbours.
const FINE: f64 = 1000.0;

/// Where each cell goes, symmetry by symmetry; leaving all as it is comes first.
///
/// Turns and reflections of the picture are only candidates: each is compared with the steps and
/// neighbours of the board, so that none is wrong, though of a board with seams some may be missed.
pub(crate) fn symmetries(board: &Board) -> Vec<Vec<Cell>> {
    let points: Vec<Point> = board.cells().map(|cell| board.point(cell)).collect();
    let centre = |along: fn(&Point) -> f64| {
        points.iter().map(along).sum::<f64>() / points.len().max(1) as f64
    };
    let (x, y) = (centre(|p| p.x), centre(|p| p.y));
    let around: Vec<(f64, f64)> = points.iter().map(|p| (p.x - x, p.y - y)).collect();
    let cells: FxHashMap<(i64, i64), Cell> =
        around.iter().zip(board.cells()).map(|(at, cell)| (rough(*at), cell)).collect();
    let mut found: Vec<Vec<Cell>> = Vec::new();
    for (turn, mirrored) in (0..TURNS).flat_map(|turn| [(turn, false), (turn, true)]) {
        let (sin, cos) = (TAU * f64::from(turn) / f64::from(TURNS)).sin_cos();
        let to = |&(x, y): &(f64, f64)| {
            let x = if mirrored { -x } else { x };
            find(&cells, (cos * x - sin * y, sin * x + cos * y))
        };
        let map: Option<Vec<Cell>> = around.iter().map(to).collect();
        if let Some(map) = map.filter(|map| !found.contains(map) && keeps(board, map)) {
            found.push(map);
        }
    }
    found
}

fn rough((x, y): (f64, f64)) -> (i64, i64) {
    ((x * FINE).round() as i64, (y * FINE).round() as i64)
}

/// The cell at a point, or as near as rounding may have put it.
fn find(cells: &FxHashMap<(i64, i64), Cell>, at: (f64, f64)) -> Option<Cell> {
    let (x, y) = rough(at);
    let near = (-1..=1).flat_map(|dx| (-1..=1).map(move |dy| (x + dx, y + dy)));
    near.filter_map(|at| cells.get(&at).copied()).next()
}

/// Whether steps stay steps, each direction becoming one direction, and neighbours neighbours.
fn keeps(board: &Board, map: &[Cell]) -> bool {
    let mut seen = vec![false; map.len()];
    map.iter().for_each(|cell| seen[cell.index()] = true);
    let to = |cell: Cell| map[cell.index()];
    let dirs = || (0..board.directions().len() as u8).map(Dir);
    let becomes = |from: Dir, into: Dir| {
        board.cells().all(|cell| board.step(from, cell).map(to) == board.step(into, to(cell)))
    };
    let same_neighbours = |cell: Cell| {
        let (here, there) = (board.neighbours(cell), board.neighbours(to(cell)));
        here.len() == there.len() && here.iter().all(|&next| board.adjacent(to(cell), to(next)))
    };
    seen.into_iter().all(|reached| reached)
        && dirs().all(|from| dirs().any(|into| becomes(from, into)))
        && board.cells().all(same_neighbours)
}

#[cfg(test)]
mod tests {
    use crate::{Board, Shape, Spec};

    fn count(spec: impl Into<Spec>) -> usize {
        Board::new(spec).expect("a board").symmetries().len()
    }

    #[test]
    fn boards_have_the_symmetries_of_their_shapes() {
        assert_eq!(count(Shape::Square { width: 5, height: 5 }), 8);
        assert_eq!(count(Shape::Square { width: 5, height: 4 }), 4);
        assert_eq!(count(Shape::Hex { width: 4, height: 4 }), 4);
        assert_eq!(count(Shape::Hex { width: 4, height: 3 }), 2);
        assert_eq!(count(Shape::HexHex { side: 3 }), 12);
        assert_eq!(count(Shape::Triangle { side: 3 }), 6);
        assert_eq!(count(Shape::Line { cells: 7 }), 2);
        let without = vec!["a1".to_owned()];
        let cut = Spec { without, ..Shape::Square { width: 3, height: 3 }.into() };
        assert_eq!(count(cut), 2, "a board without a corner has one diagonal");
    }

    #[test]
    fn nothing_moves_in_the_first() {
        let board = Board::new(Shape::Square { width: 4, height: 4 }).expect("a board");
        assert!(board.symmetries()[0].iter().copied().eq(board.cells()));
    }
}
