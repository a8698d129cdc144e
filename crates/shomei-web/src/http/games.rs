//! What the server is and which games it knows.

use axum::extract::State;
use axum::response::Response;

use super::replies::blocking;
use crate::state::Shared;

pub(crate) async fn about(State(shared): State<Shared>) -> Response {
    blocking(move || Ok(shared.about())).await
}
