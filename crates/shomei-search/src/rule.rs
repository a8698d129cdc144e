//! Computes the numbers of a parent from those of its children, the child that is searched next,
//! and its thresholds.
//!
//! All numbers are seen from the side to move at the parent. That side wants the *own* number of a
//! child to be small (delta of the child in the papers) and combines the *other* numbers (phi of
//! the child). Both include the edge costs. So the numbers of the parent are
//!
//! ```text
//! phi   = min over children of own
//! delta = combine over children of other      (Rule)
//! ```
//!
//! `rule/scan.rs` computes both and the thresholds that follow from them, and `rule/epsilon.rs`
//! widens the thresholds. `rule/schedule.rs` selects the rule by the number of expansions.

mod epsilon;
pub(crate) mod partition;
mod scan;
mod schedule;

use std::fmt;
use std::str::FromStr;

pub use epsilon::Epsilon;
pub(crate) use scan::least_and_total;
pub use scan::{Count, Pair, Scan, without_cost};
pub use schedule::{Groups, Rules, Schedule, Ties};

/// How `delta` is computed from the children's numbers. K is the number of unsolved children.
/// `delta` is infinite if the opponent has lost at one child, and 0 if K = 0.
///
/// Expansions of df-pn on 38 positions from games of Lines of Action, with a limit of 3,000,000 for
/// each (one position reaches the limit under every rule):
///
/// | rule | total, epsilon 0 | geometric mean | total, 1/4 | geometric mean |
/// |---|---|---|---|---|
/// | sum | 4,359,198 | 521 | 3,963,336 | 455 |
/// | weak | 4,547,615 | 497 | 4,739,812 | 560 |
/// | branch | 3,961,857 | 470 | 4,666,399 | 563 |
/// | partition | 4,359,111 | 521 | 3,963,342 | 455 |
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Rule {
    /// The sum: each child counts as separate work. A position is counted twice when two moves lead
    /// to it (`docs/references.md [1], [2]`).
    #[default]
    Sum,
    /// The largest number plus K - 1: one child counts fully, each other child counts as 1 (weak
    /// proof-number search, `docs/references.md [14]`).
    Weak,
    /// The other number of the best child, which is the first one with the least own number, plus 1
    /// for each other unsolved child (branch number search, `docs/references.md [17]`). We know the
    /// original only from its description in `docs/references.md [14]`, an estimate by the branching
    /// factors along a path; the formula is our interpretation. The number jumps when another child
    /// becomes the best.
    Branch,
    /// The sum over some children plus the largest number of the other children, which are those
    /// found to share work (`docs/references.md [3], [24]`). It equals the sum until such children
    /// are found.
    Partition,
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Rule::Sum => "sum",
            Rule::Weak => "weak",
            Rule::Branch => "branch",
            Rule::Partition => "partition",
        })
    }
}

impl FromStr for Rule {
    type Err = ();

    fn from_str(text: &str) -> Result<Rule, ()> {
        match text {
            "sum" => Ok(Rule::Sum),
            "weak" => Ok(Rule::Weak),
            "branch" => Ok(Rule::Branch),
            "partition" => Ok(Rule::Partition),
            _ => Err(()),
        }
    }
}
