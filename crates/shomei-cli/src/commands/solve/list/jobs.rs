//! Solves several problems at once and returns the results in the order of the problems.
//!
//! The thread of the caller reads problems. Each worker takes the next unsolved problem, so the
//! problems that were taken are always the first ones of the list. One more thread passes the
//! results on in the order of the list. After a stop request, workers finish their current problem
//! and take no further one, so every problem that was taken has a result.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::panic;
use std::sync::mpsc::{self, Receiver, Sender, SyncSender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use crate::failure::Failure;

/// Receives the results.
pub(in super::super) trait ResultReceiver<R>: Send {
    /// Receives each result as soon as it is known, in any order.
    fn receive_early(&mut self, result: &R) -> Result<(), Failure>;

    /// Receives the results in the order of the problems.
    fn receive(&mut self, result: R) -> Result<(), Failure>;
}

/// Solves problems on any thread.
pub(in super::super) trait ProblemSolver: Sync {
    type Problem: Send;
    type Result: Send;
    /// The state that a worker keeps between problems.
    type State;

    /// The state of a new worker.
    fn new_state(&self) -> Self::State;

    /// Solves a problem. A failure ends the list.
    fn solve(
        &self,
        state: &mut Self::State,
        problem: Self::Problem,
    ) -> Result<Self::Result, Failure>;

    /// Whether workers must not take further problems.
    fn is_stopped(&self) -> bool;

    /// Asks the running workers to end soon and to take no further problem.
    fn stop(&self);
}

type ProblemStream<'p, S> =
    dyn Iterator<Item = Result<<S as ProblemSolver>::Problem, Failure>> + 'p;

/// Solves up to `jobs` problems at once. A failure of a problem, of the problem source or of the
/// receiver ends the list.
pub(in super::super) fn run<S: ProblemSolver>(
    jobs: NonZeroUsize,
    problems: &mut ProblemStream<'_, S>,
    solver: &S,
    receiver: &mut impl ResultReceiver<S::Result>,
) -> Result<(), Failure> {
    if jobs == NonZeroUsize::MIN {
        return one_by_one(problems, solver, receiver);
    }
    // The bounded channel limits how many problems are read in advance.
    let (problem_sender, problem_receiver) = mpsc::sync_channel(jobs.get());
    let (result_sender, results) = mpsc::channel();
    // The last worker drops the receiver. Sending then fails instead of blocking.
    let problem_receiver = Arc::new(Mutex::new(problem_receiver));
    thread::scope(|scope| {
        for _ in 0..jobs.get() {
            let (result_sender, problem_receiver) =
                (result_sender.clone(), Arc::clone(&problem_receiver));
            scope.spawn(move || run_worker(solver, &problem_receiver, &result_sender));
        }
        drop((result_sender, problem_receiver));
        let collector = scope.spawn(move || {
            let received = collect(&results, receiver);
            if received.is_err() {
                solver.stop();
            }
            received
        });
        let sent = send_problems(problems, &problem_sender, solver);
        drop(problem_sender);
        match collector.join() {
            // The failure of a problem takes precedence over a failure of the source, which comes
            // later in the list.
            Ok(received) => received.and(sent),
            Err(panic_payload) => panic::resume_unwind(panic_payload),
        }
    })
}

fn one_by_one<S: ProblemSolver>(
    problems: &mut ProblemStream<'_, S>,
    solver: &S,
    receiver: &mut impl ResultReceiver<S::Result>,
) -> Result<(), Failure> {
    let mut state = solver.new_state();
    for problem in problems {
        let result = solver.solve(&mut state, problem?)?;
        receiver.receive_early(&result)?;
        receiver.receive(result)?;
        if solver.is_stopped() {
            break;
        }
    }
    Ok(())
}

/// A problem or a result, with the number of the problem.
type Numbered<T> = (usize, T);

fn send_problems<S: ProblemSolver>(
    problems: &mut ProblemStream<'_, S>,
    problem_sender: &SyncSender<Numbered<S::Problem>>,
    solver: &S,
) -> Result<(), Failure> {
    for (number, problem) in problems.enumerate() {
        // After a stop request no worker takes a problem.
        if solver.is_stopped() || problem_sender.send((number, problem?)).is_err() {
            break;
        }
    }
    Ok(())
}

fn run_worker<S: ProblemSolver>(
    solver: &S,
    problem_receiver: &Mutex<Receiver<Numbered<S::Problem>>>,
    result_sender: &Sender<Numbered<Result<S::Result, Failure>>>,
) {
    let mut state = solver.new_state();
    while !solver.is_stopped() {
        let next = {
            let problem_receiver = problem_receiver
                .lock()
                .unwrap_or_else(PoisonError::into_inner);
            // The stop request may have come while this worker was waiting for the lock.
            if solver.is_stopped() {
                None
            } else {
                problem_receiver.recv().ok()
            }
        };
        let Some((number, problem)) = next else {
            return;
        };
        let result = solver.solve(&mut state, problem);
        let is_over = result.is_err();
        if result_sender.send((number, result)).is_err() || is_over {
            return;
        }
    }
}

/// Passes the results on in order, up to the first failure.
fn collect<R>(
    results: &Receiver<Numbered<Result<R, Failure>>>,
    receiver: &mut impl ResultReceiver<R>,
) -> Result<(), Failure> {
    let mut early = BTreeMap::new();
    let mut next = 0;
    for (number, result) in results {
        if let Ok(result) = &result {
            receiver.receive_early(result)?;
        }
        early.insert(number, result);
        while let Some(result) = early.remove(&next) {
            receiver.receive(result?)?;
            next += 1;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
    use std::sync::{Barrier, Condvar};

    use super::*;

    /// Doubles numbers. The work on one number may wait for another.
    struct Doubling {
        /// Each even number waits for the next odd one.
        pairs: Vec<Barrier>,
        workers: AtomicUsize,
        stopped: AtomicBool,
        /// The number that fails, and the number that requests a stop.
        fails: Option<usize>,
        stops: Option<usize>,
    }

    impl Doubling {
        fn of(count: usize) -> Doubling {
            Doubling {
                pairs: (0..count / 2).map(|_| Barrier::new(2)).collect(),
                workers: AtomicUsize::new(0),
                stopped: AtomicBool::new(false),
                fails: None,
                stops: None,
            }
        }

        fn run(&self, jobs: usize, count: usize, list: &mut List) -> Result<(), Failure> {
            let jobs = NonZeroUsize::new(jobs).unwrap();
            run(jobs, &mut (0..count).map(Ok), self, list)
        }
    }

    impl ProblemSolver for Doubling {
        type Problem = usize;
        type Result = usize;
        type State = ();

        fn new_state(&self) {
            self.workers.fetch_add(1, Ordering::SeqCst);
        }

        fn solve(&self, _state: &mut (), number: usize) -> Result<usize, Failure> {
            if let Some(pair) = self.pairs.get(number / 2) {
                pair.wait();
            }
            if self.fails == Some(number) {
                return Err(Failure::usage(format!("number {number}")));
            }
            if self.stops == Some(number) {
                self.stop();
            }
            Ok(2 * number)
        }

        fn is_stopped(&self) -> bool {
            self.stopped.load(Ordering::SeqCst)
        }

        fn stop(&self) {
            self.stopped.store(true, Ordering::SeqCst);
        }
    }

    #[derive(Default)]
    struct List {
        early: Vec<usize>,
        received: Vec<usize>,
        /// The number of results after which the list fails.
        most: Option<usize>,
    }

    impl ResultReceiver<usize> for List {
        fn receive_early(&mut self, result: &usize) -> Result<(), Failure> {
            self.early.push(*result);
            Ok(())
        }

        fn receive(&mut self, result: usize) -> Result<(), Failure> {
            if self.most == Some(self.received.len()) {
                return Err(Failure::input("the list is full"));
            }
            self.received.push(result);
            Ok(())
        }
    }

    #[test]
    fn results_come_in_the_order_of_the_problems() {
        for jobs in [2, 4] {
            // Two workers must run at once, otherwise the barriers block.
            let solver = Doubling::of(100);
            let mut list = List::default();
            solver.run(jobs, 100, &mut list).unwrap();
            let expected: Vec<usize> = (0..100).map(|number| 2 * number).collect();
            assert_eq!(list.received, expected);
            list.early.sort_unstable();
            assert_eq!(list.early, expected);
            assert_eq!(solver.workers.load(Ordering::SeqCst), jobs);
        }
    }

    #[test]
    fn one_job_needs_no_threads() {
        let solver = Doubling::of(0);
        let mut list = List::default();
        solver.run(1, 10, &mut list).unwrap();
        assert_eq!(list.received.len(), 10);
        assert_eq!(list.early, list.received);
    }

    #[test]
    fn a_failure_ends_the_list_after_the_earlier_results() {
        for jobs in [1, 3] {
            let solver = Doubling {
                fails: Some(5),
                ..Doubling::of(0)
            };
            let mut list = List::default();
            let error = solver.run(jobs, 10_000, &mut list).unwrap_err();
            assert_eq!(error.to_string(), "number 5");
            assert_eq!(list.received, [0, 2, 4, 6, 8]);
        }
    }

    #[test]
    fn a_failing_receiver_ends_the_list() {
        for jobs in [1, 3] {
            let solver = Doubling::of(0);
            let mut list = List {
                most: Some(2),
                ..List::default()
            };
            let error = solver.run(jobs, 1_000_000, &mut list).unwrap_err();
            assert_eq!(error.to_string(), "the list is full");
            assert_eq!(list.received, [0, 2]);
        }
    }

    #[test]
    fn started_problems_have_results_after_a_stop() {
        for jobs in [1, 3] {
            let solver = Doubling {
                stops: Some(7),
                ..Doubling::of(0)
            };
            let mut list = List::default();
            solver.run(jobs, 1_000_000, &mut list).unwrap();
            let count = list.received.len();
            assert!((8..20).contains(&count), "{count}");
            assert!(list.received.iter().enumerate().all(|(at, x)| *x == 2 * at));
        }
    }

    /// A failing source ends the list after the earlier results were received.
    #[test]
    fn a_failing_source_ends_the_list() {
        for jobs in [NonZeroUsize::MIN, NonZeroUsize::new(2).unwrap()] {
            let solver = Doubling::of(0);
            let mut list = List::default();
            let broken = || Err(Failure::input("no more"));
            let mut problems = (0..3).map(Ok).chain(std::iter::once_with(broken));
            let error = run(jobs, &mut problems, &solver, &mut list).unwrap_err();
            assert_eq!(error.to_string(), "no more");
            assert_eq!(list.received, [0, 2, 4]);
        }
    }

    /// A result is reported while an earlier problem is still unsolved.
    #[test]
    fn a_result_is_reported_before_earlier_ones() {
        struct FirstWaits(Mutex<bool>, Condvar);
        impl ProblemSolver for FirstWaits {
            type Problem = usize;
            type Result = usize;
            type State = ();
            fn new_state(&self) {}
            fn solve(&self, _state: &mut (), number: usize) -> Result<usize, Failure> {
                if number == 0 {
                    let is_reported = self.0.lock().unwrap();
                    drop(
                        self.1
                            .wait_while(is_reported, |is_reported| !*is_reported)
                            .unwrap(),
                    );
                }
                Ok(number)
            }
            fn is_stopped(&self) -> bool {
                false
            }
            fn stop(&self) {}
        }
        struct EarlyReceiver<'a>(&'a FirstWaits, Vec<usize>);
        impl ResultReceiver<usize> for EarlyReceiver<'_> {
            fn receive_early(&mut self, result: &usize) -> Result<(), Failure> {
                if *result == 1 {
                    *self.0.0.lock().unwrap() = true;
                    self.0.1.notify_all();
                }
                Ok(())
            }
            fn receive(&mut self, result: usize) -> Result<(), Failure> {
                self.1.push(result);
                Ok(())
            }
        }
        let solver = FirstWaits(Mutex::new(false), Condvar::new());
        let mut receiver = EarlyReceiver(&solver, Vec::new());
        let jobs = NonZeroUsize::new(2).unwrap();
        run(jobs, &mut (0..3).map(Ok), &solver, &mut receiver).unwrap();
        assert_eq!(receiver.1, [0, 1, 2]);
    }
}
