//! The words of records: pieces, numbers, sides and handicaps.

use shomei_game::Side;

use crate::Kind;

/// Pieces in KIF. Longer names stand first, and of several the one that is written.
pub(super) const PIECES: &[(&str, Kind)] = &[
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
pub(super) const CSA_PIECES: &[(&str, Kind)] = &[
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

/// Who plays, by all names. Where pieces are given away the stronger side is the upper one
/// and moves first; in problems the one who mates attacks.
pub(super) const SIDES: &[(&str, Side)] = &[
    ("先手", Side::First),
    ("後手", Side::Second),
    ("下手", Side::First),
    ("上手", Side::Second),
    ("攻方", Side::First),
    ("攻め方", Side::First),
    ("詰方", Side::First),
    ("詰め方", Side::First),
    ("玉方", Side::Second),
    ("受方", Side::Second),
    ("受け方", Side::Second),
];

/// The first name of a side.
pub(super) fn side_name(side: Side) -> &'static str {
    let found = SIDES.iter().find(|(_, other)| *other == side);
    found.map_or("", |&(name, _)| name)
}

/// What a hand is called, behind its side.
pub(super) const HOLDS: &[&str] = &["の持駒", "の持ち駒", "持駒", "持ち駒"];

/// All that is nowhere else: 残, one of these, one of [`REST_WHOLE`] and nothing more.
pub(super) const REST_BEGIN: &[(&str, ())] =
    &[("り駒", ()), ("りの駒", ()), ("り", ()), ("駒", ())];

/// What may stand behind [`REST_BEGIN`], or alone behind 残.
pub(super) const REST_WHOLE: &[(&str, ())] = &[
    ("全部", ()),
    ("全て", ()),
    ("すべて", ()),
    ("総て", ()),
    ("全駒", ()),
];

/// Words that end a line with a move before them that was not legal, or with another
/// fault.
pub(super) const FOULS: &[(&str, ())] = &[("反則勝ち", ()), ("反則負け", ())];

/// The digits of ranks and of numbers in hands.
const KANJI: &str = "一二三四五六七八九";

/// The digits of files.
const WIDE: &str = "１２３４５６７８９";

/// A kanji from one to nine.
pub(super) fn kanji_digit(letter: char) -> Option<u8> {
    let place = KANJI.chars().position(|digit| digit == letter)?;
    u8::try_from(place + 1).ok()
}

/// The kanji of a rank from 1 to 9.
pub(super) fn rank_name(rank: u8) -> char {
    let place = usize::from(rank).saturating_sub(1);
    KANJI.chars().nth(place).unwrap_or('？')
}

/// The wide digit of a file from 1 to 9.
pub(super) fn file_name(file: u8) -> char {
    let place = usize::from(file).saturating_sub(1);
    WIDE.chars().nth(place).unwrap_or('？')
}

/// The first name of a thing in a table.
pub(super) fn name_of(kind: Kind, names: &[(&'static str, Kind)]) -> &'static str {
    let found = names.iter().find(|(_, other)| *other == kind);
    found.map_or("", |&(name, _)| name)
}

/// The one kanji of a piece in a diagram.
pub(super) fn short_name(kind: Kind) -> &'static str {
    match kind {
        Kind::ProLance => "杏",
        Kind::ProKnight => "圭",
        Kind::ProSilver => "全",
        _ => name_of(kind, PIECES),
    }
}

/// A number below 20 in kanji; 1 is left out.
pub(super) fn count_name(count: u8) -> String {
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

/// What the upper side gives away: squares as file and rank. The right of the upper
/// side is file 9.
pub(super) const HANDICAPS: &[(&str, &[(u8, u8)])] = &[
    ("平手", &[]),
    ("香落ち", &[(1, 1)]),
    ("右香落ち", &[(9, 1)]),
    ("角落ち", &[(2, 2)]),
    ("飛車落ち", &[(8, 2)]),
    ("飛香落ち", &[(8, 2), (1, 1)]),
    ("二枚落ち", &[(8, 2), (2, 2)]),
    ("三枚落ち", &[(8, 2), (2, 2), (1, 1)]),
    ("四枚落ち", &[(8, 2), (2, 2), (1, 1), (9, 1)]),
    ("五枚落ち", &[(8, 2), (2, 2), (1, 1), (9, 1), (8, 1)]),
    ("左五枚落ち", &[(8, 2), (2, 2), (1, 1), (9, 1), (2, 1)]),
    (
        "六枚落ち",
        &[(8, 2), (2, 2), (1, 1), (9, 1), (8, 1), (2, 1)],
    ),
    (
        "左七枚落ち",
        &[(8, 2), (2, 2), (1, 1), (9, 1), (8, 1), (2, 1), (3, 1)],
    ),
    (
        "右七枚落ち",
        &[(8, 2), (2, 2), (1, 1), (9, 1), (8, 1), (2, 1), (7, 1)],
    ),
    (
        "八枚落ち",
        &[
            (8, 2),
            (2, 2),
            (1, 1),
            (9, 1),
            (8, 1),
            (2, 1),
            (3, 1),
            (7, 1),
        ],
    ),
    (
        "十枚落ち",
        &[
            (8, 2),
            (2, 2),
            (1, 1),
            (9, 1),
            (8, 1),
            (2, 1),
            (3, 1),
            (7, 1),
            (4, 1),
            (6, 1),
        ],
    ),
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
        for number in (0..12).chain(13..15) {
            let kind = Kind::from_number(number);
            assert!(!name_of(kind, PIECES).is_empty());
            assert_eq!(name_of(kind, CSA_PIECES).len(), 2);
            assert_eq!(short_name(kind).chars().count(), 1);
        }
    }
}
