//! How the numbers of children make the numbers of their parent, which child
//! is searched next, and how far.
//!
//! Everything here is relative to the side to move at the parent. Of each
//! child it wants the *own* number small (delta of the child in the papers),
//! and has to add up the *other* one (phi of the child). Both already carry
//! the edge costs. So for the parent
//!
//! ```text
//! phi   = min over children of own
//! delta = combine over children of other      (Rule)
//! ```

use std::fmt;
use std::str::FromStr;

use crate::Number;

/// How `delta` is made of the children's numbers. K is the number of unsolved
/// children; infinite if a child is lost for the opponent for good, 0 if K = 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Rule {
    /// The sum: every child is its own work. Counts a position twice when two
    /// moves lead to it (`docs/references.md [1], [2]`).
    #[default]
    Sum,
    /// The largest plus K - 1: one child is the work, the others a token each
    /// (weak proof-number search, `docs/references.md [14]`).
    Weak,
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Rule::Sum => "sum",
            Rule::Weak => "weak",
        })
    }
}

impl FromStr for Rule {
    type Err = ();

    fn from_str(text: &str) -> Result<Rule, ()> {
        match text {
            "sum" => Ok(Rule::Sum),
            "weak" => Ok(Rule::Weak),
            _ => Err(()),
        }
    }
}

/// How far a child may rise above its second best sibling before the search
/// turns away from it: `max(x + 1, ceil(x (1 + epsilon)))`, after Pawlewicz
/// and Lew (`docs/references.md [11]`). Zero gives the plain `x + 1`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Epsilon {
    /// In 1024ths, so that thresholds are the same on every machine.
    parts: u32,
}

impl Epsilon {
    /// The plain threshold.
    pub const ZERO: Epsilon = Epsilon { parts: 0 };
    /// One quarter, the value its authors recommend.
    pub const QUARTER: Epsilon = Epsilon { parts: 256 };
    const ONE: f64 = 1024.0;

    /// Rounds to 1/1024; `None` unless the value lies in 0 to 1024.
    #[must_use]
    pub fn new(value: f64) -> Option<Epsilon> {
        (0.0..=1024.0).contains(&value).then(|| Epsilon {
            parts: (value * Self::ONE).round() as u32,
        })
    }

    /// The threshold next to a sibling with number `x`. Thresholds saturate at
    /// infinity: a limit at the largest finite number could never be entered
    /// by two children that have it.
    #[inline]
    #[must_use]
    pub fn limit(self, x: Number) -> Number {
        if x.is_infinite() {
            return x;
        }
        let x = u64::from(x.get());
        let widened = x + (x * u64::from(self.parts)).div_ceil(1024);
        threshold(widened.max(x + 1))
    }
}

impl fmt::Display for Epsilon {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", f64::from(self.parts) / Self::ONE)
    }
}

/// A finite threshold, infinite when it does not fit a number.
fn threshold(x: u64) -> Number {
    if x > u64::from(Number::MAX.get()) {
        Number::INFINITE
    } else {
        Number::new(x as u32)
    }
}

/// The numbers of a child as its parent's mover sees them, costs included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Pair {
    pub(crate) own: Number,
    pub(crate) other: Number,
}

/// What one look over the children of a node tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Scan {
    /// The node's phi.
    pub(crate) phi: Number,
    /// The node's delta.
    pub(crate) delta: Number,
    /// The first child with the least own number.
    pub(crate) best: usize,
    /// The least own number among the other children.
    pub(crate) second: Number,
    /// Whether delta reached the largest finite number.
    pub(crate) saturated: bool,
    /// The exact sum of the finite other numbers, and K - 1.
    sum: u64,
    rest: u32,
}

impl Scan {
    /// Looks over the children once.
    #[inline]
    pub(crate) fn of(rule: Rule, children: &[Pair]) -> Scan {
        match rule {
            Rule::Sum => Scan::by(|_, sum, _| sum, children),
            Rule::Weak => {
                let weak =
                    |largest: Number, _, rest: u32| u64::from(largest.get()) + u64::from(rest);
                Scan::by(weak, children)
            }
        }
    }

    /// `total` makes delta of the largest other number, the sum of them, and
    /// K - 1. One copy of the loop a rule, so that each computes what it needs.
    #[inline]
    fn by(total: impl Fn(Number, u64, u32) -> u64, children: &[Pair]) -> Scan {
        // Number and place in one word, so that the two least are found
        // without a branch: which child is better is anybody's guess.
        let (mut best, mut second) = (u64::MAX, u64::MAX);
        let (mut sum, mut largest, mut unsolved) = (0u64, Number::ZERO, 0u32);
        for (i, child) in (0u64..).zip(children) {
            let ranked = u64::from(child.own.get()) << 32 | i;
            second = second.min(best.max(ranked));
            best = best.min(ranked);
            sum += u64::from(child.other.get());
            largest = largest.max(child.other);
            unsolved += u32::from(child.other != Number::ZERO);
        }
        let number = |ranked: u64| Number::from_stored((ranked >> 32) as u32);
        let rest = unsolved.saturating_sub(1);
        let total = total(largest, sum, rest);
        let saturated = total > u64::from(Number::MAX.get()) && !largest.is_infinite();
        let delta = if largest.is_infinite() {
            Number::INFINITE
        } else {
            Number::new(total.min(u64::from(u32::MAX)) as u32)
        };
        Scan {
            phi: number(best),
            delta,
            best: (best & u64::from(u32::MAX)) as usize,
            second: number(second),
            saturated,
            sum,
            rest,
        }
    }

