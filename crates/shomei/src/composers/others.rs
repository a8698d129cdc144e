//! Other solutions along the line of the shortest win.

use std::collections::BTreeSet;

use shomei_compose::{Deviation, Reason, Verdict};
use shomei_game::{Branch, Ending, Lang};
use shomei_search::Answer;

use super::{CompositionQuery, Judgement, Others, Tolerance, Word};
use crate::solving::Solution;
use crate::words::InLang;

/// What is known of other solutions of a problem that has one.
#[derive(Clone, Debug)]
pub struct OtherSolutions {
    /// The line that they leave.
    pub line: Vec<String>,
    /// The most nodes for a move.
    pub nodes: u64,
    /// Whether a limit on everything was reached.
    pub is_stopped: bool,
    /// What was found; nothing where no line was known to look along.
    pub others: Option<Others>,
    /// What does not keep a problem from being sound.
    pub tolerance: Tolerance,
}

impl OtherSolutions {
    /// What a search has found, if it was asked for and there is a win.
    pub(super) fn of(
        query: &CompositionQuery,
        solution: &Solution,
        others: Option<Others>,
    ) -> Option<OtherSolutions> {
        let nodes = query.others?;
        (solution.report.answer == Answer::Proved).then(|| OtherSolutions {
            line: solution.line.moves.clone(),
            nodes,
            is_stopped: solution.report.stopped_by.is_some(),
            others,
            tolerance: query.tolerance,
        })
    }

    /// Whether the problem has one solution.
    #[must_use]
    pub fn verdict(&self) -> Verdict {
        let others = self.others.as_ref();
        others.map_or(Verdict::NotDecided, |others| others.found.verdict())
    }

    /// Whether that is known.
    #[must_use]
    pub fn is_decided(&self) -> bool {
        let others = self.others.as_ref();
        let defences = others.and_then(|others| others.defences.as_ref());
        let all_defences = defences.is_none_or(|defences| defences.open.is_empty());
        self.verdict() != Verdict::NotDecided && all_defences
    }

    /// What composers call the problem; where a line was given that wins, what they call that.
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
            self.line.len(),
            leaves.then_some(Word::Surplus),
            self.tolerance,
        )
    }

    /// The kinds of the other moves that win, each once, in alphabetical order.
    #[must_use]
    pub fn kinds(&self) -> String {
        let others = self.others.iter().flat_map(|others| &others.found.others);
        let kinds: BTreeSet<String> = others.map(|other| other.kind.to_string()).collect();
        kinds.into_iter().collect::<Vec<_>>().join(", ")
    }

    /// What the attacker has left at the end, if anything; `None` also where that is not
    /// known.
    #[must_use]
    pub fn left_over(&self) -> Option<&str> {
        self.others.as_ref()?.left_over.as_deref()
    }

    /// What the attacker has left at the end, empty for nothing; `None` where that is not
    /// known.
    #[must_use]
    pub fn left_over_if_known(&self) -> Option<String> {
        let others = self.others.as_ref()?;
        Some(others.left_over.clone().unwrap_or_default())
    }

    /// The other defences and solutions, for a record, with English comments.
    #[must_use]
    pub fn branches(&self) -> Vec<Branch<String>> {
        self.branches_in(Lang::En)
    }

    /// The other defences and solutions, for a record with comments in a language.
    #[must_use]
    pub fn branches_in(&self, lang: Lang) -> Vec<Branch<String>> {
        let variations = self.others.iter().flat_map(|others| &others.variations);
        let branch = |variation: &Deviation<String, Reason>| Branch {
            at: variation.ply,
            moves: variation.line.clone(),
            comment: variation.in_lang(lang),
            comments: Vec::new(),
            ending: Ending::Open,
        };
        variations.map(branch).collect()
    }
}
