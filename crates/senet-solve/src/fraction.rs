//! Exact rational numbers.

use num_bigint::BigInt;

/// An exact rational number in lowest terms, of any size.
pub type Fraction = num_rational::BigRational;

/// A weight as a part of all weights, which are more than none.
pub(crate) fn share(weight: u128, total: u128) -> Fraction {
    Fraction::new(BigInt::from(weight), BigInt::from(total))
}

/// A whole number.
pub(crate) fn whole(number: i64) -> Fraction {
    Fraction::from_integer(BigInt::from(number))
}

/// How many bits a number takes to write down.
pub(crate) fn bits(number: &Fraction) -> u64 {
    number.numer().bits() + number.denom().bits()
}

#[cfg(test)]
mod tests {
    use super::{bits, share, whole};

    #[test]
    fn fractions_have_any_size() {
        let third = share(1, 3);
        assert_eq!((&third + share(1, 6)).to_string(), "1/2");
        let large = (0..100).fold(whole(1), |product, _| product * share(1, u128::MAX));
        assert_eq!(bits(&large), 1 + 12_800);
        assert_eq!(&large / &large, whole(1));
    }
}
