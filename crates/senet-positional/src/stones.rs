//! Who claimed what: the part of a position that every positional game has.

use senet_data::hash::zobrist;
use senet_game::Seat;

/// The number of a place, in the order of the game.
pub type PlaceId = u16;

const EMPTY: u16 = u16::MAX;
const RIM: u16 = u16::MAX - 1;

/// Places with their owners, and the places that can be claimed in no particular order, so that one
/// can be drawn at random and taken out at once. Beside each place lies what a tracker keeps there.
#[derive(Debug, Clone)]
pub struct Stones<K> {
    /// Three tables in one, so that a position is copied at once. Each has an entry for each place,
    /// and one for what lies beyond the rim: the owners; the open places, as many as there are; and
    /// where each open place stands among them.
    tables: Vec<u16>,
    kept: Vec<K>,
    open: u32,
    /// The sum of the words of all stones: see [`word`].
    key: u128,
}

impl<K: Copy> Stones<K> {
    /// No stones; `first` can be claimed, and beside each place lies what the tracker wants there.
    pub(crate) fn new(
        places: usize,
        first: &[PlaceId],
        key: u128,
        kept: impl Fn(PlaceId) -> K,
    ) -> Stones<K> {
        let mut tables = vec![0; 3 * (places + 1)];
        tables[..places].fill(EMPTY);
        tables[places] = RIM;
        let kept = (0..=places).map(|place| kept(place as PlaceId)).collect();
        let mut stones = Stones { tables, kept, open: first.len() as u32, key };
        for (i, &place) in first.iter().enumerate() {
            stones.list(i, place);
        }
        stones
    }

    /// The bytes of its tables.
    pub(crate) fn bytes(&self) -> usize {
        size_of_val(&*self.tables) + size_of_val(&*self.kept)
    }

    #[inline]
    fn slots(&self) -> usize {
        self.kept.len()
    }

    /// Puts a place among the open ones.
    #[inline]
    fn list(&mut self, at: usize, place: PlaceId) {
        let slots = self.slots();
        self.tables[slots + at] = place;
        self.tables[2 * slots + usize::from(place)] = at as PlaceId;
    }

    /// How many places there are.
    pub fn places(&self) -> usize {
        self.slots() - 1
    }

    /// Whose a place is, if it is claimed.
    #[inline]
    pub fn owner(&self, place: PlaceId) -> Option<Seat> {
        let owner = self.tables[usize::from(place)];
        (owner < RIM).then_some(Seat(owner as u8))
    }

    /// The number of the seat that owns each place; other numbers where nobody does.
    #[inline]
    pub(crate) fn owners(&self) -> &[u16] {
        &self.tables[..self.places()]
    }

    /// Whether a place is a seat's. Nobody has what lies beyond the rim.
    #[inline]
    pub fn has(&self, seat: Seat, place: PlaceId) -> bool {
        self.tables[usize::from(place)] == u16::from(seat.0)
    }

    /// The places of a seat, in order.
    pub fn of(&self, seat: Seat) -> impl Iterator<Item = PlaceId> {
        (0..self.places() as PlaceId).filter(move |&place| self.has(seat, place))
    }

    /// Whether nobody has claimed anything.
    pub fn is_empty(&self) -> bool {
        self.tables[..self.places()].iter().all(|&owner| owner == EMPTY)
    }

    /// How many places are open now.
    #[inline]
    pub fn open(&self) -> u32 {
        self.open
    }

    /// One of the open places, by its number below [`Stones::open`]. The order means nothing.
    #[inline]
    pub fn nth_open(&self, i: u64) -> PlaceId {
        self.tables[self.slots() + i as usize]
    }

    /// What a tracker keeps beside a place.
    #[inline]
    pub fn kept(&self, place: PlaceId) -> K {
        self.kept[usize::from(place)]
    }

    /// What a tracker keeps beside a place, to be changed.
    #[inline]
    pub fn kept_mut(&mut self, place: PlaceId) -> &mut K {
        &mut self.kept[usize::from(place)]
    }

    /// A number for who owns what, the same for the same stones in whatever order they came.
    #[inline]
    pub(crate) fn key(&self) -> u128 {
        self.key
    }

    /// Whether the same seats own the same places.
    pub(crate) fn same(&self, other: &Stones<K>) -> bool {
        self.key == other.key && self.tables[..self.slots()] == other.tables[..other.slots()]
    }

