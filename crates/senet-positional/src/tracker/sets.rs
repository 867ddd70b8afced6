//! Winning sets: how much of each one every seat holds.

use super::Tracker;
use crate::error::RulesError;
use crate::setup::Setup;
use crate::stones::{PlaceId, Stones};
use senet_board::Spot;
use senet_game::Seat;

/// Keeps count of some sets of places. Sets are indexed once by place, so that a claim touches only
/// the sets that the place is in.
#[derive(Debug, Clone)]
pub struct Sets {
    seats: usize,
    /// The sets, one after the other.
    members: Vec<PlaceId>,
    first_member: Vec<u32>,
    /// The sets of each place, place after place.
    of_place: Vec<u32>,
    first_of_place: Vec<u32>,
}

/// What seats hold of the sets.
#[derive(Debug, Clone)]
pub struct Counts {
    /// How many places of each set each seat has; sets one after the other.
    held: Vec<u16>,
    /// For each seat, how many sets no other seat has touched.
    within_reach: Vec<u32>,
}

/// What a claim did to the sets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Touched {
    /// The first set that the seat now holds whole because of this claim.
    pub completed: Option<u32>,
}

impl Sets {
    /// Sets of places. A place that a set names twice counts once; an empty set cannot be completed,
    /// and is left out.
    pub fn new(
        setup: &Setup<'_>,
        sets: impl IntoIterator<Item = Vec<PlaceId>>,
    ) -> Result<Sets, RulesError> {
        let places = setup.places().len();
        let mut members = Vec::new();
        let mut first_member = vec![0];
        let mut count = vec![0u32; places + 1];
        for mut set in sets {
            set.sort_unstable();
            set.dedup();
            if set.is_empty() {
                continue;
            }
            for &place in &set {
                let place = usize::from(place);
                let fine = place < places;
                *fine.then(|| &mut count[place + 1]).ok_or(RulesError::BadSet(place))? += 1;
            }
            members.extend(set);
            first_member.push(members.len() as u32);
        }
        // A counting sort of the pairs of sets and places, by place.
        for i in 0..places {
            count[i + 1] += count[i];
        }
        let first_of_place = count.clone();
        let mut of_place = vec![0; members.len()];
        for set in 0..first_member.len() - 1 {
            for i in first_member[set]..first_member[set + 1] {
                let next = &mut count[usize::from(members[i as usize])];
                of_place[*next as usize] = set as u32;
                *next += 1;
            }
        }
        let seats = setup.seats();
        Ok(Sets { seats, members, first_member, of_place, first_of_place })
    }

    /// Sets of cells or of edges. A set of which something cannot be claimed is no error and cannot be
    /// completed either: it is left out.
    pub fn of_spots<'a, S>(
        setup: &Setup<'_>,
        sets: impl IntoIterator<Item = &'a [S]>,
    ) -> Result<Sets, RulesError>
    where
        S: Into<Spot> + Copy + 'a,
    {
        let places = |set: &[S]| set.iter().map(|&spot| setup.places().at(spot)).collect();
        Sets::new(setup, sets.into_iter().filter_map(places))
    }

    /// How many sets there are.
    pub fn len(&self) -> usize {
        self.first_member.len() - 1
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The places of a set, by rising number.
    pub fn members(&self, set: u32) -> &[PlaceId] {
        let range = &self.first_member[set as usize..][..2];
        &self.members[range[0] as usize..range[1] as usize]
    }

    /// The sets that a place is in.
    pub fn of_place(&self, place: PlaceId) -> &[u32] {
        let range = &self.first_of_place[usize::from(place)..][..2];
        &self.of_place[range[0] as usize..range[1] as usize]
    }

    /// Places of a seat that meet every set; none of them could be left out. The seat must have a
    /// place in every set.
    pub fn blocking<K: Copy>(&self, stones: &Stones<K>, seat: Seat) -> Vec<PlaceId> {
        // A minimal hitting set, greedily from all places; a smallest one would be NP-hard to find.
        let mut chosen: Vec<PlaceId> = stones.of(seat).collect();
        let mut hits: Vec<u32> = (0..self.len() as u32)
            .map(|set| self.members(set).iter().filter(|&&p| stones.has(seat, p)).count() as u32)
            .collect();
        // The places in the fewest sets go first: those in many are more likely to be needed.
        let mut order = chosen.clone();
        order.sort_by_key(|&place| self.of_place(place).len());
        for place in order {
            if self.of_place(place).iter().all(|&set| hits[set as usize] > 1) {
                self.of_place(place).iter().for_each(|&set| hits[set as usize] -= 1);
                chosen.retain(|&kept| kept != place);
            }
        }
        chosen
    }

    fn size(&self, set: u32) -> u16 {
        self.members(set).len() as u16
    }

    /// For which seats a set is within reach, given what each seat holds of it.
    fn alone(held: &[u16], seat: usize) -> bool {
        held.iter().enumerate().all(|(other, &count)| other == seat || count == 0)
    }
}

impl Counts {
    /// For how many sets it is still possible that the seat gets all of it.
    pub fn within_reach(&self, seat: Seat) -> u32 {
        self.within_reach[usize::from(seat.0)]
    }

    /// A stone of a seat comes to a set; returns how many it has there now.
    #[inline]
    fn add(&mut self, set: u32, seat: Seat, seats: usize) -> u16 {
        let held = &mut self.held[set as usize * seats..][..seats];
        let mine = usize::from(seat.0);
        // Only the first stone of a seat in a set changes what is within reach: the others lose the set,
        // if it was still within their reach.
        if held[mine] == 0 {
            for other in (0..seats).filter(|&other| other != mine) {
                if Sets::alone(held, other) {
                    self.within_reach[other] -= 1;
                }
            }
        }
        held[mine] += 1;
        held[mine]
    }
}

impl Tracker for Sets {
    type Kept = ();
    type Memory = Counts;
    type Report = Touched;

    fn kept(&self, _: PlaceId) {}

    fn memory(&self) -> Counts {
        let held = vec![0; self.len() * self.seats];
        Counts { held, within_reach: vec![self.len() as u32; self.seats] }
    }

    #[inline]
    fn claimed(
        &self,
        _: &mut Stones<()>,
        memory: &mut Counts,
        seat: Seat,
        place: PlaceId,
    ) -> Touched {
        let mut completed = None;
        for &set in self.of_place(place) {
            if memory.add(set, seat, self.seats) == self.size(set) {
                completed = completed.or(Some(set));
            }
        }
        Touched { completed }
    }
}
