//! What a printed game says and shows.

use super::{MOVES, PrintError};
use crate::game::NetGame;
use crate::runtime::condition::NetAtom;
use crate::runtime::state::NetMove;
use senet_engine::PositionAtom;
use senet_game::board::{Shape, Spec, Spot};
use senet_game::{Game, Observer, Seat, Turn};
use senet_program::{PredId, StageId};
use std::fmt::Write as _;

impl NetGame {
    /// Every move: its name, its words, its places, and its direction.
    pub(super) fn move_words(&self) -> Result<String, PrintError> {
        let mut out = String::new();
        let mut sum: u64 = 0;
        for (id, variant) in self.net.variants.enumerated() {
            let sizes = variant.factors.iter().map(|f| f.choices.len() as u64);
            let moves = sizes.fold(1, u64::saturating_mul);
            sum = sum.saturating_add(moves);
            if sum > MOVES {
                return Err(PrintError::Moves);
            }
            for choice in 0..moves {
                let mv = NetMove { variant: id, choice };
                let (rule, values) = self.rule_and_values(mv);
                let name = self.words().move_name(rule, &values);
                let shown = self.words().describe_move(&Turn::Chance, rule, &values, Observer::All);
                let places: Vec<String> = shown
                    .places
                    .iter()
                    .map(|place| {
                        let (kind, number) = spot(place.spot);
                        format!("{}{}{number}", place.board, if kind { 'c' } else { 'e' })
                    })
                    .collect();
                let direction = shown.direction.unwrap_or_default();
                let _ = writeln!(out, "{name}\t{}\t{}\t{direction}", shown.text, places.join(" "));
            }
        }
        Ok(out)
    }

    /// Everything else that is said or shown.
    pub(super) fn print_words(&self, package: &str, title: &str) -> Result<String, PrintError> {
        if self.hides() {
            return Err(PrintError::Hides);
        }
        let program = self.engine().program();
        let rules = self.term().draw_rules();
        let quiet = program.game().quiet.as_ref();
        let irreversible: Vec<u32> =
            quiet.iter().flat_map(|q| q.since.iter().map(|r| r.0)).collect();
        let seats: Vec<String> = (0..self.seats()).map(|s| self.seat_name(Seat(s as u8))).collect();
        let stages: Vec<&str> = program.stages().iter().map(|s| s.name.as_str()).collect();
        // As they are drawn: one for each player, where a program says so.
        let drawn = self.words().view(StageId(0), &[], Observer::All).boards;
        let boards: Vec<String> = drawn.iter().map(|s| print_spec(s.board.spec())).collect();
        let boards = boards.iter().map(|spec| {
            format!("        Arc::new(Board::new({spec}).expect(\"it was a board before\")),\n")
        });
        let mut out = format!(
            "//! What the game says and shows.\n\n\
             #![allow(unused_imports, reason = \"some games have no boards\")]\n\n\
             use crate::game::{{Atom, Shown, Source}};\n\
             use senet_game::DrawRules;\nuse senet_game::board::{{Board, Shape, Spec}};\n\
             use std::sync::Arc;\n\n\
             /// The name of the game, for commands.\npub const NAME: &str = {package:?};\n\
             /// The title of the game.\npub const TITLE: &str = {title:?};\n\
             pub(crate) const STEPS: u64 = {};\n\
             pub(crate) const DRAW_RULES: DrawRules = DrawRules {{ repeat: {:?}, limit: {:?}, quiet: {:?} }};\n\
             pub(crate) const IRREVERSIBLE: &[u32] = &{irreversible:?};\n\
             pub(crate) const SEATS: &[&str] = &{seats:?};\n\
             pub(crate) const STAGES: &[&str] = &{stages:?};\n\
             pub(crate) const MOVES: &str = include_str!(\"moves.txt\");\n\n\
             pub(crate) fn boards() -> Vec<Arc<Board>> {{\n    vec![\n{}    ]\n}}\n\n\
             #[rustfmt::skip]\npub(crate) static ATOMS: &[Atom] = &[\n",
            self.engine().limits().steps,
            rules.repeat,
            rules.limit,
            rules.quiet,
            boards.collect::<String>()
        );
        for (source, atom) in self.all_atoms() {
            out += &self.print_atom(&source, &atom);
        }
        Ok(out + "];\n")
    }

