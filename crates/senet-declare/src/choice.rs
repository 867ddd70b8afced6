//! Things of which there are finitely many, each with a number and a name.

use senet_board::Cell as BoardCell;
use senet_game::Seat;
use std::fmt::{self, Debug};
use std::hash::Hash;

/// Something to choose from finitely many: a move, a cell, a card, a player.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be listed, so moves cannot be derived from it",
    label = "not a choice",
    note = "a choice is a cell, a column, a range such as `1..=6`, alternatives such as \
            `Roll | Hold`, or a tuple of choices",
    note = "for any other type of moves, write the sections `moves` and `name`"
)]
pub trait Choice: Copy + Eq + Ord + Hash + Debug + Send + Sync + 'static {
    /// How many there are.
    const COUNT: usize;

    /// The one with this number, which is below [`Choice::COUNT`].
    fn nth(i: usize) -> Self;

    /// Its number.
    fn index(self) -> usize;

    /// Its name; no two have the same.
    fn name(self) -> String;

    /// The cells that it speaks of, in order.
    fn places(self, _out: &mut Vec<BoardCell>) {}

    /// All of them, in order.
    fn all() -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator {
        (0..Self::COUNT).map(Self::nth)
    }

    /// The one of this name, if there is one.
    fn read(text: &str) -> Option<Self> {
        Self::all().find(|one| one.name() == text.trim())
    }
}

/// Players: choices who sit at the table in their order.
pub trait Seated: Choice {
    /// Where this player sits.
    fn seat(self) -> Seat {
        Seat(self.index() as u8)
    }

    /// Who comes next around the table.
    fn following(self) -> Self {
        Self::nth((self.index() + 1) % Self::COUNT)
    }
}

/// No choice at all: what chance chooses from in a game without chance.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Never {}

impl Choice for Never {
    const COUNT: usize = 0;

    fn nth(_: usize) -> Never {
        unreachable!("there is no number below 0")
    }

    fn index(self) -> usize {
        match self {}
    }

    fn name(self) -> String {
        match self {}
    }
}

/// A whole number from `LEAST` to `MOST`, written `LEAST..=MOST` in a game.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Number<const LEAST: usize, const MOST: usize>(usize);

impl<const LEAST: usize, const MOST: usize> Number<LEAST, MOST> {
    /// This number, if it is in the range.
    pub fn new(number: usize) -> Option<Self> {
        (LEAST..=MOST).contains(&number).then_some(Number(number))
    }

    /// The number itself.
    pub fn get(self) -> usize {
        self.0
    }
}

impl<const LEAST: usize, const MOST: usize> Choice for Number<LEAST, MOST> {
    const COUNT: usize = {
        assert!(LEAST <= MOST, "a range of numbers must not be empty");
        MOST - LEAST + 1
    };

    fn nth(i: usize) -> Self {
        Number(LEAST + i)
    }

    fn index(self) -> usize {
        self.0 - LEAST
    }

    fn name(self) -> String {
        self.0.to_string()
    }
}

impl<const LEAST: usize, const MOST: usize> Debug for Number<LEAST, MOST> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

impl<A: Choice, B: Choice> Choice for (A, B) {
    const COUNT: usize = A::COUNT * B::COUNT;

    fn nth(i: usize) -> (A, B) {
        (A::nth(i / B::COUNT), B::nth(i % B::COUNT))
    }

    fn index(self) -> usize {
        self.0.index() * B::COUNT + self.1.index()
    }

    fn name(self) -> String {
        format!("{} {}", self.0.name(), self.1.name())
    }

    fn places(self, out: &mut Vec<BoardCell>) {
        self.0.places(out);
        self.1.places(out);
    }
}

impl<A: Choice, B: Choice, C: Choice> Choice for (A, B, C) {
    const COUNT: usize = <((A, B), C)>::COUNT;

    fn nth(i: usize) -> (A, B, C) {
        let ((a, b), c) = <((A, B), C)>::nth(i);
        (a, b, c)
    }

    fn index(self) -> usize {
        ((self.0, self.1), self.2).index()
    }

    fn name(self) -> String {
        ((self.0, self.1), self.2).name()
    }

    fn places(self, out: &mut Vec<BoardCell>) {
        ((self.0, self.1), self.2).places(out);
    }
}

impl Choice for bool {
    const COUNT: usize = 2;

    fn nth(i: usize) -> bool {
        i == 1
    }

    fn index(self) -> usize {
        usize::from(self)
    }

    fn name(self) -> String {
        if self { "yes" } else { "no" }.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::{Choice, Number};

    fn numbers_and_names_fit<C: Choice>() {
        for (i, one) in C::all().enumerate() {
            assert_eq!((one.index(), C::read(&one.name())), (i, Some(one)));
        }
        assert!(C::all().is_sorted());
    }

    #[test]
    fn every_choice_has_its_number_and_its_name() {
        numbers_and_names_fit::<Number<3, 7>>();
        numbers_and_names_fit::<(bool, Number<0, 2>)>();
        numbers_and_names_fit::<(Number<1, 2>, bool, Number<5, 7>)>();
        assert_eq!(<(Number<1, 6>, Number<1, 6>)>::COUNT, 36);
        assert_eq!(Number::<1, 6>::new(7), None);
    }
}
