//! Requests as JSON.

use std::time::Duration;

use serde::Deserialize;
use serde::de::DeserializeOwned;
use shomei::{AnyPosition, Error, ExactLine, Limits, Query, Question, WinLength};

/// The most bytes that a table can have here.
const MOST_MEMORY: u64 = (1 << 31) - 1;

/// The game and the memory of a solver.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SolverRequest {
    /// The name of the game.
    pub(crate) game: String,
    /// The rules; empty for the usual rules.
    #[serde(default)]
    pub(crate) rules: String,
    /// The name of the algorithm; the default is the best one for the game.
    #[serde(default)]
    pub(crate) algorithm: Option<String>,
    /// The memory of the table in bytes.
    #[serde(default)]
    memory: Option<u64>,
}

impl SolverRequest {
    /// The memory of the table in bytes.
    pub(crate) fn memory(&self) -> Result<Option<usize>, Error> {
        let bytes = |wanted: u64| match usize::try_from(wanted) {
            Ok(bytes) if wanted <= MOST_MEMORY => Ok(bytes),
            _ => Err(Error::limit(format!(
                "memory: {wanted} bytes are more than WebAssembly has for a table: at most \
                 {MOST_MEMORY}"
            ))),
        };
        self.memory.map(bytes).transpose()
    }
}

/// A question about a position. An unknown field is an error, because it may be a limit.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct QuestionRequest {
    /// The position, in any notation of the game. A game of a user has another default.
    #[serde(default)]
    pub(crate) position: Option<String>,
    /// The kind of the question.
    #[serde(default)]
    ask: Ask,
    /// The side that must win; the default is the side to move.
    #[serde(default)]
    side: Option<String>,
    /// Whether the length of a win matters.
    #[serde(default)]
    shortest: bool,
    /// The maximum number of expanded nodes.
    #[serde(default)]
    nodes: Option<u64>,
    /// The maximum time.
    #[serde(default)]
    seconds: Option<f64>,
    /// Whether certificates are wanted.
    #[serde(default)]
    pub(crate) proof: bool,
    /// Whether one file with all certificates is wanted.
    #[serde(default)]
    pub(crate) bundle: bool,
}

/// The kinds of questions.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Ask {
    /// Can a side force a win?
    #[default]
    Win,
    /// Win, draw or loss?
    Value,
    /// The result of every move.
    Moves,
    /// The score.
    Score,
    /// The score of every move.
    Scores,
}

/// Reads a request.
pub(crate) fn read<T: DeserializeOwned>(text: &str) -> Result<T, Error> {
    serde_json::from_str(text).map_err(|error| Error::usage(error.to_string()))
}

impl QuestionRequest {
    /// The query to a session.
    pub(crate) fn query(&self, position: &AnyPosition) -> Result<Query, Error> {
        let side = self.side.as_deref();
        let side = side.map(|side| position.game().side(side)).transpose()?;
        let question = match self.ask {
            Ask::Win => side.map_or(Question::MoverWins, Question::Win),
            Ask::Value => Question::Value,
            Ask::Moves => side.map_or(Question::Moves, Question::MovesFor),
            Ask::Score => Question::Score,
            Ask::Scores => Question::MoveScores,
        };
        Ok(Query {
            question,
            length: match self.shortest {
                true => WinLength::Shortest,
                false => WinLength::Any,
            },
            line: ExactLine::Search,
        })
    }

    /// The limits of the search.
    pub(crate) fn limits(&self) -> Result<Limits, Error> {
        Ok(Limits {
            nodes: self.nodes,
            time: time(self.seconds)?,
            ..Limits::default()
        })
    }
}

/// A time limit in seconds.
pub(crate) fn time(seconds: Option<f64>) -> Result<Option<Duration>, Error> {
    let time = seconds.map(Duration::try_from_secs_f64).transpose();
    time.map_err(|error| Error::usage(format!("seconds: {error}")))
}
