//! The widening of thresholds, and the conversion of thresholds to numbers.

use std::fmt;
use std::str::FromStr;

use crate::Number;

/// How far the number of a child can rise above that of the second best sibling before the search
/// switches to the sibling: `max(x + 1, ceil(x (1 + epsilon)))`, after Pawlewicz and Lew
/// (`docs/references.md [11]`). Zero gives the plain `x + 1`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Epsilon {
    /// In 1024ths, so that thresholds are the same on every machine.
    parts: u32,
}

impl Epsilon {
    /// The plain threshold.
    pub const ZERO: Epsilon = Epsilon { parts: 0 };
    /// The least value above 0, one 1024th. Searches with iterative deepening accept no smaller
    /// value (`pds.rs`).
    pub(crate) const LEAST: Epsilon = Epsilon { parts: 1 };
    /// One quarter, the default of df-pn.
    pub const QUARTER: Epsilon = Epsilon { parts: 256 };
    const ONE: f64 = 1024.0;

    /// Rounds to 1/1024; `None` unless the value is in 0 to 1024.
    #[must_use]
    pub fn new(value: f64) -> Option<Epsilon> {
        (0.0..=1024.0).contains(&value).then(|| Epsilon {
            parts: (value * Self::ONE).round() as u32,
        })
    }

    /// The threshold for a child whose best sibling has the number `x`. Thresholds saturate at
    /// infinity: two children that both have the largest finite number could never be entered with
    /// a threshold equal to that number.
    #[inline]
    #[must_use]
    pub fn threshold(self, x: Number) -> Number {
        if x.is_infinite() {
            return x;
        }
        let x = u64::from(x.get());
        let widened = x + (x * u64::from(self.parts)).div_ceil(1024);
        threshold(widened.max(x + 1))
    }
}

impl FromStr for Epsilon {
    type Err = ();

    fn from_str(text: &str) -> Result<Epsilon, ()> {
        text.parse().ok().and_then(Epsilon::new).ok_or(())
    }
}

impl fmt::Display for Epsilon {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", f64::from(self.parts) / Self::ONE)
    }
}

/// A finite threshold, or infinity if it does not fit in a number.
pub(super) fn threshold(x: u64) -> Number {
    if x > u64::from(Number::MAX.get()) {
        Number::INFINITE
    } else {
        Number::new(x as u32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn epsilon_widens_and_never_falls_below_one_more() {
        let quarter = Epsilon::new(0.25).unwrap();
        assert_eq!(quarter.threshold(Number::new(1)), Number::new(2));
        assert_eq!(quarter.threshold(Number::new(4)), Number::new(5));
        assert_eq!(quarter.threshold(Number::new(9)), Number::new(12));
        assert_eq!(Epsilon::ZERO.threshold(Number::new(9)), Number::new(10));
        assert_eq!(Epsilon::ZERO.threshold(Number::MAX), Number::INFINITE);
        assert_eq!(Epsilon::ZERO.threshold(Number::INFINITE), Number::INFINITE);
        assert_eq!(Epsilon::new(-0.1), None);
        assert_eq!(Epsilon::new(f64::NAN), None);
        assert_eq!(quarter.to_string(), "0.25");
    }
}
