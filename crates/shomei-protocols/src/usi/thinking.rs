//! A search in its own thread.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use shomei::composers::CompositionQuery;
use shomei::game::{Lang, NotationError};
use shomei::messages::why_over_in;
use shomei::search::registry::{AUTO, Settings};
use shomei::solving::ShortestOutputs;
use shomei::{Aim, Error, Hints, Kind, Limits, SearchConfig, Side, Task, algorithms};
use shomei_messages::{self as msg, Message};

use crate::breakdown::survive;
use crate::out::Out;

use super::info::{TIMEOUT, UsiReporter, answer, note, print_remark, remark};
use super::options::UsiOptions;

/// The task of a search.
#[derive(Debug)]
pub(super) struct Question {
    pub(super) out: Out,
    pub(super) kind: Kind,
    /// The text of the position.
    pub(super) position: String,
    /// The side that `attacker.rs` determines.
    pub(super) meant: Side,
    pub(super) options: UsiOptions,
}

/// The time that a search has for its answer after a stop; then the session answers instead. A
/// search checks its flag after a fixed number of nodes, which take long in a large table whose
/// pages the system has not allocated yet.
const GRACE: Duration = Duration::from_millis(200);

/// A search that was started and may have ended. Its thread prints its answer.
#[derive(Debug)]
pub(super) struct UsiThinking {
    out: Out,
    /// The language of remarks.
    lang: Lang,
    stop: Arc<AtomicBool>,
    /// Whether an answer was printed or is about to be printed.
    answered: Arc<AtomicBool>,
    /// The time at which the search is stopped; after a stop, the time at which the session answers
    /// instead. The search of the line of play has no time limit of its own, so the session
    /// measures the time.
    pub(super) deadline: Option<Instant>,
    thread: JoinHandle<()>,
}

impl UsiThinking {
    /// Starts a search with an optional time limit. The search thread, not the caller, waits for
    /// the thread `before`, because its memory must be free first.
    pub(super) fn begin(
        question: Question,
        time: Option<Duration>,
        before: Option<JoinHandle<()>>,
    ) -> io::Result<UsiThinking> {
        let started = Instant::now();
        let (out, lang) = (question.out.clone(), question.options.lang);
        let [stop, answered] = [(); 2].map(|()| Arc::new(AtomicBool::new(false)));
        let flags = [Arc::clone(&stop), Arc::clone(&answered)];
        let think = move || {
            // The thread catches panics and always answers, so the join cannot fail.
            let _ = before.map(JoinHandle::join);
            think(&question, started, flags);
        };
        let thread = thread::Builder::new().name("search".into()).spawn(think)?;
        Ok(UsiThinking {
            out,
            lang,
            stop,
            answered,
            // A deadline that overflows the clock is not a limit.
            deadline: time.and_then(|time| started.checked_add(time)),
            thread,
        })
    }

    /// Requests that the search ends soon.
    pub(super) fn stop(&mut self) {
        if !self.stop.swap(true, Ordering::Relaxed) {
            self.deadline = Instant::now().checked_add(GRACE);
        }
    }

    /// Stops the search at its deadline, or answers instead of it after a stop.
    pub(super) fn is_late(&mut self) -> io::Result<()> {
        if self.stop.load(Ordering::Relaxed) {
            self.deadline = None;
            self.answer_for_it()
        } else {
            self.stop();
            Ok(())
        }
    }

    /// Ends the search. When this returns, the answer is printed, and the thread prints nothing
    /// more; it may still be running.
    pub(super) fn finish(mut self) -> io::Result<JoinHandle<()>> {
        self.stop();
        while !self.thread.is_finished() {
            match self.deadline {
                Some(end) if Instant::now() >= end => self.is_late()?,
                Some(_) => thread::sleep(Duration::from_millis(1)),
                None => break,
            }
        }
        Ok(self.thread)
    }

    fn answer_for_it(&self) -> io::Result<()> {
        if self.answered.swap(true, Ordering::AcqRel) {
            return Ok(());
        }
        print_remark(&self.out, msg::UsiLate.text(self.lang))?;
        self.out.print(TIMEOUT)
    }
}

/// Searches and prints the answer, unless the session has answered already.
fn think(question: &Question, started: Instant, [stop, answered]: [Arc<AtomicBool>; 2]) {
    if answered.load(Ordering::Acquire) {
        return;
    }
    let lines = lines_of(|| solve(question, started, [stop, Arc::clone(&answered)]));
    if !answered.swap(true, Ordering::AcqRel) {
        // A write error is ignored: the end of the input ends the program.
        let _ = lines.iter().try_for_each(|line| question.out.print(line));
    }
}

