//! Where positions come from: the command line, standard input or a file.

use std::fs::File;
use std::io::{self, BufRead, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use anyhow::Context;
use shomei::lines::{LONGEST, RawLine, TOO_LONG, read_line};
use shomei_game::sgf::{self, Depth};

use crate::failure::Failure;

/// What stands for positions on the command line, for the help pages.
pub(crate) const POSITION_HELP: &str = "The position as text, or - to read one position (all of \
    it, so also a diagram) from standard input";

/// What some editors put before the first character of a file.
const BYTE_ORDER_MARK: char = '\u{feff}';

/// The largest file of rules that is read.
const LARGEST: u64 = 1 << 24;

/// The one position that an argument stands for.
pub(crate) fn single(argument: &str) -> Result<String, Failure> {
    if argument.starts_with('@') {
        let message = format!("this command takes one position, not a list ({argument})");
        return Err(Failure::Usage(message));
    }
    if argument != "-" {
        return Ok(argument.to_string());
    }
    input_text(standard_input()?)
}

/// The text of standard input.
pub(crate) fn input_text(bytes: Vec<u8>) -> Result<String, Failure> {
    match String::from_utf8(bytes) {
        Ok(text) => Ok(without_mark(&text).to_string()),
        Err(_) => {
            let message = "the position on standard input is not UTF-8";
            Err(Failure::Input(message.into()))
        }
    }
}

/// All of standard input, as far as one position may reach.
pub(crate) fn standard_input() -> Result<Vec<u8>, Failure> {
    let mut bytes = Vec::new();
    match io::stdin().take(LONGEST + 1).read_to_end(&mut bytes) {
        Ok(read) if read as u64 > LONGEST => {
            let message = "the position on standard input is longer than 1 MiB";
            Err(Failure::Input(message.into()))
        }
        Ok(_) => Ok(bytes),
        Err(error) => Err(unreadable("standard input", &error)),
    }
}

/// A text given on the command line, or `@FILE`.
pub(crate) fn text_or_file(argument: &str) -> Result<String, Failure> {
    match argument.strip_prefix('@') {
        None => Ok(argument.to_string()),
        Some(path) => {
            let mut text = String::new();
            let read = File::open(path).and_then(|file| {
                let mut limited = file.take(LARGEST + 1);
                limited.read_to_string(&mut text)
            });
            match read {
                Ok(read) if read as u64 > LARGEST => {
                    let message = format!("{path}: a text of more than 16 MiB");
                    Err(Failure::Input(message))
                }
                Ok(_) => Ok(without_mark(&text).to_string()),
                Err(error) => Err(unreadable(path, &error)),
            }
        }
    }
}

/// A text as it is behind a byte order mark.
fn without_mark(text: &str) -> &str {
    text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text)
}

/// The message about a file that cannot be read.
pub(crate) fn unreadable(path: &str, error: &io::Error) -> Failure {
    Failure::Input(format!("cannot read {path}: {error}"))
}

/// The lines of a batch that hold positions, with their numbers from 1. Read
/// one at a time, so that results can be had before the input ends.
pub(crate) struct Lines {
    source: LineSource,
    number: usize,
}

/// Gives the next line, or nothing at the end.
type LineSource = Box<dyn FnMut() -> io::Result<Option<RawLine>>>;

/// How often somebody who waits for a line looks whether to stop.
const LOOK: Duration = Duration::from_millis(20);

impl Lines {
    /// Those of a source.
    pub(crate) fn of(mut source: impl BufRead + 'static) -> Lines {
        Lines {
            source: Box::new(move || read_line(&mut source)),
            number: 0,
        }
    }

    /// Those of a source that may be slow, such as somebody who types: they end as soon as this
    /// is set.
    pub(crate) fn until(
        stop: Arc<AtomicBool>,
        mut source: impl BufRead + Send + 'static,
    ) -> Result<Lines, Failure> {
        let (sender, lines) = mpsc::sync_channel(1);
        let read = move || {
            loop {
                let line = read_line(&mut source);
                let is_last = !matches!(line, Ok(Some(_)));
                if sender.send(line).is_err() || is_last {
                    return;
                }
            }
        };
        let reading = thread::Builder::new().name("input".into()).spawn(read);
        reading.context("cannot read the positions")?;
        let next = move || {
            loop {
                if stop.load(Ordering::Relaxed) {
                    return Ok(None);
                }
                match lines.recv_timeout(LOOK) {
                    Ok(line) => return line,
                    Err(RecvTimeoutError::Timeout) => {}
                    Err(RecvTimeoutError::Disconnected) => return Ok(None),
                }
            }
        };
        Ok(Lines {
            source: Box::new(next),
            number: 0,
        })
    }

