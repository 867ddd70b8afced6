//! Boards: what lies where, and where a move is clicked.

use crate::value::{PositionAtom, Value};
use crate::view::Move;
use crate::words::{GameWords, fill, plain};
use senet_board::{Cell, Place, Spot};
use senet_game::{Piece, Scene, Seat};
use senet_program::{ConId, Premise, Term, TypeId, TypeShape, VarId};

impl GameWords {
    /// The boards, empty, with their titles. A board that each player has one of comes once for each.
    pub(crate) fn scenes(&self) -> (Vec<Scene>, Vec<String>) {
        let (mut scenes, mut titles) = (Vec::new(), Vec::new());
        for (at, info) in self.program.boards().iter().enumerate() {
            let owners = self.owners(at);
            let text = self.presentation().boards.get(&at);
            for owner in owners {
                let name = owner.map(|seat| self.seat_name(seat));
                let title = text.zip(name).map(|(text, name)| fill(text, |_| Some(name.clone())));
                titles.push(title.unwrap_or_default());
                scenes.push(Scene { board: info.board.clone(), pieces: Vec::new() });
            }
        }
        if titles.iter().all(String::is_empty) {
            titles.clear();
        }
        (scenes, titles)
    }

    /// Whose boards a board of the program is drawn as: nobody's, or one for each seat.
    fn owners(&self, board: usize) -> Vec<Option<Seat>> {
        if !self.presentation().boards.contains_key(&board) {
            return vec![None];
        }
        let seats = self.program.game().players.as_ref().map_or(0, |p| p.seats.len());
        (0..seats).map(|seat| Some(Seat(seat as u8))).collect()
    }

    /// The place in the view of a place of the program: on the board of a player, if each has one.
    fn drawn_at(&self, place: Place, player: Option<Seat>) -> Place {
        if self.presentation().boards.is_empty() {
            return place;
        }
        let before: usize =
            (0..usize::from(place.board)).map(|board| self.owners(board).len()).sum();
        let owners = self.owners(usize::from(place.board));
        let own = owners.iter().position(|owner| *owner == player).unwrap_or(0);
        Place { board: (before + own) as u8, ..place }
    }

    /// The places of a move as they are drawn: a cell that stands in an atom beside a player lies on the
    /// board of that player.
    pub(crate) fn drawn_places(&self, mv: Move<'_>, seen: &[VarId]) -> Vec<Place> {
        let value = |v: VarId| {
            let at = mv.rule.effective.iter().position(|e| *e == v)?;
            Some((mv.rule.variables[v.index()].ty, mv.values[at]))
        };
        let player = |variable: VarId| {
            let left = mv.rule.premises.iter().filter_map(Premise::atom);
            let mut atoms = left.chain(mv.rule.conclusions.iter().map(|c| &c.atom));
            atoms.find_map(|atom| {
                let mut variables = Vec::new();
                atom.each_variable(&mut |v| variables.push(v));
                let here = variables.contains(&variable);
                let mut players = variables.into_iter().filter_map(value);
                players.find_map(|(ty, value)| self.player(ty, value)).filter(|_| here)
            })
        };
        let place = |v: &VarId| {
            let (ty, value) = value(*v)?;
            Some(self.drawn_at(self.place(ty, value)?, player(*v)))
        };
        seen.iter().filter_map(place).collect()
    }

    /// Puts an atom on a board, if it has exactly one argument there; whether it did. What is
    /// called `free` or `empty` is not drawn.
    pub(crate) fn put(&self, atom: &PositionAtom, boards: &mut [Scene]) -> bool {
        let program = &*self.program;
        let declared = program.predicate(atom.predicate);
        let arguments = || atom.values.iter().copied().zip(declared.arguments.iter().copied());
        let mut places = arguments().filter_map(|(value, ty)| self.place(ty, value));
        let (Some(place), None) = (places.next(), places.next()) else {
            return false;
        };
        if matches!(declared.name.as_str(), "free" | "empty") {
            return true;
        }
        let seat = arguments().find_map(|(value, ty)| self.player(ty, value));
        let others = arguments().filter(|(value, ty)| {
            self.place(*ty, *value).is_none() && self.player(*ty, *value).is_none()
        });
        let others: Vec<String> = others.map(|(value, ty)| self.value(ty, value)).collect();
        let kind = match others.as_slice() {
            [one] => one.clone(),
            _ => plain(&declared.name),
        };
        let glyph = self.glyph(atom, &kind);
        if glyph.is_empty() {
            return true; // `#glyph p ""` draws nothing
        }
        // `#glyph seed "{count}"` draws how many there are.
        let counted = glyph.contains("{count}");
        let copies = atom.copies.max(1);
        let glyph = glyph.replace("{count}", &copies.to_string());
        let place = self.drawn_at(place, seat);
        boards[usize::from(place.board)].pieces.push(Piece {
            spot: place.spot,
            glyph,
            kind,
            seat,
            copies: if counted { 1 } else { copies },
            opposite: self.opposite(atom, place),
        });
        true
    }

