//! The interface between shomei and a game: the functions that a game implements so that its
//! positions can be proved or disproved.
//!
//! A *problem* is a game, a root position and a goal: one side, the **attacker**, must force a
//! terminal position that counts as won for it. Every other result, including endless play, is a
//! failure of the attacker. In the tree of such a problem the attacker moves at OR nodes and the
//! defender at AND nodes.
//!
//! Read in this order: [`Game`] contains all functions that a search calls, with defaults for all
//! but five; [`Children`] holds the children of a position; [`Notation`] reads and writes positions
//! and moves, and [`Records`] files of play; [`Kind`] describes a game before it is opened;
//! [`Rules`] and [`Texts`] are the short way to a game without hints, by [`Simple`]; [`corpus`]
//! reads sets of positions; [`words`] splits texts; [`sgf`] reads and writes the files of board
//! games; [`escape`] prints untrusted text safely; [`perft()`] counts move paths; [`TreeGame`] is a game written as text,
//! for tests and teaching.
//!
//! This crate contains no search and does no input or output.

#![forbid(unsafe_code)]

mod children;
mod composing;
pub mod corpus;
mod dice;
mod error_text;
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
mod picture;
mod record;
mod records;
mod resource;
pub mod rules;
mod scores;
mod series;
pub mod sgf;
mod tree;
pub mod words;

pub use children::{
    Board, Children, Evaluation, LeafPolicy, ListedChild, evaluate_position, play_all, play_first,
};
pub use composing::{Change, ComposingRules, OneMore, Variant};
pub use dice::Dice;
pub use error_text::{ErrorArgument, ErrorText};
pub use fault::Fault;
pub use game::{Game, Role, Status};
pub use goal::{Goal, Side};
pub use hints::{Decided, EdgeCost, Estimate, Init, LeafSolver, MoveHints, Visit, own_resource};
pub use key::{Key, KeyStream};
pub use kind::{Kind, Tuning};
pub use lang::Lang;
pub use notation::{Notation, NotationError, Outcome, Place};
pub use perft::{divide, perft};
pub use picture::{GridCell, Picture};
pub use record::{Branch, Ending, Line, LineEnd, Record, RecordNode, RecordTree};
pub use records::{NoRecords, Records};
pub use resource::Resource;
pub use rules::{Rules, Simple, Texts};
pub use scores::{KnownScore, ScoreRange, Scored};
pub use series::Series;
pub use tree::{TreeGame, TreeNode};

/// Runs the example of the README as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
