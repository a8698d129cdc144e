//! What a journal keeps of a coordinator, and how one is made of that again.

use serde::ser::{SerializeSeq, Serializer};
use serde::{Deserialize, Serialize};
use shomei::Error;
use shomei_parallel::{Done, SavedTree, UpperTree};
use shomei_search::Knowledge;

use super::log::Log;
use super::{Coordinator, Figures};
use crate::batch::JobDone;
use crate::{Config, Question};

/// Something that has happened.
#[allow(
    clippy::large_enum_variant,
    reason = "nearly all are of the large kind, and none is held for long"
)]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Record {
    /// A coordinator has begun: the number of this run, from 1.
    Began(u32),
    /// A job has come back.
    Done {
        /// The line to its leaf.
        places: Vec<u16>,
        /// What it has brought.
        done: Box<Done>,
        /// What was solved on the way.
        solved: Vec<Knowledge>,
    },
    /// Positions were solved that no job of this run was to solve.
    Solved(Vec<Knowledge>),
}

/// A coordinator as a journal keeps it: without its machines, and without what is under way.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Snapshot {
    /// The question.
    pub question: Question,
    /// How often a coordinator has begun.
    pub run: u32,
    /// What has happened.
    pub figures: Figures,
    /// The upper tree.
    pub tree: SavedTree,
    /// What was solved on every line.
    pub solved: Vec<Knowledge>,
}

/// What [`Snapshot`] is when it is written: as many bytes, without a copy of what was solved.
#[derive(Serialize)]
pub(crate) struct SnapshotView<'a> {
    question: &'a Question,
    run: u32,
    figures: Figures,
    tree: SavedTree,
    #[serde(serialize_with = "one_by_one")]
    solved: &'a Log,
}

fn one_by_one<S: Serializer>(log: &Log, to: S) -> Result<S::Ok, S::Error> {
    let mut sequence = to.serialize_seq(Some(log.all().count()))?;
    for known in log.all() {
        sequence.serialize_element(known)?;
    }
    sequence.end()
}

impl Coordinator {
    /// [`Coordinator::snapshot`] for who writes it at once.
    pub(crate) fn snapshot_view(&self) -> SnapshotView<'_> {
        SnapshotView {
            question: &self.question,
            run: self.run,
            figures: self.figures,
            tree: self.tree.save(),
            solved: &self.log,
        }
    }

    /// Everything that a later run needs.
    #[must_use]
    pub fn snapshot(&self) -> Snapshot {
        Snapshot {
            question: self.question.clone(),
            run: self.run,
            figures: self.figures,
            tree: self.tree.save(),
            solved: self.log.all().copied().collect(),
        }
    }

    /// A coordinator that continues from a snapshot and the records after it.
    ///
    /// # Errors
    ///
    /// When it was kept for another question, or no coordinator can have been kept like this.
    pub fn restore(
        question: Question,
        config: Config,
        kept: &Snapshot,
        records: impl IntoIterator<Item = Record>,
    ) -> Result<Coordinator, Error> {
        if let Some(difference) = question.difference(&kept.question) {
            let message = format!("it is about another question: {difference}");
            return Err(Error::input(message));
        }
        let tree = UpperTree::restore(&kept.tree, &question.settings(), &config.ways);
        let tree = tree.map_err(|error| Error::usage(error.to_string()))?;
        let tree = tree.ok_or_else(|| Error::input("its tree has a node that hangs nowhere"))?;
        let mut made = Coordinator::with_tree(question, config, tree);
        made.figures = kept.figures;
        made.run = kept.run;
        for known in &kept.solved {
            made.note(known, None);
        }
        for record in records {
            made.replay(record);
        }
        Ok(made)
    }

    fn replay(&mut self, record: Record) {
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
                self.figures.jobs += 1;
                self.figures.nodes += done.nodes;
                self.figures.expanded += done.expanded;
                self.figures.work += done.work;
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

    /// Begins to note what happens, for a journal.
    pub fn begin_records(&mut self) {
        self.run += 1;
        self.keeps_records = true;
        self.records.push(Record::Began(self.run));
    }

    /// What has happened since this was asked last.
    pub fn take_records(&mut self) -> Vec<Record> {
        std::mem::take(&mut self.records)
    }

    /// Notes that a job has come back.
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
