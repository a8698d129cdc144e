//! The words of records: pieces, numbers, sides and handicaps.

use shomei_game::Side;
use shomei_shogi::{Kind, Move, Position};

use crate::scan::Scan;

/// Pieces in KIF. Longer names come first. Of several names of a kind, the first is written.
pub(crate) const PIECES: &[(&str, Kind)] = &[
    ("成銀", Kind::ProSilver),
    ("成桂", Kind::ProKnight),
    ("成香", Kind::ProLance),
    ("歩", Kind::Pawn),
    ("香", Kind::Lance),
    ("桂", Kind::Knight),
    ("銀", Kind::Silver),
    ("金", Kind::Gold),
    ("角", Kind::Bishop),
    ("飛", Kind::Rook),
    ("玉", Kind::King),
    ("王", Kind::King),
    ("と", Kind::ProPawn),
    ("杏", Kind::ProLance),
    ("圭", Kind::ProKnight),
    ("全", Kind::ProSilver),
    ("馬", Kind::Horse),
    ("龍", Kind::Dragon),
    ("竜", Kind::Dragon),
];

/// Pieces in CSA.
pub(crate) const CSA_PIECES: &[(&str, Kind)] = &[
    ("FU", Kind::Pawn),
    ("KY", Kind::Lance),
    ("KE", Kind::Knight),
    ("GI", Kind::Silver),
    ("KI", Kind::Gold),
    ("KA", Kind::Bishop),
    ("HI", Kind::Rook),
    ("OU", Kind::King),
    ("TO", Kind::ProPawn),
    ("NY", Kind::ProLance),
    ("NK", Kind::ProKnight),
    ("NG", Kind::ProSilver),
    ("UM", Kind::Horse),
    ("RY", Kind::Dragon),
];

/// The names of sides.
pub(crate) const SIDES: &[(&str, Side)] = &Side::NAMES;

/// The first name of a side.
pub(crate) fn side_name(side: Side) -> &'static str {
    let found = SIDES.iter().find(|(_, other)| *other == side);
    found.map_or("", |&(name, _)| name)
}

/// Pieces in hand by their long names.
pub(crate) const LONG_NAMES: &[(&str, Kind)] = &[
    ("飛車", Kind::Rook),
    ("角行", Kind::Bishop),
    ("金将", Kind::Gold),
    ("銀将", Kind::Silver),
    ("桂馬", Kind::Knight),
    ("香車", Kind::Lance),
    ("歩兵", Kind::Pawn),
];

/// Words for a hand, with or without a side before them.
pub(crate) const HOLDS: &[&str] = &[
    "持駒",
    "持ち駒",
    "手駒",
    "手持駒",
    "手持ち駒",
    "持ちごま",
    "持ごま",
    "もちごま",
];

/// An empty hand.
pub(crate) const NOTHING: &[&str] = &["なし", "無し", "無"];

/// Words for all remaining pieces, alone or with one of [`REST_WHOLE`] after it.
const REST: [&str; 6] = ["残り", "残り駒", "残りの駒", "残駒", "その他", "その他の駒"];

/// Words for all pieces of [`REST`], or for all remaining pieces.
const REST_WHOLE: [&str; 5] = ["全部", "全て", "すべて", "総て", "全駒"];

/// Whether words mean all remaining pieces: 残り, 残りの全部, その他 全部, 全部.
pub(crate) fn is_rest(words: &str) -> bool {
    let words = words.replace(char::is_whitespace, "");
    let begin = REST_WHOLE
        .iter()
        .find_map(|whole| words.strip_suffix(whole));
    match begin {
        None => REST.contains(&words.as_str()),
        Some("" | "残") => true,
        Some(begin) => REST.contains(&begin.strip_suffix('の').unwrap_or(begin)),
    }
}

/// The digits of ranks and of numbers in hands.
const KANJI: &str = "一二三四五六七八九";

/// The digits of files.
const WIDE: &str = "１２３４５６７８９";

/// The number of a kanji from one to nine.
pub(crate) fn kanji_digit(letter: char) -> Option<u8> {
    let place = KANJI.chars().position(|digit| digit == letter)?;
    u8::try_from(place + 1).ok()
}

/// The kanji of a rank from 1 to 9.
pub(crate) fn rank_name(rank: u8) -> char {
    let place = usize::from(rank).saturating_sub(1);
    KANJI.chars().nth(place).unwrap_or('？')
}

/// The wide digit of a file from 1 to 9.
pub(crate) fn file_name(file: u8) -> char {
    let place = usize::from(file).saturating_sub(1);
    WIDE.chars().nth(place).unwrap_or('？')
}

