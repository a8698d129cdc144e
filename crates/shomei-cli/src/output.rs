//! All printing: results to standard output, errors, warnings and notes to standard error.
//!
//! Untrusted texts are escaped twice. The caller passes a text that it inserts into a line through
//! [`one_line`], so that the text cannot break the line. The functions of this module then escape
//! control characters and invisible characters, in case the caller forgot.

use std::fmt::Display;
use std::io::{self, Write};
use std::path::Path;

use anyhow::Error;
use serde::Serialize;
use shomei_game::escape::{is_plain, lines, one_line};
use shomei_game::{ErrorText, error_text};
use shomei_messages::{self as msg, Message};

pub(crate) use shomei::messages::{grouped, score_text};

use crate::columns::{is_wide, width_of};
use crate::failure::Failure;
use crate::language::user_language;

/// Prints one or more lines on standard output.
pub fn print(text: impl Display) -> Result<(), Failure> {
    print_as_is(&lines(&text.to_string()))
}

/// Prints a text on standard output whose untrusted parts are escaped already.
pub(crate) fn print_as_is(text: &str) -> Result<(), Failure> {
    writeln!(io::stdout().lock(), "{text}").map_err(|error| Failure::Run(error.into()))
}

/// Writes bytes unchanged, for texts that the program itself has generated.
pub(crate) fn print_raw(bytes: &[u8]) -> Result<(), Failure> {
    let written = io::stdout().lock().write_all(bytes);
    written.map_err(|error| Failure::Run(error.into()))
}

/// Prints one JSON object on a line of standard output.
pub(crate) fn print_json(object: &impl Serialize) -> Result<(), Failure> {
    print_as_is(&json_text(object)?)
}

/// An object as JSON on one line. Characters that are not plainly visible are escaped (`\u202e`).
pub(crate) fn json_text(object: &impl Serialize) -> Result<String, Failure> {
    let json = serde_json::to_string(object).map_err(Error::from)?;
    let mut text = String::with_capacity(json.len());
    for letter in json.chars() {
        // Outside of strings, JSON is ASCII.
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

/// Prints one or more lines on standard error. Ignores errors: there is no other channel to report
/// them.
pub fn print_stderr(text: impl Display) {
    let text = text.to_string();
    let _ = writeln!(io::stderr().lock(), "{}", lines(&text));
}

/// Prints a text on standard error whose untrusted parts are escaped already.
pub(crate) fn print_stderr_as_is(text: &str) {
    let _ = writeln!(io::stderr().lock(), "{text}");
}

/// The name of a file, escaped for use within a line.
pub(crate) fn path_text(path: &Path) -> String {
    one_line(&path.to_string_lossy()).into_owned()
}

/// Prints a warning in the user's language. A warning concerns something that does not change the
/// answer.
pub fn warn(text: impl Into<ErrorText>) {
    warn_translated(&msg::error_text(&text.into(), user_language()));
}

/// Prints an error that does not end the command as a warning.
pub(crate) fn warn_error(error: &shomei::Error) {
    warn_translated(&error.text_in(user_language()));
}

/// Prints a warning with its subject, such as the place of a problem, before the text.
pub(crate) fn warn_about(about: ErrorText, text: ErrorText) {
    warn_error(&shomei::Error::input(text).context(about));
}

/// Prints a warning that is translated already.
pub(crate) fn warn_translated(warning: &str) {
    print_stderr(msg::WarningHeadline { warning }.text(user_language()));
}

/// A translatable text for the English word of a value or an answer.
pub(crate) fn word_text(word: &str) -> ErrorText {
    match word {
        "proved" => error_text!("word-proved", "proved"),
        "disproved" => error_text!("word-disproved", "disproved"),
        "unknown" => error_text!("word-unknown", "unknown"),
        "win" => error_text!("word-win", "win"),
        "draw" => error_text!("word-draw", "draw"),
        "loss" => error_text!("word-loss", "loss"),
        "nothing" => error_text!("word-nothing", "nothing"),
        other => other.into(),
    }
}

/// Wraps a text to lines of at most 100 columns. All lines after the first begin with two blanks. A
/// longer word gets a line of its own. A line can also end between kanji or kana.
pub(crate) fn wrapped(text: &str) -> String {
    const WIDTH: usize = 100;
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let mut blank = " ";
        for part in parts(word) {
            let line = lines.last().map_or("", String::as_str);
            let is_empty = line.trim().is_empty();
            if !is_empty && width_of(line) + width_of(blank) + width_of(part) > WIDTH {
                lines.push("  ".to_string());
            }
            if let Some(line) = lines.last_mut() {
                if !line.trim().is_empty() {
                    line.push_str(blank);
                }
                line.push_str(part);
            }
            blank = "";
        }
    }
    lines.join("\n")
}

/// The parts of a word between which a line can end: after a kanji or kana, but neither after an
/// opening nor before a closing sign.
fn parts(word: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let mut start = 0;
    for (at, letter) in word.char_indices() {
        let end = at + letter.len_utf8();
        let next = word[end..].chars().next();
        let can_end = next.is_some_and(|next| !"、。）」］：；".contains(next));
        if is_wide(letter) && !"（「［".contains(letter) && can_end {
            parts.push(&word[start..end]);
            start = end;
        }
    }
    parts.push(&word[start..]);
    parts
}

/// A rate per second with a unit: `1.50 M/s`.
pub(crate) fn rate(count: u64, seconds: f64) -> String {
    // The rate of a shorter time would be meaningless.
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
    fn json_text_is_visible_and_parses_back() {
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
        let kanji = format!("{}。", "詰".repeat(50));
        let expected = format!("{}\n  詰。", "詰".repeat(49));
        assert_eq!(wrapped(&kanji), expected);
    }

    #[test]
    fn rates_have_a_unit() {
        assert_eq!(rate(3_000_000, 2.0), "1.50 M/s");
        assert_eq!(rate(3_000, 2.0), "2 k/s");
        assert_eq!(rate(30, 2.0), "15/s");
        assert_eq!(rate(30, 0.0), "-/s");
    }
}
