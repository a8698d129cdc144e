//! UTF-8, UTF-16, Shift-JIS, EUC-JP and ISO-2022-JP.
//!
//! The encoding is detected from the bytes. UTF-16 has a byte order mark, or zeros and characters
//! of records in one of its byte orders. ISO-2022-JP has escape sequences. Kanji in the other
//! encodings are not valid UTF-8. Most text in Shift-JIS is not valid EUC-JP: the kana, the wide
//! digits and the common kanji have first bytes that EUC-JP lacks. EUC-JP text may be valid
//! Shift-JIS (half-width kana and rare kanji). Then the encoding wins in which more characters are
//! typical of records, and if that does not decide, the file is refused. File names and
//! declarations in the file are ignored, because both are often wrong.

use shomei_game::error_text;
use std::cmp::Ordering;

use encoding_rs::{EUC_JP, Encoding as Table, ISO_2022_JP, SHIFT_JIS, UTF_16BE, UTF_16LE};

use super::{place, with_newlines};
use crate::{Error, Spot};

/// The replacement for a character that Shift-JIS lacks, as printers use it.
const MISSING: char = '〓';

/// Escape sequences that change the character set in ISO-2022-JP.
const ESCAPES: &[&[u8]] = &[
    b"\x1b$@", b"\x1b$B", b"\x1b$(", b"\x1b(B", b"\x1b(J", b"\x1b(I",
];

/// Decodes a record; its lines end with `\n`.
///
/// # Errors
///
/// If the bytes are in none of these encodings, or may be in several; the error has the line and
/// the byte within the line. In UTF-16 and ISO-2022-JP the place is that of the broken character.
pub(super) fn decode(bytes: &[u8]) -> Result<String, Error> {
    for (mark, table) in [([0xff, 0xfe], UTF_16LE), ([0xfe, 0xff], UTF_16BE)] {
        if let Some(bytes) = bytes.strip_prefix(&mark) {
            return decode_as(table, bytes);
        }
    }
    let bytes = bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes);
    if let Some(table) = utf_16_without_mark(bytes) {
        return decode_as(table, bytes);
    }
    // ISO-2022-JP consists of ASCII bytes and would otherwise be read as UTF-8.
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
            [Some(_), Some(_)] => error_text!(
                "kifu-ambiguous-encoding",
                "unknown encoding: it may be Shift-JIS or EUC-JP"
            ),
            _ => error_text!(
                "kifu-unknown-encoding",
                "unknown encoding, neither UTF-8, Shift-JIS nor EUC-JP: byte {byte} of the line \
                 begins no character of UTF-8",
                byte = column
            ),
        };
        Spot { line, column }.error(what)
    })
}

/// Decodes a text in a known encoding.
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
    let message = error_text!(
        "kifu-broken-character",
        "this is not a character of {encoding}",
        encoding = table.name()
    );
    Err(Spot { line, column }.error(message))
}

/// The byte order of UTF-16 that yields a record. Text in UTF-16 has zeros at digits, blanks and
/// ends of lines; in other encodings a zero is an accident.
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

/// Characters that are typical of records.
const OF_RECORDS: &str = "手同先後上下玉王飛角金銀桂香歩と龍竜馬成打不持駒合割平落枚攻受方番数指消費時間\
    一二三四五六七八九十１２３４５６７８９：・まで詰投了中断変化なし";

/// Which of two decodings is a record; `None` if that is undecided.
fn likelier<'a>(shift_jis: &'a str, euc_jp: &'a str) -> Option<&'a str> {
    let count = |text: &str| text.chars().filter(|&c| OF_RECORDS.contains(c)).count();
    match count(shift_jis).cmp(&count(euc_jp)) {
        Ordering::Less => Some(euc_jp),
        Ordering::Equal if shift_jis.chars().any(is_half_kana) => None,
        // If neither has typical characters: names in rare kanji.
        Ordering::Greater | Ordering::Equal => Some(shift_jis),
    }
}

/// Whether the text is in another encoding that happens to be valid. It then consists mostly of
/// half-width kana, which are rare in records.
fn is_garbled(text: &str) -> bool {
    let letters = || text.chars().filter(|letter| !letter.is_ascii());
    let kana = letters().filter(|&letter| is_half_kana(letter)).count();
    kana > letters().count() - kana
}

fn is_half_kana(letter: char) -> bool {
    matches!(letter, '\u{ff61}'..='\u{ff9f}')
}

/// Characters that Shift-JIS lacks, and those that look alike.
const ALIKE: [(char, char); 5] = [
    ('\u{301c}', '\u{ff5e}'),
    ('\u{2212}', '\u{ff0d}'),
    ('\u{2016}', '\u{2225}'),
    ('☗', '▲'),
    ('☖', '△'),
];

/// Encodes a text as Shift-JIS; a character that it lacks is replaced by one that looks alike, or by
/// [`MISSING`].
pub(super) fn encode(text: &str) -> Vec<u8> {
    let known: String = text.chars().map(known).collect();
    SHIFT_JIS.encode(&known).0.into_owned()
}

/// The character that is encoded. The encoder itself writes a backslash for `¥`, which counts as
/// missing.
fn known(letter: char) -> char {
    if let Some((_, alike)) = ALIKE.iter().find(|(missing, _)| *missing == letter) {
        return *alike;
    }
    let mut buffer = [0; 4];
    let text = letter.encode_utf8(&mut buffer);
    // Some characters are encoded as another one, such as the yen sign as a backslash.
    let bytes = SHIFT_JIS.encode(text).0;
    let again = SHIFT_JIS.decode_without_bom_handling(&bytes).0;
    if again == *text { letter } else { MISSING }
}

#[cfg(test)]
mod tests {
    use super::super::{Encoding, encode};
    use super::*;

    #[test]
    fn characters_that_shift_jis_lacks_become_alike_ones() {
        let there = |text: &str| decode(&encode(text, Encoding::ShiftJis)).unwrap();
        assert_eq!(there("手\u{301c}\u{2212}\u{2016}☗☖¥\n"), "手～－∥▲△〓\n");
        for (_, alike) in ALIKE {
            let text = format!("手{alike}\n");
            assert_eq!(there(&text), text);
        }
    }

    #[test]
    fn both_encodings_are_distinguished() {
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
            "line 2, column 1: this is not a character of UTF-16LE"
        );
        assert_eq!(
            error(b"\x1b$B\xff\x1b(B"),
            "line 1, column 1: this is not a character of ISO-2022-JP"
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
    fn characters_that_shift_jis_lacks_are_replaced() {
        let bytes = encode("駒😀a\n− ¥ ‾ \\ ~ － ー", Encoding::ShiftJis);
        assert_eq!(decode(&bytes).as_deref(), Ok("駒〓a\n－ 〓 〓 \\ ~ － ー"));
    }
}
