//! Proof and disproof numbers, and the pair of them that a position carries.

use std::fmt;

use shomei_game::{Estimate, Evaluation, Role};

/// A proof or disproof number: 0 (done), a positive finite number of leaves
/// still to be solved, or infinite (impossible).
///
/// Finite arithmetic saturates at [`Number::MAX`], which is not infinite: a
/// saturated number says "very much work", never "solved".
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Number(u32);

impl Number {
    /// Nothing is left to do.
    pub const ZERO: Number = Number(0);
    /// One leaf.
    pub const ONE: Number = Number(1);
    /// The largest finite number: what fits in the 26 bits of a table entry.
    pub const MAX: Number = Number((1 << 26) - 1);
    /// It cannot be done.
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

    /// The number whose [`Number::get`] gave `value`.
    pub(crate) const fn from_stored(value: u32) -> Number {
        debug_assert!(value <= Number::MAX.0 || value == u32::MAX);
        Number(value)
    }

    /// The value; infinity reads as `u32::MAX`.
    #[must_use]
    pub const fn get(self) -> u32 {
        self.0
    }

    /// Whether this is the infinite number.
    #[must_use]
    pub const fn is_infinite(self) -> bool {
        self.0 == u32::MAX
    }

    /// The sum; infinite if either part is, else saturated.
    #[must_use]
    pub const fn plus(self, other: Number) -> Number {
        if self.is_infinite() || other.is_infinite() {
            Number::INFINITE
        } else {
            // Two finite numbers have 27 bits together.
            Number::new(self.0 + other.0)
        }
    }

    /// A finite number with a signed cost added, kept in `1..=MAX`; 0 and
    /// infinity stay what they are, so that a cost never decides a position.
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
            f.write_str("inf")
        } else {
            write!(f, "{}", self.0)
        }
    }
}

/// The proof number and the disproof number of a position.
///
/// The papers write the negamax pair (phi, delta): phi is the number that the
/// side to move wants to bring to 0. Here the pair is kept as (pn, dn) for all
/// positions, and [`Bounds::of`] with the mover's role gives phi, with the
/// other role delta. So a side may move twice in a row.
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

    /// The bounds that a position has when `own` is the number of the side
    /// with `role` and `other` that of its opponent: solved when one is 0.
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

    /// Whether the attacker is known to reach its goal.
    #[must_use]
    pub fn is_proved(self) -> bool {
        self.pn == Number::ZERO
    }

    /// Whether the attacker is known to fail.
    #[must_use]
    pub fn is_disproved(self) -> bool {
        self.dn == Number::ZERO
    }

    /// Whether the value is known.
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

/// Of a child that has been evaluated.
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
