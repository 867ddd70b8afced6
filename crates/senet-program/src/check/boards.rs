//! Boards: the type of their cells, directions, and the relations that come with them. A relation
//! becomes a table of facts when it is first used, unless the program declares it.

use crate::check::resolver::Resolver;
use crate::check::scope::Scope;
use crate::codes;
use crate::ids::{ConId, PredId, TypeId};
use crate::program::{BoardInfo, Constructor, Term, Type, TypeShape as Form};
use crate::relations::{SHAPES, ShapeKind, board_relation};
use senet_board::{Board, BoardError, Shape, Spec};
use senet_syntax::ast::{self, Item};
use senet_syntax::{Diagnostic, Span};
use std::sync::Arc;

impl<'a> Resolver<'a> {
    pub(super) fn boards(&mut self, file: &'a ast::SourceFile) {
        let boards = file.items.iter().filter_map(|item| match item {
            Item::Board(board) => Some(board),
            _ => None,
        });
        for board in boards {
            let before = self.diagnostics.len();
            if let Some(spec) = self.board_spec(board) {
                self.declare_board(board, spec);
            }
            if self.diagnostics.len() > before {
                // What follows from a board that cannot be is no mistake of its own.
                self.unknown.ignore(&board.name.text);
                self.unknown.ignore("dir");
            }
        }
    }

    /// What is wanted, if it can be understood.
    fn board_spec(&mut self, board: &'a ast::BoardDecl) -> Option<Spec> {
        let mut sizes = Vec::new();
        for size in &board.sizes {
            let n = self.count(size)?;
            sizes.push(u32::try_from(n).unwrap_or(u32::MAX));
        }
        let name = &*board.shape.text;
        let Some(kind) = ShapeKind::named(name) else {
            let near = self.near(name, SHAPES.iter().map(|shape| shape.name));
            let found = Diagnostic::new(
                &codes::BAD_BOARD,
                board.shape.span,
                format!("there is no board of shape `{name}`"),
                "unknown shape",
            );
            let all: Vec<String> = SHAPES.iter().map(|s| format!("`{}`", s.form)).collect();
            let all = all.join(", ");
            self.diagnostics.push(match near {
                Some(_) => found.did_you_mean(near),
                None => found.help(format!("the shapes are {all}")),
            });
            return None;
        };
        // One size of two is both.
        if kind.sizes == 2 && sizes.len() == 1 {
            sizes.push(sizes[0]);
        }
        let Some(mut shape) = kind.shape(&sizes) else {
            let words = ["no size", "one size", "one size or two"];
            self.error(
                &codes::BAD_BOARD,
                board.span,
                format!("a board of shape `{name}` takes {}", words[kind.sizes]),
                format!("{} here", board.sizes.len()),
            );
            return None;
        };
        if matches!(shape, Shape::Graph { .. }) {
            shape = graph(&board.links);
        }
        Some(Spec {
            torus: board.torus.is_some(),
            eight: board.eight.is_some(),
            edges: board.edges.is_some(),
            without: board.without.iter().map(|n| n.text.as_ref().to_owned()).collect(),
            prefix: board.prefix.as_ref().map(|n| n.text.as_ref().to_owned()),
            ..Spec::from(shape)
        })
    }

    fn declare_board(&mut self, written: &'a ast::BoardDecl, spec: Spec) {
        let board = match Board::new(spec) {
            Ok(board) => board,
            Err(wrong) => return self.no_board(written, &wrong),
        };
        let name = &written.name;
        if let Some(before) = self.names.types.get(&*name.text) {
            let before = self.declared.types[before.index()].span;
            return self.twice("type", name, before);
        }
        let ty = self.given_type(&name.text, name.span);
        self.names.types.insert(&name.text, ty);
        // Cells are constants with consecutive ids, from `first` in the order of the board, so that
        // engines get from a constant to its cell by a subtraction. The edges follow in the same way.
        let first = ConId::new(self.declared.constructors.len());
        for cell in board.cells() {
            if !self.given_constant(board.name(cell), ty, name.span) {
                return;
            }
        }
        let edges = written.edges.as_ref().map(|edges| {
            let ty = self.given_type(&edges.text, edges.span);
            self.names.types.insert(&edges.text, ty);
            let first = ConId::new(self.declared.constructors.len());
            for edge in 0..board.edges().len() as u32 {
                self.given_constant(&board.edge_name(senet_board::Edge(edge)), ty, edges.span);
            }
            (ty, first)
        });
        self.directions(&board, name.span);
        self.declared.boards.push(BoardInfo { ty, first, edges, board: Arc::new(board) });
    }

