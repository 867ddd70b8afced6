//! Where cells and edges are drawn.

use crate::frame::Frame;
use crate::place::Cell;
use crate::shape::CellLayout;
use rustc_hash::FxHashSet;
use std::f64::consts::TAU;

/// A point of the picture: `x` grows to the right and `y` downwards, as on a screen, so that `a1`,
/// bottom left, has a small `x` and a large `y`. Neighbours are 1 apart; the corner of the picture
/// at the top left is (0, 0).
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Point {
    /// To the right.
    pub x: f64,
    /// Downwards.
    pub y: f64,
}

/// What a cell looks like.
#[derive(Debug, Clone, PartialEq)]
pub enum Outline {
    /// A square or a hexagon with these corners, clockwise.
    Polygon(Vec<Point>),
    /// A dot around the cell's point.
    Dot {
        /// How large.
        radius: f64,
    },
}

/// How far a row of hexagons lies above the one below.
const ROW_OF_HEXAGONS: f64 = 0.866_025_403_784_438_6;

const DOT: f64 = 0.3;

/// The picture of a board, without its names.
#[derive(Debug, Clone)]
pub(crate) struct Drawing {
    pub(crate) points: Vec<Point>,
    pub(crate) edge_points: Vec<Point>,
    pub(crate) size: Point,
    /// The corners of a cell around its point; none for dots.
    corners: Vec<Point>,
}

impl Drawing {
    /// The picture of these columns and rows, which are what is left of the frame.
    pub(crate) fn new(
        frame: &Frame,
        dots: bool,
        at: &[(i32, i32)],
        edges: &[(Cell, Cell)],
    ) -> Drawing {
        let corners = if dots { Vec::new() } else { corners(frame.layout) };
        let mut points: Vec<Point> = at.iter().map(|&at| point(frame, at)).collect();
        let (left, right) = reach(&corners, |p| p.x);
        let (above, below) = reach(&corners, |p| p.y);
        let least = |f: fn(&Point) -> f64| points.iter().map(f).fold(f64::INFINITY, f64::min);
        let (x, y) = (least(|p| p.x) + left, least(|p| p.y) + above);
        for point in &mut points {
            *point = Point { x: point.x - x, y: point.y - y };
        }
        let most = |f: fn(&Point) -> f64| points.iter().map(f).fold(0.0, f64::max);
        let size = Point { x: most(|p| p.x) + right, y: most(|p| p.y) + below };
        let edge_points = edge_points(frame, at, &points, edges);
        Drawing { points, edge_points, size, corners }
    }

    pub(crate) fn outline(&self, cell: Cell) -> Outline {
        let Point { x, y } = self.points[cell.index()];
        if self.corners.is_empty() {
            return Outline::Dot { radius: DOT };
        }
        let around = self.corners.iter().map(|c| Point { x: x + c.x, y: y + c.y });
        Outline::Polygon(around.collect())
    }
}

fn point(frame: &Frame, (x, y): (i32, i32)) -> Point {
    let (column, row) = (f64::from(x), f64::from(y));
    match frame.layout {
        CellLayout::Square | CellLayout::Row => Point { x: column, y: -row },
        CellLayout::Hex { lean } => {
            Point { x: column + f64::from(lean) * row / 2.0, y: -row * ROW_OF_HEXAGONS }
        }
        CellLayout::Circle => {
            let cells = f64::from(frame.width);
            let radius = if frame.width > 1 { 0.5 / (TAU / 2.0 / cells).sin() } else { 0.0 };
            let (sin, cos) = (TAU * column / cells).sin_cos();
            Point { x: radius * sin, y: -radius * cos }
        }
    }
}

/// The corners of a cell around its middle, clockwise from the top.
fn corners(layout: CellLayout) -> Vec<Point> {
    let each = |&(x, y): &(f64, f64)| Point { x, y };
    let tip = 0.5 / ROW_OF_HEXAGONS;
    match layout {
        CellLayout::Square => {
            [(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)].iter().map(each).collect()
        }
        CellLayout::Hex { .. } => {
            let half = tip / 2.0;
            let corners =
                [(0.0, -tip), (0.5, -half), (0.5, half), (0.0, tip), (-0.5, half), (-0.5, -half)];
            corners.iter().map(each).collect()
        }
        CellLayout::Row | CellLayout::Circle => Vec::new(),
    }
}

/// How far a cell reaches to both sides of its middle.
fn reach(corners: &[Point], f: fn(&Point) -> f64) -> (f64, f64) {
    let fold = |start, pick: fn(f64, f64) -> f64| corners.iter().map(f).fold(start, pick);
    (fold(-DOT, f64::min), fold(DOT, f64::max))
}

/// A point for each edge: in its middle, or a little off where another edge has its point. An edge
/// over the seam of a torus is drawn outside, half a step from its first cell.
fn edge_points(
    frame: &Frame,
    at: &[(i32, i32)],
    points: &[Point],
    edges: &[(Cell, Cell)],
) -> Vec<Point> {
    const SHARES: [f64; 5] = [0.5, 0.4, 0.6, 0.35, 0.65];
    const RASTER: f64 = 16.0;
    let mut taken: FxHashSet<(i64, i64)> = FxHashSet::default();
    let mut place = |&(a, b): &(Cell, Cell)| {
        let (from, to) = (points[a.index()], target(frame, at, points, a, b));
        let along = |share: f64| Point {
            x: from.x + (to.x - from.x) * share,
            y: from.y + (to.y - from.y) * share,
        };
        let raster = |p: Point| ((p.x * RASTER).round() as i64, (p.y * RASTER).round() as i64);
        let free = SHARES.into_iter().map(along).find(|&p| !taken.contains(&raster(p)));
        let point = free.unwrap_or_else(|| along(0.5));
        taken.insert(raster(point));
        point
    };
    edges.iter().map(&mut place).collect()
}

/// Where an edge from `a` seems to lead.
fn target(frame: &Frame, at: &[(i32, i32)], points: &[Point], a: Cell, b: Cell) -> Point {
    let (from, to) = (at[a.index()], at[b.index()]);
    let near = (from.0 - to.0).abs() <= 1 && (from.1 - to.1).abs() <= 1;
    if frame.layout != CellLayout::Square || frame.ways.is_empty() || near {
        return points[b.index()];
    }
    let way = frame.ways.iter().find(|way| frame.step(from, way) == to);
    let (dx, dy) = way.map_or((0, 0), |way| (way.dx, way.dy));
    let Point { x, y } = points[a.index()];
    Point { x: x + f64::from(dx), y: y - f64::from(dy) }
}
