//! What requests send: how large one body may be, how long it may be on its way, and how much of
//! all bodies may be here at once.
//!
//! A body is in memory from its first piece until the request is answered. What all of them hold
//! is bounded, so that senders who stop in the middle cannot fill the memory before their time is
//! over.

use std::future::poll_fn;
use std::ops::Deref;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::body::BodyDataStream;
use axum::extract::Request;
use axum::http::StatusCode;
use axum::http::header::CONTENT_LENGTH;
use futures_core::Stream;
use shomei::Error;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::replies::Failure;
use crate::state::{MOST_BODY, Shared};
use crate::words::Said;

/// The longest that a body may be on its way.
const TIME: Duration = Duration::from_secs(20);

/// What a request has sent. Its room is free again when it is dropped.
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

/// Reads what a request sends. More than is allowed is refused before it is read, where the
/// request says how much it is, and else as soon as it is too much.
pub(super) async fn body(shared: &Shared, request: Request) -> Result<RequestBody, Failure> {
    let said = request.headers().get(CONTENT_LENGTH);
    let said = said.and_then(|said| said.to_str().ok()?.parse::<u64>().ok());
    if said.is_some_and(|said| said > MOST_BODY as u64) {
        return Err(too_large());
    }
    let stream = request.into_body().into_data_stream();
    let read = collect(stream, said.unwrap_or(0) as usize, &shared.bodies);
    match tokio::time::timeout(TIME, read).await {
        Ok(read) => read,
        Err(_) => {
            let error = Said::SlowBody.input();
            Err(Failure::new(StatusCode::REQUEST_TIMEOUT, error))
        }
    }
}

fn too_large() -> Failure {
    Failure::new(StatusCode::PAYLOAD_TOO_LARGE, Said::LongBody.input())
}

/// Collects the pieces of a body of about `about` bytes. Each takes its room before it is kept.
async fn collect(
    stream: BodyDataStream,
    about: usize,
    room: &Arc<Semaphore>,
) -> Result<RequestBody, Failure> {
    let mut stream = pin!(stream);
    let mut body = RequestBody {
        // Pages that nothing is written to take no memory.
        bytes: Vec::with_capacity(about),
        room: None,
    };
    while let Some(piece) = poll_fn(|context| stream.as_mut().poll_next(context)).await {
        // The answer to a request whose connection has broken is not read.
        let broken = |error| Failure::new(StatusCode::BAD_REQUEST, Error::run(error));
        let piece = piece.map_err(broken)?;
        if body.bytes.len() + piece.len() > MOST_BODY {
            return Err(too_large());
        }
        let bytes = u32::try_from(piece.len()).unwrap_or(u32::MAX);
        let Ok(more) = Arc::clone(room).try_acquire_many_owned(bytes) else {
            let error = Said::ManyBodies.limit();
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

    /// What comes of a body of this many bytes where there is room for ten.
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
