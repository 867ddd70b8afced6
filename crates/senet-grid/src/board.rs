//! Boards, and what is always true on them.

use crate::atom::GridAtom;
use crate::error::GridMistake;
use crate::grid::Grid;
use crate::kind::{CellKind, DirKind, EdgeKind, GridKind, GridTerm, GridValue, Nat, Var};
use crate::node;
use crate::predicate::Pred;
use crate::rule::Rules;
use senet_board::{Cell as BoardCell, Edge as BoardEdge, Shape, Spec};
use senet_syntax::Span;
use senet_syntax::ast::{self, Item, TermExpr as AstTerm};
use senet_syntax::suggest::nearest;
use std::panic::Location;

/// The board of a game.
pub struct GridBoard<'g> {
    grid: &'g Grid,
    board: senet_board::Board,
    /// Whether it is the board that was asked for.
    exists: bool,
    /// Cells on which nothing lies.
    pub free: Pred<(CellKind,)>,
}

impl<'g> GridBoard<'g> {
    pub(crate) fn new(grid: &'g Grid, spec: Spec, location: &'static Location<'static>) -> Self {
        let place = grid.place("the board".to_owned(), location);
        let made = senet_board::Board::new(spec.clone());
        let exists = made.is_ok();
        let board = made.or_else(|error| {
            grid.mistake(GridMistake::Board(error), place);
            senet_board::Board::new(Spec::from(Shape::Line { cells: 1 }))
        });
        let board = board.expect("a line of one cell is a board");
        if let Shape::Graph { cells, edges } = &spec.shape {
            let joined = |cell: &&String| edges.iter().any(|(a, b)| a == *cell || b == *cell);
            for cell in cells.iter().filter(|cell| !joined(cell)) {
                grid.mistake(GridMistake::LonelyCell(cell.clone()), place);
            }
            cells.iter().for_each(|cell| grid.check_name(cell, place));
        }
        spec.prefix.iter().for_each(|prefix| grid.check_name(prefix, place));
        grid.set_board(declared(&spec), place);
        GridBoard { grid, board, exists, free: Pred::new("free") }
    }

    /// Cells, lines and sides, for rules that depend on them.
    pub fn geometry(&self) -> &senet_board::Board {
        &self.board
    }

    /// All cells, in order.
    pub fn cells(&self) -> impl Iterator<Item = GridValue<CellKind>> {
        self.board.cells().map(|cell| GridValue::new(node::constant(self.board.name(cell))))
    }

    /// The cell of this name. One that is not there is reported with the other mistakes.
    #[track_caller]
    pub fn cell(&self, name: &str) -> GridValue<CellKind> {
        if self.exists && self.board.cell(name).is_none() {
            let near = nearest(name, self.board.cells().map(|cell| self.board.name(cell)));
            let (cell, near) = (name.to_owned(), near.map(str::to_owned));
            let place = self.grid.place(format!("the cell `{name}`"), Location::caller());
            self.grid.mistake(GridMistake::NoSuchCell { cell, near }, place);
        }
        GridValue::new(node::constant(name))
    }

    /// All edges, in order, if the board was asked for with edges.
    pub fn edges(&self) -> impl Iterator<Item = GridValue<EdgeKind>> {
        let edges = if self.board.spec().edges { self.board.edges().len() } else { 0 };
        let name = |edge| self.board.edge_name(BoardEdge(edge));
        (0..edges as u32).map(move |edge| GridValue::new(node::constant(&name(edge))))
    }

    /// Puts something on a cell before play begins, so that it is not free. A cell is set once.
    #[track_caller]
    pub fn set(&self, cell: &str, what: impl FnOnce(&GridValue<CellKind>) -> GridAtom<'static>) {
        let value = self.cell(cell);
        let place = self.grid.place(format!("what lies on `{cell}`"), Location::caller());
        self.grid.taken_at_first(cell, place);
        self.grid.there_at_first(what(&value), place);
    }

    /// `adjacent.of(a, b)`: the cells are neighbours; over corners too, with eight of them.
    pub fn adjacent(&self) -> Pred<(CellKind, CellKind)> {
        Pred::new("adjacent")
    }

    /// `joins.of(e, a, b)`: the edge leads from one cell to the other; it does so both ways.
    pub fn joins(&self) -> Pred<(EdgeKind, CellKind, CellKind)> {
        Pred::new("joins")
    }

    /// `step.of(d, a, b)`: from `a` to `b` it is one step in the direction `d`.
    pub fn step(&self) -> Pred<(DirKind, CellKind, CellKind)> {
        Pred::new("step")
    }

    /// `diagonal.of(d)`: the direction leads over corners.
    pub fn diagonal(&self) -> Pred<(DirKind,)> {
        Pred::new("diagonal")
    }

    /// `side.of(d, c)`: the board ends at the cell, in this direction.
    pub fn side(&self) -> Pred<(DirKind, CellKind)> {
        Pred::new("side")
    }

    /// `corner.of(c)`: the cell is a corner of the board.
    pub fn corner(&self) -> Pred<(CellKind,)> {
        Pred::new("corner")
    }

    /// `row.of(c, n)`: the cell is in this row, counted from 1.
    pub fn row(&self) -> Pred<(CellKind, Nat)> {
        Pred::new("row")
    }

    /// `column.of(c, n)`: the cell is in this column, counted from 1.
    pub fn column(&self) -> Pred<(CellKind, Nat)> {
        Pred::new("column")
    }

