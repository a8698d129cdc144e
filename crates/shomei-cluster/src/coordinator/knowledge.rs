//! Adds the knowledge that machines report.

use shomei_search::Knowledge;

use super::log::Noted;
use super::{Coordinator, Lease, MachineId};
use crate::batch::JobDone;

impl Coordinator {
    /// Adds the knowledge that a machine reports with a job.
    pub(super) fn take_knowledge(&mut self, id: MachineId, job: &JobDone, lease: Option<&Lease>) {
        let is_news = lease.is_none();
        let mut open = Vec::with_capacity(job.known.len());
        let mut news = Vec::new();
        for known in &job.known {
            if !known.is_solved() {
                open.push(*known);
            } else if self.note(known, Some(id)) == Noted::New && is_news {
                news.push(*known);
            }
        }
        let leaf = lease.and_then(|lease| lease.ticket.line().last());
        if let Some(&leaf) = leaf
            && self.tree.is_open(leaf)
        {
            self.hints.put(leaf, id, open);
        }
        self.record_solved(news);
    }

    /// Adds a position that is solved on every path.
    pub(super) fn note(&mut self, known: &Knowledge, finder: Option<MachineId>) -> Noted {
        if !known.is_solved() {
            return Noted::Old;
        }
        let noted = self.note_one(known, finder);
        if noted == Noted::New {
            // This can solve positions above it, which may also occur elsewhere in the tree.
            let mut solved = self.tree.solve(known);
            while let Some(next) = solved.pop() {
                if self.note_one(&next, None) == Noted::New {
                    solved.extend(self.tree.solve(&next));
                }
            }
        }
        noted
    }

    fn note_one(&mut self, known: &Knowledge, finder: Option<MachineId>) -> Noted {
        if self.log.is_full(self.config.most_solved) {
            let pointers = self
                .machines
                .values_mut()
                .map(|machine| &mut machine.log_pointer);
            let leases = self.leases.values_mut().map(|lease| &mut lease.log_pointer);
            self.log.thin(pointers.chain(leases).collect());
        }
        let noted = self.log.note(known, finder);
        self.figures.contradictions += u64::from(noted == Noted::Contrary);
        noted
    }
}
