//! Several problems at once, with results in the order of the problems.
//!
//! The thread of the caller reads problems. Each worker takes the next one that waits, so those
//! that were taken are the first ones of all; one further thread hands results on, each when all
//! before it are handed on. Whoever is told to stop takes no further problem and ends those that it
//! has, which therefore have results, too.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::panic;
use std::sync::mpsc::{self, Receiver, Sender, SyncSender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use crate::failure::Failure;

/// Who takes the results.
pub(in super::super) trait Taker<R>: Send {
    /// Hears of a result as soon as it is there, in any order.
    fn hear(&mut self, result: &R) -> Result<(), Failure>;

    /// Takes the results in the order of the problems.
    fn take(&mut self, result: R) -> Result<(), Failure>;
}

/// What is to be done.
pub(in super::super) trait Work: Sync {
    /// A problem.
    type Problem: Send;
    /// What comes of it.
    type Result: Send;
    /// What a worker keeps from one problem to the next.
    type Kept;

    /// What a worker begins with.
    fn begin(&self) -> Self::Kept;

    /// The result of a problem. A failure ends all.
    fn of(&self, kept: &mut Self::Kept, problem: Self::Problem) -> Result<Self::Result, Failure>;

    /// Whether no further problem is to be begun.
    fn is_stopped(&self) -> bool;

    /// Ends soon what runs, and begins nothing any more.
    fn stop(&self);
}

type ProblemStream<'p, W> = dyn Iterator<Item = Result<<W as Work>::Problem, Failure>> + 'p;

/// Does the work for each problem, up to so many at once. A failure of a problem, of what they are
/// read from or of the taker ends all.
pub(in super::super) fn run<W: Work>(
    jobs: NonZeroUsize,
    problems: &mut ProblemStream<'_, W>,
    work: &W,
    taker: &mut impl Taker<W::Result>,
) -> Result<(), Failure> {
    if jobs == NonZeroUsize::MIN {
        return one_by_one(problems, work, taker);
    }
    // No more is read than is soon needed.
    let (give, given) = mpsc::sync_channel(jobs.get());
    let (tell, told) = mpsc::channel();
    // It goes with the last worker, and then nobody waits for one.
    let given = Arc::new(Mutex::new(given));
    thread::scope(|scope| {
        for _ in 0..jobs.get() {
            let (tell, given) = (tell.clone(), Arc::clone(&given));
            scope.spawn(move || serve(work, &given, &tell));
        }
        drop((tell, given));
        let collector = scope.spawn(move || {
            let taken = collect(&told, taker);
            if taken.is_err() {
                work.stop();
            }
            taken
        });
        let fed = feed(problems, &give, work);
        drop(give);
        match collector.join() {
            // What is wrong with a problem comes before what is wrong with those behind it.
            Ok(taken) => taken.and(fed),
            Err(thrown) => panic::resume_unwind(thrown),
        }
    })
}

fn one_by_one<W: Work>(
    problems: &mut ProblemStream<'_, W>,
    work: &W,
    taker: &mut impl Taker<W::Result>,
) -> Result<(), Failure> {
    let mut kept = work.begin();
    for problem in problems {
        let result = work.of(&mut kept, problem?)?;
        taker.hear(&result)?;
        taker.take(result)?;
        if work.is_stopped() {
            break;
        }
    }
    Ok(())
}

/// A problem on its way, or a result, with the number of the problem.
type Numbered<T> = (usize, T);

fn feed<W: Work>(
    problems: &mut ProblemStream<'_, W>,
    give: &SyncSender<Numbered<W::Problem>>,
    work: &W,
) -> Result<(), Failure> {
    for (number, problem) in problems.enumerate() {
        // Nobody takes it once all have been told to stop.
        if work.is_stopped() || give.send((number, problem?)).is_err() {
            break;
        }
    }
    Ok(())
}

fn serve<W: Work>(
    work: &W,
    given: &Mutex<Receiver<Numbered<W::Problem>>>,
    tell: &Sender<Numbered<Result<W::Result, Failure>>>,
) {
    let mut kept = work.begin();
    while !work.is_stopped() {
        let next = {
            let given = given.lock().unwrap_or_else(PoisonError::into_inner);
            // One may have been told to stop while another one had the problems.
            if work.is_stopped() {
                None
            } else {
                given.recv().ok()
            }
        };
        let Some((number, problem)) = next else {
            return;
        };
        let result = work.of(&mut kept, problem);
        let is_over = result.is_err();
        if tell.send((number, result)).is_err() || is_over {
            return;
        }
    }
}

/// Hands results on in their order, until one is a failure.
fn collect<R>(
    told: &Receiver<Numbered<Result<R, Failure>>>,
    taker: &mut impl Taker<R>,
) -> Result<(), Failure> {
    let mut early = BTreeMap::new();
    let mut next = 0;
    for (number, result) in told {
        if let Ok(result) = &result {
            taker.hear(result)?;
        }
        early.insert(number, result);
        while let Some(result) = early.remove(&next) {
            taker.take(result?)?;
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

    /// Numbers that wait for each other.
    struct Doubling {
        /// Even numbers wait for the odd one behind them.
        pairs: Vec<Barrier>,
        workers: AtomicUsize,
        stopped: AtomicBool,
        /// The number that fails, and the one that stops all.
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

    impl Work for Doubling {
        type Problem = usize;
        type Result = usize;
        type Kept = ();

        fn begin(&self) {
            self.workers.fetch_add(1, Ordering::SeqCst);
        }

        fn of(&self, _kept: &mut (), number: usize) -> Result<usize, Failure> {
            if let Some(pair) = self.pairs.get(number / 2) {
                pair.wait();
            }
            if self.fails == Some(number) {
                return Err(Failure::Usage(format!("number {number}")));
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
        heard: Vec<usize>,
        taken: Vec<usize>,
        /// After so many it takes nothing any more.
        most: Option<usize>,
    }

    impl Taker<usize> for List {
        fn hear(&mut self, result: &usize) -> Result<(), Failure> {
            self.heard.push(*result);
            Ok(())
        }

        fn take(&mut self, result: usize) -> Result<(), Failure> {
            if self.most == Some(self.taken.len()) {
                return Err(Failure::Input("the list is full".into()));
            }
            self.taken.push(result);
            Ok(())
        }
    }

    #[test]
    fn results_come_in_the_order_of_the_problems() {
        for jobs in [2, 4] {
            // Two work at a time, or nobody gets on.
            let work = Doubling::of(100);
            let mut list = List::default();
            work.run(jobs, 100, &mut list).unwrap();
            let expected: Vec<usize> = (0..100).map(|number| 2 * number).collect();
            assert_eq!(list.taken, expected);
            list.heard.sort_unstable();
            assert_eq!(list.heard, expected);
            assert_eq!(work.workers.load(Ordering::SeqCst), jobs);
        }
    }

    #[test]
    fn one_job_needs_no_threads() {
        let work = Doubling::of(0);
        let mut list = List::default();
        work.run(1, 10, &mut list).unwrap();
        assert_eq!(list.taken.len(), 10);
        assert_eq!(list.heard, list.taken);
    }

    #[test]
    fn a_failure_ends_all_behind_what_is_before_it() {
        for jobs in [1, 3] {
            let work = Doubling {
                fails: Some(5),
                ..Doubling::of(0)
            };
            let mut list = List::default();
            let error = work.run(jobs, 10_000, &mut list).unwrap_err();
            assert_eq!(error.to_string(), "number 5");
            assert_eq!(list.taken, [0, 2, 4, 6, 8]);
        }
    }

    #[test]
    fn who_takes_nothing_more_ends_all() {
        for jobs in [1, 3] {
            let work = Doubling::of(0);
            let mut list = List {
                most: Some(2),
                ..List::default()
            };
            let error = work.run(jobs, 1_000_000, &mut list).unwrap_err();
            assert_eq!(error.to_string(), "the list is full");
            assert_eq!(list.taken, [0, 2]);
        }
    }

    #[test]
    fn who_is_stopped_hands_on_what_was_begun() {
        for jobs in [1, 3] {
            let work = Doubling {
                stops: Some(7),
                ..Doubling::of(0)
            };
            let mut list = List::default();
            work.run(jobs, 1_000_000, &mut list).unwrap();
            let count = list.taken.len();
            assert!((8..20).contains(&count), "{count}");
            assert!(list.taken.iter().enumerate().all(|(at, x)| *x == 2 * at));
        }
    }

    /// A source that fails ends the list behind what came before.
    #[test]
    fn problems_that_cannot_be_read_end_all() {
        for jobs in [NonZeroUsize::MIN, NonZeroUsize::new(2).unwrap()] {
            let work = Doubling::of(0);
            let mut list = List::default();
            let broken = || Err(Failure::Input("no more".into()));
            let mut problems = (0..3).map(Ok).chain(std::iter::once_with(broken));
            let error = run(jobs, &mut problems, &work, &mut list).unwrap_err();
            assert_eq!(error.to_string(), "no more");
            assert_eq!(list.taken, [0, 2, 4]);
        }
    }

    /// Results are heard of while one before them is still open.
    #[test]
    fn a_result_is_heard_of_at_once() {
        struct Late(Mutex<bool>, Condvar);
        impl Work for Late {
            type Problem = usize;
            type Result = usize;
            type Kept = ();
            fn begin(&self) {}
            fn of(&self, _kept: &mut (), number: usize) -> Result<usize, Failure> {
                if number == 0 {
                    let open = self.0.lock().unwrap();
                    drop(self.1.wait_while(open, |heard| !*heard).unwrap());
                }
                Ok(number)
            }
            fn is_stopped(&self) -> bool {
                false
            }
            fn stop(&self) {}
        }
        struct Ear<'a>(&'a Late, Vec<usize>);
        impl Taker<usize> for Ear<'_> {
            fn hear(&mut self, result: &usize) -> Result<(), Failure> {
                if *result == 1 {
                    *self.0.0.lock().unwrap() = true;
                    self.0.1.notify_all();
                }
                Ok(())
            }
            fn take(&mut self, result: usize) -> Result<(), Failure> {
                self.1.push(result);
                Ok(())
            }
        }
        let work = Late(Mutex::new(false), Condvar::new());
        let mut ear = Ear(&work, Vec::new());
        let jobs = NonZeroUsize::new(2).unwrap();
        run(jobs, &mut (0..3).map(Ok), &work, &mut ear).unwrap();
        assert_eq!(ear.1, [0, 1, 2]);
    }
}
