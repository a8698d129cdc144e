//! Other solutions as data.

use std::fmt::Display;

use serde::Serialize;
use shomei_compose::{Defences, Deviation, Found, Given};

use crate::composers::{Judgement, OtherSolutions, Word};

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
    /// The other defences, where they were looked at.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub defences: Option<DefencesData>,
    /// What was found along the line that was given, where one was.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub given: Option<GivenData>,
}

/// What other defences are, as data.
#[derive(Clone, Debug, Serialize)]
pub struct DefencesData {
    /// Those that are more than variations.
    pub found: Vec<OtherData>,
    /// Defences that were not decided.
    pub open: Vec<PlaceData>,
}

/// What was found along a line that was given, as data.
#[derive(Clone, Debug, Serialize)]
pub struct GivenData {
    /// The line.
    pub line: Vec<String>,
    /// Whether it ends with a win; if not, nothing was looked for.
    pub wins: bool,
    /// The moves that win, too.
    pub others: Vec<OtherData>,
    /// Moves that were not decided.
    pub open: Vec<PlaceData>,
    /// The other defences.
    pub defences: DefencesData,
    /// What the attacker has left at its end.
    pub surplus: Option<String>,
}

/// What composers call a problem, as data.
#[derive(Clone, Debug, Serialize)]
pub struct ComposersData {
    /// Whether nothing counts against it; null where that is not known.
    pub sound: Option<bool>,
    /// What counts against it, the gravest first.
    pub flaws: Vec<WordData>,
    /// What is tolerated, likewise.
    pub tolerated: Vec<WordData>,
    /// Whether that is all.
    pub decided: bool,
    /// Whether other defences were looked at.
    pub with_defences: bool,
}

/// A word of composers, as data.
#[derive(Clone, Debug, Serialize)]
pub struct WordData {
    /// Its name in options.
    pub name: &'static str,
    /// The word.
    pub japanese: &'static str,
    /// The word in Latin letters.
    pub romaji: &'static str,
}

impl ComposersData {
    /// What composers call a problem.
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
    fn of(word: Word) -> WordData {
        WordData {
            name: word.name(),
            japanese: word.japanese(),
            romaji: word.romaji(),
        }
    }
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

/// The moves that win, and those that are not decided.
fn moves_of(found: &Found<String>) -> (Vec<OtherData>, Vec<PlaceData>) {
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
