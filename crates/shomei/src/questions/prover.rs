//! The trait of searching components.
//!
//! Every question consists of questions of one kind: can this side force this aim? A [`Prover`],
//! such as a session or a cluster, answers them; loops over several answers find a value, a score
//! or a table of moves.

use shomei_search::Stop;

use super::partial::{Budget, Rounds};
use super::question::WinLength;
use crate::any::{Aim, AnyPosition};
use crate::error::Error;
use crate::sink::{CertificateWish, SearchSink};
use crate::solving::Solution;

/// Answers whether an attacker can force its aim.
pub trait Prover {
    /// Searches, and reports to the sink.
    ///
    /// If a limit is already reached, returns [`Solution::unknown`] without a search. The search may
    /// end after the nodes of the budget. Then the answer is unknown and
    /// [`stopped_by`](shomei_search::Report::stopped_by) is `None`, and a further call continues the
    /// search. A prover that cannot continue searches to the end or starts again.
    ///
    /// # Errors
    ///
    /// The search cannot be opened, the game fails, or the sink fails.
    fn prove<S: SearchSink>(
        &mut self,
        position: &AnyPosition,
        aim: Aim,
        length: WinLength,
        wish: CertificateWish,
        budget: &Budget,
        sink: &mut S,
    ) -> Result<Solution, Error>;

    /// The budgets for searching moves in turn; `None`: each move is searched to its end.
    fn rounds(&self, _length: WinLength) -> Option<Rounds> {
        None
    }

    /// The limit that has been reached, after which no further question should be asked.
    fn reached(&self) -> Option<Stop>;
}
