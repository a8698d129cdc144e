//! What goes to a machine, and what comes back.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use shomei::extract::Hole;
use shomei::jobs::Filled;
use shomei::parts::{Named, PartFault};
use shomei::proof::Totals;
use shomei_parallel::{Done, JobOrder, TreeUpdate};
use shomei_search::Knowledge;

use crate::Question;

/// The first message of a machine: what it has opened, and how much it can do.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hello {
    /// What it searches.
    pub question: Question,
    /// Its threads, which share one table.
    pub threads: u32,
    /// The memory of that table in bytes.
    pub memory: u64,
    /// Identifies that table among all, those of earlier processes included; 0 is unknown.
    pub table: u64,
}

/// What goes to a machine.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Batch {
    /// Knowledge of other machines, for its table.
    pub known: Vec<Knowledge>,
    /// What its jobs have changed in the upper tree.
    pub updates: Vec<TreeUpdate>,
    /// Jobs, to be done in this order.
    pub orders: Vec<JobOrder>,
    /// What is to be done for a certificate, before the jobs.
    pub tasks: Vec<MachineTask>,
}

impl Batch {
    /// Whether there is nothing in it.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        let Batch {
            known,
            updates,
            orders,
            tasks,
        } = self;
        known.is_empty() && updates.is_empty() && orders.is_empty() && tasks.is_empty()
    }
}

/// Something to be done for a certificate.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MachineTask {
    /// Its number, which comes back.
    pub number: u64,
    /// What is to be done.
    pub work: Work,
}

/// What is to be done for a certificate.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Work {
    /// A hole is to be filled.
    Fill {
        /// The hole.
        hole: Hole,
        /// The most nodes.
        nodes: u64,
        /// Whether it is searched with an empty table: an entry of the machine's own may be wrong.
        apart: bool,
        /// Whether a disproof may lead back to the positions above the hole: where they belong to
        /// the same disproof.
        leads_back: bool,
    },
    /// A part of a certificate is to be held, to be checked.
    Begin {
        /// Which check: of one that is over nothing counts any more.
        check: u64,
        /// Its number.
        part: u32,
        /// The certificate.
        certificate: Vec<u8>,
        /// Its first record, and the one after its last.
        records: (u64, u64),
    },
    /// Records of a part are named: it goes on.
    Look {
        /// Which check.
        check: u64,
        /// The part.
        part: u32,
        /// Which, and for which positions.
        named: Vec<Named>,
    },
    /// Nobody names anything any more.
    Finish {
        /// Which check.
        check: u64,
        /// The part.
        part: u32,
    },
}

/// The result for a part of a certificate.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum PartSays {
    /// It names records of other parts.
    Named(Vec<Named>),
    /// Every record was looked at: the counts.
    Finished(Counted),
    /// Something is wrong.
    Rejected(PartFault),
}

/// What a part of a certificate has, as the end of the file counts it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counted {
    records: u64,
    edges: u64,
    terminals: u64,
    resolved: u64,
}

impl Counted {
    /// These.
    #[must_use]
    pub fn of(totals: Totals) -> Counted {
        let Totals {
            records,
            edges,
            terminals,
            resolved,
        } = totals;
        Counted {
            records,
            edges,
            terminals,
            resolved,
        }
    }

    /// With those of another part.
    pub(crate) fn add(&mut self, other: Counted) {
        self.records += other.records;
        self.edges += other.edges;
        self.terminals += other.terminals;
        self.resolved += other.resolved;
    }
}

/// A task that was done.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MachineTaskDone {
    /// The number of the task.
    pub number: u64,
    /// What has come of it.
    pub result: TaskResult,
}

/// What has come of a task.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum TaskResult {
    /// What was found at a hole, and the positions of a strategy below it.
    Filled(Filled, Vec<Knowledge>),
    /// The result for a part of a certificate.
    Part(PartSays),
    /// It cannot be done there.
    Failed(String),
}

/// A job that was done, and the knowledge that it reports.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct JobDone {
    /// What it returned.
    pub done: Done,
    /// What others can use of it.
    pub known: Vec<Knowledge>,
    /// How long its thread had nothing to do before, by the clock of
    /// [`Workers`](crate::Workers).
    pub waited: u64,
    /// How long it took.
    pub took: u64,
}

/// What comes back from a machine.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Returned {
    /// The jobs that were done.
    pub jobs: Vec<JobDone>,
    /// The tasks that were done.
    pub tasks: Vec<MachineTaskDone>,
}

impl Returned {
    /// Whether there is nothing in it.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.jobs.is_empty() && self.tasks.is_empty()
    }
}

/// What a table has solved, for the certificate.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Solved {
    /// The positions.
    pub known: Vec<Knowledge>,
}

/// Bytes that are no message of this version.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{what} cannot be read: {why}")]
pub struct MessageError {
    what: &'static str,
    why: String,
}

/// A message that goes as bytes.
pub trait Message: Serialize + DeserializeOwned {
    /// What it is, for errors.
    const WHAT: &'static str;

    /// The message as bytes.
    ///
    /// # Errors
    ///
    /// Where the memory for them cannot be had.
    fn to_bytes(&self) -> Result<Vec<u8>, MessageError> {
        postcard::to_stdvec(self).map_err(|error| MessageError {
            what: Self::WHAT,
            why: error.to_string(),
        })
    }

    /// The message that these bytes are.
    ///
    /// # Errors
    ///
    /// When they are none of this version.
    fn from_bytes(bytes: &[u8]) -> Result<Self, MessageError> {
        let error = |why: String| MessageError {
            what: Self::WHAT,
            why,
        };
        let (message, rest) =
            postcard::take_from_bytes(bytes).map_err(|cause| error(cause.to_string()))?;
        match rest.len() {
            0 => Ok(message),
            left => Err(error(format!("{left} bytes follow its end"))),
        }
    }
}

impl Message for Hello {
    const WHAT: &'static str = "what a machine says when it comes";
}

impl Message for Solved {
    const WHAT: &'static str = "what a table has solved";
}

impl Message for Batch {
    const WHAT: &'static str = "what goes to a machine";
}

impl Message for Returned {
    const WHAT: &'static str = "what comes back from a machine";
}
