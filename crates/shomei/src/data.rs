//! Results as data: the one description of the fields that JSON objects, other languages and
//! servers hand out. `docs/json.md` explains them to users.
//!
//! Fields may be added; none is renamed.

mod error;
mod loss;
mod missing;
mod others;
mod refutation;
mod verdict;

use std::collections::BTreeMap;
use std::num::NonZeroU64;

use serde::Serialize;
use shomei_compose::Counted;
use shomei_search::{Answer, Bounds, Number};

use crate::any::{Aim, AnyGame};
use crate::questions::{Answered, Found, MoveValue, Value};
use crate::solving::Task;
use crate::words::score_text;

pub use error::{ErrorData, ErrorPlace};
pub use loss::LossData;
pub use missing::{LengthData, MissingData, ResistsData, TryData, WithMoreData};
pub use others::{
    ComposersData, DefencesData, GivenData, OtherData, OtherSolutionsData, PlaceData, WordData,
};
pub use refutation::{BranchData, RefutationData, ThenData};
pub use verdict::VerdictData;

/// The circumstances of an answer.
#[derive(Clone, Copy, Debug)]
pub struct Circumstances<'a> {
    /// The game, under its rules.
    pub game: &'a AnyGame,
    /// How it was searched.
    pub task: &'a Task,
    /// What the game was told to tell the search: see [`Hints::marks`](crate::Hints::marks).
    pub hints: &'a [(String, String)],
    /// How many threads have searched.
    pub threads: usize,
}

/// An answer as data.
#[derive(Clone, Debug, Serialize)]
pub struct AnswerData {
    /// The name of the game.
    pub game: String,
    /// The file that the question comes from, with the line where it is a list; for whoever
    /// knows it to fill in.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub problem: Option<String>,
    /// The line that it stands in, counted from 1; likewise.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line_number: Option<usize>,
    /// The text of the position as it was given; likewise.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub input: Option<String>,
    /// The position on one line.
    pub position: String,
    /// What must be reached, in words: "black wins".
    pub goal: String,
    /// The side that must reach it.
    pub attacker: String,
    /// The rules as the game prints them.
    pub rules: String,
    /// The name of the algorithm.
    pub algorithm: String,
    /// The options of the search that were set.
    pub options: BTreeMap<String, String>,
    /// What the game was told to tell the search.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub hints: BTreeMap<String, String>,
    /// `proved`, `disproved` or `unknown`.
    pub answer: String,
    /// The proof number of the position in the question that decided; null for an infinite
    /// one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pn: Option<Option<u32>>,
    /// The disproof number, likewise.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dn: Option<Option<u32>>,
    /// Absent when it is not asked for, null when it is not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<Option<Value>>,
    /// Absent when it is not asked for, null when it is not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<Option<i32>>,
    /// The least and the greatest score that are possible.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score_bounds: Option<[i32; 2]>,
    /// The position with its score, as others write it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scored: Option<String>,
    /// How many questions were asked for a score.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub questions: Option<u64>,
    /// What is known of each move, the best first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moves: Option<Vec<MoveData>>,
    /// A line of play, as texts of moves.
    pub line: Vec<String>,
    /// Whether the line goes to its end; false where a limit cut it. Absent where there is
    /// none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line_complete: Option<bool>,
    /// Whether the loser may have a longer defence than that of the line: a full table has lost how
    /// long moves hold out. Absent where that is not so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line_may_be_longer: Option<bool>,
    /// The plies of the shortest win that is known, where that was asked for: those
    /// of the line.
    pub length: Option<u16>,
    /// Whether there is none shorter; absent when it is not asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub length_proven: Option<bool>,
    /// There is no win in fewer plies; absent when it is not asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub length_at_least: Option<u16>,
    /// The same with wasted defences left out; absent in games and rules that do not count so, and
    /// where the length is not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub counted: Option<CountedData>,
    /// Other solutions; absent when they are not asked for, or there is no win.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub yozume: Option<OtherSolutionsData>,
    /// What is missing for a win; absent when that is not asked for, or there is a win.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub missing: Option<MissingData>,
    /// What composers call it; absent when other solutions are not asked for, in games without
    /// such words, and where it is not known whether there is a win.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub composers: Option<ComposersData>,
    /// What the defender answers; absent when that is not asked for, or there is a win.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refutation: Option<RefutationData>,
    /// The work.
    #[serde(flatten)]
    pub work: WorkData,
    /// How many threads have searched.
    pub threads: usize,
    /// The memory of the search, in bytes.
    pub memory: usize,
    /// The limit that ended the search without an answer: `nodes`, `time`, `memory` or
    /// `interrupt`.
    pub stopped_by: Option<String>,
    /// The side that has won, or `draw`; absent where the game goes on, or its end depends on the
    /// question.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outcome: Option<String>,
    /// Why nothing can be played, where that depends on the question.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub over: Option<String>,
}

