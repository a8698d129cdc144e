//! The page in the browser: a server in a thread of its own.
//!
//! A game in Python is one of the kinds of the server, which calls it in its own threads. Every
//! request opens the game anew, because an exception of a game is permanent: the request that
//! meets it fails, and later ones do not.

use std::collections::HashSet;
use std::fs::File;
use std::io::{Seek, Write};
use std::net::IpAddr;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use pyo3::prelude::*;
use shomei::{Error, ErrorKind, Kind, Kinds};
use shomei_web::browser::{self, Opening};
use shomei_web::certificate::CheckBudget;
use shomei_web::{Limits, Mode, Options};

use crate::catalogue::kinds;
use crate::errors::{raised, run_error, usage_error};
use crate::games::{Game, Own};
use crate::leaving::{Inside, ended, is_ending};
use crate::own::{Calls, OwnGame};

/// The maximum delay of Ctrl-C, and of the end of the server.
const LOOK: Duration = Duration::from_millis(10);

/// The default time limit for checking the certificate of an answer, as in `shomei serve`.
const CHECK_TIME: Duration = Duration::from_secs(600);

/// A server that runs in the background.
#[pyclass(frozen, module = "shomei._shomei")]
pub(crate) struct Server {
    address: String,
    stop: Arc<AtomicBool>,
    /// The thread of the server; `None` after its end was seen.
    running: Mutex<Option<JoinHandle<Result<(), Error>>>>,
    /// The page that was opened: the browser reads a file that exists as long as this value.
    opening: Mutex<Option<Opening>>,
    /// The reason why no browser was opened.
    not_opened: Arc<Mutex<Option<String>>>,
}

/// The options of a server. `None` means the default of the library.
#[derive(FromPyObject)]
struct ServerArgs {
    host: String,
    port: u16,
    threads: Option<usize>,
    memory: Option<usize>,
    time: Option<f64>,
    questions: Option<usize>,
    check_time: Option<f64>,
    check_memory: Option<u64>,
    /// Receives the exceptions of the games.
    failed: Py<PyAny>,
}

/// A certificate to show.
#[derive(FromPyObject)]
enum CertificateSource {
    Bytes(Vec<u8>),
    File(PathBuf),
}

#[pymethods]
impl Server {
    /// Starts a server with these games next to the built-in ones. With a certificate and its name
    /// it shows the certificate and answers no questions.
    #[staticmethod]
    #[pyo3(signature = (games, options, certificate=None))]
    fn start(
        py: Python<'_>,
        games: Vec<Bound<'_, Game>>,
        options: ServerArgs,
        certificate: Option<(String, CertificateSource)>,
    ) -> PyResult<Server> {
        let mode = match certificate {
            Some(_) => Mode::Explore,
            None => Mode::Serve,
        };
        let known = options.kinds(py, &games)?;
        let options = options.options(py, mode)?;
        let certificate = match certificate {
            Some((name, source)) => Some((name, source.open()?)),
            None => None,
        };
        let bound = py.detach(|| {
            let server = shomei_web::Server::bind(known, &options)?;
            if let Some((name, file)) = certificate {
                let shown = server.show(&name, file);
                shown.map_err(|error| error.context(name))?;
            }
            Ok(server)
        });
        let server = bound.map_err(|error: Error| raised(py, &error))?;
        let address = server.address();
        let stop = Arc::new(AtomicBool::new(false));
        let flag = Arc::clone(&stop);
        let running = thread::Builder::new()
            .name("shomei-serve".to_string())
            .spawn(move || server.run(&flag))
            .map_err(run_error)?;
        Ok(Server {
            address,
            stop,
            running: Mutex::new(Some(running)),
            opening: Mutex::default(),
            not_opened: Arc::default(),
        })
    }

    /// The address of the page, with the token that allows to ask questions.
    #[getter]
    fn address(&self) -> &str {
        &self.address
    }

    /// Whether the server runs.
    #[getter]
    fn is_running(&self) -> bool {
        let running = lock(&self.running);
        running.as_ref().is_some_and(|thread| !thread.is_finished())
    }

    /// Opens the page in the browser of the user.
    fn open(&self) {
        let not_opened = Arc::clone(&self.not_opened);
        let opening = browser::open(&self.address, move |why| *lock(&not_opened) = Some(why));
        *lock(&self.opening) = Some(opening);
    }

    /// The reason why no browser was opened; the first call after it is known returns it.
    fn take_not_opened(&self) -> Option<String> {
        lock(&self.not_opened).take()
    }

    /// Waits for the end of the server, at most this number of seconds. Returns whether it has
    /// ended.
    fn wait(&self, py: Python<'_>, seconds: f64) -> PyResult<bool> {
        let _inside = Inside::enter()?;
        let began = Instant::now();
        while self.is_running() {
            if began.elapsed().as_secs_f64() >= seconds {
                return Ok(false);
            }
            py.detach(|| thread::sleep(LOOK));
            if is_ending() {
                return Err(ended());
            }
            py.check_signals()?;
        }
        self.join(py)?;
        Ok(true)
    }

