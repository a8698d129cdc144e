//! The store of solved positions beside searches: what is known comes from it, and what they solve
//! goes into it while they run.
//!
//! Searches hand over single positions; a thread commits them together, every ten seconds or when
//! many have come, since each commit waits for the disk. What it has not committed when the
//! program is killed is lost, and the file is as good as before.

use std::collections::HashMap;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use shomei::files::Guard;
use shomei::search::Knowledge;
use shomei::{Aim, AnyGame, Shelf};
use shomei_game::escape::one_line;
use shomei_store::{About, BATCH, Merged, Store, StoreError};

use crate::commands::solve::args::SolvedStore;
use crate::failure::Failure;
use crate::output::{complain, counted, path_text, warn};

/// Between two commits.
const EVERY: Duration = Duration::from_secs(10);

/// Whose a store is that belongs to a game.
pub(crate) fn about(game: &AnyGame) -> About {
    About {
        game: game.name(),
        rules: game.rules(),
        sides: game.sides(),
        keys: game.keys(),
    }
}

/// An aim as a store has it.
pub(crate) fn stored(aim: Aim) -> shomei_store::Aim {
    let Aim { attacker, least } = aim;
    shomei_store::Aim { attacker, least }
}

/// The aim of a table of a store.
pub(crate) fn asked(aim: shomei_store::Aim) -> Aim {
    let shomei_store::Aim { attacker, least } = aim;
    Aim { attacker, least }
}

/// Why a store cannot be opened, as the end of a command.
pub(crate) fn refused(error: &StoreError) -> Failure {
    match error.is_accident() {
        true => Failure::Run(anyhow::anyhow!("{error}")),
        false => Failure::Input(error.to_string()),
    }
}

/// Says what was thrown away.
pub(crate) fn tell_contradictions(store: &Store, merged: &Merged) {
    let [first, second] = &store.about().sides;
    for found in &merged.contradictions {
        warn(format_args!(
            "{}: {}: {:016x} {:016x} is both proved and disproved: neither is kept",
            path_text(store.path()),
            found.aim.text([first, second]),
            found.old.key,
            found.old.check,
        ));
    }
}

/// A store that the searches of a command share.
#[derive(Debug)]
pub(crate) struct Shared {
    desk: Arc<Desk>,
    writer: Option<JoinHandle<()>>,
    /// Whether somebody was told that it is none of some line's.
    is_told: AtomicBool,
}

/// What searches and the thread that writes have in common.
#[derive(Debug)]
struct Desk {
    store: Mutex<Open>,
    waiting: Mutex<Waiting>,
    news: Condvar,
    least_work: u64,
    /// How many entries searches were shown.
    known: AtomicU64,
}

#[derive(Debug)]
struct Open {
    store: Store,
    /// What became of all that was committed.
    merged: Merged,
    /// Whether it cannot be used any more, and that was said.
    is_lost: bool,
}

/// What is not committed yet.
#[derive(Debug, Default)]
struct Waiting {
    solved: HashMap<Aim, Vec<Knowledge>>,
    is_over: bool,
}

impl Waiting {
    fn is_much(&self) -> bool {
        self.solved.values().map(Vec::len).sum::<usize>() >= BATCH
    }
}

impl Shared {
    /// Opens the store of a game, or makes it. Where it is damaged or in use, that is said, and
    /// there is none.
    pub(crate) fn open(
        path: &Path,
        game: &AnyGame,
        least_work: u64,
        guard: &Guard,
    ) -> Result<Option<Shared>, Failure> {
        guard.make_way(path, &Store::purpose())?;
        let store = match Store::open_or_create(path, &about(game)) {
            Ok(store) => store,
            Err(error) if error.is_accident() => {
                warn(format_args!(
                    "{error}; the search goes on without the store"
                ));
                return Ok(None);
            }
            Err(error) => return Err(refused(&error)),
        };
        let desk = Arc::new(Desk {
            store: Mutex::new(Open {
                store,
                merged: Merged::default(),
                is_lost: false,
            }),
            waiting: Mutex::default(),
            news: Condvar::new(),
            least_work,
            known: AtomicU64::new(0),
        });
        let own = Arc::clone(&desk);
        let writer = thread::Builder::new().spawn(move || own.serve());
        let writer = writer.map_err(|error| {
            Failure::Run(anyhow::Error::from(error).context("no thread for the store"))
        })?;
        Ok(Some(Shared {
            desk,
            writer: Some(writer),
            is_told: AtomicBool::new(false),
        }))
    }
}

