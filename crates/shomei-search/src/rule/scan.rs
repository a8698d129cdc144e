//! One pass over the children of a node: it computes the node's numbers, its best child, and the
//! threshold for a child.

use shomei_game::Role;

use super::Rule;
use super::epsilon::threshold;
use crate::{Bounds, Number};

/// Two numbers from the point of view of the side to move at a node: those of a child, including
/// costs, or the thresholds of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pair {
    /// The number of that side: phi, or the threshold of phi.
    pub own: Number,
    /// The number of its opponent: delta, or the threshold of delta.
    pub other: Number,
}

impl Pair {
    /// Thresholds that are never reached.
    pub const INFINITE: Pair = Pair {
        own: Number::INFINITE,
        other: Number::INFINITE,
    };

    /// These numbers from the point of view of the side with this role.
    #[inline]
    #[must_use]
    pub fn of(bounds: Bounds, role: Role) -> Pair {
        Pair {
            own: bounds.of(role),
            other: bounds.of(role.opponent()),
        }
    }

    /// The pair from the point of view of the opponent.
    #[inline]
    #[must_use]
    pub fn swapped(self) -> Pair {
        Pair {
            own: self.other,
            other: self.own,
        }
    }
}

/// How a child enters the sum ([`Rule::Partition`]).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Count {
    /// Its number is added.
    Added,
    /// The child shares work with others: only the largest number of all merged children is added.
    Merged,
}

/// The result of one pass over the children of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scan {
    /// The node's phi.
    pub phi: Number,
    /// The node's delta.
    pub delta: Number,
    /// The first child with the least own number.
    pub best: usize,
    /// The least own number among the other children.
    pub second: Number,
    rule: Rule,
    tally: Tally,
}

/// The components of delta.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Tally {
    /// The exact sum of the other numbers of added children.
    sum: u64,
    /// The largest other number of the merged children.
    merged: Number,
    /// The place of the best child.
    best: usize,
    /// K - 1, for the rules that need it.
    rest: u32,
}

impl Scan {
    /// Scans the children once. For [`Rule::Partition`], `count` returns how the child at a place
    /// enters the sum. The other rules merge no children and ignore `count`.
    #[inline]
    #[must_use]
    pub fn of(rule: Rule, count: impl Fn(usize) -> Count, children: &[Pair]) -> Scan {
        let wide = |number: Number| u64::from(number.get());
        let added = |_| Count::Added;
        match rule {
            Rule::Sum => Scan::by::<false>(rule, |tally, _| tally.sum, added, children),
            Rule::Partition => {
                let total = |tally: &Tally, _| tally.sum + wide(tally.merged);
                Scan::by::<false>(rule, total, count, children)
            }
            Rule::Weak => {
                let total = |tally: &Tally, largest| wide(largest) + u64::from(tally.rest);
                Scan::by::<true>(rule, total, added, children)
            }
            Rule::Branch => {
                let total = |tally: &Tally, _| {
                    let best = children.get(tally.best).map_or(0, |best| wide(best.other));
                    best + u64::from(tally.rest)
                };
                Scan::by::<true>(rule, total, added, children)
            }
        }
    }

    /// This scan with another best child: among the children with the least own number, the first
    /// with the largest other number.
    #[inline]
    pub(crate) fn with_larger_of_best(self, children: &[Pair]) -> Scan {
        // By the branch rule, delta depends on the best child.
        if self.second != self.phi || self.rule == Rule::Branch {
            return self;
        }
        let mut best = self.best;
        for (i, child) in children.iter().enumerate().skip(best + 1) {
            if child.own == self.phi && child.other > children[best].other {
                best = i;
            }
        }
        Scan { best, ..self }
    }

    /// `of_all` computes delta from the tally and the largest other number. Each rule gets its own
    /// copy of the loop, which computes only what the rule needs. `COUNTS`: whether to count the
    /// unsolved children.
    #[inline]
    fn by<const COUNTS: bool>(
        rule: Rule,
        of_all: impl Fn(&Tally, Number) -> u64,
        count: impl Fn(usize) -> Count,
        children: &[Pair],
    ) -> Scan {
        // Number and place are packed into one word, so that the two least are found without a
        // branch, which could not be predicted.
        let (mut best, mut second) = (u64::MAX, u64::MAX);
        let (mut sum, mut unsolved) = (0u64, 0u32);
        let (mut largest, mut merged) = (Number::ZERO, Number::ZERO);
        // To detect an infinite number, the highest bit of the bitwise OR of all numbers is
        // sufficient. It takes one instruction per child; the largest number takes three.
        let mut bits = 0;
        for (i, child) in (0u64..).zip(children) {
            let ranked = u64::from(child.own.get()) << 32 | i;
            second = second.min(best.max(ranked));
            best = best.min(ranked);
            match count(i as usize) {
                Count::Added => sum += u64::from(child.other.get()),
                Count::Merged => merged = merged.max(child.other),
            }
            largest = largest.max(child.other);
            bits |= child.other.get();
            if COUNTS {
                unsolved += u32::from(child.other != Number::ZERO);
            }
        }
        let number = |ranked: u64| Number::from_stored((ranked >> 32) as u32);
        let tally = Tally {
            sum,
            merged,
            best: (best & u64::from(u32::MAX)) as usize,
            rest: unsolved.saturating_sub(1),
        };
        let sum = of_all(&tally, largest);
        let delta = total(sum, bits);
        Scan {
            phi: number(best),
            delta,
            best: tally.best,
            second: number(second),
            rule,
            tally,
        }
    }

