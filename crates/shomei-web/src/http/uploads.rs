//! Certificates and bundles that a page sends.
//!
//! A body is written to a temporary file block by block, so an upload takes the memory of one
//! block.

use std::fs::File;
use std::io::Write;
use std::sync::Arc;
use std::time::Duration;

use axum::body::BodyDataStream;
use axum::extract::{Request, State};
use axum::http::{StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use futures_util::StreamExt;
use serde::{Deserialize, Serialize};
use shomei::Error;

use super::bodies::{TIME, stated_length, too_slow};
use super::replies::{Failure, json, query, waiting};
use crate::about::MOST_CERTIFICATE;
use crate::bundle;
use crate::certificate::Stored;
use crate::state::Shared;
use crate::texts::{self, Lang};

/// The number of bytes that are collected before they are written.
const BLOCK: usize = 1 << 20;

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Upload {
    /// The name of the file.
    name: String,
    #[serde(rename = "lang", deserialize_with = "texts::lang")]
    _lang: Lang,
}

/// The reply to an upload: the address of the certificate or the bundle.
#[derive(Debug, Serialize)]
struct Uploaded {
    id: String,
    name: String,
    /// The fragment of the address on the page.
    address: String,
}

/// The limits of an upload: its size, and the time for each block.
#[derive(Clone, Copy, Debug)]
struct UploadLimits {
    bytes: u64,
    block_time: Duration,
}

pub(crate) async fn upload(State(shared): State<Shared>, request: Request) -> Response {
    let uri = request.uri().clone();
    match take(&shared, &uri, request).await {
        Ok(uploaded) => json(StatusCode::CREATED, &uploaded),
        Err(failure) => failure.into_response(),
    }
}

async fn take(shared: &Shared, uri: &Uri, request: Request) -> Result<Uploaded, Failure> {
    let limits = UploadLimits {
        bytes: MOST_CERTIFICATE,
        block_time: TIME,
    };
    let Upload { name, .. } = query(uri)?;
    let Ok(permit) = Arc::clone(&shared.uploads).try_acquire_owned() else {
        return Err(Failure::busy(texts::too_many_bodies()));
    };
    let length = stated_length(&request);
    if length.is_some_and(|length| length > limits.bytes) {
        return Err(too_large());
    }
    let file = store(request.into_body().into_data_stream(), limits).await?;
    let opening = Arc::clone(shared);
    waiting(move || {
        let _permit = permit;
        let stored = Stored::new(file).map_err(Error::run)?;
        let is_bundle = bundle::is_archive(&stored).map_err(Error::run)?;
        if is_bundle {
            let (id, name) = opening.certificates.add_bundle(&name, stored);
            return Ok(Uploaded {
                address: format!("#/b/{id}"),
                id: id.to_string(),
                name,
            });
        }
        let (id, name) = opening.certificates.add_upload(&name, stored)?;
        Ok(Uploaded {
            address: format!("#/c/{id}/"),
            id: id.to_string(),
            name,
        })
    })
    .await
}

fn too_large() -> Failure {
    let error = Error::input(texts::certificate_too_long());
    Failure::new(StatusCode::PAYLOAD_TOO_LARGE, error)
}

/// Writes a body to a temporary file without a name.
async fn store(mut stream: BodyDataStream, limits: UploadLimits) -> Result<File, Failure> {
    let mut file = waiting(|| Ok(tempfile::tempfile().map_err(Error::run)?)).await?;
    let mut left = limits.bytes;
    loop {
        let collected = tokio::time::timeout(limits.block_time, block(&mut stream)).await;
        let Ok(collected) = collected else {
            return Err(too_slow());
        };
        let block = collected?;
        if block.is_empty() {
            return Ok(file);
        }
        left = left.checked_sub(block.len() as u64).ok_or_else(too_large)?;
        file = waiting(move || {
            file.write_all(&block).map_err(Error::run)?;
            Ok(file)
        })
        .await?;
    }
}

/// The next bytes of a body, at least [`BLOCK`] unless the body ends; empty at its end.
async fn block(stream: &mut BodyDataStream) -> Result<Vec<u8>, Failure> {
    let mut block = Vec::new();
    while block.len() < BLOCK {
        match stream.next().await {
            // If the connection has broken, the client does not receive this reply.
            Some(Err(error)) => {
                let error = Error::run(error);
                return Err(Failure::new(StatusCode::BAD_REQUEST, error));
            }
            Some(Ok(piece)) => block.extend_from_slice(&piece),
            None => break,
        }
    }
    Ok(block)
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;
    use std::io::{Read, Seek};

    use axum::body::Body;
    use futures_util::stream::pending;

    use super::*;

    fn stored(bytes: &[u8], limit: u64) -> Result<Vec<u8>, StatusCode> {
        let limits = UploadLimits {
            bytes: limit,
            block_time: TIME,
        };
        let stream = Body::from(bytes.to_vec()).into_data_stream();
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_time()
            .build();
        let stored = runtime.unwrap().block_on(store(stream, limits));
        let mut file = stored.map_err(|failure| failure.into_response().status())?;
        let mut read = Vec::new();
        file.rewind().unwrap();
        file.read_to_end(&mut read).unwrap();
        Ok(read)
    }

    #[test]
    fn a_body_is_stored_up_to_its_limit() {
        let bytes: Vec<u8> = (0..3 * BLOCK + 7).map(|at| at as u8).collect();
        let length = bytes.len() as u64;
        assert_eq!(stored(&bytes, length).as_deref(), Ok(&bytes[..]));
        let refused = stored(&bytes, length - 1);
        assert_eq!(refused, Err(StatusCode::PAYLOAD_TOO_LARGE));
        assert_eq!(stored(b"", 0).as_deref(), Ok(&b""[..]));
    }

    #[test]
    fn a_body_that_stalls_is_given_up() {
        let limits = UploadLimits {
            bytes: 10,
            block_time: Duration::from_millis(20),
        };
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_time()
            .build();
        let stream = Body::from_stream(pending::<Result<&[u8], Infallible>>()).into_data_stream();
        let failure = runtime.unwrap().block_on(store(stream, limits));
        let response = failure.unwrap_err().into_response();
        assert_eq!(response.status(), StatusCode::REQUEST_TIMEOUT);
    }
}
