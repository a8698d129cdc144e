//! Runs steps beside each other. Each is a process of its own, and its output is shown when it ends.
//!
//! Most steps use one core for most of their time: the tests of Python, Coq, and the pages in a
//! browser. Builds of Cargo in the same folder wait for each other.

use std::io::Read as _;
use std::panic::resume_unwind;
use std::process::Command;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

use anyhow::{Context, Result};

use super::Step;

/// The number of steps that run at the same time, unless there is only one core. More would only
/// wait for Cargo's locks.
const LANES: usize = 2;

/// A step that has ended.
pub(super) struct Ended {
    /// Its line of the summary.
    pub(super) line: String,
    pub(super) passed: bool,
}

/// The steps that have not begun.
struct Queue<'a> {
    waiting: Vec<&'a Step>,
    /// Whether a step that shares files is running.
    sharing: bool,
}

impl<'a> Queue<'a> {
    /// The place of the first step that can begin.
    fn place(&self) -> Option<usize> {
        let waiting = &mut self.waiting.iter();
        waiting.position(|step| !(step.shares && self.sharing))
    }

    fn take(&mut self) -> Option<&'a Step> {
        let step = self.waiting.remove(self.place()?);
        self.sharing |= step.shares;
        Some(step)
    }

    fn ends(&mut self, step: &Step) {
        self.sharing &= !step.shares;
    }
}

struct Lanes<'a> {
    queue: Mutex<Queue<'a>>,
    a_step_ended: Condvar,
    ended: Mutex<Vec<Ended>>,
}

/// Runs the steps, and returns their results in the order in which they ended.
pub(super) fn run(steps: &[&Step]) -> Result<Vec<Ended>> {
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let lanes = Lanes {
        queue: Mutex::new(Queue {
            waiting: steps.to_vec(),
            sharing: false,
        }),
        a_step_ended: Condvar::new(),
        ended: Mutex::default(),
    };
    thread::scope(|scope| {
        let lane = || scope.spawn(|| lanes.run_one());
        let running: Vec<_> = (0..LANES.min(cores)).map(|_| lane()).collect();
        let mut results = running.into_iter().map(thread::ScopedJoinHandle::join);
        results.try_for_each(|result| result.unwrap_or_else(|cause| resume_unwind(cause)))
    })?;
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
    fn run_one(&self) -> Result<()> {
        while let Some(step) = self.next() {
            println!("== {}: begins", step.name);
            let result = alone(step);
            self.queue().ends(step);
            self.a_step_ended.notify_all();
            let (output, result) = result?;
            // The lock keeps the outputs of two steps apart.
            let mut ended = self.ended.lock().unwrap_or_else(PoisonError::into_inner);
            println!("{output}");
            ended.push(result);
        }
        Ok(())
    }

    /// Waits for a step that can begin. Returns `None` if all have begun.
    fn next(&self) -> Option<&'a Step> {
        let waits = |queue: &mut Queue<'_>| !queue.waiting.is_empty() && queue.place().is_none();
        let queue = self.a_step_ended.wait_while(self.queue(), waits);
        queue.unwrap_or_else(PoisonError::into_inner).take()
    }
}

/// Runs a step in a process of its own.
fn alone(step: &Step) -> Result<(String, Ended)> {
    let program = std::env::current_exe()?;
    let (mut reader, writer) = std::io::pipe()?;
    let mut command = Command::new(program);
    command.args(["ci", "--only", step.name]);
    command.stdout(writer.try_clone()?).stderr(writer);
    let mut child = command.spawn().context("a step's process")?;
    // It holds the ends of the pipe for writing.
    drop(command);
    let mut output = Vec::new();
    reader.read_to_end(&mut output)?;
    let passed = child.wait()?.success();
    let output = String::from_utf8_lossy(&output).into_owned();
    let last = output.trim_end().lines().last();
    let line = match last.filter(|line| line.starts_with(step.name)) {
        Some(line) => line.to_owned(),
        None => format!("{:<16} FAILED: it ended early", step.name),
    };
    Ok((output, Ended { line, passed }))
}

#[cfg(test)]
mod tests {
    use super::super::Verdict;
    use super::*;

    const fn step(name: &'static str, shares: bool) -> Step {
        Step {
            name,
            what: "",
            run: |_| Ok(Verdict::Passed),
            shares,
        }
    }

    #[test]
    fn steps_that_share_files_run_in_order() {
        let (a, b, c) = (step("a", true), step("b", true), step("c", false));
        let mut queue = Queue {
            waiting: vec![&a, &b, &c],
            sharing: false,
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
