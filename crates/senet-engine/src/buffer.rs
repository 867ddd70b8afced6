//! A few words of room, on the stack if they are few.

/// Rules with at most this many variables or premises are matched without allocating.
const SMALL: usize = 8;

/// A few words on the stack, or many on the heap.
pub(crate) enum Buffer<T> {
    Few([T; SMALL], usize),
    Many(Vec<T>),
}

impl<T: Copy + Default> Buffer<T> {
    pub(crate) fn new(n: usize) -> Buffer<T> {
        if n <= SMALL {
            Buffer::Few([T::default(); SMALL], n)
        } else {
            Buffer::Many(vec![T::default(); n])
        }
    }

    pub(crate) fn of(words: &[T]) -> Buffer<T> {
        let mut buffer = Buffer::new(words.len());
        buffer.all().copy_from_slice(words);
        buffer
    }

    pub(crate) fn all(&mut self) -> &mut [T] {
        match self {
            Buffer::Few(words, n) => &mut words[..*n],
            Buffer::Many(words) => words,
        }
    }
}
