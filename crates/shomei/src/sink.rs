//! Receives the events of the searches of a query: progress, certificates and results.

use std::fmt;
use std::io::{self, Write};

use shomei_search::{Event, Observer};

use crate::any::{Aim, AnyPosition};
use crate::error::Error;
use crate::questions::{MoveValue, WinLength};
use crate::solving::{ShortestOutputs, Solution};

/// Whether the certificate of a search may be wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CertificateWish {
    /// The search can decide the result.
    Wanted,
    /// The search can decide the result of one of several moves.
    OfMove,
    /// The search cannot decide the result.
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
/// A query takes one or more searches, one after another. At the end,
/// [`QueryResult::deciders`](crate::QueryResult::deciders) lists the searches whose certificates
/// prove the result.
pub trait SearchSink {
    /// The writer of a certificate.
    type Certificate: Write;

    /// A search begins. Returns the writer of its certificate, if one is wanted. Certificates of
    /// searches that decide nothing are never wanted.
    ///
    /// # Errors
    ///
    /// Any error ends the query.
    fn begin(
        &mut self,
        _position: &AnyPosition,
        _aim: Aim,
        _wish: CertificateWish,
    ) -> Result<Option<Self::Certificate>, Error> {
        Ok(None)
    }

    /// Receives an event of the search, some thousand times a second.
    fn event(&mut self, event: &Event<'_>);

    /// A search has ended. The certificate is complete if [`Solution::certificate`] is
    /// `Some(Ok(_))`. A search that fails does not report its end: the error ends the query.
    ///
    /// # Errors
    ///
    /// Any error ends the query.
    fn end(
        &mut self,
        _position: &AnyPosition,
        _aim: Aim,
        _solution: &mut Solution,
        _certificate: Option<Self::Certificate>,
    ) -> Result<(), Error> {
        Ok(())
    }

    /// A search for the shortest win begins whose certificate is wanted. Returns the writer of the
    /// certificate that no win is shorter, if it is wanted, too.
    ///
    /// # Errors
    ///
    /// Any error ends the query.
    fn begin_no_shorter(
        &mut self,
        _position: &AnyPosition,
        _aim: Aim,
    ) -> Result<Option<Self::Certificate>, Error> {
        Ok(None)
    }

    /// A search for the shortest win has ended, before [`end`](SearchSink::end) is called. The
    /// certificate is complete if [`Solution::no_shorter`] is `Some(Ok(_))`.
    ///
    /// # Errors
    ///
    /// Any error ends the query.
    fn end_no_shorter(
        &mut self,
        _aim: Aim,
        _solution: &mut Solution,
        _certificate: Self::Certificate,
    ) -> Result<(), Error> {
        Ok(())
    }

    /// The certificate of an earlier search no longer decides the result.
    fn discard(&mut self, _aim: Aim) {}

    /// A question about all moves has decided a move, or has better results than in the last row of
    /// the same move.
    fn row(&mut self, _row: &MoveValue) {}
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

    fn event(&mut self, event: &Event<'_>) {
        self.0.event(event);
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

/// The writers of the certificates of one search.
pub(crate) struct CertificateWriters<C> {
    answer: Option<C>,
    no_shorter: Option<C>,
}

impl<C: Write> CertificateWriters<C> {
    /// A search begins.
    pub(crate) fn begin<S: SearchSink<Certificate = C>>(
        sink: &mut S,
        position: &AnyPosition,
        aim: Aim,
        wish: CertificateWish,
        length: WinLength,
    ) -> Result<CertificateWriters<C>, Error> {
        let answer = sink.begin(position, aim, wish)?;
        let has_length = length == WinLength::Shortest && aim.least.is_none();
        let no_shorter = match answer {
            Some(_) if has_length => sink.begin_no_shorter(position, aim)?,
            _ => None,
        };
        Ok(CertificateWriters { answer, no_shorter })
    }

    pub(crate) fn outputs(&mut self) -> ShortestOutputs<'_> {
        ShortestOutputs {
            answer: self.answer.as_mut().map(|out| out as &mut dyn Write),
            no_shorter: self.no_shorter.as_mut().map(|out| out as &mut dyn Write),
        }
    }

    /// The search has ended.
    pub(crate) fn end<S: SearchSink<Certificate = C>>(
        self,
        sink: &mut S,
        position: &AnyPosition,
        aim: Aim,
        solution: &mut Solution,
    ) -> Result<(), Error> {
        if let Some(no_shorter) = self.no_shorter {
            sink.end_no_shorter(aim, solution, no_shorter)?;
        }
        sink.end(position, aim, solution, self.answer)
    }
}
