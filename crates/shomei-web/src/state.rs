//! The state that all requests share.

use std::sync::Arc;

use shomei::Kinds;
use tokio::sync::Semaphore;

use crate::about::About;
use crate::opened::Opened;
use crate::options::Options;
use crate::questions::Questions;
use crate::security::Guard;

/// The shared state.
pub(crate) type Shared = Arc<State>;

/// The state that all requests share.
#[derive(Debug)]
pub(crate) struct State {
    pub(crate) kinds: Arc<Kinds>,
    pub(crate) options: Options,
    pub(crate) guard: Guard,
    pub(crate) certificates: Arc<Opened>,
    pub(crate) questions: Questions,
    /// Permits to read a whole file for one request; without one a request is refused.
    pub(crate) passes: Arc<Semaphore>,
    /// The number of bytes that requests can still send: see [`MOST_BODIES`].
    pub(crate) bodies: Arc<Semaphore>,
    /// Permits to upload a certificate.
    pub(crate) uploads: Arc<Semaphore>,
}

/// The maximum number of requests that read a whole file at the same time.
pub(crate) const PASSES: usize = 2;

/// The limit for all unanswered request bodies together, in bytes.
pub(crate) const MOST_BODIES: usize = 16 << 20;

/// The maximum number of concurrent uploads.
pub(crate) const UPLOADS: usize = 2;

impl State {
    /// The description of the server and its games.
    pub(crate) fn about(&self) -> About {
        let about = About::new(&self.kinds, self.options.mode, self.options.limits);
        about.with(&self.certificates)
    }
}
