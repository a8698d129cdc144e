//! Moves in KIF: `７六歩(77)`, `同　銀成(31)`, `５二金打`.

use shomei_game::Side;
use shomei_shogi::{Kind, Move, Position, Square};

use crate::names::{PIECES, file_name, kanji_digit, moved_name, rank_name};
use crate::relative::Relative;
use crate::scan::{Scan, digit};
use crate::{Error, Place, Spot};

/// What some programs write before a move.
pub(crate) const SIGNS: &[(&str, Side)] = &[
    ("▲", Side::First),
    ("△", Side::Second),
    ("▼", Side::First),
    ("▽", Side::Second),
    ("☗", Side::First),
    ("☖", Side::Second),
];

/// Words after a piece about its promotion. The last is that of books of problems.
pub(crate) const PROMOTIONS: &[(&str, bool)] = &[("成", true), ("不成", false), ("生", false)];

/// What may begin a bracket, and end it.
const OPEN: &[(&str, ())] = &[("(", ()), ("（", ())];
const CLOSED: &[(&str, ())] = &[(")", ()), ("）", ())];

/// Reads the sign of a side and the blanks after it, if one comes next.
pub(crate) fn accept_sign(scan: &mut Scan<'_>) -> Option<Side> {
    let sign = scan.accept_any(SIGNS)?;
    scan.skip_blanks();
    Some(sign)
}

/// Reads the sign of the side to move and the blanks after it, if one comes next.
///
/// # Errors
///
/// When it is that of the other side.
pub(crate) fn parse_sign(scan: &mut Scan<'_>, to_move: Side) -> Result<Option<Side>, Error> {
    let begin = *scan;
    let sign = accept_sign(scan);
    if sign.is_none_or(|side| side == to_move) {
        return Ok(sign);
    }
    Err(begin.error(match to_move {
        Side::First => "it is the turn of Black (▲)",
        Side::Second => "it is the turn of White (△)",
    }))
}

/// A move as the rules see it.
#[derive(Debug)]
pub(crate) enum Read {
    /// It may be played.
    Legal(Move),
    /// It is written well and breaks the rules: the error says which.
    Illegal(Error),
}

impl Read {
    /// A move by the rules; `spot` is where it begins.
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
/// When it is no move, or not that of the piece that it names.
pub(crate) fn parse(scan: &mut Scan<'_>, place: &Place) -> Result<Read, Error> {
    let (begin, position) = (*scan, &place.position);
    parse_sign(scan, position.to_move())?;
    let to = parse_square(scan, place.last)?;
    let Some(kind) = scan.accept_any(PIECES) else {
        return Err(scan.expected("a piece"));
    };
    let promotion = scan.accept_any(PROMOTIONS);
    let promotes = promotion == Some(true);
    let at = *scan;
    let is_drop = scan.accept("打");
    if is_drop && (kind == Kind::King || kind.is_promoted() || promotion.is_some()) {
        return Err(at.error("only an unpromoted piece can be dropped"));
    }
    let (origin, place) = parse_origin(scan)?;
    let mv = match origin {
        OriginMark::None | OriginMark::Hand if is_drop => Move::drop(kind, to),
        OriginMark::None => {
            let fits = |mv: &&Move| mv.to() == to && mv.promotes() == promotes;
            only(position, kind, fits).ok_or_else(|| {
                at.expected("where the piece comes from, such as (77), or 打 for a drop")
            })?
        }
        OriginMark::Hand => return Err(place.error("a piece from a hand is dropped: expected 打")),
        OriginMark::Square(_) if is_drop => {
            return Err(place.error("a dropped piece has no square of origin"));
        }
        OriginMark::Square(from) => match position.piece(from) {
            Some((side, found)) if side == position.to_move() && found != kind => {
                let message = format!(
                    "there is a {} on {from}, not a {}",
                    found.name(),
                    kind.name()
                );
                return Err(place.error(message));
            }
            _ if promotes => Move::promoting(from, to),
            _ => Move::new(from, to),
        },
    };
    Ok(Read::of(position, mv, || begin.spot()))
}

/// The destination: a file and a rank, or that of the move before.
pub(crate) fn parse_square(scan: &mut Scan<'_>, last: Option<Square>) -> Result<Square, Error> {
    let begin = *scan;
    if scan.accept("同") {
        scan.skip_blanks();
        let message = "同: there is no move before whose square it could be";
        return last.ok_or_else(|| begin.error(message));
    }
    let file = scan.peek().and_then(digit);
    let Some(file) = file else {
        return Err(scan.expected("a square such as ７六, 同, or a word such as 詰み"));
    };
    scan.next();
    let rank = scan.peek();
    let rank = rank.and_then(|letter| {
        kanji_digit(letter).or_else(|| digit(letter).and_then(|n| u8::try_from(n).ok()))
    });
    let Some(rank) = rank else {
        return Err(scan.expected("a rank, 一 to 九"));
    };
    scan.next();
    let file = u8::try_from(file).ok();
    let square = file.and_then(|file| Square::at(file, rank));
    square.ok_or_else(|| begin.error("there is no such square"))
}

/// Reads a move that is not played, so that no rule is asked: `５三歩`, `同　銀右成`, `５三歩成(54)`.
///
/// # Errors
///
/// When it has no square or no piece.
pub(crate) fn skip_move(scan: &mut Scan<'_>) -> Result<(), Error> {
    parse_square(scan, Square::at(1, 1))?;
    if scan.accept_any(PIECES).is_none() {
        return Err(scan.expected("a piece"));
    }
    Relative::read(scan);
    scan.accept("打");
    scan.accept_any(PROMOTIONS);
    parse_origin(scan)?;
    Ok(())
}

/// Where a piece comes from, by the bracket after its move.
enum OriginMark {
    /// There is no bracket, or the first one holds a time.
    None,
    /// (00)
    Hand,
    /// (77)
    Square(Square),
}

/// Reads the origin, if it comes next, with blanks before it or without; the place is that of its
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
        return Err(begin.expected("a file and a rank, 11 to 99"));
    };
    ahead.skip_blanks();
    if ahead.accept_any(CLOSED).is_none() {
        return Err(ahead.expected("')'"));
    }
    *scan = ahead;
    Ok((origin, place))
}

/// Whether a bracket that has begun holds a colon, as a time does.
fn has_colon(scan: Scan<'_>) -> bool {
    let inside = scan.rest().split([')', '）']).next();
    inside.is_some_and(|inside| inside.contains([':', '：']))
}

/// Reads what may follow a move: up to two times in brackets, and the mark of a move with
/// a branch.
pub(crate) fn nothing_else(mut scan: Scan<'_>) -> Result<(), Error> {
    let mut what = "the time or nothing after the move";
    for _ in 0..2 {
        scan.skip_blanks();
        if !parse_time(&mut scan)? {
            break;
        }
        what = "nothing after the time";
    }
    scan.skip_blanks();
    scan.accept("+");
    scan.skip_blanks();
    scan.end(what)
}

/// Reads a time in brackets; whether one came next.
fn parse_time(scan: &mut Scan<'_>) -> Result<bool, Error> {
    const TIME: &str = "a time, such as ( 0:16/00:00:16)";
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
            Some(_) => return Err(scan.expected(TIME)),
            None => return Err(begin.error("this ( is never closed")),
        }
    }
    match is_time {
        true => Ok(true),
        false => Err(begin.expected(TIME)),
    }
}

/// The only legal move that can be meant where no origin is given: of a piece on
/// the board, or else a drop.
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

/// A move that is legal in the position; `last` is where the one before it went.
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
