//! Proof numbers, disproof numbers, and the pair of both that belongs to a position.

use std::fmt;

use shomei_game::{Estimate, Evaluation, Role};

/// A proof or disproof number: 0 (done), the positive finite number of leaves that remain to be
/// solved, or infinite (impossible).
///
/// Finite arithmetic saturates at [`Number::MAX`], which is not infinite: a saturated number means
/// "very much work", never "solved".
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Number(u32);

impl Number {
    /// Done: no leaf remains.
    pub const ZERO: Number = Number(0);
    /// One leaf.
    pub const ONE: Number = Number(1);
    /// The largest finite number, which fits in the 26 bits of a table entry.
    pub const MAX: Number = Number((1 << 26) - 1);
    /// Impossible.
    pub const INFINITE: Number = Number(u32::MAX);

    /// A finite number, saturated at [`Number::MAX`].
    #[must_use]
    pub const fn new(value: u32) -> Number {
        if value < Number::MAX.0 {
            Number(value)
        } else {
            Number::MAX
        }
    }

    /// Restores a number from a value returned by [`Number::get`].
    pub(crate) const fn from_stored(value: u32) -> Number {
        debug_assert!(value <= Number::MAX.0 || value == u32::MAX);
        Number(value)
    }

    /// The value; infinity is `u32::MAX`.
    #[must_use]
    pub const fn get(self) -> u32 {
        self.0
    }

    /// Whether this is the infinite number.
    #[must_use]
    pub const fn is_infinite(self) -> bool {
        self.0 == u32::MAX
    }

    /// The sum: infinite if either part is infinite, otherwise saturated.
    #[must_use]
    pub const fn plus(self, other: Number) -> Number {
        if self.is_infinite() || other.is_infinite() {
            Number::INFINITE
        } else {
            // The sum of two finite numbers fits in 27 bits.
            Number::new(self.0 + other.0)
        }
    }

    /// Adds a signed cost to a finite number and clamps the sum to `1..=MAX`. 0 and infinity do not
    /// change, so a cost never solves a position.
    #[must_use]
    pub const fn with_cost(self, cost: i32) -> Number {
        if self.0 == 0 || self.is_infinite() {
            return self;
        }
        let sum = self.0 as i64 + cost as i64;
        if sum < 1 {
            Number::ONE
        } else if sum > Number::MAX.0 as i64 {
            Number::MAX
        } else {
            Number(sum as u32)
        }
    }
}

impl fmt::Debug for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_infinite() {
            f.pad("inf")
        } else {
            fmt::Display::fmt(&self.0, f)
        }
    }
}

/// The proof number and the disproof number of a position.
///
/// The papers use the negamax pair (phi, delta): phi is the number that the side to move wants to
/// bring to 0. This type stores (pn, dn) for all positions; [`Bounds::of`] returns phi for the role
/// of the side to move, and delta for the other role. Therefore a side can move twice in a row.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(into = "(u32, u32)", try_from = "(u32, u32)"))]
pub struct Bounds {
    pn: Number,
    dn: Number,
}

impl Bounds {
    /// The attacker reaches its goal.
    pub const PROVED: Bounds = Bounds {
        pn: Number::ZERO,
        dn: Number::INFINITE,
    };
    /// The attacker fails.
    pub const DISPROVED: Bounds = Bounds {
        pn: Number::INFINITE,
        dn: Number::ZERO,
    };
    /// An untouched leaf.
    pub const UNIT: Bounds = Bounds {
        pn: Number::ONE,
        dn: Number::ONE,
    };

    /// The bounds of an unsolved position; both numbers are clamped to
    /// `1..=`[`Number::MAX`].
    #[must_use]
    pub fn unsolved(pn: Number, dn: Number) -> Bounds {
        let clamp = |n: Number| n.clamp(Number::ONE, Number::MAX);
        Bounds {
            pn: clamp(pn),
            dn: clamp(dn),
        }
    }

