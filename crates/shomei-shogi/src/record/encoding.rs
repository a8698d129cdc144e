//! The encodings of records: UTF-8, Shift-JIS and EUC-JP.
//!
//! Which one it is can be told from the bytes. Kanji in the others are no UTF-8. Most
//! text in Shift-JIS is no EUC-JP: the kana, the wide digits and the common kanji have
//! first bytes that EUC-JP lacks. EUC-JP may be valid Shift-JIS, half-width kana and rare
//! kanji; then the one counts in which more characters are those of records, and where
//! that does not decide the file is refused. Names of files and what a file says of itself
//! are not asked, since both are often wrong.

use std::cmp::Ordering;

use encoding_rs::{EUC_JP, SHIFT_JIS};
use shomei_game::{NotationError, Place};

/// How text becomes bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Encoding {
    Utf8,
    ShiftJis,
}

impl Encoding {
    /// As the first line of KIF has it.
    pub(super) fn name(self) -> &'static str {
        match self {
            Encoding::Utf8 => "UTF-8",
            Encoding::ShiftJis => "Shift_JIS",
        }
    }
}

/// What stands for a character that Shift-JIS lacks, as printers do it.
const MISSING: char = '〓';

/// What changes the character set in ISO-2022-JP.
const ESCAPES: &[&[u8]] = &[
    b"\x1b$@", b"\x1b$B", b"\x1b$(", b"\x1b(B", b"\x1b(J", b"\x1b(I",
];

/// The text of a record, its lines ended by `\n`.
///
/// # Errors
///
/// When it is none of the three, or cannot be told, with the line and the byte in it.
pub(super) fn decode(bytes: &[u8]) -> Result<String, NotationError> {
    if bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff]) {
        return Err(unknown(Place::Whole, "it seems to be UTF-16"));
    }
    let bytes = bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes);
    // It is ASCII by its bytes, and so would be taken for UTF-8.
    if let Some(at) = bytes.windows(3).position(|three| ESCAPES.contains(&three)) {
        let (line, column) = place(bytes, at);
        let what = "it seems to be ISO-2022-JP (JIS)";
        return Err(unknown(Place::LineColumn(line, column), what));
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
        unknown(Place::LineColumn(line, column), &what)
    })
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

fn unknown(place: Place, what: &str) -> NotationError {
    let message = format!("unknown encoding, neither UTF-8, Shift-JIS nor EUC-JP: {what}");
    NotationError::new(place, message)
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

/// The bytes of a text; a character that the encoding lacks is replaced.
pub(super) fn encode(text: &str, encoding: Encoding) -> Vec<u8> {
    match encoding {
        Encoding::Utf8 => text.as_bytes().to_vec(),
        Encoding::ShiftJis => {
            let (bytes, _, has_missing) = SHIFT_JIS.encode(text);
            if !has_missing {
                return bytes.into_owned();
            }
            let known: String = text.chars().map(known).collect();
            SHIFT_JIS.encode(&known).0.into_owned()
        }
    }
}

/// The character, or what stands for it.
fn known(letter: char) -> char {
    let mut buffer = [0; 4];
    let (_, _, is_missing) = SHIFT_JIS.encode(letter.encode_utf8(&mut buffer));
    if is_missing { MISSING } else { letter }
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
            error(b"\xff\xfe1\0"),
            format!("{unknown}it seems to be UTF-16")
        );
        let (euc, _, _) = EUC_JP.encode("# a\n手合割：平手\n先手：甲\n");
        assert!(decode(&euc).is_ok());
        let byte = "byte 2 of the line begins no character of UTF-8";
        assert_eq!(
            error(b"a\nb\xff"),
            format!("line 2, column 2: {unknown}{byte}")
        );
    }

    #[test]
    fn what_shift_jis_lacks_is_replaced() {
        let bytes = encode("駒😀a", Encoding::ShiftJis);
        assert_eq!(decode(&bytes).as_deref(), Ok("駒〓a"));
    }
}