/// A win with wasted defences left out, as data.
#[derive(Clone, Debug, Serialize)]
pub struct CountedData {
    /// The plies of the shortest such win that is known.
    pub length: Option<u16>,
    /// Whether there is none shorter.
    pub length_proven: bool,
    /// There is no such win in fewer plies.
    pub length_at_least: u16,
    /// A line of exactly so many plies; empty where a limit was reached.
    pub line: Vec<String>,
    /// The limit that ended the search for it, if one did; null also where it was given up.
    pub stopped_by: Option<String>,
}

impl CountedData {
    /// What is known of such a win.
    #[must_use]
    pub fn of(counted: &Counted<String>) -> CountedData {
        CountedData {
            length: counted.length.most,
            length_proven: counted.length.exact().is_some(),
            length_at_least: counted.length.least,
            line: counted.line.clone(),
            stopped_by: counted.stopped_by.map(|stop| stop.to_string()),
        }
    }
}

/// Work as data.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct WorkData {
    /// Children made.
    pub generated: u64,
    /// Nodes expanded.
    pub expanded: u64,
    /// Leaves evaluated.
    pub evaluated: u64,
    /// Nodes of the game's own search of small remainders, where there was one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub leaf_nodes: Option<NonZeroU64>,
    /// Positions that the table knew.
    pub table_hits: u64,
    /// Time of the searches.
    pub seconds: f64,
}

impl From<crate::questions::Work> for WorkData {
    fn from(work: crate::questions::Work) -> WorkData {
        WorkData {
            generated: work.generated,
            expanded: work.expanded,
            evaluated: work.evaluated,
            leaf_nodes: NonZeroU64::new(work.leaf_nodes),
            table_hits: work.table_hits,
            seconds: work.seconds,
        }
    }
}

/// A move and what is known of it, as data.
#[derive(Clone, Debug, Serialize)]
pub struct MoveData {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// Absent where one question was asked; null when it is not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<Option<Value>>,
    /// The answer to that question.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub answer: Option<String>,
    /// Its score for the side that plays it, where scores were asked for; null when it is not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<Option<i32>>,
    /// The least and the greatest score that are possible for the side that plays it, where scores
    /// were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score_bounds: Option<[i32; 2]>,
    /// The plies of the shortest win behind it that is known, the move included, where lengths were
    /// asked for and a win is possible.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub length: Option<Option<u16>>,
    /// Whether there is none shorter; likewise.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub length_proven: Option<bool>,
    /// There is no win behind it in fewer plies; likewise.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub length_at_least: Option<u16>,
    /// A line of play that begins with the move.
    pub line: Vec<String>,
    /// Whether that line goes to its end; false where a limit cut it. Absent where it does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line_complete: Option<bool>,
    /// As for the line of the position.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line_may_be_longer: Option<bool>,
    /// The work for this move.
    #[serde(flatten)]
    pub work: WorkData,
    /// Why nothing is known.
    pub stopped_by: Option<String>,
}

