//! Decodes the text of a file.

use std::borrow::Cow;

use super::Mark;
use crate::{NotationError, Place, error_text};

/// Decodes UTF-8 or UTF-16, with or without a byte order mark, or else ISO-8859-1 and its superset
/// windows-1252.
///
/// A byte order mark decides. Without one, a zero byte beside the first character, which is ASCII,
/// shows UTF-16. Otherwise the declaration in the file counts (`CA[ISO-8859-1]`). Without a
/// declaration, a text that is not UTF-8 is read as windows-1252. The name of the file does not
/// matter.
///
/// Encodings with several bytes per character are not read: in Shift-JIS, GBK and Big5 the second
/// byte may be that of `\` or `]`, so a file that is read in another encoding would lose moves.
///
/// # Errors
///
/// If the file is not in the encoding that it declares, declares another encoding and is not UTF-8,
/// or declares none and seems to have several bytes per character. The error has the line, and the
/// byte within the line as column.
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

/// The text as far as it can be decoded, to inspect its beginning.
pub(crate) fn shown(bytes: &[u8]) -> Cow<'_, str> {
    match decode(bytes) {
        Ok(text) => Cow::Owned(text),
        Err(_) => String::from_utf8_lossy(bytes),
    }
}

fn by_declaration(bytes: &[u8]) -> Result<String, NotationError> {
    if let Some(at) = bytes.windows(2).position(switches_encoding) {
        let message = error_text!(
            "sgf-iso-2022",
            "this is a character of ISO-2022, an encoding that is not supported; expected UTF-8"
        );
        return Err(NotationError::new(place_of(bytes, at), message));
    }
    let declared = declared(bytes);
    let name = declared.as_deref().unwrap_or_default().to_ascii_lowercase();
    match name.replace(['-', '_', ' '], "").as_str() {
        "iso88591" | "latin1" | "l1" | "windows1252" | "cp1252" => Ok(windows_1252(bytes)),
        "utf8" => utf8(bytes),
        "" | "usascii" | "ascii" => utf8(bytes).or_else(|_| undeclared(bytes)),
        _ => utf8(bytes).map_err(|error| {
            let message = error_text!(
                "sgf-other-encoding",
                "the encoding CA[{name}] is not supported; expected UTF-8, UTF-16, ISO-8859-1 or \
                 windows-1252",
                name = declared.unwrap_or_default()
            );
            NotationError::new(error.place, message)
        }),
    }
}

/// Whether an escape sequence of ISO-2022 begins here: the bytes after it look like ASCII, but `\\`
/// and `]` may be parts of characters.
fn switches_encoding(bytes: &[u8]) -> bool {
    matches!(bytes, [0x1b, b'$' | b'('])
}

/// Decodes bytes that are not UTF-8, in a file that declares no encoding.
fn undeclared(bytes: &[u8]) -> Result<String, NotationError> {
    let Some(at) = (0..bytes.len()).find(|&at| is_of_several(&bytes[at..])) else {
        return Ok(windows_1252(bytes));
    };
    let place = place_of(bytes, at);
    let message = error_text!(
        "sgf-unknown-encoding",
        "the bytes from here on are not UTF-8, and look like an encoding that is not supported, such \
         as Shift-JIS, GBK or Big5; expected UTF-8, or CA[windows-1252] for that encoding"
    );
    Err(NotationError::new(place, message))
}

/// Whether bytes begin like a character of several bytes, and unlike a text in windows-1252:
///
/// - with a byte that is not a letter of ISO-8859-1 and no quote, dash, ellipsis or sign of
///   windows-1252;
/// - with any other byte that is not ASCII, followed by a backslash, which may be its second byte;
/// - with four bytes that are all letters with accents.
///
/// The first two conditions find each byte of Shift-JIS, GBK and Big5 that could escape a bracket.
fn is_of_several(bytes: &[u8]) -> bool {
    match bytes {
        [
            0x80 | 0x84 | 0x85 | 0x8b | 0x91..=0x97 | 0x99 | 0x9b,
            rest @ ..,
        ] => rest.first() == Some(&b'\\'),
        [0x81..=0x9f, ..] | [0xa0..=0xff, b'\\', ..] => true,
        [first, second, third, fourth, ..] => [first, second, third, fourth]
            .iter()
            .all(|&&byte| byte > 0xa0),
        _ => false,
    }
}

/// The value of the first property `CA`.
fn declared(bytes: &[u8]) -> Option<String> {
    let mut rest = bytes;
    let mut name = Vec::new();
    while let [byte, after @ ..] = rest {
        rest = after;
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

/// The index of the closing bracket of a value.
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
            let place = place_of(bytes, error.valid_up_to());
            let message = match place {
                Place::LineColumn(_, column) => error_text!(
                    "byte-no-utf-8",
                    "byte {byte} of the line is not UTF-8",
                    byte = column
                ),
                _ => error_text!("text-no-utf-8", "the text is not UTF-8"),
            };
            Err(NotationError::new(place, message))
        }
    }
}

/// The line of a byte, and its number within the line.
fn place_of(bytes: &[u8], at: usize) -> Place {
    let ends_line = |&at: &usize| match bytes[at] {
        b'\r' => bytes.get(at + 1) != Some(&b'\n'),
        byte => byte == b'\n',
    };
    let ends = (0..at).filter(ends_line);
    let begin = ends.clone().next_back().map_or(0, |end| end + 1);
    Place::LineColumn(ends.count() + 1, at - begin + 1)
}

