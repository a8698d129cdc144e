//! What a server is told when it begins.

use std::net::{IpAddr, Ipv4Addr};
use std::time::Duration;

use serde::Serialize;

use crate::certificate::CheckBudget;

/// What a server is told when it begins.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// What it is for.
    pub mode: Mode,
    /// The address that it listens on. Others than those of this machine's loopback let other
    /// machines ask.
    pub host: IpAddr,
    /// The port; 0: any that is free.
    pub port: u16,
    /// What all questions together may take.
    pub limits: Limits,
    /// What the check of a certificate may take.
    pub check: CheckBudget,
}

/// What a server is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Mode {
    /// To show a certificate; it answers no questions.
    Explore,
    /// To answer questions and to show the certificates that come of them.
    Serve,
}

/// What questions may take.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// The threads of all questions together.
    pub threads: usize,
    /// The memory of all questions together, in bytes. The certificate of a question takes up
    /// to 64 MiB beside it.
    pub memory: usize,
    /// The longest that a question may take.
    pub time: Duration,
    /// The most questions at once.
    pub questions: usize,
    /// The longest that a search goes on before any page listens to it.
    pub unheard: Duration,
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
    /// As many threads as the machine has, 512 MiB, ten minutes, two questions, one minute for a
    /// page to listen.
    fn default() -> Limits {
        let threads = std::thread::available_parallelism();
        Limits {
            threads: threads.map_or(1, std::num::NonZeroUsize::get),
            memory: 512 << 20,
            time: Duration::from_secs(600),
            questions: 2,
            unheard: Duration::from_secs(60),
        }
    }
}
