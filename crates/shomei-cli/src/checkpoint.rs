//! Long searches: the table is written to a file now and then, and read back.
//!
//! Nearly all that df-pn knows stands in its table, so a search that begins with
//! the table of an earlier one goes on where that ended, but for the line it was
//! on, and for what lies beside the table by board: that it finds again. The file is written beside its place and renamed: whatever ends the
//! program, a whole checkpoint is there, at most one interval old.

use std::fmt;
use std::fs::File;
use std::io::{BufReader, BufWriter, ErrorKind, Read};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use anyhow::Context;
use shomei_search::table::Table;

use crate::failure::Failure;
use crate::interrupt::Interrupt;
use crate::output::{complain, path_text, size_text, warn};

use shomei::checkpoint::{self as file, Checkpoint, Header};
use shomei::files::{Guard, Purpose, SoleWriter, folder_of};

/// What is asked for.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    /// Where checkpoints go. A search continues from the one that is there.
    pub(crate) file: PathBuf,
    /// The time between two of them.
    pub(crate) every: Duration,
    /// What may be replaced.
    pub(crate) guard: Guard,
}

impl Plan {
    /// The memory of the checkpoint that the search continues from, in bytes.
    pub(crate) fn memory(&self) -> Result<Option<usize>, Failure> {
        match self.is_there()? {
            true => Ok(Some(open(&self.file)?.header.memory)),
            false => Ok(None),
        }
    }

    /// Whether a checkpoint is there. The guard refuses to replace other files.
    pub(crate) fn is_there(&self) -> Result<bool, Failure> {
        // A pipe would wait for a program that writes to it.
        if !self.file.is_file() {
            return Ok(false);
        }
        let mut begin = [0; file::MAGIC.len()];
        let read = File::open(&self.file).and_then(|mut file| file.read_exact(&mut begin));
        match read {
            Ok(()) => Ok(begin == *file::MAGIC),
            Err(error) if error.kind() == ErrorKind::UnexpectedEof => Ok(false),
            Err(error) => Err(refused(&self.file, error.kind())),
        }
    }
}

fn open(path: &Path) -> Result<Checkpoint<BufReader<File>>, Failure> {
    let file = File::open(path).map_err(|error| refused(path, error.kind()))?;
    Checkpoint::open(BufReader::new(file)).map_err(|error| refused(path, error))
}

/// What a checkpoint may replace, for messages.
const WHAT: &str = "a checkpoint";

/// Of checkpoints.
fn purpose() -> Purpose {
    Purpose::beginning(WHAT, *file::MAGIC)
}

fn refused(path: &Path, why: impl fmt::Display) -> Failure {
    Failure::Input(format!("cannot continue from {}: {why}", path.display()))
}

/// Refuses a checkpoint of another question, and says what is different.
fn compare(path: &Path, theirs: &Header, ours: &Header) -> Result<(), Failure> {
    let differs = |what: &str, theirs: &dyn fmt::Display, ours: &dyn fmt::Display| {
        Err(refused(
            path,
            format_args!(
                "its {what} is {theirs}, not {ours}; remove the file to begin anew, or name another one"
            ),
        ))
    };
    let texts = [
        ("game", &theirs.game, &ours.game),
        ("rule set", &theirs.rules, &ours.rules),
        ("attacker", &theirs.attacker, &ours.attacker),
        ("position", &theirs.position, &ours.position),
        ("algorithm", &theirs.algorithm, &ours.algorithm),
        // Keys, rules and the search itself may be others in another build.
        ("program", &theirs.program, &ours.program),
    ];
    for (what, theirs, ours) in texts {
        if theirs != ours {
            return differs(what, theirs, ours);
        }
    }
    let list = |header: &Header| {
        let options = header.options.iter();
        let texts: Vec<String> = options
            .map(|(name, value)| format!("{name}={value}"))
            .collect();
        if texts.is_empty() {
            "none".to_string()
        } else {
            texts.join(" ")
        }
    };
    if theirs.options != ours.options {
        return differs("list of options", &list(theirs), &list(ours));
    }
    if theirs.format != ours.format {
        return differs("table format", &theirs.format, &ours.format);
    }
    if (theirs.memory, theirs.buckets) != (ours.memory, ours.buckets) {
        let text = |bytes| size_text(bytes as u64);
        return differs("memory", &text(theirs.memory), &text(ours.memory));
    }
    Ok(())
}

