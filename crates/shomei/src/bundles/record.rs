//! Collects the certificates of a query in memory.

use shomei_proof::Header;
use shomei_search::Event;

use crate::any::{Aim, AnyPosition};
use crate::error::Error;
use crate::questions::MoveValue;
use crate::sink::{CertificateWish, SearchSink};
use crate::solving::{Solution, WrittenCertificate};

/// A sink that keeps the certificates of all searches, and passes the other events to another sink.
#[derive(Debug)]
pub struct Recorder<'a, S> {
    inner: &'a mut S,
    certificates: Vec<(Header, Vec<u8>)>,
}

impl<'a, S> Recorder<'a, S> {
    /// Passes events to `inner`.
    pub fn new(inner: &'a mut S) -> Recorder<'a, S> {
        Recorder {
            inner,
            certificates: Vec::new(),
        }
    }

    /// The certificates.
    #[must_use]
    pub fn into_certificates(self) -> Vec<Vec<u8>> {
        self.certificates
            .into_iter()
            .map(|(_, bytes)| bytes)
            .collect()
    }

    fn keep(&mut self, written: Option<Result<WrittenCertificate, Error>>, bytes: Vec<u8>) {
        let Some(Ok(WrittenCertificate { header, .. })) = written else {
            return;
        };
        // A search in parts writes better certificates with each part.
        self.certificates.retain(|(known, _)| *known != header);
        self.certificates.push((header, bytes));
    }
}

impl<S: SearchSink> SearchSink for Recorder<'_, S> {
    type Certificate = Vec<u8>;

    fn begin(
        &mut self,
        position: &AnyPosition,
        aim: Aim,
        wish: CertificateWish,
    ) -> Result<Option<Vec<u8>>, Error> {
        self.inner.begin(position, aim, CertificateWish::Unwanted)?;
        Ok((wish != CertificateWish::Unwanted).then(Vec::new))
    }

    fn event(&mut self, event: &Event<'_>) {
        self.inner.event(event);
    }

    fn end(
        &mut self,
        position: &AnyPosition,
        aim: Aim,
        solution: &mut Solution,
        certificate: Option<Vec<u8>>,
    ) -> Result<(), Error> {
        if let Some(bytes) = certificate {
            self.keep(solution.certificate.take(), bytes);
        }
        self.inner.end(position, aim, solution, None)
    }

    fn begin_no_shorter(&mut self, _: &AnyPosition, _: Aim) -> Result<Option<Vec<u8>>, Error> {
        Ok(Some(Vec::new()))
    }

    fn end_no_shorter(
        &mut self,
        _: Aim,
        solution: &mut Solution,
        certificate: Vec<u8>,
    ) -> Result<(), Error> {
        self.keep(solution.no_shorter.take(), certificate);
        Ok(())
    }

    fn row(&mut self, row: &MoveValue) {
        self.inner.row(row);
    }
}
