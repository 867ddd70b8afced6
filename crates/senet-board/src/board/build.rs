//! From a spec to the tables.

use super::{Board, Side};
use crate::compass::{self, Compass, Way};
use crate::drawing::Drawing;
use crate::frame::Frame;
use crate::place::{Cell, Edge};
use crate::shape::{CellLayout, Shape, SideTest};
use crate::spec::{BoardError, MOST_EDGES, Spec};
use rustc_hash::FxHashSet;

pub(super) fn board(spec: Spec) -> Result<Board, BoardError> {
    let frame = Frame::new(&spec)?;
    let whole = frame.names(&spec);
    let order = by_name(&whole)?;
    let kept = without(&spec, &whole, &order)?;
    let at: Vec<(i32, i32)> = kept.iter().map(|&i| frame.at[i]).collect();
    let steps = steps(&frame, &at);
    let pairs = pairs(&spec, &frame, &whole, &order, &kept, &steps)?;
    let Adjacency { neighbours, first_neighbour, edges, first_edge } =
        Adjacency::new(kept.len(), pairs)?;
    let names: Vec<String> = kept.iter().map(|&i| whole[i].clone()).collect();
    if spec.downward && (spec.torus || spec.shape.kind().layout != CellLayout::Square) {
        return Err(BoardError::NotDownward);
    }
    let dots = spec.edges || matches!(spec.shape, Shape::Graph { .. });
    let drawing = match spec.downward {
        true => {
            let drawn: Vec<(i32, i32)> = at.iter().map(|(x, y)| (*x, -*y)).collect();
            Drawing::new(&frame, dots, &drawn, &edges)
        }
        false => Drawing::new(&frame, dots, &at, &edges),
    };
    let sides = sides(&spec, &frame, &at);
    let corners = corners(&frame, &sides);
    let board = Board {
        by_name: by_name(&names)?,
        directions: compass::directions(frame.ways),
        names,
        steps,
        neighbours,
        first_neighbour,
        edges,
        first_edge,
        sides,
        corners,
        at,
        drawing,
        frame,
        spec,
    };
    one_meaning_each(&board)?;
    Ok(board)
}

/// The cells sorted by name.
fn by_name(names: &[String]) -> Result<Vec<Cell>, BoardError> {
    let name = |cell: &Cell| names[cell.index()].as_str();
    let mut order: Vec<Cell> = (0..names.len() as u32).map(Cell).collect();
    order.sort_unstable_by_key(|cell| name(cell));
    if order.first().is_some_and(|first| name(first).is_empty()) {
        return Err(BoardError::NamelessCell);
    }
    match order.windows(2).find(|two| name(&two[0]) == name(&two[1])) {
        Some(two) => Err(BoardError::RepeatedCell(name(&two[0]).to_owned())),
        None => Ok(order),
    }
}

fn find(names: &[String], order: &[Cell], name: &str) -> Result<Cell, BoardError> {
    let found = order.binary_search_by(|cell| names[cell.index()].as_str().cmp(name));
    found.map(|i| order[i]).map_err(|_| BoardError::UnknownCell(name.to_owned()))
}

/// The cells that are not cut out.
fn without(spec: &Spec, names: &[String], order: &[Cell]) -> Result<Vec<usize>, BoardError> {
    let mut gone = vec![false; names.len()];
    for name in &spec.without {
        let cell = find(names, order, name)?;
        if std::mem::replace(&mut gone[cell.index()], true) {
            return Err(BoardError::RepeatedCell(name.clone()));
        }
    }
    let kept: Vec<usize> = (0..names.len()).filter(|&i| !gone[i]).collect();
    if kept.is_empty() { Err(BoardError::Empty) } else { Ok(kept) }
}

/// Direction by direction, where each cell leads.
fn steps(frame: &Frame, at: &[(i32, i32)]) -> Vec<Option<Cell>> {
    if frame.ways.is_empty() {
        return Vec::new();
    }
    let mut cells: Vec<Option<Cell>> = vec![None; (frame.width * frame.height) as usize];
    for (i, &at) in at.iter().enumerate() {
        let slot = frame.slot(at).expect("cells lie in the rectangle of their frame");
        cells[slot] = Some(Cell(i as u32));
    }
    let to = |way, from: (i32, i32)| {
        let to = frame.step(from, way);
        frame.slot(to).filter(|_| to != from).and_then(|slot| cells[slot])
    };
    frame.ways.iter().flat_map(|way| at.iter().map(move |&from| to(way, from))).collect()
}

/// Who is whose neighbour, each pair at least once.
fn pairs(
    spec: &Spec,
    frame: &Frame,
    names: &[String],
    order: &[Cell],
    kept: &[usize],
    steps: &[Option<Cell>],
) -> Result<Vec<(Cell, Cell)>, BoardError> {
    let count = kept.len() as u32;
    match &spec.shape {
        Shape::Complete { .. } => {
            Ok((0..count).flat_map(|a| (a + 1..count).map(move |b| (Cell(a), Cell(b)))).collect())
        }
        Shape::Graph { cells, edges } => {
            if edges.len() > MOST_EDGES as usize {
                return Err(BoardError::TooManyEdges);
            }
            let prefix = spec.prefix.as_deref().unwrap_or_default();
            let find = |name: &str| find(names, order, &format!("{prefix}{name}"));
            given_pairs(edges, find, kept, cells.len())
        }
        _ => {
            let used = |way: &&Way| way.orthogonal || spec.eight;
            let ways = frame.ways.iter().zip(steps.chunks_exact(kept.len()));
            let ways = ways.filter(|(way, _)| used(way));
            let towards = |(_, to): (_, &[Option<Cell>])| {
                let each = to.iter().enumerate();
                each.filter_map(|(a, b)| Some((Cell(a as u32), (*b)?))).collect::<Vec<_>>()
            };
            Ok(ways.flat_map(towards).filter(|(a, b)| a < b).collect())
        }
    }
}

