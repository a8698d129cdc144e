//! Checks of composed problems: other solutions and defences, wasted interpositions, the obstacles
//! to a win, the refutations of the defender, and the terms of composers for all of these.
//!
//! [`Session::check_problem`](crate::Session::check_problem) answers a [`CompositionQuery`].
//! [`Session::at_workbench`](crate::Session::at_workbench) examines many variants of a problem.

mod back;
mod check;
mod missing;
mod others;
mod refutation;
mod search;
mod trim;
mod workbench;

pub use back::Backward;
pub use check::{Composition, CompositionQuery, ProblemCheck};
pub use missing::{Missing, Resists, Try, WithMore};
pub use others::{OtherSolutions, OtherSolutionsQuery};
pub use refutation::Refutation;
pub use search::{Others, search_problem};
pub use shomei_compose::{Judgement, Tolerance, UnknownWord, Word};
pub use shomei_game::{Change, Variant};
pub use trim::{Trimmed, Trimming};
pub(crate) use workbench::open as open_workbench;
pub use workbench::{Examination, ExaminationKind, Examiner, Workbench, WorkbenchQuery};
