//! A search in parts over several calls, and the questions made of such searches.

use shomei_search::{Answer, Bounds, Counters, Stop};

use super::result::{CertificateKind, QueryResult};
use super::{Asking, Prover, SearchSink};
use crate::any::{Aim, AnyPosition};
use crate::error::Error;
use crate::solving::Solution;

/// The work of one part of a search.
#[derive(Clone, Copy, Debug, Default)]
pub struct Budget {
    /// The nodes after which the part ends without an answer; `None`: only the limits end it.
    pub nodes: Option<u64>,
    /// The work of the parts before it.
    pub spent: Counters,
}

/// The budgets of moves that are searched in turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rounds {
    /// The nodes for each move in the first round.
    pub first: u64,
    /// The factor between the budgets of two rounds.
    pub growth: u64,
}

/// One question to the prover, and the answer so far.
#[derive(Debug)]
pub(super) struct PartialSearch {
    pub(super) aim: Aim,
    spent: Counters,
    seconds: f64,
    solution: Option<Solution>,
    /// Whether another part can give results.
    is_open: bool,
}

impl PartialSearch {
    pub(super) fn new(aim: Aim) -> PartialSearch {
        PartialSearch {
            aim,
            spent: Counters::default(),
            seconds: 0.0,
            solution: None,
            is_open: true,
        }
    }

    pub(super) fn is_open(&self) -> bool {
        self.is_open
    }

    /// The solution so far; `None` before the first part.
    pub(super) fn result(&self, position: &AnyPosition) -> QueryResult {
        let Some(solution) = &self.solution else {
            return QueryResult::nothing(position, self.aim);
        };
        let mut result = QueryResult::of(position, self.aim, solution);
        result.add_decider(self.aim, CertificateKind::Whole, solution);
        result
    }

    /// The answer with the work of all parts; `None` before the first part.
    pub(super) fn solution(&self) -> Option<&Solution> {
        self.solution.as_ref()
    }

    pub(super) fn into_solution(self) -> Solution {
        // Only a search without any part has no solution.
        self.solution
            .unwrap_or_else(|| Solution::unknown(Stop::Nodes))
    }

    pub(super) fn answer(&self) -> Answer {
        let solution = self.solution.as_ref();
        solution.map_or(Answer::Unknown, |solution| solution.report.answer)
    }

    /// The bounds of the position after the last part; those of a new node before the first part.
    pub(super) fn bounds(&self) -> Bounds {
        let solution = self.solution.as_ref();
        solution.map_or(Bounds::UNIT, |solution| solution.report.bounds)
    }

    /// Takes the result of a part with this budget.
    fn take(&mut self, mut solution: Solution, budget: &Budget) {
        self.spent.add(&solution.report.counters);
        self.seconds += solution.seconds;
        self.is_open = budget.nodes.is_some()
            && solution.report.stopped_by.is_none()
            && !is_settled(&solution);
        // A search that restarts may end before it finds the results of an earlier part.
        if let Some(known) = self.solution.take()
            && known.report.answer != Answer::Unknown
            && solution.report.answer == Answer::Unknown
        {
            let stopped_by = solution.report.stopped_by;
            solution = known;
            solution.report.stopped_by = stopped_by;
        }
        solution.report.counters = self.spent;
        solution.seconds = self.seconds;
        self.solution = Some(solution);
    }
}

/// Whether no further search can give results: there is an answer, and the length of a win if
/// lengths are asked for.
fn is_settled(solution: &Solution) -> bool {
    match (solution.report.answer, solution.shortest) {
        (Answer::Unknown, _) => false,
        (Answer::Proved, Some(length)) => length.exact().is_some(),
        _ => true,
    }
}

impl<P: Prover, S: SearchSink> Asking<'_, P, S> {
    /// Searches another part, of this number of nodes or to the end.
    pub(super) fn advance(
        &mut self,
        position: &AnyPosition,
        search: &mut PartialSearch,
        nodes: Option<u64>,
    ) -> Result<(), Error> {
        let budget = Budget {
            nodes,
            spent: search.spent,
        };
        let (length, wish) = (self.query.length, self.wish);
        let prover = &mut self.prover;
        let solution = prover.prove(position, search.aim, length, wish, &budget, self.sink)?;
        search.take(solution, &budget);
        Ok(())
    }
}
