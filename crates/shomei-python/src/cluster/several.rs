//! Values and scores: several questions to many machines, one after another.

use std::collections::HashMap;
use std::io::Write;

use pyo3::prelude::*;
use shomei::composers::Composition;
use shomei::data::AnswerData;
use shomei::questions::{self, Budget, Prover};
use shomei::search::{Silent, Stop};
use shomei::{
    Aim, Answer, AnyPosition, CertificateWish, CollectingSink, Error, Event, Observer, Query,
    Question, SearchConfig, SearchSink, Session, Solution, Watching, WinLength,
};

use super::Coordinator;
use super::closing::{Close, stop_of, watched};
use crate::answers::{self, CollectedAnswer, Returned};
use crate::errors::usage_error;
use crate::games::Game;
use crate::leaving::call;
use crate::positions::Position;

/// Answers ``"value"`` or ``"score"`` by several questions. `ask` is called with the name of the
/// attacker and the minimum score, None for a win. It returns the coordinator of that question
/// after its end, and the limit that ended it without an answer.
#[expect(
    clippy::fn_params_excessive_bools,
    reason = "Python names the argument"
)]
#[pyfunction]
#[pyo3(signature = (position, question, certificate, time, ask))]
pub(crate) fn ask_machines(
    py: Python<'_>,
    position: &Position,
    question: &str,
    certificate: bool,
    time: Option<f64>,
    ask: Py<PyAny>,
) -> PyResult<Returned> {
    let game = position.game.get();
    let question = match question {
        "value" => Question::Value,
        "score" => Question::Score,
        other => {
            let message = format!("there is no question \"{other}\" to a cluster");
            return Err(usage_error(py, &message));
        }
    };
    let mut close = Close::new(py, certificate.into(), None, time)?;
    // The questions share the time, and their certificates have the same time once more.
    close.limits.time = close.limits.time.map(|time| time.saturating_mul(2));
    close.limits = close.limits.started();
    let session = Session::new(&game.any).map_err(|error| game.failure(py, &error))?;
    let mut asking = Asking {
        py,
        game,
        ask,
        close,
        root: position.any.text(),
        kept: HashMap::new(),
        stopped_by: None,
        raised: None,
        interrupt: None,
        threads: 1,
        config: session.config().clone(),
    };
    let mut silent = Silent;
    let mut watching = Watching(&mut silent);
    let mut sink = CollectingSink::new(&mut watching, asking.close.certificate);
    let query = Query::from(question);
    let result = questions::ask(&mut asking, &position.any, &query, &mut sink);
    if let Some(raised) = asking.raised {
        return Err(raised);
    }
    let result = result.map_err(|error| game.failure(py, &error))?;
    let found = CollectedAnswer::of(&position.any, result, sink);
    game.refuse(py)?;
    let data = AnswerData {
        threads: asking.threads,
        ..AnswerData::of(position.any.game(), &asking.config, &[], &found.result)
    };
    let found = found.found(data, &Composition::default());
    answers::returned(py, &found, asking.interrupt)
}

/// Asks machines about the root, and uses their solved positions below it.
struct Asking<'py, 'g> {
    py: Python<'py>,
    game: &'g Game,
    ask: Py<PyAny>,
    close: Close,
    root: String,
    kept: HashMap<Aim, MachineAnswer>,
    stopped_by: Option<Stop>,
    raised: Option<PyErr>,
    interrupt: Option<PyErr>,
    threads: usize,
    /// The configuration of the last search; before the first one that of a session.
    config: SearchConfig,
}

/// A question that machines have answered.
struct MachineAnswer {
    coordinator: Py<Coordinator>,
    answer: Answer,
}

impl Asking<'_, '_> {
    fn ask(&mut self, aim: Aim) -> PyResult<Py<Coordinator>> {
        let attacker = self.game.any.side_name(aim.attacker);
        let asked = call(self.ask.bind(self.py), (attacker, aim.least))?;
        let (coordinator, stopped): (Py<Coordinator>, Option<String>) = asked.extract()?;
        if let Some(name) = stopped {
            self.stopped_by = Some(stop_of(self.py, &name)?);
        }
        Ok(coordinator)
    }

