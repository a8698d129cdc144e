//! Where certificates are checked and their tables made: one after another, in one thread, and
//! within one budget of memory.
//!
//! Whatever is asked of a certificate that still has work to be done puts it in the queue. The
//! thread ends when the queue is empty.
//!
//! **Memory.** All tables that are kept and the check that runs take no more than
//! [`CheckBudget::memory`] together. Where there is too little for one more table, those that
//! nobody has asked for lately are dropped, and made again when somebody asks. A check begins with
//! what the tables leave; where that does not suffice, all tables are dropped and it begins again.

use std::cmp::Reverse;
use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::thread;
use std::time::Duration;

use shomei::Error;

use super::Explored;
use super::check::CheckBudget;
use super::find::Findings;

/// A table that nobody has asked for in this time makes room for another one.
const LATELY: Duration = Duration::from_secs(60);

/// Where certificates are checked and their tables made.
#[derive(Debug)]
pub struct Desk {
    budget: CheckBudget,
    queue: Mutex<Queue>,
    /// Those whose tables are kept.
    tables: Mutex<Vec<Weak<Explored>>>,
    /// The searches for positions, in all certificates.
    findings: Findings,
}

#[derive(Debug, Default)]
struct Queue {
    waiting: VecDeque<Arc<Explored>>,
    /// Whether the thread is there.
    is_served: bool,
}

impl Desk {
    /// A desk with so much memory and time.
    #[must_use]
    pub fn new(budget: CheckBudget) -> Desk {
        Desk {
            budget,
            queue: Mutex::default(),
            tables: Mutex::default(),
            findings: Findings::default(),
        }
    }

    /// What a check and the tables may take.
    #[must_use]
    pub fn budget(&self) -> CheckBudget {
        self.budget
    }

    pub(super) fn findings(&self) -> &Findings {
        &self.findings
    }

    /// Puts a certificate at the end of the queue, where it is not in it yet.
    ///
    /// # Errors
    ///
    /// When there can be no thread.
    pub(super) fn put(self: &Arc<Self>, explored: &Arc<Explored>) -> Result<(), Error> {
        let mut queue = self.queue();
        let mut waiting = queue.waiting.iter();
        if !waiting.any(|other| Arc::ptr_eq(other, explored)) {
            queue.waiting.push_back(Arc::clone(explored));
        }
        if !queue.is_served {
            let desk = Arc::clone(self);
            let builder = thread::Builder::new().name("check".to_string());
            builder.spawn(move || desk.serve()).map_err(Error::run)?;
            queue.is_served = true;
        }
        Ok(())
    }

    fn serve(&self) {
        while let Some(explored) = self.next() {
            let work = AssertUnwindSafe(|| explored.work(self));
            if catch_unwind(work).is_err() {
                // A game of somebody else, for example; standard error has it.
                explored.fail();
            }
        }
    }

    fn next(&self) -> Option<Arc<Explored>> {
        let mut queue = self.queue();
        let next = queue.waiting.pop_front();
        queue.is_served = next.is_some();
        next
    }

