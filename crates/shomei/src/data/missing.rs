//! What is missing for a win, as data.

use serde::Serialize;

use super::LengthData;
use crate::composers::{Missing, Resists, Try, WithMore};

/// What is missing for a win.
#[derive(Clone, Debug, Serialize)]
pub struct MissingData {
    /// The move that is nearest to a win, and the defence that resists it longest.
    pub nearest: Option<[String; 2]>,
    /// The moves of the attacker, the nearest to a win first.
    pub tries: Vec<TryData>,
    /// What each single thing more makes of the position.
    pub more: Vec<WithMoreData>,
    /// The limit that was reached.
    pub stopped_by: Option<String>,
}

/// A move of the attacker and what answers it.
#[derive(Clone, Debug, Serialize)]
pub struct TryData {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// How many defences hold.
    pub holding: usize,
    /// The defences, that with the longest resistance first.
    pub defences: Vec<ResistsData>,
}

/// A defence and what comes of it.
#[derive(Clone, Debug, Serialize)]
pub struct ResistsData {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// `proved`: the attacker wins against it; `disproved`: it holds; `unknown`.
    pub answer: String,
    /// The plies of the win, the defence included.
    #[serde(flatten)]
    pub length: LengthData,
    /// How play may go on.
    pub line: Vec<String>,
}

/// The position with one thing more.
#[derive(Clone, Debug, Serialize)]
pub struct WithMoreData {
    /// What the attacker has more.
    pub what: String,
    /// Where that is from.
    pub from: &'static str,
    /// The position.
    pub position: String,
    /// Whether there is a win then.
    pub answer: String,
    /// The plies of the win.
    #[serde(flatten)]
    pub length: LengthData,
    /// A line of that answer.
    pub line: Vec<String>,
}

impl MissingData {
    /// What is missing.
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