    /// The least number x of `child` at which the node's delta would reach
    /// `th_delta` if nothing else changed; infinite if that is.
    ///
    /// Needs `delta < th_delta`. For the weak rule only x matters: the largest
    /// of the others plus K - 1 is below `th_delta` already. (The listing of
    /// weak proof-number search keeps the sum's formula, which is too tight.)
    #[inline]
    pub(crate) fn limit_of_other(&self, rule: Rule, child: Pair, th_delta: Number) -> Number {
        if th_delta.is_infinite() {
            return th_delta;
        }
        let others = match rule {
            Rule::Sum => self.sum - u64::from(child.other.get()),
            Rule::Weak => u64::from(self.rest),
        };
        threshold(u64::from(th_delta.get()).saturating_sub(others))
    }
}

/// A threshold for the child's plain number, from one for its number with the
/// edge cost.
#[inline]
pub(crate) fn without_cost(limit: Number, cost: i32) -> Number {
    if limit.is_infinite() || cost == 0 {
        return limit;
    }
    threshold((i64::from(limit.get()) - i64::from(cost)).max(1) as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pairs(numbers: &[(u32, u32)]) -> Vec<Pair> {
        let number = |n: u32| {
            if n == u32::MAX {
                Number::INFINITE
            } else {
                Number::new(n)
            }
        };
        numbers
            .iter()
            .map(|&(own, other)| Pair {
                own: number(own),
                other: number(other),
            })
            .collect()
    }

    fn number(n: u32) -> Number {
        Number::new(n)
    }

    #[test]
    fn the_second_best_may_equal_the_best() {
        let scan = Scan::of(Rule::Sum, &pairs(&[(3, 1), (2, 2), (2, 4)]));
        assert_eq!(
            (scan.phi, scan.best, scan.second),
            (number(2), 1, number(2))
        );
        assert_eq!(scan.delta, number(7));
        let scan = Scan::of(Rule::Sum, &pairs(&[(1, 1), (3, 1), (2, 1)]));
        assert_eq!((scan.best, scan.second), (0, number(2)));
    }

    #[test]
    fn weak_counts_unsolved_children_only() {
        let scan = Scan::of(Rule::Weak, &pairs(&[(3, 5), (u32::MAX, 0), (2, 2)]));
        assert_eq!(scan.delta, number(6));
        let scan = Scan::of(Rule::Weak, &pairs(&[(u32::MAX, 0)]));
        assert_eq!(scan.delta, Number::ZERO);
        let scan = Scan::of(Rule::Weak, &pairs(&[(0, u32::MAX), (1, 1)]));
        assert_eq!(scan.delta, Number::INFINITE);
    }

    #[test]
    fn large_sums_saturate_and_say_so() {
        let max = Number::MAX.get();
        let scan = Scan::of(Rule::Sum, &pairs(&[(1, max), (1, max)]));
        assert_eq!(scan.delta, Number::MAX);
        assert!(scan.saturated);
        assert!(!Scan::of(Rule::Sum, &pairs(&[(0, u32::MAX), (1, max)])).saturated);
    }

    /// The limit is exact: just below it delta stays below the threshold.
    #[test]
    fn limits_are_exact_for_every_rule_and_cost() {
        for rule in [Rule::Sum, Rule::Weak] {
            for cost in -2..=3 {
                for case in 0..2000u64 {
                    let bits = shomei_game::Key::of(case).0;
                    let raw = |i: u64| ((bits >> (i * 5)) & 15) as u32 + 1;
                    let plain = [number(raw(0)), number(raw(1)), number(raw(2))];
                    let with = |n: Number| Pair {
                        own: Number::ONE,
                        other: n.with_cost(cost),
                    };
                    let children = plain.map(with);
                    let scan = Scan::of(rule, &children);
                    let th = number(scan.delta.get() + raw(3));
                    let limit = without_cost(scan.limit_of_other(rule, children[0], th), cost);
                    let delta_at =
                        |x: Number| Scan::of(rule, &[with(x), children[1], children[2]]).delta;
                    assert!(plain[0] < limit, "{rule} {cost} {case}");
                    assert!(delta_at(limit) >= th, "{rule} {cost} {case}");
                    assert!(
                        delta_at(number(limit.get() - 1)) < th,
                        "{rule} {cost} {case}"
                    );
                }
            }
        }
    }

    #[test]
    fn epsilon_widens_and_never_falls_below_one_more() {
        let quarter = Epsilon::new(0.25).unwrap();
        assert_eq!(quarter.limit(number(1)), number(2));
        assert_eq!(quarter.limit(number(4)), number(5));
        assert_eq!(quarter.limit(number(9)), number(12));
        assert_eq!(Epsilon::ZERO.limit(number(9)), number(10));
        assert_eq!(Epsilon::ZERO.limit(Number::MAX), Number::INFINITE);
        assert_eq!(Epsilon::ZERO.limit(Number::INFINITE), Number::INFINITE);
        assert_eq!(Epsilon::new(-0.1), None);
        assert_eq!(Epsilon::new(f64::NAN), None);
        assert_eq!(quarter.to_string(), "0.25");
    }

    /// An AND node whose two children both lead to the next AND node.
    #[test]
    fn a_chain_of_ten_diamonds_counts_1024_or_11() {
        let chain = |rule| {
            (0..10).fold(Number::ONE, |pn, _| {
                Scan::of(
                    rule,
                    &[Pair {
                        own: Number::ONE,
                        other: pn,
                    }; 2],
                )
                .delta
            })
        };
        assert_eq!(chain(Rule::Sum), number(1024));
        assert_eq!(chain(Rule::Weak), number(11));
    }
}
