//! A reader that tracks its position. An early end is reported as damage, not as an I/O error, and
//! a length field never determines an allocation.

use std::io::{self, ErrorKind, Read};

use crate::{Damage, Part, ReadError};

/// A reader that counts the bytes that it has returned.
#[derive(Debug)]
pub(crate) struct Source<R> {
    inner: R,
    offset: u64,
}

impl<R: Read> Source<R> {
    pub(crate) fn new(inner: R) -> Source<R> {
        Source { inner, offset: 0 }
    }

    /// The number of bytes read so far.
    pub(crate) fn offset(&self) -> u64 {
        self.offset
    }

    pub(crate) fn into_inner(self) -> R {
        self.inner
    }

    /// The next `N` bytes, which belong to `part`.
    pub(crate) fn array<const N: usize>(&mut self, part: Part) -> Result<[u8; N], ReadError> {
        let mut bytes = [0; N];
        match self.inner.read_exact(&mut bytes) {
            Ok(()) => {
                self.offset += N as u64;
                Ok(bytes)
            }
            Err(e) if e.kind() == ErrorKind::UnexpectedEof => {
                Err(Damage::Truncated { part }.into())
            }
            Err(e) => Err(e.into()),
        }
    }

    /// Appends the next `len` bytes to `out`, which grows only as bytes arrive.
    pub(crate) fn append(
        &mut self,
        len: u32,
        out: &mut Vec<u8>,
        part: Part,
    ) -> Result<(), ReadError> {
        let mut limited = self.inner.by_ref().take(u64::from(len));
        let read = limited.read_to_end(out)?;
        self.offset += read as u64;
        if read < len as usize {
            return Err(Damage::Truncated { part }.into());
        }
        Ok(())
    }

    /// Whether the input has ended; reads a byte to find out.
    pub(crate) fn at_end(&mut self) -> io::Result<bool> {
        let mut byte = Vec::with_capacity(1);
        self.inner.by_ref().take(1).read_to_end(&mut byte)?;
        Ok(byte.is_empty())
    }
}

/// The fixed-width integers of a layout, in order.
#[derive(Debug)]
pub(crate) struct Fields<'a>(pub(crate) &'a [u8]);

impl Fields<'_> {
    /// The next integer.
    ///
    /// # Panics
    ///
    /// If the layout has fewer bytes: the callers slice constant layouts.
    pub(crate) fn u64(&mut self) -> u64 {
        u64::from_le_bytes(self.array())
    }

    /// Like [`Fields::u64`].
    pub(crate) fn u32(&mut self) -> u32 {
        u32::from_le_bytes(self.array())
    }

    fn array<const N: usize>(&mut self) -> [u8; N] {
        let (front, rest) = self.0.split_at(N);
        self.0 = rest;
        let mut bytes = [0; N];
        bytes.copy_from_slice(front);
        bytes
    }
}
