//! The records of a coordinator's journal, and restoring a coordinator from them.

use std::iter;

use serde::{Deserialize, Serialize};
use shomei::Error;
use shomei_parallel::{Done, SavedTree, UpperTree};
use shomei_search::Knowledge;

use super::{Coordinator, Figures};
use crate::Question;
use crate::batch::JobDone;

/// The number of solved positions in one record.
pub(super) const PART: usize = 1 << 16;

/// An event of a coordinator.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Record {
    /// A run has begun: its number, from 1.
    Began(u32),
    /// A job was returned.
    Done {
        /// The path to its leaf.
        places: Vec<u16>,
        /// Its result.
        done: Box<Done>,
        /// The positions that it has solved.
        solved: Vec<Knowledge>,
    },
    /// Positions were solved outside the jobs of this run.
    Solved(Vec<Knowledge>),
}

/// A coordinator without its machines and the assigned jobs, for a journal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Snapshot {
    /// The question.
    pub question: Question,
    /// The number of runs.
    pub run: u32,
    /// The counters. A later run continues those of jobs, nodes, expansions and work.
    pub figures: Figures,
    /// The upper tree.
    pub tree: SavedTree,
}

impl Coordinator {
    /// The state that a later run needs, without the solved positions.
    #[must_use]
    pub fn snapshot(&self) -> Snapshot {
        Snapshot {
            question: self.question.clone(),
            run: self.run,
            figures: self.figures,
            tree: self.tree.save(),
        }
    }

    /// The solved positions as records.
    pub(crate) fn solved_records(&self) -> impl Iterator<Item = Record> + '_ {
        let mut solved = self.log.all().copied();
        iter::from_fn(move || {
            let part: Vec<Knowledge> = solved.by_ref().take(PART).collect();
            (!part.is_empty()).then_some(Record::Solved(part))
        })
    }

    /// Continues from a snapshot of the same question.
    ///
    /// # Errors
    ///
    /// If the snapshot is impossible.
    pub(crate) fn restore(&mut self, kept: &Snapshot) -> Result<(), Error> {
        let (question, config) = (self.question.clone(), self.config.clone());
        let tree = UpperTree::restore(&kept.tree, &question.settings(), &config.ways);
        let tree = tree.map_err(|error| Error::usage(error.to_string()))?;
        let tree = tree.ok_or_else(|| Error::input("its tree has a node that hangs nowhere"))?;
        *self = Coordinator::with_tree(question, config, tree);
        self.figures = kept.figures.of_jobs();
        self.run = kept.run;
        Ok(())
    }

    /// Repeats an event.
    pub(crate) fn replay(&mut self, record: Record) {
        match record {
            Record::Began(run) => self.run = self.run.max(run),
            Record::Solved(solved) => {
                for known in &solved {
                    self.note(known, None);
                }
            }
            Record::Done {
                places,
                done,
                solved,
            } => {
                self.figures.add(&done);
                match self.tree.pick_again(&places) {
                    None => self.tree.end_late(&places, &done),
                    Some(ticket) => match self.tree.end(&ticket, &done) {
                        Ok(ended) => ended.solved.iter().for_each(|known| {
                            self.note(known, None);
                        }),
                        Err(_) => self.figures.wrong += 1,
                    },
                }
                for known in &solved {
                    self.note(known, None);
                }
            }
        }
    }

    /// Starts recording events for a journal.
    pub fn begin_records(&mut self) {
        self.run += 1;
        self.keeps_records = true;
        self.records.push(Record::Began(self.run));
    }

    /// Takes the events since the last call.
    pub fn take_records(&mut self) -> Vec<Record> {
        std::mem::take(&mut self.records)
    }

    /// Records positions that were solved outside the jobs of this run.
    pub(super) fn record_solved(&mut self, solved: Vec<Knowledge>) {
        if self.keeps_records && !solved.is_empty() {
            self.records.push(Record::Solved(solved));
        }
    }

    /// Records a returned job.
    pub(super) fn record(&mut self, places: &[u16], job: &JobDone) {
        if self.keeps_records {
            let solved = job.known.iter().filter(|known| known.is_solved());
            self.records.push(Record::Done {
                places: places.to_vec(),
                done: Box::new(job.done.clone()),
                solved: solved.copied().collect(),
            });
        }
    }
}
