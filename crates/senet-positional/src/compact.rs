//! Positions as numbers, for those who look at many: the same number for mirror images.

use crate::claims::NoClaim;
use crate::rules::PositionalRules;
use crate::setup::Setup;
use crate::stones::{PlaceId, Stones};
use crate::tempo::Tempo;
use senet_board::Spot;
use senet_game::Seat;

/// More places do not fit a number.
pub(crate) const MOST_PLACES: usize = 60;
/// More seats do not fit a number.
pub(crate) const MOST_SEATS: usize = 3;

/// What is needed to see a position as bits, one for each place and seat.
#[derive(Debug, Clone)]
pub(crate) struct Compact {
    /// The symmetries of the game but for the one that changes nothing.
    symmetries: Vec<PlaceImages>,
    /// The same as lists: where each place goes.
    pub(crate) maps: Vec<Vec<u8>>,
    /// One of these belongs to whoever wins, if there are any.
    goals: Vec<u64>,
    /// Whether goals can be weighed.
    weighs: bool,
}

/// The places of each seat.
pub(crate) type Masks = [u64; MOST_SEATS];

impl Compact {
    /// Nothing, if there are too many places or seats.
    pub(crate) fn new(
        rules: &impl PositionalRules,
        setup: &Setup<'_>,
        above: &[Option<PlaceId>],
        tempo: Tempo,
        restricted: bool,
    ) -> Option<Compact> {
        let (board, places) = (setup.board(), setup.places());
        if places.len() > MOST_PLACES || setup.seats() > MOST_SEATS {
            return None;
        }
        let all = board.symmetries();
        let kept = all.iter().skip(1).filter(|symmetry| rules.keeps(board, symmetry));
        let on_places = kept.filter_map(|symmetry| {
            let to = |spot: &Spot| match *spot {
                Spot::Cell(cell) => Some(Spot::Cell(symmetry[cell.index()])),
                Spot::Edge(edge) => {
                    let (a, b) = board.edges()[edge.index()];
                    let (a, b) = (symmetry[a.index()], symmetry[b.index()]);
                    Some(Spot::Edge(board.edge(a, b).or_else(|| board.edge(b, a))?))
                }
            };
            let number = |spot: &Spot| places.at(to(spot)?).map(|place| place as u8);
            places.spots().iter().map(number).collect::<Option<Vec<u8>>>()
        });
        let falls_as_before = |map: &Vec<u8>| {
            let to = |place: PlaceId| PlaceId::from(map[usize::from(place)]);
            let fits = |(place, over): (usize, &Option<PlaceId>)| {
                above[usize::from(map[place])] == over.map(to)
            };
            above.iter().enumerate().all(fits)
        };
        let maps: Vec<Vec<u8>> = on_places.filter(falls_as_before).collect();
        let symmetries = maps.iter().map(|map| PlaceImages::new(map)).collect();
        let mask = |set: Vec<PlaceId>| set.into_iter().fold(0, |mask, place| mask | 1 << place);
        // Who wins because nothing may be claimed needs no goal.
        let only_goals = !restricted || matches!(rules.no_claim(), NoClaim::Draw | NoClaim::Pass);
        let goals = if only_goals { rules.goals(board) } else { Vec::new() };
        let goals = goals.into_iter().map(mask).collect();
        let usual = tempo == Tempo::default() && !restricted;
        let weighs = above.is_empty() && setup.seats() == 2 && usual;
        Some(Compact { symmetries, maps, goals, weighs })
    }

    /// A number for who owns what and whose turn it is: the least over all symmetries.
    pub(crate) fn code<K: Copy>(&self, stones: &Stones<K>, mover: Seat, left: u8) -> Option<u128> {
        let (low, high) = halves(masks(stones));
        let mirrored = self.symmetries.iter().map(|map| number(map.of(low), map.of(high)));
        let least = mirrored.fold(number(low, high), u128::min);
        (left < 64).then_some(least | u128::from(mover.0) << 120 | u128::from(left) << 122)
    }

