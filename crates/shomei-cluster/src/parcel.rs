//! What goes to a machine, and what comes back.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use shomei_search::jobs::{Done, Known, Order, Settled};

use crate::Question;

/// What a machine says when it comes: what it has opened, and how much it can do.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hello {
    /// What it searches.
    pub question: Question,
    /// Its threads, which share one table.
    pub threads: u32,
    /// The memory of that table in bytes.
    pub memory: u64,
    /// Tells that table from all others, those of earlier processes included; 0 tells nothing.
    pub table: u64,
}

/// What goes to a machine.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Parcel {
    /// What others have learnt, for its table.
    pub known: Vec<Known>,
    /// What its jobs have changed in the upper tree.
    pub settled: Vec<Settled>,
    /// Jobs, to be done in this order.
    pub orders: Vec<Order>,
}

impl Parcel {
    /// Whether there is nothing in it.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.known.is_empty() && self.settled.is_empty() && self.orders.is_empty()
    }
}

/// A job that was done, and what was learnt on the way.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct JobDone {
    /// What it brings back.
    pub done: Done,
    /// What others can use of it.
    pub known: Vec<Known>,
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
}

/// What a table has solved, for the certificate.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Solved {
    /// The positions.
    pub known: Vec<Known>,
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

impl Message for Parcel {
    const WHAT: &'static str = "what goes to a machine";
}

impl Message for Returned {
    const WHAT: &'static str = "what comes back from a machine";
}