/// Fills the table of the search that `header` describes.
fn load(path: &Path, header: &Header, table: &Table) -> Result<(), Failure> {
    let checkpoint = open(path)?;
    // It may be another file by now.
    compare(path, &checkpoint.header, header)?;
    let loaded = checkpoint.load(Some(table));
    loaded.map_err(|error| refused(path, error))
}

/// The bytes that are free for a file in this folder, as far as the system tells.
fn available_space(folder: &Path) -> u64 {
    #[cfg(unix)]
    if let Ok(system) = rustix::fs::statvfs(folder) {
        return system.f_bavail.saturating_mul(system.f_frsize);
    }
    u64::MAX
}

/// Looks after the checkpoints of one search.
#[derive(Debug)]
pub(crate) struct Keeper {
    plan: Plan,
    /// Whether the search continues from the checkpoint.
    is_resumed: bool,
    header: Header,
    interrupt: Interrupt,
    /// Time of the search before this one.
    before: Duration,
    writer: Option<Writer>,
    /// Why the search could not go on from where it should.
    failure: Option<Failure>,
    /// Keeps others from writing to the same place.
    _sole: SoleWriter,
}

/// The thread that writes now and then.
#[derive(Debug)]
struct Writer {
    job: Arc<Job>,
    thread: JoinHandle<()>,
}

/// What it writes, and when it ends.
#[derive(Debug)]
struct Job {
    table: Arc<Table>,
    header: Header,
    target: PathBuf,
    guard: Guard,
    before: Duration,
    started: Instant,
    ended: Mutex<bool>,
    news: Condvar,
    /// Whether what is being written by the thread is of no use any more.
    is_late: AtomicBool,
}

impl Keeper {
    /// For a search that `header` describes; the buckets of its table are not
    /// known yet. Refuses what cannot be done before the search starts.
    pub(crate) fn new(
        plan: &Plan,
        mut header: Header,
        interrupt: &Interrupt,
    ) -> Result<Keeper, Failure> {
        let mut before = Duration::ZERO;
        let file = &plan.file;
        // Before it is read: no other program may replace it from now on.
        let sole = SoleWriter::of(file)?;
        let is_resumed = plan.is_there()?;
        if is_resumed {
            let checkpoint = open(file)?;
            header.buckets = checkpoint.header.buckets;
            compare(file, &checkpoint.header, &header)?;
            before = Duration::from_millis(checkpoint.header.milliseconds);
            // All of it, so that damage is found now.
            checkpoint
                .load(None)
                .map_err(|error| refused(file, error))?;
        }
        // Noticed now if nothing can be written there.
        plan.guard.begin(file, &purpose())?;
        let free = available_space(folder_of(file));
        if free < header.memory as u64 {
            warn(format_args!(
                "there are {} free for {}, which can need {}",
                size_text(free),
                path_text(file),
                size_text(header.memory as u64)
            ));
        }
        Ok(Keeper {
            plan: plan.clone(),
            is_resumed,
            header,
            interrupt: interrupt.clone(),
            before,
            writer: None,
            failure: None,
            _sole: sole,
        })
    }

