//! A net as a list of numbers, and back. `senet build` prints this list.

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
use super::pack::{ControlField, Field, FieldContent, PackedLayout};
use super::variant::{
    Choice, ComprehensionMatch, ControlAtom, Instance, PlaceCopies, Variant, VariantFactor,
};
use crate::numbers::AsNumbers;
use crate::{kinds_as_numbers, newtypes_as_numbers, structs_as_numbers};

structs_as_numbers! {
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
    ConstantAtom { atom, copies, persistent }
    StartPlace { place, copies }
    OutcomePlace { place, outcome }
    ConstantOutcome { outcome, copies }
}

kinds_as_numbers! {
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

newtypes_as_numbers!(
    Literal,
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

impl<I: DenseId> AsNumbers for PackedId<I> {
    fn write(&self, out: &mut Vec<u64>) {
        self.raw().write(out);
    }

    fn read(from: &mut &[u64]) -> PackedId<I> {
        PackedId::from_raw(u32::read(from))
    }
}

impl<I, T: AsNumbers> AsNumbers for IdVec<I, T> {
    fn write(&self, out: &mut Vec<u64>) {
        (**self).write(out);
    }

    fn read(from: &mut &[u64]) -> IdVec<I, T> {
        Vec::read(from).into()
    }
}

impl AsNumbers for LostSupport {
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
        impl AsNumbers for Net {
            fn write(&self, out: &mut Vec<u64>) {
                $(self.$field.write(out);)*
            }

            fn read(from: &mut &[u64]) -> Net {
                $(let $field = AsNumbers::read(from);)*
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
