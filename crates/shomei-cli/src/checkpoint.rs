//! Long searches: the table is written to a file now and then, and read back.
//!
//! Nearly all that df-pn knows stands in its table, so a search that begins with
//! the table of an earlier one goes on where that ended, but for the line it was
//! on, and for what lies beside the table by board: that it finds again. The file is written beside its place and renamed: whatever ends the
//! program, a whole checkpoint is there, at most one interval old.

use std::fmt;
use std::fs::File;
use std::io::{BufReader, BufWriter, ErrorKind};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use anyhow::Context;
use shomei_search::table::Table;
use shomei_search::{Event, Observer};

use crate::failure::Failure;
use crate::interrupt::Interrupt;
use crate::output::{complain, path_text, size_text, warn};

use shomei::checkpoint::{self as file, Checkpoint, Header};
use shomei::files::{Guard, Purpose, SoleWriter, folder_of, is_one_file};

/// What is asked for.
#[derive(Clone, Debug, Default)]
pub(crate) struct Plan {
    /// Where checkpoints go.
    pub(crate) to: Option<PathBuf>,
    /// Between two of them.
    pub(crate) every: Duration,
    /// Where the search goes on from.
    pub(crate) from: Option<PathBuf>,
    /// What may be replaced.
    pub(crate) guard: Guard,
}

impl Plan {
    /// Whether nothing is asked for.
    pub(crate) fn is_empty(&self) -> bool {
        self.to.is_none() && self.from.is_none()
    }
}

/// The header of a checkpoint.
pub(crate) fn header_of(path: &Path) -> Result<Header, Failure> {
    Ok(open(path)?.header)
}

fn open(path: &Path) -> Result<Checkpoint<BufReader<File>>, Failure> {
    let file = File::open(path).map_err(|error| match error.kind() {
        ErrorKind::NotFound => refused(path, "there is no such file"),
        kind => refused(path, kind),
    })?;
    if path.is_dir() {
        return Err(refused(path, "it is a directory"));
    }
    Checkpoint::open(BufReader::new(file)).map_err(|error| refused(path, error))
}

/// What a checkpoint may replace, for messages.
const WHAT: &str = "the checkpoint that --resume names";

/// Of checkpoints.
fn purpose() -> Purpose {
    Purpose::beginning(WHAT, *file::MAGIC)
}

fn refused(path: &Path, why: impl fmt::Display) -> Failure {
    Failure::Input(format!("cannot resume from {}: {why}", path.display()))
}

/// Refuses a checkpoint of another question, and says what is different.
fn compare(path: &Path, theirs: &Header, ours: &Header) -> Result<(), Failure> {
    let differs = |what: &str, theirs: &dyn fmt::Display, ours: &dyn fmt::Display| {
        Err(refused(
            path,
            format_args!("its {what} is {theirs}, not {ours}"),
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

/// Looks after the checkpoints of one search.
#[derive(Debug)]
pub(crate) struct Keeper {
    plan: Plan,
    header: Header,
    interrupt: Interrupt,
    /// Time of the search before this one.
    before: Duration,
    writer: Option<Writer>,
    /// Why the search could not go on from where it should.
    failure: Option<Failure>,
    /// Keeps others from writing to the same place.
    _sole: Option<SoleWriter>,
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
        // Before it is read: nobody else may replace it from now on.
        let sole = match &plan.to {
            Some(to) => Some(SoleWriter::of(to)?),
            None => None,
        };
        if let Some(from) = &plan.from {
            let checkpoint = open(from)?;
            header.buckets = checkpoint.header.buckets;
            compare(from, &checkpoint.header, &header)?;
            before = Duration::from_millis(checkpoint.header.milliseconds);
            // All of it, so that damage is found now.
            checkpoint
                .load(None)
                .map_err(|error| refused(from, error))?;
        }
        if let Some(to) = &plan.to {
            let is_resumed = plan.from.as_ref().is_some_and(|from| is_one_file(from, to));
            let purpose = match is_resumed {
                true => purpose(),
                // The work of another search is not lost by mistake.
                false => Purpose::new(WHAT, |_| false),
            };
            // Noticed now if nothing can be written there.
            plan.guard.begin(to, &purpose)?;
            let free = fs4::available_space(folder_of(to)).unwrap_or(u64::MAX);
            if free < header.memory as u64 {
                warn(format_args!(
                    "there are {} free for {}, which can need {}",
                    size_text(free),
                    path_text(to),
                    size_text(header.memory as u64)
                ));
            }
        }
        Ok(Keeper {
            plan: plan.clone(),
            header,
            interrupt: interrupt.clone(),
            before,
            writer: None,
            failure: None,
            _sole: sole,
        })
    }

    /// The search begins with this table.
    fn begin(&mut self, table: &Arc<Table>) {
        self.header.buckets = table.buckets();
        if let Some(from) = &self.plan.from
            && let Err(failure) = load(from, &self.header, table)
        {
            self.failure = Some(failure);
            self.interrupt.raise();
            return;
        }
        if let Some(target) = &self.plan.to {
            let job = Arc::new(Job {
                table: Arc::clone(table),
                header: self.header.clone(),
                target: target.clone(),
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
            "checkpoint: {bytes}; go on with --resume {name}"
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

/// A watched search whose table may be kept.
#[derive(Debug)]
pub(crate) struct Watched<'a, O> {
    pub(crate) observer: O,
    pub(crate) keeper: Option<&'a mut Keeper>,
}

impl<O: Observer> Observer for Watched<'_, O> {
    fn event(&mut self, event: &Event<'_>) {
        if let (Event::Begins(table), Some(keeper)) = (event, &mut self.keeper) {
            keeper.begin(table);
        }
        self.observer.event(event);
    }
}
