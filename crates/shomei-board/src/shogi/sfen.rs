//! The board of shogi and its canonical text.

use std::fmt::Write;

use shomei_game::{Lang, Side};
use shomei_messages::{self as msg, Message};

/// The letters of the kinds, pawn first.
const LETTERS: [&str; 8] = ["P", "L", "N", "S", "G", "B", "R", "K"];

/// The kinds that a hand can contain, in the order of SFEN.
const ORDER: [usize; 7] = [6, 5, 4, 3, 2, 1, 0];

/// The kanji of unpromoted pieces.
pub(super) const KANJI: [&str; 8] = ["歩", "香", "桂", "銀", "金", "角", "飛", "玉"];

/// The kanji of promoted pieces; golds and kings have none.
const PROMOTED: [&str; 8] = ["と", "杏", "圭", "全", "", "馬", "龍", ""];

/// The number of pieces of each kind in a set.
const TOTALS: [u8; 8] = [18, 4, 4, 4, 4, 2, 2, 2];

/// The SFEN names of pieces: Black's, Black's promoted, White's, White's promoted.
const IDS: [[&str; 8]; 4] = [
    LETTERS,
    ["+P", "+L", "+N", "+S", "", "+B", "+R", ""],
    ["p", "l", "n", "s", "g", "b", "r", "k"],
    ["+p", "+l", "+n", "+s", "", "+b", "+r", ""],
];

/// The names of the sides, as in questions.
pub(super) const SIDES: [&str; 2] = ["black", "white"];

/// The letters of the sides in SFEN.
const MOVERS: [&str; 2] = ["b", "w"];

/// The name of a side in a language.
pub(super) fn side_name(side: Side, lang: Lang) -> String {
    match side {
        Side::First => msg::SideShogiBlack.text(lang),
        Side::Second => msg::SideShogiWhite.text(lang),
    }
}

/// A piece of one of the sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Man {
    pub(super) owner: Side,
    /// The index in [`LETTERS`].
    pub(super) kind: usize,
    pub(super) promoted: bool,
}

impl Man {
    pub(super) fn new(owner: Side, kind: usize) -> Man {
        Man {
            owner,
            kind,
            promoted: false,
        }
    }

    /// Every piece, Black's first, unpromoted ones first.
    pub(super) fn all() -> impl Iterator<Item = Man> {
        let men = |owner| {
            let man = move |promoted| {
                (0..LETTERS.len()).map(move |kind| Man {
                    owner,
                    kind,
                    promoted,
                })
            };
            man(false).chain(man(true))
        };
        Side::BOTH
            .into_iter()
            .flat_map(men)
            .filter(|man| !man.id().is_empty())
    }

    pub(super) fn parse(id: &str) -> Option<Man> {
        Man::all().find(|man| man.id() == id)
    }

    pub(super) fn id(self) -> &'static str {
        let row = 2 * self.owner.index() + usize::from(self.promoted);
        IDS[row][self.kind]
    }

    /// The kanji on the piece. Both kings have the one of problems and game records, 玉.
    pub(super) fn kanji(self) -> &'static str {
        match self.promoted {
            true => PROMOTED[self.kind],
            false => KANJI[self.kind],
        }
    }

    /// The name of the piece with its side: "Black promoted pawn", 先手のと金.
    pub(super) fn name(self, lang: Lang) -> String {
        let kind = match (self.promoted, self.kind) {
            (false, 0) => msg::KindPawn.text(lang),
            (false, 1) => msg::KindLance.text(lang),
            (false, 2) => msg::KindKnight.text(lang),
            (false, 3) => msg::KindSilver.text(lang),
            (_, 4) => msg::KindGold.text(lang),
            (false, 5) => msg::KindBishop.text(lang),
            (false, 6) => msg::KindRook.text(lang),
            (true, 0) => msg::KindPromotedPawn.text(lang),
            (true, 1) => msg::KindPromotedLance.text(lang),
            (true, 2) => msg::KindPromotedKnight.text(lang),
            (true, 3) => msg::KindPromotedSilver.text(lang),
            (true, 5) => msg::KindPromotedBishop.text(lang),
            (true, 6) => msg::KindPromotedRook.text(lang),
            _ => msg::KindKing.text(lang),
        };
        let side = side_name(self.owner, lang);
        msg::PieceOfSide { side, kind }.text(lang)
    }
}

/// The capital letter of a kind.
pub(super) fn letter(kind: usize) -> &'static str {
    LETTERS[kind]
}

/// A row, counted from the top, by its letter or its kanji.
pub(super) fn rank_name(rank: usize, lang: Lang) -> char {
    let names = match lang {
        Lang::JA => "一二三四五六七八九",
        _ => "abcdefghi",
    };
    names.chars().nth(rank).unwrap_or(' ')
}

/// The name of a square by its index in [`ShogiBoard::squares`].
pub(super) fn square_name(at: usize) -> String {
    format!("{}{}", 9 - at % 9, rank_name(at / 9, Lang::EN))
}