    /// Whether a seat may still come to hold all places of a goal.
    ///
    /// Where the turns of two players alternate and every place can be claimed at any time, they are
    /// counted as Erdős and Selfridge do: a goal of which `n` places are missing weighs 2⁻ⁿ, and if
    /// all goals together weigh less than 1 (½, if it is the seat's own turn), claiming what weighs
    /// most keeps the seat from every goal.
    pub(crate) fn may_win<K: Copy>(&self, stones: &Stones<K>, seat: Seat, mover: Seat) -> bool {
        if self.goals.is_empty() {
            return true;
        }
        let masks = masks(stones);
        let mine = masks[usize::from(seat.0)];
        let others = (0..MOST_SEATS).filter(|other| *other != usize::from(seat.0));
        let taken = others.fold(0, |taken, other| taken | masks[other]);
        let mut open = self.goals.iter().filter(|goal| *goal & taken == 0);
        if !self.weighs {
            return open.next().is_some();
        }
        // Rounded up: what weighs too much is looked at in vain, and nothing is overlooked.
        let weight = |goal: &u64| (ONE >> (goal & !mine).count_ones()).max(1);
        let enough = if mover == seat { ONE / 2 } else { ONE };
        open.map(weight).fold(0, u64::saturating_add) >= enough
    }
}

impl Compact {
    /// How much claims promise: for each goal through a place that only one seat has begun, or nobody, 1, and four times as
    /// much for each of its stones there. What is good for the others is good to take.
    pub(crate) fn promises<K: Copy>(
        &self,
        stones: &Stones<K>,
        mover: Seat,
        places: impl Iterator<Item = PlaceId>,
        out: &mut Vec<u32>,
    ) {
        let masks = masks(stones);
        let mine = masks[usize::from(mover.0)];
        let theirs = masks.iter().fold(0, |all, mask| all | mask) & !mine;
        let mut promises = [0_u32; MOST_PLACES];
        for goal in &self.goals {
            if goal & mine != 0 && goal & theirs != 0 {
                continue;
            }
            let promise = 1 << (2 * (goal & (mine | theirs)).count_ones()).min(20);
            let mut open = goal & !(mine | theirs);
            while open != 0 {
                promises[open.trailing_zeros() as usize] += promise;
                open &= open - 1;
            }
        }
        out.extend(places.map(|place| promises[usize::from(place)]));
    }
}

/// The weight of a goal that is reached.
const ONE: u64 = 1 << 40;

/// The places of each seat, where they fit.
pub(crate) fn masks<K: Copy>(stones: &Stones<K>) -> Masks {
    let mut masks = [0; MOST_SEATS];
    for (place, owner) in stones.owners().iter().enumerate() {
        // Without branches, which would be guessed wrong.
        for (seat, mask) in masks.iter_mut().enumerate() {
            *mask |= u64::from(usize::from(*owner) == seat) << place;
        }
    }
    masks
}

/// Where sets of places go by a symmetry: the images of all sets within each [`CHUNK`] places, so that an image is put
/// together from a few of them.
#[derive(Debug, Clone)]
struct PlaceImages(Vec<[u64; 1 << CHUNK]>);

/// Tables of 64 sets: those of all symmetries of a board of 25 places take 18 KB.
const CHUNK: usize = 6;

impl PlaceImages {
    /// From where each place goes.
    fn new(map: &[u8]) -> PlaceImages {
        let image = |places: &[u8], set: usize| {
            let members = places.iter().enumerate().filter(|(i, _)| set >> i & 1 == 1);
            members.fold(0, |image, (_, to)| image | 1 << to)
        };
        PlaceImages(map.chunks(CHUNK).map(|p| std::array::from_fn(|set| image(p, set))).collect())
    }

    /// The places that some places go to.
    #[inline]
    fn of(&self, mut places: u64) -> u64 {
        let mut out = 0;
        for images in &self.0 {
            out |= images[places as usize & ((1 << CHUNK) - 1)];
            places >>= CHUNK;
        }
        out
    }
}

/// Two bits for each place: nobody's, or the bits of the seat's number, counted from 1.
fn halves(masks: Masks) -> (u64, u64) {
    (masks[0] | masks[2], masks[1] | masks[2])
}

fn number(low: u64, high: u64) -> u128 {
    u128::from(low) | u128::from(high) << MOST_PLACES
}
