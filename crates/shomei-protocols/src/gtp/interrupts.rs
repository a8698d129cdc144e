//! The line `# interrupt`, which ends the search of the command before it, and `quit`, which ends
//! searches only if it arrives after a delay. A session whose input is a file therefore answers all
//! commands of the file.
//!
//! A graphical program sends `# interrupt` after the command to be interrupted. The line is a
//! comment in the protocol, so it has no answer. Both threads count lines, the one that reads and
//! the one that executes. An interrupt therefore ends exactly the command before it, independent of
//! the speed of the threads.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::command::GtpCommand;
use crate::conversation::LineCheck;
use shomei::input_lines::RawLine;

/// The least delay for which `quit` ends searches. The lines of a file arrive without such a delay.
const AFTER_A_WHILE: Duration = Duration::from_millis(200);

/// The state that the reading thread and the executing thread share.
#[derive(Debug, Default)]
pub(super) struct Interrupts {
    counts: Mutex<LineCounts>,
    /// Whether the search of the current command is to end.
    stop: Arc<AtomicBool>,
}

#[derive(Debug, Default)]
struct LineCounts {
    /// The number of lines that were read.
    read: u64,
    /// The number of lines whose execution has begun.
    obeyed: u64,
    /// The numbers of queued lines that were interrupted; the queue is short.
    interrupted: Vec<u64>,
    /// The time that the reading thread has waited for input since the last command.
    waited: Duration,
}

impl Interrupts {
    /// Handles a line that was read after waiting for `took`.
    pub(super) fn check(&self, line: &RawLine, took: Duration) -> LineCheck {
        let mut counts = self.counts();
        let (is_interrupt, command) = match line {
            RawLine::Whole(bytes) => (is_interrupt(bytes), command(bytes)),
            RawLine::TooLong(_) => (false, None),
        };
        let waited = counts.waited + took;
        // Blank lines and comments are not commands.
        counts.waited = match command {
            Some(_) => Duration::ZERO,
            None => waited,
        };
        if !is_interrupt {
            if command.is_some_and(|command| quits(&command)) && waited >= AFTER_A_WHILE {
                self.interrupt_all(&mut counts);
            }
            counts.read += 1;
            return LineCheck::Queue;
        }
        let last = counts.read;
        if counts.obeyed == last {
            self.stop.store(true, Ordering::Relaxed);
        } else if counts.interrupted.last() != Some(&last) {
            counts.interrupted.push(last);
        }
        LineCheck::Done
    }

    /// Interrupts the current command and all queued ones.
    fn interrupt_all(&self, counts: &mut LineCounts) {
        self.stop.store(true, Ordering::Relaxed);
        counts.interrupted = (counts.obeyed + 1..=counts.read).collect();
    }

    /// Begins the execution of the next line. Returns the flag that ends its search.
    pub(super) fn begin(&self) -> Arc<AtomicBool> {
        let mut counts = self.counts();
        counts.obeyed += 1;
        let obeyed = counts.obeyed;
        let is_interrupted = counts.interrupted.contains(&obeyed);
        counts.interrupted.retain(|&line| line > obeyed);
        self.stop.store(is_interrupted, Ordering::Relaxed);
        Arc::clone(&self.stop)
    }

    fn counts(&self) -> MutexGuard<'_, LineCounts> {
        self.counts.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// `# interrupt`, with or without the blank.
fn is_interrupt(line: &[u8]) -> bool {
    let line = line.trim_ascii();
    let word = line.strip_prefix(b"#").map(<[u8]>::trim_ascii);
    word == Some(b"interrupt")
}

/// The command of a line, as the executing thread reads it.
fn command(line: &[u8]) -> Option<GtpCommand> {
    GtpCommand::parse(&String::from_utf8_lossy(line))
}

/// Whether a command ends the session.
fn quits(command: &GtpCommand) -> bool {
    command.name == "quit" && command.arguments.is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The stop flags of the current line and of the queued lines if `quit` arrives after `waited`,
    /// with `read` lines read and `obeyed` of them begun.
    fn quit_stops(waited: Duration, read: u64, obeyed: u64) -> Vec<bool> {
        let line = |text: &str| RawLine::Whole(text.as_bytes().to_vec());
        let (interrupts, at_once) = (Interrupts::default(), Duration::ZERO);
        for _ in 0..read {
            interrupts.check(&line("genmove b"), at_once);
        }
        let stops: Vec<_> = (0..obeyed).map(|_| interrupts.begin()).collect();
        // A comment before it is not a command.
        interrupts.check(&line("# bye"), waited);
        assert_eq!(interrupts.check(&line("7 quit"), at_once), LineCheck::Queue);
        let running = stops.last().map(|stop| stop.load(Ordering::Relaxed));
        let waiting = (obeyed..=read).map(|_| interrupts.begin().load(Ordering::Relaxed));
        let all = running.into_iter().chain(waiting).collect();
        assert!(!interrupts.begin().load(Ordering::Relaxed));
        all
    }

    #[test]
    fn to_quit_after_a_while_ends_all_that_is_asked() {
        let (soon, later) = (Duration::from_millis(1), Duration::from_secs(1));
        assert_eq!(quit_stops(later, 1, 1), [true; 2]);
        assert_eq!(quit_stops(later, 4, 2), [true; 4]);
        assert_eq!(quit_stops(later, 2, 0), [true; 3]);
        // Lines of a file, which arrive without delay.
        assert_eq!(quit_stops(soon, 4, 2), [false; 4]);
        let is_quit = |line: &str| command(line.as_bytes()).is_some_and(|found| quits(&found));
        for other in ["quit now", "# quit", "quitter", "name"] {
            assert!(!is_quit(other), "{other}");
        }
        assert!(is_quit("quit") && is_quit(" 12 quit # now\r"));
    }

    #[test]
    fn an_interrupt_ends_the_line_before_it() {
        let line = |text: &str| RawLine::Whole(text.as_bytes().to_vec());
        let interrupts = Interrupts::default();
        // An interrupt before the first command has no effect.
        assert_eq!(
            interrupts.check(&line("# interrupt"), Duration::ZERO),
            LineCheck::Done
        );
        for text in ["one", "two", "# a comment"] {
            assert_eq!(
                interrupts.check(&line(text), Duration::ZERO),
                LineCheck::Queue
            );
        }
        assert_eq!(
            interrupts.check(&line("#interrupt\r"), Duration::ZERO),
            LineCheck::Done
        );
        assert_eq!(
            interrupts.check(&line("four"), Duration::ZERO),
            LineCheck::Queue
        );
        assert_eq!(
            interrupts.check(&line("# interrupt"), Duration::ZERO),
            LineCheck::Done
        );
        assert_eq!(
            interrupts.check(&line("five"), Duration::ZERO),
            LineCheck::Queue
        );
        let is_stopped = || interrupts.begin().load(Ordering::Relaxed);
        let lines = [(); 5].map(|()| is_stopped());
        assert_eq!(lines, [false, false, true, true, false]);
        // Interrupted during its execution.
        interrupts.check(&line("six"), Duration::ZERO);
        let stop = interrupts.begin();
        assert!(!stop.load(Ordering::Relaxed));
        interrupts.check(&line(" # interrupt "), Duration::ZERO);
        assert!(stop.load(Ordering::Relaxed));
        assert_eq!(
            interrupts.check(&RawLine::TooLong(vec![b'#']), Duration::ZERO),
            LineCheck::Queue
        );
        assert!(!is_stopped());
    }
}