    /// The search begins with this table.
    pub(crate) fn begin(&mut self, table: &Arc<Table>) {
        self.header.buckets = table.buckets();
        if self.is_resumed
            && let Err(failure) = load(&self.plan.file, &self.header, table)
        {
            self.failure = Some(failure);
            self.interrupt.raise();
            return;
        }
        let job = Arc::new(Job {
            table: Arc::clone(table),
            header: self.header.clone(),
            target: self.plan.file.clone(),
            guard: self.plan.guard.clone(),
            before: self.before,
            started: Instant::now(),
            ended: Mutex::new(false),
            news: Condvar::new(),
            is_late: AtomicBool::new(false),
        });
        let every = self.plan.every;
        let own = Arc::clone(&job);
        match thread::Builder::new().spawn(move || own.serve(every)) {
            Ok(thread) => self.writer = Some(Writer { job, thread }),
            Err(error) => {
                let failure = anyhow::Error::from(error).context("no thread for checkpoints");
                self.failure = Some(Failure::Run(failure));
                self.interrupt.raise();
            }
        }
    }

    /// All that was asked for is done: no further checkpoint is needed.
    pub(crate) fn end(mut self) -> Result<(), Failure> {
        self.stop_writer().map(drop)
    }

    /// The search has ended early: a last checkpoint is written.
    pub(crate) fn pause(mut self) -> Result<(), Failure> {
        let Some(job) = self.stop_writer()? else {
            return Ok(());
        };
        let bytes = job.write(|| true)?.unwrap_or_default();
        let name = path_text(&job.target);
        let bytes = size_text(bytes);
        complain(format_args!(
            "checkpoint: {bytes}; the same command continues from {name}"
        ));
        Ok(())
    }

    /// Ends the thread that writes, if there is one.
    fn stop_writer(&mut self) -> Result<Option<Arc<Job>>, Failure> {
        match self.failure.take() {
            Some(failure) => Err(failure),
            None => Ok(self.writer.take().map(Writer::end)),
        }
    }
}

impl Drop for Keeper {
    fn drop(&mut self) {
        if let Some(writer) = self.writer.take() {
            writer.end();
        }
    }
}

impl Writer {
    fn end(self) -> Arc<Job> {
        *self
            .job
            .ended
            .lock()
            .unwrap_or_else(PoisonError::into_inner) = true;
        self.job.is_late.store(true, Ordering::Relaxed);
        self.job.news.notify_all();
        // It panics only where it could not be told.
        let _ = self.thread.join();
        self.job
    }
}

impl Job {
    /// Writes a checkpoint at each interval, until the search has ended.
    fn serve(&self, every: Duration) {
        let mut begun = Instant::now();
        loop {
            let ended = self.ended.lock().unwrap_or_else(PoisonError::into_inner);
            let rest = every.saturating_sub(begun.elapsed());
            let waited = self.news.wait_timeout_while(ended, rest, |ended| !*ended);
            if *waited.unwrap_or_else(PoisonError::into_inner).0 {
                return;
            }
            begun = Instant::now();
            let is_wanted = || !self.is_late.load(Ordering::Relaxed);
            if let Err(failure) = self.write(is_wanted) {
                warn(format_args!(
                    "{failure}; the search goes on, the last checkpoint stays"
                ));
            }
        }
    }

    /// Writes one, and says how large it is; nothing if it was not wanted to its
    /// end.
    fn write(&self, is_wanted: impl Fn() -> bool) -> Result<Option<u64>, Failure> {
        let time = self.before + self.started.elapsed();
        let header = Header {
            milliseconds: u64::try_from(time.as_millis()).unwrap_or(u64::MAX),
            ..self.header.clone()
        };
        let context = || format!("cannot write the checkpoint {}", self.target.display());
        let mut pending = self.guard.begin(&self.target, &purpose())?;
        let out = BufWriter::with_capacity(1 << 20, &mut pending);
        if !file::write(&header, &self.table, out, is_wanted).with_context(context)? {
            return Ok(None);
        }
        let bytes = pending.bytes().with_context(context)?;
        pending.keep()?;
        Ok(Some(bytes))
    }
}
