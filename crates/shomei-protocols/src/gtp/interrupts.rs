//! The line `# interrupt`, which ends what is thought about while other lines wait.
//!
//! A graphical program sends it behind the command that it means. To the protocol it is a
//! comment, so it has no answer. Lines are counted where they are read and where they are obeyed,
//! so that an interrupt ends the command before it and no other, however fast either thread is.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::conversation::Heard;
use crate::lines::RawLine;

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
}

impl Interrupts {
    /// Looks at a line that was read.
    pub(super) fn hear(&self, line: &RawLine) -> Heard {
        let mut counts = self.counts();
        let is_interrupt = match line {
            RawLine::Whole(bytes) => is_interrupt(bytes),
            RawLine::TooLong(_) => false,
        };
        if !is_interrupt {
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

#[cfg(test)]
mod tests {
    use super::*;

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