    /// Every atom that can ever be there, with where it is found, in canonical order.
    fn all_atoms(&self) -> Vec<(String, PositionAtom)> {
        let atom = |atom: &NetAtom, persistent: bool| PositionAtom {
            predicate: PredId(atom.predicate),
            values: atom.values.to_vec(),
            copies: u64::from(!persistent),
            persistent,
        };
        let mut all: Vec<(String, PositionAtom)> = Vec::new();
        for (i, place) in self.net.places.iter().enumerate() {
            let atom = atom(&place.atom, place.persistent);
            all.push((format!("Source::Place({i})"), atom));
        }
        for (v, atoms) in self.net.control_atoms.iter().enumerate() {
            for (i, one) in atoms.iter().enumerate() {
                all.push((format!("Source::Control({v}, {i})"), atom(one, false)));
            }
        }
        for constant in &self.net.constants {
            let source = format!("Source::Always({})", constant.copies);
            all.push((source, atom(&constant.atom, constant.persistent)));
        }
        all.sort_by(|(_, a), (_, b)| self.words().compare_atoms(a, b));
        all
    }

    fn print_atom(&self, source: &str, atom: &PositionAtom) -> String {
        let view = self.words().view(StageId(0), std::slice::from_ref(atom), Observer::All);
        let piece = view.boards.iter().enumerate().find_map(|(b, scene)| {
            let piece = scene.pieces.first()?;
            let (cell, number) = spot(piece.spot);
            let seat = piece.seat.map(|s| s.0);
            Some(format!(
                "Shown::Piece {{ board: {b}, cell: {cell}, spot: {number}, kind: {:?}, \
                 glyph: {:?}, seat: {seat:?} }}",
                piece.kind, piece.glyph
            ))
        });
        let (shown, arguments) = match (piece, view.atoms.first()) {
            (Some(piece), _) => (piece, Vec::new()),
            (None, Some(atom)) => ("Shown::Words".to_owned(), atom.arguments.clone()),
            (None, None) => ("Shown::Nothing".to_owned(), Vec::new()),
        };
        let engine = self.engine();
        let predicate = &engine.program().predicate(atom.predicate).name;
        let said = engine.show_atom(atom.predicate, &atom.values);
        format!(
            "    Atom {{ source: {source}, said: {said:?}, predicate: {predicate:?}, \
             arguments: &{arguments:?}, persistent: {}, shown: {shown} }},\n",
            atom.persistent
        )
    }
}

/// Whether a spot is a cell, and its number.
fn spot(spot: Spot) -> (bool, u32) {
    match spot {
        Spot::Cell(cell) => (true, cell.0),
        Spot::Edge(edge) => (false, edge.0),
    }
}

fn print_spec(spec: &Spec) -> String {
    let owned = |names: &[String]| {
        let names: Vec<String> = names.iter().map(|n| format!("{n:?}.to_owned()")).collect();
        format!("vec![{}]", names.join(", "))
    };
    let shape = match &spec.shape {
        Shape::Graph { cells, edges } => {
            let pairs: Vec<String> = edges
                .iter()
                .map(|(a, b)| format!("({a:?}.to_owned(), {b:?}.to_owned())"))
                .collect();
            format!("Graph {{ cells: {}, edges: vec![{}] }}", owned(cells), pairs.join(", "))
        }
        // The others hold nothing but numbers.
        plain => format!("{plain:?}"),
    };
    let prefix = match &spec.prefix {
        None => "None".to_owned(),
        Some(prefix) => format!("Some({prefix:?}.to_owned())"),
    };
    format!(
        "Spec {{ shape: Shape::{shape}, torus: {}, eight: {}, edges: {}, without: {}, downward: \
         {}, prefix: {prefix} }}",
        spec.torus,
        spec.eight,
        spec.edges,
        owned(&spec.without),
        spec.downward
    )
}
