//! Proves and refutes positions of two-player games by proof-number search, and hands out
//! certificates that an independent checker accepts.
//!
//! The question is always: can this side, the *attacker*, force a win, whatever the other side
//! does? Play that never ends is no win. The answer is *proved*, *disproved*, or *unknown* where
//! a limit was reached first.
//!
//! # A first example
//!
//! Diagram 4 of Winands, Uiterwijk and van den Herik (Lines of Action): Black wins.
//!
//! ```
//! use shomei::{Aim, CheckLimits, Kinds, Session};
//!
//! let kinds = Kinds::builtin();
//! let game = kinds.open("loa", "")?;
//! let root = game.position("...x....o.................oxx....o..ooo....ox................... x")?;
//! let mut session = Session::new(&game)?;
//! let solution = session.solve(&root, Aim::win(root.to_move()))?;
//! println!("{}: {}", solution.report.answer, solution.line.moves.join(" "));
//!
//! let mut certificate = Vec::new();
//! session.certify(&root, Aim::win(root.to_move()), &mut certificate)?;
//! let verdict = kinds.check(&certificate[..], &CheckLimits::default())?;
//! assert!(verdict.is_accepted());
//! # Ok::<(), shomei::Error>(())
//! ```
//!
//! # What there is
//!
//! * [`Kinds`] opens a game by its name; [`AnyGame`] and [`AnyPosition`] are a game and a position
//!   without their types, of which positions and moves are texts.
//! * [`Session`] answers a [`Query`] (a win, the value, every move, the score), within the limits of
//!   its [`SearchConfig`], and keeps what it has learned. It finds the [shortest win](Session::shortest) and writes
//!   [certificates](Session::certify).
//! * [`QueryResult`] is the answer; [`Session::data`] makes it an object for JSON ([`data`]).
//! * [`Kinds::check`] checks a certificate with the rules of the game alone ([`checking`]).
//! * A [`Certificate`](certificates::Certificate) is walked through move by move, without loading
//!   it.
//! * A game of one's own implements [`Rules`](game::Rules) and [`Texts`](game::Texts) and is
//!   opened by [`AnyGame::of_rules`], or, when it gives hints, the traits of [`game`] and
//!   [`AnyGame::of`]. [`Kind::of`] puts it beside the others by its name.
//! * Who knows the type of the game may use [`solving`], and the algorithms themselves, [`search`].
//!
//! # Features
//!
//! `loa`, `othello`, `shogi`, `uttt` and `tree` (games written as text) choose the games of
//! [`Kinds::builtin`]; `serde` brings results as data (the module `data`), `checkpoint` tables as
//! files, `files` the module [`files`], which writes files and loses no others. All are on by
//! default.

#![forbid(unsafe_code)]

pub mod algorithms;
mod any;
pub mod certificates;
pub mod checking;
#[cfg(feature = "checkpoint")]
pub mod checkpoint;
pub mod composers;
mod config;
#[cfg(feature = "serde")]
pub mod data;
mod error;
#[cfg(feature = "files")]
pub mod files;
pub mod jobs;
mod kinds;
mod likely;
pub mod lines;
pub mod nearest;
pub mod parts;
pub mod questions;
mod session;
mod shelf;
mod sink;
pub mod solving;
pub mod words;

pub use any::{
    Aim, AnyGame, AnyPosition, AnyRecord, Converted, Ended, Loss, LossKind, Said, TextRecord,
    TypedGame,
};
pub use checking::{Checked, Rejected, Verdict};
pub use config::SearchConfig;
pub use error::{Error, ErrorKind};
pub use kinds::{Hints, Kind, Kinds, Weights, open_as};
pub use questions::{ExactLine, Found, MoveValue, Query, QueryResult, Question, Value, WinLength};
pub use session::{Session, Stopper, check_shortest};
pub use shelf::{Shelf, Shelved};
pub use sink::{CertificateWish, Events, SearchSink, Watching};
pub use solving::{Solution, Task, TextLine, WarmStart};

/// Other solutions, other defences, wasted interpositions: the crate `shomei-compose`.
pub use shomei_compose as compose;
/// Certificates, lines and shortest wins from a search: the crate `shomei-extract`.
pub use shomei_extract as extract;
/// What a game is made of: the crate `shomei-game`.
pub use shomei_game as game;
pub use shomei_game::{Outcome, Side, Tuning};
/// Threads and machines that search together: the crate `shomei-parallel`.
pub use shomei_parallel as parallel;
/// Certificates: the crate `shomei-proof`.
pub use shomei_proof as proof;
pub use shomei_proof::CheckLimits;
/// The algorithms: the crate `shomei-search`.
pub use shomei_search as search;
pub use shomei_search::{Answer, Event, Limits, Observer, Progress, Stop};

/// The example of the README is a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
