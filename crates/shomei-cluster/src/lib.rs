//! One question, many machines: the coordinator that shares the work of a proof-number search,
//! its journal, and the machines' side.
//!
//! A question is "can this side force this result from this position?". The answer has a
//! certificate that anyone can check, so it does not rely on the machines.
//!
//! ```
//! use std::ops::ControlFlow;
//! use std::time::Duration;
//!
//! use shomei::{Aim, Answer, Kinds};
//! use shomei_cluster::{Capacity, Config, Coordinator, Local, Machine, Question, drive};
//!
//! let game = Kinds::builtin().open("loa", "")?;
//! let root = game.position("...x....o.................oxx....o..ooo....ox................... x")?;
//! let (aim, settings) = (Aim::win(root.to_move()), Default::default());
//! let capacity = Capacity { threads: 1, memory: 1 << 24 };
//! let machine = || Machine::open(&root, aim, &settings, &capacity);
//! let mut workers = Local::new(vec![machine()?, machine()?], Duration::from_secs(1));
//! let question = Question::new(&root, aim, &settings)?;
//! let mut coordinator = Coordinator::new(question, Config::default())?;
//! let go_on = &mut |_: &Coordinator| ControlFlow::Continue(());
//! let answer = drive(&mut coordinator, &mut workers, None, go_on)?;
//! assert_eq!(answer, Answer::Proved);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Read in this order: [`Question`] is the question; [`Coordinator`] holds the upper tree and
//! distributes the work; [`Batch`] is the message to a machine and [`Returned`] the reply;
//! [`Workers`] are machines, and [`Local`] ones are in this process; [`drive`] is the loop between
//! coordinator and machines; [`Journal`] is the file from which a coordinator continues;
//! [`gather`] begins the search that makes the certificate. Before that search, an [`Assembly`] lets
//! machines search its missing parts; after it, [`Checking`] lets them check it in parts.
//!
//! `docs/guides/cluster.md` describes the design and related work.

#![forbid(unsafe_code)]

mod batch;
mod certificate;
mod config;
mod coordinator;
mod journal;
mod local;
mod machine;
mod question;
pub mod simulator;
mod tasks;
mod workers;

pub use batch::{
    Batch, Hello, JobDone, MachineTask, MachineTaskDone, Message, MessageError, PartResult,
    Returned, Solved, TaskResult, Work,
};
pub use certificate::{
    Assembled, Assembly, CertificateTask, Checking, PartsVerdict, TaskQueue, gather, run,
};
pub use config::Config;
pub use coordinator::{Coordinator, Figures, MachineId, Progress, Record, Refused, Snapshot};
pub use journal::Journal;
pub use local::Local;
pub use machine::{Capacity, Machine};
pub use question::{PROTOCOL, Question};
pub use shomei_store::{About, Store, StoreError};
pub use workers::{DriveError, Event, Workers, drive};

/// Tests the example of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