impl AnswerData {
    /// An answer under its circumstances.
    #[must_use]
    pub fn of(circumstances: Circumstances<'_>, answered: &Answered) -> AnswerData {
        let Circumstances {
            game,
            task,
            hints,
            threads,
        } = circumstances;
        let shortest = answered
            .shortest
            .filter(|_| answered.answer != Answer::Disproved);
        let numbers = numbers(answered);
        let attacker = game.sides()[answered.aim.attacker.index()].clone();
        let options = task.settings.iter();
        let mut data = AnswerData {
            game: game.name(),
            problem: None,
            line_number: None,
            input: None,
            position: answered.position.clone(),
            goal: goal(&attacker, answered.aim),
            attacker,
            rules: game.rules(),
            algorithm: task.algorithm.name.to_string(),
            options: options
                .map(|(a, b)| (a.to_string(), b.to_string()))
                .collect(),
            hints: hints.iter().cloned().collect(),
            answer: answered.answer.to_string(),
            pn: numbers.map(|bounds| finite(bounds.pn())),
            dn: numbers.map(|bounds| finite(bounds.dn())),
            value: None,
            score: answered.end.and_then(|end| end.score).map(Some),
            score_bounds: None,
            scored: answered.scored.clone(),
            questions: None,
            moves: None,
            line: answered.line.clone(),
            line_complete: answered.line_complete(),
            line_may_be_longer: answered.line_may_be_longer.then_some(true),
            length: shortest.and_then(|known| known.most),
            length_proven: shortest.map(|known| known.exact().is_some()),
            length_at_least: shortest.map(|known| known.least),
            counted: answered.counted.as_ref().map(CountedData::of),
            yozume: answered.others.as_ref().map(OtherSolutionsData::of),
            missing: answered.missing.as_ref().map(MissingData::of),
            composers: answered.judgement.as_ref().map(ComposersData::of),
            refutation: answered.refutation.as_ref().map(RefutationData::of),
            work: answered.work.into(),
            threads,
            memory: task.memory,
            stopped_by: answered.stopped_by.map(|stop| stop.to_string()),
            outcome: answered.end.map(|end| game.outcome_name(end.outcome)),
            over: answered.why_over.clone(),
        };
        match &answered.found {
            Found::Answer | Found::Score(_) => {}
            Found::Value(value) => data.value = Some(*value),
            Found::Moves(value, moves) => {
                data.value = Some(*value);
                data.moves = Some(moves.iter().map(MoveData::of).collect());
            }
            Found::Answers(moves) | Found::Scores(_, moves) => {
                data.moves = Some(moves.iter().map(MoveData::of).collect());
            }
        }
        if let Some(known) = answered.score() {
            data.score = Some(known.score());
            data.score_bounds = Some(known.bounds);
            data.questions = Some(known.questions);
        }
        data
    }
}

impl MoveData {
    /// A move and what is known of it.
    #[must_use]
    pub fn of(known: &MoveValue) -> MoveData {
        MoveData {
            mv: known.mv.clone(),
            value: match (known.answer, known.bounds) {
                (None, None) => Some(known.value),
                _ => None,
            },
            answer: known.answer.map(|answer| answer.to_string()),
            score: known.bounds.map(|_| known.score()),
            score_bounds: known.bounds,
            length: known.length.map(|length| length.most),
            length_proven: known.length.map(|length| length.exact().is_some()),
            length_at_least: known.length.map(|length| length.least),
            line: known.line.clone(),
            line_complete: known.line_is_cut.then_some(false),
            line_may_be_longer: known.line_may_be_longer.then_some(true),
            work: known.work.into(),
            stopped_by: known.stopped_by.map(|stop| stop.to_string()),
        }
    }
}

/// The numbers of the question that decided. Of several moves there are none together as
/// long as the answer is open.
fn numbers(answered: &Answered) -> Option<Bounds> {
    match (answered.answer, &answered.found) {
        (Answer::Proved, _) => Some(Bounds::PROVED),
        (Answer::Disproved, _) => Some(Bounds::DISPROVED),
        (Answer::Unknown, Found::Moves(..) | Found::Answers(_) | Found::Scores(..)) => None,
        (Answer::Unknown, _) => Some(answered.bounds),
    }
}

/// A proof or disproof number; nothing for an infinite one.
fn finite(number: Number) -> Option<u32> {
    (!number.is_infinite()).then(|| number.get())
}

/// What must be reached.
fn goal(attacker: &str, aim: Aim) -> String {
    match aim.least {
        None => format!("{attacker} wins"),
        Some(least) => format!("{attacker} scores at least {}", score_text(least)),
    }
}
