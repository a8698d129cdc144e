//! Diagrams of KIF (BOD): a frame with nine rows, and hands above and below it.
//!
//! ```text
//! 後手の持駒：なし
//!   ９ ８ ７ ６ ５ ４ ３ ２ １
//! +---------------------------+
//! | ・ ・ ・ ・v玉 ・ ・ ・ ・|一
//!   ...
//! +---------------------------+
//! 先手の持駒：金　歩二
//! ```

use shomei_game::{ErrorText, Side, error_text};
use shomei_shogi::{Hand, Kind, Position, Square};

use crate::Error;
use crate::names::{
    LONG_NAMES, NOTHING, PIECES, count_name, file_name, is_rest, kanji_digit, kanji_number,
    rank_name, short_name,
};
use crate::scan::{Scan, digit, expected_word};
use crate::setup::Setup;

const FRAME: &str = "+---------------------------+";

/// The marks before a piece of a side, or before an empty square.
const MARKS: &[(&str, Side)] = &[
    (" ", Side::First),
    ("^", Side::First),
    ("v", Side::Second),
    ("V", Side::Second),
    ("　", Side::First),
    ("ｖ", Side::Second),
    ("Ｖ", Side::Second),
];

/// Reads the bar at the beginning or the end of a row, if it is next.
pub(crate) fn accept_bar(scan: &mut Scan<'_>) -> bool {
    scan.accept("|") || scan.accept("｜")
}

/// Reads a row of the board after its first bar.
///
/// # Errors
///
/// If it does not have nine squares, or contains anything else.
pub(crate) fn parse_row(mut scan: Scan<'_>, rank: u8, setup: &mut Setup) -> Result<(), Error> {
    let begin = scan.spot();
    let mut width: u8 = 0;
    while !accept_bar(&mut scan) {
        let spot = scan.spot();
        if scan.peek().is_none() {
            return Err(scan.error(error_text!(
                "kifu-row-without-bar",
                "row {rank} ({name}) has no second bar after {width} squares",
                rank = rank,
                name = rank_name(rank),
                width = width
            )));
        }
        let side = scan.accept_any(MARKS);
        width = width.saturating_add(1);
        if side != Some(Side::Second) && (scan.accept("・") || scan.accept("･")) {
            continue;
        }
        let kind = side.and_then(|side| Some((side, scan.accept_any(PIECES)?)));
        let Some((side, kind)) = kind else {
            return Err(scan.expected(error_text!(
                "kifu-board-piece",
                "a piece with a blank or v before it, or ・"
            )));
        };
        let file = 10_u8.checked_sub(width).filter(|&file| file > 0);
        if let Some(square) = file.and_then(|file| Square::at(file, rank)) {
            setup.put(square, side, kind, spot)?;
        }
    }
    if width != 9 {
        return Err(begin.error(row_width(rank, width)));
    }
    match scan.peek().and_then(kanji_digit) {
        Some(named) if named != rank => {
            return Err(scan.error(error_text!(
                "kifu-row-name",
                "this is row {rank} ({name}), and its name here is {named}",
                rank = rank,
                name = rank_name(rank),
                named = rank_name(named)
            )));
        }
        Some(_) => {
            scan.next();
        }
        None => {}
    }
    scan.skip_blanks();
    scan.end(|| error_text!("kifu-after-row", "nothing after the row"))
}

/// The error for a row without nine squares.
pub(crate) fn row_width(rank: u8, width: u8) -> ErrorText {
    error_text!(
        "kifu-row-width",
        "row {rank} ({name}) has {width} squares, expected 9",
        rank = rank,
        name = rank_name(rank),
        width = width
    )
}

