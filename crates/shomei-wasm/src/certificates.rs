//! Collects the certificates and the progress of searches.

use std::time::Duration;

use shomei::{Aim, AnyPosition, CertificateWish, Error, Event, Progress, SearchSink, Solution};
use web_time::Instant;

/// A certificate of an answer.
#[derive(Debug)]
pub(crate) struct Certificate {
    /// The aim of the search that it belongs to.
    pub(crate) aim: Aim,
    pub(crate) claim: Claimed,
    pub(crate) bytes: Vec<u8>,
}

/// The claim of a certificate.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Claimed {
    /// A side can force a win, or cannot.
    Answer,
    /// A win in fewer plies cannot be forced.
    Length,
}

impl Claimed {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Claimed::Answer => "answer",
            Claimed::Length => "length",
        }
    }
}

/// A sink that keeps complete certificates, and reports the progress ten times a second.
pub(crate) struct Collector<'a> {
    /// Whether certificates are wanted.
    pub(crate) is_wanted: bool,
    progress: &'a mut dyn FnMut(&Progress),
    last: Instant,
    pub(crate) certificates: Vec<Certificate>,
}

impl<'a> Collector<'a> {
    const INTERVAL: Duration = Duration::from_millis(100);

    /// A sink that wants no certificates.
    pub(crate) fn new(progress: &'a mut dyn FnMut(&Progress)) -> Collector<'a> {
        Collector {
            is_wanted: false,
            progress,
            last: Instant::now(),
            certificates: Vec::new(),
        }
    }

    fn keep(&mut self, aim: Aim, claim: Claimed, bytes: Vec<u8>) {
        self.certificates.push(Certificate { aim, claim, bytes });
    }
}

impl SearchSink for Collector<'_> {
    type Certificate = Vec<u8>;

    fn begin(
        &mut self,
        _: &AnyPosition,
        _: Aim,
        wish: CertificateWish,
    ) -> Result<Option<Vec<u8>>, Error> {
        let is_wanted = self.is_wanted && wish == CertificateWish::Wanted;
        Ok(is_wanted.then(Vec::new))
    }

    fn event(&mut self, event: &Event<'_>) {
        if let Event::Progress(progress) = event
            && self.last.elapsed() >= Self::INTERVAL
        {
            self.last = Instant::now();
            (self.progress)(progress);
        }
    }

    fn end(
        &mut self,
        _: &AnyPosition,
        aim: Aim,
        solution: &mut Solution,
        certificate: Option<Vec<u8>>,
    ) -> Result<(), Error> {
        if let (Some(bytes), Some(Ok(_))) = (certificate, &solution.certificate) {
            self.keep(aim, Claimed::Answer, bytes);
        }
        Ok(())
    }

    fn begin_no_shorter(&mut self, _: &AnyPosition, _: Aim) -> Result<Option<Vec<u8>>, Error> {
        Ok(self.is_wanted.then(Vec::new))
    }

    fn end_no_shorter(
        &mut self,
        aim: Aim,
        solution: &mut Solution,
        certificate: Vec<u8>,
    ) -> Result<(), Error> {
        if let Some(Ok(_)) = &solution.no_shorter {
            self.keep(aim, Claimed::Length, certificate);
        }
        Ok(())
    }

    fn discard(&mut self, aim: Aim) {
        self.certificates.retain(|kept| kept.aim != aim);
    }
}