    fn given_type(&mut self, name: &str, span: Span) -> TypeId {
        let (name, constructors) = (name.to_owned(), Vec::new());
        self.declared.types.push(Type { name, constructors, shape: Form::Constants, span });
        TypeId::new(self.declared.types.len() - 1)
    }

    /// A constant that a board declares; false if the name is taken.
    fn given_constant(&mut self, name: &str, ty: TypeId, span: Span) -> bool {
        if let Some(before) = self.names.constructors.get(name) {
            let before = self.declared.constructors[before.index()].span;
            let found = Diagnostic::new(
                &codes::BAD_BOARD,
                span,
                format!("this board has a cell `{name}`, and so has something else"),
                "declared here",
            );
            let found = found.label(before, "and here");
            self.diagnostics.push(found.help("give its cells other names: `named l`"));
            return false;
        }
        let id = ConId::new(self.declared.constructors.len());
        self.names.constructors.insert(name.to_owned().into(), id);
        self.declared.types[ty.index()].constructors.push(id);
        let (name, arguments) = (name.to_owned(), Vec::new());
        let constructor = Constructor { name, ty, arguments, span, label: None, glyph: None };
        self.declared.constructors.push(constructor);
        true
    }

    /// The type `dir`: the directions of all boards, and the names of their sides.
    fn directions(&mut self, board: &Board, span: Span) {
        let own = self.names.types.get("dir").copied();
        if own.is_some() && own != self.declared.dir {
            return; // the program's own type
        }
        let names: Vec<&'static str> = board.directions().iter().map(|d| d.name).collect();
        let sides = board.sides().iter().map(|s| s.name);
        for name in names.into_iter().chain(sides).collect::<Vec<_>>() {
            let dir = *self.declared.dir.get_or_insert_with(|| {
                let (name, constructors) = ("dir".to_owned(), Vec::new());
                self.declared.types.push(Type { name, constructors, shape: Form::Constants, span });
                let id = TypeId::new(self.declared.types.len() - 1);
                self.names.types.insert("dir", id);
                id
            });
            // Boards share the type of directions: `north` of two boards is one constant.
            if !self.names.constructors.contains_key(name) {
                self.given_constant(name, dir, span);
            }
        }
    }

    fn no_board(&mut self, written: &ast::BoardDecl, wrong: &BoardError) {
        let named = |name: &String| written.without.iter().find(|n| *n.text == **name);
        let place = match wrong {
            BoardError::UnknownCell(name) => named(name).map(|n| n.span),
            BoardError::NoTorus => written.torus,
            BoardError::NoDiagonals => written.eight,
            _ => None,
        };
        let sizes = written.sizes.first().zip(written.sizes.last());
        let sizes = sizes.map(|(a, b)| a.span().to(b.span()));
        let place = place.or(sizes).unwrap_or(written.span);
        self.error(&codes::BAD_BOARD, place, wrong.to_string(), "there is no such board");
    }

    /// A relation that comes with a board, by name; made when it is first asked for.
    pub(super) fn board_relation(
        &mut self,
        atom: &'a ast::AtomExpr,
        scope: &mut Scope<'a>,
    ) -> Option<PredId> {
        let name = board_relation(&atom.head.text)?.name;
        if self.declared.boards.is_empty() {
            return None;
        }
        let at = self.board_meant(&atom.arguments, scope);
        let arity = if name == "line" { atom.arguments.len() } else { 0 };
        if let Some((_, _, _, known)) =
            self.tables.relations.iter().find(|(n, a, b, _)| *n == name && *a == arity && *b == at)
        {
            return Some(*known);
        }
        // Made on first use: a large board has many relations, most of which a program never
        // mentions.
        let info = self.declared.boards[at].clone();
        let (types, rows) = self.relation(name, arity, &info)?;
        let span = self.declared.types[info.ty.index()].span;
        let id = self.table(name, types, rows, span);
        self.tables.relations.push((name, arity, at, id));
        Some(id)
    }

    /// Which of several boards an atom speaks of: that of its first argument that tells.
    fn board_meant(&self, arguments: &'a [ast::TermExpr], scope: &mut Scope<'a>) -> usize {
        let tells = |argument: &ast::TermExpr| {
            let ty = self.compared(argument, scope)?;
            let of = |b: &BoardInfo| b.ty == ty || b.edges.is_some_and(|(e, _)| e == ty);
            self.declared.boards.iter().position(of)
        };
        // Overloading is resolved from left to right by what is known so far. With one board there
        // is nothing to resolve, and variables need not have a type yet.
        if self.declared.boards.len() == 1 {
            0
        } else {
            arguments.iter().find_map(tells).unwrap_or(0)
        }
    }

