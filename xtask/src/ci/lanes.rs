//! Runs steps beside each other. Each is a process of its own. Its output goes to a file in
//! `target/ci`, and is shown when it ends.
//!
//! Most steps use one core for most of their time: the tests of Python, Coq, and the pages in a
//! browser. Builds of Cargo in the same folder wait for each other.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

use anyhow::{Context, Result};

use super::Step;

/// The largest number of steps that run at the same time. More would only wait for Cargo's locks.
const LANES: usize = 3;

/// A step that has ended.
pub(super) struct Ended {
    pub(super) name: &'static str,
    /// Its line of the summary.
    pub(super) line: String,
    pub(super) passed: bool,
}

/// The steps that have not begun.
struct Queue<'a> {
    waiting: Vec<&'a Step>,
    running: Vec<&'a Step>,
}

impl<'a> Queue<'a> {
    /// The place of the first step that can begin.
    fn place(&self) -> Option<usize> {
        let remaining = self.waiting.iter().chain(&self.running);
        let must_wait = |step: &Step| {
            remaining
                .clone()
                .any(|other| step.after.contains(&other.name))
        };
        self.waiting.iter().position(|step| !must_wait(step))
    }

    fn take(&mut self) -> Option<&'a Step> {
        let step = self.waiting.remove(self.place()?);
        self.running.push(step);
        Some(step)
    }

    fn ends(&mut self, step: &Step) {
        self.running.retain(|other| other.name != step.name);
    }
}

struct Lanes<'a> {
    /// This program. A later query would fail if a step builds it again.
    program: PathBuf,
    /// The folder of the outputs.
    folder: &'a Path,
    queue: Mutex<Queue<'a>>,
    a_step_ended: Condvar,
    ended: Mutex<Vec<Ended>>,
}

/// Runs the steps. Their results are in the order in which they ended.
pub(super) fn run<'a>(steps: &[&'a Step], folder: &'a Path) -> Result<Vec<Ended>> {
    fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let lanes = Lanes {
        program: std::env::current_exe()?,
        folder,
        queue: Mutex::new(Queue {
            waiting: steps.to_vec(),
            running: Vec::new(),
        }),
        a_step_ended: Condvar::new(),
        ended: Mutex::default(),
    };
    thread::scope(|scope| {
        // One more than there are cores: the tests of clusters and of pages often wait.
        for _ in 0..LANES.min(cores + 1) {
            scope.spawn(|| lanes.run_one());
        }
    });
    Ok(lanes
        .ended
        .into_inner()
        .unwrap_or_else(PoisonError::into_inner))
}

impl<'a> Lanes<'a> {
    fn queue(&self) -> MutexGuard<'_, Queue<'a>> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Runs steps one after another until none is waiting.
    fn run_one(&self) {
        while let Some(step) = self.next() {
            println!("== {}: begins", step.name);
            let result = alone(step, &self.program, self.folder);
            self.queue().ends(step);
            self.a_step_ended.notify_all();
            let (output, passed) = result.unwrap_or_else(|error| {
                let line = format!("{:<16} FAILED: it cannot be run: {error:#}", step.name);
                (line, false)
            });
            // The lock keeps the outputs of two steps apart.
            let mut ended = self.ended.lock().unwrap_or_else(PoisonError::into_inner);
            println!("{output}");
            ended.push(Ended {
                name: step.name,
                line: summary(step, &output),
                passed,
            });
        }
    }

    /// Waits for a step that can begin. Returns `None` if all have begun.
    fn next(&self) -> Option<&'a Step> {
        let waits = |queue: &mut Queue<'_>| !queue.waiting.is_empty() && queue.place().is_none();
        let queue = self.a_step_ended.wait_while(self.queue(), waits);
        queue.unwrap_or_else(PoisonError::into_inner).take()
    }
}

/// Runs a step in a process of its own. Returns its output, and whether it passed.
fn alone(step: &Step, program: &Path, folder: &Path) -> Result<(String, bool)> {
    // A process that the step has left could keep a pipe open.
    let path = folder.join(format!("{}.log", step.name));
    let file = File::create(&path).with_context(|| path.display().to_string())?;
    let mut command = Command::new(program);
    command.args(["ci", "--only", step.name]);
    let status = command.stdout(file.try_clone()?).stderr(file).status()?;
    let output = fs::read(&path).with_context(|| path.display().to_string())?;
    let output = String::from_utf8_lossy(&output).into_owned();
    Ok((output, status.success()))
}

/// The last line of a step's output, which is its line of the summary.
fn summary(step: &Step, output: &str) -> String {
    let last = output.trim_end().lines().last();
    match last.filter(|line| line.starts_with(step.name)) {
        Some(line) => line.to_owned(),
        None => format!("{:<16} FAILED: it ended early", step.name),
    }
}

#[cfg(test)]
mod tests {
    use super::super::Verdict;
    use super::*;

    const fn step(name: &'static str, after: &'static [&'static str]) -> Step {
        Step {
            name,
            what: "",
            run: |_| Ok(Verdict::Passed),
            after,
        }
    }

    #[test]
    fn a_step_waits_for_those_before_it() {
        let (a, b, c) = (step("a", &[]), step("b", &["a", "x"]), step("c", &[]));
        let mut queue = Queue {
            waiting: vec![&a, &b, &c],
            running: Vec::new(),
        };
        let next = |queue: &mut Queue| queue.take().map(|step| step.name);
        assert_eq!(next(&mut queue), Some("a"));
        assert_eq!(next(&mut queue), Some("c"));
        assert_eq!(next(&mut queue), None);
        queue.ends(&c);
        assert_eq!(next(&mut queue), None);
        queue.ends(&a);
        assert_eq!(next(&mut queue), Some("b"));
    }
}
