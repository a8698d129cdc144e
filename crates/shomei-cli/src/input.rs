//! Reads positions and lists from the command line, standard input and files.

use std::fs::File;
use std::io::{self, BufRead, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use shomei::input_lines::{LONGEST, RawLine, read_line};
use shomei_game::sgf::{self, Depth};
use shomei_game::{ErrorText, error_text};

use crate::failure::Failure;

/// The help text of an argument that takes one position.
pub(crate) const POSITION_HELP: &str = "The position as text; or - for one position from standard \
    input, which can also be a diagram";

/// The byte order mark, which some editors write before the first character of a file.
const BYTE_ORDER_MARK: char = '\u{feff}';

/// The size limit of a file of rules, in bytes.
const MAX_FILE_BYTES: u64 = 1 << 24;

/// The text of the one position that an argument specifies.
pub(crate) fn single_position(argument: &str) -> Result<String, Failure> {
    if argument.starts_with('@') {
        return Err(Failure::usage(one_position_only(argument)));
    }
    if argument != "-" {
        return Ok(argument.to_string());
    }
    input_text(standard_input()?)
}

/// Decodes the bytes of standard input.
pub(crate) fn input_text(bytes: Vec<u8>) -> Result<String, Failure> {
    match String::from_utf8(bytes) {
        Ok(text) => Ok(without_byte_order_mark(&text).to_string()),
        Err(_) => {
            let message = error_text!(
                "standard-input-not-utf8",
                "the position on standard input is not UTF-8"
            );
            Err(Failure::input(message))
        }
    }
}

/// All of standard input, which must not be longer than a position can be.
pub(crate) fn standard_input() -> Result<Vec<u8>, Failure> {
    let mut bytes = Vec::new();
    match io::stdin().take(LONGEST + 1).read_to_end(&mut bytes) {
        Ok(read) if read as u64 > LONGEST => {
            let message = error_text!(
                "standard-input-too-long",
                "the position on standard input is longer than 1 MiB"
            );
            Err(Failure::input(message))
        }
        Ok(_) => Ok(bytes),
        Err(error) => {
            let what = error_text!("standard-input", "standard input");
            Err(unreadable_text(&what, &error))
        }
    }
}

/// The text of an argument, or of the file that `@FILE` names.
pub(crate) fn text_or_file(argument: &str) -> Result<String, Failure> {
    match argument.strip_prefix('@') {
        None => Ok(argument.to_string()),
        Some(path) => {
            let mut text = String::new();
            let read = File::open(path).and_then(|file| {
                let mut limited = file.take(MAX_FILE_BYTES + 1);
                limited.read_to_string(&mut text)
            });
            match read {
                Ok(read) if read as u64 > MAX_FILE_BYTES => {
                    let message = error_text!("text-too-long", "the text has more than 16 MiB");
                    Err(Failure::input(message).context(path))
                }
                Ok(_) => Ok(without_byte_order_mark(&text).to_string()),
                Err(error) => Err(unreadable(path, &error)),
            }
        }
    }
}

/// The text without its byte order mark.
fn without_byte_order_mark(text: &str) -> &str {
    text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text)
}

/// The error for a file that cannot be read.
pub(crate) fn unreadable(path: &str, error: &io::Error) -> Failure {
    unreadable_text(&path.into(), error)
}

/// The error for an input that cannot be read, such as standard input.
fn unreadable_text(what: &ErrorText, error: &io::Error) -> Failure {
    let about = error_text!("cannot-read", "cannot read {what}", what = what);
    let why = match error.kind() {
        // In English the text is that of the system, as for other errors.
        io::ErrorKind::NotFound => ErrorText::new("no-such-file", error.to_string(), Vec::new()),
        _ => error.to_string().into(),
    };
    Failure::input(why).context(about)
}

/// The error for a directory in place of a file.
pub(crate) fn is_directory(path: &str) -> Failure {
    let about = error_text!("cannot-read", "cannot read {what}", what = path);
    Failure::input(error_text!("is-a-directory", "it is a directory")).context(about)
}

/// The error for a list in place of one position.
pub(crate) fn one_position_only(argument: &str) -> ErrorText {
    error_text!(
        "one-position-only",
        "this command takes one position, not a list ({argument})",
        argument = argument
    )
}

