//! The routes of the server's description, its games, and positions of them.

use axum::extract::{Request, State};
use axum::http::Uri;
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use shomei::AnyGame;

use super::bodies::body;
use super::replies::{Failure, blocking, query};
use crate::boards;
use crate::problem;
use crate::state::Shared;
use crate::texts::{self, Lang};

/// The query parameters of a position.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Place {
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

impl Place {
    fn game(&self, shared: &Shared) -> Result<AnyGame, Failure> {
        Ok(shared.kinds.open(&self.game, &self.rules)?)
    }
}

pub(crate) async fn about(State(shared): State<Shared>) -> Response {
    blocking(move || Ok(shared.about())).await
}

pub(crate) async fn board(State(shared): State<Shared>, uri: Uri) -> Response {
    blocking(move || {
        let place: Place = query(&uri)?;
        let game = place.game(&shared)?;
        let last = place.last.as_deref();
        Ok(boards::read(&game, &place.position, last, place.lang)?)
    })
    .await
}

pub(crate) async fn edit(State(shared): State<Shared>, uri: Uri) -> Response {
    blocking(move || {
        let place: Place = query(&uri)?;
        let game = place.game(&shared)?;
        let piece = place.piece.as_deref().filter(|piece| !piece.is_empty());
        let change = (place.position.as_str(), place.square.as_str(), piece);
        Ok(boards::edit(&game, change, place.lang)?)
    })
    .await
}

pub(crate) async fn read(State(shared): State<Shared>, request: Request) -> Response {
    let uri = request.uri().clone();
    let bytes = match body(&shared, request).await {
        Ok(bytes) => bytes,
        Err(failure) => return failure.into_response(),
    };
    blocking(move || {
        let Place {
            game,
            rules,
            name,
            lang,
            ..
        } = query(&uri)?;
        Ok(problem::read(
            &shared.kinds,
            (&game, &rules),
            &name,
            &bytes,
            lang,
        )?)
    })
    .await
}
