//! The search for a position in a certificate.
//!
//! Positions are not stored, so each has to be played to. A [sweep] reads the records in their
//! order and holds the positions that are named and not yet read. Where these are too many, as
//! in a large disproof, a [descent] follows every record once, depth first: it holds the moves of
//! one line and a bit for each record, and takes far longer, since it reads the file here and
//! there.
//!
//! A search runs in a thread of its own and ends when it has found the position, when somebody
//! looks for another one, and when nobody asks after it any more.

mod descent;
mod sweep;

use std::io;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use serde::Serialize;
use shomei::certificates::Certificate;
use shomei::{AnyPosition, Error};

use super::Stored;
use super::path::Path;
use super::related;
use super::walk::Walk;
use descent::Descent;
use sweep::{Sweep, Swept};

/// A search that nobody has asked after for so long ends.
const PATIENCE: Duration = Duration::from_secs(5);

/// A search for a position.
#[derive(Debug)]
pub(crate) struct Finding {
    /// The position as the game writes it.
    wanted: String,
    seen: AtomicU64,
    all: u64,
    stop: AtomicBool,
    asked: Mutex<Instant>,
    ended: OnceLock<Found>,
}

#[derive(Clone, Debug)]
enum Found {
    At(Path),
    Nowhere,
    Stopped,
    Failed(String),
}

/// How a search for a position stands.
#[derive(Clone, Debug, Serialize)]
pub struct FindData {
    /// `running`, `found`, `none` or `stopped`.
    pub state: &'static str,
    /// How many records were looked at.
    pub records: u64,
    /// How many there are.
    pub of: u64,
    /// Where the position is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    /// Why the search has ended without a result.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

impl Finding {
    pub(crate) fn new(wanted: &AnyPosition, records: u64) -> Finding {
        Finding {
            wanted: wanted.text(),
            seen: AtomicU64::new(0),
            all: records,
            stop: AtomicBool::new(false),
            asked: Mutex::new(Instant::now()),
            ended: OnceLock::new(),
        }
    }

    /// Whether it is about this position.
    pub(crate) fn is_about(&self, position: &AnyPosition) -> bool {
        self.wanted == position.text()
    }

    /// Whether it has been given up.
    pub(crate) fn was_stopped(&self) -> bool {
        matches!(self.ended.get(), Some(Found::Stopped))
    }

    /// Ends it.
    pub(crate) fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// How it stands; it goes on for somebody who asks.
    pub(crate) fn look(&self) -> FindData {
        *self.asked.lock().unwrap_or_else(PoisonError::into_inner) = Instant::now();
        let (state, path, reason) = match self.ended.get() {
            None => ("running", None, None),
            Some(Found::At(path)) => ("found", Some(path.to_string()), None),
            Some(Found::Nowhere) => ("none", None, None),
            Some(Found::Stopped) => ("stopped", None, None),
            Some(Found::Failed(why)) => ("stopped", None, Some(why.clone())),
        };
        FindData {
            state,
            records: self.seen.load(Ordering::Relaxed),
            of: self.all,
            path,
            reason,
        }
    }

    /// Searches, to the end or until nobody wants it. `open` opens the certificate.
    pub(crate) fn run(&self, stored: &Stored, open: &dyn Fn() -> Result<Certificate, Error>) {
        let outcome = self.search(stored, open);
        let found = outcome.unwrap_or_else(|error| match self.is_wanted() {
            true => Found::Failed(error.to_string()),
            false => Found::Stopped,
        });
        self.ended.get_or_init(|| found);
    }

    fn search(
        &self,
        stored: &Stored,
        open: &dyn Fn() -> Result<Certificate, Error>,
    ) -> Result<Found, Error> {
        match Sweep::new(open()?, self)?.run()? {
            Swept::TooWide => {}
            Swept::Nowhere => return Ok(Found::Nowhere),
            Swept::Stopped => return Ok(Found::Stopped),
            Swept::At { record, child } => {
                let mut walk = Walk::new(open()?);
                let way = related::way_to(stored, record, &self.stop)?;
                related::follow(&mut walk, &way)?;
                if let Some(child) = child {
                    walk.step(child)?;
                }
                return Ok(Found::At(walk.path()));
            }
        }
        self.seen.store(0, Ordering::Relaxed);
        Descent::new(open()?, self)?.run()
    }

