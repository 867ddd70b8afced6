//! A net as a row of numbers, and back.

use super::late::{By, Counted, Counting, Guard, Late, Operator, Term};
use super::net::{
    Changes, Choice, Control, Counters, Delta, Edges, Entry, Group, Inner, Instance, Lit, Net,
    Next, Node, Open, Part, Place, Tell, Variant,
};
use super::outcome::Says;
use super::pack::{Field, Packing, What};
use super::quick::Quicks;
use senet_game::Seat;

/// What can be written as numbers.
#[allow(dead_code, reason = "read where it is printed")]
pub(crate) trait Data: Sized {
    fn write(&self, out: &mut Vec<u64>);

    /// The same again. Whoever reads has what was written.
    fn read(from: &mut &[u64]) -> Self;
}

macro_rules! numbers {
    ($($number:ty),*) => {$(
        impl Data for $number {
            fn write(&self, out: &mut Vec<u64>) {
                out.push(*self as u64);
            }

            fn read(from: &mut &[u64]) -> $number {
                let (first, rest) = from.split_first().expect("a number is there");
                *from = rest;
                *first as $number
            }
        }
    )*};
}

numbers!(u8, u32, u64, usize, i16, i32);

impl Data for bool {
    fn write(&self, out: &mut Vec<u64>) {
        u64::from(*self).write(out);
    }

    fn read(from: &mut &[u64]) -> bool {
        u64::read(from) != 0
    }
}

impl Data for u128 {
    fn write(&self, out: &mut Vec<u64>) {
        out.extend([*self as u64, (*self >> 64) as u64]);
    }

    fn read(from: &mut &[u64]) -> u128 {
        u128::from(u64::read(from)) | u128::from(u64::read(from)) << 64
    }
}

impl<T: Data> Data for Vec<T> {
    fn write(&self, out: &mut Vec<u64>) {
        self.len().write(out);
        self.iter().for_each(|one| one.write(out));
    }

    fn read(from: &mut &[u64]) -> Vec<T> {
        (0..usize::read(from)).map(|_| T::read(from)).collect()
    }
}

impl<T: Data> Data for Box<[T]> {
    fn write(&self, out: &mut Vec<u64>) {
        self.len().write(out);
        self.iter().for_each(|one| one.write(out));
    }

    fn read(from: &mut &[u64]) -> Box<[T]> {
        Vec::read(from).into()
    }
}

impl<T: Data> Data for Box<T> {
    fn write(&self, out: &mut Vec<u64>) {
        (**self).write(out);
    }

    fn read(from: &mut &[u64]) -> Box<T> {
        Box::new(T::read(from))
    }
}

impl<T: Data> Data for Option<T> {
    fn write(&self, out: &mut Vec<u64>) {
        self.is_some().write(out);
        self.iter().for_each(|one| one.write(out));
    }

    fn read(from: &mut &[u64]) -> Option<T> {
        bool::read(from).then(|| T::read(from))
    }
}

macro_rules! tuples {
    ($(($($name:ident . $at:tt),*);)*) => {$(
        impl<$($name: Data),*> Data for ($($name,)*) {
            fn write(&self, out: &mut Vec<u64>) {
                $(self.$at.write(out);)*
            }

            fn read(from: &mut &[u64]) -> Self {
                ($($name::read(from),)*)
            }
        }
    )*};
}

tuples! {
    (A.0, B.1);
    (A.0, B.1, C.2);
    (A.0, B.1, C.2, D.3);
}

macro_rules! structs {
    ($($name:ident { $($field:ident),* $(; $($left:ident),*)? })*) => {$(
        impl Data for $name {
            fn write(&self, out: &mut Vec<u64>) {
                $(self.$field.write(out);)*
            }

            fn read(from: &mut &[u64]) -> $name {
                $(let $field = Data::read(from);)*
                $name { $($field,)* $($($left: Default::default(),)*)? }
            }
        }
    )*};
}

