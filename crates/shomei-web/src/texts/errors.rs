//! The errors that several modules report, and the texts of errors in the language of the reader.

use std::error::Error as StdError;
use std::io;

use shomei::Error;
use shomei::game::{ErrorText, error_text};
use shomei::messages::{grouped, rejection_in};
use shomei::proof::Rejection;

use super::Lang;

/// No certificate has had this number.
pub(crate) fn no_certificate() -> ErrorText {
    error_text!("no-such-certificate", "there is no such certificate")
}

/// The certificate of an answer was dropped because of the limits.
pub(crate) fn not_kept() -> ErrorText {
    error_text!(
        "certificate-gone",
        "this certificate is no longer stored: ask the question again"
    )
}

/// No bundle has had this number.
pub(crate) fn no_bundle() -> ErrorText {
    error_text!("no-such-bundle", "there is no such bundle")
}

/// A certificate exceeds the maximum size.
pub(crate) fn certificate_too_long() -> ErrorText {
    error_text!(
        "certificate-too-long",
        "certificates of more than 256 MiB are not stored"
    )
}

/// The memory for request bodies is in use by other requests.
pub(crate) fn too_many_bodies() -> ErrorText {
    error_text!(
        "bodies-too-many",
        "other requests are sending too much: try again"
    )
}

/// The query of an address cannot be read.
pub(crate) fn bad_address(reason: &str) -> Error {
    Error::usage(error_text!(
        "bad-address",
        "the address: {reason}",
        reason = reason
    ))
}

/// The path to a record has more moves than the maximum.
pub(crate) fn way_too_long(record: u64, most: usize) -> Error {
    Error::limit(error_text!(
        "way-too-long",
        "the line to record {record} has more than {most} moves, which is more than can be shown",
        record = grouped(record),
        most = grouped(most as u64)
    ))
}

/// A search has ended with a panic.
pub(crate) fn search_fault() -> Error {
    Error::run(error_text!("search-fault", "the search failed"))
}

/// A check has ended with a panic.
pub(crate) fn check_fault() -> Error {
    Error::run(error_text!("check-fault", "the check failed"))
}

/// An error in a language.
pub(crate) fn error_text(error: &Error, lang: Lang) -> String {
    match rejection(error) {
        Some(fault) => rejection_in(fault, &error.to_string(), lang),
        None => error.text_in(lang),
    }
}

/// The rejection of a certificate among the causes of an error.
fn rejection(error: &Error) -> Option<&Rejection> {
    let mut cause = error.source();
    while let Some(at) = cause {
        // The `source` of a system error skips the error inside it.
        let held = at.downcast_ref::<io::Error>().and_then(io::Error::get_ref);
        let held = held.and_then(|held| held.downcast_ref());
        if let Some(found) = at.downcast_ref().or(held) {
            return Some(found);
        }
        cause = at.source();
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_is_in_the_language_of_the_reader_also_within_a_system_error() {
        let error = Error::run(io::Error::other(certificate_too_long()));
        assert_eq!(error_text(&error, Lang::EN), error.to_string());
        let ja = error_text(&error, Lang::JA);
        assert_eq!(ja, "証明書が256 MiBを超えるため、保存されません。");
        let bound = error.context(no_certificate());
        assert!(error_text(&bound, Lang::JA).ends_with(&ja));
    }
}
