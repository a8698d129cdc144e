//! Other solutions as data.

use serde::Serialize;
use shomei_search::solutions::Other;

use crate::questions::OtherSolutions;

/// Other solutions as data.
#[derive(Clone, Debug, Serialize)]
pub struct OtherSolutionsData {
    /// Whether there is one solution, in a word.
    pub verdict: String,
    /// The most nodes for a move.
    pub nodes: u64,
    /// The moves that win, too.
    pub others: Vec<OtherData>,
    /// Moves that were not decided.
    pub open: Vec<PlaceData>,
    /// What the attacker has left at the end of the line.
    pub surplus: Option<String>,
}

/// A move that wins, too, as data.
#[derive(Clone, Debug, Serialize)]
pub struct OtherData {
    /// Which move it is.
    #[serde(flatten)]
    pub place: PlaceData,
    /// What it is called.
    pub kind: String,
    /// The plies of its shortest win with the move itself, if that is known.
    pub length: Option<u16>,
    /// It takes no fewer plies.
    pub length_at_least: u16,
    /// Its line; the move alone where the length is not known.
    pub line: Vec<String>,
}

/// A move in place of one of the line, as data.
#[derive(Clone, Debug, Serialize)]
pub struct PlaceData {
    /// The number of the move in the line, from 1 on.
    pub number: usize,
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
}

impl OtherSolutionsData {
    /// What is known of other solutions.
    #[must_use]
    pub fn of(solutions: &OtherSolutions) -> OtherSolutionsData {
        let found = solutions.others.as_ref().map(|others| &others.found);
        let place = |ply: usize, mv: &String| PlaceData {
            number: ply + 1,
            mv: mv.clone(),
        };
        let other = |other: &Other<String>| OtherData {
            place: place(other.ply, &other.mv),
            kind: other.kind.to_string(),
            length: other.length.exact(),
            length_at_least: other.length.least,
            line: other.line.clone(),
        };
        let others = found.map(|found| found.others.iter().map(other).collect());
        let open = found.map(|found| found.open.iter().map(|(ply, mv)| place(*ply, mv)));
        OtherSolutionsData {
            verdict: solutions.verdict().to_string(),
            nodes: solutions.nodes,
            others: others.unwrap_or_default(),
            open: open.map(Iterator::collect).unwrap_or_default(),
            surplus: solutions.left_over().map(String::from),
        }
    }
}
