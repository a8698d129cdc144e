//! The obstacles to a win, as data.

use serde::Serialize;

use super::LengthData;
use crate::composers::{Missing, Resists, Try, WithMore};

/// The obstacles to a win.
#[derive(Clone, Debug, Serialize)]
pub struct MissingData {
    /// The move that is nearest to a win, and the defence that resists it longest.
    pub nearest: Option<[String; 2]>,
    /// The moves of the attacker, the nearest to a win first.
    pub tries: Vec<TryData>,
    /// The results with one further thing for the attacker.
    pub more: Vec<WithMoreData>,
    /// The limit that was reached.
    pub stopped_by: Option<String>,
}

/// A move of the attacker and the answers to it.
#[derive(Clone, Debug, Serialize)]
pub struct TryData {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// The number of defences that hold.
    pub holding: usize,
    /// The defences, the longest resistance first.
    pub defences: Vec<ResistsData>,
}

/// A defence and its result.
#[derive(Clone, Debug, Serialize)]
pub struct ResistsData {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// `proved`: the attacker wins against the defence; `disproved`: the defence holds; `unknown`.
    pub answer: String,
    /// The plies of the win, the defence included.
    #[serde(flatten)]
    pub length: LengthData,
    /// A possible continuation.
    pub line: Vec<String>,
}

/// The position with one further thing for the attacker.
#[derive(Clone, Debug, Serialize)]
pub struct WithMoreData {
    /// The added thing.
    pub what: String,
    /// The origin of the added thing.
    pub from: &'static str,
    /// The position.
    pub position: String,
    /// Whether the attacker wins with it.
    pub answer: String,
    /// The plies of the win.
    #[serde(flatten)]
    pub length: LengthData,
    /// A line of play for that answer.
    pub line: Vec<String>,
}

impl MissingData {
    /// Converts the obstacles to a win.
    #[must_use]
    pub fn of(missing: &Missing) -> MissingData {
        let nearest = missing.longest_resistance();
        MissingData {
            nearest: nearest.map(|(tried, defence)| [tried.mv.clone(), defence.mv.clone()]),
            tries: missing.tries.iter().map(TryData::of).collect(),
            more: missing.more.iter().map(WithMoreData::of).collect(),
            stopped_by: missing.stopped_by.map(|stop| stop.to_string()),
        }
    }
}

impl TryData {
    fn of(tried: &Try) -> TryData {
        let defence = |defence: &Resists| ResistsData {
            mv: defence.mv.clone(),
            answer: defence.answer.to_string(),
            length: LengthData::of(defence.length),
            line: defence.line.clone(),
        };
        TryData {
            mv: tried.mv.clone(),
            holding: tried.holding(),
            defences: tried.defences.iter().map(defence).collect(),
        }
    }
}

impl WithMoreData {
    fn of(more: &WithMore) -> WithMoreData {
        WithMoreData {
            what: more.what.clone(),
            from: more.from,
            position: more.position.clone(),
            answer: more.answer.to_string(),
            length: LengthData::of(more.length),
            line: more.line.clone(),
        }
    }
}
