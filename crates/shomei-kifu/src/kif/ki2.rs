//! Lines of moves of KI2: `▲７六歩　△３四歩　▲２二角成　△同　銀`.
//!
//! A move names its square and its piece. Which piece it is where several could move there is said
//! by 右 左 直 上 寄 引, a drop by 打 where a piece on the board could move there, too. All of that
//! is held against the legal moves: one must be left. Everything else in KI2 is as in KIF, but
//! for the end, which is in the line まで alone.

use shomei_shogi::{Kind, Move, Position, Square};

use super::KifReader;
use crate::ending::{End, begins_square};
use crate::moves::{PROMOTIONS, Read, SIGNS, accept_sign, nothing_else, parse_sign, parse_square};
use crate::names::PIECES;
use crate::relative::{Mover, Relative, origins};
use crate::scan::Scan;
use crate::{Error, Place};

impl KifReader {
    /// A line that begins with the sign of a side: moves, and maybe what ends them.
    pub(super) fn spoken(&mut self, mut scan: Scan<'_>) -> Result<(), Error> {
        loop {
            scan.skip_blanks();
            let begin = scan;
            if scan.peek().is_none() {
                return Ok(());
            }
            if scan.accept("まで") {
                return self.summary(scan, begin.spot());
            }
            self.no_illegal_move()?;
            let lines = self.lines(begin.spot())?;
            let place = lines.place();
            let is_over = lines.over().is_some();
            let has_sign = accept_sign(&mut scan).is_some();
            let mut after = scan;
            let end = End::read(&mut after).filter(|end| has_sign || end.unknown.is_none());
            if end.is_none() && !has_sign {
                return Err(begin.expected("a move such as ▲７六歩, or まで"));
            }
            if end.is_none() && is_over {
                return Err(begin.error("a move after the end of the line"));
            }
            parse_sign(&mut begin.clone(), place.position.to_move())?;
            if let Some(end) = end {
                nothing_else(after)?;
                return self.end(end, begin.spot());
            }
            let read = parse(&mut scan, &place)?;
            self.play(read, self.next_number(), begin.spot())?;
            let is_end = |letter: char| letter.is_whitespace() || is_sign(letter);
            if !scan.rest().starts_with("まで") && !scan.peek().is_none_or(is_end) {
                return Err(scan.expected("成, 不成, 打 or the end of the move"));
            }
        }
    }
}

/// Whether a line begins with the sign of a side and moves: a heading has a colon, and may begin
/// with a sign, too.
pub(crate) fn begins_spoken(mut scan: Scan<'_>) -> bool {
    accept_sign(&mut scan).is_some()
        && (scan.peek().is_some_and(begins_square) || !scan.rest().contains(['：', ':']))
}

/// Whether a line is one of moves, or says how they end.
pub(super) fn begins_moves(mut scan: Scan<'_>) -> bool {
    if begins_spoken(scan) || scan.accept("まで") {
        return true;
    }
    let is_known = End::read(&mut scan).is_some_and(|end| end.unknown.is_none());
    is_known && scan.rest().trim().is_empty()
}

/// Whether a character is the sign of a side.
fn is_sign(letter: char) -> bool {
    SIGNS.iter().any(|(sign, _)| sign.starts_with(letter))
}

/// Reads a move after the sign of its side.
fn parse(scan: &mut Scan<'_>, place: &Place) -> Result<Read, Error> {
    let (begin, position) = (*scan, &place.position);
    let to = parse_square(scan, place.last)?;
    let Some(kind) = scan.accept_any(PIECES) else {
        return Err(scan.expected("a piece"));
    };
    let at = *scan;
    let relative = Relative::read(scan);
    let is_drop = scan.accept("打");
    let promotes = scan.accept_any(PROMOTIONS);
    let is_bare = relative.is_empty() && promotes.is_none();
    let from = match is_drop {
        true if kind == Kind::King || kind.is_promoted() || promotes.is_some() => {
            return Err(at.error("only an unpromoted piece can be dropped"));
        }
        true if !relative.is_empty() => {
            return Err(at.error("a dropped piece has no square of origin"));
        }
        true => None,
        false => match origin(position, kind, to, relative, promotes) {
            // Where no piece on the board may move there a drop needs no word.
            Found::Held(_) | Found::None if is_bare && can_drop(position, kind) => None,
            Found::One(from) | Found::Held(from) => Some(from),
            Found::Several(squares) => {
                let squares: Vec<String> = squares.iter().map(ToString::to_string).collect();
                let (name, squares) = (kind.name(), squares.join(" or "));
                return Err(at.error(format!(
                    "the {name} may come from {squares}: expected which, by 右, 左, 直, 上, 寄 or 引"
                )));
            }
            Found::None => {
                let what = match relative.is_empty() {
                    true => String::new(),
                    false => format!(" as {} says", relative.words()),
                };
                let message = format!("no {} can move to {to}{what}", kind.name());
                return Ok(Read::Illegal(begin.error(message)));
            }
        },
    };
    let mv = match (from, promotes) {
        (None, _) => Move::drop(kind, to),
        (Some(from), Some(true)) => Move::promoting(from, to),
        (Some(from), _) => Move::new(from, to),
    };
    Ok(Read::of(position, mv, || begin.spot()))
}

fn can_drop(position: &Position, kind: Kind) -> bool {
    kind != Kind::King && !kind.is_promoted() && position.hand(position.to_move()).has(kind)
}

/// Where the piece that is meant is.
pub(crate) enum Found {
    None,
    One(Square),
    /// One that only its king holds back.
    Held(Square),
    Several(Vec<Square>),
}

/// Looks for the piece: one with a legal move, or else one that only its king holds back, so that
/// the error says why it may not move.
pub(crate) fn origin(
    position: &Position,
    kind: Kind,
    to: Square,
    relative: Relative,
    promotes: Option<bool>,
) -> Found {
    let all = position.bearing_on(to, kind);
    let fits = |from: &Square| {
        let others: Vec<Square> = all.iter().copied().filter(|other| other != from).collect();
        let mover = Mover {
            side: position.to_move(),
            kind,
            from: *from,
            to,
        };
        relative.fits(mover, &others)
    };
    let legal = origins(position, kind, to);
    let mut fitting: Vec<Square> = legal.into_iter().filter(fits).collect();
    if fitting.len() > 1 && promotes.is_some() {
        // 成 and 不成 are said of pieces that have the choice.
        fitting.retain(|&from| position.may_promote(from, to));
    }
    match fitting[..] {
        [] => {}
        [from] => return Found::One(from),
        _ => return Found::Several(fitting),
    }
    let mut held = all.iter().filter(|from| fits(from));
    match (held.next(), held.next()) {
        (Some(&from), None) => Found::Held(from),
        _ => Found::None,
    }
}