    /// Searches the root, or a position below it.
    fn solve_with(
        &mut self,
        coordinator: &Py<Coordinator>,
        below: Option<&AnyPosition>,
        wish: CertificateWish,
    ) -> PyResult<(Solution, Vec<u8>)> {
        let mut state = coordinator.get().lock();
        let state = &mut *state;
        let threads = state.coordinator.progress().threads as usize;
        self.threads = self.threads.max(threads);
        self.config = state.asked.config.clone();
        let limits = &self.close.limits;
        let solve = |observer: &mut dyn Observer| {
            let mut sink = Bytes {
                observer,
                wish,
                bytes: Vec::new(),
            };
            let solution = match below {
                Some(position) => state.solve(position, limits, &mut sink)?,
                None => state.solve_root(limits, &mut sink)?,
            };
            Ok((solution, sink.bytes))
        };
        let (found, interrupt) = watched(self.py, self.game, &self.close, None, solve)?;
        if interrupt.is_some() {
            self.stopped_by = Some(Stop::Interrupt);
            self.interrupt = interrupt;
        }
        Ok(found)
    }

    fn try_solve(
        &mut self,
        position: &AnyPosition,
        aim: Aim,
        wish: CertificateWish,
    ) -> PyResult<(Solution, Vec<u8>)> {
        let is_root = position.text() == self.root;
        let known = self.kept.get(&aim);
        let known = known.map(|asked| asked.coordinator.clone_ref(self.py));
        let (coordinator, is_new) = match known {
            Some(coordinator) => (coordinator, false),
            None if is_root => (self.ask(aim)?, true),
            // No machine was asked about this goal.
            None => return Ok((Solution::unknown(Stop::Nodes), Vec::new())),
        };
        if is_new && let Some(stop) = self.stopped_by {
            return Ok((coordinator.get().lock().stopped(stop, wish), Vec::new()));
        }
        let below = (!is_root).then_some(position);
        let found = self.solve_with(&coordinator, below, wish)?;
        if is_new {
            let answer = found.0.report.answer;
            // Among questions with one answer the last one matters: its table is sufficient.
            let is_older = |old: &Aim, asked: &MachineAnswer| {
                old.attacker == aim.attacker && asked.answer == answer
            };
            self.kept.retain(|old, asked| !is_older(old, asked));
            self.kept.insert(
                aim,
                MachineAnswer {
                    coordinator,
                    answer,
                },
            );
        }
        Ok(found)
    }
}

/// Collects one certificate, and passes events to an observer.
struct Bytes<'a> {
    observer: &'a mut dyn Observer,
    wish: CertificateWish,
    bytes: Vec<u8>,
}

impl SearchSink for Bytes<'_> {
    type Certificate = Vec<u8>;

    fn begin(
        &mut self,
        _: &AnyPosition,
        _: Aim,
        _: CertificateWish,
    ) -> Result<Option<Vec<u8>>, Error> {
        Ok((self.wish == CertificateWish::Wanted).then(Vec::new))
    }

    fn event(&mut self, event: &Event<'_>) {
        self.observer.event(event);
    }

    fn end(
        &mut self,
        _: &AnyPosition,
        _: Aim,
        _: &mut Solution,
        certificate: Option<Vec<u8>>,
    ) -> Result<(), Error> {
        self.bytes = certificate.unwrap_or_default();
        Ok(())
    }
}

impl Prover for Asking<'_, '_> {
    fn prove<S: SearchSink>(
        &mut self,
        position: &AnyPosition,
        aim: Aim,
        length: WinLength,
        wish: CertificateWish,
        _: &Budget,
        sink: &mut S,
    ) -> Result<Solution, Error> {
        if length == WinLength::Shortest {
            return Err(Error::usage(
                "a cluster does not search for the shortest win",
            ));
        }
        if let Some(stop) = self.stopped_by {
            return Ok(Solution::unknown(stop));
        }
        let mut certificate = sink.begin(position, aim, wish)?;
        let wish = CertificateWish::from(certificate.is_some());
        let found = self.try_solve(position, aim, wish).map_err(|raised| {
            self.raised = Some(raised);
            Error::run("a question to the machines has ended in an exception")
        });
        let (mut solution, bytes) = found?;
        if let Some(certificate) = &mut certificate {
            certificate.write_all(&bytes).map_err(Error::run)?;
        }
        sink.end(position, aim, &mut solution, certificate)?;
        Ok(solution)
    }

    fn reached(&self) -> Option<Stop> {
        self.stopped_by
    }
}
