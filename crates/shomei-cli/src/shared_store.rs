//! The store of `--store-file`, which all searches of a command share. Searches read known positions
//! from it, and the positions that they solve are added to it while they run.
//!
//! Each commit waits for the disk. So the searches put solved positions into a queue, and a thread
//! commits the queue every ten seconds or when it is full. If the program is killed, the queue is
//! lost, but the file is undamaged.

use std::collections::HashMap;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use shomei::files::Guard;
use shomei::search::Knowledge;
use shomei::{Aim, AnyGame, Error, ErrorKind, PositionStore};
use shomei_game::error_text;
use shomei_game::escape::one_line;
use shomei_messages::{self as msg, Message};
use shomei_store::{About, BATCH, Merged, Store, StoreError, aim_text};

use crate::commands::solve::args::SolvedStore;
use crate::failure::Failure;
use crate::language::user_language;
use crate::output::{path_text, print_stderr, warn, warn_error};

/// The time between two commits.
const COMMIT_INTERVAL: Duration = Duration::from_secs(10);

/// The failure of a command for an error of its store.
pub(crate) fn store_failure(error: StoreError) -> Failure {
    let kind = match error.is_accident() {
        true => ErrorKind::Run,
        false => ErrorKind::Input,
    };
    Error::from(error).into_kind(kind).into()
}

/// Warns that a search has lost its store.
fn warn_of_loss(error: StoreError) {
    warn_error(&Error::from(error).with_advice(error_text!(
        "search-without-store",
        "; the search continues without the store"
    )));
}

/// Warns of contradictory entries, which the store has removed.
pub(crate) fn warn_of_contradictions(store: &Store, merged: &Merged) {
    let [first, second] = &store.about().sides;
    for found in &merged.contradictions {
        warn(error_text!(
            "store-contradiction",
            "{path}: {aim}: {key} {check} is both proved and disproved: neither is kept",
            path = path_text(store.path()),
            aim = aim_text(found.aim, [first, second]),
            key = format!("{:016x}", found.old.key),
            check = format!("{:016x}", found.old.check)
        ));
    }
}

/// A store that the searches of a command share.
#[derive(Debug)]
pub(crate) struct SharedStore {
    queue: Arc<WriterQueue>,
    writer: Option<JoinHandle<()>>,
    /// Whether the warning about a list with other rules has been printed.
    has_warned_of_rules: AtomicBool,
}

/// The data that the searches share with the writer thread.
#[derive(Debug)]
struct WriterQueue {
    store: Mutex<OpenStore>,
    uncommitted: Mutex<Uncommitted>,
    wake_writer: Condvar,
    least_work: u64,
    /// The most entries that one search has read.
    entries_read: AtomicU64,
}

#[derive(Debug)]
struct OpenStore {
    store: Store,
    /// The effects of all commits.
    merged: Merged,
    /// Whether the store has failed. A warning has been printed.
    is_lost: bool,
}

/// The solved positions that are not committed yet.
#[derive(Debug, Default)]
struct Uncommitted {
    solved: HashMap<Aim, Vec<Knowledge>>,
    is_over: bool,
}

impl Uncommitted {
    fn is_full(&self) -> bool {
        self.solved.values().map(Vec::len).sum::<usize>() >= BATCH
    }
}

impl SharedStore {
    /// Opens the store of a game, or creates it. If it is damaged or in use, prints a warning and
    /// returns `None`.
    pub(crate) fn open(
        path: &Path,
        game: &AnyGame,
        least_work: u64,
        guard: &Guard,
    ) -> Result<Option<SharedStore>, Failure> {
        guard.make_way(path, &Store::purpose())?;
        let store = match Store::open_or_create(path, &About::of(game)) {
            Ok(store) => store,
            Err(error) if error.is_accident() => {
                warn_of_loss(error);
                return Ok(None);
            }
            Err(error) => return Err(store_failure(error)),
        };
        let queue = Arc::new(WriterQueue {
            store: Mutex::new(OpenStore {
                store,
                merged: Merged::default(),
                is_lost: false,
            }),
            uncommitted: Mutex::default(),
            wake_writer: Condvar::new(),
            least_work,
            entries_read: AtomicU64::new(0),
        });
        let own = Arc::clone(&queue);
        let writer = thread::Builder::new().spawn(move || own.commit_at_intervals());
        let about = || error_text!("no-store-thread", "no thread for the store");
        let writer = writer.map_err(|error| Failure::caused(about(), error))?;
        Ok(Some(SharedStore {
            queue,
            writer: Some(writer),
            has_warned_of_rules: AtomicBool::new(false),
        }))
    }
}

