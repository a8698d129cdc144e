//! The line `# interrupt`, which ends what is thought about while other lines wait, and `quit`,
//! which does so where somebody says it after a while: a file that is piped is answered to its end.
//!
//! A graphical program sends it behind the command that it means. To the protocol it is a
//! comment, so it has no answer. Lines are counted where they are read and where they are obeyed,
//! so that an interrupt ends the command before it and no other, however fast either thread is.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::command::Command;
use crate::conversation::{Heard, QUEUE};
use crate::lines::RawLine;

/// Lines of a file come faster than this one after another, unless those before them fill the
/// queue.
const AFTER_A_WHILE: Duration = Duration::from_millis(200);

/// What the thread that reads and the one that obeys know of each other.
#[derive(Debug, Default)]
pub(super) struct Interrupts {
    counts: Mutex<Counts>,
    /// Whether what is thought about now is to end.
    stop: Arc<AtomicBool>,
}

#[derive(Debug, Default)]
struct Counts {
    /// The lines that were read.
    read: u64,
    /// The lines that were obeyed, the one that is being obeyed among them.
    obeyed: u64,
    /// Lines that were interrupted before they were obeyed, of which few can wait.
    interrupted: Vec<u64>,
    /// When the last line was read.
    last_read: Option<Instant>,
}

impl Interrupts {
    /// Looks at a line that was read.
    pub(super) fn hear(&self, line: &RawLine) -> Heard {
        self.hear_at(line, Instant::now())
    }

    fn hear_at(&self, line: &RawLine, now: Instant) -> Heard {
        let mut counts = self.counts();
        let before = counts.last_read.replace(now);
        let (is_interrupt, quits) = match line {
            RawLine::Whole(bytes) => (is_interrupt(bytes), is_quit(bytes)),
            RawLine::TooLong(_) => (false, false),
        };
        if !is_interrupt {
            let waited = before.is_some_and(|before| now.duration_since(before) >= AFTER_A_WHILE);
            if quits && waited {
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

    /// Ends what is thought about, and what lines that wait ask for. Where the queue may be full the
    /// line may have waited for that alone.
    fn interrupt_all(&self, counts: &mut Counts) {
        let (obeyed, read) = (counts.obeyed, counts.read);
        if read - obeyed < QUEUE as u64 {
            self.stop.store(true, Ordering::Relaxed);
            counts.interrupted = (obeyed + 1..=read).collect();
        }
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

    fn counts(&self) -> MutexGuard<'_, Counts> {
        self.counts.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// `# interrupt`, with or without the blank.
fn is_interrupt(line: &[u8]) -> bool {
    let line = line.trim_ascii();
    let word = line.strip_prefix(b"#").map(<[u8]>::trim_ascii);
    word == Some(b"interrupt")
}

/// The command that ends the session, as it is obeyed.
fn is_quit(line: &[u8]) -> bool {
    let command = Command::parse(&String::from_utf8_lossy(line));
    command.is_some_and(|command| command.name == "quit" && command.words.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// So long behind the line before it `quit` is said, with so many lines read and obeyed.
    fn quit_stops(waited: Duration, read: u64, obeyed: u64) -> Vec<bool> {
        let line = |text: &str| RawLine::Whole(text.as_bytes().to_vec());
        let (interrupts, now) = (Interrupts::default(), Instant::now());
        for _ in 0..read {
            interrupts.hear_at(&line("genmove b"), now);
        }
        let stops: Vec<_> = (0..obeyed).map(|_| interrupts.begin()).collect();
        assert_eq!(
            interrupts.hear_at(&line("7 quit"), now + waited),
            Heard::Waits
        );
        let running = stops.last().map(|stop| stop.load(Ordering::Relaxed));
        let waiting = (obeyed..read).map(|_| interrupts.begin().load(Ordering::Relaxed));
        let all = running.into_iter().chain(waiting).collect();
        assert!(!interrupts.begin().load(Ordering::Relaxed));
        all
    }

    #[test]
    fn to_quit_after_a_while_ends_all_that_is_asked() {
        let (soon, later) = (Duration::from_millis(1), Duration::from_secs(1));
        assert_eq!(quit_stops(later, 1, 1), [true]);
        assert_eq!(quit_stops(later, 4, 2), [true; 3]);
        assert_eq!(quit_stops(later, 2, 0), [true; 2]);
        // Lines of a file, which come at once, or when there is place for them.
        assert_eq!(quit_stops(soon, 4, 2), [false; 3]);
        assert_eq!(quit_stops(later, 18, 2), [false; 17]);
        for other in ["quit now", "# quit", "quitter", "name"] {
            assert!(!is_quit(other.as_bytes()), "{other}");
        }
        assert!(is_quit(b"quit") && is_quit(b" 12 quit # now\r"));
    }

    #[test]
    fn an_interrupt_ends_the_line_before_it() {
        let line = |text: &str| RawLine::Whole(text.as_bytes().to_vec());
        let interrupts = Interrupts::default();
        // Nothing is interrupted that has not begun.
        assert_eq!(interrupts.hear(&line("# interrupt")), Heard::Done);
        for text in ["one", "two", "# a comment"] {
            assert_eq!(interrupts.hear(&line(text)), Heard::Waits);
        }
        assert_eq!(interrupts.hear(&line("#interrupt\r")), Heard::Done);
        assert_eq!(interrupts.hear(&line("four")), Heard::Waits);
        assert_eq!(interrupts.hear(&line("# interrupt")), Heard::Done);
        assert_eq!(interrupts.hear(&line("five")), Heard::Waits);
        let is_stopped = || interrupts.begin().load(Ordering::Relaxed);
        let lines = [(); 5].map(|()| is_stopped());
        assert_eq!(lines, [false, false, true, true, false]);
        // While it is obeyed.
        interrupts.hear(&line("six"));
        let stop = interrupts.begin();
        assert!(!stop.load(Ordering::Relaxed));
        interrupts.hear(&line(" # interrupt "));
        assert!(stop.load(Ordering::Relaxed));
        assert_eq!(interrupts.hear(&RawLine::TooLong(vec![b'#'])), Heard::Waits);
        assert!(!is_stopped());
    }
}
