//! Proves and refutes positions of two-player games by proof-number search, and hands out
//! certificates that an independent checker accepts.
//!
//! ```
//! use shomei::{Aim, CheckLimits, Kinds, Session, Side};
//!
//! let kinds = Kinds::builtin();
//! let game = kinds.open("tree", "r = OR { a, b } a = AND { Failed } b = AND { Won }")?;
//! let root = game.start();
//! let mut session = Session::new(&game)?;
//! let solution = session.solve(&root, Aim::win(Side::First))?;
//! println!("{}: {}", solution.report.answer, solution.line.join(" "));
//!
//! let mut certificate = Vec::new();
//! session.certify(&root, Aim::win(Side::First), &mut certificate)?;
//! let verdict = kinds.check(&certificate[..], &CheckLimits::default())?;
//! assert!(verdict.is_accepted());
//! # Ok::<(), shomei::Error>(())
//! ```

#![forbid(unsafe_code)]

pub mod algorithms;
mod any;
mod auto;
pub mod checking;
pub mod checkpoint;
pub mod data;
mod error;
mod kinds;
mod likely;
pub mod nearest;
pub mod questions;
mod session;
pub mod solving;
pub mod words;

pub use any::{Aim, AnyGame, AnyPosition, AnyRecord, Ended, Said, TextRecord};
pub use auto::Auto;
pub use checking::{Checked, Rejected, Verdict};
pub use error::{Error, ErrorKind};
pub use kinds::{Hints, Kind, Kinds, Weights, open_as};
pub use questions::{Answered, Found, MoveValue, Question, Value};
pub use session::{Session, Stopper, check_shortest};
pub use solving::{Solution, Task, Wanted};

pub use shomei_game as game;
pub use shomei_game::{Outcome, Side};
pub use shomei_proof as proof;
pub use shomei_proof::CheckLimits;
pub use shomei_search as search;
pub use shomei_search::{Answer, Event, Limits, Observer, Progress, Stop};

/// The example of the README is a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
