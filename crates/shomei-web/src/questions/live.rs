//! A question from its start to its answer: its progress, its listeners, its result.

use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;

use serde::Serialize;
use serde_json::{Value, json};
use shomei::search::Number;
use shomei::{Error, Event, Stopper};
use web_time::Instant;

use super::Share;
use crate::opened::Opened;
use crate::texts::{self, InEachLang, Lang};

/// A question from its start to its answer.
///
/// It has no position: a game of the user must not be called in the thread that serves all
/// connections, and its positions take memory.
#[derive(Debug)]
pub(crate) struct Live {
    id: u64,
    share: Share,
    stopper: Stopper,
    began: Instant,
    numbers: Numbers,
    listeners: AtomicUsize,
    had_listener: AtomicBool,
    /// The decided moves in chronological order, with their names.
    rows: Mutex<Vec<InEachLang<Value>>>,
    ended: OnceLock<Result<QuestionAnswer, Error>>,
    watch: Option<LiveWatch>,
}

/// A function that is called after every report of a search.
struct LiveWatch(Box<dyn Fn(&Live) + Send + Sync>);

impl fmt::Debug for LiveWatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("LiveWatch")
    }
}

/// The progress of a search.
#[derive(Debug, Default)]
struct Numbers {
    pn: AtomicU64,
    dn: AtomicU64,
    /// The nodes of the current search.
    nodes: AtomicU64,
    /// The nodes of the previous searches.
    before: AtomicU64,
}

/// The value of a number that is infinite or not reported yet.
const NOT_KNOWN: u64 = u64::MAX;

/// An answer.
#[derive(Debug)]
pub(crate) struct QuestionAnswer {
    /// The answer for the page.
    pub(crate) shown: InEachLang<ShownAnswer>,
    /// The numbers of its certificates in the server.
    pub(crate) certificates: Vec<u64>,
    /// The number of the bundle of all its certificates.
    pub(crate) bundle: Option<u64>,
    /// The errors of its certificates and of its parts.
    pub(crate) problems: Vec<Error>,
}

impl QuestionAnswer {
    /// The answer for a page, with the certificates that are still here.
    pub(crate) fn data(&self, opened: &Opened, lang: Lang) -> Value {
        let certificate = |&id: &u64| {
            let explored = opened.get(id)?;
            Some(json!({
                "id": id.to_string(),
                "name": explored.claim(lang),
                "check": explored.check(lang),
            }))
        };
        let certificates = self.certificates.iter();
        let problems = self.problems.iter();
        let problems = problems.map(|problem| texts::error_text(problem, lang));
        let shown = self.shown.get(lang);
        json!({
            "data": shown.map(|shown| &shown.data),
            "words": shown.map(|shown| &shown.words),
            "certificates": certificates.filter_map(certificate).collect::<Vec<_>>(),
            "bundle": self.bundle.map(|id| id.to_string()),
            "problems": problems.collect::<Vec<String>>(),
        })
    }
}

/// An answer in one language.
#[derive(Debug)]
pub(crate) struct ShownAnswer {
    /// The answer as data for programs, with the names of its moves.
    pub(crate) data: Value,
    /// The answer in a few sentences.
    pub(crate) words: String,
}

/// The progress of a question.
#[derive(Clone, Copy, Debug, Serialize)]
pub(crate) struct Standing {
    /// The proof number of the root; null if it is infinite or unknown.
    pub(crate) pn: Option<u64>,
    /// The disproof number of the root, likewise.
    pub(crate) dn: Option<u64>,
    /// The nodes of all searches for the question.
    pub(crate) nodes: u64,
    pub(crate) seconds: f64,
}

impl Live {
    pub(crate) fn new(id: u64, share: Share, stopper: Stopper) -> Live {
        let numbers = Numbers::default();
        numbers.begin();
        Live {
            id,
            share,
            stopper,
            began: Instant::now(),
            numbers,
            listeners: AtomicUsize::new(0),
            had_listener: AtomicBool::new(false),
            rows: Mutex::default(),
            ended: OnceLock::new(),
            watch: None,
        }
    }

    /// The same question, which calls a function after every report of its search.
    pub(super) fn watched(self, watch: impl Fn(&Live) + Send + Sync + 'static) -> Live {
        Live {
            watch: Some(LiveWatch(Box::new(watch))),
            ..self
        }
    }

    pub(crate) fn id(&self) -> u64 {
        self.id
    }

    /// The resources of the question.
    pub(crate) fn share(&self) -> Share {
        self.share
    }

