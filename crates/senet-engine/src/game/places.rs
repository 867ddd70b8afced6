//! Boards: what lies where, where a move is clicked, and which cells decided the game.

use super::{TermGame, proof};
use crate::machine::Transition;
use crate::position::{Position, PositionAtom};
use crate::value::Value;
use crate::words;
use senet_board::Place;
use senet_game::{Piece, Scene};
use senet_program::{ConId, Shape, TypeId};

impl TermGame {
    /// The boards, empty.
    pub(super) fn scenes(&self) -> Vec<Scene> {
        let boards = self.engine.program.boards().iter();
        boards.map(|info| Scene { board: info.board.clone(), pieces: Vec::new() }).collect()
    }

    /// Puts an atom on a board, if it has exactly one argument there; whether it did. What is
    /// called `free` or `empty` is not drawn.
    pub(super) fn put(&self, atom: &PositionAtom, boards: &mut [Scene]) -> bool {
        let program = &self.engine.program;
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
        let others: Vec<String> =
            others.map(|(value, ty)| words::value(&self.engine, ty, value)).collect();
        let kind = match others.as_slice() {
            [one] => one.clone(),
            _ => words::plain(&declared.name),
        };
        boards[usize::from(place.board)].pieces.push(Piece {
            spot: place.spot,
            glyph: self.glyph(atom, &kind),
            kind,
            seat,
            copies: atom.copies.max(1),
        });
        true
    }

    /// How an atom is drawn: by the glyph of its kind, its player or its predicate; else by the
    /// first letter of what it is.
    fn glyph(&self, atom: &PositionAtom, kind: &str) -> String {
        let program = &self.engine.program;
        let declared = program.predicate(atom.predicate);
        let arguments = || atom.values.iter().copied().zip(declared.arguments.iter().copied());
        let constant = |(value, ty): (Value, TypeId)| {
            let constants = program.ty(ty).shape == Shape::Constants;
            constants.then(|| program.constructor(ConId(value as u32)))
        };
        let (players, others): (Vec<_>, Vec<_>) =
            arguments().partition(|(value, ty)| self.player(*ty, *value).is_some());
        let of = |all: &[(Value, TypeId)]| {
            all.iter().filter_map(|a| constant(*a)).find_map(|c| c.glyph.clone())
        };
        let glyph = of(&others).or_else(|| declared.glyph.clone()).or_else(|| of(&players));
        glyph.unwrap_or_else(|| {
            let named = kind != words::plain(&declared.name);
            let player = players.first().and_then(|a| constant(*a)).filter(|_| !named);
            let name = player.map_or(kind, |c| c.name.as_str());
            name.chars().take(1).collect()
        })
    }

    /// Where a value lies, if it is a cell or an edge.
    pub(super) fn place(&self, ty: TypeId, value: Value) -> Option<Place> {
        let program = &self.engine.program;
        if program.boards().is_empty() || program.ty(ty).shape != Shape::Constants {
            return None;
        }
        program.place(ConId(value as u32))
    }

    fn player(&self, ty: TypeId, value: Value) -> Option<senet_game::Seat> {
        let players = self.engine.program.game().players.as_ref()?;
        self.seat_of_value(value).filter(|_| players.ty == ty)
    }

    /// The cells of a firing that will make an outcome, and of the atoms that its derived premises
    /// use; none of any other.
    pub(super) fn deciding(&self, position: &Position, transition: &Transition) -> Vec<Place> {
        let (engine, program) = (&*self.engine, &self.engine.program);
        let rule = program.rule(transition.rule);
        if !engine.decides(rule) {
            return Vec::new();
        }
        let mut out = Vec::new();
        let mut note = |ty: TypeId, value: Value| {
            let place = self.place(ty, value);
            out.extend(place.filter(|place| !out.contains(place)));
        };
        for (value, variable) in transition.values.iter().zip(&rule.variables) {
            note(variable.ty, *value);
        }
        let derived: Vec<_> = proof::derived(engine, &rule.premises, &transition.values).collect();
        for (predicate, values) in proof::rests_on(engine, position, &derived) {
            for (value, ty) in values.iter().zip(&program.predicate(predicate).arguments) {
                note(*ty, *value);
            }
        }
        out
    }
}
