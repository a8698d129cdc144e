//! Lines of moves of KI2: `▲７六歩　△３四歩　▲２二角成　△同　銀`.
//!
//! A move consists of its square and its piece. If several pieces of the kind could move there, 右 左
//! 直 上 寄 引 distinguish them; 打 marks a drop if a piece on the board could move there, too. The
//! reader compares these words with the legal moves: exactly one must fit. The rest of KI2 is the
//! same as KIF, except that only the line まで… contains the ending.

use shomei_game::{ErrorText, error_text};
use shomei_shogi::{Kind, Move, Position, Square};

use super::KifReader;
use crate::ending::{End, begins_square};
use crate::moves::{PROMOTIONS, Read, SIGNS, accept_sign, nothing_else, parse_sign, parse_square};
use crate::names::PIECES;
use crate::relative::{Mover, Relative, origins};
use crate::scan::Scan;
use crate::{Error, Place};

impl KifReader {
    /// Reads a line that begins with the sign of a side: moves, optionally with an ending after
    /// them.
    pub(super) fn ki2_moves(&mut self, mut scan: Scan<'_>) -> Result<(), Error> {
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
                return Err(begin.expected(error_text!(
                    "kifu-signed-move",
                    "a move such as ▲７六歩, or まで"
                )));
            }
            if end.is_none() && is_over {
                return Err(begin.error(error_text!(
                    "move-after-end",
                    "there is a move after the end of the line"
                )));
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
                return Err(scan.expected(error_text!(
                    "kifu-move-end",
                    "成, 不成, 打 or the end of the move"
                )));
            }
        }
    }
}

/// Whether a line begins with the sign of a side and moves. A heading may also begin with a sign,
/// but has a colon.
pub(crate) fn begins_signed_move(mut scan: Scan<'_>) -> bool {
    accept_sign(&mut scan).is_some()
        && (scan.peek().is_some_and(begins_square) || !scan.rest().contains(['：', ':']))
}

/// Whether a line contains moves or their ending.
pub(super) fn begins_moves(mut scan: Scan<'_>) -> bool {
    if begins_signed_move(scan) || scan.accept("まで") {
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
        return Err(scan.expected(error_text!("kifu-piece", "a piece")));
    };
    let at = *scan;
    let relative = Relative::read(scan);
    let is_drop = scan.accept("打");
    let promotes = scan.accept_any(PROMOTIONS);
    let is_bare = relative.is_empty() && promotes.is_none();
    let from = match is_drop {
        true if kind == Kind::King || kind.is_promoted() || promotes.is_some() => {
            return Err(at.error(error_text!(
                "shogi-drop-unpromoted",
                "only an unpromoted piece can be dropped"
            )));
        }
        true if !relative.is_empty() => {
            return Err(at.error(error_text!(
                "shogi-drop-without-origin",
                "a dropped piece has no square of origin"
            )));
        }
        true => None,
        false => match origin(position, kind, to, relative, promotes) {
            // If no piece on the board can move there, a drop needs no word.
            Origin::Held(_) | Origin::None if is_bare && can_drop(position, kind) => None,
            Origin::One(from) | Origin::Held(from) => Some(from),
            Origin::Several(squares) => {
                return Err(at.error(error_text!(
                    "kifu-ambiguous-move",
                    "the {piece} may come from {squares}: expected which, by 右, 左, 直, 上, 寄 or 引",
                    piece = kind.text(),
                    squares = either(&squares)
                )));
            }
            Origin::None => {
                let (piece, to) = (kind.text(), to.text());
                let message = match relative.is_empty() {
                    true => error_text!(
                        "kifu-no-mover",
                        "no {piece} can move to {to}",
                        piece = piece,
                        to = to
                    ),
                    false => error_text!(
                        "kifu-no-such-mover",
                        "no {piece} can move to {to} by {words}",
                        piece = piece,
                        to = to,
                        words = relative.words()
                    ),
                };
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

/// Squares of which one is meant.
pub(crate) fn either(squares: &[Square]) -> ErrorText {
    let mut texts = squares.iter().map(|square| square.text());
    let first = texts.next().unwrap_or_else(|| "".into());
    texts.fold(first, |before, square| {
        error_text!(
            "either-or",
            "{first} or {second}",
            first = before,
            second = square
        )
    })
}

fn can_drop(position: &Position, kind: Kind) -> bool {
    kind != Kind::King && !kind.is_promoted() && position.hand(position.to_move()).has(kind)
}

/// The result of a search for the moving piece.
pub(crate) enum Origin {
    None,
    One(Square),
    /// A piece whose move would leave its own king in check.
    Held(Square),
    Several(Vec<Square>),
}

/// Searches the moving piece: one with a legal move, or else one whose move would leave its king in
/// check, so that the error gives this reason.
pub(crate) fn origin(
    position: &Position,
    kind: Kind,
    to: Square,
    relative: Relative,
    promotes: Option<bool>,
) -> Origin {
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
        // 成 and 不成 are written only for pieces that may promote.
        fitting.retain(|&from| position.may_promote(from, to));
    }
    match fitting[..] {
        [] => {}
        [from] => return Origin::One(from),
        _ => return Origin::Several(fitting),
    }
    let mut held = all.iter().filter(|from| fits(from));
    match (held.next(), held.next()) {
        (Some(&from), None) => Origin::Held(from),
        _ => Origin::None,
    }
}