impl SolvedStore for SharedStore {
    /// `None` if the store belongs to other rules, since a line of a list can have rules of its
    /// own. The first such line prints a warning.
    fn position_store(&self, game: &AnyGame) -> Option<Arc<dyn PositionStore>> {
        let open = lock(&self.queue.store);
        let about = open.store.about();
        if about.game == game.name() && about.rules == game.rules() {
            return Some(Arc::clone(&self.queue) as Arc<dyn PositionStore>);
        }
        if !self.has_warned_of_rules.swap(true, Ordering::Relaxed) {
            warn(error_text!(
                "store-of-other-rules",
                "{path}: positions under other rules than {rules} are solved without the store",
                path = path_text(open.store.path()),
                rules = one_line(&about.rules)
            ));
        }
        None
    }

    /// Drops the positions that are not committed yet. Committed positions stay.
    fn distrust(&self, aim: Aim) {
        lock(&self.queue.uncommitted).solved.remove(&aim);
    }
}

/// Ends the writer thread, which commits the rest of the queue, and prints a summary.
impl Drop for SharedStore {
    fn drop(&mut self) {
        lock(&self.queue.uncommitted).is_over = true;
        self.queue.wake_writer.notify_all();
        if let Some(writer) = self.writer.take() {
            // A panic of the thread has been printed already.
            let _ = writer.join();
        }
        let open = lock(&self.queue.store);
        if open.is_lost {
            return;
        }
        let Merged {
            added, improved, ..
        } = open.merged;
        let known = self.queue.entries_read.load(Ordering::Relaxed);
        let positions = msg::CountPositions { count: known }.text(user_language());
        let used = msg::StoreUsed {
            positions,
            added,
            improved,
        };
        print_stderr(used.text(user_language()));
    }
}

impl PositionStore for WriterQueue {
    fn known(&self, aim: Aim, most: usize, show: &mut dyn FnMut(Knowledge)) {
        self.commit();
        let mut open = lock(&self.store);
        if open.is_lost {
            return;
        }
        let mut shown = 0;
        let read = open.store.largest(aim, most, |solved| {
            shown += 1;
            show(solved);
        });
        self.entries_read.fetch_max(shown, Ordering::Relaxed);
        if let Err(error) = read {
            open.lose(error);
        }
    }

    fn least_work(&self) -> u64 {
        self.least_work
    }

    fn keep(&self, aim: Aim, solved: Knowledge) {
        let mut uncommitted = lock(&self.uncommitted);
        uncommitted.solved.entry(aim).or_default().push(solved);
        if uncommitted.is_full() {
            self.wake_writer.notify_all();
        }
    }
}

impl WriterQueue {
    /// Commits at intervals, until the searches are over.
    fn commit_at_intervals(&self) {
        loop {
            let uncommitted = lock(&self.uncommitted);
            let is_idle =
                |uncommitted: &mut Uncommitted| !uncommitted.is_over && !uncommitted.is_full();
            let waited = self
                .wake_writer
                .wait_timeout_while(uncommitted, COMMIT_INTERVAL, is_idle);
            let is_over = waited.unwrap_or_else(PoisonError::into_inner).0.is_over;
            self.commit();
            if is_over {
                return;
            }
        }
    }

    fn commit(&self) {
        let mut open = lock(&self.store);
        // Taken under the lock of the store, so that the next reader of the store finds them.
        let solved = std::mem::take(&mut lock(&self.uncommitted).solved);
        for (aim, solved) in solved {
            if open.is_lost {
                return;
            }
            match open.store.put(aim, solved) {
                Ok(merged) => {
                    warn_of_contradictions(&open.store, &merged);
                    open.merged += merged;
                }
                Err(error) => open.lose(error),
            }
        }
    }
}

impl OpenStore {
    fn lose(&mut self, error: StoreError) {
        warn_of_loss(error);
        self.is_lost = true;
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
