//! The search for a position in a certificate.
//!
//! Positions are not stored in a certificate, so each has to be computed from its moves. A [sweep]
//! reads the records in their order and keeps the positions that are referenced and not yet read.
//! If these are too many, as in a large disproof, a [descent] visits every record once, depth
//! first. It keeps the moves of one line and one bit per record. It is much slower, because it
//! reads the file in random order. Both return only paths up to the maximum length of a request.
//!
//! A search runs in its own thread. It ends when it has found the position or no page has requested
//! its state for some time.

mod descent;
mod sweep;

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError, Weak};
use std::time::Duration;

use serde::Serialize;
use shomei::certificates::Certificate;
use shomei::game::error_text;
use shomei::{AnyPosition, Error};
use web_time::Instant;

use super::path::{MOST_PLIES, Path};
use super::related;
use super::stored::StoredBytes;
use super::walk::Walk;
use super::{PATIENCE, Stored};
use crate::texts::{self, Lang};
use descent::Descent;
use sweep::{Sweep, Swept};

/// A search whose state was not requested for this time is stopped if another search needs its
/// place.
const YIELDS: Duration = Duration::from_secs(2);

/// The maximum number of concurrent searches, in all certificates.
const MOST: usize = 3;

/// The number of finished searches whose results are kept.
const KEPT: usize = 8;

/// A search for a position.
#[derive(Debug)]
pub(crate) struct Finding {
    /// The file of the certificate.
    file: Weak<StoredBytes>,
    /// The position in the notation of the game.
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
    Failed(Arc<Error>),
}

/// The state of a search for a position.
#[derive(Clone, Debug, Serialize)]
pub struct FindData {
    /// `running`, `found`, `none` or `stopped`.
    pub state: &'static str,
    /// The number of records visited.
    pub records: u64,
    /// The number of all records.
    pub of: u64,
    /// The path of the position.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    /// The reason why the search has ended without a result.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

impl Finding {
    pub(crate) fn new(stored: &Stored, wanted: &str, records: u64) -> Finding {
        Finding {
            file: stored.mark(),
            wanted: wanted.to_string(),
            seen: AtomicU64::new(0),
            all: records,
            stop: AtomicBool::new(false),
            asked: Mutex::new(Instant::now()),
            ended: OnceLock::new(),
        }
    }

    /// Whether this is the search for this position in this certificate.
    fn is_about(&self, stored: &Stored, wanted: &str) -> bool {
        self.is_in(stored) && self.wanted == wanted
    }

    fn is_in(&self, stored: &Stored) -> bool {
        self.file.ptr_eq(&stored.mark())
    }

    /// Whether the search has ended because it was stopped.
    pub(crate) fn was_stopped(&self) -> bool {
        matches!(self.ended.get(), Some(Found::Stopped))
    }

    /// Stops the search.
    pub(crate) fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// The state of the search. The call counts as a request, so the search continues.
    pub(crate) fn look(&self, lang: Lang) -> FindData {
        *self.asked.lock().unwrap_or_else(PoisonError::into_inner) = Instant::now();
        let (state, path, reason) = match self.ended.get() {
            None => ("running", None, None),
            Some(Found::At(path)) => ("found", Some(path.to_string()), None),
            Some(Found::Nowhere) => ("none", None, None),
            Some(Found::Stopped) => ("stopped", None, None),
            Some(Found::Failed(error)) => {
                let why = texts::error_text(error, lang);
                ("stopped", None, Some(why))
            }
        };
        FindData {
            state,
            records: self.seen.load(Ordering::Relaxed),
            of: self.all,
            path,
            reason,
        }
    }

    /// Searches until the end or until the search is not wanted any more. `open` opens the
    /// certificate.
    pub(crate) fn run(&self, stored: &Stored, open: &dyn Fn() -> Result<Certificate, Error>) {
        let outcome = self.search(stored, open);
        let found = outcome.unwrap_or_else(|error| match self.is_wanted() {
            true => Found::Failed(Arc::new(error)),
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
                let way = related::way_to(stored, record, MOST_PLIES, &self.stop)?;
                related::follow(&mut walk, &way)?;
                if let Some(child) = child {
                    if walk.steps().len() >= MOST_PLIES {
                        return Err(texts::way_too_long(record, MOST_PLIES));
                    }
                    walk.step(child)?;
                }
                return Ok(Found::At(walk.path()));
            }
        }
        self.seen.store(0, Ordering::Relaxed);
        Descent::new(open()?, self)?.run()
    }

