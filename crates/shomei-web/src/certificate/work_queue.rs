//! The queue that checks certificates and makes their tables: one after another, in one thread,
//! within one memory budget.
//!
//! A request for a certificate with remaining work puts the certificate into the queue. The thread
//! ends when the queue is empty.
//!
//! **Memory.** All stored tables and the running check take at most [`CheckBudget::memory`]
//! together. If a further table needs more memory, tables without recent requests are dropped, and
//! made again after the next request. A check begins with the memory that the tables leave; if that
//! is not sufficient, all tables are dropped and the check begins again.

use std::cmp::Reverse;
use std::collections::VecDeque;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::thread;
use std::time::Duration;

use shomei::Error;

use super::Explored;
use super::check::CheckBudget;
use super::find::Findings;

/// A table that was not requested within this time can be dropped for another one.
const LATELY: Duration = Duration::from_secs(60);

/// The queue that checks certificates and makes their tables.
#[derive(Debug)]
pub struct WorkQueue {
    budget: CheckBudget,
    queue: Mutex<Queue>,
    /// The certificates whose tables are stored.
    tables: Mutex<Vec<Weak<Explored>>>,
    /// The searches for positions, in all certificates.
    findings: Findings,
}

/// Work in the queue.
pub(crate) trait Work: fmt::Debug + Send + Sync {
    /// Does the remaining work.
    fn do_work(self: Arc<Self>, queue: &WorkQueue);

    /// The work has panicked; its message is on standard error.
    fn fail(&self);
}

#[derive(Debug, Default)]
struct Queue {
    waiting: VecDeque<Arc<dyn Work>>,
    /// Whether the thread is running.
    is_served: bool,
    /// Whether the server ends, so that no work begins.
    is_over: bool,
}

impl WorkQueue {
    /// A queue with this memory and time.
    #[must_use]
    pub fn new(budget: CheckBudget) -> WorkQueue {
        WorkQueue {
            budget,
            queue: Mutex::default(),
            tables: Mutex::default(),
            findings: Findings::default(),
        }
    }

    /// The limits of a check and of the tables.
    #[must_use]
    pub fn budget(&self) -> CheckBudget {
        self.budget
    }

    pub(super) fn findings(&self) -> &Findings {
        &self.findings
    }

    /// Empties the queue, and begins no further work.
    pub(crate) fn end(&self) {
        let mut queue = self.queue();
        queue.is_over = true;
        queue.waiting.clear();
    }

    /// Whether the thread is running.
    pub(crate) fn is_served(&self) -> bool {
        self.queue().is_served
    }

    /// Puts work at the end of the queue, unless it is in the queue already or the queue has ended.
    ///
    /// # Errors
    ///
    /// When a thread cannot be started.
    pub(crate) fn put(self: &Arc<Self>, work: Arc<dyn Work>) -> Result<(), Error> {
        let mut queue = self.queue();
        if queue.is_over {
            return Ok(());
        }
        let mut waiting = queue.waiting.iter();
        if !waiting.any(|other| Arc::ptr_eq(other, &work)) {
            queue.waiting.push_back(work);
        }
        if !queue.is_served {
            let this = Arc::clone(self);
            let builder = thread::Builder::new().name("check".to_string());
            builder.spawn(move || this.serve()).map_err(Error::run)?;
            queue.is_served = true;
        }
        Ok(())
    }

    fn serve(&self) {
        while let Some(next) = self.next() {
            let work = AssertUnwindSafe(|| Arc::clone(&next).do_work(self));
            if catch_unwind(work).is_err() {
                // For example a panic in an external game.
                next.fail();
            }
        }
    }

    fn next(&self) -> Option<Arc<dyn Work>> {
        let mut queue = self.queue();
        let next = queue.waiting.pop_front();
        queue.is_served = next.is_some();
        next
    }

