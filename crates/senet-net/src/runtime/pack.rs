//! Packed positions: a position in at most 128 bits.
//!
//! Places that exclude each other (the support of a P-semiflow) are one number of ⌈log₂ n⌉ bits,
//! other places one bit, counted copies sixteen. The fields stand side by side, so that a packed
//! position is a *sum* of one word for each atom that is there, and is kept up to date with the
//! position at the price of one addition for a change. More copies than sixteen bits can say carry
//! into the next field: such a position has no packed form, but since sums commute the packed
//! position is right again as soon as there are fewer.

use super::condition::Place;
use super::ids::{ControlId, IdVec, PlaceId};
use super::net::Net;
use super::state::NetState;

/// Copies that are counted have so many bits.
const COPIES: u32 = 16;

/// Where everything is in a packed position.
#[derive(Debug, Default)]
pub(crate) struct PackedLayout {
    /// What each place adds when it is there, or for each copy.
    pub(crate) words: IdVec<PlaceId, u128>,
    pub(crate) fields: Vec<Field>,
    /// For each bit, its field.
    pub(super) field_of: Vec<u32>,
    pub(crate) control: ControlField,
    /// The bit that says that the game is over, where the rest of the position does not show it.
    pub(crate) ended: u32,
    /// How many bits there are; more than 128 are too many.
    pub(crate) bits: u32,
}

/// The bits of the control state.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct ControlField {
    pub(crate) shift: u32,
    pub(crate) width: u32,
}

/// Some bits of a packed position: where they begin, and how many.
#[derive(Debug)]
pub(crate) struct Field {
    pub(crate) shift: u32,
    pub(crate) width: u32,
    pub(crate) content: FieldContent,
}

#[derive(Debug)]
pub(crate) enum FieldContent {
    /// Which of these places is there.
    OneOf(Vec<PlaceId>),
    /// How many copies there are, or whether it is there.
    Copies(PlaceId),
}

impl PackedLayout {
    pub(crate) fn new(
        places: &IdVec<PlaceId, Place>,
        groups: &[Vec<PlaceId>],
        controls: usize,
    ) -> PackedLayout {
        let mut layout =
            PackedLayout { words: vec![0; places.len()].into(), ..PackedLayout::default() };
        let mut covered: IdVec<PlaceId, bool> = vec![false; places.len()].into();
        // Greedy: large groups save the most bits, and a place belongs to one field only.
        let mut by_size: Vec<&Vec<PlaceId>> = groups.iter().collect();
        by_size.sort_by_key(|g| std::cmp::Reverse(g.len()));
        for group in by_size {
            if group.iter().any(|p| covered[*p]) {
                continue;
            }
            group.iter().for_each(|p| covered[*p] = true);
            let width = usize::BITS - (group.len() - 1).leading_zeros();
            layout.add(width, FieldContent::OneOf(group.clone()));
        }
        for (id, place) in places.enumerated().filter(|(id, _)| !covered[*id]) {
            let width = if place.copies.is_some() { COPIES } else { 1 };
            layout.add(width, FieldContent::Copies(id));
        }
        // The control state is added when a position is packed, since it changes with every step.
        let width = usize::BITS - (controls.max(1) - 1).leading_zeros();
        layout.control = ControlField { shift: layout.bits, width };
        layout.ended = layout.bits + width;
        layout.bits += width + 1;
        layout
    }

    fn add(&mut self, width: u32, content: FieldContent) {
        let shift = self.bits;
        if shift + width <= 128 {
            match &content {
                FieldContent::OneOf(places) => {
                    for (value, place) in places.iter().enumerate() {
                        self.words[*place] = (value as u128).checked_shl(shift).unwrap_or(0);
                    }
                }
                FieldContent::Copies(place) => self.words[*place] = 1 << shift,
            }
        }
        self.field_of.extend((0..width).map(|_| self.fields.len() as u32));
        self.fields.push(Field { shift, width, content });
        self.bits += width;
    }

    /// Whether positions fit.
    pub(crate) fn fits(&self) -> bool {
        self.bits <= 128
    }

    /// The packed position; `ended` if nothing can lead on from it.
    pub(crate) fn pack(&self, state: &NetState, ended: bool) -> Option<u128> {
        if !self.fits() || !state.copies.iter().all(is_small) {
            return None;
        }
        let control = u128::from(state.control.0) << self.control.shift;
        Some(state.packed + control + (u128::from(ended) << self.ended))
    }
}

/// Whether a number of copies fits a field.
fn is_small(copies: &u64) -> bool {
    *copies < 1 << COPIES
}

impl Field {
    /// Its part of a packed position.
    pub(crate) fn value(&self, packed: u128) -> u64 {
        (packed >> self.shift) as u64 & (u64::MAX >> (64 - self.width))
    }
}

impl Net {
    /// Restores a packed position into a state; whether that position has ended. Only fields that
    /// differ are touched: a search unpacks positions that differ little from one to the next.
    pub(crate) fn unpack(&self, packed: u128, state: &mut NetState) -> bool {
        if !state.copies.iter().all(is_small) {
            self.drop_large(state);
        }
        let layout = &self.packed;
        let ControlField { shift: low, width } = layout.control;
        let places = !u128::MAX.checked_shl(low).unwrap_or(0);
        // Exclusive-or finds the fields that differ, lowest first.
        let mut differ = (packed ^ state.packed) & places;
        while differ != 0 {
            let field = &layout.fields[layout.field_of[differ.trailing_zeros() as usize] as usize];
            differ &= !(u128::from(u64::MAX >> (64 - field.width)) << field.shift);
            let (before, after) = (field.value(state.packed), field.value(packed));
            match &field.content {
                FieldContent::OneOf(places) => {
                    self.set(state, places[before as usize], false);
                    self.set(state, places[after as usize], true);
                }
                FieldContent::Copies(place) => {
                    let by = i128::from(after) - i128::from(before);
                    let fits = self.add_copies(state, *place, by);
                    debug_assert!(fits, "sixteen bits fit");
                }
            }
        }
        debug_assert_eq!(state.packed, packed & places, "all that differed has changed");
        let control = (packed.checked_shr(low).unwrap_or(0)) as u64;
        let control = if width == 0 { 0 } else { control & (u64::MAX >> (64 - width)) };
        state.control = ControlId(control as u32);
        self.propagate(state);
        packed.checked_shr(layout.ended).unwrap_or(0) & 1 != 0
    }

    /// Takes away what has carried into other fields, so that each field has its own value.
    #[cold]
    fn drop_large(&self, state: &mut NetState) {
        for (id, place) in self.places.enumerated() {
            let copies = place.copies.map_or(0, |at| state.copies[at]);
            if !is_small(&copies) {
                let fits = self.add_copies(state, id, -i128::from(copies));
                debug_assert!(fits, "none are left");
            }
        }
    }
}