    /// The direction of this name. One that the board does not have is reported with the other
    /// mistakes.
    #[track_caller]
    pub fn dir(&self, name: &str) -> GridValue<DirKind> {
        if self.exists && self.board.dir(name).is_none() {
            let near = nearest(name, self.board.directions().iter().map(|dir| dir.name));
            let (direction, near) = (name.to_owned(), near.map(str::to_owned));
            let place = self.grid.place(format!("the direction `{name}`"), Location::caller());
            self.grid.mistake(GridMistake::NoSuchDirection { direction, near }, place);
        }
        GridValue::new(node::constant(name))
    }

    /// Two cells that lie so many columns and rows apart, in any direction, as for a knight.
    #[track_caller]
    pub fn leap(&self, name: &str, far: u32, near: u32) -> Pred<(CellKind, CellKind)> {
        let facts = {
            let at = |cell| Some((self.board.column(cell)?, self.board.row(cell)?));
            let leaps = |a: &BoardCell, b: &BoardCell| {
                let (Some((ax, ay)), Some((bx, by))) = (at(*a), at(*b)) else { return false };
                let apart = (ax.abs_diff(bx), ay.abs_diff(by));
                apart == (far, near) || apart == (near, far)
            };
            let pairs = self.board.cells().flat_map(|a| {
                self.board.cells().filter(move |b| leaps(&a, b)).map(move |b| [a, b])
            });
            pairs.map(|pair| self.names(&pair)).collect()
        };
        self.grid.table::<(CellKind, CellKind)>(name, facts, Location::caller());
        Pred::new(name)
    }

    /// `n` cells in a line of any direction, and something about each of them.
    #[track_caller]
    pub fn in_a_line<'r>(
        &self,
        rules: &Rules<'r>,
        n: usize,
        each: impl Fn(Var<'r, CellKind>) -> GridAtom<'r>,
    ) -> Vec<GridAtom<'r>> {
        self.line(rules, n, each, |_, _| Vec::new())
    }

    /// `n` cells in a row, and something about each of them.
    #[track_caller]
    pub fn in_a_row<'r>(
        &self,
        rules: &Rules<'r>,
        n: usize,
        each: impl Fn(Var<'r, CellKind>) -> GridAtom<'r>,
    ) -> Vec<GridAtom<'r>> {
        let east = self.dir("east");
        self.line(rules, n, each, |a, b| vec![self.step().of(east, a, b)])
    }

    /// `n` cells in a column, and something about each of them.
    #[track_caller]
    pub fn in_a_column<'r>(
        &self,
        rules: &Rules<'r>,
        n: usize,
        each: impl Fn(Var<'r, CellKind>) -> GridAtom<'r>,
    ) -> Vec<GridAtom<'r>> {
        let north = self.dir("north");
        self.line(rules, n, each, |a, b| vec![self.step().of(north, a, b)])
    }

    /// `n` cells in a diagonal, and something about each of them.
    #[track_caller]
    pub fn in_a_diagonal<'r>(
        &self,
        rules: &Rules<'r>,
        n: usize,
        each: impl Fn(Var<'r, CellKind>) -> GridAtom<'r>,
    ) -> Vec<GridAtom<'r>> {
        let way = rules.fresh();
        self.line(rules, n, each, |a, b| vec![self.step().of(way, a, b), self.diagonal().of(way)])
    }

    /// A line, what is asked of its first two cells, and something about each of its cells.
    #[track_caller]
    fn line<'r>(
        &self,
        rules: &Rules<'r>,
        n: usize,
        each: impl Fn(Var<'r, CellKind>) -> GridAtom<'r>,
        of_two: impl FnOnce(Var<'r, CellKind>, Var<'r, CellKind>) -> Vec<GridAtom<'r>>,
    ) -> Vec<GridAtom<'r>> {
        let cells: Vec<Var<'r, CellKind>> = (0..n).map(|_| rules.fresh()).collect();
        let mut atoms = Vec::new();
        if let [first, second, ..] = cells[..] {
            let terms = cells.iter().map(GridTerm::term).collect();
            atoms.push(GridAtom::new(node::plain("line", terms)));
            atoms.extend(of_two(first, second));
        } else {
            let place = self.grid.place("a line".to_owned(), Location::caller());
            self.grid.mistake(GridMistake::ShortLine, place);
        }
        atoms.extend(cells.into_iter().map(each));
        atoms
    }

    fn names(&self, cells: &[BoardCell]) -> Vec<AstTerm> {
        cells.iter().map(|cell| node::constant(self.board.name(*cell))).collect()
    }
}

/// A board as the language has it.
fn declared(spec: &Spec) -> Item {
    let links = match &spec.shape {
        Shape::Graph { edges, .. } => edges.as_slice(),
        _ => &[],
    };
    Item::Board(Box::new(ast::BoardDecl {
        name: node::name(CellKind::NAME),
        shape: node::name(spec.shape.kind().name),
        sizes: spec.shape.sizes().into_iter().map(|size| node::count(size.into())).collect(),
        links: links.iter().map(|(a, b)| (node::name(a), node::name(b))).collect(),
        torus: spec.torus.then(Span::default),
        eight: spec.eight.then(Span::default),
        without: spec.without.iter().map(|cell| node::name(cell)).collect(),
        prefix: spec.prefix.as_deref().map(node::name),
        edges: spec.edges.then(|| node::name(EdgeKind::NAME)),
        span: Span::default(),
    }))
}
