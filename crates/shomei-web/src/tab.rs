//! The page without a server: the same requests, answered in the thread of the caller.
//!
//! The static edition of the page runs this in workers of a browser tab, where there are no
//! threads. A [`Tab`] shows certificates; [`Tab::answer`] returns the JSON of the routes of the
//! server. The checks, the searches for positions and the questions block their thread until they
//! end, so each has a worker of its own, and the caller of [`Tab::answer`] has another one.
//!
//! Functions that take long report their progress as JSON to a function. Texts of reports are in
//! every language, because the reader can change it meanwhile.

mod reports;
mod work;

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use shomei::{Error, Kinds};

use crate::about::About;
use crate::certificate::{CheckBudget, Explored, Exported, Stored, Wanted, WorkQueue};
use crate::opened::short;
use crate::options::{Limits, Mode};
use crate::requests::{GameRequest, PlaceRequest, error_object, status_of};
use crate::texts::{self, InEachLang};

pub use work::{AnswerFile, TabAnswer, TabBundle, ask, certificate_of, check, check_bundle, find};

/// The certificates that a tab shows, and the games.
#[derive(Debug)]
pub struct Tab {
    kinds: Arc<Kinds>,
    queue: Arc<WorkQueue>,
    certificates: BTreeMap<u64, Arc<Explored>>,
}

/// A request with its arguments, as JSON.
#[derive(Debug, Deserialize)]
#[serde(tag = "what", rename_all = "lowercase")]
enum TabRequest {
    About,
    Board(GameRequest),
    Edit(GameRequest),
    Read(GameRequest),
    Certificate(OfCertificate),
    Node(OfCertificate),
    Line(OfCertificate),
    Parents(OfCertificate),
    Sizes(OfCertificate),
}

/// A place of the certificate with this number.
#[derive(Debug, Deserialize)]
struct OfCertificate {
    id: u64,
    #[serde(flatten)]
    place: PlaceRequest,
}

/// The reason why a request fails, as JSON: the status of the server's reply, and the error.
#[derive(Clone, Debug, Serialize)]
pub struct TabFailure {
    status: u16,
    error: InEachLang<Value>,
}

impl TabFailure {
    fn new(error: &Error) -> TabFailure {
        TabFailure {
            status: status_of(error),
            error: InEachLang::of(|lang| json!(error_object(error, lang))),
        }
    }

    /// There is no such certificate.
    fn missing() -> TabFailure {
        TabFailure {
            status: 404,
            ..TabFailure::new(&Error::input(texts::no_certificate()))
        }
    }
}

impl From<Error> for TabFailure {
    fn from(error: Error) -> TabFailure {
        TabFailure::new(&error)
    }
}

impl fmt::Display for TabFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&text(self))
    }
}

/// The memory of a check and of all tables together.
const CHECK: CheckBudget = CheckBudget {
    memory: 512 << 20,
    time: None,
};

/// The limits of a question: a tab can have at most 4 GiB for each worker, and browsers often allow
/// less.
const LIMITS: Limits = Limits {
    threads: 1,
    memory: 1 << 30,
    time: Duration::from_secs(3600),
    questions: 2,
    without_listener: Duration::from_secs(60),
};

impl Default for Tab {
    fn default() -> Tab {
        Tab::new()
    }
}

impl Tab {
    /// A tab with the games of this program and no certificate.
    #[must_use]
    pub fn new() -> Tab {
        Tab {
            kinds: Arc::new(Kinds::builtin()),
            queue: queue(),
            certificates: BTreeMap::new(),
        }
    }

    /// Opens a certificate under a number. `line`: the moves of the line of its answer, if it has
    /// one. Returns its name, which is its claim if none is given.
    ///
    /// # Errors
    ///
    /// When it is not a certificate, or its game is not known.
    pub fn open(
        &mut self,
        id: u64,
        name: &str,
        line: Vec<String>,
        bytes: Vec<u8>,
    ) -> Result<String, TabFailure> {
        let explored = opened(&self.kinds, &self.queue, name, line, bytes)?;
        let name = explored.name().to_string();
        self.certificates.insert(id, explored);
        Ok(name)
    }

    /// Answers a request in JSON: `what` is the last part of the address of the route, and the
    /// other fields are its arguments. `body` is the body of a request to read a file.
    ///
    /// # Errors
    ///
    /// Those of the route.
    pub fn answer(&self, request: &str, body: &[u8]) -> Result<String, TabFailure> {
        Ok(match parsed(request)? {
            TabRequest::About => text(&About::new(&self.kinds, Mode::Serve, LIMITS)),
            TabRequest::Board(asked) => text(&asked.board(&self.kinds)?),
            TabRequest::Edit(asked) => text(&asked.edit(&self.kinds)?),
            TabRequest::Read(asked) => text(&asked.read(&self.kinds, body)?),
            TabRequest::Certificate(OfCertificate { id, place }) => {
                text(&self.find(id)?.data(id, place.lang))
            }
            TabRequest::Node(OfCertificate { id, place }) => text(&place.node(self.find(id)?)?),
            TabRequest::Line(OfCertificate { id, place }) => text(&place.line(self.find(id)?)?),
            TabRequest::Parents(OfCertificate { id, place }) => {
                let stop = AtomicBool::new(false);
                text(&place.parents(self.find(id)?, &stop)?)
            }
            TabRequest::Sizes(OfCertificate { id, .. }) => {
                self.find(id)?.make_tables_here();
                "null".to_string()
            }
        })
    }

    /// The line or the board at a place of a certificate as a file.
    ///
    /// # Errors
    ///
    /// Those of the route.
    pub fn export(&self, request: &str) -> Result<Exported, TabFailure> {
        let OfCertificate { id, place } = parsed(request)?;
        Ok(place.export(self.find(id)?)?)
    }

    fn find(&self, id: u64) -> Result<&Arc<Explored>, TabFailure> {
        self.certificates.get(&id).ok_or_else(TabFailure::missing)
    }
}

fn parsed<T: DeserializeOwned>(request: &str) -> Result<T, Error> {
    let request = serde_json::from_str(request);
    request.map_err(|error| texts::bad_address(&error.to_string()))
}

fn opened(
    kinds: &Arc<Kinds>,
    queue: &Arc<WorkQueue>,
    name: &str,
    line: Vec<String>,
    bytes: Vec<u8>,
) -> Result<Arc<Explored>, Error> {
    let (kinds, stored) = (Arc::clone(kinds), Stored::in_memory(bytes));
    let explored = Explored::open(&short(name), kinds, stored, queue, Wanted::Always)?;
    Ok(Arc::new(explored.with_line(line)))
}

/// A queue that begins no work.
fn queue() -> Arc<WorkQueue> {
    let queue = WorkQueue::new(CHECK);
    queue.end();
    Arc::new(queue)
}

fn text(data: &impl Serialize) -> String {
    // Serialization fails only for maps with keys that are not text, which do not occur here.
    serde_json::to_string(data).unwrap_or_default()
}

#[cfg(test)]
mod tests;
