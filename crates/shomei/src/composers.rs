//! Checks of composed problems: other solutions and defences, wasted interpositions, the obstacles
//! to a win, the refutations of the defender, and the terms of composers for all of these.
//!
//! [`Session::check_problem`](crate::Session::check_problem) answers a [`CompositionQuery`].

mod check;
mod missing;
mod others;
mod refutation;
mod search;

pub use check::{Composition, CompositionQuery, ProblemCheck};
pub use missing::{Missing, Resists, Try, WithMore};
pub use others::{OtherSolutions, OtherSolutionsQuery};
pub use refutation::Refutation;
pub use search::{Others, search_problem};
pub use shomei_compose::{Judgement, Tolerance, UnknownWord, Word};