    fn queue(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Drops tables that nobody has asked for lately, those first that were asked for first,
    /// until so many bytes are left; whether they are.
    pub(super) fn make_room(&self, bytes: u64) -> bool {
        self.drop_tables(bytes, |explored| explored.unasked() > LATELY)
    }

    /// Drops all tables.
    pub(super) fn clear(&self) {
        self.drop_tables(u64::MAX, |_| true);
    }

    fn drop_tables(&self, bytes: u64, may_go: impl Fn(&Explored) -> bool) -> bool {
        let mut kept = self.kept();
        // The times are looked at once, since they go on.
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

    /// How many bytes the tables leave.
    pub(super) fn left(&self) -> u64 {
        let held = self
            .kept()
            .iter()
            .map(|explored| explored.table_bytes())
            .sum();
        self.budget.memory.saturating_sub(held)
    }

    /// The table of a certificate is kept from now on.
    pub(super) fn keep(&self, explored: &Arc<Explored>) {
        let (own, mut tables) = (Arc::downgrade(explored), self.tables());
        tables.retain(|other| !other.ptr_eq(&own));
        tables.push(own);
    }

    /// Those whose tables are kept.
    fn kept(&self) -> Vec<Arc<Explored>> {
        let mut tables = self.tables();
        tables.retain(|explored| explored.upgrade().is_some_and(|known| known.has_tables()));
        tables.iter().filter_map(Weak::upgrade).collect()
    }

    fn tables(&self) -> MutexGuard<'_, Vec<Weak<Explored>>> {
        self.tables.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Default for Desk {
    fn default() -> Desk {
        Desk::new(CheckBudget::default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::certificate::{CheckState, PATIENCE, Path, Wanted, Wish, samples};
    use crate::words::Lang;
    use std::time::Instant;

    const WISH: Wish = Wish {
        lang: Lang::En,
        line: false,
    };

    /// Certificates of three records each, whose tables take 48 bytes, at a desk with so many.
    fn three(memory: u64) -> (Arc<Desk>, [Arc<Explored>; 3]) {
        let time = None;
        let desk = Arc::new(Desk::new(CheckBudget { memory, time }));
        let open = || {
            let stored = samples::stored(&samples::proof(samples::SMALL));
            samples::explored(stored, &desk, Wanted::WhileAsked)
        };
        let three = [open(), open(), open()];
        (desk, three)
    }

    #[test]
    fn a_table_that_nobody_has_asked_for_lately_makes_room_and_comes_back() {
        let (desk, [a, b, c]) = three(100);
        a.make_tables(&desk);
        b.make_tables(&desk);
        assert!(a.has_tables() && b.has_tables());
        assert_eq!(desk.left(), 4);
        // Both are looked at: there is no room for a third.
        c.make_tables(&desk);
        assert_eq!(
            (c.sizes(), a.sizes(), b.sizes()),
            ("failed", "ready", "ready")
        );
        a.age(2 * LATELY);
        assert!(!desk.make_room(101));
        assert_eq!((a.sizes(), b.sizes()), ("making", "ready"));
        assert_eq!(desk.left(), 52);
        // Whoever asks again gets it again.
        a.make_tables(&desk);
        assert_eq!((a.sizes(), desk.left()), ("ready", 4));
    }

    #[test]
    fn a_check_that_does_not_fit_beside_the_tables_is_done_without_them() {
        let long = samples::stored(&samples::long_proof(60));
        let checked = |desk: &Arc<Desk>| {
            let explored = samples::explored(long.clone(), desk, Wanted::Always);
            explored.work(desk);
            explored.checked()
        };
        // So much it needs alone.
        let mut sizes = (48..).step_by(48);
        let least = sizes.find(|&memory| checked(&three(memory).0) == CheckState::Accepted);
        let (desk, [other, ..]) = three(least.unwrap());
        other.work(&desk);
        assert!(other.has_tables());
        assert_eq!(checked(&desk), CheckState::Accepted);
        assert!(!other.has_tables());
    }

    #[test]
    fn the_check_of_an_answer_waits_until_a_page_asks() {
        let (desk, [answer, ..]) = three(1 << 20);
        answer.age(2 * PATIENCE);
        answer.work(&desk);
        assert_eq!(
            (answer.checked(), answer.sizes()),
            (CheckState::Waiting, "making")
        );
        // To ask puts it into the queue, whose thread checks it.
        let patience = Instant::now() + Duration::from_secs(60);
        while answer.check(Lang::En).state != CheckState::Accepted {
            assert!(Instant::now() < patience);
            thread::yield_now();
        }
        let shown = samples::stored(&samples::proof(samples::SMALL));
        let shown = samples::explored(shown, &desk, Wanted::Always);
        shown.age(2 * PATIENCE);
        shown.work(&desk);
        assert_eq!(shown.checked(), CheckState::Accepted);
        assert!(answer.node(&Path::default(), WISH).is_ok());
    }
    #[test]
    fn a_walk_that_nobody_is_on_is_forgotten_and_gone_again() {
        let (_, [answer, ..]) = three(1 << 20);
        let path: Path = "0.1.0".parse().unwrap();
        let node = || answer.node(&path, WISH).unwrap().position;
        let end = node();
        answer.rest_if_idle();
        assert_eq!(answer.walk().steps().len(), 3);
        answer.age(2 * PATIENCE);
        answer.rest_if_idle();
        assert_eq!(answer.walk().steps().len(), 0);
        assert_eq!(node(), end);
    }
}
