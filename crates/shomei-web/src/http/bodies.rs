//! The bodies of requests, with limits for the size of one body, for its duration, and for the
//! memory of all bodies together.
//!
//! A body is in memory from its first piece until the request is answered. The limit for all bodies
//! prevents senders that stop in the middle from filling the memory before their time limit.

use std::ops::Deref;
use std::sync::Arc;
use std::time::Duration;

use axum::body::BodyDataStream;
use axum::extract::Request;
use axum::http::StatusCode;
use axum::http::header::CONTENT_LENGTH;
use futures_util::StreamExt;
use shomei::Error;
use shomei::game::error_text;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::replies::Failure;
use crate::about::MOST_BODY;
use crate::state::Shared;
use crate::texts;

/// The maximum time in which a body must arrive.
pub(super) const TIME: Duration = Duration::from_secs(20);

/// The body of a request. Dropping it frees its share of the limit.
#[derive(Debug, Default)]
pub(super) struct RequestBody {
    bytes: Vec<u8>,
    room: Option<OwnedSemaphorePermit>,
}

impl Deref for RequestBody {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.bytes
    }
}

/// Reads the body of a request. A body that is too large is refused before it is read if the
/// request states its length, and else as soon as the limit is exceeded.
pub(super) async fn body(shared: &Shared, request: Request) -> Result<RequestBody, Failure> {
    let length = stated_length(&request);
    if length.is_some_and(|length| length > MOST_BODY as u64) {
        return Err(too_large());
    }
    let stream = request.into_body().into_data_stream();
    let read = collect(stream, length.unwrap_or(0) as usize, &shared.bodies);
    match tokio::time::timeout(TIME, read).await {
        Ok(read) => read,
        Err(_) => Err(too_slow()),
    }
}

/// The length that a request states, if it does.
pub(super) fn stated_length(request: &Request) -> Option<u64> {
    let length = request.headers().get(CONTENT_LENGTH)?;
    length.to_str().ok()?.parse().ok()
}

fn too_large() -> Failure {
    let text = error_text!("body-too-long", "the body is longer than 1 MiB");
    Failure::new(StatusCode::PAYLOAD_TOO_LARGE, Error::input(text))
}

/// A body takes too long to arrive.
pub(super) fn too_slow() -> Failure {
    let text = error_text!("body-too-slow", "the body takes too long to arrive");
    Failure::new(StatusCode::REQUEST_TIMEOUT, Error::input(text))
}

/// Collects the pieces of a body of about `about` bytes. Each piece is counted against the limit
/// before it is stored.
async fn collect(
    mut stream: BodyDataStream,
    about: usize,
    room: &Arc<Semaphore>,
) -> Result<RequestBody, Failure> {
    let mut body = RequestBody {
        // The system allocates no memory for pages that are never written.
        bytes: Vec::with_capacity(about),
        room: None,
    };
    while let Some(piece) = stream.next().await {
        // If the connection has broken, the client does not receive this reply.
        let broken = |error| Failure::new(StatusCode::BAD_REQUEST, Error::run(error));
        let piece = piece.map_err(broken)?;
        if body.bytes.len() + piece.len() > MOST_BODY {
            return Err(too_large());
        }
        let bytes = u32::try_from(piece.len()).unwrap_or(u32::MAX);
        let Ok(more) = Arc::clone(room).try_acquire_many_owned(bytes) else {
            let error = Error::limit(texts::too_many_bodies());
            return Err(Failure::new(StatusCode::SERVICE_UNAVAILABLE, error));
        };
        match &mut body.room {
            Some(room) => room.merge(more),
            room => *room = Some(more),
        }
        body.bytes.extend_from_slice(&piece);
    }
    Ok(body)
}

#[cfg(test)]
mod tests {
    use axum::response::IntoResponse;

    use super::*;

    /// The result of reading a body of this number of bytes with a limit of ten bytes.
    fn read(bytes: usize, room: &Arc<Semaphore>) -> Result<RequestBody, Failure> {
        let stream = axum::body::Body::from(vec![b'x'; bytes]).into_data_stream();
        let runtime = tokio::runtime::Builder::new_current_thread().build();
        runtime.unwrap().block_on(collect(stream, bytes, room))
    }

    #[test]
    fn bodies_share_the_room_and_give_it_back() {
        let room = Arc::new(Semaphore::new(10));
        let first = read(6, &room).unwrap();
        assert_eq!((first.len(), room.available_permits()), (6, 4));
        let refused = read(5, &room).unwrap_err().into_response();
        assert_eq!(refused.status(), StatusCode::SERVICE_UNAVAILABLE);
        assert_eq!(room.available_permits(), 4);
        let second = read(4, &room).unwrap();
        assert_eq!(room.available_permits(), 0);
        assert_eq!(read(0, &room).unwrap().len(), 0);
        drop((first, second));
        assert_eq!(room.available_permits(), 10);
    }

    #[test]
    fn a_body_that_is_too_large_is_refused_whatever_room_there_is() {
        let room = Arc::new(Semaphore::new(2 * MOST_BODY));
        let refused = read(MOST_BODY + 1, &room).unwrap_err().into_response();
        assert_eq!(refused.status(), StatusCode::PAYLOAD_TOO_LARGE);
        assert_eq!(room.available_permits(), 2 * MOST_BODY);
    }
}
