//! A conversation with a session that runs in a thread, line by line.

use std::io::{self, BufRead, Read, Write};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use shomei::Kinds;
use shomei_protocols::nboard;
use shomei_protocols::othello::Options;

/// Lines from a channel.
struct LineReader {
    lines: Receiver<String>,
    line: Vec<u8>,
    at: usize,
}

impl Read for LineReader {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let found = self.fill_buf()?;
        let count = found.len().min(buffer.len());
        buffer[..count].copy_from_slice(&found[..count]);
        self.consume(count);
        Ok(count)
    }
}

impl BufRead for LineReader {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.at == self.line.len() {
            self.line = self.lines.recv().unwrap_or_default().into_bytes();
            self.at = 0;
        }
        Ok(&self.line[self.at..])
    }

    fn consume(&mut self, count: usize) {
        self.at += count;
    }
}

/// Lines into a channel.
struct LineWriter {
    line: Vec<u8>,
    lines: Sender<String>,
}

impl Write for LineWriter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        for &byte in bytes {
            if byte != b'\n' {
                self.line.push(byte);
                continue;
            }
            let line = String::from_utf8(std::mem::take(&mut self.line)).unwrap();
            // A test may have finished before the session ends.
            let _ = self.lines.send(line);
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A conversation with `shomei nboard`.
pub(crate) struct Talk {
    input: Option<Sender<String>>,
    lines: Receiver<String>,
    session: Option<JoinHandle<()>>,
}

impl Talk {
    pub(crate) fn nboard(options: Options) -> Talk {
        let (input, input_lines) = mpsc::channel();
        let (output_lines, lines) = mpsc::channel();
        let session = thread::spawn(move || {
            let kinds = Kinds::builtin();
            let input = LineReader {
                lines: input_lines,
                line: Vec::new(),
                at: 0,
            };
            let output = LineWriter {
                line: Vec::new(),
                lines: output_lines,
            };
            nboard::run(kinds.find("othello").unwrap(), &options, input, output).unwrap();
        });
        Talk {
            input: Some(input),
            lines,
            session: Some(session),
        }
    }

    pub(crate) fn send(&self, line: &str) {
        let input = self.input.as_ref().unwrap();
        input.send(format!("{line}\n")).unwrap();
    }

    pub(crate) fn receive(&self) -> String {
        self.lines.recv_timeout(Duration::from_secs(60)).unwrap()
    }

    /// Reads lines up to one with this beginning, and returns them all.
    pub(crate) fn receive_until(&self, start: &str) -> Vec<String> {
        let mut received = vec![self.receive()];
        while !received.last().unwrap().starts_with(start) {
            received.push(self.receive());
        }
        received
    }

    /// Ends the input. The session ends without further output.
    pub(crate) fn end(mut self) {
        self.input = None;
        self.session.take().unwrap().join().unwrap();
    }
}
