//! Sessions: several questions about one game.

use std::io;
use std::num::NonZeroUsize;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, TryLockError};
use std::time::Duration;

use pyo3::gc::{PyTraverseError, PyVisit};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use shomei::bundles::BundleDraft;
use shomei::composers::{Composition, CompositionQuery, OtherSolutionsQuery, ProblemCheck};
use shomei::data::ErrorData;
use shomei::{
    AnyPosition, CertificateWish, CheckLimits, CollectingSink, Error, ErrorKind, Event, Limits,
    MoveValue, Observer, Query, Question, SearchSink, Side, Stopper, WinLength,
};

use crate::answers::{self, CollectedAnswer, FoundAnswer, Returned};
use crate::errors::{busy_error, raised, usage_error};
use crate::games::Game;
use crate::leaving::Inside;
use crate::positions::Position;
use crate::waiting::{Near, Watch, away};

/// A session of the library.
#[pyclass(frozen, module = "shomei._shomei")]
pub(crate) struct Session {
    game: Py<Game>,
    session: Mutex<shomei::Session>,
    stopper: Stopper,
}

/// The limits of a question, and the requested additions to the answer.
#[derive(FromPyObject)]
struct QuestionArgs {
    question: String,
    attacker: Option<String>,
    time: Option<f64>,
    nodes: Option<u64>,
    certificate: bool,
    /// Whether the certificates go into a bundle.
    bundle: bool,
    shortest: bool,
    depth: Option<u32>,
    others: Option<u64>,
    variations: Option<u16>,
    progress: Option<Py<PyAny>>,
    /// A function of the JSON of each move that is decided.
    row: Option<Py<PyAny>>,
}

#[pymethods]
impl Session {
    #[new]
    #[pyo3(signature = (game, algorithm, options, threads, memory))]
    fn new(
        game: &Bound<'_, Game>,
        algorithm: &str,
        options: Vec<(String, String)>,
        threads: usize,
        memory: usize,
    ) -> PyResult<Session> {
        let py = game.py();
        let own = game.get();
        let wrong = |error: Error| own.failure(py, &error);
        if own.own.is_some() && threads > 1 {
            let message = "threads: only one thread at a time can call a game in Python, so more \
                           threads do not help; use threads=1";
            return Err(usage_error(py, message));
        }
        let threads = NonZeroUsize::new(threads)
            .ok_or_else(|| usage_error(py, "threads: there must be one at least"))?;
        if let Some(own) = &own.own {
            own.calls.grow(memory);
        }
        let mut session = shomei::Session::new(&own.any).map_err(wrong)?;
        session.set_memory(memory);
        session.set_algorithm(algorithm).map_err(wrong)?;
        session.set_threads(threads).map_err(wrong)?;
        // The option `threads` sets the same number, so it comes later.
        for (name, value) in &options {
            session.set_option(name, value).map_err(wrong)?;
        }
        Ok(Session {
            game: game.clone().unbind(),
            stopper: session.stopper(),
            session: Mutex::new(session),
        })
    }

