//! A file of any length as a body that is sent piece by piece.

use std::future::Future;
use std::io::{self, Read};
use std::pin::Pin;
use std::task::{Context, Poll};

use futures_core::Stream;
use tokio::task::{JoinHandle, spawn_blocking};

use crate::certificate::{Part, Stored};

/// The number of bytes that are read at a time.
const PIECE: usize = 64 << 10;

/// The pieces of a file. Each is read after the previous one was sent.
pub(crate) struct Chunks {
    state: ChunkState,
}

enum ChunkState {
    Idle(Part),
    Reading(JoinHandle<io::Result<(Vec<u8>, Part)>>),
    Over,
}

impl Chunks {
    pub(crate) fn new(stored: &Stored) -> Chunks {
        let state = ChunkState::Idle(stored.reader());
        Chunks { state }
    }
}

fn piece(mut part: Part) -> io::Result<(Vec<u8>, Part)> {
    let mut bytes = Vec::new();
    Read::by_ref(&mut part)
        .take(PIECE as u64)
        .read_to_end(&mut bytes)?;
    Ok((bytes, part))
}

impl Stream for Chunks {
    type Item = io::Result<Vec<u8>>;

    fn poll_next(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<io::Result<Vec<u8>>>> {
        if let ChunkState::Idle(_) = self.state
            && let ChunkState::Idle(part) = std::mem::replace(&mut self.state, ChunkState::Over)
        {
            self.state = ChunkState::Reading(spawn_blocking(|| piece(part)));
        }
        let ChunkState::Reading(reading) = &mut self.state else {
            return Poll::Ready(None);
        };
        let read = match Pin::new(reading).poll(context) {
            Poll::Pending => return Poll::Pending,
            Poll::Ready(read) => read.map_err(io::Error::other).flatten(),
        };
        self.state = ChunkState::Over;
        Poll::Ready(match read {
            Ok((bytes, _)) if bytes.is_empty() => None,
            Ok((bytes, part)) => {
                self.state = ChunkState::Idle(part);
                Some(Ok(bytes))
            }
            Err(error) => Some(Err(error)),
        })
    }
}
