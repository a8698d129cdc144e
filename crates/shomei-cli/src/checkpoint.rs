//! Checkpoints of long searches: a thread writes the table to a file at intervals, and a later
//! search loads it.
//!
//! Nearly all knowledge of df-pn is in its table. A search that begins with a loaded table
//! continues the earlier search; it repeats only the work on the path of that search and the
//! entries of the tables by board. The file is written under a temporary name and renamed, so a
//! complete checkpoint exists whenever the program ends. It is at most one interval old.

use std::io::{self, BufWriter};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use shomei::files::{Guard, SoleWriter, folder_of};
use shomei_game::error_text;
use shomei_messages::{self as msg, Message};
use shomei_search::table::Table;
use shomei_store::{Checkpoint, CheckpointState, Identity};

use crate::failure::Failure;
use crate::interrupt::Interrupt;
use crate::language::user_language;
use crate::output::{path_text, print_stderr, warn, warn_error};
use crate::units::size_text;

/// The request for checkpoints.
#[derive(Clone, Debug)]
pub(crate) struct CheckpointPlan {
    /// The file of the checkpoints. If it exists, the search continues from it.
    pub(crate) file: PathBuf,
    /// The time between two checkpoints.
    pub(crate) every: Duration,
    /// Refuses to replace other files.
    pub(crate) guard: Guard,
}

impl CheckpointPlan {
    /// The memory of the checkpoint that the search continues from, in bytes.
    pub(crate) fn memory(&self) -> Result<Option<usize>, Failure> {
        match self.exists()? {
            true => Ok(Some(Checkpoint::open(&self.file)?.state().memory)),
            false => Ok(None),
        }
    }

    /// Whether the checkpoint exists. The guard refuses other files, except with `--force`.
    pub(crate) fn exists(&self) -> Result<bool, Failure> {
        Ok(self.guard.check(&self.file, &Checkpoint::purpose())?)
    }
}

/// The free space for a file in this folder, in bytes; the maximum if the system does not report
/// it.
fn available_space(folder: &Path) -> u64 {
    #[cfg(unix)]
    if let Ok(system) = rustix::fs::statvfs(folder) {
        return system.f_bavail.saturating_mul(system.f_frsize);
    }
    u64::MAX
}

/// Loads and writes the checkpoints of one search.
#[derive(Debug)]
pub(crate) struct CheckpointKeeper {
    plan: CheckpointPlan,
    /// Whether the search continues from the checkpoint.
    is_resumed: bool,
    identity: Identity,
    state: CheckpointState,
    interrupt: Interrupt,
    writer: Option<WriterThread>,
    /// The reason why the search could not begin.
    failure: Option<Failure>,
    /// The lock that keeps other programs from writing the same file.
    _lock: SoleWriter,
}

/// The thread that writes checkpoints at intervals.
#[derive(Debug)]
struct WriterThread {
    job: Arc<CheckpointJob>,
    /// The thread ends when this is dropped.
    end: Sender<()>,
    thread: JoinHandle<()>,
}

/// The data of the writer thread.
#[derive(Debug)]
struct CheckpointJob {
    table: Arc<Table>,
    identity: Identity,
    /// The state at the start of this search, with the time of the earlier searches.
    before: CheckpointState,
    target: PathBuf,
    guard: Guard,
    started: Instant,
    /// Whether the thread must abandon the checkpoint that it is writing.
    is_cancelled: AtomicBool,
}

impl CheckpointKeeper {
    /// Prepares the checkpoints of a search with this identity and memory in bytes. Detects errors
    /// of the file before the search starts.
    pub(crate) fn new(
        plan: &CheckpointPlan,
        identity: Identity,
        memory: usize,
        interrupt: &Interrupt,
    ) -> Result<CheckpointKeeper, Failure> {
        let file = &plan.file;
        // The lock comes first, so that no other program replaces the file after it is read.
        let lock = SoleWriter::of(file)?;
        let mut state = CheckpointState {
            memory,
            buckets: 0,
            milliseconds: 0,
        };
        let is_resumed = plan.exists()?;
        if is_resumed {
            let checkpoint = Checkpoint::open(file)?;
            checkpoint.check(&identity)?;
            state = checkpoint.state().clone();
            // Reads the whole file, to detect damage now.
            checkpoint.load(None)?;
        }
        // Detects now if the file cannot be written.
        plan.guard.begin(file, &Checkpoint::purpose())?;
        let free = available_space(folder_of(file));
        if free < memory as u64 {
            warn(error_text!(
                "little-space",
                "there are {free} free for {file}, which can need {needed}",
                free = size_text(free),
                file = path_text(file),
                needed = size_text(memory as u64)
            ));
        }
        Ok(CheckpointKeeper {
            plan: plan.clone(),
            is_resumed,
            identity,
            state,
            interrupt: interrupt.clone(),
            writer: None,
            failure: None,
            _lock: lock,
        })
    }