    /// Counts one more visited record. Returns whether the search is still wanted.
    fn goes_on(&self) -> bool {
        let seen = self.seen.fetch_add(1, Ordering::Relaxed);
        !seen.is_multiple_of(256) || self.is_wanted()
    }

    fn is_it(&self, position: &AnyPosition) -> Result<bool, Error> {
        position
            .game()
            .unless_failed(Ok(position.text() == self.wanted))
    }

    /// Ends the search with an error, for example if it cannot be started.
    pub(crate) fn fail(&self, error: Error) {
        self.ended.get_or_init(|| Found::Failed(Arc::new(error)));
    }

    fn is_wanted(&self) -> bool {
        !self.stop.load(Ordering::Relaxed) && self.unasked() < PATIENCE
    }

    fn has_ended(&self) -> bool {
        self.ended.get().is_some() || self.stop.load(Ordering::Relaxed)
    }

    /// The time since the last request for the state.
    fn unasked(&self) -> Duration {
        let asked = *self.asked.lock().unwrap_or_else(PoisonError::into_inner);
        asked.elapsed()
    }
}

/// The searches in all certificates: the running ones and the last finished ones.
#[derive(Debug, Default)]
pub(crate) struct Findings(Mutex<VecDeque<Arc<Finding>>>);

impl Findings {
    /// The search for this position, and whether it is new and has to be [run](Finding::run). If
    /// there are too many searches, this stops the one with the oldest request, provided that it is
    /// old enough.
    ///
    /// # Errors
    ///
    /// [`Limit`](shomei::ErrorKind::Limit) when too many searches are running.
    pub(crate) fn about(
        &self,
        stored: &Stored,
        wanted: &str,
        records: u64,
    ) -> Result<(Arc<Finding>, bool), Error> {
        let mut list = self.list();
        list.retain(|finding| !finding.was_stopped());
        if let Some(known) = list.iter().find(|finding| finding.is_about(stored, wanted)) {
            return Ok((Arc::clone(known), false));
        }
        let running = list.iter().filter(|finding| !finding.has_ended());
        if running.clone().count() >= MOST {
            let idle = running
                .max_by_key(|finding| finding.unasked())
                .filter(|finding| finding.unasked() > YIELDS);
            match idle {
                Some(idle) => idle.stop(),
                None => return Err(too_many()),
            }
        }
        while list.len() >= MOST + KEPT {
            let oldest = list.iter().position(|finding| finding.has_ended());
            list.remove(oldest.unwrap_or(0));
        }
        let finding = Arc::new(Finding::new(stored, wanted, records));
        list.push_back(Arc::clone(&finding));
        Ok((finding, true))
    }

    /// Stops all searches in a certificate.
    pub(crate) fn stop(&self, stored: &Stored) {
        let list = self.list();
        let own = list.iter().filter(|finding| finding.is_in(stored));
        own.for_each(|finding| finding.stop());
    }

