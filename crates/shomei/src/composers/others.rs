//! Other solutions along the line of the shortest win.

use std::sync::Arc;

use shomei_compose::{Defences, OtherWins, Uniqueness};
use shomei_search::Answer;

use super::{Judgement, Others, Tolerance, Word};
use crate::solving::Solution;

/// The questions of a composer about other solutions.
#[derive(Clone, Debug)]
pub struct OtherSolutionsQuery {
    /// The node limit for each move.
    pub nodes: u64,
    /// Also find the other defences that resist at least this number of plies.
    pub variations: Option<u16>,
    /// Also classify the other defences: as long as the line, or such that a longer line of the
    /// attacker looks like a solution.
    pub defences: bool,
    /// The faults that the verdict tolerates in a sound problem.
    pub tolerance: Tolerance,
    /// A line from the position to judge in place of the shortest win, such as the author's
    /// solution. It ends before the first text that is not a legal move.
    pub line: Option<Arc<[String]>>,
}

impl Default for OtherSolutionsQuery {
    fn default() -> OtherSolutionsQuery {
        OtherSolutionsQuery {
            nodes: OtherSolutionsQuery::NODES,
            variations: None,
            defences: false,
            tolerance: Tolerance::default(),
            line: None,
        }
    }
}

impl OtherSolutionsQuery {
    /// The default node limit for each move.
    pub const NODES: u64 = 100_000;
}

/// The known other solutions of a problem that has a solution.
#[derive(Clone, Debug)]
pub struct OtherSolutions {
    /// The line from which they branch off.
    pub line: Vec<String>,
    /// The node limit for each move.
    pub nodes: u64,
    /// Whether a limit on the whole query was reached.
    pub is_stopped: bool,
    /// The results; `None` if no line was known to search along.
    pub others: Option<Others>,
    /// The faults that do not make a problem unsound.
    pub tolerance: Tolerance,
}

/// Whether no move that can be another solution, and no other defence, is left undecided.
fn is_decided(found: &OtherWins<String>, defences: Option<&Defences<String>>) -> bool {
    found.verdict() != Uniqueness::NotDecided
        && defences.is_none_or(|defences| defences.open.is_empty())
}

impl OtherSolutions {
    /// The result of a search, if there is a win.
    pub(super) fn of(
        query: &OtherSolutionsQuery,
        solution: &Solution,
        others: Option<Others>,
    ) -> Option<OtherSolutions> {
        (solution.report.answer == Answer::Proved).then(|| OtherSolutions {
            line: solution.line.moves.clone(),
            nodes: query.nodes,
            is_stopped: solution.report.stopped_by.is_some(),
            others,
            tolerance: query.tolerance,
        })
    }

    /// Whether the problem has one solution.
    #[must_use]
    pub fn verdict(&self) -> Uniqueness {
        let others = self.others.as_ref();
        others.map_or(Uniqueness::NotDecided, |others| others.found.verdict())
    }

    /// Whether it is known if the problem has one solution.
    #[must_use]
    pub fn is_decided(&self) -> bool {
        self.others.as_ref().is_some_and(|others| {
            let given = others.given.as_ref();
            let given = given.is_none_or(|(given, _)| {
                !given.wins || is_decided(&given.found, Some(&given.defences))
            });
            is_decided(&others.found, others.defences.as_ref()) && given
        })
    }

    /// The judgement on the problem, or on the given line if that line wins.
    #[must_use]
    pub fn judgement(&self) -> Judgement {
        let Some(others) = &self.others else {
            return Judgement::unknown();
        };
        if let Some((given, left)) = &others.given
            && let Some(judged) =
                Judgement::of_given(given, left.as_ref().map(|_| Word::Surplus), self.tolerance)
        {
            return judged;
        }
        let leaves = others.leaves.unwrap_or(others.left_over.is_some());
        Judgement::of(
            &others.found,
            others.defences.as_ref(),
            leaves.then_some(Word::Surplus),
            self.tolerance,
        )
    }

    /// The things that the attacker has left at the end; `None` if there are none, and if this is
    /// not known.
    #[must_use]
    pub fn left_over(&self) -> Option<&str> {
        self.others.as_ref()?.left_over.as_deref()
    }
}
