//! The options of a server.

use std::net::{IpAddr, Ipv4Addr};
use std::time::Duration;

use serde::Serialize;

use crate::certificate::CheckBudget;

/// The options of a server.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// The purpose of the server.
    pub mode: Mode,
    /// The address on which it listens. An address other than a loopback address gives other
    /// machines access.
    pub host: IpAddr,
    /// The port; 0: any free port.
    pub port: u16,
    /// The limits of all questions together.
    pub limits: Limits,
    /// The limits of the check of a certificate.
    pub check: CheckBudget,
}

/// The purpose of a server.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Mode {
    /// To show certificates; the server answers no questions.
    Explore,
    /// To answer questions and show their certificates.
    Serve,
}

/// The limits of questions.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// The maximum number of threads of all questions together.
    pub threads: usize,
    /// The memory of all questions together, in bytes. The certificate of a question takes up to 64
    /// MiB in addition.
    pub memory: usize,
    /// The maximum time of a question.
    pub time: Duration,
    /// The maximum number of concurrent questions.
    pub questions: usize,
    /// The maximum time of a search before a page listens to it.
    pub without_listener: Duration,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            mode: Mode::Explore,
            host: IpAddr::V4(Ipv4Addr::LOCALHOST),
            port: 0,
            limits: Limits::default(),
            check: CheckBudget::default(),
        }
    }
}

impl Default for Limits {
    /// The threads of the machine, 512 MiB, ten minutes, two questions, and one minute until a page
    /// listens.
    fn default() -> Limits {
        let threads = std::thread::available_parallelism();
        Limits {
            threads: threads.map_or(1, std::num::NonZeroUsize::get),
            memory: 512 << 20,
            time: Duration::from_secs(600),
            questions: 2,
            without_listener: Duration::from_secs(60),
        }
    }
}
