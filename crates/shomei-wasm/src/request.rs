//! Requests as JSON.

use std::time::Duration;

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
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
///
/// # Errors
///
/// The text is not a request. The error names the wrong field, and the nearest name of an unknown
/// one.
pub(crate) fn read<T: DeserializeOwned>(text: &str) -> Result<T, Error> {
    let fields: Map<String, Value> =
        serde_json::from_str(text).map_err(|error| Error::usage(error.to_string()))?;
    let read = |fields| serde_json::from_value::<T>(Value::Object(fields));
    read(fields.clone()).map_err(|error| {
        let text = error.to_string();
        let is_unknown = text.starts_with("unknown");
        // The unknown name and the known ones.
        let mut names = text.split('`').skip(1).step_by(2);
        let error = match (names.next(), text.split_once(',')) {
            (Some(name), Some((begin, _))) if is_unknown => {
                Error::unknown(begin.to_string(), name, names)
            }
            _ => Error::usage(text.clone()),
        };
        let wrong = fields.keys().find(|&name| {
            let mut others = fields.clone();
            others.remove(name);
            read(others).is_ok()
        });
        match wrong.filter(|_| !text.starts_with("unknown field")) {
            Some(name) => error.context(name.clone()),
            None => error,
        }
    })
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
            length: WinLength::from(self.shortest),
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_name_the_field_and_the_nearest_name() {
        let error = |text| read::<QuestionRequest>(text).expect_err("it is wrong");
        let unknown = error(r#"{"position": "start", "sekonds": 1}"#);
        assert_eq!(unknown.suggestion(), Some("seconds"));
        assert_eq!(
            unknown.to_string(),
            "unknown field `sekonds`; did you mean \"seconds\"?"
        );
        let variant = error(r#"{"position": "start", "ask": "valeu"}"#);
        assert_eq!(variant.suggestion(), Some("value"));
        assert_eq!(
            variant.to_string(),
            "ask: unknown variant `valeu`; did you mean \"value\"?"
        );
        let kind = error(r#"{"position": "start", "nodes": "many"}"#);
        assert_eq!(
            kind.to_string(),
            "nodes: invalid type: string \"many\", expected u64"
        );
    }

    #[test]
    fn memory_has_a_limit() {
        let memory = |text| read::<SolverRequest>(text).expect("it is valid").memory();
        assert_eq!(memory(r#"{"game": "loa"}"#).ok(), Some(None));
        let most = memory(r#"{"game": "loa", "memory": 2147483647}"#);
        assert_eq!(most.ok(), Some(Some(2_147_483_647)));
        let error = memory(r#"{"game": "loa", "memory": 2147483648}"#).expect_err("too much");
        assert_eq!(error.kind(), shomei::ErrorKind::Limit);
    }
}
