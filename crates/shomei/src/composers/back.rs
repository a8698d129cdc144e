//! Extends a problem backwards by two plies.

use shomei_search::Answer;

use super::{Examination, Workbench};
use crate::error::Error;

/// The result of [`Workbench::back`].
#[derive(Clone, Debug, Default)]
pub struct Backward {
    /// The problems, sound ones first.
    pub found: Vec<Examination>,
    /// The number of examined candidates.
    pub examined: usize,
    /// Whether there can be more problems: a limit was reached.
    pub is_truncated: bool,
}

impl Workbench<'_> {
    /// Finds the problems whose solution leads to the root after two plies, among at most `most`
    /// candidates. Finds none if the root has no win, or its length is not known within the limits.
    ///
    /// # Errors
    ///
    /// The errors of [`Workbench::examine`].
    pub fn back(&mut self, most: usize) -> Result<Backward, Error> {
        let root = self.root().clone();
        let mut back = Backward::default();
        let examined = self.examine_for(&root, &(1..=u16::MAX))?;
        let plies = examined.plies();
        let Some(plies) = plies.and_then(|plies| plies.checked_add(2)) else {
            back.is_truncated = examined.answer != Answer::Disproved;
            return Ok(back);
        };
        // One more shows whether there are more.
        let candidates = root.two_plies_before(self.attacker(), most.saturating_add(1));
        back.is_truncated = candidates.len() > most;
        for candidate in candidates.into_iter().take(most) {
            if self.stopped_by().is_some() {
                back.is_truncated = true;
                break;
            }
            let examined = self.examine_for(&candidate, &(plies..=plies))?;
            back.examined += 1;
            let is_open = examined.answer == Answer::Unknown && examined.stopped_by.is_some();
            back.is_truncated |=
                is_open || examined.plies() == Some(plies) && !examined.is_decided();
            let after = examined.line.iter().take(2);
            let after = after.into_iter().try_fold(candidate, |at, mv| at.play(mv));
            if examined.line.len() > 2 && after.is_ok_and(|after| after.text() == root.text()) {
                back.found.push(examined);
            }
        }
        back.found.sort_by_key(|examined| !examined.is_sound());
        Ok(back)
    }
}
