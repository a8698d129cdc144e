//! The requests of a page about games, positions and certificates, independent of the way they
//! arrive.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use serde::{Deserialize, Serialize};
use shomei::data::{ErrorData, ErrorPlace};
use shomei::{AnyGame, Error, ErrorKind, Kinds};

use crate::boards::{self, PositionData};
use crate::certificate::{
    Explored, Exported, FindData, NodeData, ParentsData, Path, PathData, Wish,
};
use crate::problem::{self, ProblemData};
use crate::texts::{self, Lang};

/// A request about a position of a game.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct GameRequest {
    game: String,
    rules: String,
    position: String,
    /// The move that led to it.
    last: Option<String>,
    /// The square to change, and the new piece.
    square: String,
    piece: Option<String>,
    /// The name of a file.
    name: String,
    #[serde(deserialize_with = "texts::lang")]
    lang: Lang,
}

impl GameRequest {
    fn game(&self, kinds: &Kinds) -> Result<AnyGame, Error> {
        kinds.open(&self.game, &self.rules)
    }

    /// The position with its board.
    pub(crate) fn board(&self, kinds: &Kinds) -> Result<PositionData, Error> {
        let last = self.last.as_deref();
        boards::read(&self.game(kinds)?, &self.position, last, self.lang)
    }

    /// The position after the change of a square.
    pub(crate) fn edit(&self, kinds: &Kinds) -> Result<PositionData, Error> {
        let piece = self.piece.as_deref().filter(|piece| !piece.is_empty());
        let change = (self.position.as_str(), self.square.as_str(), piece);
        boards::edit(&self.game(kinds)?, change, self.lang)
    }

    /// The problem in a file.
    pub(crate) fn read(&self, kinds: &Kinds, bytes: &[u8]) -> Result<ProblemData, Error> {
        problem::read(
            kinds,
            (&self.game, &self.rules),
            &self.name,
            bytes,
            self.lang,
        )
    }
}

/// A request about a place of a certificate.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct PlaceRequest {
    path: String,
    #[serde(deserialize_with = "texts::lang")]
    pub(crate) lang: Lang,
    line: u8,
    /// The number of a record.
    number: u64,
    /// A position to search for.
    pub(crate) position: String,
    /// The form of an export.
    pub(crate) form: String,
}

impl PlaceRequest {
    fn path(&self) -> Result<Path, Error> {
        self.path.parse()
    }

    /// The node at the place.
    pub(crate) fn node(&self, explored: &Arc<Explored>) -> Result<NodeData, Error> {
        let wish = Wish {
            lang: self.lang,
            line: self.line == 1,
        };
        explored.node(&self.path()?, wish)
    }

    /// The path to the end of its line.
    pub(crate) fn line(&self, explored: &Arc<Explored>) -> Result<PathData, Error> {
        explored.line(&self.path()?)
    }

    /// The moves that lead to a record.
    pub(crate) fn parents(
        &self,
        explored: &Explored,
        stop: &AtomicBool,
    ) -> Result<ParentsData, Error> {
        explored.parents(self.number, self.lang, stop)
    }

    /// The state of the search for a position.
    pub(crate) fn find(&self, explored: &Arc<Explored>) -> Result<FindData, Error> {
        explored.find(&self.position, self.lang)
    }

    /// The line or the board as a file.
    pub(crate) fn export(&self, explored: &Explored) -> Result<Exported, Error> {
        explored.export(&self.path()?, &self.form, self.lang)
    }
}

/// An error as a JSON object.
#[derive(Debug, Serialize)]
pub(crate) struct ErrorObject {
    #[serde(rename = "type")]
    kind: &'static str,
    message: String,
    #[serde(flatten)]
    place: ErrorPlace,
    #[serde(skip_serializing_if = "Option::is_none")]
    suggestion: Option<String>,
}

/// An error as a JSON object.
pub(crate) fn error_object(error: &Error, lang: Lang) -> ErrorObject {
    let data = ErrorData::from(error);
    ErrorObject {
        kind: data.error_type,
        message: texts::error_text(error, lang),
        place: data.error_place.unwrap_or_default(),
        suggestion: data.suggestion,
    }
}

/// The status of a request that fails with this error, as in HTTP.
pub(crate) fn status_of(error: &Error) -> u16 {
    match error.kind() {
        ErrorKind::Usage | ErrorKind::Input => 422,
        ErrorKind::Limit => 503,
        _ => 500,
    }
}
