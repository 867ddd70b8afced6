//! Boards as pictures: from the drawing points of a board to what a page draws.

use crate::protocol::{
    BoardKind, BoardPicture, CellPicture, DualPoint, EdgePicture, LabelPicture, SidePicture,
};
use senet_board::{Board, Cell, CellLayout, Compass, Outline, Point, Shape};
use senet_draw::board_labels;
use senet_game::{Seat, SeatGoal};

/// Beyond this many edges only what lies on them is drawn.
const MOST_EDGES: usize = 4000;
/// How far the line of a side lies outside of cells that are dots.
const OUTSIDE: f64 = 0.55;

/// A board as a page draws it, with the sides that the goals of the game name. Its squares are light
/// and dark in turn if it is `chequered`.
pub fn board_picture(board: &Board, goals: &[SeatGoal], chequered: bool) -> BoardPicture {
    let outline = outline(board);
    // Where two nets lie through each other, a side joins the outer points of its own net.
    let nets = goals.iter().any(|goal| goal.dual);
    let away = |goal: &SeatGoal| match (nets, goal.dual) {
        (true, true) => 0.5,
        (true, false) => 0.0,
        (false, _) => OUTSIDE,
    };
    let sides: Vec<SidePicture> = goals
        .iter()
        .filter(|goal| !goal.sides.is_empty())
        .map(|goal| SidePicture {
            seat: goal.seat.map(|s| s.0),
            lines: goal
                .sides
                .iter()
                .flat_map(|side| side_lines(board, *side, away(goal)))
                .collect(),
        })
        .collect();
    let labels: Vec<LabelPicture> = board_labels(board)
        .into_iter()
        .map(|label| LabelPicture {
            text: label.text,
            x: round(label.at.x),
            y: round(label.at.y),
            anchor: label.anchor.to_string(),
        })
        .collect();
    let dual: Vec<DualPoint> = goals
        .iter()
        .filter(|goal| goal.dual)
        .filter_map(|goal| Some(dual_points(board, goal.seat?)))
        .flatten()
        .collect();
    let lines = is_dots(board) && board.edges().len() <= MOST_EDGES;
    BoardPicture {
        frame: frame(board, &labels, &dual, !sides.is_empty()),
        kind: kind(board),
        outline: outline.iter().map(|p| (round(p.x), round(p.y))).collect(),
        radius: radius(board),
        cells: cells(board, chequered),
        edges: if lines || board.spec().edges { edges(board) } else { Vec::new() },
        edge_places: board.spec().edges,
        labels,
        sides,
        dual,
    }
}

/// Three decimals are a hundredth of a pixel.
fn round(value: f64) -> f32 {
    ((value * 1000.0).round() / 1000.0) as f32
}

fn is_dots(board: &Board) -> bool {
    board.cells().next().is_some_and(|c| matches!(board.outline(c), Outline::Dot { .. }))
}

fn kind(board: &Board) -> BoardKind {
    match board.layout() {
        _ if matches!(board.spec().shape, Shape::Graph { .. }) => BoardKind::Graph,
        CellLayout::Square | CellLayout::Hex { .. } if board.spec().edges => BoardKind::Dots,
        CellLayout::Square => BoardKind::Square,
        CellLayout::Hex { .. } => BoardKind::Hex,
        CellLayout::Row | CellLayout::Circle => BoardKind::Graph,
    }
}

/// The corners of every cell around its point; none for dots.
fn outline(board: &Board) -> Vec<Point> {
    let Some(first) = board.cells().next() else { return Vec::new() };
    let centre = board.point(first);
    match board.outline(first) {
        Outline::Polygon(corners) => {
            corners.into_iter().map(|p| Point { x: p.x - centre.x, y: p.y - centre.y }).collect()
        }
        Outline::Dot { .. } => Vec::new(),
    }
}

fn radius(board: &Board) -> f32 {
    match board.cells().next().map(|c| board.outline(c)) {
        Some(Outline::Dot { radius }) => round(radius),
        _ => 0.5,
    }
}

fn cells(board: &Board, chequered: bool) -> Vec<CellPicture> {
    let spec = board.spec();
    let chequered = chequered && board.layout() == CellLayout::Square && !spec.edges;
    let top = board.cells().filter_map(|c| board.row(c)).max().unwrap_or(0);
    let cell = |cell: Cell| {
        let point = board.point(cell);
        let sum = board.row(cell).zip(board.column(cell)).map(|(r, c)| r + c);
        CellPicture {
            name: board.name(cell).to_owned(),
            x: round(point.x),
            y: round(point.y),
            row: board.row(cell).map_or(0, |row| top - row),
            dark: chequered && sum.is_some_and(|sum| sum % 2 == 0),
        }
    };
    board.cells().map(cell).collect()
}

