//! The search for a position in a certificate.
//!
//! Positions are not stored, so each has to be played to. The search follows every record once,
//! depth first: it holds the moves of one line and a bit for each record. It runs in a thread of
//! its own and ends when it has found the position, when somebody looks for another one, and when
//! nobody asks after it any more.

use std::io;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use serde::Serialize;
use shomei::certificates::{Branch, Certificate, Node};
use shomei::{AnyPosition, Error};

use super::path::Path;
use super::tables::Marks;
use super::walk::record_of;

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

    /// Searches, to the end or until nobody wants it.
    pub(crate) fn run(&self, certificate: Certificate) {
        let outcome = Descent::new(certificate, self).and_then(Descent::run);
        let found = outcome.unwrap_or_else(|error| Found::Failed(error.to_string()));
        self.ended.get_or_init(|| found);
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

/// A search depth first.
struct Descent<'a> {
    certificate: Certificate,
    /// The records that are on the line, were on it, or wait beside it.
    met: Marks,
    finding: &'a Finding,
    line: Vec<Level>,
}

/// A position of the line, with what is left to be looked at behind it.
struct Level {
    /// The number of the move that has led here.
    choice: u32,
    /// The moves to go on by, with their numbers and what stands behind them; the next one last.
    left: Vec<(u32, Node)>,
}

impl<'a> Descent<'a> {
    fn new(certificate: Certificate, finding: &'a Finding) -> Result<Descent<'a>, Error> {
        let mut met = Marks::new(certificate.totals().records)?;
        met.add(0);
        Ok(Descent {
            certificate,
            met,
            finding,
            line: Vec::new(),
        })
    }

    fn run(mut self) -> Result<Found, Error> {
        let root = self.certificate.root()?;
        if self.is_it(root.position()) {
            return Ok(Found::At(Path::default()));
        }
        let mut next = Some((0, root));
        loop {
            if let Some((choice, node)) = next.take() {
                let place = self.enter(choice, &node)?;
                if let Some(place) = place {
                    return Ok(Found::At(self.path_by(place)));
                }
                let seen = self.finding.seen.fetch_add(1, Ordering::Relaxed);
                if seen % 256 == 0 && !self.finding.is_wanted() {
                    return Ok(Found::Stopped);
                }
            }
            let Some(level) = self.line.last_mut() else {
                return Ok(Found::Nowhere);
            };
            next = level.left.pop();
            if next.is_none() {
                self.line.pop();
            }
        }
    }

    /// Adds a position to the line; the number of a move that leads to the position that is
    /// looked for.
    fn enter(&mut self, choice: u32, node: &Node) -> Result<Option<u32>, Error> {
        let branches = self.certificate.children(node)?;
        let mut own: Vec<(u64, u32)> = Vec::new();
        for (place, branch) in (0..).zip(&branches) {
            if self.is_it(&branch.position) {
                self.line.push(Level {
                    choice,
                    left: Vec::new(),
                });
                return Ok(Some(place));
            }
            if let Some(child) = record_of(branch)
                && self.met.add(child)
            {
                own.push((child, place));
            }
        }
        own.sort_unstable();
        let fetch = |(_, place): &(u64, u32)| {
            let branch: &Branch = &branches[*place as usize];
            Ok((*place, self.certificate.at(branch)?))
        };
        let left: Result<Vec<_>, Error> = own.iter().map(fetch).collect();
        let mut left = left?;
        left.reverse();
        self.line.push(Level { choice, left });
        Ok(None)
    }

    fn path_by(&self, place: u32) -> Path {
        // The root was reached by no move.
        let line = self.line.iter().skip(1).map(|level| level.choice);
        Path::of(line.chain([place]).collect())
    }

    fn is_it(&self, position: &AnyPosition) -> bool {
        position.text() == self.finding.wanted
    }
}

/// The search of a certificate, one at a time.
pub(crate) type Current = Mutex<Option<Arc<Finding>>>;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::certificate::samples;
    use shomei::Kinds;

    fn search(text: &str, wanted: &str) -> Finding {
        let stored = samples::stored(&samples::proof(text));
        let kinds = Kinds::builtin();
        let certificate = Certificate::open(&kinds, stored.reader()).unwrap();
        let wanted = certificate.game().position(wanted).unwrap();
        let finding = Finding::new(&wanted, certificate.totals().records);
        finding.run(certificate);
        finding
    }

    #[test]
    fn a_position_is_found_with_its_path() {
        for (wanted, path) in [("r", ""), ("c", "0.1"), ("a", "0")] {
            let found = search(samples::SMALL, wanted).look();
            assert_eq!((found.state, found.path.as_deref()), ("found", Some(path)));
        }
        let data = search(samples::LOOP, "b").look();
        assert_eq!((data.state, data.path.as_deref()), ("found", Some("1")));
    }

    #[test]
    fn every_record_is_looked_at_once() {
        let text = "r = OR { a }  a = AND { b, c }  b = OR { d }  c = OR { d }  d = AND { Won } \
            e = OR { Won }";
        let found = search(text, "e").look();
        assert_eq!((found.state, found.records, found.of), ("none", 5, 5));
    }

    #[test]
    fn a_search_that_is_not_wanted_ends() {
        let text = samples::long_tree(5_000);
        let stored = samples::stored(&samples::proof(&text));
        let kinds = Kinds::builtin();
        let certificate = Certificate::open(&kinds, stored.reader()).unwrap();
        let wanted = certificate.game().position("n4999").unwrap();
        let finding = Finding::new(&wanted, 5_000);
        finding.stop();
        finding.run(certificate);
        assert!(finding.was_stopped());
        assert_eq!(finding.look().state, "stopped");
    }
}
