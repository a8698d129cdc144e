//! The line `# interrupt`, which ends what is thought about while other lines wait, and `quit`,
//! which does so where somebody says it after a while: a file that is piped is answered to its end.
//!
//! A graphical program sends it behind the command that it means. To the protocol it is a
//! comment, so it has no answer. Lines are counted where they are read and where they are obeyed,
//! so that an interrupt ends the command before it and no other, however fast either thread is.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::command::GtpCommand;
use crate::conversation::Heard;
use shomei::lines::RawLine;

/// Lines of a file are there when they are asked for; nobody waits so long for them.
const AFTER_A_WHILE: Duration = Duration::from_millis(200);

/// What the thread that reads and the one that obeys know of each other.
#[derive(Debug, Default)]
pub(super) struct Interrupts {
    counts: Mutex<LineCounts>,
    /// Whether what is thought about now is to end.
    stop: Arc<AtomicBool>,
}

#[derive(Debug, Default)]
struct LineCounts {
    /// The lines that were read.
    read: u64,
    /// The lines that were obeyed, the one that is being obeyed among them.
    obeyed: u64,
    /// Lines that were interrupted before they were obeyed, of which few can wait.
    interrupted: Vec<u64>,
    /// How long the input was waited for since the last command.
    waited: Duration,
}

impl Interrupts {
    /// Looks at a line that was read, for which the input was waited for so long.
    pub(super) fn hear(&self, line: &RawLine, took: Duration) -> Heard {
        let mut counts = self.counts();
        let (is_interrupt, command) = match line {
            RawLine::Whole(bytes) => (is_interrupt(bytes), command(bytes)),
            RawLine::TooLong(_) => (false, None),
        };
        let waited = counts.waited + took;
        // Blank lines and comments are no commands.
        counts.waited = match command {
            Some(_) => Duration::ZERO,
            None => waited,
        };
        if !is_interrupt {
            if command.is_some_and(|command| quits(&command)) && waited >= AFTER_A_WHILE {
                self.interrupt_all(&mut counts);
            }
            counts.read += 1;
            return Heard::Waits;
        }
        let last = counts.read;
        if counts.obeyed == last {
            self.stop.store(true, Ordering::Relaxed);
        } else if counts.interrupted.last() != Some(&last) {
            counts.interrupted.push(last);
        }
        Heard::Done
    }

    /// Ends what is thought about, and what lines that wait ask for.
    fn interrupt_all(&self, counts: &mut LineCounts) {
        self.stop.store(true, Ordering::Relaxed);
        counts.interrupted = (counts.obeyed + 1..=counts.read).collect();
    }

    /// The next line is obeyed. The flag says when that is to end.
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

/// The command of a line, as it is obeyed.
fn command(line: &[u8]) -> Option<GtpCommand> {
    GtpCommand::parse(&String::from_utf8_lossy(line))
}

/// Whether a command ends the session.
fn quits(command: &GtpCommand) -> bool {
    command.name == "quit" && command.words.is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// So long behind the line before it `quit` is said, with so many lines read and obeyed.
    fn quit_stops(waited: Duration, read: u64, obeyed: u64) -> Vec<bool> {
        let line = |text: &str| RawLine::Whole(text.as_bytes().to_vec());
        let (interrupts, at_once) = (Interrupts::default(), Duration::ZERO);
        for _ in 0..read {
            interrupts.hear(&line("genmove b"), at_once);
        }
        let stops: Vec<_> = (0..obeyed).map(|_| interrupts.begin()).collect();
        // A comment before it is no command.
        interrupts.hear(&line("# bye"), waited);
        assert_eq!(interrupts.hear(&line("7 quit"), at_once), Heard::Waits);
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
        // Lines of a file, which are there when they are asked for.
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
        // Nothing is interrupted that has not begun.
        assert_eq!(
            interrupts.hear(&line("# interrupt"), Duration::ZERO),
            Heard::Done
        );
        for text in ["one", "two", "# a comment"] {
            assert_eq!(interrupts.hear(&line(text), Duration::ZERO), Heard::Waits);
        }
        assert_eq!(
            interrupts.hear(&line("#interrupt\r"), Duration::ZERO),
            Heard::Done
        );
        assert_eq!(interrupts.hear(&line("four"), Duration::ZERO), Heard::Waits);
        assert_eq!(
            interrupts.hear(&line("# interrupt"), Duration::ZERO),
            Heard::Done
        );
        assert_eq!(interrupts.hear(&line("five"), Duration::ZERO), Heard::Waits);
        let is_stopped = || interrupts.begin().load(Ordering::Relaxed);
        let lines = [(); 5].map(|()| is_stopped());
        assert_eq!(lines, [false, false, true, true, false]);
        // While it is obeyed.
        interrupts.hear(&line("six"), Duration::ZERO);
        let stop = interrupts.begin();
        assert!(!stop.load(Ordering::Relaxed));
        interrupts.hear(&line(" # interrupt "), Duration::ZERO);
        assert!(stop.load(Ordering::Relaxed));
        assert_eq!(
            interrupts.hear(&RawLine::TooLong(vec![b'#']), Duration::ZERO),
            Heard::Waits
        );
        assert!(!is_stopped());
    }
}
