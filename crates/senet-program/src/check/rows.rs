//! Drawn starts: `rows cell "#####" "#@$.#"` in a context, with `#legend` for what the signs mean.

use crate::check::contexts::ContextPass;
use crate::check::scope::Scope;
use crate::codes;
use crate::program::{Atom, BoardInfo, Conclusion, Term};
use senet_board::Cell;
use senet_syntax::ast::{self, Name, Text};
use senet_syntax::{Diagnostic, Span};
use std::collections::BTreeMap;

impl<'a> ContextPass<'_, 'a> {
    /// The atoms of a picture; `None` if it is wrong.
    pub(super) fn rows(
        &mut self,
        name: &'a Name,
        lines: &'a [Text],
        place: Span,
    ) -> Option<Vec<Conclusion>> {
        let ty = self.resolver.type_named(name, false)?;
        let Some(info) = self.resolver.declared.boards.iter().find(|b| b.ty == ty).cloned() else {
            let message = format!("`{}` is not a board, so it cannot be drawn", name.text);
            self.resolver.error(
                &codes::BAD_ROWS,
                name.span,
                message,
                "the cells of a board belong here",
            );
            return None;
        };
        let board = &info.board;
        let square = board.spec().shape.kind().layout == senet_board::CellLayout::Square;
        // Rows count from 1 at the bottom, texts come from the top; columns count from 1, too.
        let mut by_row: BTreeMap<u32, Vec<(u32, Cell)>> = BTreeMap::new();
        let (mut width, mut height) = (0, 0);
        for cell in board.cells() {
            let (Some(column), Some(row)) = (board.column(cell), board.row(cell)) else {
                let message = format!("the board `{}` has no rows to draw", name.text);
                self.resolver.error(
                    &codes::BAD_ROWS,
                    place,
                    message,
                    "write its atoms out instead",
                );
                return None;
            };
            (width, height) = (column.max(width), row.max(height));
            by_row.entry(row).or_default().push((column, cell));
        }
        if lines.len() != height as usize {
            self.resolver.error(
                &codes::BAD_ROWS,
                place,
                format!("the board `{}` has {height} rows, not {}", name.text, lines.len()),
                "one text for each row, from the top",
            );
            return None;
        }
        let mut out = Vec::new();
        for (i, line) in lines.iter().enumerate() {
            let cells = by_row.remove(&(height - i as u32)).unwrap_or_default();
            // Squares are drawn column by column; hexagons one after another, blanks between them.
            let signs: Vec<char> = line.text.chars().filter(|c| square || *c != ' ').collect();
            let wide = if square { width as usize } else { cells.len() };
            if signs.len() != wide {
                self.resolver.error(
                    &codes::BAD_ROWS,
                    line.span,
                    format!("this row has {wide} cells, not {}", signs.len()),
                    "one sign for each cell",
                );
                return None;
            }
            for (at, sign) in signs.into_iter().enumerate() {
                let cell = match square {
                    true => cells.iter().find(|(column, _)| *column == at as u32 + 1),
                    false => cells.get(at),
                };
                match cell {
                    Some((_, cell)) => out.extend(self.drawn(sign, *cell, &info, line)?),
                    // Outside of a board with gaps, blanks, dots and walls fill the row and mean
                    // nothing.
                    None if matches!(sign, ' ' | '.' | '#') => {}
                    None => {
                        let message = format!("`{sign}` is drawn where the board has no cell");
                        self.resolver.error(
                            &codes::BAD_ROWS,
                            line.span,
                            message,
                            "not in this row",
                        );
                        return None;
                    }
                }
            }
        }
        Some(out)
    }

    /// What a sign puts on a cell.
    fn drawn(
        &mut self,
        sign: char,
        cell: Cell,
        info: &BoardInfo,
        line: &Text,
    ) -> Option<Vec<Conclusion>> {
        let meant: Vec<&'a ast::AtomExpr> =
            self.legend.iter().filter(|(s, _)| *s == sign).map(|(_, atom)| *atom).collect();
        if meant.is_empty() && !matches!(sign, ' ' | '.') {
            let found = Diagnostic::new(
                &codes::BAD_ROWS,
                line.span,
                format!("no legend says what `{sign}` is"),
                "in this row",
            );
            self.resolver
                .diagnostics
                .push(found.help(format!("say it: `#legend \"{sign}\" PREDICATE.`")));
            return None;
        }
        meant.into_iter().map(|atom| self.on_cell(atom, cell, info)).collect()
    }

    /// The atom of a legend with a cell put in, at the argument that is one.
    fn on_cell(
        &mut self,
        atom: &'a ast::AtomExpr,
        cell: Cell,
        info: &BoardInfo,
    ) -> Option<Conclusion> {
        let predicate = self.resolver.known_predicate(&atom.head)?;
        let types = self.resolver.declared.predicates[predicate.index()].arguments.clone();
        let at = types.iter().position(|ty| *ty == info.ty);
        let Some(at) = at.filter(|_| types.len() == atom.arguments.len() + 1) else {
            let found = Diagnostic::new(
                &codes::BAD_ROWS,
                atom.span,
                format!("`{}` cannot be put on a cell like this", atom.head.text),
                "all arguments but the cell belong here",
            );
            let place = self.resolver.declared.predicates[predicate.index()].span;
            self.resolver.diagnostics.push(found.label(place, "declared here"));
            return None;
        };
        let mut scope = Scope::ground("a legend");
        let mut arguments = Vec::with_capacity(types.len());
        // The cell goes where the predicate has its first argument of the board's type; the
        // arguments of the legend fill the other places in order.
        let mut given = atom.arguments.iter();
        for (i, ty) in types.iter().enumerate() {
            if i == at {
                let constant = crate::ConId(info.first.0 + cell.0);
                arguments.push(Term::Apply(constant, Vec::new()));
            } else {
                arguments.push(self.resolver.term(given.next()?, *ty, &mut scope)?);
            }
        }
        Some(Conclusion { atom: Atom { predicate, arguments }, persistent: false })
    }
}
