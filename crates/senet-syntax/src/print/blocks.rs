//! Boards and families.

use crate::ast::{BoardDecl, Count, Domain, Family};
use crate::print::Printer;

impl Printer {
    pub(super) fn count(&mut self, count: &Count) {
        match count {
            Count::Number(n, _) => self.text(&n.to_string()),
            Count::Name(name) => self.text(&name.text),
        }
    }

    pub(super) fn board(&mut self, board: &BoardDecl) {
        self.text("board ");
        self.text(&board.name.text);
        self.text(" = ");
        self.text(&board.shape.text);
        for size in &board.sizes {
            self.text(" ");
            self.count(size);
        }
        if !board.links.is_empty() {
            let links = board.links.iter().map(|(a, b)| format!("{} - {}", a.text, b.text));
            self.text(&format!(" {{ {} }}", links.collect::<Vec<_>>().join(", ")));
        }
        if board.torus.is_some() {
            self.text(" torus");
        }
        if board.eight.is_some() {
            self.text(" eight");
        }
        if !board.without.is_empty() {
            self.text(" without");
        }
        for cell in &board.without {
            self.text(&format!(" {}", cell.text));
        }
        if let Some(prefix) = &board.prefix {
            self.text(&format!(" named {}", prefix.text));
        }
        if let Some(edges) = &board.edges {
            self.text(&format!(" edges {}", edges.text));
        }
        self.text(".\n");
    }

    pub(super) fn family(&mut self, family: &Family) {
        self.text("for ");
        for (i, (name, domain)) in family.over.iter().enumerate() {
            self.text(if i > 0 { ", " } else { "" });
            self.text(&name.text);
            self.text(" in ");
            match domain {
                Domain::Type(ty) => self.text(&ty.text),
                Domain::Range(low, high) => {
                    self.count(low);
                    self.text("..");
                    self.count(high);
                }
            }
        }
        self.text(" {\n");
        for item in &family.items {
            self.item(item);
        }
        self.text("}\n");
    }
}
