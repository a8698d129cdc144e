//! The properties of the fuzz targets as functions of bytes.
//!
//! Each function panics if the property does not hold. The target of the same name calls it with
//! inputs of libFuzzer; the tests of this package call it with seeded inputs, so that any toolchain
//! can run them.

#![forbid(unsafe_code)]

mod certificate;
mod choices;
mod convert;
mod escape;
mod notation;
mod records;
mod small;

pub use certificate::{
    accepted_certificate_is_true, certificate_never_panics,
    mutated_certificate_is_rejected_or_same_claim,
};
pub use convert::convert;
pub use escape::shown_text_is_one_plain_line;
pub use notation::{loa_notation, othello_notation, shogi_notation, uttt_notation};
pub use records::{loa_records, othello_records, shogi_records};

/// A seeded stream of bytes for tests.
#[cfg(test)]
fn seeded_bytes(seed: u64, length: usize) -> Vec<u8> {
    let mut stream = shomei_game::KeyStream::new(seed);
    (0..length).map(|_| stream.next_key().0 as u8).collect()
}