    /// The game.
    #[getter]
    fn game<'py>(&self, py: Python<'py>) -> Bound<'py, Game> {
        self.game.bind(py).clone()
    }

    /// Ends the current question. It may be called from any thread.
    fn stop(&self) {
        self.stopper.stop();
    }

    /// Allows questions again after `stop`.
    fn go_on(&self) {
        self.stopper.go_on();
    }

    /// Visits the references for the garbage collector.
    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        visit.call(&self.game)
    }

    #[getter]
    fn is_stopped(&self) -> bool {
        self.stopper.is_stopped()
    }

    /// Empties the tables.
    fn forget(&self, py: Python<'_>) -> PyResult<()> {
        let mut session = self.lock(py)?;
        session.forget();
        Ok(())
    }

    /// Answers a question about a position.
    fn ask(
        &self,
        py: Python<'_>,
        position: &Position,
        asked: QuestionArgs,
    ) -> PyResult<(Returned, Option<Py<PyBytes>>)> {
        let question = self.question(py, &asked)?;
        let mut session = self.lock(py)?;
        let limits = Limits {
            nodes: asked.nodes,
            time: asked
                .time
                .map(seconds)
                .transpose()
                .map_err(|message| usage_error(py, message))?,
            ..Limits::default()
        };
        // The check of a bundle shares the time with the search.
        session.set_limits(match asked.bundle {
            true => limits.started(),
            false => limits,
        });
        let length = WinLength::from(asked.shortest);
        let composition = CompositionQuery {
            length,
            others: asked.others.map(|nodes| OtherSolutionsQuery {
                nodes,
                variations: asked.variations,
                ..OtherSolutionsQuery::default()
            }),
            counted: true,
            refutation: asked.depth,
            ..CompositionQuery::default()
        };
        let attacker = match question {
            Question::MoverWins => Some(None),
            Question::Win(attacker) => Some(Some(attacker)),
            _ => None,
        };
        let is_composed = asked.shortest || asked.others.is_some() || asked.depth.is_some();
        let stop = self.stopper.flag();
        let one = One {
            position: &position.any,
            query: Query {
                length,
                ..Query::from(question)
            },
            problem: attacker
                .filter(|_| is_composed)
                .map(|attacker| (attacker, composition)),
            wish: asked.certificate.into(),
            has_bundle: asked.bundle,
            stop: &stop,
        };
        let (found, interrupt) =
            self.run(py, &mut session, &stop, &one, asked.progress, asked.row)?;
        if interrupt.is_some() {
            self.stopper.go_on();
        }
        let game = self.game.get();
        // An exception of the user's functions is passed on unchanged.
        let mut found = found.map_err(|error| game.failure(py, &error))?;
        game.refuse(py)?;
        for certificate in &found.certificates {
            if let Err(error) = game.reads_root(py, certificate, position)? {
                found.report.problems.push(ErrorData::from(&error));
            }
        }
        let bundle = found.bundle.take();
        let bundle = bundle.map(|bytes| PyBytes::new(py, &bytes).unbind());
        Ok((answers::returned(py, &found, interrupt)?, bundle))
    }
}

/// A question that is being answered.
struct One<'a> {
    position: &'a AnyPosition,
    query: Query,
    /// The attacker and the composition query, if a composed problem is checked.
    problem: Option<(Option<Side>, CompositionQuery)>,
    wish: CertificateWish,
    /// Whether a bundle is wanted.
    has_bundle: bool,
    stop: &'a Arc<AtomicBool>,
}

