//! Certificates: what they are about, their checks, their nodes.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::{StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;

use super::replies::{Failure, blocking, json, query};
use crate::certificate::{self, Explored};
use crate::state::Shared;
use crate::words::Lang;

/// What an address may say about a node.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Where {
    path: String,
    lang: Lang,
    line: u8,
}

impl Where {
    fn path(&self) -> Result<certificate::Path, Failure> {
        Ok(self.path.parse()?)
    }
}

/// The certificate with this number.
fn find(shared: &Shared, id: &str) -> Result<(u64, Arc<Explored>), Failure> {
    let id: Option<u64> = id.parse().ok();
    let found = id.and_then(|id| Some((id, shared.certificates.get(id)?)));
    found.ok_or_else(|| Failure::not_found("there is no such certificate"))
}

pub(crate) async fn about(
    State(shared): State<Shared>,
    Path(id): Path<String>,
    uri: Uri,
) -> Response {
    let asked = || {
        let (id, explored) = find(&shared, &id)?;
        Ok((id, explored, query::<Where>(&uri)?.lang))
    };
    match asked() {
        Ok((id, explored, lang)) => blocking(move || Ok(explored.data(id, lang))).await,
        Err(failure) => Failure::into_response(failure),
    }
}

pub(crate) async fn check(State(shared): State<Shared>, Path(id): Path<String>) -> Response {
    match find(&shared, &id) {
        Ok((_, explored)) => json(StatusCode::OK, &explored.check()),
        Err(failure) => failure.into_response(),
    }
}

pub(crate) async fn node(
    State(shared): State<Shared>,
    Path(id): Path<String>,
    uri: Uri,
) -> Response {
    blocking(move || {
        let (_, explored) = find(&shared, &id)?;
        let place: Where = query(&uri)?;
        let path = place.path()?;
        Ok(explored.node(&path, place.lang, place.line == 1)?)
    })
    .await
}

pub(crate) async fn line(
    State(shared): State<Shared>,
    Path(id): Path<String>,
    uri: Uri,
) -> Response {
    blocking(move || {
        let (_, explored) = find(&shared, &id)?;
        let place: Where = query(&uri)?;
        Ok(explored.line(&place.path()?)?)
    })
    .await
}