    /// The next line that is neither blank nor a comment, which begins with `#`
    /// or, in files of Othello positions, with `%`; an error for a line that is
    /// no text.
    fn next_line(&mut self) -> io::Result<Option<(usize, Result<String, Failure>)>> {
        loop {
            let Some(line) = (self.source)()? else {
                return Ok(None);
            };
            self.number += 1;
            let RawLine::Whole(bytes) = line else {
                let failure = Failure::Input(TOO_LONG.to_string());
                return Ok(Some((self.number, Err(failure))));
            };
            let Ok(text) = String::from_utf8(bytes) else {
                let failure = Failure::Input("the line is not UTF-8".to_string());
                return Ok(Some((self.number, Err(failure))));
            };
            let text = match self.number {
                1 => without_mark(&text),
                _ => &text,
            };
            let text = text.trim();
            if sgf::begins(text) {
                let first = self.number;
                return Ok(Some((first, self.game(text.to_string())?)));
            }
            if !text.is_empty() && !text.starts_with(['#', '%']) {
                return Ok(Some((self.number, Ok(text.to_string()))));
            }
        }
    }

    /// A game that begins with this line and may have more lines.
    fn game(&mut self, mut text: String) -> io::Result<Result<String, Failure>> {
        let mut depth = Depth::default();
        depth.read(&text);
        while depth.is_within() {
            let Some(line) = (self.source)()? else { break };
            self.number += 1;
            let line = match line {
                RawLine::Whole(bytes) if text.len() + bytes.len() <= LONGEST as usize => bytes,
                _ => return Ok(Err(Failure::Input(TOO_LONG.to_string()))),
            };
            let Ok(line) = String::from_utf8(line) else {
                let failure = Failure::Input("the line is not UTF-8".to_string());
                return Ok(Err(failure));
            };
            text.push('\n');
            text.push_str(line.trim_end());
            depth.read("\n");
            depth.read(&line);
        }
        Ok(Ok(text))
    }
}

impl Iterator for Lines {
    /// The outer error ends the batch, the inner one is about one line.
    type Item = Result<(usize, Result<String, Failure>), Failure>;

    fn next(&mut self) -> Option<Self::Item> {
        match self.next_line() {
            Ok(line) => line.map(Ok),
            Err(error) => Some(Err(unreadable("the positions", &error))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blank_lines_and_comments_keep_the_count() {
        let text: &[u8] = b"# a comment\n\n  start\r\n\xff\xfe\n % another\nlast";
        let mut lines = Lines::of(text);
        let mut next = || lines.next().map(|line| line.unwrap());
        assert!(matches!(next(), Some((3, Ok(text))) if text == "start"));
        assert!(matches!(next(), Some((4, Err(Failure::Input(_))))));
        assert!(matches!(next(), Some((6, Ok(text))) if text == "last"));
        assert!(next().is_none());
    }

    #[test]
    fn a_line_that_is_too_long_is_passed_over() {
        let longest = LONGEST as usize;
        let text = [
            vec![b'a'; longest],
            vec![b'b'; longest + 1],
            vec![b'c'; 3 * longest],
        ];
        let text = [text.join(&b'\n'), b"\nlast".to_vec()].concat();
        let mut lines = Lines::of(io::Cursor::new(text));
        let mut next = || lines.next().map(|line| line.unwrap());
        assert!(matches!(next(), Some((1, Ok(text))) if text.len() == longest));
        for number in [2, 3] {
            let Some((at, Err(failure))) = next() else {
                panic!("line {number} was read");
            };
            assert_eq!((at, failure.to_string().as_str()), (number, TOO_LONG));
        }
        assert!(matches!(next(), Some((4, Ok(text))) if text == "last"));
        assert!(next().is_none());
    }

    #[test]
    fn a_byte_order_mark_is_skipped_at_the_start_alone() {
        let lines = |text: &'static str| -> Vec<String> {
            let lines = Lines::of(text.as_bytes()).map(|line| line.unwrap().1.unwrap());
            lines.collect()
        };
        assert_eq!(lines("\u{feff}start\nlast"), ["start", "last"]);
        assert_eq!(lines("\u{feff}# a comment\nlast"), ["last"]);
        assert_eq!(lines("start\n\u{feff}last"), ["start", "\u{feff}last"]);
        assert_eq!(without_mark("\u{feff}\u{feff}a"), "\u{feff}a");
    }
}