    /// One more record was looked at; whether the search is still wanted.
    fn goes_on(&self) -> bool {
        let seen = self.seen.fetch_add(1, Ordering::Relaxed);
        !seen.is_multiple_of(256) || self.is_wanted()
    }

    fn is_it(&self, position: &AnyPosition) -> bool {
        position.text() == self.wanted
    }

    /// Ends it with a reason, where it could not even begin.
    pub(crate) fn fail(&self, error: &io::Error) {
        self.ended.get_or_init(|| Found::Failed(error.to_string()));
    }

    fn is_wanted(&self) -> bool {
        let asked = *self.asked.lock().unwrap_or_else(PoisonError::into_inner);
        !self.stop.load(Ordering::Relaxed) && asked.elapsed() < PATIENCE
    }
}

/// The last search in a certificate: there is one at a time.
pub(crate) type Current = Mutex<Option<Arc<Finding>>>;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::certificate::samples;
    use shomei::Kinds;

    fn finding(text: &str, wanted: &str) -> (Stored, Finding) {
        let stored = samples::stored(&samples::proof(text));
        let certificate = Certificate::open(&Kinds::builtin(), stored.reader()).unwrap();
        let wanted = certificate.game().position(wanted).unwrap();
        let records = certificate.totals().records;
        (stored, Finding::new(&wanted, records))
    }

    fn search(text: &str, wanted: &str) -> Finding {
        let (stored, finding) = finding(text, wanted);
        finding.run(&stored, &|| {
            Certificate::open(&Kinds::builtin(), stored.reader())
        });
        finding
    }

    /// The same by a descent alone.
    fn descend(text: &str, wanted: &str) -> Option<String> {
        let (stored, finding) = finding(text, wanted);
        let certificate = Certificate::open(&Kinds::builtin(), stored.reader()).unwrap();
        match Descent::new(certificate, &finding).unwrap().run().unwrap() {
            Found::At(path) => Some(path.to_string()),
            found => {
                assert!(matches!(found, Found::Nowhere), "{found:?}");
                assert_eq!(finding.look().records, finding.look().of);
                None
            }
        }
    }

    const DIAMOND: &str = "r = OR { a }  a = AND { b, c }  b = OR { d }  c = OR { d } \
        d = AND { Won }  e = OR { Won }";

    #[test]
    fn a_position_is_found_with_its_path() {
        for (text, wanted, path) in [
            (samples::SMALL, "r", ""),
            (samples::SMALL, "c", "0.1"),
            (samples::SMALL, "a", "0"),
            (samples::SMALL, "Won", "0.0"),
            (samples::LOOP, "b", "1"),
        ] {
            let found = search(text, wanted).look();
            assert_eq!((found.state, found.path.as_deref()), ("found", Some(path)));
            assert_eq!(descend(text, wanted).as_deref(), Some(path));
        }
        let path = search(DIAMOND, "d").look().path.unwrap();
        assert!(["0.0.0", "0.1.0"].contains(&path.as_str()));
    }

    #[test]
    fn every_record_is_looked_at_once() {
        let found = search(DIAMOND, "e").look();
        assert_eq!((found.state, found.records, found.of), ("none", 5, 5));
        assert_eq!(descend(DIAMOND, "e"), None);
    }

    #[test]
    fn a_search_that_is_not_wanted_ends() {
        let text = samples::long_tree(5_000);
        let (stored, finding) = finding(&text, "n4999");
        finding.stop();
        finding.run(&stored, &|| {
            Certificate::open(&Kinds::builtin(), stored.reader())
        });
        assert!(finding.was_stopped());
        assert_eq!(finding.look().state, "stopped");
    }
}