structs! {
    Place { predicate, values, persistent, copies, thresholds }
    Delta { sets, offs, counted, fused }
    Inner { when, takes, delta }
    Instance { lit, control, ways, factor, late }
    Late { env, bounds, counts, guards }
    Counting { by, target, matches }
    Counted { value, when, ways, factor }
    Choice { values, ranks, instances, delta, takes, control, inner }
    Part { effective, choices, row }
    Variant {
        rule, seat, values, ranks, parts, delta, takes, control, inner, weight, from, link, to,
        has_inner
    }
    Open { part, stride, group }
    Entry { variant, first, when, simple, jumps, late, open, base, fixed, next, delta }
    Control {
        stage, atoms, rules, links, interactive, settles, ordered, decided, sums, onward; outcomes
    }
    Edges { starts, targets }
    Tell { word, doubts, by }
    Counters { slot, node, mirror, blank, starts, tells }
    Changes { list, flips, mirrored, adds }
    Packing { words, fields, field_of, control, ended, bits }
    Field { shift, width, what }
    Says { won, lost, drawn, score }
}

/// Kinds of things: a number for each, and what belongs to it.
macro_rules! kinds {
    ($($name:ident { $($kind:ident($($field:ident),*) = $number:literal,)* })*) => {$(
        impl Data for $name {
            fn write(&self, out: &mut Vec<u64>) {
                match self {
                    $(kinds!(@pattern $name $kind $($field),*) => {
                        out.push($number);
                        $($field.write(out);)*
                    })*
                }
            }

            fn read(from: &mut &[u64]) -> $name {
                match u64::read(from) {
                    $($number => {
                        $(let $field = Data::read(from);)*
                        kinds!(@pattern $name $kind $($field),*)
                    })*
                    other => unreachable!("no kind has the number {other}"),
                }
            }
        }
    )*};
    (@pattern $name:ident $kind:ident) => { $name::$kind };
    (@pattern $name:ident $kind:ident $($field:ident),+) => { $name::$kind($($field),+) };
}

kinds! {
    Node { Place() = 0, AtLeast() = 1, All(a) = 2, Any(a) = 3, }
    Next { One(a) = 0, By(a, b) = 1, }
    What { One(a) = 0, Copies(a) = 1, }
    By { Sum() = 0, Max() = 1, Min() = 2, }
    Term { Variable(a) = 0, Number(a) = 1, Plus(a, b) = 2, }
    Operator { Plus() = 0, Minus() = 1, Times() = 2, Over() = 3, Modulo() = 4, }
    Guard {
        Same(a, b) = 0,
        Differ(a, b) = 1,
        Less(a, b) = 2,
        LessOrSame(a, b) = 3,
        Compute(a, b, c, d) = 4,
    }
    Group { Row(a, b) = 0, List(a) = 1, Late(a) = 2, }
}

impl Data for Lit {
    fn write(&self, out: &mut Vec<u64>) {
        self.0.write(out);
    }

    fn read(from: &mut &[u64]) -> Lit {
        Lit(u32::read(from))
    }
}

impl Data for Seat {
    fn write(&self, out: &mut Vec<u64>) {
        self.0.write(out);
    }

    fn read(from: &mut &[u64]) -> Seat {
        Seat(u8::read(from))
    }
}

macro_rules! net {
    ($($field:ident),*) => {
        impl Data for Net {
            fn write(&self, out: &mut Vec<u64>) {
                $(self.$field.write(out);)*
            }

            fn read(from: &mut &[u64]) -> Net {
                $(let $field = Data::read(from);)*
                let mut net = Net { $($field,)* quick: Quicks::default() };
                net.tell_outcomes();
                net.quick = Quicks::new(&mut net);
                net
            }
        }
    };
}

net!(
    places,
    nodes,
    lazy,
    edges,
    counters,
    changes,
    cycle_of,
    cycles,
    variants,
    controls,
    control_atoms,
    constant,
    decided,
    forbidden,
    counted,
    start_control,
    start_places,
    packing,
    telling,
    control_says,
    constant_says,
    seats,
    scores
);
