//! How a declared state is seen.

use crate::cards::Cards;
use crate::cell::{MatrixCell, MatrixColumn, MatrixRow};
use crate::choice::{Choice, Number, Seated};
use crate::each::Each;
use senet_board::{Cell as BoardCell, Spot};
use senet_game::{Observer, Piece, Seat, View, ViewAtom, ViewHidden};
use std::fmt::Debug;

/// Something on the board of a view.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlacedPiece(Piece);

impl PlacedPiece {
    /// Something on a cell of the scene, given by its number; drawn as its first letter.
    pub fn new(cell: usize, kind: impl Into<String>) -> PlacedPiece {
        let kind = kind.into();
        let glyph = kind.chars().next().map(String::from).unwrap_or_default();
        let spot = Spot::Cell(BoardCell(cell as u32));
        PlacedPiece(Piece { spot, kind, glyph, seat: None, copies: 1, opposite: None })
    }

    /// Drawn like this: a character or two.
    pub fn glyph(mut self, glyph: impl ToString) -> PlacedPiece {
        self.0.glyph = glyph.to_string();
        self
    }

    /// Belongs to a player, or to nobody.
    pub fn of<P: Seated>(mut self, player: impl Into<Option<P>>) -> PlacedPiece {
        self.0.seat = player.into().map(Seated::seat);
        self
    }

    /// So many of them.
    pub fn copies(mut self, copies: u64) -> PlacedPiece {
        self.0.copies = copies;
        self
    }

    /// Drawn halfway to this cell, as in a box between dots.
    pub fn inside(mut self, opposite: usize) -> PlacedPiece {
        self.0.opposite = Some(BoardCell(opposite as u32));
        self
    }

    /// As part of a scene.
    pub fn piece(self) -> Piece {
        self.0
    }
}

/// A view that is being made.
pub struct Showing<'a> {
    /// Who looks.
    pub observer: Observer,
    /// What is seen.
    pub view: &'a mut View,
}

/// What of a field is seen: a list of facts, each with its arguments.
pub trait Shown {
    /// The facts.
    fn facts(&self) -> Vec<Vec<String>>;

    /// The facts of each player, for what every player has.
    fn facts_of_each(&self) -> Option<Vec<(Seat, Vec<Vec<String>>)>> {
        None
    }
}

impl Showing<'_> {
    fn show(&mut self, name: &str, secret: bool, facts: Vec<Vec<String>>, owner: Option<Seat>) {
        let seen = !secret
            || self.observer == Observer::All
            || owner.is_some_and(|owner| self.observer == Observer::Seat(owner));
        let predicate = name.to_owned();
        if seen {
            self.view.atoms.extend(facts.into_iter().map(|arguments| {
                let predicate = predicate.clone();
                ViewAtom { predicate, arguments, copies: 1, persistent: false }
            }));
        } else if !facts.is_empty() {
            self.view.hidden.push(ViewHidden { predicate, owner, copies: facts.len() as u64 });
        }
    }
}

/// A field of a state, about to be shown: as [`Shown`] says, or else as it is debugged.
pub struct Field<'a, T>(pub &'a T);

/// The first of two ways to show a field. (The compiler takes the second where this one does not
/// apply, because calling it takes one more reference.)
pub trait ViaShown {
    /// Shows the field.
    fn show(&self, name: &str, secret: bool, showing: &mut Showing<'_>);
}

/// The second of two ways to show a field.
pub trait ViaDebug {
    /// Shows the field.
    fn show(&self, name: &str, secret: bool, showing: &mut Showing<'_>);
}

impl<T: Shown> ViaShown for Field<'_, T> {
    fn show(&self, name: &str, secret: bool, showing: &mut Showing<'_>) {
        match self.0.facts_of_each() {
            None => showing.show(name, secret, self.0.facts(), None),
            Some(each) => {
                for (seat, facts) in each {
                    showing.show(name, secret, facts, Some(seat));
                }
            }
        }
    }
}

impl<T: Debug> ViaDebug for &Field<'_, T> {
    fn show(&self, name: &str, secret: bool, showing: &mut Showing<'_>) {
        showing.show(name, secret, vec![vec![format!("{:?}", self.0)]], None);
    }
}

impl Shown for bool {
    fn facts(&self) -> Vec<Vec<String>> {
        self.then(Vec::new).into_iter().collect()
    }
}

impl<T: Shown> Shown for Option<T> {
    fn facts(&self) -> Vec<Vec<String>> {
        self.iter().flat_map(Shown::facts).collect()
    }
}

impl<T: Shown> Shown for Vec<T> {
    fn facts(&self) -> Vec<Vec<String>> {
        self.iter().flat_map(Shown::facts).collect()
    }
}

impl<C: Choice> Shown for Cards<C> {
    fn facts(&self) -> Vec<Vec<String>> {
        self.iter().map(|card| vec![card.name()]).collect()
    }
}

impl<P: Seated, T: Shown, const N: usize> Shown for Each<P, T, N> {
    fn facts(&self) -> Vec<Vec<String>> {
        self.facts_of_each().into_iter().flatten().flat_map(|(_, facts)| facts).collect()
    }

    fn facts_of_each(&self) -> Option<Vec<(Seat, Vec<Vec<String>>)>> {
        let named = |player: P, mut fact: Vec<String>| {
            fact.insert(0, player.name());
            fact
        };
        let facts = |(player, value): (P, &T)| {
            let facts = value.facts().into_iter().map(|fact| named(player, fact));
            (player.seat(), facts.collect())
        };
        Some(self.iter().map(facts).collect())
    }
}

impl<const W: usize, const H: usize> Shown for MatrixCell<W, H> {
    fn facts(&self) -> Vec<Vec<String>> {
        vec![vec![self.name()]]
    }
}

impl<const W: usize, const H: usize> Shown for MatrixColumn<W, H> {
    fn facts(&self) -> Vec<Vec<String>> {
        vec![vec![self.name()]]
    }
}

impl<const W: usize, const H: usize> Shown for MatrixRow<W, H> {
    fn facts(&self) -> Vec<Vec<String>> {
        vec![vec![self.name()]]
    }
}

impl<const LEAST: usize, const MOST: usize> Shown for Number<LEAST, MOST> {
    fn facts(&self) -> Vec<Vec<String>> {
        vec![vec![self.name()]]
    }
}

macro_rules! shown_as_text {
    ($($type:ty),*) => {$(
        impl Shown for $type {
            fn facts(&self) -> Vec<Vec<String>> {
                vec![vec![self.to_string()]]
            }
        }
    )*};
}

shown_as_text!(u8, u16, u32, u64, u128, usize, i8, i16, i32, i64, i128, isize, char, String);