fn utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> Result<String, NotationError> {
    let pairs = bytes.chunks_exact(2);
    if !pairs.remainder().is_empty() {
        return Err(NotationError::whole(error_text!(
            "utf-16-odd",
            "a text in UTF-16 has an even number of bytes; the last one is missing"
        )));
    }
    let units = pairs.map(|pair| unit([pair[0], pair[1]]));
    let mut text = String::new();
    for read in char::decode_utf16(units) {
        match read {
            Ok(letter) => text.push(letter),
            Err(_) => {
                let mark = Mark::of("").after_in(&text, "");
                let place = Place::LineColumn(mark.line, mark.column);
                let message = error_text!(
                    "kifu-broken-character",
                    "this is not a character of {encoding}",
                    encoding = "UTF-16"
                );
                return Err(NotationError::new(place, message));
            }
        }
    }
    Ok(text)
}

/// The characters of windows-1252 from 0x80 to 0x9f, where ISO-8859-1 has no visible characters.
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
        let decode = |name: &str, bytes: &[u8]| {
            let head = format!("(;C[CA[x\\]]CA [{name}]PB[");
            let bytes = [head.as_bytes(), bytes, b"])"].concat();
            decode(&bytes).map(|text| text[head.len()..].replace("])", ""))
        };
        for name in ["ISO-8859-1", "latin1", "Windows-1252", "iso_8859-1"] {
            assert_eq!(decode(name, b"\x80\xfc").unwrap(), "€ü", "{name}");
            assert_eq!(decode(name, "ü".as_bytes()).unwrap(), "Ã¼", "{name}");
        }
        for name in ["UTF-8", "GB2312", "", "us-ascii"] {
            assert_eq!(decode(name, "ü".as_bytes()).unwrap(), "ü", "{name}");
        }
        assert_eq!(decode("", b"\xfc").unwrap(), "ü");
        assert_eq!(
            decode("UTF-8", b"\xfc").unwrap_err().to_string(),
            "line 1, column 25: byte 25 of the line is not UTF-8"
        );
        assert_eq!(
            decode("GB2312", b"\n\xfc").unwrap_err().to_string(),
            "line 2, column 1: the encoding CA[GB2312] is not supported; expected UTF-8, UTF-16, \
             ISO-8859-1 or windows-1252"
        );
    }

    #[test]
    fn encodings_of_several_bytes_are_refused() {
        // The second bytes of these characters equal a backslash or a bracket.
        for text in [
            &b"(;GM[2];B[fe]C[\x83\x5c];W[df])"[..], // Shift-JIS, katakana
            b"(;GM[2];B[fe]C[\x95\x5c];W[df])",      // Shift-JIS, kanji
            b"(;GM[2];B[fe]C[\xe3\x5c];W[df])",      // Shift-JIS, a rare kanji
            b"(;GM[2];B[fe]C[\xa5\x5c];W[df])",      // Big5
            b"(;GM[2];B[fe]C[\x83\x5d];W[df])",
            b"(;GM[2];B[fe]C[\x82\xa0];W[df])", // Shift-JIS, hiragana
            b"(;GM[2];B[fe]C[\xc0\xee\xc3\xf7];W[df])", // GB 2312
            b"(;CA[ascii];B[fe]C[\x83\x5c];W[df])",
        ] {
            let error = decode(text).unwrap_err().to_string();
            let begin = "line 1, column 16: the bytes from here on are not UTF-8, and look like";
            let begin = begin.replace("16", if text[2] == b'C' { "20" } else { "16" });
            assert!(error.starts_with(&begin), "{error}");
        }
        let error = decode(b"(;GM[2]\n;C[\x1b$B%=\x1b(B];B[fe])").unwrap_err();
        assert_eq!(
            error.to_string(),
            "line 2, column 4: this is a character of ISO-2022, an encoding that is not supported; expected UTF-8"
        );
        for name in ["Shift_JIS", "EUC-JP", "GB2312", "Big5"] {
            let bytes = [b"(;CA[", name.as_bytes(), b"]C[\x83\x5c];B[fe])"].concat();
            let error = decode(&bytes).unwrap_err().to_string();
            assert!(
                error.contains(&format!("the encoding CA[{name}]")),
                "{error}"
            );
        }
    }

    #[test]
    fn latin_letters_need_no_declaration() {
        for (bytes, text) in [
            (&b"PB[M\xfcller]"[..], "PB[Müller]"),
            (b"PB[Andr\xe9]", "PB[André]"),
            (b"PB[\xd8st]PW[Fran\xe7ois]", "PB[Øst]PW[François]"),
            (b"PB[\xc9ric]C[cr\xe9\xe9e]", "PB[Éric]C[créée]"),
            (
                b"C[\x93l\x92\xe9cole\x94 \x96 5 \x80\x85]",
                "C[“l’école” – 5 €…]",
            ),
        ] {
            assert_eq!(decode(bytes).unwrap(), text);
        }
    }

    #[test]
    fn every_kind_of_line_end_is_counted() {
        for end in ["\n", "\r", "\r\n"] {
            let place = |bytes: &[u8]| decode(bytes).unwrap_err().place;
            let bytes = [b"(;CA[UTF-8]", end.as_bytes(), b";C[\xfc])"].concat();
            assert_eq!(place(&bytes), Place::LineColumn(2, 4), "{end:?}");
            let mut bytes = utf16_of(&format!("(;{end};\u{1f600})"), u16::to_le_bytes);
            bytes.drain(2 * (end.len() + 3)..2 * (end.len() + 4));
            assert_eq!(place(&bytes), Place::LineColumn(2, 2), "{end:?}");
        }
    }

    #[test]
    fn broken_utf16_has_its_place() {
        let mut bytes = utf16_of("(;\n;\u{1f600})", u16::to_le_bytes);
        bytes.drain(8..10);
        assert_eq!(
            decode(&bytes).unwrap_err().to_string(),
            "line 2, column 2: this is not a character of UTF-16"
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