fn edges(board: &Board) -> Vec<EdgePicture> {
    let each = |(i, &(a, b)): (usize, &(Cell, Cell))| {
        let edge = senet_board::Edge(i as u32);
        let (from, to, middle) = (board.point(a), board.point(b), board.edge_point(edge));
        let line = |p: Point, q: Point| (round(p.x), round(p.y), round(q.x), round(q.y));
        let far = (from.x - to.x).abs().max((from.y - to.y).abs()) > 1.5;
        // Around a torus an edge leaves the picture on one side and comes back on the other.
        let lines = if board.spec().torus && far {
            let back = Point { x: to.x + from.x - middle.x, y: to.y + from.y - middle.y };
            vec![line(from, middle), line(to, back)]
        } else {
            vec![line(from, to)]
        };
        EdgePicture { name: board.edge_name(edge), x: round(middle.x), y: round(middle.y), lines }
    };
    board.edges().iter().enumerate().map(each).collect()
}

/// The points of the dual net: the ends of what crosses the edges.
fn dual_points(board: &Board, seat: Seat) -> Vec<DualPoint> {
    let points = senet_draw::dual_points(board).into_iter();
    points.map(|p| DualPoint { seat: seat.0, x: round(p.x), y: round(p.y) }).collect()
}

/// The direction of a side as a vector on the screen.
fn vector(compass: Compass) -> (f64, f64) {
    let angle: f64 = match compass {
        Compass::North => 90.0,
        Compass::Northeast => 30.0,
        Compass::East => 0.0,
        Compass::Southeast => -30.0,
        Compass::South => -90.0,
        Compass::Southwest => -150.0,
        Compass::West => 180.0,
        Compass::Northwest => 150.0,
    };
    let (sin, cos) = angle.to_radians().sin_cos();
    (cos, -sin)
}

/// A boundary segment of a cell: its middle's direction, and its ends around the cell's point.
struct Facet {
    normal: (f64, f64),
    from: Point,
    to: Point,
}

/// The outer edges of a cell: those that no other cell shares.
fn facets(board: &Board, outline: &[Point], cell: Cell) -> Vec<Facet> {
    let here = board.point(cell);
    let around = (0..outline.len()).map(|i| {
        let (from, to) = (outline[i], outline[(i + 1) % outline.len()]);
        Facet { normal: ((from.x + to.x) / 2.0, (from.y + to.y) / 2.0), from, to }
    });
    let open = |facet: &Facet| {
        // The cell beyond an edge has its point twice as far away.
        let (x, y) = (here.x + 2.0 * facet.normal.0, here.y + 2.0 * facet.normal.1);
        let beyond = |other: &Cell| {
            let point = board.point(*other);
            (point.x - x).abs() < 0.1 && (point.y - y).abs() < 0.1
        };
        !board.neighbours(cell).iter().any(beyond)
    };
    around.filter(open).collect()
}

/// The mean direction of the outer edges of a side, by the cells that are in no other side.
fn facing(board: &Board, outline: &[Point], compass: Compass) -> (f64, f64) {
    let Some(side) = board.side(compass) else { return vector(compass) };
    let mut sum = (0.0, 0.0);
    for cell in side.cells.iter().filter(|cell| !board.corners().contains(cell)) {
        for facet in facets(board, outline, *cell) {
            sum = (sum.0 + facet.normal.0, sum.1 + facet.normal.1);
        }
    }
    let length = f64::hypot(sum.0, sum.1);
    if length > 0.0 { (sum.0 / length, sum.1 / length) } else { vector(compass) }
}

