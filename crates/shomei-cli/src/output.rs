//! Everything that is printed goes through here: results to standard output,
//! complaints to standard error. And how numbers look.
//!
//! Texts of strangers are escaped twice. Where one is put into a line it is
//! passed through [`one_line`], so that it stays in it; and nothing leaves here
//! that drives a terminal or hides, whoever forgot that.

use std::fmt::Display;
use std::io::{self, Write};
use std::path::Path;

use anyhow::Error;
use bytesize::ByteSize;
use serde::Serialize;
use shomei_game::escape::{is_plain, lines, one_line};

pub(crate) use shomei::words::{counted, grouped, length_text, score_text};

use crate::failure::Failure;

/// A line, or several, on standard output.
pub fn print(text: impl Display) -> Result<(), Failure> {
    print_as_is(&lines(&text.to_string()))
}

/// Text of the program's own on standard output, of which strangers' parts are escaped already.
pub(crate) fn print_as_is(text: &str) -> Result<(), Failure> {
    writeln!(io::stdout().lock(), "{text}").map_err(|error| Failure::Run(error.into()))
}

/// Bytes as they are, for texts that the program itself has made.
pub(crate) fn print_raw(bytes: &[u8]) -> Result<(), Failure> {
    let written = io::stdout().lock().write_all(bytes);
    written.map_err(|error| Failure::Run(error.into()))
}

/// One JSON object on a line of standard output.
pub(crate) fn print_json(object: &impl Serialize) -> Result<(), Failure> {
    print_as_is(&json_text(object)?)
}

/// An object on a line, in which characters that are not plainly visible stand as `\u202e`.
pub(crate) fn json_text(object: &impl Serialize) -> Result<String, Failure> {
    let json = serde_json::to_string(object).map_err(Error::from)?;
    let mut text = String::with_capacity(json.len());
    for letter in json.chars() {
        // Outside of strings there is nothing but ASCII.
        if is_plain(letter) {
            text.push(letter);
        } else {
            for unit in letter.encode_utf16(&mut [0; 2]) {
                text += &format!("\\u{unit:04x}");
            }
        }
    }
    Ok(text)
}

/// A line, or several, on standard error. Where that is closed there is nobody
/// to tell.
pub fn complain(text: impl Display) {
    let text = text.to_string();
    let _ = writeln!(io::stderr().lock(), "{}", lines(&text));
}

/// The same on standard error.
pub(crate) fn complain_as_is(text: &str) {
    let _ = writeln!(io::stderr().lock(), "{text}");
}

/// The name of a file in a line.
pub(crate) fn path_text(path: &Path) -> String {
    one_line(&path.to_string_lossy()).into_owned()
}

/// Something that does not change the answer but should be known.
pub fn warn(text: impl Display) {
    complain(format_args!("warning: {text}"));
}

/// A text of several words as lines of at most 100 characters; all but the first begin with
/// two blanks. A longer word has a line of its own.
pub(crate) fn wrapped(text: &str) -> String {
    const WIDTH: usize = 100;
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let line = lines.last().map_or("", String::as_str);
        let is_empty = line.trim().is_empty();
        if !is_empty && line.chars().count() + 1 + word.chars().count() > WIDTH {
            lines.push("  ".to_string());
        }
        if let Some(line) = lines.last_mut() {
            if !line.trim().is_empty() {
                line.push(' ');
            }
            line.push_str(word);
        }
    }
    lines.join("\n")
}

/// A size in bytes with a binary unit.
pub(crate) fn size_text(bytes: u64) -> String {
    ByteSize(bytes).display().iec().to_string()
}

/// So many a second.
pub(crate) fn rate(count: u64, seconds: f64) -> String {
    // Shorter times are not worth a rate.
    if seconds < 1e-4 {
        return "-/s".to_string();
    }
    let rate = count as f64 / seconds;
    match rate {
        r if r >= 1e6 => format!("{:.2} M/s", r / 1e6),
        r if r >= 1e3 => format!("{:.0} k/s", r / 1e3),
        r => format!("{r:.0}/s"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn objects_hide_nothing_and_read_back_the_same() {
        let text = "a\u{202e}\u{3164}\u{1b}\u{7f}\n\u{e0041}七\"\\";
        let json = json_text(&[text]).unwrap();
        let expected = "[\"a\\u202e\\u3164\\u001b\\u007f\\n\\udb40\\udc41七\\\"\\\\\"]";
        assert_eq!(json, expected);
        let read: Vec<String> = serde_json::from_str(&json).unwrap();
        assert_eq!(read, [text]);
    }

    #[test]
    fn long_texts_are_wrapped() {
        assert_eq!(wrapped("a  b\nc"), "a b c");
        let words = "ninechars ".repeat(12);
        let lines = wrapped(&words);
        let lengths: Vec<usize> = lines.lines().map(str::len).collect();
        assert_eq!(lengths, [99, 21]);
        assert!(lines.lines().nth(1).unwrap().starts_with("  nine"));
        let word = "x".repeat(120);
        assert_eq!(wrapped(&format!("a {word} b")), format!("a\n  {word}\n  b"));
    }

    #[test]
    fn rates_have_a_unit() {
        assert_eq!(rate(3_000_000, 2.0), "1.50 M/s");
        assert_eq!(rate(3_000, 2.0), "2 k/s");
        assert_eq!(rate(30, 2.0), "15/s");
        assert_eq!(rate(30, 0.0), "-/s");
    }
}
