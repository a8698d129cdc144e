//! The encodings of records: UTF-8, UTF-16, Shift-JIS, EUC-JP and ISO-2022-JP.
//!
//! The bytes show which one it is. UTF-16 has a byte order mark, or zeros, and characters of records
//! in one order of its bytes. ISO-2022-JP has escapes. Kanji in the others are no UTF-8. Most
//! text in Shift-JIS is no EUC-JP: the kana, the wide digits and the common kanji have
//! first bytes that EUC-JP lacks. EUC-JP may be valid Shift-JIS, half-width kana and rare
//! kanji; then the one counts in which more characters are those of records, and where
//! that does not decide the file is refused. Names of files and what a file says of itself
//! are not asked, since both are often wrong.

use std::cmp::Ordering;

use encoding_rs::{EUC_JP, Encoding as Table, ISO_2022_JP, SHIFT_JIS, UTF_16BE, UTF_16LE};

use crate::{Error, Spot};

/// How a text becomes the bytes of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Encoding {
    /// UTF-8, which has every character.
    Utf8,
    /// Shift-JIS, which older programs expect.
    ShiftJis,
}

impl Encoding {
    /// As the first line of KIF has it.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Encoding::Utf8 => "UTF-8",
            Encoding::ShiftJis => "Shift_JIS",
        }
    }
}

/// What replaces a character that Shift-JIS lacks, as printers do it.
const MISSING: char = '〓';

/// What changes the character set in ISO-2022-JP.
const ESCAPES: &[&[u8]] = &[
    b"\x1b$@", b"\x1b$B", b"\x1b$(", b"\x1b(B", b"\x1b(J", b"\x1b(I",
];

/// The text of a record, its lines ended by `\n`.
///
/// # Errors
///
/// When it is none of these, or may be several, with the line and the byte in it. In UTF-16 and
/// ISO-2022-JP the place is that of the broken character.
pub(crate) fn decode(bytes: &[u8]) -> Result<String, Error> {
    for (mark, table) in [([0xff, 0xfe], UTF_16LE), ([0xfe, 0xff], UTF_16BE)] {
        if let Some(bytes) = bytes.strip_prefix(&mark) {
            return decode_as(table, bytes);
        }
    }
    let bytes = bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes);
    if let Some(table) = utf_16_without_mark(bytes) {
        return decode_as(table, bytes);
    }
    // It is ASCII by its bytes, and so would be taken for UTF-8.
    if bytes.windows(3).any(|three| ESCAPES.contains(&three)) {
        return decode_as(ISO_2022_JP, bytes);
    }
    let fault = match std::str::from_utf8(bytes) {
        Ok(text) => return Ok(with_newlines(text)),
        Err(fault) => fault.valid_up_to(),
    };
    let decoded = [SHIFT_JIS, EUC_JP]
        .map(|encoding| encoding.decode_without_bom_handling_and_without_replacement(bytes));
    let text = match &decoded {
        [Some(text), None] | [None, Some(text)] => Some(&**text).filter(|text| !is_garbled(text)),
        [Some(shift_jis), Some(euc_jp)] => likelier(shift_jis, euc_jp),
        _ => None,
    };
    text.map(with_newlines).ok_or_else(|| {
        let (line, column) = place(bytes, fault);
        let what = match decoded {
            [Some(_), Some(_)] => "Shift-JIS and EUC-JP cannot be told apart here".to_string(),
            _ => format!("byte {column} of the line begins no character of UTF-8"),
        };
        unknown(Spot { line, column }, &what)
    })
}

/// The text in an encoding that is known.
fn decode_as(table: &'static Table, bytes: &[u8]) -> Result<String, Error> {
    let text = table.decode_without_bom_handling_and_without_replacement(bytes);
    if let Some(text) = text {
        return Ok(with_newlines(&text));
    }
    let (text, _) = table.decode_without_bom_handling(bytes);
    let text = with_newlines(&text);
    let good = text.split('\u{fffd}').next().unwrap_or_default();
    let line = good.matches('\n').count() + 1;
    let column = good.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
    let message = format!("a broken character of {}", table.name());
    Err(Spot { line, column }.error(message))
}

/// The order of bytes of UTF-16, by what becomes a record. Text in it has zeros at digits, blanks
/// and ends of lines; in other encodings a zero is an accident.
fn utf_16_without_mark(bytes: &[u8]) -> Option<&'static Table> {
    if !bytes.contains(&0) || !bytes.len().is_multiple_of(2) {
        return None;
    }
    let likeness = |table: &'static Table| {
        let text = table.decode_without_bom_handling_and_without_replacement(bytes)?;
        let is_plain = |letter: &char| matches!(letter, ' '..='~' | '\u{3000}');
        let is_own = |letter: &char| "\n\r".contains(*letter) || OF_RECORDS.contains(*letter);
        let (own, plain) = (text.chars().filter(is_own), text.chars().filter(is_plain));
        let (own, plain) = (own.count(), plain.count());
        (2 * (own + plain) > text.chars().count()).then_some((own, table))
    };
    let both = [UTF_16LE, UTF_16BE].map(likeness);
    let found = both.into_iter().flatten().max_by_key(|&(own, _)| own);
    found.filter(|&(own, _)| own > 0).map(|(_, table)| table)
}

