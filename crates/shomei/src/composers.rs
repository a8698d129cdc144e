//! What composers of problems ask: other solutions and defences, wasted interpositions, what is
//! missing for a win, what the defender answers, and the usual words for all that.
//!
//! [`Session::check_problem`](crate::Session::check_problem) answers a [`CompositionQuery`].

mod check;
mod judgement;
mod missing;
mod others;
mod refutation;
mod search;

pub use check::{Composition, CompositionQuery, ProblemCheck};
pub use judgement::{Judgement, Tolerance, Word};
pub use missing::{Missing, Resists, Try, WithMore};
pub use others::OtherSolutions;
pub use refutation::Refutation;
pub use search::{Composed, Others, search_problem};