    /// The least number x of `child` at which the node's delta would reach `th_delta` if nothing
    /// else changed; infinite if `th_delta` is.
    ///
    /// Requires `delta < th_delta`. By the weak rule only x matters, because the largest of the
    /// others plus K - 1 is already below `th_delta`. (The listing of weak proof-number search
    /// keeps the formula of the sum, which is too tight.) By the branch rule, the number of a child
    /// other than the best has no effect; such a child gets the threshold of the best child, and
    /// its number can already exceed it.
    #[inline]
    #[must_use]
    pub fn threshold_of_other(&self, (child, count): (Pair, Count), th_delta: Number) -> Number {
        if th_delta.is_infinite() {
            return th_delta;
        }
        let Tally {
            sum, merged, rest, ..
        } = self.tally;
        let of_child = u64::from(child.other.get());
        let others = match (self.rule, count) {
            (Rule::Weak | Rule::Branch, _) => u64::from(rest),
            (Rule::Sum, _) => sum - of_child,
            (Rule::Partition, Count::Added) => sum + u64::from(merged.get()) - of_child,
            (Rule::Partition, Count::Merged) => sum,
        };
        threshold(u64::from(th_delta.get()).saturating_sub(others))
    }
}

/// The least own number of some children, and the sum of their other numbers.
#[inline]
pub(crate) fn least_and_total(children: impl Iterator<Item = Pair>) -> (Number, Number) {
    let (mut least, mut sum, mut bits) = (Number::INFINITE, 0u64, 0);
    for Pair { own, other } in children {
        least = least.min(own);
        sum += u64::from(other.get());
        bits |= other.get();
    }
    (least, total(sum, bits))
}

/// A sum of numbers; `bits` is the bitwise OR of all of them.
#[inline]
fn total(sum: u64, bits: u32) -> Number {
    // Finite numbers have 26 bits.
    if bits > Number::MAX.get() {
        Number::INFINITE
    } else {
        Number::new(sum.min(u64::from(u32::MAX)) as u32)
    }
}

