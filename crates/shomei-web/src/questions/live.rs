//! A question on its way: its numbers, its listeners, its end.

use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use serde::Serialize;
use shomei::composers::ProblemCheck;
use shomei::data::ProblemData;
use shomei::search::Number;
use shomei::{AnyPosition, Error, Event, Stopper};

use super::Share;

/// A question on its way.
#[derive(Debug)]
pub(crate) struct Live {
    id: u64,
    share: Share,
    position: AnyPosition,
    stopper: Stopper,
    began: Instant,
    numbers: Numbers,
    listeners: AtomicUsize,
    was_heard: AtomicBool,
    ended: OnceLock<Result<Heard, Error>>,
}

/// What a search tells while it runs.
#[derive(Debug, Default)]
struct Numbers {
    pn: AtomicU64,
    dn: AtomicU64,
    /// The nodes of the search that runs now.
    nodes: AtomicU64,
    /// Those of the searches before it.
    before: AtomicU64,
}

/// The numbers of a search that has told none.
const NOT_KNOWN: u64 = u64::MAX;

/// An answer.
#[derive(Debug)]
pub(crate) struct Heard {
    /// The answer itself.
    pub(crate) answered: ProblemCheck,
    /// All of it for a program.
    pub(crate) data: Box<ProblemData>,
    /// The numbers of its certificates among those of the server.
    pub(crate) certificates: Vec<u64>,
    /// What went wrong with its certificates.
    pub(crate) problems: Vec<Error>,
}

/// A look at a search.
#[derive(Clone, Copy, Debug, Serialize)]
pub(crate) struct Standing {
    /// The proof number of the root; null where it is infinite or not known.
    pub(crate) pn: Option<u64>,
    /// The disproof number, likewise.
    pub(crate) dn: Option<u64>,
    /// The nodes of all searches for the question.
    pub(crate) nodes: u64,
    pub(crate) seconds: f64,
}

impl Live {
    pub(crate) fn new(id: u64, share: Share, position: AnyPosition, stopper: Stopper) -> Live {
        let numbers = Numbers::default();
        numbers.begin();
        Live {
            id,
            share,
            position,
            stopper,
            began: Instant::now(),
            numbers,
            listeners: AtomicUsize::new(0),
            was_heard: AtomicBool::new(false),
            ended: OnceLock::new(),
        }
    }

    pub(crate) fn id(&self) -> u64 {
        self.id
    }

    /// What it takes of what all questions share.
    pub(crate) fn share(&self) -> Share {
        self.share
    }

    /// The position that it is about.
    pub(crate) fn position(&self) -> &AnyPosition {
        &self.position
    }

    /// Asks the search to end; it does so within milliseconds, with what is known by then.
    pub(crate) fn stop(&self) {
        self.stopper.stop();
    }

    /// Whether it was asked to end.
    pub(crate) fn is_stopped(&self) -> bool {
        self.stopper.is_stopped()
    }

    /// Whether it has run for this long and no page has listened to it.
    pub(super) fn is_unheard_for(&self, time: Duration) -> bool {
        !self.was_heard.load(Ordering::SeqCst) && self.began.elapsed() >= time
    }

    /// Stops a search that no page has listened to.
    pub(crate) fn stop_if_unheard(&self) {
        if self.is_unheard_for(Duration::ZERO) {
            self.stop();
        }
    }

    /// Somebody listens, as long as the listener lives.
    pub(crate) fn listen(self: &Arc<Self>) -> Listener {
        self.was_heard.store(true, Ordering::SeqCst);
        self.listeners.fetch_add(1, Ordering::SeqCst);
        Listener(Arc::clone(self))
    }

    pub(crate) fn is_ended(&self) -> bool {
        self.ended.get().is_some()
    }

    /// What has come of it, once it has ended.
    pub(crate) fn ended(&self) -> Option<&Result<Heard, Error>> {
        self.ended.get()
    }

    pub(super) fn end(&self, outcome: Result<Heard, Error>) {
        // It ends once.
        self.ended.get_or_init(|| outcome);
    }

    /// How the search stands.
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

    /// Takes in what a search tells.
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
    }

    /// A search has ended after so many nodes; another one may follow.
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

/// Somebody who waits for an answer. When the last one goes, the search stops.
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
