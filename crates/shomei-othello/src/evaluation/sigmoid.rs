//! Initial numbers from the evaluation: equations 5 and 6 of Nagai and Imai
//! 1999.
//!
//! ```text
//! h(x) = B / (1 + exp(-x / C)) + 1        x: the lead of the side to move
//! ```
//!
//! C is negative for `h_phi`, which falls with the evaluation of the side to move, and positive for
//! `h_delta`. B and C depend on the number of discs.

use libm::expf;

/// How B and C were fitted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Regression {
    /// `h_phi` from proved, `h_delta` from disproved positions, separately for each number of
    /// discs.
    Naive,
    /// Both from all positions: for the other number, a position counts with its evaluation
    /// negated.
    Double,
    /// As naive, with B and C smoothed over the numbers of discs.
    Smooth,
    /// Doubled and smoothed.
    #[default]
    Both,
}

impl Regression {
    pub(crate) const ALL: [Regression; 4] = [
        Regression::Naive,
        Regression::Double,
        Regression::Smooth,
        Regression::Both,
    ];

    pub(crate) fn parse(text: &str) -> Option<Regression> {
        Self::ALL.into_iter().find(|way| way.name() == text)
    }

    /// The name.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Regression::Naive => "naive",
            Regression::Double => "double",
            Regression::Smooth => "smooth",
            Regression::Both => "both",
        }
    }
}

/// The numbers of discs for which B and C are fitted.
pub(crate) const DISCS: std::ops::RangeInclusive<u32> = 47..=62;

/// The number of these.
pub(crate) const STAGES: usize = 16;

/// One sigmoid.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Sigmoid {
    pub(crate) b: f32,
    pub(crate) c: f32,
}

impl Sigmoid {
    /// The number at `x`, at least 1.
    #[inline]
    pub(crate) fn at(self, x: f32) -> u32 {
        if self.c == 0.0 {
            return 1;
        }
        let number = self.b / (1.0 + expf(-x / self.c)) + 1.0;
        // Far above all fitted numbers, but small enough for a sum of some thousands.
        number.clamp(1.0, 1e6).round() as u32
    }
}

/// The sigmoids of one number of discs.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Sigmoids {
    pub(crate) phi: Sigmoid,
    pub(crate) delta: Sigmoid,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sigmoids_rise_from_one_to_b_and_one() {
        let delta = Sigmoid { b: 99.0, c: 8.0 };
        assert_eq!(delta.at(-1000.0), 1);
        assert_eq!(delta.at(0.0), 51);
        assert_eq!(delta.at(1000.0), 100);
        let phi = Sigmoid { c: -8.0, ..delta };
        assert_eq!(phi.at(12.0), delta.at(-12.0));
        assert_eq!(Sigmoid::default().at(3.0), 1);
    }
}
