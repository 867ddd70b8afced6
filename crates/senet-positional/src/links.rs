//! Safe links in games in which each of two players wants to join two sides, and exactly one of them can: Hex.
//!
//! Two groups of a player are linked if there are two empty places beside both: whichever of these the other player
//! takes, the player takes the other one (a bridge, in Hex). Links whose places differ do not disturb each other, so
//! that sides that hang together by such links will be joined (virtual connections and must-play regions: Anshelevich, *A
//! hierarchical approach to computer Hex*, 2002; Hayward, Björnsson, Johanson and others, *Solving 7×7 Hex with domination,
//! fill-in, and virtual connections*, 2005). Links of more than two places are not looked for.
//!
//! The places of links are chosen greedily. That can miss a way to join the sides, but what is found is certain.

use crate::compact::MOST_PLACES;
use crate::rules::PositionalRules;
use crate::setup::Setup;
use senet_board::Cell;
use senet_game::Seat;

/// Places as bits.
type Places = u64;

/// The board with the two sides that each seat wants to join.
#[derive(Debug, Clone)]
pub(crate) struct Links {
    /// The neighbours of each place.
    near: Vec<Places>,
    /// For each seat, the places on each of its sides.
    sides: [[Places; 2]; 2],
    all: Places,
}

/// What links tell of a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Outlook {
    /// The seat joins its sides, whatever the other does; the place is where it goes next, if it has to.
    Joins(Seat, Option<u32>),
    /// All other claims of the mover lose.
    OneOf(Places),
}

impl Links {
    /// Links in a game by rules that tell what is [joined](PositionalRules::joins), if sets of its places fit a word.
    pub(crate) fn of(rules: &impl PositionalRules, setup: &Setup<'_>) -> Option<Links> {
        let board = setup.board();
        let cells = board.len();
        if cells > MOST_PLACES || setup.seats() != 2 || setup.places_are_cells().is_err() {
            return None;
        }
        let set = |places: &[Cell]| places.iter().fold(0, |set, cell| set | 1 << cell.index());
        let side = |compass| board.side(compass).map(|side| set(&side.cells));
        let [[a, b], [c, d]] = rules.joins()?.map(|sides| sides.map(side));
        let near = board.cells().map(|cell| set(board.neighbours(cell))).collect();
        Some(Links::new(near, [[a?, b?], [c?, d?]]))
    }

    fn new(near: Vec<Places>, sides: [[Places; 2]; 2]) -> Links {
        let all = Places::MAX >> (64 - near.len());
        Links { near, sides, all }
    }

    /// What links tell of a position in which a seat moves and the two seats have these places.
    pub(crate) fn outlook(&self, stones: [Places; 2], mover: Seat) -> Outlook {
        let other = Seat(1 - mover.0);
        let empty = self.all & !(stones[0] | stones[1]);
        let of = |seat: Seat| stones[usize::from(seat.0)];
        if self.joined(of(other), empty, other).is_some() {
            return Outlook::Joins(other, None);
        }
        let ways = |seat: Seat| {
            each(empty).filter_map(move |place| {
                let links = self.joined(of(seat) | 1 << place, empty & !(1 << place), seat)?;
                Some((place, links | 1 << place))
            })
        };
        if let Some((place, _)) = ways(mover).next() {
            return Outlook::Joins(mover, Some(place));
        }
        // The other player threatens to join its sides in each of these ways, so that the mover has to claim a place of
        // each (the must-play region).
        let must = ways(other).fold(empty, |must, (_, needs)| must & needs);
        if must == 0 { Outlook::Joins(other, None) } else { Outlook::OneOf(must) }
    }

    /// The places that links need by which a seat joins its sides although the other player moves; `None` if no links do.
    fn joined(&self, mine: Places, empty: Places, seat: Seat) -> Option<Places> {
        let sides = self.sides[usize::from(seat.0)];
        // The parts that are to be linked: the two sides with all groups on them, then the other groups,
        // each as the empty places beside it. A link unites two parts; that the first two parts become
        // one is what is wanted. Cubic in the groups at worst, and there are few.
        let mut beside: [Places; MOST_PARTS] = [0; MOST_PARTS];
        (beside[0], beside[1]) = (sides[0] & empty, sides[1] & empty);
        let mut count = 2;
        let mut left = mine;
        while left != 0 {
            let (group, near) = self.group(left & left.wrapping_neg(), mine);
            left &= !group;
            let near = near & empty;
            match sides.map(|side| group & side != 0) {
                [true, true] => return Some(0),
                [true, false] => beside[0] |= near,
                [false, true] => beside[1] |= near,
                [false, false] => {
                    beside[count] = near;
                    count += 1;
                }
            }
        }
        let mut needs = 0;
        while let Some((i, j, pair)) = next_link(&beside[..count], needs) {
            needs |= pair;
            if (i, j) == (0, 1) {
                return Some(needs);
            }
            beside[i] |= beside[j];
            count -= 1;
            beside[j] = beside[count];
        }
        None
    }

