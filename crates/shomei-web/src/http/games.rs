//! The routes of the server's description, its games, and positions of them.

use axum::extract::{Request, State};
use axum::http::Uri;
use axum::response::{IntoResponse, Response};

use super::bodies::body;
use super::replies::{blocking, query};
use crate::requests::GameRequest;
use crate::state::Shared;

pub(crate) async fn about(State(shared): State<Shared>) -> Response {
    blocking(move || Ok(shared.about())).await
}

pub(crate) async fn board(State(shared): State<Shared>, uri: Uri) -> Response {
    blocking(move || Ok(query::<GameRequest>(&uri)?.board(&shared.kinds)?)).await
}

pub(crate) async fn edit(State(shared): State<Shared>, uri: Uri) -> Response {
    blocking(move || Ok(query::<GameRequest>(&uri)?.edit(&shared.kinds)?)).await
}

pub(crate) async fn read(State(shared): State<Shared>, request: Request) -> Response {
    let uri = request.uri().clone();
    let bytes = match body(&shared, request).await {
        Ok(bytes) => bytes,
        Err(failure) => return failure.into_response(),
    };
    blocking(move || Ok(query::<GameRequest>(&uri)?.read(&shared.kinds, &bytes)?)).await
}
