//! Symmetries of a net: where a packed position goes when the board is turned or reflected.
//!
//! A packed position is a sum of one word for each atom, so its image under a symmetry of the program is the sum of the
//! words of the images of its atoms. Fields that name one of several places make that one look-up for each field.

use crate::runtime::condition::NetAtom;
use crate::runtime::ids::{ControlId, DenseId, PlaceId, VariableId};
use crate::runtime::net::Net;
use crate::runtime::pack::FieldContent;
use senet_program::symmetry::ProgramSymmetry;
use senet_program::{ConId, PredId, Program, TypeShape};
use std::collections::HashMap;

/// Where packed positions go.
#[derive(Debug)]
pub(crate) struct PackedSymmetry {
    /// For each field, and each of its values, what the image has for it. Counted copies have one word, which is
    /// multiplied.
    fields: Vec<FieldImage>,
    /// For each control state, its image.
    controls: Vec<u32>,
}

#[derive(Debug)]
enum FieldImage {
    Words(Vec<u128>),
    Multiple(u128),
}

/// The symmetries of a net but for the one that changes nothing.
pub(crate) fn packed_symmetries(program: &Program, net: &Net, start: usize) -> Vec<PackedSymmetry> {
    if !net.packed.fits() {
        return Vec::new();
    }
    let all = program.symmetries(start);
    let found: Option<Vec<PackedSymmetry>> =
        all.iter().skip(1).map(|symmetry| PackedSymmetry::new(program, net, symmetry)).collect();
    found.unwrap_or_default()
}

impl PackedSymmetry {
    /// `None` if some atom of the net has no image in it.
    fn new(program: &Program, net: &Net, symmetry: &ProgramSymmetry) -> Option<PackedSymmetry> {
        let places: HashMap<(u32, &[u64], bool), PlaceId> = net
            .places
            .enumerated()
            .map(|(id, place)| ((place.atom.predicate, &*place.atom.values, place.persistent), id))
            .collect();
        let mut images: Vec<PlaceId> = Vec::with_capacity(net.places.len());
        for (_, place) in net.places.enumerated() {
            let values = image(program, symmetry, &place.atom)?;
            let key = (place.atom.predicate, &values[..], place.persistent);
            let to = *places.get(&key)?;
            // Copies are counted in both places or in none.
            if net.places[to].copies.is_some() != place.copies.is_some() {
                return None;
            }
            images.push(to);
        }
        for constant in &net.constants {
            let values = image(program, symmetry, &constant.atom)?;
            let same = |other: &NetAtom| {
                other.predicate == constant.atom.predicate && other.values[..] == values[..]
            };
            net.constants.iter().find(|other| {
                same(&other.atom)
                    && other.copies == constant.copies
                    && other.persistent == constant.persistent
            })?;
        }
        let word = |place: &PlaceId| net.packed.words[images[place.index()]];
        let fields = net.packed.fields.iter().map(|field| match &field.content {
            FieldContent::OneOf(places) => FieldImage::Words(places.iter().map(word).collect()),
            FieldContent::Copies(place) => FieldImage::Multiple(word(place)),
        });
        Some(PackedSymmetry {
            fields: fields.collect(),
            controls: controls(program, net, symmetry)?,
        })
    }

    /// Where a packed position goes.
    pub(crate) fn image(&self, net: &Net, packed: u128) -> u128 {
        let layout = &net.packed;
        let mut out = 0;
        for (field, image) in layout.fields.iter().zip(&self.fields) {
            let value = field.value(packed);
            match image {
                // Only as many values as there are places are ever packed.
                FieldImage::Words(words) => out += words[value as usize],
                FieldImage::Multiple(word) => out += u128::from(value) * word,
            }
        }
        let above = packed.checked_shr(layout.control.shift).unwrap_or(0);
        let mask = 1_u128.checked_shl(layout.control.width).map_or(u128::MAX, |bit| bit - 1);
        let control = self.controls[(above & mask) as usize];
        let ended = packed.checked_shr(layout.ended).unwrap_or(0) & 1;
        out + (u128::from(control) << layout.control.shift) + (ended << layout.ended)
    }
}

/// The image of each control state: the one of the same stage whose atoms are the images.
fn controls(program: &Program, net: &Net, symmetry: &ProgramSymmetry) -> Option<Vec<u32>> {
    // For each control variable and atom, the variable and the atom that it becomes.
    let mut atoms: Vec<Vec<(usize, u32)>> = Vec::new();
    for (_, list) in net.control_atoms.enumerated() {
        let mut row = Vec::new();
        for atom in list {
            let values = image(program, symmetry, atom)?;
            let same = |other: &NetAtom| {
                other.predicate == atom.predicate && other.values[..] == values[..]
            };
            let mut all = net.control_atoms.iter().enumerate();
            row.push(all.find_map(|(v, list)| Some((v, list.iter().position(same)? as u32)))?);
        }
        // Behind its atoms stands that none of them is there.
        if let Some((to, _)) = row.first() {
            row.push((*to, net.control_atoms[VariableId::new(*to)].len() as u32));
        }
        atoms.push(row);
    }
    let key = |stage: u32, atoms: &[u32]| (stage, atoms.to_vec());
    let numbers: HashMap<(u32, Vec<u32>), u32> = net
        .controls
        .enumerated()
        .map(|(id, control)| {
            let atoms: Vec<u32> = control.atoms.iter().copied().collect();
            (key(control.stage.0, &atoms), ControlId::index(id) as u32)
        })
        .collect();
    let image_of = |control: &crate::runtime::control::Control| {
        let mut there = vec![u32::MAX; atoms.len()];
        for (variable, at) in control.atoms.iter().enumerate() {
            let (to, at) = atoms[variable][*at as usize];
            there[to] = at;
        }
        // Control states that play never comes to have no image, and need none.
        Some(numbers.get(&key(control.stage.0, &there)).copied().unwrap_or(u32::MAX))
    };
    let images: Option<Vec<u32>> = net.controls.iter().map(image_of).collect();
    images.filter(|images| images.iter().all(|image| *image != u32::MAX))
}

/// The values of an atom after a symmetry; `None` for values that are made of others.
fn image(program: &Program, symmetry: &ProgramSymmetry, atom: &NetAtom) -> Option<Vec<u64>> {
    let types = &program.predicate(PredId(atom.predicate)).arguments;
    let one = |(value, ty): (&u64, &senet_program::TypeId)| match program.ty(*ty).shape {
        TypeShape::Constants => {
            Some(u64::from(symmetry.image(ConId(u32::try_from(*value).ok()?)).0))
        }
        shape if shape.is_number() => Some(*value),
        _ => None,
    };
    atom.values.iter().zip(types).map(one).collect()
}
