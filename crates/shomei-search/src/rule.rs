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
//!
//! `rule/scan.rs` computes both and the thresholds that follow from them,
//! `rule/epsilon.rs` widens them. `rule/schedule.rs` says which rule holds when.

mod epsilon;
pub(crate) mod partition;
mod scan;
mod schedule;

use std::fmt;
use std::str::FromStr;

pub use epsilon::Epsilon;
pub(crate) use scan::least_and_total;
pub use scan::{Count, Pair, Scan, without_cost};
pub use schedule::{Rules, Schedule, Ties};

/// How `delta` is made of the children's numbers. K is the number of unsolved
/// children; infinite if a child is lost for the opponent for good, 0 if K = 0.
///
/// Expansions of df-pn on 38 positions from games of Lines of Action, with at
/// most 3,000,000 for each (one reaches that under every rule):
///
/// | rule | total, epsilon 0 | geometric mean | total, 1/4 | geometric mean |
/// |---|---|---|---|---|
/// | sum | 4,359,198 | 521 | 3,963,336 | 455 |
/// | weak | 4,547,615 | 497 | 4,739,812 | 560 |
/// | branch | 3,961,857 | 470 | 4,666,399 | 563 |
/// | partition | 4,359,111 | 521 | 3,963,342 | 455 |
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Rule {
    /// The sum: every child is its own work. Counts a position twice when two
    /// moves lead to it (`docs/references.md [1], [2]`).
    #[default]
    Sum,
    /// The largest plus K - 1: one child is the work, the others a token each
    /// (weak proof-number search, `docs/references.md [14]`).
    Weak,
    /// The number of the child that would be searched next, the first with the
    /// least own number, plus K - 1: the branches that are passed on the way
    /// (branch number search, `docs/references.md [17]`). The original is known
    /// to us only as `docs/references.md [14]` describes it, an estimate by the
    /// branching factors along a path; the formula is our reading of that.
    /// Jumps when another child becomes the best.
    Branch,
    /// The sum over some children plus the largest of the others, which are
    /// those seen to share work (`docs/references.md [3], [24]`). The sum, as
    /// long as none was seen.
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
