//! Results as data: the fields of the objects that JSON, other languages and servers receive.
//! `docs/reference/json.md` explains them to users.
//!
//! Fields can be added; none is renamed.

mod error;
mod examination;
#[cfg(feature = "messages")]
mod loss;
mod missing;
mod others;
mod problem;
mod refutation;
mod verdict;

use std::collections::BTreeMap;
use std::fmt::Display;

use serde::{Serialize, Serializer};
use shomei_search::{Answer, Bounds, Bracket, Number};

use crate::any::{Aim, AnyGame};
use crate::config::SearchConfig;
use crate::messages::score_text;
use crate::questions::{Found, MoveValue, QueryResult, Value, Work};
use crate::solving::TextLine;

pub use error::{ErrorData, ErrorPlace};
pub use examination::{ChangeData, ExaminationData, ExampleData};
#[cfg(feature = "messages")]
pub use loss::LossData;
pub use missing::{MissingData, TryData};
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
    /// The origin of the question. The caller fills it in.
    #[serde(flatten)]
    pub source: SourceData,
    /// The position on one line.
    pub position: String,
    /// The aim in words: "black wins".
    pub goal: String,
    /// The attacker: the side that must reach the aim.
    pub attacker: String,
    /// The rules as the game prints them.
    pub rules: String,
    /// The name of the algorithm.
    pub algorithm: String,
    /// The options that were set for the search.
    pub options: BTreeMap<String, String>,
    /// The hints of the game, by name.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub hints: BTreeMap<String, String>,
    /// `proved`, `disproved` or `unknown`.
    pub answer: String,
    /// The proof number of the root in the deciding question; null if infinite.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pn: Option<Option<u32>>,
    /// The disproof number of the root in the deciding question; null if infinite.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dn: Option<Option<u32>>,
    /// The value; absent when it is not asked for, null when it is not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<Option<Value>>,
    /// The score; absent when it is not asked for.
    #[serde(flatten)]
    pub score: Option<ScoreData>,
    /// The position with its score, in the form of other programs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scored: Option<String>,
    /// The results for each move, the best first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moves: Option<Vec<MoveData>>,
    /// A line of play.
    #[serde(flatten)]
    pub line: LineData,
    /// The plies of the shortest win, if requested: those of the line.
    #[serde(flatten)]
    pub length: LengthData,
    /// The work.
    #[serde(flatten)]
    pub work: Work,
    /// The number of search threads.
    pub threads: usize,
    /// The memory of the search, in bytes.
    pub memory: usize,
    /// The limit that ended the search without an answer: `nodes`, `time`, `memory` or
    /// `interrupt`.
    pub stopped_by: Option<String>,
    /// The side that has won, or `draw`; absent if moves can be played, or if the end depends on
    /// the question.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outcome: Option<String>,
    /// The reason why no move can be played, if it depends on the question.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub over: Option<String>,
}

/// The origin of a question, as data.
#[derive(Clone, Debug, Default, Serialize)]
pub struct SourceData {
    /// The name of the file; `line` is set if the file is a list.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub problem: Option<String>,
    /// The line, counted from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line_number: Option<usize>,
    /// The text of the position as it was entered.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub input: Option<String>,
}

/// A score, as data.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct ScoreData {
    /// The score; null when it is not known.
    pub score: Option<i32>,
    /// The least and the greatest possible score; absent after the end of the game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score_bounds: Option<[i32; 2]>,
    /// The number of questions that the search for the score asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub questions: Option<u64>,
}

/// A line of play, as data.
#[derive(Clone, Debug, Serialize)]
pub struct LineData {
    /// The moves, as texts.
    pub line: Vec<String>,
    /// Whether the line is complete; false if a limit cut it. Absent if there is no line.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line_complete: Option<bool>,
    /// True if the loser may have a longer defence that a full table has lost; else absent.
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

/// The bounds of the plies of a win; all fields are absent if lengths were not requested.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct LengthData {
    /// The fewest plies of a known win; null if none is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub length: Option<Option<u16>>,
    /// Whether no win is shorter.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub length_proven: Option<bool>,
    /// There is no win in fewer plies than this.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub length_at_least: Option<u16>,
}

/// Serialises a value as its text.
pub(crate) fn text<S: Serializer>(value: &impl Display, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(value)
}

/// Serialises the bounds of the plies of a win as [`LengthData`].
pub(crate) fn length<S: Serializer>(
    length: &Option<Bracket>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    LengthData::of(*length).serialize(serializer)
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

/// The results for a move, as data.
#[derive(Clone, Debug, Serialize)]
pub struct MoveData {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// The value; absent if one question was asked; null if it is not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<Option<Value>>,
    /// The answer to that question.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub answer: Option<String>,
    /// The score for the side that plays the move, if scores were requested; null when it is not
    /// known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<Option<i32>>,
    /// The least and the greatest possible score for the side that plays the move, if scores were
    /// requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score_bounds: Option<[i32; 2]>,
    /// The plies of the shortest win that begins with the move.
    #[serde(flatten)]
    pub length: LengthData,
    /// A line of play that begins with the move; `line_complete` is absent for a complete line.
    #[serde(flatten)]
    pub line: LineData,
    /// The work for this move.
    #[serde(flatten)]
    pub work: Work,
    /// The limit that left the move undecided.
    pub stopped_by: Option<String>,
}

impl AnswerData {
    /// The data of a result of a game, with the search settings. `hints` are those of the game, see
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
                // Also null where it was not requested.
                length: length.length.or(Some(None)),
                ..length
            },
            work: result.work,
            threads: config.threads().get(),
            memory: config.memory,
            stopped_by: result.stopped_by.map(|stop| stop.to_string()),
            outcome: result.end.map(|end| game.outcome_name(end.outcome)),
            over: result.why_over.clone(),
        }
    }
}

/// The known score, if it was requested or the game is over.
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
    /// The results for a move.
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
            work: known.work,
            stopped_by: known.stopped_by.map(|stop| stop.to_string()),
        }
    }
}

/// The proof and disproof numbers of the deciding question. A question about all moves has no
/// numbers while its answer is unknown.
fn numbers(result: &QueryResult) -> Option<Bounds> {
    match (result.answer, &result.found) {
        (Answer::Proved, _) => Some(Bounds::PROVED),
        (Answer::Disproved, _) => Some(Bounds::DISPROVED),
        (Answer::Unknown, Found::Moves(..) | Found::Answers(_) | Found::Scores(..)) => None,
        (Answer::Unknown, _) => Some(result.bounds),
    }
}

/// A proof or disproof number; `None` if infinite.
fn finite(number: Number) -> Option<u32> {
    (!number.is_infinite()).then(|| number.get())
}

/// The aim in words.
fn goal(attacker: &str, aim: Aim) -> String {
    match aim.least {
        None => format!("{attacker} wins"),
        Some(least) => format!("{attacker} scores at least {}", score_text(least)),
    }
}