    /// Requests that the search ends; it does so within milliseconds, with the results so far.
    pub(crate) fn stop(&self) {
        self.stopper.stop();
    }

    /// Whether a stop was requested.
    pub(crate) fn is_stopped(&self) -> bool {
        self.stopper.is_stopped()
    }

    /// Whether it has run for this long and no page has listened to it.
    pub(super) fn is_without_listener_for(&self, time: Duration) -> bool {
        !self.had_listener.load(Ordering::SeqCst) && self.began.elapsed() >= time
    }

    /// Stops a search that no page has listened to.
    pub(crate) fn stop_without_listener(&self) {
        if self.is_without_listener_for(Duration::ZERO) {
            self.stop();
        }
    }

    /// Adds a listener, which lasts until the returned value is dropped.
    pub(crate) fn listen(self: &Arc<Self>) -> Listener {
        self.had_listener.store(true, Ordering::SeqCst);
        self.listeners.fetch_add(1, Ordering::SeqCst);
        Listener(Arc::clone(self))
    }

    pub(crate) fn is_ended(&self) -> bool {
        self.ended.get().is_some()
    }

    /// The result, after the question has ended.
    pub(crate) fn ended(&self) -> Option<&Result<QuestionAnswer, Error>> {
        self.ended.get()
    }

    pub(super) fn end(&self, outcome: Result<QuestionAnswer, Error>) {
        // Only the first result counts.
        self.ended.get_or_init(|| outcome);
    }

    /// Adds a decided move, or further information about one.
    pub(super) fn add_row(&self, row: InEachLang<Value>) {
        self.rows().push(row);
        if let Some(LiveWatch(watch)) = &self.watch {
            watch(self);
        }
    }

    /// The row with this number, counted from 0.
    pub(crate) fn row_in_each(&self, number: usize) -> Option<InEachLang<Value>> {
        self.rows().get(number).cloned()
    }

    /// The row with this number, counted from 0, in a language.
    pub(crate) fn row(&self, number: usize, lang: Lang) -> Option<Value> {
        self.rows().get(number)?.get(lang).cloned()
    }

    fn rows(&self) -> MutexGuard<'_, Vec<InEachLang<Value>>> {
        self.rows.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The progress of the search.
    pub(crate) fn look(&self) -> Standing {
        let numbers = &self.numbers;
        let known = |number: &AtomicU64| {
            let number = number.load(Ordering::Relaxed);
            (number != NOT_KNOWN).then_some(number)
        };
        let count = |number: &AtomicU64| number.load(Ordering::Relaxed);
        Standing {
            pn: known(&numbers.pn),
            dn: known(&numbers.dn),
            nodes: count(&numbers.before) + count(&numbers.nodes),
            seconds: self.began.elapsed().as_secs_f64(),
        }
    }

    /// Records the progress that a search reports.
    pub(super) fn see(&self, event: &Event<'_>) {
        let Event::Progress(progress) = event else {
            return;
        };
        let numbers = &self.numbers;
        let set = |place: &AtomicU64, number: Number| {
            let finite = (!number.is_infinite()).then(|| u64::from(number.get()));
            place.store(finite.unwrap_or(NOT_KNOWN), Ordering::Relaxed);
        };
        set(&numbers.pn, progress.bounds.pn());
        set(&numbers.dn, progress.bounds.dn());
        numbers
            .nodes
            .store(progress.counters.nodes(), Ordering::Relaxed);
        if let Some(LiveWatch(watch)) = &self.watch {
            watch(self);
        }
    }

    /// Records that a search has ended after this number of nodes; another one can follow.
    pub(super) fn next(&self, nodes: u64) {
        self.numbers.before.fetch_add(nodes, Ordering::Relaxed);
        self.numbers.begin();
    }
}

impl Numbers {
    fn begin(&self) {
        self.nodes.store(0, Ordering::Relaxed);
        self.pn.store(NOT_KNOWN, Ordering::Relaxed);
        self.dn.store(NOT_KNOWN, Ordering::Relaxed);
    }
}

/// A listener that waits for the answer. When the last one is dropped, the search stops.
#[derive(Debug)]
pub(crate) struct Listener(Arc<Live>);

impl Listener {
    pub(crate) fn live(&self) -> &Live {
        &self.0
    }
}

impl Drop for Listener {
    fn drop(&mut self) {
        if self.0.listeners.fetch_sub(1, Ordering::SeqCst) == 1 {
            self.0.stop();
        }
    }
}
