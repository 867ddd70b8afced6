//! Positions in a few machine words.
//!
//! Places that exclude each other are one number, other places one bit, counted copies sixteen. A
//! code is a sum of one word for each atom that is there, so it is kept up to date with the position.
//! More copies than sixteen bits can say carry into the next field: such a position has no packed
//! form, but its sum is right again as soon as there are fewer.

use super::net::{Net, Place};
use super::state::NetState;

/// Copies that are counted have so many bits.
const COPIES: u32 = 16;

/// Where everything is in a code.
#[derive(Debug, Default)]
pub(crate) struct Packing {
    /// What each place adds to the code when it is there, or for each copy.
    pub(crate) words: Vec<u128>,
    pub(super) fields: Vec<Field>,
    /// For each bit of a code, its field.
    pub(super) field_of: Vec<u32>,
    pub(super) control: (u32, u32),
    pub(super) ended: u32,
    /// How many bits a code has; more than 128 are too many.
    pub(crate) bits: u32,
}

/// Some bits of a code: where they begin, and how many.
#[derive(Debug)]
pub(super) struct Field {
    pub(super) shift: u32,
    pub(super) width: u32,
    pub(super) what: What,
}

#[derive(Debug)]
pub(super) enum What {
    /// Which of these places is there.
    One(Vec<u32>),
    /// How many copies there are, or whether it is there.
    Copies(u32),
}

impl Packing {
    pub(crate) fn new(places: &[Place], groups: &[Vec<u32>], controls: usize) -> Packing {
        let mut packing = Packing { words: vec![0; places.len()], ..Packing::default() };
        let mut covered = vec![false; places.len()];
        let mut by_size: Vec<&Vec<u32>> = groups.iter().collect();
        by_size.sort_by_key(|g| std::cmp::Reverse(g.len()));
        for group in by_size {
            if group.iter().any(|p| covered[*p as usize]) {
                continue;
            }
            group.iter().for_each(|p| covered[*p as usize] = true);
            let width = usize::BITS - (group.len() - 1).leading_zeros();
            packing.add(width, What::One(group.clone()));
        }
        for (i, place) in places.iter().enumerate().filter(|(i, _)| !covered[*i]) {
            let width = if place.copies.is_some() { COPIES } else { 1 };
            packing.add(width, What::Copies(i as u32));
        }
        let width = usize::BITS - (controls.max(1) - 1).leading_zeros();
        packing.control = (packing.bits, width);
        packing.ended = packing.bits + width;
        packing.bits += width + 1;
        packing
    }

    fn add(&mut self, width: u32, what: What) {
        let shift = self.bits;
        if shift + width <= 128 {
            match &what {
                What::One(places) => {
                    for (value, place) in places.iter().enumerate() {
                        self.words[*place as usize] =
                            (value as u128).checked_shl(shift).unwrap_or(0);
                    }
                }
                What::Copies(place) => self.words[*place as usize] = 1 << shift,
            }
        }
        self.field_of.extend((0..width).map(|_| self.fields.len() as u32));
        self.fields.push(Field { shift, width, what });
        self.bits += width;
    }

    /// Whether codes have room for positions.
    pub(crate) fn fits(&self) -> bool {
        self.bits <= 128
    }

    /// The code of a position; `ended` if nothing can lead on from it.
    pub(crate) fn pack(&self, state: &NetState, ended: bool) -> Option<u128> {
        let fits = self.fits() && state.copies.iter().all(is_small);
        let control = u128::from(state.control) << self.control.0;
        fits.then(|| state.code + control + (u128::from(ended) << self.ended))
    }
}

/// Whether a number of copies fits a field.
fn is_small(copies: &u64) -> bool {
    *copies < 1 << COPIES
}

impl Field {
    /// Its part of a code.
    fn value(&self, code: u128) -> u64 {
        (code >> self.shift) as u64 & (u64::MAX >> (64 - self.width))
    }
}

impl Net {
    /// Turns a position into the one of a code; whether that one has ended. Only what differs is
    /// touched, and positions that are looked at one after the other differ little.
    pub(crate) fn unpack(&self, code: u128, state: &mut NetState) -> bool {
        if !state.copies.iter().all(is_small) {
            self.drop_large(state);
        }
        let packing = &self.packing;
        let (low, width) = packing.control;
        let places = !u128::MAX.checked_shl(low).unwrap_or(0);
        let mut differ = (code ^ state.code) & places;
        while differ != 0 {
            let field =
                &packing.fields[packing.field_of[differ.trailing_zeros() as usize] as usize];
            differ &= !(u128::from(u64::MAX >> (64 - field.width)) << field.shift);
            let (before, after) = (field.value(state.code), field.value(code));
            match &field.what {
                What::One(places) => {
                    self.set(state, places[before as usize], false);
                    self.set(state, places[after as usize], true);
                }
                What::Copies(place) => {
                    let by = i128::from(after) - i128::from(before);
                    let fits = self.count(state, *place, by);
                    debug_assert!(fits, "sixteen bits fit");
                }
            }
        }
        debug_assert_eq!(state.code, code & places, "all that differed has changed");
        let control = (code.checked_shr(low).unwrap_or(0)) as u64;
        state.control = if width == 0 { 0 } else { (control & (u64::MAX >> (64 - width))) as u32 };
        self.drain(state);
        code.checked_shr(packing.ended).unwrap_or(0) & 1 != 0
    }

    /// Takes away what has carried into other fields, so that each field tells the truth.
    #[cold]
    fn drop_large(&self, state: &mut NetState) {
        for (place, declared) in self.places.iter().enumerate() {
            let copies = declared.copies.map_or(0, |at| state.copies[at as usize]);
            if !is_small(&copies) {
                let fits = self.count(state, place as u32, -i128::from(copies));
                debug_assert!(fits, "none are left");
            }
        }
    }
}
