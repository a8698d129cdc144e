//! A session as a prover.

use std::io::Write;

use shomei_search::{Event, Observer, Stop};

use super::Session;
use crate::any::{Aim, AnyPosition};
use crate::error::Error;
use crate::questions::{Prover, WinLength};
use crate::sink::{CertificateWish, Events, SearchSink};
use crate::solving::Solution;

impl Prover for Session {
    fn prove<S: SearchSink>(
        &mut self,
        position: &AnyPosition,
        aim: Aim,
        length: WinLength,
        wish: CertificateWish,
        sink: &mut S,
    ) -> Result<Solution, Error> {
        if let Some(stop) = self.reached() {
            return Ok(Solution::unknown(stop));
        }
        let mut certificate = sink.begin(position, aim, wish)?;
        let out = certificate.as_mut().map(|out| out as &mut dyn Write);
        let mut solution = self.search(position, aim, length, &mut Events(sink), out)?;
        sink.end(position, aim, &mut solution, certificate)?;
        Ok(solution)
    }

    fn reached(&self) -> Option<Stop> {
        if self.stopper.is_stopped() {
            return Some(Stop::Interrupt);
        }
        self.config.limits.reached()
    }
}

/// Two observers of one search.
pub(super) struct Both<'a>(
    pub(super) &'a mut dyn Observer,
    pub(super) &'a mut dyn Observer,
);

impl Observer for Both<'_> {
    fn event(&mut self, event: &Event<'_>) {
        self.0.event(event);
        self.1.event(event);
    }
}
