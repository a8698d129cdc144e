//! Examined variants of a problem as data.

use serde::Serialize;

use super::LengthData;
use super::others::{ComposersData, WordData};
use crate::composers::{Examination, Variant};

/// An examined problem as data.
#[derive(Clone, Debug, Serialize)]
pub struct ExaminationData {
    /// The changes that lead from the given problem to this one; empty for that problem itself.
    pub changes: Vec<ChangeData>,
    /// The position.
    pub position: String,
    /// `proved`, `disproved` or `unknown`.
    pub answer: String,
    /// The plies of the shortest win.
    #[serde(flatten)]
    pub length: LengthData,
    /// The line of the shortest win, if the problem was judged.
    pub line: Vec<String>,
    /// The most serious flaw; null if there is none, or if it is not known.
    pub first_flaw: Option<WordData>,
    /// Another solution as an example of the first flaw.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub example: Option<ExampleData>,
    /// The judgement.
    pub composers: ComposersData,
    /// The limit that was reached.
    pub stopped_by: Option<String>,
    /// The searched nodes.
    pub nodes: u64,
    /// The time in seconds.
    pub seconds: f64,
}

/// A change as data.
#[derive(Clone, Debug, Serialize)]
pub struct ChangeData {
    /// The name of the change in lists of options.
    pub change: &'static str,
    /// The changed thing.
    pub what: String,
}

/// Another winning move as data.
#[derive(Clone, Debug, Serialize)]
pub struct ExampleData {
    /// The number of the move in the line, from 1.
    pub number: usize,
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// The kind of the solution.
    pub kind: String,
}

impl ExaminationData {
    /// Converts an examination of the problem after these changes.
    #[must_use]
    pub fn of<P>(examined: &Examination, changes: &[Variant<P>]) -> ExaminationData {
        let change = |one: &Variant<P>| ChangeData {
            change: one.change.name(),
            what: one.what.clone(),
        };
        let example = examined.other.as_ref();
        ExaminationData {
            changes: changes.iter().map(change).collect(),
            position: examined.position.clone(),
            answer: examined.answer.to_string(),
            length: LengthData::of(examined.length),
            line: examined.line.clone(),
            first_flaw: examined.first_flaw.map(WordData::of),
            example: example.map(|(ply, mv, kind)| ExampleData {
                number: ply + 1,
                mv: mv.clone(),
                kind: kind.to_string(),
            }),
            composers: ComposersData::of(&examined.judgement),
            stopped_by: examined.stopped_by.map(|stop| stop.to_string()),
            nodes: examined.nodes,
            seconds: examined.seconds,
        }
    }
}
