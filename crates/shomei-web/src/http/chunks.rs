//! A file of any length as a body that is sent piece by piece.

use std::io::{self, Read};

use futures_util::stream::{Stream, try_unfold};
use tokio::task::spawn_blocking;

use crate::certificate::{Part, Stored};

/// The number of bytes that are read at a time.
const PIECE: usize = 64 << 10;

/// The pieces of a file. Each is read after the previous one was sent.
pub(crate) fn chunks(stored: &Stored) -> impl Stream<Item = io::Result<Vec<u8>>> + use<> {
    try_unfold(stored.reader(), |part| async {
        let read = spawn_blocking(|| piece(part)).await;
        let (bytes, part) = read.map_err(io::Error::other).flatten()?;
        Ok((!bytes.is_empty()).then_some((bytes, part)))
    })
}

fn piece(mut part: Part) -> io::Result<(Vec<u8>, Part)> {
    let mut bytes = Vec::new();
    Read::by_ref(&mut part)
        .take(PIECE as u64)
        .read_to_end(&mut bytes)?;
    Ok((bytes, part))
}