    /// A seat claims a place of this word; `next` can be claimed in its stead. Returns where it was
    /// listed.
    #[inline]
    pub(crate) fn claim(
        &mut self,
        seat: Seat,
        place: PlaceId,
        next: Option<PlaceId>,
        word: u128,
    ) -> PlaceId {
        let owner = &mut self.tables[usize::from(place)];
        debug_assert_eq!(*owner, EMPTY, "only empty places are claimed");
        *owner = u16::from(seat.0);
        let at = self.tables[2 * self.slots() + usize::from(place)];
        // Swap-remove: the last open place takes the entry of the one that is claimed, so that the list
        // stays dense and a random open place is one look-up.
        let heir = next.unwrap_or_else(|| {
            self.open -= 1;
            self.nth_open(u64::from(self.open))
        });
        self.list(usize::from(at), heir);
        self.key = self.key.wrapping_add(weighted(word, seat));
        at
    }

    /// Makes room for a position with this key that is put together anew: nobody owns anything, nothing
    /// is open, and beside the places lies what lies there when a game begins.
    #[inline]
    pub(crate) fn clear(&mut self, start: &Stones<K>, key: u128) {
        if self.slots() != start.slots() {
            self.tables.clone_from(&start.tables);
        }
        let places = start.places();
        self.tables[..places].fill(EMPTY);
        copy(&mut self.kept, &start.kept);
        (self.open, self.key) = (0, key);
    }

    /// Gives an empty place to a seat; who does so has to see to the open places and the key.
    #[inline]
    pub(crate) fn put(&mut self, seat: Seat, place: PlaceId) {
        self.tables[usize::from(place)] = u16::from(seat.0);
    }

    /// One more place can be claimed.
    #[inline]
    pub(crate) fn open_place(&mut self, place: PlaceId) {
        self.list(self.open as usize, place);
        self.open += 1;
    }

    /// All empty places can be claimed.
    #[inline]
    pub(crate) fn open_all_empty(&mut self) {
        let slots = self.slots();
        let (owners, lists) = self.tables.split_at_mut(slots);
        let (open, at) = lists.split_at_mut(slots);
        let mut count = 0;
        for (place, (owner, at)) in owners[..slots - 1].iter().zip(at).enumerate() {
            // What is written for a place that is not empty is written over by the next one.
            open[count] = place as PlaceId;
            *at = count as PlaceId;
            count += usize::from(*owner == EMPTY);
        }
        self.open = count as u32;
    }

    #[inline]
    pub(crate) fn copy_from(&mut self, other: &Stones<K>) {
        copy(&mut self.tables, &other.tables);
        copy(&mut self.kept, &other.kept);
        self.open = other.open;
        self.key = other.key;
    }
}

/// Copies a table into one that is usually as long.
#[inline]
pub(crate) fn copy<T: Copy>(to: &mut Vec<T>, from: &[T]) {
    if to.len() == from.len() {
        to.copy_from_slice(from);
    } else {
        to.clear();
        to.extend_from_slice(from);
    }
}

/// What a stone of a seat adds to the key: the word of its place, as often as the seat counts from 1.
#[inline]
pub(crate) fn weighted(word: u128, seat: Seat) -> u128 {
    word.wrapping_mul(u128::from(seat.0) + 1)
}

/// 128 bits that stand for a place, where positions are too large to be packed. Sums of them are
/// different for different positions with all but certainty.
pub(crate) fn word(place: PlaceId) -> u128 {
    zobrist(u64::from(place))
}

#[cfg(test)]
mod tests {
    use super::{Stones, word};
    use senet_game::Seat;

    fn open(stones: &Stones<()>) -> Vec<u16> {
        (0..u64::from(stones.open())).map(|i| stones.nth_open(i)).collect()
    }

    #[test]
    fn claimed_places_are_owned_and_no_longer_open() {
        let mut stones = Stones::new(5, &[0, 1, 2, 3, 4], 0, |_| ());
        let claims = [(Seat(0), 3), (Seat(1), 0), (Seat(0), 4), (Seat(1), 1), (Seat(0), 2)];
        for (seat, place) in claims {
            assert!(open(&stones).contains(&place));
            stones.claim(seat, place, None, word(place));
        }
        assert_eq!(stones.open(), 0);
        assert_eq!(stones.of(Seat(0)).collect::<Vec<_>>(), [2, 3, 4]);
    }

    #[test]
    fn a_place_can_open_another() {
        let mut stones = Stones::new(4, &[0, 1], 0, |_| ());
        stones.claim(Seat(0), 0, Some(2), word(0));
        assert_eq!(open(&stones), [2, 1]);
        stones.claim(Seat(1), 2, None, word(2));
        assert_eq!(open(&stones), [1]);
    }

    #[test]
    fn the_order_of_play_does_not_matter() {
        let mut one = Stones::new(3, &[0, 1, 2], 0, |_| ());
        let mut other = one.clone();
        for place in [0, 2] {
            one.claim(Seat(0), place, None, word(place));
        }
        for place in [2, 0] {
            other.claim(Seat(0), place, None, word(place));
        }
        assert!(one.same(&other) && one.key() == other.key());
    }
}