impl SolvedStore for Shared {
    /// None where the store is one of other rules, which a line of a list may give. That is
    /// reported once.
    fn shelf(&self, game: &AnyGame) -> Option<Arc<dyn Shelf>> {
        let open = lock(&self.desk.store);
        let about = open.store.about();
        if about.game == game.name() && about.rules == game.rules() {
            return Some(Arc::clone(&self.desk) as Arc<dyn Shelf>);
        }
        if !self.is_told.swap(true, Ordering::Relaxed) {
            warn(format_args!(
                "{}: positions under other rules than {} are solved without the store",
                path_text(open.store.path()),
                one_line(&about.rules)
            ));
        }
        None
    }

    /// What is committed already stays.
    fn distrust(&self, aim: Aim) {
        lock(&self.desk.waiting).solved.remove(&aim);
    }
}

/// Ends the thread, which commits what is left, and says what came of it all.
impl Drop for Shared {
    fn drop(&mut self) {
        lock(&self.desk.waiting).is_over = true;
        self.desk.news.notify_all();
        if let Some(writer) = self.writer.take() {
            // It panics only where it could not be told.
            let _ = writer.join();
        }
        let open = lock(&self.desk.store);
        if open.is_lost {
            return;
        }
        let Merged {
            added, improved, ..
        } = open.merged;
        let known = self.desk.known.load(Ordering::Relaxed);
        complain(format_args!(
            "store: {} found there, {added} new, {improved} improved",
            counted(known, "position")
        ));
    }
}

impl Shelf for Desk {
    fn known(&self, aim: Aim, most: usize, show: &mut dyn FnMut(Knowledge)) {
        self.commit();
        let mut open = lock(&self.store);
        if open.is_lost {
            return;
        }
        let mut shown = 0;
        let read = open.store.largest(stored(aim), most, |solved| {
            shown += 1;
            show(solved);
        });
        self.known.fetch_add(shown, Ordering::Relaxed);
        if let Err(error) = read {
            open.lose(&error);
        }
    }

    fn least_work(&self) -> u64 {
        self.least_work
    }

    fn keep(&self, aim: Aim, solved: Knowledge) {
        let mut waiting = lock(&self.waiting);
        waiting.solved.entry(aim).or_default().push(solved);
        if waiting.is_much() {
            self.news.notify_all();
        }
    }
}

impl Desk {
    /// Commits now and then, until all is over.
    fn serve(&self) {
        loop {
            let waiting = lock(&self.waiting);
            let is_quiet = |waiting: &mut Waiting| !waiting.is_over && !waiting.is_much();
            let waited = self.news.wait_timeout_while(waiting, EVERY, is_quiet);
            let is_over = waited.unwrap_or_else(PoisonError::into_inner).0.is_over;
            self.commit();
            if is_over {
                return;
            }
        }
    }

    fn commit(&self) {
        let mut open = lock(&self.store);
        // Only then, so that they cannot come too late for whoever asks next.
        let solved = std::mem::take(&mut lock(&self.waiting).solved);
        for (aim, solved) in solved {
            if open.is_lost {
                return;
            }
            match open.store.put(stored(aim), solved) {
                Ok(merged) => {
                    tell_contradictions(&open.store, &merged);
                    open.merged += merged;
                }
                Err(error) => open.lose(&error),
            }
        }
    }
}

impl Open {
    fn lose(&mut self, error: &StoreError) {
        warn(format_args!(
            "{error}; the search goes on without the store"
        ));
        self.is_lost = true;
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
