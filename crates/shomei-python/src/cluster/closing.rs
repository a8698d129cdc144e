//! The end of a search on many machines: a line of play, and the certificate.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use pyo3::prelude::*;
use shomei::data::{AnswerData, Circumstances};
use shomei::questions::{Keep, Proof, Prover};
use shomei::search::{Bounds, Stop};
use shomei::solving::Solution;
use shomei::{Aim, Answer, AnyPosition, Error, Limits, Observer, Question, Task, Wanted};
use shomei_cluster::gather;

use super::ClusterQuestion;
use super::coordinator::State;
use crate::answers::{self, Extra, FoundAnswer, Returned};
use crate::errors::usage_error;
use crate::games::Game;
use crate::leaving::Inside;
use crate::sessions::seconds;
use crate::waiting::{Near, Watch, away};

/// How a search is brought to its end.
pub(super) struct Close {
    keep: Keep,
    stopped_by: Option<Stop>,
    pub(super) limits: Limits,
    stop: Arc<AtomicBool>,
}

impl Close {
    pub(super) fn new(
        py: Python<'_>,
        keep: Keep,
        stopped_by: Option<&str>,
        time: Option<f64>,
    ) -> PyResult<Close> {
        let stopped_by = stopped_by.map(|name| stop_of(py, name)).transpose()?;
        let time = time.map(seconds).transpose();
        let stop = Arc::new(AtomicBool::new(false));
        Ok(Close {
            keep,
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

/// The limit with this name.
pub(super) fn stop_of(py: Python<'_>, name: &str) -> PyResult<Stop> {
    match name {
        "time" => Ok(Stop::Time),
        "nodes" => Ok(Stop::Nodes),
        "interrupt" => Ok(Stop::Interrupt),
        other => Err(usage_error(py, &format!("there is no limit \"{other}\""))),
    }
}

/// Does work that may ask the game, where Python can be asked: what it has found, and Ctrl-C if
/// that came.
pub(super) fn watched<T: Send>(
    py: Python<'_>,
    game: &Game,
    close: &Close,
    progress: Option<Py<PyAny>>,
    work: impl FnOnce(&mut dyn Observer) -> Result<T, Error> + Send,
) -> PyResult<(T, Option<PyErr>)> {
    let (found, interrupt) = match &game.own {
        None => {
            let watch = Watch::new();
            let mut observer = watch.clone();
            away(py, &close.stop, &watch, progress.as_ref(), || {
                work(&mut observer)
            })?
        }
        Some(own) => {
            let _inside = Inside::enter()?;
            own.calls.trouble.set_stop(Some(Arc::clone(&close.stop)));
            let mut near = Near::new(Arc::clone(&close.stop), progress);
            let found = work(&mut near);
            own.calls.trouble.set_stop(None);
            let interrupt = near.error.or_else(|| own.calls.trouble.take_interrupt());
            (found, interrupt)
        }
    };
    let found = found.map_err(|error| game.failure(py, &error))?;
    game.refuse(py)?;
    Ok((found, interrupt))
}

/// Brings a search to its end.
pub(super) fn close(
    py: Python<'_>,
    game: &Game,
    state: &mut State,
    close: &Close,
    progress: Option<Py<PyAny>>,
) -> PyResult<Returned> {
    let find = |observer: &mut dyn Observer| state.find(close, observer);
    let (found, interrupt) = watched(py, game, close, progress, find)?;
    answers::returned(py, &found, interrupt)
}

impl State {
    /// The task that goes on from what the machines have solved, in a table that is made once.
    ///
    /// # Errors
    ///
    /// When the table does not fit into the memory.
    pub(super) fn gathered(&mut self) -> Result<Task, Error> {
        if let Some(task) = &self.gathered {
            return Ok(task.clone());
        }
        let ClusterQuestion {
            position,
            aim,
            task,
            ..
        } = &self.asked;
        let known = self.coordinator.solved().chain(&self.tables);
        let task = gather(position, *aim, task, known)?;
        // They stand in the table now.
        self.tables = Vec::new();
        Ok(self.gathered.insert(task).clone())
    }

    /// Asks again, of the root or a position below it, with all that the machines have solved.
    /// Where all is known, the search has nothing to do but to follow it.
    pub(super) fn prove(
        &mut self,
        position: &AnyPosition,
        limits: &Limits,
        keep: Keep,
        observer: &mut dyn Observer,
    ) -> Result<Proof<Extra>, Error> {
        let task = Task {
            limits: limits.clone(),
            ..self.gathered()?
        };
        let mut bytes = Vec::new();
        let out = keep
            .wants_certificate()
            .then_some(&mut bytes as &mut dyn std::io::Write);
        let mut solution = position.solve(self.asked.aim, &task, observer, out)?;
        let extra = answers::ready(&mut solution, bytes);
        Ok(Proof { solution, extra })
    }

    /// Asks again of the root. What the machines have found stays the answer where this ends early.
    ///
    /// # Errors
    ///
    /// When the answer is another one than that of the machines, and no certificate shows it.
    pub(super) fn prove_root(
        &mut self,
        limits: &Limits,
        keep: Keep,
        observer: &mut dyn Observer,
    ) -> Result<Proof<Extra>, Error> {
        let position = self.asked.position.clone();
        let mut proof = self.prove(&position, limits, keep, observer)?;
        let (known, closed) = (self.coordinator.answer(), proof.solution.report.answer);
        if known == Answer::Unknown || closed == known {
            return Ok(proof);
        }
        if closed == Answer::Unknown {
            self.keep_answer(&mut proof.solution, keep);
        } else if matches!(proof.extra, Some(Ok(_))) {
            self.problems.push(format!(
                "{}: the answer is that of the certificate",
                contradiction(known, closed)
            ));
        } else {
            return Err(Error::run(format!(
                "{}, and there is no certificate: one of them is wrong",
                contradiction(known, closed)
            )));
        }
        Ok(proof)
    }

    /// What is known of the root where nothing more is to be searched.
    pub(super) fn stopped(&mut self, stop: Stop, keep: Keep) -> Proof<Extra> {
        let mut solution = Solution::unknown(stop);
        self.keep_answer(&mut solution, keep);
        Proof {
            solution,
            extra: None,
        }
    }

    /// Puts the answer of the machines, if there is one, in place of none.
    fn keep_answer(&mut self, solution: &mut Solution, keep: Keep) {
        let answer = self.coordinator.answer();
        let bounds = match answer {
            Answer::Proved => Bounds::PROVED,
            Answer::Disproved => Bounds::DISPROVED,
            Answer::Unknown => return,
        };
        let report = &mut solution.report;
        (report.answer, report.bounds) = (answer, bounds);
        solution.line_is_cut = true;
        let why = match report.stopped_by.take() {
            None => String::new(),
            Some(Stop::Interrupt) => ": it was interrupted".to_owned(),
            Some(stop) => format!(": stopped by the limit on {stop}"),
        };
        if keep.wants_certificate() {
            let problem = format!("the answer is known, but its certificate is not made{why}");
            self.problems.push(problem);
        }
    }

    fn find(&mut self, close: &Close, observer: &mut dyn Observer) -> Result<FoundAnswer, Error> {
        let (position, aim) = (self.asked.position.clone(), self.asked.aim);
        let threads = self.coordinator.progress().threads.max(1) as usize;
        let mut prover = Closing {
            limits: close.limits.started(),
            state: self,
            stopped_by: close.stopped_by,
            observer,
            is_corrected: false,
        };
        let question = Question::Win(aim.attacker);
        let wanted = Wanted::default();
        let mut found = answers::find(&mut prover, &position, question, &wanted, close.keep)?;
        if prover.is_corrected {
            found.note_correction();
        }
        let circumstances = Circumstances {
            game: position.game(),
            task: &self.asked.task,
            hints: &[],
            threads,
        };
        let data = AnswerData::of(circumstances, &found.answered);
        Ok(found.told(data))
    }
}

fn contradiction(known: Answer, closed: Answer) -> String {
    let name = |answer| match answer {
        Answer::Proved => "proved",
        Answer::Disproved => "disproved",
        Answer::Unknown => "unknown",
    };
    let (known, closed) = (name(known), name(closed));
    format!("the machines have {known} the position, and closing it has {closed} it")
}

/// Asks one question with all that the machines have solved.
struct Closing<'a> {
    state: &'a mut State,
    limits: Limits,
    stopped_by: Option<Stop>,
    observer: &'a mut dyn Observer,
    is_corrected: bool,
}

impl Prover for Closing<'_> {
    type Extra = Extra;

    fn prove(&mut self, _: &AnyPosition, _: Aim, keep: Keep) -> Result<Proof<Extra>, Error> {
        // One question is asked of the root alone.
        if let Some(stop) = self.reached() {
            return Ok(self.state.stopped(stop, keep));
        }
        let proof = self.state.prove_root(&self.limits, keep, self.observer)?;
        self.is_corrected |= proof.solution.corrected;
        Ok(proof)
    }

    fn reached(&self) -> Option<Stop> {
        self.stopped_by
    }
}
