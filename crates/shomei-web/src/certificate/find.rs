//! The search for a position in a certificate.
//!
//! Positions are not stored, so each has to be played to. A [sweep] reads the records in their
//! order and holds the positions that are named and not yet read. Where these are too many, as
//! in a large disproof, a [descent] follows every record once, depth first: it holds the moves of
//! one line and a bit for each record, and takes far longer, since it reads the file here and
//! there. Neither tells a path of more moves than a page can ask for.
//!
//! A search runs in a thread of its own and ends when it has found the position, and when nobody
//! asks after it any more.

mod descent;
mod sweep;

use std::collections::VecDeque;
use std::fs::File;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError, Weak};
use std::time::{Duration, Instant};

use serde::Serialize;
use shomei::certificates::Certificate;
use shomei::{AnyPosition, Error};

use super::path::{MOST_PLIES, Path};
use super::related;
use super::walk::Walk;
use super::{PATIENCE, Stored};
use crate::words::{self, Lang, Said};
use descent::Descent;
use sweep::{Sweep, Swept};

/// One that nobody has asked after for so long makes room for another one.
const YIELDS: Duration = Duration::from_secs(2);

/// So many searches go on at once, in all certificates.
const MOST: usize = 3;

/// So many that have ended are remembered.
const KEPT: usize = 8;

/// A search for a position.
#[derive(Debug)]
pub(crate) struct Finding {
    /// The certificate.
    file: Weak<File>,
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
    Failed(Arc<Error>),
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
    pub(crate) fn new(stored: &Stored, wanted: &AnyPosition, records: u64) -> Finding {
        Finding {
            file: stored.mark(),
            wanted: wanted.text(),
            seen: AtomicU64::new(0),
            all: records,
            stop: AtomicBool::new(false),
            asked: Mutex::new(Instant::now()),
            ended: OnceLock::new(),
        }
    }

    /// Whether it is about this position in this certificate.
    fn is_about(&self, stored: &Stored, position: &AnyPosition) -> bool {
        self.is_in(stored) && self.wanted == position.text()
    }

    fn is_in(&self, stored: &Stored) -> bool {
        self.file.ptr_eq(&stored.mark())
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
    pub(crate) fn look(&self, lang: Lang) -> FindData {
        *self.asked.lock().unwrap_or_else(PoisonError::into_inner) = Instant::now();
        let (state, path, reason) = match self.ended.get() {
            None => ("running", None, None),
            Some(Found::At(path)) => ("found", Some(path.to_string()), None),
            Some(Found::Nowhere) => ("none", None, None),
            Some(Found::Stopped) => ("stopped", None, None),
            Some(Found::Failed(error)) => {
                let why = words::error_text(error, lang);
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

    /// Searches, to the end or until nobody wants it. `open` opens the certificate.
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
                        let most = MOST_PLIES;
                        return Err(Said::LongWay { record, most }.limit());
                    }
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
    pub(crate) fn fail(&self, error: Error) {
        self.ended.get_or_init(|| Found::Failed(Arc::new(error)));
    }

    fn is_wanted(&self) -> bool {
        !self.stop.load(Ordering::Relaxed) && self.unasked() < PATIENCE
    }

    fn has_ended(&self) -> bool {
        self.ended.get().is_some() || self.stop.load(Ordering::Relaxed)
    }

    /// For how long nobody has asked after it.
    fn unasked(&self) -> Duration {
        let asked = *self.asked.lock().unwrap_or_else(PoisonError::into_inner);
        asked.elapsed()
    }
}

/// The searches in all certificates: those that go on, and the last that have ended.
#[derive(Debug, Default)]
pub(crate) struct Findings(Mutex<VecDeque<Arc<Finding>>>);

impl Findings {
    /// The search for this position, and whether it is new and has to be [run](Finding::run).
    /// One that nobody has asked after lately ends where there would be too many.
    ///
    /// # Errors
    ///
    /// [`Limit`](shomei::ErrorKind::Limit) when others are waited for.
    pub(crate) fn about(
        &self,
        stored: &Stored,
        wanted: &AnyPosition,
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
                None => return Err(Said::ManySearches(MOST).limit()),
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

    /// Ends all of those in a certificate.
    pub(crate) fn stop(&self, stored: &Stored) {
        let list = self.list();
        let own = list.iter().filter(|finding| finding.is_in(stored));
        own.for_each(|finding| finding.stop());
    }

    fn list(&self) -> MutexGuard<'_, VecDeque<Arc<Finding>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

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
        let finding = Finding::new(&stored, &wanted, records);
        (stored, finding)
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
                assert_eq!(finding.look(Lang::En).records, finding.look(Lang::En).of);
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
            let found = search(text, wanted).look(Lang::En);
            assert_eq!((found.state, found.path.as_deref()), ("found", Some(path)));
            assert_eq!(descend(text, wanted).as_deref(), Some(path));
        }
        let path = search(DIAMOND, "d").look(Lang::En).path.unwrap();
        assert!(["0.0.0", "0.1.0"].contains(&path.as_str()));
    }

    #[test]
    fn every_record_is_looked_at_once() {
        let found = search(DIAMOND, "e").look(Lang::En);
        assert_eq!((found.state, found.records, found.of), ("none", 5, 5));
        assert_eq!(descend(DIAMOND, "e"), None);
    }

    #[test]
    fn two_searches_go_on_beside_each_other_and_too_many_are_refused() {
        let stored = samples::stored(&samples::proof(DIAMOND));
        let certificate = Certificate::open(&Kinds::builtin(), stored.reader()).unwrap();
        let place = |text| certificate.game().position(text).unwrap();
        let findings = Findings::default();
        let (first, is_new) = findings.about(&stored, &place("a"), 5).unwrap();
        assert!(is_new);
        assert!(findings.about(&stored, &place("b"), 5).unwrap().1);
        let (again, is_new) = findings.about(&stored, &place("a"), 5).unwrap();
        assert!(Arc::ptr_eq(&first, &again) && !is_new && !first.has_ended());
        assert!(findings.about(&stored, &place("c"), 5).unwrap().1);
        let refused = findings.about(&stored, &place("d"), 5).unwrap_err();
        assert_eq!(refused.kind(), shomei::ErrorKind::Limit);
        // One that nobody asks after makes room.
        *first.asked.lock().unwrap() -= 2 * YIELDS;
        assert!(findings.about(&stored, &place("d"), 5).unwrap().1);
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
        assert_eq!(finding.look(Lang::En).state, "stopped");
    }
    /// What a descent within so many plies, which holds so many branches, finds.
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
        // A path that a sweep finds is held against the same bound.
        let text = samples::long_tree(MOST_PLIES + 10);
        let found = search(&text, &format!("n{}", MOST_PLIES + 1));
        let told = found.look(Lang::En);
        assert_eq!((told.state, &told.path), ("stopped", &None));
        assert!(told.reason.unwrap().contains("more than 10000 moves"));
        assert!(found.look(Lang::Ja).reason.unwrap().contains("10000手"));
        let found = search(&text, &format!("n{MOST_PLIES}")).look(Lang::En);
        assert_eq!(found.state, "found");
    }
}
