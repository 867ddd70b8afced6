//! Boards: the type of their cells, directions, and the relations that come with them. A relation
//! becomes a table of facts when it is first used, unless the program declares it.

use crate::check::Checker;
use crate::check::scope::Scope;
use crate::codes;
use crate::ids::{ConId, PredId, TypeId};
use crate::program::{BoardInfo, Constructor, Term, Type, TypeShape as Form};
use crate::relations::{BOARD_SHAPES, board_relation, board_shape};
use senet_board::{Board, BoardError, Shape, Spec};
use senet_syntax::ast::{self, Item};
use senet_syntax::{Diagnostic, Span};
use std::sync::Arc;

impl<'a> Checker<'a> {
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
        let Some(takes) = board_shape(name).map(|shape| shape.sizes) else {
            let near = self.near(name, BOARD_SHAPES.iter().map(|shape| shape.name));
            let found = Diagnostic::new(
                &codes::BAD_BOARD,
                board.shape.span,
                format!("there is no board of shape `{name}`"),
                "unknown shape",
            );
            let all: Vec<String> = BOARD_SHAPES.iter().map(|s| format!("`{}`", s.form)).collect();
            let all = all.join(", ");
            self.diagnostics.push(match near {
                Some(_) => found.did_you_mean(near),
                None => found.help(format!("the shapes are {all}")),
            });
            return None;
        };
        // One size of two is both.
        if takes == 2 && sizes.len() == 1 {
            sizes.push(sizes[0]);
        }
        if sizes.len() != takes {
            let words = ["no size", "one size", "one size or two"];
            self.error(
                &codes::BAD_BOARD,
                board.span,
                format!("a board of shape `{name}` takes {}", words[takes]),
                format!("{} here", board.sizes.len()),
            );
            return None;
        }
        let shape = match (name, sizes.as_slice()) {
            ("square", [width, height]) => Shape::Square { width: *width, height: *height },
            ("hex", [width, height]) => Shape::Hex { width: *width, height: *height },
            ("hexhex", [side]) => Shape::HexHex { side: *side },
            ("triangle", [side]) => Shape::Triangle { side: *side },
            ("ring", [cells]) => Shape::Ring { cells: *cells },
            ("line", [cells]) => Shape::Line { cells: *cells },
            ("complete", [cells]) => Shape::Complete { cells: *cells },
            _ => graph(&board.links),
        };
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
        if let Some(before) = self.type_names.get(&*name.text) {
            let before = self.types[before.index()].span;
            return self.twice("type", name, before);
        }
        let ty = self.given_type(&name.text, name.span);
        self.type_names.insert(&name.text, ty);
        let first = ConId::new(self.constructors.len());
        for cell in board.cells() {
            if !self.given_constant(board.name(cell), ty, name.span) {
                return;
            }
        }
        let edges = written.edges.as_ref().map(|edges| {
            let ty = self.given_type(&edges.text, edges.span);
            self.type_names.insert(&edges.text, ty);
            let first = ConId::new(self.constructors.len());
            for edge in 0..board.edges().len() as u32 {
                self.given_constant(&board.edge_name(senet_board::Edge(edge)), ty, edges.span);
            }
            (ty, first)
        });
        self.directions(&board, name.span);
        self.board_infos.push(BoardInfo { ty, first, edges, board: Arc::new(board) });
    }

    fn given_type(&mut self, name: &str, span: Span) -> TypeId {
        let (name, constructors) = (name.to_owned(), Vec::new());
        self.types.push(Type { name, constructors, shape: Form::Constants, span });
        TypeId::new(self.types.len() - 1)
    }

    /// A constant that a board declares; false if the name is taken.
    fn given_constant(&mut self, name: &str, ty: TypeId, span: Span) -> bool {
        if let Some(before) = self.constructor_names.get(name) {
            let before = self.constructors[before.index()].span;
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
        let id = ConId::new(self.constructors.len());
        self.constructor_names.insert(name.to_owned().into(), id);
        self.types[ty.index()].constructors.push(id);
        let (name, arguments) = (name.to_owned(), Vec::new());
        let constructor = Constructor { name, ty, arguments, span, label: None, glyph: None };
        self.constructors.push(constructor);
        true
    }

    /// The type `dir`: the directions of all boards, and the names of their sides.
    fn directions(&mut self, board: &Board, span: Span) {
        let own = self.type_names.get("dir").copied();
        if own.is_some() && own != self.dir {
            return; // the program's own type
        }
        let names: Vec<&'static str> = board.directions().iter().map(|d| d.name).collect();
        let sides = board.sides().iter().map(|s| s.name);
        for name in names.into_iter().chain(sides).collect::<Vec<_>>() {
            let dir = *self.dir.get_or_insert_with(|| {
                let (name, constructors) = ("dir".to_owned(), Vec::new());
                self.types.push(Type { name, constructors, shape: Form::Constants, span });
                let id = TypeId::new(self.types.len() - 1);
                self.type_names.insert("dir", id);
                id
            });
            if !self.constructor_names.contains_key(name) {
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
        if self.board_infos.is_empty() {
            return None;
        }
        let at = self.board_meant(&atom.arguments, scope);
        let arity = if name == "line" { atom.arguments.len() } else { 0 };
        if let Some((_, _, _, known)) =
            self.relations.iter().find(|(n, a, b, _)| *n == name && *a == arity && *b == at)
        {
            return Some(*known);
        }
        let info = self.board_infos[at].clone();
        let (types, rows) = self.relation(name, arity, &info)?;
        let span = self.types[info.ty.index()].span;
        let id = self.table(name, types, rows, span);
        self.relations.push((name, arity, at, id));
        Some(id)
    }

    /// Which of several boards an atom speaks of: that of its first argument that tells.
    fn board_meant(&self, arguments: &'a [ast::TermExpr], scope: &mut Scope<'a>) -> usize {
        let tells = |argument: &ast::TermExpr| {
            let ty = self.compared(argument, scope)?;
            let of = |b: &BoardInfo| b.ty == ty || b.edges.is_some_and(|(e, _)| e == ty);
            self.board_infos.iter().position(of)
        };
        if self.board_infos.len() == 1 { 0 } else { arguments.iter().find_map(tells).unwrap_or(0) }
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
        let dir_type = self.dir;
        let dir = |name: &str| {
            let c = self.constructor_names.get(name).copied();
            let c = c.filter(|c| Some(self.constructors[c.index()].ty) == dir_type);
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
        let own = || self.predicate_names.contains_key("line");
        if !short || self.board_infos.is_empty() || own() {
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