/// Converts a threshold for a child's number with the edge cost into one for its number without it.
#[inline]
#[must_use]
pub fn without_cost(with_cost: Number, cost: i32) -> Number {
    if with_cost.is_infinite() || cost == 0 {
        return with_cost;
    }
    threshold((i64::from(with_cost.get()) - i64::from(cost)).max(1) as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    const RULES: [Rule; 4] = [Rule::Sum, Rule::Weak, Rule::Branch, Rule::Partition];
    /// No child is merged.
    const ADDED: fn(usize) -> Count = |_| Count::Added;

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

    /// Merges the children at these places.
    fn merging(places: &[usize]) -> impl Fn(usize) -> Count {
        |i| {
            if places.contains(&i) {
                Count::Merged
            } else {
                Count::Added
            }
        }
    }

    #[test]
    fn the_second_best_may_equal_the_best() {
        let scan = Scan::of(Rule::Sum, ADDED, &pairs(&[(3, 1), (2, 2), (2, 4)]));
        assert_eq!(
            (scan.phi, scan.best, scan.second),
            (number(2), 1, number(2))
        );
        assert_eq!(scan.delta, number(7));
        let scan = Scan::of(Rule::Sum, ADDED, &pairs(&[(1, 1), (3, 1), (2, 1)]));
        assert_eq!((scan.best, scan.second), (0, number(2)));
    }

    #[test]
    fn of_equal_ones_the_larger_may_be_best() {
        let children = pairs(&[(3, 9), (2, 2), (2, 4), (2, 4), (5, 5)]);
        let scan = Scan::of(Rule::Sum, ADDED, &children);
        let best = |rule| {
            Scan::of(rule, ADDED, &children)
                .with_larger_of_best(&children)
                .best
        };
        assert_eq!((scan.best, best(Rule::Sum), best(Rule::Branch)), (1, 2, 1));
        let children = pairs(&[(3, 9), (2, 2)]);
        let scan = Scan::of(Rule::Sum, ADDED, &children);
        assert_eq!(scan.with_larger_of_best(&children), scan);
    }

    #[test]
    fn weak_and_branch_count_unsolved_children_only() {
        let children = pairs(&[(3, 5), (u32::MAX, 0), (2, 2), (2, 4)]);
        assert_eq!(Scan::of(Rule::Weak, ADDED, &children).delta, number(7));
        assert_eq!(Scan::of(Rule::Branch, ADDED, &children).delta, number(4));
        for rule in RULES {
            let scan = Scan::of(rule, ADDED, &pairs(&[(u32::MAX, 0)]));
            assert_eq!(scan.delta, Number::ZERO);
            let scan = Scan::of(rule, ADDED, &pairs(&[(1, 1), (0, u32::MAX)]));
            assert_eq!(scan.delta, Number::INFINITE);
        }
    }

    #[test]
    fn a_partition_adds_the_largest_of_the_merged() {
        let children = pairs(&[(3, 5), (1, 4), (2, 2), (9, 7)]);
        let delta = |places| Scan::of(Rule::Partition, merging(places), &children).delta;
        assert_eq!(delta(&[]), number(18));
        assert_eq!(delta(&[2]), number(18));
        assert_eq!(delta(&[0, 1]), number(14));
        assert_eq!(delta(&[0, 1, 2, 3]), number(7));
        let lost = pairs(&[(1, 1), (0, u32::MAX)]);
        let scan = Scan::of(Rule::Partition, merging(&[0, 1]), &lost);
        assert_eq!(scan.delta, Number::INFINITE);
    }

    #[test]
    fn large_sums_saturate() {
        let max = Number::MAX.get();
        let delta = |numbers: &[(u32, u32)]| Scan::of(Rule::Sum, ADDED, &pairs(numbers)).delta;
        assert_eq!(delta(&[(1, max), (1, max)]), Number::MAX);
        assert_eq!(delta(&[(0, u32::MAX), (1, max)]), Number::INFINITE);
    }

    /// The threshold of the best child is exact: for any smaller number, delta stays below the
    /// threshold of the node.
    #[test]
    fn limits_are_exact_for_every_rule_and_cost() {
        for rule in RULES {
            for cost in -2..=3 {
                for case in 0..2000u64 {
                    let bits = shomei_game::Key::of(case).0;
                    let raw = |i: u64| ((bits >> (i * 5)) & 15) as u32 + 1;
                    let plain = [number(raw(0)), number(raw(1)), number(raw(2))];
                    let with = |n: Number| Pair {
                        own: Number::ONE,
                        other: n.with_cost(cost),
                    };
                    // Covers every partition of three children; the other rules ignore it.
                    let count = |i: usize| match bits >> (20 + i) & 1 {
                        1 => Count::Merged,
                        _ => Count::Added,
                    };
                    let look = |children: &[Pair]| Scan::of(rule, count, children);
                    let children = plain.map(with);
                    let scan = look(&children);
                    let th = number(scan.delta.get() + raw(3));
                    let chosen = (children[0], count(0));
                    let least = without_cost(scan.threshold_of_other(chosen, th), cost);
                    let delta_at = |x: Number| look(&[with(x), children[1], children[2]]).delta;
                    assert!(plain[0] < least, "{rule} {cost} {case}");
                    assert!(delta_at(least) >= th, "{rule} {cost} {case}");
                    assert!(
                        delta_at(number(least.get() - 1)) < th,
                        "{rule} {cost} {case}"
                    );
                }
            }
        }
    }

    /// An AND node whose two children both lead to the next AND node.
    #[test]
    fn a_chain_of_ten_diamonds_counts_1024_or_11_or_1() {
        let diamond = |pn| {
            [Pair {
                own: Number::ONE,
                other: pn,
            }; 2]
        };
        let chain = |rule| {
            (0..10).fold(Number::ONE, |pn, _| {
                Scan::of(rule, ADDED, &diamond(pn)).delta
            })
        };
        assert_eq!(chain(Rule::Sum), number(1024));
        assert_eq!(chain(Rule::Weak), number(11));
        assert_eq!(chain(Rule::Branch), number(11));
        assert_eq!(chain(Rule::Partition), number(1024));
        let seen = (0..10).fold(Number::ONE, |pn, _| {
            Scan::of(Rule::Partition, merging(&[0, 1]), &diamond(pn)).delta
        });
        assert_eq!(seen, number(1));
    }
}
