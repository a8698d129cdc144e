//! Other solutions as data.

use std::fmt::Display;

use serde::Serialize;
use shomei_compose::{Defences, Deviation, Given, OtherWins};

use crate::composers::{Judgement, OtherSolutions, Word};

/// Other solutions as data.
#[derive(Clone, Debug, Serialize)]
pub struct OtherSolutionsData {
    /// The verdict on the number of solutions, in a word.
    pub verdict: String,
    /// The node limit for each move.
    pub nodes: u64,
    /// The other winning moves.
    pub others: Vec<OtherData>,
    /// Moves that were not decided.
    pub open: Vec<PlaceData>,
    /// The things that the attacker has left at the end of the line.
    pub surplus: Option<String>,
    /// The other defences, if they were searched.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub defences: Option<DefencesData>,
    /// The results along the given line, if there was one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub given: Option<GivenData>,
}

/// The other defences, as data.
#[derive(Clone, Debug, Serialize)]
pub struct DefencesData {
    /// The defences that are more than variations.
    pub found: Vec<OtherData>,
    /// Defences that were not decided.
    pub open: Vec<PlaceData>,
}

/// The results along a given line, as data.
#[derive(Clone, Debug, Serialize)]
pub struct GivenData {
    /// The line.
    pub line: Vec<String>,
    /// Whether the line ends with a win; if not, nothing was searched.
    pub wins: bool,
    /// The other winning moves.
    pub others: Vec<OtherData>,
    /// Moves that were not decided.
    pub open: Vec<PlaceData>,
    /// The other defences.
    pub defences: DefencesData,
    /// The things that the attacker has left at its end.
    pub surplus: Option<String>,
}

/// The judgement on a problem in the terms of composers, as data.
#[derive(Clone, Debug, Serialize)]
pub struct ComposersData {
    /// Whether the problem has no flaw; null if that is not known.
    pub sound: Option<bool>,
    /// The flaws, the gravest first.
    pub flaws: Vec<WordData>,
    /// The tolerated flaws, the gravest first.
    pub tolerated: Vec<WordData>,
    /// Whether the lists are complete.
    pub decided: bool,
    /// Whether other defences were searched.
    pub with_defences: bool,
}

/// A term of composers, as data.
#[derive(Clone, Debug, Serialize)]
pub struct WordData {
    /// The name of the term in options.
    pub name: &'static str,
    /// The term.
    pub japanese: &'static str,
    /// The term in Latin letters.
    pub romaji: &'static str,
}

impl ComposersData {
    /// Converts a judgement.
    #[must_use]
    pub fn of(judgement: &Judgement) -> ComposersData {
        let words = |words: &[Word]| words.iter().map(|&word| WordData::of(word)).collect();
        let is_bad = !judgement.flaws.is_empty();
        ComposersData {
            sound: (is_bad || judgement.is_decided).then_some(!is_bad),
            flaws: words(&judgement.flaws),
            tolerated: words(&judgement.tolerated),
            decided: judgement.is_decided,
            with_defences: judgement.with_defences,
        }
    }
}

impl WordData {
    pub(super) fn of(word: Word) -> WordData {
        WordData {
            name: word.name(),
            japanese: word.japanese(),
            romaji: word.romaji(),
        }
    }
}

/// Another winning move, as data.
#[derive(Clone, Debug, Serialize)]
pub struct OtherData {
    /// The move and its place.
    #[serde(flatten)]
    pub place: PlaceData,
    /// The kind of the solution.
    pub kind: String,
    /// The plies of its shortest win, the move included, if known.
    pub length: Option<u16>,
    /// The least number of plies that it takes.
    pub length_at_least: u16,
    /// Its line; the move alone if the length is not known.
    pub line: Vec<String>,
}

/// A move that replaces one of the line, as data.
#[derive(Clone, Debug, Serialize)]
pub struct PlaceData {
    /// The number of the move in the line, from 1.
    pub number: usize,
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
}

impl OtherSolutionsData {
    /// Converts the other solutions.
    #[must_use]
    pub fn of(solutions: &OtherSolutions) -> OtherSolutionsData {
        let others = solutions.others.as_ref();
        let found = others.map(|others| &others.found);
        let (all, open) = found.map(moves_of).unwrap_or_default();
        let defences = others.and_then(|others| others.defences.as_ref());
        let given = others.and_then(|others| others.given.as_ref());
        OtherSolutionsData {
            verdict: solutions.verdict().to_string(),
            nodes: solutions.nodes,
            others: all,
            open,
            surplus: solutions.left_over().map(String::from),
            defences: defences.map(DefencesData::of),
            given: given.map(|(given, left)| GivenData::of(given, left.clone())),
        }
    }
}

fn place(ply: usize, mv: &str) -> PlaceData {
    PlaceData {
        number: ply + 1,
        mv: mv.to_string(),
    }
}

impl<K: Display> From<&Deviation<String, K>> for OtherData {
    fn from(other: &Deviation<String, K>) -> OtherData {
        OtherData {
            place: place(other.ply, other.line.first().map_or("", String::as_str)),
            kind: other.kind.to_string(),
            length: other.length.exact(),
            length_at_least: other.length.least,
            line: other.line.clone(),
        }
    }
}

/// The winning moves, and the undecided ones.
fn moves_of(found: &OtherWins<String>) -> (Vec<OtherData>, Vec<PlaceData>) {
    let open = found.open.iter();
    (
        found.others.iter().map(OtherData::from).collect(),
        open.map(|(ply, mv)| place(*ply, mv)).collect(),
    )
}

impl DefencesData {
    fn of(defences: &Defences<String>) -> DefencesData {
        let open = defences.open.iter();
        DefencesData {
            found: defences.found.iter().map(OtherData::from).collect(),
            open: open.map(|(ply, mv)| place(*ply, mv)).collect(),
        }
    }
}

impl GivenData {
    fn of(given: &Given<String>, surplus: Option<String>) -> GivenData {
        let (others, open) = moves_of(&given.found);
        GivenData {
            line: given.line.clone(),
            wins: given.wins,
            others,
            open,
            defences: DefencesData::of(&given.defences),
            surplus,
        }
    }
}
