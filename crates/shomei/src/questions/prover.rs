//! What searches.
//!
//! Every question comes down to one: can this side force that? The loops that make a value, a score
//! or a table of moves of several such answers use the trait [`Prover`]: a session, or a cluster.

use shomei_search::Stop;

use super::question::WinLength;
use crate::any::{Aim, AnyPosition};
use crate::error::Error;
use crate::sink::{CertificateWish, SearchSink};
use crate::solving::Solution;

/// Answers whether an attacker can force what it has to reach.
pub trait Prover {
    /// Searches, and reports to the sink.
    ///
    /// If a limit is reached already, the answer is [`Solution::unknown`], without a search.
    ///
    /// # Errors
    ///
    /// When the search cannot be opened, the game fails, or the sink does.
    fn prove<S: SearchSink>(
        &mut self,
        position: &AnyPosition,
        aim: Aim,
        length: WinLength,
        wish: CertificateWish,
        sink: &mut S,
    ) -> Result<Solution, Error>;

    /// The limit that has been reached, so that no further question should be asked.
    fn reached(&self) -> Option<Stop>;
}
