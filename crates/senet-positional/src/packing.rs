//! Packed positions: who owns what, in as few bits as can be read back quickly.
//!
//! Of the bits of a packed position, the lowest say how the game has ended; above them, where turns
//! can be cut short, is whose turn it is; the rest are the owners. These are a sum over all stones: each
//! place has a word, and a stone of seat `i` adds it `i + 1` times. Positions keep this sum up to date
//! (it is their key, too), so that packing takes no time at all.

use crate::end::Ruling;
use crate::falls::Columns;
use crate::stones::PlaceId;
use crate::tempo::Tempo;
use senet_game::Seat;

/// How the positions of one game are packed.
#[derive(Debug, Clone)]
pub(crate) struct Packing {
    bits: u32,
    seats: u8,
    ruling_bits: u32,
    turn: TurnForm,
    /// The bits below the owners.
    shift: u32,
    owners: OwnerForm,
    places: usize,
}

/// Whose turn it is, and how many claims are left in it.
#[derive(Debug, Clone)]
enum TurnForm {
    /// Not stored: it follows from the number of claims.
    ByClaims(Vec<(Seat, u8)>),
    /// Stored, because a turn may end early or be passed.
    Stored { seat_bits: u32, left_bits: u32 },
}

/// The owners of the places.
#[derive(Debug, Clone)]
enum OwnerForm {
    /// For two seats and stones that fall: a column of height `h` has `h + 1` bits, one for the owner
    /// of each stone from the bottom and, above the last stone, a 1 (Tromp's encoding of connect
    /// four). A stone at height `i` adds bit `i`, once or twice: `1 0…` becomes `1 s 0…`.
    Columns(Vec<ColumnForm>),
    /// For two seats: five places are five ternary digits, which fit a byte.
    Trits,
    /// As many bits for each place as the number of seats needs, counted from 1; 0 is nobody.
    Digits(u32),
}

/// A column of places, from the bottom.
#[derive(Debug, Clone)]
struct ColumnForm {
    places: Vec<PlaceId>,
    /// As many bits as the column takes.
    mask: u64,
}

/// Places in a byte of ternary digits.
const TRITS: usize = 5;

/// For each byte, its five ternary digits, two bits for each.
const DIGITS_OF_BYTE: [u16; 256] = {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 243 {
        let (mut rest, mut i) = (byte, 0);
        while i < TRITS {
            table[byte] |= ((rest % 3) as u16) << (2 * i);
            rest /= 3;
            i += 1;
        }
        byte += 1;
    }
    table
};

/// How many bits the numbers below `count` take.
fn bits_for(count: u32) -> u32 {
    u32::BITS - count.saturating_sub(1).leading_zeros()
}

impl Packing {
    /// `None`, if positions do not fit 128 bits. `cut_short` tells whether turns can end before all
    /// their claims are made.
    pub(crate) fn new(
        places: usize,
        seats: u8,
        columns: Option<&Columns>,
        tempo: Tempo,
        cut_short: bool,
    ) -> Option<Packing> {
        // Nothing, a draw, and each seat wins or loses.
        let ruling_bits = bits_for(2 + 2 * u32::from(seats));
        let turn = if cut_short {
            let seat_bits = bits_for(seats.into());
            TurnForm::Stored { seat_bits, left_bits: bits_for(u32::from(tempo.most()) + 1) }
        } else {
            TurnForm::ByClaims(tempo.turns(places, seats))
        };
        let shift = ruling_bits + turn.bits();
        let digits = match seats {
            2 => OwnerForm::Trits,
            _ => OwnerForm::Digits(bits_for(u32::from(seats) + 1)),
        };
        let falling = columns.filter(|_| seats == 2).and_then(OwnerForm::columns);
        let forms = falling.into_iter().chain([digits]);
        let sized = forms.map(|owners| (owners.bits(places) + shift as usize, owners));
        let (bits, owners) = sized.min_by_key(|(bits, _)| *bits)?;
        let fits = bits <= u128::BITS as usize;
        let bits = bits as u32;
        fits.then_some(Packing { bits, seats, ruling_bits, turn, shift, owners, places })
    }

    /// How many bits a packed position has.
    pub(crate) fn bits(&self) -> u32 {
        self.bits
    }

    /// The key of a position without stones, and the word of each place.
    pub(crate) fn words(&self) -> (u128, Vec<u128>) {
        let mut words = vec![0; self.places];
        let mut empty = 0;
        match &self.owners {
            OwnerForm::Columns(columns) => {
                let mut bit = 0;
                for column in columns {
                    empty |= 1 << bit;
                    for &place in &column.places {
                        words[usize::from(place)] = 1 << bit;
                        bit += 1;
                    }
                    bit += 1;
                }
            }
            OwnerForm::Trits => {
                for (i, word) in words.iter_mut().enumerate() {
                    *word = 3u128.pow((i % TRITS) as u32) << (8 * (i / TRITS));
                }
            }
            OwnerForm::Digits(bits) => {
                for (i, word) in words.iter_mut().enumerate() {
                    *word = 1 << (*bits as usize * i);
                }
            }
        }
        (empty, words)
    }

    /// A position as a number: different for different positions.
    #[inline]
    pub(crate) fn pack(&self, key: u128, mover: Seat, left: u8, ruling: Option<Ruling>) -> u128 {
        let ending = match ruling {
            None => 0,
            Some(Ruling::Draw) => 1,
            Some(Ruling::Wins(seat)) => 2 + 2 * u32::from(seat.0),
            Some(Ruling::Loses(seat)) => 3 + 2 * u32::from(seat.0),
        };
        let turn = match self.turn {
            TurnForm::ByClaims(_) => 0,
            TurnForm::Stored { seat_bits, .. } => u32::from(mover.0) | u32::from(left) << seat_bits,
        };
        key << self.shift | u128::from(turn << self.ruling_bits | ending)
    }

