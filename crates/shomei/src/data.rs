//! Results as data: the one description of the fields that JSON objects, other languages and
//! servers hand out. `docs/json.md` explains them to users.
//!
//! Fields may be added; none is renamed.

mod error;
mod loss;
mod missing;
mod others;
mod problem;
mod refutation;
mod verdict;

use std::collections::BTreeMap;
use std::num::NonZeroU64;

use serde::Serialize;
use shomei_search::{Answer, Bounds, Bracket, Number};

use crate::any::{Aim, AnyGame};
use crate::config::SearchConfig;
use crate::questions::{Found, MoveValue, QueryResult, Value};
use crate::solving::TextLine;
use crate::words::score_text;

pub use error::{ErrorData, ErrorPlace};
pub use loss::LossData;
pub use missing::{MissingData, ResistsData, TryData, WithMoreData};
pub use others::{
    ComposersData, DefencesData, GivenData, OtherData, OtherSolutionsData, PlaceData, WordData,
};
pub use problem::{CountedData, ProblemData};
pub use refutation::{BranchData, RefutationData, ThenData};
pub use verdict::VerdictData;

/// An answer as data.
#[derive(Clone, Debug, Serialize)]
pub struct AnswerData {
    /// The name of the game.
    pub game: String,
    /// Where the question comes from. The caller fills it in.
    #[serde(flatten)]
    pub source: SourceData,
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
    /// The score; absent when it is not asked for.
    #[serde(flatten)]
    pub score: Option<ScoreData>,
    /// The position with its score, as others write it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scored: Option<String>,
    /// What is known of each move, the best first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moves: Option<Vec<MoveData>>,
    /// A line of play.
    #[serde(flatten)]
    pub line: LineData,
    /// The plies of the shortest win, where that was asked for: those of the line.
    #[serde(flatten)]
    pub length: LengthData,
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

/// Where a question comes from, as data.
#[derive(Clone, Debug, Default, Serialize)]
pub struct SourceData {
    /// The file, with the line where it is a list.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub problem: Option<String>,
    /// The line, counted from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line_number: Option<usize>,
    /// The text of the position as it was given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub input: Option<String>,
}

/// A score, as data.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct ScoreData {
    /// The score; null when it is not known.
    pub score: Option<i32>,
    /// The least and the greatest score that are possible; absent after the end of the game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score_bounds: Option<[i32; 2]>,
    /// The number of questions that were asked for it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub questions: Option<u64>,
}

/// A line of play, as data.
#[derive(Clone, Debug, Serialize)]
pub struct LineData {
    /// The moves, as texts.
    pub line: Vec<String>,
    /// Whether the line goes to its end; false where a limit cut it. Absent where there is
    /// none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line_complete: Option<bool>,
    /// True where the loser may have a longer defence, whose length a full table has lost; else
    /// absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line_may_be_longer: Option<bool>,
}

impl LineData {
    fn of(line: &TextLine) -> LineData {
        LineData {
            line: line.moves.clone(),
            line_complete: line.is_complete(),
            line_may_be_longer: line.may_be_longer.then_some(true),
        }
    }
}

/// What is known of the plies of a win; everything is absent where lengths were not asked for.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct LengthData {
    /// The fewest that are known; null where none are.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub length: Option<Option<u16>>,
    /// Whether there is none shorter.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub length_proven: Option<bool>,
    /// There is no win in fewer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub length_at_least: Option<u16>,
}

impl LengthData {
    fn of(known: Option<Bracket>) -> LengthData {
        LengthData {
            length: known.map(|known| known.most),
            length_proven: known.map(|known| known.exact().is_some()),
            length_at_least: known.map(|known| known.least),
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
    /// The plies of the shortest win that begins with the move.
    #[serde(flatten)]
    pub length: LengthData,
    /// A line of play that begins with the move; `line_complete` is absent where it goes to its end.
    #[serde(flatten)]
    pub line: LineData,
    /// The work for this move.
    #[serde(flatten)]
    pub work: WorkData,
    /// Why nothing is known.
    pub stopped_by: Option<String>,
}

impl AnswerData {
    /// A result of a game that was searched like this. `hints`: those of the game, see
    /// [`Hints::marks`](crate::Hints::marks).
    #[must_use]
    pub fn of(
        game: &AnyGame,
        config: &SearchConfig,
        hints: &[(String, String)],
        result: &QueryResult,
    ) -> AnswerData {
        let shortest = result
            .shortest
            .filter(|_| result.answer != Answer::Disproved);
        let numbers = numbers(result);
        let attacker = game.sides()[result.aim.attacker.index()].clone();
        let options = config.options.iter();
        let length = LengthData::of(shortest);
        let moves = match &result.found {
            Found::Answer | Found::Score(_) | Found::Value(_) => None,
            Found::Moves(_, moves) | Found::Answers(moves) | Found::Scores(_, moves) => Some(moves),
        };
        AnswerData {
            game: game.name(),
            source: SourceData::default(),
            position: result.position.clone(),
            goal: goal(&attacker, result.aim),
            attacker,
            rules: game.rules(),
            algorithm: config.algorithm.name.to_string(),
            options: options
                .map(|(a, b)| (a.to_string(), b.to_string()))
                .collect(),
            hints: hints.iter().cloned().collect(),
            answer: result.answer.to_string(),
            pn: numbers.map(|bounds| finite(bounds.pn())),
            dn: numbers.map(|bounds| finite(bounds.dn())),
            value: match result.found {
                Found::Value(value) | Found::Moves(value, _) => Some(value),
                _ => None,
            },
            score: score(result),
            scored: result.scored.clone(),
            moves: moves.map(|moves| moves.iter().map(MoveData::of).collect()),
            line: LineData::of(&result.line),
            length: LengthData {
                // Null also where it was not asked for.
                length: length.length.or(Some(None)),
                ..length
            },
            work: result.work.into(),
            threads: config.threads().get(),
            memory: config.memory,
            stopped_by: result.stopped_by.map(|stop| stop.to_string()),
            outcome: result.end.map(|end| game.outcome_name(end.outcome)),
            over: result.why_over.clone(),
        }
    }
}

/// What is known of the score, where it was asked for or the game is over.
fn score(result: &QueryResult) -> Option<ScoreData> {
    match (result.score(), result.end.and_then(|end| end.score)) {
        (Some(known), _) => Some(ScoreData {
            score: known.score(),
            score_bounds: Some(known.bounds),
            questions: Some(known.questions),
        }),
        (None, Some(score)) => Some(ScoreData {
            score: Some(score),
            score_bounds: None,
            questions: None,
        }),
        (None, None) => None,
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
            length: LengthData::of(known.length),
            line: LineData {
                line_complete: known.line.is_cut.then_some(false),
                ..LineData::of(&known.line)
            },
            work: known.work.into(),
            stopped_by: known.stopped_by.map(|stop| stop.to_string()),
        }
    }
}

/// The numbers of the question that decided. Of several moves there are none together as
/// long as the answer is open.
fn numbers(result: &QueryResult) -> Option<Bounds> {
    match (result.answer, &result.found) {
        (Answer::Proved, _) => Some(Bounds::PROVED),
        (Answer::Disproved, _) => Some(Bounds::DISPROVED),
        (Answer::Unknown, Found::Moves(..) | Found::Answers(_) | Found::Scores(..)) => None,
        (Answer::Unknown, _) => Some(result.bounds),
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
