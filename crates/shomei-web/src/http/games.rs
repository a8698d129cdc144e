//! What the server is, the games that it knows, and positions of them.

use axum::body::to_bytes;
use axum::extract::{Request, State};
use axum::http::{StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use shomei::{AnyGame, Error};
use std::time::Duration;

use super::replies::{Failure, blocking, query};
use crate::boards;
use crate::problem;
use crate::state::{MOST_BODY, Shared};
use crate::words::{self, Lang, Said};

/// What an address may say about a position.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Place {
    game: String,
    rules: String,
    position: String,
    /// The move that led to it.
    last: Option<String>,
    /// What is to be changed, and what comes there.
    square: String,
    piece: Option<String>,
    /// The name of a file.
    name: String,
    #[serde(deserialize_with = "words::lang")]
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
        let found = boards::read(&game, &place.position, last, place.lang);
        found.map_err(|error| Error::from(error).into())
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
    let bytes = match body(request).await {
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

/// The longest that a body may be on its way.
const BODY_TIME: Duration = Duration::from_secs(20);

/// What a request sends. More than is allowed is refused before it is read, where the request
/// says how much it is, and else as soon as it is too much.
pub(super) async fn body(request: Request) -> Result<Vec<u8>, Failure> {
    let refused = |status, said: Said| Failure::new(status, said.input());
    let too_large = || refused(StatusCode::PAYLOAD_TOO_LARGE, Said::LongBody);
    let said = request.headers().get(axum::http::header::CONTENT_LENGTH);
    let said = said.and_then(|said| said.to_str().ok()?.parse::<u64>().ok());
    if said.is_some_and(|said| said > MOST_BODY as u64) {
        return Err(too_large());
    }
    let read = to_bytes(request.into_body(), MOST_BODY);
    match tokio::time::timeout(BODY_TIME, read).await {
        Ok(Ok(bytes)) => Ok(bytes.into()),
        Ok(Err(_)) => Err(too_large()),
        Err(_) => Err(refused(StatusCode::REQUEST_TIMEOUT, Said::SlowBody)),
    }
}
