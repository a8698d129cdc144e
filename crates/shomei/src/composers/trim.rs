//! Trims a problem: finds the pieces that its solution does not need.

use std::collections::{HashMap, VecDeque};

use shomei_game::{Change, Variant};
use shomei_search::{Answer, Bracket};

use super::{Examination, Workbench};
use crate::any::AnyPosition;
use crate::error::Error;

/// A problem with fewer pieces and the same solution.
#[derive(Clone, Debug)]
pub struct Trimmed {
    /// The removed pieces, in the order in which each removal keeps the solution; empty for the
    /// given problem.
    pub removed: Vec<Variant<AnyPosition>>,
    /// The verdict on the problem.
    pub examined: Examination,
    /// Whether no further piece can be removed; `None` if a limit was reached first.
    pub is_minimal: Option<bool>,
}

/// The result of trimming.
#[derive(Clone, Debug, Default)]
pub struct Trimming {
    /// The problems with the same solution, those with the fewest removed pieces first; the given
    /// problem is the first. Empty if that has no solution, or is not decided.
    pub kept: Vec<Trimmed>,
    /// The number of examined problems.
    pub examined: usize,
    /// Whether there can be more problems: a limit was reached.
    pub is_truncated: bool,
}

/// Whether two problems have the same line and the same verdict on their uniqueness.
fn has_same_solution(one: &Examination, other: &Examination) -> bool {
    let verdict = |examined: &Examination| (examined.first_flaw, examined.is_sound());
    other.is_decided()
        && other.answer == Answer::Proved
        && one.line == other.line
        && verdict(one) == verdict(other)
}

/// Whether a problem has the solution of `base`; `None` if a limit was reached before that is known.
fn is_same_solution(base: &Examination, examined: &Examination) -> Option<bool> {
    let is_same = has_same_solution(base, examined);
    let can_be_as_long = |length: Bracket| {
        let plies = base.line.len();
        plies >= length.least.into() && length.most.is_none_or(|most| plies <= most.into())
    };
    let is_known = examined.is_decided() || !examined.length.is_some_and(can_be_as_long);
    (is_same || is_known).then_some(is_same)
}

impl Workbench<'_> {
    /// Removes pieces of the root one after the other, as long as the line of the solution and the
    /// verdict stay the same. Every order is tried, and each problem is examined once, up to `most`
    /// problems.
    ///
    /// # Errors
    ///
    /// The errors of [`Workbench::examine`].
    pub fn trim(&mut self, most: usize) -> Result<Trimming, Error> {
        let root = self.root().clone();
        let base = self.examine(&root)?;
        let mut trimming = Trimming {
            examined: 1,
            is_truncated: !base.is_decided(),
            ..Trimming::default()
        };
        if !has_same_solution(&base, &base) {
            return Ok(trimming);
        }
        trimming.kept.push(Trimmed {
            removed: Vec::new(),
            examined: base.clone(),
            is_minimal: None,
        });
        // Whether each examined position has the same solution; `None` if a limit was reached.
        let mut seen: HashMap<String, Option<bool>> = HashMap::new();
        let mut queue = VecDeque::from([(0, root)]);
        while let Some((place, position)) = queue.pop_front() {
            let mut is_minimal = Some(true);
            for variant in position.variants(self.attacker(), &[Change::Remove]) {
                let text = variant.position.text();
                if !seen.contains_key(&text) {
                    if trimming.examined >= most || self.stopped_by().is_some() {
                        trimming.is_truncated = true;
                        is_minimal = is_minimal.filter(|&is| !is);
                        continue;
                    }
                    let examined = self.examine(&variant.position)?;
                    trimming.examined += 1;
                    let is_same = is_same_solution(&base, &examined);
                    trimming.is_truncated |= is_same.is_none();
                    seen.insert(text.clone(), is_same);
                    if is_same == Some(true) {
                        let mut removed = trimming.kept[place].removed.clone();
                        removed.push(variant.clone());
                        queue.push_back((trimming.kept.len(), variant.position));
                        trimming.kept.push(Trimmed {
                            removed,
                            examined,
                            is_minimal: None,
                        });
                    }
                }
                match seen[&text] {
                    Some(true) => is_minimal = Some(false),
                    Some(false) => {}
                    None => is_minimal = is_minimal.filter(|&is| !is),
                }
            }
            trimming.kept[place].is_minimal = is_minimal;
        }
        Ok(trimming)
    }
}
