//! What every player has.

use crate::choice::Seated;
use std::fmt::{self, Debug};
use std::hash::{Hash, Hasher};
use std::marker::PhantomData;
use std::ops::{Index, IndexMut};

/// One `T` for each of the `N` players, to be indexed by player.
pub struct Each<P, T, const N: usize> {
    values: [T; N],
    players: PhantomData<fn() -> P>,
}

impl<P: Seated, T, const N: usize> Each<P, T, N> {
    /// As a function says.
    pub fn from_fn(mut value: impl FnMut(P) -> T) -> Self {
        let values = std::array::from_fn(|i| value(P::nth(i)));
        Each { values, players: PhantomData }
    }

    /// The same for all.
    pub fn all(value: T) -> Self
    where
        T: Clone,
    {
        Each::from_fn(|_| value.clone())
    }

    /// The players with what they have, in order.
    pub fn iter(&self) -> impl Iterator<Item = (P, &T)> {
        P::all().zip(&self.values)
    }

    /// The same, to be changed.
    pub fn iter_mut(&mut self) -> impl Iterator<Item = (P, &mut T)> {
        P::all().zip(&mut self.values)
    }
}

impl<P: Seated, T, const N: usize> Index<P> for Each<P, T, N> {
    type Output = T;

    fn index(&self, player: P) -> &T {
        &self.values[player.index()]
    }
}

impl<P: Seated, T, const N: usize> IndexMut<P> for Each<P, T, N> {
    fn index_mut(&mut self, player: P) -> &mut T {
        &mut self.values[player.index()]
    }
}

impl<P: Seated, T: Default, const N: usize> Default for Each<P, T, N> {
    fn default() -> Self {
        Each::from_fn(|_| T::default())
    }
}

// By hand, because deriving would ask of `P` what only `T` needs.
impl<P, T: Clone, const N: usize> Clone for Each<P, T, N> {
    fn clone(&self) -> Self {
        Each { values: self.values.clone(), players: PhantomData }
    }
}

impl<P, T: Copy, const N: usize> Copy for Each<P, T, N> {}

impl<P, T: PartialEq, const N: usize> PartialEq for Each<P, T, N> {
    fn eq(&self, other: &Self) -> bool {
        self.values == other.values
    }
}

impl<P, T: Eq, const N: usize> Eq for Each<P, T, N> {}

impl<P, T: Hash, const N: usize> Hash for Each<P, T, N> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.values.hash(state);
    }
}

impl<P: Seated, T: Debug, const N: usize> Debug for Each<P, T, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.iter()).finish()
    }
}
