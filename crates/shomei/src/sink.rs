//! What follows the searches of a query: their progress, their certificates and their results.

use std::fmt;
use std::io::{self, Write};

use shomei_search::{Event, Observer};

use crate::any::{Aim, AnyPosition};
use crate::error::Error;
use crate::solving::Solution;

/// Whether the certificate of a search can be wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CertificateWish {
    /// It can: the search may decide the result.
    Wanted,
    /// It cannot.
    Unwanted,
}

impl From<bool> for CertificateWish {
    fn from(is_wanted: bool) -> CertificateWish {
        match is_wanted {
            true => CertificateWish::Wanted,
            false => CertificateWish::Unwanted,
        }
    }
}

/// Receives the progress, the certificates and the results of the searches of a query.
///
/// A query takes one or more searches, one after another. Which of their certificates prove the
/// result is known at the end: [`QueryResult::deciders`](crate::QueryResult::deciders) lists them.
pub trait SearchSink {
    /// Where a certificate is written.
    type Certificate: Write;

    /// A search begins. Returns where its certificate goes, if one is wanted. Certificates of
    /// searches that decide nothing are never wanted.
    ///
    /// # Errors
    ///
    /// Any error ends the query.
    fn begin(
        &mut self,
        position: &AnyPosition,
        aim: Aim,
        wish: CertificateWish,
    ) -> Result<Option<Self::Certificate>, Error>;

    /// Receives an event of the search, some thousand times a second.
    fn event(&mut self, event: &Event<'_>);

    /// A search has ended. The certificate is complete if
    /// [`Solution::certificate`] is `Some(Ok(_))`. A search that fails has no end: the error ends the
    /// query.
    ///
    /// # Errors
    ///
    /// Any error ends the query.
    fn end(
        &mut self,
        position: &AnyPosition,
        aim: Aim,
        solution: &mut Solution,
        certificate: Option<Self::Certificate>,
    ) -> Result<(), Error>;

    /// The certificate of an earlier search decides nothing any more.
    fn discard(&mut self, _aim: Aim) {}
}

/// Passes events to an observer, and wants no certificates.
pub struct Watching<'a>(pub &'a mut dyn Observer);

impl fmt::Debug for Watching<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Watching").finish_non_exhaustive()
    }
}

impl SearchSink for Watching<'_> {
    type Certificate = io::Sink;

    fn begin(
        &mut self,
        _: &AnyPosition,
        _: Aim,
        _: CertificateWish,
    ) -> Result<Option<io::Sink>, Error> {
        Ok(None)
    }

    fn event(&mut self, event: &Event<'_>) {
        self.0.event(event);
    }

    fn end(
        &mut self,
        _: &AnyPosition,
        _: Aim,
        _: &mut Solution,
        _: Option<io::Sink>,
    ) -> Result<(), Error> {
        Ok(())
    }
}

/// The observer of a search that passes its events to a sink.
#[derive(Debug)]
pub struct Events<'a, S>(pub &'a mut S);

impl<S: SearchSink> Observer for Events<'_, S> {
    fn event(&mut self, event: &Event<'_>) {
        self.0.event(event);
    }
}