/// Reads a number below 1,000 in kanji; `None` if no number is next.
pub(crate) fn kanji_number(scan: &mut Scan<'_>) -> Option<usize> {
    let (mut number, mut digit) = (0, None);
    let begin = scan.spot();
    while let Some(letter) = scan.peek() {
        match (letter, kanji_digit(letter)) {
            (_, Some(next)) if digit.is_none() => digit = Some(usize::from(next)),
            ('百', _) if number == 0 => number = 100 * digit.take().unwrap_or(1),
            ('十', _) if number % 100 == 0 => number += 10 * digit.take().unwrap_or(1),
            _ => break,
        }
        scan.next();
    }
    (scan.spot() != begin).then_some(number + digit.unwrap_or(0))
}

/// The first name of a kind in a table.
pub(crate) fn name_of(kind: Kind, names: &[(&'static str, Kind)]) -> &'static str {
    let found = names.iter().find(|(_, other)| *other == kind);
    found.map_or("", |&(name, _)| name)
}

/// The name of the piece that a move drops or moves.
pub(crate) fn moved_name(
    position: &Position,
    mv: Move,
    names: &[(&'static str, Kind)],
) -> &'static str {
    let kind = position.moved_kind(mv);
    kind.map_or("", |kind| name_of(kind, names))
}

/// The single kanji of a piece in a diagram.
pub(crate) fn short_name(kind: Kind) -> &'static str {
    match kind {
        Kind::ProLance => "杏",
        Kind::ProKnight => "圭",
        Kind::ProSilver => "全",
        _ => name_of(kind, PIECES),
    }
}

/// A number below 20 in kanji; empty for 1.
pub(crate) fn count_name(count: u8) -> String {
    let ones = |n: u8| match n {
        0 => String::new(),
        _ => rank_name(n).to_string(),
    };
    match count {
        0 | 1 => String::new(),
        2..=9 => ones(count),
        _ => format!("十{}", ones(count % 10)),
    }
}

/// The squares from which the upper side's pieces are removed, by the name of the handicap. Numbers
/// may be digits, and the ち at the end may be missing.
pub(crate) fn handicap(name: &str) -> Option<&'static str> {
    let plain = |name: &str| name.strip_suffix('ち').unwrap_or(name).to_string();
    let mut wanted = plain(name);
    if let Some(number) = wanted.strip_suffix("枚落") {
        let mut scan = Scan::of(number, 1);
        if let (Some(number), None) = (scan.number(), scan.peek()) {
            let number = u8::try_from(number).ok().filter(|&number| number < 20)?;
            wanted = format!("{}枚落", count_name(number));
        }
    }
    let found = HANDICAPS.iter().find(|(known, _)| plain(known) == wanted);
    found.map(|&(_, given)| given)
}

/// The squares that are empty in a handicap's start. The right of the upper side is file 9.
pub(crate) const HANDICAPS: &[(&str, &str)] = &[
    ("平手", ""),
    ("香落ち", "1a"),
    ("左香落ち", "1a"),
    ("右香落ち", "9a"),
    ("角落ち", "2b"),
    ("飛車落ち", "8b"),
    ("飛落ち", "8b"),
    ("飛香落ち", "8b 1a"),
    ("二枚落ち", "8b 2b"),
    ("三枚落ち", "8b 2b 1a"),
    ("四枚落ち", "8b 2b 1a 9a"),
    ("五枚落ち", "8b 2b 1a 9a 8a"),
    ("左五枚落ち", "8b 2b 1a 9a 2a"),
    ("六枚落ち", "8b 2b 1a 9a 8a 2a"),
    ("左七枚落ち", "8b 2b 1a 9a 8a 2a 3a"),
    ("右七枚落ち", "8b 2b 1a 9a 8a 2a 7a"),
    ("八枚落ち", "8b 2b 1a 9a 8a 2a 3a 7a"),
    ("十枚落ち", "8b 2b 1a 9a 8a 2a 3a 7a 4a 6a"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_as_they_are_read() {
        assert_eq!(count_name(1), "");
        assert_eq!(count_name(9), "九");
        assert_eq!(count_name(10), "十");
        assert_eq!(count_name(18), "十八");
        for rank in 1..=9 {
            assert_eq!(kanji_digit(rank_name(rank)), Some(rank));
        }
    }

    #[test]
    fn every_piece_has_names() {
        let promoted = Kind::IN_HAND.into_iter().filter_map(Kind::promoted);
        for kind in Kind::IN_HAND
            .into_iter()
            .chain(promoted)
            .chain([Kind::King])
        {
            assert!(!name_of(kind, PIECES).is_empty());
            assert_eq!(name_of(kind, CSA_PIECES).len(), 2);
            assert_eq!(short_name(kind).chars().count(), 1);
        }
    }
}
