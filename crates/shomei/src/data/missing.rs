//! The obstacles to a win, as data.

use serde::Serialize;

use crate::composers::{Missing, Resists, Try, WithMore};

/// The obstacles to a win.
#[derive(Clone, Debug, Serialize)]
pub struct MissingData {
    /// The move that is nearest to a win, and the defence that resists it longest.
    pub nearest: Option<[String; 2]>,
    /// The moves of the attacker, the nearest to a win first.
    pub tries: Vec<TryData>,
    /// The results with one further thing for the attacker.
    pub more: Vec<WithMore>,
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
    pub defences: Vec<Resists>,
}

impl MissingData {
    /// Converts the obstacles to a win.
    #[must_use]
    pub fn of(missing: &Missing) -> MissingData {
        let nearest = missing.longest_resistance();
        MissingData {
            nearest: nearest.map(|(tried, defence)| [tried.mv.clone(), defence.mv.clone()]),
            tries: missing.tries.iter().map(TryData::of).collect(),
            more: missing.more.clone(),
            stopped_by: missing.stopped_by.map(|stop| stop.to_string()),
        }
    }
}

impl TryData {
    fn of(tried: &Try) -> TryData {
        TryData {
            mv: tried.mv.clone(),
            holding: tried.holding(),
            defences: tried.defences.clone(),
        }
    }
}