    /// Ends the server, and waits for its end: see [`shomei_web::Server::run`].
    fn stop(&self, py: Python<'_>) -> PyResult<()> {
        self.stop.store(true, Ordering::Relaxed);
        self.wait(py, f64::INFINITY).map(drop)
    }
}

impl Server {
    /// Collects the result of the thread, which has ended.
    fn join(&self, py: Python<'_>) -> PyResult<()> {
        *lock(&self.opening) = None;
        let Some(thread) = lock(&self.running).take() else {
            return Ok(());
        };
        match thread.join() {
            Ok(served) => served.map_err(|error| raised(py, &error)),
            Err(_) => Err(run_error("the thread of the server has panicked")),
        }
    }
}

impl ServerArgs {
    /// The built-in games and those in Python.
    fn kinds(&self, py: Python<'_>, games: &[Bound<'_, Game>]) -> PyResult<Kinds> {
        let mut all = kinds().clone();
        for game in games.iter().map(Bound::get) {
            let Some(own) = &game.own else {
                continue;
            };
            let name = game.any.name();
            if all.get(&name).is_some() {
                let whose = match kinds().get(&name) {
                    Some(_) => format!("\"{name}\" is the name of a built-in game"),
                    None => format!("two games are named \"{name}\""),
                };
                let message = format!("games: {whose}: give the game another attribute `name`");
                return Err(usage_error(py, &message));
            }
            let kind = self.kind(py, game, own);
            all.add(kind).map_err(|error| raised(py, &error))?;
        }
        Ok(all)
    }

    /// The kind of a game in Python.
    fn kind(&self, py: Python<'_>, game: &Game, own: &Own) -> Kind {
        let sides = game.any.sides();
        let (object, failed) = (own.object.clone_ref(py), self.failed.clone_ref(py));
        // All questions together cache about as many bytes as their tables may have.
        let usual = Limits::default();
        let questions = self.questions.unwrap_or(usual.questions).max(1);
        let memory = self.memory.unwrap_or(usual.memory) / questions;
        let make = move || {
            // Before Python's lock is requested: a thread that needs it would wait for ever.
            let _inside = Inside::enter().map_err(|_| Error::run("the interpreter ends"))?;
            Python::attach(|py| {
                let calls = Calls::of(object.bind(py))
                    .map_err(|error| Error::new(ErrorKind::Game, error.to_string()))?;
                calls.grow(memory);
                calls.trouble.set_receiver(failed.clone_ref(py));
                Ok(OwnGame::new(Arc::new(calls)))
            })
        };
        let sides = sides.each_ref().map(|side| lasting(side));
        Kind::at_run_time(lasting(&game.any.name()), sides, make)
    }

    fn options(&self, py: Python<'_>, mode: Mode) -> PyResult<Options> {
        let host: IpAddr = self.host.parse().map_err(|_| {
            let message = format!(
                "host: expected an address such as 127.0.0.1 or ::1, not {:?}",
                self.host
            );
            usage_error(py, &message)
        })?;
        let (usual, check) = (Limits::default(), CheckBudget::default());
        let duration = |name: &str, seconds: Option<f64>| {
            let seconds = seconds.map(Duration::try_from_secs_f64).transpose();
            seconds.map_err(|_| usage_error(py, &format!("{name}: expected seconds, 0 or more")))
        };
        let time = duration("time", self.time)?.unwrap_or(usual.time);
        let check_time = duration("check_time", self.check_time)?;
        Ok(Options {
            mode,
            host,
            port: self.port,
            limits: Limits {
                threads: self.threads.unwrap_or(usual.threads),
                memory: self.memory.unwrap_or(usual.memory),
                time,
                questions: self.questions.unwrap_or(usual.questions),
                without_listener: usual.without_listener,
            },
            check: CheckBudget {
                memory: self.check_memory.unwrap_or(check.memory),
                time: match mode {
                    Mode::Serve => Some(check_time.unwrap_or(CHECK_TIME)),
                    Mode::Explore => check_time,
                },
            },
        })
    }
}

impl CertificateSource {
    /// The certificate as a file.
    fn open(self) -> std::io::Result<File> {
        match self {
            CertificateSource::File(path) => File::open(path),
            CertificateSource::Bytes(bytes) => {
                let mut file = tempfile::tempfile()?;
                file.write_all(&bytes)?;
                file.rewind()?;
                Ok(file)
            }
        }
    }
}

/// A text that exists as long as the process, as the names of kinds do. Equal texts share their
/// memory, so a process that serves a game again needs no more.
fn lasting(text: &str) -> &'static str {
    static TEXTS: Mutex<Option<HashSet<&'static str>>> = Mutex::new(None);
    let mut texts = lock(&TEXTS);
    let texts = texts.get_or_insert_default();
    if let Some(known) = texts.get(text) {
        return known;
    }
    let lasting: &'static str = Box::leak(text.into());
    texts.insert(lasting);
    lasting
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