    /// The cell across, for what `#inside` draws halfway to it. A cell at the rim may have none.
    fn opposite(&self, atom: &PositionAtom, place: Place) -> Option<Cell> {
        let direction = self.presentation().inside.get(&atom.predicate)?;
        let board = &self.program.boards()[usize::from(place.board)].board;
        match place.spot {
            Spot::Cell(cell) => board.step(board.dir(direction)?, cell),
            Spot::Edge(_) => None,
        }
    }

    /// How an atom is drawn: by its own glyph, by that of its kind, its predicate or its player; else
    /// by the first letter of what it is.
    fn glyph(&self, atom: &PositionAtom, kind: &str) -> String {
        let program = &*self.program;
        let mut own = self.presentation().glyphs.iter();
        if let Some((_, glyph)) = own.find(|(pattern, _)| self.fits(pattern, atom)) {
            return glyph.clone();
        }
        let declared = program.predicate(atom.predicate);
        let arguments = || atom.values.iter().copied().zip(declared.arguments.iter().copied());
        let constructor = |(value, ty): (Value, TypeId)| match program.ty(ty).shape {
            TypeShape::Constants => Some(program.constructor(ConId(value as u32))),
            TypeShape::Finite | TypeShape::Infinite => {
                Some(program.constructor(self.interner.open(value, &mut Vec::new())))
            }
            _ => None,
        };
        let (players, others): (Vec<_>, Vec<_>) =
            arguments().partition(|(value, ty)| self.player(*ty, *value).is_some());
        let of = |all: &[(Value, TypeId)]| {
            let mut patterns = self.presentation().value_glyphs.iter();
            let whole = patterns.find(|(pattern, _)| {
                all.iter().any(|(value, ty)| self.fits_value(pattern, *ty, *value))
            });
            let whole = whole.map(|(_, glyph)| glyph.clone());
            let named = || all.iter().filter_map(|a| constructor(*a)).find_map(|c| c.glyph.clone());
            whole.or_else(named)
        };
        let glyph = of(&others).or_else(|| declared.glyph.clone()).or_else(|| of(&players));
        glyph.unwrap_or_else(|| {
            let named = kind != plain(&declared.name);
            let player = players.first().and_then(|a| constructor(*a)).filter(|_| !named);
            let name = player.map_or(kind, |c| c.name.as_str());
            name.chars().take(1).collect()
        })
    }

    /// Whether a value looks as a pattern says. Recurses as deep as the pattern, which is text.
    fn fits_value(&self, pattern: &Term, ty: TypeId, value: Value) -> bool {
        match pattern {
            Term::Variable(_) => true,
            Term::Plus(_, n) => value >= *n,
            Term::Number(n) => self.program.ty(ty).shape.is_number() && value == *n,
            Term::Apply(wanted, arguments) => {
                let shape = self.program.ty(ty).shape;
                let compound =
                    matches!(shape, TypeShape::Constants | TypeShape::Finite | TypeShape::Infinite);
                let declared = self.program.constructor(*wanted);
                if !compound || declared.ty != ty {
                    return false;
                }
                let mut inner = Vec::new();
                let found = self.interner.open(value, &mut inner);
                let types = declared.arguments.iter().zip(inner);
                found == *wanted
                    && arguments.iter().zip(types).all(|(p, (ty, v))| self.fits_value(p, *ty, v))
            }
        }
    }

    /// Where a value lies, if it is a cell or an edge.
    pub fn place(&self, ty: TypeId, value: Value) -> Option<Place> {
        let program = &*self.program;
        if program.boards().is_empty() || program.ty(ty).shape != TypeShape::Constants {
            return None;
        }
        program.place(ConId(value as u32))
    }

    fn player(&self, ty: TypeId, value: Value) -> Option<Seat> {
        let players = self.program.game().players.as_ref()?;
        self.seat_of_value(value).filter(|_| players.ty == ty)
    }
}
