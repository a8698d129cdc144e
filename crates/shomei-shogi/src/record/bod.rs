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

use shomei_game::{NotationError, Side};

use super::names::{
    PIECES, REST_BEGIN, REST_WHOLE, count_name, file_name, kanji_digit, rank_name, short_name,
};
use super::scan::{Scan, shown};
use super::setup::Setup;
use crate::{Hand, Kind, Position, Square};

const FRAME: &str = "+---------------------------+";

/// What stands before a piece of a side, or on an empty square.
const MARKS: &[(&str, Side)] = &[
    (" ", Side::First),
    ("^", Side::First),
    ("v", Side::Second),
    ("V", Side::Second),
];

/// Reads a row of the board behind its first bar.
///
/// # Errors
///
/// When it has not nine squares, or something else stands in it.
pub(super) fn parse_row(
    mut scan: Scan<'_>,
    rank: u8,
    setup: &mut Setup,
) -> Result<(), NotationError> {
    let begin = scan.spot();
    let row = format!("row {rank} ({})", rank_name(rank));
    let mut width: u8 = 0;
    while !scan.accept("|") {
        let spot = scan.spot();
        if scan.peek().is_none() {
            let message = format!("{row} has no second bar behind {width} squares");
            return Err(scan.error(message));
        }
        let side = scan.accept_any(MARKS);
        width = width.saturating_add(1);
        if side != Some(Side::Second) && (scan.accept("・") || scan.accept("･")) {
            continue;
        }
        let kind = side.and_then(|side| Some((side, scan.accept_any(PIECES)?)));
        let Some((side, kind)) = kind else {
            return Err(scan.expected("a piece with a blank or v before it, or ・"));
        };
        let file = 10_u8.checked_sub(width).filter(|&file| file > 0);
        if let Some(square) = file.and_then(|file| Square::at(file, rank)) {
            setup.put(square, side, kind, spot)?;
        }
    }
    if width != 9 {
        return Err(begin.error(format!("{row} has {width} squares, expected 9")));
    }
    match scan.peek().and_then(kanji_digit) {
        Some(named) if named != rank => {
            let message = format!("this is {row}, and is named {}", rank_name(named));
            return Err(scan.error(message));
        }
        Some(_) => {
            scan.next();
        }
        None => {}
    }
    scan.skip_blanks();
    match scan.peek() {
        None => Ok(()),
        Some(_) => Err(scan.expected("nothing behind the row")),
    }
}

/// Reads what a side holds.
///
/// # Errors
///
/// With the place of what is no piece or too many.
pub(super) fn parse_hand(
    mut scan: Scan<'_>,
    side: Side,
    setup: &mut Setup,
) -> Result<(), NotationError> {
    scan.skip_blanks();
    let spot = scan.spot();
    if scan.accept("なし") {
        scan.skip_blanks();
        return match scan.peek() {
            None => Ok(()),
            Some(_) => Err(scan.expected("nothing behind なし")),
        };
    }
    let begin = scan;
    if scan.accept("残") {
        // Something else might mean other pieces.
        if !accept_rest(&mut scan) {
            let found = shown(begin.rest().trim_end());
            let message = format!("expected 残り, 残り全部 or 残り駒全部, found \"{found}\"");
            return Err(begin.error(message));
        }
        return setup.hold_rest(side, spot);
    }
    loop {
        scan.skip_blanks();
        let spot = scan.spot();
        if scan.peek().is_none() {
            return Ok(());
        }
        let Some(kind) = scan.accept_any(PIECES) else {
            return Err(scan.expected("a piece in hand, なし or 残り全部"));
        };
        let count = parse_count(&mut scan)?;
        setup.hold(side, kind, count, spot)?;
    }
}

/// The end of a name for all pieces that are nowhere else, behind its 残.
fn accept_rest(scan: &mut Scan<'_>) -> bool {
    let begin = scan.accept_any(REST_BEGIN);
    let whole = scan.accept_any(REST_WHOLE);
    scan.skip_blanks();
    begin.or(whole).is_some() && scan.peek().is_none()
}

/// A number behind a piece, in kanji or digits; 1 where there is none.
fn parse_count(scan: &mut Scan<'_>) -> Result<usize, NotationError> {
    let begin = *scan;
    if let Some(number) = scan.number() {
        return match number {
            0 => Err(begin.error("0 is no number of pieces in hand")),
            _ => Ok(number),
        };
    }
    let tens = usize::from(scan.accept("十"));
    let ones = scan.peek().and_then(kanji_digit).map(usize::from);
    if ones.is_some() {
        scan.next();
    }
    match (tens, ones) {
        (0, None) => Ok(1),
        (tens, ones) => Ok(10 * tens + ones.unwrap_or(0)),
    }
}

/// The diagram of a position; the side to move stands below it where that is the
/// second one.
pub(crate) fn diagram(position: &Position) -> String {
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
