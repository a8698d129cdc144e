//! The text of a file: which encoding its bytes have.

use std::borrow::Cow;

use crate::{NotationError, Place};

/// The text of bytes: UTF-8 or UTF-16, with or without a byte order mark, or else ISO-8859-1 and
/// its superset windows-1252.
///
/// A byte order mark decides. Without one, UTF-16 shows by the zero byte beside its first character,
/// which is one of ASCII; then counts what the file says of itself (`CA[ISO-8859-1]`), and where it
/// says nothing all that is no UTF-8 is windows-1252. The name of the file does not matter.
///
/// # Errors
///
/// With the line, and the byte of the line as column, where the file is not in the encoding that it
/// says, or says another one and is no UTF-8.
pub fn decode(bytes: &[u8]) -> Result<String, NotationError> {
    match bytes {
        [0xef, 0xbb, 0xbf, text @ ..] => utf8(text),
        [0xff, 0xfe, text @ ..] => utf16(text, u16::from_le_bytes),
        [0xfe, 0xff, text @ ..] => utf16(text, u16::from_be_bytes),
        [0, first, ..] if *first != 0 => utf16(bytes, u16::from_be_bytes),
        [first, 0, ..] if *first != 0 => utf16(bytes, u16::from_le_bytes),
        _ => by_declaration(bytes),
    }
}

/// The text as far as it can be read: for a look at its beginning.
pub(crate) fn shown(bytes: &[u8]) -> Cow<'_, str> {
    match decode(bytes) {
        Ok(text) => Cow::Owned(text),
        Err(_) => String::from_utf8_lossy(bytes),
    }
}

fn by_declaration(bytes: &[u8]) -> Result<String, NotationError> {
    let declared = declared(bytes);
    let name = declared.as_deref().unwrap_or_default().to_ascii_lowercase();
    match name.replace(['-', '_', ' '], "").as_str() {
        "iso88591" | "latin1" | "l1" | "windows1252" | "cp1252" => Ok(windows_1252(bytes)),
        "utf8" => utf8(bytes),
        "" | "usascii" | "ascii" => Ok(utf8(bytes).unwrap_or_else(|_| windows_1252(bytes))),
        _ => utf8(bytes).map_err(|error| {
            let name = declared.unwrap_or_default();
            let message = format!(
                "the file says CA[{name}], which is not read; expected UTF-8, UTF-16, ISO-8859-1 or \
                 windows-1252"
            );
            NotationError::new(error.place, message)
        }),
    }
}

/// The value of the first property `CA`.
fn declared(bytes: &[u8]) -> Option<String> {
    let mut rest = bytes;
    let mut name = Vec::new();
    while let [byte, behind @ ..] = rest {
        rest = behind;
        match byte {
            b'[' => {
                let end = value_ends(rest)?;
                if name == b"CA" {
                    let value = String::from_utf8_lossy(&rest[..end]);
                    return Some(value.trim().to_string());
                }
                rest = &rest[end + 1..];
                name.clear();
            }
            byte if byte.is_ascii_whitespace() => {}
            byte if byte.is_ascii_uppercase() => name.push(*byte),
            _ => name.clear(),
        }
    }
    None
}

/// Where the closing bracket of a value is.
fn value_ends(bytes: &[u8]) -> Option<usize> {
    let mut is_escaped = false;
    bytes.iter().position(|&byte| {
        let ends = byte == b']' && !is_escaped;
        is_escaped = byte == b'\\' && !is_escaped;
        ends
    })
}

fn utf8(bytes: &[u8]) -> Result<String, NotationError> {
    match std::str::from_utf8(bytes) {
        Ok(text) => Ok(text.to_string()),
        Err(error) => {
            let before = &bytes[..error.valid_up_to()];
            let line = before.iter().filter(|&&byte| byte == b'\n').count() + 1;
            let column = before.iter().rev().take_while(|&&byte| byte != b'\n');
            let column = column.count() + 1;
            let message = format!("byte {column} of the line is no UTF-8");
            Err(NotationError::new(Place::LineColumn(line, column), message))
        }
    }
}

