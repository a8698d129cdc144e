//! The routes of bundles: their results, their files, and their certificates.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::{Path, State};
use axum::http::Uri;
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};

use super::certificates::attachment;
use super::chunks::chunks;
use super::replies::{Failure, blocking, query};
use crate::bundle::Bundle;
use crate::state::{Shared, State as ServerState};
use crate::texts::{self, Lang};

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct BundleQuery {
    #[serde(deserialize_with = "texts::lang")]
    lang: Lang,
}

/// The reply to the request to open a certificate.
#[derive(Debug, Serialize)]
struct OpenedCertificate {
    id: String,
}

/// The bundle with this number.
fn find(shared: &ServerState, id: &str) -> Result<(u64, Arc<Bundle>), Failure> {
    let Ok(id) = id.parse() else {
        return Err(Failure::not_found(texts::no_bundle()));
    };
    let found = shared.certificates.bundle(id);
    found.map(|bundle| (id, bundle)).map_err(Failure::not_found)
}

pub(crate) async fn about(
    State(shared): State<Shared>,
    Path(id): Path<String>,
    uri: Uri,
) -> Response {
    blocking(move || {
        let (id, bundle) = find(&shared, &id)?;
        let BundleQuery { lang } = query(&uri)?;
        Ok(bundle.data(id, lang)?)
    })
    .await
}

/// The file of an accepted bundle.
pub(crate) async fn file(State(shared): State<Shared>, Path(id): Path<String>) -> Response {
    let found = find(&shared, &id).and_then(|(id, bundle)| {
        let stored = bundle.file();
        let stored = stored.ok_or_else(|| Failure::not_found(texts::no_bundle()))?;
        Ok((id, stored))
    });
    match found {
        Ok((id, stored)) => {
            let body = Body::from_stream(chunks(&stored));
            attachment(id, "zip", "application/zip", body)
        }
        Err(failure) => failure.into_response(),
    }
}

/// Opens a certificate of an accepted bundle, once: a copy for each request would displace answers.
pub(crate) async fn open(
    State(shared): State<Shared>,
    Path((id, name)): Path<(String, String)>,
) -> Response {
    blocking(move || {
        let (_, bundle) = find(&shared, &id)?;
        let mut opened = bundle.opened();
        let known = opened.get(&name).copied();
        let id = match known.filter(|&id| shared.certificates.get(id).is_some()) {
            Some(id) => id,
            None => {
                let stored = bundle.certificate(&name)?;
                let stored = stored.ok_or_else(|| Failure::not_found(texts::no_certificate()))?;
                let title = format!("{}: {name}", bundle.name());
                shared.certificates.add_upload(&title, stored)?.0
            }
        };
        opened.insert(name, id);
        Ok(OpenedCertificate { id: id.to_string() })
    })
    .await
}
