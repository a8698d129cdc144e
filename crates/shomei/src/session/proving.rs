//! A session as a prover.

use shomei_search::Stop;

use super::Session;
use crate::any::{Aim, AnyPosition};
use crate::error::Error;
use crate::questions::{Budget, Prover, Rounds, WinLength};
use crate::sink::{CertificateWish, CertificateWriters, Events, SearchSink};
use crate::solving::Solution;

/// The nodes for each move in the first round, for each thread.
const FIRST: u64 = 2_000;

/// The growth of the budget from round to round. Of searches that restart in each round, all before
/// the last one take at most a seventh of its nodes.
const GROWTH: u64 = 8;

impl Prover for Session {
    fn prove<S: SearchSink>(
        &mut self,
        position: &AnyPosition,
        aim: Aim,
        length: WinLength,
        wish: CertificateWish,
        budget: &Budget,
        sink: &mut S,
    ) -> Result<Solution, Error> {
        if let Some(stop) = self.reached() {
            return Ok(Solution::unknown(stop));
        }
        let mut writers = CertificateWriters::begin(sink, position, aim, wish, length)?;
        let out = writers.outputs();
        let mut solution = self.search(position, aim, length, budget, &mut Events(sink), out)?;
        writers.end(sink, position, aim, &mut solution)?;
        Ok(solution)
    }

    /// A search that continues repeats no work, so it gets budgets. A search that restarts gets
    /// them only if a time limit can end the query before the last move.
    fn rounds(&self, length: WinLength) -> Option<Rounds> {
        let limits = &self.config.limits;
        let has_time_limit = limits.time.or(limits.time_left()).is_some();
        if !self.continues(length) && !has_time_limit {
            return None;
        }
        let threads = self.config.threads().get() as u64;
        Some(Rounds {
            first: FIRST.saturating_mul(threads),
            growth: GROWTH,
        })
    }

    fn reached(&self) -> Option<Stop> {
        if self.stopper.is_stopped() {
            return Some(Stop::Interrupt);
        }
        self.config.limits.reached()
    }
}