/// The pairs of a graph, among the cells that are left.
fn given_pairs(
    edges: &[(String, String)],
    find: impl Fn(&str) -> Result<Cell, BoardError>,
    kept: &[usize],
    cells: usize,
) -> Result<Vec<(Cell, Cell)>, BoardError> {
    let mut new_number = vec![None; cells];
    for (new, &old) in kept.iter().enumerate() {
        new_number[old] = Some(Cell(new as u32));
    }
    let mut seen = FxHashSet::default();
    let mut pairs = Vec::new();
    for (a, b) in edges {
        let (from, to) = (find(a)?, find(b)?);
        if from == to {
            return Err(BoardError::SelfLoop(a.clone()));
        }
        if !seen.insert((from.min(to), from.max(to))) {
            return Err(BoardError::RepeatedEdge(a.clone(), b.clone()));
        }
        if let (Some(from), Some(to)) = (new_number[from.index()], new_number[to.index()]) {
            pairs.push((from.min(to), from.max(to)));
        }
    }
    Ok(pairs)
}

struct Adjacency {
    neighbours: Vec<Cell>,
    first_neighbour: Vec<u32>,
    edges: Vec<(Cell, Cell)>,
    first_edge: Vec<u32>,
}

impl Adjacency {
    fn new(cells: usize, mut edges: Vec<(Cell, Cell)>) -> Result<Adjacency, BoardError> {
        edges.sort_unstable();
        edges.dedup();
        if edges.len() > MOST_EDGES as usize {
            return Err(BoardError::TooManyEdges);
        }
        let mut first_neighbour = vec![0; cells + 1];
        let mut first_edge = vec![0; cells + 1];
        for (a, b) in &edges {
            first_neighbour[a.index() + 1] += 1;
            first_neighbour[b.index() + 1] += 1;
            first_edge[a.index() + 1] += 1;
        }
        for i in 0..cells {
            first_neighbour[i + 1] += first_neighbour[i];
            first_edge[i + 1] += first_edge[i];
        }
        let mut next = first_neighbour.clone();
        let mut neighbours = vec![Cell(0); 2 * edges.len()];
        let mut put = |a: Cell, b: Cell| {
            neighbours[next[a.index()] as usize] = b;
            next[a.index()] += 1;
        };
        // Edges are sorted: first come the lesser neighbours of a cell, then the greater ones.
        edges.iter().for_each(|&(a, b)| put(b, a));
        edges.iter().for_each(|&(a, b)| put(a, b));
        Ok(Adjacency { neighbours, first_neighbour, edges, first_edge })
    }
}

/// The sides: where they lie, and which columns and rows are in them.
fn sides(spec: &Spec, frame: &Frame, at: &[(i32, i32)]) -> Vec<Side> {
    let tests = if spec.torus { &[] } else { spec.shape.kind().sides };
    let cells = |test: SideTest| {
        let inside = at.iter().map(|&(x, y)| test(x, y, frame.width, frame.height));
        let numbers = inside.enumerate().filter(|(_, inside)| *inside);
        numbers.map(|(i, _)| Cell(i as u32)).collect()
    };
    let side = |&(compass, test): &(Compass, SideTest)| Side {
        compass,
        name: compass.name(),
        cells: cells(test),
    };
    tests.iter().map(side).collect()
}

/// The cells where two sides meet; the ends of a line, whose sides are single cells.
fn corners(frame: &Frame, sides: &[Side]) -> Vec<Cell> {
    let both = |(a, b): (&Side, &Side)| -> Vec<Cell> {
        a.cells.iter().copied().filter(|cell| b.cells.contains(cell)).collect()
    };
    let after = sides.iter().cycle().skip(1);
    let mut corners: Vec<Cell> = match frame.layout {
        CellLayout::Row => sides.iter().flat_map(|side| side.cells.clone()).collect(),
        _ => sides.iter().zip(after).flat_map(both).collect(),
    };
    corners.sort_unstable();
    corners.dedup();
    corners
}

/// With names that contain `-`, an edge could have the name of another spot.
fn one_meaning_each(board: &Board) -> Result<(), BoardError> {
    if !board.spec.edges || board.names.iter().all(|name| !name.contains('-')) {
        return Ok(());
    }
    let mut seen: FxHashSet<String> = board.names.iter().cloned().collect();
    let edges = (0..board.edges.len() as u32).map(|i| board.edge_name(Edge(i)));
    let mut twice = edges.filter(|name| !seen.insert(name.clone()));
    twice.next().map_or(Ok(()), |name| Err(BoardError::AmbiguousEdge(name)))
}
