//! Serialization: a net as a list of numbers, and back. `senet build` prints this list.

use super::aggregate::{
    Aggregate, AggregateCheck, AggregateKind, AggregateMatch, Guard, NumberRange, Operator, Term,
};
use super::change::{
    BitFlip, ChangeStart, ChangeTable, CopyChange, CounterAdd, MirroredAdd, PlaceChange,
};
use super::condition::{
    Condition, CounterOwner, CounterUpdate, Counters, Cycles, Edge, Edges, Literal, LostSupport,
    NetAtom, Place, Threshold,
};
use super::control::{Control, Entry, FactorChoices, ListedChoice, OpenFactor, Successor};
use super::fast_path::FastTables;
use super::ids::{
    ChangeId, ChoiceIndex, ConditionId, ControlId, CopiesId, DenseId, FactorIndex, IdVec, PackedId,
    PlaceId, RuleIndex, StageIndex, VariableId, VariantId,
};
use super::net::{ConstantAtom, ConstantOutcome, Net, OutcomePlace, StartPlace};
use super::outcome::{OutcomeAtom, SeatPoints};
use super::pack::{ControlField, Field, FieldContent, PackedLayout};
use super::variant::{
    Choice, ComprehensionMatch, ControlAtom, Instance, PlaceCopies, Variant, VariantFactor,
};
use senet_game::Seat;

/// What can be written as numbers.
#[allow(dead_code, reason = "read where it is printed")]
pub(crate) trait Data: Sized {
    fn write(&self, out: &mut Vec<u64>);

    /// The same again; the numbers are those that were written.
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
    NetAtom { predicate, values }
    Place { atom, persistent, copies, thresholds }
    Threshold { copies, condition }
    PlaceChange { places, removals, counted, fused }
    CopyChange { place, by }
    PlaceCopies { place, copies }
    ControlAtom { variable, atom }
    ComprehensionMatch { when, takes, change }
    Instance { when, control, ways, constant_ways, on_demand }
    NumberRange { low, high }
    AggregateCheck { env, bounds, aggregates, guards }
    Aggregate { kind, target, matches }
    AggregateMatch { value, when, ways, constant_ways }
    Choice { values, ranks, instances, change, takes, control, comprehensions }
    VariantFactor { effective, choices, row }
    Variant {
        rule, seat, values, ranks, factors, change, takes, control, comprehensions, weight, from,
        link, to, has_comprehensions
    }
    ListedChoice { choice, when }
    OpenFactor { factor, stride, choices }
    Entry {
        variant, first, others, simple, jumps, on_demand, open, base, fixed, next, change
    }
    Control {
        stage, atoms, rules, links, interactive, settles, ordered, decided, exact_copies, forward;
        outcomes
    }
    Edge { target, weight }
    Edges { starts, targets }
    CounterUpdate { word, lost, by }
    Counters { of, owner, mirror, blank, starts, updates }
    Cycles { of, members }
    ChangeStart { flips, mirrored, adds, packed }
    BitFlip { word, bits }
    MirroredAdd { word, byte, by }
    CounterAdd { word, by }
    ChangeTable { starts, flips, mirrored, adds }
    PackedLayout { words, fields, field_of, control, ended, bits }
    ControlField { shift, width }
    Field { shift, width, content }
    SeatPoints { seat, points }
    OutcomeAtom { won, lost, drawn, score }
    ConstantAtom { atom, copies, persistent }
    StartPlace { place, copies }
    OutcomePlace { place, outcome }
    ConstantOutcome { outcome, copies }
}

/// Enums: a number for each variant, and its fields.
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
    Condition { Place() = 0, AtLeast() = 1, All(a) = 2, Any(a) = 3, }
    Successor { Always(a) = 0, ByChoice(a, b) = 1, }
    FieldContent { OneOf(a) = 0, Copies(a) = 1, }
    AggregateKind { Sum() = 0, Max() = 1, Min() = 2, }
    Term { Variable(a) = 0, Number(a) = 1, Plus(a, b) = 2, }
    Operator { Plus() = 0, Minus() = 1, Times() = 2, Over() = 3, Modulo() = 4, }
    Guard {
        Same(a, b) = 0,
        Differ(a, b) = 1,
        Less(a, b) = 2,
        LessOrSame(a, b) = 3,
        Compute(a, b, c, d) = 4,
    }
    FactorChoices { Row(a, b) = 0, List(a) = 1, OnDemand(a) = 2, }
}

/// Newtypes: the number inside.
macro_rules! newtypes {
    ($($name:ident),*) => {$(
        impl Data for $name {
            fn write(&self, out: &mut Vec<u64>) {
                self.0.write(out);
            }

            fn read(from: &mut &[u64]) -> $name {
                $name(Data::read(from))
            }
        }
    )*};
}

newtypes!(
    Literal,
    Seat,
    PlaceId,
    ConditionId,
    CopiesId,
    RuleIndex,
    StageIndex,
    VariantId,
    FactorIndex,
    ChoiceIndex,
    ControlId,
    VariableId,
    ChangeId,
    CounterOwner
);

impl<I: DenseId> Data for PackedId<I> {
    fn write(&self, out: &mut Vec<u64>) {
        self.raw().write(out);
    }

    fn read(from: &mut &[u64]) -> PackedId<I> {
        PackedId::from_raw(u32::read(from))
    }
}

impl<I, T: Data> Data for IdVec<I, T> {
    fn write(&self, out: &mut Vec<u64>) {
        (**self).write(out);
    }

    fn read(from: &mut &[u64]) -> IdVec<I, T> {
        Vec::read(from).into()
    }
}

impl Data for LostSupport {
    fn write(&self, out: &mut Vec<u64>) {
        out.push(u64::from(self.on_fall) | u64::from(self.on_rise) << 1);
    }

    fn read(from: &mut &[u64]) -> LostSupport {
        let flags = u64::read(from);
        LostSupport { on_fall: flags & 1 != 0, on_rise: flags & 2 != 0 }
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
                let mut net = Net { $($field,)* fast: FastTables::default() };
                // What follows from the rest is not written.
                net.set_control_outcomes();
                net.fast = FastTables::new(&mut net);
                net
            }
        }
    };
}

net!(
    places,
    conditions,
    lazy,
    edges,
    counters,
    changes,
    cycles,
    variants,
    controls,
    control_atoms,
    constants,
    decided,
    forbidden,
    counted,
    start_control,
    start_places,
    packed,
    outcome_places,
    control_outcomes,
    constant_outcomes,
    seats,
    scores
);