    fn queue(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Drops tables without recent requests, oldest request first, until `bytes` fit into the rest
    /// of the budget. Returns whether they fit.
    pub(super) fn make_room(&self, bytes: u64) -> bool {
        self.drop_tables(bytes, |explored| explored.unasked() > LATELY)
    }

    /// Drops all tables.
    pub(crate) fn clear(&self) {
        self.drop_tables(u64::MAX, |_| true);
    }

    fn drop_tables(&self, bytes: u64, may_go: impl Fn(&Explored) -> bool) -> bool {
        let mut kept = self.kept();
        // The times are read once, because they change during the sort.
        kept.sort_by_cached_key(|explored| Reverse(explored.unasked()));
        let mut held: u64 = kept.iter().map(|explored| explored.table_bytes()).sum();
        let room = self.budget.memory.saturating_sub(bytes);
        for explored in kept.iter().filter(|explored| may_go(explored)) {
            if held <= room {
                break;
            }
            explored.drop_tables();
            held -= explored.table_bytes();
        }
        held <= room && bytes <= self.budget.memory
    }

    /// The number of bytes of the budget that the tables leave.
    pub(super) fn left(&self) -> u64 {
        let held = self
            .kept()
            .iter()
            .map(|explored| explored.table_bytes())
            .sum();
        self.budget.memory.saturating_sub(held)
    }

    /// Adds the table of a certificate to the stored ones.
    pub(super) fn keep(&self, explored: &Arc<Explored>) {
        let (own, mut tables) = (Arc::downgrade(explored), self.tables());
        tables.retain(|other| !other.ptr_eq(&own));
        tables.push(own);
    }

    /// The certificates whose tables are stored.
    fn kept(&self) -> Vec<Arc<Explored>> {
        let mut tables = self.tables();
        tables.retain(|explored| explored.upgrade().is_some_and(|known| known.has_tables()));
        tables.iter().filter_map(Weak::upgrade).collect()
    }

    fn tables(&self) -> MutexGuard<'_, Vec<Weak<Explored>>> {
        self.tables.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Default for WorkQueue {
    fn default() -> WorkQueue {
        WorkQueue::new(CheckBudget::default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::certificate::{CheckState, PATIENCE, Path, Wanted, Wish, samples};
    use crate::texts::Lang;
    use std::time::Instant;

    const WISH: Wish = Wish {
        lang: Lang::EN,
        line: false,
    };

    /// Certificates of three records each, whose tables take 48 bytes, in a queue with this memory
    /// in bytes.
    fn three(memory: u64) -> (Arc<WorkQueue>, [Arc<Explored>; 3]) {
        let time = None;
        let queue = Arc::new(WorkQueue::new(CheckBudget { memory, time }));
        let open = || {
            let stored = samples::stored(&samples::proof(samples::SMALL));
            samples::explored(stored, &queue, Wanted::WhileAsked)
        };
        let three = [open(), open(), open()];
        (queue, three)
    }

    #[test]
    fn a_table_without_recent_requests_makes_room_and_is_made_again() {
        let (queue, [a, b, c]) = three(100);
        a.make_tables(&queue);
        b.make_tables(&queue);
        assert!(a.has_tables() && b.has_tables());
        assert_eq!(queue.left(), 4);
        // Both tables were requested recently, so they are kept and a third one does not fit.
        c.make_tables(&queue);
        assert_eq!(
            (c.sizes(), a.sizes(), b.sizes()),
            ("failed", "ready", "ready")
        );
        a.age(2 * LATELY);
        assert!(!queue.make_room(101));
        assert_eq!((a.sizes(), b.sizes()), ("making", "ready"));
        assert_eq!(queue.left(), 52);
        // A further request makes the table again.
        a.make_tables(&queue);
        assert_eq!((a.sizes(), queue.left()), ("ready", 4));
    }

    #[test]
    fn a_check_that_does_not_fit_beside_the_tables_is_done_without_them() {
        let long = samples::stored(&samples::long_proof(60));
        let checked = |queue: &Arc<WorkQueue>| {
            let explored = samples::explored(long.clone(), queue, Wanted::Always);
            explored.work(queue);
            explored.checked()
        };
        // The least memory with which a check succeeds.
        let mut sizes = (48..).step_by(48);
        let least = sizes.find(|&memory| checked(&three(memory).0) == CheckState::Accepted);
        let (queue, [other, ..]) = three(least.unwrap());
        other.work(&queue);
        assert!(other.has_tables());
        assert_eq!(checked(&queue), CheckState::Accepted);
        assert!(!other.has_tables());
    }

    #[test]
    fn the_check_of_an_answer_waits_until_a_page_asks() {
        let (queue, [answer, ..]) = three(1 << 20);
        answer.age(2 * PATIENCE);
        answer.work(&queue);
        assert_eq!(
            (answer.checked(), answer.sizes()),
            (CheckState::Waiting, "making")
        );
        // A request puts it into the queue, whose thread checks it.
        let patience = Instant::now() + Duration::from_secs(60);
        while answer.check(Lang::EN).state != CheckState::Accepted {
            assert!(Instant::now() < patience);
            thread::yield_now();
        }
        let shown = samples::stored(&samples::proof(samples::SMALL));
        let shown = samples::explored(shown, &queue, Wanted::Always);
        shown.age(2 * PATIENCE);
        shown.work(&queue);
        assert_eq!(shown.checked(), CheckState::Accepted);
        assert!(answer.node(&Path::default(), WISH).is_ok());
    }
    #[test]
    fn an_idle_walk_is_dropped_and_made_again() {
        let (_, [answer, ..]) = three(1 << 20);
        let path: Path = "0.1.0".parse().unwrap();
        let node = || answer.node(&path, WISH).unwrap().position;
        let end = node();
        answer.rest_if_idle();
        let plies = || answer.walk().as_ref().map(|walk| walk.steps().len());
        assert_eq!(plies(), Some(3));
        answer.age(2 * PATIENCE);
        answer.rest_if_idle();
        assert_eq!(plies(), None);
        assert_eq!(node(), end);
    }
}