/// The error for a line that is not UTF-8.
fn not_utf8() -> Failure {
    Failure::input(error_text!("line-not-utf8", "the line is not UTF-8"))
}

/// The error for a line that is too long.
fn too_long() -> Failure {
    Failure::input(error_text!(
        "line-too-long",
        "the line is longer than 1 MiB"
    ))
}

/// The lines of a list that contain positions, with their line numbers from 1. They are read one at
/// a time, so that results appear before the input ends.
pub(crate) struct Lines {
    source: LineSource,
    number: usize,
}

/// Returns the next line, or `None` at the end.
type LineSource = Box<dyn FnMut() -> io::Result<Option<RawLine>> + Send>;

/// The interval at which a reader that waits for a line checks the stop flag.
const POLL_INTERVAL: Duration = Duration::from_millis(20);

impl Lines {
    /// Reads lines from a source.
    pub(crate) fn of(mut source: impl BufRead + Send + 'static) -> Lines {
        Lines {
            source: Box::new(move || read_line(&mut source)),
            number: 0,
        }
    }

    /// Reads lines from a source that can be slow, such as a keyboard. The lines end as soon as
    /// `stop` is set.
    pub(crate) fn interruptible(
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
        reading.map_err(|error| {
            Failure::caused(
                error_text!("cannot-read-positions", "cannot read the positions"),
                error,
            )
        })?;
        let next = move || {
            loop {
                if stop.load(Ordering::Relaxed) {
                    return Ok(None);
                }
                match lines.recv_timeout(POLL_INTERVAL) {
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

    /// The next line that is neither blank nor a comment, with its number. Comments begin with `#`
    /// or, in files of Othello positions, with `%`. The inner error is for a line that is not UTF-8
    /// or too long.
    fn next_line(&mut self) -> io::Result<Option<(usize, Result<String, Failure>)>> {
        loop {
            let Some(line) = (self.source)()? else {
                return Ok(None);
            };
            self.number += 1;
            let RawLine::Whole(bytes) = line else {
                return Ok(Some((self.number, Err(too_long()))));
            };
            let Ok(text) = String::from_utf8(bytes) else {
                return Ok(Some((self.number, Err(not_utf8()))));
            };
            let text = match self.number {
                1 => without_byte_order_mark(&text),
                _ => &text,
            };
            let text = text.trim();
            if sgf::begins(text) {
                let first = self.number;
                return Ok(Some((first, self.sgf_game(text.to_string())?)));
            }
            if !text.is_empty() && !text.starts_with(['#', '%']) {
                return Ok(Some((self.number, Ok(text.to_string()))));
            }
        }
    }

    /// Reads an SGF game that begins with this line and can have more lines.
    fn sgf_game(&mut self, mut text: String) -> io::Result<Result<String, Failure>> {
        let mut depth = Depth::default();
        depth.read(&text);
        while depth.is_within() {
            let Some(line) = (self.source)()? else { break };
            self.number += 1;
            let line = match line {
                RawLine::Whole(bytes) if text.len() + bytes.len() <= LONGEST as usize => bytes,
                _ => return Ok(Err(too_long())),
            };
            let Ok(line) = String::from_utf8(line) else {
                return Ok(Err(not_utf8()));
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
    /// The outer error ends the list; the inner error concerns one line.
    type Item = Result<(usize, Result<String, Failure>), Failure>;

    fn next(&mut self) -> Option<Self::Item> {
        match self.next_line() {
            Ok(line) => line.map(Ok),
            Err(error) => {
                let what = error_text!("the-positions", "the positions");
                Some(Err(unreadable_text(&what, &error)))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use shomei::input_lines::TOO_LONG;

    use super::*;

    #[test]
    fn blank_lines_and_comments_keep_the_count() {
        let text: &[u8] = b"# a comment\n\n  start\r\n\xff\xfe\n % another\nlast";
        let mut lines = Lines::of(text);
        let mut next = || lines.next().map(|line| line.unwrap());
        assert!(matches!(next(), Some((3, Ok(text))) if text == "start"));
        assert!(matches!(next(), Some((4, Err(_)))));
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
        assert_eq!(without_byte_order_mark("\u{feff}\u{feff}a"), "\u{feff}a");
    }
}
