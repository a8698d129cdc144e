//! The output of a session: lines from several threads, each flushed.

use std::fmt::Display;
use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// The output of a session, which its threads share.
#[derive(Clone)]
pub(crate) struct Out(Arc<Mutex<Box<dyn Write + Send>>>);

impl Out {
    pub(crate) fn new(output: impl Write + Send + 'static) -> Out {
        Out(Arc::new(Mutex::new(Box::new(output))))
    }

    /// Writes a line and flushes it, because the other program waits for it.
    pub(crate) fn print(&self, line: impl Display) -> io::Result<()> {
        let mut output = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        writeln!(output, "{line}")?;
        output.flush()
    }

    /// Writes a line if `may` is set while the output is locked. After a thread has cleared `may`
    /// and written a line, no further line is written by this function.
    pub(crate) fn print_if(&self, may: &AtomicBool, line: impl Display) -> io::Result<()> {
        let mut output = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if may.load(Ordering::Acquire) {
            writeln!(output, "{line}")?;
            output.flush()?;
        }
        Ok(())
    }
}

impl std::fmt::Debug for Out {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Out")
    }
}
