//! The messages between a coordinator and its machines.

use std::ops::Range;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use shomei::certificate_parts::{Named, PartFault};
use shomei::extract::Hole;
use shomei::jobs::Filled;
use shomei::proof::Totals;
use shomei_parallel::{Done, JobOrder, TreeUpdate};
use shomei_search::Knowledge;

use crate::Question;

/// The first message of a machine: its question and its capacity.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hello {
    /// The question that it has opened.
    pub question: Question,
    /// The number of its threads, which share one table.
    pub threads: u32,
    /// Identifies that table among all tables, also of earlier processes; 0 is unknown.
    pub table: u64,
}

/// The work and knowledge for a machine.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Batch {
    /// Knowledge of other machines for its table.
    pub known: Vec<Knowledge>,
    /// Changes of the upper tree by its jobs.
    pub updates: Vec<TreeUpdate>,
    /// Jobs in the order of their execution.
    pub orders: Vec<JobOrder>,
    /// Tasks for a certificate, which come before the jobs.
    pub tasks: Vec<MachineTask>,
}

/// A numbered task for a certificate.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MachineTask {
    /// Its number, which the result repeats.
    pub number: u64,
    /// The work.
    pub work: Work,
}

/// The work of a task for a certificate.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Work {
    /// Fills a hole.
    Fill {
        /// The hole.
        hole: Hole,
        /// The limit of nodes.
        nodes: u64,
        /// Whether to search with an empty table, since an entry of the machine's table can be
        /// wrong.
        apart: bool,
        /// Whether a disproof may lead back to the positions above the hole, because they belong to
        /// the same disproof.
        leads_back: bool,
    },
    /// Keeps parts of a certificate for checking.
    Begin {
        /// The number of the check. Results of finished checks are ignored.
        check: u64,
        /// The certificate.
        certificate: Vec<u8>,
        /// The numbers of the parts, and their records.
        parts: Vec<(u32, Range<u64>)>,
    },
    /// Continues with records of a part that other records name.
    Look {
        /// The number of the check.
        check: u64,
        /// The number of the part.
        part: u32,
        /// The records, and their positions.
        named: Vec<Named>,
    },
    /// Finishes a part: no more of its records are named.
    Finish {
        /// The number of the check.
        check: u64,
        /// The number of the part.
        part: u32,
    },
}

/// The result for a part of a certificate.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum PartResult {
    /// The part names records of other parts.
    Named(Vec<Named>),
    /// Every record was checked: the counts.
    Finished(#[serde(with = "TotalsFields")] Totals),
    /// The part has a fault.
    Rejected(PartFault),
}

/// The fields of [`Totals`], which its crate does not serialise.
#[derive(Serialize, Deserialize)]
#[serde(remote = "Totals")]
struct TotalsFields {
    records: u64,
    edges: u64,
    terminals: u64,
    resolved: u64,
}

/// A finished task.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MachineTaskDone {
    /// The number of the task.
    pub number: u64,
    /// Its result.
    pub result: TaskResult,
}

/// The result of a task.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum TaskResult {
    /// The result at a hole, and the positions of a strategy below it.
    Filled(Filled, Vec<Knowledge>),
    /// The result for a part of a certificate.
    Part(PartResult),
    /// The machine cannot do the task.
    Failed(String),
}

/// A finished job, and the knowledge that it reports.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct JobDone {
    /// The result of the job.
    pub done: Done,
    /// Knowledge that other machines can use.
    pub known: Vec<Knowledge>,
    /// The idle time of its thread before the job, by the clock of [`Workers`](crate::Workers).
    pub waited: u64,
    /// The duration of the job.
    pub took: u64,
}

/// The results of a machine.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Returned {
    /// The finished jobs.
    pub jobs: Vec<JobDone>,
    /// The finished tasks.
    pub tasks: Vec<MachineTaskDone>,
    /// All jobs with an earlier lease than this are done. Their results are here or were sent before.
    pub oldest: u64,
}

impl Returned {
    /// Whether it is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.jobs.is_empty() && self.tasks.is_empty()
    }
}

/// The solved positions of a table, for the certificate.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Solved {
    /// The positions.
    pub known: Vec<Knowledge>,
}

/// An error in the bytes of a message.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{what} cannot be read: {why}")]
pub struct MessageError {
    what: &'static str,
    why: String,
}

/// A message that is sent as bytes.
pub trait Message: Serialize + DeserializeOwned {
    /// The kind of the message in errors.
    const WHAT: &'static str;

    /// The message as bytes.
    ///
    /// # Errors
    ///
    /// If there is not enough memory.
    fn to_bytes(&self) -> Result<Vec<u8>, MessageError> {
        postcard::to_stdvec(self).map_err(|error| MessageError {
            what: Self::WHAT,
            why: error.to_string(),
        })
    }

    /// Reads the message from bytes.
    ///
    /// # Errors
    ///
    /// If the bytes are not such a message of this version.
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
    const WHAT: &'static str = "the first message of a machine";
}

impl Message for Solved {
    const WHAT: &'static str = "the solved positions of a table";
}

impl Message for Batch {
    const WHAT: &'static str = "a batch for a machine";
}

impl Message for Returned {
    const WHAT: &'static str = "the results of a machine";
}
