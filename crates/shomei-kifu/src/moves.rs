//! Moves in KIF: `７六歩(77)`, `同　銀成(31)`, `５二金打`.

use shomei_game::{ErrorText, Side, error_text};
use shomei_shogi::{Kind, Move, Position, Square};

use crate::names::{PIECES, file_name, kanji_digit, moved_name, rank_name};
use crate::relative::Relative;
use crate::scan::{Scan, What, digit};
use crate::{Error, Place, Spot};

/// Signs that some programs write before a move.
pub(crate) const SIGNS: &[(&str, Side)] = &[
    ("▲", Side::First),
    ("△", Side::Second),
    ("▼", Side::First),
    ("▽", Side::Second),
    ("☗", Side::First),
    ("☖", Side::Second),
];

/// Words after a piece about its promotion. The last is used in books of problems.
pub(crate) const PROMOTIONS: &[(&str, bool)] = &[("成", true), ("不成", false), ("生", false)];

/// Opening and closing brackets.
const OPEN: &[(&str, ())] = &[("(", ()), ("（", ())];
const CLOSED: &[(&str, ())] = &[(")", ()), ("）", ())];

/// Reads the sign of a side and the blanks after it, if it is next.
pub(crate) fn accept_sign(scan: &mut Scan<'_>) -> Option<Side> {
    let sign = scan.accept_any(SIGNS)?;
    scan.skip_blanks();
    Some(sign)
}

/// Reads the sign of the side to move and the blanks after it, if it is next.
///
/// # Errors
///
/// If it is the sign of the other side.
pub(crate) fn parse_sign(scan: &mut Scan<'_>, to_move: Side) -> Result<Option<Side>, Error> {
    let begin = *scan;
    let sign = accept_sign(scan);
    if sign.is_none_or(|side| side == to_move) {
        return Ok(sign);
    }
    Err(begin.error(match to_move {
        Side::First => error_text!("kifu-turn-of-black", "it is the turn of Black (▲)"),
        Side::Second => error_text!("kifu-turn-of-white", "it is the turn of White (△)"),
    }))
}

/// A move after the check of the rules.
#[derive(Debug)]
pub(crate) enum Read {
    /// A legal move.
    Legal(Move),
    /// A correctly written move that breaks a rule; the error gives the reason.
    Illegal(Error),
}

impl Read {
    /// Checks a move by the rules; `spot` is its beginning.
    pub(crate) fn of(position: &Position, mv: Move, spot: impl FnOnce() -> Spot) -> Read {
        match position.check_legal(mv) {
            Ok(()) => Read::Legal(mv),
            Err(error) => Read::Illegal(spot().error(error.message)),
        }
    }
}

/// Reads a move.
///
/// # Errors
///
/// If it is not a move, or its origin does not fit its piece.
pub(crate) fn parse(scan: &mut Scan<'_>, place: &Place) -> Result<Read, Error> {
    let (begin, position) = (*scan, &place.position);
    parse_sign(scan, position.to_move())?;
    let to = parse_square(scan, place.last)?;
    let Some(kind) = scan.accept_any(PIECES) else {
        return Err(scan.expected(error_text!("kifu-piece", "a piece")));
    };
    let promotion = scan.accept_any(PROMOTIONS);
    let promotes = promotion == Some(true);
    let at = *scan;
    let is_drop = scan.accept("打");
    if is_drop && (kind == Kind::King || kind.is_promoted() || promotion.is_some()) {
        return Err(at.error(error_text!(
            "shogi-drop-unpromoted",
            "only an unpromoted piece can be dropped"
        )));
    }
    let (origin, place) = parse_origin(scan)?;
    let mv = match origin {
        OriginMark::None | OriginMark::Hand if is_drop => Move::drop(kind, to),
        OriginMark::None => {
            let fits = |mv: &&Move| mv.to() == to && mv.promotes() == promotes;
            only(position, kind, fits).ok_or_else(|| {
                at.expected(error_text!(
                    "kifu-origin",
                    "where the piece comes from, such as (77), or 打 for a drop"
                ))
            })?
        }
        OriginMark::Hand => {
            return Err(place.error(error_text!(
                "kifu-drop-without-word",
                "a piece from a hand is dropped: expected 打"
            )));
        }
        OriginMark::Square(_) if is_drop => {
            return Err(place.error(error_text!(
                "shogi-drop-without-origin",
                "a dropped piece has no square of origin"
            )));
        }
        OriginMark::Square(from) => match position.piece(from) {
            Some((side, found)) if side == position.to_move() && found != kind => {
                return Err(place.error(another_piece(found, from, kind)));
            }
            _ if promotes => Move::promoting(from, to),
            _ => Move::new(from, to),
        },
    };
    Ok(Read::of(position, mv, || begin.spot()))
}

/// The error for a square with another piece than the record has.
pub(crate) fn another_piece(found: Kind, square: Square, kind: Kind) -> ErrorText {
    error_text!(
        "shogi-another-piece",
        "there is a {found} on {square}, not a {piece}",
        found = found.text(),
        square = square.text(),
        piece = kind.text()
    )
}

/// The destination: a file and a rank, or the destination of the move before.
pub(crate) fn parse_square(scan: &mut Scan<'_>, last: Option<Square>) -> Result<Square, Error> {
    let begin = *scan;
    if scan.accept("同") {
        scan.skip_blanks();
        let message = || error_text!("kifu-same-without-move", "there is no move before this 同");
        return last.ok_or_else(|| begin.error(message()));
    }
    let file = scan.peek().and_then(digit);
    let Some(file) = file else {
        return Err(scan.expected(error_text!(
            "kifu-square",
            "a square such as ７六, 同, or a word such as 詰み"
        )));
    };
    scan.next();
    let rank = scan.peek();
    let rank = rank.and_then(|letter| {
        kanji_digit(letter).or_else(|| digit(letter).and_then(|n| u8::try_from(n).ok()))
    });
    let Some(rank) = rank else {
        return Err(scan.expected(error_text!("kifu-rank", "a rank, 一 to 九")));
    };
    scan.next();
    let file = u8::try_from(file).ok();
    let square = file.and_then(|file| Square::at(file, rank));
    square.ok_or_else(|| {
        begin.error(error_text!(
            "kifu-no-such-square",
            "there is no such square"
        ))
    })
}