    /// The group of a stone, and the places beside it.
    fn group(&self, stone: Places, mine: Places) -> (Places, Places) {
        let (mut group, mut open, mut near) = (stone, stone, 0);
        while open != 0 {
            near |= self.near[open.trailing_zeros() as usize];
            open &= open - 1;
            let more = near & mine & !group;
            group |= more;
            open |= more;
        }
        (group, near & !group)
    }

    /// How much claims promise: the fewer stones both players need through a place, the more. What is counted is the
    /// two-distance: the opponent takes the best neighbour away, so that the second best counts (van Rijswijck, *Search and
    /// evaluation in Hex*, 2002).
    pub(crate) fn promises(&self, stones: [Places; 2]) -> Vec<u32> {
        let empty = self.all & !(stones[0] | stones[1]);
        let mut out = vec![0_u32; self.near.len()];
        for (mine, sides) in stones.into_iter().zip(self.sides) {
            let beside = self.beside(mine, empty);
            let far = sides.map(|side| self.two_distances(side, mine, empty, &beside));
            for at in each(empty) {
                let needs = far[0][at as usize].saturating_add(far[1][at as usize]);
                out[at as usize] += FAR * 2 - needs.min(FAR * 2);
            }
        }
        out
    }

    /// The empty places that are neighbours of each empty place, through stones of the player too.
    fn beside(&self, mine: Places, empty: Places) -> Vec<Places> {
        let mut beside: Vec<Places> = self.near.iter().map(|near| near & empty).collect();
        let mut left = mine;
        while left != 0 {
            let (group, near) = self.group(left & left.wrapping_neg(), mine);
            left &= !group;
            let near = near & empty;
            for at in each(near) {
                beside[at as usize] |= near & !(1 << at);
            }
        }
        beside
    }

    /// How many stones each empty place is from a side, if the other player answers each time.
    fn two_distances(
        &self,
        side: Places,
        mine: Places,
        empty: Places,
        beside: &[Places],
    ) -> Vec<u32> {
        // Places that touch the side, through stones too.
        let mut touching = side & empty;
        let mut left = mine;
        while left != 0 {
            let (group, near) = self.group(left & left.wrapping_neg(), mine);
            left &= !group;
            if group & side != 0 {
                touching |= near & empty;
            }
        }
        let mut far = vec![FAR; self.near.len()];
        each(touching).for_each(|at| far[at as usize] = 1);
        let mut reached = touching;
        // Breadth first, but a place counts as reached only from two places that are: the other player
        // takes one of them away.
        for distance in 2..FAR {
            let found = each(empty & !reached)
                .filter(|at| (beside[*at as usize] & reached).count_ones() >= 2)
                .fold(0, |found, at| found | 1 << at);
            if found == 0 {
                break;
            }
            each(found).for_each(|at| far[at as usize] = distance);
            reached |= found;
        }
        far
    }
}

/// Further than any place is.
const FAR: u32 = 64;
/// Both sides, and as many groups as there can be places.
const MOST_PARTS: usize = 66;

/// Two parts with two places beside both that no other link needs, and these places.
fn next_link(beside: &[Places], needs: Places) -> Option<(usize, usize, Places)> {
    for (i, one) in beside.iter().enumerate() {
        for (j, other) in beside.iter().enumerate().skip(i + 1) {
            let common = one & other & !needs;
            let second = common & common.wrapping_sub(1);
            if second != 0 {
                let first = common & common.wrapping_neg();
                return Some((i, j, first | second & second.wrapping_neg()));
            }
        }
    }
    None
}

fn each(mut places: Places) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let place = (places != 0).then(|| places.trailing_zeros())?;
        places &= places - 1;
        Some(place)
    })
}
