//! Serialization: compiled programs as lists of numbers, and back. `senet build` prints such a list, and this very
//! file with it.

use senet_game::{Outcome, Seat, SeatSet, Verdict};

/// What can be written as numbers.
pub trait AsNumbers: Sized {
    /// Appends the numbers.
    fn write(&self, out: &mut Vec<u64>);

    /// The same again; the numbers are those that were written.
    fn read(from: &mut &[u64]) -> Self;
}

macro_rules! numbers {
    ($($number:ty),*) => {$(
        impl AsNumbers for $number {
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

numbers!(u8, u16, u32, u64, usize, i16, i32, i64);

impl AsNumbers for bool {
    fn write(&self, out: &mut Vec<u64>) {
        u64::from(*self).write(out);
    }

    fn read(from: &mut &[u64]) -> bool {
        u64::read(from) != 0
    }
}

impl AsNumbers for u128 {
    fn write(&self, out: &mut Vec<u64>) {
        out.extend([*self as u64, (*self >> 64) as u64]);
    }

    fn read(from: &mut &[u64]) -> u128 {
        u128::from(u64::read(from)) | u128::from(u64::read(from)) << 64
    }
}

impl AsNumbers for Seat {
    fn write(&self, out: &mut Vec<u64>) {
        self.0.write(out);
    }

    fn read(from: &mut &[u64]) -> Seat {
        Seat(u8::read(from))
    }
}

impl AsNumbers for SeatSet {
    fn write(&self, out: &mut Vec<u64>) {
        self.iter().collect::<Vec<Seat>>().write(out);
    }

    fn read(from: &mut &[u64]) -> SeatSet {
        let mut seats = SeatSet::default();
        Vec::<Seat>::read(from).into_iter().for_each(|seat| seats.insert(seat));
        seats
    }
}

impl AsNumbers for Verdict {
    fn write(&self, out: &mut Vec<u64>) {
        match self {
            Verdict::NoResult => out.push(0),
            Verdict::Draw => out.push(1),
            Verdict::Won(seats) => {
                out.push(2);
                seats.write(out);
            }
        }
    }

    fn read(from: &mut &[u64]) -> Verdict {
        match u64::read(from) {
            0 => Verdict::NoResult,
            1 => Verdict::Draw,
            _ => Verdict::Won(SeatSet::read(from)),
        }
    }
}

impl AsNumbers for Outcome {
    fn write(&self, out: &mut Vec<u64>) {
        self.verdict.write(out);
        self.scores.as_ref().map(|scores| scores.to_vec()).write(out);
    }

    fn read(from: &mut &[u64]) -> Outcome {
        let verdict = Verdict::read(from);
        Outcome { verdict, scores: Option::<Vec<i64>>::read(from).map(Into::into) }
    }
}

impl<T: AsNumbers> AsNumbers for Vec<T> {
    fn write(&self, out: &mut Vec<u64>) {
        self.len().write(out);
        self.iter().for_each(|one| one.write(out));
    }

    fn read(from: &mut &[u64]) -> Vec<T> {
        (0..usize::read(from)).map(|_| T::read(from)).collect()
    }
}

impl<T: AsNumbers> AsNumbers for Box<[T]> {
    fn write(&self, out: &mut Vec<u64>) {
        self.len().write(out);
        self.iter().for_each(|one| one.write(out));
    }

    fn read(from: &mut &[u64]) -> Box<[T]> {
        Vec::read(from).into()
    }
}

impl<T: AsNumbers> AsNumbers for Box<T> {
    fn write(&self, out: &mut Vec<u64>) {
        (**self).write(out);
    }

    fn read(from: &mut &[u64]) -> Box<T> {
        Box::new(T::read(from))
    }
}

impl<T: AsNumbers> AsNumbers for Option<T> {
    fn write(&self, out: &mut Vec<u64>) {
        self.is_some().write(out);
        self.iter().for_each(|one| one.write(out));
    }

    fn read(from: &mut &[u64]) -> Option<T> {
        bool::read(from).then(|| T::read(from))
    }
}

impl<T: AsNumbers, const N: usize> AsNumbers for [T; N] {
    fn write(&self, out: &mut Vec<u64>) {
        self.iter().for_each(|one| one.write(out));
    }

    fn read(from: &mut &[u64]) -> [T; N] {
        std::array::from_fn(|_| T::read(from))
    }
}

impl<A: AsNumbers, B: AsNumbers> AsNumbers for (A, B) {
    fn write(&self, out: &mut Vec<u64>) {
        self.0.write(out);
        self.1.write(out);
    }

    fn read(from: &mut &[u64]) -> (A, B) {
        let first = A::read(from);
        (first, B::read(from))
    }
}

/// Structs: one field after the other; those after a semicolon are left out.
#[macro_export]
macro_rules! structs_as_numbers {
    ($($name:ident { $($field:ident),* $(; $($left:ident),*)? })*) => {$(
        impl $crate::numbers::AsNumbers for $name {
            fn write(&self, out: &mut Vec<u64>) {
                $($crate::numbers::AsNumbers::write(&self.$field, out);)*
            }

            fn read(from: &mut &[u64]) -> $name {
                $(let $field = $crate::numbers::AsNumbers::read(from);)*
                $name { $($field,)* $($($left: Default::default(),)*)? }
            }
        }
    )*};
}

/// Enums: a number for each variant, and its fields, which are given names of one letter.
#[macro_export]
macro_rules! kinds_as_numbers {
    ($($name:ident { $($kind:ident($($field:ident),*) = $number:literal,)* })*) => {$(
        impl $crate::numbers::AsNumbers for $name {
            fn write(&self, out: &mut Vec<u64>) {
                match self {
                    $($crate::kinds_as_numbers!(@pattern $name $kind $($field),*) => {
                        out.push($number);
                        $($crate::numbers::AsNumbers::write($field, out);)*
                    })*
                }
            }

            fn read(from: &mut &[u64]) -> $name {
                match <u64 as $crate::numbers::AsNumbers>::read(from) {
                    $($number => {
                        $(let $field = $crate::numbers::AsNumbers::read(from);)*
                        $crate::kinds_as_numbers!(@pattern $name $kind $($field),*)
                    })*
                    other => unreachable!("no kind has the number {other}"),
                }
            }
        }
    )*};
    (@pattern $name:ident $kind:ident) => { $name::$kind };
    (@pattern $name:ident $kind:ident $($field:ident),+) => { $name::$kind($($field),+) };
}

/// Newtypes: the number inside.
#[macro_export]
macro_rules! newtypes_as_numbers {
    ($($name:ident),*) => {$(
        impl $crate::numbers::AsNumbers for $name {
            fn write(&self, out: &mut Vec<u64>) {
                $crate::numbers::AsNumbers::write(&self.0, out);
            }

            fn read(from: &mut &[u64]) -> $name {
                $name($crate::numbers::AsNumbers::read(from))
            }
        }
    )*};
}

#[cfg(test)]
mod tests {
    use super::AsNumbers;

    #[test]
    fn what_was_written_is_read_again() {
        type Everything = (Vec<(u32, Option<bool>)>, (Box<[u128]>, [i16; 2]));
        let all: Everything = (
            vec![(7, Some(true)), (u32::MAX, None)],
            (vec![1 << 100, 3].into_boxed_slice(), [-5, i16::MAX]),
        );
        let mut out = Vec::new();
        all.write(&mut out);
        let mut rest = &out[..];
        assert_eq!(Everything::read(&mut rest), all);
        assert!(rest.is_empty());
    }
}
