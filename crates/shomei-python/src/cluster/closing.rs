//! The end of a search on many machines: a line of play, and the certificate.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use pyo3::prelude::*;
use shomei::data::{AnswerData, Circumstances};
use shomei::questions::{Proof, Prover};
use shomei::search::Stop;
use shomei::search::jobs::{self, Known};
use shomei::solving::Solution;
use shomei::{Aim, AnyPosition, Error, Limits, Observer, Question, Task, Wanted};

use super::coordinator::State;
use crate::answers::{self, Extra, Found, Returned};
use crate::errors::usage_error;
use crate::games::Game;
use crate::sessions::seconds;
use crate::waiting::{Near, Watch, away};

/// How a search is brought to its end.
pub(super) struct Close {
    certificate: bool,
    stopped_by: Option<Stop>,
    limits: Limits,
    stop: Arc<AtomicBool>,
}

impl Close {
    pub(super) fn new(
        py: Python<'_>,
        certificate: bool,
        stopped_by: Option<&str>,
        time: Option<f64>,
    ) -> PyResult<Close> {
        let stopped_by = match stopped_by {
            None => None,
            Some("time") => Some(Stop::Time),
            Some("nodes") => Some(Stop::Nodes),
            Some("interrupt") => Some(Stop::Interrupt),
            Some(other) => {
                return Err(usage_error(py, &format!("there is no limit \"{other}\"")));
            }
        };
        let time = time.map(seconds).transpose();
        let stop = Arc::new(AtomicBool::new(false));
        Ok(Close {
            certificate,
            stopped_by,
            limits: Limits {
                time: time.map_err(|message| usage_error(py, message))?,
                stop: Some(Arc::clone(&stop)),
                ..Limits::default()
            },
            stop,
        })
    }
}

/// Brings a search to its end.
pub(super) fn close(
    py: Python<'_>,
    game: &Game,
    state: &mut State,
    close: &Close,
    progress: Option<Py<PyAny>>,
) -> PyResult<Returned> {
    let (found, interrupt) = match &game.own {
        None => {
            let watch = Watch::new();
            let mut observer = watch.clone();
            away(py, &close.stop, &watch, progress.as_ref(), || {
                state.find(close, &mut observer)
            })?
        }
        Some(own) => {
            own.calls.trouble.set_stop(Some(Arc::clone(&close.stop)));
            let mut near = Near::new(Arc::clone(&close.stop), progress);
            let found = state.find(close, &mut near);
            own.calls.trouble.set_stop(None);
            let interrupt = near.error.or_else(|| own.calls.trouble.take_interrupt());
            (found, interrupt)
        }
    };
    let found = found.map_err(|error| game.failure(py, &error))?;
    game.refuse(py)?;
    answers::returned(py, &found, interrupt)
}

impl State {
    fn find(&mut self, close: &Close, observer: &mut dyn Observer) -> Result<Found, Error> {
        let asked = &self.asked;
        let task = Task {
            limits: close.limits.started(),
            ..asked.task.clone()
        };
        let solved = self.coordinator.solved().chain(&self.tables).copied();
        let mut prover = Closing {
            known: solved.collect(),
            task: task.clone(),
            stopped_by: close.stopped_by,
            observer,
            is_corrected: false,
        };
        let question = Question::Win(asked.aim.attacker);
        let mut found = answers::find(
            &mut prover,
            &asked.position,
            question,
            &Wanted::default(),
            close.certificate,
        )?;
        if prover.is_corrected {
            found.note_correction();
        }
        let circumstances = Circumstances {
            game: asked.position.game(),
            task: &task,
            hints: &[],
            threads: self.coordinator.progress().threads.max(1) as usize,
        };
        let data = AnswerData::of(circumstances, &found.answered);
        Ok(found.told(data))
    }
}

/// Asks one question with all that the machines have solved.
struct Closing<'a> {
    known: Vec<Known>,
    task: Task,
    stopped_by: Option<Stop>,
    observer: &'a mut dyn Observer,
    is_corrected: bool,
}

impl Prover for Closing<'_> {
    type Extra = Extra;

    fn prove(
        &mut self,
        position: &AnyPosition,
        aim: Aim,
        for_keeps: bool,
    ) -> Result<Proof<Extra>, Error> {
        if let Some(stop) = self.reached() {
            return Ok(Proof {
                solution: Solution::unknown(stop),
                extra: None,
            });
        }
        // Where all is known, the search has nothing to do but to follow it.
        let table = position.table_for(aim, &self.task.settings, self.task.memory)?;
        jobs::learn(&table, &self.known);
        let task = Task {
            table: Some(table),
            ..self.task.clone()
        };
        let mut bytes = Vec::new();
        let out = for_keeps.then_some(&mut bytes as &mut dyn std::io::Write);
        let mut solution = position.solve(aim, &task, self.observer, out)?;
        self.is_corrected |= solution.corrected;
        let extra = answers::ready(&mut solution, bytes);
        Ok(Proof { solution, extra })
    }

    fn reached(&self) -> Option<Stop> {
        self.stopped_by
    }
}
