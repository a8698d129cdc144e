//! The end of a search on many machines: a line of play, and the certificate.

use std::io::Write;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use pyo3::prelude::*;
use shomei::composers::Composition;
use shomei::data::AnswerData;
use shomei::questions;
use shomei::search::{Answer, Knowledge, Stop};
use shomei::{
    AnyPosition, CertificateWish, CollectingSink, Error, Events, Limits, Observer, SearchSink,
    Solution, Task, Watching,
};
use shomei_cluster::gather;

use super::ClusterQuestion;
use super::coordinator::State;
use crate::answers::{self, CollectedAnswer, FoundAnswer, Returned};
use crate::errors::usage_error;
use crate::games::Game;
use crate::leaving::Inside;
use crate::sessions::seconds;
use crate::waiting::{Near, Watch, away};

/// The settings for the end of a search.
pub(super) struct Close {
    pub(super) certificate: CertificateWish,
    stopped_by: Option<Stop>,
    pub(super) limits: Limits,
    stop: Arc<AtomicBool>,
}

impl Close {
    pub(super) fn new(
        py: Python<'_>,
        certificate: CertificateWish,
        stopped_by: Option<&str>,
        time: Option<f64>,
    ) -> PyResult<Close> {
        let stopped_by = stopped_by.map(|name| stop_of(py, name)).transpose()?;
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

/// The limit with this name.
pub(super) fn stop_of(py: Python<'_>, name: &str) -> PyResult<Stop> {
    match name {
        "time" => Ok(Stop::Time),
        "nodes" => Ok(Stop::Nodes),
        "interrupt" => Ok(Stop::Interrupt),
        other => Err(usage_error(py, &format!("there is no limit \"{other}\""))),
    }
}

/// Runs work that may call the game, with Python's lock if the game needs it. Returns the result,
/// and Ctrl-C or `None`.
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

/// Completes a search.
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
    /// The task that continues from the solved positions of the machines, in a table that is made
    /// once.
    ///
    /// # Errors
    ///
    /// If the table does not fit into the memory.
    pub(super) fn gathered(&mut self) -> Result<Task, Error> {
        if let Some(task) = &self.gathered {
            return Ok(task.clone());
        }
        let ClusterQuestion {
            position,
            aim,
            config,
            ..
        } = &self.asked;
        let task = gather(position, *aim, config, self.coordinator.solved())?;
        Ok(self.gathered.insert(task).clone())
    }

    /// Adds the solved positions of a machine's table to the table of [`State::gathered`].
    ///
    /// # Errors
    ///
    /// If the table does not fit into the memory.
    pub(super) fn add_to_certificate(&mut self, known: &[Knowledge]) -> Result<(), Error> {
        if let Some(table) = &self.gathered()?.start.table {
            shomei::parallel::store(table, known);
        }
        Ok(())
    }

    /// Searches the root, or a position below it, with all solved positions of the machines. If
    /// they decide the position, the search only follows them.
    pub(super) fn solve<S: SearchSink>(
        &mut self,
        position: &AnyPosition,
        limits: &Limits,
        sink: &mut S,
    ) -> Result<Solution, Error> {
        self.solve_and(position, limits, sink, |_, _, _| Ok(()))
    }

    /// Searches the root. If a limit ends the search, the answer of the machines remains.
    ///
    /// # Errors
    ///
    /// If the answer differs from that of the machines, and no certificate shows it.
    pub(super) fn solve_root<S: SearchSink>(
        &mut self,
        limits: &Limits,
        sink: &mut S,
    ) -> Result<Solution, Error> {
        let position = self.asked.position.clone();
        self.solve_and(&position, limits, sink, State::compare)
    }

    fn solve_and<S: SearchSink>(
        &mut self,
        position: &AnyPosition,
        limits: &Limits,
        sink: &mut S,
        check: impl FnOnce(&mut State, &mut Solution, CertificateWish) -> Result<(), Error>,
    ) -> Result<Solution, Error> {
        let mut task = self.gathered()?;
        task.config.limits = limits.clone();
        let aim = self.asked.aim;
        let mut file = sink.begin(position, aim, CertificateWish::Wanted)?;
        let wish = CertificateWish::from(file.is_some());
        let out = file.as_mut().map(|file| file as &mut dyn Write);
        let mut solution = position.solve(aim, &task, &mut Events(sink), out)?;
        check(self, &mut solution, wish)?;
        sink.end(position, aim, &mut solution, file)?;
        Ok(solution)
    }

    /// Compares the answer of the root with that of the machines.
    fn compare(&mut self, solution: &mut Solution, wish: CertificateWish) -> Result<(), Error> {
        let (known, closed) = (self.coordinator.answer(), solution.report.answer);
        if known == Answer::Unknown || closed == known {
            return Ok(());
        }
        if closed == Answer::Unknown {
            self.keep_answer(solution, wish);
        } else if matches!(solution.certificate, Some(Ok(_))) {
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
        Ok(())
    }

    /// The result for the root if nothing more is to be searched.
    pub(super) fn stopped(&mut self, stop: Stop, wish: CertificateWish) -> Solution {
        let mut solution = Solution::unknown(stop);
        self.keep_answer(&mut solution, wish);
        solution
    }

    /// Uses the answer of the machines, if there is one, in place of an unknown one.
    fn keep_answer(&mut self, solution: &mut Solution, wish: CertificateWish) {
        let answer = self.coordinator.answer();
        let Some(claim) = answer.claim() else {
            return;
        };
        let report = &mut solution.report;
        (report.answer, report.bounds) = (answer, claim.into());
        solution.line.is_cut = true;
        let why = match report.stopped_by.take() {
            None => String::new(),
            Some(Stop::Interrupt) => ": it was interrupted".to_owned(),
            Some(stop) => format!(": stopped by the limit on {stop}"),
        };
        if wish == CertificateWish::Wanted {
            let problem = format!("the answer is known, but its certificate is not made{why}");
            self.problems.push(problem);
        }
    }

    fn find(&mut self, close: &Close, observer: &mut dyn Observer) -> Result<FoundAnswer, Error> {
        let (position, aim) = (self.asked.position.clone(), self.asked.aim);
        let threads = self.coordinator.progress().threads.max(1) as usize;
        let mut watching = Watching(observer);
        let mut sink = CollectingSink::new(&mut watching, close.certificate);
        let solution = match close.stopped_by {
            Some(stop) => self.stopped(stop, close.certificate),
            None => self.solve_root(&close.limits.started(), &mut sink)?,
        };
        let result = questions::of_search(&position, aim, &solution)?;
        let found = CollectedAnswer::of(&position, result, sink);
        let config = &self.asked.config;
        let data = AnswerData {
            threads,
            ..AnswerData::of(position.game(), config, &[], &found.result)
        };
        Ok(found.found(data, &Composition::default()))
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
