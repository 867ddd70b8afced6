//! Who claimed what: the part of a position that every positional game has.

use senet_game::Seat;

/// The number of a place, in the order of the game.
pub type PlaceId = u16;

const EMPTY: u16 = u16::MAX - 1;
const RIM: u16 = u16::MAX;

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
    /// The sum of a word for each stone.
    key: u64,
}

impl<K: Copy> Stones<K> {
    /// No stones; `first` can be claimed, and beside each place lies what the tracker wants there.
    pub(crate) fn new(places: usize, first: &[PlaceId], kept: impl Fn(PlaceId) -> K) -> Stones<K> {
        let mut tables = vec![0; 3 * (places + 1)];
        tables[..places].fill(EMPTY);
        tables[places] = RIM;
        let kept = (0..=places).map(|place| kept(place as PlaceId)).collect();
        let mut stones = Stones { tables, kept, open: first.len() as u32, key: 0 };
        for (i, &place) in first.iter().enumerate() {
            stones.list(i, place);
        }
        stones
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
    pub fn owner(&self, place: PlaceId) -> Option<Seat> {
        let owner = self.tables[usize::from(place)];
        (owner < EMPTY).then_some(Seat(owner as u8))
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

    /// How many places can be claimed now.
    #[inline]
    pub fn open(&self) -> u32 {
        self.open
    }

    /// One of the places that can be claimed, by its number below [`Stones::open`]. The order means
    /// nothing.
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
    pub(crate) fn key(&self) -> u64 {
        self.key
    }

    /// Whether the same seats own the same places.
    pub(crate) fn same(&self, other: &Stones<K>) -> bool {
        self.key == other.key && self.tables[..self.slots()] == other.tables[..other.slots()]
    }

    /// A seat claims a place; `next` can be claimed in its stead. Returns where it was listed.
    #[inline]
    pub(crate) fn claim(&mut self, seat: Seat, place: PlaceId, next: Option<PlaceId>) -> PlaceId {
        let owner = &mut self.tables[usize::from(place)];
        debug_assert_eq!(*owner, EMPTY, "only empty places are claimed");
        *owner = u16::from(seat.0);
        let at = self.tables[2 * self.slots() + usize::from(place)];
        let heir = next.unwrap_or_else(|| {
            self.open -= 1;
            self.nth_open(u64::from(self.open))
        });
        self.list(usize::from(at), heir);
        self.key = self.key.wrapping_add(word(seat, place));
        at
    }

    /// Takes the last claim back: the place, where it was listed, and what became open instead.
    pub(crate) fn unclaim(&mut self, place: PlaceId, at: PlaceId, next: Option<PlaceId>) {
        let owner = std::mem::replace(&mut self.tables[usize::from(place)], EMPTY);
        if next.is_none() {
            let heir = self.nth_open(u64::from(at));
            self.list(self.open as usize, heir);
            self.open += 1;
        }
        self.list(usize::from(at), place);
        self.key = self.key.wrapping_sub(word(Seat(owner as u8), place));
    }

    pub(crate) fn copy_from(&mut self, other: &Stones<K>) {
        self.tables.clone_from(&other.tables);
        self.kept.clone_from(&other.kept);
        self.open = other.open;
        self.key = other.key;
    }
}

/// Sixty-four bits that stand for a stone.
#[inline]
fn word(seat: Seat, place: PlaceId) -> u64 {
    let mut z = (u64::from(seat.0) << 16 | u64::from(place)).wrapping_add(1);
    z = z.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    z = (z ^ z >> 32).wrapping_mul(0xD6E8_FEB8_6659_FD93);
    z ^ z >> 32
}

#[cfg(test)]
mod tests {
    use super::Stones;
    use senet_game::Seat;

    fn open(stones: &Stones<()>) -> Vec<u16> {
        (0..u64::from(stones.open())).map(|i| stones.nth_open(i)).collect()
    }

    #[test]
    fn claims_are_taken_back_exactly() {
        let mut stones = Stones::new(5, &[0, 1, 2, 3, 4], |_| ());
        let before = (open(&stones), stones.key());
        let claims = [(Seat(0), 3), (Seat(1), 0), (Seat(0), 4), (Seat(1), 1), (Seat(0), 2)];
        let at: Vec<u16> =
            claims.iter().map(|&(seat, place)| stones.claim(seat, place, None)).collect();
        assert_eq!(stones.open(), 0);
        assert_eq!(stones.of(Seat(0)).collect::<Vec<_>>(), [2, 3, 4]);
        for ((_, place), at) in claims.into_iter().zip(at).rev() {
            stones.unclaim(place, at, None);
        }
        assert_eq!((open(&stones), stones.key()), before);
    }

    #[test]
    fn a_place_can_open_another() {
        let mut stones = Stones::new(4, &[0, 1], |_| ());
        let at = stones.claim(Seat(0), 0, Some(2));
        assert_eq!(open(&stones), [2, 1]);
        let top = stones.claim(Seat(1), 2, None);
        assert_eq!(open(&stones), [1]);
        stones.unclaim(2, top, None);
        stones.unclaim(0, at, Some(2));
        assert_eq!(open(&stones), [0, 1]);
    }

    #[test]
    fn the_order_of_play_does_not_matter() {
        let mut one = Stones::new(3, &[0, 1, 2], |_| ());
        let mut other = one.clone();
        for place in [0, 2] {
            one.claim(Seat(0), place, None);
        }
        for place in [2, 0] {
            other.claim(Seat(0), place, None);
        }
        assert!(one.same(&other) && one.key() == other.key());
    }
}
