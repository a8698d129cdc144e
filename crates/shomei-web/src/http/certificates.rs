//! The routes of certificates: their data, checks and nodes.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use axum::body::Body;
use axum::extract::{Path, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::http::{StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use serde::Serialize;

use super::chunks::chunks;
use super::replies::{Failure, blocking, json, query, waiting};
use crate::certificate::{Explored, Exported};
use crate::opened::Sought;
use crate::requests::PlaceRequest;
use crate::state::Shared;
use crate::texts::{self, Lang};
use shomei::game::error_text;

/// The certificate with this number.
fn find(shared: &Shared, id: &str) -> Result<(u64, Arc<Explored>), Failure> {
    let Ok(id) = id.parse() else {
        return Err(Failure::not_found(texts::no_certificate()));
    };
    match shared.certificates.seek(id) {
        Sought::Here(explored) => Ok((id, explored)),
        Sought::NotKept => Err(Failure::not_found(texts::not_kept())),
        Sought::Unknown => Err(Failure::not_found(texts::no_certificate())),
    }
}

pub(crate) async fn about(
    State(shared): State<Shared>,
    Path(id): Path<String>,
    uri: Uri,
) -> Response {
    let asked = || {
        let (id, explored) = find(&shared, &id)?;
        Ok((id, explored, query::<PlaceRequest>(&uri)?.lang))
    };
    match asked() {
        Ok((id, explored, lang)) => blocking(move || Ok(explored.data(id, lang))).await,
        Err(failure) => Failure::into_response(failure),
    }
}

pub(crate) async fn check(
    State(shared): State<Shared>,
    Path(id): Path<String>,
    uri: Uri,
) -> Response {
    checked(&shared, &id, &uri, Explored::check)
}

/// Begins an unfinished check again.
pub(crate) async fn check_again(
    State(shared): State<Shared>,
    Path(id): Path<String>,
    uri: Uri,
) -> Response {
    checked(&shared, &id, &uri, Explored::check_again)
}

/// The state of the check of a certificate.
fn checked<T: Serialize>(
    shared: &Shared,
    id: &str,
    uri: &Uri,
    state: impl FnOnce(&Arc<Explored>, Lang) -> T,
) -> Response {
    let asked = || {
        let (_, explored) = find(shared, id)?;
        Ok(state(&explored, query::<PlaceRequest>(uri)?.lang))
    };
    match asked() {
        Ok(found) => json(StatusCode::OK, &found),
        Err(failure) => Failure::into_response(failure),
    }
}

pub(crate) async fn node(
    State(shared): State<Shared>,
    Path(id): Path<String>,
    uri: Uri,
) -> Response {
    blocking(move || {
        let (_, explored) = find(&shared, &id)?;
        Ok(query::<PlaceRequest>(&uri)?.node(&explored)?)
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
        Ok(query::<PlaceRequest>(&uri)?.line(&explored)?)
    })
    .await
}

pub(crate) async fn parents(
    State(shared): State<Shared>,
    Path(id): Path<String>,
    uri: Uri,
) -> Response {
    let Ok(pass) = Arc::clone(&shared.passes).try_acquire_owned() else {
        return Failure::busy(error_text!(
            "busy-reading",
            "other requests are reading whole certificates: try again"
        ))
        .into_response();
    };
    // When the client disconnects, `gone` is dropped and stops the pass over the file.
    let gone = Gone::default();
    let stop = Arc::clone(&gone.0);
    blocking(move || {
        let _pass = pass;
        let (_, explored) = find(&shared, &id)?;
        Ok(query::<PlaceRequest>(&uri)?.parents(&explored, &stop)?)
    })
    .await
}

/// Sets its flag when it is dropped.
#[derive(Default)]
struct Gone(Arc<AtomicBool>);

impl Drop for Gone {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

pub(crate) async fn find_position(
    State(shared): State<Shared>,
    Path(id): Path<String>,
    uri: Uri,
) -> Response {
    blocking(move || {
        let (_, explored) = find(&shared, &id)?;
        Ok(query::<PlaceRequest>(&uri)?.find(&explored)?)
    })
    .await
}

pub(crate) async fn export(
    State(shared): State<Shared>,
    Path(id): Path<String>,
    uri: Uri,
) -> Response {
    let made = waiting(move || {
        let (id, explored) = find(&shared, &id)?;
        let place: PlaceRequest = query(&uri)?;
        if place.form == "proof" {
            return Ok((id, Taken::File(explored)));
        }
        Ok((id, Taken::Bytes(place.export(&explored)?)))
    })
    .await;
    match made {
        Ok((id, Taken::Bytes(made))) => attachment(id, &made.ending, made.kind, made.bytes),
        Ok((id, Taken::File(explored))) => {
            let body = Body::from_stream(chunks(explored.stored()));
            attachment(id, "proof", "application/octet-stream", body)
        }
        Err(failure) => failure.into_response(),
    }
}

/// An exported file.
enum Taken {
    Bytes(Exported),
    File(Arc<Explored>),
}

/// A file to download. Its name contains no text from a request.
pub(super) fn attachment(id: u64, ending: &str, kind: &str, body: impl Into<Body>) -> Response {
    let name = format!("attachment; filename=\"shomei-{id}.{ending}\"");
    let headers = [
        (CONTENT_TYPE, kind),
        (CONTENT_DISPOSITION, name.as_str()),
        (CACHE_CONTROL, "no-store"),
    ];
    (headers, body.into()).into_response()
}