fn utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> Result<String, NotationError> {
    let pairs = bytes.chunks_exact(2);
    if !pairs.remainder().is_empty() {
        return Err(NotationError::whole(
            "a text in UTF-16 has an even number of bytes; the last one is missing",
        ));
    }
    let units = pairs.map(|pair| unit([pair[0], pair[1]]));
    let (mut text, mut line, mut column) = (String::new(), 1, 1);
    for read in char::decode_utf16(units) {
        match read {
            Ok('\n') => (line, column) = (line + 1, 1),
            Ok(_) => column += 1,
            Err(_) => {
                let place = Place::LineColumn(line, column);
                return Err(NotationError::new(place, "this is no character of UTF-16"));
            }
        }
        text.extend(read);
    }
    Ok(text)
}

/// The characters of windows-1252 from 0x80 to 0x9f, of which ISO-8859-1 has none that is seen.
const WINDOWS: [char; 32] = [
    '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž', '\u{8f}',
    '\u{90}', '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}', 'ž', 'Ÿ',
];

fn windows_1252(bytes: &[u8]) -> String {
    let character = |&byte: &u8| match byte {
        0x80..=0x9f => WINDOWS[usize::from(byte - 0x80)],
        _ => char::from(byte),
    };
    bytes.iter().map(character).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn utf16_of(text: &str, bytes: fn(u16) -> [u8; 2]) -> Vec<u8> {
        text.encode_utf16().flat_map(bytes).collect()
    }

    #[test]
    fn every_encoding_is_one_text() {
        let text = "(;GM[9]PB[Müller]\n;B[c8-c6])";
        let latin: Vec<u8> = text.chars().map(|c| c as u8).collect();
        let marked = |mark: &[u8], bytes: Vec<u8>| [mark.to_vec(), bytes].concat();
        for bytes in [
            text.as_bytes().to_vec(),
            marked(b"\xef\xbb\xbf", text.into()),
            utf16_of(text, u16::to_le_bytes),
            utf16_of(text, u16::to_be_bytes),
            marked(b"\xff\xfe", utf16_of(text, u16::to_le_bytes)),
            marked(b"\xfe\xff", utf16_of(text, u16::to_be_bytes)),
            latin,
        ] {
            assert_eq!(decode(&bytes).unwrap(), text);
            assert!(super::super::looks_like_game(&bytes));
        }
    }

    #[test]
    fn a_file_may_say_its_encoding() {
        let said = |name: &str, bytes: &[u8]| {
            let head = format!("(;C[CA[x\\]]CA [{name}]PB[");
            let bytes = [head.as_bytes(), bytes, b"])"].concat();
            decode(&bytes).map(|text| text[head.len()..].replace("])", ""))
        };
        for name in ["ISO-8859-1", "latin1", "Windows-1252", "iso_8859-1"] {
            assert_eq!(said(name, b"\x80\xfc").unwrap(), "€ü", "{name}");
            assert_eq!(said(name, "ü".as_bytes()).unwrap(), "Ã¼", "{name}");
        }
        for name in ["UTF-8", "GB2312", "", "us-ascii"] {
            assert_eq!(said(name, "ü".as_bytes()).unwrap(), "ü", "{name}");
        }
        assert_eq!(said("", b"\xfc").unwrap(), "ü");
        assert_eq!(
            said("UTF-8", b"\xfc").unwrap_err().to_string(),
            "line 1, column 28: byte 28 of the line is no UTF-8"
        );
        assert_eq!(
            said("GB2312", b"\n\xfc").unwrap_err().to_string(),
            "line 2, column 1: the file says CA[GB2312], which is not read; expected UTF-8, UTF-16, \
             ISO-8859-1 or windows-1252"
        );
    }

    #[test]
    fn broken_utf16_has_its_place() {
        let mut bytes = utf16_of("(;\n;\u{1f600})", u16::to_le_bytes);
        bytes.drain(8..10);
        assert_eq!(
            decode(&bytes).unwrap_err().to_string(),
            "line 2, column 2: this is no character of UTF-16"
        );
        bytes.pop();
        assert!(
            decode(&bytes)
                .unwrap_err()
                .to_string()
                .contains("even number")
        );
    }
}
