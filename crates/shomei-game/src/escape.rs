//! Untrusted text on a screen: characters that could forge a line, control a terminal or be
//! invisible are written as escapes.
//!
//! Certificates, records, file names and positions come from untrusted sources. If they are printed
//! unchanged, a newline adds a line that the program never wrote, an escape sequence overwrites the
//! program's output, and characters that change the direction of text or have no width make two
//! different names look alike.

use std::borrow::Cow;

/// The text on one line, with visible escapes for all characters that are not plainly visible.
///
/// Line breaks, tabs and carriage returns become `\n`, `\t` and `\r`; other control characters,
/// format characters such as U+202E, invisible letters such as U+3164, unusual spaces, private and
/// unassigned characters become `\u{202e}`. A backslash stays, so paths remain readable and
/// escaping twice changes nothing.
///
/// ```
/// use shomei_game::escape::one_line;
///
/// assert_eq!(one_line("r\naccepted\u{1b}[8m"), "r\\naccepted\\u{1b}[8m");
/// assert_eq!(one_line("W\u{3164}n \u{202e}"), "W\\u{3164}n \\u{202e}");
/// assert_eq!(one_line("7六歩 d4-e5"), "7六歩 d4-e5");
/// ```
#[must_use]
pub fn one_line(text: &str) -> Cow<'_, str> {
    escape(text, is_plain)
}

/// Like [`one_line`], but line breaks stay. For texts whose line breaks come from the program, such
/// as a diagram.
#[must_use]
pub fn lines(text: &str) -> Cow<'_, str> {
    escape(text, |letter| letter == '\n' || is_plain(letter))
}

/// The number of characters after which [`excerpt`] cuts a text.
const EXCERPT: usize = 80;

/// The beginning of a text that an error quotes: at most 80 characters, then an ellipsis. The input
/// can be a megabyte without a blank.
///
/// ```
/// use shomei_game::escape::excerpt;
///
/// assert_eq!(excerpt("F5"), "F5");
/// assert_eq!(excerpt(&"Q".repeat(900_000)), "Q".repeat(80) + "…");
/// ```
#[must_use]
pub fn excerpt(text: &str) -> Cow<'_, str> {
    match text.char_indices().nth(EXCERPT) {
        None => Cow::Borrowed(text),
        Some((end, _)) => Cow::Owned(format!("{}…", &text[..end])),
    }
}

fn escape(text: &str, is_plain: impl Fn(char) -> bool) -> Cow<'_, str> {
    if text.chars().all(&is_plain) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    for letter in text.chars() {
        match letter {
            _ if is_plain(letter) => out.push(letter),
            '\n' | '\r' | '\t' => out.extend(letter.escape_default()),
            _ => out.extend(letter.escape_unicode()),
        }
    }
    Cow::Owned(out)
}

/// Whether a character is visible and has no other effect, so that [`one_line`] leaves it
/// unchanged.
#[must_use]
pub fn is_plain(letter: char) -> bool {
    match letter {
        // U+3000 is the space of Japanese texts.
        ' '..='~' | '\u{3000}' => true,
        '\0'..='\u{9f}' => false,
        _ => !is_invisible(letter) && is_printable(letter),
    }
}

/// Characters that Unicode calls printable although they are invisible: joiners and fillers,
/// variation selectors, the blank Braille pattern.
fn is_invisible(letter: char) -> bool {
    matches!(letter,
        '\u{34f}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}'
        | '\u{2800}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{ffa0}' | '\u{16fe4}'
        | '\u{1d159}' | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}')
}

/// Printable for the standard library: no control or format character, no separator other than the
/// space, no private or unassigned character.
fn is_printable(letter: char) -> bool {
    // After a letter, because the library would escape combining marks at the beginning, too.
    let mut pair = [b'a', 0, 0, 0, 0];
    let length = letter.encode_utf8(&mut pair[1..]).len();
    let pair = std::str::from_utf8(&pair[..=length]).unwrap_or_default();
    pair.escape_debug().nth(1) == Some(letter)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn controlling_and_invisible_characters_are_escaped() {
        for (text, shown) in [
            ("a\nb\r\tc", "a\\nb\\r\\tc"),
            ("\u{1b}]0;x\u{7}", "\\u{1b}]0;x\\u{7}"),
            ("\u{9b}2J\u{85}", "\\u{9b}2J\\u{85}"),
            ("\u{202e}\u{2066}\u{200f}", "\\u{202e}\\u{2066}\\u{200f}"),
            ("\u{200b}\u{feff}\u{ad}", "\\u{200b}\\u{feff}\\u{ad}"),
            ("\u{2028}\u{2029}\u{a0}", "\\u{2028}\\u{2029}\\u{a0}"),
            (
                "Won\u{3164}\u{115f}\u{ffa0}",
                "Won\\u{3164}\\u{115f}\\u{ffa0}",
            ),
            ("\u{2800}\u{fe0f}\u{34f}", "\\u{2800}\\u{fe0f}\\u{34f}"),
            (
                "\u{e0041}\u{e000}\u{10ffff}",
                "\\u{e0041}\\u{e000}\\u{10ffff}",
            ),
        ] {
            assert_eq!(one_line(text), shown);
            assert_eq!(one_line(shown), shown, "twice is once");
        }
    }

    #[test]
    fn ordinary_text_is_unchanged() {
        for text in [
            "r = OR { Won } C:\\games\\a.kif 'x' \"y\"",
            "詰将棋　第１番 ▲７六歩 △同玉",
            // A combining mark on its letter, as some systems write file names.
            "か\u{3099} e\u{301} – ½",
        ] {
            assert!(matches!(one_line(text), Cow::Borrowed(same) if same == text));
        }
    }

    #[test]
    fn lines_keep_their_breaks_alone() {
        assert_eq!(lines("a\nb\r\u{1b}"), "a\nb\\r\\u{1b}");
    }

    /// In all planes of Unicode, no character that the standard library classifies as control or
    /// white space is plain.
    #[test]
    fn no_control_character_and_no_other_space_is_plain() {
        let bad = |letter: &char| {
            letter.is_control() || letter.is_whitespace() && !" \u{3000}".contains(*letter)
        };
        let through = ('\0'..=char::MAX)
            .filter(bad)
            .find(|&letter| is_plain(letter));
        assert_eq!(through, None);
    }
}
