//! Does work on several threads: the problems of a list, the runs of an experiment.

use std::collections::BTreeMap;
use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

/// The stack of a worker in bytes, for algorithms that recurse. Unused pages take no memory.
const STACK: usize = 64 << 20;

/// Does the work on a thread for each of the workers, which are the state that a thread keeps. Each
/// worker takes the next piece of the source, so the pieces that were taken are always the first
/// ones. `done` receives each result with the number of its piece, one at a time, in the order of
/// completion; the other workers wait for it. An error of the source is the result of its last
/// piece.
///
/// If `stop` is set, workers finish their current piece and take no further one, so every piece
/// that was taken has a result. An error of `done` sets it and ends the work: `done` receives no
/// further result.
///
/// # Errors
///
/// The outer error: a thread cannot be started. The inner error is that of `done`.
pub fn run<W: Send, P, R, E: Send>(
    workers: impl IntoIterator<Item = W>,
    stop: &AtomicBool,
    source: impl Iterator<Item = Result<P, E>> + Send,
    work: impl Fn(&mut W, P) -> Result<R, E> + Sync,
    done: impl FnMut(usize, Result<R, E>) -> Result<(), E> + Send,
) -> io::Result<Result<(), E>> {
    let source = Mutex::new(Some(source.enumerate()));
    let receiver = Mutex::new((done, Ok(())));
    thread::scope(|scope| {
        for mut worker in workers {
            let (source, receiver, work) = (&source, &receiver, &work);
            let run_worker = move || {
                while let Some((number, piece)) = next_piece(source, stop) {
                    let result = piece.and_then(|piece| work(&mut worker, piece));
                    let is_over = result.is_err();
                    // After a panic in `done` its results are incomplete.
                    let Ok(mut receiver) = receiver.lock() else {
                        break;
                    };
                    let (done, ended) = &mut *receiver;
                    if ended.is_ok() {
                        *ended = done(number, result);
                    }
                    if ended.is_err() {
                        stop.store(true, Ordering::Relaxed);
                    }
                    if is_over {
                        break;
                    }
                }
            };
            let thread = thread::Builder::new().stack_size(STACK);
            if let Err(error) = thread.spawn_scoped(scope, run_worker) {
                stop.store(true, Ordering::Relaxed);
                return Err(error);
            }
        }
        Ok(())
    })?;
    let (_, ended) = receiver
        .into_inner()
        .unwrap_or_else(PoisonError::into_inner);
    Ok(ended)
}

/// The next piece, with its number; none after an error of the source.
fn next_piece<P, E>(
    source: &Mutex<Option<impl Iterator<Item = (usize, Result<P, E>)>>>,
    stop: &AtomicBool,
) -> Option<(usize, Result<P, E>)> {
    let mut source = source.lock().ok()?;
    // The stop request may have come while this worker was waiting for the lock.
    if stop.load(Ordering::Relaxed) {
        return None;
    }
    let piece = source.as_mut()?.next();
    if !matches!(piece, Some((_, Ok(_)))) {
        *source = None;
    }
    piece
}

