//! Sets of cards, and how hidden ones are determinized.

use crate::choice::{Choice, Seated};
use crate::each::Each;
use senet_game::{Rng, Seat};
use std::fmt::{self, Debug};
use std::marker::PhantomData;

/// A hand, a deck, a discard pile: cards that are all different and lie in no order. At most 64
/// kinds of cards fit, which is more than a deck has.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Cards<C> {
    bits: u64,
    cards: PhantomData<C>,
}

impl<C: Choice> Cards<C> {
    const FITS: () = assert!(C::COUNT <= 64, "at most 64 different cards fit into `Cards`");

    /// No cards.
    pub fn none() -> Cards<C> {
        let () = Self::FITS;
        Cards { bits: 0, cards: PhantomData }
    }

    /// One of each.
    pub fn all() -> Cards<C> {
        C::all().collect()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.bits == 0
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.bits.count_ones() as usize
    }

    /// Whether a card is among them.
    pub fn contains(&self, card: C) -> bool {
        self.bits & 1 << card.index() != 0
    }

    /// Adds a card; false if it was there.
    pub fn insert(&mut self, card: C) -> bool {
        let new = !self.contains(card);
        self.bits |= 1 << card.index();
        new
    }

    /// Takes a card out; false if it was not there.
    pub fn remove(&mut self, card: C) -> bool {
        let there = self.contains(card);
        self.bits &= !(1 << card.index());
        there
    }

    /// The cards, in their order.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = C> + use<C> {
        let cards = *self;
        C::all().filter(move |card| cards.contains(*card))
    }
}

impl<C: Choice> Default for Cards<C> {
    fn default() -> Cards<C> {
        Cards::none()
    }
}

impl<C: Choice> FromIterator<C> for Cards<C> {
    fn from_iter<I: IntoIterator<Item = C>>(cards: I) -> Cards<C> {
        let mut out = Cards::none();
        for card in cards {
            out.insert(card);
        }
        out
    }
}

impl<C: Choice> Debug for Cards<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

/// What can be hidden, card by card: it gives its cards into a pool and takes as many out again.
#[diagnostic::on_unimplemented(
    message = "what a player cannot see of `{Self}` cannot be determinized by itself",
    label = "hidden, but not made of cards",
    note = "`Cards<C>`, `Option<C>`, `Vec<C>` and `Each` of them can, for one type `C` of cards",
    note = "for anything else, write the section `determinize: |game, player, rng| …`"
)]
pub trait HiddenCards<C> {
    /// Adds the cards that a seat cannot see.
    fn give(&self, seat: Seat, pool: &mut Vec<C>);

    /// Takes as many out of the pool as it gave.
    fn take(&mut self, seat: Seat, pool: &mut Vec<C>);
}

impl<C: Choice> HiddenCards<C> for Cards<C> {
    fn give(&self, _: Seat, pool: &mut Vec<C>) {
        pool.extend(self.iter());
    }

    fn take(&mut self, _: Seat, pool: &mut Vec<C>) {
        *self = pool.drain(pool.len() - self.len()..).collect();
    }
}

impl<C: Choice> HiddenCards<C> for Option<C> {
    fn give(&self, _: Seat, pool: &mut Vec<C>) {
        pool.extend(*self);
    }

    fn take(&mut self, _: Seat, pool: &mut Vec<C>) {
        *self = self.and_then(|_| pool.pop());
    }
}

impl<C: Choice> HiddenCards<C> for Vec<C> {
    fn give(&self, _: Seat, pool: &mut Vec<C>) {
        pool.extend(self);
    }

    fn take(&mut self, _: Seat, pool: &mut Vec<C>) {
        *self = pool.drain(pool.len() - self.len()..).collect();
    }
}

/// Each player sees their own.
impl<C, P: Seated, T: HiddenCards<C>, const N: usize> HiddenCards<C> for Each<P, T, N> {
    fn give(&self, seat: Seat, pool: &mut Vec<C>) {
        let others = self.iter().filter(|(player, _)| player.seat() != seat);
        others.for_each(|(_, cards)| cards.give(seat, pool));
    }

    fn take(&mut self, seat: Seat, pool: &mut Vec<C>) {
        let others = self.iter_mut().filter(|(player, _)| player.seat() != seat);
        others.for_each(|(_, cards)| cards.take(seat, pool));
    }
}

/// Every order as likely as any other, whatever it was before: who shuffles learns nothing.
pub fn shuffle<C: Ord>(pool: &mut [C], rng: &mut Rng) {
    pool.sort_unstable();
    for i in (1..pool.len()).rev() {
        pool.swap(i, rng.index(i as u64 + 1) as usize);
    }
}

#[cfg(test)]
mod tests {
    use super::{Cards, Choice, shuffle};
    use crate::Number;
    use senet_game::Rng;
    use std::collections::BTreeMap;

    type Deck = Cards<Number<1, 52>>;

    #[test]
    fn cards_are_there_once() {
        let mut deck = Deck::all();
        let ace = Number::nth(0);
        assert_eq!(
            (deck.len(), deck.remove(ace), deck.remove(ace), deck.len()),
            (52, true, false, 51)
        );
        assert_eq!((deck.insert(ace), deck.insert(ace)), (true, false));
        assert_eq!(deck, Deck::all());
        assert!(Deck::none().is_empty());
    }

    #[test]
    fn shuffling_is_fair() {
        let mut rng = Rng::new(3);
        let mut seen: BTreeMap<[u8; 3], u32> = BTreeMap::new();
        for _ in 0..6000 {
            let mut three = [1, 2, 3];
            shuffle(&mut three, &mut rng);
            *seen.entry(three).or_default() += 1;
        }
        assert!(seen.len() == 6 && seen.values().all(|n| (850..1150).contains(n)), "{seen:?}");
    }
}