impl Session {
    fn lock(&self, py: Python<'_>) -> PyResult<std::sync::MutexGuard<'_, shomei::Session>> {
        match self.session.try_lock() {
            Ok(session) => Ok(session),
            Err(TryLockError::WouldBlock) => Err(busy_error(py)),
            Err(TryLockError::Poisoned(_)) => {
                let message = "the session has ended by an error of the program";
                Err(raised(py, &Error::new(ErrorKind::Run, message)))
            }
        }
    }

    fn question(&self, py: Python<'_>, asked: &QuestionArgs) -> PyResult<Question> {
        let attacker = match &asked.attacker {
            Some(name) => Some(self.game.get().side(py, name)?),
            None => None,
        };
        Ok(match (asked.question.as_str(), attacker) {
            ("win", None) => Question::MoverWins,
            ("win", Some(side)) => Question::Win(side),
            ("value", None) => Question::Value,
            ("moves", None) => Question::Moves,
            ("moves", Some(side)) => Question::MovesFor(side),
            ("score", None) => Question::Score,
            ("move-scores", None) => Question::MoveScores,
            (name @ ("value" | "score" | "move-scores"), Some(_)) => {
                let what = if name == "value" { name } else { "score" };
                let message = format!("attacker: leave it out; a {what} is about both sides");
                return Err(usage_error(py, &message));
            }
            (name, _) => {
                let message = format!("there is no question \"{name}\"");
                return Err(usage_error(py, &message));
            }
        })
    }

    /// Searches, in a separate thread if the game is not a game in Python.
    fn run(
        &self,
        py: Python<'_>,
        session: &mut shomei::Session,
        stop: &Arc<AtomicBool>,
        one: &One<'_>,
        progress: Option<Py<PyAny>>,
        row: Option<Py<PyAny>>,
    ) -> PyResult<(Result<FoundAnswer, Error>, Option<PyErr>)> {
        let watch = Watch::with_rows(row);
        let Some(own) = &self.game.get().own else {
            let mut observer = watch.clone();
            return away(py, stop, &watch, progress.as_ref(), || {
                one.answer(session, &mut observer, &watch)
            });
        };
        let _inside = Inside::enter()?;
        own.calls.trouble.set_stop(Some(Arc::clone(stop)));
        let mut near = Near::of(watch.clone(), Arc::clone(stop), progress);
        let found = one.answer(session, &mut near, &watch);
        near.finish(py);
        own.calls.trouble.set_stop(None);
        let interrupt = near.error.or_else(|| own.calls.trouble.take_interrupt());
        Ok((found, interrupt))
    }
}

pub(crate) fn seconds(time: f64) -> Result<Duration, &'static str> {
    Duration::try_from_secs_f64(time).map_err(|_| "time: expected seconds, 0 or more")
}

/// Passes events to an observer, and decided moves to a watch.
struct WithRows<'a> {
    observer: &'a mut dyn Observer,
    watch: &'a Watch,
}

impl SearchSink for WithRows<'_> {
    type Certificate = io::Sink;

    fn event(&mut self, event: &Event<'_>) {
        self.observer.event(event);
    }

    fn row(&mut self, row: &MoveValue) {
        self.watch.add_row(row);
    }
}

impl One<'_> {
    fn answer(
        &self,
        session: &mut shomei::Session,
        observer: &mut dyn Observer,
        watch: &Watch,
    ) -> Result<FoundAnswer, Error> {
        let mut watching = WithRows { observer, watch };
        let mut sink = CollectingSink::new(&mut watching, self.wish);
        let position = self.position;
        let (checked, draft) = match self.has_bundle {
            false => (self.find(session, &mut sink)?, None),
            true => {
                let (checked, draft) = self.find_for_bundle(session, &mut sink)?;
                (checked, Some(draft))
            }
        };
        let found = CollectedAnswer::of(position, checked.result, sink);
        let data = session.data(&found.result);
        let mut found = found.found(data, &checked.composition);
        if let Some(draft) = draft {
            let time = session.config().limits.time_left();
            let limits = |usual: CheckLimits| CheckLimits {
                time: time.or(usual.time),
                stop: Some(Arc::clone(self.stop)),
                ..usual
            };
            found.add_bundle(draft.finish(position.game(), &limits));
        }
        Ok(found)
    }

    fn find<S: SearchSink>(
        &self,
        session: &mut shomei::Session,
        sink: &mut S,
    ) -> Result<ProblemCheck, Error> {
        if let Some((attacker, query)) = &self.problem {
            return session.check_problem_with(self.position, *attacker, query, sink);
        }
        Ok(ProblemCheck {
            result: session.ask_with(self.position, self.query, sink)?,
            composition: Composition::default(),
        })
    }

    fn find_for_bundle<S: SearchSink>(
        &self,
        session: &mut shomei::Session,
        sink: &mut S,
    ) -> Result<(ProblemCheck, BundleDraft), Error> {
        if let Some((attacker, query)) = &self.problem {
            return session.check_problem_for_bundle(self.position, *attacker, query, sink);
        }
        let (result, draft) = session.ask_for_bundle(self.position, self.query, sink)?;
        let composition = Composition::default();
        let checked = ProblemCheck {
            result,
            composition,
        };
        Ok((checked, draft))
    }
}