/// Skips a move that is not played, without checking the rules: `５三歩`, `同　銀右成`, `５三歩成(54)`.
///
/// # Errors
///
/// If it has no square or no piece.
pub(crate) fn skip_move(scan: &mut Scan<'_>) -> Result<(), Error> {
    parse_square(scan, Square::at(1, 1))?;
    if scan.accept_any(PIECES).is_none() {
        return Err(scan.expected(error_text!("kifu-piece", "a piece")));
    }
    Relative::read(scan);
    scan.accept("打");
    scan.accept_any(PROMOTIONS);
    parse_origin(scan)?;
    Ok(())
}

/// The origin of a piece by the bracket after its move.
enum OriginMark {
    /// There is no bracket, or the first one contains a time.
    None,
    /// (00)
    Hand,
    /// (77)
    Square(Square),
}

/// Reads the origin if it is next, with or without blanks before it; the place is that of its
/// bracket.
fn parse_origin<'a>(scan: &mut Scan<'a>) -> Result<(OriginMark, Scan<'a>), Error> {
    let mut ahead = *scan;
    ahead.skip_blanks();
    let place = ahead;
    if ahead.accept_any(OPEN).is_none() || has_colon(ahead) {
        return Ok((OriginMark::None, place));
    }
    ahead.skip_blanks();
    let begin = ahead;
    let mut next = || {
        let digit = digit(ahead.peek()?)?;
        ahead.next();
        u8::try_from(digit).ok()
    };
    let origin = match (next(), next()) {
        (Some(0), Some(0)) => Some(OriginMark::Hand),
        (Some(file), Some(rank)) => Square::at(file, rank).map(OriginMark::Square),
        _ => None,
    };
    let Some(origin) = origin.filter(|_| ahead.peek().and_then(digit).is_none()) else {
        return Err(begin.expected(error_text!(
            "kifu-origin-square",
            "a file and a rank, 11 to 99"
        )));
    };
    ahead.skip_blanks();
    if ahead.accept_any(CLOSED).is_none() {
        return Err(ahead.expected(error_text!("kifu-bracket", "')'")));
    }
    *scan = ahead;
    Ok((origin, place))
}

/// Whether the contents of an open bracket contain a colon, as a time does.
fn has_colon(scan: Scan<'_>) -> bool {
    let inside = scan.rest().split([')', '）']).next();
    inside.is_some_and(|inside| inside.contains([':', '：']))
}

/// Reads the optional parts after a move: up to two times in brackets, and the mark of a move with
/// a branch.
pub(crate) fn nothing_else(mut scan: Scan<'_>) -> Result<(), Error> {
    let mut what: What = || error_text!("kifu-after-move", "the time or nothing after the move");
    for _ in 0..2 {
        scan.skip_blanks();
        if !parse_time(&mut scan)? {
            break;
        }
        what = || error_text!("kifu-after-time", "nothing after the time");
    }
    scan.skip_blanks();
    scan.accept("+");
    scan.skip_blanks();
    scan.end(what)
}

/// Reads a time in brackets and returns whether there was one.
fn parse_time(scan: &mut Scan<'_>) -> Result<bool, Error> {
    let time = || error_text!("kifu-time", "a time, such as ( 0:16/00:00:16)");
    let begin = *scan;
    if scan.accept_any(OPEN).is_none() {
        return Ok(false);
    }
    let is_time = has_colon(*scan);
    while scan.accept_any(CLOSED).is_none() {
        match scan.peek() {
            Some(letter) if ":：/／. 　".contains(letter) || digit(letter).is_some() => {
                scan.next();
            }
            Some(_) => return Err(scan.expected(time())),
            None => {
                return Err(begin.error(error_text!("kifu-open-bracket", "this ( is never closed")));
            }
        }
    }
    match is_time {
        true => Ok(true),
        false => Err(begin.expected(time())),
    }
}

/// The only legal move that fits if no origin is given: a move of a piece on the board, or else a
/// drop.
fn only(position: &Position, kind: Kind, fits: impl Fn(&&Move) -> bool) -> Option<Move> {
    let moves = position.legal_moves();
    let on_board = |mv: &&Move| mv.from().is_some() && position.moved_kind(**mv) == Some(kind);
    let mut fitting = moves.iter().filter(&fits).filter(on_board);
    match (fitting.next(), fitting.next()) {
        (Some(&mv), None) => Some(mv),
        (Some(_), Some(_)) => None,
        (None, _) => {
            let is_drop = |mv: &&Move| mv.dropped() == Some(kind);
            moves.iter().filter(fits).find(is_drop).copied()
        }
    }
}

/// A move that is legal in the position; `last` is the destination of the move before.
pub(crate) fn format(position: &Position, mv: Move, last: Option<Square>) -> String {
    let to = mv.to();
    let mut text = if last == Some(to) {
        "同　".to_string()
    } else {
        format!("{}{}", file_name(to.file()), rank_name(to.rank()))
    };
    text.push_str(moved_name(position, mv, PIECES));
    if mv.promotes() {
        text.push('成');
    }
    match mv.from() {
        None => text.push('打'),
        Some(from) => text.push_str(&format!("({}{})", from.file(), from.rank())),
    }
    text
}
