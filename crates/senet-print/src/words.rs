//! What a printed game says and shows, as tables.

use crate::PrintError;
use senet_engine::TermGame;
use senet_game::board::{Shape, Spec, Spot};
use senet_game::{Game, Observer, Seat, Turn, ViewMove};
use senet_program::{Hidden, PredId, RuleId, StageId, TypeId};
use senet_words::{PositionAtom, Value};
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// More moves or atoms than this are not named one by one.
const NAMES: usize = 1_000_000;

/// The words of a game: of its moves, and of all atoms that can ever be there.
#[derive(Debug)]
pub struct PrintedWords<'g> {
    term: &'g TermGame,
    moves: String,
    count: usize,
}

/// What redrawing hidden atoms needs to know of values.
#[derive(Debug, Default)]
struct Secrets {
    /// For each type, its values in canonical order.
    ranks: BTreeMap<TypeId, Vec<Value>>,
    /// All that players can make up, for predicates and types of secret arguments.
    invented: Vec<(PredId, Vec<TypeId>, Vec<Vec<Value>>)>,
}

impl<'g> PrintedWords<'g> {
    /// Of a game, without moves.
    pub fn new(term: &'g TermGame) -> PrintedWords<'g> {
        PrintedWords { term, moves: String::new(), count: 0 }
    }

    /// Adds a move: a line of `moves.txt`, after a prefix that may find it again.
    pub fn add_move(
        &mut self,
        prefix: &str,
        rule: RuleId,
        values: &[Value],
    ) -> Result<(), PrintError> {
        self.count += 1;
        if self.count > NAMES {
            return Err(PrintError::Moves);
        }
        let words = self.term.engine().words();
        let (turn, out) = (Turn::Chance, &mut self.moves);
        let _ = write!(out, "{prefix}{}", words.move_name(rule, values));
        // Of all, whoever moves sees the same; of chance, nobody is the mover.
        let mut observers = vec![Observer::All];
        if words.hides() {
            observers.push(Observer::Public);
            observers.extend((0..self.term.seats()).map(|s| Observer::Seat(Seat(s as u8))));
        }
        for observer in observers {
            let ViewMove { text, places, direction, .. } =
                words.describe_move(&turn, rule, values, observer);
            let place = |place: &senet_game::board::Place| {
                let (kind, number) = spot(place.spot);
                format!("{}{}{number}", place.board, if kind { 'c' } else { 'e' })
            };
            let places: Vec<String> = places.iter().map(place).collect();
            let direction = direction.unwrap_or_default();
            let _ = write!(out, "\t{text}\t{}\t{direction}", places.join(" "));
            if words.hides() {
                let key = words.observed_move(&turn, rule, values, observer);
                let _ = write!(out, "\t{key:x}");
            }
        }
        out.push('\n');
        Ok(())
    }

    /// The file `moves.txt`: a line for each move.
    pub fn moves(&self) -> &str {
        &self.moves
    }

    /// The file `words.rs`: everything else. Atoms come with where they are found in a position.
    pub fn print(
        &self,
        package: &str,
        title: &str,
        mut atoms: Vec<(String, PositionAtom)>,
    ) -> Result<String, PrintError> {
        if atoms.len() > NAMES {
            return Err(PrintError::Atoms);
        }
        let (engine, words) = (self.term.engine(), self.term.engine().words());
        let (program, rules) = (engine.program(), self.term.draw_rules());
        let quiet = program.game().quiet.as_ref();
        let irreversible: Vec<u32> =
            quiet.iter().flat_map(|q| q.since.iter().map(|r| r.0)).collect();
        let seats = (0..self.term.seats()).map(|s| self.term.seat_name(Seat(s as u8)));
        let seats: Vec<String> = seats.collect();
        let stages: Vec<&str> = program.stages().iter().map(|s| s.name.as_str()).collect();
        // As they are drawn: one for each player, where a program says so.
        let drawn = words.view(StageId(0), &[], Observer::All).boards;
        let boards: Vec<String> = drawn.iter().map(|s| print_spec(s.board.spec())).collect();
        let boards = boards.iter().map(|spec| {
            format!("        Arc::new(Board::new({spec}).expect(\"it was a board before\")),\n")
        });
        let mut out = format!(
            "//! What the game says and shows.\n\n\
             #![allow(unused_imports, reason = \"some games have no boards, and hide nothing\")]\n\n\
             use crate::atoms::{{Atom, Hidden, Shown}};\nuse crate::game::Source;\n\
             use senet_game::DrawRules;\nuse senet_game::board::{{Board, Shape, Spec}};\n\
             use std::sync::Arc;\n\n\
             /// The name of the game, for commands.\npub const NAME: &str = {package:?};\n\
             /// The title of the game.\npub const TITLE: &str = {title:?};\n\
             pub(crate) const STEPS: u64 = {};\n\
             pub(crate) const HIDES: bool = {};\n\
             pub(crate) const DRAW_RULES: DrawRules = DrawRules {{ repeat: {:?}, limit: {:?}, quiet: {:?} }};\n\
             pub(crate) const IRREVERSIBLE: &[u32] = &{irreversible:?};\n\
             pub(crate) const SEATS: &[&str] = &{seats:?};\n\
             pub(crate) const STAGES: &[&str] = &{stages:?};\n\
             pub(crate) const MOVES: &str = include_str!(\"moves.txt\");\n\n\
             pub(crate) fn boards() -> Vec<Arc<Board>> {{\n    vec![\n{}    ]\n}}\n\n\
             #[rustfmt::skip]\npub(crate) static ATOMS: &[Atom] = &[\n",
            engine.limits().steps,
            words.hides(),
            rules.repeat,
            rules.limit,
            rules.quiet,
            boards.collect::<String>()
        );
        atoms.sort_by(|(_, a), (_, b)| words.compare_atoms(a, b));
        let secrets = self.secrets(&atoms);
        for (source, atom) in &atoms {
            self.print_atom(&mut out, source, atom, &secrets);
        }
        out.push_str("];\n\n#[rustfmt::skip]\npub(crate) static INVENTED: &[&[&[u32]]] = &[\n");
        for (_, types, rows) in &secrets.invented {
            let row = |row: &Vec<Value>| {
                let ranks = row.iter().zip(types).map(|(v, ty)| secrets.rank(*ty, *v).to_string());
                format!("&[{}]", ranks.collect::<Vec<_>>().join(", "))
            };
            let rows: Vec<String> = rows.iter().map(row).collect();
            let _ = writeln!(out, "    &[{}],", rows.join(", "));
        }
        Ok(out + "];\n")
    }

    /// The patterns that hide an atom, by observer: nobody is the public.
    fn hidden(&self, atom: &PositionAtom) -> impl Iterator<Item = (Option<Seat>, &'g Hidden)> {
        let words = self.term.engine().words();
        let seats = (0..self.term.seats()).map(|s| Some(Seat(s as u8)));
        let seats: Vec<Option<Seat>> = std::iter::once(None).chain(seats).collect();
        let atom = atom.clone();
        seats.into_iter().filter_map(move |seat| {
            let observer = seat.map_or(Observer::Public, Observer::Seat);
            Some((seat, words.hides_from(&atom, observer)?))
        })
    }

    /// The arguments that a pattern keeps secret, and their types.
    fn secret(&self, atom: &PositionAtom, pattern: &Hidden) -> (Vec<usize>, Vec<TypeId>) {
        let declared = self.term.engine().program().predicate(atom.predicate);
        let open = |i: &usize| pattern.fixed[*i].is_none() && pattern.owner != Some(*i);
        let secret: Vec<usize> = (0..atom.values.len()).filter(open).collect();
        let types = secret.iter().map(|i| declared.arguments[*i]).collect();
        (secret, types)
    }

    fn secrets(&self, atoms: &[(String, PositionAtom)]) -> Secrets {
        let engine = self.term.engine();
        let mut out = Secrets::default();
        let hides = |p: PredId| engine.program().game().hidden.iter().any(|h| h.predicate == p);
        for (_, atom) in atoms.iter().filter(|(_, atom)| hides(atom.predicate)) {
            let types = &engine.program().predicate(atom.predicate).arguments;
            for (value, ty) in atom.values.iter().zip(types) {
                out.ranks.entry(*ty).or_default().push(*value);
            }
            for (_, pattern) in self.hidden(atom) {
                let (_, types) = self.secret(atom, pattern);
                if out.invented(atom.predicate, &types).is_some() {
                    continue;
                }
                let Some(rows) = self.term.invented(atom.predicate, &types) else { continue };
                for row in &rows {
                    let values = row.iter().zip(&types);
                    values.for_each(|(v, ty)| out.ranks.entry(*ty).or_default().push(*v));
                }
                out.invented.push((atom.predicate, types, rows));
            }
        }
        for (ty, values) in &mut out.ranks {
            values.sort_by(|a, b| engine.interner().compare(*ty, *a, *b));
            values.dedup();
        }
        out
    }

    fn print_atom(&self, out: &mut String, source: &str, atom: &PositionAtom, secrets: &Secrets) {
        let engine = self.term.engine();
        let declared = engine.program().predicate(atom.predicate);
        let said = engine.show_atom(atom.predicate, &atom.values);
        let (shown, arguments) = self.shown(atom);
        let hidden: Vec<String> = self
            .hidden(atom)
            .map(|(from, pattern)| {
                let owner = pattern
                    .owner
                    .and_then(|i| engine.words().seat_of_value(atom.values[i]).map(|seat| seat.0));
                let (secret, types) = self.secret(atom, pattern);
                let invented = secrets.invented(atom.predicate, &types);
                let types: Vec<u32> = types.iter().map(|ty| ty.0).collect();
                format!(
                    "Hidden {{ from: {:?}, owner: {owner:?}, secret: &{secret:?}, types: \
                     &{types:?}, invented: {invented:?} }}",
                    from.map(|seat| seat.0)
                )
            })
            .collect();
        let ranks = if engine.program().game().hidden.iter().any(|h| h.predicate == atom.predicate)
        {
            let values = atom.values.iter().zip(&declared.arguments);
            let ranks: Vec<u32> = values.map(|(v, ty)| secrets.rank(*ty, *v)).collect();
            format!("Some(({}, &{ranks:?}))", atom.predicate.0)
        } else {
            "None".to_owned()
        };
        let _ = writeln!(
            out,
            "    Atom {{ source: {source}, said: {said:?}, predicate: {:?}, arguments: \
             &{arguments:?}, persistent: {}, shown: {shown}, ranks: {ranks}, hidden: &[{}] }},",
            declared.name,
            atom.persistent,
            hidden.join(", ")
        );
    }

    /// How an atom is shown, and its arguments in words.
    fn shown(&self, atom: &PositionAtom) -> (String, Vec<String>) {
        let words = self.term.engine().words();
        let one = PositionAtom { copies: u64::from(!atom.persistent), ..atom.clone() };
        let view = words.view(StageId(0), std::slice::from_ref(&one), Observer::All);
        let piece = view.boards.iter().enumerate().find_map(|(b, scene)| {
            let piece = scene.pieces.first()?;
            let (cell, number) = spot(piece.spot);
            let seat = piece.seat.map(|s| s.0);
            Some((b, cell, number, seat, piece))
        });
        if let Some((board, cell, number, seat, piece)) = piece {
            // `{count}` is filled when it is shown: two copies tell it from the digit one.
            let two = PositionAtom { copies: 2, ..atom.clone() };
            let many = words.view(StageId(0), &[two], Observer::All);
            let counted = many.boards[board].pieces.first();
            let counted = counted.filter(|p| p.glyph != piece.glyph && !atom.persistent);
            let glyph = match counted {
                Some(_) => piece.glyph.replace('1', "{count}"),
                None => piece.glyph.clone(),
            };
            let shown = format!(
                "Shown::Piece {{ board: {board}, cell: {cell}, spot: {number}, kind: {:?}, \
                 glyph: {glyph:?}, seat: {seat:?}, opposite: {:?} }}",
                piece.kind,
                piece.opposite.map(|cell| cell.0)
            );
            return (shown, Vec::new());
        }
        if let Some(panel) = view.panels.first() {
            let scores = &self.term.engine().program().game().score;
            let alone =
                |(item, copies): &(String, u64)| *copies == 1 && item.parse::<u64>().is_ok();
            let number = panel.items.first().filter(|item| alone(item));
            // A number that is no points, such as the rank of a card, is what it is.
            let number = number.filter(|_| {
                let two = PositionAtom { copies: 2, ..atom.clone() };
                let many = words.view(StageId(0), &[two], Observer::All);
                scores.contains(&atom.predicate) || many.panels[0].items[0].1 == 1
            });
            let (item, number) = match (number, panel.items.first()) {
                (Some((n, _)), _) => ("None".to_owned(), n.clone()),
                (None, item) => {
                    (format!("Some({:?})", item.map_or("", |(text, _)| text)), "0".to_owned())
                }
            };
            let shown = format!(
                "Shown::Panel {{ title: {:?}, owner: {:?}, item: {item}, number: {number} }}",
                panel.title,
                panel.owner.map(|seat| seat.0)
            );
            let undrawn = view.undrawn.first();
            return (shown, undrawn.map_or_else(Vec::new, |a| a.arguments.clone()));
        }
        let (shown, told) = match (view.atoms.first(), view.undrawn.first()) {
            (Some(atom), _) => ("Shown::Words", Some(atom)),
            (None, Some(atom)) => ("Shown::Undrawn", Some(atom)),
            (None, None) => ("Shown::Nothing", None),
        };
        (shown.to_owned(), told.map_or_else(Vec::new, |atom| atom.arguments.clone()))
    }
}

impl Secrets {
    fn rank(&self, ty: TypeId, value: Value) -> u32 {
        let values = self.ranks.get(&ty).map_or(&[][..], |all| all);
        values.iter().position(|v| *v == value).expect("every value has a rank") as u32
    }

    fn invented(&self, predicate: PredId, types: &[TypeId]) -> Option<usize> {
        self.invented.iter().position(|(p, t, _)| *p == predicate && *t == types)
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