/// The lines of a search; after an error or a panic, the reason and the answer without a result.
fn lines_of(search: impl FnOnce() -> Result<Vec<String>, Error>) -> Vec<String> {
    // The data of a search that panicked is not used again.
    let reason = match survive(search) {
        Ok(lines) => return lines,
        Err(failure) => failure.to_string(),
    };
    vec![remark(&reason), TIMEOUT.into()]
}

/// The lines at the end of a search; the last one is the answer.
fn solve(
    question: &Question,
    started: Instant,
    [stop, answered]: [Arc<AtomicBool>; 2],
) -> Result<Vec<String>, Error> {
    let Question {
        out,
        kind,
        position,
        meant,
        options,
    } = question;
    let hints = Hints {
        auto: kind.tuning.hints,
        ..Hints::default()
    };
    let info = algorithms::find(AUTO)?;
    let usual = Settings::default();
    let settings = algorithms::settings_for(info, &usual, options.threads, Some(kind.tuning))?;
    let config = SearchConfig {
        memory: options.memory(),
        limits: Limits {
            stop: Some(stop),
            ..Limits::default()
        },
        ..SearchConfig::new(info, settings)
    };
    let task = Task::from(config);
    let game = kind.open(options.rules(), &hints)?;
    let position = game.position(position).map_err(|error| unplaced(&error))?;
    let aim = Aim::win(options.attacker(position.to_move(), *meant));
    let over = position
        .end_for(aim.attacker)
        .map_err(|error| unplaced(&error))?;
    let lang = options.lang;
    let mut reporter = UsiReporter::new(out, &position, aim.attacker, started, answered, lang);
    let query = CompositionQuery::from(options.mate);
    let out = ShortestOutputs::default();
    let (solution, _) = position.search_problem(aim.attacker, &task, &query, &mut reporter, out)?;
    let mut lines = vec![reporter.last(&solution)];
    match over {
        None => lines.extend(note(&solution, lang)),
        Some(ended) => {
            let why = ended.why.map(|why| why_over_in(&why, lang));
            lines.push(remark(&why.unwrap_or_else(|| msg::UsiOver.text(lang))));
        }
    }
    lines.push(answer(&solution));
    Ok(lines)
}

fn unplaced(error: &NotationError) -> Error {
    Error::from(error.clone()).context("position")
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc;

    #[test]
    fn whatever_happens_there_is_an_answer() {
        let lines = lines_of(|| Ok(vec!["checkmate G*5b".into()]));
        assert_eq!(lines, ["checkmate G*5b"]);
        let lines = lines_of(|| Err(Error::input("no such thing")));
        assert_eq!(lines, ["info string no such thing", TIMEOUT]);
        let broken = "info string the search broke down, which is an error of shomei: ";
        let count = [1, 2].len();
        let lines = lines_of(|| panic!("{count}\nlines"));
        assert_eq!(lines, [format!("{broken}2\\nlines"), TIMEOUT.into()]);
        let lines = lines_of(|| panic!("a place"));
        assert_eq!(lines, [format!("{broken}a place"), TIMEOUT.into()]);
    }

    /// A thread that runs `search` instead of a real search.
    fn standing_in(search: impl FnOnce() + Send + 'static) -> UsiThinking {
        UsiThinking {
            out: Out::new(io::sink()),
            lang: Lang::EN,
            stop: Arc::default(),
            answered: Arc::default(),
            deadline: None,
            thread: thread::spawn(search),
        }
    }

    #[test]
    fn a_search_that_does_not_hear_is_answered_for() {
        let (end, ended) = mpsc::channel::<()>();
        let mut thinking = standing_in(move || assert!(ended.recv().is_err()));
        thinking.is_late().unwrap();
        assert!(thinking.stop.load(Ordering::Relaxed) && thinking.deadline.is_some());
        assert!(!thinking.answered.load(Ordering::Relaxed));
        thinking.is_late().unwrap();
        assert!(thinking.answered.load(Ordering::Relaxed) && thinking.deadline.is_none());
        // A second stop causes no second answer and no second deadline.
        thinking.stop();
        assert!(thinking.deadline.is_none());
        drop(end);
        thinking.finish().unwrap().join().unwrap();
    }

    /// A search that panics does not block the session.
    #[test]
    fn a_thread_that_broke_down_ends() {
        let thinking = standing_in(|| {
            assert_eq!(lines_of(|| panic!("in a thread")).len(), 2);
        });
        thinking.finish().unwrap().join().unwrap();
    }
}
