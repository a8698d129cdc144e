//! The encodings of records: UTF-8, and with the feature `encodings` UTF-16, Shift-JIS, EUC-JP and
//! ISO-2022-JP.

#[cfg(feature = "encodings")]
mod japanese;

#[cfg(not(feature = "encodings"))]
use shomei_game::error_text;

use crate::Error;
#[cfg(not(feature = "encodings"))]
use crate::Spot;

/// The encoding of a written file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Encoding {
    /// UTF-8, which has every character.
    Utf8,
    /// Shift-JIS, which older programs expect.
    #[cfg(feature = "encodings")]
    ShiftJis,
}

impl Encoding {
    /// The encoding that older programs expect; UTF-8 without the feature `encodings`.
    #[cfg(feature = "encodings")]
    pub(crate) const OLD: Encoding = Encoding::ShiftJis;
    #[cfg(not(feature = "encodings"))]
    pub(crate) const OLD: Encoding = Encoding::Utf8;

    /// The name in the first line of KIF.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Encoding::Utf8 => "UTF-8",
            #[cfg(feature = "encodings")]
            Encoding::ShiftJis => "Shift_JIS",
        }
    }
}

/// Decodes a record; its lines end with `\n`.
///
/// # Errors
///
/// If the bytes are in none of these encodings, or may be in several; the error has the line and
/// the byte within the line. In UTF-16 and ISO-2022-JP the place is that of the broken character.
#[cfg(feature = "encodings")]
pub(crate) fn decode(bytes: &[u8]) -> Result<String, Error> {
    japanese::decode(bytes)
}

/// Decodes a record in UTF-8; its lines end with `\n`.
///
/// # Errors
///
/// If the bytes are not UTF-8; the error has the line and the byte within the line.
#[cfg(not(feature = "encodings"))]
pub(crate) fn decode(bytes: &[u8]) -> Result<String, Error> {
    let bytes = bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes);
    let text = std::str::from_utf8(bytes).map_err(|fault| {
        let (line, column) = place(bytes, fault.valid_up_to());
        let what = error_text!(
            "kifu-not-utf-8",
            "this is not UTF-8, the only encoding of this build: byte {byte} of the line begins no \
             character",
            byte = column
        );
        Spot { line, column }.error(what)
    })?;
    Ok(with_newlines(text))
}

/// The line of a byte, and its number within the line, both from 1.
fn place(bytes: &[u8], at: usize) -> (usize, usize) {
    let end = match bytes.contains(&b'\n') {
        true => b'\n',
        false => b'\r',
    };
    let before = &bytes[..at];
    let line = before.iter().filter(|&&byte| byte == end).count() + 1;
    let start = before.iter().rposition(|&byte| byte == end);
    (line, at - start.map_or(0, |end| end + 1) + 1)
}

/// Changes all line ends to `\n`; old programs write `\r` alone.
fn with_newlines(text: &str) -> String {
    if !text.contains('\r') {
        return text.to_string();
    }
    let lines = text.split('\n');
    let lines: Vec<String> = lines
        .map(|line| line.trim_end_matches('\r').replace('\r', "\n"))
        .collect();
    lines.join("\n")
}

/// Encodes a text; Shift-JIS has `〓` in the place of a character that it lacks.
pub(crate) fn encode(text: &str, encoding: Encoding) -> Vec<u8> {
    match encoding {
        Encoding::Utf8 => text.as_bytes().to_vec(),
        #[cfg(feature = "encodings")]
        Encoding::ShiftJis => japanese::encode(text),
    }
}