    /// The types and the facts of a relation; nothing if the board has no such thing.
    fn relation(
        &mut self,
        name: &str,
        arity: usize,
        info: &BoardInfo,
    ) -> Option<(Vec<TypeId>, Vec<Vec<Term>>)> {
        let BoardInfo { ty, first, edges, board } = info;
        let constant = |c: ConId| Term::Apply(c, Vec::new());
        let cell = |c: senet_board::Cell| constant(ConId(first.0 + c.0));
        let number = |n: u32| Term::Number(n.into());
        let dir_type = self.declared.dir;
        // A program may declare a constant with the name of a direction for something else. Facts that
        // would need the direction are then left out.
        let dir = |name: &str| {
            let c = self.names.constructors.get(name).copied();
            let c = c.filter(|c| Some(self.declared.constructors[c.index()].ty) == dir_type);
            c.map(constant)
        };
        let directions = board.directions().iter().enumerate();
        let all = |rows: Vec<Option<Vec<Term>>>| rows.into_iter().flatten().collect::<Vec<_>>();
        Some(match name {
            "adjacent" => {
                let of = |a| board.neighbours(a).iter().map(move |b| vec![cell(a), cell(*b)]);
                (vec![*ty, *ty], board.cells().flat_map(of).collect())
            }
            "step" => {
                let mut rows = Vec::new();
                for (i, direction) in directions {
                    for a in board.cells() {
                        let next = board.step(senet_board::Dir(i as u8), a);
                        let row = next.zip(dir(direction.name));
                        rows.push(row.map(|(b, d)| vec![d, cell(a), cell(b)]));
                    }
                }
                (vec![dir_type?, *ty, *ty], all(rows))
            }
            "orthogonal" | "diagonal" => {
                let wanted = directions.filter(|(_, d)| d.orthogonal == (name == "orthogonal"));
                let rows = wanted.map(|(_, d)| dir(d.name).map(|d| vec![d])).collect();
                (vec![dir_type?], all(rows))
            }
            "line" => {
                let lines = board.lines(arity);
                let rows = lines.iter().map(|line| line.iter().map(|c| cell(*c)).collect());
                (vec![*ty; arity], rows.collect())
            }
            "row" | "column" | "index" => {
                let of = |c: senet_board::Cell| match name {
                    "row" => board.row(c),
                    "column" => board.column(c),
                    _ => Some(c.0 + 1),
                };
                let rows = board.cells().map(|c| of(c).map(|n| vec![cell(c), number(n)]));
                let rows = all(rows.collect());
                (vec![*ty, self.natural()], rows)
            }
            "side" => {
                let mut rows = Vec::new();
                for side in board.sides() {
                    let name = dir(side.name);
                    rows.extend(side.cells.iter().map(|c| Some(vec![name.clone()?, cell(*c)])));
                }
                (vec![dir_type?, *ty], all(rows))
            }
            "corner" => (vec![*ty], board.corners().iter().map(|c| vec![cell(*c)]).collect()),
            "joins" => {
                let (edge_type, first) = (*edges)?;
                let mut rows = Vec::new();
                for (i, (a, b)) in board.edges().iter().enumerate() {
                    let edge = constant(ConId(first.0 + i as u32));
                    rows.push(vec![edge.clone(), cell(*a), cell(*b)]);
                    rows.push(vec![edge, cell(*b), cell(*a)]);
                }
                (vec![edge_type, *ty, *ty], rows)
            }
            _ => return None,
        })
    }

    /// `line` of fewer than two cells.
    pub(super) fn short_line(&mut self, atom: &ast::AtomExpr) -> bool {
        let short = &*atom.head.text == "line" && atom.arguments.len() < 2;
        let own = || self.names.predicates.contains_key("line");
        if !short || self.declared.boards.is_empty() || own() {
            return false;
        }
        let has = super::terms::count(atom.arguments.len());
        let found = Diagnostic::new(
            &codes::ARITY,
            atom.span,
            "`line` takes at least 2 cells".to_owned(),
            format!("{has} here"),
        );
        self.diagnostics.push(found.help("`line A B C` is three cells in a row"));
        true
    }
}

/// A graph: its cells in the order in which they are first named.
fn graph(links: &[(ast::Name, ast::Name)]) -> Shape {
    let mut cells: Vec<String> = Vec::new();
    for (a, b) in links {
        for name in [a, b] {
            if !cells.iter().any(|c| **c == *name.text) {
                cells.push(name.text.as_ref().to_owned());
            }
        }
    }
    let edges = links.iter().map(|(a, b)| (a.text.as_ref().to_owned(), b.text.as_ref().to_owned()));
    Shape::Graph { cells, edges: edges.collect() }
}