    /// The bounds of a position where `own` is the number of the side with `role` and `other` that
    /// of its opponent. The position is solved if one of them is 0 or infinite.
    #[must_use]
    pub fn from_numbers(role: Role, own: Number, other: Number) -> Bounds {
        let (pn, dn) = match role {
            Role::Attacker => (own, other),
            Role::Defender => (other, own),
        };
        if pn == Number::ZERO || dn.is_infinite() {
            Bounds::PROVED
        } else if dn == Number::ZERO || pn.is_infinite() {
            Bounds::DISPROVED
        } else {
            Bounds { pn, dn }
        }
    }

    /// The proof number.
    #[must_use]
    pub fn pn(self) -> Number {
        self.pn
    }

    /// The disproof number.
    #[must_use]
    pub fn dn(self) -> Number {
        self.dn
    }

    /// The number that `role` wants to bring to 0: phi for the side to move,
    /// delta for its opponent.
    #[must_use]
    pub fn of(self, role: Role) -> Number {
        match role {
            Role::Attacker => self.pn,
            Role::Defender => self.dn,
        }
    }

    /// Whether it is proved that the attacker reaches its goal.
    #[must_use]
    pub fn is_proved(self) -> bool {
        self.pn == Number::ZERO
    }

    /// Whether it is proved that the attacker fails.
    #[must_use]
    pub fn is_disproved(self) -> bool {
        self.dn == Number::ZERO
    }

    /// Whether the position is proved or disproved.
    #[must_use]
    pub fn is_solved(self) -> bool {
        self.is_proved() || self.is_disproved()
    }
}

impl fmt::Debug for Bounds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({}, {})", self.pn, self.dn)
    }
}

impl From<Estimate> for Bounds {
    fn from(estimate: Estimate) -> Bounds {
        Bounds::unsolved(Number::new(estimate.proof), Number::new(estimate.disproof))
    }
}

/// Converts the evaluation of a child; the child must have been evaluated.
impl From<Evaluation> for Bounds {
    #[inline]
    fn from(evaluation: Evaluation) -> Bounds {
        debug_assert!(!evaluation.is_unknown(), "the child has been evaluated");
        let (proof, disproof) = evaluation.numbers();
        Bounds {
            pn: Number::from_stored(proof),
            dn: Number::from_stored(disproof),
        }
    }
}

const _: () = assert!(
    Estimate::MAX == Number::MAX.0,
    "an evaluation is taken over as it is"
);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_saturate_below_infinity() {
        assert_eq!(Number::MAX.plus(Number::MAX), Number::MAX);
        assert_eq!(Number::MAX.plus(Number::INFINITE), Number::INFINITE);
        assert_eq!(Number::new(u32::MAX), Number::MAX);
        assert!(Number::MAX < Number::INFINITE);
    }

    #[test]
    fn a_cost_never_solves() {
        assert_eq!(Number::ONE.with_cost(-1), Number::ONE);
        assert_eq!(Number::MAX.with_cost(i32::MAX), Number::MAX);
        assert_eq!(Number::ZERO.with_cost(5), Number::ZERO);
        assert_eq!(Number::INFINITE.with_cost(-5), Number::INFINITE);
        assert_eq!(Number::new(7).with_cost(-3), Number::new(4));
    }

    #[test]
    fn one_zero_makes_the_other_infinite() {
        let one = Number::ONE;
        assert_eq!(
            Bounds::from_numbers(Role::Attacker, Number::ZERO, one),
            Bounds::PROVED
        );
        assert_eq!(
            Bounds::from_numbers(Role::Defender, Number::ZERO, one),
            Bounds::DISPROVED
        );
        assert_eq!(
            Bounds::from_numbers(Role::Attacker, Number::INFINITE, Number::ZERO),
            Bounds::DISPROVED
        );
        assert_eq!(Bounds::unsolved(Number::ZERO, Number::INFINITE).pn(), one);
        assert!(!Bounds::unsolved(Number::ZERO, Number::INFINITE).is_solved());
    }
}