    /// The sum of the words of all stones.
    #[inline]
    pub(crate) fn key(&self, packed: u128) -> u128 {
        packed >> self.shift
    }

    /// Lists the stones of a packed position, in an order in which they could fall. Numbers that nothing
    /// was packed to give some stones or other.
    #[inline]
    pub(crate) fn read(&self, packed: u128, claims: &mut Claims) {
        let key = self.key(packed);
        match &self.owners {
            OwnerForm::Columns(columns) => read_columns(key, columns, claims),
            OwnerForm::Trits => {
                let mut rest = key;
                for first in (0..self.places).step_by(TRITS) {
                    let mut digits = DIGITS_OF_BYTE[usize::from(rest as u8)];
                    while digits != 0 {
                        let i = digits.trailing_zeros() / 2;
                        let place = first + i as usize;
                        if place < self.places {
                            claims.push((digits >> (2 * i) & 3) as u8 - 1, place as PlaceId);
                        }
                        digits &= !(3 << (2 * i));
                    }
                    rest >>= 8;
                }
            }
            OwnerForm::Digits(bits) => {
                let mut rest = key;
                for place in 0..self.places {
                    let digit = rest as u8 & ((1 << bits) - 1);
                    if (1..=self.seats).contains(&digit) {
                        claims.push(digit - 1, place as PlaceId);
                    }
                    rest >>= bits;
                }
            }
        }
    }

    /// Whose turn it is after so many claims, and how many claims are left in it.
    #[inline]
    pub(crate) fn turn(&self, packed: u128, claims: usize) -> (Seat, u8) {
        match &self.turn {
            TurnForm::ByClaims(turns) => turns[claims],
            TurnForm::Stored { seat_bits, left_bits } => {
                let turn = packed as u32 >> self.ruling_bits;
                let mover = turn & ((1 << seat_bits) - 1);
                let left = turn >> seat_bits & ((1 << left_bits) - 1);
                (Seat((mover % u32::from(self.seats)) as u8), left.max(1) as u8)
            }
        }
    }

    /// How it ended, if it did.
    #[inline]
    pub(crate) fn ruling(&self, packed: u128) -> Option<Ruling> {
        let code = packed as u32 & ((1 << self.ruling_bits) - 1);
        let seat = Seat((code / 2).saturating_sub(1) as u8);
        match code {
            0 => None,
            1 => Some(Ruling::Draw),
            _ if seat.0 >= self.seats => None,
            _ if code & 1 == 0 => Some(Ruling::Wins(seat)),
            _ => Some(Ruling::Loses(seat)),
        }
    }
}

/// More stones are never packed: each takes at least one bit.
const MOST_CLAIMS: usize = 128;

/// The stones of a packed position.
pub(crate) struct Claims {
    /// The place in the low byte, the seat in the high one.
    list: [u16; MOST_CLAIMS],
    count: usize,
}

impl Claims {
    #[inline]
    pub(crate) fn new() -> Claims {
        Claims { list: [0; MOST_CLAIMS], count: 0 }
    }

    #[inline]
    fn push(&mut self, seat: u8, place: PlaceId) {
        self.list[self.count % MOST_CLAIMS] = place | u16::from(seat) << 8;
        self.count += 1;
    }

    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.count
    }

    #[inline]
    pub(crate) fn iter(&self) -> impl Iterator<Item = (Seat, PlaceId)> {
        let list = self.list[..self.count].iter();
        list.map(|claim| (Seat((claim >> 8) as u8), claim & 0xFF))
    }
}

/// Columns, from the bottom of each.
#[inline]
fn read_columns(key: u128, columns: &[ColumnForm], claims: &mut Claims) {
    let (mut low, mut high) = (key as u64, (key >> 64) as u64);
    for column in columns {
        let width = column.places.len() as u32 + 1;
        let mut code = low & column.mask;
        for &place in &column.places {
            if code <= 1 {
                break;
            }
            claims.push((code & 1) as u8, place);
            code >>= 1;
        }
        // A shift of both words together; columns are narrower than a word.
        low = low >> (width - 1) >> 1 | high << (u64::BITS - width);
        high = high >> (width - 1) >> 1;
    }
}

impl TurnForm {
    fn bits(&self) -> u32 {
        match self {
            TurnForm::ByClaims(_) => 0,
            TurnForm::Stored { seat_bits, left_bits } => seat_bits + left_bits,
        }
    }
}

impl OwnerForm {
    /// The form for falling stones, if each column fits a machine word.
    fn columns(columns: &Columns) -> Option<OwnerForm> {
        let column = |&bottom: &PlaceId| {
            let places: Vec<PlaceId> = columns.up_from(bottom).collect();
            let unused = (u64::BITS as usize - 1).checked_sub(places.len())?;
            Some(ColumnForm { places, mask: u64::MAX >> unused })
        };
        columns.bottoms.iter().map(column).collect::<Option<_>>().map(OwnerForm::Columns)
    }

    fn bits(&self, places: usize) -> usize {
        match self {
            OwnerForm::Columns(columns) => {
                columns.iter().map(|column| column.places.len() + 1).sum()
            }
            OwnerForm::Trits => places.div_ceil(TRITS) * 8,
            OwnerForm::Digits(bits) => places * *bits as usize,
        }
    }
}
