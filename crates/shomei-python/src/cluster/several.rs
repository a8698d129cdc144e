//! Values and scores: several questions to many machines, one after another.

use std::collections::HashMap;

use pyo3::prelude::*;
use shomei::data::{AnswerData, Circumstances};
use shomei::questions::{Keep, Proof, Prover};
use shomei::search::Stop;
use shomei::solving::Solution;
use shomei::{Aim, Answer, AnyPosition, Error, Observer, Question, Session, Wanted};

use super::Coordinator;
use super::closing::{Close, stop_of, watched};
use crate::answers::{self, Extra, Returned};
use crate::errors::usage_error;
use crate::games::Game;
use crate::leaving::call;
use crate::positions::Position;

/// Answers ``"value"`` or ``"score"`` by asking machines as often as needed: `ask` is called with
/// the name of the attacker and the least score, None for a win, and returns the coordinator of
/// that question when it has ended, with the limit that ended it without an answer.
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
    let keep = Keep::from(certificate);
    let close = Close::new(py, keep, None, time)?;
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
        is_corrected: false,
    };
    let wanted = Wanted::default();
    let found = answers::find(&mut asking, &position.any, question, &wanted, keep);
    if let Some(raised) = asking.raised {
        return Err(raised);
    }
    let mut found = found.map_err(|error| game.failure(py, &error))?;
    game.refuse(py)?;
    if asking.is_corrected {
        found.note_correction();
    }
    let circumstances = Circumstances {
        game: position.any.game(),
        task: session.task(),
        hints: &[],
        threads: asking.threads,
    };
    let data = AnswerData::of(circumstances, &found.answered);
    answers::returned(py, &found.told(data), asking.interrupt)
}

/// Asks machines about the root, and what they have solved about positions below it.
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
    is_corrected: bool,
}

/// A question that machines were asked.
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

    /// Asks of the root, or of a position below it.
    fn prove_with(
        &mut self,
        coordinator: &Py<Coordinator>,
        below: Option<&AnyPosition>,
        keep: Keep,
    ) -> PyResult<Proof<Extra>> {
        let mut state = coordinator.get().lock();
        let state = &mut *state;
        let threads = state.coordinator.progress().threads as usize;
        self.threads = self.threads.max(threads);
        let limits = self.close.limits.started();
        let prove = |observer: &mut dyn Observer| match below {
            Some(position) => state.prove(position, &limits, keep, observer),
            None => state.prove_root(&limits, keep, observer),
        };
        let (proof, interrupt) = watched(self.py, self.game, &self.close, None, prove)?;
        if interrupt.is_some() {
            self.stopped_by = Some(Stop::Interrupt);
            self.interrupt = interrupt;
        }
        self.is_corrected |= proof.solution.corrected;
        Ok(proof)
    }

    fn try_prove(
        &mut self,
        position: &AnyPosition,
        aim: Aim,
        keep: Keep,
    ) -> PyResult<Proof<Extra>> {
        let is_root = position.text() == self.root;
        let known = self.kept.get(&aim);
        let known = known.map(|asked| asked.coordinator.clone_ref(self.py));
        let (coordinator, is_new) = match known {
            Some(coordinator) => (coordinator, false),
            None if is_root => (self.ask(aim)?, true),
            // What nobody was asked about is of no use to anybody.
            None => return Ok(unknown(Stop::Nodes)),
        };
        if is_new && let Some(stop) = self.stopped_by {
            return Ok(coordinator.get().lock().stopped(stop, keep));
        }
        let below = (!is_root).then_some(position);
        let proof = self.prove_with(&coordinator, below, keep)?;
        if is_new {
            let answer = proof.solution.report.answer;
            // Of questions with one answer the last one counts: its table is enough.
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
        Ok(proof)
    }
}

fn unknown(stop: Stop) -> Proof<Extra> {
    Proof {
        solution: Solution::unknown(stop),
        extra: None,
    }
}

impl Prover for Asking<'_, '_> {
    type Extra = Extra;

    fn prove(
        &mut self,
        position: &AnyPosition,
        aim: Aim,
        keep: Keep,
    ) -> Result<Proof<Extra>, Error> {
        if let Some(stop) = self.stopped_by {
            return Ok(unknown(stop));
        }
        self.try_prove(position, aim, keep).map_err(|raised| {
            self.raised = Some(raised);
            Error::run("a question to the machines has ended in an exception")
        })
    }

    fn reached(&self) -> Option<Stop> {
        self.stopped_by
    }
}