/// Reads the hand of a side.
///
/// # Errors
///
/// If a word is not a piece, or there are too many pieces; the error has the place.
pub(crate) fn parse_hand(mut scan: Scan<'_>, side: Side, setup: &mut Setup) -> Result<(), Error> {
    scan.skip_blanks();
    let spot = scan.spot();
    let words = scan.rest().trim_end();
    if NOTHING.contains(&words) {
        return Ok(());
    }
    if is_rest(words) {
        return setup.hold_rest(side, spot);
    }
    if words.starts_with('残') {
        // Other words might mean other pieces.
        let what = error_text!("kifu-words-for-rest", "残り, 残り全部 or 残り駒全部");
        return Err(scan.error(expected_word(what, words)));
    }
    loop {
        while scan.peek().is_some_and(separates) {
            scan.next();
        }
        let spot = scan.spot();
        if scan.peek().is_none() {
            return Ok(());
        }
        let kind = scan.accept_any(LONG_NAMES);
        let Some(kind) = kind.or_else(|| scan.accept_any(PIECES)) else {
            return Err(scan.expected(error_text!(
                "kifu-hand-piece",
                "a piece in hand, なし or 残り全部"
            )));
        };
        let count = parse_count(&mut scan)?;
        setup.hold(side, kind, count, spot)?;
    }
}

/// Whether a character may separate pieces in hand.
fn separates(letter: char) -> bool {
    letter.is_whitespace() || "、､，,・･".contains(letter)
}

/// Signs between a piece and its number.
const TIMES: &[&str] = &["x", "X", "ｘ", "Ｘ", "×", "*", "＊"];

/// Reads the number after a piece, in kanji or digits: `二`, `2`, `x2`, `二枚`; 1 if there is none.
fn parse_count(scan: &mut Scan<'_>) -> Result<usize, Error> {
    let mut ahead = *scan;
    ahead.skip_blanks();
    let has_times = TIMES.iter().any(|word| ahead.accept(word));
    if has_times {
        ahead.skip_blanks();
    }
    let is_number =
        |letter: char| letter == '十' || digit(letter).is_some() || kanji_digit(letter).is_some();
    if !ahead.peek().is_some_and(is_number) {
        return match has_times {
            true => Err(ahead.expected(error_text!("kifu-number-of-pieces", "a number of pieces"))),
            false => Ok(1),
        };
    }
    let begin = ahead;
    let number = ahead.number().or_else(|| kanji_number(&mut ahead));
    ahead.accept("枚");
    *scan = ahead;
    match number {
        None | Some(0) => Err(begin.error(error_text!(
            "kifu-zero-in-hand",
            "expected 1 or more pieces in hand, found 0"
        ))),
        Some(number) => Ok(number),
    }
}

/// The diagram of a position. If the second side is to move, a line below the board names it.
pub fn diagram(position: &Position) -> String {
    let mut text = format!("後手の持駒：{}\n  ", hand_text(position.hand(Side::Second)));
    let files: Vec<String> = (1..=9).rev().map(|file| file_name(file).into()).collect();
    text.push_str(&files.join(" "));
    text.push('\n');
    text.push_str(FRAME);
    text.push('\n');
    for rank in 1..=9 {
        text.push('|');
        for file in (1..=9).rev() {
            let piece = Square::at(file, rank).and_then(|square| position.piece(square));
            match piece {
                None => text.push_str(" ・"),
                Some((side, kind)) => {
                    text.push(match side {
                        Side::First => ' ',
                        Side::Second => 'v',
                    });
                    text.push_str(short_name(kind));
                }
            }
        }
        text.push('|');
        text.push(rank_name(rank));
        text.push('\n');
    }
    text.push_str(FRAME);
    let hand = hand_text(position.hand(Side::First));
    text.push_str(&format!("\n先手の持駒：{hand}\n"));
    if position.to_move() == Side::Second {
        text.push_str("後手番\n");
    }
    text
}

fn hand_text(hand: Hand) -> String {
    let mut text = String::new();
    for kind in Kind::WRITTEN {
        let count = hand.count(kind);
        if count > 0 {
            text.push_str(short_name(kind));
            text.push_str(&count_name(count));
            text.push('　');
        }
    }
    if text.is_empty() {
        "なし".into()
    } else {
        text
    }
}