/// Passes results on in the order of their pieces, up to the first error.
pub fn in_order<R, E>(
    mut receive: impl FnMut(R) -> Result<(), E>,
) -> impl FnMut(usize, Result<R, E>) -> Result<(), E> {
    let (mut early, mut next) = (BTreeMap::new(), 0);
    move |number, result| {
        early.insert(number, result);
        while let Some(result) = early.remove(&next) {
            receive(result?)?;
            next += 1;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicUsize;
    use std::sync::{Barrier, Condvar};

    use super::*;
    use crate::failure::Failure;

    /// Doubles numbers. The work on one number may wait for another.
    struct Doubling {
        /// Each even number waits for the next odd one.
        pairs: Vec<Barrier>,
        stopped: AtomicBool,
        /// The number that fails, and the number that requests a stop.
        fails: Option<usize>,
        stops: Option<usize>,
    }

    impl Doubling {
        fn of(count: usize) -> Doubling {
            Doubling {
                pairs: (0..count / 2).map(|_| Barrier::new(2)).collect(),
                stopped: AtomicBool::new(false),
                fails: None,
                stops: None,
            }
        }

        fn run(&self, workers: usize, count: usize, list: &mut List) -> Result<(), Failure> {
            self.run_source(workers, (0..count).map(Ok), list)
        }

        fn run_source(
            &self,
            workers: usize,
            source: impl Iterator<Item = Result<usize, Failure>> + Send,
            list: &mut List,
        ) -> Result<(), Failure> {
            let List {
                early,
                received,
                most,
            } = list;
            let mut receive = in_order(|result| {
                if *most == Some(received.len()) {
                    return Err(Failure::input("the list is full"));
                }
                received.push(result);
                Ok(())
            });
            let done = |number, result: Result<usize, Failure>| {
                early.extend(result.as_ref().ok());
                receive(number, result)
            };
            let solve = |(): &mut (), number| self.solve(number);
            run(vec![(); workers], &self.stopped, source, solve, done).unwrap()
        }

        fn solve(&self, number: usize) -> Result<usize, Failure> {
            if let Some(pair) = self.pairs.get(number / 2) {
                pair.wait();
            }
            if self.fails == Some(number) {
                return Err(Failure::usage(format!("number {number}")));
            }
            if self.stops == Some(number) {
                self.stopped.store(true, Ordering::Relaxed);
            }
            Ok(2 * number)
        }
    }

    #[derive(Default)]
    struct List {
        early: Vec<usize>,
        received: Vec<usize>,
        /// The number of results after which the list fails.
        most: Option<usize>,
    }

    #[test]
    fn results_come_in_the_order_of_the_pieces() {
        for workers in [2, 4] {
            // Two workers must run at once, otherwise the barriers block.
            let doubling = Doubling::of(100);
            let mut list = List::default();
            doubling.run(workers, 100, &mut list).unwrap();
            let expected: Vec<usize> = (0..100).map(|number| 2 * number).collect();
            assert_eq!(list.received, expected);
            list.early.sort_unstable();
            assert_eq!(list.early, expected);
        }
    }

    #[test]
    fn one_worker_completes_the_pieces_in_order() {
        let mut list = List::default();
        Doubling::of(0).run(1, 10, &mut list).unwrap();
        assert_eq!(list.received.len(), 10);
        assert_eq!(list.early, list.received);
    }

    #[test]
    fn a_failure_ends_the_work_after_the_earlier_results() {
        for workers in [1, 3] {
            let doubling = Doubling {
                fails: Some(5),
                ..Doubling::of(0)
            };
            let mut list = List::default();
            let error = doubling.run(workers, 10_000, &mut list).unwrap_err();
            assert_eq!(error.to_string(), "number 5");
            assert_eq!(list.received, [0, 2, 4, 6, 8]);
            assert!(doubling.stopped.into_inner());
        }
    }

    #[test]
    fn a_failing_receiver_ends_the_work() {
        for workers in [1, 3] {
            let doubling = Doubling::of(0);
            let mut list = List {
                most: Some(2),
                ..List::default()
            };
            let error = doubling.run(workers, 1_000_000, &mut list).unwrap_err();
            assert_eq!(error.to_string(), "the list is full");
            assert_eq!(list.received, [0, 2]);
            assert!(doubling.stopped.into_inner());
        }
    }

    #[test]
    fn pieces_that_were_taken_have_results_after_a_stop() {
        for workers in [1, 3] {
            let doubling = Doubling {
                stops: Some(7),
                ..Doubling::of(0)
            };
            let mut list = List::default();
            doubling.run(workers, 1_000_000, &mut list).unwrap();
            let count = list.received.len();
            assert!((8..20).contains(&count), "{count}");
            assert!(list.received.iter().enumerate().all(|(at, x)| *x == 2 * at));
        }
    }

    /// A failing source ends the work after the earlier results were received. Nothing is taken
    /// after the error.
    #[test]
    fn a_failing_source_ends_the_work() {
        for workers in [1, 2] {
            let taken = AtomicUsize::new(0);
            let broken = || Err(Failure::input("no more"));
            let source = (0..3).map(Ok).chain(std::iter::once_with(broken));
            let source = source.chain((4..8).map(Ok));
            let source = source.inspect(|_| {
                taken.fetch_add(1, Ordering::Relaxed);
            });
            let mut list = List::default();
            let error = Doubling::of(0).run_source(workers, source, &mut list);
            assert_eq!(error.unwrap_err().to_string(), "no more");
            assert_eq!(list.received, [0, 2, 4]);
            assert_eq!(taken.into_inner(), 4);
        }
    }

    /// A result is reported while an earlier piece is still unsolved.
    #[test]
    fn a_result_is_reported_before_earlier_ones() {
        let (is_reported, reported) = (Mutex::new(false), Condvar::new());
        let work = |(): &mut (), number| {
            if number == 0 {
                let is_reported = is_reported.lock().unwrap();
                drop(reported.wait_while(is_reported, |is_reported| !*is_reported));
            }
            Ok::<_, Failure>(number)
        };
        let mut received = Vec::new();
        let mut receive = in_order(|number| {
            received.push(number);
            Ok(())
        });
        let done = |number, result: Result<usize, Failure>| {
            if number == 1 {
                *is_reported.lock().unwrap() = true;
                reported.notify_all();
            }
            receive(number, result)
        };
        let stop = AtomicBool::new(false);
        run([(), ()], &stop, (0..3).map(Ok), work, done)
            .unwrap()
            .unwrap();
        drop(receive);
        assert_eq!(received, [0, 1, 2]);
    }
}
