//! What a form of records cannot express, as data.

use serde::Serialize;

use crate::any::Loss;

/// What is lost of one kind.
#[derive(Clone, Debug, Serialize)]
pub struct LossData {
    /// The kind: see [`LossKind::name`](crate::LossKind::name).
    pub kind: &'static str,
    /// How many of it.
    pub count: usize,
    /// The first.
    pub first: String,
    /// All of that in words.
    pub message: String,
}

impl From<&Loss> for LossData {
    fn from(loss: &Loss) -> LossData {
        LossData {
            kind: loss.kind.name(),
            count: loss.count,
            first: loss.first.clone(),
            message: loss.to_string(),
        }
    }
}
