//! Proves and refutes positions of two-player games by proof-number search, and returns
//! certificates that an independent checker accepts.
//!
//! The question is always: can this side, the *attacker*, force a win against every defence?
//! Endless play is not a win. The answer is *proved*, *disproved*, or *unknown* if a limit was
//! reached first.
//!
//! # A first example
//!
//! Diagram 4 of Winands, Uiterwijk and van den Herik (Lines of Action): Black wins.
//!
//! ```
//! use shomei::{Aim, CheckLimits, Claim, Kinds, Session};
//!
//! let kinds = Kinds::builtin();
//! let game = kinds.open("loa", "")?;
//! let root = game.position("...x....o.................oxx....o..ooo....ox................... x")?;
//! let mut session = Session::new(&game)?;
//! let aim = Aim::win(root.attacker());
//! let solution = session.solve(&root, aim)?;
//! println!("{}: {}", solution.report.answer, solution.line.moves.join(" "));
//!
//! let mut certificate = Vec::new();
//! session.certify(&root, aim, &mut certificate)?;
//! let verdict = kinds.check(&certificate[..], &CheckLimits::default())?;
//! assert!(verdict.proves(&root, aim, Claim::Proved));
//! # Ok::<(), shomei::Error>(())
//! ```
//!
//! `certify` takes any writer, such as a file. Build with `--release`: a search is many times
//! slower without it. zstd needs a C compiler.
//!
//! # Games
//!
//! | name for [`Kinds::open`] | usual rules | other rules | first side | a position |
//! |---|---|---|---|---|
//! | `loa` | `olympiad` | `sackson`, `board=5`, 6, 7 | black | 64 squares a1..h1 to a8..h8 and the side to move, or `start` |
//! | `othello` | `standard` | `black>=N`, `white>=N`, `board=6` | black | 64 squares a1..h1 to a8..h8 (`X`, `O`, `-`) and the side to move, or moves |
//! | `shogi` | `tsume`: mate by checks alone | `tsume-mudaai`, `full` | black | SFEN, or `startpos` |
//! | `uttt` | `standard` | `open`, `play-out` | x | moves such as `ee ea ai`, or `start` |
//! | `tree` | none: the rules are the graph | | or | the name of a node |
//!
//! [`Kind::rules_help`] and [`Kind::position_help`] describe every form. `moves ...` can follow
//! each position. Under `tsume` a side that cannot give check has failed: use `tsume` to ask
//! whether the attacker mates, and `full` for games.
//!
//! # Overview
//!
//! Use [`Session::ask`] for an answer, and [`Session::solve`] with [`Session::certify`] for one
//! side that must win and a certificate. [`Session::ask_with`], `jobs`, `certificate_parts`,
//! `input_lines`, `messages`, `nearest`, `slots`, [`PositionStore`] and `files` are for front ends.
//!
//! * [`Kinds`] opens a game by its name. [`AnyGame`] and [`AnyPosition`] are a game and a position
//!   with erased types: positions and moves are texts.
//! * [`Session`] answers a [`Query`] (a win, the value, every move, the score), within the limits
//!   of its [`SearchConfig`], and keeps the results for later questions. It finds the shortest win
//!   ([`WinLength::Shortest`]) and writes [certificates](Session::certify).
//! * [`QueryResult`] is the answer; [`Session::data`] converts it to an object for JSON ([`data`]).
//! * [`Kinds::check`] checks a certificate with only the rules of the game ([`checking`]).
//! * [`Certificate`](certificates::Certificate) walks through a certificate move by move, without
//!   loading it.
//! * A game of your own implements [`Rules`](game::Rules) and [`Texts`](game::Texts), and
//!   [`AnyGame::of_rules`] opens it. A game with hints implements the traits of [`game`], and
//!   [`AnyGame::of`] opens it. [`Kind::of`] adds it to the kinds by its name.
//! * [`solving`] contains the result of one search. Its functions, and the algorithms in
//!   [`search`], are for programs that know the type of their game at compile time.
//!
//! # Features
//!
//! `loa`, `othello`, `shogi`, `uttt` and `tree` (games written as text) select the games of
//! [`Kinds::builtin`]. `encodings` reads records of shogi in Shift-JIS and other encodings besides
//! UTF-8, and `weights` contains the weights of Othello's evaluation, without which its searches are
//! slower. `serde` adds results as data (the module `data`), `files` adds the module
//! [`files`], which protects existing files, and `bundles` the module [`bundles`], which puts several
//! certificates and their results into one file. `messages` adds the texts of results and errors in
//! English and Japanese ([`messages`], [`Error::text_in`]). All of these are on by default.
//!
//! # Sources
//!
//! `docs/references.md [N]` means entry N of the
//! [list of references](https://github.com/shomei-solver/shomei/blob/main/docs/references.md).

#![forbid(unsafe_code)]

pub mod algorithms;
mod any;
#[cfg(feature = "bundles")]
pub mod bundles;
pub mod certificate_parts;
pub mod certificates;
pub mod checking;
mod collected;
pub mod composers;
mod config;
#[cfg(feature = "serde")]
pub mod data;
mod error;
#[cfg(feature = "files")]
pub mod files;
pub mod input_lines;
pub mod jobs;
mod kinds;
mod likely;
pub mod messages;
pub mod nearest;
mod position_store;
pub mod questions;
mod session;
mod sink;
pub mod slots;
pub mod solving;

pub use any::{
    Aim, Annotations, AnyGame, AnyPosition, AnyRecord, Converted, Ended, Loss, LossKind,
    TextRecord, TypedGame,
};
pub use checking::{Checked, Rejected, Verdict};
pub use collected::{CollectedCertificate, CollectingSink, corrected_text};
pub use config::{ProofSize, SearchConfig};
pub use error::{Error, ErrorKind};
pub use kinds::{Hints, Kind, Kinds, Weights, open_as};
pub use position_store::{PositionStore, StoreForAim};
pub use questions::{ExactLine, Found, MoveValue, Query, QueryResult, Question, Value, WinLength};
pub use session::{Session, Stopper, check_shortest};
pub use sink::{CertificateWish, Events, SearchSink, Watching};
pub use solving::{Solution, Task, TextLine, WarmStart, WrittenCertificate};

/// Other solutions, other defences, wasted interpositions: the crate `shomei-compose`.
pub use shomei_compose as compose;
/// Certificates, lines and shortest wins from a search: the crate `shomei-extract`.
pub use shomei_extract as extract;
/// The traits and types of games: the crate `shomei-game`.
pub use shomei_game as game;
pub use shomei_game::{Outcome, Side, Tuning};
/// Threads and machines that search together: the crate `shomei-parallel`.
pub use shomei_parallel as parallel;
/// Certificates: the crate `shomei-proof`.
pub use shomei_proof as proof;
pub use shomei_proof::{CheckLimits, Claim};
/// The algorithms: the crate `shomei-search`.
pub use shomei_search as search;
pub use shomei_search::{Answer, Event, Limits, Observer, Progress, Silent, Stop};

/// The example of the README is a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
