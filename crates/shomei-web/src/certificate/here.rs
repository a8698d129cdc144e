//! The work on a certificate in the thread of the caller, where there are no threads.

use std::sync::Arc;

use shomei::Error;
use shomei::certificates::Certificate;

use super::Explored;
use super::check::CheckData;
use super::find::{FindData, Finding};
use crate::texts::InEachLang;

impl Explored {
    /// Checks the certificate in this thread and to the end. `report` receives the state after
    /// every read.
    pub(crate) fn check_here(
        self: &Arc<Self>,
        report: impl Fn(&InEachLang<CheckData>) + Send + Sync + 'static,
    ) -> InEachLang<CheckData> {
        let look = |this: &Explored| InEachLang::of(|lang| this.checking.look(lang));
        let seen = Arc::clone(self);
        let stored = self.stored.clone().watched(move || report(&look(&seen)));
        let budget = self.queue.budget();
        self.checking.run_here(&self.kinds, &stored, budget);
        look(self)
    }

    /// Makes the table in this thread.
    pub(crate) fn make_tables_here(self: &Arc<Self>) {
        self.make_tables(&self.queue);
    }

    /// Searches for a position in this thread and to the end. `report` receives the state after
    /// every read.
    ///
    /// # Errors
    ///
    /// When the text is not a position of the game.
    pub(crate) fn find_here(
        &self,
        text: &str,
        report: impl Fn(&InEachLang<FindData>) + Send + Sync + 'static,
    ) -> Result<InEachLang<FindData>, Error> {
        let wanted = self.wanted_position(text)?;
        let finding = Arc::new(Finding::new(&self.stored, &wanted, self.totals.records));
        let look = |finding: &Finding| InEachLang::of(|lang| finding.look(lang));
        let seen = Arc::clone(&finding);
        let stored = self.stored.clone().watched(move || report(&look(&seen)));
        finding.run(&stored, &|| Certificate::open(&self.kinds, stored.reader()));
        Ok(look(&finding))
    }

    /// The line of the answer.
    pub(crate) fn answer_line(&self) -> &[String] {
        &self.line
    }
}