/// The index of a square such as `7f` in [`ShogiBoard::squares`].
pub(super) fn index(name: &str) -> Option<usize> {
    let &[file, rank] = name.as_bytes() else {
        return None;
    };
    let inside = (b'1'..=b'9').contains(&file) && (b'a'..=b'i').contains(&rank);
    inside.then(|| usize::from(rank - b'a') * 9 + usize::from(b'9' - file))
}

/// The squares, the hands and the side to move.
pub(super) struct ShogiBoard {
    /// Row by row from 9a to 1i.
    pub(super) squares: [Option<Man>; 81],
    /// The numbers of each kind in the hands of Black and White.
    hands: [[u8; 7]; 2],
    pub(super) mover: Side,
}

impl ShogiBoard {
    /// Reads SFEN in the canonical form of the game.
    pub(super) fn parse(text: &str) -> Option<ShogiBoard> {
        let mut words = text.split(' ');
        let (squares, mover, hands) = (words.next()?, words.next()?, words.next()?);
        let board = ShogiBoard {
            squares: parse_squares(squares)?,
            hands: parse_hands(hands)?,
            mover: Side::named(mover, MOVERS)?,
        };
        // Writing the board again detects every other deviation from the canonical form.
        (board.write() == text).then_some(board)
    }

    pub(super) fn write(&self) -> String {
        let rows: Vec<String> = self.squares.chunks(9).map(write_row).collect();
        let mover = MOVERS[self.mover.index()];
        let mut hands = String::new();
        for owner in Side::BOTH {
            for (kind, count) in self.held(owner) {
                if count > 1 {
                    // Writing to a string cannot fail.
                    let _ = write!(hands, "{count}");
                }
                hands.push_str(Man::new(owner, kind).id());
            }
        }
        let hands = if hands.is_empty() { "-" } else { &hands };
        format!("{} {mover} {hands} 1", rows.join("/"))
    }

    /// The hand of a side: kinds and their numbers, rooks first.
    pub(super) fn held(&self, owner: Side) -> impl Iterator<Item = (usize, u8)> {
        let hand = self.hands[owner.index()];
        let held = ORDER.into_iter().map(move |kind| (kind, hand[kind]));
        held.filter(|&(_, count)| count > 0)
    }

    /// Adds one piece of a kind to a hand.
    pub(super) fn add_to_hand(&mut self, owner: Side, man: Man) -> Option<()> {
        let count = self.hands[owner.index()].get_mut(man.kind)?;
        *count = Some(*count + 1).filter(|&count| count <= TOTALS[man.kind])?;
        Some(())
    }

    /// Takes one piece of a kind from a hand.
    pub(super) fn take_from_hand(&mut self, owner: Side, man: Man) -> Option<()> {
        let count = self.hands[owner.index()].get_mut(man.kind)?;
        *count = count.checked_sub(1)?;
        Some(())
    }
}

fn write_row(row: &[Option<Man>]) -> String {
    let (mut text, mut empty) = (String::new(), 0);
    let push_empty = |text: &mut String, empty: &mut u32| {
        if *empty > 0 {
            let _ = write!(text, "{empty}");
        }
        *empty = 0;
    };
    for man in row {
        match man {
            None => empty += 1,
            Some(man) => {
                push_empty(&mut text, &mut empty);
                text.push_str(man.id());
            }
        }
    }
    push_empty(&mut text, &mut empty);
    text
}

fn parse_squares(text: &str) -> Option<[Option<Man>; 81]> {
    let mut squares = Vec::with_capacity(81);
    for row in text.split('/') {
        let mut letters = row.char_indices();
        while let Some((at, letter)) = letters.next() {
            if let Some(empty) = letter.to_digit(10) {
                squares.extend((0..empty).map(|_| None));
            } else if letter == '+' {
                letters.next()?;
                squares.push(Some(Man::parse(row.get(at..at + 2)?)?));
            } else {
                squares.push(Some(Man::parse(letter.encode_utf8(&mut [0; 4]))?));
            }
            if squares.len() > 81 {
                return None;
            }
        }
    }
    squares.try_into().ok()
}

fn parse_hands(text: &str) -> Option<[[u8; 7]; 2]> {
    let mut hands = [[0; 7]; 2];
    if text == "-" {
        return Some(hands);
    }
    let mut number: Option<u8> = None;
    for letter in text.chars() {
        if let Some(digit) = letter.to_digit(10) {
            let so_far = number.unwrap_or(0).checked_mul(10)?;
            number = Some(so_far.checked_add(u8::try_from(digit).ok()?)?);
            continue;
        }
        let man = Man::parse(letter.encode_utf8(&mut [0; 4]))?;
        let count = hands[man.owner.index()].get_mut(man.kind)?;
        *count = count.checked_add(number.take().unwrap_or(1))?;
        if *count > TOTALS[man.kind] {
            return None;
        }
    }
    Some(hands)
}