    fn list(&self) -> MutexGuard<'_, VecDeque<Arc<Finding>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn too_many() -> Error {
    Error::limit(error_text!(
        "searches-too-many",
        "{most} other positions are being searched for in this certificate: wait until one is found",
        most = MOST
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::certificate::samples;
    use shomei::Kinds;

    fn finding(text: &str, wanted: &str) -> (Stored, Finding) {
        let stored = samples::stored(&samples::proof(text));
        let certificate = Certificate::open(&Kinds::builtin(), stored.reader()).unwrap();
        let finding = Finding::new(&stored, wanted, certificate.totals().records);
        (stored, finding)
    }

    fn search(text: &str, wanted: &str) -> Finding {
        let (stored, finding) = finding(text, wanted);
        finding.run(&stored, &|| {
            Certificate::open(&Kinds::builtin(), stored.reader())
        });
        finding
    }

    /// The result of a descent without a sweep.
    fn descend(text: &str, wanted: &str) -> Option<String> {
        let (stored, finding) = finding(text, wanted);
        let certificate = Certificate::open(&Kinds::builtin(), stored.reader()).unwrap();
        match Descent::new(certificate, &finding).unwrap().run().unwrap() {
            Found::At(path) => Some(path.to_string()),
            found => {
                assert!(matches!(found, Found::Nowhere), "{found:?}");
                assert_eq!(finding.look(Lang::EN).records, finding.look(Lang::EN).of);
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
            let found = search(text, wanted).look(Lang::EN);
            assert_eq!((found.state, found.path.as_deref()), ("found", Some(path)));
            assert_eq!(descend(text, wanted).as_deref(), Some(path));
        }
        let path = search(DIAMOND, "d").look(Lang::EN).path.unwrap();
        assert!(["0.0.0", "0.1.0"].contains(&path.as_str()));
    }

    #[test]
    fn every_record_is_looked_at_once() {
        let found = search(DIAMOND, "e").look(Lang::EN);
        assert_eq!((found.state, found.records, found.of), ("none", 5, 5));
        assert_eq!(descend(DIAMOND, "e"), None);
    }

    #[test]
    fn two_searches_go_on_beside_each_other_and_too_many_are_refused() {
        let stored = samples::stored(&samples::proof(DIAMOND));
        let findings = Findings::default();
        let (first, is_new) = findings.about(&stored, "a", 5).unwrap();
        assert!(is_new);
        assert!(findings.about(&stored, "b", 5).unwrap().1);
        let (again, is_new) = findings.about(&stored, "a", 5).unwrap();
        assert!(Arc::ptr_eq(&first, &again) && !is_new && !first.has_ended());
        assert!(findings.about(&stored, "c", 5).unwrap().1);
        let refused = findings.about(&stored, "d", 5).unwrap_err();
        assert_eq!(refused.kind(), shomei::ErrorKind::Limit);
        // A search without recent requests is stopped for a new one.
        *first.asked.lock().unwrap() -= 2 * YIELDS;
        assert!(findings.about(&stored, "d", 5).unwrap().1);
        assert!(first.has_ended());
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
        assert_eq!(finding.look(Lang::EN).state, "stopped");
    }
    /// The result of a descent with a maximum of `plies` moves per line and `room` stored branches.
    fn descend_within(text: &str, wanted: &str, plies: usize, room: usize) -> Found {
        let (stored, finding) = finding(text, wanted);
        let certificate = Certificate::open(&Kinds::builtin(), stored.reader()).unwrap();
        let descent = Descent::new(certificate, &finding).unwrap();
        descent.within(plies, room).run().unwrap()
    }

    #[test]
    fn branches_that_are_not_held_are_made_again() {
        for wanted in ["c", "d", "e", "Won"] {
            for room in [0, 1, 2] {
                let found = descend_within(DIAMOND, wanted, 100, room);
                let found = match &found {
                    Found::At(path) => Some(path.to_string()),
                    _ => None,
                };
                assert_eq!(found, descend(DIAMOND, wanted), "{wanted} {room}");
                assert_eq!(found.is_none(), wanted == "e");
            }
        }
    }

    #[test]
    fn lines_longer_than_a_page_can_ask_for_are_not_followed() {
        let text = samples::long_tree(20);
        let path = |found: Found| match found {
            Found::At(path) => path.choices().len(),
            found => panic!("{found:?}"),
        };
        assert_eq!(path(descend_within(&text, "n10", 10, 100)), 10);
        let text = text + "elsewhere = OR { Won }";
        for wanted in ["n11", "elsewhere"] {
            let Found::Failed(error) = descend_within(&text, wanted, 10, 100) else {
                panic!("{wanted}");
            };
            assert_eq!(error.kind(), shomei::ErrorKind::Limit);
            assert!(error.to_string().contains("more than 10 moves"), "{error}");
        }
        // The same maximum length applies to a path that a sweep finds.
        let text = samples::long_tree(MOST_PLIES + 10);
        let found = search(&text, &format!("n{}", MOST_PLIES + 1));
        let shown = found.look(Lang::EN);
        assert_eq!((shown.state, &shown.path), ("stopped", &None));
        assert!(shown.reason.unwrap().contains("more than 10,000 moves"));
        assert!(found.look(Lang::JA).reason.unwrap().contains("10,000手"));
        let found = search(&text, &format!("n{MOST_PLIES}")).look(Lang::EN);
        assert_eq!(found.state, "found");
    }
}
