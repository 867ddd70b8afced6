//! Boards, and what is always true on them.

use crate::atom::Atom;
use crate::grid::Grid;
use crate::kind::{Cell, Dir, Kind, Nat, Term, Value, Var};
use crate::node;
use crate::predicate::{Kinds, Pred};
use crate::rule::Rules;
use senet_board::{Cell as BoardCell, Shape, Spec};
use senet_syntax::ast::Term as AstTerm;
use std::collections::BTreeSet;

/// The board of a game.
pub struct Board<'g> {
    grid: &'g Grid,
    board: senet_board::Board,
    /// Cells on which nothing lies.
    pub free: Pred<(Cell,)>,
}

impl<'g> Board<'g> {
    pub(crate) fn new(grid: &'g Grid, spec: Spec) -> Board<'g> {
        let smallest = || senet_board::Board::new(Spec::from(Shape::Line { cells: 1 }));
        let board = senet_board::Board::new(spec).or_else(|error| {
            grid.mistake(format!("there is no such board: {error}"));
            smallest()
        });
        let board = board.expect("a line of one cell is a board");
        for cell in board.cells() {
            grid.value::<Cell>(board.name(cell));
        }
        let free = grid.pred::<(Cell,)>("free");
        grid.free_at_first();
        Board { grid, board, free }
    }

    /// The geometry.
    pub fn geometry(&self) -> &senet_board::Board {
        &self.board
    }

    /// All cells, in order.
    pub fn cells(&self) -> impl Iterator<Item = Value<Cell>> {
        self.board.cells().map(|cell| Value::new(node::constant(self.board.name(cell))))
    }

    /// The cell of this name. One that is not there is reported with the other mistakes.
    pub fn cell(&self, name: &str) -> Value<Cell> {
        Value::new(node::constant(name))
    }

    /// Puts something on a cell before play begins, so that it is not free.
    pub fn set(&self, cell: &str, what: impl FnOnce(&Value<Cell>) -> Atom<'static>) {
        let cell = self.cell(cell);
        self.grid.taken_at_first(cell.term());
        self.grid.initially([what(&cell)]);
    }

    /// `adjacent.of(a, b)`: the cells are neighbours.
    pub fn adjacent(&self) -> Pred<(Cell, Cell)> {
        self.table("adjacent", || {
            let each = |a: BoardCell| self.board.neighbours(a).iter().map(move |b| vec![a, *b]);
            self.board.cells().flat_map(each).map(|pair| self.names(&pair)).collect()
        })
    }

    /// `step.of(d, a, b)`: from `a` to `b` it is one step in the direction `d`.
    pub fn step(&self) -> Pred<(Dir, Cell, Cell)> {
        if !self.grid.knows("step") {
            for direction in self.board.directions() {
                self.grid.value::<Dir>(direction.name);
            }
        }
        self.table("step", || {
            let mut facts = Vec::new();
            for direction in self.board.directions() {
                let Some(dir) = self.board.dir(direction.name) else { continue };
                let steps = self.board.cells().filter_map(|a| Some([a, self.board.step(dir, a)?]));
                for pair in steps {
                    let mut fact = vec![node::constant(direction.name)];
                    fact.extend(self.names(&pair));
                    facts.push(fact);
                }
            }
            facts
        })
    }

    /// The direction of this name.
    pub fn dir(&self, name: &str) -> Value<Dir> {
        Value::new(node::constant(name))
    }

    /// Two cells that lie so many columns and rows apart, in any direction, as for a knight.
    pub fn leap(&self, name: &str, far: u32, near: u32) -> Pred<(Cell, Cell)> {
        self.table(name, || {
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
        })
    }

    /// `row.of(c, n)`: the cell is in this row, counted from 1.
    pub fn row(&self) -> Pred<(Cell, Nat)> {
        self.table("row", || self.numbers(|cell| self.board.row(cell)))
    }

    /// `column.of(c, n)`: the cell is in this column, counted from 1.
    pub fn column(&self) -> Pred<(Cell, Nat)> {
        self.table("column", || self.numbers(|cell| self.board.column(cell)))
    }

    /// `n` cells in a line of any direction, and something about each of them.
    pub fn in_a_line<'r>(
        &self,
        rules: &Rules<'r>,
        n: usize,
        each: impl Fn(Var<'r, Cell>) -> Atom<'r>,
    ) -> Vec<Atom<'r>> {
        self.line(rules, "line", n, each, |_| true)
    }

    /// `n` cells in a row, and something about each of them.
    pub fn in_a_row<'r>(
        &self,
        rules: &Rules<'r>,
        n: usize,
        each: impl Fn(Var<'r, Cell>) -> Atom<'r>,
    ) -> Vec<Atom<'r>> {
        self.line(rules, "row", n, each, |line| self.all_same(line, |it| self.board.row(it)))
    }

    /// `n` cells in a column, and something about each of them.
    pub fn in_a_column<'r>(
        &self,
        rules: &Rules<'r>,
        n: usize,
        each: impl Fn(Var<'r, Cell>) -> Atom<'r>,
    ) -> Vec<Atom<'r>> {
        self.line(rules, "column", n, each, |line| self.all_same(line, |it| self.board.column(it)))
    }

    /// `n` cells in a diagonal, and something about each of them.
    pub fn in_a_diagonal<'r>(
        &self,
        rules: &Rules<'r>,
        n: usize,
        each: impl Fn(Var<'r, Cell>) -> Atom<'r>,
    ) -> Vec<Atom<'r>> {
        self.line(rules, "diagonal", n, each, |line| {
            !self.all_same(line, |it| self.board.row(it))
                && !self.all_same(line, |it| self.board.column(it))
        })
    }

    fn line<'r>(
        &self,
        rules: &Rules<'r>,
        name: &str,
        n: usize,
        each: impl Fn(Var<'r, Cell>) -> Atom<'r>,
        fits: impl Fn(&[BoardCell]) -> bool,
    ) -> Vec<Atom<'r>> {
        let name = format!("{name}-{n}");
        let kinds = vec![Cell::NAME; n];
        self.grid.table(&name, &kinds, || {
            let lines = self.board.lines(n);
            let lines = lines.iter().filter(|line| fits(line));
            lines.map(|line| self.names(line)).collect()
        });
        let cells: Vec<Var<'r, Cell>> = (0..n).map(|_| rules.fresh()).collect();
        let terms = cells.iter().map(Term::term).collect();
        let line = Atom::new(node::plain(&name, terms));
        std::iter::once(line).chain(cells.into_iter().map(each)).collect()
    }

    fn all_same(&self, line: &[BoardCell], of: impl Fn(BoardCell) -> Option<u32>) -> bool {
        let values: BTreeSet<Option<u32>> = line.iter().map(|cell| of(*cell)).collect();
        values.len() == 1 && !values.contains(&None)
    }

    fn numbers(&self, of: impl Fn(BoardCell) -> Option<u32>) -> Vec<Vec<AstTerm>> {
        let facts = self.board.cells().filter_map(|cell| {
            let mut fact = self.names(&[cell]);
            fact.push(node::number(of(cell)?.into()));
            Some(fact)
        });
        facts.collect()
    }

    fn names(&self, cells: &[BoardCell]) -> Vec<AstTerm> {
        cells.iter().map(|cell| node::constant(self.board.name(*cell))).collect()
    }

    /// A predicate that is a table, made when it is first asked for.
    fn table<A: Kinds>(&self, name: &str, facts: impl FnOnce() -> Vec<Vec<AstTerm>>) -> Pred<A> {
        self.grid.table(name, &A::names(), facts);
        Pred::new(name)
    }
}
