//! Fractions, exact as long as they fit 128 bits.

use std::cmp::Ordering;
use std::fmt;

/// A fraction in lowest terms, with a positive denominator.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Fraction {
    over: i128,
    under: i128,
}

impl Fraction {
    /// Nothing.
    pub const ZERO: Fraction = Fraction { over: 0, under: 1 };
    /// One.
    pub const ONE: Fraction = Fraction { over: 1, under: 1 };

    /// A whole number.
    pub fn whole(number: i128) -> Fraction {
        Fraction { over: number, under: 1 }
    }

    /// A number over another; nothing, if that is 0 or if it does not fit.
    pub fn new(over: i128, under: i128) -> Option<Fraction> {
        if under == 0 {
            return None;
        }
        let common = i128::try_from(common(over.unsigned_abs(), under.unsigned_abs())).ok()?;
        let sign = under.signum();
        let over = (over / common).checked_mul(sign)?;
        Some(Fraction { over, under: (under / common).checked_mul(sign)? })
    }

    /// The sum, if it fits.
    pub fn plus(self, other: Fraction) -> Option<Fraction> {
        let (a, b) = (self.over.checked_mul(other.under)?, other.over.checked_mul(self.under)?);
        Fraction::new(a.checked_add(b)?, self.under.checked_mul(other.under)?)
    }

    /// The difference, if it fits.
    pub fn minus(self, other: Fraction) -> Option<Fraction> {
        self.plus(Fraction { over: other.over.checked_neg()?, under: other.under })
    }

    /// The product, if it fits.
    pub fn times(self, other: Fraction) -> Option<Fraction> {
        // Shortened crosswise first, so that more fits.
        let left = Fraction::new(self.over, other.under)?;
        let right = Fraction::new(other.over, self.under)?;
        let under = left.under.checked_mul(right.under)?;
        Fraction::new(left.over.checked_mul(right.over)?, under)
    }

    /// The quotient, if it fits and there is one.
    pub fn by(self, other: Fraction) -> Option<Fraction> {
        self.times(Fraction::new(other.under, other.over)?)
    }

    /// Below, at or above 0: -1, 0 or 1.
    pub fn sign(self) -> i128 {
        self.over.signum()
    }

    /// The nearest floating-point number.
    pub fn near(self) -> f64 {
        self.over as f64 / self.under as f64
    }

    /// Which of two is larger, if that can be found out in 128 bits.
    pub fn compare(self, other: Fraction) -> Option<Ordering> {
        Some(self.minus(other)?.sign().cmp(&0))
    }
}

fn common(a: u128, b: u128) -> u128 {
    let (mut a, mut b) = (a, b);
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a.max(1)
}

impl fmt::Display for Fraction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.under {
            1 => write!(f, "{}", self.over),
            under => write!(f, "{}/{under}", self.over),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Fraction;

    #[test]
    fn fractions_add_up() {
        let part = |over, under| Fraction::new(over, under).expect("small");
        assert_eq!(part(1, 6).plus(part(1, 3)), Some(part(1, 2)));
        assert_eq!(part(2, -4).times(part(4, 3)), Some(part(-2, 3)));
        assert_eq!(part(1, 6).by(part(-1, 3)), Some(part(-1, 2)));
        assert_eq!(part(0, -5), Fraction::ZERO);
        assert_eq!(part(-7, 495).to_string(), "-7/495");
        assert_eq!(Fraction::ONE.by(Fraction::ZERO), None);
        assert_eq!(Fraction::whole(i128::MAX).plus(Fraction::ONE), None);
    }
}