    /// Starts the checkpoints of a search with this table, and fills it from the earlier
    /// checkpoint.
    pub(crate) fn begin(&mut self, table: &Arc<Table>) {
        self.state.buckets = table.buckets();
        if self.is_resumed
            && let Err(failure) = self.load(table)
        {
            self.failure = Some(failure);
            self.interrupt.raise();
            return;
        }
        let job = Arc::new(CheckpointJob {
            table: Arc::clone(table),
            identity: self.identity.clone(),
            before: self.state.clone(),
            target: self.plan.file.clone(),
            guard: self.plan.guard.clone(),
            started: Instant::now(),
            is_cancelled: AtomicBool::new(false),
        });
        let every = self.plan.every;
        let own = Arc::clone(&job);
        let (end, ended) = mpsc::channel();
        match thread::Builder::new().spawn(move || own.write_at_intervals(every, &ended)) {
            Ok(thread) => self.writer = Some(WriterThread { job, end, thread }),
            Err(error) => {
                let about = error_text!("no-checkpoint-thread", "no thread for checkpoints");
                self.failure = Some(Failure::caused(about, error));
                self.interrupt.raise();
            }
        }
    }

    /// Fills the table from the checkpoint. The identity is checked again, since the file can have
    /// changed.
    fn load(&self, table: &Table) -> Result<(), Failure> {
        let checkpoint = Checkpoint::open(&self.plan.file)?;
        checkpoint.check(&self.identity)?;
        Ok(checkpoint.load(Some(table))?)
    }

    /// Ends the checkpoints of a finished search.
    pub(crate) fn end(mut self) -> Result<(), Failure> {
        self.stop_writer().map(drop)
    }

    /// Writes the last checkpoint of a search that ended early.
    pub(crate) fn pause(mut self) -> Result<(), Failure> {
        let Some(job) = self.stop_writer()? else {
            return Ok(());
        };
        let bytes = job.write(|| true)?.unwrap_or_default();
        let name = path_text(&job.target);
        let bytes = size_text(bytes);
        print_stderr(msg::CheckpointWritten { bytes, name }.text(user_language()));
        Ok(())
    }

    /// Ends the writer thread, if it runs.
    fn stop_writer(&mut self) -> Result<Option<Arc<CheckpointJob>>, Failure> {
        match self.failure.take() {
            Some(failure) => Err(failure),
            None => Ok(self.writer.take().map(WriterThread::end)),
        }
    }
}

impl Drop for CheckpointKeeper {
    fn drop(&mut self) {
        if let Some(writer) = self.writer.take() {
            writer.end();
        }
    }
}

impl WriterThread {
    fn end(self) -> Arc<CheckpointJob> {
        self.job.is_cancelled.store(true, Ordering::Relaxed);
        drop(self.end);
        // A panic of the thread has been printed already.
        let _ = self.thread.join();
        self.job
    }
}

impl CheckpointJob {
    /// Writes a checkpoint at each interval until the search ends.
    fn write_at_intervals(&self, every: Duration, ended: &Receiver<()>) {
        let mut last = Instant::now();
        let rest = |last: Instant| every.saturating_sub(last.elapsed());
        while ended.recv_timeout(rest(last)) == Err(RecvTimeoutError::Timeout) {
            last = Instant::now();
            let is_wanted = || !self.is_cancelled.load(Ordering::Relaxed);
            if let Err(failure) = self.write(is_wanted) {
                warn_error(&failure.with_advice(error_text!(
                    "search-without-checkpoint",
                    "; the search continues, and the last checkpoint stays"
                )));
            }
        }
    }

    /// Writes a checkpoint. Returns its size in bytes, or `None` if `is_wanted` became false before
    /// the end.
    fn write(&self, is_wanted: impl Fn() -> bool) -> Result<Option<u64>, Failure> {
        let time = self.started.elapsed().as_millis();
        let time = u64::try_from(time).unwrap_or(u64::MAX);
        let state = CheckpointState {
            milliseconds: self.before.milliseconds.saturating_add(time),
            ..self.before
        };
        let failed = |error: io::Error| {
            let path = self.target.display();
            let about = error_text!(
                "cannot-write-checkpoint",
                "cannot write the checkpoint {path}",
                path = path
            );
            Failure::caused(about, error)
        };
        let mut pending = self.guard.begin(&self.target, &Checkpoint::purpose())?;
        let out = BufWriter::with_capacity(1 << 20, &mut pending);
        let written = Checkpoint::write(out, &self.identity, &state, &self.table, is_wanted);
        if !written.map_err(failed)? {
            return Ok(None);
        }
        let bytes = pending.bytes().map_err(failed)?;
        pending.keep()?;
        Ok(Some(bytes))
    }
}
