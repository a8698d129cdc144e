//! Sentences for people, in English and in Japanese.
//!
//! All texts that the server makes stand here, so that a third language is a third arm of each
//! `match`. Errors of the library, which name places in what was given, are English.

mod answers;
mod names;
mod nodes;

use serde::Deserialize;

pub(crate) use answers::busy;
pub(crate) use names::{capital_side, side, title, to_move};
pub(crate) use nodes::{claim, node};

/// The language of sentences.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Lang {
    /// English.
    #[default]
    En,
    /// Japanese.
    Ja,
}