/// Characters that records consist of.
const OF_RECORDS: &str = "手同先後上下玉王飛角金銀桂香歩と龍竜馬成打不持駒合割平落枚攻受方番数指消費時間\
    一二三四五六七八九十１２３４５６７８９：・まで詰投了中断変化なし";

/// Which of two readings is that of a record; `None` where nothing tells.
fn likelier<'a>(shift_jis: &'a str, euc_jp: &'a str) -> Option<&'a str> {
    let count = |text: &str| text.chars().filter(|&c| OF_RECORDS.contains(c)).count();
    match count(shift_jis).cmp(&count(euc_jp)) {
        Ordering::Less => Some(euc_jp),
        Ordering::Equal if shift_jis.chars().any(is_half_kana) => None,
        // Where neither has any: names in rare kanji.
        Ordering::Greater | Ordering::Equal => Some(shift_jis),
    }
}

/// The line of a byte, and the byte in it, both from 1.
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

/// The text with `\n` at the end of its lines, where old programs have `\r` alone.
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

fn unknown(spot: Spot, what: &str) -> Error {
    let message = format!("unknown encoding, neither UTF-8, Shift-JIS nor EUC-JP: {what}");
    spot.error(message)
}

/// Whether it is in another encoding that happens to be valid. It becomes half-width kana
/// then, which no record has many of.
fn is_garbled(text: &str) -> bool {
    let letters = || text.chars().filter(|letter| !letter.is_ascii());
    let kana = letters().filter(|&letter| is_half_kana(letter)).count();
    kana > letters().count() - kana
}

fn is_half_kana(letter: char) -> bool {
    matches!(letter, '\u{ff61}'..='\u{ff9f}')
}

/// The bytes of a text; a character that the encoding lacks is replaced by [`MISSING`].
pub(crate) fn encode(text: &str, encoding: Encoding) -> Vec<u8> {
    match encoding {
        Encoding::Utf8 => text.as_bytes().to_vec(),
        Encoding::ShiftJis => {
            let known: String = text.chars().map(known).collect();
            SHIFT_JIS.encode(&known).0.into_owned()
        }
    }
}

/// The character, or [`MISSING`]. The encoder writes another character that looks alike in place
/// of some, such as `−` (U+2212) and `¥`: they are missing, too.
fn known(letter: char) -> char {
    let mut buffer = [0; 4];
    let text = letter.encode_utf8(&mut buffer);
    // Some characters have the bytes of another one, such as those of the backslash for a yen sign.
    let bytes = SHIFT_JIS.encode(text).0;
    let again = SHIFT_JIS.decode_without_bom_handling(&bytes).0;
    if again == *text { letter } else { MISSING }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_encodings_are_told_apart() {
        let text = "後手の持駒：飛　角二\n|v香・|一\n";
        for encoding in [Encoding::Utf8, Encoding::ShiftJis] {
            assert_eq!(decode(&encode(text, encoding)).as_deref(), Ok(text));
        }
        let marked = ["\u{feff}".as_bytes(), text.as_bytes()].concat();
        assert_eq!(decode(&marked).as_deref(), Ok(text));
    }

    #[test]
    fn other_encodings_are_refused_with_their_place() {
        let error = |bytes: &[u8]| decode(bytes).unwrap_err().to_string();
        let unknown = "unknown encoding, neither UTF-8, Shift-JIS nor EUC-JP: ";
        assert_eq!(
            error(b"\xff\xfe1\0\n\0\0\xd81\0"),
            "line 2, column 1: a broken character of UTF-16LE"
        );
        assert_eq!(
            error(b"\x1b$B\xff\x1b(B"),
            "line 1, column 1: a broken character of ISO-2022-JP"
        );
        let (euc, _, _) = EUC_JP.encode("# a\n手合割：平手\n先手：甲\n");
        assert!(decode(&euc).is_ok());
        let byte = "byte 2 of the line begins no character of UTF-8";
        assert_eq!(
            error(b"a\nb\xff"),
            format!("line 2, column 2: {unknown}{byte}")
        );
    }

    /// UTF-16 in either order, with a mark and without, and ISO-2022-JP.
    #[test]
    fn wide_and_escaped_encodings_are_read() {
        let text = "後手の持駒：飛　角二\n|v香・|一\n";
        let units = || text.encode_utf16();
        let little: Vec<u8> = units().flat_map(u16::to_le_bytes).collect();
        let big: Vec<u8> = units().flat_map(u16::to_be_bytes).collect();
        for bytes in [
            [&b"\xff\xfe"[..], &little].concat(),
            [&b"\xfe\xff"[..], &big].concat(),
            little,
            big,
            b"\x1b$B8e<j$N;}6p!'Ht!!3QFs\x1b(B\n|v\x1b$B9a!&\x1b(B|\x1b$B0l\x1b(B\n".to_vec(),
        ] {
            assert_eq!(decode(&bytes).as_deref(), Ok(text), "{bytes:?}");
        }
    }

    #[test]
    fn what_shift_jis_lacks_is_replaced() {
        let bytes = encode("駒😀a\n− ¥ ‾ \\ ~ － ー", Encoding::ShiftJis);
        assert_eq!(decode(&bytes).as_deref(), Ok("駒〓a\n〓 〓 〓 \\ ~ － ー"));
    }
}
