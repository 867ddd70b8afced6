//! Rational numbers, exact as long as they fit 128 bits.
//!
//! Invariant: lowest terms with a positive denominator, so that equal numbers are equal values. What
//! does not fit is `None`, never a rounded number.

use std::cmp::Ordering;
use std::fmt;

/// A rational number in lowest terms.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Fraction {
    numerator: i128,
    denominator: i128,
}

impl Fraction {
    /// 0.
    pub const ZERO: Fraction = Fraction::whole(0);
    /// 1.
    pub const ONE: Fraction = Fraction::whole(1);

    /// A whole number.
    pub const fn whole(number: i128) -> Fraction {
        Fraction { numerator: number, denominator: 1 }
    }

    /// A quotient; `None` if the denominator is 0 or if it does not fit.
    pub fn new(numerator: i128, denominator: i128) -> Option<Fraction> {
        if denominator == 0 {
            return None;
        }
        let divisor = gcd(numerator.unsigned_abs(), denominator.unsigned_abs());
        let divisor = i128::try_from(divisor).ok()?;
        let sign = denominator.signum();
        let numerator = (numerator / divisor).checked_mul(sign)?;
        Some(Fraction { numerator, denominator: (denominator / divisor).checked_mul(sign)? })
    }

    /// The sum, if it fits.
    pub fn checked_add(self, other: Fraction) -> Option<Fraction> {
        let left = self.numerator.checked_mul(other.denominator)?;
        let right = other.numerator.checked_mul(self.denominator)?;
        let denominator = self.denominator.checked_mul(other.denominator)?;
        Fraction::new(left.checked_add(right)?, denominator)
    }

    /// The difference, if it fits.
    pub fn checked_sub(self, other: Fraction) -> Option<Fraction> {
        self.checked_add(Fraction { numerator: other.numerator.checked_neg()?, ..other })
    }

    /// The product, if it fits.
    pub fn checked_mul(self, other: Fraction) -> Option<Fraction> {
        // Shortened crosswise first, so that more fits.
        let left = Fraction::new(self.numerator, other.denominator)?;
        let right = Fraction::new(other.numerator, self.denominator)?;
        let denominator = left.denominator.checked_mul(right.denominator)?;
        Fraction::new(left.numerator.checked_mul(right.numerator)?, denominator)
    }

    /// The quotient, if it fits and there is one.
    pub fn checked_div(self, other: Fraction) -> Option<Fraction> {
        self.checked_mul(Fraction::new(other.denominator, other.numerator)?)
    }

    /// -1, 0 or 1, as the number is below, at or above 0.
    pub fn signum(self) -> i128 {
        self.numerator.signum()
    }

    /// The nearest floating-point number.
    pub fn to_f64(self) -> f64 {
        self.numerator as f64 / self.denominator as f64
    }

    /// Which of two is larger, if that can be found out in 128 bits.
    pub fn checked_cmp(self, other: Fraction) -> Option<Ordering> {
        Some(self.checked_sub(other)?.signum().cmp(&0))
    }
}

/// The greatest common divisor; 1 for two zeros.
fn gcd(a: u128, b: u128) -> u128 {
    let (mut a, mut b) = (a, b);
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a.max(1)
}

impl fmt::Display for Fraction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.denominator {
            1 => write!(f, "{}", self.numerator),
            denominator => write!(f, "{}/{denominator}", self.numerator),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Fraction;

    #[test]
    fn fractions_add_up() {
        let part = |over, under| Fraction::new(over, under).expect("small");
        assert_eq!(part(1, 6).checked_add(part(1, 3)), Some(part(1, 2)));
        assert_eq!(part(2, -4).checked_mul(part(4, 3)), Some(part(-2, 3)));
        assert_eq!(part(1, 6).checked_div(part(-1, 3)), Some(part(-1, 2)));
        assert_eq!(part(0, -5), Fraction::ZERO);
        assert_eq!(part(-7, 495).to_string(), "-7/495");
        assert_eq!(Fraction::ONE.checked_div(Fraction::ZERO), None);
        assert_eq!(Fraction::whole(i128::MAX).checked_add(Fraction::ONE), None);
    }
}
