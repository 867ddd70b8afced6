//! Lists of operations that were printed as code: none here. In a crate that `senet build` prints, this file is another
//! one, with a function for each list.

/// Runs a list on the registers.
pub(crate) fn run<const W: usize, const L: usize, const N: usize>(list: u16, _: &mut [u64]) {
    unreachable!("list {list} is interpreted, since the program was not printed");
}