/// The lines of one side: the outer edges of its cells, where a corner gives each edge to the side
/// that it faces; along the outside where cells are dots.
fn side_lines(board: &Board, compass: Compass, away: f64) -> Vec<(f32, f32, f32, f32)> {
    let Some(side) = board.side(compass) else { return Vec::new() };
    let outline = outline(board);
    if outline.is_empty() {
        let (dx, dy) = vector(compass);
        let points: Vec<Point> = side.cells.iter().map(|c| board.point(*c)).collect();
        let out = |p: &Point| (round(p.x + dx * away), round(p.y + dy * away));
        let pair = |w: &[Point]| {
            let ((x, y), (to_x, to_y)) = (out(&w[0]), out(&w[1]));
            (x, y, to_x, to_y)
        };
        return points.windows(2).map(pair).collect();
    }
    let facing_of =
        |side: &senet_board::Side| (side.compass, facing(board, &outline, side.compass));
    let directions: Vec<(Compass, (f64, f64))> = board.sides().iter().map(facing_of).collect();
    let mut lines = Vec::new();
    for cell in &side.cells {
        let here = board.point(*cell);
        for Facet { normal, from, to } in facets(board, &outline, *cell) {
            let mine = board.sides().iter().filter(|s| s.cells.contains(cell)).map(|s| s.compass);
            let towards = |compass: Compass| {
                let found = directions.iter().find(|(c, _)| *c == compass);
                found.map_or(0.0, |(_, (x, y))| normal.0 * x + normal.1 * y)
            };
            let best = mine.max_by(|a, b| towards(*a).total_cmp(&towards(*b)));
            if best == Some(compass) {
                lines.push((
                    round(here.x + from.x),
                    round(here.y + from.y),
                    round(here.x + to.x),
                    round(here.y + to.y),
                ));
            }
        }
    }
    lines
}

/// Room for the board and everything around it.
fn frame(
    board: &Board,
    labels: &[LabelPicture],
    dual: &[DualPoint],
    sides: bool,
) -> (f32, f32, f32, f32) {
    let size = board.bounds();
    let margin = if sides && is_dots(board) { 0.75 } else { 0.12 };
    let (mut left, mut top) = (-margin, -margin);
    let (mut right, mut bottom) = (size.x as f32 + margin, size.y as f32 + margin);
    if board.spec().torus && board.spec().edges {
        (left, top, right, bottom) = (left - 0.4, top - 0.4, right + 0.4, bottom + 0.4);
    }
    for point in dual {
        (left, right) = (left.min(point.x - 0.4), right.max(point.x + 0.4));
        (top, bottom) = (top.min(point.y - 0.4), bottom.max(point.y + 0.4));
    }
    for label in labels {
        let wide = 0.2 * label.text.chars().count() as f32 + 0.1;
        let (from, to) = match label.anchor.as_str() {
            "start" => (label.x, label.x + wide),
            "end" => (label.x - wide, label.x),
            _ => (label.x - wide / 2.0, label.x + wide / 2.0),
        };
        (left, right) = (left.min(from), right.max(to));
        (top, bottom) = (top.min(label.y - 0.25), bottom.max(label.y + 0.25));
    }
    let three = |v: f32| (v * 1000.0).round() / 1000.0;
    (three(left), three(top), three(right - left), three(bottom - top))
}

#[cfg(test)]
mod tests {
    use super::board_picture;
    use senet_board::{Board, Compass, Shape};
    use senet_game::{Seat, SeatGoal};

    fn goal(seat: u8, sides: &[Compass]) -> SeatGoal {
        SeatGoal { seat: Some(Seat(seat)), text: String::new(), sides: sides.to_vec(), dual: false }
    }

    #[test]
    fn sides_of_a_rhombus_share_no_edge_and_leave_none_out() {
        let board = Board::new(Shape::Hex { width: 5, height: 5 }).unwrap();
        let goals =
            [goal(0, &[Compass::North, Compass::South]), goal(1, &[Compass::West, Compass::East])];
        let picture = board_picture(&board, &goals, false);
        let (red, blue) = (&picture.sides[0].lines, &picture.sides[1].lines);
        assert!(red.iter().all(|line| !blue.contains(line)));
        // Two outer edges for each cell of a side, and one more at each of the sharp corners.
        assert_eq!(red.len() + blue.len(), 4 * 5 * 2 - 2);
    }

    #[test]
    fn edges_are_there_where_cells_are_dots() {
        let ring = Board::new(Shape::Ring { cells: 6 }).unwrap();
        assert_eq!(board_picture(&ring, &[], false).edges.len(), 6);
        let square = Board::new(Shape::Square { width: 3, height: 3 }).unwrap();
        assert!(board_picture(&square, &[], false).edges.is_empty());
        let picture = board_picture(&square, &[], false);
        assert_eq!((picture.outline.len(), picture.cells.len()), (4, 9));
        assert_eq!(picture.cells[0].row, 2);
    }
}
