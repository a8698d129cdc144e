//! A search in a thread of its own.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use shomei::game::{Lang, NotationError};
use shomei::search::registry::{AUTO, Settings};
use shomei::words::why_over_in;
use shomei::{Aim, Error, Hints, Kind, Limits, SearchConfig, Side, Task, algorithms};

use crate::breakdown::survive;
use crate::out::Out;

use super::info::{TIMEOUT, UsiReporter, answer, note, remark, say};
use super::options::{MateMode, UsiOptions};

/// What is to be searched.
#[derive(Debug)]
pub(super) struct Question {
    pub(super) out: Out,
    pub(super) kind: Kind,
    /// The text of the position.
    pub(super) position: String,
    /// The side that can be meant to mate.
    pub(super) meant: Side,
    pub(super) options: UsiOptions,
}

/// How long a search that was told to stop may take to answer: then it is answered
/// for it. A search looks at its flag after so many nodes, and in a large table that
/// the system has not filled yet, these take long.
const GRACE: Duration = Duration::from_millis(200);

/// A search that was begun, and may have ended. It prints its answer.
#[derive(Debug)]
pub(super) struct UsiThinking {
    out: Out,
    /// Of remarks for people.
    lang: Lang,
    stop: Arc<AtomicBool>,
    /// Whether there was an answer, or is one about to be printed.
    answered: Arc<AtomicBool>,
    /// When it is to be stopped, and after that when it is answered for. The line
    /// of play that follows the search has no clock of its own, so the time is not
    /// left to the limits of the search.
    pub(super) deadline: Option<Instant>,
    thread: JoinHandle<()>,
}

impl UsiThinking {
    /// Begins a search of so much time. The memory of the one before must be free
    /// first: its thread is waited for, by the search and not by the caller.
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
            // It answered whatever happened, so that it cannot have failed.
            let _ = before.map(JoinHandle::join);
            think(&question, started, flags);
        };
        let thread = thread::Builder::new().name("search".into()).spawn(think)?;
        Ok(UsiThinking {
            out,
            lang,
            stop,
            answered,
            // A time too long for the clock is no limit.
            deadline: time.and_then(|time| started.checked_add(time)),
            thread,
        })
    }

    /// Asks it to end soon.
    pub(super) fn stop(&mut self) {
        if !self.stop.swap(true, Ordering::Relaxed) {
            self.deadline = Instant::now().checked_add(GRACE);
        }
    }

    /// What is to be done when its deadline has come.
    pub(super) fn is_late(&mut self) -> io::Result<()> {
        if self.stop.load(Ordering::Relaxed) {
            self.deadline = None;
            self.answer_for_it()
        } else {
            self.stop();
            Ok(())
        }
    }

    /// Ends it; there is an answer then, and nothing is printed by it any more. The
    /// thread may still have to notice.
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
        let remark = self.lang.pick(
            "stopped: the search does not answer at once",
            "打ち切り：探索がすぐには応答しません",
        );
        say(&self.out, remark)?;
        self.out.print(TIMEOUT)
    }
}

/// Searches, and prints the one answer, unless that was done for it.
fn think(question: &Question, started: Instant, [stop, answered]: [Arc<AtomicBool>; 2]) {
    if answered.load(Ordering::Acquire) {
        return;
    }
    let lines = lines_of(|| solve(question, started, [stop, Arc::clone(&answered)]));
    if !answered.swap(true, Ordering::AcqRel) {
        // Where nobody reads any more, the end of the input ends the program.
        let _ = lines.iter().try_for_each(|line| question.out.print(line));
    }
}

/// The lines of a search; where it failed or broke down, the reason and that
/// nothing is known.
fn lines_of(search: impl FnOnce() -> Result<Vec<String>, Error>) -> Vec<String> {
    // Nothing is seen again of what a search leaves behind that broke down.
    let reason = match survive(search) {
        Ok(lines) => return lines,
        Err(failure) => failure.to_string(),
    };
    vec![remark(&reason), TIMEOUT.into()]
}

/// The lines at the end of a search, the answer last.
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
    let solution = match options.mode {
        MateMode::First => position.solve(aim, &task, &mut reporter, None)?,
        MateMode::Shortest => position.solve_shortest(aim.attacker, &task, &mut reporter, None)?,
    };
    let mut lines = vec![reporter.last(&solution)];
    match over {
        None => lines.extend(note(&solution, lang)),
        Some(ended) => {
            let why = ended.why.map(|why| why_over_in(&why, lang));
            let over = || lang.pick("the game is over", "終局です").to_string();
            lines.push(remark(&why.unwrap_or_else(over)));
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

    /// A search that stands in the place of one.
    fn standing_in(search: impl FnOnce() + Send + 'static) -> UsiThinking {
        UsiThinking {
            out: Out::new(io::sink()),
            lang: Lang::En,
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
        // Told again, it has no second answer and no second deadline.
        thinking.stop();
        assert!(thinking.deadline.is_none());
        drop(end);
        thinking.finish().unwrap().join().unwrap();
    }

    /// Nobody waits for ever for a search that broke down.
    #[test]
    fn a_thread_that_broke_down_ends() {
        let thinking = standing_in(|| {
            assert_eq!(lines_of(|| panic!("in a thread")).len(), 2);
        });
        thinking.finish().unwrap().join().unwrap();
    }
}
