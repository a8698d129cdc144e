//! The vocabulary of shomei: what a game must answer to be proved or refuted.
//!
//! A *problem* is a game, a root position and a goal: one side, the
//! **attacker**, must force a terminal position that counts as won for it.
//! Everything else, endless play included, is a failure of the attacker. In
//! the tree of such a problem the attacker moves at OR nodes and the defender
//! at AND nodes.
//!
//! Read in this order: [`Game`] is everything that a search asks, with defaults for all but five
//! questions; [`Children`] is how a search is answered about children; [`Notation`] reads and writes
//! positions and moves, and [`Records`] files of play; [`Kind`] is what is known of a game before it is
//! opened; [`Rules`] and [`Texts`] are the short way to a game without hints, by [`Simple`];
//! [`corpus`] reads sets of positions; [`sgf`] reads and writes the files of board games; [`escape`]
//! shows texts of strangers safely; [`perft()`] counts move paths; [`TreeGame`] is a game written
//! as text, for tests and teaching.
//!
//! This crate contains no search and does no input or output.

#![forbid(unsafe_code)]

mod children;
mod composition;
pub mod corpus;
mod dice;
pub mod escape;
mod fault;
mod game;
mod goal;
mod hints;
mod key;
mod kind;
mod lang;
pub mod mark;
mod notation;
mod perft;
mod record;
mod records;
mod resource;
pub mod rules;
mod scores;
mod series;
pub mod sgf;
mod tree;

pub use children::{
    Board, Children, Evaluation, LeafPolicy, ListedChild, evaluate_position, play_all, play_first,
};
pub use composition::{Composition, OneMore};
pub use dice::Dice;
pub use fault::Fault;
pub use game::{Game, Role, Status};
pub use goal::{Goal, Side};
pub use hints::{Decided, EdgeCost, Estimate, Init, LeafSolver, MoveHints, Visit, own_resource};
pub use key::{Key, KeyStream};
pub use kind::{Kind, Tuning};
pub use lang::Lang;
pub use notation::{Notation, NotationError, Outcome, Place};
pub use perft::{divide, perft};
pub use record::{Branch, Ending, Line, LineEnd, Record, RecordNode, RecordTree};
pub use records::{NoRecords, Records};
pub use resource::Resource;
pub use rules::{Rules, Simple, Texts};
pub use scores::{KnownScore, ScoreRange, Scored};
pub use series::Series;
pub use tree::{TreeGame, TreeNode};

/// The example of the README is a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
